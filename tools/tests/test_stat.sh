#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-stat: counts, filters, hot spots, data sources by name; wrong command lines.
# needs: perl python3
# long lines: what the programs print
set -u
. tests/tap.sh
need python3
. tools/tests/programs.sh

load() { # PC's low byte, latency, source, how many
    for _ in $(seq "$4"); do
        printf '%b' "\\xb0\\x$1\\x00\\x40\\x00\\x00\\x00\\x00\\xa0\\x98\\x$2\\x00\\x9a\\x01\\x00\\x49\\x00\\x52\\x16\\x00\\xb2\\x10\\x$1\\x00\\x10\\x00\\x00\\x00\\x00\\x43\\x$3\\x01"
    done
}
branch() { # PC's low byte, how many
    for _ in $(seq "$2"); do
        printf '%b' "\\xb0\\x$1\\x00\\x40\\x00\\x00\\x00\\x00\\xa0\\x98\\x05\\x00\\x99\\x01\\x00\\x4a\\x01\\x52\\x82\\x00\\xb1\\x00\\x01\\x40\\x00\\x00\\x00\\x00\\xa0\\x01"
    done
}
{ load 10 08 00 60; load 20 64 0e 30; branch 30 10; } >"$tmp/mix"
"$stat" --cpu=neoverse-n1 "$tmp/mix" >"$tmp/out"
is $? 0 "a mix of 100"
plain() { sed -E ':a; s/([0-9]),([0-9]{3})/\1\2/; ta'; } # without the commas of large numbers
has() { # LINE (blanks do not matter), NAME
    is "$(plain <"$tmp/out" | sed 's/  */ /g' | grep -cxF -- "$1")" 1 "$2"
}
bytes=$(stat -c %s "$tmp/mix")
has " samples 100" "samples"
has " bytes $bytes" "bytes"
has " name Neoverse N1" "the core"
has " load 90 90.0 %" "loads"
is "$(grep -c '^  branch  *10 *10.0 %' "$tmp/out")" 2 "branches: the class, and perf's group"
has " mispredicted 10 10.0 %" "an event"
has " memory 90 90.0 %" "perf's group"
has " branch_misprediction_ratio 1 0.7225 1 per branch" "an estimate"
has " total 100 35.3 8 100 100 100" "total latency: samples, mean, 50 %, 90 %, 99 %, most"
has " source 14, DRAM 30 100 100 100 100 100" "latency by data source"
rows() { # TITLE: the rows of a table, one after another
    plain <"$tmp/out" | sed -n "/^$1 /,/^\$/p" | sed '1d;/^$/d;/^ *(/d' | awk -v at="${2:-5}" '{print $1, $2, $at}' | tr '\n' ';'
} # ... address, samples, summed latency
is "$(rows 'Program counters by samples' 7)" '0x400010 60 480;0x400020 30 3000;0x400030 10 50;' "hot program counters by samples"
is "$(rows 'Program counters by total latency' 7)" \
    '0x400020 30 3000;0x400010 60 480;0x400030 10 50;' "by latency"
is "$(rows 'Data pages by samples')" '0x10001000 60 480;0x10002000 30 3000;' "hot pages by samples"
is "$(rows 'Data pages by total latency')" '0x10002000 30 3000;0x10001000 60 480;' "by latency"
is "$(rows 'Cache lines by total latency')" '0x10002000 30 3000;0x10001000 60 480;' "hot cache lines"
is "$(grep -c '^Branch targets: 0x400100; samples 10; .*summed latency 50;' "$tmp/out")" 1 "where branches went"
has " source 14, DRAM 30 3000 85.0 % #################################" "where the summed latency is"
has " branches 10 50 1.4 % " "... without a data source, by kind"
is "$(tr -s " " <"$tmp/out" | grep -cxF " 0x400020 30 30.0 % - - 3000 85.0 % 0.0 % 0.0 % - DRAM 100 % ")" 2 "... the second place has all that is told of it"

far() { # OPTION...: the columns of far memory at each program counter; with --format=text, their names
    { load 10 08 00 3; load 20 64 0e 6 | LC_ALL=C sed 's/\x52\x16\x00/\x52\x16\x03/g'; load 30 64 0e 2 | LC_ALL=C sed 's/\x52\x16\x00/\x52\x16\x07/g'; } |
        "$stat" --table=pcs_by_samples "$@" - 2>"$tmp/err"
}
is "$(far --format=csv --sort=ll_miss | grep -E ',(ll_misses|remote),' | sed 's/.*000004000//' | tr '\n' ' ')" \
    '20",ll_misses,6 20",remote,0 30",ll_misses,2 30",remote,2 10",ll_misses,0 10",remote,0 ' \
    "misses of the last level and remote accesses, by place, sorted by one of them"
