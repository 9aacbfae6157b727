#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# tools/tests/people/tutorial.pl FILE.md: runs the commands of a document's indented blocks in one shell, and compares their
# output with the document. A block that does not begin with a command is not compared. Each line must be there, with the same words, and numbers may differ only by chance. "..."
# stands for lines that are left out; without it there must be no other lines. Prints TAP.
use strict;
use warnings;

my (@commands, $at);
open my $in, '<', $ARGV[0] or die "$ARGV[0]: $!\n";
while (<$in>) {
    $at = undef if /^\S/;
    my ($text) = /^    (.*)$/ or next;
    if ($text =~ /^\$ (.*)/) {
        $at = {command => $1, lines => []};
        push @commands, $at;
    } elsif ($at) {
        push @{$at->{lines}}, $text;
    }
}

# Numbers become N, and several blanks one. Bars, folders and numbers of processes are removed.
my $number = qr/-?[0-9][0-9,]*(?:\.[0-9]+)?(?:e[-+]?[0-9]+)?/;
sub form {
    my ($line) = @_;
    $line =~ s/#+//g;
    $line =~ s{\S*/([^/\s]+)$}{/$1};
    $line =~ s{\([0-9/]+\)}{(N)}g;
    $line =~ s/0x[0-9a-f]+/0xN/g;
    $line =~ s/(?<![\w.:])$number(?![\w.])/N/g; # not a line number in a file
    $line =~ s/\s+/ /g;
    return $line =~ s/^ | $//gr;
}

# The numbers of a line that are counts or shares.
sub numbers {
    my ($line) = @_;
    $line =~ s{\([0-9/]+\)|0x[0-9a-f]+|:[0-9]+|\+0x[0-9a-f]+|source [0-9]+}{}g;
    return map { s/,//gr } $line =~ /(?<![\w.])($number)(?![\w.])/g;
}

sub largest {
    my $most = 0;
    for (@_) { $most = abs $_ if abs $_ > $most }
    return $most;
}

# By chance: a quarter, or as much as a small number of samples varies. A change of nothing may vary by that, too.
sub is_near {
    my ($told, $seen, $slack) = @_;
    return abs(abs($told) - abs $seen) <= 0.25 * largest($told, $seen) + $slack;
}

sub is_like {
    my ($told, $seen) = @_;
    return 0 if form($told) ne form($seen);
    my @a = numbers($told);
    my @b = numbers($seen);
    # a change varies as its values do
    my $slack = $told =~ /\b(?:more|less|may be chance)\b/ ? 0.05 * largest(@a) + 5 : 5;
    return @a == @b && !grep { !is_near($a[$_], $b[$_], $slack) } 0 .. $#a;
}

# Tables without the column of a rare event, which a single sample adds.
sub common {
    my $at;
    return map {
        $at = [$-[0], $+[0] - $-[0]] if /\s+ll misses/;
        $at = undef if /^\s*(?:\(|$)/;
        $at && $at->[0] < length ? substr($_, 0, $at->[0]) . substr($_, $at->[0] + $at->[1]) : $_;
    } @_;
}

my ($tests, $failed) = (0, 0);
my $setup = '';
for my $c (@commands) {
    open my $run, '-|', 'bash', '-c', "$setup\n$c->{command} 2>&1" or die "bash: $!\n";
    my @seen = <$run>;
    chomp @seen;
    @seen = common(@seen);
    close $run;
    my $status = $? >> 8;
    $setup .= "$c->{command}\n" if $c->{command} =~ /^(export|cd) /;
    my @told = grep { $_ ne '...' } common(@{$c->{lines}});
    my $has_all = @told == @{$c->{lines}};
    my @missing = grep { my $told = $_; !grep { is_like($told, $_) } @seen } @told;
    my @others = $has_all ? grep { my $seen = $_; !grep { is_like($_, $seen) } @told } @seen : ();
    my $finds_none = $c->{command} =~ /grep -c/ && $status == 1; # grep's status if the count is 0
    my $good = !@missing && !@others && ($status == 0 || $finds_none);
    $tests++;
    $failed += !$good;
    printf "%s %d - %s\n", $good ? 'ok' : 'not ok', $tests, $c->{command};
    print "# exited with $status\n" if $status && !$good;
    print "# not printed: $_\n" for $good ? () : @missing;
    print "# not told: $_\n" for $good ? () : @others[0 .. ($#others < 5 ? $#others : 5)];
}
print "1..$tests\n";
exit($failed || !$tests ? 1 : 0);
