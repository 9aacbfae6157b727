#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# How perf 6.1 reads SPE bytes, fault by fault. Each fault is a switch of the model below, which gives a dump's lines
# and a record's fields with and without it. perf must agree with the model with all faults, and perf on libspe with the
# model without faults. Thus the tests notice a fault that perf does not have, and one that libspe shares.
#
#   faults.pl dump [--as=perf]     a dump (perf script -D) to the one that the model prints of the same bytes
#   faults.pl stream [--as=perf]   streams, each with its length in four bytes before it, to streams of the records that
#                                  perf makes samples of, in their plainest form
#   faults.pl addresses --as=perf  samples of perf as it is, with the addresses that they should have
#   faults.pl messages             messages of perf as it is, without those that are faults
#   faults.pl streams FILE...      files of SPE bytes to streams
#   faults.pl list                 name, kind, bytes, section of each fault
#   faults.pl bytes                the bytes that show them, as streams
#   faults.pl rows PERF LIBSPE     what two perfs print of them, in files NAME.dump, .samples, .errors: a table
# --but=NAME: the model without this fault.
use strict;
use warnings;
no warnings 'portable'; # numbers of 64 bits

# name => [kind, bytes, section of the manual (DDI 0487), what is wrong]. Kinds: what of it one sees.
my @faults = (
    ['unknown header', 'dump', '50 01 00 62 06 00 00 00 01', 'D18.1',
        'perf skips one byte and reads the payload as packets'],
    ['unknown header, records', 'samples', '49 00 52 02 00 01 49 00 50 00 00 52 06 00 01', 'D18.1',
        'one record becomes two samples, each with some of its packets'],
    ['unknown header, first record', 'samples', '49 00 50 00 00 52 06 00 01', 'D18.1',
        'the packets before it in the first record are lost'],
    ['reserved extended header', 'dump', '20 42 02 01', 'D18.1',
        'perf skips one byte and takes the second byte for a header'],
    ['alignment', 'dump', '22 00 52 06 00 01', 'D18.1',
        'DDI 0487 has no such packet: perf skips the bytes that follow, up to an aligned address in its own memory'],
    ['cut packet', 'dump', '42 02 01 b0 01 01 01 01', 'D18.1',
        'perf reads the bytes of the cut payload as packets'],
    ['cut packet, records', 'samples', '42 02 01 b0 01 01 01 01', 'D18.1',
        'a record that is cut off becomes six samples'],
    ['operation class 3', 'samples', '49 00 52 02 00 01 b0 00 10 00 00 00 00 00 80 4b 00 52 02 00 01', 'D18.2.7',
        'one record becomes two samples'],
    ['operation class 3, message', 'errors', '4b 00 52 02 00 01', 'D18.2.7', 'perf prints an error for each'],
    ['previous branch target', 'dump', 'b4 00 10 00 00 00 00 00 80 01', 'D18.2.1', 'perf does not know FEAT_SPE_PBT'],
    ['previous branch target, message', 'errors', '52 02 00 b4 00 10 00 00 00 00 00 80 01', 'D18.2.1',
        'perf prints an error for each record of a core with FEAT_SPE_PBT'],
    ['lower addresses at EL1, EL2', 'samples', '52 02 00 b0 00 10 40 00 00 00 00 a0 01', 'D18.2.1',
        'perf sets the top byte, whatever bit 55 is: an impossible address'],
    ['upper addresses at EL0, EL3', 'samples', '52 02 00 b0 00 10 00 00 00 80 ff 80 01', 'D18.2.1',
        'perf clears the top byte, whatever bit 55 is: an impossible address'],
    ['upper data addresses', 'samples', '49 00 52 02 00 b2 00 10 00 00 00 00 80 00 01', 'D18.2.1',
        'bit 55 decides, not bits 55 to 52: kernel addresses of more than 52 bits (FEAT_LVA3)'],
    ['reserved context', 'samples', '52 02 00 64 64 00 00 00 66 c8 00 00 00 01', 'D18.2.2',
        'perf takes INDEX 2 for a thread'],
    ['order of contexts', 'samples', '52 02 00 65 64 00 00 00 64 c8 00 00 00 01', 'D18.2.2',
        'perf takes the last packet; if there are two, INDEX 1 has the host\'s thread'],
    ['reserved data source', 'mem', '52 02 00 49 00 43 08 63 0e 00 00 00 01', 'D18.2.4',
        'perf accepts a size that the architecture reserves'],
    ['repeated events', 'samples', '52 04 00 52 02 00 01', 'D17.6', 'perf counts both; a record has one'],
    ['repeated operation', 'samples', '49 00 52 02 00 4a 00 01', 'D17.6', 'perf counts both; a record has one'],
    ['SVE operation is memory', 'samples', '48 08 52 02 00 01', 'D18.2.7',
        'SVE data processing gives samples of memory, because its flag is also that of a load'],
    ['event 16', 'dump', '62 00 00 01 00 01', 'D18.2.6', 'perf has no word'],
    ['event 19', 'dump', '62 00 00 08 00 01', 'D18.2.6', 'perf has no word'],
    ['event 20', 'dump', '62 00 00 10 00 01', 'D18.2.6', 'perf has no word'],
    ['event 21', 'dump', '62 00 00 20 00 01', 'D18.2.6', 'perf has no word'],
    ['event 22', 'dump', '62 00 00 40 00 01', 'D18.2.6', 'perf has no word'],
    ['event 23', 'dump', '62 00 00 80 00 01', 'D18.2.6', 'perf has no word'],
    ['event 24', 'dump', '62 00 00 00 01 01', 'D18.2.6', 'perf has no word'],
    ['event 25', 'dump', '62 00 00 00 02 01', 'D18.2.6', 'perf has no word'],
    ['other events', 'dump', '52 00 10 01', 'D18.2.6', 'perf omits IMPLEMENTATION DEFINED events'],
    ['SME operation', 'dump', '48 8c 01', 'D18.2.7', 'perf does not distinguish it from others'],
    ['Advanced SIMD operation', 'dump', '48 04 01', 'D18.2.7', 'perf does not distinguish it from others'],
    ['floating point operation', 'dump', '48 02 01', 'D18.2.7', 'perf does not distinguish it from others'],
    ['reserved operation', 'dump', '48 10 01', 'D18.2.7', 'perf gives it the name of one that is not reserved'],
    ['SVE or SME registers', 'dump', '49 08 01', 'D18.2.7', 'perf has no word'],
    ['Allocation Tags', 'dump', '49 14 01', 'D18.2.7', 'perf has no word'],
    ['Memory Copy', 'dump', '49 20 01', 'D18.2.7', 'perf has no word'],
    ['Memory Set', 'dump', '49 25 01', 'D18.2.7', 'perf has no word'],
    ['Guarded Control Stack access', 'dump', '49 44 01', 'D18.2.7', 'perf has no word'],
    ['Guarded Control Stack branch', 'dump', '4a 04 01', 'D18.2.7', 'perf has no word'],
    ['calls and returns', 'dump', '4a 08 01', 'D18.2.7', 'perf has no word'],
    ['indirect calls and returns', 'dump', '4a 12 01', 'D18.2.7', 'perf omits IND if another bit is set'],
);
my %is; # the faults that the model has

