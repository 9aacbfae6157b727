# SPDX-License-Identifier: MIT
# Releases: the tarball and its checks. packaging/README.md describes each script.

## dist           the tarball, its list of files (SPDX), the suite for decoders, and checksums, in BUILD/dist
##                DIRTY=1: with uncommitted files
## distcheck      the tarball builds, passes its unit tests, installs and uninstalls elsewhere
## release-check  checks a release in a clean root
## recipes        what Conan, Homebrew, Meson, Nix, vcpkg and Yocto build the tarball by, in BUILD/recipes
.PHONY: dist distcheck release-check recipes
dist: $(SUITE)/cores.json
	packaging/dist $(BUILD)/dist $(SUITE)

recipes: dist
	packaging/recipes/fill $(BUILD)/dist $(BUILD)/recipes

distcheck:
	packaging/distcheck

release-check:
	packaging/release-check
