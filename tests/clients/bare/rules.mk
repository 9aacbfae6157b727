# SPDX-License-Identifier: MIT
# The unit tests of the core (base to text) as images for bare metal: make firmware-suites. Flags
# and targets are those of examples/firmware/rules.mk, which is included before this file. tests/clients/firmware.sh
# runs the images. Tests of other rooms (filter, cpu, perf_data, ...) are left out: they run the same code
# as elsewhere, and would take minutes in an emulator.

BARE_TESTS := test_address test_batch test_captures test_decoder test_encoder test_gap test_iterator \
	test_learn test_op test_packet test_table test_text
BARE_INSIDE := test_learn test_table # use internal functions, which the single file does not export
BARE_HELP := format files stdlib string suite
# On AArch64 everything is compiled without floating-point registers, except the help that prints. (With vector
# registers gcc 12 sometimes violates -mstrict-align, its bug 103100: this file uses only scalar ones.)
BARE_FLOATING := format
BARE_folders_aarch64 := $(BARE_TESTS)
BARE_folders_cortex_m := $(BARE_TESTS)
BARE_single_aarch64 := $(filter-out $(BARE_INSIDE),$(BARE_TESTS))
BARE_single_cortex_m := $(filter-out $(BARE_INSIDE),$(BARE_TESTS))
# Folders are built like the library, the single file as for firmware. With -O1 tests compile in a third of the time,
# and run as fast.
BARE_FLAGS := -O1 -Wno-missing-prototypes -isystem tests/clients/bare/include -Itests/unit
BARE_FLAGS_folders := -Iinclude
BARE_FLAGS_single := -DSPE_NO_LEARNING -DSPE_NO_KERNELS -I$(BUILD)/amalgamation

BARE_IMAGES := $(foreach target,aarch64 cortex_m,$(foreach form,folders single,$(FW)/$(target)/suite-$(form).elf))
.PHONY: firmware-suites
firmware-suites: $(BARE_IMAGES) $(FW)/aarch64/fault-folders.elf $(FW)/cortex_m/fault-folders.elf

# $(1) target, $(2) form, $(3) objects of the library
define BARE_SUITE
$(FW)/$(1)/suite-$(2)/suite.h: tests/clients/bare/rules.mk
	@mkdir -p $$(@D)
	$$(call say,GEN)printf 'SUITE(%s)\n' $$(BARE_$(2)_$(1)) >$$@
BARE_CC_$(2)_$(1) = $$(if $$(filter $(BARE_FLOATING),$$(basename $$(@F))),\
	$$(subst -mgeneral-regs-only,-march=armv8-a+nosimd,$$(FW_BARE_$(1))),$$(FW_BARE_$(1))) \
	$(BARE_FLAGS) $(BARE_FLAGS_$(2)) -I$(FW)/$(1)/suite-$(2)
$(FW)/$(1)/suite-$(2)/%.o: tests/unit/%.c $(BUILD)/amalgamation/libspe.c
	@mkdir -p $$(@D)
	$$(call say,CC)$$(BARE_CC_$(2)_$(1)) -Dmain=suite_$$* -c $$< -o $$@
$(FW)/$(1)/suite-$(2)/%.o: tests/clients/bare/%.c $(FW)/$(1)/suite-$(2)/suite.h
	@mkdir -p $$(@D)
	$$(call say,CC)$$(BARE_CC_$(2)_$(1)) -c $$< -o $$@
$(FW)/$(1)/suite-$(2)/lib/%.o: src/%.c
	@mkdir -p $$(@D)
	$$(call say,CC)$$(BARE_CC_$(2)_$(1)) -c $$< -o $$@
$(FW)/$(1)/suite-$(2)/lib/libspe.o: $(BUILD)/amalgamation/libspe.c
	@mkdir -p $$(@D)
	$$(call say,CC)$$(BARE_CC_$(2)_$(1)) -c $$< -o $$@
$(FW)/$(1)/suite-$(2).elf: $(FW)/$(1)/start.o $$(patsubst %,$(FW)/$(1)/folders/%.o,$(FW_BOARD) numbers) \
		$$(patsubst %,$(FW)/$(1)/suite-$(2)/%.o,$$(BARE_$(2)_$(1)) $(BARE_HELP)) \
		$$(patsubst %,$(FW)/$(1)/suite-$(2)/lib/%.o,$(3))
	$$(call say,LD)$$(FW_BARE_$(1)) $$(FW_LINK) -Wl,--defsym=board_stack_size=0x40000 -T examples/firmware/$(1).ld \
		$$(filter %.o,$$^) -lgcc -o $$@

# A program that fails: the start code must report it.
$(FW)/$(1)/fault-$(2).elf: $(FW)/$(1)/start.o $$(patsubst %,$(FW)/$(1)/folders/%.o,$(FW_BOARD) numbers) \
		$(FW)/$(1)/suite-$(2)/fault.o
	$$(call say,LD)$$(FW_BARE_$(1)) $$(FW_LINK) -T examples/firmware/$(1).ld $$(filter %.o,$$^) -lgcc -o $$@
endef
$(foreach target,aarch64 cortex_m,$(eval $(call BARE_SUITE,$(target),folders,$(SOURCES:src/%.c=%))))
$(eval $(call BARE_SUITE,aarch64,single,libspe))
$(eval $(call BARE_SUITE,cortex_m,single,libspe))
-include $(wildcard $(FW)/*/suite-*/*.d)
