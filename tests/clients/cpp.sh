#!/bin/bash
# SPDX-License-Identifier: MIT
# include/libspe/spe.hpp: without a warning in C++17 and C++20, with and without exceptions; every way of it against the
# C interface over captures; and what it costs: instructions beside the same function in C.
# needs: g++ clang valgrind
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
for ((i = 0; i < 1000; i++)); do cat "$work/captures"; done >"$work/long"
strict="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -Wcast-qual -Werror"
for compiler in "g++ -std=c++17 -fno-exceptions -fno-rtti" "g++ -std=c++20" "clang++ -std=c++17" \
    "clang++ -std=c++20 -fno-exceptions -fno-rtti"; do
    # shellcheck disable=SC2086 # commands and options
    ok "$compiler" $compiler -O2 $strict -Iinclude -DSPE_STATIC tests/clients/cpp/twice.cpp "$build/libspe.a" -o \
        "$work/twice" || continue
    output=$("$work/twice" test "$work/captures")
    is "$? $(grep -c '^ok' <<<"$output")" "0 $([[ $compiler == *20* ]] && echo 11 || echo 10)" "... does what C does" \
        || diag "$output"
    for way in c cpp; do
        cost[${#way}]=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect='through_*' \
            "$work/twice" $way "$work/long" 2>&1 |
            sed -n 's/.*Collected : //p')
    done
    diag "${cost[1]} instructions in C, ${cost[3]} in C++"
    is "$((cost[3] <= cost[1] + cost[1] / 50 && cost[1] > 100000))" 1 "... costs at most 2 % more than C"
done

done_testing
