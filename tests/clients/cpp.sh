#!/bin/bash
# SPDX-License-Identifier: MIT
# include/libspe/spe.hpp: without a warning in C++17 and C++20, with and without exceptions; every way of it against the
# C interface over captures; and what it costs: instructions beside the same function in C.
# needs: g++ clang valgrind pkg-config
set -u
. tests/tap.sh
need g++
need clang
need valgrind
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Captures of whole records; the last one ends with its last byte.
for name in model-sme model-sve model-tags hisilicon-packed-branches windowsperf-branch-timestamp \
    neoverse-fixed-slots; do
    "$build/spe-asm" "tests/captures/$name.txt"
done >"$work/captures"
for ((i = 0; i < 500; i++)); do cat "$work/captures"; done >"$work/half"
cat "$work/half" "$work/half" >"$work/long"
records=$("$build/spe-dump" --records "$work/half" | wc -l)
cost() { # WAY FILE: instructions, of which none looks for functions of libraries
    LD_BIND_NOW=1 valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect='through_*' \
        "$work/twice" "$1" "$work/$2" 2>&1 | sed -n 's/.*Collected : //p'
}
strict="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -Wcast-qual -Werror"
for compiler in "g++ -std=c++17 -fno-exceptions -fno-rtti" "g++ -std=c++20" "clang++ -std=c++17" \
    "clang++ -std=c++20 -fno-exceptions -fno-rtti"; do
    # shellcheck disable=SC2086 # commands and options
    ok "$compiler" $compiler -O2 $strict -Iinclude -DSPE_STATIC tests/clients/cpp/twice.cpp "$build/libspe.a" -o \
        "$work/twice" || continue
    output=$("$work/twice" test "$work/captures")
    is "$? $(grep -c '^ok' <<<"$output")" "0 $([[ $compiler == *20* ]] && echo 11 || echo 10)" "... does what C does" \
        || diag "$output"
    # What a record costs is what the second half costs; the rest is made ready once. clang makes the same loop of both.
    # gcc lays the loop out with jumps that C's has not, where what ++ says meets the loop's condition, and loads a
    # member of std::optional before it compares it: of the library's own instructions there is none more.
    c_half=$(cost c half) c_long=$(cost c long) cpp_half=$(cost cpp half) cpp_long=$(cost cpp long)
    more=$((cpp_long - cpp_half - c_long + c_half))
    once=$((cpp_half - c_half - more))
    diag "$records records: $((c_long - c_half)) instructions in C, $more more in C++; once: $once more"
    [[ $compiler == clang* ]] && most=0 || most=$((3 * records))
    is "$((c_long - c_half > 100 * records)) $((more <= most))" "1 1" \
        "... costs what C does$([ "$most" = 0 ] || echo ', but for three instructions a record')"
    is "$((once <= 200))" 1 "... and 200 instructions at most to begin"
done

# docs/cpp.md as it stands: at the top of a tree in which make and make demo were run, and where it is installed.
top=$work/tree
mkdir -p "$top/build"
ln -s "$PWD/include" "$top"
ln -s "$(cd "$build" && pwd)/libspe.a" "$top/build"
"$build/spe-asm" -o "$top/build/demo.spe" tests/captures/neoverse-fixed-slots.txt
sed -n '/^```cpp$/,/^```$/p' docs/cpp.md | grep -v '^```' >"$top/cycles.cpp"
sed -n 's/^    //p' docs/cpp.md | sed -n '/^c++ /,$p' >"$work/commands"
is "$(grep -c '^c++ .*cycles' "$work/commands") $(grep -c '^\./cycles' "$work/commands")" "2 1" \
    "the page says how C++ is compiled, in the tree and where libspe is installed"
cycles=$("$build/spe-dump" --format=csv "$top/build/demo.spe" | awk -F, '
    NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i; next}
    {sub(/^0x/, "", $at["pc"]); print $at["pc"] ": " $at["total_lat"] " cycles"}')
is "$(cd "$top" && sh -e <(head -n 2 "$work/commands") 2>&1)" "$cycles" "... in the tree: $(head -n 1 "$work/commands")"
make -s BUILD="$build" DESTDIR="$work/root" PREFIX=/usr install-shared install-static >/dev/null
rm -rf "$top/include" "$top/build/libspe.a" "$top/cycles"
export PKG_CONFIG_PATH=$work/root/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$work/root LD_LIBRARY_PATH=$work/root/usr/lib
is "$(cd "$top" && sh -e <(sed -n 3p "$work/commands"; sed -n 2p "$work/commands") 2>&1)" "$cycles" \
    "... installed: $(sed -n 3p "$work/commands")"

done_testing