# -- packets --

use constant {SIZE => 0, TYPE => 1, INDEX => 2, PAYLOAD => 3, WIDTH => 4};
my %number = (1 => 'C', 2 => 'v', 4 => 'V', 8 => 'Q<');

sub owner {
    my ($h) = @_;
    return 'END' if $h == 0x01;
    return 'TS' if $h == 0x71;
    return 'EV' if ($h & 0xcf) == 0x42;
    return 'SRC' if ($h & 0xcf) == 0x43;
    return 'CONTEXT' if ($h & 0xfc) == 0x64;
    return 'OP' if ($h & 0xfc) == 0x48;
    return 'ADDR' if ($h & 0xf8) == 0xb0;
    return 'LAT' if ($h & 0xf8) == 0x98;
    return '';
}
my @owner = map { owner($_) } 0 .. 255;

# How perf handles bytes that are not a packet: it skips one byte and starts again. LOST: it also ends the current
# record.
sub one_byte {
    my ($fault) = @_;
    return [1, $is{"$fault, records"} ? 'LOST' : 'BAD'];
}

# The packet at $at, of which $left bytes are there.
sub packet {
    my ($bytes, $at, $left, $address) = @_;
    my $h = vec($bytes, $at, 8);
    my ($extended, $type, $index) = (0, $owner[$h], 0);
    return [1, 'PAD'] if $h == 0;
    if (($h & 0xe0) == 0x20) {
        return $is{'cut packet'} ? one_byte('cut packet') : [1, 'CUT'] if $left < 2;
        my $first = $h;
        $h = vec($bytes, $at + 1, 8);
        if ($is{alignment} && $first < 0x24 && $h == 0) {
            my $step = 2 << ($first & 15);
            return $left < $step ? one_byte('unknown header') : [$step - ($address & ($step - 1)), 'PAD'];
        }
        $extended = 1;
        $type = $first < 0x24 && ($owner[$h] eq 'ADDR' || $owner[$h] eq 'LAT') ? $owner[$h] : '';
        $index = ($first & 3) << 3;
        return one_byte('unknown header') if $type eq '' && $is{'reserved extended header'};
    }
    return one_byte('unknown header') if $type eq '' && !$extended && $is{'unknown header'};
    my $width = $type eq 'END' || $h < 0x40 ? 0 : 1 << ($h >> 4 & 3);
    my $size = 1 + $extended + $width;
    return $is{'cut packet'} ? one_byte('cut packet') : [$left, 'CUT'] if $size > $left;
    return [$size, 'BAD'] if $type eq '';
    $index |= $type eq 'ADDR' || $type eq 'LAT' ? $h & 7 : $type eq 'OP' || $type eq 'CONTEXT' ? $h & 3 : 0;
    my $payload = $width ? unpack $number{$width}, substr $bytes, $at + 1 + $extended, $width : 0;
    return [$size, $type, $index, $payload, $width];
}

