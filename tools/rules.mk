# The programs: built into $(BUILD), installed. They use the public interface only. TOOLS_LINK=shared links them with
# libspe.so, as distributions want it.

PROGRAM_NAMES := spe-dump spe-asm spe-stat spe-regs spe2perf
PROGRAMS := $(PROGRAM_NAMES:%=$(BUILD)/%)

.PHONY: tools demo
tools: $(PROGRAMS)

tool_objects = $(addprefix $(BUILD)/tools/,$(1:%=%.o))
$(BUILD)/spe-asm: $(call tool_objects,asm_parse)
$(BUILD)/spe-regs: $(call tool_objects,regs_input regs_follow regs_json near)
source_objects := spe_source foreign perf_dir
input_objects := $(source_objects) input cores near checker
$(BUILD)/spe2perf: $(call tool_objects,$(source_objects))
$(BUILD)/spe-dump: $(call tool_objects,$(input_objects) dump_packets record_format brstack branches)
$(BUILD)/spe-stat: $(call tool_objects,$(input_objects) profile profile_names branches modules elf_file pgo relay timeline top stat_report stat_page stat_list report chart)
TOOLS_LINK ?= static
tools_needs_static = $(STATIC)
tools_needs_shared = $(BUILD)/libspe.so $(BUILD)/$(SONAME)
tools_library_static = $(STATIC)
tools_library_shared = -L$(BUILD) -lspe
$(PROGRAMS): $(BUILD)/%: $(BUILD)/tools/%.o $(BUILD)/tools/tool.o $(BUILD)/tools/shown.o $(tools_needs_$(TOOLS_LINK))
	$(CC) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) $(tools_library_$(TOOLS_LINK)) -pthread -o $@

$(BUILD)/tools/%.o: tools/%.c
	@mkdir -p $(@D)
	$(CC) $(BASE_FLAGS) -c $< -o $@

SHIPPED_CAPTURE := tests/captures/neoverse-fixed-slots.txt

# The shipped capture, from text to bytes, then as packets and as records.
demo: $(PROGRAMS)
	$(BUILD)/spe-asm -o $(BUILD)/demo.spe $(SHIPPED_CAPTURE)
	$(BUILD)/spe-dump $(BUILD)/demo.spe
	$(BUILD)/spe-dump --records $(BUILD)/demo.spe
	$(BUILD)/spe-dump --records --style=arch $(BUILD)/demo.spe

.SECONDARY: $(PROGRAM_NAMES:%=$(BUILD)/tools/%.o)
-include $(wildcard $(BUILD)/tools/*.d)
