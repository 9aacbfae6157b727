#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# findings_truth.pl BUILD DIRECTORY SEEDS: records each program of DIRECTORY/faults at several intervals, with SEEDS
# seeds each, and compares spe-stat's findings with the answers, which the table of programs/faults.c has. Exits with 0
# if each class is found in 9 of 10 recordings of large programs; if in at most 1 of 20 recordings of programs without
# it, and at most half of those of any such program, it is claimed; and if 19 of 20 orders that are claimed are right.
use strict;
use warnings;
use JSON::PP;

my ($build, $dir, $seeds) = @ARGV;
my @intervals = (512, 1024, 4096);
my @kinds = qw(false-sharing true-sharing contended-lock memory-load memory-store page-walk mispredicted -);
my ($seed, %n, @problems) = (0);

sub findings {
    my ($name, $size, $interval) = @_;
    $seed++; # another one for each recording, which are then independent
    my $record = "$build/spe-record --quiet -e arm_spe/ts_enable=1,jitter=1/ -c $interval --seed=$seed "
        . "-o $dir/data -- $dir/faults $name $size";
    my $said = `$record 2>&1`;
    push @problems, "$record: $said" if $? || $said;
    my $json = `$build/spe-stat --format=json --table=findings $dir/data`;
    push @problems, "$name $size: spe-stat failed" if $?;
    return @{decode_json($json)->{findings}};
}

sub is_answer {
    my ($answer, $finding) = @_;
    return $finding->{kind} eq $answer->{kind} && ($finding->{function} // '') eq $answer->{function}
        && ($answer->{object} eq '-' || ($finding->{object} // '') eq $answer->{object});
}

# Whether it claims an order, and whether that is wrong
sub order {
    my ($order, $seen) = @_;
    my ($way, $is_wide) = split / /, $order;
    my ($claim) = $seen =~ /\b(rising|falling|scattered)\b/ or return (0, 0);
    return (0, 0) if $way eq '-';
    return (1, $claim ne $way || (!$is_wide && $seen =~ /in steps of 256/) ? 1 : 0);
}

# Counts what a recording shows, for the answer's class, and for each class that is claimed, or that is not there.
sub judge {
    my ($answer, $size, @findings) = @_;
    my $of = $n{$answer->{kind}} //= {};
    my @right = grep { is_answer($answer, $_) } @findings;
    my %claimed = map { $_->{kind} => 1 } @findings;
    my %allowed = map { $_ => 1 } $answer->{kind}, split /,/, $answer->{allowed};
    my %this = ("$size" => 1, "found $size" => @right ? 1 : 0, first => 0);
    $this{first} = 1 if @right && is_answer($answer, $findings[0]);
    for my $finding (@right) {
        my ($claims, $is_wrong) = order($answer->{order}, $finding->{seen});
        $this{orders} += $claims;
        $this{'wrong orders'} += $is_wrong;
    }
    for my $kind (grep { !$allowed{$_} && $_ ne '-' } @kinds) {
        $n{$kind}{others}++;
        $n{$kind}{wrong}++ if $claimed{$kind};
    }
    my @wrong = grep { !$allowed{$_} } sort keys %claimed;
    $n{'-'}{wrong}++ if $answer->{kind} eq '-' && @wrong;
    $this{"claims $_"} = 1 for @wrong;
    $of->{$_} += $this{$_} for keys %this;
    return \%this;
}

sub judge_program {
    my ($answer, $size) = @_;
    my %sum;
    for my $interval (@intervals) {
        for (1 .. $seeds) {
            my $this = judge($answer, $size, findings($answer->{name}, $size, $interval));
            $sum{$_} += $this->{$_} for keys %$this;
        }
    }
    my @wrong = grep { /^claims/ || ($_ eq 'wrong orders' && $sum{$_}) } sort keys %sum;
    my $missed = $answer->{kind} eq '-' ? 0 : $sum{$size} - $sum{"found $size"};
    printf "# %-13s %-5s %s\n", $answer->{name}, $size, join ', ', ($missed ? "missed $missed" : ()),
        (map { "$_ $sum{$_}" } @wrong), "of $sum{$size}" if $missed || @wrong;
    push @problems, map { "$answer->{name} $size $_" } grep { /^claims/ && 2 * $sum{$_} > $sum{$size} } @wrong;
}

for (`qemu-aarch64 $dir/faults`) {
    chomp;
    my %answer;
    @answer{qw(name kind function object order allowed)} = split /\t/;
    judge_program(\%answer, $_) for qw(small large);
}
printf "# %-15s %10s %10s %8s %15s %13s\n", 'class', 'small', 'large', 'first', 'claimed wrongly', 'order wrong';
for my $kind (@kinds) {
    my %of = map { $_ => $n{$kind}{$_} // 0 }
        qw(small large first others wrong orders), 'found small', 'found large', 'wrong orders';
    my $all = $of{small} + $of{large};
    my $others = $kind eq '-' ? $all : $of{others};
    my @found = map { $kind eq '-' ? '-' : $_ }
        "$of{'found small'}/$of{small}", "$of{'found large'}/$of{large}", "$of{first}/$all";
    printf "# %-15s %10s %10s %8s %15s %13s\n", $kind eq '-' ? 'none' : $kind, @found, "$of{wrong}/$others",
        "$of{'wrong orders'}/$of{orders}";
    push @problems, "$kind: not found" if $kind ne '-' && $of{'found large'} < 0.9 * $of{large};
    push @problems, "$kind: claimed wrongly" if $of{wrong} > $others / 20;
    push @problems, "$kind: wrong orders" if $of{'wrong orders'} > $of{orders} / 20;
}
print STDERR "$_\n" for @problems;
print "$seed recordings\n";
exit(@problems ? 1 : 0);
