#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# capture.pl BUILD PROGRAM WHAT PATTERN ...: makes a file of tests/captures: records tools/tests/qemu/programs/PROGRAM.c
# on the core "max". For each pattern it prints spe-dump's lines of the next record that matches.
use strict;
use warnings;

my ($build, $program, $what, @patterns) = @ARGV;
my $compile = "aarch64-linux-gnu-gcc -O2 -march=armv8-a" . ($program eq 'vectors' ? '+sve' : '');
my $options = '--core=max --vl=256 -e arm_spe/ts_enable=1,pa_enable=1,jitter=1/ -c 256';
my $data = "$build/qemu/$program";
mkdir "$build/qemu";
system("$compile -o $data tools/tests/qemu/programs/$program.c") == 0 or die;
system("$build/spe-record $options -m ,8M -o $data.data -- $data >/dev/null") == 0 or die; # one buffer: offsets rise

my (@records, %taken, $end);
for (`$build/spe-dump --records $data.data`) { push @records, [hex $1, $_] if /^([0-9a-f]{8}) / }
for my $pattern (@patterns) {
    my ($i) = grep { !$taken{$_} && $records[$_][1] =~ /$pattern/ } 0 .. $#records - 1;
    defined $i ? ($taken{$i} = 1) : warn "no record fits $pattern\n";
}
print "# source: made by this project: spe-record $options, tools/tests/qemu/programs/$program.c\n",
    "# captured on: no hardware but a model, $what\n",
    "# PMSIDR_EL1=0x10f0370ff PMBIDR_EL1=0x6 ID_AA64DFR0_EL1=0x600000000 ID_AA64PFR0_EL1=0x100000000 ID_AA64PFR1_EL1=0x1000200\n",
    "# PMSCR_EL1=0x39 PMSIRR_EL1=0x101 PMSFCR_EL1=0x0\n# offset | bytes | text\n";
my @packets = map { /^\.\s+(\w+):\s+((?:[0-9a-f]{2} )+)\s*(.*?)\s*$/ ? [hex $1, $2, $3] : () }
    `$build/spe-dump $data.data`;
my $to = 0;
for my $i (sort { $a <=> $b } keys %taken) {
    my ($begin, $end) = ($records[$i][0], $records[$i + 1][0]);
    printf "%08x | %s| %s\n", $to + $_->[0] - $begin, $_->[1], $_->[2]
        for grep { $_->[0] >= $begin && $_->[0] < $end } @packets;
    $to += $end - $begin;
}
