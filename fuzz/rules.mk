# SPDX-License-Identifier: MIT
# Fuzzing. make fuzz builds the targets with libFuzzer. make fuzz-check runs each for a
# fixed number of inputs, make fuzz-run SECONDS=n for n seconds; make fuzz-msan
# does so with the memory sanitizer. make fuzz-merge reduces the corpora. make fuzz-replay runs the seeds and the
# regressions without libFuzzer, as make check does. make oss-fuzz-check builds and tests the targets as OSS-Fuzz does.
# needs: clang libclang-rt-14-dev python3

FUZZ_TARGETS := packet stream record filter perf
ALL_FUZZ = $(FUZZ_TARGETS) $(LAB_FUZZ_TARGETS) $(TOOLS_FUZZ_TARGETS)
FUZZ_DIR := $(BUILD)/fuzz
FUZZ_CC ?= clang
FUZZ_FLAGS := -std=c11 -D_GNU_SOURCE -g1 -O1 $(WARNINGS) -Werror -Iinclude $(LAB_INCLUDES) -Ifuzz -Itests/unit -MMD -MP
FUZZ_SANITIZERS := -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all
FUZZ_MSAN := -fsanitize=fuzzer,memory -fno-sanitize-recover=all
SECONDS ?= 60

# The files of every target in addition to its own. The library is built again, with instrumentation, for each
# sanitizer.
FUZZ_PARTS := $(SOURCES) fuzz/fuzz.c

## fuzz fuzz-check fuzz-run fuzz-msan fuzz-merge fuzz-replay
##                libFuzzer targets; RUNS=n inputs from SEED=n each; for SECONDS=n each; with the memory sanitizer;
##                corpora; seeds alone
.PHONY: fuzz fuzz-check fuzz-run fuzz-msan fuzz-merge fuzz-replay fuzz-seeds fuzz-targets fuzz-targets-library \
	oss-fuzz-check
fuzz: $(ALL_FUZZ:%=$(FUZZ_DIR)/fuzz_%)

fuzz-targets fuzz-targets-library: # for scripts
	@echo $(if $(filter %library,$@),$(FUZZ_TARGETS),$(ALL_FUZZ))

$(FUZZ_DIR)/objects/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC)$(FUZZ_CC) $(FUZZ_FLAGS) $(FUZZ_SANITIZERS) -c $< -o $@

$(FUZZ_DIR)/msan-objects/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC)$(FUZZ_CC) $(FUZZ_FLAGS) $(FUZZ_MSAN) -c $< -o $@

$(FUZZ_TARGETS:%=$(FUZZ_DIR)/fuzz_%): $(FUZZ_DIR)/fuzz_%: $(FUZZ_DIR)/objects/fuzz/fuzz_%.o \
		$(FUZZ_PARTS:%.c=$(FUZZ_DIR)/objects/%.o)
	$(call say,LD)$(FUZZ_CC) $(FUZZ_SANITIZERS) $^ -o $@

$(FUZZ_TARGETS:%=$(FUZZ_DIR)/msan_%): $(FUZZ_DIR)/msan_%: $(FUZZ_DIR)/msan-objects/fuzz/fuzz_%.o \
		$(FUZZ_PARTS:%.c=$(FUZZ_DIR)/msan-objects/%.o)
	$(call say,LD)$(FUZZ_CC) $(FUZZ_MSAN) $^ -o $@

# Without libFuzzer: as the rest of the tree is compiled.
$(FUZZ_DIR)/plain/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) -D_GNU_SOURCE $(CLIENT_FLAGS) $(LAB_INCLUDES) -Ifuzz -Itests/unit -c $< -o $@

REPLAY_PARTS := $(FUZZ_DIR)/plain/fuzz/replay.o $(FUZZ_DIR)/plain/fuzz/fuzz.o
$(FUZZ_TARGETS:%=$(FUZZ_DIR)/replay_%): $(FUZZ_DIR)/replay_%: $(FUZZ_DIR)/plain/fuzz/fuzz_%.o $(REPLAY_PARTS) $(STATIC)
	$(call say,LD)$(CC) $(CFLAGS) $^ $(LDFLAGS) -o $@

