#!/bin/bash
# SPDX-License-Identifier: MIT
# The commands of lab/examples/gdb in gdb: with QEMU's stub and a buffer in a guest's memory, and with a stub that has
# SPE's registers.
# needs: perl gdb-multiarch qemu-system-arm gcc-aarch64-linux-gnu binutils-aarch64-linux-gnu
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
BUILD=${BUILD:-build}
need_packages
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. tests/clients/debugger/guest.sh
LIBSPE=$(realpath "$BUILD")
export LIBSPE

# gdb_run FILE: runs the commands from standard input, each after a label; FILE gets their output.
gdb_run() {
    local label command commands=()
    while read -r label command; do
        commands+=(-ex "echo === $label\\n" -ex "$command")
    done
    timeout 600 gdb-multiarch -nx -batch "${commands[@]}" -ex 'echo === end\n' >"$1" 2>&1
}

# part FILE LABEL: prints the output of the command with that label; result: without remarks and symbols; remarks: only
# the remarks.
part() { awk -v label="$2" '/^=== / {on = $2 == label; next} on' "$1"; }
result() { part "$1" "$2" | grep -v '^#' | plain; }
remarks() { part "$1" "$2" | grep '^#'; }
records() { "$BUILD/spe-dump" --records "$@" 2>/dev/null; }

ok "a guest is built whose records have its symbols" build_guest

# -- libspe.py --

is "$(lab/examples/gdb/generate)" "$(cat lab/examples/gdb/libspe.py)" \
    "libspe.py is what the headers say (bindings/update)"
layout() { # checks the libspe.py in a folder against the headers
    gdb-multiarch -nx -batch -ex "python import sys; sys.path.insert(0, '$1')" -ex "source $here/layout.py" \
        >"$work/layout.c" &&
        grep -q spe_decoder_next_batch "$work/layout.c" &&
        ${CC:-cc} -std=gnu11 -DSPE_NO_INLINE -Iinclude -Ilab/include -fsyntax-only "$work/layout.c"
}
ok "libspe.py has the headers' layouts, constants and functions" layout lab/examples/gdb
mkdir "$work/wrong"
sed 's/("data_pa", c_uint64), //' lab/examples/gdb/libspe.py >"$work/wrong/libspe.py"
is "$(layout "$work/wrong" 2>&1 | grep -c 'offsetof(struct spe_record, prev_branch_target)')" 1 \
    "a missing member is seen"
sed '/"spe_decoder_feed":/s/c_size_t))/c_int))/' lab/examples/gdb/libspe.py >"$work/wrong/libspe.py"
is "$(layout "$work/wrong" 2>&1 | grep -c '__typeof__(spe_decoder_feed)')" 1 "an argument that is wrong is seen"

# -- where the libraries are --

mkdir -p "$work/tree/lab/examples" "$work/lib"
cp -r lab/examples/gdb "$work/tree/lab/examples/gdb"
source_tree() {
    gdb-multiarch -nx -batch -ex "source $work/tree/lab/examples/gdb/spe.py" -ex 'spe regs PMBSR_EL1=0x20001' 2>&1
}
is "$(LIBSPE=/nowhere source_tree | head -2)" \
    "spe regs: no libspe-lab.so: run make in its tree, install it, or set LIBSPE to its folder
  /nowhere/libspe-lab.so.0: /nowhere/libspe.so.1: cannot open shared object file: No such file or directory" \
    "a folder without libraries is named"
is "$(LIBSPE='' source_tree | sed -n 's/^  .*build.libspe-lab.so.0: .*: \(.*\)/\1/p')" "No such file or directory" \
    "without LIBSPE it is looked for in build/"
ln -s "$LIBSPE"/libspe.so.1 "$LIBSPE"/libspe-lab.so.0 "$work/lib"
is "$(LIBSPE='' LD_LIBRARY_PATH=$work/lib source_tree | tail -1)" "event: buffer full" "installed ones are found"
mkdir "$work/tree/build"
echo 'unsigned spe_version(void); unsigned spe_version(void) { return 1; }' >"$work/old.c"
for name in libspe.so.1 libspe-lab.so.0; do ${CC:-cc} -shared -fPIC -o "$work/tree/build/$name" "$work/old.c"; done
is "$(LIBSPE="" source_tree | grep -c "build/libspe-lab.so.0: .*undefined symbol: spe_version_number$")" 1 \
    "a library that lacks functions is named with the first that it lacks"
