#!/bin/bash
# SPDX-License-Identifier: MIT
# Tables in another project's engine: DuckDB reads libspe-lab/arrow.h's stream. Every value of every column is compared
# with spe-dump's JSON, for all captures and a large stream, with blocks of any size. Also sums by SQL, and that all
# memory is freed. DuckDB's library is in its package for Node.js, which npm downloads unless TABLES_MODULES names a
# folder with it.
# needs: nodejs npm perl python3
set -u
. tests/tap.sh
need_packages
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ "$(uname -sm)" != "Linux x86_64" ]; then
    echo "1..0 # SKIP DuckDB's package is that for Linux on x86-64"
    exit 0
fi
midr=0x410fd400 # of tests/perf_data.py's first core

modules=${TABLES_MODULES:-$work/npm}
need_modules "$modules" tests/clients/arrow/package.json --ignore-scripts
folder=$modules/node_modules/@duckdb/node-bindings-linux-x64
ok "DuckDB's library" test -f "$folder/libduckdb.so"
ok "a client of DuckDB" cc -std=c11 -O1 -DSPE_STATIC -Iinclude -Ilab/include tests/clients/arrow/duckdb.c "$build/libspe-lab.a" "$build/libspe.a" \
    "$folder/libduckdb.so" -Wl,-rpath,"$folder" -o "$work/duckdb"

for capture in tests/captures/*.txt; do
    "$build/spe-asm" -o "$work/$(basename "$capture" .txt).spe" "$capture"
done
cc -std=c11 -O1 -DSPE_STATIC -Iinclude -Itests/unit tests/client/make_stream.c "$build/libspe.a" -o "$work/make_stream"
"$work/make_stream" packets >"$work/packets.spe"
"$work/make_stream" records 2000 >"$work/records.spe"
random_bytes 30000 >"$work/random.spe"

same() { # SPE ROWS: the table has the values of the JSON
    tests/perf_data.py v2 "$1" >"$work/perf.data"
    "$build/spe-dump" --format=json "$work/perf.data" >"$work/json" 2>/dev/null
    echo 'SELECT * FROM records ORDER BY row' | "$work/duckdb" "$1" $midr "$2" >"$work/table" 2>"$work/error"
    echo "$? $(perl tests/clients/arrow/compare.pl "$work/json" "$work/table") $(tail -n 1 "$work/table")" |
        sed 's/ [1-9][0-9]* cells/ cells/'
    cat "$work/error"
}
for spe in "$work"/*.spe; do
    is "$(same "$spe" 7)" "0 cells, 0 differ 0 lent" "$(basename "$spe" .spe), in blocks of 7 rows"
done
is "$(same "$work/records.spe" 0)" "0 cells, 0 differ 0 lent" "records, in the blocks that are usual"
is "$(same "$work/records.spe" 1000)" "0 cells, 0 differ 0 lent" "... of 1000 rows"

# -- sums, compared with those of CSV --
"$work/make_stream" records 20000 >"$work/records.spe"
"$build/spe-dump" --format=csv --midr=$midr "$work/records.spe" | awk -F, '
    NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i; next}
    {gsub(/"[^"]*"/, "quoted"); $0 = $0; key = $at["op"] "\t" ($at["memory_level"] == "" ? "NULL" : $at["memory_level"])
        n[key]++; sum[key] += $at["total_lat"]; missed[key] += $at["event"] ~ /(^|:)mispredicted(:|$)/}
    END {for (key in n) printf "%s\t%d\t%d\t%d\n", key, n[key], sum[key], missed[key]}' | LC_ALL=C sort >"$work/want"
echo "SELECT op, memory_level, count(*), coalesce(sum(total_latency), 0), count(*) FILTER (mispredicted)" \
    "FROM records GROUP BY ALL" |
    "$work/duckdb" "$work/records.spe" $midr 500 | sed '1d;$d' | LC_ALL=C sort >"$work/got"
is "$(cat "$work/got")" "$(cat "$work/want")" "sums by SQL are those of CSV"
ok "... in several groups" test "$(wc -l <"$work/got")" -ge 4
done_testing
