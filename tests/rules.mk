# SPDX-License-Identifier: MIT
# make check: the unit tests (C, tests/unit), tests of the programs' parts (C, tests/tools, for this machine only) and
# the tests of everything around the library (shell, tests/*.sh), all speaking TAP, run by prove(1) of Debian's package
# perl.

UNIT_SOURCES := $(wildcard tests/unit/test_*.c)
UNIT_TESTS := $(UNIT_SOURCES:tests/unit/%.c=$(BUILD)/tests/%$(EXE))
TOOL_SOURCES := $(wildcard tests/tools/test_*.c)
TOOL_TESTS := $(TOOL_SOURCES:tests/tools/%.c=$(BUILD)/tests/%$(EXE))
SHELL_TESTS := $(wildcard tests/test_*.sh)
PROVE ?= prove

$(BUILD)/test-objects/%.o: tests/unit/%.c $(BUILD)/flags | $(BUILD)/test-objects
	$(CC) $(CLIENT_FLAGS) -Itests/unit -c $< -o $@

$(BUILD)/test-objects/%.o: tests/tools/%.c $(BUILD)/flags | $(BUILD)/test-objects
	$(CC) $(CLIENT_FLAGS) -Itests/unit -Itools -c $< -o $@

$(TOOL_TESTS): $(BUILD)/tests/%$(EXE): $(BUILD)/test-objects/%.o $(TOOL_ARCHIVE) $(STATIC) | $(BUILD)/tests
	$(CC) $(CFLAGS) $^ $(LDFLAGS) -pthread $(LIBDW_LIBS_USED) $(ZSTD_LIBS) -o $@

$(BUILD)/tests/%$(EXE): $(BUILD)/test-objects/%.o $(STATIC) | $(BUILD)/tests
	$(CC) $(CFLAGS) $< $(STATIC) $(LDFLAGS) -o $@

.SECONDARY: $(UNIT_SOURCES:tests/unit/%.c=$(BUILD)/test-objects/%.o) \
	$(TOOL_SOURCES:tests/tools/%.c=$(BUILD)/test-objects/%.o)

$(BUILD)/tests $(BUILD)/test-objects:
	mkdir -p $@

.PHONY: unit-tests tool-tests
unit-tests: $(UNIT_TESTS)
tool-tests: $(TOOL_TESTS)

## check-units    the unit tests alone
.PHONY: check-units
check-units: unit-tests tool-tests
	$(PROVE) --exec '' $(UNIT_TESTS) $(TOOL_TESTS)

## check          every test on this machine (.ci/install first)
check: all unit-tests tool-tests $(FUZZ_TARGETS:%=$(BUILD)/fuzz/replay_%) fuzz-seeds
	$(PROVE) --exec '' $(UNIT_TESTS) $(TOOL_TESTS) $(SHELL_TESTS)

## check-clients  programs of others on libspe: perf, gdb, LLDB, bare metal, build systems, Debian
# Programs of others on libspe: perf, debuggers, bare metal, the services that fuzz. They need much that make check does
# not: each script says what.
.PHONY: check-clients
# It begins first, or it would be alone at the end.
LONGEST_CLIENT := tests/clients/oss-fuzz.sh
check-clients: all qemu
	$(PROVE) --exec '' $(LONGEST_CLIENT) $(filter-out $(LONGEST_CLIENT),$(wildcard tests/clients/*.sh))

## check-people   the page of spe-stat in a browser, and docs/tutorial.md
.PHONY: check-people
check-people: all qemu
	$(PROVE) --exec '' tests/test_page.sh $(wildcard tests/people/*.sh)

## check-tables   tables of records for engines of others: Arrow, Parquet, CSV, JSON, Python
.PHONY: check-tables
TABLE_TESTS := $(wildcard tests/test_columns.sh tests/test_tables.sh \
	$(patsubst %,tests/clients/%.sh,arrow tables python cluster))
TABLE_UNITS := $(patsubst %,$(BUILD)/tests/test_%$(EXE),arrow parquet record_format)
check-tables: all $(TABLE_UNITS)
	$(PROVE) --exec '' $(TABLE_UNITS) $(TABLE_TESTS)

# Which lines and branches of src/ the unit tests reach: all lines, 98 % of branches, and of packets, records and tables
# every branch but those that tests/coverage/unreachable explains; or it fails. On a machine with AVX-512 VBMI2, as
# kernels are measured, too; what asks for that goes one way on each machine, and is left out.
# needs: gcovr
## coverage       lines and branches that the unit tests reach
## mutants        do the tests see small faults? MUTANTS=1/10: a tenth of them
.PHONY: coverage mutants
coverage:
	$(MAKE) BUILD=$(BUILD)/coverage CFLAGS='-O0 --coverage' LDFLAGS=--coverage unit-tests
	find $(BUILD)/coverage -name '*.gcda' -delete
	$(PROVE) --exec '' $(UNIT_TESTS:$(BUILD)/%=$(BUILD)/coverage/%)
	gcovr --root . --object-directory $(BUILD)/coverage --filter src/ --exclude src/base/processor.c \
		--json $(BUILD)/coverage/all.json
	gcovr --root . --add-tracefile $(BUILD)/coverage/all.json --branches
	tests/coverage/check $(BUILD)/coverage/all.json
	gcovr --root . --add-tracefile $(BUILD)/coverage/all.json --fail-under-line 100 --fail-under-branch 98 \
		--print-summary --output $(BUILD)/coverage/lines.txt

# Do the tests see small faults in src/ and tools/? Nine minutes on two cores.
mutants:
	tests/mutants/run $(MUTANTS:%=--part=%)

-include $(UNIT_SOURCES:tests/unit/%.c=$(BUILD)/test-objects/%.d) \
	$(TOOL_SOURCES:tests/tools/%.c=$(BUILD)/test-objects/%.d)
