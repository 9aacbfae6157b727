# SPDX-License-Identifier: MIT
# The CMake package, from templates that CMake and Meson, and libspe-lab, use, too.
CMAKE_PACKAGE := $(patsubst %,$(BUILD)/libspe-%.cmake,config config-version targets)

# Like libspe.pc, made again for each PREFIX.
$(CMAKE_PACKAGE): $(BUILD)/libspe-%.cmake: pkgconfig/package-%.cmake.in include/libspe/base.h FORCE | $(BUILD)
	$Q$(call fill_cmake,libspe,$(MAJOR),$(VERSION))
