# SPDX-License-Identifier: MIT
# make prove: runs Frama-C's EVA on the harnesses in tests/proof/; any alarm is a failure. docs/proof.md says what is proved.
# needs: frama-c-base

## prove          Frama-C: no undefined behaviour for any input; HARNESSES='op text': only these
.PHONY: prove
HARNESSES ?= packet op decoder learn encoder text
prove:
	tests/proof/run $(HARNESSES)
