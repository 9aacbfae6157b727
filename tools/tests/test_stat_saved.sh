#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-stat --save, merge and diff: a saved profile gives the same report, sums are right, damage is noticed, and changes
# are distinguished from chance.
# needs: perl
# long lines: what the programs print
set -u
. tests/tap.sh
. tools/tests/programs.sh

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
# named FILE...: the parts of a report that use names, as CSV; findings need addresses
named() { "$stat" "$@" --format=csv 2>"$tmp/err" | grep -Ev '^(findings|pcs|targets|pages|lines|sharing|processes|threads|core_numbers|whole|account_cores)'; }

ok "--save" sh -c '"$0" --save="$1.sum" "$1" >"$1.report"' "$stat" "$tmp/one"
is "$("$stat" "$tmp/one" | cmp - "$tmp/one.report")" "" "the report stays as it was"
is "$("$stat" --save=- "$tmp/one" | cmp - "$tmp/one.sum")" "" "--save=-: only that"
is "$(head -1 "$tmp/one.sum")" "spe-stat profile 3" "a file says which version it is"
is "$(named "$tmp/one.sum" | diff - <(named "$tmp/one"))" "" "what was saved says the same"
is "$("$stat" --format=csv "$tmp/one.sum" | grep ^whole)" "$("$stat" --format=csv "$tmp/one" | grep ^whole)" "... of the whole, too"
is "$("$stat" --save=- "$tmp/one.sum" | cmp - "$tmp/one.sum")" "" "saved again it is the same"
"$stat" --save="$tmp/slow.sum" "$tmp/slow" >/dev/null
is "$(named merge "$tmp/one.sum" "$tmp/slow.sum" | diff - <(named "$tmp/one" "$tmp/slow"))" "" "merge: as if they were read together"
is "$(named merge "$tmp/slow.sum" "$tmp/one" | diff - <(named "$tmp/one" "$tmp/slow"))" "" "in any order, and with what was not saved"
is "$("$stat" merge --format=csv "$tmp/one.sum" "$tmp/slow.sum" | grep '^whole,"operations",estimate')" \
    'whole,"operations",estimate,6152000' "of two machines, the sum"
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
missed=0 step=5
! is_all || step=1
for i in $(seq 1 $step 40); do
    perl -e 'local $/; open F, "<", $ARGV[0]; my $all = <F>; my $at = int($ARGV[1] * length($all) / 41);
        substr($all, $at, 1) ^= "\x01"; print $all' "$tmp/one.sum" "$i" >"$tmp/flipped"
    "$stat" "$tmp/flipped" >"$tmp/out" 2>/dev/null && missed=$((missed + 1))
done
is "$missed" 0 "a bit that is wrong, anywhere"
head -c $((size - 5)) "$tmp/one.sum" >"$tmp/bad"
refused 'damaged' "an end that is cut off" "$tmp/bad"
head -c $((size / 2)) "$tmp/one.sum" >"$tmp/bad"
refused 'is a saved profile' "half of it" "$tmp/bad"
{ cat "$tmp/one.sum"; echo; } >"$tmp/bad"
refused 'damaged' "something behind the end" "$tmp/bad"
sed '1s/3/4/' "$tmp/one.sum" >"$tmp/bad"
refused 'another version' "a later version" "$tmp/bad"
sed '1s/3/2/' "$tmp/one.sum" >"$tmp/bad"
refused 'another version' "an earlier version" "$tmp/bad"
for line in 's/^\(numbers events .*\)=\([0-9]\)/\1:\2/' 's/^\(source 8\) [0-9]*/\1 x/' 's/^\(latency 8 total\) sum/\1 704=1 sum/' \
    's/^\(sum levels EL[0-3] samples=\)/\1x/' 's/^\(row [^ ]* [^ ]* [^ ]* samples\)=/\1 =/'; do
    sed "$line" "$tmp/one.sum" >"$tmp/bad"
    refused 'with a line that is not understood' "a line that is none: $line" "$tmp/bad"
