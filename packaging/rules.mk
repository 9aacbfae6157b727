# Releases: the tarball, and what it is held against. packaging/README.md says what each script does.

## dist           the tarball, its list of files (SPDX) and checksums, in BUILD/dist; DIRTY=1: with what is not committed
## distcheck      the tarball builds, passes its unit tests, installs and uninstalls elsewhere
## release-check  what a release needs, in a clean root
.PHONY: dist distcheck release-check debian-symbols
dist:
	packaging/dist $(BUILD)/dist

distcheck:
	packaging/distcheck

release-check:
	packaging/release-check

# After new functions: they are in the library from this version on.
debian-symbols: $(SHARED)
	dpkg-gensymbols -q -t -c0 -plibspe1 -v$(VERSION) -e$< -Ipackaging/debian/libspe1.symbols \
		-Opackaging/debian/libspe1.symbols