shown() { far | head -1 | grep -o 'll misses\|remote' | tr '\n' ' '; }
is "$(shown) / $("$stat" --table=pcs_by_samples "$tmp/mix" 2>&1 | grep -c 'll misses\|remote')" "ll misses remote  / 0" "... in text if there are some"
is "$("$stat" --table=pcs_by_samples --sort=remote "$tmp/mix" 2>&1 | grep -c 'remote')" 1 "... or if it is sorted by them"

# A data source of a SIMD store: no name, no level, no share (D18.2.4). That of an atomic counts, whatever LDST is.
{ load 10 09 00 50; load 20 09 00 60 | LC_ALL=C sed 's/\x49\x00/\x49\x05/g'; load 30 09 00 70 | LC_ALL=C sed 's/\x49\x00/\x49\x07/g'; } >"$tmp/stores"
"$stat" --cpu=n1 "$tmp/stores" >"$tmp/out"
has " source 0, L1 data cache 120 1080 66.7 % ##########################" "a store's data source is not counted"
has " stores, no data source 60 540 33.3 % #############" "... such a store has none"
has " source 0, L1 data cache 120 9 9 9 9 9" "... latency by data source"
for source in 0 'L1 data cache' L1; do
    is "$("$stat" --cpu=n1 --source="$source" "$tmp/stores" | plain | grep '^  samples ' | head -n 1 | tr -s ' ')" " samples 120" "... --source=$source"
