#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# firefox_check.pl < PROFILE: what is wrong with the members of a profile for the Firefox Profiler; of a good one, the
# sum of the weights of each function, and its markers.
# The description below is of version 48 of the "processed profile format". It was written from
# docs-developer/CHANGELOG-formats.md, docs-developer/processed-profile-format.md, src/types/profile.js and
# src/types/markers.js of https://github.com/firefox-devtools/profiler.
use strict;
use warnings;
use JSON::PP;

# Members of objects; those with ? are optional.
my %members = (
    profile => 'meta libs threads counters? profilingLog? profileGatheringLog?',
    meta => 'interval startTime processType product stackwalk version preprocessedProfileVersion markerSchema categories?
        endTime? symbolicated? importedFrom? extra? usesOnlyOneStackType? doesNotUseFrameImplementation?
        sourceCodeIsNotOnSearchfox? sampleUnits?',
    category => 'name color subcategories',
    schema => 'name display data tooltipLabel? tableLabel? chartLabel?',
    field => 'key format label? searchable?',
    lib => 'arch name path debugName debugPath breakpadId codeId',
    thread => 'name processName? processType processStartupTime processShutdownTime registerTime unregisterTime
        pausedRanges isMainThread pid tid stringArray samples stackTable markers resourceTable frameTable funcTable
        nativeSymbols',
);
# Columns of tables: COLUMN:TYPE, where a type may be a table, of which the column has rows. ?: or null; -: or -1
my %columns = (
    samples => 'stack:?stackTable time:number weight:number',
    stackTable => 'frame:frameTable category:category subcategory:number prefix:?stackTable',
    frameTable => 'address:number inlineDepth:number category:?category subcategory:?number func:funcTable
        nativeSymbol:?nativeSymbols innerWindowID:?number implementation:?string line:?number column:?number',
    funcTable => 'name:string isJS:boolean relevantForJS:boolean resource:-resourceTable fileName:?string
        lineNumber:?number columnNumber:?number',
    resourceTable => 'lib:?lib name:string host:?string type:number',
    nativeSymbols => 'libIndex:lib address:number name:string functionSize:?number',
    markers => 'name:string startTime:?number endTime:?number phase:number category:category data:any',
);
my %colors = map { $_ => 1 } qw(transparent purple green orange yellow lightblue grey blue brown lightgreen);

my %faults;
sub fault { $faults{"@_"} = 1 }

sub check_object {
    my ($what, $object) = @_;
    my %is_optional = map { s/\?$//r => /\?$/ ? 1 : 0 } split ' ', $members{$what};
    for (keys %$object) { fault("$what.$_ is unknown") if !exists $is_optional{$_} }
    for (keys %is_optional) { fault("$what.$_ is missing") if !$is_optional{$_} && !exists $object->{$_} }
}

sub is_of {
    my ($type, $value, $sizes, $has_none) = @_;
    return 1 if $type eq 'any';
    return JSON::PP::is_bool($value) if $type eq 'boolean';
    return 0 if ref $value || $value !~ /^-?\d/;
    return 1 if $type eq 'number' || ($has_none && $value == -1);
    return $value =~ /^\d+$/ && $value < $sizes->{$type};
}

sub check_table {
    my ($table, $rows, $sizes) = @_;
    my %type = map { split /:/ } split ' ', $columns{$table};
    for (keys %$rows) {
        fault("$table.$_ is unknown") if !$type{$_} && $_ ne 'length' && "$table.$_" ne 'samples.weightType';
    }
    for my $column (keys %type) {
        my ($may, $type) = $type{$column} =~ /^([?-]?)(.*)/;
        my @cells = @{$rows->{$column} // []};
        fault("$table.$column: its length") if @cells != $rows->{length};
        for (@cells) {
            next if !defined && $may eq '?';
            fault("$table.$column: not $type") if !defined || !is_of($type, $_, $sizes, $may eq '-');
        }
    }
}

my $profile = decode_json(do { local $/; <STDIN> });
my $meta = $profile->{meta};
check_object('profile', $profile);
check_object('meta', $meta);
check_object('category', $_) for @{$meta->{categories}};
check_object('lib', $_) for @{$profile->{libs}};
check_object('thread', $_) for @{$profile->{threads}};
my %is_shown = (type => 1);
for my $schema (@{$meta->{markerSchema}}) {
    check_object('schema', $schema);
    check_object('field', $_), $is_shown{$_->{key}} = 1 for @{$schema->{data}};
}
fault('a color') if grep { !$colors{$_->{color}} } @{$meta->{categories}};
fault('its version') if $meta->{preprocessedProfileVersion} != 48;
fault('its interval') if !($meta->{interval} > 0);
for my $thread (@{$profile->{threads}}) {
    my %sizes = (string => scalar @{$thread->{stringArray}}, category => scalar @{$meta->{categories}},
        lib => scalar @{$profile->{libs}}, map { $_ => $thread->{$_}{length} } keys %columns);
    check_table($_, $thread->{$_}, \%sizes) for keys %columns;
    fault('weightType') if $thread->{samples}{weightType} !~ /^(samples|tracing-ms|bytes)$/;
}

# -- what it says --
my (%sums, %markers);
for my $thread (%faults ? () : @{$profile->{threads}}) {
    my ($samples, $stacks, $markers, $strings) = @$thread{qw(samples stackTable markers stringArray)};
    for my $i (0 .. $samples->{length} - 1) {
        my $outermost = $samples->{stack}[$i];
        $outermost = $stacks->{prefix}[$outermost] while defined $stacks->{prefix}[$outermost];
        my $function = $thread->{frameTable}{func}[$stacks->{frame}[$outermost]];
        $sums{$strings->[$thread->{funcTable}{name}[$function]]} += $samples->{weight}[$i];
        fault('the order of times') if $i && $samples->{time}[$i] < $samples->{time}[$i - 1];
    }
    for my $i (0 .. $markers->{length} - 1) {
        my $data = $markers->{data}[$i];
        $markers{"$strings->[$markers->{name}[$i]]|$data->{samples}|$data->{advice}"} = 1;
        for (keys %$data) { fault("$_ is not shown") if !$is_shown{$_} }
    }
}
print map { "$_\n" } sort(keys %faults), map({ "$_ " . sprintf('%.6g', $sums{$_}) } sort keys %sums), sort keys %markers;
