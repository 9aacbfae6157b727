# SPDX-License-Identifier: MIT
# Tests of the programs: of their parts, in C, and what make check leaves out. tests/rules.mk has make check. They
# depend on KIT_NEEDS and are linked with KIT_LIBRARIES.

# One of them needs folders as POSIX has them.
TOOL_SOURCES := $(filter-out $(if $(EXE),$(TOOLS)tests/parts/test_perf_dir.c),$(wildcard $(TOOLS)tests/parts/test_*.c))
TOOL_TESTS := $(TOOL_SOURCES:$(TOOLS)tests/parts/%.c=$(BUILD)/tests/%$(EXE))

$(BUILD)/test-objects/%.o: $(TOOLS)tests/parts/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(TOOLS_FLAGS) -O1 -I$(TOP)tests/unit -I$(TOOLS). -include $(TOOLS)tests/parts/program.h \
		-c $< -o $@

$(TOOL_TESTS): $(BUILD)/tests/%$(EXE): $(BUILD)/test-objects/%.o $(TOOL_ARCHIVE) $(KIT_NEEDS)
	@mkdir -p $(@D)
	$(call say,LD)$(CC) $(CFLAGS) $< $(TOOL_ARCHIVE) $(KIT_LIBRARIES) $(LDFLAGS) -pthread $(LIBDW_LIBS_USED) \
		$(ZSTD_LIBS) $(ZLIB_LIBS) $(CAPSTONE_LIBS) -o $@

# Programs that make the input of the shell tests.
TOOL_KIT := $(patsubst %,$(BUILD)/kit/%,make_perf make_stream columns)
$(BUILD)/kit/make_perf: $(TOOLS)tests/pgo/make_perf.c
$(BUILD)/kit/make_stream: $(TOP)tests/client/make_stream.c
$(BUILD)/kit/columns: $(TOP)lab/tests/columns.c
$(TOOL_KIT): $(KIT_NEEDS)
	@mkdir -p $(@D)
	$(call say,LD)$(CC) $(TOOLS_FLAGS) -I$(TOP)tests/unit $(filter %.c,$^) $(KIT_LIBRARIES) -o $@

.PHONY: tool-tests tool-kit
tool-tests: $(TOOL_TESTS)
tool-kit: $(TOOL_KIT)

.SECONDARY: $(TOOL_SOURCES:$(TOOLS)tests/parts/%.c=$(BUILD)/test-objects/%.o)

## check-people   the page of spe-stat in a browser, and tools/docs/tutorial.md
.PHONY: check-people
check-people: all qemu
	$(PROVE) --exec '' $(wildcard $(TOOLS)tests/people/*.sh)

## check-tables   tables of records for engines of others: Arrow, Parquet, CSV, JSON, Python
.PHONY: check-tables
TABLE_TESTS := $(wildcard tools/tests/test_columns.sh tools/tests/test_tables.sh \
	$(patsubst %,tests/clients/%.sh,arrow python) tools/tests/clients/tables.sh)
TABLE_UNIT := $(BUILD)/lab/tests/test_arrow$(EXE)
check-tables: all tool-kit $(TABLE_UNIT)
	$(PROVE) --exec '' $(TABLE_UNIT) $(TABLE_TESTS)

-include $(TOOL_SOURCES:$(TOOLS)tests/parts/%.c=$(BUILD)/test-objects/%.d)
