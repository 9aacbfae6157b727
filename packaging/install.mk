# SPDX-License-Identifier: MIT
# Installation of all three houses.

DOCS := LICENSE README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md lab/README.md tools/README.md \
	$(wildcard docs/*.md docs/*.svg lab/docs/*.md tools/docs/*.md tools/docs/*.png tools/docs/*.json) \
	tests/captures/neoverse-fixed-slots.txt
# Other folders of examples are separate projects, which refer to the tree.
EXAMPLE_SOURCES := $(wildcard examples/*.c lab/examples/*.c) \
	$(wildcard examples/pkg-config/* examples/ring/*.[ch] examples/single-file/* examples/firmware/*.[chSl]* \
	examples/firmware/README.md) examples/fuzz/client.c

include pkgconfig/rules.mk

headers := "$(DESTDIR)$(INCLUDEDIR)/libspe"
doc := "$(DESTDIR)$(DOCDIR)"

.PHONY: install install-library install-headers install-static install-shared install-source install-lab-man \
	install-doc uninstall
## install        all of these: install-library install-source install-lab install-tools install-doc
install: install-library install-source install-lab install-tools install-doc
IMPORT := $(call import_name,libspe)

install-headers: $(PKGCONFIG) $(CMAKE_PACKAGE)
	$(call say,INST,$(headers))install -d $(headers) $(lib)/pkgconfig $(lib)/cmake/libspe
	$Qinstall -m 644 $(HEADERS) $(headers)
	$Qinstall -m 644 $(PKGCONFIG) $(lib)/pkgconfig
	$Qinstall -m 644 $(CMAKE_PACKAGE) $(lib)/cmake/libspe

install-static: install-headers $(STATIC)
	$(call say,INST,$(lib))install -m 644 $(STATIC) $(lib)

# A DLL is installed with the programs, and its import library with the libraries.
install-shared: install-headers shared
	$(call say,INST,$(if $(IMPORT),$(bin),$(lib)))install -d $(if $(IMPORT),$(bin)) $(lib)
	$Qinstall -m 755 $(SHARED) $(if $(IMPORT),$(bin),$(lib))
	$Q$(if $(IMPORT),install -m 644 $(BUILD)/$(IMPORT) $(lib))
	$Qfor link in $(SHARED_LINKS); do ln -sf $(notdir $(SHARED)) $(lib)/$$link || exit 1; done

## install-library libspe alone: headers, both libraries, libspe.pc, CMake's package, manual pages
install-library: install-static install-shared man
	$(call say,INST,$(man))install -d $(man)/man3
	$Qinstall -m 644 $(MAN3) $(man)/man3

## install-source what programs compile themselves: the single file, and the generator of records for fuzzers
source := "$(DESTDIR)$(DATADIR)/libspe"
install-source: amalgamation
	$(call say,INST,$(source))install -d $(source)/single/libspe $(source)/fuzz
	$Qinstall -m 644 $(BUILD)/amalgamation/libspe.[ch] $(source)/single
	$Qinstall -m 644 $(BUILD)/amalgamation/libspe/*.h $(source)/single/libspe
	$Qinstall -m 644 $(GENERATOR) $(source)/fuzz
GENERATOR := $(wildcard fuzz/record_*.h)

install-lab: install-lab-man
install-lab-man: man
	$(call say,INST,$(man))install -d $(man)/man3
	$Qinstall -m 644 $(LAB_MAN3) $(man)/man3

# Each folder by one command. The folders of the tree stay, so that the links between pages hold.
doc_files := $(DOCS) $(EXAMPLE_SOURCES)
doc_folder = install -d $(doc)/$(1) && \
	install -m 644 $(foreach file,$(doc_files),$(if $(filter $(1),$(dir $(file))),$(file))) $(doc)/$(1) &&
install-doc:
	$(call say,INST,$(doc))$(foreach folder,$(sort $(dir $(doc_files))),$(call doc_folder,$(folder))) true

## uninstall      removes what install has installed, given the same variables
uninstall: uninstall-lab uninstall-tools
	$(call say,RM,$(headers))$(call remove,$(headers),$(notdir $(HEADERS)))
	$Q$(call remove,$(lib),$(notdir $(STATIC) $(SHARED)) $(SHARED_LINKS) $(IMPORT) pkgconfig/libspe.pc \
		$(CMAKE_PACKAGE:$(BUILD)/%=cmake/libspe/%))
	$Q$(call remove,$(bin),$(if $(IMPORT),$(notdir $(SHARED))))
	$Q$(call remove,$(man)/man3,$(notdir $(MAN3) $(LAB_MAN3)))
	$Q$(call remove,$(source),single/libspe.[ch] single/libspe/*.h $(GENERATOR))
	$Q$(call remove,$(doc),$(doc_files))
	-$Qrmdir $(source)/single/libspe $(source)/* $(source) 2>/dev/null
	-$Qrmdir $(headers) $(lib)/cmake/libspe $(doc)/examples/* $(doc)/examples $(doc)/lab/* $(doc)/lab $(doc)/tools/docs \
		$(doc)/tools $(doc)/docs $(doc)/tests/captures $(doc)/tests $(doc) 2>/dev/null
