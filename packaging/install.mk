# SPDX-License-Identifier: MIT
# Installation. PREFIX, the other folders and DESTDIR may have blanks.

# spe-record is installed if `make qemu` has built it, with its plugin in lib/libspe next to the folder of programs.
RECORDER := $(wildcard $(BUILD)/spe-record)
RECORDER_PLUGIN := $(wildcard $(BUILD)/spe-record.so)
MAN1 := $(filter-out $(if $(RECORDER),,%/spe-record.1),$(wildcard docs/man/*.1))
DOCS := LICENSE README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md $(wildcard docs/*.md)
# The lessons only: folders of examples are separate projects, which refer to the tree.
EXAMPLE_SOURCES := $(wildcard examples/*.c) $(wildcard examples/pkg-config/* examples/ring/*.[ch])

include pkgconfig/rules.mk

lib := "$(DESTDIR)$(LIBDIR)"
bin := "$(DESTDIR)$(BINDIR)"
plugins := "$(DESTDIR)$(BINDIR)/../lib/libspe"
headers := "$(DESTDIR)$(INCLUDEDIR)/libspe"
man := "$(DESTDIR)$(MANDIR)"
doc := "$(DESTDIR)$(DOCDIR)"

COMPLETIONS := packaging/completions
# bash and fish load a file of the program's name.
bash := "$(DESTDIR)$(DATADIR)/bash-completion/completions"
zsh := "$(DESTDIR)$(DATADIR)/zsh/site-functions"
fish := "$(DESTDIR)$(DATADIR)/fish/vendor_completions.d"
COMPLETED := $(PROGRAM_NAMES) $(if $(RECORDER),spe-record)

.PHONY: install install-headers install-static install-shared install-tools install-man install-doc uninstall
## install        all of these: install-static install-shared install-tools install-man install-doc
install: install-static install-shared install-tools install-man install-doc

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

install-tools: $(PROGRAMS)
	$(call say,INST,$(bin))install -d $(bin)
	$Qinstall -m 755 $(PROGRAMS) $(RECORDER) $(bin)
	$Q$(if $(RECORDER),install -d $(plugins))
	$Qinstall -d $(bash) $(zsh) $(fish)
	$Qfor name in $(COMPLETED); do install -m 644 $(COMPLETIONS)/spe.bash $(bash)/$$name && \
		install -m 644 $(COMPLETIONS)/spe.fish $(fish)/$$name.fish || exit 1; done
	$Qinstall -m 644 $(COMPLETIONS)/_spe $(zsh)
	$Q$(if $(RECORDER),install -m 755 $(RECORDER_PLUGIN) $(plugins))

install-man: man
	$(call say,INST,$(man))install -d $(man)/man1 $(man)/man3
	$Qinstall -m 644 $(MAN1) $(man)/man1
	$Qinstall -m 644 $(MAN3) $(man)/man3

# Each folder by one command.
doc_files := $(DOCS) $(EXAMPLE_SOURCES)
doc_folder = install -d $(doc)/$(1) && \
	install -m 644 $(foreach file,$(doc_files),$(if $(filter $(1),$(dir $(file))),$(file))) $(doc)/$(1) &&
install-doc:
	$(call say,INST,$(doc))$(foreach folder,$(sort $(dir $(doc_files))),$(call doc_folder,$(folder))) true

## uninstall      removes what install has installed, given the same variables
remove = ! cd $(1) 2>/dev/null || rm -f $(2) # FOLDER,FILES
uninstall:
	$(call say,RM,$(headers))$(call remove,$(headers),$(notdir $(HEADERS)))
	$Q$(call remove,$(lib),$(notdir $(STATIC) $(SHARED)) $(SHARED_LINKS) $(IMPORT) pkgconfig/libspe.pc \
		$(CMAKE_PACKAGE:$(BUILD)/%=cmake/libspe/%))
	$Q$(call remove,$(bin),$(notdir $(PROGRAMS) $(BUILD)/spe-record $(if $(IMPORT),$(SHARED))))
	$Qrm -f $(plugins)/spe-record.so $(zsh)/_spe
	$Q$(call remove,$(bash),$(PROGRAM_NAMES) spe-record)
	$Q$(call remove,$(fish),$(PROGRAM_NAMES:=.fish) spe-record.fish)
	-$Qrmdir $(plugins) 2>/dev/null
	$Q$(call remove,$(man),man1/spe-record.1 $(MAN1:docs/man/%=man1/%) $(MAN3:$(MAN3_DIR)/%=man3/%))
	$Q$(call remove,$(doc),$(doc_files))
	-$Qrmdir $(headers) $(lib)/cmake/libspe $(doc)/examples/* $(doc)/examples $(doc)/docs $(doc) 2>/dev/null
