# SPDX-License-Identifier: MIT
# make fuzz-example: a target for users who fuzz their own reader of SPE. libspe need not be instrumented.

.PHONY: fuzz-example
fuzz-example: $(BUILD)/examples/fuzz/client

$(BUILD)/examples/fuzz/client: examples/fuzz/client.c $(wildcard fuzz/record_*.h) $(STATIC)
	@mkdir -p $(@D)
	$(call say,LD)$(FUZZ_CC) -std=c99 -g -O1 $(WARNINGS) -Werror -fsanitize=fuzzer,address -Iinclude \
		-Ifuzz $< $(STATIC) -o $@
