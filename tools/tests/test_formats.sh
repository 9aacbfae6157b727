#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-dump's records for other programs: CSV, JSON; filtered; checked against the rules of the architecture.
# needs: python3
# long lines: what the programs print
set -u
. tests/tap.sh
need python3
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
"$dump" --format=csv "$tmp/two" >"$tmp/csv"
is "$(cut -d, -f-32 "$tmp/csv")" 'cpu,op,pc,el,atomic,excl,ar,subclass,sve_evl,sve_pred,sve_sg,event,issue_lat,total_lat,vaddr,xlat_lat,paddr,data_source,context,ts,br_tgt,br_tgt_lvl,pbt,data_source_name,offset,size,flags,time_ns,pc_state,conditional,indirect,memory_level
,LD,0xffffba66eda1c2d0,2,0,0,0,general-purpose registers,,,,retired:l1d_access:tlb_access,4,12,0xffff0e3703096b28,1,,0,,44731163950,,,,,0,43,0,,Non-secure,0,0,L1
,B,0xffffba66edefb0e0,2,,,,branch or exception return,,,,retired:not_taken:mispredicted:impdef_12,,17,,,,,,,0xffffba66edefb0e4,2,,,43,27,0,,Non-secure,1,0,' "CSV"
is "$(printf '\x72\x02\x10\x00\x00\x81\x80\x01\x00\x01' | "$dump" --format=json - | grep -o '"event_names".*]')" \
    '"event_names":["retired","impdef_12","reserved_32","reserved_39","reserved_47","impdef_48"]' "events without a name"
is "$("$dump" --format=json "$tmp/two" | tail -1)" '{"offset":43,"size":27,"events":4290,"total_latency":17,"pc_address":"0xffffba66edefb0e0","pc_el":2,"pc_state":"Non-secure","branch_target_address":"0xffffba66edefb0e4","branch_target_el":2,"branch_target_state":"Non-secure","op":"B","subclass":"branch or exception return","conditional":true,"event_names":["retired","not_taken","mispredicted","impdef_12"]}' "JSON"
# IMPLEMENTATION DEFINED packets: struct spe_record only says that there are some
printf '\x49\x00\x9e\x05\x00\x98\x01\x00\x01\x49\x00\xb7\x00\x10\x00\x00\x00\x00\x00\x80\x9f\xff\xff\x01\x49\x00\x98\x02\x00\x01' >"$tmp/own"
is "$("$dump" --format=json "$tmp/own" | sed 's/.*"subclass":"[^"]*",*//')" '"impdef":["counter_6=5"]}
"impdef":["address_7=0x8000000000001000","counter_7=65535"]}
}' "IMPLEMENTATION DEFINED packets in JSON"
is "$("$dump" --format=csv "$tmp/own" | awk -F, '{for (i = 1; i <= NF; i++) c = $i == "impdef" ? i : c; print $c}')" 'impdef
counter_6=5
address_7=0x8000000000001000:counter_7=65535' "... in CSV"
is "$("$dump" --records "$tmp/own" | sed 's/.*END//')" '; counter 6 = 5
; address 7 = 0x8000000000001000; counter 7 = 65535' "... in text"
perl -e 'binmode STDOUT; print "\x49\x00\x9e", pack("v", $_), "\x98\x01\x00\x01" for 0 .. 65535; print "\x49\x00\x9e\x07"' >"$tmp/own"
for jobs in 1 3; do
    "$dump" -j $jobs --format=csv "$tmp/own" 2>/dev/null | sed -n 's/.*counter_6=\([0-9]*\).*/\1/p' >"$tmp/values"
    is "$(seq 0 65535 | cmp - "$tmp/values" && echo same)" same "... of records that cross reads and parts: $jobs threads"
done
random_bytes 200000 >"$tmp/random"
"$dump" --force --format=json "$tmp/random" >"$tmp/json" 2>/dev/null
is "$(perl -MJSON::PP -ne 'eval { decode_json($_); 1 } or $bad++; $n++; END { print $n > 100 ? 0 + $bad : "few" }' \
    "$tmp/json")" 0 "JSON of random bytes is JSON, line by line"
"$dump" --force --format=csv "$tmp/random" 2>/dev/null | sed 's/"[^"]*"/quoted/g' |
    awk -F, 'NR == 1 {n = NF} NF != n {bad++} END {print bad + 0, (NR > 100), (n >= 32)}' >"$tmp/out"
is "$(cat "$tmp/out")" "0 1 1" "CSV of random bytes has as many columns in each row as in its header"
tests/perf_data.py --to="$tmp" v2,v1-little-partial25 "$tmp/two"
is "$("$dump" --format=csv "$tmp/v2" 2>/dev/null | cut -d, -f1,2 | tr '\n' ' ')" "cpu,op 4,LD 4,B " \
    "perf.data: the core's number, no other lines"
