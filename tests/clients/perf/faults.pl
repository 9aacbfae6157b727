#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The faults of perf 6.1: the rows of the table in docs/perf.md. Each has bytes, and what two programs print for them.
#
#   faults.pl streams FILE...      files of SPE bytes to streams: each with its length in four bytes before it
#   faults.pl bytes                the bytes of the rows, as streams
#   faults.pl errors               number and bytes of each row about messages
#   faults.pl check PERF LIBSPE    prints the rows that are not what the two programs printed, in files NAME.dump,
#                                  .samples, .mem and .NUMBER, and how many are
use strict;
use warnings;

sub slurp {
    my ($name) = @_;
    open my $in, '<:raw', $name or die "faults.pl: $name: $!\n";
    local $/;
    return scalar <$in>;
}

# A row: its name, bytes, kind, and the cells of both programs. Its kind is what they print.
sub kind {
    my ($name, $cell) = @_;
    return $name =~ /, message$/ ? 'errors' : $cell =~ /^`memory of L/ ? 'mem' :
        $cell =~ /^`(memory|instructions|l1d-access)/ ? 'samples' : 'dump';
}
my @rows;
for (split /\n/, slurp('docs/perf.md')) {
    my ($name, $bytes, @cells) = /^\| (.*?) \| `([0-9a-f ]+)` \| (.*?) \| (.*?) \| D1[78]/ or next;
    push @rows, [$name, $bytes =~ tr/ //dr, kind($name, $cells[0]), @cells];
}
die "faults.pl: docs/perf.md has no rows\n" if !@rows;

sub put_stream {
    my ($bytes) = @_;
    $bytes .= "\0" x (-length($bytes) & 7); # as perf.data has it
    print pack('V', length $bytes), $bytes;
}

# A sample in few words: its group, what of thread, data address and PC it has; of memory the level.
sub sample_words {
    my ($line) = @_;
    return "$1 of $2" if $line =~ /(memory): .*\|LVL ([^|]*)\|/;
    my ($thread, $group, $data, $pc) = $line =~ /^ *(\S+) +\[\d+\] +([a-z0-9-]+): +(\S+) +(\S+)/;
    return join ' ', $group, $thread < 0 ? () : "of thread $thread", $data ? "of $data" : (), $pc ? "at $pc" : ();
}

# What a program printed for row $n: its packets' words, its samples, its messages except those of every file.
sub printed {
    my ($program, $n) = @_;
    my $kind = $rows[$n][2];
    my @words;
    if ($kind eq 'dump') {
        my @buffers = split /^.*ARM SPE data.*\n/m, slurp("$program.dump");
        @words = map { /^\.  [0-9a-f]{8}: .{48} (.*)$/ ? $1 : () } split /\n/, $buffers[$n + 1];
        pop @words while @words > 1 && $words[-1] eq 'PAD'; # to a multiple of eight bytes
    } elsif ($kind eq 'errors') {
        @words = grep { !/^Warning:|CONTEXT packets|^Matching/ } split /\n/, slurp("$program.$n");
    } else {
        my $cpu = sprintf '[%03d]', $n; # each stream is a core's
        @words = map { sample_words($_) } grep { index($_, $cpu) >= 0 } split /\n/,
            slurp("$program." . ($kind eq 'mem' ? 'mem' : 'samples'));
    }
    return @words ? '`' . join('; ', map { $_ eq '' ? '(no word)' : $_ } @words) . '`' : 'nothing';
}

sub check {
    my @programs = @_;
    my $right = 0;
    for my $n (0 .. $#rows) {
        my ($name, undef, undef, @told) = @{$rows[$n]};
        my @seen = map { printed($_, $n) } @programs;
        my $is_right = "@seen" eq "@told" && $seen[0] ne $seen[1];
        $right += $is_right;
        print "$name | $seen[0] | $seen[1]\n" if !$is_right;
    }
    print "$right of ${\ scalar @rows} rows\n";
}

my $mode = shift // '';
binmode STDOUT;
if ($mode eq 'streams') {
    put_stream(slurp($_)) for @ARGV;
} elsif ($mode eq 'bytes') {
    put_stream(pack 'H*', $_->[1]) for @rows;
} elsif ($mode eq 'errors') {
    print "$_ $rows[$_][1]\n" for grep { $rows[$_][2] eq 'errors' } 0 .. $#rows;
} elsif ($mode eq 'check' && @ARGV == 2) {
    check(@ARGV);
} else {
    die "usage: faults.pl streams FILE... | bytes | errors | check PERF LIBSPE\n";
}
