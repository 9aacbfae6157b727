# SPDX-License-Identifier: MIT
# The CMake package, from templates that CMake and Meson use, too.
CMAKE_PACKAGE := $(patsubst pkgconfig/%.in,$(BUILD)/%,$(wildcard pkgconfig/*.cmake.in))

# Like libspe.pc, made again for each PREFIX.
$(CMAKE_PACKAGE): $(BUILD)/%: pkgconfig/%.in include/libspe/base.h FORCE | $(BUILD)
	$Qsed -e 's|@LIBDIR@|$(call sed_text,$(LIBDIR))|' -e 's|@INCLUDEDIR@|$(call sed_text,$(INCLUDEDIR))|' \
		-e 's|@VERSION@|$(VERSION)|' -e 's|@MAJOR@|$(MAJOR)|' -e "s|@POINTER@|$$(echo __SIZEOF_POINTER__ | $(CC) $(CFLAGS) -E -P -)|" $< > $@
