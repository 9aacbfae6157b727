# SPDX-License-Identifier: MIT
# Releases: the tarball and its checks. packaging/README.md describes each script.

## dist           the tarball, its list of files (SPDX), the suite for decoders, and checksums, in BUILD/dist
##                DIRTY=1: with uncommitted files
## distcheck      the tarball builds, passes its unit tests, installs and uninstalls elsewhere
## release-check  checks a release in a clean root
.PHONY: dist distcheck release-check
dist: $(SUITE)/cores.json
	packaging/dist $(BUILD)/dist $(SUITE)

distcheck:
	packaging/distcheck

release-check:
	packaging/release-check
