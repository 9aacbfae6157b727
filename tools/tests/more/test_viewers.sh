#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-stat --format=pprof and --format=folded, for pprof, speedscope and flame graphs: every number against spe-stat's
# own tables, and functions, inlined functions and lines against addr2line. (Those programs read such files in
# tools/tests/clients/viewers.sh.)
# needs: libdw-dev pkg-config binutils perl zlib1g-dev util-linux
set -u
. tests/tap.sh
need_packages
. tools/tests/programs.sh
export HOME=$tmp
has_names=$(pkg-config --exists libdw && [ "${LIBDW:-}" != no ] && echo yes)

# -- a program with inlined functions, on two cores, with all kinds of samples --
cat >"$tmp/inner.h" <<'END'
int table[64] = {1, 2, 3};

static inline __attribute__((always_inline)) int inner(int x)
{
    return x * 3 + table[x & 63];
}
END
cat >"$tmp/prog.c" <<'END'
#include "inner.h"
static inline __attribute__((always_inline)) int outer(int x)
{
    return inner(x) ^
           inner(x + 1);
}
__attribute__((noinline)) int work(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += outer(i);
    return sum;
}
int main(int argc, char **argv)
{
    (void)argv;
    return work(argc);
}
END
ok "a program" sh -c 'cd "$1" && cc -g -O1 -no-pie -Wl,--build-id prog.c -o prog' sh "$tmp"
id=$(readelf -n "$tmp/prog" | sed -n 's/.*Build ID: //p')
start=$(nm "$tmp/prog" | awk '$3 == "work" {print $1}')
size=$(nm -S "$tmp/prog" | awk '$4 == "work" {print $2}')
{
    printf 'exec 100 100 prog\nexec 200 200 other\n'
    for pid in 100 200; do
        readelf -lW "$tmp/prog" | perl -ne 'my ($pid, $id, $name) = @ARGV; sub BEGIN { our @w = splice @ARGV }
            /LOAD +0x(\w+) 0x(\w+) 0x\w+ 0x(\w+) 0x\w+ R E/ and
                printf "mmap %d %d %x %x %x %s %s\n", @w[0, 0], hex $2, hex $3, hex $1, @w[1, 2]' \
            $pid "$id" "$tmp/prog"
    done
    # program counters in work(), in a file without symbols, in the kernel, and nowhere
    echo "mmap 100 100 7f0000000000 10000 0 - $tmp/none.so"
    perl -e 'my ($start, $size) = map { hex } @ARGV; my $time = 0;
        for my $cpu (0, 1) {
            print "buffer c$cpu\n";
            for my $i (0 .. 999) {
                my @places = map({ $start + $_ % $size } $i, 3 * $i, 7 * $i);
                push @places, 0x7f0000000100 + $i % 3, 0x666000 + $i % 2;
                my $pc = $places[$i % 5];
                my $rest = sprintf "lat=%d ctx=%d ts=%d", $i % 97, $i % 7 < 4 ? 100 : 200, $time += $i % 13;
                printf "load %x va=%x src=%d ev=%x %s\n", $pc, 0x500000 + $i % 11 * 0x1000, $i % 3 * 4, $i & 0x3c, $rest if $i % 3 == 0;
                printf "store %x va=%x %s\n", $pc, 0x600000 + $i % 2, $rest if $i % 3 == 1;
                printf "branch %x %x %s %s\n", $pc, $start, $i % 2 ? "missed" : "", $rest if $i % 3 == 2;
            }
        }' "$start" "$size"
} | "$tmp/make_perf" 1000 0 0 1 410fd0c0 >"$tmp/data"
"$stat" --format=json --top=1000 --places=100000 "$tmp/data" >"$tmp/json" 2>"$tmp/messages"
# table TABLE NAME VALUE: lines "NAME VALUE" of the report, sorted
table() {
    perl -MJSON::PP -e 'my ($table, $name, $value) = @ARGV; my $all = decode_json(do { local $/; <STDIN> });
        my %sum; $sum{$_->{$name}} += $_->{$value} for @{$all->{$table}};
        printf "%s %.10g\n", $_, $sum{$_} for sort keys %sum' "$@" <"$tmp/json"
}

