# Fuzzing. make fuzz builds the targets with libFuzzer; make fuzz-run SECONDS=n runs each for n seconds; make fuzz-msan the
# same under memory sanitizer; make fuzz-replay runs the seeds and the regressions without libFuzzer, as make check does.
# needs: clang libclang-rt-14-dev

FUZZ_TARGETS := packet stream record asm perf meaning unit
FUZZ_DIR := $(BUILD)/fuzz
FUZZ_CC ?= clang
FUZZ_FLAGS := -std=c11 -D_GNU_SOURCE -g -O1 $(WARNINGS) -Werror -Iinclude
FUZZ_SANITIZERS := -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all
SECONDS ?= 60

# The library is built anew for each: instrumented.
fuzz_sources = fuzz/fuzz_$(1).c fuzz/fuzz.c tools/asm_parse.c $(SOURCES)

.PHONY: fuzz fuzz-run fuzz-msan fuzz-replay fuzz-seeds
fuzz: $(FUZZ_TARGETS:%=$(FUZZ_DIR)/fuzz_%)

$(FUZZ_DIR)/fuzz_%: fuzz/fuzz_%.c fuzz/fuzz.c fuzz/fuzz.h tools/asm_parse.c $(SOURCES) $(INTERNAL_HEADERS) | $(FUZZ_DIR)
	$(FUZZ_CC) $(FUZZ_FLAGS) $(FUZZ_SANITIZERS) $(call fuzz_sources,$*) -o $@

$(FUZZ_DIR)/msan_%: fuzz/fuzz_%.c fuzz/fuzz.c fuzz/fuzz.h tools/asm_parse.c $(SOURCES) $(INTERNAL_HEADERS) | $(FUZZ_DIR)
	$(FUZZ_CC) $(FUZZ_FLAGS) -fsanitize=fuzzer,memory -fno-sanitize-recover=all $(call fuzz_sources,$*) -o $@

$(FUZZ_DIR)/replay_%: fuzz/fuzz_%.c fuzz/replay.c fuzz/fuzz.c fuzz/fuzz.h tools/asm_parse.c $(STATIC) | $(FUZZ_DIR)
	$(CC) -D_GNU_SOURCE $(BASE_FLAGS) fuzz/fuzz_$*.c fuzz/replay.c fuzz/fuzz.c tools/asm_parse.c $(STATIC) \
		$(LDFLAGS) -o $@

$(FUZZ_DIR)/make_seeds: fuzz/make_seeds.c $(STATIC) | $(FUZZ_DIR)
	$(CC) -D_GNU_SOURCE $(BASE_FLAGS) $< $(STATIC) $(LDFLAGS) -o $@

$(FUZZ_DIR)/seeds/spe.dict: $(FUZZ_DIR)/make_seeds $(BUILD)/spe-asm $(wildcard tests/captures/*.txt)
	rm -rf $(FUZZ_DIR)/seeds $(FUZZ_DIR)/captures
	mkdir -p $(FUZZ_DIR)/captures
	for f in tests/captures/*.txt; do $(BUILD)/spe-asm -o $(FUZZ_DIR)/captures/$$(basename $$f .txt) $$f || exit 1; done
	$(FUZZ_DIR)/make_seeds $(FUZZ_DIR)/seeds $(FUZZ_DIR)/captures/*
	mkdir -p $(FUZZ_DIR)/seeds/perf
	for kind in v1 v2 v1-big v2-big v1-pipe v2-big-pipe v2-zip v2-big-pipe-tracing v1-unfinished; do \
		{ printf '\0'; tests/perfmake $$kind $(FUZZ_DIR)/captures/*; } > $(FUZZ_DIR)/seeds/perf/$$kind || exit 1; done

fuzz-seeds: $(FUZZ_DIR)/seeds/spe.dict

fuzz-run: fuzz fuzz-seeds
	fuzz/run $(FUZZ_DIR) fuzz $(SECONDS) $(FUZZ_TARGETS)

fuzz-msan: $(FUZZ_TARGETS:%=$(FUZZ_DIR)/msan_%) fuzz-seeds
	fuzz/run $(FUZZ_DIR) msan $(SECONDS) $(FUZZ_TARGETS)

fuzz-replay: $(FUZZ_TARGETS:%=$(FUZZ_DIR)/replay_%) fuzz-seeds
	for t in $(FUZZ_TARGETS); do $(FUZZ_DIR)/replay_$$t $(FUZZ_DIR)/seeds/$$t fuzz/regressions/$$t || exit 1; done

$(FUZZ_DIR):
	mkdir -p $@

.SECONDARY: $(FUZZ_DIR)/make_seeds
