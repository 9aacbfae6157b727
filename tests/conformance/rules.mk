# SPDX-License-Identifier: MIT
# The suite for SPE decoders (conformance/, docs/conformance.md): the adapter for libspe, the
# generator, the tests.

READER := $(BUILD)/conformance/reader$(EXE)
READER_PARTS := $(patsubst tests/conformance/%.c,$(BUILD)/conformance/%.o,$(wildcard tests/conformance/*.c))

$(BUILD)/conformance/%.o: tests/conformance/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(CLIENT_FLAGS) -c $< -o $@

$(READER): $(READER_PARTS) $(STATIC)
	$(call say,LD)$(CC) $(CFLAGS) $(READER_PARTS) $(STATIC) $(LDFLAGS) -o $@

check-built: $(READER)

.PHONY: conformance check-conformance
## conformance    conformance/cases and cores.json, from the rows, checked by the tests' second decoder
conformance: $(READER)
	$(call say,GEN,conformance/cases)tests/conformance/generate $(READER)

## check-conformance  the suite for SPE decoders: libspe, bindings, gdb, perf and wrong decoders
check-conformance: all $(READER)
	$(PROVE) --exec '' $(wildcard tests/conformance/test_*.sh)

-include $(READER_PARTS:.o=.d)
