#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-stat: who shares cache lines, what all samples stand for, samples chosen by name, memory that does not grow.
# needs: perl
# long lines: what the programs print
set -u
. tests/tap.sh
build=${BUILD:-build}
stat=$build/spe-stat
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
ok "the maker of perf.data builds" cc -std=c11 -Iinclude tests/pgo/make_perf.c "$build/libspe.a" -o "$tmp/make_perf"
# fields TABLE KEY...: a line for each row of the JSON
fields() {
    perl -MJSON::PP -e 'my ($table, @keys) = @ARGV; my $all = decode_json(do { local $/; <STDIN> });
        print join("\t", map { $_ // "-" } @$_{@keys}), "\n" for @{$all->{$table}}' "$@" <"$tmp/json"
}
flat() { tr '\t\n' ' ;'; }
json() { "$stat" --format=json "$@" >"$tmp/json" 2>"$tmp/err"; }
profile() { "$tmp/make_perf" "${@:-1}" >"$tmp/perf.data"; }

# -- two threads, one line: each its own counter (false), the same one (shared), and lines that harm nobody --
{
    printf 'exec 10 10 race\ncomm 10 11 left\ncomm 10 12 right\n'
    for i in 1 2 3 4; do
        printf 'buffer c1\nstore 400000 va=10000 ctx=11 lat=50\nload 400010 va=10000 ctx=11 lat=90\n'   # false: 0 and 8
        printf 'store 400020 va=20010 ctx=11 lat=20\nload 400030 va=30000 ctx=11 lat=5\nstore 400040 va=40000 ctx=11\n'
        printf 'store 400050 va=50000 ctx=11 lat=9\n'
        printf 'buffer c2\nstore 400000 va=10008 ctx=12 lat=50\nload 400010 va=20010 ctx=12 lat=90\n'   # shared: 0x10
        printf 'load 400030 va=30008 ctx=12 lat=5\nstore 400040 va=40040 ctx=12\n'                      # read; another line
        printf 'store 400050 va=50000 ctx=12 lat=9\nload 400050 va=50020 ctx=12 lat=9\n'                # both
    done
} >"$tmp/race"
profile 1 0 0 1 410fd0c0 <"$tmp/race"
json "$tmp/perf.data"
is "$(fields sharing "line and thread" loads stores verdict "reads at" "writes at" | sort | flat)" \
    '0x10000 left (10/11) 4 4 false sharing 0 0;0x10000 right (10/12) 0 4 false sharing none 8;0x20000 left (10/11) 0 4 shared none 16;0x20000 right (10/12) 4 0 shared 16 none;0x50000 left (10/11) 0 4 shared, and falsely none 0;0x50000 right (10/12) 4 4 shared, and falsely 32 0;' \
    "who shares which lines, and how"
is "$(fields sharing code | sort -u | flat)" "0x0000000000400000;0x0000000000400010;0x0000000000400020;0x0000000000400050;" \
    "... by which code: what wrote, if any did"
is "$(fields lines_by_cycles address threads cores loads stores | head -2 | flat)" \
    "0x0000000000010000 2 2 4 8;0x0000000000020000 2 2 4 4;" "hot lines: threads, cores, loads, stores"
is "$(fields pages_by_cycles address threads | sort | flat)" \
    "0x0000000000010000 2;0x0000000000020000 2;0x0000000000030000 2;0x0000000000040000 2;0x0000000000050000 2;" "pages"
is "$("$stat" "$tmp/perf.data" | grep -c 'these cores do not tell')" 1 "a core that does not tell what was modified: said"
sed 's/ ctx=1[12]//' "$tmp/race" | profile 1
json "$tmp/perf.data"
is "$(fields sharing "line and thread" verdict | head -2 | flat)" \
    "0x10000 CPU 1 false sharing;0x10000 CPU 2 false sharing;" "threads that are not known: by core"

# What one thread set up once and others read is no reason to wait: one store is chance, and so are few among many.
{
    printf 'exec 10 10 race\ncomm 10 11 left\ncomm 10 12 right\nbuffer c1\nstore 400000 va=60000 ctx=11 lat=50\n'
    for i in 1 2; do echo "store 400000 va=70000 ctx=11"; done
    for i in 1 2 3; do echo "store 400000 va=80000 ctx=11"; done
    echo 'buffer c2'
    for i in $(seq 10); do echo "load 400010 va=60020 ctx=12"; done
    for i in $(seq 31); do echo "load 400010 va=70020 ctx=12"; done
    for i in $(seq 45); do echo "load 400010 va=80020 ctx=12"; done
} | profile 1 0 0 1 410fd0c0
json "$tmp/perf.data"
is "$(fields sharing "line and thread" stores verdict | flat)" \
    "0x80000 left (10/11) 3 false sharing;0x80000 right (10/12) 0 false sharing;" "who stores seldom shares nothing"

# A counter of many threads, of which none has a large share; eight are told apart, and that there may be more is said.
{
    for t in $(seq 11 74); do printf 'comm 10 %d w\nbuffer %d\nstore 400000 va=90000 lat=50\nload 400010 va=90000 lat=50\n' "$t" "$t"; done
    for t in $(seq 11 74); do printf 'buffer %d\nstore 400000 va=90000 lat=50\nload 400010 va=90000\nload 400010 va=90000\nload 400010 va=90000\nload 400010 va=90000\n' "$t"; done
    printf 'comm 10 80 one\ncomm 10 81 two\nbuffer 80\nload 400000 va=a0000\nbuffer 81\nload 400000 va=a0000\n'
} | profile 1 0 0 1 410fd0c0
json "$tmp/perf.data"
is "$(fields sharing verdict | uniq -c | flat)" "      8 shared;" "a line of 64 threads that all write"
is "$("$stat" "$tmp/perf.data" | grep -A 4 '^Cache lines' | grep -c '(8 threads may be more)')" 1 "... eight of which are told apart"
is "$("$stat" --addr=0xa0000 "$tmp/perf.data" | grep -c 'may be more')" 0 "... not of two"

# -- what samples stand for --
{
    printf 'exec 10 10 many\nbuffer c0\n'
    for i in $(seq 100); do echo "load 400000 va=10000 lat=9 src=14 ev=c ts=$((1000000000 + 10000000 * i))"; done
} | profile 1000 0 0 1 410fd0c0
json "$tmp/perf.data"
is "$(fields whole name estimate | flat)" \
    'operations 100000;loads 100000;filled into level 1 data caches 6400000;... loads of it, from memory 6400000;time, from the first to the last sample 0.99;bandwidth of level 1 data cache fills 6464650;bandwidth of loads from memory 6464650;' \
    "by the period: operations, bytes, bandwidth"
is "$(fields whole name low high | head -1 | flat)" "operations 82226.9 121615;" "... with their intervals"
is "$("$stat" --format=csv "$tmp/perf.data" "$tmp/perf.data" 2>/dev/null | grep -c '^whole,"operations",estimate,200000$')" 1 \
    "two files of one period"
cp "$tmp/perf.data" "$tmp/first.data"
printf 'buffer c0\nload 400000 lat=9\n' | profile 2000
is "$("$stat" --format=csv "$tmp/perf.data" "$tmp/first.data" | grep -c '^whole')" 0 "of two: none"

# -- where the cycles go --
printf 'buffer c0\nload 400000 lat=60 src=14\nload 400000 lat=20 src=0\nload 400000 lat=5\nstore 400000 lat=3\nbranch 400000 400010 lat=12\n' |
    profile 1 0 0 0 410fd0c0
json "$tmp/perf.data"
is "$(fields cycles name samples cycles "of cycles" | flat)" \
    'source 14, DRAM 1 60 60;source 0, L1 data cache 1 20 20;branches 1 12 12;loads, no data source 1 5 5;stores, no data source 1 3 3;' \
    "shares of all cycles"
is "$("$stat" "$tmp/perf.data" | sed -n '/^Where/,/^$/s/.*% *\(  #*\| *#*\)$/\1/p' | tr ' ' . | sed 's/^\.\.//; s/\.*\(\.\{24\}\|\.\{32\}\|\.\{36\}\|\.\{38\}\|\)\(#*\)$/\1\2/' | tr '\n' ';' | tr -d '.')" \
    '########################;########;####;##;#;' "... as one bar, part by part"

# -- which samples --
{
    printf 'exec 10 10 one\ncomm 10 11 helper\nexec 20 20 two,three\n'
    printf 'buffer c1\nload 400000 va=10000 lat=1 src=14 ctx=10 ts=1500000000\nstore 400010 va=20000 lat=2 ctx=11 ts=2500000000\n'
    printf 'buffer c2\nbranch 500000 500100 missed cond lat=4 ctx=20 \nload 500010 va=10008 lat=8 src=8 ev=8 ctx=20 ts=3500000000\n'
} | profile 1 0 0 1 410fd0c0
chosen() { # LATENCIES NAME OPTION...: which of the samples, of 1, 2, 4 and 8 cycles
    json "${@:3}" "$tmp/perf.data"
    is "$(fields profile name count | grep -P '^samples\t' | cut -f2) $(fields latencies name mean samples | perl -ane 'printf "%.0f\n", $F[1] * $F[2] if $F[0] eq "total"')" "$1" "$2: ${*:3}"
}
chosen "4 15" "all"
chosen "2 3" "a process" --pid=10
chosen "3 11" "threads" --tid=10,11,20 --filter=load_filter=1,store_filter=1
chosen "1 2" "a thread's name" --comm=helper
chosen "2 12" "a name with a comma" --comm=two,three
chosen "2 12" "a core" --cpu-number=2
chosen "1 2" "a time" --time=2,3
chosen "2 10" "from then on" --time=1.500000001,
chosen "2 3" "up to that very moment" --time=,2.5
chosen "2 9" "a line, by its size" --addr=0x10000+64
chosen "2 3" "program counters, from and to" --addr=0x400000-0x400010
chosen "1 8" "one address" --addr=0x10008
chosen "2 9" "loads" --op=load
chosen "2 6" "stores and conditional branches" --op=store,conditional
chosen "1 4" "an event" --event=mispredicted
chosen "2 12" "events: any of them" --event=mispredicted,l1d-refill
chosen "1 1" "a source by its level" --source=dram
chosen "1 8" "a source by the core's word" --source="L2 cache"
chosen "2 9" "sources by number" --source=8,14
chosen "1 1" "all options together" --op=load --pid=10 --cpu-number=1
is "$(fields profile name count | grep 'not asked for' | flat)" "samples that were not asked for 3;" "how many others there are is said"
json --pid=99 "$tmp/perf.data"
is "$? $(fields profile name count | head -1 | flat)" "0 samples 0;" "none is no fault"
refuses() { # PATTERN NAME ARGUMENT...
    "$stat" "${@:3}" "$tmp/perf.data" >"$tmp/out" 2>"$tmp/err"
    is "$? $(grep -c -- "$1" "$tmp/err")" "2 1" "$2"
}
refuses 'no such operation: load, store, .*: lod' "an operation that is none" --op=lod
refuses 'is it l1d_refill?.*: l1d_refil' "an event that is none" --event=l1d_refil
refuses 'no data source has this name' "a source that is none" --source=moon
refuses 'takes two times' "one time" --time=3
refuses 'no time in seconds: soon' "a time that is none" --time=soon,3
refuses 'ends before it begins' "an empty range" --addr=0x20-0x10
refuses 'not a number' "a process by name" --pid=one
refuses 'must be 1 at least' "no places" --places=0

# -- memory: no more places than are asked for, and what that costs --
{
    printf 'buffer c0\n'
    for i in $(seq 200); do printf 'load %x va=%x lat=1\nload 400000 va=10000 lat=1\n' $((4194560 + 4 * i)) $((131072 + 4096 * i)); done
} | profile 1
json --places=16 "$tmp/perf.data"
is "$(fields pcs_by_samples address samples | head -1 | perl -ane 'print $F[0], $F[1] <= 200 && $F[1] > 100')" "0x00000000004000001" "the hottest place is kept"
is "$(fields profile name count | grep -c 'too few by at most')" 3 "how many samples may be missing is said"
perl -e 'binmode STDOUT; print "\x64", pack("V", $_), "\x52\x02\x00\x01" for 1 .. 70_000' >"$tmp/contexts"
json "$tmp/contexts"
is "$(fields profile name count | tail -2 | flat)" \
    "threads: samples too few by at most 1;samples of threads, for which there was no room 4464;" \
    "contexts without end: 65536 of them are told apart, and the others counted"
done_testing