is "$("$dump" --format=csv "$tmp/v2" 2>/dev/null | cut -d, -f20,28 | tr '\n' ' ')" "ts,time_ns 44731163950,447311640500 , " \
    "... time by the file's clock"
is "$("$dump" --format=json "$tmp/v2" 2>/dev/null | grep -oE '"(cpu|tid|time_ns)":[0-9]*' | tr '\n' ' ')" \
    '"cpu":4 "tid":77 "time_ns":447311640500 "cpu":4 "tid":77 ' "... JSON: the thread, too"

is "$(printf '48 08 01\n' | "$asm" - | "$dump" --format=csv --force - | grep -c ',OTHER,.*SVE vector",32,0,,')" 1 \
    "a vector operation that accesses no memory is neither gather nor scatter"
is "$(sed 1d "$tmp/csv" | cut -d, -f33- | tr -d ,)" "" "columns that came later stand behind, and are empty"

# -- a known core has names for its data sources and events --
is "$("$dump" --format=csv --cpu=neoverse-n1 "$tmp/two" | cut -d, -f12,24 | tr '\n' ' ')" \
    "event,data_source_name retired:l1d_access:tlb_access,L1 data cache retired:not_taken:mispredicted:late_prefetch, " "CSV, --cpu"
is "$("$dump" --format=json --midr=0x410fd0c0 "$tmp/two" | grep -oE '"data_source_name":"[^"]*"|late_prefetch' |
    tr '\n' ' ')" \
    '"data_source_name":"L1 data cache" late_prefetch ' "JSON, --midr"
is "$("$dump" --records --style=arch --cpu=hip12 "$tmp/two" | grep -o 'Data source [^;]*')" \
    "Data source 0x0 (peer CPU)" "text, --cpu"
is "$("$dump" --format=csv "$tmp/v2" 2>/dev/null | cut -d, -f24 | tr '\n' ';')" "data_source_name;L1 data cache;;" \
    "perf.data knows its core"
is "$("$dump" --format=csv --cpu=hip12 "$tmp/v2" 2>/dev/null | cut -d, -f24 | tr '\n' ';')" \
    "data_source_name;peer CPU;;" "--cpu is believed before it"
"$dump" --cpu=z80 "$tmp/two" >/dev/null 2>"$tmp/err"
is "$? $(head -1 "$tmp/err")" "2 spe-dump: z80: unknown core; --cpu=list prints all" \
    "an unknown core"

is "$("$dump" --records --filter=branch_filter=1 "$tmp/two" | cut -c1-8)" 0000002b "--filter"
"$dump" --format=xml "$tmp/two" >/dev/null 2>"$tmp/err"
is "$? $(grep -c 'not a format; use' "$tmp/err")" "2 1" "no such format"
"$dump" --filter=min_latency=x "$tmp/two" >/dev/null 2>"$tmp/err"
is "$? $(grep -c 'min_latency=x: character 13: the filter is not understood' "$tmp/err")" "2 1" "no such filter"
"$dump" --filter=event_filter=0 "$tmp/two" >/dev/null 2>"$tmp/err"
is "$?" 0 "a filter of nothing keeps everything"

conflict() { # OPTION...: the options exclude each other
    "$dump" "$@" "$tmp/two" >"$tmp/out" 2>"$tmp/err"
    is "$? $(wc -c <"$tmp/out") $(grep -c 'cannot be combined with' "$tmp/err")" "2 0 1" "$*: refused"
}
conflict --check --packets
conflict --filter=ld --packets
conflict --packets --format=csv
conflict --check --format=json
conflict --records --check
conflict --check --style=arch
conflict --packets --resync
for format in csv json; do
    "$dump" --style=arch --format=$format "$tmp/two" >"$tmp/out" 2>"$tmp/err"
    is "$? $(wc -c <"$tmp/out") $(head -1 "$tmp/err")" "2 0 spe-dump: --style: only for --format=text" "--style with $format: refused"
done
is "$("$dump" --style=arch --format=text "$tmp/two" | cksum)" "$("$dump" --style=arch --records "$tmp/two" | cksum)" \
    "--style with text"

# -- contexts: that of CONTEXTIDR_EL2 comes first, as in spe_record_context() --
printf '\x64\x01\x00\x00\x00\x65\x02\x00\x00\x00\x52\x02\x00\x01\x65\x03\x00\x00\x00\x52\x02\x00\x01\x52\x02\x00\x01' \
    >"$tmp/contexts"
is "$("$dump" --format=csv "$tmp/contexts" | cut -d, -f19 | tr '\n' ' ')" "context 2 3  " \
    "CSV: both, that of EL2, none"

