# SPDX-License-Identifier: MIT
# libspe: "make help" lists the targets. Needs GNU make (BSDmakefile calls it).

.DEFAULT_GOAL := all
TOP :=
INCLUDES := -Iinclude
include packaging/settings.mk

# The version comes from base.h, and the list of the library's files from src/sources; CMake and Meson read them, too.
VERSION := $(call version_of,include/libspe/base.h,SPE_VERSION)
MAJOR := $(call major_of,$(VERSION))
SOURCES := $(shell cat src/sources)
C_HEADERS := $(wildcard include/libspe/*.h)
HEADERS := $(C_HEADERS) $(wildcard include/libspe/*.hpp)
INTERNAL_HEADERS := $(sort $(wildcard src/*/*.h))
LIB_FLAGS = $(BASE_FLAGS) -DSPE_BUILDING -fvisibility=hidden -ffunction-sections -fdata-sections

STATIC_OBJECTS := $(SOURCES:src/%.c=$(BUILD)/static/%.o)
SHARED_OBJECTS := $(SOURCES:src/%.c=$(BUILD)/shared/%.o)
STATIC := $(BUILD)/libspe.a
SHARED := $(BUILD)/$(call shared_name,libspe,$(MAJOR),$(VERSION))
SHARED_LINKS := $(call shared_links,libspe,$(MAJOR),$(VERSION))
PKGCONFIG := $(BUILD)/libspe.pc

.PHONY: all help static shared tools examples check demo clean FORCE
## all            the libraries, the programs, the examples
all: static shared lab tools examples $(PKGCONFIG) $(LAB_PKGCONFIG)
## static shared  libspe.a; libspe.so (libspe-1.dll, libspe.dylib)
static: $(STATIC)
shared: $(SHARED) $(SHARED_LINKS:%=$(BUILD)/%)

## help           this list
help:
	@echo 'make TARGET ... [VARIABLE=VALUE ...]'
	@sed -n 's/^## /  /p' tests/rules.mk $(filter-out tests/rules.mk,$(MAKEFILE_LIST))
	@echo 'Variables: CC AR CFLAGS CPPFLAGS LDFLAGS; PREFIX LIBDIR INCLUDEDIR BINDIR DATADIR MANDIR DOCDIR DESTDIR; BUILD (where'
	@echo 'everything is built: $(BUILD)); TOOLS_LINK=static or shared; LIBDW=no, ZSTD=no, ZLIB=no, CAPSTONE=no: programs'
	@echo 'without elfutils, libzstd, libz and capstone; V=1: show the commands. Other flags than the last ones rebuild everything: give make install the'
	@echo 'flags of make.'

$(BUILD)/static/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(LIB_FLAGS) -DSPE_STATIC -c $< -o $@

$(BUILD)/shared/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(LIB_FLAGS) $(PIC) -c $< -o $@

$(STATIC): $(STATIC_OBJECTS)
	$Qrm -f $@
	$(call say,AR)$(AR) rcs $@ $^

## derived        src/table/derived.* and lab/src/arrow/arrow_words.h, from the rows of tables
# A file that would not change is not written, so that nothing is compiled again.
DERIVED := src/table/derived.h src/table/derived.c
if_changed = { cmp -s $(BUILD)/$(notdir $(1)) $(1) || cp $(BUILD)/$(notdir $(1)) $(1); }
.PHONY: derived derived-words
derived: | $(BUILD)
	$(call say,LD,$(BUILD)/derive-tables)$(CC) -std=c11 $(WARNINGS) -Iinclude packaging/derive/tables.c \
		-o $(BUILD)/derive-tables
	$Q$(BUILD)/derive-tables h >$(BUILD)/derived.h
	$Q$(BUILD)/derive-tables c >$(BUILD)/derived.c
	$(call say,GEN,$(DERIVED))$(foreach file,$(DERIVED),$(call if_changed,$(file)) &&) true
	$Q$(MAKE) --no-print-directory derived-words # with the library that has the new rows

# The words of libspe-lab: functions of libspe give them.
derived-words: $(STATIC)
	$(call say,LD,$(BUILD)/derive-words)$(CC) -std=c11 $(WARNINGS) -DSPE_STATIC -Iinclude packaging/derive/words.c \
		$(STATIC) -o $(BUILD)/derive-words
	$Q$(BUILD)/derive-words >$(BUILD)/arrow_words.h
	$Q$(call if_changed,$(LAB)src/arrow/arrow_words.h)

