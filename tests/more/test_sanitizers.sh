#!/bin/bash
# SPDX-License-Identifier: MIT
# The lessons and the programs under address and undefined-behaviour sanitizers.
set -u
. tests/tap.sh
build=${BUILD:-build}

run_make() { make -s -j"$(nproc)" "$@" >"$log" 2>&1 || { sed 's/^/# /' "$log"; return 1; }; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT

ok "sanitized build" run_make BUILD="$build/sanitized" CC=gcc \
    CFLAGS="-O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all" tools examples
for program in decode_buffer decode_ring encode_record; do
    ok "sanitized $program" sh -c "'$build/sanitized/examples/$program' >'$log' 2>&1"
done
random_bytes 1000000 >"$log.random"
for mode in --packets --records; do
    "$build/sanitized/spe-dump" --force $mode "$log.random" >"$log" 2>"$log.err"
    is "$(($? <= 1)) $(grep -c -i sanitizer "$log.err")" "1 0" "sanitized spe-dump $mode on random bytes"
done
"$build/sanitized/spe-dump" --force "$log.random" 2>/dev/null | "$build/sanitized/spe-asm" - | cmp - "$log.random"
is $? 0 "sanitized spe-dump | spe-asm"
"$build/sanitized/spe-stat" --force --html="$log.page" "$log.random" >"$log" 2>"$log.err"
is "$(($? <= 1)) $(grep -c -i sanitizer "$log.err") $(tail -1 "$log.page")" "1 0 </body></html>" \
    "sanitized spe-stat on random bytes"
"$build/sanitized/examples/sum_up" <"$log.random" >"$log" 2>"$log.err"
is "$? $(wc -l <"$log.err")" "0 0" "sanitized sum_up on random bytes"
rm -f "$log.random" "$log.err" "$log.page"

done_testing
