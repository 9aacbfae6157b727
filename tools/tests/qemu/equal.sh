#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-stat diff states no change where there is none: profiles of the same programs, sampled with other seeds.
# needs: perl qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross
cd "$(dirname "$0")/../../.." || exit 1
. tools/tests/qemu/common

compile() {
    local name
    for name in matrix sorting words threads phases; do
        aarch64-linux-gnu-gcc -O2 -g -march=armv8-a -pthread -o "$work/$name" "tools/tests/qemu/programs/$name.c" || return 1
    done
}
ok "the programs build" compile

is_all && seeds=21 || seeds=6
logged "" perl tools/tests/qemu/equal.pl "$BUILD" "$work" "$seeds"
done_testing
