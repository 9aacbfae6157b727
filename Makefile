# SPDX-License-Identifier: MIT
# libspe: make help lists what there is to make. GNU make (BSDmakefile hands on to it).

CC ?= cc
AR ?= ar
CFLAGS ?= -O2 -g
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR ?= $(PREFIX)/share/man
DOCDIR ?= $(PREFIX)/share/doc/libspe
BINDIR ?= $(PREFIX)/bin
BUILD ?= build

ifneq ($(words $(BUILD)),1)
$(error BUILD is one path without blanks, relative or not; PREFIX, DESTDIR and the sources' folder may have blanks)
endif

# The one source of the version is base.h; of what the library is made of, src/sources, which CMake and Meson read, too.
version_part = $(shell sed -n 's/^.define SPE_VERSION_$(1) //p' include/libspe/base.h)
MAJOR := $(call version_part,MAJOR)
VERSION := $(MAJOR).$(call version_part,MINOR).$(call version_part,PATCH)
SOURCES := $(shell cat src/sources)
C_HEADERS := $(wildcard include/libspe/*.h)
HEADERS := $(C_HEADERS) include/libspe/spe.hpp
INTERNAL_HEADERS := $(sort $(wildcard src/*/*.h))

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
BASE_FLAGS = -std=c11 $(WARNINGS) -MMD -MP -Iinclude $(PLATFORM_FLAGS) $(CPPFLAGS) $(CFLAGS)
LIB_FLAGS = $(BASE_FLAGS) -DSPE_BUILDING -fvisibility=hidden -ffunction-sections -fdata-sections
# What is linked with the static library: on Windows, its functions are then looked for there and not in a DLL.
CLIENT_FLAGS = $(BASE_FLAGS) -DSPE_STATIC

include port/platform.mk

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
	@sed -n 's/^## /  /p' $(MAKEFILE_LIST)
	@echo 'Variables: CC AR CFLAGS CPPFLAGS LDFLAGS; PREFIX LIBDIR INCLUDEDIR BINDIR MANDIR DOCDIR DESTDIR; BUILD (where'
	@echo 'everything is built: $(BUILD)); TOOLS_LINK=static or shared; LIBDW=no, ZSTD=no: programs without elfutils'
	@echo 'and libzstd. Other flags than the last ones build anew: give make install those of make.'

# All that decides how things are compiled and linked. Objects depend on it, so that other flags make other objects.
USED_FLAGS = $(CC) $(AR) $(BASE_FLAGS) $(LDFLAGS) $(SHARED_FLAGS) $(TOOLS_LINK)
$(BUILD)/flags: FORCE | $(BUILD)
	@echo '$(subst ','\'',$(USED_FLAGS))' | cmp -s - $@ || echo '$(subst ','\'',$(USED_FLAGS))' > $@

$(BUILD)/static/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(LIB_FLAGS) -DSPE_STATIC -c $< -o $@

$(BUILD)/shared/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(LIB_FLAGS) $(PIC) -c $< -o $@

$(STATIC): $(STATIC_OBJECTS)
	rm -f $@
	$(AR) rcs $@ $^

$(SHARED): $(SHARED_OBJECTS) src/libspe.map
	$(CC) $(SHARED_FLAGS) $(CFLAGS) $(SHARED_OBJECTS) $(LDFLAGS) -o $@

$(SHARED_LINKS:%=$(BUILD)/%): $(SHARED)
	ln -sf $(notdir $<) $@

# Depends on the directories, not only on a file: a new PREFIX makes a new file. pkg-config wants blanks escaped.
$(PKGCONFIG): pkgconfig/libspe.pc.in include/libspe/base.h FORCE | $(BUILD)
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' \
		-e 's|@VERSION@|$(VERSION)|' -e '/^[a-z]*dir=/s|=$(PREFIX)/|=$${prefix}/|' -e '/^[a-z]*=/s| |\\ |g' \
		$< > $@

$(BUILD):
	mkdir -p $@

# fuzz before tests, which name its targets
include tools/rules.mk
include examples/rules.mk
include examples/qemu/rules.mk
include examples/perf/rules.mk
include examples/firmware/rules.mk
include tests/clients/bare/rules.mk
include fuzz/rules.mk
include tests/rules.mk
include bench/rules.mk
include port/rules.mk
include abi/rules.mk
include prove/rules.mk
include tests/lint/rules.mk
include docs/rules.mk
include packaging/install.mk
include packaging/rules.mk

## clean          removes what was built
clean:
	rm -rf $(BUILD)

FORCE:
-include $(STATIC_OBJECTS:.o=.d) $(SHARED_OBJECTS:.o=.d)
