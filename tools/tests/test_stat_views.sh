#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-stat on a terminal and for other programs: tables by name, sorted; the terminal's width, colours and pager; the
# files that are read without being named; hints where nothing matches or samples are missing; the schema of JSON.
# needs: perl python3 python3-jsonschema bsdutils
set -u
. tests/tap.sh
need script
root=$PWD
. tools/tests/programs.sh
export HOME=$tmp
{
    printf 'exec 10 10 left\nexec 20 20 right\nmmap 10 10 400000 10000 0 - /bin/prog\nbuffer 10\n'
    perl -e 'for my $i (0 .. 1199) { printf "load %x va=%x lat=%d\n", 0x400000 + 4 * ($i % 40), 0x10000 + 64 * ($i % 7), $i % 40 == 3 ? 400 : 10 }'
} | "$tmp/make_perf" >"$tmp/perf.data"
cd "$tmp" || exit 1

# -- which file --
"$stat" --format=csv perf.data >named 2>err
"$stat" --format=csv >default 2>>err
"$stat" --format=csv -i perf.data >chosen 2>>err
"$stat" --format=csv --input=perf.data >chosen2 2>>err
is "$(md5sum <default) $(md5sum <chosen) $(md5sum <chosen2)" "$(md5sum <named) $(md5sum <named) $(md5sum <named)" \
    "perf.data in the folder, -i FILE and --input=FILE are FILE"
is "$(wc -l <named | sed 's/^[0-9]\{3,\}$/many/')" many "... which has samples"
mkdir empty
is "$(cd empty && "$stat" 2>&1 | head -1)" \
    "spe-stat: FILE: missing, and there is no perf.data in this folder; - is standard input" "no perf.data"
cp perf.data perf.data.old
is "$("$stat" diff --table=profiles 2>err | head -3 | tail -2 | tr -s ' ' | tr '\n' ';')" \
    " samples 1200 1200; summed latency, cycles 23700 23700;" "diff compares perf.data.old with perf.data"
rm perf.data.old
is "$("$stat" diff 2>&1 | head -1)" "spe-stat: diff: requires two FILES, before and after" "... if there is one"

# -- tables, sorted --
is "$("$stat" --table=operations,modules --format=csv 2>err | cut -d, -f1 | uniq | tr '\n' ' ')" "table modules operations " \
    "--table: only these"
# A table alone has the rows that it has in the whole report: what it needs is counted.
"$stat" --format=csv >whole 2>err
other=
for table in $("$stat" --table=list 2>err | cut -d' ' -f1); do
    "$stat" --format=csv --table="$table" 2>err | cmp -s - <(head -1 whole; grep "^$table," whole) || other+="$table "
done
is "$other$(grep -c '^sharing,\|^functions,\|^pages_by' whole | sed 's/^[0-9]\{2,\}$/many/')" many "each table alone"
is "$("$stat" --table=list 2>err | grep -cE '^(operations|pcs_by_samples|sharing) +[A-Z]')" 3 "--table=list"
is "$(cd empty && for command in '' diff; do "$stat" $command --table=list; done | grep -cE '^(rules|function_costs) ')" 2 \
    "... needs no file"
is "$("$stat" --table=nosuch 2>&1 >out | tail -1; echo "${PIPESTATUS[0]}"; cat out)" \
    "spe-stat: nosuch: no table of this report has this name; --table=list prints all
1" "a table that is not there"
first() { "$stat" --table=pcs_by_samples --format=csv "$@" 2>err | sed -n '2s/^[^,]*,"\([^"]*\)".*/\1/p'; }
is "$(first --sort=samples) $(first --sort=summed_latency) $(first --sort='of latency') $(first --sort=Summed-Latency)" \
    "0x0000000000400000 0x000000000040000c 0x000000000040000c 0x000000000040000c" "--sort"
is "$("$stat" --table=pcs_by_samples --sort=samples --top=3 --format=csv 2>err | grep -c ',samples,')" 3 "... and --top"
is "$("$stat" --sort=nosuch --table=operations 2>&1 >out | tail -1)" \
    'spe-stat: nosuch: no table of this report has this column, such as samples or "of latency"' "... by no column"
is "$("$stat" --table=operations --format=bolt 2>&1 | head -1)" \
    "spe-stat: --table and --sort: only for the report as text, csv or json" "... not for optimisers"
is "$("$stat" --table=pcs_by_samples --format=csv 2>err | grep -c ',samples,') $(
    "$stat" --table=pcs_by_samples --format=json 2>err | grep -c '"samples":')" "10 40" "JSON has all rows"

# -- on a terminal --
# shown COLUMNS [VARIABLE=VALUE]... -- OPTION...: what a terminal of that width gets
shown() {
    local columns=$1 variables=
    shift
    while [ "$1" != -- ]; do variables="$variables $1" && shift; done
    shift
    script -qec "stty cols $columns; env TERM=xterm $variables '$stat' $* 2>err" /dev/null | tr -d '\r'
}
for columns in 40 60 80 120 200; do
    is "$(shown $columns NO_COLOR=1 -- | perl -CS -lne 'print if length > '$columns)" "" "$columns columns: no row is wider"