ln -sf "$LIBSPE"/libspe.so.1 "$LIBSPE"/libspe-lab.so.0 "$work/tree/build"
is "$(LIBSPE='' source_tree | tail -1)" "event: buffer full" "those in build/ are found"

# -- without a target --

registers="PMSIDR_EL1=0x26497 PMBLIMITR_EL1=0x80002001 PMBPTR_EL1=0x80000200 PMBSR_EL1=0x9400000000820007"
gdb_run "$work/alone" <<END
source source lab/examples/gdb/spe.py
help help spe
records help spe records
option spe records --help
regs spe regs $registers
pipe pipe spe regs $registers | $BUILD/spe-regs -
expression spe regs "PMBSR_EL1=0x20000 + 1"
signed spe regs PMBPTR_EL1=-4096
cores spe dump --core list
several spe regs PMSCR=1
none spe regs PMXYZ=1
nothing spe regs
bare spe regs 12
memory spe dump 0x1000 16
pointer spe records --base 0x1000
word spe regs PMBSR_EL1=nobody
bytes spe dump 0x1000
both spe dump 0x1000 16 --base 0x1000
option2 spe dump --bsae 1 2
END
is "$(part "$work/alone" help | head -1)" "Arm SPE: the contents of a profiling buffer." "help spe"
is "$(part "$work/alone" records | sed -n '1p;3p')" \
    "Prints the records of a profiling buffer: address, size and text of each, addresses with symbols.
usage: spe records [option ...] (ADDRESS LENGTH | --base ADDRESS [--wrap]) [NAME=VALUE ...]" "help spe records"
is "$(part "$work/alone" option)" "$(part "$work/alone" records)" "and the same with --help"
# shellcheck disable=SC2086 # a list
whole=$("$BUILD/spe-regs" $registers)
is "$(part "$work/alone" regs)" "$(grep -v '^buffer: ' <<<"$whole")" "spe regs prints what spe-regs does"
is "$(part "$work/alone" pipe)" "$whole" "and spe-regs takes it"
is "$(part "$work/alone" expression | head -1)" "PMBSR_EL1 0x20001" "a value is an expression"
is "$(part "$work/alone" signed | head -1)" "PMBPTR_EL1 0xfffffffffffff000" "a negative one, too"
is "$(part "$work/alone" cores | grep -c -e 'Neoverse N1$' -e 'Ampere1$')" 2 "--core list"
is "$(for label in several none nothing bare memory pointer word; do part "$work/alone" $label; done)" \
    "spe regs: PMSCR: no register of SPE, is it PMSCR_EL1 or PMSCR_EL2?
spe regs: PMXYZ: no register of SPE; spe-regs --list prints them
spe regs: the target's stub has no registers of SPE: give them as NAME=VALUE (tools/docs/debuggers.md says how to read\
 them)
spe regs: 12: not NAME=VALUE
spe dump: the target gives no memory at 0x1000: is the address right, and mapped where the target is now? (a buffer\
 in physical addresses needs a stub that reads these)
spe records: the target's stub has no PMBPTR_EL1: give it, as PMBPTR_EL1=VALUE
spe regs: nobody: No symbol table is loaded.  Use the \"file\" command." "mistakes are told"
is "$(for label in bytes both option2; do part "$work/alone" $label | head -1; done)" \
    "spe dump: which bytes? ADDRESS LENGTH, or --base ADDRESS
spe dump: which bytes? ADDRESS LENGTH, or --base ADDRESS
spe dump: unrecognized arguments: --bsae" "mistakes of the command line, too"

# -- QEMU: a buffer in a guest --

