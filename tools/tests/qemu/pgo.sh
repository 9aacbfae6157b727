#!/bin/bash
# SPDX-License-Identifier: MIT
# Profile-guided optimisation, from samples to a program that takes fewer branches: spe-record profiles spe-dump,
# spe-stat --format=bolt writes input for perf2bolt, and BOLT changes the program's layout. The samples' profile and
# BOLT's result are compared with full counts. With FIGURES=1 the numbers of tools/docs/pgo.md are printed as comments.
# needs: bolt-16 qemu-user gcc-aarch64-linux-gnu binutils-aarch64-linux-gnu libc6-dev-arm64-cross
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/tap.sh
build=${BUILD:-build}
bolt=/usr/lib/llvm-16/bin # Debian's link perf2bolt-16 starts llvm-bolt under a name that llvm-bolt does not recognise
need_packages
need "$bolt/perf2bolt"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
records=${RECORDS:-30000} # that the program prints
event=arm_spe/branch_filter=1,event_filter=2,jitter=1/
period=512 interval=639.5 # jitter adds 0 to 255

figure() { [ -z "${FIGURES:-}" ] || diag "$*"; }

for kind in mixed records; do
    "$build/kit/make_stream" $kind $((records / 2))
done >"$tmp/records"
arguments=(--records "$tmp/records")
compile() { # NAME FLAG...: spe-dump. BOLT cannot follow all of gcc's jump tables.
    ok "$1 is built" make -s -j2 BUILD="$tmp/build" CC=aarch64-linux-gnu-gcc AR=aarch64-linux-gnu-ar \
        CFLAGS="-O2 -fno-jump-tables" LDFLAGS="-Wl,-q ${*:2}" "$tmp/build/spe-dump"
    mv "$tmp/build/spe-dump" "$tmp/$1"
}
record() { # NAME OPTION...: runs it: NAME.data, NAME.counts, NAME.out
    local name=$1
    shift
    ok "$name is recorded" sh -c '"$@" >"$OUT"' sh "$build/spe-record" "$@" -e $event -c $period -o "$tmp/$name.data" \
        --counts="$tmp/$name.counts" -- "$tmp/$program" "${arguments[@]}"
}
# optimise PROFILE: the program by that profile, as PROFILE.bolt.
optimise() {
    ok "$1: perf2bolt -pa takes the profile" sh -c '"$1" -pa -p "$2" -o "$2.fdata" "$3" >"$2.log" 2>&1' sh \
        "$bolt/perf2bolt" "$tmp/$1" "$tmp/$program"
    is "$(sed -nE 's/^PERF2BOLT: (traces mismatching disassembled function contents|Out of range traces involving unknown regions): ([0-9]+).*/\2/p' "$tmp/$1.log" | tr '\n' ' ')" "0 0 " \
        "$1: nothing in it contradicts the program"
    ok "$1: llvm-bolt" "$bolt/llvm-bolt" "$tmp/$program" -o "$tmp/$1.bolt" -data "$tmp/$1.fdata" \
        -reorder-blocks=ext-tsp \
        -reorder-functions=hfsort -split-functions
}
# taken COUNTS: counts taken branches of the program, which is not PIE, or of BOLT's result; libraries have much higher
# addresses.
taken() {
    perl -ne 'no warnings "portable"; my ($what, $from, $to, $n) = split; $taken += $n
        if $what eq "branch" && hex $from < 0x10000000 && hex $to != hex($from) + 4; END { print $taken // 0 }' "$1"
}
# gain PROFILE LEAST: the optimised program does the same, and takes at least LEAST percent fewer branches.
gain() {
    program=$1.bolt record "$1.bolt"
    ok "$1: the optimised program prints the same" cmp "$tmp/prog.out" "$tmp/$1.bolt.out"
    local now percent
    now=$(taken "$tmp/$1.bolt.counts")
    percent=$(perl -e 'printf "%.1f", 100 - 100 * $ARGV[0] / $ARGV[1]' "$now" "$before")
    is "$((now > 0 && ${percent%.*} >= $2))" 1 "$1: $percent % fewer taken branches, $2 at least"
    figure "$1: $now of $before taken branches, $percent % fewer"
}

# -- a program that is not PIE --
compile prog -no-pie
program=prog
OUT=$tmp/prog.out record prog
export OUT
is "$(wc -l <"$tmp/prog.out")" "$records" "it has run"
ok "spe-stat --format=bolt" sh -c '"$1" --format=bolt "$2" >"$3"' sh "$build/spe-stat" "$tmp/prog.data" "$tmp/sampled"
aarch64-linux-gnu-objdump -d "$tmp/prog" >"$tmp/prog.dis"
ok "the profile of full counts" sh -c 'tools/tests/pgo/full_profile "$0" "$1" >"$2"' "$tmp/prog.dis" \
    "$tmp/prog.counts" "$tmp/full"
is "$(tools/tests/pgo/compare $period $interval "$tmp/sampled" "$tmp/full")" "" "what was sampled is what has happened"
before=$(taken "$tmp/prog.counts")
figure "instructions: $(perl -ne 'my @w = split; $n += $w[3] if $w[0] eq "operations"; END { print $n }' \
    "$tmp/prog.counts"), samples: $("$build/spe-stat" --format=csv "$tmp/prog.data" |
    sed -n 's/^profile,"samples",count,//p')"

