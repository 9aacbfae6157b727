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

# What is optional is optional to link: a description of one's own needs none of the library's.
cat >"$tmp/own.c" <<'END'
#include <libspe-lab/metrics.h>
int main(void)
{
    static const struct spe_telemetry own = {.name = "own"};
    double value;
    return spe_metric_value(&own, 0, NULL, 0, &value, NULL) != SPE_E_ARG;
}
END
ok "a program with a description of its own" "${CC:-cc}" -DSPE_STATIC -Iinclude -Ilab/include "$tmp/own.c" \
    "$build/libspe-lab.a" "$build/libspe.a" -o "$tmp/own"
is "$("$tmp/own"; echo $?)" 0 "... runs"
is "$(nm "$tmp/own" | grep -cE ' spe_telemetry_(event|later|metric|group|core)$')" 0 "... has no tables of telemetry"
is "$(size "$build/libspe-lab.a" | sort -k4,4nr | head -1 | grep -c telemetry)" 0 "... and none is the largest object"

done_testing
