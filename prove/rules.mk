# SPDX-License-Identifier: MIT
# make prove: Frama-C's EVA over the harnesses in prove/; any alarm fails. docs/proof.md says what is proved.
# needs: frama-c-base

## prove          Frama-C: no undefined behaviour for any input
.PHONY: prove
prove:
	prove/run packet op decoder learn encoder text
