# SPDX-License-Identifier: MIT
# The CMake package, of templates that CMake and Meson fill in, too.
CMAKE_PACKAGE := $(patsubst pkgconfig/%.in,$(BUILD)/%,$(wildcard pkgconfig/*.cmake.in))

# As libspe.pc, anew for each PREFIX.
$(CMAKE_PACKAGE): $(BUILD)/%: pkgconfig/%.in include/libspe/base.h FORCE | $(BUILD)
	sed -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' -e 's|@VERSION@|$(VERSION)|' \
		-e 's|@MAJOR@|$(MAJOR)|' -e "s|@POINTER@|$$(echo __SIZEOF_POINTER__ | $(CC) $(CFLAGS) -E -P -)|" $< > $@
