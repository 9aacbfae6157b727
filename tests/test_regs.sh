#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-regs as its users meet it: registers to text, what follows from several, what it refuses.
# needs: coreutils perl
set -u
. tests/tap.sh
need perl
build=${BUILD:-build}
regs=$build/spe-regs
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# run COMMAND ...: leaves $tmp/out, $tmp/err and $status
run() {
    "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    status=$?
}

# fails STATUS MESSAGE NAME COMMAND ...: ends with the status, with the message (a regular expression) on standard error
fails() {
    local want=$1 message=$2 name=$3
    shift 3
    run "$@"
    is "$status" "$want" "$name: exit status"
    ok "$name: message" grep -qE -- "$message" "$tmp/err" || diag "$(cat "$tmp/err")"
}

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
is "$status $(cat "$tmp/out")" "0 spe-regs (libspe) $(sed -n 's/^#define SPE_VERSION_STRING "\(.*\)"/\1/p' include/libspe/base.h)" "--version"
fails 2 "^Try 'spe-regs --help'" "unknown option" "$regs" --nonsense
fails 2 "^spe-regs: takes NAME=VALUE" "nothing" "$regs"
fails 2 "^spe-regs: takes nothing with --list: pmsidr=1$" "--list and more" "$regs" --list pmsidr=1
fails 2 "^spe-regs: not NAME=VALUE: pmsidr$" "no value" "$regs" pmsidr
fails 2 "^spe-regs: a register given twice: PMSIDR_EL1=2$" "twice" "$regs" pmsidr=1 PMSIDR_EL1=2
for name in pmscr pmsidr_el2 nonsense '' pmsidr_ xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; do
    fails 2 "^spe-regs: not the name of one register, --list prints them: $name=1$" "name '$name'" "$regs" "$name=1"
done
for value in '' x 0x 1x 0xg -1 1_ _1 0x_1 1__0 18446744073709551616 0x10000000000000000 ' 1' '1 '; do
    fails 2 "^spe-regs: not a decimal or 0x number of 64 bits: pmsidr=$value$" "value '$value'" "$regs" "pmsidr=$value"
done
for value in 0x10 16 0X1_0 1_6 0x0000000000000000010; do
    is "$("$regs" "PmsLatFr=$value" | head -1)" "PMSLATFR_EL1 0x10" "value $value"
done
is "$("$regs" PMBPTR_el1=0xffff_FFFF_ffff_ffff | head -1)" "PMBPTR_EL1 0xffffffffffffffff" "the largest value"
is "$("$regs" pmbptr=18446744073709551615 | head -1)" "PMBPTR_EL1 0xffffffffffffffff" "... in decimal"
fails 1 '^spe-regs: No space left on device: standard output$' "a full disk" sh -c "$regs pmsidr=1 >/dev/full"
fails 1 '^spe-regs: .*: standard output$' "a closed output" sh -c "$regs pmsidr=1 >&-"
fails 1 '^spe-regs: .*: standard input$' "a closed input" sh -c "$regs - <&-"

# -- standard input --
printf '# registers\n\n  pmslatfr_el1=3  \r\nPMSIRR=0x1001 # interval\nPMSICR=1' >"$tmp/in"
is "$("$regs" - pmsidr=1 <"$tmp/in" | grep -c EL1)" 4 "lines, comments and arguments"
is "$("$regs" - </dev/null | wc -c)" 0 "nothing from nothing"
fails 1 '^spe-regs: not the name of one register, .*: standard input:2$' "a wrong line" sh -c "printf '#\nx=1\n' | $regs -"
fails 1 '^spe-regs: not NAME=VALUE: standard input:1$' "a line without '='" sh -c "echo pmsidr 1 | $regs -"
fails 1 '^spe-regs: a register given twice: standard input:2$' "twice on standard input" sh -c "printf 'pmsidr=1\npmsidr=1\n' | $regs -"
fails 1 '^spe-regs: more than 64 KiB' "too much" sh -c "yes '#' | head -c 70000 | $regs -"
fails 1 '^spe-regs: holds a zero byte' "no text" sh -c "printf 'pmsidr=1\n\0' | $regs -"
ok "random bytes end it in order" sh -c "head -c 60000 /dev/urandom | $regs - >/dev/null 2>&1; [ \$? -eq 1 ]"

