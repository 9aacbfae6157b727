# Teaching examples: built and run by the tests, not installed. One lesson a program.

EXAMPLE_NAMES := $(basename $(notdir $(wildcard examples/*.c)))
EXAMPLES := $(EXAMPLE_NAMES:%=$(BUILD)/examples/%)

examples: $(EXAMPLES)

$(EXAMPLES): %: %.o $(STATIC)
	$(CC) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) $(STATIC) -pthread -o $@

$(BUILD)/examples/%.o: examples/%.c
	@mkdir -p $(@D)
	$(CC) $(BASE_FLAGS) -c $< -o $@

.SECONDARY: $(EXAMPLES:=.o)
-include $(wildcard $(BUILD)/examples/*.d)