done
sed 's/^core - [0-9]*/core - 99999999999999999999/' "$tmp/one.sum" >"$tmp/bad"
refused 'with a line that is not understood' "a number that is too large" "$tmp/bad"
"$stat" merge "$tmp/bad" "$tmp/one.sum" --format=csv >"$tmp/out" 2>/dev/null
is "$? $(sed -n 2p "$tmp/out")" '1 profile,"samples",count,4000' "the others are summed up"
refuse() { # STATUS PATTERN NAME ARGUMENT...
    "$stat" "${@:4}" >"$tmp/out" 2>"$tmp/err"
    is "$? $(grep -c -- "$2" "$tmp/err")" "$1 1" "$3"
}
refuse 1 'counts, not samples' "a part of what was saved" --op=load "$tmp/one.sum"
refuse 2 'requires two FILES' "one file to compare" diff "$tmp/one"
refuse 2 'cannot be combined with --save' "changes cannot be saved" diff --save=- "$tmp/one" "$tmp/two"
is "$("$stat" diff --html=- "$tmp/one" "$tmp/two" | grep -oE '<section id="[a-z_]+"' | head -3 | tr '\n' ' ')" \
    '<section id="profiles" <section id="totals" <section id="function_costs" ' "a page of changes"
is "$("$stat" --format=csv --top=3 diff "$tmp/one" "$tmp/slow" | diff - <("$stat" diff --format=csv --top=3 "$tmp/one" "$tmp/slow"))" \
    "" "the command may follow options"
refuse 1 'No such file' "a file that is not there" diff "$tmp/one" "$tmp/none"
refuse 1 'also the input' "a file onto itself" merge --save="$tmp/one.sum" "$tmp/one.sum"

{ printf 'spe-stat profile 3\nrow ' && head -c 68000000 /dev/zero | tr '\0' a; } >"$tmp/bad"
refused 'a line that is not understood' "a line that is longer than any" "$tmp/bad"

# -- additions of a later program --
sealed() { # the lines of standard input, with their checksum
    perl -e 'local $/; my ($all, $sum) = (scalar <STDIN>, 0xffffffff);
        for (unpack "C*", $all) { $sum ^= $_; $sum = $sum >> 1 ^ ($sum & 1 ? 0xedb88320 : 0) for 1 .. 8 }
        printf "%send %08x\n", $all, $sum ^ 0xffffffff'
}
is "$(grep -v ^end "$tmp/one.sum" | sealed | cmp - "$tmp/one.sum")" "" "a checksum made here is that of the program"
grep -v ^end "$tmp/one.sum" | sed -e 's/^\(numbers events .*\)/\1 64=7 brightness=3/' -e 's/^\(numbers operations .*\)/\1 1024=5 1x=5/' \
    -e 's/^numbers filtered .*/& 31=4/' -e 's/^row .*/& level255=9 warmth=1 samplesx=3/' -e 's/^sum .*/& warmth=1/' -e 's/^latency .*/& smell=1/' \
    >"$tmp/later"
printf '%s\n' 'numbers findings no-such-rule=4' 'numbers smells 3=4' 'source 70000 5' 'latency 8 smell sum=5 most=5 5=1' \
    'latency 70000 total sum=5 most=5 5=1' 'sum levels EL4 samples=5' 'sum smells a samples=5' 'row smells a b samples=5' \
    'smell 1 2 3' >>"$tmp/later"
sealed <"$tmp/later" >"$tmp/later.sum"
is "$(named "$tmp/later.sum" | diff - <(named "$tmp/one.sum"))" "" "what is not known is passed over"
is "$("$stat" --save=- "$tmp/later.sum" | cmp - "$tmp/one.sum")" "" "... and the rest is as it was"

# -- data sources of any value: shown by number if the core has no name for them --
perl -e 'print "exec 10 10 wide\nbuffer c3\n";
    for my $i (0 .. 999) { printf "load 500010 ctx=10 va=10000 src=%d ev=c lat=%d\n", (0x20, 0x21, 0x1ff, 8)[$i % 4], 10 + 10 * ($i % 4) }' |
    "$tmp/make_perf" 1000 0 0 1 410fd0c0 >"$tmp/wide"
