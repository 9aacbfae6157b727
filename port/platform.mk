# SPDX-License-Identifier: MIT
# What differs between the systems that CC builds for: names, how a shared library is linked, how a program is. `cc
# -dumpmachine` tells. tests/test_platforms.sh and port/run hold all of it.

MACHINE := $(shell $(CC) -dumpmachine)
comma := ,
# Those that are not the same everywhere, whatever the environment has.
EXE :=
PIC :=
IMPORT :=
SHARED_LINKS :=
PLATFORM := posix
PLATFORM_FLAGS :=
PROGRAM_FLAGS :=
LINK_SHARED = -L$(BUILD) -lspe
linker_takes = $(shell echo 'int x;' | $(CC) $(LDFLAGS) -shared $(1) -x c - -o /dev/null 2>/dev/null && echo '$(1)')

ifneq ($(findstring mingw,$(MACHINE))$(findstring windows-gnu,$(MACHINE)),)
# Windows: a DLL beside the programs, and an import library for who links it. __declspec says what is exported. printf()
# is C's, not that of Microsoft's C library; programs start at wmain() and need no DLL but Windows' own, and libspe's if
# that is wanted.
EXE := .exe
SHARED_NAME := libspe-$(MAJOR).dll
IMPORT := libspe.dll.a
SHARED_FLAGS = -shared -static-libgcc -Wl,--out-implib,$(BUILD)/$(IMPORT)
PLATFORM := windows
PLATFORM_FLAGS := -D__USE_MINGW_ANSI_STDIO=1
PROGRAM_FLAGS := -municode -static
LINK_SHARED = $(BUILD)/$(IMPORT)
else ifneq ($(findstring apple,$(MACHINE))$(findstring darwin,$(MACHINE)),)
# macOS: programs remember where the library says that it is installed.
PIC := -fPIC
SHARED_NAME := libspe.$(VERSION).dylib
SHARED_LINKS := libspe.$(MAJOR).dylib libspe.dylib
SHARED_FLAGS = -dynamiclib -install_name '$(LIBDIR)/libspe.$(MAJOR).dylib' -compatibility_version $(MAJOR) \
	-current_version $(VERSION)
else
# ELF: Linux, the BSDs, and others. What GNU's linker and lld have beyond others is taken where it is there.
PIC := -fPIC
SHARED_NAME := libspe.so.$(VERSION)
SHARED_LINKS := libspe.so.$(MAJOR) libspe.so
SONAME := libspe.so.$(MAJOR)
SHARED_FLAGS = -shared -Wl,-soname,$(SONAME) $(ELF_FLAGS)
ELF_FLAGS := $(call linker_takes,-Wl$(comma)--version-script$(comma)src/libspe.map) \
	$(call linker_takes,-Wl$(comma)--no-undefined)
endif
