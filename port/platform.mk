# What differs between the systems that CC builds for: names, and how a shared library is linked. `cc -dumpmachine` tells.

MACHINE := $(shell $(CC) -dumpmachine)
comma := ,
linker_takes = $(shell echo 'int x;' | $(CC) -shared $(1) -x c - -o /dev/null 2>/dev/null && echo '$(1)')

ifneq ($(findstring mingw,$(MACHINE)),)
# Windows: a DLL beside the programs, and an import library for who links it. __declspec says what is exported.
EXE := .exe
SHARED_NAME := libspe-$(MAJOR).dll
IMPORT := libspe.dll.a
SHARED_FLAGS = -shared -Wl,--out-implib,$(BUILD)/$(IMPORT)
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
