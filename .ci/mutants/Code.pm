# SPDX-License-Identifier: MIT
# C code as text: where operators, conditions and statements stand. .ci/mutants/conditions and .ci/mutants/draw make
# faults of them.
package Code;
use strict;
use warnings;

# The source with blanks for comments, strings, characters, assertions of the compiler and lines of the preprocessor.
# Every other character keeps its place.
sub blank {
    my $code = shift;
    $code =~ s{(/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])+'|^[ ]*\#(?:[^\n]*\\\n)*[^\n]*|
                ^[ ]*_Static_assert\(.*?\);)}{$1 =~ s/[^\n]/ /gr}gemsx;
    return $code;
}

# Finds the condition that ends, or begins, at the operator at $at: it extends in that direction up to a bracket that
# was not opened, or to an operator that binds less.
sub extent {
    my ($text, $at, $step) = @_;
    my ($open, $close) = $step > 0 ? ('(', ')') : (')', '(');
    my $depth = 0;
    for (my $i = $at; $i >= 0 && $i < length $text; $i += $step) {
        my $c = substr $text, $i, 1;
        my $two = $step > 0 ? substr $text, $i, 2 : substr $text, $i - 1, 2;
        my $is_assignment = $c eq '=' && substr($text, $i - 1, 3) !~ /[=!<>]=|==/;
        return $i if $depth == 0 && ($c =~ /[;,?:{}]/ || $c eq $close || $two =~ /^(&&|\|\|)$/ || $is_assignment);
        $depth += ($c eq $open) - ($c eq $close);
    }
    return $step > 0 ? length $text : -1;
}

# Where the bracket at $at closes: the place of its ")".
sub closing {
    my ($text, $at) = @_;
    my $depth = 0;
    pos($text) = $at;
    while ($text =~ /([(])|[)]/g) { return $-[0] if ($depth += $1 ? 1 : -1) == 0 }
    return undef;
}

# [from, to] without the blanks at both ends.
sub trim {
    my ($text, $from, $to) = @_;
    $from++ while $from < $to && substr($text, $from, 1) =~ /\s/;
    $to-- while $from < $to && substr($text, $to - 1, 1) =~ /\s/;
    return ($from, $to);
}
1;
