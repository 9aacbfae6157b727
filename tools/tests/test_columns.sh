#!/bin/bash
# SPDX-License-Identifier: MIT
# lab/docs/columns.md is compared with the library's table, and with CSV and JSON: each cell of CSV has the value of the
# JSON member that the page names.
# needs: perl python3
set -u
. tests/tap.sh
need perl
need python3
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$build/kit/columns" >"$work/table"
sed -n '/^## Threads/q; s/^\(| `.*|\) [^|]* | [^|]* |$/\1/p' lab/docs/columns.md >"$work/page"
is "$(diff "$work/table" "$work/page")" "" "lab/docs/columns.md has the library's table"
ok "... of some columns" test "$(wc -l <"$work/table")" -gt 80

"$build/kit/make_stream" records 2000 >"$work/records"
"$build/kit/make_stream" packets >"$work/packets"
for file in records packets; do
    tests/perf_data.py v2 "$work/$file" >"$work/perf.data"
    for format in csv json; do
        "$build/spe-dump" --cpu=neoverse-n1 --format=$format "$work/perf.data" >"$work/$file.$format" 2>/dev/null
    done
done

cat >"$work/compare.pl" <<'END'
use strict;
use warnings;
use JSON::PP;
my ($page, @files) = @ARGV;
my (%json, %csv, %seen, $events, %later);
my $wrong = 0;
sub differs { print "@_\n" if $wrong++ < 5 }
open my $in, '<', $page or die;
while (<$in>) {
    my ($column, $is_member, $cell) = /^\| `(\w+)` .* \| ([^|]*) \| ([^|]*) \|$/ or next;
    $json{$column} = 1 if $is_member eq 'yes';
    $events ||= $is_member eq '`event_names`';
    $later{$column} = 1 if $events; # columns after the events: new ones, which no record here has, and threads
    $csv{$1} = $column if $cell =~ /`(\w+)`/ && $1 ne 'event';
}
for my $file (@files) {
    open my $lines, '<', "$file.csv" or die;
    open my $objects, '<', "$file.json" or die;
    chomp(my $header = <$lines>);
    my @names = split /,/, $header;
    my %there = map { $_ => 1 } @names;
    differs("CSV has no $_") for grep { !$there{$_} } keys %csv;
    differs("columns that are not told") if keys(%csv) != @names - 1;
    while (my $line = <$lines>) {
        chomp $line;
        my %cells;
        my @cells = map { s/^"|"$//gr } $line =~ /("[^"]*"|[^,]*)(?:,|$)/g;
        @cells{@names} = @cells;
        my $object = decode_json(scalar <$objects>);
        differs("event: $cells{event}") if $cells{event} ne join ':', @{$object->{event_names} // []};
        $seen{$_}++ for keys %$object;
        for my $name (keys %csv) {
            my $want = $object->{$csv{$name}} // '';
            $want = join ':', @$want if ref $want eq 'ARRAY';
            $want = 1 if JSON::PP::is_bool($want);
            $want = 0 if $want eq '' && ($name eq 'flags' || $cells{$name} eq '0');
            differs("$name: $cells{$name}, not $want") if $cells{$name} ne $want;
        }
    }
}
differs("JSON has $_: its row of lab/docs/columns.md lacks yes") for grep { !$json{$_} && $_ ne 'event_names' } keys %seen;
my $rare = join ' ', sort grep { !$seen{$_} && !$later{$_} } keys %json;
print "some cells, " x (keys(%csv) > 30) . "$wrong differ; never seen: $rare\n";
END
is "$(perl "$work/compare.pl" lab/docs/columns.md "$work/records" "$work/packets")" \
    "some cells, 0 differ; never seen: memory_device memory_inferred memory_modified memory_peer" \
    "each cell of CSV is the member of JSON that the page says"
done_testing
