#!/bin/bash
# SPDX-License-Identifier: MIT
# The fuzz targets over their seeds and regressions, without libFuzzer; every target has both.
set -u
. tests/tap.sh
build=${BUILD:-build}

for target in $(make -s "${FUZZ_LIST:-fuzz-targets}"); do
    output=$("$build/fuzz/replay_$target" "$build/fuzz/seeds/$target" "$(fuzz/regressions-of "$target")" 2>&1)
    is "$? $(echo "$output" | grep -c '^ok')" "0 2" "fuzz target $target: seeds and regressions" || diag "$output"
    case $target in perf) least=7 ;; filter | generator | device) least=100 ;; *) least=200 ;; esac
    count=$(find "$build/fuzz/seeds/$target" -type f | wc -l)
    ok "fuzz target $target has seeds of every row" test "$count" -ge $least
done
is "$(grep -c '^"' "$build/fuzz/spe.dict" | awk '{print ($1 > 150)}')" 1 "the dictionary has the tables' words"
"$build/fuzz/replay_packet" /no/such/folder >/dev/null
is $? 1 "a folder without inputs is a failure"

done_testing
