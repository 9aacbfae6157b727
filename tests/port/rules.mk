# SPDX-License-Identifier: MIT
# Other targets, bare metal, the single-file form. Each script lists the packages that it needs.

PORT_TARGETS := clang plain musl aarch64 s390x i686 arm mingw

## port           the unit tests on other targets; port-NAME: one of them; PORTS='arm musl': these two
## freestanding   bare metal: undefined symbols, sizes, stack; BARE=cortex-m4: of one target
## amalgamation   the single files: libspe.h and libspe.c, libspe-lab.h and libspe-lab.c
.PHONY: port freestanding amalgamation $(PORT_TARGETS:%=port-%) port-amalgamation port-windows port-systems
# The longest first, because it would run alone at the end.
PORTS ?= windows $(PORT_TARGETS) amalgamation systems
port: $(PORTS:%=port-%)

$(PORT_TARGETS:%=port-%): port-%:
	BUILD=$(BUILD) tests/port/run $*

# Programs, DLL and installation. Runs after the unit tests, which build the same library.
port-windows: port-mingw tools examples
	BUILD=$(BUILD) tests/port/windows

# For systems that cannot run here: compiles, links, and compares symbols with those on this system.
port-systems: shared tools
	BUILD=$(BUILD) tests/port/systems

freestanding: amalgamation
	BUILD=$(BUILD) BARE='$(BARE)' tests/port/freestanding

# Each library in two files, for firmware.
amalgamation: $(BUILD)/amalgamation/libspe.c $(BUILD)/amalgamation/libspe-lab.c

$(BUILD)/amalgamation/libspe-lab.c: packaging/amalgamate $(LAB_NAMES:%=$(LAB)src/%.c) $(LAB_HEADERS) \
		$(wildcard $(LAB)src/*/*.h) LICENSE
	$(call say,GEN)packaging/amalgamate $(BUILD)/amalgamation libspe-lab

$(BUILD)/amalgamation/libspe.c: packaging/amalgamate $(SOURCES) $(INTERNAL_HEADERS) $(HEADERS) LICENSE
	$(call say,GEN)packaging/amalgamate $(BUILD)/amalgamation

port-amalgamation: amalgamation
	BUILD=$(BUILD) tests/port/run amalgamation
