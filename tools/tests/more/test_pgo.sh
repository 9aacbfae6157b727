#!/bin/bash
# SPDX-License-Identifier: MIT
# Profiles for layout optimisers: spe-stat --format=bolt and autofdo, spe-dump --format=brstack. Input with known
# branches, and the output line by line. (perf2bolt itself reads such files in tools/tests/qemu/pgo.sh.)
# needs: python3
set -u
. tests/tap.sh
need_packages
. tools/tests/programs.sh

# The code, from its address X on:
code="d503201f d503201f 54000080 d503201f b40000c0 d503201f 94000006 d503201f 17fffff8 d503201f 3607fec0 d65f03c0"
#     00       04       08 b.eq  0c       10 cbz   14       18 bl    1c       20 b 00  24       28 tbz 00 2c ret
code="$code d503201f d503201f d65f03c0 90000090 f9400211 91000210 d61f0220"
#     30       34       38 ret   3c adrp  40 ldr   44 add   48 br x17: a stub
id=0123456789abcdef0123456789abcdef01234567
# shellcheck disable=SC2086 # a list of words
tools/tests/pgo/make_elf exec 401000 1000 $id $code >"$tmp/prog"
# shellcheck disable=SC2086
tools/tests/pgo/make_elf dyn 13000 3000 $id $code >"$tmp/pie" # like linkers that give each segment its own pages
# shellcheck disable=SC2086
tools/tests/pgo/make_elf dyn 1000 1000 77 $code >"$tmp/lib.so"

bolt() { # ARGUMENT...: prints the lines as one
    "$build/spe-stat" --format=bolt "$@" 2>"$tmp/err" | tr '\n' ';'
}
perf() { # LINES [PERIOD [CONFIG1 CONFIG2 ...]]: perf.data from lines, which end at ";", too
    tr ';' '\n' <<<"$1" | sed 's/^ *//' | "$tmp/make_perf" "${@:2}" >"$tmp/data" || tap_result 1 "perf.data: $1"
}

# -- which lines --
start="exec 7 7 prog
mmap 7 7 400000 2000 0 $id $tmp/prog"
perf "$start; branch 401008 401018 cond missed; branch 401008 401018 cond; branch 401010 401028 cond" 1000
is "$(bolt "$tmp/data")" "B 401008 401018 2000 1000;B 401010 401028 1000 0;F 401018 401018 2000;F 401028 401028 1000;" \
    "branches, with mispredictions, times the period; and where they went to up to the next branch"
traces() { "$build/spe-stat" --format=bolt-traces "$tmp/data" 2>"$tmp/err" | tr '\n' ';'; }
is "$(traces)" "T 401008 401018 401018 2000;T 401010 401028 401028 1000;" "... a trace each"
perf "$start; branch 401008 - cond; branch 401008 - cond missed; branch 401008 40100c cond not; branch 401010 - cond
    load 401008" 10
is "$(bolt "$tmp/data")" "F 401008 401010 30;F 401010 401018 10;" \
    "those that were not taken: the step behind them, no branch"
is "$(traces)" "F 401008 401010 30;F 401010 401018 10;" "... as traces"
is "$(cat "$tmp/err")" "" "... and nothing of what is no branch"
perf "$start; branch 7f0000001000 40101c ret; branch 401018 7f0000002000 call; branch 7f0000001000 7f0000002000
    branch 7f0000001004 - cond; branch 400100 400104"
is "$(bolt "$tmp/data")" "B 0 40101c 1 0;B 401018 0 1 0;F 40101c 401020 1;" \
    "0 for what is elsewhere, and for what is no code"
perf "$start; branch 401018 40103c call; branch 401048 7f0000001000 ind"
is "$(bolt "$tmp/data")" "B 401018 40103c 1 0;B 401048 0 1 0;" "no step through the linker's stubs"
perf "$start; branch 401020 401000 pbt=40101c; branch 401018 401030 call pbt=401000; branch 401008 - cond pbt=401000
    branch 401020 401000 pbt=401000; branch 401020 401000 pbt=401024; branch 401038 401000 pbt=401028
    branch 40100c 401000 pbt=401000; branch 401048 401000 ind pbt=40103c
    branch 7f0000001000 40101c ret pbt=7f0000000ff0" 100
