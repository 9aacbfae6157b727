#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# a64_compare.pl VL SVL LISTED < DISASSEMBLY: compares a64_list's output (LISTED) with what follows from mnemonic and
# operands alone, as objdump -D -z -M no-aliases,no-notes prints them. This is a second table, without encodings: it
# uses mnemonics, operands, and the manual's D17.6 and D18.2.7.
#
# Words that objdump cannot decode are not compared. A mnemonic without a line here is a difference, too.
use strict;
use warnings FATAL => "all";

my ($vl, $svl, $listed) = @ARGV;

sub words { return map { $_ => 1 } split ' ', shift }

# -- instructions that only name general-purpose registers, or none --
my %plain = words(<<'END');
adc adcs add addg adds adr adrp and ands asrv autda autdb autdza autdzb autia autiasp autia1716 autiaz autib autib1716
autibsp autibz autiza autizb axflag bfm bic bics bti cfinv chkfeat clrbhb clrex cls clz cnt crc32b crc32cb crc32ch
crc32cw crc32cx crc32h crc32w crc32x csdb ctz dgh dmb dsb eon eor eors esb extr gmi hint irg isb lslv lsrv madd movk
movn movz mrs msr msub nop orn orr pacda pacdb pacdza pacdzb pacga pacia pacia1716 paciasp paciaz pacib pacib1716
pacibsp pacibz paciza pacizb psb pssbb rbit ret rev rev16 rev32 rmif rorv sb sbc sbcs sbfm sdiv setf16 setf8 sev sevl
smaddl smax smin smsubl smulh ssbb sub subg subp subps subs sys sysl tcancel tcommit tsb tstart ttest ubfm udiv umaddl
umax umin umsubl umulh wfe wfet wfi wfit xaflag xpacd xpaci xpaclri yield abs gcsb bfc
END
my %conditional = words('ccmn ccmp csel csinc csinv csneg');
my %traps = words('svc hvc smc brk hlt udf dcps1 dcps2 dcps3');
my %branch = (
    b => 'branch neither direct', bl => 'branch link direct',
    (map { $_ => 'branch cond neither direct' } qw(cbz cbnz tbz tbnz)),
    (map { $_ => 'branch ind neither indirect' } qw(br braa brab braaz brabz eret eretaa eretab drps)),
    (map { $_ => 'branch ind link indirect' } qw(blr blraa blrab blraaz blrabz)),
    (map { $_ => 'branch ind return indirect' } qw(ret retaa retab)),
);

# -- memory, without SVE and SME --
my (%memory, %bytes);
$memory{$_} = 'REGISTER L' for qw(ldr ldur ldp ldnp);
$memory{$_} = 'REGISTER st S' for qw(str stur stp stnp);
$memory{$_} = 'gp L' for qw(ldrb ldrh ldrsb ldrsh ldrsw ldurb ldurh ldursb ldursh ldursw ldtr ldtrb ldtrh ldtrsb ldtrsh
    ldtrsw ldpsw ldraa ldrab ld64b);
$memory{$_} = 'gp st S' for qw(strb strh sturb sturh sttr sttrb sttrh st64b st64bv st64bv0);
$memory{$_} = 'simd L vector' for qw(ld1 ld2 ld3 ld4 ld1r ld2r ld3r ld4r);
$memory{$_} = 'simd st S vector' for qw(st1 st2 st3 st4);
for my $size ('', 'b', 'h') {
    $memory{"$_$size"} = 'ext ar L' for qw(ldar ldlar ldapr ldapur);
    $memory{"$_$size"} = 'ext st ar S' for qw(stlr stllr stlur);
    $memory{"ldxr$size"} = 'ext excl L';
    $memory{"ldaxr$size"} = 'ext excl ar L';
    $memory{"stxr$size"} = 'ext st excl S';
    $memory{"stlxr$size"} = 'ext st excl ar S';
    for my $order ('', 'a', 'l', 'al') {
        my $kind = 'ext at' . ($order ? ' ar' : '') . ' L S';
        $memory{"$_$order$size"} = $kind for qw(swp cas), $size ? () : 'casp';
        $memory{"$_$order$size"} = $kind . ($order =~ /a/ ? '' : ' MAYBE')
            for map { "ld$_" } qw(add clr eor set smax smin umax umin);
    }
}
$memory{"ldapurs$_"} = 'ext ar L' for qw(b h w);
$memory{ldxp} = 'ext excl L';
$memory{ldaxp} = 'ext excl ar L';
$memory{stxp} = 'ext st excl S';
$memory{stlxp} = 'ext st excl ar S';
$memory{$_} = 'other P' for qw(prfm prfum); # D17.6.8
@memory{qw(ldg ldgm stg st2g stgm stzg stz2g stzgm stgp)} =
    ('tag L T', 'tag L T', ('tag st S T') x 3, ('unspec st S T') x 3, 'gp st S T');
