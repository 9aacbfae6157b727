# SPDX-License-Identifier: MIT
# Other targets, bare metal, the single-file form: each target's script says what it needs.

PORT_TARGETS := gcc clang plain musl aarch64 s390x i686 arm mingw

## port           the unit tests on other targets; port-NAME: one of them
## freestanding   bare metal: what is needed from outside, sizes, stack
## amalgamation   the single file: libspe.h and libspe.c
.PHONY: port freestanding amalgamation $(PORT_TARGETS:%=port-%) port-amalgamation port-windows port-systems
# What takes longest first: it would be alone at the end.
port: port-windows $(PORT_TARGETS:%=port-%) port-amalgamation port-systems

$(PORT_TARGETS:%=port-%): port-%:
	BUILD=$(BUILD) port/run $*

# Around the library: programs, DLL, installation. After its unit tests, which build the same library.
port-windows: port-mingw tools examples
	BUILD=$(BUILD) port/windows

# For systems that cannot be run here: compiled, linked, symbols compared with those of this one.
port-systems: shared tools
	BUILD=$(BUILD) port/systems

freestanding: amalgamation
	BUILD=$(BUILD) port/freestanding

# libspe.h and libspe.c: all of the library in two files that firmware can drop in.
amalgamation: $(BUILD)/amalgamation/libspe.c

$(BUILD)/amalgamation/libspe.c: port/amalgamate $(SOURCES) $(INTERNAL_HEADERS) $(HEADERS) LICENSE
	port/amalgamate $(BUILD)/amalgamation

port-amalgamation: amalgamation
	BUILD=$(BUILD) port/run amalgamation
