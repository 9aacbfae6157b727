#!/bin/bash
# SPDX-License-Identifier: MIT
# Other projects' engines read spe-dump's tables: DuckDB and Polars read Parquet, Polars and Apache Arrow read Arrow's
# stream. Every value is compared with JSON's, for all captures, generated profiles and damaged ones. Engines must skip
# row groups that a query cannot need. The examples of tools/docs/tables.md run. TABLES_MODULES names a folder with the
# engines; otherwise npm downloads them.
# needs: nodejs npm perl python3 python3-cffi python3-numpy python3-pandas
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/tap.sh
need_packages
if [ "$(uname -sm)" != "Linux x86_64" ]; then
    echo "1..0 # SKIP Polars' package is that for Linux on x86-64"
    exit 0
fi
build=${BUILD:-build}
dump=$build/spe-dump
libspe=$(cd "$build" && pwd)/libspe.so
python=$PWD/bindings/python
export PYTHONDONTWRITEBYTECODE=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

modules=${TABLES_MODULES:-$work/npm}
need_modules "$modules" tools/tests/tables/package.json
export NODE_PATH=$modules/node_modules

# -- inputs, and spe-dump's tables of them --

names=()
make_tables() { # NAME OPTION...: NAME.spe, in each format
    for format in json arrow parquet; do
        "$dump" --format=$format -o "$work/$1.$format" "${@:2}" "$work/$1.spe" 2>>"$work/messages"
    done
    names+=("$1")
}
for capture in tests/captures/*.txt; do
    name=$(basename "$capture" .txt)
    "$build/spe-asm" -o "$work/$name.spe" "$capture"
    make_tables "$name" --cpu=neoverse-n1
done
for profile in records:20000 mixed:6000 odd:6000 events:4000; do
    "$build/kit/make_stream" "${profile%:*}" "${profile#*:}" >"$work/${profile%:*}.spe"
    make_tables "${profile%:*}"
done
random_bytes 200000 >"$work/random.spe"
make_tables random --force
printf '\0' >"$work/padding.spe" # no record
make_tables padding
tests/perf_data.py v2 "$work/mixed.spe" "$work/events.spe" >"$work/perf.spe" # two cores with a clock
make_tables perf
cp "$work/perf.spe" "$work/loads.spe"
make_tables loads --filter=load_filter=1
# Threads of two files: the second one has more names.
for file in first threads; do
    {
        printf 'exec 100 100 %s\ntime 50\nswitch 3 100 100\ntime 60\nswitch 3 200 200\nbuffer c3\n' "$file"
        for ((i = 0; i < 30000; i++)); do echo "load 400010 ts=$((i % 90)) lat=$i"; done
    } | "$build/kit/make_perf" 1000 0 0 1 >"$work/$file.spe"
done
make_tables threads "$work/first.spe"
few=("${names[@]}")
"$build/kit/make_stream" records 140000 >"$work/groups.spe" # more than a row group
make_tables groups

# -- engines --

reads() { # ENGINE FORMAT NAME...: it reads the values of JSON in each table
    local names=("${@:3}") files=() counts=() i columns
    columns=$(tools/tests/tables/read "$work/padding.$2" | wc -w)
    for name in "${names[@]}"; do
        files+=("$work/$name.$2" "$work/$name.json")
        counts+=("$(grep -c '' "$work/$name.json")")
    done
    mapfile -t lines < <(node tools/tests/tables/compare.js "$1" "${files[@]}" 2>&1)
    for i in "${!names[@]}"; do
        is "${lines[i]:-}" "${counts[i]} records, $((counts[i] * columns)) values" "$1, $2, ${names[i]}: as in JSON"
    done
}
reads duckdb parquet "${names[@]}"
reads polars parquet "${few[@]}"
reads polars-ipc arrow "${few[@]}"
reads arrow arrow "${few[@]}"

sed 's/"total_latency":12/"total_latency":13/' "$work/neoverse-fixed-slots.json" >"$work/other.json"
is "$(node tools/tests/tables/compare.js duckdb "$work/neoverse-fixed-slots.parquet" "$work/other.json" |
    cut -c 1-43)" "row 0, total_latency: 12 in the table, JSON" "a value that differs is seen"

# They reject the file of a run that was killed.
{ printf 'cut off\0' && tail -c +9 "$work/mixed.arrow"; } >"$work/killed.arrow"
head -c -8 "$work/mixed.parquet" >"$work/killed.parquet"
for engine in duckdb:parquet polars:parquet polars-ipc:arrow arrow:arrow; do
    node tools/tests/tables/compare.js "${engine%:*}" "$work/killed.${engine#*:}" "$work/mixed.json" >"$work/log" 2>&1
    is "$? $(grep -c 'in the table\|are less than' "$work/log")" "1 0" "${engine%:*} refuses what a killed run leaves of ${engine#*:}"
done

# -- the examples of tools/docs/tables.md, with a profile --

cp "$work/records.parquet" "$work/profile.parquet"
"$build/spe2perf" "$work/records.spe" "$work/perf.data"
listing() { # LANGUAGE N: the page's Nth listing in it
    awk -v language="$1" -v wanted="$2" '/^```/ {inside = $0 == "```" language && ++n == wanted; next} inside' \
        tools/docs/tables.md
}
listing sql 1 >"$work/question.sql"
listing sql 2 >"$work/threads.sql"
listing js 1 >"$work/polars.js"
listing js 2 >"$work/slow.js"
listing python 1 >"$work/slow.py"
cat >"$work/ask.js" <<'END'
const fs = require("fs");
const { DuckDBInstance } = require("@duckdb/node-api");
(async () => {
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    for (const row of (await connection.runAndReadAll(fs.readFileSync(0, "utf8"))).getRows()) console.log(row.join(" "));
})();
END
ask() { (cd "$work" && node ask.js) 2>&1; }
loads=$(ask <"$work/question.sql" | awk '{print $(NF - 2)}' | sort)
ok "DuckDB counts loads by level" test "$(wc -l <<<"$loads")" -ge 2
is "$(cd "$work" && node polars.js 2>&1 | tr -d '│┆' | awk '$(NF - 1) ~ /^[0-9]+$/ {print $(NF - 1)}' | sort)" "$loads" \
    "... and Polars as many"
is "$(sed 's/profile\.parquet/threads.parquet/' "$work/threads.sql" | ask | grep 100 | cut -d' ' -f1-4 | sort |
    tr '\n' ';')" \
    "100 100 first 3330;100 100 threads 3330;" "... and samples by thread"
slow=$(ask <<<"select count(*) from 'profile.parquet' where op = 'LD' and total_latency > 100")
ok "there are slow loads: $slow" test "$slow" -gt 0
is "$("$dump" --format=arrow "$work/perf.data" | node "$work/slow.js" 2>&1)" "$slow" \
    "Apache Arrow finds as many in a pipe"
is "$(cd "$work" && LIBSPE_LIBRARY=$libspe PYTHONPATH=$python /usr/bin/python3 slow.py 2>&1)" "$slow" "... and Python"
done_testing
