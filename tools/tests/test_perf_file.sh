#!/bin/bash
# SPDX-License-Identifier: MIT
# Reading perf.data: both byte orders, files and pipes, many cores. Losses are reported. For bad files the message gives
# the error and its place.
# needs: perl python3
set -u
. tests/tap.sh
need python3
dump=${BUILD:-build}/spe-dump
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

for i in 1 2 3; do
    for _ in $(seq $((i * 40))); do printf '\xb0\xd0\xc2\xa1\xed\x66\xba\xff\xc0\x98\x0c\x00\x49\x00\x52\x16\x00\x71\x2e\x65\x2f\x6a\x0a\x00\x00\x00'; done >"$tmp/cpu$i"
    "$dump" --records "$tmp/cpu$i" >"$tmp/want$i"
done
cpus=("$tmp/cpu1" "$tmp/cpu2" "$tmp/cpu3")

kinds=v1-little,v2-little,v1-big,v2-big,v1-pipe,v2-pipe,v2-big-pipe,v2-little-tail
tests/perf_data.py --to="$tmp" $kinds,v2-pipe-tracing,v2-big-pipe-tracing,v2-little-unfinished "${cpus[@]}"
tests/perf_data.py --to="$tmp/one" v2-snapshots3000,v1-little-tracing,v1-pipe-tracing "$tmp/cpu1"
for kind in ${kinds//,/ }; do
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
spe-dump: 1 AUX event said that data is partial
spe-dump: 1 AUX event said that samples collided
spe-dump: 1 snapshot: what came before it was overwritten' "what was lost is said"
is "$("$dump" --check "$tmp/one/v2-snapshots3000" 2>&1 >/dev/null | grep -c '^spe-dump: [0-9]* AUX events had no room in the table')" 1 \
    "more snapshots than the table of gaps holds"
refuses() { # PATTERN NAME FILE
    "$dump" "$3" >/dev/null 2>"$tmp/err"
    is "$? $(grep -c -- "$1" "$tmp/err")" "1 1" "$2"
}
"$dump" --records - <"$tmp/v2-pipe-tracing" 2>/dev/null | cmp - "$tmp/want"
is $? 0 "a pipe with tracing data, which is passed over"
"$dump" --records - <"$tmp/v2-big-pipe-tracing" 2>/dev/null | cmp - "$tmp/want"
is $? 0 "... of the other byte order"
cp "$tmp/one/v1-little-tracing" "$tmp/tracing"
tracing=$(grep -abo 'tracing data, 24' "$tmp/tracing" | cut -d: -f1)
printf '\xff\xff' | dd of="$tmp/tracing" bs=1 seek=$((tracing - 4)) conv=notrunc 2>/dev/null
is "$("$dump" "$tmp/tracing" 2>&1 | head -1)" "spe-dump: $tmp/tracing: offset 0x$(printf '%x' $((tracing - 4))): TRACING_DATA exceeds the data section" \
    "tracing data that is too long"
is "$(head -c $((tracing - 104 + 16 + 10)) "$tmp/one/v1-pipe-tracing" | "$dump" - 2>&1 |
    grep -c 'offset 0x.*ends inside the bytes of an event')" 1 \
    "tracing data that is cut off"
"$dump" --records "$tmp/v2-little-unfinished" >"$tmp/out" 2>"$tmp/err"
is "$? $(cmp "$tmp/out" "$tmp/want" && echo same) $(grep -c 'lacks the size of the data; was perf record interrupted' "$tmp/err")" \
    "1 same 1" \
    "a file that perf did not finish: all there is, and a message"
head -c 20 "$tmp/cpu1" >"$tmp/cut"
is "$(tests/perf_data.py v2-pipe "$tmp/cpu1" "$tmp/cut" | "$dump" --records - 2>&1 >/dev/null | grep ends)" \
    "spe-dump: standard input: buffer 2, cpu 5: offset 0x0: input ends inside a record (20 bytes of it)" \
    "a buffer that is cut off: which"
is "$(head -c -8 "$tmp/v2-pipe" | "$dump" --records - 2>&1 >/dev/null |
    grep -c 'offset 0x.*ends inside the bytes of an event')" 1 "a file that is cut off: one message"
is "$(tests/perf_data.py v1-little | "$dump" - 2>&1)" \
    "spe-dump: standard input: no SPE data: there is no AUXTRACE event (spe-doctor says why)" "no SPE data"
