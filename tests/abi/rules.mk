# SPDX-License-Identifier: MIT
# The ABI: each release's is recorded in tests/abi/releases and compared with every build. docs/abi.md is the policy.
# needs: abigail-tools

ABIDW := abidw --no-corpus-path --no-comp-dir-path --no-show-locs --short-locs

.PHONY: abi-check abi-release
## abi-check      the library has what each release had; abi-release records a release; CFLAGS have -g
abi-check: shared
	tests/abi/compatible $(BUILD)/libspe.so

# For a release: stores its record, its headers and a program that calls all functions. They never change afterwards.
RELEASES ?= tests/abi/releases
abi-release: abi-check
	mkdir -p $(RELEASES)/$(VERSION)/include
	$(ABIDW) --out-file $(RELEASES)/$(VERSION).abi $(BUILD)/libspe.so
	cp -r include/libspe $(RELEASES)/$(VERSION)/include/
	cp tests/abi/client.c $(RELEASES)/$(VERSION)/
