#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-stat diff answers whether a program is faster: a list whose nodes follow one another is walked in less time, with
# fewer page walks and the same operations; functions are compared though the program has another name.
# needs: perl qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross
cd "$(dirname "$0")/../../.." || exit 1
. tools/tests/qemu/common

for name in before after; do
    mkdir "$work/$name.d"
    cp tools/examples/tutorial/hot.c "$work/$name.d/hot.c"
done
sed -i 's/(i \* 5 + 77773)/(i + 1)/' "$work/after.d/hot.c"
is "$(diff "$work/before.d/hot.c" "$work/after.d/hot.c" | grep -c '^>')" 1 "a line is changed"
for name in before after; do
    ok "$name: the program builds" aarch64-linux-gnu-gcc -O2 -g -static -o "$work/$name" "$work/$name.d/hot.c"
    ok "... is recorded" "$BUILD/spe-record" -q -c 1024 -e arm_spe/jitter=1,ts_enable=1/ -o "$work/$name.data" \
        "$work/$name"
done
"$BUILD/spe-stat" diff --format=json "$work/before.data" "$work/after.data" >"$work/json"
is "$(fields totals name verdict | grep -E 'operations|page walks|summed' | tr '\t\n' ':;')" \
    "operations:may be chance;summed latency, cycles:less;page walks:less;" "fewer page walks, the same operations"
is "$(fields function_costs name verdict | grep -E 'walk|link_up' | tr '\t\n' ':;')" \
    "walk.constprop.0:less;link_up:may be chance;" "walk() takes less time, in a program with another name"
is "$(fields function_costs name time_before time_after change |
    awk '/walk/ {print ($4 < 0 && $3 - $2 - $4 < 1e-9 && $4 - ($3 - $2) < 1e-9)}')" \
    1 "... by the difference of its times"
is "$(fields function_costs name operations_before operations_after |
    awk '/walk/ {r = $3 / $2; print (r > 0.98 && r < 1.02)}')" 1 \
    "... with as many operations"
is "$(fields functions name verdict | grep -c walk)" 0 "its share of the samples is the same"
is "$(fields source_lines name | sort | uniq -d)" "" "lines are compared in another folder"
"$BUILD/spe-stat" diff --html="$work/page.html" "$work/before.data" "$work/after.data" >"$work/text"
is "$(grep -c 'Functions, largest change first' "$work/text") $(
    grep -oE '[0-9.]+&nbsp;% less' "$work/page.html" | perl -ne 'print $_ + 0 > 15 ? "faster" : "as fast"' \
        2>"$work/errors")" "1 faster" "the page says how much less time"
done_testing
