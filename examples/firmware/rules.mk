# A firmware's debug tool on bare metal: make firmware. Images for AArch64 (QEMU's virt, from EL1 to EL3) and Cortex-M
# (mps2-an386), from the library's folders and from the single file, all steps or some; and the same program for this machine.
# make firmware-run shows it.
# needs: gcc-aarch64-linux-gnu gcc-arm-none-eabi qemu-system-arm

FW := $(BUILD)/examples/firmware
FW_PARTS := decode encode text unit numbers captures
FW_BOARD := board semihosting memory
FW_CAPTURES := $(wildcard tests/captures/*.txt)
FW_SOURCES := $(filter-out src/count/% src/bridge/%,$(SOURCES)) # statistics are in floating point; perf.data is for others
FW_BARE := -std=c11 $(WARNINGS) -MMD -MP -ffreestanding -nostdinc -ffunction-sections -fdata-sections -fno-pic \
	-fno-tree-loop-distribute-patterns -DSPE_STATIC -Iexamples/firmware
FW_SMALL := -Os -DSPE_NO_LEARNING -DSPE_DECODER_SIZE=1024
FW_LINK = -nostdlib -static -Wl,--build-id=none,--gc-sections,--fatal-warnings -Wl,-Map,$$(@:.elf=.map)
FW_SINGLE_FLAGS := -DSPE_NO_COUNT -DSPE_NO_BRIDGE

.PHONY: firmware firmware-run
firmware: $(foreach target,aarch64 cortex_m,$(FW)/$(target)/folders-15.elf $(FW)/$(target)/single-15.elf) $(FW)/host

$(FW)/captures.c: examples/firmware/captures $(FW_CAPTURES)
	@mkdir -p $(@D)
	examples/firmware/captures $(FW_CAPTURES) >$@

# The single file is its own header: files of these names lead to it, so that the same sources serve both forms.
$(FW)/single/libspe/spe.h: $(BUILD)/amalgamation/libspe.c
	@mkdir -p $(@D)
	for header in $(notdir $(HEADERS)); do echo '#include "libspe.h"' >$(@D)/$$header; done

# $(1) a target, $(2) its compiler's prefix, $(3) flags, $(4) its start
define FW_TARGET
FW_BARE_$(1) = $(2)gcc $(FW_BARE) $(3) -isystem $$(shell $(2)gcc -print-file-name=include)
FW_FOLDERS_$(1) = $$(FW_BARE_$(1)) $(FW_SMALL) -isystem port/include -Iinclude
FW_SINGLE_$(1) = $$(FW_BARE_$(1)) $(FW_SMALL) -isystem $(BUILD)/amalgamation/freestanding -I$(FW)/single -I$(BUILD)/amalgamation $(FW_SINGLE_FLAGS)

$(FW)/$(1)/lib/%.o: src/%.c
	@mkdir -p $$(@D)
	$$(FW_FOLDERS_$(1)) -c $$< -o $$@
$(FW)/$(1)/lib/libspe.a: $$(FW_SOURCES:src/%.c=$(FW)/$(1)/lib/%.o)
	rm -f $$@
	$(2)ar rcs $$@ $$^
$(FW)/$(1)/single/libspe.o: $(BUILD)/amalgamation/libspe.c
	@mkdir -p $$(@D)
	$$(FW_SINGLE_$(1)) -c $$< -o $$@

$(FW)/$(1)/folders/main-%.o: examples/firmware/main.c
	@mkdir -p $$(@D)
	$$(FW_FOLDERS_$(1)) -DSTEPS=$$* -c $$< -o $$@
$(FW)/$(1)/single/main-%.o: examples/firmware/main.c $(FW)/single/libspe/spe.h
	@mkdir -p $$(@D)
	$$(FW_SINGLE_$(1)) -DSTEPS=$$* -c $$< -o $$@
$(FW)/$(1)/folders/%.o: examples/firmware/%.c
	@mkdir -p $$(@D)
	$$(FW_FOLDERS_$(1)) -c $$< -o $$@
$(FW)/$(1)/single/%.o: examples/firmware/%.c $(FW)/single/libspe/spe.h
	@mkdir -p $$(@D)
	$$(FW_SINGLE_$(1)) -c $$< -o $$@
$(FW)/$(1)/%/captures.o: $(FW)/captures.c $(FW)/single/libspe/spe.h
	@mkdir -p $$(@D)
	$$(if $$(filter single,$$*),$$(FW_SINGLE_$(1)),$$(FW_FOLDERS_$(1))) -c $$< -o $$@
$(FW)/$(1)/start.o: $(4)
	@mkdir -p $$(@D)
	$$(FW_BARE_$(1)) $(FW_SMALL) -c $$< -o $$@

$(FW)/$(1)/folders-%.elf: $(FW)/$(1)/start.o $(FW)/$(1)/folders/main-%.o $$(patsubst %,$(FW)/$(1)/folders/%.o,$(FW_BOARD) $(FW_PARTS)) \
		$(FW)/$(1)/lib/libspe.a examples/firmware/$(1).ld
	$$(FW_BARE_$(1)) $(FW_LINK) -T examples/firmware/$(1).ld $$(filter %.o %.a,$$^) \
		-lgcc -o $$@
$(FW)/$(1)/single-%.elf: $(FW)/$(1)/start.o $(FW)/$(1)/single/main-%.o $$(patsubst %,$(FW)/$(1)/single/%.o,$(FW_BOARD) $(FW_PARTS)) \
		$(FW)/$(1)/single/libspe.o examples/firmware/$(1).ld
	$$(FW_BARE_$(1)) $(FW_LINK) -T examples/firmware/$(1).ld $$(filter %.o %.a,$$^) \
		-lgcc -o $$@
endef
$(eval $(call FW_TARGET,aarch64,aarch64-linux-gnu-,-mgeneral-regs-only -mstrict-align,examples/firmware/start_aarch64.S))
$(eval $(call FW_TARGET,cortex_m,arm-none-eabi-,-mcpu=cortex-m4 -mthumb,examples/firmware/start_cortex_m.c))

$(FW)/host: $(FW)/captures.c $(patsubst %,examples/firmware/%.c,main decode encode text unit numbers host) $(STATIC)
	$(CC) -std=c11 $(WARNINGS) $(CFLAGS) -Iinclude -Iexamples/firmware $^ -o $@

FW_RUN := -nographic -semihosting-config enable=on,target=native
firmware-run: firmware
	qemu-system-aarch64 -M virt -cpu max -nodefaults $(FW_RUN) -kernel $(FW)/aarch64/folders-15.elf
	qemu-system-arm -M mps2-an386 $(FW_RUN) -kernel $(FW)/cortex_m/folders-15.elf

-include $(wildcard $(FW)/*/*.d $(FW)/*/*/*.d $(FW)/*/*/*/*.d)
