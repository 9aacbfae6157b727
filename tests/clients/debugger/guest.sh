# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034,SC2154 # $work is who sources this; $guest is for it
# The guest of gdb.sh and lldb.sh: build_guest makes $work/guest.elf, $work/linear.spe, the records that it writes, and
# $work/sizes, their sizes, a line each.

here=tests/clients/debugger
guest=$work/guest.elf

# Sections stand where the records, which are in the last one, do not move them.
link_guest() {
    aarch64-linux-gnu-gcc -std=c11 -O1 -g -ffreestanding -nostdlib -static -mgeneral-regs-only -fno-pie -no-pie \
        -Wa,-I"$work" -Wl,-N,--build-id=none,-Ttext=0x40100000,--section-start=.stream=0x40400000 \
        -o "$guest" $here/guest.c $here/start.s
}

# Linked twice: the records have the addresses of symbols.
build_guest() {
    printf '\0' >"$work/stream.bin"
    link_guest || return
    aarch64-linux-gnu-nm "$guest" >"$work/before"
    perl $here/stream.pl "$work/before" >"$work/stream.txt" || return
    "$BUILD/spe-asm" -o "$work/linear.spe" "$work/stream.txt" || return
    "$BUILD/spe-dump" --records "$work/linear.spe" | awk '{print $2}' >"$work/sizes"
    perl -e 'open my $f, "<:raw", shift or die; binmode STDOUT;
        while (my $n = <STDIN>) { read $f, my $r, $n; print pack("C", $n), $r } print "\0"' \
        "$work/linear.spe" <"$work/sizes" >"$work/stream.bin"
    link_guest
    aarch64-linux-gnu-nm "$guest" | cmp - "$work/before"
}

# address NAME: of a symbol of the guest.
address() { printf '0x%s' "$(awk -v name="$1" '$3 == name {print $1}' "$work/before" | sed 's/^0*//')"; }