"$stat" --format=csv --save="$tmp/wide.sum" "$tmp/wide" >"$tmp/out"
sources() { grep -E '^(sources|latency),.*,(samples|mean|summed_latency),' "$1" | tr '\n' ';'; }
is "$(sources "$tmp/out")" "$(printf '%s;' 'latency,"source 8, L2 cache",samples,250' 'latency,"source 8, L2 cache",summed_latency,10000' \
    'latency,"source 511",samples,250' 'latency,"source 511",summed_latency,7500' 'latency,"source 33",samples,250' 'latency,"source 33",summed_latency,5000' \
    'latency,"source 32",samples,250' 'latency,"source 32",summed_latency,2500' \
    'sources,"source 8, L2 cache",samples,250' 'sources,"source 8, L2 cache",mean,40' 'sources,"source 32",samples,250' 'sources,"source 32",mean,10' \
    'sources,"source 33",samples,250' 'sources,"source 33",mean,20' 'sources,"source 511",samples,250' 'sources,"source 511",mean,30')" \
    "CSV: sources 0x20, 0x21 and 0x1ff"
"$stat" --format=csv "$tmp/wide.sum" >"$tmp/saved"
is "$(sources "$tmp/saved")" "$(sources "$tmp/out")" "... saved"
is "$("$stat" "$tmp/wide" | grep -cE '^  source (32|33|511) +250 ')" 6 "text"
is "$("$stat" --format=json "$tmp/wide" | grep -oE '"source (32|33|511)"' | sort | uniq -c | tr -s ' \n' ' ')" ' 2 "source 32" 2 "source 33" 2 "source 511" ' "JSON"
is "$("$stat" --html=- "$tmp/wide" | grep -cE '<th scope="row" class="word">source (32|33|511)</th>')" 6 "page"
is "$("$stat" diff --format=csv "$tmp/one" "$tmp/wide" | grep -E '^source_shares,"source (32|33|511)",(before|after),' | tr '\n' ';')" \
    "$(printf 'source_shares,"source %s;' '32",before,0' '32",after,25' '33",before,0' '33",after,25' '511",before,0' '511",after,25')" "diff"
perl -e 'print "buffer c3\n"; printf "load 500010 va=10000 src=%d ev=c lat=7\n", $_ * 3 for 0 .. 399' |
    "$tmp/make_perf" 1000 0 0 1 410fd0c0 >"$tmp/wide"
"$stat" --format=csv --save="$tmp/wide.sum" "$tmp/wide" >"$tmp/out"
is "$(grep -E '^(latency|sources),"other sources",samples' "$tmp/out" | tr '\n' ';')" \
    'latency,"other sources",samples,144;sources,"other sources",samples,144;' "more of them than there is room for"
is "$(named "$tmp/wide.sum" | diff - <(named "$tmp/wide"))" "" "... saved"

# -- numbers, counted here --
# counted NAME A B C: of program "-" A loads that miss (cycles 11 to 19) and B that hit, of program "b" C stores that
# miss; issue and translation take two and three times as many cycles
counted() {
    perl -e '
        my ($a, $b, $c) = @ARGV;
        print "exec 10 10 -\nexec 11 11 b\nmmap 10 10 400000 1000 0 - /bin/a\nmmap 11 11 400000 1000 0 - /bin/a\nbuffer c3\n";
        sub latencies { my $n = shift; return "lat=$n issue=" . 2 * $n . " xlat=" . 3 * $n . "\n" }
        print "load 400010 ctx=10 va=10000 src=8 ev=c ", latencies(11 + $_ % 9) for 1 .. $a;
        print "load 400020 ctx=10 va=20000 src=8 ev=4 ", latencies(21 + $_ % 9) for 1 .. $b;
        print "store 400030 ctx=11 va=30000 ev=c ", latencies(31 + $_ % 7) for 1 .. $c' "${@:2}" |
        "$tmp/make_perf" 1000 0 0 1 410fd0c0 >"$tmp/$1"
}
counted few 45 135 70
counted some 45 135 32
# 45 x 15 cycles, 135 x 25, 70 x 34. Batches of 16 samples are in 16 parts in turn: 0 to 179 are loads, 180 to 249 stores.
"$stat" --save="$tmp/few.sum" "$tmp/few" >"$tmp/out" 2>/dev/null
loads="samples=180 latency=4050 loads=180 l1d-accesses=180 l1d-refills=45 level3=4050$(printf ' part%d=16' {0..10}) part11=4"
stores="samples=70 latency=2380 stores=70 l1d-accesses=70 l1d-refills=70 part11=12 part12=16 part13=16 part14=16 part15=10"
both="samples=250 latency=6430 loads=180 stores=70 l1d-accesses=250 l1d-refills=115 level3=4050$(printf ' part%d=16' {0..14}) part15=10"
is "$(grep -E '^(sum|row)' "$tmp/few.sum")" "sum levels EL0 $both
sum classes load $loads
sum classes store $stores
sum unsourced store $stores
row programs \\x2d - $loads
row programs b - $stores
row modules a /bin/a $both
row functions [not\\x20known] /bin/a $both
row data [not\\x20known] - $both" "the sums that are saved"
is "$("$stat" --save=- "$tmp/few.sum" | cmp - "$tmp/few.sum")" "" "... of a program called -, too"
# Period 1000 is an interval of 3 x 256 operations, and one reloads the counter: 115 x 64 x 769 = 5659840.
is "$("$stat" --format=csv "$tmp/few" 2>/dev/null | grep '^whole,"filled.*estimate')" \
    'whole,"filled into level 1 data caches",estimate,5659840' "115 lines of 64 bytes, 769 times: of loads and stores"
