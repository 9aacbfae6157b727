#!/bin/bash
# SPDX-License-Identifier: MIT
# The time that spe-stat gives each function against the cycles that it took, which spe-record counts.
# needs: perl qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross binutils-aarch64-linux-gnu
cd "$(dirname "$0")/../../.." || exit 1
. tools/tests/qemu/common

compile() {
    local name
    for name in phases words sorting; do
        aarch64-linux-gnu-gcc -O2 -march=armv8-a -pthread -static -o "$work/$name" "tools/tests/qemu/programs/$name.c" ||
            return 1
    done
}
ok "the programs build" compile

check() { # PROGRAM SLACK: percent of all time
    logged "" perl tools/tests/qemu/time.pl "$BUILD" "$work" "$1" "$2"
}
check phases 0.25 # each function runs for many samples
check words 6     # functions alternate between two samples, and share the time
check sorting 6

# Samples that a filter chose do not stand for all time before them.
"$BUILD/spe-record" --quiet -e arm_spe/load_filter=1,ts_enable=1/ -c 1024 -o "$work/loads" -- "$work/words" >/dev/null
is "$("$BUILD/spe-stat" --format=csv "$work/loads" | sed -n 's/^functions,"main",\(samples\|time_s\|of_time\),.*/\1/p')" "samples" \
    "loads only: no time"
done_testing
