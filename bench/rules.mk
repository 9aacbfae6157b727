# SPDX-License-Identifier: MIT
# make bench: a table of speeds (a few minutes), and instructions a record.

BENCH_OBJECTS := $(BUILD)/bench-objects/bench.o $(BUILD)/bench-objects/streams.o $(BUILD)/bench-objects/yardstick.o \
	$(BUILD)/bench-objects/plain.o

$(BUILD)/bench-objects/%.o: bench/%.c $(BUILD)/flags | $(BUILD)/bench-objects
	$(CC) $(CLIENT_FLAGS) -D_POSIX_C_SOURCE=200809L -fno-inline-functions-called-once -c $< -o $@

# The library's own tables are in the archive; only the decoder is built once more.
$(BUILD)/bench-objects/plain.o: bench/plain.c $(BUILD)/flags | $(BUILD)/bench-objects
	$(CC) $(CLIENT_FLAGS) -c $< -o $@

$(BUILD)/bench-objects:
	mkdir -p $@

$(BUILD)/bench: $(BENCH_OBJECTS) $(STATIC)
	$(CC) $(CFLAGS) $(LDFLAGS) $(BENCH_OBJECTS) $(STATIC) -o $@

## bench          a table of speeds; instructions: of instructions a record; bench-stat: spe-stat
.PHONY: bench instructions bench-stat
bench: $(BUILD)/bench
	$(BUILD)/bench

instructions: $(BUILD)/bench
	BUILD=$(BUILD) bench/instructions

# spe-stat over a GiB of perf.data, beside the row "next".
bench-stat: all $(BUILD)/bench
	BUILD=$(BUILD) bench/stat

-include $(BENCH_OBJECTS:.o=.d)
