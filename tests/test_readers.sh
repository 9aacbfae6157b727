#!/bin/bash
# SPDX-License-Identifier: MIT
# The reader of Linux's rings (examples/live.c), with a ring in memory that another thread fills. CHECK_ALL=1 also uses
# the thread sanitizer.
set -u
. tests/tap.sh
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compile() { # NAME LIBRARY OPTION ...
    local name=$1 library=$2
    shift 2
    "${CC:-cc}" -std=c11 -Wall -Wextra -Werror -Iinclude "$@" "examples/$name.c" examples/ring/ring.c \
        tests/clients/fake_ring.c \
        "$library" -D_POSIX_C_SOURCE=200809L -pthread -o "$work/$name"
}
# run NAME KIND BYTES ARGUMENT ...: standard output goes to $work/out, and the counts of the ring's writer to
# $work/written
run() {
    FAKE_KIND=$2 FAKE_BYTES=$3 timeout 300 "$work/$1" 1 "${@:4}" >"$work/out" 2>"$work/written"
}
libraries=("$build/libspe.a -O2")
if is_all; then
    ok "a library for the thread sanitizer" make -s BUILD="$build/threads" CFLAGS="-O1 -g1 -fsanitize=thread" \
        "$build/threads/libspe.a"
    libraries+=("$build/threads/libspe.a -O1 -g1 -fsanitize=thread")
fi
for library in "${libraries[@]}"; do
    # shellcheck disable=SC2086 # the library and its options
    ok "live (${library##* })" compile live $library
    ok "... of a ring that loses nothing" run live steady 3000000
    is "$(tail -n 1 "$work/out")" "$(cat "$work/written")" "... has every record"
    ok "... of one that is full, cuts records, leaves bytes out" run live rough 1000000
    is "$(tail -n 1 "$work/out")" "$(cat "$work/written")" "... has every record, and says what is lost"
    ok "... some of it" grep -q ' [1-9][0-9]* cut off.* collisions [1-9].* stops [1-9].* bytes passed over [1-9]' \
        "$work/out"
    is "$(sed -n '$s/.*period //p' "$work/out")" 4294967040 "... a full AUX area doubles the period, up to the greatest"
done
says() { ! "$build/examples/live" "$@" >"$work/out" 2>&1 && cat "$work/out"; }
ok "live without a process" grep -q 'PID' <(says)
[ -e /sys/bus/event_source/devices/arm_spe_0 ] || ok "... and without SPE says what is needed" grep -q 'spe-doctor' \
    <(says $$)

done_testing
