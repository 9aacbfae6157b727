#!/bin/bash
# SPDX-License-Identifier: MIT
# The ABI does not move: it is the recorded one, and a program compiled against the first headers still runs.
# needs: abigail-tools
set -u
. tests/tap.sh
need abidiff
build=${BUILD:-build}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

ok "abidiff: the recorded ABI" make -s BUILD="$build" abi-check
ok "a program compiles against the headers of 1.0" cc -std=c11 -Wall -Itests/abi/include-1.0 tests/abi/client.c -o "$work/client" -L"$build" -lspe
ok "it runs with today's libspe.so" env LD_LIBRARY_PATH="$build" "$work/client"
is "$(objdump -T "$work/client" | grep -c 'LIBSPE_1.* spe_')" "$(sed -n '/global:/,/local:/s/^        \(spe_.*\);/\1/p' src/libspe.map | wc -l)" "it needs every function of 1.0, at version LIBSPE_1"

# A change would be seen: one more member, one function less.
tar --exclude=./build --exclude=./.git -cf - . | tar -xf - -C "$work"
sed -i 's/uint8_t reserved\[26\];.*/uint8_t reserved[34];/' "$work/include/libspe/record.h"
(cd "$work" && make -s abi-check) >"$work/log" 2>&1
is "$(($? != 0)) $(grep -c 'struct spe_record' "$work/log" | awk '{print ($1 > 0)}')" "1 1" "a struct that grows is seen"

done_testing
