# SPDX-License-Identifier: MIT
# The fuzz targets of libspe-lab. They are built and run like those of libspe (fuzz/rules.mk), which are included after
# this file.

LAB_FUZZ_TARGETS := arrow meaning unit device generator
LAB_FUZZ_PARTS := $(LAB_NAMES:%=$(LAB)src/%.c)

$(LAB_FUZZ_TARGETS:%=$(BUILD)/fuzz/fuzz_%): $(BUILD)/fuzz/fuzz_%: $(BUILD)/fuzz/objects/$(LAB)fuzz/fuzz_%.o \
		$(patsubst %.c,$(BUILD)/fuzz/objects/%.o,$(LAB_FUZZ_PARTS) $(SOURCES) fuzz/fuzz.c)
	$(call say,LD)$(FUZZ_CC) $(FUZZ_SANITIZERS) $^ -o $@

$(LAB_FUZZ_TARGETS:%=$(BUILD)/fuzz/msan_%): $(BUILD)/fuzz/msan_%: $(BUILD)/fuzz/msan-objects/$(LAB)fuzz/fuzz_%.o \
		$(patsubst %.c,$(BUILD)/fuzz/msan-objects/%.o,$(LAB_FUZZ_PARTS) $(SOURCES) fuzz/fuzz.c)
	$(call say,LD)$(FUZZ_CC) $(FUZZ_MSAN) $^ -o $@

$(LAB_FUZZ_TARGETS:%=$(BUILD)/fuzz/replay_%): $(BUILD)/fuzz/replay_%: $(BUILD)/fuzz/plain/$(LAB)fuzz/fuzz_%.o \
		$(BUILD)/fuzz/plain/fuzz/replay.o $(BUILD)/fuzz/plain/fuzz/fuzz.o $(LAB_FILES)
	$(call say,LD)$(CC) $(CFLAGS) $^ $(LDFLAGS) -o $@

$(BUILD)/fuzz/make_lab_seeds: $(LAB)fuzz/make_seeds.c $(LAB_FILES) | $(BUILD)/fuzz
	$(call say,LD)$(CC) -D_GNU_SOURCE $(CLIENT_FLAGS) $(LAB_INCLUDES) -Ifuzz $< $(LAB_FILES) $(LDFLAGS) -o $@

LAB_SEEDS := $(BUILD)/fuzz/seeds/lab.dict
$(LAB_SEEDS): $(BUILD)/fuzz/make_lab_seeds $(BUILD)/fuzz/seeds/spe.dict
	$(call say,GEN)$(BUILD)/fuzz/make_lab_seeds $(BUILD)/fuzz/seeds $(BUILD)/fuzz/captures/*
