# SPDX-License-Identifier: MIT
# spe-record: a launcher, and the plugin that QEMU loads. In the tree the plugin has the libraries in itself:
# PLUGIN_NEEDS; else it is linked with PLUGIN_LIBRARIES. make qemu
# needs: qemu-user

QEMU_DIR := $(BUILD)/tools/record
# tools/record/sources says of each file whether it is for the launcher, the plugin or both; CMake and Meson read it.
qemu_objects = $(patsubst tools/%.c,$(BUILD)/tools/%.o,$(shell sed -nE 's/^($(1)|both) //p' $(TOOLS)record/sources))

## qemu           spe-record, a profiler for QEMU; demo-qemu, check-qemu
.PHONY: qemu
qemu: $(BUILD)/spe-record $(BUILD)/spe-record.so

$(QEMU_DIR)/%.o: $(TOOLS)record/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(filter-out -DSPE_STATIC,$(TOOLS_FLAGS)) -fPIC -fvisibility=hidden -c $< -o $@

$(BUILD)/spe-record.so: $(call qemu_objects,plugin) $(PLUGIN_NEEDS) $(TOOLS)record/plugin.map
	$(call say,LD)$(CC) -shared -Wl,--version-script,$(TOOLS)record/plugin.map $(CFLAGS) $(LDFLAGS) -o $@ \
		$(filter %.o,$^) $(PLUGIN_LIBRARIES) -pthread

$(BUILD)/spe-record: $(BUILD)/tools/spe-record.o $(call qemu_objects,launcher) $(TOOL_ARCHIVE) $(TOOLS_NEEDS)
	$(call say,LD)$(CC) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) $(TOOL_ARCHIVE) $(TOOLS_LIBRARIES) -o $@

-include $(wildcard $(QEMU_DIR)/*.d)

# A program that ships as source is built for AArch64, recorded, and its hot function named.
# needs: gcc-aarch64-linux-gnu libc6-dev-arm64-cross
.PHONY: demo-qemu check-qemu
demo-qemu: qemu $(BUILD)/spe-stat
	aarch64-linux-gnu-gcc -O2 -g -static -o $(BUILD)/hot $(TOP)tools/examples/tutorial/hot.c
	$(BUILD)/spe-record -e arm_spe/ts_enable=1,jitter=1/ -c 1024 -o $(BUILD)/hot.data -- $(BUILD)/hot
	$(BUILD)/spe-stat --top=5 $(BUILD)/hot.data

# The emulator's tests need cross compilers, QEMU, perf and BOLT: apart from make check.
check-qemu: qemu tools tool-kit
	$(PROVE) --exec '' $(wildcard $(TOOLS)tests/qemu/*.sh)
