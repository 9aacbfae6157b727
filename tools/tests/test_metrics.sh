#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-stat --metrics and --list-metrics: formulas of every core, evaluated by a second program; the forms in which perf
# stat writes counts; what is missing.
# needs: python3
set -u
. tests/tap.sh
need python3
. tools/tests/programs.sh

is "$(python3 tools/tests/metrics/evaluate.py "$stat" 0x414fd0c1 0x411fd401 0x410fd490 0x410fd493 0x410fd4f0 \
    0x410fd8e0 0x410fd840 0x480fd010 0xc00fac30,--slots=4 0xc00fac40,--slots=5 2>&1)" 'Neoverse N1 110 31 12 1550
Neoverse V1 132 36 13 1800
Neoverse N2 before r0p3 155 36 13 1800
Neoverse N2 155 36 13 1800
Neoverse V2 155 47 16 2350
Neoverse N3 199 67 18 3350
Neoverse V3 226 67 18 3350
TSV110 55 34 5 1700
Ampere1 131 49 15 2450
Ampere1A 157 57 15 2850' "events, metrics, groups and values of each core: 50 random counts of each event"

# -- forms of counts --
values() { # OPTION... <counts: names and values
    "$stat" --cpu=neoverse-v1 --metrics=- --format=csv "$@" 2>"$tmp/err" |
        sed -nE 's/^(topdown|values),"([a-z0-9_]*)",value,/\2 /p' | xargs
}
want="frontend_stalled_cycles 25 ipc 1.5"
is "$(values <<'END'
# started on Sun Nov 29 08:00:00 2026

what the program said, with {"event" : "r8"}
{"counter-value" : "2000.000000", "unit" : "", "event" : "cycles:u", "event-runtime" : 5, "pcnt-running" : 100.00}
{"counter-value" : "3000.000000", "event" : "armv8_pmuv3_0/inst_retired/u", "metric-value" : "1.5"}
{"counter-value" : "500.000000", "event" : "armv8_pmuv3_0/event=0x23,long=1/u", "pcnt-running" : 60.00}
{"counter-value" : "7.000000", "unit" : "", "event" : "arm_cmn_0/cycles/"}
{"counter-value" : "<not counted>", "unit" : "", "event" : "r3f"}
{"counter-value" : "1e6", "unit" : "", "event" : "r3d:u"}
END
)" "$want" "JSON, with the kernel's names, modifiers, numbers, PMUs; other lines"
is "$(grep -c 'of no core: 1, .* arm_cmn_0/cycles/$\|without a count: 2, .* r3f$\|part of the time\|34 of 36' \
    "$tmp/err")" 4 "... what is left out, not counted, scaled, and how many metrics need more"
is "$(values -q <<'END'
3, apples, pears: of a program
2000;;CPU_CYCLES;5;100.00;;
3000;;instructions;5;100.00;1.5;insn per cycle
500;;r23;5;100.00;;
END
)$(cat "$tmp/err")" "$want" "with a separator; -q: no hints"
is "$(values <<'END'
     1.000,CPU0,400,,r11,5,100.00,,
     1.000,CPU1,600,,r11,5,100.00,,
     1.000,CPU0,700,,r8,5,100.00,,
     1.000,CPU1,800,,r8,5,100.00,,
     1.000,CPU0,80000,,r11,5,100.00,,
     1.000,CPU1,80000,,r11,5,100.00,,
     1.000,CPU0,20000,,r23,5,100.00,,
     1.000,CPU1,20000,,r23,5,100.00,,
     2.000,CPU0,400,,r11,5,100.00,,
     2.000,CPU1,600,,r11,5,100.00,,
     2.000,CPU0,700,,r8,5,100.00,,
     2.000,CPU1,800,,r8,5,100.00,,
END
)" "$want" "intervals and cores are added up, unless an event begins the next group"
printf '{"counter-value" : "10", "event" : "%s"}\n' r3d r11 r24 r8164 r816a r8165 r4005 >"$tmp/tree"
is "$("$stat" --cpu=neoverse-v3 --metrics="$tmp/tree" 2>/dev/null |
    awk '/^ / {print match($0, /[^ ]/) - 1, $1, $2}' | head -6)" \
    '2 backend_bound 10
