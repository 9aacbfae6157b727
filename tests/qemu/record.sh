#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-record as a program: its options, what it writes, and that perf and the project's own programs read it.
# needs: perl qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross linux-perf binutils-aarch64-linux-gnu
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
BUILD=${BUILD:-build}
need qemu-aarch64
need aarch64-linux-gnu-gcc
need perf

record=$BUILD/spe-record
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compile() { # NAME OPTION ...
    local name=$1
    shift
    aarch64-linux-gnu-gcc -O2 -g -pthread "$@" -o "$work/$name" "tests/qemu/programs/${name%-*}.c"
}
# record NAME OPTION ...: into $work/NAME.data
profile() {
    local name=$1
    shift
    "$record" -o "$work/$name.data" "$@" >"$work/output" 2>"$work/errors"
}
records() { "$BUILD/spe-dump" --records "$work/$1.data" | grep '^[0-9a-f]'; }
number() { "$BUILD/spe-stat" --format=json "$work/$1.data" |
    sed -n "s/.*{\"name\": \"$2\", \"\(samples\|count\)\": \([0-9]*\).*/\2/p" | head -n 1; }

# -- the command line --

ok "--help" "$record" --help
ok "--version" "$record" --version
says() { # STATUS WORDS ARGUMENT ...: it exits so, and says so
    local status=$1 words=$2 said
    shift 2
    said=$("$record" "$@" 2>&1 >"$work/output")
    [ $? -eq "$status" ] && [[ $said == *"$words"* ]] && return
    echo "$said"
    return 1
}
ok "no program" says 2 "takes a PROGRAM"
ok "no such program" says 127 "No such file" "$work/none"
ok "a program for another machine" says 1 "not a program for AArch64" /bin/sh
aarch64_be=$work/big; printf '\177ELF\2\2\1\0\0\0\0\0\0\0\0\0\0\2\0\267%44s' '' >"$aarch64_be"
ok "a big-endian program" says 1 "not a program for AArch64" "$aarch64_be"
printf '\177ELF\2\1\1' >"$work/short"
ok "a program that is cut off" says 1 "not a program for AArch64" "$work/short"
ok "no such option" says 2 "no such option" --none x
ok "no such event" says 2 "no event of SPE" -e cycles x
ok "another event of a name that begins so" says 2 "no event of SPE" -e arm_spectre// x
ok "no such term" says 2 "some" -e arm_spe/some=1/ x
ok "a filter that the core does not have" says 2 "feature" -e arm_spe/inv_event_filter=2/ x
ok "no such core" says 2 "neoverse-n1, ampereone or max" --core=cortex-a53 x
ok "a number that is none" says 2 "not a number" -c many x
ok "a buffer of part of a page" says 2 "4096" -m ,5000B x
ok "a buffer of nothing" says 2 "comma" -m 16 x
ok "a buffer that is too large" says 2 "4096" -m ,5G x
ok "a vector length that is none" says 2 "power of two" --core=max --vl=384 x
compile sorting
ok "an emulator that is not there" says 127 "No such file" --qemu=no-such-qemu -o "$work/x" "$work/sorting"
ok "one file for two" says 2 "one file" -o "$work/x" --counts="$work/x" "$work/sorting"
ok "a file that cannot be written" says 1 "$work/none/data" -o "$work/none/data" "$work/sorting"
ok "a period below the least is raised, and said" says 0 "every 256 operations, not 100" -c 100 -o "$work/x" \
    "$work/sorting"

# -- programs --

ok "a second look at records builds" "${CC:-cc}" -std=c11 -O1 -Iinclude tests/qemu/check_core.c \
    "$BUILD/examples/qemu/core.o" \
    "$BUILD/libspe.a" -o "$work/check_core"

