# SPDX-License-Identifier: MIT
# spe-record: a launcher, and the plugin that QEMU loads. The plugin has the library in itself. make qemu
# needs: qemu-user

QEMU_DIR := $(BUILD)/examples/qemu
QEMU_SHARED_PARTS := core setup shared
QEMU_PLUGIN_PARTS := plugin blocks thread memory predictor output kept maps counts registers a64 a64_table a64_fields
QEMU_PLUGIN_OBJECTS := $(QEMU_PLUGIN_PARTS:%=$(QEMU_DIR)/%.o) $(QEMU_SHARED_PARTS:%=$(QEMU_DIR)/%.o)

## qemu           spe-record, a profiler for QEMU; demo-qemu, check-qemu
.PHONY: qemu
qemu: $(BUILD)/spe-record $(BUILD)/spe-record.so

$(QEMU_DIR)/%.o: examples/qemu/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(BASE_FLAGS) -fPIC -fvisibility=hidden -c $< -o $@

$(BUILD)/spe-record.so: $(QEMU_PLUGIN_OBJECTS) $(SHARED_OBJECTS) examples/qemu/plugin.map
	$(CC) -shared -Wl,--version-script,examples/qemu/plugin.map $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) -pthread

$(BUILD)/spe-record: $(QEMU_DIR)/spe-record.o $(QEMU_DIR)/finish.o $(QEMU_SHARED_PARTS:%=$(QEMU_DIR)/%.o) \
		$(BUILD)/tools/tool.o \
		$(BUILD)/tools/shown.o $(STATIC)
	$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@

-include $(wildcard $(QEMU_DIR)/*.d)

# A program that ships as source is built for AArch64, recorded, and its hot function named.
# needs: gcc-aarch64-linux-gnu libc6-dev-arm64-cross binutils-aarch64-linux-gnu
.PHONY: demo-qemu check-qemu
demo-qemu: qemu $(BUILD)/spe-stat
	aarch64-linux-gnu-gcc -O2 -g -static -o $(BUILD)/hot examples/qemu/hot.c
	$(BUILD)/spe-record -e arm_spe/ts_enable=1,jitter=1/ -c 1024 -o $(BUILD)/hot.data -- $(BUILD)/hot
	$(BUILD)/spe-stat --top=5 $(BUILD)/hot.data
	@echo "the program counters with the most cycles, by function and line:"
	@$(BUILD)/spe-stat --top=5 --format=json $(BUILD)/hot.data | \
		sed -n '/pcs_by_cycles/,/]/s/.*"address": "\([0-9a-fx]*\)".*/\1/p' | \
		aarch64-linux-gnu-addr2line -p -f -s -e $(BUILD)/hot

# The emulator's tests need cross compilers, QEMU, perf and BOLT: apart from make check.
check-qemu: qemu tools
	$(PROVE) --exec '' $(wildcard tests/qemu/*.sh)