dropped() { "$stat" "$@" --format=csv 2>/dev/null | grep -E '^(profile,"samples"|account,"records not selected",count)' | cut -d, -f4 | xargs; }
is "$(dropped --op=load "$tmp/few") $(dropped merge --op=load "$tmp/few" "$tmp/some")" "180 70 360 102" \
    "samples that were not selected, of one and of two profiles"

# -- which changes are stated --
# shared NAME K N: N samples, K of them of program "b", as many in each batch of 16 as in any other, or one more
shared() {
    perl -e '
        print "exec 10 10 -\nexec 11 11 b\nmmap 10 10 400000 1000 0 - /bin/a\nmmap 11 11 400000 1000 0 - /bin/a\nbuffer c3\n";
        my ($k, $n) = @ARGV;
        printf "load 400010 ctx=%d va=10000 src=8 ev=c lat=20\n", $_ % 16 * $n / 16 + int($_ / 16) < $k ? 11 : 10 for 0 .. $n - 1' \
        "${@:2}" | "$tmp/make_perf" 1000 0 0 1 410fd0c0 >"$tmp/$1"
}
changes() { "$stat" diff --format=csv "$@" 2>/dev/null; }
shares() { changes "$@" | grep '^programs,"b",' | cut -d, -f3- | grep -E '^(before|after|verdict)' | tr '\n' ';'; }
shared before 128 512
shared none 0 512
shared half 32 256
is "$(shares "$tmp/before" "$tmp/none")" 'before,25;after,0;verdict,"less";' "25 % and nothing"
is "$(shares "$tmp/none" "$tmp/before")" 'before,0;after,25;verdict,"more";' "... the other way round"
is "$(shares "$tmp/before" "$tmp/half")" 'before,25;after,12.5;verdict,"less";' "128 of 512 and 32 of 256"
is "$(shares "$tmp/few" "$tmp/some")" "" "70 of 250 and 32 of 212, each in one bunch: may be chance"
# mixed NAME A B C: 512 samples, evenly spread, of three programs, each with a module of its own
mixed() {
    perl -e 'my @n = @ARGV;
        printf "exec %d %d %s\nmmap %d %d 400000 1000 0 - /bin/%s\n", @$_[0, 0, 1], @$_[0, 0, 1] for [10, "a"], [11, "c"], [12, "b"];
        print "buffer c3\n";
        for my $i (0 .. 511) { my $at = $i * 37 % 512; printf "load 400010 ctx=%d lat=20\n", $at < $n[0] ? 10 : $at < $n[0] + $n[1] ? 11 : 12 }' \
        "${@:2}" | "$tmp/make_perf" 1000 0 0 1 410fd0c0 >"$tmp/$1"
}
mixed first 256 128 128
mixed second 140 372 0
is "$(for top in 9 2; do changes --top=$top "$tmp/first" "$tmp/second" | sed -n 's/^\(programs\|modules\),"\(.*\)",change,/\2 /p' | tr '\n' ';'; done)" \
    "c 47.65625;b -25;a -22.65625;c 47.65625;b -25;a -22.65625;c 47.65625;b -25;c 47.65625;b -25;" \
    "the largest changes first, and as many as are wanted"
