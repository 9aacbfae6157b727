# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034,SC2154 # the sourcing script sets $work and uses $guest
# The guest of gdb.sh: build_guest makes $work/guest.elf; $work/linear.spe with the records that it writes;
# $work/sizes with their sizes; and $work/kept with the records that the guest's smaller buffer has at the end. The last
# two have one line for each record.

here=tests/clients/debugger
guest=$work/guest.elf

# The records are in the last section, so that they do not move other sections.
link_guest() {
    aarch64-linux-gnu-gcc -std=c11 -O1 -g -ffreestanding -nostdlib -static -mgeneral-regs-only -fno-pie -no-pie \
        -Wa,-I"$work" -Wl,-N,--build-id=none,-Ttext=0x40100000,--section-start=.stream=0x40400000 \
        -o "$guest" $here/guest.c $here/start.s
}

# Linked twice, because the records contain addresses of symbols.
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
    link_guest || return
    perl -e 'my ($limit, $p, @kept) = (4096, 0);
        while (my $n = <STDIN>) {
            chomp $n;
            if ($p + $n > $limit) { # the rest is zeroed
                @kept = grep { $_->[1] < $p } @kept;
                $p = 0;
            }
            @kept = grep { $_->[1] >= $p + $n || $_->[1] + $_->[2] <= $p } @kept; # those that it does not overwrite
            push @kept, [$. - 1, $p, $n];
            $p += $n;
        }
        print "$_->[0]\n" for @kept' <"$work/sizes" >"$work/kept"
    aarch64-linux-gnu-nm "$guest" | cmp - "$work/before"
}

# address NAME: of a symbol of the guest.
address() { printf '0x%s' "$(awk -v name="$1" '$3 == name {print $1}' "$work/before" | sed 's/^0*//')"; }

# Records without their symbols.
plain() { sed 's/ <[^>]*>//g'; }

# The records that the smaller buffer has at the end, without their offsets.
kept_records() {
    "$BUILD/spe-dump" --records "$work/linear.spe" |
        awk 'NR == FNR {kept[$1]; next} FNR - 1 in kept' "$work/kept" - | cut -d' ' -f2-
}

# The number of addresses in records, after each address whose symbol differs from nm's.
check_symbols() {
    perl -e 'open my $f, "<", shift or die;
        my @s = map { /^([0-9a-f]+) [TtBbDd] (\w+)/ ? [hex $1, $2] : () } <$f>;
        @s = sort { $a->[0] <=> $b->[0] } @s;
        my $n = 0;
        while (<STDIN>) {
            while (/(?:PC|TGT|VA|target) 0x([0-9a-f]+)[^;<]*?( <[^>]*>)?(?=;|$)/g) {
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