is "$(bolt "$tmp/data")" "B 0 40101c 100 0;B 40100c 401000 100 0;B 401018 401030 100 0;B 401020 401000 300 0;B 401038 401000 100 0;B 401048 401000 100 0;F 401000 401018 100;F 40101c 401020 100;" \
    "the way from there, if there is one without a branch that is always taken; nothing is counted twice"
perf "$start; branch 401008 401018 cond wrong; branch 401020 none; branch 401008 401018 cond"
is "$(bolt "$tmp/data")" "B 401008 401018 1 0;F 401018 401018 1;" \
    "what did not retire, and what has no target, is not counted"
is "$(cat "$tmp/err")" "spe-stat: 1 records of branches have no target and are not counted
spe-stat: 1 records of branches that did not retire are not counted" "... which is said"
perf "$start; branch 401008 401018 cond" 1 2 10
bolt "$tmp/data" >/dev/null
is "$(cat "$tmp/err")" "spe-stat: recorded with a filter on events or latency: only such branches are counted" \
    "a filter of the hardware is said"
perf "$start; branch 401008 401018 cond; branch 401008 401018 cond missed" 1 2 0
bolt "$tmp/data" >/dev/null
is "$(cat "$tmp/err")" "" "... but that of what retired, which changes nothing, is not"
is "$(bolt --filter=event_filter=mispredicted "$tmp/data")" "B 401008 401018 1 1;F 401018 401018 1;" "--filter"
is "$(bolt "$tmp/data" "$tmp/data")" "B 401008 401018 4 2;F 401018 401018 4;" "two files"
perf "$start; branch 401008 401018 cond" 5
# shellcheck disable=SC2094 # both are read
is "$(bolt "$tmp/data" - <"$tmp/data")" "B 401008 401018 10 0;F 401018 401018 10;" \
    "a file and a pipe, each with its period"

# Every form of a branch ends a step, and nothing else does: words of branches, each after a similar word that is not
# one.
forms="54000000 54000010 34000000 35000000 b4000000 b5000000 36000000 37000000 b6000000 b7000000 74000000 75000000 f4000000 f5000000
14000000 17ffffff 94000000 97ffffff d61f0000 d63f0000 d65f03c0 d69f03e0 d71f0800 d73f0800 d65f0bff 5500001f"
others="d503201f d5033fdf d4000001 10000000 70000000 38400000 f9400000 58000000 76000000"
code2="" list="" expected=""
at=$((0x401000))
for other in $others; do
    for form in $forms; do
        code2="$code2 $other $form"
        list="$list$(printf 'branch 7f0000000000 %x' $at)
"
        expected="$expected$(printf 'F %x %x 1' $at $((at + 4)));"
        at=$((at + 8))
    done
done
# shellcheck disable=SC2086
tools/tests/pgo/make_elf exec 401000 1000 - $code2 d61f0200 >"$tmp/forms"
printf 'exec 7 7 forms\nmmap 7 7 400000 3000 0 - %s\n%sbranch 7f0000000000 %x\n' "$tmp/forms" "$list" $at |
    "$tmp/make_perf" >"$tmp/data"
expected="$expected$(printf 'F %x %x 1' $at $at);"
is "$(bolt "$tmp/data" | tr ';' '\n' | grep ^F | tr '\n' ';')" "$expected" \
    "every form of a branch ends a step"

for stub in "90000010 91000210 d61f0200" "d503201f 58000050 d61f0200"; do # veneers: ADRP, ADD, BR X16; LDR, BR X16
    # shellcheck disable=SC2086
    tools/tests/pgo/make_elf exec 401000 1000 - $stub >"$tmp/forms"
    printf 'exec 7 7 forms\nmmap 7 7 400000 3000 0 - %s\nbranch 7f0000000000 401000\n' "$tmp/forms" |
        "$tmp/make_perf" >"$tmp/data"
    is "$(bolt "$tmp/data")" "B 0 401000 1 0;" "a veneer: no step"
