#!/bin/bash
# SPDX-License-Identifier: MIT
# Programs with a known fault, and programs without one, of two sizes, at several intervals and with SEEDS seeds (3 in
# .ci/deep, otherwise 1): how often spe-stat finds the fault, and how often it finds others that are not there.
# needs: perl qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross
cd "$(dirname "$0")/../../.." || exit 1
. tools/tests/qemu/common

ok "the programs build" aarch64-linux-gnu-gcc -g -O1 -mno-outline-atomics --param=case-values-threshold=4 \
    -static -pthread -o "$work/faults" tools/tests/qemu/programs/faults.c
is_all && seeds=3 || seeds=1
logged "findings are right: " perl tools/tests/qemu/findings_truth.pl "$BUILD" "$work" "${SEEDS:-$seeds}"
done_testing
