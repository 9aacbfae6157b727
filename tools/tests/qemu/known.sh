#!/bin/bash
# SPDX-License-Identifier: MIT
# Programs that do a known thing, recorded by spe-record: what spe-stat says of each is what it did.
# needs: perl qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross
cd "$(dirname "$0")/../../.." || exit 1
. tools/tests/qemu/common

recorded() { # NAME PERIOD
    ok "$1: the program builds" aarch64-linux-gnu-gcc -O2 -static -no-pie -pthread -march=armv8-a -w -o "$work/$1" \
        "tools/tests/qemu/programs/$1.c"
    ok "... is recorded" "$BUILD/spe-record" -q -c "$2" -e arm_spe/jitter=1,ts_enable=1/ -o "$work/data" "$work/$1"
    "$BUILD/spe-stat" --top=1000 --format=json "$work/data" >"$work/json"
}

# shares NAME=PARTS...: whether the lines "NAME COUNT" of standard input have these shares of their sum, within four
# standard deviations
shares() {
    perl -we 'my %parts = map { /(.*)=(.*)/ } @ARGV;
        my %count = map { /^(.*?)\s+(\d+)$/ } <STDIN>;
        my ($all, $whole) = (0, 0);
        $all += $count{$_} // 0, $whole += $parts{$_} for keys %parts;
        my @off = grep {
            my $p = $parts{$_} / $whole;
            abs(($count{$_} // 0) - $all * $p) > 4 * sqrt($all * $p * (1 - $p)) + 1;
        } sort keys %parts;
        print "$_ ", $count{$_} // 0, " of $all, known: $parts{$_} of $whole\n" for $all < 200 ? sort keys %parts : @off' "$@"
}

recorded memory 256
is "$(fields data name loads | shares '[heap]=1' '[stack]=2' '[anonymous]=3')" "" "... heap, stack and mapped memory by their loads"
is "$(fields data name loads | grep -c 'not known.*[0-9][0-9]$')" 0 "... of nothing else there are 10 samples"

recorded stride 256
array=$(aarch64-linux-gnu-nm "$work/stride" | sed -n 's/^0*\([0-9a-f]*\) . array$/\1/p')
is "$(fields data name loads stores | perl -ane 'print "$F[0] ", $F[1] + $F[2], "\n"' | shares array=1 word=1)" "" \
    "... as many loads of the array as stores to the word"
is "$(fields data name loads stores | perl -ane 'print "stored" if $F[0] eq "array" && $F[2]; print "loaded" if $F[0] eq "word" && $F[1]')" "" "... the array is only read, the word only written"
array=$(aarch64-linux-gnu-nm "$work/stride" | sed -n 's/^0*\([0-9a-f]*\) . array$/\1/p')
is "$("$BUILD/spe-dump" --format=csv "$work/data" | perl -we 'no warnings "portable";
    my $array = hex shift;
    my @names = split /,/, <STDIN>;
    my ($at) = grep { $names[$_] eq "vaddr" } 0 .. $#names;
    my %n;
    while (<STDIN>) {
        my $address = hex((split /,/)[$at] || 0);
        $n{($address - $array) % 256}++ if $address >= $array && $address < $array + 65536;
    }
    print join ",", keys %n' "$array")" 0 "... at each 256th byte"
is "$(fields lines_by_latency address | perl -ne 'BEGIN { $array = hex shift } $n++ if hex >= $array && hex() < $array + 65536; END { print $n }' "$array")" 256 \
    "... all 256 lines of it"
mapfile -t pages < <(for i in $(seq 0 15); do echo "$((4096 * i))=1"; done)
is "$(fields pages_by_samples address samples | perl -ane 'BEGIN { $array = hex shift } print hex($F[0]) - $array, " $F[1]\n"' "$array" |
    shares "${pages[@]}")" "" "... its 16 pages alike"

recorded turns 64
line() { aarch64-linux-gnu-nm "$work/turns" | sed -n "s/^0*\([0-9a-f]*\) . $1\$/0x\1/p"; }
rows() { # LINE: verdict, offsets read and written
    fields sharing "line_and_thread" verdict "reads_at" "writes_at" |
        perl -F'\t' -ane 'print "$F[1],$F[2],$F[3]" if index($F[0], "'"$1"' ") == 0' | LC_ALL=C sort | tr '\n' ';'
}
is "$(rows "$(line fields)")" "true sharing,0,8;true sharing,8,0;" "... the line that both use in turns"
is "$(fields sharing "line_and_thread" loads stores | perl -F'\t' -ane 'BEGIN { $line = shift } $n{loads} += $F[1], $n{stores} += $F[2] if index($F[0], "$line ") == 0;
    END { print "$_ $n{$_}\n" for keys %n }' "$(line fields)" | shares loads=1 stores=1)" "" "... by as many loads as stores"
is "$(rows "$(line apart)")" "false sharing,none,0;false sharing,none,32;" "... the line of which each uses its part"

recorded calls 256
is "$(fields functions name samples | shares half=4 quarter=2 eighth=1 other_eighth=1)" "" "... functions, by their samples"
is "$(fields targets place samples | perl -F'\t' -ane 'print "$1 $F[1]" if $F[0] =~ /^(\w+) \(/' | shares half=4 quarter=2 eighth=1 other_eighth=1)" "" \
    "... the targets of the call"

recorded copy 256
is "$(fields data name loads stores | perl -ane 'print "$F[0].loads $F[1]\n$F[0].stores $F[2]\n"' |
    shares source.loads=4 copy.stores=4 copy.loads=1)" "" \
    "... loads of the source, stores and loads of the copy"
is "$(fields data name stores | perl -ane 'print $F[1] if $F[0] eq "source"')" 0 "... the source is only read"
is "$(fields functions name samples | grep -c '^copy_all')" 1 "... copied by a function of that name"
done_testing