ring="--base ring --wrap PMBPTR_EL1=wrapped.pointer PMBLIMITR_EL1=wrapped.limit PMSIDR_EL1=0x26498"
linear="--base buffer PMBPTR_EL1=linear.pointer"
cut="buffer+3 linear.pointer-buffer-3"
qemu="qemu-system-aarch64 -M virt -cpu max -m 64 -nic none -display none -serial none -monitor none"
sed -n '/^    define run_word/,/^    end/s/^    //p' tools/docs/debuggers.md >"$work/run_word"
gdb_run "$work/qemu" <<END
file file $guest
source source lab/examples/gdb/spe.py
connect target remote | exec $qemu -kernel $guest -S -gdb stdio
break break done
run continue
dump spe dump $linear
records spe records $linear
arch spe records --style=arch $linear
bytes pipe spe dump $linear | $BUILD/spe-asm -o $work/again.spe
image dump binary memory $work/image buffer linear.pointer
ring spe records $ring
ringarch spe records --style=arch $ring
ringbytes pipe spe dump $ring | $BUILD/spe-asm -o $work/ring.spe
cut spe records --resync $cut
cutdump spe dump --resync $cut
nocore spe records --core=neoverse-q9 $linear
empty spe records --base buffer PMBPTR_EL1=&buffer
outside spe records --base ring PMBPTR_EL1=linear.pointer PMBLIMITR_EL1=wrapped.limit
below spe records --base buffer PMBPTR_EL1=4096
nolimit spe records --base ring --wrap PMBPTR_EL1=wrapped.pointer
zeros spe dump --resync stack 64
id spe regs
macro source $work/run_word
before info registers
mrs run_word stack 0xd5380500
value printf "ID_AA64DFR0_EL1 %#lx, trapped %d\\n", \$value, \$trapped
after info registers
word print *(unsigned *)&stack
undefined run_word stack 0xd5389a20
trapped print \$trapped
kill kill
END
base=$(address buffer)
is "$(part "$work/qemu" dump)" "$("$BUILD/spe-dump" --base="$base" "$work/linear.spe")" \
    "spe dump prints what spe-dump does, at its address"
ok "spe-asm makes the bytes of it again" cmp "$work/again.spe" "$work/linear.spe"
ok "dump binary memory saves them, too" cmp "$work/image" "$work/linear.spe"
is "$(result "$work/qemu" records)" "$(records --base="$base" "$work/linear.spe")" \
    "spe records prints what spe-dump does, but for symbols"
is "$(result "$work/qemu" arch)" "$(records --style=arch --base="$base" "$work/linear.spe")" "in the other style, too"
is "$(part "$work/qemu" records | check_symbols)" 594 "with the symbols of all addresses"
is "$(part "$work/qemu" arch | check_symbols)" 594 "in the other style, too"
is "$(result "$work/qemu" ring | cut -d' ' -f2-)" "$(kept_records)" \
    "a buffer that was begun anew has all records that are whole, oldest first, and no other"
ok "so many bytes of a half overwritten one are told" \
    grep -q '^# [1-9][0-9]* bytes were skipped' <(part "$work/qemu" ring)
is "$(part "$work/qemu" ringarch | grep -n 'after a gap' | cut -d: -f1)" 1 \
    "of the records the first alone is behind a gap"
is "$(records "$work/ring.spe" | cut -d' ' -f2-)" "$(kept_records)" "spe dump begins with the same record"
is "$(result "$work/qemu" cut)" "$(records --base="$base" "$work/linear.spe" | tail -n +2)" \
    "bytes that begin inside a record are resynchronised"
is "$(remarks "$work/qemu" cut)" \
    "$(tail -c +4 "$work/linear.spe" | "$BUILD/spe-dump" --records --resync - 2>&1 >/dev/null |
        sed 's/^spe-dump:/#/')" \
    "and what was skipped is told"
is "$(result "$work/qemu" cutdump)" "$(part "$work/qemu" dump | tail -n +8)" "dumped from the first record on"
is "$(remarks "$work/qemu" cutdump)" "# the first record is at $(printf '0x%x' $((base + 30))): the bytes before it\
 are not printed" "and where that is, is told"

is "$(for label in nocore empty outside below nolimit zeros; do part "$work/qemu" $label; done)" \
    "spe records: neoverse-q9: no core of that name is known; --core list prints them
# the buffer is empty: PMBPTR_EL1 is its base (if it has wrapped, say --wrap)
spe records: PMBPTR_EL1, $(printf '0x%x' $((base + $(wc -c <"$work/linear.spe")))), is not between the base,\
 $(address ring), and the limit, $base: is it another buffer's base?
spe records: PMBPTR_EL1, 0x1000, is not between the base, $base, and the limit: is it another buffer's base?
spe records: the target's stub has no PMBLIMITR_EL1: give it, as PMBLIMITR_EL1=VALUE
spe dump: there is no record among these bytes" "mistakes about the buffer are told"