$(FUZZ_DIR)/make_seeds: fuzz/make_seeds.c $(STATIC) | $(FUZZ_DIR)
	$(call say,LD)$(CC) -D_GNU_SOURCE $(CLIENT_FLAGS) $< $(STATIC) $(LDFLAGS) -o $@

# Of the first house; the others add theirs (LAB_SEEDS, TOOLS_SEEDS).
$(FUZZ_DIR)/seeds/spe.dict: $(FUZZ_DIR)/make_seeds tests/capture_bytes tests/perf_data.py \
		$(wildcard tests/captures/*.txt)
	$Qrm -rf $(FUZZ_DIR)/seeds $(FUZZ_DIR)/captures
	$Qmkdir -p $(FUZZ_DIR)/captures
	$Qfor f in tests/captures/*.txt; do \
		tests/capture_bytes $$f >$(FUZZ_DIR)/captures/$$(basename $$f .txt) || exit 1; done
	$(call say,GEN,$(FUZZ_DIR)/seeds)$(FUZZ_DIR)/make_seeds $(FUZZ_DIR)/seeds $(FUZZ_DIR)/captures/*
	$Qtests/perf_data.py --to=$(FUZZ_DIR)/seeds/perf \
		v1,v2,v1-big,v2-big,v1-pipe,v2-big-pipe,v2-stored,v2-stored-snapshot,v2-big-pipe-tracing,v1-unfinished \
		$(FUZZ_DIR)/captures/*
	$Qfor f in $(FUZZ_DIR)/seeds/perf/*; do \
		{ case $$f in */v2-stored*) printf @ ;; *) printf '\0' ;; esac; cat $$f; } > $(FUZZ_DIR)/seed && \
			mv $(FUZZ_DIR)/seed $$f || exit 1; done

fuzz-seeds: $(FUZZ_DIR)/spe.dict

$(FUZZ_DIR)/spe.dict: $(FUZZ_DIR)/seeds/spe.dict $(LAB_SEEDS)
	$Qcat $^ >$@

fuzz-run: fuzz fuzz-seeds
	fuzz/run $(FUZZ_DIR) fuzz $(SECONDS) $(ALL_FUZZ)

# The same in each run: a fixed number of inputs from a fixed seed, and no limit in time.
fuzz-check: fuzz fuzz-seeds
	FUZZ_DIR=$(FUZZ_DIR) $(PROVE) --exec fuzz/check $(ALL_FUZZ)

fuzz-msan: $(ALL_FUZZ:%=$(FUZZ_DIR)/msan_%) fuzz-seeds
	fuzz/run $(FUZZ_DIR) msan $(SECONDS) $(ALL_FUZZ)

# CORPUS=FOLDER: also merges FOLDER/TARGET (another machine's corpora).
fuzz-merge: fuzz fuzz-seeds
	fuzz/merge $(FUZZ_DIR) '$(CORPUS)' $(ALL_FUZZ)

fuzz-replay: $(ALL_FUZZ:%=$(FUZZ_DIR)/replay_%) fuzz-seeds
	for t in $(ALL_FUZZ); do $(FUZZ_DIR)/replay_$$t $(FUZZ_DIR)/seeds/$$t $$(fuzz/regressions-of $$t) || exit 1; done

oss-fuzz-check:
	$(PROVE) --exec '' tests/clients/oss-fuzz.sh

$(FUZZ_DIR):
	$Qmkdir -p $@

FUZZ_NAMES := $(FUZZ_TARGETS:%=fuzz/fuzz_%) $(LAB_FUZZ_TARGETS:%=$(LAB)fuzz/fuzz_%) \
	$(TOOLS_FUZZ_TARGETS:%=$(TOOLS)tests/fuzz/fuzz_%)
PLAIN_OBJECTS := $(patsubst %,$(FUZZ_DIR)/plain/%.o,fuzz/replay fuzz/fuzz $(FUZZ_NAMES))
FUZZ_OBJECTS := $(PLAIN_OBJECTS) $(foreach o,objects msan-objects,$(patsubst %,$(FUZZ_DIR)/$o/%.o, \
	$(basename $(FUZZ_PARTS) $(LAB_FUZZ_PARTS)) $(FUZZ_NAMES)))
.SECONDARY: $(FUZZ_DIR)/make_seeds $(FUZZ_OBJECTS)
-include $(FUZZ_OBJECTS:.o=.d)

include examples/fuzz/rules.mk
