#!/bin/bash
# SPDX-License-Identifier: MIT
# Unchanged perf and perf on libspe (examples/perf), both built here, print the same: dumps, reports of every sample
# group, of memory and of cache lines, samples of every letter of --itrace; of captures, recordings of spe-record, and
# generated profiles of a million records. Where perf has faults, perf on libspe prints the packets that spe-dump
# prints, of 10,000 damaged streams, too; and each fault in docs/perf.md is what both print. PERF_BUILD names a folder
# for the builds.
# needs: perl linux-source-6.1 xz-utils flex bison libelf-dev libdw-dev
# needs: qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
build=${BUILD:-build}
need_packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PERF_PAGER=cat HOME=$work
perfs=${PERF_BUILD:-$work/perf}
faults="perl tests/clients/perf/faults.pl"
all_groups=i1ibfmtaM
fields=hw:comm,tid,cpu,time,period,event,addr,data_src,weight,ip,phys_addr

# -- the two perfs --

ok "perf builds, as it is and on libspe" examples/perf/build "$perfs" --plain || { done_testing; }
linked() { nm "$1" | grep -c ' [tT] spe_decoder_next$'; }
is "$(linked "$perfs/perf-plain") $(linked "$perfs/perf-spe")" "0 1" "one of them has libspe, the other has not"
is "$(nm "$perfs/perf-spe" | grep -c arm_spe_get_payload)" 0 "... and its own decoder is gone"

# -- streams --

compile() { "${CC:-cc}" -std=c11 -O1 -Iinclude -Itests/unit "$1" "$build/libspe.a" -o "$2"; }
ok "the generator builds" compile tests/client/make_stream.c "$work/make_stream"
ok "the writer builds" compile tests/clients/perf/wrap.c "$work/wrap"
raws=()
for capture in tests/captures/*.txt; do
    raw=$work/$(basename "$capture" .txt).raw
    "$build/spe-asm" -o "$raw" "$capture"
    raws+=("$raw")
done
wrap() { # NAME MIDR [PIECE]: NAME.streams to NAME.data
    "$work/wrap" "$work/$1.data" "${@:2}" <"$work/$1.streams"
}
profile() { # NAME N MIDR: a generated profile, as a stream and as perf.data
    "$work/make_stream" "$1" "$2" >"$work/$1.raw"
    $faults streams "$work/$1.raw" >"$work/$1.streams"
    wrap "$1" "$3"
}

# -- comparison --

# both IN_PLAIN IN_SPE ARGUMENT ...: runs unchanged perf with one file and perf on libspe with another, in parallel.
# Tips of the day are left out.
both() {
    local plain=$1 spe=$2
    shift 2
    "$perfs/perf-plain" "$@" -i "$work/$plain.data" 2>"$work/plain.err" | grep -v '^# (Tip: ' >"$work/plain.out" &
    "$perfs/perf-spe" "$@" -i "$work/$spe.data" 2>"$work/spe.err" | grep -v '^# (Tip: ' >"$work/spe.out"
    wait
}
lines() { wc -l <"$work/$1.out"; }
# same NAME LEAST ARGUMENT ...: both print the same for one file, on both outputs, and at least LEAST lines.
same() {
    local name=$1 least=$2
    shift 2
    both "$name" "$name" "$@"
    ok "$name: perf $*" cmp "$work/plain.out" "$work/spe.out"
    [ "$(lines plain)" -ge "$least" ] || is "$(lines plain) lines" "$least or more" "$name: perf $*: lines"
    # (previous branch targets: docs/perf.md)
    grep -v '^unsupported address packet index: 0x4$' "$work/plain.err" | cmp -s - "$work/spe.err" ||
        ok "$name: perf $*: messages" diff "$work/plain.err" "$work/spe.err"
}
report() { same "$1" 90 report --stdio -n --itrace=$all_groups --sort comm,dso,cpu,local_weight; }

# dump NAME: perf on libspe prints the packets as spe-dump does.
dump() {
    "$perfs/perf-spe" script -D -i "$work/$1.data" 2>/dev/null | packets >"$work/spe.out"
    is "$(lines spe | awk '{print ($1 > 30)}')" 1 "$1: a dump of $(lines spe) lines"
    ok "$1: spe-dump prints the same" cmp <("$build/spe-dump" "$work/$1.data" 2>/dev/null | packets) "$work/spe.out"
}
# Lines of packets. perf prints 317 characters at most, and calls a cut packet bad.
packets() { grep -E '^\.  [0-9a-f]{8}:' | sed 's/truncated packet (.*/Bad packet!/; s/ *$//' | cut -c1-317; }

