#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-dump -j: as CSV, JSON, Arrow and Parquet, files, pipes and many files give the same bytes and messages with any
# number of threads: captures, long streams, streams whose parts seem to begin where no record does, damaged ones,
# perf.data with gaps.
# needs: perl python3
set -u
. tests/tap.sh
need python3
build=${BUILD:-build}
dump=${SPE_DUMP:-$build/spe-dump}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

counts=(3) formats=(csv)
if is_all; then counts=(2 3 8) formats=(csv json arrow parquet); fi
same() { # NAME OPTION... FILE: these formats, with one thread and with more
    local name=$1 bad='' format threads
    shift
    for format in "${formats[@]}"; do
        "$dump" --format="$format" -j1 "$@" >"$tmp/want" 2>"$tmp/want.err"
        local status=$?
        for threads in "${counts[@]}"; do
            "$dump" --format="$format" -j"$threads" "$@" >"$tmp/out" 2>"$tmp/out.err"
            [ $? = $status ] || bad+=" $format-$threads: status"
            cmp -s "$tmp/want" "$tmp/out" || bad+=" $format-$threads"
            cmp -s "$tmp/want.err" "$tmp/out.err" || bad+=" $format-$threads: messages"
        done
    done
    is "$bad" '' "$name"
}

for capture in tests/captures/*.txt; do
    "$build/spe-asm" -o "$tmp/$(basename "$capture" .txt)" "$capture"
    perl -0777 -ne 'print $_ x (400000 / length)' "$tmp/$(basename "$capture" .txt)" >"$tmp/long"
    same "$(basename "$capture"), repeated" "$tmp/long"
done
same "all captures: many files" "$tmp"/[a-z]*-[a-z0-9]*
long=2_200_000 # two parts, and a little
! is_all || long=20_000_000
cat "$tmp"/[a-z]*-[a-z0-9]* | perl -0777 -ne "print \$_ x ($long / length)" >"$tmp/mixed"
is_all || formats=(csv parquet)
same "$long bytes of them" "$tmp/mixed"
is_all || formats=(csv)
lines=$("$dump" --records "$tmp/mixed" | grep -c '')
is "$("$dump" --format=json -j3 "$tmp/mixed" | grep -c '')" "$lines" "... each record has its line"
"$dump" --format=parquet -j3 "$tmp/mixed" >"$tmp/out"
is "$(tools/tests/tables/read "$tmp/out" | grep -c '')" $((lines + 1)) "... and its row"

# made FILE BYTES PERL: bytes of records that PERL makes
made() {
    perl -e 'srand 7; my $out = ""; while (length $out < $ARGV[0]) { '"$3"' } print $out' "$2" >"$tmp/$1"
}
ts='pack("CQ<", 0x71, rand 1 << 50)'
pc='pack("CQ<", 0xb0, 0xa000000000001000 + rand 1 << 30)'
load="$pc . pack('CC', 0x49, 0) . pack('CQ<', 0xb2, rand 1 << 40) . pack('CS<', 0x52, rand 1 << 16) . $ts"
made loads 2200000 "\$out .= $load;"
same "loads" "$tmp/loads"
same "loads, of which a filter keeps some" --filter=event_filter=2 "$tmp/loads"
same "loads, searched for" --resync "$tmp/loads"
same "loads from the middle of one" --resync --offset=13 "$tmp/loads"
same "loads at an address" --base=0xffff0000 --offset=64 "$tmp/loads"
# A record's data addresses look like the end of a record and the beginning of others.
made false 1500000 "my \$n = $ts . $pc . pack('CC', 0x49, 0) . $ts . $pc . pack('CC', 0x49, 0);
    \$out .= $pc . join('', map { pack('CQ<', 0xb2, 0xb071_0000_0171_b0b0 ^ rand 1 << 20) } 1 .. rand 200) . $ts;
    \$out .= chr(0) x rand 40;"
same "addresses that look like the end of a record" "$tmp/false"
made endless 1200000 '$out .= pack("CQ<", 0xb2, rand 1 << 40);'
same "one record without an end" "$tmp/endless"
made tiny 600000 '$out .= chr 1;'
same "records of one byte: more output than waits in memory" "$tmp/tiny"
made padding 1200000 "\$out .= chr(0) x rand 6000; \$out .= $pc . chr 1 if rand > 0.5;"
same "padding" "$tmp/padding"
made noise 1500000 '$out .= pack("V", rand 1 << 32);'
same "random bytes" --force "$tmp/noise"
for damage in 1000 100000; do
    perl -0777 -pe "srand 3; for my \$i (1 .. length() / $damage) { substr(\$_, rand(length), 1) = chr rand 256 }" \
        "$tmp/loads" >"$tmp/damaged"
    same "loads with a damaged byte in $damage" --force "$tmp/damaged"
    same "... searched for" --force --resync "$tmp/damaged"
done
perl -0777 -pe 'substr($_, 5, 1) = ""; $_ = substr $_, 0, -3' "$tmp/loads" >"$tmp/shifted"
same "loads without a byte, cut off" --force "$tmp/shifted"

# perf.data
head -c 400000 "$tmp/loads" >"$tmp/a"
head -c 300011 "$tmp/loads" >"$tmp/b"
: >"$tmp/c"
kinds=v1-little,v2-big,v2-pipe,v1-unfinished,v2-little-partial200000,v2-little-partial131,v1-big-snapshot
tests/perf_data.py --to="$tmp" $kinds "$tmp/a" "$tmp/b" "$tmp/c" "$tmp/a"
for kind in ${kinds//,/ }; do same "perf.data, $kind" "$tmp/$kind"; done
head -c 1000 "$tmp/loads" >"$tmp/small"
files=()
for _ in $(seq 2000); do files+=("$tmp/small"); done
tests/perf_data.py v1-little "${files[@]}" >"$tmp/buffers"
same "two thousand buffers" "$tmp/buffers"
head -c 900000 "$tmp/buffers" >"$tmp/cut"
same "... cut off" "$tmp/cut"
same "many files of each kind" "$tmp/v1-little" "$tmp/loads" "$tmp/cut" "$tmp/none" "$tmp/noise" "$tmp/small"

# pipes, and output that goes away
for format in "${formats[@]}"; do
    "$dump" --format="$format" -j1 "$tmp/mixed" >"$tmp/want"
    (cat "$tmp/mixed") | "$dump" --format="$format" -j3 - | cmp - "$tmp/want"
    is $? 0 "$format: a pipe"
    "$dump" --format="$format" -j1 "$tmp/loads" >"$tmp/want.loads"
    perl -e '$| = 1; local $/ = \3001; while (<STDIN>) { print }' <"$tmp/loads" |
        "$dump" --format="$format" -j3 - | cmp - "$tmp/want.loads"
    is $? 0 "$format: a pipe, a few bytes at a time"
    "$dump" --format="$format" -j3 -o "$tmp/file" "$tmp/mixed"
    is "$? $(cmp "$tmp/file" "$tmp/want")" "0 " "$format: a file"
    is "$("$dump" --format="$format" -j3 "$tmp/mixed" 2>&1 >/dev/full | grep -c 'No space left')" 1 "$format: a full disk"
done
"$dump" --format=csv -j8 "$tmp/mixed" | head -3 >/dev/null
is "${PIPESTATUS[0]}" 141 "a reader that goes away"
is "$("$dump" --format=json -j0 "$tmp/loads" | md5sum)" "$("$dump" --format=json -j1 "$tmp/loads" | md5sum)" "-j0"
"$dump" -j257 "$tmp/small" >/dev/null 2>"$tmp/err"
is "$? $(head -1 "$tmp/err")" "2 spe-dump: 257: not a number from 0 to 256" "too many threads"
done_testing