# -- rules: every published capture keeps them --
for capture in tests/captures/*.txt; do
    name=$(basename "$capture" .txt)
    $asm -o "$tmp/raw" "$capture"
    is "$("$dump" --check "$tmp/raw" 2>/dev/null | grep ': violation: ')" "" "$name: no violations"
done
printf '\x98\x01\x00\x01' >"$tmp/bad"
"$dump" --check "$tmp/bad" >"$tmp/out" 2>"$tmp/err"
is "$? $(grep -c '^00000000: violation: events-missing: .* (D17.6.10)' "$tmp/out") $(grep -c 'break the architecture' \
    "$tmp/err")" "1 1 1" "a rule that is broken"
printf '\x42\x00\x98\x01\x00\x01' >"$tmp/bad"
is "$("$dump" --check "$tmp/bad" 2>/dev/null | cut -d: -f1-3) $?" "00000000: note: not-retired 0" \
    "a note, with which nothing is wrong"

# Also rules of packets, in one read and across two (reads have 384 KiB).
{ printf '\xb6\x01\x02\x03\x04\x05\x06\x07\x08\xb6\x01\x02\x03\x04\x05\x06\x07\x08\x20\xb0\x00\x10\x00\x00\x00\x00\x00\x00\x52\x03\x00\x01'; } >"$tmp/packets"
of_packets=$("$dump" --check "$tmp/packets" 2>"$tmp/err")
is "$? $(cat "$tmp/err")" "0 " "rules of packets: warnings"
is "$(sed 's/^\([0-9a-f]*\): \([a-z]*\): \([a-z-]*\):.*/\1 \2 \3/' <<<"$of_packets" | tr '\n' ';')" \
    '00000009 warning other-packet-repeated;00000012 warning extended-header;' "... which and where"
size=$(wc -c <"$tmp/packets")
wrong=
for front in 393216 393215 393207 393198 393197 393190 $((393217 - size)) $((393216 - size)); do
    { head -c $front /dev/zero; cat "$tmp/packets"; } >"$tmp/far"
    [ "$("$dump" --check "$tmp/far" 2>/dev/null | sed 's/^[0-9a-f]*//')" = \
        "$(sed 's/^[0-9a-f]*//' <<<"$of_packets")" ] || wrong="$wrong $front"
    [ "$("$dump" --check "$tmp/far" 2>/dev/null | head -1 | cut -c 1-8)" = "$(printf %08x $((front + 9)))" ] ||
        wrong="$wrong $front:offset"
done
is "$wrong" "" "... across two reads"
is "$(for ((i = 0; i < size; i++)); do tail -c +$((i + 1)) "$tmp/packets" | head -c 1; sleep 0.01; done |
    "$dump" --check - 2>/dev/null)" "$of_packets" "... across many"
{ head -c 65530 /dev/zero; cat "$tmp/packets"; } >"$tmp/far"
is "$({ head -c 65536 "$tmp/far"; sleep 0.1; for ((i = 65536; i < 65530 + size; i++)); do tail -c +$((i + 1)) \
    "$tmp/far" | head -c 1; sleep 0.01; done; } | "$dump" --check - 2>/dev/null | sed 's/^[0-9a-f]*//')" \
    "$(sed 's/^[0-9a-f]*//' <<<"$of_packets")" "... and a large one"
is "$("${BUILD:-build}/spe-stat" --check --format=csv "$tmp/packets" "$tmp/packets" 2>/dev/null |
    grep '^rules.*records' | cut -d, -f2,4 | tr '\n' ' ')" \
    '"extended-header",2 "other-packet-repeated",2 ' "... counted"
# a record of 128 KiB, and End packets
{ head -c 131072 /dev/zero | tr '\0' '\264'; head -c 393216 /dev/zero | tr '\0' '\1'; } >"$tmp/long"
ok "a record longer than what is kept" sh -c \
    "timeout 300 '$dump' --force --check '$tmp/long' >/dev/null 2>'$tmp/err'; [ \$? -le 1 ]"
for _ in {1..300}; do printf '\xb6\x01\x02\x03\x04\x05\x06\x07\x08'; done >"$tmp/most"
printf '\x52\x03\x00\x01' >>"$tmp/most"
is "$("$dump" --check "$tmp/most" 2>/dev/null | wc -l) $("$dump" --check "$tmp/most" 2>/dev/null | tail -1)" \
    "257 00000000: and 44 more" "more findings than are told: how many"
is "$("$dump" --check "$tmp/v1-little-partial25" 2>/dev/null | grep -c packet-cut) $(head -c 25 "$tmp/two" |
    "$dump" --check - 2>/dev/null | grep -c ' violation: packet-cut')" "0 1" \
    "a packet that perf says is cut is not the core's fault"

done_testing
