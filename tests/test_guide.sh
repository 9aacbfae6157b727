#!/bin/bash
# SPDX-License-Identifier: MIT
# tests/test_guide.sh [GUIDE [--write]]: every listing of docs/guide.md, or of another house's GUIDE, compiles without a
# warning; every command prints what the guide shows. --write puts their current output into the guide.
# needs: pkg-config
set -u
. tests/tap.sh
need pkg-config
build=$(cd "${BUILD:-build}" && pwd)
tree=$(pwd)
guide=${1:-docs/guide.md}
[ -x "$build/spe-asm" ] || { echo "1..0 # SKIP its commands are those of the programs, too: make tools"; exit; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The library is installed, and the tree is at hand; the compiler is strict.
mkdir "$work/bin" "$work/guide"
printf '#!/bin/sh\nexec %s -std=c11 -O1 -Wall -Wextra -Wpedantic -Werror "$@"\n' "$(command -v cc)" >"$work/bin/cc"
chmod +x "$work/bin/cc"
for program in spe-asm spe2perf; do ln -s "$build/$program" "$work/bin"; done
for package in libspe:. libspe-lab:lab; do
    name=${package%:*} house=${package#*:}
    sed -e "s|@PREFIX@|$work/none|; s|@LIBDIR@|$build|; s|@INCLUDEDIR@|$tree/$house/include|" -e "s|@VERSION@|$(sed -n \
        's/^#define SPE_[LAB_]*VERSION_STRING "\(.*\)"/\1/p' "$house/include/$name/base.h")|" \
        "$house/pkgconfig/$name.pc.in" >"$work/$name.pc"
done
ln -s "$tree/tests" "$work/guide/tests"
export PATH="$work/bin:$PATH" PKG_CONFIG_PATH="$work" LD_LIBRARY_PATH="$build" LC_ALL=C

# Later guides use the files of the first one.
[ "$guide" = docs/guide.md ] || (cd "$work/guide" && "$tree/tests/guide" "$tree/docs/guide.md" >/dev/null)
now=$(cd "$work/guide" && "$tree/tests/guide" "$tree/$guide")
if [ "${2:-}" = --write ]; then
    printf '%s\n' "$now" >"$guide"
    exit
fi
is "$(printf '%s\n' "$now" | diff "$guide" - | head -40)" "" "the guide prints what it says"
steps=$(grep -c '^## [0-9]*\. ' "$guide")
listings=$(sed -n 's/^\/\* \([a-z]*\)\.c: .*/\1/p' "$guide")
missing=$(for listing in $listings; do [ -x "$work/guide/$listing" ] || echo "$listing"; done)
is "$missing $(wc -w <<<"$listings")" " $steps" "each step has a listing, which was compiled"
is "$(grep -c '^\$ \./' "$guide" | awk -v steps="$steps" '{print ($1 >= steps)}')" 1 "... and run"
long=$(awk '/^```c$/ {lines = 0; inside = 1} inside {lines++} /^```$/ {if (inside && lines > 85) print FNR; inside = 0}' \
    "$guide")
is "$long" "" "no listing is longer than a page"
is "$(cd "$work/guide" && printf '```console\n$ echo one\ntwo\n```\n' | "$tree/tests/guide" | sed -n 3p)" one "what is printed otherwise is seen"

done_testing