$(SHARED): $(SHARED_OBJECTS) src/libspe.map
	$(call say,LD)$(CC) $(call shared_flags,libspe,$(MAJOR),$(VERSION),src/libspe.map) $(CFLAGS) $(SHARED_OBJECTS) \
		$(LDFLAGS) -o $@

$(SHARED_LINKS:%=$(BUILD)/%): $(SHARED)
	$(call say,LN)ln -sf $(notdir $<) $@

$(PKGCONFIG): pkgconfig/libspe.pc.in include/libspe/base.h FORCE | $(BUILD)
	$Q$(call fill_package,$(VERSION))

# The second library, with the first one of this tree.
LAB := lab/
LIBSPE_SHARED = $(LINK_SHARED)
LIBSPE_FILES = $(SHARED) $(SHARED_LINKS:%=$(BUILD)/%)
LAB_LINK = $(LAB_STATIC) $(STATIC)
LAB_FILES = $(LAB_STATIC) $(STATIC)
include lab/rules.mk
include lab/fuzz/rules.mk

# The programs, with both libraries of this tree.
TOOLS := tools/
TOOLS_LINK ?= static
$(if $(filter static shared,$(TOOLS_LINK)),,$(error TOOLS_LINK is static or shared))
ifeq ($(TOOLS_LINK),static)
TOOLS_FLAGS = $(CLIENT_FLAGS) $(LAB_INCLUDES)
TOOLS_NEEDS = $(LAB_FILES)
TOOLS_LIBRARIES = $(LAB_LINK)
else
TOOLS_FLAGS = $(BASE_FLAGS) $(LAB_INCLUDES)
TOOLS_NEEDS = $(LAB_SHARED) $(LAB_LINKS:%=$(BUILD)/%) $(LIBSPE_FILES)
TOOLS_LIBRARIES = $(LINK_LAB_SHARED) $(LINK_SHARED)
endif
KIT_NEEDS = $(LAB_FILES)
KIT_LIBRARIES = $(LAB_LINK)
PLUGIN_NEEDS = $(LAB_SHARED_OBJECTS) $(SHARED_OBJECTS)
include tools/rules.mk
include tools/record/rules.mk
include tools/tests/fuzz/rules.mk

# fuzz comes before tests, which name its targets
include examples/rules.mk
include examples/perf/rules.mk
include examples/firmware/rules.mk
include tests/clients/bare/rules.mk
include fuzz/rules.mk
include tools/tests/rules.mk
include tests/rules.mk
include tests/conformance/rules.mk
include tests/bench/rules.mk
include tests/port/rules.mk
include tests/abi/rules.mk
include tests/proof/rules.mk
include .ci/lint/rules.mk
include docs/rules.mk
include packaging/install.mk
include packaging/rules.mk

SHIPPED_CAPTURE := tests/captures/neoverse-fixed-slots.txt
SHIPPED_RECORDING := tools/examples/tutorial/hot

## demo           two records of a real core, decoded; a recording, and what is slow in it
# The shipped capture, as packets and as records; the shipped recording as perf.data, raw bytes and a report.
demo_tables := findings,functions
demo_step = @echo '$$ $(1)' && $(1)
demo: $(PROGRAMS)
	@echo '# Two records of a Neoverse core: their packets, then a line for each record'
	$(call demo_step,$(BUILD)/spe-asm -o $(BUILD)/two.spe $(SHIPPED_CAPTURE))
	$(call demo_step,$(BUILD)/spe-dump $(BUILD)/two.spe)
	$(call demo_step,$(BUILD)/spe-dump --records $(BUILD)/two.spe)
	@echo '# A recording of $(SHIPPED_RECORDING).c by spe-record: its raw bytes, then what costs most'
	$(call demo_step,gzip -dc $(SHIPPED_RECORDING).data.gz >$(BUILD)/demo.data)
	$(call demo_step,$(BUILD)/spe-dump --packets $(BUILD)/demo.data | $(BUILD)/spe-asm -o $(BUILD)/demo.spe -)
	$(call demo_step,$(BUILD)/spe-stat --perf-map=$(SHIPPED_RECORDING).names --table=$(demo_tables) $(BUILD)/demo.data)

## clean          removes what was built
clean:
	$(call say,RM,$(BUILD))rm -rf $(BUILD)

-include $(STATIC_OBJECTS:.o=.d) $(SHARED_OBJECTS:.o=.d)
