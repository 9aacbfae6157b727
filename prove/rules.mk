# make prove: Frama-C's EVA over the harnesses in prove/; any alarm fails. prove/README.md says what is proved.
# It wants Debian's frama-c-base, which CI does not install: the proof is not a gate yet.

.PHONY: prove
prove:
	prove/run packet op
