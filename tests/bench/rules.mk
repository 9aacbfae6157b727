# SPDX-License-Identifier: MIT
# make bench: a table of speeds (a few minutes).

BENCH_PLAIN := $(patsubst %,$(BUILD)/bench-objects/plain/%.o,batch columns decoder deliver way_packets ways)
BENCH_OBJECTS := $(patsubst %,$(BUILD)/bench-objects/%.o,bench streams yardstick)
BENCH_DECODE_OBJECTS := $(patsubst %,$(BUILD)/bench-objects/%.o,decode streams yardstick ways) $(BENCH_PLAIN)

$(BUILD)/bench-objects/%.o: tests/bench/%.c $(BUILD)/flags | $(BUILD)/bench-objects/plain
	$(call say,CC)$(CC) $(CLIENT_FLAGS) -D_POSIX_C_SOURCE=200809L -fno-inline-functions-called-once -c $< -o $@

# The library's own tables are in the archive; only the decoder, and what uses it, is built a second time.
PLAIN_FLAGS := $(CLIENT_FLAGS) -D_POSIX_C_SOURCE=200809L -include tests/bench/plain_names.h
$(BUILD)/bench-objects/plain/%.o: src/record/%.c $(BUILD)/flags | $(BUILD)/bench-objects/plain
	$(call say,CC)$(CC) $(PLAIN_FLAGS) -c $< -o $@

$(BUILD)/bench-objects/plain/%.o: tests/bench/%.c $(BUILD)/flags | $(BUILD)/bench-objects/plain
	$(call say,CC)$(CC) $(PLAIN_FLAGS) -fno-inline-functions-called-once -c $< -o $@

$(BUILD)/bench-objects/plain:
	$Qmkdir -p $@

$(BUILD)/bench: $(BENCH_OBJECTS) $(STATIC)
	$(call say,LD)$(CC) $(CFLAGS) $(LDFLAGS) $(BENCH_OBJECTS) $(STATIC) -o $@

$(BUILD)/bench-decode: $(BENCH_DECODE_OBJECTS) $(STATIC)
	$(call say,LD)$(CC) $(CFLAGS) $(LDFLAGS) $(BENCH_DECODE_OBJECTS) $(STATIC) -o $@

## bench          a table of speeds; bench-decode: of decoding, by stream, kernel and chunk; bench-stat: spe-stat
.PHONY: bench bench-decode bench-stat bench-built
bench-built: $(BUILD)/bench $(BUILD)/bench-decode

bench: $(BUILD)/bench
	$(BUILD)/bench

bench-decode: $(BUILD)/bench-decode
	$(BUILD)/bench-decode

bench-stat: tools static
	BUILD=$(BUILD) tools/tests/bench/stat.py

-include $(BENCH_OBJECTS:.o=.d) $(BENCH_DECODE_OBJECTS:.o=.d)
