# SPDX-License-Identifier: MIT
# Records of a guest's functions and data, as text for spe-asm, from its symbols: nm guest | perl stream.pl
use strict;
use warnings;
my %at = map { /^([0-9a-f]+) \w (\w+)$/ ? ($2 => hex $1) : () } <>;
my $state = 1;

sub random { # below n, the same in each run
    $state = ($state * 1103515245 + 12345) & 0x7fffffff;
    return ($state >> 8) % $_[0];
}

sub address { sprintf "0x%x", $_[0] }

sub latencies { "LAT $_[0] TOT\nLAT " . random(4) . " ISSUE\n" }

# An instruction of a function, an element of the table.
sub pc { "PC " . address($at{$_[0]} + 4 * random(6)) . " el1 ns=1\n" }
sub va { "VA " . address($at{table} + 8 * random(64)) . "\n" }

sub load {
    my $latency = 4 + random(200);
    my ($refill, $source) = $latency > 100 ? (" L1D-REFILL", 13) : ("", 0);
    return pc("sum_table") . "LD GP-REG\nEV RETIRED L1D-ACCESS$refill TLB-ACCESS\n" . latencies($latency) . va() .
        "DATA-SOURCE $source\nTS " . (1000 + random(1000)) . "\n";
}

sub store {
    return pc("fill_table") . "ST GP-REG\nEV RETIRED L1D-ACCESS TLB-ACCESS\n" . latencies(1 + random(9)) . va() .
        "END\n";
}

sub branch {
    return pc("sum_table") . "B COND\nEV RETIRED" . (random(4) ? "" : " MISPRED") . "\n" .
        latencies(1 + random(20)) . "TGT " . address($at{sum_table}) . " el1 ns=1\nEND\n";
}

for (1 .. 297) {
    my $kind = random(4);
    print $kind < 2 ? load() : $kind == 2 ? store() : branch();
}