done
is "$("$stat" --cpu=n1 --op=store --format=json "$tmp/stores" | grep -oE '"source 0[^"]*", "(samples|mean)": [0-9]*' | xargs)" \
    "source 0, L1 data cache, samples: 70 source 0, L1 data cache, samples: 70" "... JSON: of the stores, atomics alone"
dump=${BUILD:-build}/spe-dump
for format in csv json; do
    is "$("$dump" --cpu=n1 --format=$format "$tmp/stores" | grep -c 'L1 data cache')" 120 "... spe-dump --format=$format"
done
is "$("$dump" --cpu=n1 --format=json "$tmp/stores" | grep -c '"data_source":0')" 180 "... the packet's value stays"
is "$("$dump" --cpu=n1 --style=arch "$tmp/stores" | grep -c 'Data source 0x0 (L1 data cache)$')" 120 "... packets in words"
is "$("$dump" --cpu=n1 --style=arch --records "$tmp/stores" | grep -c 'Data source 0x0 (L1 data cache)')" 120 "... records in words"

profile() { # ARGUMENT...: prints the first table, and the core
    "$stat" "$@" 2>/dev/null | plain | sed -n '/^Profile/,/^$/p;/^Core/,/^$/p' | sed '/^Profile/d;/^Core/d;/^$/d;/MIDR/d' | tr -s ' ' |
        tr '\n' ';'
}
is "$(profile --filter=load_filter=1,min_latency=100 "$tmp/mix")" \
    " samples 30; bytes $bytes;" "a filter"
is "$("$stat" --filter=load_filter=1,min_latency=100 "$tmp/mix" | plain | sed -n '/^Account/,/^$/p' | awk '/filter/ {print $(NF - 2)}')" 70 "... what it leaves out"
is "$("$stat" --top=1 "$tmp/mix" | grep -cE '^[A-Z][a-z ]*: 0x')" 6 "--top: two tables of PCs, of pages, targets, lines"
printf '\x49\xff\x01\x49\0\x01\x48\0\x01\x4a\0\x01\x01' >"$tmp/odd"
is "$("$stat" --table=operations --format=csv "$tmp/odd" | sed -n 's/^operations,"\(.*\)",samples,/\1 /p' | tr '\n' ';')" \
    "load 1;branch 1;other 1;reserved 1;no Operation Type packet 1;" "each sample is in one row of operations"
is "$(profile - <"$tmp/mix")" " samples 100; bytes $bytes;" "standard input"
is "$(profile --filter=min_latency=4000 "$tmp/mix")" " samples 0; bytes $bytes;" "a filter that leaves none"
is "$(head -c 40 "$tmp/mix" | profile -)" " samples 2; bytes 40; records that are cut off 1;" "a record that is cut off"
tests/perf_data.py v2-little "$tmp/mix" "$tmp/mix" >"$tmp/perf"
is "$(profile "$tmp/perf")" " samples 200; bytes $((2 * bytes)); buffers 2; snapshots 1; AUX events: data truncated 1; AUX events: data partial 1; AUX events: samples collided 1; name Neoverse V1;" \
    "perf.data of two cores, with losses"
is "$("$stat" "$tmp/perf" 2>&1 >/dev/null | sed -n 's/^.*: samples are missing because \(.*\):.* -c \(.*\)$/\1: \2;/p' | xargs)" \
    "they collided: 4096; buffers were full: 4096;" "... what to record with"
"${BUILD:-build}/spe2perf" --midr=0x410fd490 "$tmp/mix" "$tmp/perf"
is "$(profile "$tmp/perf")" " samples 100; bytes $(((bytes + 7) / 8 * 8)); buffers 1; name Neoverse N2;" "perf.data of version 1 knows the core by its header"
is "$(profile --cpu=cortex-a720 "$tmp/perf")" " samples 100; bytes $(((bytes + 7) / 8 * 8)); buffers 1; name Cortex-A720;" "--cpu is believed before it"

head -c 79 "$tmp/mix" >"$tmp/cut"
"$stat" "$tmp/cut" >"$tmp/out" 2>"$tmp/err"
is "$? $(cat "$tmp/err")" "1 spe-stat: $tmp/cut: offset 0x40: input ends inside a record (15 bytes of it)" \
    "a record that is cut off is said"
is "$(ulimit -s 4000000; ulimit -v 2000000; "$stat" -q "$tmp/mix" 2>&1)" "$("$stat" -q "$tmp/mix")" \
    "where no thread is to be had, one does it all"
"${BUILD:-build}/spe2perf" "$tmp/mix" "$tmp/unknown"
is "$("$stat" "$tmp/unknown" 2>/dev/null | grep -c '^Core')" 0 "perf.data of an unknown core"

printf '\x98\x01\x00\x01' | "$stat" --check - >"$tmp/out" 2>"$tmp/err"
is "$? $(cat "$tmp/err")" "1 spe-stat: standard input: records break the architecture's rules" \
    "--check: a rule that is broken"
ok "... which, and how often" grep -q ': events-missing; records 1; .*violation; .*Every record holds an Events packet.$' "$tmp/out"
"$stat" --check "$tmp/perf" >"$tmp/out" 2>/dev/null
is "$? $(grep -c ' violation ' "$tmp/out")" "0 0" "--check: only warnings"
is "$("$stat" --check --format=csv "$tmp/perf" 2>/dev/null |
    awk -F'[",]+' '$1 == "rules" && $3 == "records" {print $4, $2}')" \
    "$("${BUILD:-build}/spe-dump" --check "$tmp/perf" 2>/dev/null | grep -oP '(?<=warning: )[a-z0-9-]+' | sort |
    uniq -c | sed 's/^ *//')" \
    "--check: as many as spe-dump shows"

{ head -c 140000000 /dev/zero; cat "$tmp/mix"; } >"$tmp/long"
is "$(script -qec "'$stat' '$tmp/long' >'$tmp/out'" /dev/null | tr '\r' '\n' | grep -c 'MiB')" 2 \
    "a long file: progress on a terminal"
is "$("$stat" -q "$tmp/long" 2>&1 >/dev/null | wc -c)" 0 "... and only there"
is "$(script -qec "'${BUILD:-build}/spe-dump' --records '$tmp/long' >'$tmp/out'" /dev/null | tr '\r' '\n' |
    grep -c 'MiB')" 2 "spe-dump likewise, into a file"
rm "$tmp/long"

