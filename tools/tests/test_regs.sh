#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-regs from a user's view: registers as text, what follows from several registers, and rejected input.
# long lines: what the programs print
# needs: coreutils perl
set -u
. tests/tap.sh
need perl
. tools/tests/programs.sh
regs=$build/spe-regs

# follows WANT NAME REGISTER ...: the last line
follows() {
    local want=$1 name=$2
    shift 2
    is "$("$regs" "$@" | tail -1)" "$want" "$name"
}

# -- the command line --
for option in --help -h; do
    run "$regs" $option
    is "$status $(head -c 15 "$tmp/out") $(wc -c <"$tmp/err")" "0 usage: spe-regs 0" "$option"
done
run "$regs" --version
is "$status $(cat "$tmp/out")" "0 spe-regs (libspe) $version" "--version"
fails 2 "^Try 'spe-regs --help'" "unknown option" "$regs" --nonsense
fails 2 "^spe-regs: NAME=VALUE: missing" "nothing" "$regs"
fails 2 "^spe-regs: pmsidr=1: not allowed with --list$" "--list and more" "$regs" --list pmsidr=1
fails 2 "^spe-regs: --list: cannot be combined with --format$" "--list in a form" "$regs" --list --format=json
fails 2 "^spe-regs: csv: not a format; use text or json$" "no such format" "$regs" --format=csv pmsidr=1
fails 2 "^spe-regs: pmsidr: not NAME=VALUE$" "no value" "$regs" pmsidr
fails 2 "^spe-regs: PMSIDR_EL1=2: a register given twice$" "twice" "$regs" pmsidr=1 PMSIDR_EL1=2
for name in nonsense xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx S3_0_C1_C1_1 S3_0_C9_C9_8; do
    fails 2 "^spe-regs: $name=1: $name: no such register; --list prints them$" "name '$name'" "$regs" "$name=1"
done
for name in '' xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; do
    fails 2 "^spe-regs: $name=1: no such register; --list prints them$" "name '$name'" "$regs" "$name=1"
done
# similar names
fails 2 "^spe-regs: pmscr=1: pmscr: PMSCR_EL1 or PMSCR_EL2\?$" "either of two" "$regs" pmscr=1
fails 2 "^spe-regs: PmBsR=1: PmBsR: PMBSR_EL1, PMBSR_EL2 or PMBSR_EL3\?$" "one of three" "$regs" PmBsR=1
fails 1 "^spe-regs: standard input:2: mdcr: MDCR_EL2 or MDCR_EL3\?$" "either of two in lines" sh -c \
    "printf '\nmdcr=1' | $regs -"
fails 2 "^spe-regs: .*: pmsidr_: no such register; is it PMSIDR_EL1\?" "half a name" "$regs" pmsidr_=1
fails 2 "^spe-regs: .*: pmsidr_el2: no such register; is it PMSIDR_EL1\?" "another level" "$regs" pmsidr_el2=1
fails 2 "^spe-regs: .*: pmsdir: no such register; is it PMSIDR_EL1\?" "letters that change places" "$regs" pmsdir=1
fails 2 "^spe-regs: .*: pmslatf: no such register; is it PMSLATFR_EL1\?" "a letter that is missing" "$regs" pmslatf=1
fails 2 "^spe-regs: .*: PMXSIDR_EL1: no such register; is it PMSIDR_EL1\?" "a letter too many" "$regs" PMXSIDR_EL1=1
fails 2 "^spe-regs: .*: pmsiir: no such register; is it PMSIDR_EL1, PMSICR_EL1 or PMSIRR_EL1\?" "near to several" \
    "$regs" pmsiir=1
run "$regs" "$(printf 'p\033\nmsidr=1')"
is "$(head -1 "$tmp/err" | cut -d: -f2-4)" " p\x1b\x0amsidr=1: p??msidr: no such register; is it PMSIDR_EL1?" \
    "no control characters in a name"
for value in '' x 0x 1x 0xg -1 1_ _1 0x_1 18446744073709551616 0x10000000000000000 ' 1' '1 '; do
    fails 2 "^spe-regs: pmsidr=$value: not a decimal or 0x number of 64 bits$" "value '$value'" "$regs" "pmsidr=$value"
