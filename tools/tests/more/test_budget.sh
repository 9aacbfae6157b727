#!/bin/bash
# SPDX-License-Identifier: MIT
# The cost of hostile input: for each type of it, input that is four times as large takes at most a little more than
# four times the instructions, which is N log N.
# needs: perl python3 valgrind
set -u
. tests/tap.sh
need_packages
. tools/tests/programs.sh

# events KIND N: perf.data in the language of make_perf, with N events of that type, and samples
events() {
    perl -e 'use strict; my ($kind, $n) = @ARGV;
        my %make = ( # mappings: of N files; of one; one over many; the same repeatedly; each around the last one
            modules => sub { printf "mmap 10 10 %x 1000 0 - /none/%d\n", 0x400000 + 4096 * $_, $_ },
            build_ids => sub {
                printf "mmap 10 10 %x 1000 0 - /none/%d\n", 0x400000 + 4096 * $_, $_;
                printf "buildid 10 %040x /none/%d\n", $_, $_;
            },
            maps => sub { printf "mmap 10 10 %x 1000 0 - /none/one\n", 0x400000 + 4096 * $_ },
            huge => sub { print "mmap 10 10 1000 400000000000 0 - /none/huge\n" if $_ == 1;
                printf "mmap 10 10 %x 1000 0 - /none/one\n", 0x400000 + 8192 * $_ },
            again => sub { printf "time %d\nmmap 10 10 400000 100000 0 - /none/one\n", 1000 * $_ },
            nested => sub { printf "mmap 10 10 %x %x 0 - /none/one\n", 0x400000 - $_, 0x100000 + 2 * $_ },
            anonymous => sub { printf "mmap 10 10 %x 1000 0 - //anon\n", 0x400000 + 4096 * $_ },
            # processes, each forked from the previous one, with a mapping each; names of a thread; threads
            forks => sub { printf "mmap %d %d %x 1000 0 - /none/one\nfork %d %d\n", 9 + $_, 9 + $_, 0x10000000 + 4096 * $_, 10 + $_, 9 + $_ },
            names => sub { printf "time %d\ncomm 10 10 n%d\n", 1000 * $_, $_ },
            threads => sub { printf "comm 10 %d t%d\n", 10 + $_, $_ },
            # buffers, each with its AUX event, and with a mapping before it
            buffers => sub { printf "mmap 10 10 %x 1000 0 - /none/one\nbuffer c3\nbranch %x 400100 ctx=10 lat=3 ts=%d\n",
                0x400000 + 4096 * $_, 0x400000 + 4096 * $_, 1000 * $_ },
            # pauses between the samples
            switches => sub { printf "time %d\nswitch 3 10 10%s\n", 500 * $_, $_ % 2 ? " out" : "" },
            # a pause before each buffer
            turns => sub { printf "time %d\nswitch 3 10 10%s\nbuffer c3\nload 400010 ts=%d\n",
                500 * $_, $_ % 2 ? " out" : "", 500 * $_ + 100 });
        print "exec 10 10 prog\n";
        $make{$kind}->() for 1 .. $n;
        print "buffer c3\n";
        for my $i (1 .. $n / 4) {
            my $who = $kind eq "forks" ? 10 + $n : $kind eq "threads" ? 11 + $i % $n : 10;
            printf "branch %x 400100 ctx=%d lat=3 ts=%d\n", 0x400000 + 4 * ($i * 7919 % 65536), $who, 1000 * $i;
        }' "$1" "$2" | "$tmp/make_perf" 1000 0 0 1 410fd0c0
}

# saved N: a saved profile with N rows
saved() {
    perl -e 'my $all = "spe-stat profile 3\nprofile perf a 1\nwhole 1000 0\ncore - 1091555520 100\nnumbers samples 0=100\n";
        $all .= "row functions f$_ /none/m$_ samples=$_ latency=$_\n" for 1 .. $ARGV[0];
        my @table = map { my $c = $_; $c = $c >> 1 ^ ($c & 1 ? 0xedb88320 : 0) for 1 .. 8; $c } 0 .. 255;
        my $sum = 0xffffffff;
        $sum = $sum >> 8 ^ $table[($sum ^ $_) & 255] for unpack "C*", $all;
        printf "%send %08x\n", $all, $sum ^ 0xffffffff' "$1"
}

# instructions FILE OPTION...: the number that spe-stat, or $program, executes; "-" is standard input
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "${program:-$stat}" "$@" 2>&1 >/dev/null |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

dumped() { program=$build/spe-dump instructions --format=json -; }

# within NAME ONE FOUR: a logarithm adds at most a quarter to four times
within() { ok "$1: $2 instructions, of four times as much $3" test "$3" -gt "$2" -a $(($3 * 4)) -le $(($2 * 4 * 5)); }

