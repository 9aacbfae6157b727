# SPDX-License-Identifier: MIT
# A target of somebody who fuzzes their own reader of SPE. libspe need not be instrumented. make fuzz-example

.PHONY: fuzz-example
fuzz-example: $(BUILD)/examples/fuzz/client

$(BUILD)/examples/fuzz/client: examples/fuzz/client.c $(wildcard fuzz/record_*.h) $(STATIC)
	@mkdir -p $(@D)
	$(FUZZ_CC) -std=c99 -g -O1 $(WARNINGS) -Werror -fsanitize=fuzzer,address -Iinclude -Ifuzz $< $(STATIC) -o $@
