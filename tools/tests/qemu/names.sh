#!/bin/bash
# SPDX-License-Identifier: MIT
# Objects that are neighbours, and stubs of the procedure linkage table, by name: spe-stat has as many samples of each
# as there are records with addresses in it, which nm and objdump tell.
# needs: perl qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross binutils-aarch64-linux-gnu
cd "$(dirname "$0")/../../.." || exit 1
. tools/tests/qemu/common

# records COLUMN: "NAME COUNT" of records whose address in that column is in a range "START END NAME" of standard input
records() {
    perl -we 'no warnings "portable";
        my ($column, $csv) = @ARGV;
        my @ranges = map { [split] } <STDIN>;
        open my $in, "<", $csv or die;
        my @names = split /,/, <$in>;
        my ($at) = grep { $names[$_] eq $column } 0 .. $#names;
        my %n;
        while (<$in>) {
            my $address = (split /,/)[$at] or next;
            $address = sprintf "%016x", hex $address;
            $_->[0] le $address && $address lt $_->[1] and $n{$_->[2]}++ for @ranges;
        }
        print "$_ $n{$_}\n" for sort keys %n' "$1" "$work/csv"
}

# each NAME OPTION...: what is found of the program that is built so
each() {
    ok "$1: the program builds" aarch64-linux-gnu-gcc -O2 -no-pie -fno-builtin -pthread -w -o "$work/program" \
        tools/tests/qemu/programs/objects.c "${@:2}"
    ok "... is recorded" "$BUILD/spe-record" -q -c 256 -e arm_spe/jitter=1/ -o "$work/data" "$work/program"
    "$BUILD/spe-dump" --format=csv "$work/data" >"$work/csv"
    "$BUILD/spe-stat" --top=1000 --format=json "$work/data" >"$work/json"
    is "$(fields data name samples module | perl -ane 'print "$F[0] $F[1]\n" if /\/program$/ && $F[0] =~ /^(alpha|beta|gammas|mutex|words)$/' | sort)" \
        "$(aarch64-linux-gnu-nm -S "$work/program" | perl -ane 'printf "%016x %016x %s\n", hex $F[0], hex($F[0]) + hex $F[1], $F[3]
            if @F == 4 && $F[3] =~ /^(alpha|beta|gammas|mutex|words)$/' | records vaddr)" "... each object has its own samples"
    is "$(fields data name samples | awk '{n += $NF} END {print n}')" \
        "$(awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == "vaddr") at = i} NR > 1 && $at {n++} END {print n}' "$work/csv")" \
        "... no sample is lost: what no symbol has is a row"
    is "$(fields data name samples | perl -ane 'print "$F[0] " if $F[0] =~ /^\[(stack|anonymous)\]$/ && $F[1] > 100' | tr ' ' '\n' | sort | grep . | tr '\n' ' ')" \
        "[anonymous] [stack] " "... stack and mapped memory have rows of their own"
    aarch64-linux-gnu-objdump -d -j .plt "$work/program" | perl -ne '
        $start = $1, $name = $2 if /^([0-9a-f]+) <(.*)>:/;
        next unless /^ *([0-9a-f]+):/;
        $end{$name} = sprintf "%016x", hex($1) + 4 if !/\bnop$/;
        $start{$name} //= sprintf "%016x", hex $start;
        END { print "$start{$_} $end{$_} $_\n" for grep { $_ ne ".plt" } keys %end }' >"$work/stubs"
    is "$(fields functions name samples module | perl -ane 'print "$F[0] $F[1]\n" if /\@plt/ && $F[2] =~ /\/program$/' |
        LC_ALL=C sort)" "$(records pc <"$work/stubs")" "... and each stub, not those of libraries"
    is "$(fields functions name | grep -c '^\(memcmp\|pthread_mutex_lock\|pthread_mutex_unlock\)@plt$')" 3 "... by its function's name"
}
each "in the common way"
each "bound at once, for branch target identification" -mbranch-protection=standard -Wl,-z,force-bti,-z,now
each "without a symbol table for code" -Wl,--strip-debug
done_testing
