# SPDX-License-Identifier: MIT
# What is installed where. PREFIX, the other folders and DESTDIR may have blanks.

MAN1 := $(wildcard docs/man/*.1)
DOCS := LICENSE README.md CHANGELOG.md $(wildcard docs/*.md)
# The lessons; the folders of examples are projects of their own, which refer to the tree.
EXAMPLE_SOURCES := $(wildcard examples/*.c) $(wildcard examples/pkg-config/* examples/ring/*.[ch])

include pkgconfig/rules.mk

lib := "$(DESTDIR)$(LIBDIR)"
bin := "$(DESTDIR)$(BINDIR)"
headers := "$(DESTDIR)$(INCLUDEDIR)/libspe"
man := "$(DESTDIR)$(MANDIR)"
doc := "$(DESTDIR)$(DOCDIR)"

.PHONY: install install-headers install-static install-shared install-tools install-man install-doc uninstall
## install        all of these: install-static install-shared install-tools install-man install-doc
install: install-static install-shared install-tools install-man install-doc

install-headers: $(PKGCONFIG) $(CMAKE_PACKAGE)
	install -d $(headers) $(lib)/pkgconfig $(lib)/cmake/libspe
	install -m 644 $(HEADERS) $(headers)
	install -m 644 $(PKGCONFIG) $(lib)/pkgconfig
	install -m 644 $(CMAKE_PACKAGE) $(lib)/cmake/libspe

install-static: install-headers $(STATIC)
	install -m 644 $(STATIC) $(lib)

# A DLL lies beside the programs, its import library among the libraries.
install-shared: install-headers shared
	install -d $(if $(IMPORT),$(bin)) $(lib)
	install -m 755 $(SHARED) $(if $(IMPORT),$(bin),$(lib))
	$(if $(IMPORT),install -m 644 $(BUILD)/$(IMPORT) $(lib))
	for link in $(SHARED_LINKS); do ln -sf $(notdir $(SHARED)) $(lib)/$$link || exit 1; done

install-tools: $(PROGRAMS)
	install -d $(bin)
	install -m 755 $(PROGRAMS) $(bin)

install-man: man
	install -d $(man)/man1 $(man)/man3
	install -m 644 $(MAN1) $(man)/man1
	install -m 644 $(MAN3) $(man)/man3

install-doc:
	for file in $(DOCS) $(EXAMPLE_SOURCES); do install -d $(doc)/$$(dirname $$file) && \
		install -m 644 $$file $(doc)/$$file || exit 1; done

## uninstall      removes what install has installed, given the same variables
uninstall:
	cd $(headers) && rm -f $(notdir $(HEADERS))
	cd $(lib) && rm -f $(notdir $(STATIC) $(SHARED)) $(SHARED_LINKS) $(IMPORT) pkgconfig/libspe.pc \
		$(CMAKE_PACKAGE:$(BUILD)/%=cmake/libspe/%)
	cd $(bin) && rm -f $(notdir $(PROGRAMS) $(if $(IMPORT),$(SHARED)))
	cd $(man) && rm -f $(MAN1:docs/man/%=man1/%) $(MAN3:$(MAN3_DIR)/%=man3/%)
	rm -rf $(doc)
	-rmdir $(headers) $(lib)/cmake/libspe 2>/dev/null
