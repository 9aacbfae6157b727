# SPDX-License-Identifier: MIT
# Records of a guest's functions and data, as text for spe-asm. perl stream.pl <(nm guest): the records, each behind a line
# "# record".
use strict;
use warnings;
my %at = map { /^([0-9a-f]+) \w (\w+)$/ ? ($2 => hex $1) : () } <>;
my $state = 1;

sub random { # below n; the same each time
    $state = ($state * 1103515245 + 12345) & 0x7fffffff;
    return ($state >> 8) % $_[0];
}

sub address { sprintf "0x%x", $_[0] }

sub latencies { "LAT $_[0] TOT\nLAT " . random(4) . " ISSUE\n" }

sub load {
    my ($pc, $latency) = (address($at{sum_table} + 4 * random(6)), 4 + random(200));
    my $miss = $latency > 100;
    return "PC $pc el1 ns=1\nLD GP-REG\nEV RETIRED L1D-ACCESS" . ($miss ? " L1D-REFILL" : "") . " TLB-ACCESS\n" .
        latencies($latency) . "VA " . address($at{table} + 8 * random(64)) . "\nDATA-SOURCE " . ($miss ? 13 : 0) . "\n" .
        "TS " . (1000 + random(1000)) . "\n";
}

sub store {
    return "PC " . address($at{fill_table} + 4 * random(6)) . " el1 ns=1\nST GP-REG\nEV RETIRED L1D-ACCESS TLB-ACCESS\n" .
        latencies(1 + random(9)) . "VA " . address($at{table} + 8 * random(64)) . "\nEND\n";
}

sub branch {
    return "PC " . address($at{sum_table} + 4 * random(6)) . " el1 ns=1\nB COND\nEV RETIRED" .
        (random(4) ? "" : " MISPRED") . "\n" . latencies(1 + random(20)) . "TGT " . address($at{sum_table}) .
        " el1 ns=1\nEND\n";
}

for (1 .. 297) {
    my $kind = random(4);
    print "# record\n", $kind < 2 ? load() : $kind == 2 ? store() : branch();
}
