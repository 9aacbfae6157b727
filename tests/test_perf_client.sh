#!/bin/bash
# SPDX-License-Identifier: MIT
# A real client: what Debian's perf (6.1) makes of our bytes, wrapped by spe2perf. Packet for packet the same as
# spe-dump prints, but for the differences that tests/client/perf61.awk names. Samples are in test_perf_report.sh.
# needs: linux-perf
set -u
. tests/tap.sh
need perf
build=${BUILD:-build}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PERF_PAGER=cat HOME=$work

perf_lines() { # FILE.data: the packet lines of perf's dump
    perf script -D -i "$1" 2>"$work/perf.err" | sed -n '/ARM SPE data/,$p' | grep -E '^\.  [0-9a-f]{8}: '
}

# same NAME RAW: spe2perf and perf script -D against spe-dump. AUX data comes in multiples of 8 bytes.
same() {
    truncate -s %8 "$2"
    ok "$1: spe2perf" "$build/spe2perf" "$2" "$work/data"
    perf_lines "$work/data" >"$work/perf"
    "$build/spe-dump" "$2" 2>/dev/null | awk -f tests/client/perf61.awk >"$work/ours"
    is "$(wc -l <"$work/ours" | awk '{print ($1 > 3)}')" 1 "$1: there are packets"
    ok "$1: perf prints what spe-dump prints" diff "$work/ours" "$work/perf"
}

for capture in tests/captures/*.txt; do
    name=$(basename "$capture" .txt)
    "$build/spe-asm" "$capture" >"$work/raw"
    same "$name" "$work/raw"
done

ok "the generator builds" cc -std=c11 -Iinclude -Itests/unit tests/client/make_stream.c "$build/libspe.a" -o \
    "$work/make_stream"
"$work/make_stream" packets >"$work/raw"
same "every packet kind" "$work/raw"
is "$(wc -l <"$work/perf" | awk '{print ($1 > 10000)}')" 1 "those are more than 10,000 packets"
"$work/make_stream" records 2000 >"$work/raw"
same "2000 records" "$work/raw"

# perf's way with an unknown header, for the record: one byte, "Bad packet!", and the next.
printf '\x50\x01\x00\x01' >"$work/raw"
"$build/spe-dump" "$work/raw" >"$work/ours"
is "$(sed 's/^.\{62\}//' "$work/ours" | tr '\n' '|')" "Bad packet!|END|" "an unknown packet is one packet to us"
truncate -s 8 "$work/raw"
"$build/spe2perf" "$work/raw" "$work/data"
is "$(perf_lines "$work/data" | head -3 | sed 's/^.\{62\}//' | tr '\n' '|')" "Bad packet!|END|PAD|" "and three to perf"

# -- the file --
"$work/make_stream" records 20000 >"$work/raw"
ok "20,000 records: spe2perf --midr" "$build/spe2perf" --midr=0x410fd490 --cpu=3 "$work/raw" "$work/data"
ok "perf report opens the file" perf report --stdio -i "$work/data"
perf report --stdio -i "$work/data" >"$work/report" 2>/dev/null
is "$(grep -c "^# Samples: .* of event 'l1d-miss'" "$work/report")" 1 "perf report shows samples"
ok "perf knows the MIDR" sh -c "perf report --header-only -i '$work/data' | grep -q 'cpuid : 0x00000000410fd490'"

done_testing
