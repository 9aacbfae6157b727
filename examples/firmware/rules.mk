# SPDX-License-Identifier: MIT
# A firmware's debug tool on bare metal: make firmware. Images for AArch64 (QEMU's virt, EL1 to EL3) and Cortex-M
# (mps2-an386), from the library's folders and from the single file, and the same program for this machine.
# make firmware-run shows it.
# needs: gcc-aarch64-linux-gnu gcc-arm-none-eabi qemu-system-arm

FW := $(BUILD)/examples/firmware
FW_PARTS := decode encode text numbers captures
FW_BOARD := board semihosting memory
FW_CAPTURES := $(wildcard tests/captures/*.txt)
FW_BARE := -std=c11 $(WARNINGS) -MMD -MP -ffreestanding -nostdinc -ffunction-sections -fdata-sections -fno-pic \
	-fno-tree-loop-distribute-patterns -DSPE_STATIC -Iexamples/firmware
FW_SMALL := -Os -DSPE_NO_LEARNING -DSPE_NO_KERNELS -DSPE_DECODER_SIZE=1024
FW_LINK = -nostdlib -static -Wl,--build-id=none,--gc-sections,--fatal-warnings -Wl,-Map,$(@:.elf=.map)
FW_FOLDERS := -isystem packaging/freestanding -Iinclude
FW_SINGLE := -I$(BUILD)/amalgamation
FW_STEPS := 0 1 3 7
FW_TARGETS := aarch64 cortex_m
# The library's sources without perf.data.
FW_SOURCES := $(filter-out src/bridge/%,$(SOURCES))
# Options with which the single file leaves parts out of an image: the linker drops unused functions and tables, but not
# the strings that tables point to, which are in one section of each object.
FW_LEAVE_OUT_0 := -DSPE_DECODER_ONLY
FW_LEAVE_OUT_1 := -DSPE_DECODER_ONLY
FW_LEAVE_OUT_3 := -DSPE_NO_TEXT -DSPE_NO_MEANING -DSPE_NO_BRIDGE
FW_LEAVE_OUT_7 := -DSPE_NO_MEANING -DSPE_NO_BRIDGE

## firmware       bare-metal images; firmware-run runs them
.PHONY: firmware firmware-run
firmware: $(FW)/host $(foreach target,$(FW_TARGETS),$(foreach form,folders single,\
	$(FW_STEPS:%=$(FW)/$(target)/$(form)-%.elf)))

$(FW)/captures.c: examples/firmware/captures $(FW_CAPTURES)
	@mkdir -p $(@D)
	$(call say,GEN)examples/firmware/captures $(FW_CAPTURES) >$@

# $(1) target, $(2) prefix of its compiler, $(3) flags, $(4) start code
define FW_TARGET
FW_BARE_$(1) = $(2)gcc $(FW_BARE) $(3) -isystem $$(shell $(2)gcc -print-file-name=include)
$(FW)/$(1)/start.o: examples/firmware/$(4)
	@mkdir -p $$(@D)
	$$(call say,CC)$$(FW_BARE_$(1)) $(FW_SMALL) -c $$< -o $$@
$(FW)/$(1)/lib/%.o: src/%.c
	@mkdir -p $$(@D)
	$$(call say,CC)$$(FW_BARE_$(1)) $(FW_SMALL) $(FW_FOLDERS) -c $$< -o $$@
$(FW)/$(1)/lib/libspe.a: $(FW_SOURCES:src/%.c=$(FW)/$(1)/lib/%.o)
	$$Qrm -f $$@
	$$(call say,AR)$(2)ar rcs $$@ $$^
$(FW_STEPS:%=$(FW)/$(1)/single/libspe-%.o): $(FW)/$(1)/single/libspe-%.o: $(BUILD)/amalgamation/libspe.c
	@mkdir -p $$(@D)
	$$(call say,CC)$$(FW_BARE_$(1)) $(FW_SMALL) $(FW_SINGLE) $$(FW_LEAVE_OUT_$$*) -c $$< -o $$@
endef

# $(1) target, $(2) folders or single, $(3) folder of headers, $(4) the library, with % for the steps
define FW_FORM
$(FW_STEPS:%=$(FW)/$(1)/$(2)/main-%.o): $(FW)/$(1)/$(2)/main-%.o: examples/firmware/main.c \
		$(BUILD)/amalgamation/libspe.c
	@mkdir -p $$(@D)
	$$(call say,CC)$$(FW_BARE_$(1)) $(FW_SMALL) $(3) -DSTEPS=$$* -c $$< -o $$@
$(FW)/$(1)/$(2)/captures.o: $(FW)/captures.c $(BUILD)/amalgamation/libspe.c
	@mkdir -p $$(@D)
	$$(call say,CC)$$(FW_BARE_$(1)) $(FW_SMALL) $(3) -c $$< -o $$@
$(FW)/$(1)/$(2)/%.o: examples/firmware/%.c $(BUILD)/amalgamation/libspe.c
	@mkdir -p $$(@D)
	$$(call say,CC)$$(FW_BARE_$(1)) $(FW_SMALL) $(3) -c $$< -o $$@
$(FW)/$(1)/$(2)-%.elf: $(FW)/$(1)/start.o $(FW)/$(1)/$(2)/main-%.o \
		$(patsubst %,$(FW)/$(1)/$(2)/%.o,$(FW_BOARD) $(FW_PARTS)) \
		$(4) examples/firmware/$(1).ld
	$$(call say,LD)$$(FW_BARE_$(1)) $$(FW_LINK) -T examples/firmware/$(1).ld $$(filter %.o %.a,$$^) -lgcc -o $$@
endef

$(eval $(call FW_TARGET,aarch64,aarch64-linux-gnu-,-mgeneral-regs-only -mstrict-align,start_aarch64.S))
$(eval $(call FW_TARGET,cortex_m,arm-none-eabi-,-mcpu=cortex-m4 -mthumb,start_cortex_m.c))
$(foreach target,$(FW_TARGETS),$(eval $(call FW_FORM,$(target),folders,$(FW_FOLDERS),$(FW)/$(target)/lib/libspe.a)))
$(foreach target,$(FW_TARGETS),$(eval $(call FW_FORM,$(target),single,-isystem packaging/freestanding $(FW_SINGLE),\
	$(FW)/$(target)/single/libspe-%.o)))

$(FW)/host: $(FW)/captures.c $(patsubst %,examples/firmware/%.c,main decode encode text numbers host) $(STATIC)
	$(call say,LD)$(CC) -std=c11 $(WARNINGS) $(CFLAGS) -Iinclude -Iexamples/firmware $^ -o $@

FW_RUN := -nographic -semihosting-config enable=on,target=native -kernel
firmware-run: firmware
	qemu-system-aarch64 -M virt -cpu max -nodefaults $(FW_RUN) $(FW)/aarch64/folders-7.elf
	qemu-system-arm -M mps2-an386 $(FW_RUN) $(FW)/cortex_m/folders-7.elf

-include $(wildcard $(FW)/*/*.d $(FW)/*/*/*.d $(FW)/*/*/*/*.d)
