#!/bin/bash
# SPDX-License-Identifier: MIT
# Three houses: libspe-lab builds with an installed libspe, and the programs build with both installed libraries. This
# works in a copy of the tree: the folders of a library are removed after it is installed. CHECK_ALL=1 builds all of
# libspe-lab and the programs, and runs their tests there.
# needs: pkg-config
set -u
. tests/tap.sh
need pkg-config
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset MAKEFLAGS MFLAGS BUILD
prefix=$work/prefix
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib
tar --exclude=./build --exclude=./.git -cf - . | tar -xf - -C "$work" --one-top-level=tree
cd "$work/tree" || exit 1
in_tree() { make -s -j2 PREFIX="$prefix" CFLAGS=-O0 "$@" >"$work/log" 2>&1 || { tail -n 20 "$work/log"; return 1; }; }

ok "libspe is installed" in_tree install-library
rm -rf include src
is "$(make -s -C tools 2>&1 | grep -c 'pkg-config finds no libspe-lab')" 1 "the programs say what they need"
ok "libspe-lab builds with it, and is installed" in_tree -C lab install
! is_all || ok "... and passes its tests" in_tree -C lab check
is "$(readelf -d lab/build/libspe-lab.so | grep -c 'NEEDED.*libspe.so.1')" 1 "... linked with libspe.so.1"
find lab -mindepth 1 -maxdepth 1 \( -name include -o -name src \) -exec rm -r {} +
mapfile -t programs < <(if is_all; then echo all; else printf 'build/%s\n' spe-dump spe-regs; fi)
ok "the programs build with both" in_tree -C tools "${programs[@]}"
! is_all || ok "... and pass their tests" in_tree -C tools check
is "$(tests/capture_bytes tests/captures/neoverse-fixed-slots.txt | tools/build/spe-dump --records - | grep -c 'PC 0x')" 2 \
    "... and decode a capture"

done_testing
