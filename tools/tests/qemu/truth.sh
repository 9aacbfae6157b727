#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-stat's estimates compared with what the programs did, which is known here: spe-record counts everything.
# needs: perl qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross
cd "$(dirname "$0")/../../.." || exit 1
. tools/tests/qemu/common
programs="matrix chase sorting words threads vectors beats"

compile() {
    local name march
    for name in $programs; do
        march=armv8-a
        [ "$name" != vectors ] || march=armv8-a+sve
        aarch64-linux-gnu-gcc -O2 -march="$march" -pthread -o "$work/$name" \
            "tools/tests/qemu/programs/$name.c" || return 1
        aarch64-linux-gnu-gcc -O2 -march="$march" -pthread -static \
            -o "$work/$name-static" "tools/tests/qemu/programs/$name.c" || return 1
    done
}
ok "the programs build" compile

is_all && seeds=8 || seeds=4
logged "95 % intervals hold: " perl tools/tests/qemu/truth.pl "$BUILD" "$work" "$seeds"
done_testing