# tools/docs/debuggers.md: a System register that a stub may lack. This stub has it, too.
is "$(part "$work/qemu" value)" "$(part "$work/qemu" id | grep '^ID_AA64DFR0_EL1'), trapped 0" \
    "run_word reads a register"
before=$(part "$work/qemu" before)
is "$(part "$work/qemu" after; part "$work/qemu" word)" "${before:-no registers}
\$1 = 0" "and puts all back"
is "$(part "$work/qemu" trapped)" "\$2 = 1" "an instruction that is undefined is told"

{
    printf 'psb csync\ndsb sy\n'
    sed -n 's/^| \([A-Z0-9_]*EL[0-2]\) | 0x[0-9a-f]* | \([A-Z0-9_]*\) | .*/mrs x0, \1\nmrs x0, \2/p' tools/docs/debuggers.md
} >"$work/words.s"
aarch64-linux-gnu-as -march=armv8.2-a+profile -o "$work/words.o" "$work/words.s"
is "$(grep -o '0xd5[0-9a-f]\{6\}' tools/docs/debuggers.md | sort -u | grep -v 0xd5200000)" \
    "$(aarch64-linux-gnu-objdump -d "$work/words.o" | sed -n 's/^ *[0-9a-f]*:\t\([0-9a-f]*\) .*/0x\1/p' | sort)" \
    "the words that the page has for it are those instructions"

# -- a stub that has the registers --

stub="target remote | exec perl $here/stub.pl $work/linear.spe pmbptr_el1=0x80000200 PMBLIMITR_EL1=0x80001001 \
PMBSR_EL1=0xa0001"
last="spe records --base 0x80000000"
gdb_run "$work/stub" <<END
file file $guest
source source lab/examples/gdb/spe.py
connect $stub PMSCR_EL1=0x3 PMSFCR_EL1=none MIDR_EL1=0x410fd0c0
regs spe regs
set spe regs pmscr_el1=0
records $last
dump spe dump --base 0x80000000
style $last --style=arch
core $last --core ampere1 --style=arch
midr $last --style=arch MIDR_EL1=0
doubt $last PMBSR_EL1=0x94020011
physical $last PMBSR_EL1=0 PMBLIMITR_EL1=0x80001081
format $last PMSIDR_EL1=0x126498
off $last PMBLIMITR_EL1=0
unlimited $last --wrap PMBLIMITR_EL1=0
negative spe dump 0x80000000 -1
beyond spe records 0x80000000 0x100000
detach detach
END
is "$(part "$work/stub" regs)" \
    "$("$BUILD/spe-regs" PMSCR_EL1=3 PMBLIMITR_EL1=0x80001001 PMBPTR_EL1=0x80000200 PMBSR_EL1=0xa0001 |
        grep -v -e '^buffer: ' -e '^profiling: ' -e '^timestamp: ')" "registers of the stub, but for one it cannot read"
is "$(part "$work/stub" set | head -1)" "PMSCR_EL1 0x0" "a register that is given takes the place of the stub's"
head -c 512 "$work/linear.spe" >"$work/512"
is "$(result "$work/stub" records)" "$(records --base=0x80000000 "$work/512")" \
    "records up to the stub's PMBPTR_EL1, the last one cut off"
is "$(result "$work/stub" dump)" "$("$BUILD/spe-dump" --base=0x80000000 "$work/512" 2>/dev/null)" "and packets"
is "$(for label in records doubt physical; do remarks "$work/stub" $label; done)" \
    "# PMBSR_EL1.DL is 1: the last record may be cut off, at PMBPTR_EL1
# PMBSR_EL1 reports an asynchronous External abort: nothing here is certain
# PMBLIMITR_EL1.nVM is 1: the buffer is in physical addresses, and must be read with them" \
    "remarks of PMBSR_EL1 and PMBLIMITR_EL1 are printed"
arch() { records --style=arch --base=0x80000000 "$@" "$work/512"; }
is "$(result "$work/stub" style)" "$(arch --cpu=neoverse-n1)" "the stub's MIDR_EL1 tells the core"
is "$(result "$work/stub" core)" "$(arch --cpu=ampere1)" "--core is believed before it"
is "$(result "$work/stub" midr)" "$(arch)" "and MIDR_EL1, if given"
is "$(part "$work/stub" format)" \
    "spe records: PMSIDR_EL1.Format is not 0: records are of a form that this libspe does not know" \
    "another format is told"