done

# -- where lines end --
# Four blocks end at BRK; SVC before another function; UDF, data; nothing before another function. The addresses are
# those after 401000.
blocks="b40000a0 b4000121 b4000182 b4000223 d65f03c0 91000421 d4207d00 91000442 91000842 d65f03c0 d2800ba8 d4000001"
#       00                                  10 ret   14       18 brk   1c                         28       2c svc
blocks="$blocks 91000463 d65f03c0 91000484 00000000 00000000 deadbeef 910004a5 d65f03c0 910004c6 910008c6 d503201f"
#               30                38       3c udf   40 data           48                50                58 nop
blocks="$blocks d503201f 910004e7 d65f03c0"
#                        60
functions="start=401000+14 trap=401014+8 after=40101c+c sysc=401028+8 after=401030+8 data=401038+10 \$d=401040
    after=401048+8 bound=401050+8 after=401060+8"
blocks() { # FORMAT
    "$build/spe-stat" --format="$1" "$tmp/data" | tr '\n' ';'
}
# shellcheck disable=SC2086
tools/tests/pgo/make_elf exec 401000 1000 $id $blocks $functions >"$tmp/blocks"
perf "exec 7 7 blocks; mmap 7 7 400000 2000 0 $id $tmp/blocks; branch 401000 401014 cond; branch 401004 401028 cond
    branch 401008 401038 cond; branch 40100c 401050 cond"
is "$(blocks autofdo)" \
    "4;1014-1018:1;1028-102c:1;1038-1038:1;1050-105c:1;0;4;1000->1014:1;1004->1028:1;1008->1038:1;100c->1050:1;" \
    "lines end at traps, before undefined instructions, data and functions"
is "$(blocks bolt | tr ';' '\n' | grep ^F | tr '\n' ';')" \
    "F 401014 401018 1;F 401028 40102c 1;F 401038 401038 1;F 401050 40105c 1;" "... for BOLT"
is "$(blocks bolt-traces)" \
    "T 401000 401014 401018 1;T 401004 401028 40102c 1;T 401008 401038 401038 1;T 40100c 401050 40105c 1;" "... as traces"

lines() { # BRANCH WORD... [NAME=START...]: the lines that a sampled branch is and begins, if that is the code
    printf 'exec 7 7 line\nmmap 7 7 400000 2000 0 - %s\nbranch %s\n' "$tmp/line" "$1" | "$tmp/make_perf" >"$tmp/data"
    tools/tests/pgo/make_elf exec 401000 1000 - "${@:2}" >"$tmp/line"
    bolt "$tmp/data"
}
line() { # END WORD...: the line from 401000 ends there
    is "$(lines "7f0000000000 401000" "${@:2}")" "B 0 401000 1 0;F 401000 $1 1;" "a line of ${*:2}"
}
for trap in d4200000 d43fffe0; do
    line 401004 d503201f $trap d503201f d65f03c0
done
line 401000 d4200000 d65f03c0
for undefined in 00000000 0000ffff; do
    line 401000 d503201f $undefined d65f03c0
done
is "$(lines "7f0000000000 401000" 0000ffff d65f03c0)" "B 0 401000 1 0;" "... none begins with an undefined instruction"
for other in d4000001 d41fffe1 d4000002 d4000003 d4400000 d4200001 00010000; do # SVC, HVC, SMC, HLT; similar words
    line 401004 $other d65f03c0
done
line 401004 d503201f d503201f # the end of the code
for name in g=401004+4 g=401004 "\$d=401004" "\$d.1=401004" .fini=401004; do
    line 401000 d4000001 d503201f d65f03c0 f=401000+4 "$name"
