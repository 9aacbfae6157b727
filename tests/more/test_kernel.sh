#!/bin/bash
# SPDX-License-Identifier: MIT
# examples/kernel builds as a module of Linux, without a warning. Nothing of libspe uses vector registers, and it needs
# nothing from outside but what the compiler adds. AArch64, for which Debian has no kernel headers here: by Linux's flags.
# all needs: linux-headers-amd64 gcc-aarch64-linux-gnu binutils-aarch64-linux-gnu
set -u
. tests/tap.sh
kernel=$(find /usr/src -maxdepth 1 -name 'linux-headers-*-amd64' | sort -V | tail -1)
if [ -z "$kernel" ]; then
    echo "1..0 # SKIP no headers of Linux: .ci/install all installs them"
    exit 0
fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
make -s amalgamation BUILD="${BUILD:-build}" >/dev/null
cp -r examples/kernel/* "${BUILD:-build}"/amalgamation/libspe* "$tmp"
vector() { "${1}objdump" -d --no-show-raw-insn "$2" | grep -cE "$3"; }
outside() { "${1}nm" -u "$2" | awk '{print $2}' | grep -vxE 'mem(cpy|set|move|cmp)|__(fentry__|x86_return_thunk|stack_chk_fail)'; }

make -C "$kernel" M="$tmp" W=1 modules >"$tmp/out" 2>&1
is "$? $(grep -iE 'warning|error' "$tmp/out")" "0 " "Linux's build makes a module"
is "$(find "$tmp" -name '*.ko' -printf '%f ')" "spe_count.ko " "... spe_count.ko"
is "$(vector '' "$tmp/libspe.o" '%[xyz]mm')" 0 "x86-64: no vector registers"
is "$(outside '' "$tmp/libspe.o")" "" "... nothing from outside"

options=$(sed -n 's/^options := //p' "$tmp/Kbuild")
arm=aarch64-linux-gnu-
# shellcheck disable=SC2086 # lists
"${arm}gcc" -std=gnu11 -O2 -nostdinc -isystem "$("${arm}gcc" -print-file-name=include)" \
    -isystem packaging/freestanding -I"$tmp" -ffreestanding -fno-common -fno-PIE -fno-strict-aliasing \
    -fno-delete-null-pointer-checks -mgeneral-regs-only -mabi=lp64 -fno-asynchronous-unwind-tables -Wall -Werror \
    $options -c -o "$tmp/arm.o" "$tmp/libspe.c"
is $? 0 "AArch64: compiles"
is "$(vector $arm "$tmp/arm.o" '\s[vqdsb][0-9]+[,.]')" 0 "... no vector registers"
is "$(outside $arm "$tmp/arm.o")" "" "... nothing from outside"
done_testing
