# SPDX-License-Identifier: MIT
# The differences between the systems that CC builds for: names, and how shared libraries and programs are linked. `cc
# -dumpmachine` gives the system. tests/port/run checks all of it.

MACHINE := $(shell $(CC) -dumpmachine)
comma := ,
# Variables that differ between systems, whatever the environment has.
EXE :=
PIC :=
shared_links :=
import_name :=
PLATFORM := posix
PLATFORM_FLAGS :=
PROGRAM_FLAGS :=
LINK_SHARED = -L$(BUILD) -lspe
LINK_LAB_SHARED = -L$(BUILD) -lspe-lab
# A shared library's file, the links to it, and how it is linked: $(call shared_name,libspe,MAJOR,VERSION), and for the
# flags the map of its symbols' versions in addition.
# From an empty source in assembler: from C, a compiler with coverage enabled would leave a file.
linker_takes = $(shell $(CC) $(LDFLAGS) -shared $(1) -x assembler /dev/null -o /dev/null 2>/dev/null && echo '$(1)')

ifneq ($(findstring mingw,$(MACHINE))$(findstring windows-gnu,$(MACHINE)),)
# Windows: a DLL next to the programs, and an import library for programs that link it. __declspec declares what is
# exported. printf() is standard C's, not that of Microsoft's C library. Programs start at wmain() and need only the
# DLLs of Windows, and that of libspe if they are linked with it.
EXE := .exe
shared_name = $(1)-$(2).dll
import_name = $(1).dll.a
shared_flags = -shared -static-libgcc -Wl,--out-implib,$(BUILD)/$(1).dll.a
PLATFORM := windows
PLATFORM_FLAGS := -D__USE_MINGW_ANSI_STDIO=1
PROGRAM_FLAGS := -municode -static
LINK_SHARED = $(BUILD)/libspe.dll.a
LINK_LAB_SHARED = $(BUILD)/libspe-lab.dll.a
else ifneq ($(findstring apple,$(MACHINE))$(findstring darwin,$(MACHINE)),)
# macOS: the library has its installed path, which programs record.
PIC := -fPIC
shared_name = $(1).$(3).dylib
shared_links = $(1).$(2).dylib $(1).dylib
shared_flags = -dynamiclib -install_name '$(LIBDIR)/$(1).$(2).dylib' -compatibility_version $(2) -current_version $(3)
else
# ELF: Linux, the BSDs, and others. Options that only GNU's linker and lld have are used if the linker accepts them.
PIC := -fPIC
shared_name = $(1).so.$(3)
shared_links = $(1).so.$(2) $(1).so
shared_flags = -shared -Wl,-soname,$(1).so.$(2) $(if $(TAKES_MAP),\
	-Wl$(comma)--version-script$(comma)$(4)) $(NO_UNDEFINED)
TAKES_MAP := $(call linker_takes,-Wl$(comma)--version-script$(comma)$(TOP)src/libspe.map)
NO_UNDEFINED := $(call linker_takes,-Wl$(comma)--no-undefined)
endif
