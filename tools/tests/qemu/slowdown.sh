#!/bin/bash
# SPDX-License-Identifier: MIT
# The cost of recording: CPU time compared with QEMU without a plugin, and with one that only counts instructions. Both
# must count the same instructions.
# needs: perl qemu-user gcc gcc-aarch64-linux-gnu libc6-dev-arm64-cross
cd "$(dirname "$0")/../../.." || exit 1
. tests/tap.sh
BUILD=${BUILD:-build}
need qemu-aarch64
need aarch64-linux-gnu-gcc

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ok "the plugin that counts builds" "${CC:-cc}" -O2 -shared -fPIC -fvisibility=hidden -o "$work/count.so" \
    tools/tests/qemu/count_plugin.c

seconds() { # COMMAND ...: user and system time of the best of three
    perl -e 'my $best; for (1 .. 3) { my @a = times; system(@ARGV) == 0 or die; my @b = times;
        my $t = $b[2] + $b[3] - $a[2] - $a[3]; $best = $t if !defined $best || $t < $best } printf "%.3f\n", $best' \
        "$@" 2>"$work/errors" >"$work/output"
    tail -n 1 "$work/output"
}
ratio() { perl -e 'printf "%.1f", $ARGV[0] / $ARGV[1]' "$1" "$2"; }

for name in matrix chase sorting; do
    aarch64-linux-gnu-gcc -O2 -static -o "$work/$name" "tools/tests/qemu/programs/$name.c" || exit 1
    program=$work/$name
    plain=$(seconds qemu-aarch64 -cpu neoverse-n1 "$program" 10)
    counted=$(seconds qemu-aarch64 -cpu neoverse-n1 -plugin "$work/count.so" "$program" 10)
    operations=$(tail -n 1 "$work/errors")
    recorded=$(seconds "$BUILD/spe-record" -c 4096 -o "$work/data" -- "$program" 10)
    whole=$(seconds "$BUILD/spe-record" -c 4096 -o "$work/data" --counts="$work/counts" -- "$program" 10)
    diag "$name: $operations instructions; QEMU alone 1, counting $(ratio "$counted" "$plain"), spe-record" \
        "$(ratio "$recorded" "$plain"), with full counts $(ratio "$whole" "$plain") times as long"
    is "$(awk '$1 == "operations" { n += $4 } END { print n }' "$work/counts")" "$operations" \
        "$name: all instructions are counted"
    ok "$name: less than 200 times as long as QEMU alone" test "$(ratio "$recorded" "$plain" | cut -d. -f1)" -lt 200
done
done_testing
