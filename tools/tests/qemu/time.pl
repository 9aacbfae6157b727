#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# time.pl BUILD DIRECTORY PROGRAM SLACK: records DIRECTORY/PROGRAM, which is static, three times, and compares the share
# of the time that spe-stat gives each function with the cycles that it took, of which the full counts have each. Exits
# with 0 if no function's share is off by more than SLACK percent of all time.
use strict;
use warnings;

my ($build, $dir, $program, $slack) = @ARGV;
my (@symbols, $worst, $functions, %latency);

open my $nm, '-|', 'aarch64-linux-gnu-nm', '-S', '--defined-only', "$dir/$program" or die "nm: $!";
while (<$nm>) {
    push @symbols, [hex $1, hex $2, $3] if /^(\w+) (\w+) [tTwWiV] (\S+)/;
}
@symbols = sort { $a->[0] <=> $b->[0] } @symbols;

sub function_at {
    my ($pc) = @_;
    my ($low, $high) = (0, scalar @symbols);
    while ($low < $high) {
        my $middle = int(($low + $high) / 2);
        if ($symbols[$middle][0] > $pc) { $high = $middle } else { $low = $middle + 1 }
    }
    return '?' if !$low;
    my $start = $symbols[$low - 1][0];
    my @same = grep { $_->[0] == $start && $pc < $_->[0] + $_->[1] } @symbols;
    return @same ? join('|', sort map { $_->[2] } @same) : '?';
}

$worst = 0;
for my $seed (1 .. 3) {
    my %true;
    my $all = 0;
    my $record = "$build/spe-record --quiet -e arm_spe/jitter=1,ts_enable=1/ -c 1024 --seed=$seed";
    my $said = `$record -o $dir/data --counts=$dir/counts -- $dir/$program 2>&1 >$dir/output`;
    die "spe-record: $said" if $? || $said;
    open my $in, '<', "$dir/counts" or die;
    while (<$in>) {
        next if !/^time\t(\w+)\t(\d+)/;
        $true{function_at(hex $1)} += $2;
        $all += $2;
    }
    my $json = `$build/spe-stat --format=json --top=1000 $dir/data`;
    die 'spe-stat failed' if $?;
    my ($table) = $json =~ /"functions": \[(.*?)\n  \]/s;
    my (%share, $sum);
    while ($table =~ /\{"name": "([^"]*)".*?"time_s": (\S+), "of_time": (\S+),.*?"of_latency": (\S+),/g) {
        $share{$1} = $3;
        $latency{$1} = $4;
        $sum += $2;
    }
    printf "# %s, seed %d: %.6f s in spe-stat, %.6f s true\n", $program, $seed, $sum, $all / 1e9;
    die 'the sum is not the time' if abs($sum - $all / 1e9) > 0.02 * $all / 1e9;
    for my $name (sort { $true{$b} <=> $true{$a} } keys %true) {
        my $of = 100 * $true{$name} / $all;
        last if $of < 0.5;
        my ($known) = grep { defined $share{$_} } split /\|/, $name;
        my $off = ($known ? $share{$known} : 0) - $of;
        printf "#   %-24s %6.2f %% of the time, true %6.2f %%, of latency %6.2f %%\n", $name,
            $known ? $share{$known} : 0, $of, $known ? $latency{$known} : 0;
        $worst = abs $off if abs $off > $worst;
        $functions++;
    }
}
printf "%s: %d functions, off by %.2f %% of all time at most\n", $program, $functions, $worst;
exit($worst > $slack || $functions < 6 ? 1 : 0);