# -- without faults --

profile records 1000000 0x410fd490
profile events 1000000 0
report records
report events
same records 1000000 script --itrace=i1i -F $fields
same events 1000000 script --itrace=bM -F $fields
same records 70 c2c report --stdio --no-source
head -c 6400000 "$work/records.raw" >"$work/some.raw"
$faults streams "$work/some.raw" >"$work/some.streams"
wrap some 0x410fd490
same some 10000 mem report --stdio
same some 10000 mem report --stdio --phys-data
same some 10000 report --stdio --itrace=$all_groups

# perf 6.1 takes SVE and SME operations for memory accesses (docs/perf.md).
mapfile -t clean < <(printf '%s\n' "${raws[@]}" | grep -v 'model-s[vm]e')
$faults streams "${clean[@]}" >"$work/captures.streams"
wrap captures 0x410fd0c0
aarch64-linux-gnu-gcc -O2 -g -pthread -static -o "$work/threads" tools/tests/qemu/programs/threads.c
ok "spe-record" "$build/spe-record" -o "$work/recording.data" -e arm_spe/ts_enable=1,pa_enable=1,jitter=1/ -c 256 \
    -- "$work/threads"
# Threads that share cache lines, by loads of another core's data; some walk the translation tables.
perl -e 'for my $i (1 .. 20000) {
    printf "CONTEXT 0x%x el1\nLAT %d TOT\nPC 0x%x el0 ns=1\nVA 0x%x\n", 100 + $i % 2, 20 + $i % 7,
        0x400000 + $i % 64 * 4, 0x7f0000000000 + $i % 96 * 8;
    printf "%s GP-REG\nDATA-SOURCE %d\nEV RETIRED L1D-ACCESS TLB-ACCESS%s\nTS %d\n", $i % 5 ? "LD" : "ST",
        (0, 8, 9, 12, 14)[$i % 5], $i % 11 ? "" : " TLB-REFILL", $i;
}' | "$build/spe-asm" -o "$work/shared.raw" -
$faults streams "$work/shared.raw" >"$work/shared.streams"
wrap shared 0x410fd0c0
# A core's stream in many buffers; in two, the first of which ends inside a record of 42 bytes, between two packets.
head -c 640000 "$work/records.raw" >"$work/buffers.raw"
$faults streams "$work/buffers.raw" >"$work/buffers.streams"
wrap buffers 0x410fd490 4096
head -c $((12000 * 42)) "$work/shared.raw" >"$work/halves.raw"
$faults streams "$work/halves.raw" >"$work/halves.streams"
wrap halves 0 $((8000 * 42 + 8))
for name in buffers halves; do
    same $name 10000 script --itrace=i1i -F $fields
    mv "$work/spe.out" "$work/$name.out"
    dump $name
done
# If the first ends inside a packet, perf loses that record, and makes samples of what is left of it.
wrap halves 0 $((8000 * 42 + 16))
both halves halves script --itrace=i1i -F $fields
ok "libspe goes on inside a packet" cmp "$work/halves.out" "$work/spe.out"
is "$(diff "$work/halves.out" "$work/plain.out" | awk '/^[<>]/ {n++} END {print (n > 0)}')" 1 "perf does not"
for name in captures recording shared; do
    report $name
    same $name 10 report --stdio
    same $name 10 mem report --stdio
    same $name 10 mem report --stdio --phys-data
    same $name 40 c2c report --stdio --no-source
    for letter in i1i b f m t a M $all_groups; do
        same $name 0 script --itrace="$letter" -F $fields
    done
    dump $name
