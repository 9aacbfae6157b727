#!/bin/bash
# SPDX-License-Identifier: MIT
# Reading perf.data: both byte orders, files and pipes, many cores. Losses are reported. For bad files the message gives
# the error and its place.
set -u
. tests/tap.sh
dump=${BUILD:-build}/spe-dump
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

for i in 1 2 3; do
    for _ in $(seq $((i * 40))); do printf '\xb0\xd0\xc2\xa1\xed\x66\xba\xff\xc0\x98\x0c\x00\x49\x00\x52\x16\x00\x71\x2e\x65\x2f\x6a\x0a\x00\x00\x00'; done >"$tmp/cpu$i"
    "$dump" --records "$tmp/cpu$i" >"$tmp/want$i"
done
cpus=("$tmp/cpu1" "$tmp/cpu2" "$tmp/cpu3")

for kind in v1-little v2-little v1-big v2-big v1-pipe v2-pipe v2-big-pipe v2-little-tail; do
    tests/perfmake $kind "${cpus[@]}" >"$tmp/$kind"
    midr=1
    {
        for i in 1 2 3; do
            case $kind in v2*) midr=", MIDR_EL1 0x410fd40$((i - 1))" ;; *) midr= ;; esac
            echo "# buffer $i, cpu $((3 + i))$midr"
            cat "$tmp/want$i"
        done
    } >"$tmp/want"
    "$dump" --records "$tmp/$kind" >"$tmp/out" 2>"$tmp/err"
    is "$? $(cmp "$tmp/out" "$tmp/want" && echo same)" "0 same" "$kind: the buffers' records"
    "$dump" --records - <"$tmp/$kind" 2>/dev/null | cmp - "$tmp/want"
    is $? 0 "$kind through a pipe"
    (cat "$tmp/$kind") | "$dump" --packets - 2>/dev/null | grep -c '^#' >"$tmp/out"
    is "$(cat "$tmp/out")" 3 "$kind: packets, buffer by buffer"
    is "$("$dump" "$tmp/$kind" 2>/dev/null | sed -n 's/^\. \.\.\. ARM SPE data: size \(.*\) bytes$/\1/p' | xargs)" \
        "$(stat -c %s "${cpus[@]}" | xargs printf '%#x ' | xargs)" "$kind: perf's line before each of them"
done
is "$(cat "$tmp/err")" 'spe-dump: 1 AUX event said that data was truncated
spe-dump: 1 AUX event said that data was overwritten
spe-dump: 1 AUX event said that data is partial
spe-dump: 1 AUX event said that samples collided' "what was lost is said"
tests/perfmake v2-snapshots3000 "$tmp/cpu1" >"$tmp/many"
is "$("$dump" --check "$tmp/many" 2>&1 >/dev/null | grep -c '^spe-dump: [0-9]* AUX events had no room in the table')" 1 \
    "more snapshots than the table of gaps holds"
refuses() { # PATTERN NAME FILE
    "$dump" "$3" >/dev/null 2>"$tmp/err"
    is "$? $(grep -c -- "$1" "$tmp/err")" "1 1" "$2"
}
tests/perfmake v1-intel "${cpus[@]}" >"$tmp/bad"
refuses 'offset 0x.*: .*not Arm SPE' "another tracer's" "$tmp/bad"
tests/perfmake v2-pipe-tracing "${cpus[@]}" | "$dump" --records - 2>/dev/null | cmp - "$tmp/want"
is $? 0 "a pipe with tracing data, which is passed over"
tests/perfmake v2-big-pipe-tracing "${cpus[@]}" | "$dump" --records - 2>/dev/null | cmp - "$tmp/want"
is $? 0 "... of the other byte order"
tests/perfmake v1-little-tracing "$tmp/cpu1" >"$tmp/tracing"
tracing=$(grep -abo 'tracing data, 24' "$tmp/tracing" | cut -d: -f1)
printf '\xff\xff' | dd of="$tmp/tracing" bs=1 seek=$((tracing - 4)) conv=notrunc 2>/dev/null
is "$("$dump" "$tmp/tracing" 2>&1 | head -1)" "spe-dump: $tmp/tracing: offset 0x$(printf '%x' $((tracing - 4))): TRACING_DATA exceeds the data section" \
    "tracing data that is too long"