done
for name in PMSIDR_EL1 pmsidr s3_0_c9_c9_7 S3_0_C9_C9_7; do
    is "$("$regs" "$name=1" | head -1)" "PMSIDR_EL1 0x1" "name '$name'"
done
is "$("$regs" pmscr_el12=1 S3_5_C9_C10_3=2 | grep _EL1)" "PMSCR_EL1 0x1
PMBSR_EL1 0x2" "names that EL2 has for EL1's registers"
fails 2 "^spe-regs: S3_0_C9_C9_7=2: a register given twice$" "twice, by encoding" "$regs" pmsidr=1 S3_0_C9_C9_7=2
for value in 0x10 16 0X1_0 1_6 1__6 0x0000000000000000010; do
    is "$("$regs" "PmsLatFr=$value" | head -1)" "PMSLATFR_EL1 0x10" "value $value"
done
is "$("$regs" PMBPTR_el1=0xffff_FFFF_ffff_ffff | head -1)" "PMBPTR_EL1 0xffffffffffffffff" "the largest value"
is "$("$regs" pmbptr=18446744073709551615 | head -1)" "PMBPTR_EL1 0xffffffffffffffff" "... in decimal"
fails 1 '^spe-regs: standard input: ' "a closed input" sh -c "$regs - <&-"

# -- standard input --
printf '# registers\n\n  pmslatfr_el1=3  \r\nPMSIRR=0x1001 # interval\nPMSICR=1' >"$tmp/in"
is "$("$regs" - pmsidr=1 <"$tmp/in" | grep -c EL1)" 4 "lines, comments and arguments"
is "$("$regs" - </dev/null | wc -c)" 0 "nothing from nothing"
fails 1 '^spe-regs: standard input:2: x: no such register; --list prints them$' "a wrong line" sh -c \
    "printf '#\nx=1\n' | $regs -"
fails 1 '^spe-regs: standard input:1: not NAME=VALUE$' "a line without a value" sh -c "echo pmsidr | $regs -"
fails 1 '^spe-regs: standard input:2: a register given twice$' "twice on standard input" sh -c \
    "printf 'pmsidr=1\npmsidr=1\n' | $regs -"
is "$({ yes '#' | head -c 65524; printf 'PMSLATFR=7\n#'; } | "$regs" - 2>&1 | head -1)" "PMSLATFR_EL1 0x7" \
    "65,536 bytes"
fails 1 '^spe-regs: standard input: too long; at most 64 KiB' "a byte more" sh -c "(yes '#' | head -c 65526; echo PMSLATFR=7) | $regs -"
fails 1 '^spe-regs: standard input: not text' "no text" sh -c "printf 'pmsidr=1\n\0' | $regs -"
random_bytes 60000 >"$tmp/random"
ok "random bytes end it in order" sh -c "$regs - <'$tmp/random' >/dev/null 2>&1; [ \$? -eq 1 ]"

# -- the registers --
is "$("$regs" --list | grep -c '^[A-Z]')" 36 "--list has all registers"
is "$("$regs" --list | grep -c '^  \[')" 182 "and all fields, the parts of MSS and MSS2 too"
is "$("$regs" --list | sed -n '/^PMBLIMITR/,/^PMBPTR/p')" 'PMBLIMITR_EL1 S3_0_C9_C10_0, needs FEAT_SPE
  [63:12]  LIMIT, reset UNKNOWN
  [7]      nVM, reset UNKNOWN, needs FEAT_SPE_nVM
  [5]      PMFZ, reset UNKNOWN, needs FEAT_SPEv1p2
  [2:1]    FM, reset UNKNOWN
  [0]      E, reset 0
PMBPTR_EL1 S3_0_C9_C10_1, needs FEAT_SPE' "as they are"
is "$("$regs" --list | grep -A1 -E '^(ID_AA64DFR0|HDFGRTR_EL2)')" 'ID_AA64DFR0_EL1 S3_0_C0_C5_0
  [35:32]  PMSVer, read-only
--
HDFGRTR_EL2 S3_4_C3_C1_4, needs FEAT_FGT
  [63]     PMBIDR_EL1, reset 0 or UNKNOWN, needs FEAT_SPE' "what nothing is needed for; what is 0 at the top"
