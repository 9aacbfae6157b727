#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# equal.pl BUILD DIRECTORY SEEDS: records programs that are in DIRECTORY with seeds 1 to SEEDS, and compares each
# profile with the next of the same program. No diff should state a change. Exits with 1 if so many do that, with 5 of
# 100, the probability of as many would be less than 1 in 1000.
use strict;
use warnings;

my ($build, $dir, $seeds) = @ARGV;
my ($diffs, $false, $rows, $false_rows) = (0, 0, 0, 0);

for my $program (qw(matrix sorting words threads phases)) {
    for my $seed (1 .. $seeds) {
        my $record = "$build/spe-record --quiet -e arm_spe/jitter=1,ts_enable=1/ -c 1024 --seed=$seed";
        my $said = `$record -o $dir/$seed.data -- $dir/$program 2>&1 >$dir/output`;
        die "spe-record: $said" if $? || $said;
        next if $seed == 1;
        my $before = $seed - 1;
        my $json = `$build/spe-stat diff --format=json --top=1000 $dir/$before.data $dir/$seed.data`;
        die 'spe-stat failed' if $?;
        my @verdicts = $json =~ /"verdict": "([^"]*)"/g;
        my @wrong = grep { $_ eq 'more' || $_ eq 'less' } @verdicts;
        while ($json =~ /\{"name": "([^"]*)"[^{}]*"change": (\S+),[^{}]*"verdict": "(more|less)"/g) {
            print "# $program, seeds $before and $seed: $1 $2 $3\n";
        }
        $diffs++;
        $false++ if @wrong;
        $rows += @verdicts;
        $false_rows += @wrong;
        unlink "$dir/$before.data";
    }
}
# The probability of at least as many, at 5 of 100
my ($rest, $each) = (0, 0.95 ** $diffs);
for my $k (0 .. $diffs) {
    $rest += $each if $k >= $false;
    $each *= ($diffs - $k) / ($k + 1) * 0.05 / 0.95;
}
printf "%d of %d diffs of equal programs state a change (%d rows of %d that are shown)\n", $false, $diffs, $false_rows,
    $rows;
exit($rest < 0.001 || $diffs < 4 ? 1 : 0);
