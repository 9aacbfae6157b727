# Programs that are installed, and teaching examples that are only built and run by the tests.

PROGRAM_NAMES := spe-dump spe-asm spe2perf
EXAMPLE_NAMES := decode_buffer decode_ring encode_record
PROGRAMS := $(PROGRAM_NAMES:%=$(BUILD)/%)
EXAMPLES := $(EXAMPLE_NAMES:%=$(BUILD)/examples/%)

examples: $(PROGRAMS) $(EXAMPLES)