is "$("$regs" --list | grep -A1 '^MDCR_EL2')" 'MDCR_EL2 S3_4_C1_C1_1, needs EL2
  [36]     HPMFZS, needs FEAT_SPEv1p2' "a reset that is not told"
is "$("$regs" pmsidr=0x26497)" 'PMSIDR_EL1 0x26497
  [32]     SME 0
  [31:28]  ALTCLK 0 (not implemented, or the CPU'\''s clock)
  [27]     FPF 0
  [26]     EFT 0
  [25]     CRR 0
  [24]     PBT 0
  [23:20]  Format 0 (version 0)
  [19:16]  CountSize 2 (12-bit)
  [15:12]  MaxSize 6 (64 bytes)
  [11:8]   Interval 4 (1024)
  [7]      FDS 1
  [6]      FnE 0
  [5]      ERnd 0
  [4]      LDS 1
  [3]      ArchInst 0
  [2]      FL 1
  [1]      FT 1
  [0]      FE 1' "PMSIDR_EL1"
run "$regs" pmsirr=0x1003
is "$status $(grep warning "$tmp/out") $(wc -c <"$tmp/err")" "0   warning: reserved bits are set: 0x2 0" \
    "reserved bits are a warning in the text"
is "$("$regs" pmsevfr=0x1082 | tail -1)" "  [63:0]   E 0x1082 (retired, mispredicted, E12)" "events by name"
is "$("$regs" id_aa64dfr0=0x0123456789abcdef | tail -1)" "  [35:32]  PMSVer 7 (reserved)" \
    "of ID_AA64DFR0_EL1 PMSVer only"

# -- what follows from them --
follows 'features: FEAT_SPEv1p2; records of up to 64 bytes; at multiples of 64 bytes; 12-bit counters; filter by events; filter by operation type; filter by latency; filter by data source; data sources of loads; FEAT_SPE_FDS is newer than this version' \
    features pmsidr=0x26497 id_aa64dfr0=0x300000000 pmbidr=6
is "$("$regs" pmscr_el1=0x6b pmblimitr=0x12001 pmbsr_el1=0 mdcr_el2=0x3000 | grep '^profiling:')" \
    'profiling: EL1 in Non-secure state owns the buffer; EL0 on, CONTEXTIDR_EL1, timestamps (virtual); EL1 on, CONTEXTIDR_EL1, timestamps (virtual); taken as 0: PMSCR_EL2, ID_AA64PFR0_EL1, HCR_EL2' "who owns the buffer, what is collected, what was not given"
is "$("$regs" pmscr_el1=0x71 pmblimitr=0x12001 pmbsr_el1=0x20001 id_aa64pfr0=0x11 | grep '^profiling:')" \
    'profiling: EL1 in Non-secure state owns the buffer; stopped; EL0 off, data physical addresses, timestamps (physical)' "a core without EL2 and EL3, stopped"
is "$("$regs" pmscr_el1=2 pmscr_el2=0 hcr_el2=0 pmblimitr=0x12001 pmbsr_el1=0 mdcr_el2=0x1000 | grep '^profiling:')" \
    'profiling: the owner of the buffer hangs on a reserved value; EL0 open, timestamps (CONSTRAINED UNPREDICTABLE); EL1 open, timestamps (CONSTRAINED UNPREDICTABLE); EL2 open, timestamps (CONSTRAINED UNPREDICTABLE); taken as 0: ID_AA64PFR0_EL1' "a reserved owner"
is "$("$regs" pmscr_el1=3 pmblimitr=0x80000001 pmbsr_el1=0 pmscr_el2=0x300 pmbsr_el2=0x20000 mdcr_el2=0x3000 hcr_el2=0 \
    id_aa64pfr0=0x111 id_aa64dfr0=0x600000000 id_aa64dfr2=0x110000 | grep '^profiling:')" \
    'profiling: EL1 in Non-secure state owns the buffer; stopped; EL0 off; EL1 off' "features without PMSIDR_EL1"
is "$("$regs" pmscr_el1=0x21 pmblimitr=0x80000001 pmbsr_el1=0 id_aa64pfr0=0x11 |
    sed -n 's/^profiling:.*timestamps (\([^)]*\)).*/\1/p; s/^timestamp: \([a-z -]*\),.*/\1/p' | uniq)" \
    "physical" "a core without EL2 has no virtual offset, whatever PMSCR_EL1.PCT is said to be"
