# SPDX-License-Identifier: MIT
# make bench: a table of speeds (a few minutes), and instructions a record.

BENCH_SHARED := $(addprefix $(BUILD)/bench-objects/,streams.o yardstick.o ways.o plain.o)
BENCH_OBJECTS := $(addprefix $(BUILD)/bench-objects/,bench.o count.o) $(BENCH_SHARED)
BENCH_DECODE_OBJECTS := $(BUILD)/bench-objects/decode.o $(BENCH_SHARED)

$(BUILD)/bench-objects/%.o: bench/%.c $(BUILD)/flags | $(BUILD)/bench-objects
	$(CC) $(CLIENT_FLAGS) -D_POSIX_C_SOURCE=200809L -fno-inline-functions-called-once -c $< -o $@

# The library's own tables are in the archive; only the decoder is built once more.
$(BUILD)/bench-objects/plain.o: bench/plain.c $(BUILD)/flags | $(BUILD)/bench-objects
	$(CC) $(CLIENT_FLAGS) -c $< -o $@

$(BUILD)/bench-objects:
	mkdir -p $@

$(BUILD)/bench: $(BENCH_OBJECTS) $(STATIC)
	$(CC) $(CFLAGS) $(LDFLAGS) $(BENCH_OBJECTS) $(STATIC) -o $@

$(BUILD)/bench-decode: $(BENCH_DECODE_OBJECTS) $(STATIC)
	$(CC) $(CFLAGS) $(LDFLAGS) $(BENCH_DECODE_OBJECTS) $(STATIC) -o $@

## bench          a table of speeds; bench-decode: of decoding, by stream, kernel and chunk; bench-stat: spe-stat;
##                bench-text: spe-dump; instructions: instructions a record
.PHONY: bench instructions bench-decode bench-stat bench-text
bench: $(BUILD)/bench
	$(BUILD)/bench

instructions: $(BUILD)/bench
	BUILD=$(BUILD) bench/instructions

bench-decode: $(BUILD)/bench-decode
	$(BUILD)/bench-decode

# spe-stat over a GiB of perf.data, beside the row "next".
bench-stat: all $(BUILD)/bench
	BUILD=$(BUILD) bench/stat

# spe-dump in each format, and the instructions that a record takes there.
bench-text: tools
	BUILD=$(BUILD) bench/text

-include $(BENCH_OBJECTS:.o=.d) $(BENCH_DECODE_OBJECTS:.o=.d)
