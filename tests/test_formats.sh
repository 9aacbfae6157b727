#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-dump's records for other programs: CSV, JSON; filtered; checked against the rules of the architecture.
set -u
. tests/tap.sh
dump=${BUILD:-build}/spe-dump
asm=${BUILD:-build}/spe-asm
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

$asm -o "$tmp/two" - <<'LINES'
b0d0c2a1ed66baffc0
99 04 00
98 0c 00
52 16 00
49 00
b2 286b0903370eff00
9a 01 00
43 00
71 2e652f6a0a000000
b0e0b0efed66baffc0
98 11 00
52 c2 10
4a 01
b1 e4b0efed66baffc0
01
LINES
is "$("$dump" --format=csv "$tmp/two")" 'cpu,op,pc,el,atomic,excl,ar,subclass,sve_evl,sve_pred,sve_sg,event,issue_lat,total_lat,vaddr,xlat_lat,paddr,data_source,context,ts,br_tgt,br_tgt_lvl,pbt,data_source_name
,LD,0xffffba66eda1c2d0,2,0,0,0,general-purpose registers,,,,retired:l1d_access:tlb_access,4,12,0xffff0e3703096b28,1,,0,,44731163950,,,,
,B,0xffffba66edefb0e0,2,,,,branch or exception return,,,,retired:not_taken:mispredicted:impdef_12,,17,,,,,,,0xffffba66edefb0e4,2,,' "CSV"
is "$("$dump" --format=json "$tmp/two" | tail -1)" '{"offset":43,"size":27,"pc":"0xffffba66edefb0e0","el":2,"state":"Non-secure","op":"B","subclass":"branch or exception return","conditional":1,"events":["retired","not_taken","mispredicted","impdef_12"],"total_latency":17,"branch_target":"0xffffba66edefb0e4","branch_target_el":2}' "JSON"
head -c 200000 /dev/urandom >"$tmp/random"
"$dump" --force --format=json "$tmp/random" >"$tmp/json" 2>/dev/null
is "$(perl -MJSON::PP -ne 'eval { decode_json($_); 1 } or $bad++; $n++; END { print $n > 100 ? 0 + $bad : "few" }' "$tmp/json")" 0 "JSON of random bytes is JSON, line by line"
"$dump" --force --format=csv "$tmp/random" 2>/dev/null | sed 's/"[^"]*"/quoted/g' | awk -F, 'NF != 24 {bad++} END {print bad + 0, (NR > 100)}' >"$tmp/out"
is "$(cat "$tmp/out")" "0 1" "CSV of random bytes has 24 columns"
tests/perfmake v2 "$tmp/two" >"$tmp/data"
is "$("$dump" --format=csv "$tmp/data" 2>/dev/null | cut -d, -f1,2 | tr '\n' ' ')" "cpu,op 4,LD 4,B " "perf.data: the core's number, no other lines"

# -- a core that is known has names for its data sources and events --
is "$("$dump" --format=csv --cpu=neoverse-n1 "$tmp/two" | cut -d, -f12,24 | tr '\n' ' ')" \
    "event,data_source_name retired:l1d_access:tlb_access,L1 data cache retired:not_taken:mispredicted:late_prefetch, " "CSV, --cpu"
is "$("$dump" --format=json --midr=0x410fd0c0 "$tmp/two" | grep -oE '"data_source_name":"[^"]*"|late_prefetch' | tr '\n' ' ')" \
    '"data_source_name":"L1 data cache" late_prefetch ' "JSON, --midr"
is "$("$dump" --records --style=arch --cpu=hip12 "$tmp/two" | grep -o 'Data source [^;]*')" "Data source 0x0 (peer CPU)" "text, --cpu"
is "$("$dump" --format=csv "$tmp/data" 2>/dev/null | cut -d, -f24 | tr '\n' ';')" "data_source_name;L1 data cache;;" "perf.data knows its core"
is "$("$dump" --format=csv --cpu=hip12 "$tmp/data" 2>/dev/null | cut -d, -f24 | tr '\n' ';')" "data_source_name;peer CPU;;" "--cpu is believed before it"
"$dump" --cpu=z80 "$tmp/two" >/dev/null 2>"$tmp/err"
is "$? $(head -1 "$tmp/err")" "2 spe-dump: no core of this name is known: z80: --cpu=list prints those that are" "an unknown core"

is "$("$dump" --records --filter=branch_filter=1 "$tmp/two" | cut -c1-8)" 0000002b "--filter"
"$dump" --format=xml "$tmp/two" >/dev/null 2>"$tmp/err"
is "$? $(grep -c 'no such format' "$tmp/err")" "2 1" "no such format"
"$dump" --filter=min_latency=x "$tmp/two" >/dev/null 2>"$tmp/err"
is "$? $(grep -c 'the filter is wrong: min_latency=x: at character 13' "$tmp/err")" "2 1" "no such filter"
"$dump" --filter=event_filter=0 "$tmp/two" >/dev/null 2>"$tmp/err"
is "$?" 0 "a filter of nothing keeps everything"

conflict() { # OPTION...: they do not go together
    "$dump" "$@" "$tmp/two" >"$tmp/out" 2>"$tmp/err"
    is "$? $(wc -c <"$tmp/out") $(grep -c 'do not go with it' "$tmp/err")" "2 0 1" "$*: refused"
}
conflict --check --packets
conflict --filter=ld --packets
conflict --packets --format=csv
conflict --check --format=json
conflict --records --check

# -- rules: every published capture keeps them --
for capture in tests/captures/*.txt; do
    name=$(basename "$capture" .txt)
    $asm -o "$tmp/raw" "$capture"
    is "$("$dump" --check "$tmp/raw" 2>/dev/null | grep ': violation: ')" "" "$name: no violations"
done
printf '\x42\x02\x98\x01\x00\x01' >"$tmp/bad"
"$dump" --check "$tmp/bad" >"$tmp/out" 2>"$tmp/err"
is "$? $(grep -c '^00000000: violation: pc-missing: .* (D17.6' "$tmp/out") $(grep -c 'break the architecture' "$tmp/err")" "1 1 1" "a rule that is broken"

done_testing
