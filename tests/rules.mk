# SPDX-License-Identifier: MIT
# make check runs the unit tests (C, tests/unit), tests of the programs' parts (C, tools/tests/parts, for this machine
# only) and tests of everything else (shell, tests/*.sh, tools/tests/*.sh). All print TAP; .ci/prove runs them. They
# take a minute and need small packages only. Longer tests are in landing/ (.ci/run) and more/ (.ci/deep) of both
# folders, or depend on is_all (tests/tap.sh).

UNIT_SOURCES := $(wildcard tests/unit/test_*.c)
UNIT_TESTS := $(UNIT_SOURCES:tests/unit/%.c=$(BUILD)/tests/%$(EXE))
SHELL_TESTS := $(wildcard tests/test_*.sh lab/tests/test_*.sh tools/tests/test_*.sh)
JOBS := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
PROVE ?= .ci/prove

$(BUILD)/test-objects/%.o: tests/unit/%.c $(BUILD)/flags | $(BUILD)/test-objects
	$(call say,CC)$(CC) $(CLIENT_FLAGS) $(TEST_CFLAGS) -Itests/unit -c $< -o $@

$(BUILD)/tests/%$(EXE): $(BUILD)/test-objects/%.o $(STATIC) | $(BUILD)/tests
	$(call say,LD)$(CC) $(CFLAGS) $< $(STATIC) $(LDFLAGS) -o $@

.SECONDARY: $(UNIT_SOURCES:tests/unit/%.c=$(BUILD)/test-objects/%.o)

$(BUILD)/tests $(BUILD)/test-objects:
	$Qmkdir -p $@

.PHONY: unit-tests
unit-tests: $(UNIT_TESTS)

# What users compile, for a compiler's warnings: nothing is linked. The library is compiled by clang for fuzzing.
.PHONY: objects
objects: $(TOOL_PARTS:%.c=$(BUILD)/tools/%.o) $(PROGRAM_NAMES:%=$(BUILD)/tools/%.o) \
	$(EXAMPLE_NAMES:%=$(BUILD)/examples/%.o)

## check          what a newcomer runs: a minute on two cores (.ci/install first)
##                .ci/run [STEP ...]: what must pass before a landing, four minutes (.ci/run --list)
##                .ci/deep [PART ...]: everything else, hours (.ci/deep --list); also make check-all
.PHONY: check check-built check-all
check-built: all unit-tests lab-tests tool-tests tool-kit $(ALL_FUZZ:%=$(BUILD)/fuzz/replay_%) fuzz-seeds

# The longest begin first: these are shell tests, and one of tools.
check:
	@$(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS)) check-built
	$Q$(PROVE) --exec '' $(SHELL_TESTS) $(TOOL_TESTS) $(LAB_TESTS) $(UNIT_TESTS)

## library        the first house alone: libspe.a, libspe.so, libspe.pc
## check-library  its tests, which take half a minute
.PHONY: library check-library library-tests
LIBRARY_TESTS := $(wildcard tests/test_*.sh)
library: static shared $(PKGCONFIG)

library-tests: library unit-tests $(EXAMPLES) $(FUZZ_TARGETS:%=$(BUILD)/fuzz/replay_%) $(FUZZ_DIR)/seeds/spe.dict
	$Qcp $(FUZZ_DIR)/seeds/spe.dict $(FUZZ_DIR)/spe.dict

check-library: export FUZZ_LIST := fuzz-targets-library
check-library:
	@$(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS)) library-tests
	$Q$(PROVE) --exec '' $(LIBRARY_TESTS) $(UNIT_TESTS)

check-all:
	.ci/deep

## check-units    the unit tests alone; check-inputs: with all their inputs
.PHONY: check-units check-inputs
check-units: unit-tests lab-tests tool-tests
	$(PROVE) --exec '' $(UNIT_TESTS) $(LAB_TESTS) $(TOOL_TESTS)

check-inputs:
	$(MAKE) BUILD=$(BUILD)/inputs CLIENT_CFLAGS='-DCHECK_STREAMS=100000u -DCHECK_STEP=1' unit-tests lab-tests
	$(PROVE) --exec '' $(patsubst $(BUILD)/%,$(BUILD)/inputs/%,$(UNIT_TESTS) $(LAB_TESTS))

## check-landing  the tests of .ci/run that make check leaves out; check-more: those of .ci/deep
.PHONY: check-landing check-more
# Tests that run make do not look for the same libraries again.
check check-landing check-more: export LIBDW := $(LIBDW)
check check-landing check-more: export ZSTD := $(ZSTD)
check check-landing check-more: export ZLIB := $(ZLIB)
check check-landing check-more: export CAPSTONE := $(CAPSTONE)
check-landing check-more: check-%: check-built
	$(PROVE) --exec '' $(wildcard tests/$*/test_*.sh tools/tests/$*/test_*.sh)

