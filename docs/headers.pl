# SPDX-License-Identifier: MIT
# Reads the public headers, for generators of documents: the manual pages (man/pages) and the site (site/comments).
#
# A header must have this form. It begins with a comment. Blocks follow, with blank lines between them: a comment and
# its declarations; one of them may be missing. "-- words --" is a heading. In comments a blank line ends a paragraph,
# four blanks begin code, a dash or a number begins an item of a list, whose further lines are below its first word;
# `code`, *stress*.
use strict;
use warnings;

my ($file, $left); # the current header, and its unread part

sub refuse { die "$file: not understood: " . substr($left, 0, 200) . "\n" }

sub lines_of { # the text inside a comment, without its decoration
    my @lines = split /\n/, $_[0];
    s/^ \* ?//, s/\s+$// for @lines;
    s/^ //   for @lines == 1 ? @lines : ();
    shift @lines while @lines && $lines[0] !~ /\S/;
    pop @lines while @lines && $lines[-1] !~ /\S/;
    $lines[0] =~ s/^\s+// if @lines;
    return @lines;
}

# -- reading: a header consists of blocks, separated by blank lines: a comment and the declarations directly after it --

# The members of an enum or struct: [name, comment], or [undef, comment] for a comment on those that follow.
sub read_members {
    my ($text, $separator) = @_;
    my @members;
    $text =~ s/\s+\z//;
    my $behind = qr/[ \t]*\/\*.*?\*\//s;
    while ($text =~ /\G\s*(?:\/\*(.*?)\*\/|([^$separator\/\n]+?)\h*(?:$separator|\z|(?=\/)|(?=\n))($behind)?)/gcs) {
        my ($alone, $name, $comment) = ($1, $2, $3);
        if (defined $alone) { push @members, [undef, join ' ', map { s/^\s+//r } lines_of($alone)] }
        else {
            ($comment //= '') =~ s/^\s*\/\*|\*\/$//g;
            push @members, [$name =~ s/\s+/ /gr, $comment =~ s/\s+/ /gr =~ s/^ | $//gr];
        }
    }
    refuse() if (pos $text // 0) < length $text;
    # a comment on a separate line belongs to the next member, if that has none
    for my $i (reverse 0 .. $#members - 1) {
        my ($this, $next) = @members[$i, $i + 1];
        next if defined $this->[0] || !defined $next->[0] || $next->[1] ne '';
        splice @members, $i, 2, [$next->[0], $this->[1]];
    }
    return \@members;
}

my $exported = qr/SPE_(?:LAB_)?(?:API|ACCESSOR|INLINE)/;
my $parens = qr/(\((?:[^()]++|(?-1))*\))/;

sub read_declaration { # the next one, as kind, names and members; nothing if there is none
    if ($left =~ s/^$exported (\w[\w ]*?[ *]+)(spe_\w+)$parens\s*(?:;|SPE_RETURNS$parens)\n//) {
        my ($type, $name, $arguments) = ($1, $2, $3);
        my @arguments = split /, /, substr $arguments =~ s,\s+, ,gr, 1, -1;
        return {kind => 'function', form => 'function', names => [$name], type => $type =~ s, $,,r, arguments => \@arguments};
    }
    if ($left =~ s/^enum \{(.*?)\};\n//s) {
        my $members = read_members($1, ',');
        my @names = map { defined $_->[0] ? $_->[0] =~ /(\w+)/ : () } @$members;
        return {kind => 'constants', form => 'enum', members => $members, names => \@names};
    }
    if ($left =~ s/^(typedef )?struct (\w+) \{\n(.*?)\n\}(?: \w+)?;\n//s) {
        my ($context, $name, $members) = ($1, $2, $3);
        return {kind => 'type', form => $context ? 'context' : 'struct', names => [$name], title => $context ? $name : "struct $name",
                members => $context ? [] : read_members($members, ';')};
    }
    if ($left =~ s/^typedef ([^;]*?(\w+_fn)\([^;]*\));\n//) {
        return {kind => 'type', form => 'callback', names => [$2], title => $2, members => [[$1, '']]};
    }
    return read_define() if $left =~ /^#define/;
    return read_conditional() if $left =~ /^#if/;
    return;
}

sub read_define { # its value is shown if it is short and uses no argument
    $left =~ s{^#define (\w+)(\([^)]*\))?((?:[^\n]*\\\n)*(?:[^\n/]|/(?!\*))*)(?:/\*(.*?)\*/)?\n}{}s or return;
    my ($name, $takes, $value, $comment) = ($1, $2, $3, $4 // "");
    $value =~ s{\s+}{ }g;
    my $shown = $takes || $name =~ /_INIT$/ ? $name . ($takes // "") : "$name =$value";
    return {kind => 'constants', form => 'define', names => [$name], define => $name . ($takes // "") . " $value",
            members => [[$shown, $comment =~ s{\s+}{ }gr =~ s{^ | $}{}gr]]};
}

sub read_conditional { # #if to its #endif: what it defines, but not how
    my ($depth, %names) = (0);
    while ($left =~ s/^(.*)\n//) {
        my $line = $1;
        $depth += $line =~ /^#if/ ? 1 : $line =~ /^#endif/ ? -1 : 0;
        $names{$1} = 1 if $line =~ /^#define ((?!SPE_SIZED_|spe_)\w+)/;
        last unless $depth;
    }
    return if !%names;
    my @names = sort keys %names;
    return {kind => 'constants', form => 'conditional', names => \@names, members => [map { [$_, ''] } @names]};
}

sub opening_of { # a header's opening comment as a separate text
    my @lines = @{$_[0]{intro}};
    $lines[0] =~ s/^libspe(?:-lab)?\/\w+\.h: //;
    $lines[0] =~ s/^(\w+)(?=[ ,:;])/\u$1/; # but not perf.data
    return @lines;
}

sub read_header { # into its opening comment, its blocks, and the headers that it includes
    $file = shift;
    open my $in, '<', $file or die "$file: $!\n";
    local $/;
    $left = <$in>;
    $left =~ s/^\/\* SPDX.*\n\/\*(.*?)\*\/\n#ifndef (\w+)\n#define \2\n//s or refuse();
    my %header = (intro => [lines_of($1)], blocks => [], includes => []);
    $left =~ s/#ifdef __cplusplus\n(?:extern "C" \{|\})\n#endif\n//g;
    $left =~ s/\n#endif\n\z/\n/ or refuse();
    push @{$header{includes}}, $1 =~ /(libspe(?:-lab)?\/\w+)\.h/ while $left =~ s/^#include <(.*)>\n//m;
    my $block;
    while ($left ne '') {
        if ($left =~ s/^\n//) { undef $block }
        elsif ($left =~ s{^/\*(.*?)\*/\n}{}s) {
            my @comment = lines_of($1);
            unshift @comment, @{(pop @{$header{blocks}})->{comment}}, '' if $block && !@{$block->{declared}};
            push @{$header{blocks}}, $block = {comment => \@comment, declared => []};
        } elsif ($left =~ s/^struct \w+;\n//) {
            next; # another header documents it
        } else {
            push @{$header{blocks}}, $block = {comment => [], declared => []} unless $block;
            my $before = length $left;
            my $declaration = read_declaration();
            refuse() if length $left == $before;
            push @{$block->{declared}}, $declaration if $declaration;
        }
    }
    for (grep { @{$_->{declared}} && @{$_->{comment}} } @{$header{blocks}}) {
        $_->{comment}[0] =~ s/^-- (.*) --$/$1/; # not a heading if declarations follow at once
    }
    return \%header;
}

1;