sub packets {
    my ($bytes, $address) = @_;
    my ($at, $length, @out) = (0, length $bytes);
    while ($at < $length) {
        my $p = packet($bytes, $at, $length - $at, $address + $at);
        if ($p->[TYPE] eq 'PAD') {
            $p->[SIZE]++ while $p->[SIZE] < 16 && $at + $p->[SIZE] < $length && vec($bytes, $at + $p->[SIZE], 8) == 0;
        }
        push @out, $p;
        $at += $p->[SIZE];
    }
    return \@out;
}

# -- words --

my @events = (qw(EXCEPTION-GEN RETIRED L1D-ACCESS L1D-REFILL TLB-ACCESS TLB-REFILL NOT-TAKEN MISPRED LLC-ACCESS
    LLC-REFILL REMOTE-ACCESS ALIGNMENT), ('') x 4, qw(TXN SVE-PARTIAL-PRED SVE-EMPTY-PRED L2D-ACCESS L2D-MISS HITM LFB
    SNOOPED STREAMING-SVE SMCU));

sub event_words {
    my ($payload) = @_;
    my (@words, @others);
    for my $bit (grep { $payload >> $_ & 1 } 0 .. 63) {
        my $word = $events[$bit] || '';
        push @words, $word if $word ne '' && !$is{"event $bit"};
        push @others, $bit if $word eq '';
    }
    push @words, 'IMPDEF:' . join ',', @others if @others && !$is{'other events'};
    return substr join(' ', 'EV', @words), 0, 255; # the buffer of perf 6.1, which the newest perf has doubled
}

# A word of a fault's is there without the fault only.
sub unless_is {
    my ($fault, @words) = @_;
    return $is{$fault} ? () : @words;
}

sub other_words {
    my ($p) = @_;
    my $select = $p & 1 ? 'COND-SELECT' : 'INSN-OTHER';
    return ('SVE-OTHER', 'EVLEN', 32 << ($p >> 4 & 7), $p & 2 ? 'FP' : (), $p & 4 ? 'PRED' : ()) if ($p & 0x89) == 8;
    if (($p & 0x89) == 0x88) {
        return ('OTHER', $select) if $is{'SME operation'};
        return ('SME-OTHER', 'ETS', 128 << (($p >> 4 & 7) << 1 | $p >> 2 & 1), $p & 2 ? 'FP' : ());
    }
    if ($p & 0xf8) {
        return $is{'reserved operation'} ? ('OTHER', $select) : ();
    }
    return ('OTHER', $p & 4 ? unless_is('Advanced SIMD operation', 'ASE') : (),
        $p & 2 ? unless_is('floating point operation', 'FP') : (), $select);
}

my %registers = (0x00 => 'GP-REG', 0x04 => 'SIMD-FP', 0x10 => 'UNSPEC-REG', 0x30 => 'NV-SYSREG');

