#!/bin/bash
# SPDX-License-Identifier: MIT
# The programs write fast: instructions for each record, counted by tests/bench/text-instructions, stay within a third
# of the recorded numbers. For optimised builds on x86-64.
# needs: valgrind
set -u
. tests/tap.sh
need valgrind
build=${BUILD:-build}

counts=$(BUILD=$build tests/bench/text-instructions)
decoding=$(awk 'NR == 1 {print $1}' <<<"$counts")
if [ "$(uname -m)" != x86_64 ] || [ "$decoding" -gt 800 ]; then
    echo "1..0 # SKIP not an optimised build for x86-64: $decoding instructions decode a record"
    exit 0
fi
while read -r most options; do
    count=$(sed -n "s/ $options\$//p" <<<"$counts")
    ok "$options: $count instructions a record, at most $most" test "${count:-none}" -le "$most"
done <<END
5500 --packets
8500 --packets --style=arch
3400 --records
6000 --records --style=arch
3100 --format=csv
3500 --format=json
2000 --format=arrow
3400 --format=parquet
END
done_testing