4 backend_core_bound 100
4 backend_mem_bound 100
6 backend_mem_cache_bound 200
8 backend_cache_l1d_bound 50
8 backend_cache_l2d_bound 50' "the tree: what a metric leads to is below it"
yes '{"counter-value" : "1", "event" : "cycles"}' | head -1100 >"$tmp/often"
# Every command that is printed, one run after another: ipc is in several, of which each has other counts.
n=0
for core in neoverse-{n1,n2,n3,v1,v2,v3} kunpeng-920 ampereone; do
    "$stat" --cpu="$core" --list-metrics | sed -n "s/.*-e '{\(.*\)}'$/\1/p" | while IFS= read -r events; do
        n=$((n + 1))
        tr , '\n' <<<"$events" | sed "s/.*/$((n * n * 90)),,&/; s/.*,r11$/$((n * 100)),,r11/"
    done >"$tmp/runs"
    got=$("$stat" --cpu="$core" --metrics="$tmp/runs" --slots=4 --format=csv 2>"$tmp/err" | grep -c ',value,')
    is "$got $("$stat" --cpu="$core" --list-metrics --format=csv | grep -c '^metrics,.*,formula,')" "$got $got" \
        "$core: all metrics, from all runs in one file"
done
is "$("$stat" --cpu=ampere1 --metrics="$tmp/tree" 2>&1 >"$tmp/out" | grep -c ' 1 of 49 metrics need --slots=N') $(
    grep -c 'slots  *[0-9]' "$tmp/out") $("$stat" --cpu=ampere1 --slots=5 --metrics="$tmp/tree" -q |
    sed -n '1p; s/^  backend_bound *\([0-9]*\) .*/\1/p' | xargs)" "1 0 Core: Ampere1; midr 0xc00fac30; slots 5 20" \
    "Ampere1: its slots are not known without --slots"
# wrong LINE... : no metric may come of counts that do not belong together
wrong() { # NAME LINE...
    is "$(printf '%s\n' "${@:2}" | values) $?" " 0" "$1"
}
wrong "user and kernel" 1000,,cycles:u 3000,,inst_retired:k
wrong "a core of which one event was not counted" 'CPU0,9,,r11' 'CPU1,<not counted>,,r11' CPU0,9,,r8 CPU1,9,,r8
wrong "two PMUs" 9,,armv8_pmuv3_0/cpu_cycles/ 9,,armv8_pmuv3_1/inst_retired/
wrong "a larger number" 9,,armv8_pmuv3_0/event=0x10011/ 9,,r8
wrong "control groups" 9,,r11,/a,5,100 9,,r8,/b,5,100
wrong "exception levels after a term" 9,,armv8_pmuv3_0/event=0x11,long=1/u,5,100 9,,armv8_pmuv3_0/event=0x8,long=1/k,5,100
wrong "a threshold" 9,,armv8_pmuv3_0/event=0x11,threshold=2/,5,100 9,,r8
wrong "guest and host" 9,,cycles:G 9,,instructions:H
right() { # NAME WANT LINE...
    is "$(printf '%s\n' "${@:3}" | values -q)" "$2" "$1"
}
right "intervals in which one group was not counted" "backend_stalled_cycles 10 ipc 2" \
    '1.0,<not counted>,,r11' '1.0,<not counted>,,r8' 1.0,50,,r11 1.0,5,,r24 \
    2.0,50,,r11 2.0,100,,r8 '2.0,<not counted>,,r11' '2.0,<not counted>,,r24'
right "intervals of two runs" "backend_stalled_cycles 20 ipc 1" 1.0,9,,r11 1.0,9,,r8 2.0,9,,r11 2.0,9,,r8 1.0,50,,r11 1.0,10,,r24
right "the same run twice" "ipc 2" 100,,r11 100,,r8 100,,r11 300,,r8
right "user and kernel, each with both" "ipc 2" 100,,cycles:u 10,,cycles:k 210,,instructions:u 10,,instructions:k
right "threads with a point in their names" "backend_stalled_cycles 3.5 ipc 1" \
    py3.1-1,100,,r11 py3.1-2,100,,r11 \
    py3.1-1,100,,r8 py3.1-2,100,,r8 py3.1-1,100,,r11 py3.1-2,100,,r11 py3.1-1,3,,r24 py3.1-2,4,,r24
