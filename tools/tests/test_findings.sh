#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-stat's findings: which there are, what they cost, and what shows them, in profiles whose numbers are known.
# needs: perl
# long lines: what the programs print
set -u
. tests/tap.sh
. tools/tests/programs.sh

# profile CODE [N]: N batches of 16 samples, which CODE, Perl, prints with load() and store(). A batch is in one part of
# the profile (parts.h): if all batches are alike, intervals have no width.
profile() {
    perl -e 'my ($code, $n) = @ARGV;
        print "exec 10 10 p\ncomm 10 11 left\ncomm 10 12 right\nmmap 10 10 400000 10000 0 - /bin/p\n";
        print "mmap 10 10 1000000 1000000 0 - /data/first\nmmap 10 10 3000000 1000000 0 - /data/second\nbuffer 10\n";
        sub access { my ($what, $pc, $va, $rest, $ctx) = @_; printf "%s %x va=%x %s ctx=%d\n", $what, $pc, $va, $rest, $ctx // 10 }
        sub load { access("load", @_) }
        sub store { access("store", @_) }
        sub branch { my ($pc, $target, $rest, $ctx) = @_; printf "branch %x %x %s ctx=%d\n", $pc, $target, $rest, $ctx // 10 }
        my $at = 0;
        srand 0;
        for my $batch (0 .. $n - 1) { eval "$code; 1" or die $@ }' "$1" "${2:-64}" |
        "$tmp/make_perf" 1000 0 0 1 410fd0c0 >"$tmp/data"
    "$stat" --format=json "$tmp/data" >"$tmp/json" 2>"$tmp/err"
}
# found KEY...: these of each finding
found() {
    perl -MJSON::PP -e 'my @keys = @ARGV; my $all = decode_json(do { local $/; <STDIN> });
        print map { join("|", map { $_ // "-" } @$_{@keys}) . "\n" } @{$all->{findings}}' "$@" <"$tmp/json"
}
numbers=(kind percent samples address object_module seen)
all() { found "${numbers[@]}" | tr '\n' ';'; }
rest='load(0x400020, 0x1000000, "src=0 lat=25 ev=4")'

# -- loads that wait for memory: 8 of a batch, 100 cycles each, of 1000 --
loads() { # ADDRESS [REST]
    profile 'for my $i (0 .. 7) { load(0x400010, '"$1"', "src=14 lat=100 '"${2:-ev=c}"'"); '"$rest"' }'
}
far='memory-load|80|512|0x0000000000400010|/data/first|DRAM 100 %; 100 cycles each;'
loads '0x1000000 + ($at += 8 + 8 * ($at / 8 % 3))'
is "$(all)" "$far rising addresses;" "loads at rising addresses"
is "$(found rank low high of file line object table try)" "$(found rank percent percent of file line object table try)" "... their interval, without a width"
one=$(found try)
loads '0x1f00000 - ($at += 256 + 256 * ($at / 256 % 3))'
is "$(all)" "$far falling addresses, in steps of 256 bytes or more;" "at falling addresses, far apart"
two=$(found try)
loads '0x1000000 + 64 * int rand 200000'
is "$(all)" "$far scattered addresses: along pointers, or random indices;" "at scattered addresses"
is "$(printf '%s\n' "$one" "$two" "$(found try)" | sort -u | wc -l)" 3 "... each with an advice of its own"
# A pass of 300 steps of 8000 bytes, and of 12 to 1000 of them from one sample to the next
hidden='the order of its addresses is not visible at this interval'
loads '0x1000000 + 8000 * (($at += 12 + int rand 988) % 300) + 8 * int($at / 300)'
is "$(all)" "$far $hidden; they differ by multiples of about 8000 bytes;" "by columns of fewer elements than the interval has operations"
loads '0x1000000 + 64 * (($at += 171) % 1000)'
is "$(all)" "$far $hidden (jitter=1 shows it);" "at intervals that do not vary"
loads '0x1000000 + 0x1000 * ($at += 1 + $at % 3)' "xlat=40 ev=3c"
is "$(all)" "memory-load|48|512|0x0000000000400010|/data/first|DRAM 100 %; 60 cycles each; rising addresses, in steps of 256 bytes or more;page-walk|32|512|0x0000000000400010|/data/first|40 cycles each; at least 512 pages of 4 KiB, which 2 pages of 2 MiB would hold;" \
    "with page walks, which are counted for themselves"
profile 'for my $i (0 .. 7) { load(0x400010 + 0x100 * ($i & 3), 0x1000000 + 0x100000 * $i + ($i & 1) * 0x2000000, "src=0 lat=100 xlat=" . (40 - 10 * ($i & 1) - 5 * ($i & 2)) . " ev=34"); '"$rest"' }'
is "$(all)" "page-walk|14|256|0x0000000000400010|/data/first|35 cycles each; at least 4 pages of 4 KiB, which 4 pages of 2 MiB would hold;page-walk|10|256|0x0000000000400110|/data/second|25 cycles each; at least 4 pages of 4 KiB, which 4 pages of 2 MiB would hold;" \
    "walks of two files, by two instructions each: each file by itself"

# -- stores, branches, what cannot be judged --
profile 'for my $i (0 .. 7) { store(0x400010, 0x1000000 + ($at += 8 + 8 * ($at / 8 % 3)), $i & 1 ? "lat=100 ev=c" : "lat=50 ev=4"); '"$rest"' }'
is "$(all)" "memory-store|50|256|0x0000000000400010|/data/first|50 % miss level 1; 100 cycles each; rising addresses;" "stores that miss level 1"
is "$("$stat" "$tmp/data" 2>"$tmp/err" | grep -o '^Not judged, since .*sampled: Mis')" "Not judged, since no sample has a TLB access: Page walks; no branch was sampled: Mis" "... and what is not judged"
branches() { # TERMS: of the branch that is mispredicted every other time
    profile 'for my $i (0 .. 6) { branch(0x400010, 0x400100, "'"$1"' lat=2" . ($i & 1 ? " missed" : "")); '"$rest"' } branch(0x400020, 0x400200, "lat=2"); '"$rest"
}
branches cond
is "$(all)" "mispredicted|18.75|192|0x0000000000400010|-|37.5 % of the branches; most at p+0x10 (100 %);" "mispredicted branches"
one=$(found of try)
for each in --op=branch --event=mispredicted --filter=branch_filter=1; do
    is "$("$stat" $each "$tmp/data" 2>"$tmp/err" | tr -s ' \n' ' ' | grep -c 'chose the samples: Mispredicted')" 1 "... not of samples that $each chose"
done
branches ind
is "$(all) $(found of)" "mispredicted|18.75|192|0x0000000000400010|-|37.5 % of the branches; most at p+0x10 (100 %); operations" "... through registers"
ok "... whose advice is another one" [ "$(found of try)" != "$one" ]

# -- what costs less than 5 %, or has fewer than 10 samples --
costs() { profile 'load(0x400010, 0x1000000, "src=14 lat='"$1"' ev=c"); for my $i (0 .. 14) { load(0x400020, 0x1000000, "src=0 lat=19 ev=4") }'; }
costs 15
is "$(all)" "memory-load|5|64|0x0000000000400010|/data/first|DRAM 100 %; 15 cycles each;" "5 %, at one address, which has no order"
costs 14
is "$(all)" "" "... and less"
profile 'for my $i (0 .. 15) { load(0x400010 + $batch * 0x80 + $i * 4, 0x1000000, $i > 6 ? "src=14 lat=2000 ev=c" : "src=0 lat=1 ev=4") }' 32
is "$(all)" "" "instructions with a sample each"

# -- lines that threads share --
profile 'for my $i (0 .. 3) { store(0x400010, 0x1000040, "lat=100", 11); store(0x400014, 0x1000048, "lat=50", 12);
    store(0x400020, 0x3000040 + 8 * ($i & 1), "lat=30", 11 + ($i & 1));
    store(0x400018, 0x1000080 + 8 * ($i & 1), "lat=20", 11 + ($i & 1)) }'
is "$(all)" "false-sharing|85|768|0x0000000000400010|/data/first|left (10/11) writes byte 0, right (10/12) writes byte 8; so do threads on 1 more line;false-sharing|15|256|0x0000000000400020|/data/second|left (10/11) writes byte 0, right (10/12) writes byte 8;" \
    "two lines of one file, and one of another, of which the threads write other bytes"
profile 'for my $i (0 .. 2) { store(0x400010, 0x1000040, "lat=100", 11); store(0x400014, 0x1000040, "lat=100", 12);
    store(0x400018, 0x1000048, "lat=100", 10); load(0x400020, 0x1000010, "src=0 lat=30 ev=4") }'
is "$(found kind seen)" "true-sharing|left (10/11) and 1 more thread write byte 0, p (10/10) writes byte 8; 33 % of these samples are on bytes that one thread uses" \
    "a line of which some threads use the same bytes, and others do not"
# One thread seldom reads what the others write: that decides nothing.
profile 'for my $i (0 .. 3) { store(0x400010, 0x1000040, "lat=100", 11); store(0x400014, 0x1000050, "lat=100", 12) }
    load(0x400020, 0x1000040 + 16 * ($batch & 1), "src=0 lat=1 ev=4") if $batch % 16 < 2; '"$rest"
is "$(found kind seen)" "false-sharing|left (10/11) writes byte 0, right (10/12) writes byte 16, p (10/10) reads byte 0" "a stray access"
profile 'for my $i (0 .. 3) { store(0x400030, 0x1000048, "lat=9", 11 + $i % 2); load(0x400010 + 4 * $i, 0x1000040, "src=0 lat=30 ev=4" . ($i < 2 ? " at" : ""), 11 + $i % 2) }'
is "$(found kind address object_module seen)" "contended-lock|0x0000000000400010|/data/first|left (10/11) and 1 more thread write byte 0; 128 samples are atomics, such as exchanges" \
    "a lock is named by the code that takes it"
# Threads that wait by reading: each reads a byte 20 times in a batch, and stores one, perhaps another one, seldom.
spins() { # BATCHES APART HOW: in one of them; bytes between the two
    profile 'for my $i (0 .. 39) { load(0x400010, 0x1000040 + '"$2"' * ($i & 1), "src=0 lat=9 ev=4", 11 + ($i & 1)) }
        for my $i (0 .. 1) { store(0x400014, 0x1000040 + '"$2"' * (1 - $i), "lat=9 '"$3"'", 11 + $i) if $batch % '"$1"' == 0 }'
    found kind seen
}
is "$(spins 2 8 "")" "true-sharing|left (10/11) reads byte 0, right (10/12) reads byte 8" "a queue: each waits for the other one"
is "$(spins 8 8 "")" "" "... who stores even less often, so that it costs little"
is "$(spins 8 0 at)" "contended-lock|left (10/11) and 1 more thread write byte 0; 16 samples are atomics, such as exchanges" \
    "a lock that is seldom taken, and that threads watch"
profile 'print "fork 20 10\nfork 30 10\nbuffer 10\n" if !$batch; for my $i (0 .. 7) { my $who = 10 * ($i % 4);
    load(0x400010, 0x7000000 + 0x1000 * ($batch % 32), "src=0 lat=100 xlat=60 ev=34", $who || 10) } '"$rest"
is "$(all | tr ';' '\n' | grep -c '^page-walk|')" 3 "memory without a symbol: each process by itself"
# threads WRITERS READERS FORM: each on a core of its own; "mixed", "readers" (first), "locks" (whom readers precede), or
# "stale" (eight others write once before)
threads() {
    perl -e 'my ($w, $r, $form) = @ARGV; srand 0; print "exec 10 10 p\n"; printf "comm 10 %d t\n", 100 + $_ for 1 .. $w + $r + 8;
        my @mixed = map { 1 + int rand $w + $r } 1 .. 200 * ($w + $r);
        my @who = $form eq "mixed" ? @mixed : $form eq "stale" ? ($w + $r + 1 .. $w + $r + 8, @mixed) : ((map { $w + 1 + $_ % $r } 0 .. ($form eq "locks" ? 1 : 200) * $r), map { 1 + int rand $w } 1 .. 200 * $w);
        for (@who) { printf "buffer c%d\n%s 400000 va=1000000 lat=100 ctx=%d\n", $_, $_ > $w && $_ <= $w + $r ? "load" : "store", 100 + $_ }' "$@" |
        "$tmp/make_perf" 1000 0 0 1 410fd0c0 >"$tmp/data"
    "$stat" --format=json "$tmp/data" >"$tmp/json" 2>"$tmp/err"
    found kind
}
for each in "1 3 mixed" "1 31 mixed" "4 60 mixed" "1 16 readers" "32 8 locks" "1 1 stale"; do
    # shellcheck disable=SC2086 # words
    is "$(threads $each)" true-sharing "${each% *} writers and readers, $each"
done
# phases SHARED OWN: samples of each of two threads, first on the same bytes, then on bytes of its own
phases() {
    profile 'for my $who (11, 12) { printf "buffer c$who\n"; store(0x400010, 0x1000000 + ($batch < '"$1"' ? 0 : 8 * ($who - 10)), "lat=100", $who) for 1 .. 16 }' $(($1 + $2))
    found kind seen | sed 's/|.*;/|/; s/1[3-9] %/about a sixth/'
}
is "$(phases 1000 50)" "true-sharing|left (10/11) and 1 more thread write byte 0" "the verdict is of all samples, also if the last ones differ"
is "$(phases 200 1000)" "false-sharing| about a sixth of these samples are on bytes that several threads use" "... as is its share"
profile 'print "buffer c1\n"; for my $i (0 .. 7) { store(0x400010, 0x1000040, "lat=100", 11 + $i % 2) } '"$rest"
is "$(found kind)" "" "threads of one core do not share a line at the same time"
profile 'for my $i (0 .. 3) { store(0x400010, 0x1000040, "lat=100", 11); load(0x400014, 0x1000040, "lat=50 src=14", 12);
    store(0x400018, 0x3000080, "lat=20", 11 + ($i & 1)); load(0x400020, 0x1000010, "src=0 lat=30 ev=4") }'
is "$(all)" "true-sharing|75|512|0x0000000000400010|/data/first|left (10/11) writes byte 0, right (10/12) reads byte 0;true-sharing|10|256|0x0000000000400018|/data/second|left (10/11) and 1 more thread write byte 0;" \
    "the same bytes; loads of such a line are no other finding"

# -- each form of the report says the same --
"$stat" "$tmp/data" 2>"$tmp/err" | sed '/^$/,$d' | tr -s ' \n' ' ' >"$tmp/text"
"$stat" --html=- "$tmp/data" 2>"$tmp/err" | sed -n '/id="findings"/,/<\/section>/p' | sed 's/&nbsp;/ /g; s/<br>/ /g; s/<[^>]*>//g' >"$tmp/page"
"$stat" --format=csv "$tmp/data" 2>"$tmp/err" | grep ^findings >"$tmp/csv"
found title percent samples seen try >"$tmp/rows"
# Lines of 100 characters: none is longer, and none ends before a word for which there is room.
is "$("$stat" "$tmp/data" 2>"$tmp/err" | perl -nle 'last if !$_;
    print if length > 100;
    print if /^ {6}(?!\w+:)(\S+)/ && length($last) + length($1) <= 99;
    $last = $_')" "" "words are put into lines"
missing=
while IFS='|' read -r title percent samples seen try; do
    for file in text page; do
        for words in "$title at 0x4000" ": $percent.0 % of the summed latency ($percent.0 to $percent.0), $samples samples; $seen" "Try: $try"; do
            grep -qF "$words" "$tmp/$file" || missing+=" $file: $words"
        done
    done
done <"$tmp/rows"
is "$missing $(wc -l <"$tmp/rows")" " 2" "text and page"
is "$(grep -o 'at 0x4000..' "$tmp/text" | tr '\n' ' ')$(grep -o 'data \[not known\] (second)' "$tmp/text" | wc -l)" "at 0x400010 at 0x400018 1" "... the code and the data"
is "$(sed -n 's/^findings,\([0-9]*\),\(percent\|samples\),/\1 /p' "$tmp/csv" | tr '\n' ' ')" "1 75 1 512 2 10 2 256 " "CSV"
done_testing