# -- folded --
folded() { "$stat" --format=folded "$@" "$tmp/data" 2>"$tmp/err"; }
# by FRAME: sums of the lines by a frame, counted from the first (0) or the last one (-1)
by() {
    perl -ne 'BEGIN { $at = shift } /^(.*) (\d+)$/ or die; @frames = split /;/, $1; $sum{$frames[$at]} += $2;
        END { printf "%s %.10g\n", $_, $sum{$_} for sort keys %sum }' -- "$1" 2>&1
}
folded --value=samples >"$tmp/samples"
folded --value=latency >"$tmp/latency"
folded --value=time >"$tmp/time"
is "$(by 0 <"$tmp/samples")" "$(table processes name samples)" "folded: samples of each process"
is "$(by 0 <"$tmp/latency")" "$(table processes name "summed_latency")" "... summed latency"
is "$(by 0 <"$tmp/time" | awk '{$NF = $NF / 1e9} 1')" \
    "$(table processes name "time_s" | awk '{$NF = $NF + 0} 1')" "... time"
is "$(by -1 <"$tmp/samples")" "$(table latency name samples)" "samples of each data source, or operation without one"
is "$(by -1 <"$tmp/latency")" "$(table latency name "summed_latency" | grep -v ' 0$')" "... summed latency"
is "$(by 1 <"$tmp/samples")" "$(table modules name samples)" "samples of each module"
is "$(folded | cksum)" "$(cksum <"$tmp/time")" "time is what is counted by default"
is "$(folded --value=mispredicted | awk '$NF == 0' | wc -l) $(sed 's/ [0-9]*$//' "$tmp/latency" | sort | uniq -d | wc -l)" "0 0" \
    "no line is 0, none occurs twice"
events() { folded --value="$1" | by -1 | awk '{n += $NF} END {print n + 0}'; }
counted() { # all of these bits: of the samples of that kind
    perl -e 'my ($bits, $n) = (oct shift, 0); for my $i (0 .. 999) { $n += 2 if $i % 3 == 0 && ($i & 0x3c & $bits) == $bits } print $n' "$1"
}
is "$(events l1d_refills) $(events tlb_walks) $(events mispredicted)" \
    "$(counted 0xc) $(counted 0x30) $(perl -e 'my $n = 0; $_ % 3 == 2 && $_ % 2 and $n += 2 for 0 .. 999; print $n')" \
    "refills, walks and mispredictions are those of the input"
is "$(folded --value=samples --tid=200 | by 0)" "$(table processes name samples | grep '^other')" "of chosen samples"

# -- pprof --
pprof() { "$stat" --format=pprof -o "$tmp/pb" "$@" "$tmp/data" 2>"$tmp/err" && tools/tests/pgo/read_pprof "$tmp/pb"; }
pprof >"$tmp/pprof"
is "$(grep -c 'too many different' "$tmp/err")" 0 "pprof: all samples have their place and page"
is "$(head -c 2 "$tmp/pb" | od -An -tx1)" " 1f 8b" "pprof: compressed by gzip"
is "$(grep -E '^(type|period|comment|mapping)' "$tmp/pprof")" \
    "type samples count *time nanoseconds latency cycles l1d_refills count tlb_walks count ll_misses count mispredicted count
period $(sed -n 's/^period //p' "$tmp/pprof")
comment $tmp/data
$(grep '^mapping' "$tmp/pprof")" "types, period, comment"
is "$(sed -n 's/^mapping [^ ]* [^ ]* \([^ ]* [^ ]* [^ ]*\) .*/\1/p' "$tmp/pprof" | sort -u)" \
    "$(printf '0 %s -\n1000 %s %s\n' "$tmp/none.so" "$tmp/prog" "$id" | sort)" "mappings, with the build id"
# label LABEL VALUE: sums of a value by a label; "-" has none
label() {
    perl -ne 'BEGIN { ($label, $at) = splice @ARGV, 0, 2 } next unless s/^sample //; my ($values, $frames, $labels) = split /\t/;
        my $name = $labels =~ /(?:^| )$label=(.*?)(?: [a-z_]+=|$)/ ? $1 : "-"; $sum{$name} += (split / /, $values)[$at];
        END { printf "%s %.10g\n", $_, $sum{$_} for sort keys %sum }' "$@" "$tmp/pprof"
}
is "$(label process 0)" "$(table processes name samples)" "label process: samples"
is "$(label thread 2)" "$(table threads name "summed_latency")" "label thread: summed latency"
is "$(label cpu 1 | awk '{$NF = $NF / 1e9} 1')" "$(table core_numbers name "time_s" | sed 's/^CPU //' |
    awk '{$NF = $NF + 0} 1')" "label cpu: time"
is "$(label data_source 2 | grep -v '^-')" "$(table latency name "summed_latency" | grep ^source)" \
    "label data_source: summed latency"