sub load_store_words {
    my ($p) = @_;
    my $kind = $registers{$p & 0xfe};
    return $kind if $kind;
    return unless_is('Allocation Tags', 'MTE-TAG') if ($p & 0xfe) == 0x14;
    return unless_is('Memory Copy', 'MEMCPY') if ($p & 0xfe) == 0x20;
    return unless_is('Memory Set', 'MEMSET') if $p == 0x25;
    return unless_is('Guarded Control Stack access', 'GCS', $p & 4 ? 'COMM' : ()) if ($p & 0xfa) == 0x40;
    return ($p & 4 ? 'AT' : (), $p & 8 ? 'EXCL' : (), $p & 16 ? 'AR' : ()) if ($p & 0xe2) == 2;
    return (unless_is('SVE or SME registers', 'SVE-SME-REG'), 'EVLEN', 32 << ($p >> 4 & 7), $p & 4 ? 'PRED' : (),
        $p & 0x80 ? 'SG' : ()) if ($p & 0x0a) == 8;
    return ();
}

my @calls = ('', 'CR-BL', 'CR-RET', 'CR-NON-BL-RET');

sub branch_words {
    my ($p) = @_;
    my $is_shown = $p & 2 && (!$is{'indirect calls and returns'} || ($p & 0xfe) == 2);
    return ('B', $p & 1 ? 'COND' : (), $is_shown ? 'IND' : (),
        $p & 4 ? unless_is('Guarded Control Stack branch', 'GCS') : (),
        $p >> 3 & 3 ? unless_is('calls and returns', $calls[$p >> 3 & 3]) : ());
}

sub address_words {
    my ($index, $payload) = @_;
    my $name = ('PC', 'TGT', 'VA', 'PA', 'PBT')[$index];
    return sprintf 'ADDR 0x%x (%d)', $payload, $index if $index > 4 || ($index == 4 && $is{'previous branch target'});
    my ($bits, $ns, $el) = ($payload & 0xffffffffffffff, $payload >> 63, $payload >> 61 & 3);
    return sprintf 'VA 0x%x', $payload if $index == 2;
    return sprintf 'PA 0x%x ns=%d ch=%d pat=%x', $bits, $ns, $payload >> 62 & 1, $payload >> 56 & 15 if $index == 3;
    return sprintf '%s 0x%x el%d ns=%d', $name, $bits, $el, $ns;
}

my %said; # words of operations and events that were used already

sub words {
    my ($p) = @_;
    my (undef, $type, $index, $payload, $width) = @$p;
    return 'Bad packet!' if $type eq 'BAD' || $type eq 'LOST' || $type eq 'CUT';
    return $type if $type eq 'PAD' || $type eq 'END';
    return address_words($index, $payload) if $type eq 'ADDR';
    return sprintf 'TS %d', $payload if $type eq 'TS';
    return sprintf 'DATA-SOURCE %d', $payload if $type eq 'SRC';
    return sprintf 'CONTEXT 0x%x el%d', $payload, $index + 1 if $type eq 'CONTEXT';
    return "LAT $payload " . (('TOT', 'ISSUE', 'XLAT')[$index] || '') if $type eq 'LAT';
    return $said{$payload} //= event_words($payload) if $type eq 'EV';
    return sprintf 'OP-TYPE 0x%x (3)', $payload if $index == 3;
    return $said{"$index.$payload"} //= join ' ', $index == 0 ? other_words($payload)
        : $index == 1 ? ($payload & 1 ? 'ST' : 'LD', load_store_words($payload)) : branch_words($payload);
}

# -- dumps --

sub print_dump {
    my ($bytes, $address) = @_;
    my $at = 0;
    for my $p (@{packets($bytes, $address)}) {
        my $hex = join '', map { sprintf ' %02x', $_ } unpack 'C*', substr $bytes, $at, $p->[SIZE];
        printf ".  %08x: %-48s %s\n", $at, $hex, words($p);
        $at += $p->[SIZE];
    }
}