tests/perf_data.py v1-little-tail "$tmp/cpu1" | head -c -4 >"$tmp/bad"
refuses 'cut off after its events' "a file that is cut off in its features" "$tmp/bad"
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
change 48 '\x97\xff\xff\xff\xff\xff\xff\xff'
refuses 'offset 0x28: .*data section is outside the file' "a data section up to offset 2^64" "$tmp/bad"
change 110 '\x00\x00'
refuses 'offset 0x6e: .*impossible size' "an event of size 0: no endless loop" "$tmp/bad"
change 110 '\xff\xff'
refuses 'offset 0x6e: .*impossible size' "an event that is larger than the section" "$tmp/bad"
change 104 '\x47\x00\x00\x00'
refuses 'offset 0x68: .*AUXTRACE is too short' "an AUXTRACE that is too short" "$tmp/bad"
info=$((104 + 32))
change $((info + 8)) '\x01'
refuses 'offset 0x.*: .*not Arm SPE' "another tracer's" "$tmp/bad"
change $info '\x03'
refuses 'offset 0x.*: .*AUXTRACE comes before AUXTRACE_INFO' "AUXTRACE without AUXTRACE_INFO" "$tmp/bad"
trace=$((info + 32 + 24 + 8 + 32))
change $((trace + 8)) '\xff\xff\xff\xff\xff\xff\xff\xff'
refuses 'offset 0x.*: .*exceeds the data section' "AUXTRACE with too many bytes" "$tmp/bad"
cp "$tmp/v2-little" "$tmp/bad"
printf '\xff\xff' | dd of="$tmp/bad" bs=1 seek=$((info + 8 + 40 + 16)) conv=notrunc 2>/dev/null
refuses 'metadata of a core exceeds AUXTRACE_INFO' "a core's metadata that is too long" "$tmp/bad"

# -- missing bytes: ten records, half an eleventh, which the kernel reports, and ten more --
{ head -c 260 "$tmp/cpu1"; head -c 20 "$tmp/cpu1"; head -c 260 "$tmp/cpu1"; } >"$tmp/lost"
cut_at=280
kinds=v1-little-partial$cut_at,v1-big-partial$cut_at,v1-pipe-partial$cut_at
tests/perf_data.py --to="$tmp" $kinds "$tmp/lost"
for kind in ${kinds//,/ }; do
    "$dump" --records "$tmp/$kind" >"$tmp/out" 2>"$tmp/err"
    is "$? $(grep -c '^0.*TS ' "$tmp/out") $(grep -c '^00000104    20 .*\[truncated\]$' "$tmp/out") $(grep -c partial \
        "$tmp/err")" "0 20 1 1" "$kind: records on both sides of a gap, and the one that is cut"
    is "$("$dump" --format=json "$tmp/$kind" 2>/dev/null | grep -o '"offset":[0-9]*\|"flags":[0-9]*' |
        grep -B1 flags | tr '\n' ' ')" '"offset":260 "flags":128 "offset":280 "flags":256 ' "... flagged"
    is "$("$dump" --packets "$tmp/$kind" 2>/dev/null | grep -A1 'truncated packet')" \
        "$(printf '.  %08x:  71 2e 65                                        truncated packet (6 more bytes needed)\n.  %08x:  b0 d0 c2 a1 ed 66 ba ff c0                      PC 0xffba66eda1c2d0 el2 ns=1' 277 280)" "... as packets"
    is "$("${BUILD:-build}/spe-stat" --format=csv "$tmp/$kind" 2>/dev/null |
        grep -E '^profile,"(samples|records that are cut off)",')" 'profile,"samples",count,21
profile,"records that are cut off",count,1' "... in spe-stat"
done

# -- a snapshot of a ring, which begins inside a record: that record is skipped --
tail -c +14 "$tmp/cpu1" | head -c $((260 - 13)) >"$tmp/front"
kinds=v1-little-snapshot,v2-big-snapshot,v1-pipe-snapshot
tests/perf_data.py --to="$tmp" $kinds "$tmp/front"
for kind in ${kinds//,/ }; do
    is "$("$dump" --format=json "$tmp/$kind" 2>/dev/null | grep -o '"offset":[0-9]*\|"flags":[0-9]*' | head -3 |
        tr '\n' ' ')" '"offset":13 "flags":256 "offset":39 ' "$kind: its first record"
    is "$("${BUILD:-build}/spe-stat" --format=csv "$tmp/$kind" 2>/dev/null | grep -E '^profile,"samples",')" \
        'profile,"samples",count,9' "... in spe-stat"
done

# -- truncated or damaged anywhere: a message or a result, but no crash --
head -c 52 "$tmp/cpu1" >"$tmp/two"
tests/perf_data.py --to="$tmp" v2-little,v2-big-pipe "$tmp/two" "$tmp/two"
bad=0 silent=0 step=19
! is_all || step=3
for file in v2-little v2-big-pipe; do
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
    }' $files "$tmp/damaged" "$tmp/v2-little"
for ((seed = 1; seed <= files; seed++)); do
    "$dump" --records "$tmp/damaged/$seed" >/dev/null 2>&1
    [ $? -le 1 ] || bad+=" $seed"
done
is "$bad" "" "$files damaged files, seeds 1 to $files"

done_testing
