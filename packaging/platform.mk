# SPDX-License-Identifier: MIT
# The differences between the systems that CC builds for: names, and how shared libraries and programs are linked. `cc
# -dumpmachine` gives the system. tests/test_platforms.sh and tests/port/run check all of it.

MACHINE := $(shell $(CC) -dumpmachine)
comma := ,
# Variables that differ between systems, whatever the environment has.
EXE :=
PIC :=
IMPORT :=
SHARED_LINKS :=
PLATFORM := posix
PLATFORM_FLAGS :=
PROGRAM_FLAGS :=
LINK_SHARED = -L$(BUILD) -lspe
# From an empty source in assembler: from C, a compiler with coverage enabled would leave a file.
linker_takes = $(shell $(CC) $(LDFLAGS) -shared $(1) -x assembler /dev/null -o /dev/null 2>/dev/null && echo '$(1)')

ifneq ($(findstring mingw,$(MACHINE))$(findstring windows-gnu,$(MACHINE)),)
# Windows: a DLL next to the programs, and an import library for programs that link it. __declspec declares what is
# exported. printf() is standard C's, not that of Microsoft's C library. Programs start at wmain() and need only the
# DLLs of Windows, and that of libspe if they are linked with it.
EXE := .exe
SHARED_NAME := libspe-$(MAJOR).dll
IMPORT := libspe.dll.a
SHARED_FLAGS = -shared -static-libgcc -Wl,--out-implib,$(BUILD)/$(IMPORT)
PLATFORM := windows
PLATFORM_FLAGS := -D__USE_MINGW_ANSI_STDIO=1
PROGRAM_FLAGS := -municode -static
LINK_SHARED = $(BUILD)/$(IMPORT)
else ifneq ($(findstring apple,$(MACHINE))$(findstring darwin,$(MACHINE)),)
# macOS: the library has its installed path, which programs record.
PIC := -fPIC
SHARED_NAME := libspe.$(VERSION).dylib
SHARED_LINKS := libspe.$(MAJOR).dylib libspe.dylib
SHARED_FLAGS = -dynamiclib -install_name '$(LIBDIR)/libspe.$(MAJOR).dylib' -compatibility_version $(MAJOR) \
	-current_version $(VERSION)
else
# ELF: Linux, the BSDs, and others. Options that only GNU's linker and lld have are used if the linker accepts them.
PIC := -fPIC
SHARED_NAME := libspe.so.$(VERSION)
SHARED_LINKS := libspe.so.$(MAJOR) libspe.so
SONAME := libspe.so.$(MAJOR)
SHARED_FLAGS = -shared -Wl,-soname,$(SONAME) $(ELF_FLAGS)
ELF_FLAGS := $(call linker_takes,-Wl$(comma)--version-script$(comma)src/libspe.map) \
	$(call linker_takes,-Wl$(comma)--no-undefined)
endif