want=$(qemu-aarch64 -L /usr/aarch64-linux-gnu "$work/sorting")
ok "a dynamic program" profile sorting -e arm_spe/ts_enable=1,jitter=1/ -c 1024 -- "$work/sorting"
is "$(cat "$work/output")" "$want" "... prints what it prints"
is "$(cat "$work/errors")" "" "... and spe-record nothing"
held() { # CORE NAME: nor any of what such a core does
    "$work/check_core" "$1" <"$work/$2.data"
}
checked() { # NAME: no rule of the architecture is broken
    "$BUILD/spe-stat" --check --format=json "$work/$1.data" >"$work/checked" &&
        grep -q '"findings": \[\]' "$work/checked"
}
ok "... records that keep all rules" checked sorting
ok "... also of a Neoverse N1" held neoverse-n1 sorting

compile sorting-static -static
ok "a static program" profile sorting-static -c 1024 -- "$work/sorting-static"
is "$(cat "$work/output")" "$want" "... prints the same"
ok "... records that keep all rules" checked sorting-static

compile threads
ok "threads" profile threads -e arm_spe/ts_enable=1,jitter=1/ -c 1024 -- "$work/threads"
is "$(records threads | sed 's/.*CONTEXT \(0x[0-9a-f]*\) el1.*/\1/' | sort -u | wc -l)" 4 \
    "... each with its own CONTEXTIDR_EL1"
ok "... records that keep all rules" checked threads
ok "... also of a Neoverse N1" held neoverse-n1 threads
times_rise() { # of each thread
    "$BUILD/spe-dump" --records "$work/threads.data" |
        perl -ne 'next unless /CONTEXT (\S+).* TS (\d+)/; die "$1: $2" if $2 < ($t{$1} // 0); $t{$1} = $2; $n++; END { exit !$n }'
}
ok "... timestamps that rise" times_rise
is "$(perf script -D -i "$work/threads.data" 2>/dev/null | sed -n \
    's/.*PERF_RECORD_AUXTRACE size.* idx: \([0-9]*\) .*/\1/p' | sort -u | wc -l)" 4 "... a stream for each, to perf"

cat >"$work/ending.c" <<'END'
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    volatile unsigned sum = 0;
    if (argc < 2)
        return 0;
    const pid_t child = argv[1][0] == 'f' ? fork() : 1;
    for (unsigned i = 0; i < 200000; i++)
        sum += i;
    if (!child)
        _exit(0);
    if (argv[1][0] == 'f')
        wait(NULL);
    if (argv[1][0] == 's')
        raise(SIGTERM);
    return atoi(argv[1]);
}
END
aarch64-linux-gnu-gcc -O1 -o "$work/ending" "$work/ending.c"
ok "the program's exit status is spe-record's" says 7 "" -o "$work/x" -- "$work/ending" 7
ok "... and if a signal ends it 128 more" says 143 "" -c 256 -o "$work/ended.data" -- "$work/ending" signal
profile ending -c 256 -- "$work/ending" 0
is "$(($(number ending samples) - $(number ended samples) < 50))" 1 "... what was in the buffers is written"
ok "... records that keep all rules" checked ended
ok "... and perf reads it" test "$(perf report -i "$work/ended.data" --sort=sym --stdio 2>/dev/null |
    grep -c ' main$')" -ge 1
interrupted() { # as from a terminal: the signal is for both
    perl -e '$SIG{INT} = "DEFAULT"; setpgrp; exec @ARGV' timeout 60 "$record" -c 256 -o "$work/interrupted.data" -- \
        "$work/threads" 1000000 >"$work/output" 2>&1 &
    sleep 2
    kill -INT -- "-$!"
    wait $!
    [ -s "$work/interrupted.data" ] && "$BUILD/spe-stat" "$work/interrupted.data" >"$work/output" 2>"$work/errors" &&
        [ ! -s "$work/errors" ]
}
ok "interrupted from the terminal" interrupted
ok "... records that keep all rules" checked interrupted
ok "... of all threads" test "$(records interrupted | sed 's/.*CONTEXT \(0x[0-9a-f]*\) el1.*/\1/' | sort -u | wc -l)" \
    -eq 4