done
for name in "\$x=401004" "\$dx=401004" g=401004+4 g=401000+4 .text=401000; do # g is a second entry, or name
    line 401008 d4000001 d503201f d65f03c0 f=401000+c "$name"
done
is "$(lines "401000 - cond" 54000080 d503201f d4200000 d503201f d65f03c0)" "F 401000 401008 1;" \
    "a branch that was not taken, and a trap"
is "$(lines "401008 401000 pbt=401000" d503201f d503201f d65f03c0 g=401004+8)" \
    "B 401008 401000 1 0;F 401000 401008 1;" \
    "the previous branch's target says that another function was reached"
is "$(lines "401008 401000 pbt=401000" d503201f d4200000 d65f03c0)" "B 401008 401000 1 0;" \
    "... but nothing continues after a trap"
damaged() { # OFFSET BYTES: 401000 d4000001, 401004 d65f03c0, 401008 the table of symbols, 401051 the sections' headers
    lines "7f0000000000 401000" d4000001 d65f03c0 f=401000+4 g=401004+4 >"$tmp/out"
    printf '%b' "$2" | dd of="$tmp/line" bs=1 seek="$1" conv=notrunc 2>"$tmp/err"
    is "$(bolt "$tmp/data")" "B 0 401000 1 0;F 401000 ${3:-401004} 1;" "sections that are damaged: $1"
}
sections=$((0x1008 + 3 * 24 + 5))
damaged 47 '\x7f'                      # where the sections are
damaged 58 '\x3f'                      # the size of a section's header
damaged 60 '\xff\xff'                 # how many there are
damaged $((sections + 64 + 24 + 7)) '\xff'  # where the symbols are
damaged $((sections + 64 + 32 + 7)) '\xff'  # the size of their table
damaged $((sections + 64 + 40)) '\x09'     # the section of their names
damaged $((sections + 128 + 24)) '\xff\xff\xff\xff\xff\xff\xff\xff' 401000 # functions need no names

# -- which addresses --
perf "exec 7 7 pie; mmap 7 7 aaaa00013000 1000 3000 $id $tmp/pie; branch aaaa00013008 aaaa00013018 cond
    branch aaaa00013020 aaaa00013000 pbt=aaaa0001301c"
is "$(bolt "$tmp/data")" "B 13008 13018 1 0;B 13020 13000 1 0;F 13018 13018 1;F 1301c 13020 1;" \
    "PIE: the file's own addresses"
is "$("$build/spe-stat" --format=autofdo "$tmp/data" | tr '\n' ';')" \
    "2;3018-3018:1;301c-3020:1;0;2;3008->3018:1;3020->3000:1;" "autofdo: from the first byte that is loaded"
perf "$start; branch 401008 401018 cond missed; branch 401008 - cond; branch 401048 40100c
    branch 7f0000001000 40101c ret; branch 401018 7f0000002000 call" 1000
is "$("$build/spe-stat" --format=autofdo "$tmp/data" | tr '\n' ';')" \
    "3;100c-1010:2000;1018-1018:1000;101c-1020:1000;0;2;1008->1018:1000;1048->100c:1000;" \
    "autofdo: steps, no addresses, branches inside; what is not taken begins behind the branch"

# -- which thread's addresses --
two="exec 7 7 prog
mmap 7 7 400000 2000 0 $id $tmp/prog
mmap 7 7 7f0000000000 2000 0 77 $tmp/lib.so
mmap 7 7 7f0000010000 1000 0 - [vdso]"
perf "$two; branch 401008 401018 cond; branch 7f0000001008 7f0000001018 cond; branch 401018 7f0000001030 call"
is "$(bolt "$tmp/data")" "B 401008 401018 1 0;B 401018 0 1 0;F 401018 401018 1;" "the program, if no module is named"
lib="B 0 1030 1 0;B 1008 1018 1 0;F 1018 1018 1;F 1030 1038 1;"
is "$(bolt --module=lib.so "$tmp/data")" "$lib" "--module by name"
is "$(bolt --module="$tmp/lib.so" "$tmp/data")" "$lib" "... and by path"
mkdir "$tmp/moved"
cp "$tmp/lib.so" "$tmp/moved"
is "$(bolt --module="$tmp/moved/lib.so" "$tmp/data")" "$lib" "... of a file that is elsewhere"
perf "$start; branch 401008 401018 cond" 1000
cp "$tmp/data" "$tmp/thousand"
perf "$start; branch 401008 401018 cond" 10
is "$(bolt "$tmp/thousand" "$tmp/data")" "B 401008 401018 1010 0;F 401018 401018 1010;" \
    "two files, each with its period"