sub dump_again {
    my ($bytes, $address, $offset) = ('', 0, 0);
    while (my $line = <STDIN>) {
        if ($line =~ /^\.  [0-9a-f]{8}: ((?: [0-9a-f]{2})+) /) {
            $bytes .= pack 'H*', $1 =~ tr/ //dr;
            next;
        }
        # Where the buffer lies in the file tells where perf has it in memory: the Alignment packet asks for it.
        $offset = hex($1) + hex $2 if $line =~ / (0x[0-9a-f]+) \[(0x[0-9a-f]+)\]: PERF_RECORD_AUXTRACE /;
        print_dump($bytes, $address);
        $bytes = '';
        $address = $offset;
        print $line;
    }
    print_dump($bytes, $address);
}

# -- records --

# The record's packets, each once; its end is added by the caller.
sub encode {
    my ($r) = @_;
    my $out = '';
    my $context = $r->{context} // $r->{el2} // $r->{el1};
    my %op = map { $_ => 1 } @{$r->{ops} || []};
    $out .= pack 'CV', 0x65, $context if defined $context;
    $out .= pack 'Cv', 0x98, $r->{latency} if defined $r->{latency};
    for my $index (0 .. 3) {
        $out .= pack 'CQ<', 0xb0 + $index, $r->{"address $index"} if defined $r->{"address $index"};
    }
    $out .= pack 'Cv', 0x53, $r->{source} if defined $r->{source};
    $out .= pack 'CC', $op{load} ? (0x49, 0) : $op{store} ? (0x49, 1) : $op{branch} ? (0x4a, 0) : (0x48, 0) if %op;
    $out .= pack 'CQ<', 0x72, $r->{events} if defined $r->{events};
    return $out;
}

sub fold_operation {
    my ($r, $class, $payload) = @_;
    my $is_memory = $class == 0 && ($payload & 0x89) == 8 && $is{'SVE operation is memory'};
    my $op = $is_memory ? 'load' : $class == 1 ? ($payload & 1 ? 'store' : 'load') : $class == 2 ? 'branch' : 'other';
    $r->{ops} = [] unless $is{'repeated operation'};
    push @{$r->{ops}}, $op;
}

sub fold_context {
    my ($r, $index, $payload) = @_;
    return if $index > 1 && !$is{'reserved context'};
    $r->{context} = $payload if $is{'order of contexts'} || $index > 1;
    $r->{$index == 0 ? 'el1' : 'el2'} = $payload;
}