killed() { # at any moment: no record is there twice
    local n
    for n in 1 2 3 4 5 6; do
        "$record" -e arm_spe/ts_enable=1/ -m ,1 -c 256 -o "$work/killed.data" -- "$work/threads" 1000000 \
            >"$work/output" 2>&1 &
        perl -e 'select undef, undef, undef, 0.3 + $ARGV[0] * 0.013' "$n"
        pkill -KILL -P $! || return 1
        wait $!
        [ "$(records killed | wc -l)" -gt 100 ] && [ -z "$(records killed | cut -d' ' -f5- | sort | uniq -d)" ] ||
            return 1
    done
}
ok "killed at any moment: a file whose records are there once" killed
finished() { # the same at every byte of a write
    local parts
    read -ra parts < <(printf "$BUILD/examples/qemu/%s.o " finish core setup shared)
    "${CC:-cc}" -std=c11 -D_GNU_SOURCE -O1 -Iinclude tests/qemu/check_finish.c "${parts[@]}" "$BUILD/libspe.a" \
        -o "$work/check_finish" &&
        "$work/check_finish" "$work/finished.data"
}
ok "... at every byte of a buffer's writing" finished
ok "an emulator that records nothing" says 1 "could not be written" --qemu=/bin/true -o "$work/x" -- "$work/ending"
profile forked -c 256 -- "$work/ending" fork
is "$(($(number forked samples) - $(number ending samples) < 100))" 1 "a process that is forked off is not recorded"
ok "... and leaves the file whole" checked forked

# -- what is recorded --

buffers() { # SIZE NUMBER: of buffers that are written
    profile buffers -m ",$1" -c 256 -- "$work/ending" 0 || return 1
    [ "$("$BUILD/spe-dump" "$work/buffers.data" | grep -c '^# buffer')" -eq "$2" ]
}
ok "a buffer of a page is emptied often" buffers 1 "$(($(number ending samples) * 64 / 4096 + 1))"
ok "a large one at the end" buffers 1M 1

same() {
    profile one -e arm_spe/jitter=1/ --seed="$1" -c 512 -- "$work/sorting-static" && records one |
        cut -d' ' -f5- >"$work/first"
    profile one -e arm_spe/jitter=1/ --seed="$2" -c 512 -- "$work/sorting-static" && records one |
        cut -d' ' -f5- >"$work/second"
    sed -i 's/CONTEXT 0x[0-9a-f]* el1; //' "$work/first" "$work/second"
    cmp -s "$work/first" "$work/second"
}
ok "the same seed gives the same samples" same 3 3
differ() { ! same "$@"; }
ok "another seed gives others" differ 3 4