n=${BUDGET:-5000}
for kind in modules build_ids maps huge again nested anonymous forks names threads buffers switches \
    turns; do
    events $kind "$n" >"$tmp/one"
    events $kind $((4 * n)) >"$tmp/four"
    within "$kind" "$(instructions "$tmp/one")" "$(instructions "$tmp/four")"
    # shellcheck disable=SC2002 # it must be a pipe: events come between the buffers
    within "$kind, through a pipe" "$(cat "$tmp/one" | instructions -)" "$(cat "$tmp/four" | instructions -)"
    # shellcheck disable=SC2002 # a pipe
    within "$kind, spe-dump" "$(cat "$tmp/one" | dumped)" "$(cat "$tmp/four" | dumped)"
done
saved "$n" >"$tmp/one"
saved $((4 * n)) >"$tmp/four"
within "rows of a saved profile" "$(instructions "$tmp/one")" "$(instructions "$tmp/four")"
# symbols N: the kernel's symbols, one of which has all samples
symbols() { perl -e 'printf "ffff8000%08x T s%d\n", 16 * $_, $_ for 1 .. $ARGV[0]' "$1"; }
perl -e 'print "exec 10 10 prog\nbuffer c3\n";
    printf "branch ffff8000%08x ffff800000000010 ctx=10 lat=3 ts=%d\n", 16 * $_, 1000 * $_ for 1 .. 1000' |
    "$tmp/make_perf" 1000 0 0 1 410fd0c0 >"$tmp/kernel"
symbols "$n" >"$tmp/one"
symbols $((4 * n)) >"$tmp/four"
within "symbols of a kernel" "$(instructions --kallsyms="$tmp/one" "$tmp/kernel")" \
    "$(instructions --kallsyms="$tmp/four" "$tmp/kernel")"
# data N: as many data addresses, among as many mappings of files and of memory
data() {
    perl -e 'print "exec 10 10 prog\n";
        my @of = ("//anon", "/none/one");
        printf "mmap 10 10 %x 1000 0 - %s\n", 0x400000 + 8192 * $_, $of[$_ % 2] for 1 .. $ARGV[0] / 4;
        print "buffer 10\n";
        printf "load 1000 va=%x\n", 0x400000 + 8192 * $_ * 7919 % 0x4000000 for 1 .. $ARGV[0]' "$1" |
        "$tmp/make_perf" 1000 0 0 1 410fd0c0
}
data "$n" >"$tmp/one"
data $((4 * n)) >"$tmp/four"
within "data addresses" "$(instructions "$tmp/one")" "$(instructions "$tmp/four")"
# objects N: a file with as many symbols, each around the next, of two names, and samples in it
objects() {
    perl -e 'my $n = $ARGV[0]; print ".data\n.balign 16\nstart: .skip ", 4 * $n, "\n";
        printf ".type o%d, %%object\n.set o%d, start + %d\n", $_, $_, $_ for 1 .. $n;
        printf ".size o%d, %d\n", $_, 4 * $n - 2 * $_ for 1 .. $n' "$1" >"$tmp/objects.s"
    cc -shared -nostdlib "$tmp/objects.s" -o "$tmp/objects$1.so"
    perl -e 'my ($file, $n) = @ARGV; my ($at) = map { hex } `nm $file` =~ /^(\w+) d start$/m;
        print "exec 10 10 prog\nmmap 10 10 0 1000 0 - $file\nbuffer 10\n";
        printf "load 1000 va=%x\n", $at + 4 * $n * $_ / 1000 for 0 .. 999' "$tmp/objects$1.so" "$1" |
        "$tmp/make_perf" 1000 0 0 1 410fd0c0
}
objects "$n" >"$tmp/one"
objects $((4 * n)) >"$tmp/four"
within "symbols of a file" "$(instructions "$tmp/one")" "$(instructions "$tmp/four")"
# code N: as many lines of a JIT compiler's map, each around another, in no order
code() { perl -e 'printf "%x %x f%d\n", 0x10000000 + $_, 2 * ($ARGV[0] - $_) + 1, $_ for map { $_ * 7919 % $ARGV[0] } 1 .. $ARGV[0]' "$1"; }
perl -e 'print "exec 10 10 prog\nmmap 10 10 10000000 100000 0 - //anon\nbuffer 10\n";
    printf "branch %x 10000100 lat=3 ts=%d\n", 0x10000000 + 4 * $_, 1000 * $_ for 1 .. 1000' |
    "$tmp/make_perf" 1000 0 0 1 410fd0c0 >"$tmp/jit"
code "$n" >"$tmp/one"
code $((4 * n)) >"$tmp/four"
within "code of a JIT compiler" "$(instructions --perf-map="$tmp/one" "$tmp/jit")" \
    "$(instructions --perf-map="$tmp/four" "$tmp/jit")"
# AUX events, of which the reader keeps at most 2048
printf '\x49\x00\x01\x00\x00\x00\x00\x00' >"$tmp/record"
tests/perf_data.py "v2-snapshots$n" "$tmp/record" >"$tmp/one"
tests/perf_data.py "v2-snapshots$((4 * n))" "$tmp/record" >"$tmp/four"
within "AUX events" "$(instructions "$tmp/one")" "$(instructions "$tmp/four")"
done_testing
