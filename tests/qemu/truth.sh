#!/bin/bash
# SPDX-License-Identifier: MIT
# What spe-stat says of a profile against what the programs did, which is known here: spe-record counts all of it.
# needs: perl qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
BUILD=${BUILD:-build}
need qemu-aarch64
need aarch64-linux-gnu-gcc

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
programs="matrix chase sorting words threads vectors"

compile() {
    local name march
    for name in $programs; do
        march=armv8-a
        [ "$name" != vectors ] || march=armv8-a+sve
        aarch64-linux-gnu-gcc -O2 -march="$march" -pthread -o "$work/$name" \
            "tests/qemu/programs/$name.c" || return 1
        aarch64-linux-gnu-gcc -O2 -march="$march" -pthread -static \
            -o "$work/$name-static" "tests/qemu/programs/$name.c" || return 1
    done
}
ok "the programs build" compile

perl tests/qemu/truth.pl "$BUILD" "$work" >"$work/log" 2>"$work/errors"
status=$?
grep '^# ' "$work/log"
tap_result $status "95 % intervals hold: $(tail -n 1 "$work/log")" || diag "$(cat "$work/errors")"
done_testing