done
is "$(shown 80 NO_COLOR=1 -- --table=pcs_by_latency | sed -n 2p | tr -s ' ')" \
    "address samples share summed latency of latency place" "80 columns: the important ones, but none that says the same in all rows"
is "$(shown 80 NO_COLOR=1 -- --table=pcs_by_latency | grep -c 'columns that do not fit')" 1 "... and how many are left out"
is "$(shown 300 NO_COLOR=1 -- --table=pcs_by_latency | grep -c 'do not fit')" 0 "... none where there is room"
for columns in 30 60 80 120; do
    is "$(COLUMNS=$columns "$stat" 2>err | perl -CS -lne 'print if length > '$columns)" "" "COLUMNS=$columns in a pipe: no row is wider"
done
is "$(for column in samples of_latency loads; do COLUMNS=22 "$stat" --table=lines_by_latency --sort=$column 2>err | sed -n 's/^address *//p'; done | xargs)" \
    "samples of latency loads" "the column by which the rows are sorted stays"
is "$(COLUMNS=80 "$stat" diff --table=metrics perf.data perf.data 2>err | head -1 | grep -oE 'change|verdict' | xargs)" "change verdict" \
    "... and those that diff is for"
is "$(COLUMNS=200 "$stat" --cpu=neoverse-n1 --table=errata 2>err)" "Errata of cores: Neoverse N1; erratum 1694299; effect before r4p1, branch targets have too many samples, and instructions closely after them too few" \
    "a table of one row is a line, and a number that names something has no commas"
is "$(shown 100 -- --table=operations | head -1 | cut -c1-12)" "$(printf '\033[1mOperatio')" "titles are bold"
is "$(shown 200 -- --table=pcs_by_latency | grep -c "$(printf '\033\\[31m *50.6 %%')")" 1 "large shares are red"
is "$(for how in NO_COLOR=1 TERM=dumb; do shown 100 $how -- --table=operations; done | grep -c "$(printf '\033')")" 0 \
    "NO_COLOR and TERM=dumb: no colours"
is "$(script -qec "'$stat' --table=operations >out; cat out" /dev/null | grep -c "$(printf '\033')")" 0 "... nor in a file"
printf '#!/bin/sh\nexec sed s/^/paged:/\n' >pager
chmod +x pager
is "$(shown 80 PAGER="$tmp/pager" NO_COLOR=1 -- --table=operations | cut -c1-16 | head -1)" "paged:Operations" "PAGER"
is "$(PAGER='sed s/^/paged:/' "$stat" --table=operations 2>err | head -1 | cut -c1-10)" "Operations" "... only on a terminal"
is "$(shown 80 PAGER=nosuch-pager NO_COLOR=1 -- --table=operations; grep -c nosuch-pager err)" 1 "... that is not there"
mkdir bin
printf '#!/bin/sh\nexec sed s/^/less:/\n' >bin/less
chmod +x bin/less
is "$(shown 80 env -u PAGER "PATH=$tmp/bin:$PATH" NO_COLOR=1 -- --table=operations | cut -c1-15 | head -1)" \
    "less:Operations" "... less, if there is no PAGER"
is "$(shown 80 PAGER= NO_COLOR=1 -- --table=operations | cut -c1-10 | head -1)" "Operations" "... that is empty"

# -- nothing matches --
hint() { "$stat" "$@" 2>&1 >out | grep -v 'has no names' | head -1; }
is "$(hint --comm=lefft)" "spe-stat: --comm: no sample matches; there is left, right" "--comm: similar names"
is "$(hint --pid=11)" "spe-stat: --pid: no sample matches; there is 10, 20" "--pid: those that are there"
is "$(hint --dso=prg)" "spe-stat: --dso: no sample matches; there is prog" "--dso"
is "$(hint --op=branch)" "spe-stat: --op: no sample matches" "--op"
is "$(hint --op=load --pid=10 --addr=0x400000 --source=DRAM)" "spe-stat: --source: no sample matches" \
    "only the option that matches nothing"
is "$(hint --addr=0x400000 --data=0x400000)" "spe-stat: --data: no sample matches" "--data: not program counters"
is "$(hint --addr=0x400000 --pid=10 --op=load)" "" "... none if samples match"
is "$(for command in --sort=time 'annotate work' 'diff --table=modules perf.data perf.data'; do
    # shellcheck disable=SC2086 # a command and its files
    "$stat" $command --comm=no 2>&1 >out
