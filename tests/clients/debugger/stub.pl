# SPDX-License-Identifier: MIT
# A target whose stub has SPE's System registers, which QEMU's lacks: the parts of gdb's remote protocol that it needs,
# on standard input and output.
#   perl stub.pl FILE NAME=VALUE ...
# FILE is at 0x80000000, followed by zeros up to a multiple of 4 KiB; there is no other memory. A register whose VALUE
# is "none" has a name but cannot be read.
use strict;
use warnings;
no warnings 'portable'; # numbers of 64 bits

binmode STDIN;
binmode STDOUT;
$| = 1;

my $base = 0x80000000;
my $memory = do { open my $f, '<:raw', shift or die; local $/; <$f> };
$memory .= "\0" x (4096 - length($memory) % 4096);
my @core = ((map { ["x$_", 64] } 0 .. 30), ['sp', 64], ['pc', 64], ['cpsr', 32]);
my @system = map { [split /=/] } @ARGV;

sub register_xml { map { qq(<reg name="$_->[0]" bitsize="$_->[1]"/>) } @_ }

my $xml = join "", '<?xml version="1.0"?><!DOCTYPE target SYSTEM "gdb-target.dtd"><target>',
    '<architecture>aarch64</architecture>',
    '<feature name="org.gnu.gdb.aarch64.core">', register_xml(@core), '</feature>',
    '<feature name="example.spe">', register_xml(map { [$_->[0], 64] } @system), '</feature></target>';

# Little-endian hexadecimal digits of a register.
sub register {
    my ($n) = @_;
    return "00" x ($core[$n][1] / 8) if $n < @core;
    my $value = $system[$n - @core];
    return "E01" unless $value;
    return $value->[1] eq 'none' ? "x" x 16 : unpack "H*", pack "Q<", hex $value->[1];
}

sub read_memory {
    my ($address, $length) = @_;
    my $at = $address - $base;
    return "E14" if $at < 0 || $at >= length $memory;
    return unpack "H*", substr $memory, $at, $length;
}

sub answer {
    local $_ = shift;
    return "PacketSize=1000;qXfer:features:read+" if /^qSupported/;
    if (/^qXfer:features:read:target\.xml:([0-9a-f]+),/) {
        my $part = substr $xml, hex $1, 0xf00;
        return (length($part) < 0xf00 ? "l" : "m") . $part;
    }
    return "S05" if $_ eq '?';
    return "QC1" if $_ eq 'qC';
    return "m1" if $_ eq 'qfThreadInfo';
    return "l" if $_ eq 'qsThreadInfo';
    return "1" if /^qAttached/;
    return join "", map { register($_) } 0 .. $#core if $_ eq 'g';
    return register(hex $1) if /^p([0-9a-f]+)/;
    return read_memory(hex $1, hex $2) if /^m([0-9a-f]+),([0-9a-f]+)/;
    return "OK" if /^[HDT]/;
    return "";
}

my $pending = "";
while (1) {
    sysread STDIN, my $more, 4096 or last;
    $pending .= $more;
    while ($pending =~ s/^[^\$]*\$([^#]*)#..//s) {
        my $packet = $1;
        exit if $packet eq 'k';
        my $answer = answer($packet);
        printf "+\$%s#%02x", $answer, unpack "%8C*", $answer;
        exit if $packet =~ /^D/;
    }
}
