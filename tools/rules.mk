# SPDX-License-Identifier: MIT
# The programs: built into $(BUILD), in the tree, or by tools/Makefile with installed libraries. They use public
# interfaces only. TOOLS_LINK=shared links them with libspe.so and libspe-lab.so, as distributions want it. TOOLS is
# this folder, as a prefix. The makefile that includes this file sets TOOLS_FLAGS, how programs are compiled;
# TOOLS_NEEDS and TOOLS_LIBRARIES, what they depend on and are linked with.

TOOLS ?= tools/

# tools/sources lists all files, which CMake and Meson also read. A file in tools/ itself is a program's main file;
# those in the rooms are the parts, of which each program takes what it needs from an archive. Of posix/ and windows/
# one is compiled, and of elfutils/ and plain/.
TOOL_FILES := $(patsubst tools/%,%,$(shell cat $(TOOLS)sources))
PROGRAM_NAMES := $(basename $(foreach file,$(TOOL_FILES),$(if $(findstring /,$(file)),,$(file))))
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
OTHER_PARTS := $(foreach folder,$(OTHER_FOLDERS),$(foreach file,$(TOOL_FILES),\
	$(if $(findstring /$(folder)/,$(file)),$(file))))
TOOL_PARTS := $(filter-out $(PROGRAM_NAMES:=.c) $(OTHER_PARTS),$(TOOL_FILES))
$(BUILD)/tools/symbols/elfutils/%.o: CPPFLAGS += $(LIBDW_FLAGS)
LIBDW_LIBS_USED := $(if $(filter yes,$(LIBDW)),$(LIBDW_LIBS) $(call linker_takes,-ldl)) -lm
TOOL_ARCHIVE := $(BUILD)/tools/parts.a

.PHONY: tools
## tools          the programs: spe-dump spe-asm spe-stat spe-regs spe2perf spe-doctor
tools: $(PROGRAMS)

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

$(PROGRAMS): $(BUILD)/%$(EXE): $(BUILD)/tools/%.o $(TOOL_ARCHIVE) $(TOOLS_NEEDS)
	$(call say,LD)$(CC) $(PROGRAM_FLAGS) $(CFLAGS) $(LDFLAGS) $< $(TOOL_ARCHIVE) \
		$(TOOLS_LIBRARIES) -pthread $(PROGRAM_LIBS) -o $@

$(TOOL_ARCHIVE): $(TOOL_PARTS:%.c=$(BUILD)/tools/%.o)
	$Qrm -f $@
	$(call say,AR)$(AR) rcs $@ $^

$(BUILD)/tools/%.o: $(TOOLS)%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(TOOLS_FLAGS) $(zstd_flags_$(ZSTD)) $(zlib_flags_$(ZLIB)) \
		$(capstone_flags_$(CAPSTONE)) -c $< -o $@

.SECONDARY: $(PROGRAM_NAMES:%=$(BUILD)/tools/%.o)
-include $(wildcard $(BUILD)/tools/*.d $(BUILD)/tools/*/*.d $(BUILD)/tools/*/*/*.d)

# -- installation: spe-record, too, if `make qemu` has built it, with its plugin in lib/libspe next to the programs --

RECORDER := $(wildcard $(BUILD)/spe-record)
RECORDER_PLUGIN := $(wildcard $(BUILD)/spe-record.so)
MAN1 := $(filter-out $(if $(RECORDER),,%/spe-record.1),$(wildcard $(TOOLS)man/*.1))
COMPLETIONS := $(TOOLS)completions
plugins := "$(DESTDIR)$(BINDIR)/../lib/libspe"
man := "$(DESTDIR)$(MANDIR)"
# bash and fish load a file of the program's name.
bash := "$(DESTDIR)$(DATADIR)/bash-completion/completions"
zsh := "$(DESTDIR)$(DATADIR)/zsh/site-functions"
fish := "$(DESTDIR)$(DATADIR)/fish/vendor_completions.d"
COMPLETED := $(PROGRAM_NAMES) $(if $(RECORDER),spe-record)

.PHONY: install-tools uninstall-tools
## install-tools  the programs, their manual pages, completions for shells
install-tools: $(PROGRAMS)
	$(call say,INST,$(bin))install -d $(bin) $(bash) $(zsh) $(fish) $(man)/man1
	$Qinstall -m 755 $(PROGRAMS) $(RECORDER) $(bin)
	$Q$(if $(RECORDER),install -d $(plugins) && install -m 755 $(RECORDER_PLUGIN) $(plugins))
	$Qfor name in $(COMPLETED); do install -m 644 $(COMPLETIONS)/spe.bash $(bash)/$$name && \
		install -m 644 $(COMPLETIONS)/spe.fish $(fish)/$$name.fish || exit 1; done
	$Qinstall -m 644 $(COMPLETIONS)/_spe $(zsh)
	$Qinstall -m 644 $(MAN1) $(man)/man1

uninstall-tools:
	$(call say,RM,$(bin))$(call remove,$(bin),$(notdir $(PROGRAMS)) spe-record)
	$Qrm -f $(plugins)/spe-record.so $(zsh)/_spe
	$Q$(call remove,$(bash),$(PROGRAM_NAMES) spe-record)
	$Q$(call remove,$(fish),$(PROGRAM_NAMES:=.fish) spe-record.fish)
	$Q$(call remove,$(man)/man1,spe-record.1 $(notdir $(MAN1)))
	-$Qrmdir $(plugins) 2>/dev/null