is "$("$regs" pmsevfr=0x83 | sed -n 's/^  //p')" "[63:0]   E 0x83 (retired, mispredicted)
warning: reserved bits are set: 0x1" "what is RAZ/WI is no event"
is "$("$regs" pmbsr_el1=0x178020001 | grep warning)" "  warning: reserved bits are set: 0x100000001" \
    "what is RES0 with an event class"
is "$("$regs" pmscr_el1=0xe1 pmscr_el2=0xc0 hcr_el2=0 mdcr_el2=0x3000 pmblimitr=0x80000001 pmbsr_el1=0 id_aa64pfr0=0x111 |
    sed -n 's/^profiling:.*timestamps (\([^)]*\)).*/\1/p; s/^timestamp: \([a-z -]*\),.*/\1/p' | uniq)" \
    "physical - physical offset" "FEAT_ECV is taken to be there"
is "$("$regs" pmscr_el1=0xe1 pmscr_el2=0xc0 hcr_el2=0 mdcr_el2=0x3000 pmblimitr=0x80000001 pmbsr_el1=0 id_aa64pfr0=0x111 id_aa64mmfr0=0 |
    sed -n 's/^profiling:.*timestamps (\([^)]*\)).*/\1/p; s/^timestamp: \([a-z -]*\),.*/\1/p' | uniq)" \
    "physical" "... unless ID_AA64MMFR0_EL1 says that it is not"
follows 'interval: 4097 to 4352 operations, 4224.5 in the mean, if PMSIDR_EL1.ERnd is 0' "the interval" pmsirr=0x1001
follows 'interval: 4097 to 4352 operations, 4224.5 in the mean' "the interval without ERnd" pmsirr=0x1001 pmsidr=0x26417
follows 'interval: 3842 to 4352 operations, 4097 in the mean' "the interval with ERnd, of any format" pmsirr=0x1001 \
    pmsidr=0x926437
follows 'interval: 513 to 513 operations, 513 in the mean; less than the 1024 that the core'"'"'s maker recommends' \
    "a short interval" pmsirr=0x200 pmsidr=0x26417
follows 'interval: UNKNOWN, as INTERVAL is 0' "no interval" pmsirr=1
follows 'timestamp: virtual, if EL2 is not enabled; otherwise see PMSCR_EL2' "PCT without FEAT_ECV" pmscr_el1=0xa0 \
    id_aa64mmfr0=0
follows 'features: a version of FEAT_SPE that this program does not know' "an unknown version" pmsidr=0 id_aa64dfr0=0x700000000
follows 'features: records are of a format that this program does not know' "another format" pmsidr=0x100000 \
    id_aa64dfr0=0x100000000
follows 'buffer: 8191 bytes are free; 127 records surely fit' buffer pmbptr=0x10001 pmblimitr=0x12001 pmsidr=0x26497 \
    pmbidr=6
follows 'buffer: 8191 bytes are free; 127 records surely fit, if they need no alignment (PMBIDR_EL1)' \
    "without PMBIDR_EL1" \
    pmbptr=0x10001 pmblimitr=0x12001 pmsidr=0x26497
follows 'buffer: 8192 bytes are free; PMSIDR_EL1 says how many records fit' "without PMSIDR_EL1" pmbptr=0x10000 \
    pmblimitr=0x12001
follows 'buffer: 0 bytes are free, as it is not enabled' "not enabled" pmbptr=0x10000 pmblimitr=0x12000
follows 'buffer: 0 bytes are free, as it is full' full pmbptr=0x12000 pmblimitr=0x12001
follows 'buffer: 0 bytes are free, as it is in discard mode' discarded pmbptr=0x10000 pmblimitr=0x12005
follows 'timestamp: physical, if EL2 is not enabled; otherwise see PMSCR_EL2' "PMSCR_EL1 alone" pmscr_el1=0x60
follows 'timestamp: none, if EL2 owns the buffer; otherwise see PMSCR_EL1' "PMSCR_EL2 alone" pmscr_el2=0x40
follows 'timestamp: virtual, if EL1 owns the buffer; none, if EL2 does; physical, if EL2 is not enabled' "both" \
    pmscr_el1=0x60 pmscr_el2=0
