# make check: the unit tests (C, tests/unit), tests of the programs' parts (C, tests/tools, for this machine only) and the
# tests of everything around the library (shell, tests/*.sh), all speaking TAP, run by prove(1) of Debian's package perl.

UNIT_SOURCES := $(wildcard tests/unit/test_*.c)
UNIT_TESTS := $(UNIT_SOURCES:tests/unit/%.c=$(BUILD)/tests/%)
TOOL_SOURCES := $(wildcard tests/tools/test_*.c)
# The programs' parts, all but what has a main(): of the archive a test takes what it needs.
TOOL_PARTS := $(filter-out $(PROGRAM_NAMES),$(patsubst tools/%.c,%,$(wildcard tools/*.c)))
TOOL_TESTS := $(TOOL_SOURCES:tests/tools/%.c=$(BUILD)/tests/%)
SHELL_TESTS := $(wildcard tests/test_*.sh)
PROVE ?= prove

$(BUILD)/test-objects/%.o: tests/unit/%.c | $(BUILD)/test-objects
	$(CC) $(BASE_FLAGS) -Itests/unit -c $< -o $@

$(BUILD)/test-objects/%.o: tests/tools/%.c | $(BUILD)/test-objects
	$(CC) $(BASE_FLAGS) -Itests/unit -Itools -c $< -o $@

$(BUILD)/tests/parts.a: $(call tool_objects,$(TOOL_PARTS)) | $(BUILD)/tests
	rm -f $@
	$(AR) rcs $@ $^

$(TOOL_TESTS): $(BUILD)/tests/%: $(BUILD)/test-objects/%.o $(BUILD)/tests/parts.a $(STATIC) | $(BUILD)/tests
	$(CC) $(CFLAGS) $^ $(LDFLAGS) -pthread -o $@

$(BUILD)/tests/%: $(BUILD)/test-objects/%.o $(STATIC) | $(BUILD)/tests
	$(CC) $(CFLAGS) $< $(STATIC) $(LDFLAGS) -o $@

.SECONDARY: $(UNIT_SOURCES:tests/unit/%.c=$(BUILD)/test-objects/%.o) $(TOOL_SOURCES:tests/tools/%.c=$(BUILD)/test-objects/%.o)

$(BUILD)/tests $(BUILD)/test-objects:
	mkdir -p $@

.PHONY: unit-tests tool-tests
unit-tests: $(UNIT_TESTS)
tool-tests: $(TOOL_TESTS)

check: all unit-tests tool-tests $(FUZZ_TARGETS:%=$(BUILD)/fuzz/replay_%) fuzz-seeds
	$(PROVE) --exec '' $(UNIT_TESTS) $(TOOL_TESTS) $(SHELL_TESTS)

# Programs of others on libspe: perf, debuggers, bare metal, the services that fuzz. They need much that make check does
# not: each script says what.
.PHONY: check-clients
check-clients: all qemu
	$(PROVE) --exec '' $(wildcard tests/clients/*.sh)

# Which lines and branches of src/ the unit tests reach: all lines, 98 % of branches, and of packets, records and tables
# every branch but those that tests/coverage/unreachable explains; or it fails.
# needs: gcovr
.PHONY: coverage mutants
coverage:
	$(MAKE) BUILD=$(BUILD)/coverage CFLAGS='-O0 --coverage' LDFLAGS=--coverage unit-tests
	find $(BUILD)/coverage -name '*.gcda' -delete
	$(PROVE) --exec '' $(UNIT_TESTS:$(BUILD)/%=$(BUILD)/coverage/%)
	gcovr --root . --object-directory $(BUILD)/coverage --filter src/ --json $(BUILD)/coverage/all.json
	gcovr --root . --add-tracefile $(BUILD)/coverage/all.json --branches
	tests/coverage/check $(BUILD)/coverage/all.json
	gcovr --root . --add-tracefile $(BUILD)/coverage/all.json --fail-under-line 100 --fail-under-branch 98 \
		--print-summary --output $(BUILD)/coverage/lines.txt

# Do the tests see small faults in src/ and tools/? Nine minutes on two cores.
mutants:
	tests/mutants/run

-include $(UNIT_SOURCES:tests/unit/%.c=$(BUILD)/test-objects/%.d) $(TOOL_SOURCES:tests/tools/%.c=$(BUILD)/test-objects/%.d)
