# SPDX-License-Identifier: MIT
# The ABI: recorded in abi/libspe.abi, compared with every build. docs/abi.md is the policy.
# needs: abigail-tools

ABIDW := abidw --no-corpus-path --no-comp-dir-path --no-show-locs --short-locs

## abi-check      the ABI is the recorded one, and has what each release had; abi-record records it anew
.PHONY: abi-check abi-record abi-release
# Built with fixed flags, whatever CFLAGS are: the record is of types and symbols.
abi-check:
	$(MAKE) BUILD=$(BUILD)/abi CFLAGS='-g -O1' CPPFLAGS= LDFLAGS= shared
	abidiff --harmless abi/libspe.abi $(BUILD)/abi/libspe.so
	abi/compatible $(BUILD)/abi/libspe.so
	@echo "the ABI is the recorded one"

# A decision: say in CHANGELOG.md what has changed and why old programs still run.
abi-record:
	$(MAKE) BUILD=$(BUILD)/abi CFLAGS='-g -O1' CPPFLAGS= LDFLAGS= shared
	$(ABIDW) --out-file abi/libspe.abi $(BUILD)/abi/libspe.so

# For a release: its record, which then never changes.
abi-release: abi-check
	mkdir -p abi/releases
	cp abi/libspe.abi abi/releases/$(VERSION).abi
