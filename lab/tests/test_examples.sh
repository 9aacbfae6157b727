#!/bin/bash
# SPDX-License-Identifier: MIT
# The examples print what their comments promise.
# needs: perl
set -u
. tests/tap.sh
build=${BUILD:-build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

is "$("$build/examples/emulate")" '64 records of 65600 operations
pc 0x10000, class 1, at 1024
pc 0x10004, class 0, at 2049
pc 0x10008, class 1, at 3074
pc 0x1000c, class 2, at 4099' "emulate fills a buffer of 4096 bytes"

# 60 loads from L1, 30 from DRAM, 10 branches
repeat() { for _ in $(seq "$2"); do printf '%s' "$1"; done; } # HEX TIMES
{
    repeat 'b010004000000000a0 980800 9a0100 4900 521600 b210100010000000 00 4300 01' 60
    repeat 'b020004000000000a0 986400 9a0100 4900 521600 b210200010000000 00 430e 01' 30
    repeat 'b030004000000000a0 980500 990100 4a01 528200 b100014000000000a0 01' 10
} | perl -e 'local $/; print pack "H*", <> =~ s/\s//gr' >"$tmp/mix"
is "$("$build/examples/sum_up" <"$tmp/mix")" 'DRAM: 30 loads, half of them within 100 cycles, 99 % within 100
branch_misprediction_ratio: 1.000 per branch, between 0.722 and 1.000 by 10 samples
90 findings in 100 records' sum_up
is "$(wc -l lab/examples/*.c | awk '$2 != "total" && $1 > 100')" "" "each has at most 100 lines"

done_testing
