#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-stat --format=firefox: its members against the description in firefox_check.pl; its numbers against spe-stat's own
# tables.
# needs: binutils perl
set -u
. tests/tap.sh
. tools/tests/programs.sh
check() { perl tools/tests/firefox_check.pl 2>&1; }
# of_report COLUMN FACTOR: what the checker prints of a good profile, from the report's tables
of_report() {
    "$stat" --format=csv --top=1000 --table=functions,findings "$tmp/data" 2>"$tmp/err" | perl -ne '
        BEGIN { ($column, $factor) = splice @ARGV, 0, 2 }
        /^functions,"(.*)",$column,(.*)/ and $sum{$1} += $2 * $factor;
        /^findings,(\d+),(title|samples|try),"?(.*?)"?$/ and $finding{$1}{$2} = $3;
        END {
            printf "%s %.6g\n", $_, $sum{$_} for sort keys %sum;
            print map { "$_\n" } sort map { "$_->{title}|$_->{samples}|$_->{try}" } values %finding;
        }' "$1" "$2"
}
same() { # NAME COLUMN FACTOR OPTION...
    "$stat" --format=firefox "${@:4}" "$tmp/data" >"$tmp/json" 2>"$tmp/err"
    is "$(check <"$tmp/json")" "$(of_report "$2" "$3")" "$1"
}

cat >"$tmp/p.c" <<'END'
int t[9];
static inline __attribute__((always_inline)) int in(int x) { return t[x & 7] * x; }
__attribute__((noinline)) int work(int x) { return in(x) + in(x + 1); }
int main(int n, char **v) { (void)v; return work(n); }
END
ok "a program" cc -g -O1 -no-pie -o "$tmp/p" "$tmp/p.c"
work=$(nm "$tmp/p" | sed -n 's/ T work$//p')
perl -e 'my ($at, $time) = (hex shift, 0);
    print "exec 10 10 p\ncomm 10 11 left\ncomm 10 12 r\"\\\xff\x1b\n"; # a name that JSON must escape
    printf "mmap 10 10 %x 1000 %x - $ARGV[0]\n", $at & ~0xfff, ($at & ~0xfff) - 0x400000;
    print "mmap 10 10 1000000 10000 0 - /data\nbuffer c1\n";
    sub put { printf "%s %x va=%x %s ctx=%d ts=%d\n", @_, $time += 7 }
    for my $i (0 .. 63) {
        put("load", $at + $_, 0x1000000 + 64 * $i, "src=14 lat=100 ev=c", 11) for 0 .. 7;
        put("store", 0x700014, 0x1000000 + 8 * $_, "lat=9 ev=4", 12) for 0 .. 3;
        printf "branch %x 400010 ctx=10 ts=%d\n", $at, $time += 7;
    }' "$work" "$tmp/p" >"$tmp/in"
"$tmp/make_perf" 1000 0 0 1 410fd0c0 <"$tmp/in" >"$tmp/data"
same "members, samples, findings" samples 1 --value=samples
same "... latency" summed_latency 1 --value=latency
same "... time" time_s 1e3
"$stat" -j1 --format=firefox "$tmp/data" >"$tmp/alone" 2>"$tmp/err"
ok "one thread writes the same" cmp "$tmp/alone" "$tmp/json"
good=$(check <"$tmp/json")
for fault in 's/"stack": \[\d+/"stack": [999/' 's/"phase"/"face"/' 's/"prefix": \[null,/"prefix": [/' \
    's/"isJS": \[false/"isJS": [0/' 's/"color": "blue"/"color": "red"/' 's/"tid": \d+, //'; do
    perl -pe "$fault" "$tmp/json" >"$tmp/wrong"
    ok "the checker notices $fault" test "$(check <"$tmp/wrong")" != "$good"
done

# times: the last one, ms; each thread and its number of findings
times() { perl -MJSON::PP -e 'my $all = decode_json(join "", <STDIN>); my @of = sort { $a <=> $b } map { @{$_->{samples}{time}} } @{$all->{threads}};
    printf "%.6f %s\n", $of[-1], join " ", map { "$_->{tid} $_->{markers}{length}" } @{$all->{threads}}' <"$tmp/json"; }
before=$(times)
perl -pe 's/ts=\d+// if $. == 100 || $. == 300' "$tmp/in" | "$tmp/make_perf" 1000 0 0 1 410fd0c0 >"$tmp/data"
"$stat" --format=firefox "$tmp/data" >"$tmp/json" 2>"$tmp/err"
is "$(times)" "$before" "samples without a time are at the time of the one before"
{ grep -av '^buffer' "$tmp/in"; printf 'exec 20 20 q\nmmap 20 20 400000 10000 0 - /bin/q\n'; } >"$tmp/two"
{ grep -av ' ctx=' "$tmp/two"; echo 'buffer c1'; grep -a ' ctx=' "$tmp/two"; echo "load $work va=3000000 ctx=20 lat=1 ts=500"; } |
    "$tmp/make_perf" 1000 0 0 1 410fd0c0 >"$tmp/data"
"$stat" --format=firefox "$tmp/data" >"$tmp/json" 2>"$tmp/err"
is "$(times)" "$before 20 0" "a finding is not on a thread of another program at the same address"

perl -e '$_ = join "", <STDIN>; s/ts=\d+//g; /^(.*?buffer c1\n)(.*)/s; print $1, $2 x 400' <"$tmp/in" |
    "$tmp/make_perf" 1000 0 0 1 410fd0c0 >"$tmp/data"
"$stat" --format=firefox "$tmp/data" >"$tmp/json" 2>"$tmp/err"
is "$(check <"$tmp/json" | grep -o '^work ') $(sed -n 's/.*"value": "\([^"]*\)".*/\1/p' "$tmp/json")" \
    "work  166400 of 332800, each with 2 times its weight; weights: samples; times: not known" \
    "one of two samples is kept"

if [ -x "$build/spe-record" ] && command -v qemu-aarch64 aarch64-linux-gnu-gcc >/dev/null; then
    ok "a program for AArch64" aarch64-linux-gnu-gcc -g -O1 -static -o "$tmp/a" "$tmp/p.c"
    "$build/spe-record" -q -c 256 -o "$tmp/data" "$tmp/a"
    same "a recording: members and samples" samples 1 --value=samples
fi
done_testing
