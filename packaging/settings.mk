# SPDX-License-Identifier: MIT
# What all makefiles share: the compiler, folders, flags, and how commands are shown. The makefile that includes this
# file sets TOP (the path of the tree's top, with a slash, or nothing) and INCLUDES (where the headers are).

CC ?= cc
AR ?= ar
CFLAGS ?= -O2 -g
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man
DOCDIR ?= $(DATADIR)/doc/libspe
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

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
BASE_FLAGS = -std=c11 $(WARNINGS) -MMD -MP $(INCLUDES) $(PLATFORM_FLAGS) $(CPPFLAGS) $(CFLAGS)
# For programs that link the static libraries: on Windows they would otherwise expect the functions of a DLL.
# CLIENT_CFLAGS: how all but the libraries is compiled; .ci/run saves time with it.
CLIENT_FLAGS = $(BASE_FLAGS) -DSPE_STATIC $(CLIENT_CFLAGS)
# gcc compiles the tests with -O1 in two thirds of the time that it takes with -O2.
TEST_CFLAGS := -O1

include $(TOP)packaging/platform.mk

# A version, whose one source is a header: $(call version_of,HEADER,SPE_VERSION); its first number.
version_of = $(shell sed -n 's/^.define $(2)_STRING "\(.*\)"/\1/p' $(1))
major_of = $(firstword $(subst ., ,$(1)))

# Everything that determines how files are compiled and linked. Objects depend on it: other flags make other objects.
USED_FLAGS = $(CC) $(AR) $(BASE_FLAGS) $(CLIENT_CFLAGS) $(TEST_CFLAGS) $(LDFLAGS) $(TOOLS_LINK)
$(BUILD)/flags: FORCE | $(BUILD)
	@echo '$(subst ','\'',$(USED_FLAGS))' | cmp -s - $@ || echo '$(subst ','\'',$(USED_FLAGS))' > $@

$(BUILD):
	$Qmkdir -p $@

# A folder's name for sed's s|...|...|: as the replacement, and as the pattern.
sed_text = $(subst |,\|,$(subst &,\&,$(subst \,\\,$(1))))
sed_pattern = $(subst |,\|,$(subst [,\[,$(subst *,\*,$(subst .,\.,$(subst \,\\,$(1))))))

# Writes a package's .pc file from its template: $(call fill_package,VERSION). It depends on the folders, not only on a
# file: a new PREFIX makes a new file. pkg-config wants blanks escaped.
fill_package = sed -e 's|@PREFIX@|$(call sed_text,$(PREFIX))|' -e 's|@LIBDIR@|$(call sed_text,$(LIBDIR))|' \
	-e 's|@INCLUDEDIR@|$(call sed_text,$(INCLUDEDIR))|' -e 's|@VERSION@|$(1)|' \
	-e '/^[a-z]*dir=/s|=$(call sed_pattern,$(PREFIX))/|=$${prefix}/|' -e '/^[a-z]*=/s| |\\ |g' $< >$@

# The same for a file of CMake's package: $(call fill_cmake,NAME,MAJOR,VERSION,what it finds first,libspe:: if it is linked with that).
fill_cmake = sed -e 's|@NAME@|$(1)|g' -e 's|@MAJOR@|$(2)|' -e 's|@VERSION@|$(3)|' -e 's|@FIND@|$(4)|' \
	-e 's|@LINK_STATIC@|$(addsuffix static,$(5))|' \
	-e 's|@LINK_SHARED@|$(addsuffix shared,$(5))|' \
	-e 's|@LIBDIR@|$(call sed_text,$(LIBDIR))|' -e 's|@INCLUDEDIR@|$(call sed_text,$(INCLUDEDIR))|' \
	-e "s|@POINTER@|$$(echo __SIZEOF_POINTER__ | $(CC) $(CFLAGS) -E -P -)|" $< >$@

# Where things are installed. PREFIX, the other folders and DESTDIR may have blanks.
lib := "$(DESTDIR)$(LIBDIR)"
bin := "$(DESTDIR)$(BINDIR)"
remove = ! cd $(1) 2>/dev/null || rm -f $(2) # FOLDER,FILES

.PHONY: FORCE
FORCE:
