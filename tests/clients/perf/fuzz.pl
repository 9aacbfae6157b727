#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# fuzz.pl SEED N FILE... > STREAMS: N streams (four bytes of length, then the bytes) of at most 400 bytes: pieces of the
# SPE files, most of them damaged: bytes changed, put in, left out, made headers; some are nothing but random bytes.
use strict;
use warnings;
my ($seed, $n, @names) = @ARGV;
srand $seed;
my @sources = map { local (@ARGV, $/) = $_; binmode STDIN; scalar <> } @names;
my @headers = (0x01, 0x20 .. 0x23, 0x42, 0x43, 0x48 .. 0x4b, 0x50, 0x52, 0x53, 0x62, 0x63, 0x64 .. 0x67, 0x71 .. 0x73,
    0x98 .. 0x9f, 0xb0 .. 0xb7);

sub below { return int rand shift }
sub bytes { return join '', map { chr below(256) } 1 .. shift }

sub damage {
    my ($bytes) = @_;
    my $at = below(length($bytes) + 1);
    my $way = below(6);
    substr $bytes, $at, 1, bytes(1) if $way == 0 && $at < length $bytes;
    substr $bytes, $at, 0, bytes(1 + below(4)) if $way == 1;
    substr $bytes, $at, 1 + below(9), '' if $way == 2 && $at < length $bytes;
    substr $bytes, $at, 0, chr $headers[below(scalar @headers)] if $way == 3;
    substr $bytes, $at, 1, chr $headers[below(scalar @headers)] if $way == 4 && $at < length $bytes;
    $bytes = substr $bytes, 0, $at if $way == 5;
    return $bytes;
}

for my $i (1 .. $n) {
    my $source = $sources[$i % @sources];
    my $size = 40 + below(320);
    my $at = $size < length $source ? below(length($source) - $size) : 0;
    my $bytes = $i % 50 ? substr $source, $at, $size : bytes($size);
    $bytes = damage($bytes) for 1 .. below(5);
    $bytes .= "\0" x (-length($bytes) & 7); # as perf.data has it
    print pack('V', length $bytes), $bytes;
}
