#!/bin/bash
# SPDX-License-Identifier: MIT
# tools/examples/cluster: profiles on Dask's workers give what one process gives, bit for bit, even if a worker is killed.
# hot.sql queries the Parquet files of the workers. Unreadable files are reported.
# needs: nodejs npm python3 python3-cffi python3-distributed python3-numpy
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/tap.sh
need node
need npm
top=$PWD
build=$(cd "${BUILD:-build}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LIBSPE_LIBRARY=$build/libspe.so PYTHONPATH=$PWD/bindings/python:$PWD/tools/examples/cluster PATH=$build:$PATH \
    PYTHONDONTWRITEBYTECODE=1 DASK_TEMPORARY_DIRECTORY=$work/dask
python=/usr/bin/python3 # Debian's, which has the packages
fleet() { $python "$top/tools/examples/cluster/fleet.py" "$@"; }

ok "the generator builds" "${CC:-cc}" -std=c11 -O1 -Iinclude -Itests/unit tests/client/make_stream.c "$build/libspe.a" \
    -o "$work/make_stream"
mkdir "$work/fleet" "$work/parquet"
for machine in $(seq 12); do
    "$work/make_stream" records "$((machine * 1000))" >"$work/raw"
    spe2perf "$work/raw" "$work/fleet/$machine.data"
done

# -- all workers, a worker that is killed, and no worker --
(cd "$work" && $python "$OLDPWD/tools/tests/clients/cluster_kill.py" "$work"/fleet/*.data) >"$work/out" 2>"$work/error"
is "$(grep -c '^same$' "$work/out")" 2 "twelve files on workers: counts and PCs are one process's, bit for bit" ||
    diag "$(cat "$work/out" "$work/error")"
is "$(sed -n 's/^killed //p' "$work/out")" 1 "... one worker was killed in the middle"

# -- as a person runs it --
(cd "$work" && fleet --parquet=parquet fleet/*.data) >"$work/out" 2>"$work/error"
is "$?" 0 "fleet.py runs" || diag "$(cat "$work/error")"
records=$(for file in "$work"/fleet/*.data; do spe-dump --format=csv "$file" | tail -n +2; done | wc -l)
is "$(head -n 1 "$work/out")" "12 files, $records records" "... and counts all records"
is "$(find "$work/parquet" -name '*.parquet' | wc -l)" 12 "... with a Parquet file for each"

record() { printf %b "\\xb0$1\\x98\\x$2\\x00\\x52\\x06\\x00\\x01"; } # PC, total latency
{
    record '\x10\x00\x00\x08\x00\x80\xff\xa0' 20 # 0xffff800008000010, EL1, Non-secure
    record '\x10\x00\x00\x08\x00\x80\xff\x20' 20 # Secure
    record '\x10\x00\x00\x08\x00\x80\xff\xc0' 10 # EL2
    record '\x00\x40\x00\x00\x00\x00\x00\x80' 01 # 0x4000, EL0
} >"$work/levels"
is "$(cd "$work" && fleet levels 2>"$work/error" | tail -n +3 | tr -s ' ')" " 2 64 EL1 0xffff800008000010
 1 16 EL2 0xffff800008000010
 1 1 EL0 0x4000" "hot PCs are addresses as programs have them, with exception levels"

# -- names: tools/docs/fleet.md's folders, which the tables keep; the longest names --
long=$(printf 'ä%.0s' $(seq 122)).data # 249 bytes
capture=$(grep -o -m 1 'profiles/day=[^ `]*' tools/docs/fleet.md)
table=$(grep -o -m 1 'parquet/day=[^ `]*' tools/docs/fleet.md)
mkdir -p "$work/${capture%/*}" "$work/profiles/day=2026-11-22/host=a18"
cp "$work/fleet/1.data" "$work/$capture"
cp "$work/fleet/1.data" "$work/${capture%/*}/$long"
cp "$work/fleet/2.data" "$work/profiles/day=2026-11-22/host=a18/0930.data"
(cd "$work" && fleet --parquet=days profiles/*/*/*.data) >"$work/out" 2>"$work/error"
is "$? $(head -n 1 "$work/out")" "0 3 files, 4000 records" "files by day and host" || diag "$(tail -n 3 "$work/error")"
is "$(cd "$work/days" && find . -type f | sed 's/-[0-9a-f]*.parquet$//; s/\(ä\)*$//' | sort)" "./day=2026-11-22/host=a17/
./day=2026-11-22/host=a17/0930.data
./day=2026-11-22/host=a18/0930.data" "... their tables, too"
# shellcheck disable=SC2086 # a pattern
is "$(cd "$work/days" && set -- ${table#parquet/} && echo "$# ${#1} $(tail -c 4 "$1")")" "1 58 PAR1" \
    "... as tools/docs/fleet.md says"

# -- two attempts at one file at once: each waits until the other has written --
mkdir "$work/slow" "$work/twice"
cat >"$work/slow/spe-dump" <<END
#!/bin/sh
"$build/spe-dump" "\$@" || exit
: >"$work/slow/\$\$.done"
for i in \$(seq 3000); do
    [ "\$(ls "$work"/slow/*.done | wc -l)" -lt 2 ] || exit 0
    sleep 0.1
done
END
chmod +x "$work/slow/spe-dump"
(cd "$work" && PATH=$work/slow:$PATH fleet --parquet=twice fleet/1.data fleet/1.data) >"$work/out" 2>"$work/error"
is "$? $(head -n 1 "$work/out")" "0 2 files, 2000 records" "a file that two workers have at once: both end well" ||
    diag "$(tail -n 3 "$work/error")"
spe-dump --format=parquet -o "$work/one" "$work/fleet/1.data"
is "$(cat "$work"/twice/*.parquet | cksum) $(find "$work/twice" -type f | wc -l)" "$(cksum <"$work/one") 1" \
    "... and leave one Parquet file, which is whole, and nothing else"

# -- damaged and unreadable files: each is reported, and the others are counted --
printf 'PERFILE2' >"$work/broken.data"
head -c 40000 "$work/fleet/2.data" >"$work/cut.data"
whole=$(spe-dump --format=csv "$work/cut.data" 2>"$work/log" | tail -n +2 | wc -l)
is "$((whole > 100 && whole < 2000)) $(wc -l <"$work/log")" "1 1" "a file that is cut off"
for table in "" --parquet=damaged/new; do
    # shellcheck disable=SC2086 # an option, or none
    (cd "$work" && fleet $table fleet/1.data cut.data broken.data fleet/none.data) >"$work/out" 2>"$work/error"
    is "$? $(head -n 1 "$work/out")" "1 4 files (3 not, or in part), $((1000 + whole)) records" \
        "... one that is broken, one that is not there${table:+, with tables}: exit 1, and what could be read is counted" ||
        diag "$(tail -n 3 "$work/error")"
    is "$(sed -n 's/^fleet.py: \([^:]*\): .*\(ends inside\|header is cut\|No such file\).*/\1 \2/p' "$work/error" | tr '\n' ,)" \
        "broken.data header is cut,cut.data ends inside,fleet/none.data No such file," "... why, a line for each file" ||
        diag "$(cat "$work/error")"
done
is "$(cd "$work/damaged/new" && for file in *; do tail -c 4 "$file" && echo " ${file%-*}"; done)" \
    "PAR1 1.data
PAR1 cut.data" "... tables of what could be read, in a folder that was not there, and nothing else"
(cd "$work" && fleet damaged/new/1.data-*.parquet fleet/1.data) >"$work/out" 2>"$work/error"
is "$? $(head -n 1 "$work/out") $(grep -c '^fleet.py: .*not Arm SPE but a Parquet file' "$work/error")" \
    "1 2 files (1 not, or in part), 1000 records 1" "... a table for a capture" || diag "$(tail -n 3 "$work/error")"
(cd "$work" && PATH=${PATH#"$build:"} fleet --parquet=none fleet/1.data) >"$work/out" 2>"$work/error"
is "$? $(head -n 1 "$work/out") $(grep -c "^fleet.py: fleet/1.data: .*'spe-dump'" "$work/error")" \
    "1 1 files (1 not, or in part), 1000 records 1" "... without spe-dump there are counts" ||
    diag "$(tail -n 3 "$work/error")"
(cd "$work" && fleet --parquet=cut.data/tables fleet/1.data) >"$work/out" 2>"$work/error"
is "$? $(grep -c "^fleet.py: .*Not a directory: 'cut.data/tables'" "$work/error") $(wc -c <"$work/out")" "1 1 0" \
    "a folder that cannot be made: said, and nothing is read" || diag "$(tail -n 3 "$work/error")"

# -- the fleet's hot functions: compared with sums by awk from CSV --
modules=${TABLES_MODULES:-$work/npm}
if [ ! -d "$modules/node_modules" ]; then
    mkdir -p "$modules"
    cp tools/tests/tables/package.json "$modules"
    npm install --prefix "$modules" --no-audit --no-fund --loglevel=error >"$work/log" 2>&1
fi
export NODE_PATH=$modules/node_modules
for file in "$work"/fleet/*.data; do spe-dump --format=json "$file"; done >"$work/all.json"
printf 'address,name\n4096,low\n281474976710656,high\n' >"$work/symbols.csv"
ask() { node "$top/tools/tests/clients/cluster_sql.js" "$1"; }
(cd "$work" && ask "$top/tools/examples/cluster/hot.sql") >"$work/hot" 2>"$work/error"
$python - "$work/all.json" >"$work/want" <<'END'
import json, sys
sums = {"?": [0, 0], "low": [0, 0], "high": [0, 0]}
for line in open(sys.argv[1]):
    record = json.loads(line)
    if "total_latency" in record:
        pc = int(record.get("pc_address", "0"), 16)
        function = sums["?" if pc < 1 << 12 else "low" if pc < 1 << 48 else "high"]
        function[0] += 1
        function[1] += record["total_latency"]
for name, (samples, cycles) in sorted(sums.items(), key=lambda item: -item[1][1]):
    if samples:
        print(name, samples, cycles)
END
is "$(cut -d' ' -f1-3 "$work/hot")" "$(cat "$work/want")" "hot.sql: functions by summed latency" || diag "$(cat "$work/error")"

echo "select day, host, count(*) from read_parquet('days/**/*.parquet') group by all order by all" >"$work/days.sql"
is "$(cd "$work" && ask days.sql)" "2026-11-22 a17 2000
2026-11-22 a18 2000" "day and host are columns"

# -- tools/docs/fleet.md: its symbols, of kernel functions 64 bytes apart, and its query --
mkdir -p "$work/kernel/parquet"
cd "$work/kernel" || exit 1
{
    record '\x10\x00\x00\x08\x00\x80\xff\xa0' 20 # 0xffff800008000010, EL1
    record '\x10\x00\x00\x08\x00\x80\xff\xa0' 20
    record '\x44\x00\x00\x08\x00\x80\xff\xa0' 09 # 0xffff800008000044
    record '\x00\x40\x00\x00\x00\x00\x00\x80' 01 # 0x4000, EL0
} >raw
ok "a profile of a kernel" spe-dump --format=parquet -o parquet/raw.parquet raw
printf '.text\n.globl first, second\nfirst: .zero 64\nsecond: .zero 64\n' >functions.s
ok "... and the kernel" sh -c 'as -o functions.o functions.s && ld -Ttext=0xffff800008000000 -e first -o program functions.o'
sed -n '/^    echo address,name/,/^$/p' "$top/tools/docs/fleet.md" >symbols
is "$(wc -l <symbols; sh -e symbols 2>&1 && head -n 3 symbols.csv)" "3
address,name
18446603336355414016,first
18446603336355414080,second" "tools/docs/fleet.md: the lines that make symbols.csv run"
sed -n '/^```sql$/,/^```$/p' "$top/tools/docs/fleet.md" | grep -v '^```' >fleet.sql
is "$(ask fleet.sql)" "first 2 64
second 1 9
? 1 1" "... its question names a kernel's functions, and keeps what is in none"
is "$(ask "$top/tools/examples/cluster/hot.sql" | cut -d' ' -f1-3)" "$(ask fleet.sql)" "... and so does hot.sql"
is "$(sed -i 's/-base=0 /-base=0x10 /' symbols && sh -e symbols && sed -n 2p symbols.csv)" 18446603336355414032,first \
    "... of what was mapped elsewhere, too"
done_testing