follows 'timestamp: physical - physical offset, if EL1 owns the buffer; physical - physical offset, if EL2 does; physical, if EL2 is not enabled' \
    "offset" pmscr_el1=0x60 pmscr_el2=0xe0
follows 'event: buffer full; data lost; collision' "buffer full" pmbsr_el1=0xb0001
follows 'event: stage 1 fault: translation fault, level 3' "a fault" pmbsr_el1=0x90020007
follows 'event: no event' "no event" pmbsr_el1=0
is "$("$regs" pmblimitr=0x80001001 pmbsr_el1=0x20001 | grep -c '^to resume: .*DEN0154')" 1 "stopped while the buffer is enabled"
is "$({ "$regs" pmblimitr=0x80001000 pmbsr_el1=0x20001; "$regs" pmblimitr=0x80001001 pmbsr_el1=1; } | grep -c DEN0154)" 0 \
    "... not if it is disabled, or not stopped"
follows 'event for EL2: buffer full' "buffer full, as EL2 is told" pmbsr_el2=0x20001
follows 'event for EL3: stage 2 fault: permission fault, level 1' "a fault, as EL3 is told" pmbsr_el3=0x9402000d
follows 'latency: MINLAT acts as 5, as counters have 12 bits' "MINLAT of 16 bits" pmslatfr=0x1005 pmsidr=0x26497
follows '  [15:0]   MINLAT 4095' "MINLAT of 12 bits" pmslatfr=0xfff pmsidr=0x26497
follows '  [15:0]   MINLAT 4101' "MINLAT where counters have 16 bits" pmslatfr=0x1005 pmsidr=0x36497

# -- lines that look like the program's output --
for line in '[   12.3] PMSCR_EL1=0x5' 'timestamp: PMSCR_EL1=5'; do
    fails 1 'no such register' "$line" sh -c "echo '$line' | $regs -"
done
is "$(printf 'PMSCR_EL1 = 1\n' | "$regs" - | head -1)" "PMSCR_EL1 0x1" "blanks around ="

# -- parts of MSS and MSS2, by EC --
is "$("$regs" pmbsr_el1=0x20001 | tail -2)" "  [5:0]    BSC 1 (buffer filled)
event: buffer full" "BSC of an event that is no fault"
is "$("$regs" pmbsr_el1=0x90020007 | sed -n '/MSS 0x7/,$p')" "  [15:0]   MSS 0x7
  [5:0]    FSC 7 (translation fault, level 3)
  [40]     TopLevel 0
event: stage 1 fault: translation fault, level 3" "FSC of a fault"
is "$("$regs" pmbsr_el2=0x1e09402000d | sed -n '/FSC/,$p')" "  [5:0]    FSC 13 (permission fault, level 1)
  [40]     TopLevel 1
  [39]     AssuredOnly 1
  [38]     Overlay 1
  [37]     DirtyBit 1
event for EL2: stage 2 fault: permission fault, level 1; TopLevel; AssuredOnly; Overlay; DirtyBit" \
    "all of a permission fault at stage 2"
is "$("$regs" pmbsr_el1=0x7c021234 | sed -n '/ MSS /,$p')" "  [15:0]   MSS 0x1234
event: IMPLEMENTATION DEFINED" "neither where an implementation says what MSS is"

is "$("$regs" pmbsr_el1=0x90020007)" "$(sed -n '/^\$ spe-regs pmbsr_el1=0x90020007$/,/^\.Ed/p' tools/man/spe-regs.1 |
    sed '1d;$d')" \
    "as in the man page"

# -- its own output, and the library's, is read again --
mapfile -t all < <(paste -d= <("$regs" --list | grep -oE '^[A-Z0-9_]+\b') \
    <(od -An -v -w8 -tx8 "$tmp/random" | sed 's/^ */0x/') | grep '^[A-Z].*=')
"$regs" "${all[@]}" >"$tmp/printed"
is "$(grep -cE '^[A-Z0-9_]+ 0x' "$tmp/printed")" 36 "all registers with any values"
"$regs" - <"$tmp/printed" >"$tmp/again" 2>&1
ok "what was printed is read, and gives the same" cmp "$tmp/printed" "$tmp/again" ||
    diag "$(diff "$tmp/printed" "$tmp/again" | head -5)"
