#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# truth.pl BUILD DIRECTORY SEEDS: records the programs of tools/tests/qemu/programs in DIRECTORY at several periods,
# with SEEDS seeds each, and compares each estimate of spe-stat with the full counts, from which it calculates the
# truth. Exits with 0 if 93 to 97 % of the intervals of common events hold, and of rare events and those in bunches; and
# if the numbers of samples are those that the periods give.
use strict;
use warnings;

my ($build, $dir, $seeds) = @ARGV;
my (@problems, $runs);
my %in_bunches = map { $_ => 1 } qw(dtlb_walk_ratio l1d_cache_miss_ratio l2_cache_miss_ratio ll_cache_read_miss_ratio
    branch_misprediction_ratio), 'filled into level 1 data caches', 'mispredicted branches';
my %runs = (
    'neoverse-n1' => [qw(matrix chase sorting words threads matrix-static words-static beats)],
    'ampereone' => [qw(chase sorting)],
    'max' => [qw(vectors vectors-static matrix)],
);
my (%held, %all);

# LDST, bit 0 of a payload; FP, bit 1, and ASE, bit 2, of other operations; SVE by bits 3 and 0 (D18.2.7)
sub truth {
    my ($file) = @_;
    my %t = map { $_ => 0 } qw(operations load store branch simd fp sve);
    open my $in, '<', $file or die "$file: $!";
    while (<$in>) {
        chomp;
        my ($what, @f) = split /\t/;
        if ($what eq 'operations') {
            my ($class, $payload, $n) = @f;
            $t{operations} += $n;
            $t{kinds}{"$class.$payload"} += $n;
            $t{branch} += $n if $class == 2;
            $t{$payload & 1 ? 'store' : 'load'} += $n if $class == 1;
            if ($class == 0 && ($payload & 0x88) == 0x08) { $t{sve} += $n }
            elsif ($class == 0 && ($payload & 0x88) == 0) { $t{$payload & 4 ? 'simd' : 'fp'} += $n if $payload & 6 }
            $t{sve} += $n if $class == 1 && ($payload & 0x0a) == 0x08;
        } elsif ($what eq 'event') { $t{events}{$f[0]} = $f[1]; $t{of_loads}{$f[0]} = $f[2] }
        elsif ($what eq 'page') { $t{pages}{$f[0]} = $f[1]; $t{accesses} += $f[1] }
    }
    return \%t;
}

