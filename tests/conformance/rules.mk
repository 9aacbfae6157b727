# SPDX-License-Identifier: MIT
# The suite for SPE decoders (conformance/, docs/conformance.md): the adapter for libspe, the generator, the tests.

READER := $(BUILD)/conformance/reader$(EXE)
SUITE := $(BUILD)/suite
READER_PARTS := $(patsubst tests/conformance/%.c,$(BUILD)/conformance/%.o,$(wildcard tests/conformance/*.c))

$(BUILD)/conformance/%.o: tests/conformance/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(CLIENT_FLAGS) $(LAB_INCLUDES) -c $< -o $@

$(READER): $(READER_PARTS) $(LAB_FILES)
	$(call say,LD)$(CC) $(CFLAGS) $(READER_PARTS) $(LAB_LINK) $(LDFLAGS) -o $@

check-built: $(READER)

.PHONY: conformance check-conformance
## conformance    the suite for SPE decoders, with its cases and cores.json, in BUILD/suite; a release's tarball has it
conformance: $(SUITE)/cores.json
# The tests' second decoder checks each reading. The folders are prerequisites, too: a file that is removed
# makes its folder newer.
$(SUITE)/cores.json: $(READER) tests/conformance/generate tests/perf_data.py \
	$(wildcard tests/conformance/*.* conformance/. conformance/* conformance/cases/* tests/captures/. tests/captures/*)
	$(call say,GEN,$(SUITE))tests/conformance/generate $(READER) $(SUITE)

## check-conformance  the suite over libspe, bindings, gdb, perf and wrong decoders
check-conformance: all $(SUITE)/cores.json
	$(PROVE) --exec '' $(wildcard tests/conformance/test_*.sh)

-include $(READER_PARTS:.o=.d)