is "$(label operation 0)" "branch 666
load 668
store 666" "label operation: samples"
is "$(perl -ne 'next unless s/^sample (\d+)//; my $n = $1; $sum{"$1 $2"} += $n if /process=(\w+).* data_page=(\w+)/;
    END { print join(" ", sort { $a <=> $b } values %sum) }' "$tmp/pprof")" \
    "$(perl -MJSON::PP -e 'print join(" ", sort { $a <=> $b } map { $_->{samples} } @{decode_json(do { local $/; <> })->{pages_by_samples}})' "$tmp/json")" \
    "label data_page, of each process: samples"
is "$(cut -f1 "$tmp/pprof" | awk '/^sample/ {for (i = 2; i < 9; i++) sum[i] += $i} END {print sum[2], sum[5], sum[6], sum[8]}')" \
    "2000 $(events l1d_refills) $(events tlb_walks) $(events mispredicted)" "all values"
is "$(pprof --value=latency | grep -c '^type .* \*latency')" 1 "--value is shown first"
if [ -n "$has_names" ]; then
    # functions, inlined functions and their lines: addr2line for each address
    perl -ne 'next unless s/^sample //; chomp; my @f = split /\t/; print "$f[3] $f[1]\n" if hex $f[3] < 0x600000' \
        "$tmp/pprof" | sort -u >"$tmp/ours"
    cut -d' ' -f1 "$tmp/ours" | perl -e 'while (my $pc = <STDIN>) {
        chomp $pc;
        my @lines = map { s/ \(discriminator \d+\)//r } split /\n/, `addr2line -f -i -e $ARGV[0] $pc`;
        print "$pc ", join(" < ", map { "$lines[2 * $_] $lines[2 * $_ + 1]" } 0 .. $#lines / 2), "\n"; }' "$tmp/prog" >"$tmp/true"
    is "$(diff "$tmp/true" "$tmp/ours")" "" "functions, inlined functions and lines are those of addr2line"
    is "$(grep -c 'inner .* < outer .* < work' "$tmp/ours" |
        sed 's/^[1-9][0-9]*$/some/')" some "... some of three levels"
    # by_function AT VALUE: sums by the first (0) or last (-1) frame
    by_function() {
        perl -ne 'BEGIN { ($at, $value) = splice @ARGV, 0, 2 } next unless s/^sample //; my ($values, $frames) = split /\t/;
            my $name = (split / < /, $frames)[$at] =~ s/ \/.*//r; $sum{$name} += (split / /, $values)[$value];
            END { printf "%s %.10g\n", $_, $sum{$_} for sort keys %sum }' -- "$@" "$tmp/pprof"
    }
    is "$(by_function -1 0 | grep work)" "$(table functions name samples | grep work)" "samples of the function"
    is "$(by_function 0 2 | grep -v 'work\|\[')" "$(table inlined_functions name "summed_latency")" "... and of what was inlined"
    is "$(by_function -1 0 | grep '\[' | sed 's/ .*[^0-9]/ /; s/ not known\]//' | tr '\n' ';')" \
        "$(perl -e 'my @n; $_ % 5 > 2 and $n[$_ % 5 == 3 && $_ % 7 < 4] += 2 for 0 .. 999; print "[none.so] $n[1];[not $n[0];"')" "a file without symbols has its own name; what has no file is not known"
    is "$(by 2 <"$tmp/samples" | grep work)" "$(table functions name samples | grep work)" "folded: the function"
    is "$(grep -c ';prog;work;outer;inner;inner\.h:5;' "$tmp/samples" | sed 's/^[1-9][0-9]*$/some/')" some \
        "... what was inlined, from the outermost to the innermost, and the line"
fi

# -- names that would break lines --
{
    printf 'exec 7 7 NAMEA\nmmap 7 7 400000 2000 0 - /tmp/NAMEB\nbuffer 7\nload 400010 lat=5 ts=1\n'
} | "$tmp/make_perf" 1000 >"$tmp/hostile"
perl -pi -e 's{NAMEA}{a;\n\e1}; s{NAMEB}{b; 9\n}' "$tmp/hostile"
is "$("$stat" --format=folded --value=samples "$tmp/hostile" 2>"$tmp/err")" \
    'a\x3b\x0a\x1b1 (7);b\x3b 9\x0a;[not known];loads, no data source 1' "names with ; and line ends stay one line" ||
    diag "$(cat "$tmp/err")"
"$stat" --format=pprof "$tmp/hostile" 2>"$tmp/err" >"$tmp/pb"
is "$(tools/tests/pgo/read_pprof "$tmp/pb" | grep -c 'process=a;\\x0a\\x1b1 (7)')" 1 "pprof: escaped, too"

# -- the command line --
misuse() { # WHAT NAME OPTION...
    "$stat" "${@:3}" >"$tmp/out" 2>"$tmp/err"
    is "$? $(wc -c <"$tmp/out") $(grep -c -- "$1" "$tmp/err")" "2 0 1" "$2"
}
misuse 'not a value; use samples, time, latency, l1d_refills, tlb_walks, ll_misses, mispredicted' "no such value" \
    --format=folded --value=weight "$tmp/data"
misuse 'only for --format=pprof, folded and firefox' "--value without them" --value=time "$tmp/data"
misuse 'diff: cannot be combined' "not for diff" diff --format=pprof "$tmp/data" "$tmp/data"
misuse 'can be combined only with .*json' "not for a list of metrics" --list-metrics --format=folded
misuse 'cannot be combined with -o' "-o is for the report" --html=- -o "$tmp/report" "$tmp/data"
script -qec "$stat --format=pprof $tmp/data" "$tmp/typed" >"$tmp/out" 2>&1
is "$(grep -c 'not written to a terminal; name a file with -o' "$tmp/out")" 1 "pprof is not written to a terminal"
script -qec "$stat --format=folded --value=samples $tmp/data" "$tmp/typed" >"$tmp/out" 2>&1
is "$(tr -d '\r' <"$tmp/out" | grep -c ';.* [0-9]*$')" "$(wc -l <"$tmp/samples")" "folded is"
is "$(cat "$tmp/data" | "$stat" --format=folded --value=samples --cpu=n1 - 2>"$tmp/err" | sort | cksum)" \
    "$(sort "$tmp/samples" | cksum)" "a pipe gives the same; in this file the core comes after the samples"
is "$(tools/tests/pgo/read_pprof <("$stat" --format=pprof "$tmp/data" 2>"$tmp/err") | cksum)" "$(cksum <"$tmp/pprof")" \
    "to a pipe, too"
is "$("$stat" "$tmp/data" 2>"$tmp/err" | cksum)" \
    "$("$stat" -o "$tmp/report" "$tmp/data" 2>"$tmp/err"; cksum <"$tmp/report")" \
    "-o writes any report"
"$stat" -o "$tmp/data" "$tmp/data" >"$tmp/out" 2>"$tmp/err"
is "$? $(grep -c 'also the input' "$tmp/err")" "1 1" "-o is not the input"
echo old >"$tmp/report"
"$stat" -o "$tmp/report" "$tmp/missing" 2>"$tmp/err"
is "$? $(cat "$tmp/report") $(find "$tmp" -name '.spe-stat*' | wc -l)" "1 old 0" "without input the old file stays"
"$stat" --save="$tmp/saved" "$tmp/data" >"$tmp/out" 2>"$tmp/err"
"$stat" --format=folded "$tmp/saved" >"$tmp/out" 2>"$tmp/err"
is "$? $(wc -c <"$tmp/out") $(grep -c 'a saved profile' "$tmp/err")" "1 0 1" "saved profiles have no stacks"
"$build/spe-asm" -o "$tmp/raw" tests/captures/fvp-ase-2025.txt
"$stat" --format=folded --value=time "$tmp/raw" >"$tmp/out" 2>"$tmp/err"
is "$? $(grep -c 'the time of the samples is not known' "$tmp/err")" "1 1" "raw bytes have no time"
is "$("$stat" --format=folded "$tmp/raw" 2>"$tmp/err" | awk '{n += $NF} END {print n}')" \
    "$("$stat" --format=json "$tmp/raw" 2>"$tmp/err" | perl -MJSON::PP -e 'print decode_json(do { local $/; <> })->{profile}[0]{count}')" \
    "... and are counted by samples"
"$stat" --format=pprof "$tmp/raw" >"$tmp/pb" 2>"$tmp/err"
is "$(tools/tests/pgo/read_pprof "$tmp/pb" | head -1)" \
    "type *samples count latency cycles l1d_refills count tlb_walks count ll_misses count mispredicted count" \
    "... without a value time in pprof"

# -- without libz --
ok "built without libz" "${CC:-cc}" -std=c11 -Itools -c tools/outlet/gzip.c -o "$tmp/gzip.o"
cat >"$tmp/plain.c" <<'END'
#include "outlet/gzip.h"
const char tool_name[] = "plain";
int main(void) { gzip_write("bytes", 5, stdout); return 0; }
END
ok "... a program" "${CC:-cc}" -std=c11 -Itools "$tmp/plain.c" "$tmp/gzip.o" "$build/tools/parts.a" -o "$tmp/plain"
is "$("$tmp/plain")" "bytes" "... writes the bytes as they are"

done_testing
