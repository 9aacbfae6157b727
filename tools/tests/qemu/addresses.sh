#!/bin/bash
# SPDX-License-Identifier: MIT
# Instructions whose data address, branch target or event is known: every record of them must have it.
# needs: perl qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross binutils-aarch64-linux-gnu
cd "$(dirname "$0")/../../.." || exit 1
. tests/tap.sh
BUILD=${BUILD:-build}
need_packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# X1 is `middle`, a page; X4 100, X5 -100, W6 -100, X7 X1 + 128, X8 the remaining rounds. An instruction, and its data
# address minus X1, or a word in its records.
cat >"$work/list" <<'END'
ldr x0, [x1, #8]	8
ldr x0, [x1], #16	0
ldr x0, [x1, #16]!	16
ldp x2, x3, [x1, #-32]	-32
ldp x2, x3, [x1, #32]!	32
stp q0, q1, [x1, #64]	64
ldp q0, q1, [x1], #32	0
ld4 {v0.8b-v3.8b}, [x1], #32	0
st2 {v0.4s, v1.4s}, [x1]	0
st3 {v0.d, v1.d, v2.d}[1], [x1]	0
ld1r {v0.4s}, [x1]	0
ldr w0, [x1, w4, uxtw #2]	400
ldr x0, [x1, x5, lsl #3]	-800
ldr q0, [x1, w6, sxtw #4]	-1600
ldrsw x0, [x1, #-4]	-4
strh w0, [x1, #2]	2
ldar x0, [x1]	0
ldadd x0, x2, [x1]	0
swpal w0, w2, [x1]	0
cas x0, x2, [x1]	0
casp x2, x3, x10, x11, [x1]	0
ldaxp x2, x3, [x1]	0
ldtr x0, [x1, #8]	8
ldur x0, [x1, #3]	3
stnp d0, d1, [x1, #-16]	-16
prfm pldl1keep, [x1, #64]	64
prfm pldl1keep, [x1, w6, sxtw #3]	-800
dc zva, x7	128
ldur x0, [x1, #-4]	-4
ldur x0, [x1, #-4]	ALIGNMENT
svc #0	EXCEPTION-GEN
cbz x1, over	NOT-TAKEN
END
perl -we '
    print ".arch armv8.2-a\n.text\n.globl run\nrun:\nmov x12, x0\nmov x4, #100\nmov x5, #-100\nmov w6, #-100\n";
    for my $n (0 .. 31) {
        my ($text) = split /\t/, <STDIN>;
        print "mov x13, #20000\nloop$n:\nmov x1, x12\nadd x7, x12, #128\nmov x8, #178\nmov x0, #0\nmov x2, #0\nmov x3, #0\n";
        print "mov x10, #0\nmov x11, #0\nb at$n\n.globl at$n\nat$n: $text\nsub x13, x13, #1\n.globl from$n\nfrom$n: cbnz x13, loop$n\n";
    }
    print "over: ret\n.bss\n.balign 4096\n.skip 8192\n.globl middle\nmiddle: .skip 8192\n"' <"$work/list" >"$work/run.s"
cat >"$work/main.c" <<'END'
void run(void *);
extern char middle[];
int main(void)
{
    run(middle);
    return 0;
}
END
ok "the program builds" aarch64-linux-gnu-gcc -O1 -static -no-pie -o "$work/run" "$work/main.c" "$work/run.s"
aarch64-linux-gnu-nm "$work/run" >"$work/symbols"

# Compares records with the list; prints what is missing or wrong.
cat >"$work/compare" <<'END'
use strict;
my ($dir, $has_alignment) = @ARGV;
my (%at, %what, %n, %wrong);
open my $symbols, '<', "$dir/symbols" or die;
while (<$symbols>) { $at{$2} = hex $1 if /^(\S+) \S (\S+)$/ }
open my $list, '<', "$dir/list" or die;
chomp(my @list = <$list>);
for my $n (0 .. $#list) {
    $what{$at{"at$n"}} = [split /\t/, $list[$n]];
    $what{$at{"from$n"}} = ["cbnz of $list[$n]", 'TGT ' . sprintf '0x%x', $at{"at$n"} - 36];
}
while (<STDIN>) {
    my ($pc) = /PC 0x([0-9a-f]+)/ or next;
    my $what = $what{hex $pc} or next;
    next if $what->[1] eq 'ALIGNMENT' && !$has_alignment;
    next if $what->[1] =~ /^TGT/ && /NOT-TAKEN/; # the last round
    $n{$what->[0]}++;
    my $want = $what->[1] =~ /^-?\d+$/ ? sprintf 'VA 0x%x; PA 0x%x ', ($at{middle} + $what->[1]) x 2 : $what->[1];
    $wrong{$what->[0]} //= "wants $want: $_" if index($_, $want) < 0;
}
print "$_: $wrong{$_}" for sort keys %wrong;
$n{$_->[0]} or print "none of $_->[0]\n" for values %what;
END
for core in neoverse-n1 ampereone max; do
    ok "$core: it is recorded" "$BUILD/spe-record" --core=$core -e arm_spe/jitter=1,pa_enable=1/ -c 512 -o \
        "$work/data" "$work/run"
    has_alignment=
    [ $core = neoverse-n1 ] || has_alignment=1
    "$BUILD/spe-dump" --records "$work/data" | perl "$work/compare" "$work" "$has_alignment" >"$work/found" 2>&1
    is "$(cat "$work/found")" "" "... and each record has what it must"
done
done_testing
