# SPDX-License-Identifier: MIT
# The fuzz target of the programs, with the part of spe-asm that it calls. make_seeds of libspe writes its seeds.

TOOLS_FUZZ_TARGETS := asm

$(BUILD)/fuzz/fuzz_asm: $(patsubst %,$(BUILD)/fuzz/objects/%.o,$(TOOLS)tests/fuzz/fuzz_asm $(TOOLS)asm/asm_parse \
		$(SOURCES:.c=) fuzz/fuzz)
	$(call say,LD)$(FUZZ_CC) $(FUZZ_SANITIZERS) $^ -o $@

$(BUILD)/fuzz/msan_asm: $(patsubst %,$(BUILD)/fuzz/msan-objects/%.o,$(TOOLS)tests/fuzz/fuzz_asm $(TOOLS)asm/asm_parse \
		$(SOURCES:.c=) fuzz/fuzz)
	$(call say,LD)$(FUZZ_CC) $(FUZZ_MSAN) $^ -o $@

$(BUILD)/fuzz/replay_asm: $(patsubst %,$(BUILD)/fuzz/plain/%.o,$(TOOLS)tests/fuzz/fuzz_asm fuzz/replay fuzz/fuzz) \
		$(BUILD)/tools/asm/asm_parse.o $(STATIC)
	$(call say,LD)$(CC) $(CFLAGS) $^ $(LDFLAGS) -o $@
