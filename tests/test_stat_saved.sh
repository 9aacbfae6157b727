#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-stat --save, merge and diff: what is saved says the same when it is read again, sums are sums, damage is seen, and
# changes are told from chance.
# needs: perl
# long lines: what the programs print
set -u
. tests/tap.sh
build=${BUILD:-build}
stat=$build/spe-stat
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
ok "the maker of perf.data builds" cc -std=c11 -Iinclude tests/pgo/make_perf.c "$build/libspe.a" -o "$tmp/make_perf"

# profile NAME PERIOD MISSED LATENCY: 2000 branches, MISSED of 100 mispredicted, 2000 loads of that latency, +- 4
profile() {
    perl -e '
        my ($name, $missed, $latency) = @ARGV;
        print "exec 10 10 $name\nmmap 10 10 400000 1000 0 - /bin/a\tb\nmmap 10 10 500000 1000 0 - /bin/-\nbuffer c3\n";
        for my $i (0 .. 1999) {
            printf "branch 400000 400100 ctx=10 lat=3 ts=%d %s\n", 1000000 + 1000 * $i, $i * 37 % 100 < $missed ? "missed" : "";
            printf "load 500010 ctx=10 va=10000 src=%d ev=c lat=%d ts=%d\n", 8 + 6 * ($i % 2), $latency - 4 + $i % 9, 1000500 + 1000 * $i;
        }' "$1" "$3" "$4" | "$tmp/make_perf" "$2" 0 0 1 410fd0c0 >"$tmp/$1"
}
profile one 1000 10 50
profile two 1000 10 50
profile slow 1000 20 60
# named FILE...: all that a report says by names, as CSV
named() { "$stat" "$@" --format=csv 2>"$tmp/err" | grep -Ev '^(pcs|targets|pages|lines|sharing|processes|threads|core_numbers|whole)'; }

ok "--save" sh -c '"$0" --save="$1.sum" "$1" >"$1.report"' "$stat" "$tmp/one"
is "$("$stat" "$tmp/one" | cmp - "$tmp/one.report")" "" "the report stays as it was"
is "$("$stat" --save=- "$tmp/one" | cmp - "$tmp/one.sum")" "" "--save=-: only that"
is "$(head -1 "$tmp/one.sum")" "spe-stat profile 1" "a file says which version it is"
is "$(named "$tmp/one.sum" | diff - <(named "$tmp/one"))" "" "what was saved says the same"
is "$("$stat" --format=csv "$tmp/one.sum" | grep ^whole)" "$("$stat" --format=csv "$tmp/one" | grep ^whole)" "... of the whole, too"
is "$("$stat" --save=- "$tmp/one.sum" | cmp - "$tmp/one.sum")" "" "saved again it is the same"
"$stat" --save="$tmp/slow.sum" "$tmp/slow" >/dev/null
is "$(named merge "$tmp/one.sum" "$tmp/slow.sum" | diff - <(named "$tmp/one" "$tmp/slow"))" "" "merge: as if they were read together"
is "$(named merge "$tmp/slow.sum" "$tmp/one" | diff - <(named "$tmp/one" "$tmp/slow"))" "" "in any order, and with what was not saved"
is "$("$stat" merge --format=csv "$tmp/one.sum" "$tmp/slow.sum" | grep '^whole,"operations",estimate')" \
    'whole,"operations",estimate,8e+06' "of two machines, the sum"
is "$("$stat" merge --save=- "$tmp/one.sum" "$tmp/slow.sum" >"$tmp/both.sum"
    "$stat" merge --save=- "$tmp/slow.sum" "$tmp/one.sum" | sed 2d | grep -v ^end | sort | cmp - <(sed 2d "$tmp/both.sum" | grep -v ^end | sort))" \
    "" "merged files are the same in any order"
is "$("$stat" --html=- "$tmp/one.sum" | tail -1)" "</body></html>" "a page of what was saved"

# -- damage --
refused() { # PATTERN NAME FILE
    "$stat" merge "$3" >"$tmp/out" 2>"$tmp/err"
    is "$? $(grep -c -- "$1" "$tmp/err") $(wc -c <"$tmp/out")" "1 1 0" "$2"
}
size=$(stat -c %s "$tmp/one.sum")
missed=0
for i in $(seq 40); do
    perl -e 'local $/; open F, "<", $ARGV[0]; my $all = <F>; my $at = int($ARGV[1] * length($all) / 41);
        substr($all, $at, 1) ^= "\x01"; print $all' "$tmp/one.sum" "$i" >"$tmp/flipped"
    "$stat" "$tmp/flipped" >"$tmp/out" 2>/dev/null && missed=$((missed + 1))
