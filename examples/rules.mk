# SPDX-License-Identifier: MIT
# Teaching examples: built and run by the tests, not installed. One lesson a program.

# live reads the ring buffers of a Linux perf event (ring/), which other systems lack.
LINUX_EXAMPLES := live
EXAMPLE_NAMES := $(basename $(notdir $(wildcard examples/*.c)))
ifeq ($(findstring linux,$(MACHINE)),)
EXAMPLE_NAMES := $(filter-out $(LINUX_EXAMPLES),$(EXAMPLE_NAMES))
endif
EXAMPLES := $(EXAMPLE_NAMES:%=$(BUILD)/examples/%$(EXE))

## examples       the lessons
examples: $(EXAMPLES) $(LAB_EXAMPLES)

$(EXAMPLES): %$(EXE): %.o $(STATIC)
	$(call say,LD)$(CC) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) $(STATIC) -pthread -o $@

$(LINUX_EXAMPLES:%=$(BUILD)/examples/%): $(BUILD)/examples/ring/ring.o $(BUILD)/examples/ring/open.o

$(BUILD)/examples/%.o: examples/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(CLIENT_FLAGS) -c $< -o $@

.SECONDARY: $(EXAMPLE_NAMES:%=$(BUILD)/examples/%.o)
-include $(wildcard $(BUILD)/examples/*.d $(BUILD)/examples/ring/*.d)
