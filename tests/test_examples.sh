#!/bin/bash
# SPDX-License-Identifier: MIT
# The examples print what their comments promise. test_readers.sh has those that read the rings of other systems.
# needs: perl python3
set -u
. tests/tap.sh
build=${BUILD:-build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bytes() { perl -e 'print pack "H*", join "", map { s/\s//gr } @ARGV' "$1"; }

is "$("$build/examples/decode_buffer")" \
    'offset 0: pc 0xffffba66eda1c2d0 at EL2, general-purpose registers, 12 cycles, retired l1d_access tlb_access
offset 48: pc 0xffffba66edefb0e0 at EL2, branch or exception return, conditional, 17 cycles, retired not_taken
2 records, 74 bytes, 5 of them padding' decode_buffer
is "$("$build/examples/decode_ring" | grep -c 'two parts')" 2 "decode_ring wraps twice"
is "$("$build/examples/decode_ring" | sed -n 's/record at stream offset //p')" '0: pc 0x400004
24: pc 0x400008
48: pc 0x40000c
72: pc 0x400010
168: pc 0x400020, after a gap
192: pc 0x400024
216: pc 0x400028
240: pc 0x40002c, cut off' "and loses nothing but what the ring lost"
is "$("$build/examples/encode_record" | sed -n '1p; $p')" '128 bytes
with a previous branch target: SPE_E_LAYOUT' encode_record
is "$("$build/examples/encode_record" | grep -c 'EVL 256, PRED 1.*l1d_refill; Timestamp 44731163950$')" 2 \
    "both records are decoded again"
for i in 1 2 3; do
    bytes "$(printf 'b0d0c2a1ed66baffc0 980c00 4900 521600 712e652f6a0a000000%.0s' $(seq $((i * 100))))" >"$tmp/cpu$i"
done
is "$("$build/examples/decode_threads" "$tmp"/cpu[123] | sed 's/.*: //' | tr '\n' ';')" \
    "100 records, 1200 cycles;200 records, 2400 cycles;300 records, 3600 cycles;" "decode_threads"
# the second one is cut off
bytes '6401000000 4900 520200 01 6402000000 4a01 6401000000 4a00 520200 01' >"$tmp/threads.spe"
tests/perf_data.py partial18 "$tmp/threads.spe" >"$tmp/threads.data"
is "$("$build/examples/read_perf" "$tmp/threads.data")" \
    '    1 comm: 2, branch or exception return, COND 0, IND 0, GCS 0, CR not recorded
    2 : 1, branch or exception return, COND 1, IND 0, GCS 0, CR not recorded' read_perf
is "$("$build/examples/read_perf" <"$tmp/threads.data")" "$("$build/examples/read_perf" "$tmp/threads.data")" \
    "... from standard input"
"$build/examples/decode_threads" "$tmp/nothing" >/dev/null 2>"$tmp/error"
is "$? $(grep -c '^decode_threads: .*cannot be read' "$tmp/error")" "1 1" "decode_threads, a file that is not there"
is "$(wc -l examples/*.c | awk '$2 != "total" && $1 > 100')" "" "each has at most 100 lines"

done_testing