is "$(tests/perfmake v1-pipe-tracing "$tmp/cpu1" | head -c $((tracing - 120 + 16 + 10)) | "$dump" - 2>&1 |
    grep -c 'offset 0x.*ends inside the bytes of an event')" 1 \
    "tracing data that is cut off"
tests/perfmake v2-little-unfinished "${cpus[@]}" >"$tmp/unfinished"
"$dump" --records "$tmp/unfinished" >"$tmp/out" 2>"$tmp/err"
is "$? $(cmp "$tmp/out" "$tmp/want" && echo same) $(grep -c 'lacks the size of the data; was perf record interrupted' "$tmp/err")" \
    "1 same 1" \
    "a file that perf did not finish: all there is, and a message"
head -c 20 "$tmp/cpu1" >"$tmp/cut"
is "$(tests/perfmake v2-pipe "$tmp/cpu1" "$tmp/cut" | "$dump" --records - 2>&1 >/dev/null | grep ends)" \
    "spe-dump: standard input: buffer 2, cpu 5: offset 0x0: input ends inside a record (20 bytes of it)" \
    "a buffer that is cut off: which"
is "$(head -c -8 "$tmp/v2-pipe" | "$dump" --records - 2>&1 >/dev/null |
    grep -c 'offset 0x.*ends inside the bytes of an event')" 1 "a file that is cut off: one message"
is "$(tests/perfmake v1-little | "$dump" - 2>&1)" \
    "spe-dump: standard input: no SPE data: there is no AUXTRACE event (spe-doctor says why)" "no SPE data"
change() { # OFFSET BYTES: changes a copy of the file
    cp "$tmp/v1-little" "$tmp/bad"
    # shellcheck disable=SC2059 # bytes
    printf "$2" | dd of="$tmp/bad" bs=1 seek="$1" conv=notrunc 2>/dev/null
}
change 8 '\x50'
refuses 'offset 0x8: .*neither that of a file nor that of a pipe' "a header of another size" "$tmp/bad"
change 40 '\x10'
refuses 'offset 0x28: .*data section is outside the file' "a data section inside the header" "$tmp/bad"
change 48 '\xff\xff\xff\xff\xff\xff\xff\xff'
refuses 'offset 0x28: .*data section is outside the file' "a data section beyond all" "$tmp/bad"
change 48 '\x87\xff\xff\xff\xff\xff\xff\xff'
refuses 'offset 0x28: .*data section is outside the file' "a data section up to offset 2^64" "$tmp/bad"
change 126 '\x00\x00'
refuses 'offset 0x7e: .*impossible size' "an event of size 0: no endless loop" "$tmp/bad"
change 126 '\xff\xff'
refuses 'offset 0x7e: .*impossible size' "an event that is larger than the section" "$tmp/bad"
change 120 '\x47\x00\x00\x00'
refuses 'offset 0x78: .*AUXTRACE is too short' "an AUXTRACE that is too short" "$tmp/bad"
info=$((120 + 24 + 32))
change $info '\x03'
refuses 'offset 0x.*: .*AUXTRACE comes before AUXTRACE_INFO' "AUXTRACE without AUXTRACE_INFO" "$tmp/bad"
trace=$((info + 32 + 8 + 32))
change $((trace + 8)) '\xff\xff\xff\xff\xff\xff\xff\xff'
refuses 'offset 0x.*: .*exceeds the data section' "AUXTRACE with too many bytes" "$tmp/bad"
cp "$tmp/v2-little" "$tmp/bad"
printf '\xff\xff' | dd of="$tmp/bad" bs=1 seek=$((info + 8 + 40 + 16)) conv=notrunc 2>/dev/null
refuses 'metadata of a core exceeds AUXTRACE_INFO' "a core's metadata that is too long" "$tmp/bad"

