#!/bin/bash
# SPDX-License-Identifier: MIT
# Threads that count atomically on one cache line, each way in which compilers build that: spe-stat finds the line, the
# offsets of each thread, and whether the sharing is true or false.
# needs: perl qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross binutils-aarch64-linux-gnu
cd "$(dirname "$0")/../../.." || exit 1
. tools/tests/qemu/common

# The line's rows: verdict, offsets read and written, whether there are atomics
rows() {
    fields sharing "line_and_thread" verdict "reads_at" "writes_at" atomics |
        perl -F'\t' -ane 'my $line = shift; print join(",", @F[1 .. 3], $F[4] > 0 ? "atomics" : "none"), ";" if $F[0] =~ /^\Q'"$1"'\E /' |
        tr ';' '\n' | sort | tr '\n' ';'
}

# each WAY OPTION...: the program of that way, once with each counter its own, once with one for all
each() {
    local way=$1 line kind
    ok "$way: the program builds" aarch64-linux-gnu-gcc -O2 -static -no-pie -pthread "${@:2}" -o "$work/$way" \
        tools/tests/qemu/programs/counters.c
    line=0x$(aarch64-linux-gnu-nm "$work/$way" | awk '$3 == "line" {sub(/^0+/, "", $1); print $1}')
    kind=atomics
    [ "$way" != exclusives ] || kind=none
    ok "... is recorded" "$BUILD/spe-record" -q -c 256 -o "$work/own" "$work/$way"
    "$BUILD/spe-stat" --format=json --symbol=line "$work/own" >"$work/json"
    is "$(rows "$line")" \
        "false sharing,0,0,$kind;false sharing,16,16,$kind;false sharing,8,8,$kind;" "... false sharing, by offset"
    is "$(fields data name loads stores samples | perl -F'\t' -ane 'print $F[0], $F[1] > 100 && $F[2] > 100 ? " both" : " @F"')" \
        "line both" "... the object is read and written"
    ok "... with one counter" "$BUILD/spe-record" -q -c 256 -o "$work/one" "$work/$way" one
    "$BUILD/spe-stat" --format=json --symbol=line "$work/one" >"$work/json"
    is "$(rows "$line")" "$(for _ in 1 2 3; do printf 'true sharing,24,24,%s;' $kind; done)" "... true sharing, and no other"
}
each lse -march=armv8.1-a -mno-outline-atomics
each outlined -march=armv8-a -moutline-atomics
each exclusives -march=armv8-a -mno-outline-atomics
done_testing
