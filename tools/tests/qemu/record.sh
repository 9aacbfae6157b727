#!/bin/bash
# SPDX-License-Identifier: MIT
# The program spe-record: its options, its output, and that perf and this project's programs can read it.
# needs: bsdutils perl python3 qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross linux-perf
# needs: binutils-aarch64-linux-gnu
cd "$(dirname "$0")/../../.." || exit 1
. tests/tap.sh
BUILD=${BUILD:-build}
need_packages

record=$BUILD/spe-record
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compile() { # NAME OPTION ...
    local name=$1
    shift
    aarch64-linux-gnu-gcc -O2 -g -pthread "$@" -o "$work/$name" "tools/tests/qemu/programs/${name%-*}.c"
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
says() { # STATUS WORDS ARGUMENT ...: exits with the status and prints the words
    local status=$1 words=$2 said
    shift 2
    said=$("$record" "$@" 2>&1 >"$work/output")
    [ $? -eq "$status" ] && [[ $said == *"$words"* ]] && return
    echo "$said"
    return 1
}
ok "no program" says 2 "PROGRAM: missing"
ok "no such program" says 127 "No such file" "$work/none"
ok "a program for another machine" says 1 "not a program for AArch64" /bin/sh
aarch64_be=$work/big; printf '\177ELF\2\2\1\0\0\0\0\0\0\0\0\0\0\2\0\267%44s' '' >"$aarch64_be"
ok "a big-endian program" says 1 "not a program for AArch64" "$aarch64_be"
printf '\177ELF\2\1\1' >"$work/short"
ok "a program that is cut off" says 1 "not a program for AArch64" "$work/short"
ok "no such option" says 2 "not an option" --none x
ok "no such event" says 2 "not an event of SPE" -e cycles x
ok "another event of a name that begins so" says 2 "not an event of SPE" -e arm_spectre// x
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
ok "one file for two" says 2 "the same file" -o "$work/x" --counts="$work/x" "$work/sorting"
ok "a file that cannot be written" says 1 "$work/none/data" -o "$work/none/data" "$work/sorting"
ok "the event's period, as perf takes it" says 0 "every 768 operations, not 1000" -e arm_spe/load_filter=1,period=1000/ \
    -o "$work/x" "$work/sorting"
ok "a term of perf's that says nothing here" says 2 "perf's term" -e arm_spe/freq=1000/ "$work/sorting"
ok "a period below the least is raised, and said" says 0 "every 256 operations, not 100" -c 100 -o "$work/x" \
    "$work/sorting"

# -- programs --

ok "a second look at records builds" "${CC:-cc}" -std=c11 -O1 -DSPE_STATIC -Iinclude -Ilab/include \
    tools/tests/qemu/check_core.c "$BUILD/tools/record/core.o" "$BUILD/libspe-lab.a" "$BUILD/libspe.a" \
    -o "$work/check_core"

want=$(qemu-aarch64 -L /usr/aarch64-linux-gnu "$work/sorting")
ok "a dynamic program" profile sorting -e arm_spe/ts_enable=1,jitter=1/ -c 1024 -- "$work/sorting"
is "$(cat "$work/output")" "$want" "... prints what it prints"
is "$(sed 's/[0-9.]* seconds/S seconds/' "$work/errors")" "spe-record: wrote $work/sorting.data: $(number sorting \
    samples) samples, $(stat -c %s "$work/sorting.data") bytes, S seconds" "... and says what was written"
profile quiet --quiet -c 1024 -- "$work/sorting"
is "$(cat "$work/errors")" "" "... not with --quiet"
compile chase
shown=$(script -qec "$record -o $work/chase.data -c 4096 -- $work/chase 60" /dev/null | tr '\r' '\n' |
    grep -cE '^spe-record: [0-9]+ samples, [1-9][0-9]* seconds')
is "$((shown > 0))" 1 "... on a terminal, progress once a second"
# spe-record finds its plugin in the folder of make install
ok "it is installed" make -s BUILD="$BUILD" DESTDIR="$work/stage" PREFIX=/usr install-tools
ok "... with its page" test -f "$work/stage/usr/share/man/man1/spe-record.1"
ok "... and records" "$work/stage/usr/bin/spe-record" -q -c 1024 -o "$work/installed.data" -- "$work/sorting"
is "$(number installed samples)" "$(number quiet samples)" "... the same"
make -s BUILD="$BUILD" DESTDIR="$work/stage" PREFIX=/usr uninstall
is "$(find "$work/stage" -name '*record*')" "" "... and goes again"
held() { # CORE NAME: a core without it has none of its features
    "$work/check_core" "$1" <"$work/$2.data"
}
checked() { # NAME: no rule of the architecture is broken
    "$BUILD/spe-stat" --check --format=json "$work/$1.data" >"$work/checked" &&
        grep -q '"rules": \[\]' "$work/checked"
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
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    volatile unsigned sum = 0;
    if (argc < 2)
        return 0;
    if (argv[1][0] == 'l')
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){8192, 8192});
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
has_grown() { # FILE BYTES: waits until that much is written, however busy the machine is
    local i
    for ((i = 0; i < 6000; i++)); do
        [ "$(stat -c %s "$1" 2>/dev/null || echo 0)" -lt "$2" ] || return 0
        sleep 0.1
    done
    return 1
}
interrupted() { # as from a terminal: the signal goes to both
    perl -e '$SIG{INT} = "DEFAULT"; setpgrp; exec @ARGV' timeout 900 "$record" -c 256 -o "$work/interrupted.data" -- \
        "$work/threads" 1000000 >"$work/output" 2>&1 &
    has_grown "$work/interrupted.data" 1000000
    kill -INT -- "-$!"
    wait $!
    [ -s "$work/interrupted.data" ] && "$BUILD/spe-stat" "$work/interrupted.data" >"$work/output" 2>"$work/errors" &&
        [ ! -s "$work/errors" ]
}
ok "interrupted from the terminal" interrupted
ok "... records that keep all rules" checked interrupted
ok "... of all threads" test "$(records interrupted | sed 's/.*CONTEXT \(0x[0-9a-f]*\) el1.*/\1/' | sort -u | wc -l)" \
    -eq 4