@bytes{qw(ldg stg st2g stzg stz2g stgp)} = (16, 16, 32, 16, 32, 16);
for my $step (qw(p m e)) {
    for my $hint (map { my $t = $_; map { "$t$_" } '', qw(wn rn n) } '', qw(wt rt t)) {
        $memory{"$_$step$hint"} = 'copy L S E' for qw(cpy cpyf);
    }
    for my $hint ('', 't', 'n', 'tn') {
        $memory{"set$step$hint"} = 'set st S';
        $memory{"setg$step$hint"} = 'set st S T';
    }
}
# SYS by its operands: DC ZVA, GVA, GZVA; GCSPUSHX, GCSPOPCX, GCSPOPX, GCSPUSHM, GCSSS1; SYSL: GCSPOPM, GCSSS2
my %system = (
    'sys 3 7 4 1' => 'unspec st S', 'sys 3 7 4 3' => 'unspec st S T', 'sys 3 7 4 4' => 'unspec st S T',
    'sys 0 7 7 4' => 'gcs st comm S', 'sys 0 7 7 5' => 'gcs comm L', 'sys 0 7 7 6' => 'gcs comm L',
    'sys 3 7 7 0' => 'gcs st comm S', 'sysl 3 7 7 1' => 'gcs comm L', 'sys 3 7 7 2' => 'gcs st comm L S',
    'sysl 3 7 7 3' => 'gcs comm L S E',
);

# -- floating-point without vectors --
my %scalar = words(<<'END');
fabs fadd fccmp fccmpe fcmp fcmpe fcsel fcvt fdiv fjcvtzs fmadd fmax fmaxnm fmin fminnm fmov fmsub fmul fneg fnmadd
fnmsub fnmul frint32x frint32z frint64x frint64z frinta frinti frintm frintn frintp frintx frintz fsqrt fsub bfcvt
fcvtas fcvtau fcvtms fcvtmu fcvtns fcvtnu fcvtps fcvtpu fcvtzs fcvtzu scvtf ucvtf
END
my %half = words('fcvtas fcvtau fcvtms fcvtmu fcvtns fcvtnu fcvtps fcvtpu fcvtzs fcvtzu scvtf ucvtf');

my %log2 = (b => 0, h => 1, w => 2, s => 2, d => 3, q => 4);

sub is_float { return $_[0] =~ /^(?:f|bf|[su]cvtf$)/ && $_[0] !~ /^ffr/ }

sub target { return $_[0] =~ /0x([0-9a-f]+)$/ ? $1 : die "no target: $_[0]\n" }