right "a variance, a control group, names of perf" "branch_misprediction_ratio 0.1" '100,,branches,0.35%,55,100.00' \
    '10,,r22,1.2%,55,100.00'

right "a control group and a variance" "ipc 2" '100,,r11,/a,0.35%,5,100.00' '200,,r8,/a,0.10%,5,100.00'
right "threads of which perf leaves out counts of 0" "backend_stalled_cycles 3.5" a-1,100,,r11 b-2,100,,r11 a-1,7,,r24
right "threads with separators in their names" "ipc 2" c-2,50,,r11 'a;b-1,50,,r11' c-2,100,,r8 'a;b-1,100,,r8'
right "a decimal comma, large counts" "ipc 2" '{"counter-value" : "10000000000000000,0", "event" : "r11", "pcnt-running" : 60,00}' \
    '{"counter-value" : "20000000000000000,0", "event" : "r8"}'

# -- the list --
"$stat" --cpu=neoverse-n2 --list-metrics >"$tmp/out"
is "$? $(sed -n '2p' "$tmp/out")" "0   Neoverse N2 before r0p3: 0x410fd490" "a name means the first revision"
is "$("$stat" --cpu=neoverse-v1 --list-metrics --format=csv | sed -n 's/^runs,"run [0-9]*",events,//p' |
    tr -d '"' | awk -F, '{n = NF; for (i = 1; i <= NF; i++) n -= $i == "CPU_CYCLES"; print n <= 6}' | sort -u)" 1 \
    "runs: six events at most, and the cycles"
perf=$("$stat" --midr=0x410fd493 --list-metrics=Topdown_L1 | sed -n "s/.*-e '{\(.*\)}'$/\1/p")
is "$(tr , '\n' <<<"$perf" | sed 's/.*/90,,&/' | "$stat" --midr=0x410fd493 --metrics=- 2>/dev/null | grep -c 'percent of slots')" 4 \
    "the events of its command are enough for a group"

# -- wrong command lines and files --
refuses() { # STATUS PATTERN NAME ARGUMENT...
    "$stat" "${@:4}" >"$tmp/out" 2>"$tmp/err" </dev/null
    is "$? $(grep -c -- "$2" "$tmp/err") $(wc -c <"$tmp/out")" "$1 1 0" "$3"
}
v1=--cpu=neoverse-v1
refuses 2 'MPK: no group of metrics has this name; use Topdown_L1, ' "a group that is not there" $v1 --list-metrics=MPK
refuses 2 'HIP12: no metrics are known for this core$' "a core without metrics" --cpu=hip12 --list-metrics=MPKI
refuses 2 '0x41000000: no metrics are known for this core$' "... by its number" --list-metrics --midr=0x41000000
refuses 2 '^spe-stat: --slots: only for --metrics' "slots of a profile" --slots=4 "$tmp/tree"
refuses 2 'not allowed with --metrics' "a list of a file" $v1 --list-metrics "$tmp/tree"
refuses 2 'not allowed with --metrics' "... values of a profile" $v1 --metrics="$tmp/tree" "$tmp/tree"
for option in --top=3 --op=load --check --html=page --save=sum --table=functions --symfs=/ --metrics=x; do
    refuses 2 'can be combined only with --cpu' "a list with $option" $v1 --list-metrics $option
done
refuses 1 'no counts; record them with perf stat -j' "an empty file" $v1 --metrics=-
refuses 1 'No such file' "a file that is not there" $v1 --metrics="$tmp/none"
refuses 1 'more than 1,024 groups of events' "1,100 groups of the same event" $v1 --metrics="$tmp/often"
printf '<not supported>,,r11\n' >"$tmp/virtual"
refuses 1 'perf counted none of the events' "a virtual machine without counters" $v1 --metrics="$tmp/virtual"
printf 'CPU0,1,,l3_power\n' >"$tmp/other"
printf ' Performance counter stats for x:\n\n  1,234   cycles\n' >"$tmp/people"
refuses 1 "perf stat's text for people" "the text for people" $v1 --metrics="$tmp/people"
cp "$tmp/tree" "$tmp/keep"
refuses 1 'also the input' "an output that is the input" $v1 --metrics="$tmp/keep" -o "$tmp/keep"
refuses 1 'no count of an event of this core; is --cpu right?' "another core's events" $v1 --metrics="$tmp/other"
done_testing
