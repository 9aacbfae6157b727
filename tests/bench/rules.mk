# SPDX-License-Identifier: MIT
# make bench: a table of speeds (a few minutes), and instructions for each record.

BENCH_PLAIN := $(patsubst %,$(BUILD)/bench-objects/plain/%.o,batch columns decoder deliver way_packets ways)
BENCH_OBJECTS := $(patsubst %,$(BUILD)/bench-objects/%.o,bench streams yardstick)
BENCH_LAW_OBJECTS := $(patsubst %,$(BUILD)/bench-objects/%.o,law streams yardstick ways) $(BENCH_PLAIN)

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

$(BUILD)/bench-law: $(BENCH_LAW_OBJECTS) $(STATIC)
	$(call say,LD)$(CC) $(CFLAGS) $(LDFLAGS) $(BENCH_LAW_OBJECTS) $(STATIC) -o $@

## bench          a table of speeds; bench-decode: of decoding, by stream, kernel and chunk; bench-law: is any way
##                slower than the plain loop? bench-stat: spe-stat; instructions: instructions for each record
.PHONY: bench instructions bench-decode bench-law bench-stat bench-built
bench-built: $(BUILD)/bench $(BUILD)/bench-law

bench: $(BUILD)/bench
	$(BUILD)/bench

instructions: $(BUILD)/bench $(BUILD)/bench-law $(BUILD)/lab/bench
	tests/bench/instructions $(BUILD)/bench-law plain next batch columns columns-4
	tests/bench/instructions "$(BUILD)/bench --once" yardstick filter encode encode-slots
	tests/bench/instructions $(BUILD)/lab/bench unit unit-off

bench-decode: $(BUILD)/bench-law
	$(BUILD)/bench-law --yardstick

# Never slower than plain: fails if a row is, and counts its instructions.
bench-law: $(BUILD)/bench-law
	BUILD=$(BUILD) tests/bench/law

bench-stat: tools static
	BUILD=$(BUILD) tools/tests/bench/stat.py

-include $(BENCH_OBJECTS:.o=.d) $(BENCH_LAW_OBJECTS:.o=.d)
