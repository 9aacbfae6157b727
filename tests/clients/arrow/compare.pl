#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# compare.pl JSON TABLE: compares spe-dump's lines of JSON with a table that an engine made from the same records (a
# header line, then rows, with tabs). Every member must be a column with the same value, except those of the thread
# and `impdef`, which the library's table does not have; other columns are null, false, or raw columns that JSON
# leaves out. Prints the number of compared cells, and the first few that differ.
use strict;
use warnings;
no warnings 'portable'; # numbers of 64 bits
use JSON::PP;

my %left_out = map { $_ => 1 } qw(row tid pc branch_target data_va data_pa prev_branch_target present op_class
    op_payload events_size data_source_size);
my @events = qw(exception retired l1d_access l1d_refill tlb_access tlb_walk not_taken mispredicted ll_access ll_miss
    remote_access misaligned transactional partial_predicate empty_predicate l2d_access l2d_miss cache_data_modified
    recently_fetched data_snooped streaming_sve smcu);
my ($compared, $wrong) = (0, 0);

sub differs { print "@_\n" if $wrong++ < 5 }

sub text { # a member's value as the engine prints it
    my ($value) = @_;
    return 'true' if JSON::PP::is_bool($value);
    return $value =~ /^0x[0-9a-f]+$/ ? sprintf '%u', hex $value : $value;
}

open my $json, '<', $ARGV[0] or die "$0: $ARGV[0]: $!\n";
open my $table, '<', $ARGV[1] or die "$0: $ARGV[1]: $!\n";
chomp(my $header = <$table>);
my @columns = split /\t/, $header;
while (my $line = <$json>) {
    my $members = decode_json($line);
    my %names = map { $_ => 1 } @{delete $members->{event_names} // []};
    my $has_events = exists $members->{events};
    $members->{$_} = JSON::PP::true for grep { $names{$_} } @events;
    $members->{flags} //= 0;
    delete @$members{qw(tid pid thread_name tid_from impdef)};
    my $row = <$table>;
    differs("no row for line $."), last unless defined $row;
    chomp $row;
    my %cells;
    @cells{@columns} = split /\t/, $row, -1;
    for my $name (grep { !$left_out{$_} } @columns) {
        my $want = exists $members->{$name} ? text(delete $members->{$name}) : undef;
        my $is_same = defined $want ? $cells{$name} eq $want : $cells{$name} =~ /^(?:NULL|false)$/;
        differs("record $.: $name: $cells{$name}, not " . ($want // 'nothing')) unless $is_same;
        $compared++;
    }
    differs("record $.: no column $_") for keys %$members;
    differs("record $.: events are null") if $has_events != ($cells{retired} ne 'NULL');
}
my $rest = <$table>;
differs('more rows than lines') if defined $rest && $rest !~ /^\d+ lent$/;
print "$compared cells, $wrong differ\n";