done
is "$missed" 0 "a bit that is wrong, at 40 places"
head -c $((size - 5)) "$tmp/one.sum" >"$tmp/bad"
refused 'damaged' "an end that is cut off" "$tmp/bad"
head -c $((size / 2)) "$tmp/one.sum" >"$tmp/bad"
refused 'is a saved profile' "half of it" "$tmp/bad"
{ cat "$tmp/one.sum"; echo; } >"$tmp/bad"
refused 'damaged' "something behind the end" "$tmp/bad"
sed '1s/1/2/' "$tmp/one.sum" >"$tmp/bad"
refused 'another version' "a later version" "$tmp/bad"
sed 's/^numbers stats 0/numbers stats 99999/' "$tmp/one.sum" >"$tmp/bad"
refused 'with a line that is none' "a number where there is no place" "$tmp/bad"
sed 's/^core - [0-9]*/core - 99999999999999999999/' "$tmp/one.sum" >"$tmp/bad"
refused 'with a line that is none' "a number that is too large" "$tmp/bad"
"$stat" merge "$tmp/bad" "$tmp/one.sum" --format=csv >"$tmp/out" 2>/dev/null
is "$? $(sed -n 2p "$tmp/out")" '1 profile,"samples",count,4000' "the others are summed up"
refuse() { # STATUS PATTERN NAME ARGUMENT...
    "$stat" "${@:4}" >"$tmp/out" 2>"$tmp/err"
    is "$? $(grep -c -- "$2" "$tmp/err")" "$1 1" "$3"
}
refuse 1 'nothing can be chosen' "a part of what was saved" --op=load "$tmp/one.sum"
refuse 2 'takes two FILES' "one file to compare" diff "$tmp/one"
refuse 2 'has no --html' "a page of changes" diff --html=- "$tmp/one" "$tmp/two"
refuse 1 'No such file' "a file that is not there" diff "$tmp/one" "$tmp/none"
refuse 1 'is also the input' "a file onto itself" merge --save="$tmp/one.sum" "$tmp/one.sum"

# -- changes --
verdicts() { "$stat" diff --format=csv "$@" 2>/dev/null | sed -n 's/^\([a-z_]*\),"\(.*\)",verdict,"\(.*\)"$/\1 \2: \3/p' | sort; }
is "$(verdicts "$tmp/one" "$tmp/one.sum" | grep -vc 'not told from chance')" 0 "a profile and itself, saved: no change"
is "$(verdicts "$tmp/one" "$tmp/two" | grep -v 'not told from chance')" "$(printf 'programs one: less\nprograms two: more')" \
    "another program that does the same: only its name"
verdicts "$tmp/one" "$tmp/slow" >"$tmp/out"
is "$(grep -e 'total: ' -e 'DRAM: ' -e misprediction -e l1d_cache -e load_percentage "$tmp/out")" "mean_latencies source 14, DRAM: more
mean_latencies total: more
metrics branch_misprediction_ratio: more
metrics l1d_cache_miss_ratio: not told from chance
metrics load_percentage: not told from chance
source_shares source 14, DRAM: not told from chance" "one that is slower: what is more, and what is not"
verdicts "$tmp/slow.sum" "$tmp/one.sum" >"$tmp/out"
is "$(grep -e 'total: ' -e misprediction "$tmp/out")" "mean_latencies total: less
metrics branch_misprediction_ratio: less" "the other way round, saved"
is "$("$stat" diff --format=csv "$tmp/one" "$tmp/slow" | grep 'branch_misprediction_ratio' | head -3 | cut -d, -f3-)" "before,0.1
after,0.2
change,0.1" "numbers of both"
is "$(verdicts --op=load "$tmp/one" "$tmp/slow" | grep -c misprediction)" 0 "chosen samples are chosen in both"
# Chance alone: two halves of one run; of 95 % intervals few may seem to be changes.
for seed in 1 2; do
    perl -e 'srand $ARGV[0]; print "buffer c0\n";
        printf "branch 400000 400100 lat=%d %s\n", 3 + rand 20, rand() < 0.1 ? "missed" : "" for 1 .. 3000' $seed |
        "$tmp/make_perf" 1000 >"$tmp/seed$seed"
done
is "$(verdicts "$tmp/seed1" "$tmp/seed2" | grep -vc 'not told from chance')" 0 "two random samples of the same: no change"
done_testing
