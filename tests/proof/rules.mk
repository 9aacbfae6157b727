# SPDX-License-Identifier: MIT
# make prove: runs Frama-C's EVA on the harnesses in prove/; any alarm is a failure. docs/proof.md says what is proved.
# needs: frama-c-base

## prove          Frama-C: no undefined behaviour for any input; HARNESSES='op text': only these
.PHONY: prove
HARNESSES ?= packet op decoder learn encoder text
prove:
	prove/run $(HARNESSES)
