# SPDX-License-Identifier: MIT
# libspe: "make help" lists the targets. Needs GNU make (BSDmakefile calls it).

CC ?= cc
AR ?= ar
CFLAGS ?= -O2 -g
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man
DOCDIR ?= $(PREFIX)/share/doc/libspe
BINDIR ?= $(PREFIX)/bin
BUILD ?= build

# Prints one line for each file that is made, or with V=1 its commands. make -s and make -n print no such lines. In a
# recipe: $(call say,CC)command, or $Qcommand for a command without its own line.
Q := $(if $(filter 1,$(V)),,@)
quietly := $(filter 1,$(V))$(findstring s,$(firstword -$(MAKEFLAGS)))$(findstring n,$(firstword -$(MAKEFLAGS)))
say = $Q$(if $(quietly),,printf '  %-4s %s\n' $(1) '$(or $(2),$@)';)

ifneq ($(words $(BUILD)),1)
$(error BUILD is one path without blanks, relative or not; PREFIX, DESTDIR and the sources' folder may have blanks)
endif

# The version comes from base.h, and the list of the library's files from src/sources; CMake and Meson read them, too.
version_part = $(shell sed -n 's/^.define SPE_VERSION_$(1) //p' include/libspe/base.h)
MAJOR := $(call version_part,MAJOR)
VERSION := $(MAJOR).$(call version_part,MINOR).$(call version_part,PATCH)
SOURCES := $(shell cat src/sources)
C_HEADERS := $(wildcard include/libspe/*.h)
HEADERS := $(C_HEADERS) $(wildcard include/libspe/*.hpp)
INTERNAL_HEADERS := $(sort $(wildcard src/*/*.h))

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
BASE_FLAGS = -std=c11 $(WARNINGS) -MMD -MP -Iinclude $(PLATFORM_FLAGS) $(CPPFLAGS) $(CFLAGS)
LIB_FLAGS = $(BASE_FLAGS) -DSPE_BUILDING -fvisibility=hidden -ffunction-sections -fdata-sections
# Programs of this tree use provisional headers, too (docs/abi.md).
PROVISIONAL := -DSPE_ALLOW_PROVISIONAL
# For programs that link the static library: on Windows they would otherwise expect the functions of a DLL.
# CLIENT_CFLAGS: how all but the library is compiled; .ci/run saves time with it.
CLIENT_FLAGS = $(BASE_FLAGS) -DSPE_STATIC $(PROVISIONAL) $(CLIENT_CFLAGS)

include packaging/platform.mk

STATIC_OBJECTS := $(SOURCES:src/%.c=$(BUILD)/static/%.o)
SHARED_OBJECTS := $(SOURCES:src/%.c=$(BUILD)/shared/%.o)
STATIC := $(BUILD)/libspe.a
SHARED := $(BUILD)/$(SHARED_NAME)
PKGCONFIG := $(BUILD)/libspe.pc

.PHONY: all help static shared tools examples check demo clean FORCE
## all            the libraries, the programs, the examples
all: static shared tools examples $(PKGCONFIG)
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

# Everything that determines how files are compiled and linked. Objects depend on it: other flags make other objects.
USED_FLAGS = $(CC) $(AR) $(BASE_FLAGS) $(CLIENT_CFLAGS) $(LDFLAGS) $(SHARED_FLAGS) $(TOOLS_LINK)
$(BUILD)/flags: FORCE | $(BUILD)
	@echo '$(subst ','\'',$(USED_FLAGS))' | cmp -s - $@ || echo '$(subst ','\'',$(USED_FLAGS))' > $@

$(BUILD)/static/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(LIB_FLAGS) -DSPE_STATIC -c $< -o $@

$(BUILD)/shared/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(LIB_FLAGS) $(PIC) -c $< -o $@

$(STATIC): $(STATIC_OBJECTS)
	$Qrm -f $@
	$(call say,AR)$(AR) rcs $@ $^

## derived        src/table/derived.* and src/bridge/arrow_words.h, from the rows of tables
# A file that would not change is not written, so that nothing is compiled again.
DERIVED := src/table/derived.h src/table/derived.c src/bridge/arrow_words.h
.PHONY: derived
derived: | $(BUILD)
	$(call say,LD,$(BUILD)/derive)$(CC) -std=c11 $(WARNINGS) -Iinclude src/table/derive/*.c -o $(BUILD)/derive
	$Q$(BUILD)/derive h >$(BUILD)/derived.h
	$Q$(BUILD)/derive c >$(BUILD)/derived.c
	$Q$(BUILD)/derive words >$(BUILD)/arrow_words.h
	$(call say,GEN,$(DERIVED))for file in $(DERIVED); do \
		cmp -s $(BUILD)/$${file##*/} $$file || cp $(BUILD)/$${file##*/} $$file || exit; done

$(SHARED): $(SHARED_OBJECTS) src/libspe.map
	$(call say,LD)$(CC) $(SHARED_FLAGS) $(CFLAGS) $(SHARED_OBJECTS) $(LDFLAGS) -o $@

$(SHARED_LINKS:%=$(BUILD)/%): $(SHARED)
	$(call say,LN)ln -sf $(notdir $<) $@

# A folder's name for sed's s|...|...|: as the replacement, and as the pattern.
sed_text = $(subst |,\|,$(subst &,\&,$(subst \,\\,$(1))))
sed_pattern = $(subst |,\|,$(subst [,\[,$(subst *,\*,$(subst .,\.,$(subst \,\\,$(1))))))

# Depends on the directories, not only on a file: a new PREFIX makes a new file. pkg-config wants blanks escaped.
$(PKGCONFIG): pkgconfig/libspe.pc.in include/libspe/base.h FORCE | $(BUILD)
	$Qsed -e 's|@PREFIX@|$(call sed_text,$(PREFIX))|' -e 's|@LIBDIR@|$(call sed_text,$(LIBDIR))|' \
		-e 's|@INCLUDEDIR@|$(call sed_text,$(INCLUDEDIR))|' -e 's|@VERSION@|$(VERSION)|' \
		-e '/^[a-z]*dir=/s|=$(call sed_pattern,$(PREFIX))/|=$${prefix}/|' -e '/^[a-z]*=/s| |\\ |g' \
		$< > $@

$(BUILD):
	$Qmkdir -p $@

# fuzz comes before tests, which name its targets
include tools/rules.mk
include tools/record/rules.mk
include examples/rules.mk
include examples/perf/rules.mk
include examples/firmware/rules.mk
include tests/clients/bare/rules.mk
include fuzz/rules.mk
include tests/rules.mk
include tests/conformance/rules.mk
include tests/bench/rules.mk
include tests/port/rules.mk
include tests/abi/rules.mk
include tests/proof/rules.mk
include tests/lint/rules.mk
include docs/rules.mk
include packaging/install.mk
include packaging/rules.mk

## clean          removes what was built
clean:
	$(call say,RM,$(BUILD))rm -rf $(BUILD)

FORCE:
-include $(STATIC_OBJECTS:.o=.d) $(SHARED_OBJECTS:.o=.d)
