#!/bin/bash
# SPDX-License-Identifier: MIT
# perf record -z: files whose events are compressed by zstd give the same output as plain ones, from a file and a pipe,
# in both byte orders; files of perf itself; damaged ones are refused, in bounded memory; without libzstd, all are.
# needs: libzstd-dev python3
# all needs: linux-perf
set -u
. tests/tap.sh
need_packages
build=${BUILD:-build}
dump=$build/spe-dump
stat=$build/spe-stat
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
zstd=$tmp/perf_zstd
"${CC:-cc}" -std=c11 -O1 -Iinclude tools/tests/zstd/perf_zstd.c "$build/libspe.a" -lzstd -o "$zstd" 2>"$tmp/err"
is "$? $(head -1 "$tmp/err")" "0 " "the program that compresses events"

record='\xb0\xd0\xc2\xa1\xed\x66\xba\xff\xc0\x98\x0c\x00\x49\x00\x52\x16\x00\x71\x2e\x65\x2f\x6a\x0a\x00\x00\x00'
for i in 1 2 3; do
    # shellcheck disable=SC2059 # bytes
    for _ in $(seq $((i * 40))); do printf "$record"; done >"$tmp/cpu$i"
done
cpus=("$tmp/cpu1" "$tmp/cpu2" "$tmp/cpu3")

same() { # NAME PLAIN PACKED: of what the programs print
    "$dump" --format=json "$2" >"$tmp/want" 2>"$tmp/want.err"
    "$dump" --format=json "$3" >"$tmp/out" 2>"$tmp/err"
    is "$? $(cmp "$tmp/out" "$tmp/want")" "0 " "$1: spe-dump"
    is "$(sed "s:$3::" "$tmp/err")" "$(sed "s:$2::" "$tmp/want.err")" "... its messages"
    "$stat" --format=json --top=100 "$2" 2>/dev/null | grep -v '"name"' >"$tmp/want"
    "$stat" --format=json --top=100 "$3" 2>/dev/null | grep -v '"name"' >"$tmp/out"
    is "$? $(cmp "$tmp/out" "$tmp/want")" "0 " "$1: spe-stat"
}

kinds=v1-little,v2-little,v1-big,v2-big,v1-pipe,v2-pipe,v2-big-pipe,v2-pipe-tracing,v2-little-partial208
kinds+=,v2-little-snapshot
tests/perf_data.py --to="$tmp" $kinds "${cpus[@]}"
for kind in ${kinds//,/ }; do
    mv "$tmp/$kind" "$tmp/plain"
    for number in 1 2; do
        "$zstd" pack $number <"$tmp/plain" >"$tmp/packed"
        if "$dump" --format=json "$tmp/packed" >/dev/null 2>&1; then is 1 1 "$kind: is read"; fi
        same "$kind, COMPRESSED$number" "$tmp/plain" "$tmp/packed"
        (cat "$tmp/plain") | "$dump" --format=json - >"$tmp/want" 2>/dev/null
        (cat "$tmp/packed") | "$dump" --format=json - 2>/dev/null | cmp - "$tmp/want"
        is $? 0 "$kind, COMPRESSED$number: through a pipe"
    done
done

# perf record --threads writes a file, and so a stream of zstd, for each thread.
tests/perf_data.py v2-little "${cpus[0]}" >"$tmp/plain"
mkdir "$tmp/plain.dir" "$tmp/packed.dir"
cp "$tmp/plain" "$tmp/plain.dir/data"
"$zstd" pack 1 <"$tmp/plain" >"$tmp/packed.dir/data"
tests/perf_data.py v2-pipe "${cpus[1]}" >"$tmp/more"
tail -c +17 "$tmp/more" >"$tmp/plain.dir/data.0"
"$zstd" pack 1 <"$tmp/more" | tail -c +17 >"$tmp/packed.dir/data.0"
same "a directory with the files of threads" "$tmp/plain.dir" "$tmp/packed.dir"

# damage
tests/perf_data.py v1-little "${cpus[@]}" >"$tmp/plain"
"$zstd" pack 1 <"$tmp/plain" >"$tmp/packed"
at=112 # after the header and the first event's header: the first bytes of the zstd stream
cp "$tmp/packed" "$tmp/bad"
printf '\xff\xff' | dd of="$tmp/bad" bs=1 seek="$at" conv=notrunc 2>/dev/null
for program in "$dump" "$stat"; do
    is "$("$program" "$tmp/bad" 2>&1 >/dev/null | head -1)" \
        "$(basename "$program"): $tmp/bad: offset 0x$(printf %x $((at - 8))): a compressed event is damaged" \
        "damaged: $(basename "$program")"
done
bad=0 step=199
! is_all || step=17
for cut in $(seq 1 $step "$(stat -c %s "$tmp/packed")"); do
    head -c "$cut" "$tmp/packed" | "$dump" --format=csv - >/dev/null 2>"$tmp/err"
    (($? == 1)) && [[ $(wc -l <"$tmp/err") -ge 1 ]] || bad=$((bad + 1))
done
is $bad 0 "cut anywhere: a message"
"$zstd" bomb 1 <"$tmp/plain" >"$tmp/bomb"
(ulimit -v 200000 && "$dump" --format=csv "$tmp/bomb" >/dev/null 2>"$tmp/err")
is "$? $(grep -c 'becomes larger than' "$tmp/err")" "1 1" "a bomb: it is refused, in bounded memory"

# without libzstd
"${CC:-cc}" -std=c11 -O1 -c tools/input/decompress.c -Iinclude -o "$tmp/decompress.o"
"${CC:-cc}" "$build/tools/spe-dump.o" "$tmp/decompress.o" "$build/tools/parts.a" "$build/libspe-lab.a" \
    "$build/libspe.a" -lzstd -lm -pthread -o "$tmp/spe-dump" 2>/dev/null
why="events are compressed (perf record -z), and this program cannot decompress them"
is "$("$tmp/spe-dump" "$tmp/packed" 2>&1 >/dev/null | head -1)" \
    "spe-dump: $tmp/packed: offset 0x$(printf %x $((at - 8))): $why" \
    "without libzstd: the file is refused, with the reason"

# perf's own files, without samples of SPE: its events
loop='for i in 1 2 3 4 5 6 7 8; do ls / >/dev/null; done'
if is_all && perf record -z -e dummy:u -c 1 -o "$tmp/perf.data" sh -c "$loop" >/dev/null 2>&1; then
    "$zstd" count "$tmp/perf.data" >"$tmp/out"
    perf script -i "$tmp/perf.data" --show-task-events --show-mmap-events >"$tmp/script" 2>/dev/null
    for row in '3 COMM' '4 EXIT' '7 FORK' '10 MMAP2'; do
        is "$(sed -n "s/^${row% *} //p" "$tmp/out")" "$(grep -c "PERF_RECORD_${row#* }" "$tmp/script")" \
            "perf record -z: ${row#* } events as perf reads them"
    done
    is "$("$dump" "$tmp/perf.data" 2>&1)" "spe-dump: $tmp/perf.data: no SPE data: there is no AUXTRACE event (spe-doctor says why)" "... read to the end"
fi
done_testing