# -- the registers --
is "$("$regs" --list | grep -c '^[A-Z]')" 15 "--list has all registers"
is "$("$regs" --list | grep -c '^  \[')" 71 "and all fields, BSC and FSC too"
is "$("$regs" --list | sed -n '/^PMBLIMITR/,/^PMBPTR/p')" 'PMBLIMITR_EL1
  [63:12]  LIMIT
  [5]      PMFZ
  [2:1]    FM
  [0]      E
PMBPTR_EL1' "as they are"
is "$("$regs" pmsidr=0x26497)" 'PMSIDR_EL1 0x26497
  [32]     SME 0
  [31:28]  ALTCLK 0 (not implemented)
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
is "$status $(tail -1 "$tmp/out") $(wc -c <"$tmp/err")" "0   warning: reserved bits are set: 0x2 0" "reserved bits are a warning in the text"
is "$("$regs" pmsevfr=0x1082 | tail -1)" "  [63:0]   E 0x1082 (retired, mispredicted, E12)" "events by name"
is "$("$regs" id_aa64dfr0=0x0123456789abcdef | tail -1)" "  [35:32]  PMSVer 7 (reserved)" "of ID_AA64DFR0_EL1 PMSVer only"

# -- what follows from them --
follows 'features: FEAT_SPEv1p2; records of up to 64 bytes; at multiples of 64 bytes; 12-bit counters; filter by events; filter by operation type; filter by latency; filter by data source; data sources of loads' \
    features pmsidr=0x26497 id_aa64dfr0=0x300000000 pmbidr=6
follows 'features: later than FEAT_SPEv1p5' "an unknown version" pmsidr=0 id_aa64dfr0=0x700000000
follows 'features: records are of a format that this program does not know' "another format" pmsidr=0x100000 id_aa64dfr0=0x100000000
follows 'buffer: 8191 bytes are free; 127 records surely fit' buffer pmbptr=0x10001 pmblimitr=0x12001 pmsidr=0x26497 pmbidr=6
follows 'buffer: 8191 bytes are free; 127 records surely fit, if they need no alignment (PMBIDR_EL1)' "without PMBIDR_EL1" \
    pmbptr=0x10001 pmblimitr=0x12001 pmsidr=0x26497
follows 'buffer: 8192 bytes are free; how many records fit, PMSIDR_EL1 tells' "without PMSIDR_EL1" pmbptr=0x10000 pmblimitr=0x12001
follows 'buffer: 0 bytes are free, as it is not enabled' "not enabled" pmbptr=0x10000 pmblimitr=0x12000
follows 'buffer: 0 bytes are free, as it is full' full pmbptr=0x12000 pmblimitr=0x12001
follows 'buffer: 0 bytes are free, as it is in discard mode' discarded pmbptr=0x10000 pmblimitr=0x12005
follows 'timestamp: physical, if EL2 is not enabled; else PMSCR_EL2 tells' "PMSCR_EL1 alone" pmscr_el1=0x60
follows 'timestamp: none, if EL2 owns the buffer; else PMSCR_EL1 tells' "PMSCR_EL2 alone" pmscr_el2=0x40
follows 'timestamp: virtual, if EL1 owns the buffer; none, if EL2 does; physical, if EL2 is not enabled' "both" pmscr_el1=0x60 pmscr_el2=0
follows 'timestamp: physical - physical offset, if EL1 owns the buffer; physical - physical offset, if EL2 does; physical, if EL2 is not enabled' \
    "offset" pmscr_el1=0x60 pmscr_el2=0xe0
follows 'event: buffer full; data lost; collision' "buffer full" pmbsr=0xb0001
follows 'event: stage 1 fault: translation fault, level 3' "a fault" pmbsr=0x90020007
follows 'event: no event' "no event" pmbsr=0

done_testing
