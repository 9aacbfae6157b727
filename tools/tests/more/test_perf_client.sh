#!/bin/bash
# SPDX-License-Identifier: MIT
# A real client: Debian's perf (6.1) reads our bytes in a file of spe2perf. Each packet must be as spe-dump prints it,
# except for the differences in tests/client/perf61.awk. Of each sample group it must count as many records as spe-stat;
# clients/perf.sh compares all of its samples, and has the faults of perf 6.1 because of which it counts others.
# needs: linux-perf
set -u
. tests/tap.sh
need_packages
build=${BUILD:-build}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PERF_PAGER=cat HOME=$work

perf_lines() { # FILE.data: the packet lines of perf's dump
    perf script -D -i "$1" 2>"$work/perf.err" | sed -n '/ARM SPE data/,$p' | grep -E '^\.  [0-9a-f]{8}: '
}

# same NAME RAW: spe2perf and perf script -D compared with spe-dump. AUX data has a multiple of 8 bytes.
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

"$build/kit/make_stream" packets >"$work/raw"
same "every packet kind" "$work/raw"
is "$(wc -l <"$work/perf" | awk '{print ($1 > 10000)}')" 1 "those are more than 10,000 packets"
"$build/kit/make_stream" records 2000 >"$work/raw"
same "2000 records" "$work/raw"

# How perf treats an unknown header: one byte is "Bad packet!", and the next byte follows.
printf '\x50\x01\x00\x01' >"$work/raw"
"$build/spe-dump" "$work/raw" >"$work/ours"
is "$(sed 's/^.\{62\}//' "$work/ours" | tr '\n' '|')" "Bad packet!|END|" "an unknown packet is one packet to us"
truncate -s 8 "$work/raw"
"$build/spe2perf" "$work/raw" "$work/data"
is "$(perf_lines "$work/data" | head -3 | sed 's/^.\{62\}//' | tr '\n' '|')" "Bad packet!|END|PAD|" "and three to perf"

# -- the file --
"$build/kit/make_stream" records 20000 >"$work/raw"
ok "20,000 records: spe2perf --midr" "$build/spe2perf" --midr=0x410fd490 --cpu=3 "$work/raw" "$work/data"
ok "perf report opens the file" perf report --stdio -i "$work/data"
perf report --stdio -i "$work/data" >"$work/report" 2>/dev/null
is "$(grep -c "^# Samples: .* of event 'l1d-miss'" "$work/report")" 1 "perf report shows samples"
ok "perf knows the MIDR" sh -c "perf report --header-only -i '$work/data' | grep -q 'cpuid : 0x00000000410fd490'"

# -- sample groups, in captures and profiles whose records perf 6.1 reads without faults --

# Sorting by a field with few values takes the least time. "# Samples: 124K of ..." is rounded.
perf_counts() {
    perf report --stdio -n --sort dso --itrace=i1ibfmtaM -i "$work/data" 2>"$work/perf.err" | awk '
        /^# Samples:/ {gsub("\x27", ""); group = $NF}
        /^ +[0-9.]+% / {n[group] += $2}
        END {for (group in n) print group, n[group]}' | sort
}
# perf 6.1 has no group branch; its group branch-miss is an event for spe-stat, mispredicted.
our_counts() {
    "$build/spe-stat" --format=csv "$work/data" 2>"$work/stat.err" | tr -d '"' | awk -F, '
        $1 == "groups" && $3 == "samples" && $2 != "branch" && $4 {print $2, $4}
        $1 == "events" && $2 == "mispredicted" && $3 == "samples" && $4 {print "branch-miss", $4}' | sort
}
counted() { # NAME GROUPS: of the file $work/raw
    "$build/spe2perf" "$work/raw" "$work/data"
    our_counts >"$work/ours"
    ok "$1: perf's count of each group is spe-stat's" diff <(perf_counts) "$work/ours"
    is "$(wc -l <"$work/ours")" "$2" "... of $2 groups"
}
for profile in records:10 events:10; do
    "$build/kit/make_stream" "${profile%:*}" 200000 >"$work/raw"
    counted "200,000 ${profile%:*}" "${profile#*:}"
done
for capture in hisilicon-packed-branches:2 model-tags:7 neoverse-fixed-slots:4 windowsperf-branch-timestamp:1; do
    "$build/spe-asm" -o "$work/raw" "tests/captures/${capture%:*}.txt"
    counted "${capture%:*}" "${capture#*:}"
done

done_testing
