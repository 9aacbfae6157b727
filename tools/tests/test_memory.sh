#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes memory run out at one allocation, or from one on. The program must either behave as usual, or exit with 1 and a
# message and leave complete files only. make check tries some allocations, .ci/deep all.
# needs: gcc perl
set -u
. tests/tap.sh
. tools/tests/programs.sh

ok "memory that runs out" cc -O1 -shared -fPIC -o "$tmp/failing.so" tools/tests/parts/failing_memory.c
failing() { # CALL|count [once] COMMAND...: leaves $status, and the output in out, err and made
    local what=FAIL_FROM=$1
    [ "$1" != count ] || what=FAIL_COUNT=$tmp/calls
    [ -z "$2" ] || what+=" FAIL_ONCE=1"
    rm -rf made
    mkdir made
    # shellcheck disable=SC2086 # words
    timeout 60 env LD_PRELOAD="$tmp/failing.so" $what "${@:3}" >out 2>err </dev/null
    status=$?
}
is_usual() { # whether each file is as usual
    local file
    for file in made/* made/.[!.]*; do [ ! -e "$file" ] || cmp -s "$file" "usual/${file#made/}" || return; done
}
always() { # PROGRAM ARGUMENT...
    local bad='' calls n once want
    failing count '' "$build/$1" "${@:2}"
    want="$status $(cat out made/* 2>/dev/null | cksum) $(cat err)"
    calls=$(cat "$tmp/calls")
    rm -rf usual
    mv made usual
    local step=$((calls / 5 + 1))
    ! is_all || step=1
    for ((n = 1; n <= calls; n += step)); do
        for once in '' once; do
            failing "$n" "$once" "$build/$1" "${@:2}"
            [ "$status" = 1 ] && grep -q memory err && is_usual && continue
            # dlopen() ends the process itself.
            grep -q 'libdw crashed\|^out of memory$\|^Inconsistency detected by ld.so' err && continue
            [ "$status $(cat out made/* 2>/dev/null | cksum) $(cat err)" = "$want" ] || bad+=" $n,$once,$status"
        done
    done
    is "$bad" "" "$*: at each of $calls calls, or some"
}

root=$PWD
mkdir "$tmp/run"
cat >"$tmp/run/p.c" <<'END'
int t[9];
static inline __attribute__((always_inline)) int in(int x) { return t[x & 7] * x; }
__attribute__((noinline)) int work(int x) { return in(x) + in(x + 1); }
int main(int n, char **v) { (void)v; return work(n); }
END
ok "a program" cc -g -O1 -no-pie -o "$tmp/run/p" "$tmp/run/p.c"
tools/tests/pgo/make_elf dyn 1000 1000 - d503201f d503201f d65f03c0 code=1000+c >"$tmp/run/a64"
work=$(nm "$tmp/run/p" | sed -n 's/ T work$//p')
samples() { # COUNT
    perl -e 'my ($run, $at, $n, $time) = ($ARGV[0], hex $ARGV[1], $ARGV[2], 0);
        print "exec 10 10 p\ncomm 10 11 left\nfork 20 10\nksymbol ffff800000000000 1000 0 bpf_x\n";
        printf "mmap 10 10 %x 1000 %x - $run/p\n", $at & ~0xfff, ($at & ~0xfff) - 0x400000;
        print "mmap 10 10 1000000 10000 0 - /data\nmmap 10 10 2000000 1000 0 - //anon\n";
        print "mmap 10 10 700000 1000 1000 - $run/a64\nbuffer c1\n";
        sub put { printf "%s %x va=%x %s ctx=%d ts=%d\n", @_, $time += 7 }
        for my $i (1 .. $n) {
            put("load", $at + $_, 0x1000000 + 64 * $i, "src=14 lat=100 ev=c", 11) for 0 .. 7;
            put("store", 0x700000, 0x1000000 + 8 * $_, "lat=9 ev=4", 20) for 0 .. 3;
            put("load", 0x2000014, 0x2000000 + 8 * $_, "src=8 lat=90 ev=4", 10) for 0 .. 3;
            printf "branch 700008 700000 ret ctx=10 ts=%d\n", $time += 7;
        }' "$tmp/run" "$work" "$1" | "$tmp/make_perf" 1000 0 0 1 410fd0c0
}
samples 60 >"$tmp/run/data"
samples 90 >"$tmp/run/more"
cp tests/captures/model-sve.txt "$tmp/run/text"
"$asm" -o "$tmp/run/raw" tests/captures/model-sve.txt
cd "$tmp/run" || exit 1
"$stat" -q --save=saved data >/dev/null 2>&1
printf '3000;;instructions;5;100.00;1.5;\n2000;;CPU_CYCLES;5;100.00;;\n' >counts
printf 'ffff800000000000 T a\nffff800000000010 T b\n' >kernel
printf '2000000 100 jit\n' >jit
rm -f "$tmp/calls"
failing count '' "$build/spe-regs" --list
if [ ! -s "$tmp/calls" ]; then
    diag "this C library, or this build, has no malloc() that another library can replace"
    done_testing
fi

always spe-stat raw
always spe-stat -j1 --perf-map=jit --kallsyms=kernel data
always spe-stat -j1 --save=made/saved --html=made/page data
always spe-stat -j1 saved saved
always spe-stat diff -j1 data more
always spe-stat diff -j1 --html=- data more
always spe-stat annotate -j1 work data
always spe-stat -j1 --format=csv --check data
always spe-stat -j1 --format=json data
for format in pprof folded firefox; do always spe-stat -j1 --format=$format data; done
for format in bolt bolt-traces autofdo; do always spe-stat -j1 --format=$format --module=a64 data; done
always spe-stat --cpu=n1 --metrics=counts
always spe-stat --cpu=n1 --list-metrics
always spe-stat -j1 --table=functions --sort=samples --symbol=work --dso=p --line=p.c data
always spe-dump data
always spe-dump --records --style=arch data
always spe-dump -j3 --format=csv data
always spe-dump -j1 --format=json data
always spe-dump -j1 --format=arrow -o made/table data
always spe-dump -j3 --format=parquet -o made/table data
always spe-asm -o made/raw text
always spe-regs PMSIDR_EL1=0x123456
always spe-doctor data
always spe-doctor
always spe2perf --cpu=3 raw made/data
cd "$root" || exit 1
done_testing
