#!/bin/bash
# SPDX-License-Identifier: MIT
# The table of A64 instructions (tools/record/a64.h) against binutils' disassembler: a64_list's result for each word is
# compared with what a64_compare.pl expects from mnemonic and operands. The words are those of Debian's libraries, of
# files with every load, store and branch (a64_*.s), the same with each bit inverted, and random words. There are no
# exceptions. Then faults are put into the table, which the comparison must find. A64_WORDS is the number of random
# words of each sort.
# needs: binutils-aarch64-linux-gnu libc6-arm64-cross libstdc++6-arm64-cross
set -u
. tests/tap.sh
need_packages
build=${BUILD:-build}
words=${A64_WORDS:-1000000}
vl=512 svl=256 # different, so that the test shows which one is used
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# list TABLE OUT: builds the program with that table
list() {
    "${CC:-cc}" -std=c11 -O1 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
        -Werror -Iinclude -Itools/record tools/tests/qemu/a64_list.c tools/record/a64_find.c tools/record/a64_fields.c "$1" \
        "$build/libspe.a" -o "$2"
}

# compare LIST FILE START: compares a file of words. Counts by type go to kinds.
compare() {
    "$1" $vl $svl "$3" <"$2" >"$work/listed" || return 3
    aarch64-linux-gnu-objdump -D -z -b binary --adjust-vma="$3" -m aarch64 -M no-aliases,no-notes "$2" |
        perl tools/tests/qemu/a64_compare.pl $vl $svl "$work/listed" >"$work/said"
    local status=${PIPESTATUS[1]}
    grep '^kind' "$work/said" >>"$work/kinds"
    grep -v '^kind' "$work/said"
    return "$status"
}

# agrees NAME FILE START
agrees() {
    local said
    said=$(compare "$work/a64_list" "$2" "$3" 2>&1)
    tap_result $? "$1"
    diag "$said"
}

library() { # FILE
    local start
    start=$(aarch64-linux-gnu-objdump -h "$1" | awk '$2 == ".text" { print "0x" $4 }')
    aarch64-linux-gnu-objcopy -O binary -j .text "$1" "$work/text" && agrees "$(basename "$1")" "$work/text" "$start"
}

# libcrypto for arm64 from Debian, without changing this system's packages; it is kept in the build folder
libcrypto() {
    local kept=$build/qemu/libcrypto.so.3 apt="$work/apt"
    [ -f "$kept" ] && echo "$kept" && return
    mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$build/qemu"
    local options=(-q -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State::Lists="$apt/lists"
        -o Dir::Cache="$apt/cache" -o Dir::State::status=/dev/null -o APT::Sandbox::User=root)
    {
        apt-get "${options[@]}" update && (cd "$apt" && apt-get "${options[@]}" download libssl3) &&
            dpkg-deb -x "$apt"/libssl3_*.deb "$apt" && cp "$apt/usr/lib/aarch64-linux-gnu/libcrypto.so.3" "$kept"
    } >"$apt/log" 2>&1 && echo "$kept"
}

random() { # SEED GROUPS: random words; GROUPS are the values of bits [28:25] to choose from, by default all
    perl -e 'my ($seed, $count, @groups) = @ARGV; srand $seed; binmode STDOUT;
        for (1 .. $count) {
            my $word = int rand 2 ** 32;
            $word = $word & 0xe1ffffff | $groups[rand @groups] << 25 if @groups;
            print pack "V", $word;
        }' "$1" "$words" "${@:2}"
}

ok "the table builds without warnings" list tools/record/a64_table.c "$work/a64_list" || done_testing

for name in base sve sme; do
    aarch64-linux-gnu-as --no-warn "tools/tests/qemu/a64_$name.s" -o "$work/$name.o" &&
        aarch64-linux-gnu-objcopy -O binary -j .text "$work/$name.o" "$work/$name.words"
done
cat "$work"/{base,sve,sme}.words >"$work/all.words"
A64_ALL=1 agrees "every load, store and branch that the disassembler knows (a64_*.s)" "$work/all.words" 0x400000
perl -0777 -ne 'for my $word (unpack "V*") { print pack "V*", map { $word ^ 1 << $_ } 0 .. 31 }' \
    "$work/all.words" >"$work/turned.words"
agrees "the same with each bit turned round" "$work/turned.words" 0x400000

