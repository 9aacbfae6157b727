#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-stat annotate of a program that spe-record recorded: its lines add up to the function, the slow load is on its
# line, and instructions are those of objdump.
# needs: perl qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross binutils-aarch64-linux-gnu libcapstone-dev libdw-dev
cd "$(dirname "$0")/../../.." || exit 1
. tools/tests/qemu/common

ok "the program builds" aarch64-linux-gnu-gcc -O2 -g -static -o "$work/hot" tools/examples/tutorial/hot.c
ok "... is recorded" "$BUILD/spe-record" -q -c 1024 -e arm_spe/jitter=1,ts_enable=1/ -o "$work/data" "$work/hot"
"$BUILD/spe-stat" --format=json "$work/data" >"$work/json"
total=$(fields functions name samples | sed -n 's/^walk[^\t]*\t//p')
"$BUILD/spe-stat" annotate --format=json walk "$work/data" >"$work/json"
perl -MJSON::PP -e 'my $all = decode_json(do { local $/; <STDIN> });
    for (@{$all->{annotate}}) {
        my $l = $_->{location};
        print join("\t", defined $l->{offset} ? "code" : "line", $l->{line}, $l->{offset} // "-", $_->{samples} // 0,
            $_->{summed_latency} // 0, $_->{l1d_miss} // "-", $_->{source}), "\n";
    }' <"$work/json" >"$work/rows"
sum() { awk -F'\t' -v kind="$1" '$1 == kind {n += $4} END {print n}' "$work/rows"; }
is "$(sum line) $(sum code)" "$total $total" "the lines, and the instructions, have the samples of the function"
slow=$(grep -n 'at = at->next' tools/examples/tutorial/hot.c | cut -d: -f1)
is "$(grep ^line "$work/rows" | sort -t"$(printf '\t')" -k5,5nr | head -1 | cut -f2)" "$slow" "most latency is on the line of the list's step"
is "$(awk -F'\t' -v line="$slow" '$1 == "line" && $2 == line {print ($6 > 90)}' "$work/rows")" 1 "... which misses"
is "$(awk -F'\t' '$1 == "line"' "$work/rows" | while IFS=$(printf '\t') read -r _ line _ _ _ _ text; do
    [ "$(sed -n "${line}p" tools/examples/tutorial/hot.c)" = "$text" ] || echo "$line: $text"
done)" "" "each line is that of the source"

# -- instructions: objdump's mnemonics and registers; targets of branches are written in another way --
aarch64-linux-gnu-objdump -d --no-show-raw-insn "$work/hot" | perl -ne '
    if (/^([0-9a-f]+) <(walk[^>]*)>:/) { $start = hex $1 } elsif (/^$/) { $start = undef }
    print hex($1) - $start, "\t$2\n" if defined $start && /^\s*([0-9a-f]+):\s+(\S+)/' >"$work/objdump"
is "$(grep ^code "$work/rows" | cut -f3,7 | sed 's/ .*//' | sort -n | while IFS=$(printf '\t') read -r offset name; do
    grep -qxF "$offset	$name" "$work/objdump" || echo "$offset $name"
done)" "" "each instruction is that of objdump"
is "$(grep ^code "$work/rows" | grep -c 'ldr x[0-9]*, \[x[0-9]*\]')" 1 "... with its operands"
is "$(LC_ALL=C ldd "$BUILD/spe-stat" | grep -c libcapstone)" 1 "this build has capstone"
done_testing
