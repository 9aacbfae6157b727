#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-dump's threads under gcc's thread sanitizer: no data race in any format, and the same bytes (tests/landing/test_threads.sh).
# needs: perl
set -u
. tests/tap.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sanitizer='-O1 -g -fsanitize=thread'
ok "the programs, with the thread sanitizer" make -s BUILD="$work" CFLAGS="$sanitizer" LDFLAGS=-fsanitize=thread \
    "$work/spe-dump" "$work/spe-asm"
export TSAN_OPTIONS="exitcode=66 halt_on_error=1 log_path=$work/race"
BUILD=$work bash tests/landing/test_threads.sh >"$work/out" 2>&1
is "$? $(grep -c '^not ok' "$work/out")" "0 0" "tests/landing/test_threads.sh"
is "$(find "$work" -name 'race*')" "" "no race"
done_testing