perf "comm 7 7 lib.so; mmap 7 7 400000 2000 0 $id $tmp/prog; mmap 7 7 7f0000000000 2000 0 77 $tmp/lib.so
    branch 401008 401018; branch 7f0000001008 7f0000001018 cond"
is "$(bolt "$tmp/data")" "B 1008 1018 1 0;F 1018 1018 1;" "the program is what has the process's name"
perf "comm 7 7 script; mmap 7 7 400000 2000 0 $id $tmp/prog; mmap 7 7 7f0000000000 2000 0 77 $tmp/lib.so
    branch 401008 401018"
is "$(bolt "$tmp/data")" "B 401008 401018 1 0;F 401018 401018 1;" "... or, if none has it, what was mapped first"
cp "$tmp/prog" "$tmp/abcdefghijklmnopq"
cp "$tmp/lib.so" "$tmp/abcdefghijklmnX"
perf "comm 7 7 abcdefghijklmno; mmap 7 7 7f0000000000 2000 0 77 $tmp/abcdefghijklmnX
    mmap 7 7 400000 2000 0 $id $tmp/abcdefghijklmnopq; branch 7f0000001008 7f0000001018 cond; branch 401008 401018"
is "$(bolt "$tmp/data")" "B 401008 401018 1 0;F 401018 401018 1;" "the process's name has 15 characters of the program's"
perf "exec 7 7 prog; mmap 7 7 aaaa00013000 1000 3000 $id $tmp/pie; comm 7 8 a-thread; fork 9 7; fork 20 7; time 5
    exec 20 20 other; time 6; mmap 20 20 bbbb00013000 1000 3000 $id $tmp/pie; buffer -
    branch aaaa00013008 aaaa00013018 ctx=7; branch aaaa00013008 aaaa00013018 ctx=8
    branch aaaa00013008 aaaa00013018 ctx=9; branch aaaa00013008 aaaa00013018 ctx=20
    branch bbbb00013010 bbbb00013028 ctx=20; branch bbbb00013010 bbbb00013028 ctx=7
    branch aaaa00013008 aaaa00013018 ctx=999; branch aaaa00013020 aaaa00013000; buffer 20
    branch bbbb00013028 bbbb00013000; branch aaaa00013028 aaaa00013000"
is "$(bolt "$tmp/data" | tr ';' '\n' | grep ^B | tr '\n' ';')" \
    "B 13008 13018 4 0;B 13010 13028 1 0;B 13020 13000 1 0;B 13028 13000 1 0;" \
    "threads, a fork, another program: each has its own maps; who is not known may be any"
perf "branch 401008 401018 ctx=7; branch 501010 501028 ctx=7; time 3; exec 7 7 prog; time 4
    mmap 7 7 400000 2000 0 $id $tmp/prog; time 2; mmap 7 7 500000 2000 0 $id $tmp/prog"
is "$(bolt "$tmp/data")" "B 401008 401018 1 0;F 401018 401018 1;" \
    "what is told late, and out of order: what was mapped before is gone"

perf "$start; comm 7 8 a-thread; time 2000; exec 7 7 lib.so; time 2001; mmap 7 7 400000 2000 0 77 $tmp/lib.so
    buffer c0; branch 401008 401018 ctx=7 ts=1000; branch 401008 401018 ctx=8 ts=1500
    branch 401008 401018 ctx=7 ts=2000; branch 401010 401028 ctx=7 ts=3000; buffer c1
    branch 401020 401000 ctx=7 ts=1200; branch 401028 401000 ctx=7" 1000 0 0 1
