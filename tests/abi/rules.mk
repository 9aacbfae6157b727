# SPDX-License-Identifier: MIT
# The ABI: each release's is recorded in tests/abi/releases and compared with every build. docs/abi.md is the policy.
# needs: abigail-tools

.PHONY: abi-check abi-release
## abi-check      the libraries have what each release had; abi-release records a release; CFLAGS have -g
abi-check: shared lab
	tests/abi/compatible $(BUILD)

# For a release: records the two libraries, their headers and a program that calls all functions. Records never change.
RELEASES ?= tests/abi/releases
abi-release: shared lab
	tests/abi/record $(BUILD) $(RELEASES)