# -- the same numbers in every form --
"$stat" --format=csv "$tmp/mix" >"$tmp/csv"
is "$(head -1 "$tmp/csv")" "table,row,column,value" "CSV: the head"
is "$(grep -cvE '^([a-z0-9_]+,"[^"]+",[a-z0-9_]+,("[^"]*"|[0-9.e-]+)|table,row,column,value)$' "$tmp/csv")" 0 \
    "CSV: each line is a cell"
is "$(grep -xE 'operations,"load",(samples|share),.*' "$tmp/csv" | tr '\n' ' ')" \
    'operations,"load",samples,90 operations,"load",share,90 ' "CSV: a row's cells"
"$stat" --format=json "$tmp/mix" >"$tmp/json"
perl -MJSON::PP -e '
    my $tables = decode_json(do { local $/; <> });
    for my $table (keys %$tables) {
        next if $table eq "version";
        for my $row (@{$tables->{$table}}) {
            my $name = $row->{name} // $row->{address};
            print "$table,\"$name\",$_,", ($row->{$_} =~ /^[0-9.e-]+$/ ? $row->{$_} : "\"$row->{$_}\""), "\n"
                for grep { !/^(name|address|location)$/ } keys %$row;
        }
    }' "$tmp/json" | sort >"$tmp/json.cells"
is "$(sed 1d "$tmp/csv" | sort | diff - "$tmp/json.cells")" "" "JSON has the cells of CSV"
is "$(sed '1d;/^account/d' "$tmp/csv" | cut -d, -f1,2 | sort -u | wc -l)" "$("$stat" "$tmp/mix" | grep -cE '^  [^ (]|^[^FN].*: .*; ')" \
    "text has the rows of CSV"
"$stat" --format=json --filter=min_latency=4000 "$tmp/mix" >"$tmp/json"
ok "JSON of nothing" perl -MJSON::PP -e 'decode_json(do { local $/; <> })' "$tmp/json"
ok "--html" "$stat" --html="$tmp/page" "$tmp/mix"
is "$(head -c 15 "$tmp/page") $(tail -1 "$tmp/page")" "<!DOCTYPE html> </body></html>" "a whole page"
ok "the same page on standard output, alone" sh -c "'$stat' --html=- '$tmp/mix' | cmp - '$tmp/page'"

# -- many different program counters: exact while they fit, then too small by a stated number --
perl -e 'binmode STDOUT; for my $i (0 .. 99999) { my $pc = $i % 5 ? 4 * $i : 8; print "\xb0", pack("Q<", $pc | 0xa0 << 56), "\x98\x01\x00\x52\x02\x00\x01" }' >"$tmp/many"
"$stat" --top=1 "$tmp/many" >"$tmp/out"
least=$(plain <"$tmp/out" | sed -n 's/^Program counters by samples: 0x8; samples \([0-9]*\);.*/\1/p')
error=$(sed -n 's/.*may lack up to \([0-9]*\) samples.*/\1/p' "$tmp/out" | head -1)
is "$((least <= 20001 && least + error >= 20001 && error > 0))" 1 "80,001 different ones: $least + $error of 20,001"

# -- large numbers: in groups for people, plain for programs --
is "$("$stat" "$tmp/many" | grep '^ *\(samples\|bytes\) ' | head -2 | tr -s ' ' | tr '\n' ';')" " samples 100000; bytes 1600000;" "text, into a pipe"
is "$(script -qec "'$stat' '$tmp/many'" /dev/null | grep '^ *\(samples\|bytes\) ' | head -2 | tr -d '\r' | tr -s ' ' | tr '\n' ';')" " samples 100,000; bytes 1,600,000;" "text, on a terminal"
is "$("$stat" --html=- "$tmp/many" | grep -c '<td class="number">1,600,000</td>')" 1 "the page"
is "$("$stat" --format=csv "$tmp/many" | sed -n '2,3p' | tr '\n' ';')" \
    'profile,"samples",count,100000;profile,"bytes",count,1600000;' "CSV"

# -- a failed write is always reported: a datagram of 256 KiB is too large, but the rest of the report is not --
perl -e 'binmode STDOUT; for my $i (1 .. 2000) { print "\xb0", pack("Q<", 4 * $i | 0xa0 << 56), "\xb2", pack("Q<", 4096 * $i), "\x98\x01\x00\x52\x02\x00\x01" }' >"$tmp/pages"
size=$("$stat" --top=160 --format=csv "$tmp/pages" | wc -c)
is "$((size > 262144 && size < 262144 + 200000))" 1 "a report of $size bytes: two writes"
perl -MSocket -e '
    socketpair(my $here, my $there, AF_UNIX, SOCK_DGRAM, 0) or die;
    my $child = fork;
    if (!$child) { open STDOUT, ">&", $there or die; open STDERR, ">", shift or die; exec @ARGV }
    waitpid $child, 0;
    print $? >> 8;' "$tmp/err" "$stat" --top=160 --format=csv "$tmp/pages" >"$tmp/out"
is "$(cat "$tmp/out") $(cat "$tmp/err")" "1 spe-stat: standard output: Input/output error" \
    "the first of them failed: said"

# -- sizes of pages --
page_size() { "$stat" --page-size="$1" --format=csv "$tmp/mix" 2>&1 | grep -c '^pages_by_samples,"0x.*,samples,\|not a size of pages'; }
is "$(page_size 4K) $(page_size 4096) $(page_size 2M) $(page_size 2m)" "2 2 1 1" "--page-size"
is "$(page_size 3K) $(page_size 2K) $(page_size 2G) $(page_size 0)" "1 1 1 1" "... a power of two"
small_pages() { # SIZE COUNT: how many parts of each page have samples, of COUNT samples 4 KiB apart, each twice
    perl -e 'binmode STDOUT; for my $i (0 .. 2 * $ARGV[0] - 1) { print "\xb2", pack("Q<", 0x10000000 + 4096 * ($i >> 1)), "\xb3", pack("Q<", 0x80000000 + 4096 * ($i >> 1) | 1 << 63), "\x49\x00\x01" }' "$2" >"$tmp/small"
    "$stat" --page-size="$1" --table=pages_by_latency,physical_pages --format=csv "$tmp/small" 2>"$tmp/err" | sed -n 's/^p.*,small_pages,//p' | tr '\n' ' '
}
is "$(small_pages 2M 640)/ $(small_pages 64K 17)/ $(small_pages 32M 512)/ $(small_pages 1G 513)/ $(small_pages 4K 1)" \
    "512 128 512 128 / 16 1 16 1 / 32 32 / 2 2 / " "small pages of larger ones: of 4 KiB, at most 512"
is "$("$stat" -q --page-size=64K --table=pages_by_latency "$tmp/small" | grep -c 'small pages$\|small pages \|small pages of 4 KiB')" 2 \
    "... in text, with their size"

# -- cores of several types: names on which they agree, in any order --
core() { # MIDR FILE: perf.data of a core
    "${BUILD:-build}/spe2perf" ${1:+--midr=$1} "$2" "$tmp/core$1"
}
{ load 10 08 0e 2; load 10 08 00 1; } >"$tmp/few"
core 0x410fd0c0 "$tmp/mix"
core 0x411fd0c1 "$tmp/mix"
core 0x410fd490 "$tmp/few"
core 0x480fd060 "$tmp/few"
core "" "$tmp/few"
names() { # FILE...: the names of the data sources
    "$stat" --format=csv "$@" 2>/dev/null | grep '^sources,.*samples' | cut -d, -f2- | tr '\n' ';'
}
cores() {
    "$stat" --format=csv "$@" 2>/dev/null | grep -E '^cores?,' | tr '\n' ';'
}
is "$(names "$tmp/core0x410fd0c0" "$tmp/core0x410fd490")" '"source 0, L1 data cache",samples,61;"source 14, DRAM",samples,32;"no data source",samples,10;' "two that have the same names"
is "$(names "$tmp/core0x410fd0c0" "$tmp/core0x480fd060")" \
    '"source 0",samples,61;"source 14",samples,32;"no data source",samples,10;' "two that have others: none"
is "$(names "$tmp/core" "$tmp/core0x410fd0c0")" \
    '"source 0",samples,61;"source 14",samples,32;"no data source",samples,10;' "one that is not known: none"
is "$(names --cpu=neoverse-n1 "$tmp/core" "$tmp/core0x480fd060")" \
    '"source 0, L1 data cache",samples,2;"source 14, DRAM",samples,4;' "--cpu is believed before all"
# help FORMAT-OR-PAGE-OPTION FILE...: how many remarks say what gives the names
help() { "$stat" "$@" 2>/dev/null | grep -c -e '--cpu=NAME'; }
core 0x000f0510 "$tmp/few"
is "$(cores "$tmp/core0x000f0510")" 'core,"name",value,"not known";core,"MIDR_EL1",value,"0x00000000000f0510";' "a core that libspe does not know"
is "$(help "$tmp/core0x000f0510") $(help --html=- "$tmp/core0x000f0510") $(help "$tmp/core0x000f0510" "$tmp/core0x410fd0c0") $(help "$tmp/core")" "1 1 1 1" \
    "... and no core at all: --cpu is named"
is "$(help --cpu=neoverse-n1 "$tmp/core0x000f0510") $(help "$tmp/core0x410fd0c0") $(help "$tmp/core0x410fd0c0" "$tmp/core0x480fd060")" "0 0 0" \
    "... not where the core is known"
mixed='cores,"Neoverse N1",samples,100;cores,"Neoverse N1",share,97.0873786407767;cores,"Neoverse N1",midr_el1,"0x00000000410fd0c0";cores,"HIP12",samples,3;cores,"HIP12",share,2.9126213592233;cores,"HIP12",midr_el1,"0x00000000480fd060";'
is "$(cores "$tmp/core0x410fd0c0" "$tmp/core0x480fd060")" "$mixed" "which they are"
is "$(cores "$tmp/core")" "" "none, if spe2perf is not told which"
is "$(cores "$tmp/core0x480fd060" "$tmp/core0x410fd0c0")" "$mixed" "... in the other order"
is "$(cores "$tmp/core0x410fd0c0" "$tmp/core0x411fd0c1")" \
    'core,"name",value,"Neoverse N1";core,"MIDR_EL1",value,"0x00000000410fd0c0";' "revisions of one are one"
is "$(cores "$tmp/core0x411fd0c1" "$tmp/core0x410fd0c0")" \
    'core,"name",value,"Neoverse N1";core,"MIDR_EL1",value,"0x00000000410fd0c0";' "... in the other order"
errata() { # MIDR: those that spe-stat and spe-dump --check name
    core "$1" "$tmp/few"
    echo "$("$stat" --format=csv "$tmp/core$1" 2>/dev/null | grep '^errata,.*,erratum,' | tr '\n' ';')$("$dump" --check "$tmp/core$1" 2>/dev/null | grep -o '^# .*, erratum [0-9]*')"
}
is "$(errata 0x413fd0c1)" 'errata,"Neoverse N1",erratum,"1694299";# Neoverse N1, erratum 1694299' "an erratum of a core"
is "$(errata 0x414fd0c1)$(errata 0x413fd490)" "" "... not of a later revision, or another core"
many=()
for i in {16..33}; do
    core "0x410f${i}00" "$tmp/few"
    many+=("$tmp/core0x410f${i}00")
done
is "$(names --cpu=hip12 "${many[@]}") $(names "$tmp/core0x410fd0c0" "${many[@]}")" \
    '"source 0, peer CPU",samples,18;"source 14",samples,36; "source 0",samples,78;"source 14",samples,66;"no data source",samples,10;' "more kinds than there is room for"

# -- messages do not go to an open page --
ok "messages do not get into a file" sh -c \
    "'$stat' --html='$tmp/page' '$tmp/cut' <&- 2>&- >/dev/null; [ \$? = 1 ] && ! grep -q 'spe-stat:' '$tmp/page'"
is "$(tail -1 "$tmp/page")" "</body></html>" "... which is whole"

refuses() { # STATUS PATTERN NAME ARGUMENT...
    local status=$1 pattern=$2 name=$3
    shift 3
    "$stat" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    is "$? $(grep -c -- "$pattern" "$tmp/err")" "$status 1" "$name"
}
refuses 1 'No such file' "a file that is not there" "$tmp/none"
refuses 2 'can be read only once' "standard input twice" - -
refuses 2 'z80: unknown core' "an unknown core" --cpu=z80 "$tmp/mix"
refuses 2 'not a number' "a MIDR that is none" --midr=x "$tmp/mix"
refuses 2 '16777217: not a number from 0 to 16777216' "too many" --top=16777217 "$tmp/mix"
refuses 2 'cannot be combined with --format' "a page alone, as CSV" --html=- --format=csv "$tmp/mix"
refuses 1 'No such file' "a page that cannot be written" --html=/no/such/folder/page "$tmp/mix"
is "$(wc -c <"$tmp/out")" 0 "... is no reason to read the profile"
refuses 2 'load_filter=x: character .*: the filter is not understood' "a filter that is wrong" --filter=load_filter=x "$tmp/mix"
is "$("$stat" --version | grep -c '^spe-stat (libspe) [0-9]')" 1 "--version"
is "$("$stat" --help | grep -c '^usage: spe-stat ')" 1 "--help"

done_testing