sub fold {
    my ($r, $p) = @_;
    my (undef, $type, $index, $payload, $width) = @$p;
    $r->{"address $index"} = $payload if $type eq 'ADDR' && $index < 4;
    $r->{latency} = $payload if $type eq 'LAT' && $index == 0;
    $r->{source} = $payload & 0xffff if $type eq 'SRC' && ($width < 4 || $is{'reserved data source'});
    $r->{events} = ($is{'repeated events'} ? $r->{events} // 0 : 0) | $payload if $type eq 'EV';
    fold_context($r, $index, $payload) if $type eq 'CONTEXT';
    fold_operation($r, $index, $payload) if $type eq 'OP' && $index < 3;
}

# What ends a record in the middle is a sample, too, to perf, but of the first record of a stream.
sub plain_stream {
    my ($bytes) = @_;
    my ($out, $r, $is_first) = ('', {}, 1);
    for my $p (@{packets($bytes, 0)}) {
        my ($type, $index) = @$p[TYPE, INDEX];
        my $is_error = $type eq 'LOST' || ($type eq 'OP' && $index == 3 && $is{'operation class 3'});
        last if $type eq 'CUT';
        fold($r, $p);
        if ($type eq 'END' || $type eq 'TS' || $is_error) {
            my $record = encode($r) . ($type eq 'TS' ? pack('CQ<', 0x71, $p->[PAYLOAD]) : "\1");
            $out .= $record unless $is_error && $is_first && $is{'unknown header, first record'};
            $is_first = 0 unless $is_error;
            $r = {};
        }
    }
    return $out;
}

sub put_stream {
    my ($bytes) = @_;
    $bytes .= "\0" x (-length($bytes) & 7); # as perf.data has it
    print pack('V', length $bytes), $bytes;
}

sub streams_again {
    binmode STDIN;
    binmode STDOUT;
    my $size;
    while (read STDIN, $size, 4) {
        my $bytes = '';
        read STDIN, $bytes, unpack 'V', $size;
        put_stream(plain_stream($bytes));
    }
}

# The address that perf made another of.
sub address_again {
    my ($hex, $group) = @_;
    my $bits = hex($hex) & 0xffffffffffffff;
    my ($top, $is_upper, $is_data) = (hex($hex) >> 56, $bits >> 55, $group ne '' && $group ne 'branch-miss');
    $top = 0 if !$is_data && !$is_upper && $top == 0xff && $is{'lower addresses at EL1, EL2'};
    $top = 0xff if $is_upper && $top == 0 && $is{$is_data ? 'upper data addresses' : 'upper addresses at EL0, EL3'};
    return sprintf '%x', $top << 56 | $bits;
}

# Lines of perf script -F ...,event,addr,...,ip,phys_addr: behind the event's name stands an address of data, or a
# branch's target; before the last field the PC.
sub addresses_again {
    while (my $line = <STDIN>) {
        $line =~ s/(\S+-miss|\S+-access|memory|instructions)(: +)([0-9a-f]+)/$1 . $2 . address_again($3, $1)/e;
        $line =~ s/([0-9a-f]+)( +[0-9a-f]+)$/address_again($1, '') . $2/e;
        print $line =~ s/ +/ /gr;
    }
}

# -- the table --

sub slurp {
    my ($name) = @_;
    open my $in, '<:raw', $name or die "faults.pl: $name: $!\n";
    local $/;
    return scalar <$in>;
}

# A sample in few words: its group, what of thread, data address and PC it has; of memory the level.
sub sample_words {
    my ($line) = @_;
    return "$1 of $2" if $line =~ /(memory): .*\|LVL ([^|]*)\|/;
    my ($thread, $group, $data, $pc) = $line =~ /^ *(\S+) +\[\d+\] +([a-z0-9-]+): +(\S+) +(\S+)/;
    return join ' ', $group, $thread < 0 ? () : "of thread $thread", $data ? "of $data" : (), $pc ? "at $pc" : ();
}

# What a perf prints of fault $n: of the dump its packets' words, its samples, its messages but those of every file.
sub shown {
    my ($perf, $n, $kind) = @_;
    my @words;
    if ($kind eq 'dump') {
        my @buffers = split /^.*ARM SPE data.*\n/m, slurp("$perf.dump");
        @words = map { /^\.  [0-9a-f]{8}: .{48} (.*)$/ ? $1 : () } split /\n/, $buffers[$n + 1];
        pop @words while @words > 1 && $words[-1] eq 'PAD'; # to a multiple of eight bytes
    } elsif ($kind eq 'errors') {
        my $file = "$perf." . $faults[$n][0] =~ tr/a-z/-/cr;
        @words = grep { !/^Warning:|CONTEXT packets|^Matching/ } split /\n/, slurp($file);
    } else {
        my $cpu = sprintf '[%03d]', $n;
        my @lines = split /\n/, slurp($perf . ($kind eq 'mem' ? '.mem' : '.samples'));
        @words = map { sample_words($_) } grep { index($_, $cpu) >= 0 } @lines;
    }
    return @words ? '`' . join('; ', map { $_ eq '' ? '(no word)' : $_ } @words) . '`' : 'nothing';
}

my $mode = shift // '';
if (grep { $_ eq '--as=perf' } @ARGV) {
    $is{$_->[0]} = 1 for @faults;
}
delete $is{s/^--but=//r} for grep { /^--but=/ } @ARGV;
if ($mode eq 'dump') {
    dump_again();
} elsif ($mode eq 'stream') {
    streams_again();
} elsif ($mode eq 'addresses') {
    addresses_again();
} elsif ($mode eq 'list') {
    print join("\t", @$_), "\n" for @faults;
} elsif ($mode eq 'bytes') {
    binmode STDOUT;
    put_stream(pack 'H*', $_->[2] =~ tr/ //dr) for @faults;
} elsif ($mode eq 'messages') {
    print grep { !/^unsupported address packet index: 0x/ && !/^Get packet error!$/ } <STDIN>;
} elsif ($mode eq 'streams') {
    binmode STDOUT;
    put_stream(slurp($_)) for @ARGV;
} elsif ($mode eq 'rows') {
    for my $n (0 .. $#faults) {
        my ($name, $kind, $bytes, $section, $wrong) = @{$faults[$n]};
        my @both = map { shown($_, $n, $kind) } @ARGV;
        print join(' | ', "| $name", "`$bytes`", @both, $section, "$wrong |"), "\n";
    }
} else {
    die "faults.pl dump | stream | addresses | messages | streams | list | bytes | rows\n";
}