recorded() { # EVENT PATTERN: the share of records that have it is all, or none if the pattern begins with '!'
    profile one -e "$1" -c 512 -- "$work/sorting-static" || return 1
    if [[ $2 == !* ]]; then
        [ "$(records one | grep -c -- "${2#!}")" -eq 0 ] && [ "$(records one | wc -l)" -gt 1000 ]
    else
        [ "$(records one | grep -vc -- "$2")" -eq 0 ] && [ "$(records one | wc -l)" -gt 500 ]
    fi
}
ok "no timestamps unless they are asked for" recorded arm_spe// '! TS '
ok "timestamps" recorded arm_spe/ts_enable=1/ ' TS '
ok "load_filter" recorded arm_spe/load_filter=1/ '; LD '
ok "store_filter" recorded arm_spe/store_filter=1/ '; ST '
ok "branch_filter" recorded arm_spe/branch_filter=1/ '; B'
ok "event_filter" recorded arm_spe/event_filter=mispredicted/ 'MISPRED'
ok "min_latency" recorded arm_spe/min_latency=7/ '! LAT [1-6] TOT'
ok "no physical addresses unless they are asked for" recorded arm_spe/load_filter=1/ '! PA '
ok "physical addresses" recorded arm_spe/load_filter=1,pa_enable=1/ ' PA '
discarded() { profile one -e arm_spe/discard=1/ --core=max -- "$work/sorting-static" && [ ! -s "$work/errors" ] &&
    [ "$(records one | wc -l)" -eq 0 ]; }
ok "discard" discarded

# -- cores and extensions --

ok "ampereone" profile ampere --core=ampereone -c 1024 -- "$work/sorting"
ok "... records that keep its rules" held ampereone ampere
ok "... with its data sources" "$BUILD/spe-stat" "$work/ampere.data"
ok "... by name" grep -q "source 8, L1D " <("$BUILD/spe-stat" "$work/ampere.data")
compile zero
ok "DC ZVA" profile zero -e arm_spe/store_filter=1/ -c 256 -- "$work/zero"
ok "... a Neoverse N1 tells of no unspecified registers" held neoverse-n1 zero
is "$(records zero | grep -c 'VA 0x.*ST GP-REG')" "$(records zero | wc -l)" "... but of stores"
ok "... an AmpereOne does" profile zero --core=ampereone -e arm_spe/store_filter=1/ -c 256 -- "$work/zero"
ok "... records that keep its rules" held ampereone zero
compile vectors -march=armv8-a+sve
compile streaming
compile tags
for name in vectors streaming tags; do
    plain=$(qemu-aarch64 -cpu max,sve-default-vector-length=32,sme-default-vector-length=32 -L /usr/aarch64-linux-gnu \
        "$work/$name")
    ok "$name" profile $name --core=max --vl=256 -e arm_spe/jitter=1/ -c 256 -- "$work/$name"
    is "$(cat "$work/output")" "$plain" "... prints what it prints"
    is "$(cat "$work/errors")" "" "... and spe-record nothing"
    ok "... records that keep all rules" checked $name
    ok "... also of that very core" held max $name
done
is "$(records vectors | grep -c 'SVE-SME-REG EVLEN 256 PRED')" "$(records vectors | grep -c 'SVE-SME-REG')" \
    "SVE: vector lengths, predicates"
has() { [ "$(records "$1" | grep -c -- "$2")" -ge "${3:-20}" ] || { records "$1" | head; return 1; }; }
ok "SVE: gathers" has vectors 'SVE-SME-REG.* SG'
ok "SVE: addresses of loads" has vectors 'VA 0x[0-9a-f]*;.*LD SVE-SME-REG'
ok "SME: tile sizes" has streaming 'SME.* 2048' 5
ok "SME: Streaming SVE mode" has streaming 'STREAMING'
ok "SME: addresses of stores" has streaming 'VA 0x[0-9a-f]*;.*ST SVE-SME-REG' 2
ok "MTE: stores of Allocation Tags, with addresses" has tags 'VA 0x[0-9a-f]*;.*ST MTE-TAG'
ok "MTE: loads of Allocation Tags, with addresses" has tags 'VA 0x[0-9a-f]*;.*LD MTE-TAG'

# -- perf --

perf_says() { perf "$@" -i "$work/sorting.data" --stdio 2>/dev/null; }
is "$(perf_says report --sort=sym | grep -c 'compare$')" "$(perf_says report --sort=sym | grep '\] compare' -c)" \
    "perf report: symbols of the program"
ok "... are there" test "$(perf_says report --sort=sym | grep -c '\] compare$')" -ge 3
ok "... and of its libraries" test "$(perf_says report --sort=dso | grep -c 'libc.so.6')" -ge 1
ok "perf report: the program's name" test "$(perf_says report --sort=comm | grep -c ' sorting *$')" -ge 3
ok "perf mem report: data sources" test "$(perf mem report -i "$work/sorting.data" --stdio 2>/dev/null |
    grep -c 'L1 hit')" -ge 20
id=$(aarch64-linux-gnu-readelf -n "$work/sorting" | sed -n 's/.*Build ID: //p')
is "$(perf script -i "$work/sorting.data" --show-mmap-events 2>/dev/null | grep -c "<$id>.*sorting")" 1 \
    "the build id is the program's"
done_testing