# converts "[x0, x1, lsl #2]" and the like to a64_list's form of an address
sub address {
    my ($ops, $narrow) = @_;
    my ($inside) = $ops =~ /\[([^\[\]]*)\]$/ or die "no address: $ops\n";
    my ($base, @rest) = split /, /, $inside;
    my ($index, $vector, $extend, $shift, $offset, $multiple) = ('', '', '', 0, 0, 0);
    if ($base =~ /^z/) {
        ($vector, $base) = ("+$base", '');
        $extend = ',uxtw' if $vector =~ /s$/;
    }
    for (@rest) {
        if (/^#(-?\d+)$/) { $offset = $1 }
        elsif ($_ eq 'mul vl') { ($multiple, $offset) = ($offset, 0) }
        elsif (/^[xw](\d+|zr)$/) { $index = $1 eq 'zr' ? '' : "+x$1" }
        elsif (/^z\d+\.[sd]$/) { $vector = "+$_" }
        elsif (/^(lsl|sxtx|[su]xtw)(?: #(\d+))?$/) {
            (my $how, $shift) = ($1, $2 // 0);
            $extend = ",$how" if $how =~ /xtw/;
        }
        else { die "what is $_ in $ops?\n" }
    }
    $narrow = 0 if !$multiple;
    return sprintf ' [%s%s%s%s<<%d %+d %+dvl>>%d]',
        $base, $index, $vector, $extend, $shift, $offset, $multiple, $narrow;
}

# -- SVE and SME loads, stores, prefetches --
sub sve_memory {
    my ($name, $ops) = @_;
    my ($predicate) = $ops =~ /\bp(\d+)/;
    if ($name =~ /^prf([bhwd])$/) {
        return "sve evl=$vl P" . address($ops, 0) . " p$predicate";
    }
    if ($name =~ /^(ld|st)r$/) {
        my $st = $1 eq 'st' ? ' st' : '';
        my $does = $1 eq 'st' ? 'S' : 'L';
        return "svemem$st evl=$svl $does SM" . address($ops, 0) . ' bytes=' . $svl / 8 if $ops =~ /^za/;
        my $narrow = $ops =~ /^p/ ? 3 : 0;
        return "svemem$st evl=$vl $does" . address($ops, $narrow) . ' bytes=' . ($vl / 8 >> $narrow);
    }
    my ($way, $count, $size) = $name =~ /^(ld|st)(?:ff|nf|nt)?([1-4])(?:r?[qo]?s?)([bhwdq])$/
        or die "unknown SVE access $name\n";
    my ($repeat) = $name =~ /^ld1r([qo]?)s?[bhwd]$/;
    my ($container) = $ops =~ /^\{z[a0-9hv]*\.([bhsdq])/;
    my $memory = $log2{$size};
    my $st = $way eq 'st' ? ' st' : '';
    my $does = $way eq 'st' ? 'S' : 'L';
    if ($ops =~ /^\{za/) {
        return "svemem$st pred evl=$svl $does SM" . address($ops, 0) . " p$predicate bytes=" . $svl / 8;
    }
    my $narrow = $log2{$container} - $memory;
    if ($ops =~ /\[.*z\d/) {
        return "svemem$st pred sg evl=$vl $does" . address($ops, 0) . " p$predicate bytes=" . (1 << $memory);
    }
    if (defined $repeat) {
        my $bytes = $repeat eq 'q' ? 16 : $repeat eq 'o' ? 32 : 1 << $memory;
        return "svemem pred evl=$vl L" . address($ops, 0) . " p$predicate bytes=$bytes";
    }
    return "svemem$st pred evl=" . $vl * $count . " $does" . address($ops, $narrow) . " p$predicate bytes="
        . ($vl / 8 >> $narrow) * $count;
}

# -- SME data processing --
sub sme {
    my ($name, $ops) = @_;
    my $fp = is_float($name) ? ' fp' : '';
    return "sme ets=$svl SM" if $name =~ /^mova?$/;
    if ($name eq 'zero') {
        # za0.h consists of every second tile of 64-bit elements; objdump names the largest tiles that fit
        my %step = (d => 8, s => 4, h => 2);
        my $tiles = $ops eq '{za}' ? 8 : 0;
        $tiles += 8 / $step{$_} for $ops =~ /za\d\.([hsd])/g;
        return 'sme ets=' . ($tiles == 8 ? 4294967295 : $tiles * $svl * $svl / 64 || 128) . ' SM';
    }
    my ($element) = $ops =~ /^za\d\.([sd])/ or die "unknown SME $name $ops\n";
    return "sme$fp ets=" . $svl * $svl / (8 << $log2{$element}) . ' SM';
}

# -- SVE data processing --
sub sve {
    my ($name, $ops) = @_;
    my $fp = is_float($name) ? ' fp' : '';
    my $merges = $ops =~ /^z\d+/ && $ops =~ /\bp\d+\/[mz]/ && $name !~ /^sel$/;
    return 'sve' . ($merges ? ' pred' : '') . $fp . " evl=$vl";
}

my %not_vectors = words('addvl addpl rdvl addsvl addspl rdsvl ctermeq ctermne cntb cnth cntw cntd');

sub expect {
    my ($name, $ops) = @_;
    if ($name =~ /^(b|bc)\.\w+$/) { return 'branch cond neither direct=' . target($ops) }
    if (my $kind = $branch{$name}) { return $kind =~ / direct$/ ? "$kind=" . target($ops) : $kind }
    return 'other' if $name =~ /^sm(?:start|stop)$/;
    return 'other exception' if $traps{$name};
    return 'other cond' if $conditional{$name};
    return 'other' if $not_vectors{$name} && $ops !~ /\b[vz]\d/;
    return 'other' if $name =~ /^(?:[su]?q?)(?:inc|dec)[bhwd]$/ && $ops !~ /^z/;
    return sme($name, $ops) if $name =~ /^(?:zero|mova)$/ || $name eq "mov" && $ops =~ /\bza/
        || $ops =~ /^za/ && $name !~ /^(?:ld|st)r$/;
    return sve_memory($name, $ops) if $name =~ /^(?:ld|st)(?:ff|nf|nt)?[1-4]/ && $ops =~ /^\{z/
        || $name =~ /^prf[bhwd]$/ || $name =~ /^(?:ld|st)r$/ && $ops =~ /^(?:[zp]\d|za)/;
    if ($name =~ /^sysl?$/) {
        my @number = $ops =~ /(?:#|C)(\d+)/g;
        my $kind = $system{"$name @number"} // 'other';
        return $kind if $kind !~ /^unspec/;
        return "$kind [" . ($ops =~ /(x\d+)$/ ? $1 : '') . '<<0 +0 +0vl>>0]';
    }
    if (my $kind = $memory{$name}) { return memory($kind, $name, $ops) }
    if ($ops =~ /\b[zp]\d+(?:[.\/,]|$)/ || $name =~ /^(?:set|rd|wr)ffrs?$/) { return sve($name, $ops) }
    if ($ops =~ /\b[bhsdqv]\d+\b/) { return simd($name, $ops) }
    return 'other' if $plain{$name};
    return undef;
}

sub memory {
    my ($kind, $name, $ops) = @_;
    my $class = $ops =~ /^[bhsdq]\d/ ? 'simd' : 'gp';
    if ($kind =~ s/REGISTER/$class/) { $kind .= ' scalar' if $class eq 'simd' }
    if ($kind =~ s/ MAYBE// && $ops =~ /^[wx](?:\d+|zr), [wx]zr,/) { $kind =~ s/ext at(.*) L S/ext st at$1 S/ }
    if ($name =~ /^prfu?m$/ && $ops !~ /\[/) { return "$kind literal=" . target($ops) }
    if ($kind =~ / [PT]$/ && $kind !~ /^set/) {
        $ops =~ s/\], #-?\d+$/]/; # post-indexed: the base alone
        $kind .= address($ops =~ s/!$//r, 0) . ($bytes{$name} ? " bytes=$bytes{$name}" : '');
    }
    return $kind;
}

sub simd {
    my ($name, $ops) = @_;
    return 'other fp cond' if $name =~ /^fc(?:sel|cmpe?)$/ && $name !~ /^fcmp/;
    my $vector = $ops =~ /\bv\d/ && !($name eq 'fmov' && $ops =~ /\bx(?:\d+|zr)\b/);
    my $both = $half{$name} && $ops !~ /\b[wx](?:\d+|zr)\b/;
    return 'other fp' if $scalar{$name} && !$vector && !$both;
    return 'other' . (is_float($name) ? ' fp' : '') . ' ase';
}

sub main {
    open my $list, '<', $listed or die "$listed: $!\n";
    my (%count, %mnemonics, $differences, $unknown, $taken);
    ($differences, $unknown, $taken) = (0, 0, 0);
    while (<STDIN>) {
        my ($pc, $word, $name, $ops) = /^\s*([0-9a-f]+):\t([0-9a-f]{8}) \t(\S+)\s*(.*?)\s*$/ or next;
        my $line = <$list> // die "$listed ends before $pc\n";
        chomp $line;
        my ($pc2, $word2, $known, $got) = split ' ', $line, 4;
        die "out of step at $pc: $line\n" if $pc ne $pc2 || $word ne $word2;
        if ($name =~ /^\./ || $ops =~ /undefined/) {
            $unknown++;
            $taken++ if $known && $got !~ /^other/;
            next;
        }
        $ops =~ s{\s*(?://|;).*}{};
        my $want = eval { expect($name, $ops) } // "no line for $name $ops" . ($@ ? ": $@" : '');
        chomp $want;
        $count{(split / \[| direct=| literal=/, $want)[0]}++;
        $mnemonics{$name}++;
        next if $known && $got eq $want;
        print "$pc $word $name $ops\n    table: ", ($known ? '' : '(unknown) '), "$got\n    expected: $want\n"
            if $differences++ < 20;
    }
    my $all = 0;
    $all += $_ for values %count;
    printf "compared %d, %d mnemonics, different %d; not known to objdump %d, of which memory or branch here %d\n",
        $all, scalar keys %mnemonics, $differences, $unknown, $taken;
    printf "kind %8d %s\n", $count{$_}, $_ for sort { $count{$b} <=> $count{$a} || $a cmp $b } keys %count;
    my @all = $ENV{A64_ALL} ? (keys %memory, keys %branch, keys %traps, keys %conditional) : ();
    my @unseen = grep { !$mnemonics{$_} } @all;
    print "not in the files: @unseen\n" if @unseen;
    exit($differences || !$all || @unseen ? 1 : 0);
}
main();
