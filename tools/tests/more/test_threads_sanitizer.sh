#!/bin/bash
# SPDX-License-Identifier: MIT
# The threads of spe-dump and spe-stat under gcc's thread sanitizer: no data race, and the same bytes.
# needs: perl
set -u
. tests/tap.sh
need_packages
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sanitizer='-O1 -g -fsanitize=thread'
ok "the programs, with the thread sanitizer" make -s BUILD="$work" CFLAGS="$sanitizer" LDFLAGS=-fsanitize=thread \
    "$work/spe-dump" "$work/spe-stat" "$work/spe-asm"
export TSAN_OPTIONS="exitcode=66 halt_on_error=1 log_path=$work/race"
# The program that writes perf.data is built without it.
ln -s "$(realpath "${BUILD:-build}/kit")" "$work/kit"
for test in test_threads test_stat_threads; do
    BUILD=$work bash tools/tests/landing/$test.sh >"$work/out" 2>&1
    is "$? $(grep '^not ok' "$work/out")" "0 " "tools/tests/landing/$test.sh"
done
is "$(find "$work" -name 'race*')" "" "no race"
done_testing