sub ratio { my ($k, $n) = @_; return $n ? ($k // 0) / $n : undef }

sub true_estimates {
    my ($t) = @_;
    my ($all, $loads) = ($t->{events}, $t->{of_loads});
    my $miss = ratio($loads->{ll_miss}, $loads->{ll_access});
    my %e = (
        branch_misprediction_ratio => ratio($all->{mispredicted}, $t->{branch}),
        l1d_cache_miss_ratio => ratio($all->{l1d_refill}, $all->{l1d_access}),
        dtlb_walk_ratio => ratio($all->{tlb_walk}, $all->{tlb_access}),
        l2_cache_miss_ratio => ratio($loads->{l2d_miss}, $loads->{l2d_access}),
        ll_cache_read_miss_ratio => $miss,
        ll_cache_read_hit_ratio => defined $miss ? 1 - $miss : undef,
    );
    my %share = (load => 'load', store => 'store', branch => 'branch',
        simd => 'simd', scalar_fp => 'fp', sve_all => 'sve');
    @e{qw(loads stores branches operations)} = @$t{qw(load store branch operations)}; # of the whole, by the interval
    $e{'mispredicted branches'} = $all->{mispredicted} // 0;
    $e{'filled into level 1 data caches'} = 64 * ($all->{l1d_refill} // 0);
    $e{"${_}_percentage"} = 100 * ratio($t->{$share{$_}}, $t->{operations}) for keys %share;
    return \%e;
}

sub wilson {
    my ($k, $n) = @_;
    my ($z, $p) = (1.959964, $k / $n);
    my $middle = ($p + $z * $z / (2 * $n)) / (1 + $z * $z / $n);
    my $half = $z / (1 + $z * $z / $n) * sqrt($p * (1 - $p) / $n + $z * $z / (4 * $n * $n));
    return ($middle - $half, $middle + $half);
}

sub judge {
    my ($name, $true, $low, $high) = @_;
    my $slack = 1e-5 * abs $true; # six digits are printed
    $all{$name}++;
    $held{$name}++ if $true >= $low - $slack && $true <= $high + $slack;
}

sub hold {
    my ($json, $t, $mean, $has_ernd) = @_; # operations from one sample to the next
    my ($true, $samples, $accesses) = (true_estimates($t), 0, 0);
    $samples = $1 if $json =~ /"name": "samples", "count": (\d+)/;
    $accesses = $1 if $json =~ /"name": "l1d_access", "samples": (\d+)/; # gathers have no address in these records
    my $expected = $t->{operations} / $mean;
    push @problems, "$samples samples of $t->{operations} operations, about $mean each"
        if abs($samples - $expected) > 3 + 0.01 * $expected;
    while ($json =~ /\{"name": "([^"]+)", "estimate": (\S+), "low": (\S+), "high": (\S+), "unit"/g) {
        my ($name, $low, $high) = ($1, $3, $4);
        # perf.data does not record that jitter does not make intervals longer (PMSIDR_EL1.ERnd)
        next if $has_ernd && $name =~ /^(?:operations|loads|stores|branches|mispredicted b|filled)/;
        next if $name =~ /^(?:time|bandwidth|\.\.\.)/ || $name eq 'll_cache_read_hit_ratio'; # 1 less another ratio
        if (!exists $true->{$name}) { push @problems, "$name is not known here"; next }
        if (!defined $true->{$name}) { push @problems, "$name is estimated and was never"; next }
        judge($name, $true->{$name}, $low, $high);
    }
    my ($branches) = $json =~ /"groups": .*?"name": "branch", "samples": (\d+)/s;
    my ($not_taken) = $json =~ /"name": "not_taken", "samples": (\d+)/;
    judge('(branches not taken)', $t->{events}{not_taken} / $t->{branch}, wilson($not_taken // 0, $branches));
    my ($pages) = $json =~ /"pages_by_samples": \[(.*?)\]/s;
    my %sampled = $pages =~ /"address": "0x0*(\w+)", "samples": (\d+)/g;
    my @most = (sort { $t->{pages}{$b} <=> $t->{pages}{$a} || $a cmp $b } keys %{$t->{pages}})[0 .. 9];
    judge('(share of a page)', $t->{pages}{$_} / $t->{accesses}, wilson($sampled{$_} // 0, $accesses)) for @most;
}

for my $core (sort keys %runs) {
    for my $program (@{$runs{$core}}) {
        for my $period (512, 1024, 2048) {
            for (1 .. $seeds) {
                my $seed = ++$runs; # another one for each run, which are then independent
                my $record = "$build/spe-record --quiet --core=$core -e arm_spe/jitter=1/ -c $period --seed=$seed "
                    . "-o $dir/data --counts=$dir/counts -- $dir/$program";
                my $said = `$record 2>&1 >$dir/output`;
                push @problems, "$record: $said" if $? || $said;
                my $json = `$build/spe-stat --format=json --top=1000 $dir/data`;
                push @problems, "$program: spe-stat failed" if $?;
                my $has_ernd = $core eq 'max';
                hold($json, truth("$dir/counts"), $period + ($has_ernd ? 1 : 128.5), $has_ernd);
            }
        }
    }
}

my %sums = map { $_ => [0, 0] } ('common', 'rare and in bunches', 'all');
for my $name (sort keys %all) {
    printf "# %-32s %4d of %4d intervals hold, %.1f %%\n", $name, $held{$name} // 0, $all{$name},
        100 * ($held{$name} // 0) / $all{$name};
    next if $name =~ /^\(/; # worked out here, from counts
    for my $sum ($in_bunches{$name} ? 'rare and in bunches' : 'common', 'all') {
        $sums{$sum}[0] += $held{$name} // 0;
        $sums{$sum}[1] += $all{$name};
    }
}
for my $name (sort keys %sums) {
    my ($k, $n) = @{$sums{$name}};
    my $slack = 1.96 * sqrt(0.05 * 0.95 / $n); # of so few
    push @problems, "$name: $k of $n" if $k < (0.93 - $slack) * $n || $k > (0.97 + $slack) * $n;
}
print STDERR "$_\n" for @problems;
my @said = map { sprintf '%s %d of %d, %.1f %%', $_, @{$sums{$_}}, 100 * $sums{$_}[0] / $sums{$_}[1] } sort keys %sums;
print join('; ', @said), " ($runs runs)\n";
exit(@problems ? 1 : 0);
