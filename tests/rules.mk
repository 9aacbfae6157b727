# make check: the unit tests (C, tests/unit) and the tests of everything around the library (shell, tests/*.sh), all
# speaking TAP, run by prove(1) of Debian's package perl.

UNIT_SOURCES := $(wildcard tests/unit/test_*.c)
UNIT_TESTS := $(UNIT_SOURCES:tests/unit/%.c=$(BUILD)/tests/%)
SHELL_TESTS := $(wildcard tests/test_*.sh)
PROVE ?= prove

$(BUILD)/tests/%: tests/unit/%.c tests/unit/tap.h $(STATIC) | $(BUILD)/tests
	$(CC) $(BASE_FLAGS) -Isrc -Itests/unit $< $(STATIC) $(LDFLAGS) -o $@

$(BUILD)/tests:
	mkdir -p $@

.PHONY: unit-tests
unit-tests: $(UNIT_TESTS)

check: all unit-tests
	$(PROVE) --exec '' $(UNIT_TESTS) $(SHELL_TESTS)

-include $(UNIT_TESTS:=.d)