done
same shared 100000 script -D
same shared 300 c2c report --stdio --no-source -d peer
is "$(awk '/Total Shared Cache Lines/ {print ($NF > 5)}' "$work/spe.out")" 1 "shared: perf c2c finds shared cache lines"
"$perfs/perf-spe" mem report --stdio --phys-data -i "$work/recording.data" >"$work/spe.out" 2>/dev/null
is "$(awk '$1 ~ /%$/ && /\[[.k]\] 0x[0-9a-f]*[1-9a-f][0-9a-f]* +- +- *$/ {n++} END {print (n > 100)}' \
    "$work/spe.out")" 1 \
    "recording: perf mem shows physical addresses"

# -- streams that perf misreads: perf on libspe prints what spe-dump prints --

"$work/make_stream" packets >"$work/packets.raw"
$faults streams "$work/packets.raw" "${raws[@]}" >"$work/packets.streams"
wrap packets 0
dump packets
for name in mixed odd; do
    profile $name 3000 0
    dump $name
done
head -c 64000 "$work/events.raw" >"$work/events-small.raw"
for i in 1 2 3 4 5; do # perf warns of more than 2048 cores
    perl tests/clients/perf/fuzz.pl $i 2000 "$work"/{mixed,odd,events-small,packets}.raw "${raws[@]}" \
        >"$work/damaged-$i.streams"
    wrap damaged-$i 0
    dump damaged-$i
    ok "damaged-$i: samples" "$perfs/perf-spe" script --itrace=$all_groups -F $fields -i "$work/damaged-$i.data"
done

# -- the table of docs/perf.md --

$faults bytes >"$work/faults.streams"
wrap faults 0x410fd0c0
rows() {
    local perf number bytes
    for perf in plain spe; do
        "$perfs/perf-$perf" script -D -i "$work/faults.data" >"$work/$perf.dump" 2>/dev/null
        "$perfs/perf-$perf" script --itrace=$all_groups -F hw:tid,cpu,event,addr,ip -i "$work/faults.data" \
            >"$work/$perf.samples" 2>/dev/null
        "$perfs/perf-$perf" script --itrace=M -F hw:cpu,event,data_src -i "$work/faults.data" >"$work/$perf.mem" \
            2>/dev/null
        while read -r number bytes; do
            perl -e 'binmode STDOUT; print pack "H*", shift' "$bytes" >"$work/one.raw"
            $faults streams "$work/one.raw" >"$work/one.streams"
            wrap one 0
            "$perfs/perf-$perf" script --itrace=$all_groups -F hw:ip -i "$work/one.data" 2>&1 >/dev/null | sort -u \
                >"$work/$perf.$number"
        done < <($faults errors)
    done
    local all
    all=$(grep -c '^| .*` | .* | D1[78]' docs/perf.md)
    is "$($faults check "$work/plain" "$work/spe")" "$all of $all rows" "docs/perf.md: its rows are what both print"
}
rows

# -- the comparisons can fail --

# seen NAME EXPRESSION COMMAND ...: with this change of our decoder the command, which is a comparison, fails.
seen() {
    local name=$1 change=$2
    shift 2
    sed "$change" examples/perf/decoder.c >"$work/seeded.c"
    if cmp -s examples/perf/decoder.c "$work/seeded.c" || ! DECODER=$work/seeded.c examples/perf/build "$perfs"; then
        tap_result 1 "a seeded fault fits: $name"
        return
    fi
    (tap_failed=0 && "$@" && [ $tap_failed -eq 0 ]) >/dev/null 2>&1
    is $? 1 "a seeded fault is seen: $name"
}
seen "TLB walks are accesses" 's/TLB_WALK, TLB_MISS/TLB_WALK, TLB_ACCESS/' report shared
seen "the guest's thread" 's/return in->context_el2/return in->context_el1/' rows
seen "padding of 15 bytes" 's/size < 16/size < 15/' dump packets
[ -z "${PERF_BUILD:-}" ] || examples/perf/build "$perfs"

done_testing
