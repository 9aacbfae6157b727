#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-stat -j: every report, page, saved profile and message is the same with any number of threads: captures, perf.data
# whose samples name new threads, and whose mappings take the place of others; with more places than there is room for.
# needs: perl
set -u
. tests/tap.sh
build=${BUILD:-build}
stat=${SPE_STAT:-$build/spe-stat}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

counts=(2 4)
! is_all || counts=(2 3 4 7 16)
same() { # NAME OPTION... FILE: with one thread and with more
    local name=$1 bad='' threads
    shift
    "$stat" -j1 "$@" >"$tmp/want" 2>"$tmp/want.err"
    local status=$?
    [ -s "$tmp/want" ] || bad+=" no output"
    for threads in "${counts[@]}"; do
        "$stat" -j"$threads" "$@" >"$tmp/out" 2>"$tmp/out.err"
        [ $? = $status ] || bad+=" $threads: status"
        cmp -s "$tmp/want" "$tmp/out" || bad+=" $threads"
        cmp -s "$tmp/want.err" "$tmp/out.err" || bad+=" $threads: messages"
    done
    is "$bad" '' "$name"
}

for capture in tests/captures/*.txt; do
    name=$(basename "$capture" .txt)
    "$build/spe-asm" -o "$tmp/$name" "$capture"
    perl -0777 -ne 'print $_ x (100000 / length)' "$tmp/$name" >"$tmp/long"
    same "$name, repeated" --format=json "$tmp/long"
done
same "all captures: the sum of many files" --format=json --check "$tmp"/[a-z]*-[a-z0-9]*

# Two cores, threads that no event names, mappings in the place of others, and a program with symbols.
perl -e 'srand 7;
    print "comm 10 10 prog\nmmap 10 10 400000 100000 0 - $ARGV[0]\n";
    printf "time %d\nmmap 10 10 %x 8000 0 - /none/%d\n", 20000 * $_, 0x500000 + 0x8000 * ($_ % 5), $_ for 1 .. 20;
    for my $core (0 .. 1) {
        print "buffer c$core\n";
        for my $i (1 .. 6000) {
            my ($pc, $who) = (0x400000 + 4 * int rand 60000, rand 8 < 1 ? 100 + int $i / 50 : 10);
            my $rest = sprintf "lat=%d ts=%d ctx=%d", rand 200, 100 * $i, $who;
            my $data = sprintf "va=%x src=0", 0x500000 + 8 * int rand 0x5000;
            print rand 4 < 1 ? sprintf("branch %x 400100 $rest\n", $pc) : sprintf("load %x $data $rest\n", $pc);
        }
    }' "$(realpath "$build/spe-asm")" | "$build/kit/make_perf" 1024 0 0 1 410fd0c1 >"$tmp/data"
for format in text json csv pprof folded firefox; do same "perf.data as $format" --format=$format "$tmp/data"; done
same "... twenty places" --format=json --places=20 "$tmp/data"
same "... as a page" --html=- "$tmp/data"
same "... saved" --save=- "$tmp/data"
same "... with a filter and records that are checked" --filter=load_filter=1 --check "$tmp/data"
same "... of one symbol" --symbol=main --symbol=init "$tmp/data"
same "... of one module" --dso=spe-asm --op=load --places=20 "$tmp/data"
same "... two files" merge "$tmp/data" "$tmp/data"
same "... compared" diff "$tmp/data" "$tmp/data"
head -c 100000 "$tmp/data" >"$tmp/cut"
same "... cut off" "$tmp/cut"
done_testing