cat >"$work/waiting.c" <<'END'
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static volatile sig_atomic_t left;
static void take(int number)
{
    char line[] = {(char)('0' + number / 10), (char)('0' + number % 10), '\n'};
    left -= write(1, line, sizeof line) == sizeof line;
}
int main(int argc, char **argv)
{
    const int passed[] = {SIGHUP, SIGINT, SIGTERM, SIGUSR1};
    left = argc > 1 ? atoi(argv[1]) : 0;
    for (int i = 0; left && i < 4; i++)
        signal(passed[i], take);
    if (argc > 2)
        alarm(2); /* after spe-record's own */
    const int is_endless = !left, status = write(1, "ready\n", 6) != 6;
    while (left || is_endless)
        ;
    return status;
}
END
aarch64-linux-gnu-gcc -O1 -o "$work/waiting" "$work/waiting.c"
mkfifo "$work/said"
begin() { # COMMAND ...: in the background, until the program says that it is ready. Its actions are the usual ones.
    perl -e '$SIG{$_} = "DEFAULT" for "INT", "QUIT"; exec @ARGV' "$@" >"$work/said" 2>"$work/errors" &
    exec 5<"$work/said"
    read -r line <&5
}
signalled() { # COUNT SIGNAL...: spe-record gets each one after the last; prints its status and what the program got
    local got='' count=$1
    begin "$record" -q -c 256 -o "$work/signalled.data" -- "$work/waiting" "$count"
    for name in "${@:2}"; do
        kill "-$name" $!
        [ "$count" = 0 ] || { read -r line <&5 && got+=" $line"; }
    done
    wait $! 2>/dev/null
    echo "$?$got$(cat <&5)" # which ends when the emulator has ended
    [ -n "$got" ] || checked signalled || echo "... not whole"
}
for each in "TERM 143" "HUP 129" "INT 130" "QUIT 131" "USR1 138" "USR2 140" "ALRM 142"; do
    is "$(signalled 0 "${each% *}" 2>/dev/null)" "${each#* }" "SIG${each% *} ends the program and spe-record; the file is whole"
done
is "$(signalled 4 USR1 TERM HUP TERM)" "0 10 15 01 15" "a program that handles signals gets each, and its exit status counts"
on_terminal() { # COUNT [alarm]: ^C reaches the program once
    python3 -c '
import os, pty, signal, sys
signal.alarm(600)
pid, fd = pty.fork()
if not pid:
    os.execv(sys.argv[1], sys.argv[1:])
said = b""
def read_until(end):
    global said
    while end not in said:
        said += os.read(fd, 100)
read_until(b"ready")
if sys.argv[-1] != "alarm":
    os.write(fd, b"\3")
if sys.argv[-1] == "2":
    read_until(b"02\r\n")
    os.kill(pid, signal.SIGTERM)
    read_until(b"15\r\n")
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
print(said.count(b"02\r\n"), status)' "$record" -o "$work/x" -- "$work/waiting" "$@"
}
is "$(on_terminal 2)" "1 0" "... from a terminal, each once"
is "$(on_terminal 0)" "0 -2" "... one that ends the program ends spe-record"
is "$(on_terminal 0 alarm)" "0 142" "... but not its own timer, nor the program's"
begin "$record" -q -o "$work/x" -- "$work/waiting" 1
kill -KILL $!
is "$(wait $! 2>/dev/null; cat <&5)" 15 "if spe-record is killed, the program gets SIGTERM"
printf '#!/bin/sh\necho ready\nexec sleep 1000\n' >"$work/emulator"
chmod +x "$work/emulator"
early() { # before the plugin has begun the file
    begin "$record" --qemu="$work/emulator" -q -o "$work/early.data" --counts="$work/counts" -- "$work/waiting"
    kill $!
    wait $! 2>/dev/null
    [ $? -eq 143 ] && perf evlist -i "$work/early.data" && grep -q "counts: no counts" "$work/errors"
}
ok "a signal before the program begins: a file without samples" early
for each in output counts; do
    ok "--$each on a full disk" says 1 "spe-record: /dev/full: No space left on device" -o "$work/x" --$each=/dev/full \
        -- "$work/ending" 0
    ok "... in no folder" says 1 "spe-record: $work/none/x: No such file or directory" --$each="$work/none/x" \
        "$work/ending"
