# SPDX-License-Identifier: MIT
# bindings/Declarations.pm: parses what bindings/interface writes, for generators of declarations in other languages. Run
# them from the top of the tree.
package Declarations;
use strict;
use warnings;

# all(LIBRARY): of libspe, or with 'libspe-lab' of both libraries. Lists in the headers' order: constants, [name, number, is_enumerator]; callbacks and functions, [result, name,
# parameters]; structs, [name, is_context, members...], whose members and parameters are C: see declarator().
sub all {
    my $library = $_[0] // '';
    my $text = qx{perl bindings/interface $library};
    die "$0: bindings/interface failed\n" if $?;
    $text =~ s{/\*.*?\*/}{}gs;
    my %all = (constants => [], callbacks => [], structs => [], functions => []);
    push @{$all{constants}}, [$1, $2, 0] while $text =~ /^#define (\w+) (\d+)$/mg;
    $text =~ s/^#.*$//mg;
    my $enum = qr/enum \{(?<enum>.*?)\};/s;
    my $struct = qr/(?<typedef>typedef )?struct (?<struct>\w+) \{(?<members>.*?)\}(?: \w+)?;|struct \w+;/s;
    my $function = qr/(?<callback>typedef )?(?<result>[^;{}]+?)\b(?<name>\w+)\s*\((?<parameters>[^;{}]*)\)\s*;/;
    while ($text =~ /\G\s*(?:$enum|$struct|$function|\z)/gc) {
        my %got = %+;
        push @{$all{constants}}, enumerators($got{enum}) if defined $got{enum};
        push @{$all{structs}}, [$got{struct}, defined $got{typedef}, grep { /\S/ } split /;/, $got{members}]
            if defined $got{struct};
        push @{$all{$got{callback} ? 'callbacks' : 'functions'}}, [@got{qw(result name)}, parameters($got{parameters})]
            if defined $got{name};
        last if pos($text) >= length $text;
    }
    die "$0: cannot read: ", substr($text, pos($text), 200), "\n" if pos($text) < length $text;
    return \%all;
}

sub enumerators {
    my ($list) = @_;
    return map {
        my ($name, $value) = /(\w+)\s*=\s*(.+?)\s*$/s or die "$0: an enumerator without a number: $_\n";
        [$name, number($value), 1]
    } grep { /\S/ } split /,/, $list;
}

sub parameters { # "const void *bytes, size_t len"; none for "void"
    my ($list) = @_;
    return $list =~ /^\s*void\s*$/ ? () : split /\s*,\s*/, $list;
}

sub number { # of "512 / 8"
    my ($text) = @_;
    return eval $text // die "$0: $text: $@";
}

# "const void *bytes", "uint64_t a[4][2]": name, type (as type() has it), sizes. "int (*get)(struct x *, int n)": name,
# and call: [result, parameters...].
sub declarator {
    my ($c) = @_;
    return {name => $2, call => [type($1), map { type(s/(?<=[*])\w+\s*$//r) } parameters($3)]}
        if $c =~ m{^(.*?)\(\*(\w+)\)\s*\((.*)\)\s*$}s;
    my @sizes = map { number($_) } $c =~ /\[([^\]]+)\]/g;
    $c =~ s/\[.*//;
    my ($type, $name) = $c =~ /^(.*?)(\w+)\s*$/s or die "$0: no declarator: $c\n";
    return {name => $name, type => type($type), sizes => \@sizes};
}

sub type { # "const struct spe_x *": its name, is_const, and how many stars it has
    my ($c) = @_;
    my $is_const = $c =~ s/\bconst\b//g;
    my $stars = $c =~ tr/*//d;
    my ($name) = $c =~ /(\w+)\s*$/ or die "$0: no type: $c\n";
    return {name => $name, is_const => $is_const, stars => $stars};
}

# The fields of struct spe_record with a packet's payload, in its order: {name, type (C), has ("SPE_HAS_PC"),
# is_address, about}. (Address packets have the lowest bits of `present`: record.h.)
sub fields {
    my ($all) = @_;
    my %has = map { $_->[0] => $_->[1] } grep { $_->[0] =~ /^SPE_HAS_/ } @{$all->{constants}};
    my ($members) = map { my ($name, undef, @members) = @$_; $name eq 'spe_record' ? \@members : () } @{$all->{structs}};
    my $about = comments('include/libspe/record.h', 'spe_record');
    return map {
        my $d = declarator($_);
        my $has = 'SPE_HAS_' . uc $d->{name};
        !defined $has{$has} ? () : {name => $d->{name}, type => $d->{type}{name}, has => $has, is_address => $has{$has} < 256,
            about => $about->{$d->{name}}}
    } @$members;
}

sub comments { # of a struct's members, by name, as sentences
    my ($path, $struct) = @_;
    open my $in, '<', $path or die "$0: $path: $!\n";
    my $text = do { local $/; <$in> };
    my ($members) = $text =~ /^struct $struct \{\n(.*?)^\}/ms or die "$0: $path has no struct $struct\n";
    my %about;
    while ($members =~ m{(\w+);\s*/\*\s*(.*?)\s*\*/}gs) {
        my ($name, $words) = ($1, $2);
        $about{$name} = ucfirst(($words =~ s/\s+/ /gr) =~ s/[.]?$/./r);
    }
    return \%about;
}

1;
