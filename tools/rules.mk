# SPDX-License-Identifier: MIT
# The programs: built into $(BUILD), installed. They use the public interface only. TOOLS_LINK=shared links them with
# libspe.so, as distributions want it.

PROGRAM_NAMES := spe-dump spe-asm spe-stat spe-regs spe2perf
PROGRAMS := $(PROGRAM_NAMES:%=$(BUILD)/%$(EXE))
# What programs share, all but what has a main(), and what the system gives: of the archive each takes what it needs.
TOOL_PARTS := $(filter-out $(PROGRAM_NAMES:%=tools/%.c),$(wildcard tools/*.c)) tools/$(PLATFORM)/platform.c
# elfutils' libdw reads symbols and lines of programs for spe-stat, where it can be linked. LIBDW=no: do without it.
ifneq ($(LIBDW),no)
LIBDW_FLAGS := $(if $(filter posix,$(PLATFORM)),$(shell pkg-config --cflags libdw 2>/dev/null))
LIBDW_LIBS := $(if $(filter posix,$(PLATFORM)),$(shell pkg-config --libs libdw 2>/dev/null))
# As for what linkers take (port/platform.mk), nothing is compiled to see it.
can_link_libdw = $(shell printf '\043include <elfutils/libdwfl.h>\n' | \
	$(CC) $(LIBDW_FLAGS) -E -x c - >/dev/null 2>&1 && $(CC) $(LDFLAGS) -nostartfiles -x assembler /dev/null \
	-x none $(LIBDW_LIBS) -o /dev/null 2>/dev/null && echo yes)
LIBDW := $(if $(LIBDW_LIBS),$(can_link_libdw))
endif
DEBUG_INFO := $(if $(filter yes,$(LIBDW)),elfutils,plain)
TOOL_PARTS += tools/$(DEBUG_INFO)/debug_info.c
$(BUILD)/tools/elfutils/%.o: CPPFLAGS += $(LIBDW_FLAGS)
LIBDW_LIBS_USED := $(if $(filter yes,$(LIBDW)),$(LIBDW_LIBS) $(call linker_takes,-ldl)) -lm
TOOL_ARCHIVE := $(BUILD)/tools/parts.a

.PHONY: tools demo
## tools          the programs: spe-dump spe-asm spe-stat spe-regs spe2perf
tools: $(PROGRAMS)

TOOLS_LINK ?= static
$(if $(filter static shared,$(TOOLS_LINK)),,$(error TOOLS_LINK is static or shared))
tools_needs_static = $(STATIC)
tools_needs_shared = $(SHARED) $(SHARED_LINKS:%=$(BUILD)/%)
tools_library_static = $(STATIC)
tools_library_shared = $(LINK_SHARED)
tools_flags_static = $(CLIENT_FLAGS)
tools_flags_shared = $(BASE_FLAGS)

# Parquet's pages are compressed if libzstd is there, as the compiler finds it: yes or no. From C, a compiler that is
# asked for coverage would leave a file behind.
ifndef ZSTD
ZSTD := $(shell echo 'int main(void) { return !ZSTD_versionNumber(); }' | $(CC) $(CPPFLAGS) $(filter -m%,$(CFLAGS)) \
	$(filter-out --coverage,$(LDFLAGS)) -include zstd.h -x c - -lzstd -o /dev/null 2>/dev/null && echo yes || echo no)
endif
USED_FLAGS += ZSTD=$(ZSTD) LIBDW=$(LIBDW)
zstd_flags_yes := -DSPE_HAVE_ZSTD
ZSTD_LIBS := $(if $(filter yes,$(ZSTD)),-lzstd)
# What only one of them needs beyond the archive.
$(BUILD)/spe-dump$(EXE): PROGRAM_LIBS = $(ZSTD_LIBS)
$(BUILD)/spe-stat$(EXE): PROGRAM_LIBS = $(LIBDW_LIBS_USED)

$(PROGRAMS): $(BUILD)/%$(EXE): $(BUILD)/tools/%.o $(TOOL_ARCHIVE) $(tools_needs_$(TOOLS_LINK))
	$(CC) $(PROGRAM_FLAGS) $(CFLAGS) $(LDFLAGS) $< $(TOOL_ARCHIVE) \
		$(tools_library_$(TOOLS_LINK)) -pthread $(PROGRAM_LIBS) -o $@

# The library's writer of digits is no part of its interface: programs have a copy of their own.
$(TOOL_ARCHIVE): $(TOOL_PARTS:%.c=$(BUILD)/%.o) $(BUILD)/static/base/text_writer.o
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/tools/%.o: tools/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(tools_flags_$(TOOLS_LINK)) $(zstd_flags_$(ZSTD)) -c $< -o $@

SHIPPED_CAPTURE := tests/captures/neoverse-fixed-slots.txt

## demo           a capture of a real core, decoded
# The shipped capture, from text to bytes, then as packets and as records.
demo: $(PROGRAMS)
	$(BUILD)/spe-asm -o $(BUILD)/demo.spe $(SHIPPED_CAPTURE)
	$(BUILD)/spe-dump $(BUILD)/demo.spe
	$(BUILD)/spe-dump --records $(BUILD)/demo.spe
	$(BUILD)/spe-dump --records --style=arch $(BUILD)/demo.spe

.SECONDARY: $(PROGRAM_NAMES:%=$(BUILD)/tools/%.o)
-include $(wildcard $(BUILD)/tools/*.d $(BUILD)/tools/*/*.d)