done
ok "a limit of files" bash -c "ulimit -f 20; $record -o $work/x $work/ending 2>&1 | grep -q 'buffers: File too large'"
ok "... in the program" says 1 "spe-record: $work/x: File too large" -c 256 -o "$work/x" -- "$work/ending" limit
killed() { # at any moment: no record occurs twice
    local n
    for n in 1 2 3 4 5 6; do
        rm -f "$work/killed.data"
        "$record" -e arm_spe/ts_enable=1/ -m ,1 -c 256 -o "$work/killed.data" -- "$work/threads" 1000000 \
            >"$work/output" 2>&1 &
        has_grown "$work/killed.data" 20000
        sleep "0.0$n"
        pkill -KILL -P $! || return 1
        wait $!
        [ "$(records killed | wc -l)" -gt 100 ] && [ -z "$(records killed | cut -d' ' -f5- | sort | uniq -d)" ] ||
            return 1
    done
}
ok "killed at any moment: a file whose records are there once" killed
finished() { # the same at every byte of a write
    local parts
    read -ra parts < <(printf "$BUILD/tools/record/%s.o " finish core setup shared_buffers)
    "${CC:-cc}" -std=c11 -D_GNU_SOURCE -DSPE_STATIC -O1 -Iinclude -Ilab/include tools/tests/qemu/check_finish.c "${parts[@]}" \
        "$BUILD/libspe-lab.a" "$BUILD/libspe.a" -o "$work/check_finish" &&
        "$work/check_finish" "$work/finished.data"
}
ok "... at every byte of a buffer's writing" finished
cat >"$work/failing.c" <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
void *__libc_calloc(size_t n, size_t size);
void *calloc(size_t n, size_t size) /* the plugin has no memory from its call FAIL_FROM on */
{
    static int calls;
    Dl_info at;
    const char *from = getenv("FAIL_FROM");
    if (from && dladdr(__builtin_return_address(0), &at) && strstr(at.dli_fname, "spe-record.so") &&
        ++calls >= atoi(from))
        return NULL;
    return __libc_calloc(n, size);
}
END
without_memory() { # FROM WHAT: status, message, and a whole file, of which spe-dump says WHAT
    rm -f "$work/without.data"
    FAIL_FROM=$1 LD_PRELOAD=$work/failing.so says 137 "spe-record: no memory is left" -q -c 256 \
        -o "$work/without.data" -- "$work/sorting-static" && "$BUILD/spe-dump" "$work/without.data" 2>&1 | grep -q "$2"
}
ok "memory that runs out" "${CC:-cc}" -O1 -shared -fPIC -o "$work/failing.so" "$work/failing.c"
for each in "1:no SPE data" "100:EV "; do
    ok "... in the emulator, at allocation ${each%:*}" without_memory "${each%:*}" "${each#*:}"
done
ok "an emulator that records nothing" says 1 "could not be written" --qemu=/bin/true -o "$work/x" -- "$work/ending"
profile forked -c 256 -- "$work/ending" fork
is "$(($(number forked samples) - $(number ending samples) < 100))" 1 "a process that is forked off is not recorded"
ok "... and leaves the file whole" checked forked

# -- what is recorded --

buffers() { # SIZE NUMBER: checks the number of written buffers
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

recorded() { # EVENT PATTERN: all records match, or none if the pattern begins with '!'
    profile one -e "$1" -c 512 -- "$work/sorting-static" || return 1
    if [[ $2 == !* ]]; then
        [ "$(records one | grep -c -- "${2#!}")" -eq 0 ] && [ "$(records one | wc -l)" -gt 1000 ]
    else
        [ "$(records one | grep -vc -- "$2")" -eq 0 ] && [ "$(records one | wc -l)" -gt 300 ]
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
discarded() { profile one -q -e arm_spe/discard=1/ --core=max -- "$work/sorting-static" && [ ! -s "$work/errors" ] &&
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
# A sample may be of another store, in the C library's start.
is "$(records zero | grep -c 'VA 0x.*ST GP-REG' | awk -v all="$(records zero | wc -l)" '{print ($1 > 0.95 * all)}')" 1 \
    "... but of stores"
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