done)" "$(yes 'spe-stat: --comm: no sample matches; there is left, right' | head -4)" "one message, of its cause"
is "$("$stat" --event=foo 2>&1 | head -1)" "spe-stat: foo: no event has this name" "--event: nothing is like it"
is "$(hint --filter=min_latency=4000)" "spe-stat: --filter: no sample passes the filter" "--filter"
is "$("$stat" --dso=prog --table=profile --format=csv 2>err | sed -n 2p)" 'profile,"samples",count,1200' "--dso=NAME"
is "$("$stat" --dso=/bin/prog --table=profile --format=csv 2>err | sed -n 2p)" 'profile,"samples",count,1200' "--dso=PATH"

# -- samples are missing --
lossy() { # FILE PERIOD FLAG [N]: one AUX event with that flag, and N without
    PYTHONPATH=$root/tests:$root/tools/tests/model python3 -B -c '
import sys
import spe_bytes
from perf_data import PMU, Writer, align8
period, flag, clean = map(int, sys.argv[1:])
w = Writer([(PMU, (1, 0, 0), period)], clock=(10, 1024, 0), cores=((0, 0x410fd0c1, PMU),))
part = align8(spe_bytes.operation(1, 0) + spe_bytes.events(2, 4) + spe_bytes.timestamp(1))
for i in range(1 + clean):
    w.aux(i * len(part), len(part), 0 if i else flag, 9 + i, 0, 7, 7)
w.buffer(part * (1 + clean))
sys.stdout.buffer.write(w.bytes())' "$2" "$3" "${4:-0}" >"$1"
}
lossy clean 16384 0 && lossy short 1024 8 && lossy long 8192 8 && lossy longer 16384 8 && lossy many 1024 8 299
lossy full 8192 1
proposed() { # ARGUMENT...: each file for which there is a hint, and the period to try
    "$stat" --table=functions "$@" 2>&1 >out | sed -n 's/^spe-stat: \([a-z]*\): .* -c \([0-9]*\)$/\1 \2/p' | tr '\n' ';'
}
is "$(proposed short)$(proposed long)$(proposed full)" "short 4096;long 16384;full 16384;" \
    "twice the period is proposed, and at least 4096"
is "$(proposed clean)$(proposed many)" "" "... not if samples are missing rarely"
is "$(proposed long longer)" "long 16384;longer 32768;" "a sum: each file by its own period"
is "$(proposed clean long)" "long 16384;" "... by its own name"
is "$(proposed short many)" "short 4096;" "... by its own AUX events"
is "$(proposed diff long longer)" "long 16384;longer 32768;" "diff: each of the two"
nameless() { # FILE...: of what most samples have no function
    "$stat" --table=functions "$@" 2>&1 >out | sed -n 's/^spe-stat: \(.*\) samples have no known function.*/\1/p'
}
for dump in jit-10 jit-x; do
    printf 'exec 10 10 app\nmmap 10 10 400000 10000 0 - /none/%s.dump\nbuffer 10\nload 400000\nload 500000\nload 500000\n' $dump |
        "$tmp/make_perf" >$dump
done
is "$("$stat" jit-10 2>&1 >out | head -1 | grep -c 'perf inject --jit') $("$stat" jit-x 2>&1 >out | grep -c 'dump: cannot be read')" \
    "1 1" "a JIT compiler's dump: what reads it"
is "$(nameless jit-x);$(nameless jit-10 jit-x)" "jit-x: 3 of 3;2 files: 6 of 6" \
    "samples without a function: in the file, or in all"
"$stat" --save=sum long >out 2>err
is "$(proposed merge sum longer)$(proposed -q long)$(proposed --format=csv long)" "longer 32768;" \
    "none for a saved profile, with -q, or for programs that read the report"

# -- the schema of JSON --
cat >check.py <<'END'
import json, sys, jsonschema
schema = json.load(open(sys.argv[1]))
jsonschema.Draft7Validator.check_schema(schema)
for path in sys.argv[2:]:
    jsonschema.validate(json.load(open(path)), schema)
END
"$stat" --format=json >all.json 2>err
"$stat" --format=json --check >check.json 2>err
"$stat" --format=json diff perf.data perf.data >diff.json 2>err
"$stat" --format=json --cpu=neoverse-v3 --list-metrics >metrics.json
printf '9,,r%s\n' 11 8 3d 24 8164 | "$stat" --format=json --cpu=neoverse-v3 --metrics=- -q >values.json
ok "JSON follows tools/docs/stat-schema.json" \
    python3 check.py "$root/tools/docs/stat-schema.json" all.json check.json diff.json metrics.json values.json
for wrong in 's/"version": 1/"version": 2/' \
    's/"samples": 30/"samples": "30"/' 's/"address": "0x/"address": "/' 's/"function": "/"symbol": "/'; do
    sed "$wrong" all.json >wrong.json
    if cmp -s all.json wrong.json; then continue; fi
    ok "... which refuses $wrong" sh -c '! python3 check.py "$1" wrong.json 2>err' sh \
        "$root/tools/docs/stat-schema.json"
done

done_testing
