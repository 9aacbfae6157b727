# SPDX-License-Identifier: MIT
# What the filters of the site share.
use strict;
use warnings;

sub linked { # where a text names a document of the tree, a link to it
    my ($text) = @_;
    my $document = qr{(?:(?:tools/|lab/)?docs/\w+|CHANGELOG|CONTRIBUTING|SECURITY)\.md};
    $text =~ s{(`?)(?<![\w/\[])(?<!\]\()($document)\1(?![\w\]])}{-f $2 ? "[$1$2$1]($2)" : $&}ge;
    return $text;
}

sub safe { # from Doxygen's commands and from Markdown, but for `code`, *stress* and lists
    my @parts = split /(`[^`]*`)/, $_[0]; # odd ones are code
    for my $i (grep { $_ % 2 == 0 } 0 .. $#parts) {
        $parts[$i] =~ s/([\\@<>#%&*|])/\\$1/g;
        $parts[$i] =~ s/(?<!\w)_(?=\w)/\\_/g;
        $parts[$i] =~ s/\\\*(\w+)\\\*/*$1*/g;
    }
    return linked(join('', @parts));
}

1;
