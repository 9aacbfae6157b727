# SPDX-License-Identifier: MIT
# Faults in the form of .ci/mutants/explained: "FILE DEFINITION: OLD ==> NEW". FILE is the end of a path, long enough
# to be unique. DEFINITION is the function, table, struct or enum of FILE in which OLD occurs once. Without a DEFINITION,
# OLD occurs once in FILE; with "(N of M)" instead of it, OLD occurs M times, and the Nth is meant. Blanks in OLD match
# line ends, too.
package Fault;
use strict;
use warnings;
use File::Find;

my (%paths, %text, %definitions);
find({no_chdir => 1, wanted => sub { push @{$paths{s{.*/}{}r}}, $_ if -f && /\.[ch]$/ && !/^tools.tests/ }}, qw(src include lab/src lab/include tools));

# Returns the path that ends like this, or undef if it is not the only one.
sub path_of {
    my $end = shift;
    my @found = grep { $_ eq $end || /\/\Q$end\E$/ } @{$paths{$end =~ s{.*/}{}r} // []};
    @found = grep { $_ eq $end } @found if @found > 1; # the whole path, which is also the end of another one
    return @found == 1 ? $found[0] : undef;
}

sub text_of {
    my $path = shift;
    return $text{$path} //= do { local $/; open my $in, '<', $path or die "$path: $!\n"; scalar <$in> };
}

# The definitions of a file that have a unique name: NAME => [from, to], in characters.
sub definitions_of {
    my $path = shift;
    return $definitions{$path} if $definitions{$path};
    my ($text, %found, %times) = text_of($path);
    while ($text =~ /^([A-Za-z_][^;{}]*)(?:\{[^\n]*\};[^\n]*\n|\{.*?^\}[^\n]*\n)/msg) {
        my ($head, $from, $to) = ($1, $-[0], $+[0]);
        my ($name) = $head =~ /(\w+)\s*(?:\[[^\]]*\]\s*)*=\s*$/;
        ($name) = $head =~ /(\w+)\s*\((?:[^()]|\([^()]*\))*\)\s*$/ if !$name;
        ($name) = $head =~ /(?:struct|enum|union)\s+(\w+)\s*$/ if !$name;
        $found{$name} = [$from, $to] if $name && !$times{$name}++;
    }
    delete @found{grep { $times{$_} > 1 } keys %times};
    return $definitions{$path} = \%found;
}

sub pattern { my $old = join '\s+', map { quotemeta } split /\s+/, shift, -1; return qr/$old/ }

# Parses a line of the list: file, definition, which of how many, old and new. Returns nothing if it is not a fault.
sub parse {
    my ($file, $definition, $number, $of, $old, $new) =
        shift =~ /^(\S+?)(?: (\w+))?(?: \((\d+) of (\d+)\))?: (.*?) ==> (.*)$/ or return;
    return {file => $file, path => path_of($file), definition => $definition, number => $number // 1, of => $of // 1,
        old => $old, new => $new};
}

# The place of the fault's old text: [from, to]; undef if it does not occur as often as it should.
sub place {
    my $fault = shift;
    my $path = $fault->{path} // return;
    my $text = text_of($path);
    my ($from, $to) = (0, length $text);
    if ($fault->{definition}) {
        my $range = definitions_of($path)->{$fault->{definition}} // return;
        ($from, $to) = @$range;
    }
    my ($pattern, @places) = pattern($fault->{old});
    pos($text) = $from;
    while ($text =~ /$pattern/g) {
        last if $+[0] > $to;
        push @places, [$-[0], $+[0]];
    }
    return @places == $fault->{of} ? $places[$fault->{number} - 1] : undef;
}

# The file's text with the fault; undef if the fault does not fit.
sub apply {
    my $fault = shift;
    my $place = place($fault) // return;
    my $text = text_of($fault->{path});
    substr($text, $place->[0], $place->[1] - $place->[0]) = $fault->{new};
    return $text;
}

sub is_balanced {
    my ($depth, $text) = (0, shift);
    while ($text =~ /([({\[])|[)}\]]/g) { ($depth += $1 ? 1 : -1) < 0 and return 0 }
    return $depth == 0;
}

sub line {
    my $fault = shift;
    my $place = join ' ', $fault->{file}, $fault->{definition} // (),
        $fault->{of} > 1 ? "($fault->{number} of $fault->{of})" : ();
    return "$place: $fault->{old} ==> $fault->{new}";
}

# The same fault in its shortest form: its definition, and as much of OLD as is needed to be unique there.
sub shorten {
    my $fault = shift;
    my ($place, $whole) = (place($fault) // return, apply($fault));
    my $path = $fault->{path};
    my @parts = split m{/}, $path;
    my $file = pop @parts;
    $file = pop(@parts) . "/$file" while (path_of($file) // '') ne $path;
    my $ranges = definitions_of($path);
    my ($definition) = grep { $ranges->{$_}[0] <= $place->[0] && $place->[1] <= $ranges->{$_}[1] } sort keys %$ranges;
    return {%$fault, file => $file} if !$definition;
    my ($old, $new) = map { [/\w+|\s+|->|<<|>>|&&|\|\||[<>=!]=|./g] } $fault->{old}, $fault->{new};
    my $same = 0; # equal tokens at the front, and then at the end
    $same++ while $same < @$old && $same < @$new && $old->[$same] eq $new->[$same];
    my $end = 0;
    $end++ while $end < @$old - $same && $end < @$new - $same && $old->[-1 - $end] eq $new->[-1 - $end];
    for (my $left = 0;; $left = !$left) { # one more word, on each side in turn
        my @cut = map { join '', @$_[$same .. $#$_ - $end] } $old, $new;
        my $short = {%$fault, file => $file, definition => $definition, number => 1, of => 1, old => $cut[0], new => $cut[1]};
        my $reads = length $cut[0] >= 8 && is_balanced($cut[0]) && $cut[0] =~ /^[\w!({~*-].*\S$/ && $cut[1] !~ /^\s|\s$/;
        my $is_all = $same == 0 && $end == 0;
        my $got = $reads || $is_all ? apply($short) : undef;
        return $short if $got && $got eq $whole;
        return {%$fault, file => $file} if $is_all;
        if ($left ? $same > 0 : $end == 0) { $same-- if $same > 0 } else { $end-- }
    }
}
1;
