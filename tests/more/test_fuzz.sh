#!/bin/bash
# SPDX-License-Identifier: MIT
# libFuzzer: merging of corpora, and the example for users who fuzz their own reader. ../test_fuzz.sh has the tests that
# do not need clang.
# needs: clang libclang-rt-14-dev
set -u
. tests/tap.sh
need_packages
build=${BUILD:-build}

# -- merging: of one target, without sanitizers --

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ok "seeds" make -s BUILD="$build" fuzz-seeds
ok "a target and the example build with clang" \
    make -s BUILD="$work" FUZZ_SANITIZERS=-fsanitize=fuzzer FUZZ_TARGETS=packet fuzz fuzz-example
mkdir -p "$work/fuzz/corpus/packet" "$work/more/packet"
cp -r "$build/fuzz/seeds" "$work/fuzz/"
features() { # of the corpus, the seeds and the regressions together
    "$work/fuzz/fuzz_packet" -runs=0 "$work/fuzz/corpus/packet" "$work/fuzz/seeds/packet" fuzz/regressions/packet 2>&1 |
        sed -n 's/^#[0-9]*.INITED cov: \([0-9]*\) ft: \([0-9]*\) .*/\1 \2/p'
}
seeds=$(features)
"$work/fuzz/fuzz_packet" -runs=20000 -seed=1 -max_len=256 "$work/fuzz/corpus/packet" "$work/fuzz/seeds/packet" \
    >/dev/null 2>&1
found=$(find "$work/fuzz/corpus/packet" -type f | wc -l)
before=$(features)
is_more() { [ "${1#* }" -gt "${2#* }" ]; }
ok "fuzzing finds what the seeds do not reach" is_more "$before" "$seeds"
for input in "$work"/fuzz/corpus/packet/*; do { cat "$input"; printf '\0\0\0'; } >"$input-longer"; done
mv "$work"/fuzz/corpus/packet/*-longer "$work/more/packet/"
cp "$work"/more/packet/* "$work/fuzz/corpus/packet/"
ok "make fuzz-merge's script" fuzz/merge "$work/fuzz" "$work/more" packet
left=$(find "$work/fuzz/corpus/packet" -type f | wc -l)
ok "... of $((2 * found)) inputs keeps $left" test "$left" -gt 0 -a "$left" -le "$found"
reach_as_much() { # except for a few features, which depend on the order of inputs
    local now
    now=$(features)
    [ "${now% *}" -ge $((${before% *} * 99 / 100)) ] && [ "${now#* }" -ge $((${before#* } * 99 / 100)) ] ||
        { echo "$now, $before before"; return 1; }
}
ok "... which reach as much as all did" reach_as_much
fuzz/merge "$work/fuzz" "" packet >/dev/null 2>&1
again=$(find "$work/fuzz/corpus/packet" -type f | wc -l)
ok "... and merged again no more, $again" test "$again" -gt 0 -a "$again" -le "$left"
ok "... which reach the same" reach_as_much

# -- the example: its fault is found, and it has no other --

client=$work/examples/fuzz/client
"$client" -seed=1 -runs=2000000 -artifact_prefix="$work/" >"$work/log" 2>&1
# its size follows its array: after an overflow the program continues with that
is "$(grep -c 'AddressSanitizer: \(stack-buffer-overflow\|SEGV\)' "$work/log")" 2 \
    "the example finds the naive reader's fault"
"$client" "$work"/crash-* >"$work/log" 2>&1
is "$(grep -c 'SUMMARY: AddressSanitizer' "$work/log")" 1 "... again from what it kept"
sed 's/bytes\[64\]/bytes[128]/' examples/fuzz/client.c >"$work/whole.c"
ok "... with room for any record it builds" \
    clang -std=c99 -O1 -fsanitize=fuzzer,address -Iinclude -Ifuzz "$work/whole.c" "$work/libspe.a" -o "$work/whole"
ok "... and reads what libspe reads" "$work/whole" -seed=1 -runs=30000 -artifact_prefix="$work/"

# -- also for C++ --

for language in "c -std=c99" "c++ -std=c++11"; do
    # shellcheck disable=SC2086
    ok "the generator's headers are ${language#* }" clang -x $language -Wall -Wextra -Wpedantic -Wconversion -Wshadow \
        -Werror -Iinclude -include fuzz/record_mutator.h -fsyntax-only /dev/null
done

done_testing
