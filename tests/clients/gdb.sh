#!/bin/bash
# SPDX-License-Identifier: MIT
# The commands of examples/gdb in gdb: over QEMU's stub with a buffer in a guest's memory, and over a stub that has
# registers of SPE.
# needs: perl gdb-multiarch qemu-system-arm gcc-aarch64-linux-gnu binutils-aarch64-linux-gnu
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
BUILD=${BUILD:-build}
need gdb-multiarch
need qemu-system-aarch64
need aarch64-linux-gnu-gcc
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. tests/clients/debugger/guest.sh
LIBSPE=$(realpath "$BUILD/libspe.so.1")
export LIBSPE

ok "a guest is built whose records have its symbols" build_guest

# gdb_run FILE [LABEL COMMAND] ...: what each command prints, between lines "=== LABEL".
gdb_run() {
    local file=$1 command=()
    shift
    while [ $# -gt 0 ]; do
        command+=(-ex "echo === $1\\n" -ex "$2")
        shift 2
    done
    timeout 50 gdb-multiarch -nx -batch "${command[@]}" -ex 'echo === end\n' >"$file" 2>&1
}

# part FILE LABEL: what the command of that label printed.
part() { awk -v label="$2" '/^=== / {on = $2 == label; next} on' "$1"; }

plain() { sed 's/ <[^>]*>//g'; }

# -- libspe.py --

layout() { # of the libspe.py in a folder, held against the headers
    gdb-multiarch -nx -batch -ex "python import sys; sys.path.insert(0, '$1')" -ex "source $here/layout.py" \
        >"$work/layout.c" &&
        grep -q spe_decoder_decode "$work/layout.c" &&
        ${CC:-cc} -std=gnu11 -DSPE_NO_INLINE -Iinclude -fsyntax-only "$work/layout.c"
}
ok "libspe.py has the headers' layouts, constants and functions" layout examples/gdb
mkdir "$work/wrong"
sed 's/"data_pa",//' examples/gdb/libspe.py >"$work/wrong/libspe.py"
is "$(layout "$work/wrong" 2>&1 | grep -c 'offsetof(struct spe_record, prev_branch_target)')" 1 "a member that is missing there is seen"
sed 's/POINTER(SpeRecord), c_size_t))/POINTER(SpeRecord), c_int))/' examples/gdb/libspe.py >"$work/wrong/libspe.py"
is "$(layout "$work/wrong" 2>&1 | grep -c '__typeof__(spe_stats_add)')" 1 "an argument that is wrong there is seen"

# -- where libspe.so is --

mkdir -p "$work/tree/examples" "$work/lib"
cp -r examples/gdb "$work/tree/examples/gdb"
source_tree() { gdb-multiarch -nx -batch -ex "source $work/tree/examples/gdb/spe.py" -ex 'spe regs PMBSR_EL1=0x20001' 2>&1; }
is "$(LIBSPE=/nowhere/libspe.so source_tree | head -2)" \
    "spe regs: no libspe.so: run make shared in its tree, install it, or set LIBSPE to the file
  /nowhere/libspe.so: /nowhere/libspe.so: cannot open shared object file: No such file or directory" \
    "a libspe.so that is not there is named"
is "$(LIBSPE='' source_tree | sed -n 's/^  .*build.libspe.so.1: .*: \(.*\)/\1/p')" "No such file or directory" \
    "without LIBSPE it is looked for in build/"
ln -s "$LIBSPE" "$work/lib/libspe.so.1"
is "$(LIBSPE='' LD_LIBRARY_PATH=$work/lib source_tree | tail -1)" "event: buffer full" "an installed libspe.so is found"
mkdir "$work/tree/build" && ln -s "$LIBSPE" "$work/tree/build/libspe.so.1"
is "$(LIBSPE='' source_tree | tail -1)" "event: buffer full" "and one in build/"

# -- without a target --

registers="PMSIDR_EL1=0x26497 PMBLIMITR_EL1=0x80002001 PMBPTR_EL1=0x80000200 PMBSR_EL1=0x9400000000820007"
gdb_run "$work/alone" source 'source examples/gdb/spe.py' help 'help spe' records 'help spe records' \
    option 'spe records --help' regs "spe regs $registers" pipe "pipe spe regs $registers | $BUILD/spe-regs -" \
    expression 'spe regs "PMBSR_EL1=0x20000 + 1"' several 'spe regs PMSCR=1' none 'spe regs PMXYZ=1' \
    nothing 'spe regs' bare 'spe regs 12' cores 'spe dump --core list' memory 'spe dump 0x1000 16' \
    bytes 'spe dump 0x1000' pointer 'spe stat --base 0x1000' option2 'spe dump --bsae 1 2' word 'spe regs PMBSR_EL1=nobody'
is "$(part "$work/alone" help | head -1)" "Arm SPE: what is in a profiling buffer." "help spe"
is "$(part "$work/alone" records | sed -n '1p;3p')" \
    "Prints the records of a profiling buffer: address, size and text of each, addresses with symbols.
usage: spe records [option ...] (ADDRESS LENGTH | --base ADDRESS [--wrap]) [NAME=VALUE ...]" "help spe records"
is "$(part "$work/alone" option)" "$(part "$work/alone" records)" "and the same with --help"
# shellcheck disable=SC2086 # a list
is "$(part "$work/alone" regs)" "$("$BUILD/spe-regs" $registers | grep -v '^buffer: ')" "spe regs prints what spe-regs does"
# shellcheck disable=SC2086
is "$(part "$work/alone" pipe)" "$("$BUILD/spe-regs" $registers)" "and spe-regs takes it"
is "$(part "$work/alone" expression | head -1)" "PMBSR_EL1 0x20001" "a value is an expression"
is "$(part "$work/alone" cores | grep -c -e 'Neoverse N1$' -e 'Ampere1$')" 2 "--core list"
is "$(for label in several none nothing bare memory pointer word; do part "$work/alone" $label; done)" \
    "spe regs: PMSCR: no register of SPE, is it PMSCR_EL1 or PMSCR_EL2?
spe regs: PMXYZ: no register of SPE; spe-regs --list prints them
spe regs: the target's stub has no register of SPE, and none is given: NAME=VALUE (docs/debuggers.md says how to read them)
spe regs: 12: not NAME=VALUE
spe dump: the target gives no memory at 0x1000: is the address right, and mapped where the target stands now? (a buffer in physical addresses needs a stub that reads these)
spe stat: the target's stub has no PMBPTR_EL1: give it, as PMBPTR_EL1=VALUE
spe regs: nobody: No symbol table is loaded.  Use the \"file\" command." "mistakes are told"
is "$(part "$work/alone" bytes | head -1); $(part "$work/alone" option2 | head -1)" \
    "spe dump: which bytes? ADDRESS LENGTH, or --base ADDRESS; spe dump: unrecognized arguments: --bsae" \
    "mistakes of the command line, too"

# -- QEMU: a buffer in a guest --

# What the second writer has kept: its records, from the one that is oldest and whole.
perl -e 'my ($limit, $p, @kept) = (4096, 0);
    while (my $n = <STDIN>) {
        chomp $n;
        $p = 0 if $p + $n > $limit;
        @kept = grep { $_->[1] >= $p + $n || $_->[1] + $_->[2] <= $p } @kept; # what it does not write over
        push @kept, [$. - 1, $p, $n];
        $p += $n;
    }
    print "$_->[0]\n" for @kept' <"$work/sizes" >"$work/kept"
ring="--base ring --wrap PMBPTR_EL1=wrapped.pointer PMBLIMITR_EL1=wrapped.limit PMSIDR_EL1=0x26498"
linear="--base buffer PMBPTR_EL1=linear.pointer"
cut="buffer+3 linear.pointer-buffer-3"
gdb_run "$work/qemu" file "file $guest" source 'source examples/gdb/spe.py' \
    connect "target remote | exec qemu-system-aarch64 -M virt -cpu max -m 64 -nic none -kernel $guest -S -gdb stdio -display none -serial none -monitor none" \
    break 'break done' run continue dump "spe dump $linear" records "spe records $linear" arch "spe records --style=arch $linear" \
    bytes "pipe spe dump $linear | $BUILD/spe-asm -o $work/again.spe" image "dump binary memory $work/image buffer linear.pointer" \
    ring "spe records $ring" ringdump "spe dump $ring" ringbytes "pipe spe dump $ring | $BUILD/spe-asm -o $work/ring.spe" \
    cut "spe records --resync $cut" cutdump "spe dump --resync $cut" \
    stat "spe stat --core=neoverse-n1 $linear" top "spe stat --top 1 $linear" \
    nocore "spe stat --core=neoverse-q9 $linear" empty 'spe records --base buffer PMBPTR_EL1=&buffer' \
    outside "spe records --base ring PMBPTR_EL1=linear.pointer PMBLIMITR_EL1=wrapped.limit" nolimit "spe records --base ring --wrap PMBPTR_EL1=wrapped.pointer" \
    zeros 'spe dump --resync stack 64' id "spe regs" \
    w0 "set \$w = *(unsigned *)&stack" w1 "set \$p = \$pc" w2 "set \$x = \$x0" w3 "set *(unsigned *)&stack = 0xd5380500" \
    w4 "set \$pc = (long)&stack" w5 stepi w6 "printf \"%#lx\\n\", \$x0" w7 "set \$x0 = \$x" w8 "set \$pc = \$p" \
    w9 "set *(unsigned *)&stack = \$w" kill kill
base=$(address buffer)
is "$(part "$work/qemu" dump)" "$("$BUILD/spe-dump" --base="$base" "$work/linear.spe")" "spe dump prints what spe-dump does, at its address"
ok "spe-asm makes the bytes of it again" cmp "$work/again.spe" "$work/linear.spe"
ok "dump binary memory saves them, too" cmp "$work/image" "$work/linear.spe"
is "$(part "$work/qemu" records | plain)" "$("$BUILD/spe-dump" --records --base="$base" "$work/linear.spe")" \
    "spe records prints what spe-dump does, but for symbols"
is "$(part "$work/qemu" arch | plain)" "$("$BUILD/spe-dump" --records --style=arch --base="$base" "$work/linear.spe")" "in the other style, too"
# Every address of code and data has the symbol that nm tells.
symbols() {
    perl -e 'open my $f, "<", shift or die; my @s = sort { $a->[0] <=> $b->[0] } map { /^([0-9a-f]+) [TtBbDd] (\w+)/ ? [hex $1, $2] : () } <$f>;
        my $n = 0;
        while (<STDIN>) {
            while (/(?:PC|TGT|VA|target|address) 0x([0-9a-f]+)[^;<]*?( <[^>]*>)?(?=;|$)/g) {
                my ($at, $got) = (hex $1, $2 // "none");
                my ($symbol) = grep { $_->[0] <= $at } reverse @s;
                my $off = $at - $symbol->[0];
                my $want = " <$symbol->[1]" . ($off ? "+$off" : "") . ">";
                print "$_$want, not $got\n" if $got ne $want;
                $n++;
            }
        }
        print "$n\n"' "$work/before"
}
is "$(part "$work/qemu" records | symbols)" 594 "with the symbols of all addresses"
is "$(part "$work/qemu" arch | symbols)" 594 "in the other style, too"
is "$(part "$work/qemu" ring | grep -v '^#' | plain | cut -d' ' -f2-)" \
    "$("$BUILD/spe-dump" --records "$work/linear.spe" | awk 'NR == FNR {kept[$1]; next} FNR - 1 in kept' "$work/kept" - | cut -d' ' -f2-)" \
    "a buffer that was begun anew has all records that are whole, oldest first, and no other"
ok "so many bytes of a half overwritten one are told" grep -q '^# [1-9][0-9]* bytes were skipped' <(part "$work/qemu" ring)
is "$("$BUILD/spe-dump" --records "$work/ring.spe" | cut -d' ' -f2-)" "$(part "$work/qemu" ring | grep -v '^#' | plain | cut -d' ' -f2-)" \
    "spe dump begins with the same record"
is "$(part "$work/qemu" cut | grep -v '^#' | plain)" "$("$BUILD/spe-dump" --records --base="$base" "$work/linear.spe" | tail -n +2)" \
    "bytes that begin inside a record are resynchronised"
is "$(part "$work/qemu" cut | grep '^#')" "$(tail -c +4 "$work/linear.spe" | "$BUILD/spe-dump" --records --resync - 2>&1 >/dev/null | sed 's/^spe-dump:/#/')" \
    "and what was skipped is told"
is "$(part "$work/qemu" cutdump | grep '^\. ')" "$(part "$work/qemu" dump | tail -n +8)" "dumped from the first record on"

# spe stat against counts of spe-dump's text.
count() { "$BUILD/spe-dump" --records "$work/linear.spe" | grep -c -e "$1"; }
row() { part "$work/qemu" stat | sed -n "s/^  $1  *\\([0-9][0-9]*\\) .*/\\1/p"; }
is "$(part "$work/qemu" stat | head -1)" "297 records, $(wc -c <"$work/linear.spe") bytes" "spe stat: records and bytes"
is "$(row loads) $(row stores) $(row 'branch or exception return') $(row l1d_refill) $(row mispredicted)" \
    "$(count 'LD GP') $(count 'ST GP') $(count 'B COND') $(count L1D-REFILL) $(count MISPRED)" "operations and events"
is "$(row 'total, source remote') $(row 'total, source L1 data cache')" "$(count 'SOURCE 13') $(count 'SOURCE 0')" \
    "latencies by the data sources of a core"
is "$(row sum_table) $(row fill_table) $(row table)" "$(count 'LD GP\|B COND') $(count 'ST GP') $(count 'VA 0x')" "samples by symbol"
hot() { part "$work/qemu" records | grep -o 'PC [^ ]* [^ ]* [^ ]* <[^>]*>' | sort | uniq -c | sort -rn | head -1; }
is "$(part "$work/qemu" top | sed -n '/^Instructions/{n;s/^  0x0*\([^ ]*\) <[^ ]* *\([0-9]*\) .*/\2 \1/p}')" \
    "$(hot | sed 's/^ *\([0-9]*\) PC 0x\([^ ]*\) .*/\1 \2/')" "the instruction with the most samples"
is "$(part "$work/qemu" top | grep -c '^  0x')" 1 "--top"
is "$(part "$work/qemu" nocore; part "$work/qemu" empty; part "$work/qemu" outside; part "$work/qemu" nolimit; part "$work/qemu" zeros)" \
    "spe stat: neoverse-q9: no core of that name is known; --core list prints them
# the buffer is empty: PMBPTR_EL1 is its base (if it has wrapped, say --wrap)
spe records: PMBPTR_EL1, $(printf '0x%x' $((base + $(wc -c <"$work/linear.spe")))), is not between the base, $(address ring), and the limit, $(address buffer): is it another buffer's base?
spe records: the target's stub has no PMBLIMITR_EL1: give it, as PMBLIMITR_EL1=VALUE
spe dump: there is no record among these bytes" "mistakes about the buffer are told"
is "$(part "$work/qemu" id | head -2)" "ID_AA64DFR0_EL1 $(part "$work/qemu" w6)
  [35:32]  PMSVer 0 (not implemented)" "a register is read as docs/debuggers.md says, and as the stub says"

# -- a stub that has the registers --

stub="target remote | exec perl $here/stub.pl $work/linear.spe pmbptr_el1=0x80000200 PMBLIMITR_EL1=0x80001001 PMBSR_EL1=0xa0001"
last="spe records --base 0x80000000"
gdb_run "$work/stub" file "file $guest" source 'source examples/gdb/spe.py' \
    connect "$stub PMSCR_EL1=0x3 PMSFCR_EL1=none MIDR_EL1=0x410fd0c0" regs 'spe regs' given 'spe regs PMSCR=1' set 'spe regs pmscr_el1=0' \
    records "$last" style "$last --style=arch" core "$last --core ampere1 --style=arch" midr "$last --style=arch MIDR_EL1=0" \
    doubt "$last PMBSR_EL1=0x94020011" beyond 'spe stat 0x80000000 0x100000' detach detach
registers="PMSCR_EL1=3 PMBLIMITR_EL1=0x80001001 PMBPTR_EL1=0x80000200 PMBSR_EL1=0xa0001"
# shellcheck disable=SC2086 # a list
is "$(part "$work/stub" regs)" "$("$BUILD/spe-regs" $registers | grep -v -e '^buffer: ' -e '^profiling: ' -e '^timestamp: ')" \
    "registers of the stub, but for one that it cannot read"
is "$(part "$work/stub" set | head -1)" "PMSCR_EL1 0x0" "a register that is given takes the place of the stub's"
head -c 512 "$work/linear.spe" >"$work/512"
is "$(part "$work/stub" records | grep -v '^#' | plain)" "$("$BUILD/spe-dump" --records --base=0x80000000 "$work/512" 2>/dev/null)" \
    "records up to the stub's PMBPTR_EL1, the last one cut off"
is "$(part "$work/stub" records | grep '^#')" \
    "# PMBSR_EL1.DL is 1: PMBPTR_EL1 may not stand behind a whole record; the last may be cut off" "data lost is told"
is "$(part "$work/stub" doubt | grep '^#')" \
    "# PMBSR_EL1 tells of an asynchronous External abort: nothing in the buffer is surely written" "and data in doubt"
dump_arch() { "$BUILD/spe-dump" --records --style=arch --base=0x80000000 "$@" "$work/512" 2>/dev/null; }
is "$(part "$work/stub" style | grep -v '^#' | plain)" "$(dump_arch --cpu=neoverse-n1)" "the stub's MIDR_EL1 tells the core"
is "$(part "$work/stub" core | grep -v '^#' | plain)" "$(dump_arch --cpu=ampere1)" "--core is believed before it"
is "$(part "$work/stub" midr | grep -v '^#' | plain)" "$(dump_arch)" "and MIDR_EL1, if given"
ok "the first address without memory is told" grep -q 'no memory at 0x80003000' <(part "$work/stub" beyond)

# A buffer of 4 KiB, begun anew, for each place in its second record where PMBPTR_EL1 may stand.
commands=()
for at in $(seq 31 70); do
    commands+=("at$at" "spe records --base 0x80000000 --wrap PMBPTR_EL1=0x80000000+$at PMBSR_EL1=0 PMSIDR_EL1=0x26498")
done
gdb_run "$work/places" file "file $guest" source 'source examples/gdb/spe.py' connect "$stub" "${commands[@]}" detach detach
wrong=
for at in $(seq 31 70); do
    want=$({ head -c 4096 "$work/linear.spe" | tail -c +71 | "$BUILD/spe-dump" --records --base=0x80000046 -
        head -c "$at" "$work/linear.spe" | "$BUILD/spe-dump" --records --base=0x80000000 -; } 2>/dev/null)
    [ "$(part "$work/places" "at$at" | grep -v '^#' | plain)" = "$want" ] || wrong="$wrong $at"
done
is "$wrong" "" "wherever in a record the writer stands, older records are whole, and newer ones up to there"

# Slots of 64 bytes of which the alignment is known: by PMBIDR_EL1 alone.
perl -e 'open my $f, "<:raw", shift or die; binmode STDOUT; while (my $n = <STDIN>) { read $f, my $r, $n; print $r, "\0" x (64 - $n) }' \
    "$work/linear.spe" <"$work/sizes" >"$work/slots.spe"
gdb_run "$work/slots" file "file $guest" source 'source examples/gdb/spe.py' connect "${stub/linear/slots}" \
    blind 'spe records 0x80000009 512 --resync' aligned 'spe records 0x80000009 512 --resync PMBIDR_EL1=6' detach detach
is "$(part "$work/slots" blind | head -1 | cut -c1-8) $(part "$work/slots" aligned | head -1 | cut -c1-8)" "80000009 80000040" \
    "PMBIDR_EL1.Align keeps the end of a record from being taken for one"
done_testing