is "$(part "$work/stub" off)" "$(part "$work/stub" records)" "a limit that was written 0 is none"
is "$(for label in unlimited negative; do part "$work/stub" $label; done)" \
    "spe records: PMBLIMITR_EL1.LIMIT is 0: the buffer may be switched off; give the earlier value as\
 PMBLIMITR_EL1=VALUE
spe dump: LENGTH, -1, is negative" "but of a buffer that was begun anew it must be known"
ok "the first address without memory is told" grep -q 'no memory at 0x80003000' <(part "$work/stub" beyond)

# A buffer of 4 KiB, started again, for each value of PMBPTR_EL1 within its second record.
{
    printf '%s\n' "file file $guest" "source source lab/examples/gdb/spe.py" "connect $stub"
    for at in $(seq 31 70); do
        echo "at$at $last --wrap PMBPTR_EL1=0x80000000+$at PMBSR_EL1=0 PMSIDR_EL1=0x26498"
    done
    echo "detach detach"
} | gdb_run "$work/places"
wrong=
for at in $(seq 31 70); do
    want=$(head -c 4096 "$work/linear.spe" | tail -c +71 | records --base=0x80000046 -
        head -c "$at" "$work/linear.spe" | records --base=0x80000000 -)
    [ "$(result "$work/places" "at$at")" = "$want" ] || wrong="$wrong $at"
done
is "$wrong" "" "wherever in a record the writer stands, older records are whole, and newer ones up to there"

# Slots of 64 bytes, whose alignment only PMBIDR_EL1 gives.
perl -e 'open my $f, "<:raw", shift or die; binmode STDOUT;
    while (my $n = <STDIN>) { read $f, my $r, $n; print $r, "\0" x (64 - $n) }' \
    "$work/linear.spe" <"$work/sizes" >"$work/slots.spe"
gdb_run "$work/slots" <<END
source source lab/examples/gdb/spe.py
connect ${stub/linear/slots}
blind spe records 0x80000009 512 --resync
aligned spe records 0x80000009 512 --resync PMBIDR_EL1=6
padded spe dump 0x80000000 512
detach detach
END
is "$(for label in blind aligned; do part "$work/slots" $label | head -1 | cut -d' ' -f1; done)" "80000009
80000040" "PMBIDR_EL1.Align keeps the end of a record from being taken for one"
is "$(part "$work/slots" padded)" "$(head -c 512 "$work/slots.spe" | "$BUILD/spe-dump" --base=0x80000000 -)" \
    "padding, as spe-dump prints it"

# A kernel's addresses, with upper bits set: of the buffer, and in records.
cat >"$work/kernel.txt" <<END
PC 0xff8000$(printf '%08x' $(($(address sum_table) + 4))) el2 ns=1
LD GP-REG
EV RETIRED
VA 0xff8000$(printf '%08x' $(($(address table) + 8)))
LAT 4095 TOT
01
END
"$BUILD/spe-asm" -o "$work/kernel.spe" "$work/kernel.txt"
gdb_run "$work/kernel" <<END
source source lab/examples/gdb/spe.py
file symbol-file -o 0xffff800000000000 $guest
connect ${stub/linear/kernel}
records spe records 0x80000000 $(wc -c <"$work/kernel.spe")
saturated spe records --style=arch 0x80000000 $(wc -c <"$work/kernel.spe") PMSIDR_EL1=0x26498
far spe records 0xffff800040000000 64
base spe records --base 0xffff800040000000 PMBSR_EL1=0 PMBPTR_EL1=0xffff800040000010 PMBLIMITR_EL1=0xffff800040001001
detach detach
END
is "$(part "$work/kernel" records | grep -o '<[^>]*>' | tr '\n' ' ')" "<sum_table+4> <table+8> " "symbols of a kernel"
ok "PMSIDR_EL1 tells which counters have saturated" grep -q '4095 cycles (saturated)' <(part "$work/kernel" saturated)
is "$(for label in far base; do part "$work/kernel" $label | cut -d: -f2; done)" \
    " the target gives no memory at 0xffff800040000000
 the target gives no memory at 0xffff800040000000" "a kernel's addresses"
done_testing
