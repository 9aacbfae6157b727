#!/bin/bash
# SPDX-License-Identifier: MIT
# include/libspe/spe.hpp compiles without a warning in C++17 and C++20, with and without exceptions. All ways of
# decoding are compared with the C interface, on captures. The cost in instructions is compared with the same function
# in C.
# needs: g++ clang valgrind pkg-config python3
set -u
. tests/tap.sh
need_packages
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Captures with complete records only.
for name in model-sme model-sve model-tags hisilicon-packed-branches windowsperf-branch-timestamp \
    neoverse-fixed-slots; do
    "$build/spe-asm" "tests/captures/$name.txt"
done >"$work/captures"
for ((i = 0; i < 500; i++)); do cat "$work/captures"; done >"$work/half"
cat "$work/half" "$work/half" >"$work/long"
records=$("$build/spe-dump" --records "$work/half" | wc -l)
cost() { # PROGRAM WAY FILE: instructions, without those that bind functions of libraries
    LD_BIND_NOW=1 valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect='through_*' \
        "$work/$1" "$2" "$work/$3" 2>&1 | sed -n 's/.*Collected : //p'
}

# perf.data of several cores, with and without gaps, in both byte orders; truncated; ending inside a record; and no file
# of perf.
"$build/spe-asm" -o "$work/other" tests/captures/neoverse-fixed-slots.txt
head -c 1000 "$work/captures" >"$work/inside"
files=()
kinds=v2-little,v1-little,v2-pipe,v2-big,v1-partial100,v2-snapshot,v1-unfinished
tests/perf_data.py --to="$work" $kinds "$work/captures" "$work/other" "$work/captures"
for kind in ${kinds//,/ }; do files+=("$work/$kind"); done
tests/perf_data.py v2 "$work/inside" "$work/other" >"$work/ends"
for at in 7 300 3000 5000; do
    head -c $at "$work/v2-little" >"$work/cut$at"
    files+=("$work/cut$at")
done
files+=("$work/ends" "$work/captures")
tests/perf_data.py v2 "$work/half" "$work/half" >"$work/half.data"
tests/perf_data.py v2 "$work/long" "$work/half" >"$work/long.data"
is "$(bindings/cpp)" "$(cat include/libspe/record.hpp)" "spe::record has the fields of struct spe_record (bindings/update)"
strict="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -Wcast-qual -Werror"
for compiler in "g++ -std=c++17 -fno-exceptions -fno-rtti" "g++ -std=c++20" "clang++ -std=c++17" \
    "clang++ -std=c++20 -fno-exceptions -fno-rtti"; do
    # shellcheck disable=SC2086 # commands and options
    ok "$compiler" $compiler -O2 $strict -Iinclude -DSPE_STATIC tests/clients/cpp/twice.cpp "$build/libspe.a" -o \
        "$work/twice" || continue
    output=$("$work/twice" test "$work/captures")
    is "$? $(grep -c '^ok' <<<"$output")" "0 $([[ $compiler == *20* ]] && echo 11 || echo 10)" "... does what C does" \
        || diag "$output"
    # The cost of a record is measured with the second half, because the rest includes the setup. clang makes the same
    # loop from both. gcc adds jumps that the C loop lacks, where the result of ++ meets the loop's condition, and loads
    # a member of std::optional before comparing it. The library executes the same instructions.
    c_half=$(cost twice c half) c_long=$(cost twice c long)
    cpp_half=$(cost twice cpp half) cpp_long=$(cost twice cpp long)
    more=$((cpp_long - cpp_half - c_long + c_half))
    once=$((cpp_half - c_half - more))
    diag "$records records: $((c_long - c_half)) instructions in C, $more more in C++; once: $once more"
    [[ $compiler == clang* ]] && most=0 || most=$((4 * records))
    is "$((c_long - c_half > 100 * records)) $((more <= most))" "1 1" \
        "... costs what C does$([ "$most" = 0 ] || echo ', but for four instructions a record')"
    is "$((once <= 200))" 1 "... and 200 instructions at most to begin"
    # shellcheck disable=SC2086 # commands and options
    ok "$compiler, perf.data and filters" $compiler -O2 $strict -Iinclude -DSPE_STATIC tests/clients/cpp/profile.cpp \
        "$build/libspe.a" -o "$work/profile" || continue
    output=$("$work/profile" test "${files[@]}")
    is "$? $(grep -c '^ok' <<<"$output")" "0 $((3 * ${#files[@]} + $([[ $compiler == *20* ]] && echo 14 || echo 13)))" \
        "... do what C does, with ${#files[@]} files" || diag "$output"
    c=$(($(cost profile c long.data) - $(cost profile c half.data)))
    more=$(($(cost profile cpp long.data) - $(cost profile cpp half.data) - c))
    diag "$records records of perf.data: $c instructions in C, $more more in C++"
    is "$((c > 100 * records)) $((more <= 6 * records))" "1 1" "... cost what C does, but for six instructions a record"
done

# docs/cpp.md: its commands run at the top of a tree after make and make demo, and with an installed libspe.
top=$work/tree
mkdir -p "$top/build"
ln -s "$PWD/include" "$top"
for file in libspe.a spe2perf; do ln -s "$(cd "$build" && pwd)/$file" "$top/build"; done
"$build/spe-asm" -o "$top/build/demo.spe" tests/captures/neoverse-fixed-slots.txt
listing() { awk -v n="$1" '/^```cpp$/ {on = ++i == n; next} /^```$/ {on = 0} on' docs/cpp.md; }
listing 1 >"$top/cycles.cpp"
listing 2 >"$top/loads.cpp"
sed -n 's/^    //p' docs/cpp.md | grep -e '^c++ ' -e '^\./' -e '^build/' >"$work/commands"
is "$(sed 's/^\(c++\).* -o \([a-z]*\).*/\1 \2/; s/ .*[.]spe .*//' "$work/commands")" "c++ cycles
./cycles < build/demo.spe
c++ cycles
c++ loads
build/spe2perf
./loads < demo.data" "the page says how C++ is compiled, in the tree and where libspe is installed"
cycles=$("$build/spe-dump" --format=csv "$top/build/demo.spe" | awk -F, '
    NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i; next}
    {sub(/^0x/, "", $at["pc"]); print $at["pc"] ": " $at["total_lat"] " cycles"}')
is "$(cd "$top" && sh -e <(head -n 2 "$work/commands") 2>&1)" "$cycles" "... in the tree: $(head -n 1 "$work/commands")"
loads=$(cd "$top" && sh -e <(sed -n 4,6p "$work/commands") 2>&1)
is "$loads" "$("$build/spe-dump" --format=csv --filter=load_filter=1,min_latency=10 "$top/demo.data" | awk -F, '
    NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i; next} {count[$at["cpu"]]++}
    END {for (cpu in count) print "core " cpu ": " count[cpu] " slow loads"}')" "... a profile's slow loads: $loads"
make -s BUILD="$build" DESTDIR="$work/root" PREFIX=/usr install-shared install-static >/dev/null
rm -rf "$top/include" "$top/build/libspe.a" "$top/cycles"
export PKG_CONFIG_PATH=$work/root/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$work/root LD_LIBRARY_PATH=$work/root/usr/lib
is "$(cd "$top" && sh -e <(sed -n 3p "$work/commands"; sed -n 2p "$work/commands") 2>&1)" "$cycles" \
    "... installed: $(sed -n 3p "$work/commands")"

done_testing