optimise sampled
OUT=$tmp/sampled.bolt.out gain sampled 35
optimise full
OUT=$tmp/full.bolt.out gain full 35

# -- a core that records previous branches' targets --
OUT=$tmp/newer.out record newer --core=max
is "$("$build/spe-dump" --format=brstack "$tmp/newer.data" | grep -c ' 0x0/0x')" \
    "$("$build/spe-dump" --format=brstack "$tmp/newer.data" | wc -l)" "previous branches' targets are there"
ok "spe-stat takes them" sh -c '"$1" --format=bolt "$2" >"$3"' sh "$build/spe-stat" "$tmp/newer.data" "$tmp/ways"
optimise ways
OUT=$tmp/ways.bolt.out gain ways 35

# -- PIE: the program's own addresses --
compile pie -pie
program=pie
OUT=$tmp/pie.out record pie
ok "spe-stat of PIE" sh -c '"$1" --format=bolt "$2" >"$3"' sh "$build/spe-stat" "$tmp/pie.data" "$tmp/moved"
optimise moved
ok "the optimised PIE prints the same" sh -c 'qemu-aarch64 -L /usr/aarch64-linux-gnu "$@" | cmp - "$0"' \
    "$tmp/prog.out" "$tmp/moved.bolt" "${arguments[@]}"

# -- a library of the same run --
ok "spe-stat --module=libc.so.6" sh -c '"$1" --format=bolt --module=libc.so.6 "$2" >"$3"' sh "$build/spe-stat" \
    "$tmp/pie.data" "$tmp/libc"
library=$(readlink -f /usr/aarch64-linux-gnu/lib/libc.so.6)
is "$(aarch64-linux-gnu-objdump -d "$library" | perl -e '
    my %is_branch;
    my $profile = shift;
    /^\s*([0-9a-f]+):\s+[0-9a-f]{8}\s+(b|bl|br|blr|ret|cbn?z|tbn?z|b\.\w+)\s/ and $is_branch{$1} = 1 while <STDIN>;
    open my $in, "<", $profile or die;
    while (<$in>) { my ($what, $from) = split; $n{$is_branch{$from} || $from eq "0" ? "right" : "wrong"}++ if $what eq "B" }
    print $n{wrong} ? "$n{wrong} wrong" : $n{right} > 10 ? "right" : "too few"' "$tmp/libc")" right \
        "... every branch is one in objdump's eyes"

done_testing
