#!/bin/bash
# SPDX-License-Identifier: MIT
# docs/guide.md: every listing compiles without a warning, every command prints what the guide shows.
# tests/test_guide.sh --write puts their current output into the guide.
# needs: pkg-config
set -u
. tests/tap.sh
need pkg-config
build=$(cd "${BUILD:-build}" && pwd)
tree=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The library is installed, and the tree is at hand; the compiler is strict.
mkdir "$work/bin" "$work/guide"
printf '#!/bin/sh\nexec %s -std=c11 -O1 -Wall -Wextra -Wpedantic -Werror "$@"\n' "$(command -v cc)" >"$work/bin/cc"
chmod +x "$work/bin/cc"
for program in spe-asm spe2perf; do ln -s "$build/$program" "$work/bin"; done
sed -e "s|@PREFIX@|$work/none|; s|@LIBDIR@|$build|; s|@INCLUDEDIR@|$tree/include|" \
    -e "s|@VERSION@|$(sed -n 's/^#define SPE_VERSION_STRING "\(.*\)"/\1/p' include/libspe/base.h)|" pkgconfig/libspe.pc.in >"$work/libspe.pc"
ln -s "$tree/tests" "$work/guide/tests"
export PATH="$work/bin:$PATH" PKG_CONFIG_PATH="$work" LD_LIBRARY_PATH="$build" LC_ALL=C

now=$(cd "$work/guide" && "$tree/tests/guide" "$tree/docs/guide.md")
if [ "${1:-}" = --write ]; then
    printf '%s\n' "$now" >docs/guide.md
    exit
fi
is "$(printf '%s\n' "$now" | diff docs/guide.md - | head -40)" "" "the guide prints what it says"
steps=$(grep -c '^## [0-9]*\. ' docs/guide.md)
listings=$(sed -n 's/^\/\* \([a-z]*\)\.c: .*/\1/p' docs/guide.md)
missing=$(for listing in $listings; do [ -x "$work/guide/$listing" ] || echo "$listing"; done)
is "$missing $(wc -w <<<"$listings")" " $steps" "each step has a listing, which was compiled"
is "$(grep -c '^\$ \./' docs/guide.md | awk -v steps="$steps" '{print ($1 >= steps)}')" 1 "... and run"
long=$(awk '/^```c$/ {lines = 0; inside = 1} inside {lines++} /^```$/ {if (inside && lines > 85) print FNR; inside = 0}' \
    docs/guide.md)
is "$long" "" "no listing is longer than a page"
is "$(cd "$work/guide" && printf '```console\n$ echo one\ntwo\n```\n' | "$tree/tests/guide" | sed -n 3p)" one "what is printed otherwise is seen"

done_testing
