# libspe: make [all] | static | shared | tools | examples | check | demo | install | uninstall | clean
# Honours CC CFLAGS CPPFLAGS LDFLAGS PREFIX LIBDIR INCLUDEDIR MANDIR BINDIR DESTDIR, BUILD (where everything is built:
# build/), TOOLS_LINK=static or shared.

CC ?= cc
AR ?= ar
CFLAGS ?= -O2 -g
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR ?= $(PREFIX)/share/man
BINDIR ?= $(PREFIX)/bin
BUILD ?= build

# The one source of the version is base.h.
version_part = $(shell sed -n 's/^.define SPE_VERSION_$(1) //p' include/libspe/base.h)
MAJOR := $(call version_part,MAJOR)
VERSION := $(MAJOR).$(call version_part,MINOR).$(call version_part,PATCH)

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
BASE_FLAGS = -std=c11 $(WARNINGS) -MMD -MP -Iinclude $(CPPFLAGS) $(CFLAGS)
LIB_FLAGS = $(BASE_FLAGS) -DSPE_BUILDING -fvisibility=hidden -ffunction-sections -fdata-sections

HEADERS := $(wildcard include/libspe/*.h)
SOURCES := $(sort $(wildcard src/*/*.c))
INTERNAL_HEADERS := $(sort $(wildcard src/*/*.h))
STATIC_OBJECTS := $(SOURCES:src/%.c=$(BUILD)/static/%.o)
SHARED_OBJECTS := $(SOURCES:src/%.c=$(BUILD)/shared/%.o)

STATIC := $(BUILD)/libspe.a
SONAME := libspe.so.$(MAJOR)
SHARED := $(BUILD)/libspe.so.$(VERSION)
PKGCONFIG := $(BUILD)/libspe.pc

.PHONY: all static shared tools examples check demo install uninstall clean FORCE
all: static shared tools examples $(PKGCONFIG)
static: $(STATIC)
shared: $(BUILD)/libspe.so $(BUILD)/$(SONAME)

$(BUILD)/static/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(LIB_FLAGS) -DSPE_STATIC -c $< -o $@

$(BUILD)/shared/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(LIB_FLAGS) -fPIC -c $< -o $@

$(STATIC): $(STATIC_OBJECTS)
	rm -f $@
	$(AR) rcs $@ $^

$(SHARED): $(SHARED_OBJECTS) src/libspe.map
	$(CC) -shared -Wl,-soname,$(SONAME) -Wl,--version-script,src/libspe.map -Wl,--no-undefined \
		$(CFLAGS) $(LDFLAGS) -o $@ $(SHARED_OBJECTS)

$(BUILD)/$(SONAME) $(BUILD)/libspe.so: $(SHARED)
	ln -sf $(notdir $<) $@

# Depends on the directories, not only on a file: a new PREFIX makes a new file.
$(PKGCONFIG): pkgconfig/libspe.pc.in include/libspe/base.h FORCE | $(BUILD)
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' \
		-e 's|@VERSION@|$(VERSION)|' $< > $@

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

MAN1 := $(wildcard docs/man/*.1)
MAN3 := $(wildcard docs/man/*.3)

install: all
	install -d $(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(INCLUDEDIR)/libspe $(DESTDIR)$(BINDIR) \
		$(DESTDIR)$(MANDIR)/man1 $(DESTDIR)$(MANDIR)/man3
	install -m 644 $(HEADERS) $(DESTDIR)$(INCLUDEDIR)/libspe
	install -m 644 $(STATIC) $(DESTDIR)$(LIBDIR)
	install -m 755 $(SHARED) $(DESTDIR)$(LIBDIR)
	ln -sf $(notdir $(SHARED)) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libspe.so
	install -m 644 $(PKGCONFIG) $(DESTDIR)$(LIBDIR)/pkgconfig
	install -m 755 $(PROGRAMS) $(DESTDIR)$(BINDIR)
	install -m 644 $(MAN1) $(DESTDIR)$(MANDIR)/man1
	install -m 644 $(MAN3) $(DESTDIR)$(MANDIR)/man3

uninstall:
	rm -f $(addprefix $(DESTDIR)$(INCLUDEDIR)/libspe/,$(notdir $(HEADERS)))
	rm -f $(addprefix $(DESTDIR)$(LIBDIR)/,libspe.a libspe.so $(SONAME) $(notdir $(SHARED)) pkgconfig/libspe.pc)
	rm -f $(addprefix $(DESTDIR)$(BINDIR)/,$(notdir $(PROGRAMS)))
	rm -f $(addprefix $(DESTDIR)$(MANDIR)/man1/,$(notdir $(MAN1)))
	rm -f $(addprefix $(DESTDIR)$(MANDIR)/man3/,$(notdir $(MAN3)))
	-rmdir $(DESTDIR)$(INCLUDEDIR)/libspe 2>/dev/null

clean:
	rm -rf $(BUILD)

FORCE:
-include $(STATIC_OBJECTS:.o=.d) $(SHARED_OBJECTS:.o=.d)
