# SPDX-License-Identifier: MIT
# libspe-lab, the second library: built in the tree, after libspe, or by lab/Makefile with an installed libspe. LAB is
# this folder, as a prefix. The makefile that includes this file sets: BASE_FLAGS and CLIENT_FLAGS, which find libspe;
# LIBSPE_SHARED, what the shared library is linked with, and LIBSPE_FILES, what it depends on; LAB_LINK and LAB_FILES,
# what programs are linked with and depend on.

LAB ?= lab/
LAB_VERSION := $(call version_of,$(LAB)include/libspe-lab/base.h,SPE_LAB_VERSION)
LAB_MAJOR := $(call major_of,$(LAB_VERSION))
LAB_HEADERS := $(wildcard $(LAB)include/libspe-lab/*.h)
LAB_NAMES := $(patsubst src/%.c,%,$(shell cat $(LAB)src/sources))
LAB_STATIC_OBJECTS := $(LAB_NAMES:%=$(BUILD)/lab/static/%.o)
LAB_SHARED_OBJECTS := $(LAB_NAMES:%=$(BUILD)/lab/shared/%.o)
LAB_STATIC := $(BUILD)/libspe-lab.a
LAB_SHARED := $(BUILD)/$(call shared_name,libspe-lab,$(LAB_MAJOR),$(LAB_VERSION))
LAB_LINKS := $(call shared_links,libspe-lab,$(LAB_MAJOR),$(LAB_VERSION))
LAB_INCLUDES := -I$(LAB)include
LAB_FLAGS = $(BASE_FLAGS) $(LAB_INCLUDES) -DSPE_LAB_BUILDING -fvisibility=hidden -ffunction-sections -fdata-sections

.PHONY: lab
## lab            libspe-lab.a, libspe-lab.so
lab: $(LAB_STATIC) $(LAB_SHARED) $(LAB_LINKS:%=$(BUILD)/%)

$(BUILD)/lab/static/%.o: $(LAB)src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(LAB_FLAGS) -DSPE_STATIC -c $< -o $@

$(BUILD)/lab/shared/%.o: $(LAB)src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(LAB_FLAGS) $(PIC) -c $< -o $@

$(LAB_STATIC): $(LAB_STATIC_OBJECTS)
	$Qrm -f $@
	$(call say,AR)$(AR) rcs $@ $^

$(LAB_SHARED): $(LAB_SHARED_OBJECTS) $(LAB)src/lab.map $(LIBSPE_FILES)
	$(call say,LD)$(CC) $(call shared_flags,libspe-lab,$(LAB_MAJOR),$(LAB_VERSION),$(LAB)src/lab.map) $(CFLAGS) \
		$(LAB_SHARED_OBJECTS) $(LDFLAGS) $(LIBSPE_SHARED) -o $@

$(LAB_LINKS:%=$(BUILD)/%): $(LAB_SHARED)
	$(call say,LN)ln -sf $(notdir $<) $@

-include $(LAB_STATIC_OBJECTS:.o=.d) $(LAB_SHARED_OBJECTS:.o=.d)

LAB_PKGCONFIG := $(BUILD)/libspe-lab.pc
$(LAB_PKGCONFIG): $(LAB)pkgconfig/libspe-lab.pc.in $(LAB)include/libspe-lab/base.h FORCE | $(BUILD)
	$Q$(call fill_package,$(LAB_VERSION))

# -- tests: C, one program a file. The kit of tests (tests/unit/tap.h, random.h, reference.h; fuzz/) is the tree's. --

LAB_TEST_FLAGS = $(CLIENT_FLAGS) $(LAB_INCLUDES) -DLAB='"$(LAB)"' $(TEST_CFLAGS) -I$(LAB)tests/unit -I$(TOP)tests/unit -I$(TOP)fuzz
LAB_TEST_NAMES := $(patsubst $(LAB)tests/unit/%.c,%,$(wildcard $(LAB)tests/unit/test_*.c))
LAB_TESTS := $(LAB_TEST_NAMES:%=$(BUILD)/lab/tests/%$(EXE))

.PHONY: lab-tests
lab-tests: $(LAB_TESTS)

$(BUILD)/lab/tests/%.o: $(LAB)tests/unit/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(LAB_TEST_FLAGS) -c $< -o $@

$(LAB_TESTS): %$(EXE): %.o $(LAB_FILES)
	$(call say,LD)$(CC) $(CFLAGS) $< $(LAB_LINK) $(LDFLAGS) -o $@

.SECONDARY: $(LAB_TEST_NAMES:%=$(BUILD)/lab/tests/%.o)
-include $(LAB_TEST_NAMES:%=$(BUILD)/lab/tests/%.d)

# -- examples: one lesson a program --

LAB_EXAMPLE_NAMES := $(basename $(notdir $(wildcard $(LAB)examples/*.c)))
LAB_EXAMPLES := $(LAB_EXAMPLE_NAMES:%=$(BUILD)/examples/%$(EXE))
$(LAB_EXAMPLES): $(BUILD)/examples/%$(EXE): $(LAB)examples/%.c $(LAB_FILES) $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,LD)$(CC) $(CLIENT_FLAGS) $(LAB_INCLUDES) $< $(LAB_LINK) $(LDFLAGS) -o $@

# -- installation --

# CMake's package, from the templates of libspe's
LAB_CMAKE := $(patsubst %,$(BUILD)/libspe-lab-%.cmake,config config-version targets)
$(LAB_CMAKE): $(LAB)include/libspe-lab/base.h FORCE | $(BUILD)
$(LAB_CMAKE): $(BUILD)/libspe-lab-%.cmake: $(TOP)pkgconfig/package-%.cmake.in
	$Q$(call fill_cmake,libspe-lab,$(LAB_MAJOR),$(LAB_VERSION),find_dependency(libspe 1.0),libspe::)

lab_headers := "$(DESTDIR)$(INCLUDEDIR)/libspe-lab"
.PHONY: install-lab uninstall-lab
## install-lab    libspe-lab alone: the same files
install-lab: lab $(LAB_PKGCONFIG) $(LAB_CMAKE)
	$(call say,INST,$(lab_headers))install -d $(lab_headers) $(lib)/pkgconfig $(lib)/cmake/libspe-lab \
		$(if $(call import_name,x),$(bin))
	$Qinstall -m 644 $(LAB_HEADERS) $(lab_headers)
	$Qinstall -m 644 $(LAB_PKGCONFIG) $(lib)/pkgconfig
	$Qinstall -m 644 $(LAB_CMAKE) $(lib)/cmake/libspe-lab
	$Qinstall -m 644 $(LAB_STATIC) $(lib)
	$Qinstall -m 755 $(LAB_SHARED) $(if $(call import_name,x),$(bin),$(lib))
	$Q$(if $(call import_name,x),install -m 644 $(BUILD)/$(call import_name,libspe-lab) $(lib))
	$Qfor link in $(LAB_LINKS); do ln -sf $(notdir $(LAB_SHARED)) $(lib)/$$link || exit 1; done

uninstall-lab:
	$(call say,RM,$(lab_headers))$(call remove,$(lab_headers),$(notdir $(LAB_HEADERS)))
	$Q$(call remove,$(lib),$(notdir $(LAB_STATIC) $(LAB_SHARED)) $(LAB_LINKS) $(call import_name,libspe-lab) \
		pkgconfig/libspe-lab.pc $(LAB_CMAKE:$(BUILD)/%=cmake/libspe-lab/%))
	$Q$(call remove,$(bin),$(if $(call import_name,x),$(notdir $(LAB_SHARED))))
	-$Qrmdir $(lab_headers) $(lib)/cmake/libspe-lab 2>/dev/null