## check-sanitized  the unit tests, with the address and undefined-behaviour sanitizers
# -g1, lines without variables, whose places take gcc half a minute for src/fast/many_layouts.c alone. No -Werror: with
# sanitizers gcc warns of conversions that are none.
.PHONY: check-sanitized
check-sanitized:
	$(MAKE) BUILD=$(BUILD)/sanitized CPPFLAGS= unit-tests lab-tests \
		CFLAGS='-O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all' CLIENT_CFLAGS=
	$(PROVE) --exec '' $(patsubst $(BUILD)/%,$(BUILD)/sanitized/%,$(UNIT_TESTS) $(LAB_TESTS))

## check-clients  programs of others on libspe: perf, pprof, gdb, bare metal, build systems, Debian
##                CLIENTS='perf gdb': these two
# Other projects' programs with libspe: perf, gdb, bare metal, fuzzing services. They need many packages that make
# check does not; each script lists them.
.PHONY: check-clients
# It begins first, because it would run alone at the end.
LONGEST_CLIENT := oss-fuzz
CLIENTS ?= $(notdir $(basename $(wildcard tests/clients/*.sh tools/tests/clients/*.sh)))
client_path = $(if $(wildcard tools/tests/clients/$(1).sh),tools/)tests/clients/$(1).sh
check-clients: all qemu tool-kit
	$(PROVE) --exec '' $(foreach client,$(filter $(LONGEST_CLIENT),$(CLIENTS)) \
		$(filter-out $(LONGEST_CLIENT),$(CLIENTS)),$(call client_path,$(client)))

## check-linux    Linux's driver of SPE on libspe's model of the unit
.PHONY: check-linux
check-linux: all
	$(PROVE) --exec '' lab/tests/linux/check.sh

## check-growth   what Arm could add tomorrow is added in copies: GROWTH=subclass for one kind, 'subclass core' for two
.PHONY: check-growth
check-growth: export GROWTH := $(GROWTH)
check-growth:
	$(PROVE) --exec '' .ci/growth/run

# The lines and branches of src/ that the unit tests reach, and those of lab/src/ that its own tests reach. It fails
# unless these are all lines, 98 % of branches, and for packets, records and tables every branch except those in
# tests/coverage/unreachable. Needs a machine with AVX-512 VBMI, because kernels are measured, too; branches on the
# processor's features are left out, as they go one way on each machine.
# needs: gcovr
## coverage       lines and branches that the unit tests reach
## mutants        do the tests see small faults? SAMPLE=60 SEED=7: as many at random
.PHONY: coverage mutants
coverage:
	$(MAKE) BUILD=$(BUILD)/coverage CFLAGS='-O0 --coverage -DCHECK_STREAMS=10000u -DCHECK_STEP=1 -Werror' TEST_CFLAGS=-O0 \
		LDFLAGS=--coverage unit-tests lab-tests
	find $(BUILD)/coverage -name '*.gcda' -delete
	$(PROVE) --exec '' $(UNIT_TESTS:$(BUILD)/%=$(BUILD)/coverage/%)
	gcovr --root . --object-directory $(BUILD)/coverage --filter src/ --exclude src/base/processor.c \
		--json $(BUILD)/coverage/all.json
	gcovr --root . --add-tracefile $(BUILD)/coverage/all.json --branches
	tests/coverage/check $(BUILD)/coverage/all.json
	gcovr --root . --add-tracefile $(BUILD)/coverage/all.json --fail-under-line 100 --fail-under-branch 98 \
		--print-summary --output $(BUILD)/coverage/lines.txt
	$(PROVE) --exec '' $(LAB_TESTS:$(BUILD)/%=$(BUILD)/coverage/%)
	gcovr --root . --object-directory $(BUILD)/coverage --filter lab/src/ --fail-under-line 100 \
		--fail-under-branch 98 --print-summary --output $(BUILD)/coverage/lab.txt

# Checks that the tests see small faults: each condition of the record decoder, and a sample of src/, lab/src/ and
# tools/, which the tree itself chooses.
SAMPLE ?= 240
SEED ?= $(shell cat src/*/*.c lab/src/*/*.c tools/*/*.c | cksum | cut -d ' ' -f 1)
mutants:
	.ci/mutants/run --random=$(SAMPLE) --seed=$(SEED)

-include $(UNIT_SOURCES:tests/unit/%.c=$(BUILD)/test-objects/%.d)