"$regs" pmsidr=0x26497 id_aa64dfr0=0x300000000 pmbidr=6 pmbptr=0x10001 pmblimitr=0x12001 pmscr_el1=0x60 \
    pmbsr_el1=0xb0001 \
    pmbsr_el2=0 pmbsr_el3=0 pmslatfr=0x1005 pmsirr=2 >"$tmp/printed"
is "$(grep -cE '^(features|buffer|timestamp|latency|event|event for EL2|event for EL3): ' "$tmp/printed")" 7 \
    "with what follows"
"$regs" - <"$tmp/printed" >"$tmp/again" 2>&1
ok "that is read, too" cmp "$tmp/printed" "$tmp/again"
is "$(printf 'PMSIRR_EL1 0x1001: INTERVAL 16 (4096), RND 1\n' | "$regs" - | head -1)" "PMSIRR_EL1 0x1001" \
    "a line of spe_sysreg_text()"
fails 1 '^spe-regs: standard input:1: eventful:: no such register' "another line is no output of it" sh -c "echo 'eventful: 1' | $regs -"

# -- JSON --
"$regs" --format=json "${all[@]}" >"$tmp/json"
is "$("$regs" --format=json pmblimitr=0x80001083 pmbptr=0x80000000)" '{"registers": [
    {"name": "PMBLIMITR_EL1", "encoding": "S3_0_C9_C10_0", "value": "0x80001083", "needs": "FEAT_SPE", "reserved": "0x0", "fields": [
        {"name": "LIMIT", "high": 63, "low": 12, "value": "0x80001000", "meaning": null, "needs": null},
        {"name": "nVM", "high": 7, "low": 7, "value": "0x1", "meaning": "physical addresses", "needs": "FEAT_SPE_nVM"},
        {"name": "PMFZ", "high": 5, "low": 5, "value": "0x0", "meaning": null, "needs": "FEAT_SPEv1p2"},
        {"name": "FM", "high": 2, "low": 1, "value": "0x1", "meaning": "reserved", "needs": null},
        {"name": "E", "high": 0, "low": 0, "value": "0x1", "meaning": null, "needs": null}]},
    {"name": "PMBPTR_EL1", "encoding": "S3_0_C9_C10_1", "value": "0x80000000", "needs": "FEAT_SPE", "reserved": "0x0", "fields": [
        {"name": "PTR", "high": 63, "low": 0, "value": "0x80000000", "meaning": null, "needs": null}]}],
 "follows": {"buffer": "4096 bytes are free; PMSIDR_EL1 says how many records fit"}}' "JSON as it is"
is "$("$regs" --format=json - </dev/null)" '{"registers": [],
 "follows": {}}' "nothing, as JSON"
# makes the text again from JSON, where each field's value is in decimal or hexadecimal
"$regs" --format=text "${all[@]}" >"$tmp/text"
perl -MJSON::PP -Mbigint=hex -e '
    my $told = decode_json(do { local $/; open my $f, "<", $ARGV[0]; <$f> });
    open my $text, "<", $ARGV[1];
    sub line { my $got = <$text> // ""; chomp $got; print "$got, not $_[0]\n" unless grep { $_ eq $got } @_; }
    for my $r (@{$told->{registers}}) {
        line("$r->{name} $r->{value}");
        for my $f (@{$r->{fields}}) {
            my $bits = $f->{high} == $f->{low} ? "[$f->{high}]" : "[$f->{high}:$f->{low}]";
            my $meaning = defined $f->{meaning} ? " ($f->{meaning})" : "";
            line(map { sprintf("  %-8s %s %s%s", $bits, $f->{name}, $_, $meaning) } $f->{value}, hex($f->{value}) . "");
        }
        line("  warning: reserved bits are set: $r->{reserved}") if $r->{reserved} ne "0x0";
    }
    my %follows = %{$told->{follows}};
    while (<$text>) { chomp; my ($head, $words) = split /: /, $_, 2; print "$_\n" if delete $follows{$head} ne $words; }
    print "more follows\n" if %follows;' "$tmp/json" "$tmp/text" >"$tmp/differ" 2>&1
is "$(head -3 "$tmp/differ")" "" "JSON of any values says what the text says"

done_testing
