# SPDX-License-Identifier: MIT
# What both filters of the site do: where a text names a document of the tree, a link to it.
use strict;
use warnings;

sub linked {
    my ($text) = @_;
    my $document = qr{(?:docs/\w+|CHANGELOG)\.md};
    $text =~ s{(`?)(?<![\w/\[])(?<!\]\()($document)\1(?![\w\]])}{-f $2 ? "[$1$2$1]($2)" : $&}ge;
    return $text;
}

1;