is "$("$stat" diff --format=json "$tmp/first" "$tmp/second" 2>/dev/null | perl -MJSON::PP -e '
    my $all = decode_json(do { local $/; <STDIN> });
    my @n = map { abs $_->{change} } @{$all->{function_costs}};
    print join " ", scalar @n, grep { $n[$_] < $n[$_ + 1] } 0 .. $#n - 1')" "3" "... of functions"
# Of n changes, the two of "-" and "b" are the least likely, and equally likely: they are stated up to 0.05 x 2 / n. The
# others are those of the tables that are printed whole, a module, a function and data. Samples are spread evenly, so that
# the variance is that of independent samples; it has 15 degrees of freedom, because it comes from 16 parts.
n=$(($(changes "$tmp/before" "$tmp/none" | grep -cE '^(totals|function_costs|metrics|mean_latencies|source_shares),.*,verdict,') + 5))
read -r most unlikely < <(perl -e '
    sub variance { my $p = ($_[0] + 1) / 514; return $p * (1 - $p) / 512 }
    sub area { my ($from, $freedom, $sum) = (@_, 0); # below the curve of the t distribution, from there on
        for (my $x = $from + 0.005; $x < 60; $x += 0.01) { $sum += (1 + $x ** 2 / $freedom) ** (-($freedom + 1) / 2) }
        return $sum }
    sub chance { my ($v, $w) = map { variance($_) } 128, $_[0]; # of a change from 128 that is as large, in any direction
        my $freedom = ($v + $w) ** 2 / ($v ** 2 / 15 + $w ** 2 / 15);
        return area((128 - $_[0]) / 512 / sqrt($v + $w), $freedom) / area(0, $freedom) }
    my $k = 127;
    $k-- while chance($k) > 0.1 / $ARGV[0];
    printf "%d %.3f\n", $k, chance($k + 1) * $ARGV[0]' "$n")
for k in "$most" $((most + 1)); do
    shared "after$k" "$k" 512
done
is "$(shares "$tmp/before" "$tmp/after$most" | cut -d';' -f3)" 'verdict,"less"' "128 and $most of 512: a change among $n"
is "$(shares "$tmp/before" "$tmp/after$((most + 1))")" "" "128 and $((most + 1)): its probability is $unlikely / $n, may be chance"

# -- means --
# The mean's variance is that between the parts: 16 of few's samples, and 14 of some's. Student's t for 15 and 13 degrees
# of freedom is 2.13145 and 2.16037. The interval of the change is made of both.
is "$(changes "$tmp/few" "$tmp/some" | grep '^mean_latencies,"total",' | cut -d, -f4 | head -n 5 |
    perl -e '
        my @got = map { 0 + $_ } <STDIN>;
        sub profile { my ($stores, $t) = @_;
            my @latencies = map { my ($n, $first, $width) = @$_; map { $first + $_ % $width } 1 .. $n }
                [45, 11, 9], [135, 21, 9], [$stores, 31, 7];
            my ($sum, $squares, @sums, @counts) = (0, 0);
            for my $i (0 .. $#latencies) {
                $sum += $latencies[$i];
                $sums[$i / 16] += $latencies[$i];
                $counts[$i / 16]++;
            }
            my ($n, $parts) = (scalar @latencies, scalar @sums);
            $squares += ($sums[$_] - $sum / $n * $counts[$_]) ** 2 for 0 .. $#sums;
            return ($sum / $n, $t * sqrt($squares * $parts / ($parts - 1)) / $n) }
        my ($before, $way) = profile(70, 2.13145);
        my ($after, $other) = profile(32, 2.16037);
        $way = sqrt($way ** 2 + $other ** 2);
        my @want = ($before, $after, $after - $before, $after - $before - $way, $after - $before + $way);
        print join " ", map { abs($got[$_] - $want[$_]) < 0.001 ? "same" : "$got[$_] and $want[$_]" } 0 .. 4')" \
    "same same same same same" "means, their change and its interval"
# means LATENCY OF: its means, their change and its interval, divided by OF
means() { changes "$tmp/few" "$tmp/some" | grep "^mean_latencies,\"$1\"," | cut -d, -f4 | head -n 5 | awk '{printf "%.6f ", $1 / '"$2"'}'; }
is "$(means issue 2);$(means translation 3)" "$(means total 1);$(means total 1)" "... of issue and translation, too"
counted pair 8 0 0 # 12 to 19 cycles: their variance is 6, that of their mean 6 / 8, that of the change twice as much
is "$(changes "$tmp/pair" "$tmp/pair" | grep '^mean_latencies,"total",' | cut -d, -f4 | head -5 | awk '{printf "%.4f ", $1}')" \
    "15.5000 15.5000 0.0000 -2.4005 2.4005 " "eight samples have an interval, too"
counted seven 7 0 0
is "$(changes "$tmp/pair" "$tmp/seven" | grep -c '^mean_latencies,"total",')" 0 "... seven are not compared"

# -- each number --
printf '\xb0\x10\0\x40\0\0\0\0\xa0\x98\x05\0\x49\0\x01' >"$tmp/raw"
"$stat" --save="$tmp/raw.sum" "$tmp/raw" >/dev/null 2>&1
is "$("$stat" --save=- "$tmp/raw.sum" | cmp - "$tmp/raw.sum" && head -1 "$tmp/raw.sum")" "spe-stat profile 3" "a profile without a period"
"$stat" --op=load --save="$tmp/part.sum" "$tmp/few" >/dev/null 2>&1
is "$(dropped "$tmp/part.sum") $(dropped merge "$tmp/part.sum" "$tmp/part.sum")" "180 70 360 140" "samples that were not selected, saved"
# Every kind of number that a file can hold, the first and the last of each, and each another one: it stays, and two
# profiles have the sum.
perl -e '
    my $n = 1000;
    sub some { my $text = ""; $n += 7, $text .= " $_=$n" for @_; return "$text\n" }
    my %last = (flags => 31, events => 63, operations => 1023, "pc-states" => 15, ratios => 31,
        "read-parts" => 15, "whole-parts" => 127, times => 3, "latency-parts" => 143);
    sub array { return some(0, $last{$_[0]} // ()) }
    my @members = qw(samples latency time loads stores atomics l1d-accesses l1d-refills tlb-accesses tlb-walks ll-accesses
        ll-misses branches mispredicted remote level0 level13 level23 part0 part15 part-time0 part-time15);
    print "spe-stat profile 3\nprofile perf all 1\nwhole 1000 0\ncore - 1091555520 4000\n";
    print "numbers $_", array($_) for qw(samples sample-bytes flags events operations pc-states ratios filtered buffers
        bytes skipped cut-off truncated snapshots named missing repeated partial collisions late dropped read-parts whole-parts without-interval
        streams times latency-parts);
    print "numbers findings", some("pc-missing");
    for my $part (0 .. 15) { print "part $part $_", array($_) for qw(samples events operations ratios) }
    print "source 8 250\n", map { "latency 8 $_ sum=5000 most=29 11=125 29=125\n" } qw(total issue translation);
    print "source-parts 8", some(0, 15, 16, 31, 32, 47);
    print "sum levels EL$_", some(@members) for 0 .. 3;
    print "sum $_->[0] $_->[1]", some(@members) for map { my $kind = $_; map { [$kind, $_] } qw(load store branch other unknown) }
        qw(classes unsourced);
    print "row programs p -", some(@members);
    print "row $_ f /bin/p", some(@members) for qw(modules functions source_lines inlined_functions data);' | sealed >"$tmp/all.sum"
numbers() { grep -Ev '^(profile|whole|end) ' "$@" | sort; }
"$stat" --save=- "$tmp/all.sum" >"$tmp/out" 2>"$tmp/err"
is "$(numbers "$tmp/all.sum" | diff - <(numbers "$tmp/out"))$(cat "$tmp/err")" "" "each number stays as it is"
"$stat" merge --save=- "$tmp/all.sum" "$tmp/all.sum" >"$tmp/out" 2>"$tmp/err"
is "$(numbers "$tmp/all.sum" | perl -pe 's/ ([\w-]+)=(\d+)/" $1=" . ($1 eq "most" ? $2 : 2 * $2)/ge; s/^(core - \d+|source \d+) (\d+)/"$1 " . 2 * $2/e' |
    diff - <(numbers "$tmp/out"))$(cat "$tmp/err")" "" "... and two profiles have the sum of each"

# Of each kind of line one that is longer, one that ends early, and numbers that are none.
taken=
while read -r kind; do
    for change in 's/$/ zz/' 's/ .*/ /' 's/ [^ ]*$//'; do
        case $kind$change in numbers*\[* | part*\[* | source-parts*\[* | sum*\[* | row*\[* | latency*\[*) continue ;; esac # fewer of many
        sed "0,/^$kind /{/^$kind /$change}" "$tmp/all.sum" >"$tmp/bad"
        "$stat" "$tmp/bad" 2>&1 | grep -q 'a line that is not understood' || taken+=" $kind:$change"
    done
done < <(cut -d' ' -f1 "$tmp/all.sum" | sort -u | grep -v -e spe-stat -e end)
for line in 'profile perf all 0' 'profile perf all 1000001' 'whole nan 0' 'whole -1 0' 'whole 1e30 0' 'core - 1 2 3' 'latency 8 total 704=1'; do
    sed "s/^${line%% *} .*/$line/" "$tmp/all.sum" >"$tmp/bad"
    "$stat" "$tmp/bad" 2>&1 | grep -q 'a line that is not understood' || taken+=" $line"
done
is "$taken" "" "lines of another form are refused"
sed 's/^profile .*/profile perf all 1000000/; s/^whole .*/whole 18446744073709551616 7/' "$tmp/all.sum" | grep -v ^end | sealed >"$tmp/most.sum"
is "$("$stat" --save=- "$tmp/most.sum" | grep -E '^(profile|whole)')" 'profile perf all 1000000
whole 1.8446744073709552e+19 7' "... but not the largest numbers"

# -- changes --
verdicts() { "$stat" diff --format=csv "$@" 2>/dev/null | sed -n 's/^\([a-z_]*\),"\(.*\)",verdict,"\(.*\)"$/\1 \2: \3/p' | sort; }
is "$(verdicts "$tmp/one" "$tmp/one.sum" | grep -vc 'may be chance')" 0 "a profile and itself, saved: no change"
is "$(verdicts "$tmp/one" "$tmp/two" | grep -v 'may be chance')" "$(printf 'programs one: less\nprograms two: more')" \
    "another program that does the same: only its name"
verdicts "$tmp/one" "$tmp/slow" >"$tmp/out"
is "$(grep -e 'total: ' -e 'DRAM: ' -e misprediction -e l1d_cache -e load_percentage "$tmp/out")" "mean_latencies source 14, DRAM: more
mean_latencies total: more
metrics branch_misprediction_ratio: more
metrics l1d_cache_miss_ratio: may be chance
metrics load_percentage: may be chance
source_shares source 14, DRAM: may be chance" "one that is slower: what is more, and what is not"
verdicts "$tmp/slow.sum" "$tmp/one.sum" >"$tmp/out"
is "$(grep -e 'total: ' -e misprediction "$tmp/out")" "mean_latencies total: less
metrics branch_misprediction_ratio: less" "the other way round, saved"
is "$("$stat" diff --format=csv "$tmp/one" "$tmp/slow" | grep 'branch_misprediction_ratio' | head -3 | cut -d, -f3-)" "before,0.1
after,0.2
change,0.1" "numbers of both"
is "$(verdicts --op=load "$tmp/one" "$tmp/slow" | grep -c misprediction)" 0 "chosen samples are chosen in both"
# Chance alone: of two halves of one run, few 95 % intervals may show a change.
for seed in 1 2; do
    perl -e 'srand $ARGV[0]; print "buffer c0\n";
        printf "branch 400000 400100 lat=%d %s\n", 3 + rand 20, rand() < 0.1 ? "missed" : "" for 1 .. 3000' $seed |
        "$tmp/make_perf" 1000 >"$tmp/seed$seed"
done
is "$(verdicts "$tmp/seed1" "$tmp/seed2" | grep -vc 'may be chance')" 0 "two random samples of the same: no change"
done_testing