taken() { # ARGUMENT...: only the branches
    bolt "$@" | tr ';' '\n' | grep ^B | tr '\n' ';'
}
is "$(taken --module=prog "$tmp/data")" "B 401008 401018 2000 0;B 401020 401000 1000 0;" \
    "what ran before another program began belongs to the first one, on each core"
is "$(taken --module=lib.so "$tmp/data")" \
    "B 1008 1018 1000 0;B 1010 1028 1000 0;B 1028 1000 1000 0;" \
    "... what came later, or has no time, to the second"
perf "$start; mmap 7 7 7f0000000000 2000 0 77 $tmp/lib.so; time 2000; mmap 7 7 7f0000000000 2000 0 - /lib/other.so
    time 3000; mmap 7 7 7f0000000000 2000 0 77 $tmp/lib.so; buffer c0
    branch 7f0000001008 7f0000001018 ctx=7 ts=1000; branch 7f0000001010 7f0000001028 ctx=7 ts=2500
    branch 7f0000001020 7f0000001000 ctx=7 ts=3500; branch 401018 401030 ctx=7 ts=2500" 1 0 0 1
is "$(taken --module=lib.so "$tmp/data")" "B 1008 1018 1 0;B 1020 1000 1 0;" \
    "an address is in what was mapped there at that time"
is "$(bolt --module=prog "$tmp/data")" "B 401018 401030 1 0;F 401030 401038 1;" "... and others stay"
perf "$start; buffer c0; branch ffff800000001000 401018 ctx=7 ts=1000
    branch 401008 ffff800000001000 ctx=7 ts=1000" 1 0 0 1
is "$(bolt "$tmp/data")" "B 0 401018 1 0;B 401008 0 1 0;F 401018 401018 1;" "the kernel is elsewhere"
perf "$start; exec 8 8 prog; mmap 8 8 500000 2000 0 $id $tmp/prog; time 1000; switch 0 7 7; time 2000
    switch 0 7 7 out; switch 0 8 8; buffer c0; branch 401008 401018 ts=1500; branch 401010 401028 ts=2500
    branch 501020 501000 ts=2500" 1 0 0 1
is "$(taken "$tmp/data")" "B 401008 401018 1 0;B 401020 401000 1 0;" \
    "the thread that a switch event names"
perf "exec 7 7 prog; mmap 7 7 500000 2000 0 $id $tmp/prog; buffer -; branch 401008 401018; branch 501010 501028"
cp "$tmp/data" "$tmp/first"
perf "$start; mmap 8 8 600000 2000 0 $id $tmp/prog; buffer -; branch 601020 601000; branch 401008 401018
    branch 501010 501028"
is "$(taken "$tmp/first" "$tmp/data")" "B 401008 401018 1 0;B 401010 401028 1 0;B 401020 401000 1 0;" \
    "a branch of no known thread is of a process of its own file"

# -- two events of SPE --
printf '\xb0\x08\x10\x40\0\0\0\0\x80\x4a\x01\x52\x02\0\xb1\x18\x10\x40\0\0\0\0\x80\x01' >"$tmp/raw"
tests/perf_data.py two "$tmp/raw" 1000 9 0,0 "$tmp/prog" >"$tmp/data"
is "$(bolt "$tmp/data")" "B 401008 401018 1000 0;F 401018 401018 1000;" "two events of one period"
tests/perf_data.py two "$tmp/raw" 8000 9 0,0 "$tmp/prog" >"$tmp/data"
is "$(bolt "$tmp/data")" "B 401008 401018 1 0;F 401018 401018 1;" "... of two: a sample counts once"
for filters in 0,9 9,0; do
    tests/perf_data.py two "$tmp/raw" 1000 9 $filters "$tmp/prog" >"$tmp/data"
    bolt "$tmp/data" >"$tmp/out"
    is "$(grep -c filter "$tmp/err")" 1 "a filter of one of them is said: $filters"
