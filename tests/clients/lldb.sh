#!/bin/bash
# SPDX-License-Identifier: MIT
# The commands of lab/examples/gdb in LLDB: with QEMU's stub, and with a stub that has SPE's registers.
# needs: perl lldb-14 python3-lldb-14 qemu-system-arm gcc-aarch64-linux-gnu binutils-aarch64-linux-gnu
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
BUILD=${BUILD:-build}
need lldb-14
need qemu-system-aarch64
need aarch64-linux-gnu-gcc
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$work"' EXIT
. tests/clients/debugger/guest.sh
LIBSPE=$(realpath "$BUILD")
# Debian's lldb-14 searches for its Python module in a folder that does not exist.
PYTHONPATH=$(dirname "$(dpkg -L python3-lldb-14 | grep 'dist-packages/lldb/__init__.py$')")/..
export LIBSPE PYTHONPATH

# serve COMMAND ...: starts a stub that listens on $work/socket.
serve() {
    "$@" >"$work/server" 2>&1 &
    server=$!
    for _ in $(seq 3000); do
        [ -S "$work/socket" ] && return
        sleep 0.1
    done
    diag "$(cat "$work/server")"
    return 1
}

# lldb_run FILE COMMAND ...: stores the output of the commands, with the stub that was started last, if there is one.
lldb_run() {
    local file=$1
    shift
    {
        echo "command script import lab/examples/gdb/spe_lldb.py"
        echo "target create $guest"
        [ ! -S "$work/socket" ] || echo "process connect --plugin gdb-remote unix-connect://$work/socket"
        printf '%s\n' "$@"
    } >"$work/commands"
    timeout 600 lldb-14 --no-lldbinit --batch -o "command source -e false -c false $work/commands" >"$file" 2>&1
    rm -f "$work/socket"
}

# part FILE COMMAND: prints its output.
part() { awk -v line="(lldb) $2" '/^\(lldb\) / {on = $0 == line; next} on' "$1"; }

build_guest >"$work/log" 2>&1 || { diag "$(cat "$work/log")"; echo "Bail out! no guest"; exit 1; }

# -- without a target --

lldb_run "$work/alone" "spe" "spe records --help" "spe regs PMBSR_EL1=0x20001" "spe stat 1" \
    "spe records 0x10 0x10" "spe undo" "spe regs PMBSR_EL1=nobody" "spe regs PMBPTR_EL1=-4096" "spe dump 16 -1" \
    'spe dump "a'
is "$(part "$work/alone" spe | head -1)" "Arm SPE: the contents of a profiling buffer." "spe alone says what there is"
is "$(part "$work/alone" "spe records --help" | sed -n 3p)" \
    "usage: spe records [option ...] (ADDRESS LENGTH | --base ADDRESS [--wrap]) [NAME=VALUE ...]" "--help"
is "$(part "$work/alone" "spe regs PMBSR_EL1=0x20001")" "$("$BUILD/spe-regs" PMBSR_EL1=0x20001)" \
    "spe regs prints what spe-regs does"
is "$(for command in "spe stat 1" "spe records 0x10 0x10" "spe undo" "spe regs PMBSR_EL1=nobody"; do
    part "$work/alone" "$command" | head -1
done)" "error: spe stat: which bytes? ADDRESS LENGTH, or --base ADDRESS
error: spe records: the target gives no memory at 0x10: is the address right, and mapped where the target is now?\
 (a buffer in physical addresses needs a stub that reads these)
error: spe undo: no such command: spe dump, records, stat or regs
error: spe regs: nobody: use of undeclared identifier 'nobody'" "mistakes are told"
is "$(part "$work/alone" "spe regs PMBPTR_EL1=-4096" | head -1)" "PMBPTR_EL1 0xfffffffffffff000" \
    "a negative number has 64 bits"
is "$(part "$work/alone" "spe dump 16 -1")" "error: spe dump: LENGTH, -1, is negative" "... and is no length"
is "$(part "$work/alone" 'spe dump "a')" "error: spe: No closing quotation" "a quotation that does not end"

# -- QEMU: a buffer in a guest --

ok "QEMU listens" serve qemu-system-aarch64 -M virt -cpu max -m 64 -nic none -kernel "$guest" -S \
    -gdb "unix:$work/socket,server=on,wait=off" -display none -serial none -monitor none
linear="--base buffer PMBPTR_EL1=linear.pointer"
ring="--base ring --wrap PMBPTR_EL1=wrapped.pointer PMBLIMITR_EL1=wrapped.limit PMSIDR_EL1=0x26498"
lldb_run "$work/qemu" "breakpoint set --name done" continue "spe dump $linear" "spe records $linear" \
    "spe records $ring" "memory read --force --binary --outfile $work/image --count 512 $(address buffer)" \
    "spe stat --core=neoverse-n1 $linear" "spe regs" "process kill"
base=$(address buffer)
is "$(part "$work/qemu" "spe dump $linear")" "$("$BUILD/spe-dump" --base="$base" "$work/linear.spe")" \
    "spe dump prints what spe-dump does"
ok "memory read saves the bytes, too" cmp "$work/image" <(head -c 512 "$work/linear.spe")
is "$(part "$work/qemu" "spe records $linear" | plain)" \
    "$("$BUILD/spe-dump" --records --base="$base" "$work/linear.spe")" \
    "and spe records, but for symbols"
is "$(part "$work/qemu" "spe records $linear" | check_symbols)" 594 "with the symbols of all addresses"
is "$(part "$work/qemu" "spe records $ring" | grep -v '^#' | plain | cut -d' ' -f2-)" "$(kept_records)" \
    "a buffer that was begun anew, oldest records first"
row() { part "$work/qemu" "spe stat --core=neoverse-n1 $linear" | row_of "$1"; }
is "$(row loads) $(row 'total, source remote') $(row sum_table) $(row fill_table) $(row table)" \
    "$(count 'LD GP') $(count 'SOURCE 13') $(count 'LD GP\|B COND') $(count 'ST GP') $(count 'VA 0x')" "spe stat"
ok "spe regs has what QEMU's stub has" \
    grep -q '^  \[35:32\]  PMSVer 0 (not implemented)' <(part "$work/qemu" "spe regs")

# -- a stub that has the registers --

ok "a stub listens" serve perl $here/stub.pl -l "$work/socket" "$work/linear.spe" pmbptr_el1=0x80000200 \
    PMBLIMITR_EL1=0x80001001 PMBSR_EL1=0xa0001 PMSFCR_EL1=none
lldb_run "$work/stub" "spe regs" "spe records --base 0x80000000" "spe stat 0x80000000 0x100000" detach
is "$(part "$work/stub" "spe regs" | grep -v -e '^ ' -e '^to resume: ')" "PMBLIMITR_EL1 0x80001001
PMBPTR_EL1 0x80000200
PMBSR_EL1 0xa0001
event: buffer full; data lost" "registers of the stub, but for one that it cannot read"
head -c 512 "$work/linear.spe" >"$work/512"
is "$(part "$work/stub" "spe records --base 0x80000000" | grep -v '^#' | plain)" \
    "$("$BUILD/spe-dump" --records --base=0x80000000 "$work/512" 2>/dev/null)" \
    "records up to its PMBPTR_EL1, the last one cut off"
ok "the first address without memory is told" grep -q 'no memory at 0x80003000' \
    <(part "$work/stub" "spe stat 0x80000000 0x100000")
done_testing
