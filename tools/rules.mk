# SPDX-License-Identifier: MIT
# The programs: built into $(BUILD), installed. They use the public interface only. TOOLS_LINK=shared links them with
# libspe.so, as distributions want it.

# tools/sources lists all files, which CMake and Meson also read. A file in tools/ itself is a program's main file;
# those in the rooms are the parts, of which each program takes what it needs from an archive. Of posix/ and windows/
# one is compiled, and of elfutils/ and plain/.
TOOL_FILES := $(shell cat tools/sources)
PROGRAM_NAMES := $(patsubst tools/%.c,%,$(filter-out $(wildcard tools/*/*.c tools/*/*/*.c),$(TOOL_FILES)))
PROGRAMS := $(PROGRAM_NAMES:%=$(BUILD)/%$(EXE))
# elfutils' libdw reads symbols and lines of programs for spe-stat, where it can be linked. LIBDW=no: do without it.
ifneq ($(LIBDW),no)
LIBDW_FLAGS := $(if $(filter posix,$(PLATFORM)),$(shell pkg-config --cflags libdw 2>/dev/null))
LIBDW_LIBS := $(if $(filter posix,$(PLATFORM)),$(shell pkg-config --libs libdw 2>/dev/null))
# As for what linkers take (packaging/platform.mk), nothing is compiled to see it.
can_link_libdw = $(shell printf '\043include <elfutils/libdwfl.h>\n' | \
	$(CC) $(LIBDW_FLAGS) -E -x c - >/dev/null 2>&1 && $(CC) $(LDFLAGS) -nostartfiles -x assembler /dev/null \
	-x none $(LIBDW_LIBS) -o /dev/null 2>/dev/null && echo yes)
LIBDW := $(if $(LIBDW_LIBS),$(can_link_libdw))
endif
DEBUG_INFO := $(if $(filter yes,$(LIBDW)),elfutils,plain)
OTHER_FOLDERS := $(filter-out $(PLATFORM) $(DEBUG_INFO),posix windows elfutils plain)
OTHER_PARTS := $(foreach folder,$(OTHER_FOLDERS),$(wildcard tools/*/$(folder)/*.c))
TOOL_PARTS := $(filter-out $(PROGRAM_NAMES:%=tools/%.c) $(OTHER_PARTS),$(TOOL_FILES))
$(BUILD)/tools/symbols/elfutils/%.o: CPPFLAGS += $(LIBDW_FLAGS)
LIBDW_LIBS_USED := $(if $(filter yes,$(LIBDW)),$(LIBDW_LIBS) $(call linker_takes,-ldl)) -lm
TOOL_ARCHIVE := $(BUILD)/tools/parts.a

.PHONY: tools demo
## tools          the programs: spe-dump spe-asm spe-stat spe-regs spe2perf spe-doctor
tools: $(PROGRAMS)

TOOLS_LINK ?= static
$(if $(filter static shared,$(TOOLS_LINK)),,$(error TOOLS_LINK is static or shared))
tools_needs_static = $(STATIC)
tools_needs_shared = $(SHARED) $(SHARED_LINKS:%=$(BUILD)/%)
tools_library_static = $(STATIC)
tools_library_shared = $(LINK_SHARED)
tools_flags_static = $(CLIENT_FLAGS)
tools_flags_shared = $(BASE_FLAGS) $(PROVISIONAL)

# Parquet's pages are compressed, and events of perf record -z decompressed, if libzstd is there, as the compiler finds
# it: yes or no. From C, a compiler with coverage enabled would leave a file.
ifndef ZSTD
ZSTD := $(shell echo 'int main(void) { return !ZSTD_versionNumber(); }' | $(CC) $(CPPFLAGS) $(filter -m%,$(CFLAGS)) \
	$(filter-out --coverage,$(LDFLAGS)) -include zstd.h -x c - -lzstd -o /dev/null 2>/dev/null && echo yes || echo no)
endif
# spe-stat's profiles for pprof are compressed, and spe-doctor reads /proc/config.gz, if libz is there: yes or no.
ifndef ZLIB
ZLIB := $(shell echo 'int main(void) { return !zlibVersion(); }' | $(CC) $(CPPFLAGS) $(filter -m%,$(CFLAGS)) \
	$(filter-out --coverage,$(LDFLAGS)) -include zlib.h -x c - -lz -o /dev/null 2>/dev/null && echo yes || echo no)
endif
# spe-stat annotate disassembles if capstone is there: yes or no.
ifndef CAPSTONE
CAPSTONE := $(shell echo 'int main(void) { return !cs_version(0, 0); }' | $(CC) $(CPPFLAGS) $(filter -m%,$(CFLAGS)) \
	$(filter-out --coverage,$(LDFLAGS)) -include capstone/capstone.h -x c - -lcapstone -o /dev/null 2>/dev/null && \
	echo yes || echo no)
endif
USED_FLAGS += ZSTD=$(ZSTD) ZLIB=$(ZLIB) CAPSTONE=$(CAPSTONE) LIBDW=$(LIBDW)
zstd_flags_yes := -DSPE_HAVE_ZSTD
zlib_flags_yes := -DSPE_HAVE_ZLIB
capstone_flags_yes := -DSPE_HAVE_CAPSTONE
CAPSTONE_LIBS := $(if $(filter yes,$(CAPSTONE)),-lcapstone)
ZSTD_LIBS := $(if $(filter yes,$(ZSTD)),-lzstd)
ZLIB_LIBS := $(if $(filter yes,$(ZLIB)),-lz)
# What some of them need beyond the archive.
$(BUILD)/spe-dump$(EXE) $(BUILD)/spe2perf$(EXE): PROGRAM_LIBS = $(ZSTD_LIBS)
$(BUILD)/spe-doctor$(EXE): PROGRAM_LIBS = $(ZSTD_LIBS) $(ZLIB_LIBS) $(LIBDW_LIBS_USED)
$(BUILD)/spe-stat$(EXE): PROGRAM_LIBS = $(ZSTD_LIBS) $(ZLIB_LIBS) $(CAPSTONE_LIBS) $(LIBDW_LIBS_USED)

$(PROGRAMS): $(BUILD)/%$(EXE): $(BUILD)/tools/%.o $(TOOL_ARCHIVE) $(tools_needs_$(TOOLS_LINK))
	$(call say,LD)$(CC) $(PROGRAM_FLAGS) $(CFLAGS) $(LDFLAGS) $< $(TOOL_ARCHIVE) \
		$(tools_library_$(TOOLS_LINK)) -pthread $(PROGRAM_LIBS) -o $@

$(TOOL_ARCHIVE): $(TOOL_PARTS:%.c=$(BUILD)/%.o)
	$Qrm -f $@
	$(call say,AR)$(AR) rcs $@ $^

$(BUILD)/tools/%.o: tools/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(tools_flags_$(TOOLS_LINK)) $(zstd_flags_$(ZSTD)) $(zlib_flags_$(ZLIB)) \
		$(capstone_flags_$(CAPSTONE)) -c $< -o $@

SHIPPED_CAPTURE := tests/captures/neoverse-fixed-slots.txt

## demo           a capture of a real core, decoded
# The shipped capture, from text to bytes, then as packets and as records.
demo_step = @echo '$$ $(BUILD)/$(1)' && $(BUILD)/$(1)
demo: $(PROGRAMS)
	$(call demo_step,spe-asm -o $(BUILD)/demo.spe $(SHIPPED_CAPTURE))
	$(call demo_step,spe-dump $(BUILD)/demo.spe)
	$(call demo_step,spe-dump --records $(BUILD)/demo.spe)
	$(call demo_step,spe-dump --records --style=arch $(BUILD)/demo.spe)

.SECONDARY: $(PROGRAM_NAMES:%=$(BUILD)/tools/%.o)
-include $(wildcard $(BUILD)/tools/*.d $(BUILD)/tools/*/*.d $(BUILD)/tools/*/*/*.d)