done

# -- which file --
perf "exec 7 7 prog; mmap 7 7 400000 2000 0 ff${id#01} $tmp/prog; branch 401008 401018"
is "$(bolt "$tmp/data")$(cat "$tmp/err")" \
    "spe-stat: $tmp/prog: not the build that ran; use --any-build to accept it" "another build id is an error"
is "$(bolt --any-build "$tmp/data")" "B 401008 401018 1 0;F 401018 401018 1;" "--any-build"
perf "exec 7 7 prog; mmap 7 7 400000 2000 0 - $tmp/prog; buildid 4294967295 77 $tmp/prog; branch 401008 401018"
is "$(bolt "$tmp/data")$(cat "$tmp/err")" "spe-stat: $tmp/prog: not the build that ran; use --any-build to accept it" \
    "... told in an event of its own"
perf "exec 7 7 prog; mmap 7 7 400000 2000 0 - $tmp/prog; branch 401008 401018"
is "$(bolt "$tmp/data")" "B 401008 401018 1 0;F 401018 401018 1;" "none is told: none is held against the file"
fails() { # STATUS MESSAGE NAME ARGUMENT...
    local status=$1 message=$2 name=$3
    shift 3
    "$build/spe-stat" "$@" >"$tmp/out" 2>"$tmp/err"
    is "$? $(wc -c <"$tmp/out") $(head -1 "$tmp/err")" "$status 0 spe-stat: $message" "$name"
}
mv "$tmp/prog" "$tmp/gone"
fails 1 "$tmp/prog: No such file or directory" "a file that is gone" --format=bolt "$tmp/data"
is "$(wc -l <"$tmp/err")" 1 "... which is said once, and nothing of names that nobody asked for"
is "$(bolt --module="$tmp/gone" "$tmp/data")$(cat "$tmp/err")" \
    "spe-stat: $tmp/gone: no module of this name was mapped" "... whose new name tells nothing"
mv "$tmp/gone" "$tmp/prog"
fails 1 "what: no module of this name was mapped" "no such module" --format=bolt --module=what "$tmp/data"
perf "$start; exec 8 8 other; mmap 8 8 400000 2000 0 - /bin/other; branch 401008 401018 ctx=7"
fails 1 "--module: more than one program was run, such as /bin/other; choose one with --module" "two programs" \
    --format=bolt "$tmp/data"
is "$(bolt --module=prog "$tmp/data")" "B 401008 401018 1 0;F 401018 401018 1;" "... one of them"
perf "$start; mmap 7 7 7f0000000000 2000 0 - /lib/prog; branch 401008 401018 ctx=7"
fails 1 "prog: more than one module has this name, such as /lib/prog; give the whole path" "one name twice" --format=bolt \
    --module=prog "$tmp/data"
perf "$two; branch 7f0000001008 7f0000001018 cond"
fails 1 "the program: no branch of it was sampled" "nothing of the module" --format=bolt "$tmp/data"
perf "exec 7 7 prog; mmap 7 7 7f0000010000 1000 0 - [vdso]; branch 401008 401018"
fails 1 "--module: no program was run" "nothing but the kernel's" --format=bolt "$tmp/data"

# -- SPE bytes, or perf.data, without mapped files --
printf 'branch 401008 401018\nbranch 500000 401018\n' | "$tmp/make_perf" 10 >"$tmp/data"
fails 1 "--module=PATH: required, because the input does not record the mapped files" "no maps" --format=bolt "$tmp/data"
is "$(bolt --module="$tmp/prog" "$tmp/data")" "B 0 401018 10 0;B 401008 401018 10 0;F 401018 401018 20;" \
    "... with --module: addresses are its own"
is "$(bolt --module="$tmp/prog" "$tmp/raw")" "B 401008 401018 1 0;F 401018 401018 1;" "raw bytes likewise"
fails 1 "$tmp/raw: not an ELF file for AArch64 (64 bits, little-endian)" "a module that is none, short" --format=bolt \
    --module="$tmp/raw" "$tmp/raw"
