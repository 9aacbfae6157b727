#!/bin/bash
# SPDX-License-Identifier: MIT
# Programs with a known fault, and programs without one: what spe-stat finds first, where, and that it finds nothing
# else that is not there.
# needs: perl qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross binutils-aarch64-linux-gnu
cd "$(dirname "$0")/../../.." || exit 1
. tools/tests/qemu/common

ok "the programs build" aarch64-linux-gnu-gcc -g -O1 -static -pthread -o "$work/faults" \
    tools/tests/qemu/programs/faults.c

# found NAME: records the program; prints the first finding: kind, function, object, how the addresses go
found() {
    "$BUILD/spe-record" -q -e arm_spe/ts_enable=1,jitter=1/ -c 512 -o "$work/$1" "$work/faults" "$1"
    "$BUILD/spe-stat" --format=json "$work/$1" >"$work/json"
    fields findings kind function object seen | head -n 1
}
# first NAME KIND FUNCTION OBJECT SEEN: the first finding has these; SEEN is a part of what it shows
first() {
    local got
    got=$(found "$1")
    is "$(cut -f1-3 <<<"$got")" "$(printf '%s\t%s\t%s' "$2" "$3" "$4")" "$1: the fault is first"
    [[ $got == *"$5"* ]]
    tap_result $? "... with what shows it: $5" || diag "$got"
    # no interval leaves out its own value, or reaches below what a finding must cost
    is "$(fields findings percent low high samples | awk '!($2 >= 5 && $1 >= $2 && $3 >= $1 && $4 >= 10)')" "" "... and its interval"
}
first false-sharing false-sharing count counters "writes counters+8"
first true-sharing true-sharing count counters "writes counters+16, "
first chase memory-load chase "[anonymous]" "scattered addresses"
first stream memory-load stream "[anonymous]" "rising addresses"
first columns memory-load columns "[anonymous]" "in steps of a cache line or more"
is "$(fields findings kind | tr '\n' ' ')" "memory-load page-walk " "... whose walks come second"
first pages page-walk pages "[anonymous]" "which 4 pages of 2 MiB would hold"
for name in own-lines compute small-table sum-in-order; do
    is "$(found "$name")" "" "$name: nothing is found"
    is "$("$BUILD/spe-stat" "$work/$name" | head -n 1)" \
        "Findings: nothing stands out; no fault that can be judged costs 5 %" "... and that is printed"
done
is "$("$BUILD/spe-stat" "$work/stream" | sed -n '2,3p' | sed 's/[0-9.]* % of/N % of/; s/(.*to.*)/(N to N)/; s/[0-9]* samples/N samples/' | tr '\n' ';')" \
    "   1.  Loads wait for memory: N % of the summed latency (N to N), N samples;       code: stream, faults.c:$(grep -n 'sink + (unsigned long)data\[i\]' tools/tests/qemu/programs/faults.c | cut -d: -f1) (faults);" \
    "the report begins with findings, with their source lines"
done_testing
