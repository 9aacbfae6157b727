# Programs that are installed, and teaching examples that are only built and run by the tests.

PROGRAM_NAMES := spe-dump spe-asm spe-stat spe-regs spe2perf
EXAMPLE_NAMES := decode_buffer decode_ring decode_threads encode_record sum_up
PROGRAMS := $(PROGRAM_NAMES:%=$(BUILD)/%)
EXAMPLES := $(EXAMPLE_NAMES:%=$(BUILD)/examples/%)

examples: $(PROGRAMS) $(EXAMPLES)

SHIPPED_CAPTURE := tests/captures/neoverse-fixed-slots.txt

$(BUILD)/spe-asm: $(BUILD)/examples/asm_parse.o
$(BUILD)/spe-dump: $(BUILD)/examples/spe_source.o $(BUILD)/examples/record_format.o
$(BUILD)/spe-stat: $(addprefix $(BUILD)/examples/,spe_source.o profile.o relay.o timeline.o top.o stat_report.o stat_page.o report.o chart.o)
$(PROGRAMS): $(BUILD)/%: $(BUILD)/examples/%.o $(BUILD)/examples/tool.o $(STATIC)
	$(CC) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) $(STATIC) -pthread -o $@

$(EXAMPLES): %: %.o $(STATIC)
	$(CC) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) $(STATIC) -pthread -o $@

$(BUILD)/examples/%.o: examples/%.c | $(BUILD)/examples
	$(CC) $(BASE_FLAGS) -c $< -o $@

$(BUILD)/examples:
	mkdir -p $@

# The shipped capture, from text to bytes, then as packets and as records.
demo: $(PROGRAMS)
	$(BUILD)/spe-asm -o $(BUILD)/demo.spe $(SHIPPED_CAPTURE)
	$(BUILD)/spe-dump $(BUILD)/demo.spe
	$(BUILD)/spe-dump --records $(BUILD)/demo.spe
	$(BUILD)/spe-dump --records --style=arch $(BUILD)/demo.spe

.SECONDARY: $(PROGRAM_NAMES:%=$(BUILD)/examples/%.o) $(EXAMPLES:=.o)
-include $(wildcard $(BUILD)/examples/*.d)