fails 1 "$(command -v perl): not an ELF file for AArch64 (64 bits, little-endian)" "... and of another machine" \
    --format=bolt --module="$(command -v perl)" "$tmp/raw"
head -c 100 "$tmp/prog" >"$tmp/cut"
fails 1 "$tmp/cut: has no program headers" "headers that are cut" --format=bolt --module="$tmp/cut" "$tmp/raw"
head -c 4100 "$tmp/prog" >"$tmp/cut"
fails 1 "$tmp/cut: has an invalid program header" "code that is cut" --format=bolt --module="$tmp/cut" "$tmp/raw"
fails 1 "$tmp/: Is a directory" "a directory" --format=bolt --module="$tmp/" "$tmp/raw"

# -- the command line --
fails 2 "yaml: not a format; use text, csv, json, bolt, bolt-traces, autofdo, pprof, folded or firefox" "no such format" --format=yaml "$tmp/raw"
fails 2 "--module and --any-build: only for --format=bolt, bolt-traces and autofdo" "--module of a report" --module=x \
    "$tmp/raw"
fails 2 "--list-metrics: can be combined only with --cpu, --midr, --slots, -q, -o and --format=text, csv or json" "a list is no profile" --list-metrics --format=bolt
ok "a profile and a page" "$build/spe-stat" --format=bolt --module="$tmp/prog" --html="$tmp/page" "$tmp/raw"
is "$(head -c 15 "$tmp/page")" "<!DOCTYPE html>" "... both"

# -- many branches: the table grows --
{
    echo "$start"
    for i in $(seq 0 4095); do printf 'branch %x 401000\n' $((0x7f0000000000 + 4 * i)); done
    for i in $(seq 0 4095); do printf 'branch 401020 %x\nbranch 401020 %x ctx=%d\n' $((0x7f0000000000 + 4 * i)) \
        $((0x7f0000000000 + 4 * i)) "$i"; done
} | "$tmp/make_perf" 3 >"$tmp/data"
is "$(bolt "$tmp/data")" "B 0 401000 12288 0;B 401020 0 24576 0;F 401000 401008 12288;" "12,288 different ones"

# -- spe-dump --format=brstack --
perf "$start; branch 401008 401018 cond missed lat=11; branch 401008 - cond
    branch 401008 401018 cond not missed other pbt=401000; branch 401018 401030 call; branch 401018 401030 call ind
    branch 401038 40101c ret lat=4095; branch 401048 401000 ind; branch 401020 401000 other tx; branch 401020 401000
    load 401008; branch 401020 none"
ok "spe-dump --format=brstack" "$build/spe-dump" --format=brstack -o "$tmp/out" "$tmp/data"
is "$(sed 's/ $//' "$tmp/out")" "     -1  0x401008/0x401018/M/-/-/11/COND/-
     -1  0x401008/0x40100c/PN/-/-/0/COND/-
     -1  0x401008/0x401018/MN/-/-/0/COND/-  0x0/0x401000/-/-/-/0//-
     -1  0x401018/0x401030/P/-/-/0/CALL/-
     -1  0x401018/0x401030/P/-/-/0/CALL/-
     -1  0x401038/0x40101c/P/-/-/4095/RET/-
     -1  0x401048/0x401000/P/-/-/0/RET/-
     -1  0x401020/0x401000/P/X/-/0/UNCOND/-
     -1  0x401020/0x401000/P/-/-/0//-
     -1  0x401020/0x0/P/-/-/0//-" "a line for each branch, in perf's words; the process is not known"
is "$("$build/spe-dump" --format=brstack --filter=event_filter=not_taken "$tmp/data" | wc -l)" 2 "... with a filter"
"$build/spe-dump" --format=brstack --style=arch "$tmp/data" >"$tmp/out" 2>"$tmp/err"
is "$? $(wc -c <"$tmp/out")" "2 0" "--style does not go with it"

done_testing