# -- missing bytes: ten records, half an eleventh, which the kernel reports, and ten more --
{ head -c 260 "$tmp/cpu1"; head -c 20 "$tmp/cpu1"; head -c 260 "$tmp/cpu1"; } >"$tmp/lost"
cut_at=280
for kind in v1-little v1-big v1-pipe; do
    tests/perfmake "$kind-partial$cut_at" "$tmp/lost" >"$tmp/partial"
    "$dump" --records "$tmp/partial" >"$tmp/out" 2>"$tmp/err"
    is "$? $(grep -c '^0.*TS ' "$tmp/out") $(grep -c '^00000104    20 .*\[truncated\]$' "$tmp/out") $(grep -c partial \
        "$tmp/err")" "0 20 1 1" "$kind: records on both sides of a gap, and the one that is cut"
    is "$("$dump" --format=json "$tmp/partial" 2>/dev/null | grep -o '"offset":[0-9]*\|"flags":[0-9]*' |
        grep -B1 flags | tr '\n' ' ')" '"offset":260 "flags":128 "offset":280 "flags":256 ' "... flagged"
    is "$("$dump" --packets "$tmp/partial" 2>/dev/null | grep -A1 'truncated packet')" \
        "$(printf '.  %08x:  71 2e 65                                        truncated packet (6 more bytes needed)\n.  %08x:  b0 d0 c2 a1 ed 66 ba ff c0                      PC 0xffba66eda1c2d0 el2 ns=1' 277 280)" "... as packets"
    is "$("${BUILD:-build}/spe-stat" --format=csv "$tmp/partial" 2>/dev/null |
        grep -E '^profile,"(samples|records that are cut off)",')" 'profile,"samples",count,21
profile,"records that are cut off",count,1' "... in spe-stat"
done

# -- a snapshot of a ring, which begins inside a record: that record is skipped --
tail -c +14 "$tmp/cpu1" | head -c $((260 - 13)) >"$tmp/front"
for kind in v1-little v2-big v1-pipe; do
    tests/perfmake "$kind-snapshot" "$tmp/front" >"$tmp/snapshot"
    is "$("$dump" --format=json "$tmp/snapshot" 2>/dev/null | grep -o '"offset":[0-9]*\|"flags":[0-9]*' | head -3 |
        tr '\n' ' ')" '"offset":13 "flags":256 "offset":39 ' "$kind: a snapshot's first record"
    is "$("${BUILD:-build}/spe-stat" --format=csv "$tmp/snapshot" 2>/dev/null | grep -E '^profile,"samples",')" \
        'profile,"samples",count,9' "... in spe-stat"
done

# -- truncated or damaged anywhere: a message or a result, but no crash --
head -c 52 "$tmp/cpu1" >"$tmp/two"
tests/perfmake v2-little "$tmp/two" "$tmp/two" >"$tmp/small"
tests/perfmake v2-big-pipe "$tmp/two" "$tmp/two" >"$tmp/small-pipe"
bad=0 silent=0 step=19
! is_all || step=3
for file in small small-pipe; do
    size=$(stat -c %s "$tmp/$file")
    for ((n = 8; n < size; n += step)); do
        head -c $n "$tmp/$file" | "$dump" - >/dev/null 2>"$tmp/err"
        status=$?
        [ $status -le 1 ] || bad=$((bad + 1))
        [ $status -ne 1 ] || [ -s "$tmp/err" ] || silent=$((silent + 1))
    done
done
is "$bad $silent" "0 0" "files that are cut off anywhere end with a result or a message"
files=60 bad=''
! is_all || files=600
mkdir "$tmp/damaged"
perl -e 'my ($files, $out) = splice @ARGV, 0, 2;
    local $/;
    my $whole = <>;
    for my $seed (1 .. $files) {
        srand $seed;
        my $bytes = $whole;
        substr($bytes, 8 + rand(length($bytes) - 8), 1) = chr rand 256 for 1 .. 3;
        open my $file, ">:raw", "$out/$seed" or die;
        print $file $bytes;
    }' $files "$tmp/damaged" "$tmp/small"
for ((seed = 1; seed <= files; seed++)); do
    "$dump" --records "$tmp/damaged/$seed" >/dev/null 2>&1
    [ $? -le 1 ] || bad+=" $seed"
done
is "$bad" "" "$files damaged files, seeds 1 to $files"

done_testing