library /usr/aarch64-linux-gnu/lib/libc.so.6
library /usr/aarch64-linux-gnu/lib/libstdc++.so.6
if file=$(libcrypto); then
    library "$file"
else
    tap_result 0 "libcrypto.so.3 # SKIP apt could not fetch libssl3 for arm64"
fi
sed -n "s/ |.*//; /^#/!p" tools/tests/qemu/a64_newer.txt | perl -ne "print pack \"V\", hex" >"$work/newer.words"
is "$("$work/a64_list" $vl $svl 0 <"$work/newer.words" | cut -d " " -f 2,4- | sed "s/ / | /")" \
    "$(sed -n "/^#/!s/ | [^|]*$//p" tools/tests/qemu/a64_newer.txt)" \
    "instructions that the disassembler does not know yet"
random 1 >"$work/random"
agrees "random words" "$work/random" 0xffffffff80000000
random 2 0 2 2 2 2 4 6 12 14 5 7 15 10 11 >"$work/random"
agrees "random words of the groups that differ most" "$work/random" 0

# A core without SME: no FEAT_SPE_SME, and EVL is that of one vector (D17.6.6). A core without SVE and SME.
kinds_of() { # VL SVL FILE
    "$work/a64_list" "$1" "$2" 0 <"$work/$3" | cut -d " " -f 4- |
        sed -E "s, (\\[|(L|S|P|SM)\\b).*,,;" | sort -u | paste -s -d ,
}
is "$(kinds_of 256 0 sme.words)" "other,sve evl=256,sve pred evl=256,unspec,unspec st" "SME, by a core without"
is "$(kinds_of 256 0 sve.words | grep -o "evl=[0-9]*" | sort -u)" evl=256 "SVE structures, by a core without SME"
is "$(kinds_of 0 0 sve.words)" "other,unspec,unspec st" "SVE, by a core without"

diag "instructions by kind, all together, without lengths:"
diag "$(sed 's/ [ep]\?[ve][lt]s\?=[0-9]*//' "$work/kinds" | awk '{ n = $2; $1 = $2 = ""; count[$0] += n; all += n }
    END { for (kind in count) printf "%9d%s\n", count[kind], kind | "sort -rn"; close("sort -rn")
        printf "%9d all\n", all }')"

# fault OLD NEW: the comparison's status with a table in which OLD, which occurs once, is replaced by NEW
fault() {
    perl -0pe 'BEGIN { ($old, $new) = splice @ARGV, 0, 2 } $n = s/\Q$old\E/$new/g; END { exit($n != 1) }' \
        "$1" "$2" tools/record/a64_table.c >"$work/fault.c" && list "$work/fault.c" "$work/faulty" || return 2
    compare "$work/faulty" "$work/all.words" 0x400000 >/dev/null 2>&1
}
while IFS='|' read -r name old new; do
    fault "$old" "$new"
    is $? 1 "a fault is found: $name"
done <<'FAULTS'
STADD loads|{0x3f208c00, 0x38200000, ATOMIC, a64_atomic, A_R}|{0x3f208c00, 0x38200000, ATOMIC, a64_order, A_R}
FABS of SVE is no floating-point|0x041ca000, SVE_FP_PRED|0x041ca000, SVE_PRED
Q registers are loaded where they are stored|0x3e400000, 0x3c000000, SCALAR_W|0x3ec00000, 0x3c000000, SCALAR_W
a scatter's offsets are not extended|0xe4208000, SCATTER, a64_gather, S64_XS14|0xe4208000, SCATTER, a64_gather, G64
RET is no return|0xd65f0000, B_RETURN|0xd65f0000, B_REGISTER
ST2G is of one granule|0xd9a00000, TAG_W, a64_tag, 32|0xd9a00000, TAG_W, a64_tag, 16
MOVI is floating-point|0x0f000400, ASE, PLAIN|0x0f000400, ASE_FP, PLAIN
STLXR does not release|0x08000000, EXCL_W, a64_order, O0|0x08000000, EXCL_W, a64_order, 0
TBZ goes as far as CBZ|0x36000000, B_COND, a64_imm14|0x36000000, B_COND, a64_imm19
FCSEL is not conditional|0x1e200c00, FP_COND|0x1e200c00, FP
SETGP writes no tags|0x1dc00400, SET_TAG|0x1dc00400, SET
a tile of 64-bit elements is as large as one of 32|0xc0d00000, SME, a64_tile, 64|0xc0d00000, SME, a64_tile, 32
FAULTS
done_testing
