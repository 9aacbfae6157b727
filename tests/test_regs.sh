#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-regs: registers in words, together, and what is no register.
set -u
. tests/tap.sh
regs=${BUILD:-build}/spe-regs
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

refuses() { # STATUS PATTERN NAME ARGUMENT...
    local status=$1 pattern=$2 name=$3
    shift 3
    "$regs" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    is "$? $(grep -c -- "$pattern" "$tmp/err")" "$status 1" "$name"
}

is "$("$regs" PMSIDR_EL1=0x26417)" 'PMSIDR_EL1 = 0x26417: Sampling Profiling ID Register
  SME        0x0
  ALTCLK     0x0  not implemented
  FPF        0x0
  EFT        0x0
  CRR        0x0
  PBT        0x0
  Format     0x0  record format 0
  CountSize  0x2  12-bit counters
  MaxSize    0x6  64 bytes
  Interval   0x4  1024 operations
  FDS        0x0
  FnE        0x0
  ERnd       0x0
  LDS        0x1
  ArchInst   0x0
  FL         0x1
  FT         0x1
  FE         0x1' "a register"
is "$("$regs" pmbidr=38 | tail -1)" '  Align      0x6  64 bytes' "decimal, small letters"
is "$("$regs" pmslatfr=0x10001 | tail -1)" '  reserved bits are set: 0x10000' "reserved bits are said"
is "$("$regs" pmsidr=0x1000 | grep MaxSize)" '  MaxSize    0x1  reserved value' "reserved values are said"
is "$("$regs" PMSIDR=0x26417 PMBIDR=0x26 PMBPTR=0x10000 PMBLIMITR=0x20001 PMBSR=0x30001 PMSCR_EL1=0x60 PMSCR_EL2=0xe0 | tail -4)" \
    'The buffer: buffer full, samples collided
Room in the buffer: 65536 bytes, 1024 records of 64 bytes
Timestamp, if EL1 owns the buffer: physical, less CNTPOFF_EL2
Timestamp, if EL2 owns the buffer: physical, less CNTPOFF_EL2' "registers together"
is "$("$regs" PMBPTR=0 PMBLIMITR=0x1001 PMBSR=0x900c0000 | tail -2)" 'The buffer: running, data lost, external abort
Room in the buffer: 4096 bytes' "without ID registers, bytes"
is "$(printf ' PMBIDR=0x26 # from the kernel\n\n# nothing\nPMSCR_EL1=0x20\r\n' | "$regs" - | tail -1)" \
    'Timestamp, if EL1 owns the buffer: virtual' "lines of standard input"
is "$("$regs" --list | grep -c '^[A-Z]')" 15 "--list: all registers"
is "$("$regs" --list | grep MaxSize)" '  MaxSize    0x000000000000f000' "--list: their fields"
is "$("$regs" --version | grep -c '^spe-regs (libspe) [0-9]')" 1 "--version"
is "$("$regs" --help | head -1)" 'usage: spe-regs NAME=VALUE ... | -' "--help"
refuses 2 'no register is given' "nothing"
refuses 2 "unrecognized option '--what'" "an unknown option" --what
refuses 1 'no such register.*: PMSIRR_EL2' "an unknown register" PMSIRR_EL2=1
refuses 1 'no such register' "a very long name" "$(printf 'P%.0s' {1..300})=1"
refuses 1 'is not NAME=VALUE: PMSIDR' "no value" PMSIDR
for value in '' x 0x 12z 0x1g -1 ' 1' 0x10000000000000000; do
    refuses 1 'the value is no number' "the value '$value'" "PMSIDR=$value"
done

done_testing
