#!/bin/bash
# SPDX-License-Identifier: MIT
# Old programs run: that of each release, compiled with the release's headers (make abi-release stores them). Before the
# first release today's headers are used. landing/test_abi.sh has the tests that need libabigail.
set -u
. tests/tap.sh
build=${BUILD:-build}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/today"
cp -r include "$work/today/include"
cp tests/abi/client.c "$work/today"

for record in tests/abi/releases/libspe-[0-9]*.tar.gz; do
    [ ! -f "$record" ] || tar -xzf "$record" -C "$work"
done
for release in "$work"/*; do
    ok "$(basename "$release"): its program runs, its numbers have their values" \
        tests/abi/runs "$release" "$build/libspe.so"
done
ok "the program builds" cc -std=c11 -Wall -Iinclude tests/abi/client.c -o "$work/client" -L"$build" -lspe
is "$(objdump -T "$work/client" | sed -nE 's/.*(LIBSPE_[A-Z0-9_]+)\)? +(spe_.*)/\2@@\1/p' | LC_ALL=C sort)" \
    "$(tests/abi/functions --versioned)" "it needs every function, with its symbol version"
is "$(tests/abi/values include | grep -cE '^SPE_(E_RANGE -48|HAS_PC 1|OP_GCS|EVENT_RETIRED 1|LAYOUT_SLOTS_64 1|DECODER_SIZE 4096|EVL_OVER_2048|PERF_AUX_MOVED 65536)')" 8 \
    "all sorts of numbers are compared"

# The test notices changes: another number, a missing function.
sed -i 's/SPE_E_RANGE = -48/SPE_E_RANGE = -49/' "$work/today/include/libspe/base.h"
is "$(tests/abi/runs "$work/today" "$build/libspe.so" | grep -c '^< SPE_E_RANGE -49')" 1 "a number that changes is seen"
cp include/libspe/base.h "$work/today/include/libspe"
echo 'SPE_API int spe_gone(void);' >>"$work/today/include/libspe/base.h"
printf '%s\n' 'int gone(void); int gone(void) { return spe_gone(); }' >>"$work/today/client.c"
tests/abi/runs "$work/today" "$build/libspe.so" >"$work/log" 2>&1
is "$(($? != 0)) $(grep -c 'undefined reference to .spe_gone' "$work/log")" "1 1" "a function that is gone is seen"

done_testing
