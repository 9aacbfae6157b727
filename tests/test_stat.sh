#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-stat: counts, filters, hot spots, data sources by name; what is wrong on the command line.
set -u
. tests/tap.sh
stat=${BUILD:-build}/spe-stat
dump=${BUILD:-build}/spe-dump
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

load() { # PC's low byte, latency, source, how many
    for _ in $(seq "$4"); do
        printf '%b' "\\xb0\\x$1\\x00\\x40\\x00\\x00\\x00\\x00\\xa0\\x98\\x$2\\x00\\x9a\\x01\\x00\\x49\\x00\\x52\\x16\\x00\\xb2\\x10\\x$1\\x00\\x10\\x00\\x00\\x00\\x00\\x43\\x$3\\x01"
    done
}
branch() { # PC's low byte, how many
    for _ in $(seq "$2"); do
        printf '%b' "\\xb0\\x$1\\x00\\x40\\x00\\x00\\x00\\x00\\xa0\\x98\\x05\\x00\\x99\\x01\\x00\\x4a\\x01\\x52\\x82\\x00\\xb1\\x00\\x01\\x40\\x00\\x00\\x00\\x00\\xa0\\x01"
    done
}
{ load 10 08 00 60; load 20 64 0e 30; branch 30 10; } >"$tmp/mix"
"$stat" --cpu=neoverse-n1 "$tmp/mix" >"$tmp/out"
is $? 0 "a mix of 100"
has() { # LINE (blanks do not matter), NAME
    is "$(sed 's/  */ /g' "$tmp/out" | grep -cxF -- "$1")" 1 "$2"
}
has "100 samples in $(stat -c %s "$tmp/mix") bytes" "samples and bytes"
has "core: Neoverse N1" "the core"
has " load 90 90.0 %" "loads"
has " branch or exception return 10 10.0 %" "branches"
has " mispredicted 10 10.0 %" "an event"
has " memory 90 90.0 %" "perf's group"
has " branch_misprediction_ratio 1 (0.7225 to 1) per branch" "an estimate"
has " total 100 35.3 8 100 100 100" "total latency: samples, mean, 50 %, 90 %, 99 %, most"
has " source 14, DRAM 30 100.0 100 100 100 100" "latency by data source"
has " 64 to 127 30 ##################################################" "a histogram"
is "$(sed -n '/^Program counters, by samples/,/^$/p' "$tmp/out" | sed -n '3,4p' | tr -s ' ' | tr '\n' ';')" \
    ' 0x0000000000400010 60 480; 0x0000000000400020 30 3000;' "hot program counters, by samples"
is "$(sed -n '/^Program counters, by total/,/^$/p' "$tmp/out" | sed -n '3p' | tr -s ' ')" ' 0x0000000000400020 30 3000' "by latency"
is "$(sed -n '/^Data pages.*by samples/,/^$/p' "$tmp/out" | sed -n '3,4p' | tr -s ' ' | tr '\n' ';')" \
    ' 0x0000000010001000 60 480; 0x0000000010002000 30 3000;' "hot pages"
is "$("$stat" --filter=load_filter=1,min_latency=100 "$tmp/mix" | head -1)" \
    "30 samples in $(stat -c %s "$tmp/mix") bytes, kept by the filter of 100" "a filter"
is "$("$stat" --top=1 "$tmp/mix" | grep -c '^  0x')" 4 "--top"
is "$("$stat" - <"$tmp/mix" | head -1)" "100 samples in $(stat -c %s "$tmp/mix") bytes" "standard input"
is "$(printf '' | "$stat" -)" "0 samples in 0 bytes" "nothing"
is "$(head -c 40 "$tmp/mix" | "$stat" - | sed -n 2p)" "cut off: 1 records" "a record that is cut off"
tests/perfmake v2-little "$tmp/mix" "$tmp/mix" >"$tmp/perf"
is "$("$stat" "$tmp/perf" 2>/dev/null | head -1)" "200 samples in $((2 * $(stat -c %s "$tmp/mix"))) bytes, 2 buffers" "perf.data"

# -- many different program counters: exact while they fit, then too few by a stated number --
perl -e 'binmode STDOUT; for my $i (0 .. 99999) { my $pc = $i % 5 ? 4 * $i : 8; print "\xb0", pack("Q<", $pc | 0xa0 << 56), "\x98\x01\x00\x52\x02\x00\x01" }' >"$tmp/many"
"$stat" --top=1 "$tmp/many" >"$tmp/out"
least=$(sed -n '/by samples/,/^$/p' "$tmp/out" | awk '$1 == "0x0000000000000008" {print $2}')
error=$(sed -n 's/.*too few by \([0-9]*\) at most.*/\1/p' "$tmp/out" | head -1)
is "$((least <= 20000 && least + error >= 20000 && error > 0))" 1 "80,001 different ones: $least + $error of 20,000"

refuses() { # STATUS PATTERN NAME ARGUMENT...
    local status=$1 pattern=$2 name=$3
    shift 3
    "$stat" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    is "$? $(grep -c -- "$pattern" "$tmp/err")" "$status 1" "$name"
}
refuses 2 'takes one FILE' "no file"
refuses 2 'takes one FILE' "two files" "$tmp/mix" "$tmp/mix"
refuses 1 'No such file' "a file that is not there" "$tmp/none"
refuses 2 'no core of this name' "an unknown core" --cpu=z80 "$tmp/mix"
refuses 2 'is no number' "a MIDR that is none" --midr=x "$tmp/mix"
refuses 2 'is no number' "too many" --top=100000 "$tmp/mix"
refuses 2 'the filter is wrong: load=1: at character' "a filter that is wrong" --filter=load=1 "$tmp/mix"
is "$("$stat" --version | grep -c '^spe-stat (libspe) [0-9]')" 1 "--version"
is "$("$stat" --help | grep -c '^usage: spe-stat ')" 1 "--help"

done_testing
