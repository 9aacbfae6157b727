#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-stat: shared cache lines, names of processes and threads, estimates for all operations, samples chosen by name,
# memory that does not grow.
# needs: perl python3
# long lines: what the programs print
set -u
. tests/tap.sh
. tools/tests/programs.sh

# -- two threads, one line: each has its own counter (false), both have the same (shared), and harmless lines --
{
    printf 'exec 10 10 race\ncomm 10 11 left\ncomm 10 12 right\n'
    for i in $(seq 12); do
        printf 'buffer c1\nstore 400000 va=10000 ctx=11 lat=50\nload 400010 va=10000 ctx=11 lat=90\n'   # false: 0 and 8
        printf 'store 400020 va=20010 ctx=11 lat=20\nload 400030 va=30000 ctx=11 lat=5\nstore 400040 va=40000 ctx=11\n'
        printf 'store 400050 va=50000 ctx=11 lat=9\n'
        printf 'buffer c2\nstore 400000 va=10008 ctx=12 lat=50\nload 400010 va=20010 ctx=12 lat=90\n'   # shared: 0x10
        printf 'load 400030 va=30008 ctx=12 lat=5\nstore 400040 va=40040 ctx=12\n'                      # read; another line
        printf 'store 400050 va=50000 ctx=12 lat=9\nload 400050 va=5003f ctx=12 lat=9\n'                # both
    done
} >"$tmp/race"
json_of 1 0 0 1 410fd0c0 <"$tmp/race"
is "$(fields sharing "line_and_thread" loads stores verdict "reads_at" "writes_at" | sort | flat)" \
    '0x10000 left (10/11) 12 12 false sharing 0 0;0x10000 right (10/12) 0 12 false sharing none 8;0x20000 left (10/11) 0 12 true sharing none 16;0x20000 right (10/12) 12 0 true sharing 16 none;0x50000 left (10/11) 0 12 true and false sharing none 0;0x50000 right (10/12) 12 12 true and false sharing 63 0;' \
    "who shares which lines, and how"
is "$(fields sharing code | sort -u | flat)" "0x0000000000400000;0x0000000000400010;0x0000000000400020;0x0000000000400050;" \
    "... by which code: what wrote, if any did"
is "$(fields lines_by_latency address threads cores loads stores | head -2 | flat)" \
    "0x0000000000010000 2 2 12 24;0x0000000000020000 2 2 12 12;" "hot lines: threads, cores, loads, stores"
is "$(fields pages_by_latency address threads | sort | flat)" \
    "0x0000000000010000 2;0x0000000000020000 2;0x0000000000030000 2;0x0000000000040000 2;0x0000000000050000 2;" "pages"
is "$("$stat" "$tmp/perf.data" | grep -c 'another core had modified')" 1 "a core that does not tell what was modified: said"
json --line-size=128 "$tmp/perf.data"
is "$(fields sharing "line_and_thread" verdict "reads_at" "writes_at" | grep '0x[25]0000' | sort | flat)" \
    '0x20000 left (10/11) true sharing none 16;0x20000 right (10/12) true sharing 16 none;0x50000 left (10/11) true and false sharing none 0;0x50000 right (10/12) true and false sharing 62 0;' \
    "lines of 128 bytes: offsets in bytes"
is "$(fields sharing "line_and_thread" verdict "writes_at" | grep 0x40000 | flat)" \
    '0x40000 left (10/11) false sharing 0;0x40000 right (10/12) false sharing 64;' "... two lines of 64 are one"
is "$("$stat" --line-size=128 "$tmp/perf.data" | grep -c '^ *(.*lines of 128 bytes')" 2 "... the remarks"
sed 's/ ctx=1[12]//' "$tmp/race" | json_of 1
is "$(fields sharing "line_and_thread" verdict | head -2 | flat)" \
    "0x10000 CPU 1 false sharing;0x10000 CPU 2 false sharing;" "threads that are not known: by core"

# Data that one thread wrote once and others read do not make threads wait: one store is chance, and so are few among
# many.
{
    printf 'exec 10 10 race\ncomm 10 11 left\ncomm 10 12 right\nbuffer c1\nstore 400000 va=60000 ctx=11 lat=50\n'
    for i in 1 2; do echo "store 400000 va=70000 ctx=11"; done
    for i in 1 2 3; do echo "store 400000 va=80000 ctx=11"; done
    echo 'buffer c2'
    for i in $(seq 10); do echo "load 400010 va=60020 ctx=12"; done
    for i in $(seq 31); do echo "load 400010 va=70020 ctx=12"; done
    for i in $(seq 45); do echo "load 400010 va=80020 ctx=12"; done
} | json_of 1 0 0 1 410fd0c0
is "$(fields sharing "line_and_thread" stores verdict | flat)" \
    "0x80000 left (10/11) 3 false sharing;0x80000 right (10/12) 0 false sharing;" "who stores seldom shares nothing"

# What both only read is on the line that one of them writes: each write takes it away from the other thread. An address
# of the kernel is not an offset. Each file has its own kernel, whose code is in no process.
{
    printf 'exec 10 10 race\ncomm 10 11 left\ncomm 10 12 right\nbuffer c1\n'
    for i in 1 2 3 4 5; do printf 'store 400000 va=60000 ctx=11\nload ffff800000001000 va=60020 ctx=11\n'; done
    echo 'buffer c2'
    for i in 1 2 3 4 5; do echo 'load ffff800000001000 va=60020 ctx=12'; done
} | json_of 1 0 0 1 410fd0c0
is "$(fields sharing "line_and_thread" verdict "reads_at" "writes_at" | sort | flat)" \
    "0x60000 left (10/11) false sharing 32 0;0x60000 right (10/12) false sharing 32 none;" "one writes, both read other bytes"
is "$(grep -o '"location": {"module": "\[kernel\]"[^}]*}' "$tmp/json" | LC_ALL=C sort -u)" \
    '"location": {"module": "[kernel]", "address": "0x0000000000060000", "thread": "right (10/12)"}
"location": {"module": "[kernel]"}' "the kernel's code has no offset"
json "$tmp/perf.data" "$tmp/perf.data"
is "$(fields pcs_by_samples place | sort -u | flat)" "[kernel]+0xffff800000001000;race (10);" "two files: code of each kernel"

# More threads than a line keeps
{
    echo 'exec 10 10 race'
    for i in $(seq 11 20); do
        printf 'comm 10 %d some\nbuffer c%d\nstore 400000 va=60000 ctx=%d\nstore 400000 va=60000 ctx=%d\n' "$i" "$i" "$i" "$i"
    done
} | profile 1 0 0 1 410fd0c0
is "$("$stat" "$tmp/perf.data" | grep -c 'some of these lines were used by more than 8 threads or cores')" 1 "ten threads: said"
json "$tmp/perf.data"
is "$(fields sharing verdict | wc -l)" 8 "... eight have rows"

# An atomic reads and writes, whatever LDST says: with a result (a load) and without (a store). What is only read is not.
{
    printf 'exec 10 10 race\ncomm 10 11 left\ncomm 10 12 right\n'
    for i in $(seq 6); do
        printf 'buffer c1\nload 400000 va=b0000 ctx=11 at lat=9\nload 400000 va=b1000 ctx=11 at\nload 400000 va=b2000 ctx=11 at\n'
        printf 'buffer c2\nstore 400000 va=b0008 ctx=12 at\nload 400000 va=b1000 ctx=12 at\nload 400000 va=b2040 ctx=12 at\n'
    done
} | json_of 1 0 0 1 410fd0c0
is "$(fields sharing "line_and_thread" loads stores atomics verdict "reads_at" "writes_at" | sort | flat)" \
    '0xb0000 left (10/11) 6 6 6 false sharing 0 0;0xb0000 right (10/12) 6 6 6 false sharing 8 8;0xb1000 left (10/11) 6 6 6 true sharing 0 0;0xb1000 right (10/12) 6 6 6 true sharing 0 0;' \
    "atomics read and write"
is "$(fields lines_by_latency address samples loads stores atomics | head -1 | flat)" "0x00000000000b0000 12 12 12 12;" "... in a line"
for op in load store atomic; do
    json --op=$op "$tmp/perf.data"
    is "$(fields profile name count | grep -P '^samples\t' | cut -f2)" 36 "... to --op=$op, too"
done

# A counter of many threads, none of which has a large share. Eight are distinguished, and the report says that there
# may be more.
{
    for t in $(seq 11 74); do printf 'comm 10 %d w\nbuffer %d\nstore 400000 va=90000 lat=50\nload 400010 va=90000 lat=50\n' "$t" "$t"; done
    for t in $(seq 11 74); do printf 'buffer %d\nstore 400000 va=90000 lat=50\nload 400010 va=90000\nload 400010 va=90000\nload 400010 va=90000\nload 400010 va=90000\n' "$t"; done
    printf 'comm 10 80 one\ncomm 10 81 two\nbuffer 80\nload 400000 va=a0000\nbuffer 81\nload 400000 va=a0000\n'
} | json_of 1 0 0 1 410fd0c0
is "$(fields sharing verdict | uniq -c | flat)" "      8 true sharing;" "a line of 64 threads that all write"
is "$("$stat" "$tmp/perf.data" | grep -A 4 '^Cache lines' | grep -c '; .*8 threads')" 1 "... eight of which are told apart"
is "$("$stat" --addr=0xa0000 "$tmp/perf.data" | grep -c 'may be more')" 0 "... not of two"

printf 'buffer c0\nload 400000 va=a0000\nbuffer c256\nload 400000 va=a0000\n' | json_of 1000
is "$(fields lines_by_latency cores)" 2 "cores 0 and 256 are two"

# -- estimates --
{
    printf 'exec 10 10 many\nbuffer c0\n'
    for i in $(seq 100); do echo "load 400000 va=10000 lat=9 src=14 ev=c ts=$((1000000000 + 10000000 * i))"; done
} | json_of 1024 0 0 1 410fd0c0
is "$(fields whole name estimate | flat)" \
    'operations 102500;loads 102500;filled into level 1 data caches 6560000;... by loads from memory 6560000;time, from the first to the last sample 0.99;bandwidth of level 1 data cache fills 6626262.62626263;bandwidth of loads from memory 6626262.62626263;' \
    "by the period: operations, bytes, bandwidth"
is "$(fields whole name low high | head -1 | flat)" "operations 101049.6 104975.4;" "... with their intervals"
is "$("$stat" --format=csv "$tmp/perf.data" "$tmp/perf.data" 2>/dev/null | grep -c '^whole,"operations",estimate,205000$')" 1 \
    "two files of one period"
cp "$tmp/perf.data" "$tmp/first.data"
printf 'buffer c0\nload 400000 lat=9\n' | profile 2000
is "$("$stat" --format=csv "$tmp/perf.data" "$tmp/first.data" | grep -c '^whole,"operations",estimate,104293$')" 1 \
    "of two: each sample counts by its file's"

of_threads() { # TID TID: the most operations that their samples can be
    perl -e 'for my $i (1 .. 100) { printf "buffer %d\nload 400000 ts=%d\n", $ARGV[$i & 1], 16 * $i }' "$@" | json_of 1024 0 0 1
    fields whole high | head -n 1
}
is "$(of_threads 20 4116)" "$(of_threads 20 21)" "the numbers of threads make no difference"
"$build/spe-dump" --packets "$tmp/first.data" | "$build/spe-asm" -o "$tmp/raw" -
known() { # ARGUMENT...: of perf_data.py two: whether operations are estimated; the time of the samples
    tests/perf_data.py two "$tmp/raw" "$@" >"$tmp/perf.data"
    json "$tmp/perf.data"
    echo "$(fields whole name | grep -c operations) $(fields core_numbers time_s)"
}
is "$(known 1000 8 0,0) $(known 1000 9 0,0)" "1 0.99 1 0.99" "two events of SPE with the same settings"
is "$(known 8000 8 0,0) $(known 8000 9 0,0)" "0 0.99 1 0.99" "... with two periods: known if each core has its own"
is "$(known 1000 8 0,50) $(known 1000 9 0,50) $(known 1000 9 50,0)" "1 - 1 - 1 -" "... one with a filter: no time is known"

# -- time: what the timestamps of a thread say --
timed() { # the samples; LINE...: lines before the last one
    printf 'exec 10 10 many\ncomm 10 11 other\nbuffer c0\nload 400000 ts=1000 ctx=10 lat=9\nload 400000 ts=2000 ctx=10 lat=90\n'
    printf '%s\n' "$@" 'load 400010 ts=6000 ctx=10 lat=1'
}
times() { # ARGUMENT...: of make_perf
    profile "$@"
    json "$tmp/perf.data"
    fields pcs_by_samples address "time_s" "of_time" "of_latency" | flat
}
is "$(timed | times 1000 0 0 1 410fd0c0)" "0x0000000000400000 1e-06 20 99;0x0000000000400010 4e-06 80 1;" \
    "a sample stands for the time since the one before it"
cp "$tmp/perf.data" "$tmp/first.data"
is "$(timed 'load 400010 ts=2000 ctx=11 lat=1' | times 1000 0 0 1 410fd0c0)" "0x0000000000400000 1e-06 100 98.019801980198;0x0000000000400010 0 0 1.98019801980198;" \
    "... of the same thread"
is "$(timed 'time 4000' 'switch 0 10 10 out' 'time 5000' 'switch 0 10 10' | times 1000 0 0 1 410fd0c0)" \
    "0x0000000000400000 1e-06 100 99;0x0000000000400010 0 0 1;" "... that was not switched out in between"
perl -e 'print pack("C2 C Q< C Q<", 0x42, 2, 0xb0, $_->[0], 0x71, $_->[1]) for [0x400000, 1000], [0x400000, 2000], [0x400010, 6000]' >"$tmp/raw"
json "$tmp/raw"
is "$(fields pcs_by_samples address "time_s" "of_time" | flat)" "0x0000000000400000 - 20;0x0000000000400010 - 80;" \
    "ticks of a clock that is not known: shares"
is "$(timed | times 1000 0 5 1)" "0x0000000000400000 - - 99;0x0000000000400010 - - 1;" "samples that a filter chose: no time"
# the filters of Linux 6.3 and later are in config3 (events not set), those of Linux 6.18 and later in config4 (data source)
for filters in '4 0' '0 1' '0 8000000000000000'; do
    read -r config3 config4 <<<"$filters"
    is "$(timed | times 1000 0 0 1 410fd0c0 "$config3" "$config4")" "0x0000000000400000 - - 99;0x0000000000400010 - - 1;" \
        "... config3 $config3, config4 $config4"
done
"$stat" --format=csv --save="$tmp/time.sum" "$tmp/first.data" >/dev/null
is "$(sed -n 's/^sum levels //p' "$tmp/time.sum")" \
    "EL0 samples=3 latency=100 time=5000 loads=3 level0=100 part0=3 part-time0=5000" "saved: the time, and that of each part"
is "$("$stat" merge --format=csv "$tmp/time.sum" "$tmp/first.data" | grep -E '^(functions|modules|source_lines).*time')" \
    "$("$stat" --format=csv "$tmp/first.data" "$tmp/first.data" | grep -E '^(functions|modules|source_lines).*time')" "saved and merged: the sum"
is "$("$stat" diff --format=csv "$tmp/time.sum" "$tmp/first.data" | grep '"time of threads')" \
    'profiles,"time of threads, s",before,5e-06
profiles,"time of threads, s",after,5e-06' "compared"
timed | head -n -1 | profile 1000 0 0 1 410fd0c0
answer() { "$stat" diff --html=- "$@" | sed -n 's/.*The threads ran for \(.*\)<\/p>/\1/p' | sed 's/&nbsp;/ /g'; }
is "$(answer "$tmp/time.sum" "$tmp/perf.data") $(answer "$tmp/perf.data" "$tmp/time.sum")" \
    "5e-06 s before and for 1e-06 s after: 80.0 % less. 1e-06 s before and for 5e-06 s after: 400.0 % more." "... on a page"
is "$("$stat" diff --html=- "$tmp/first.data" "$tmp/perf.data" | grep -oE "<(title|h1)>$tmp/first.data and $tmp/perf.data[:<]" | wc -l)" 2 \
    "... which has both names"
json "$tmp/raw" "$tmp/first.data"
is "$(fields pcs_by_samples "time_s" "of_time" | sort -u | flat)" "- -;" "nanoseconds and ticks: no time"
json --addr=0x400010 "$tmp/first.data"
is "$(fields pcs_by_samples "time_s" "of_time" | flat)" "4e-06 100;" "chosen samples: the time since the one before, chosen or not"

# -- names: a process and its threads by what they were called when the sample was taken, as perf does --
rows() { fields "$1" name samples | sort | flat; }
{
    printf 'time 10\nexec 100 100 shell\ntime 20\nexec 100 100 maker\ntime 30\nexec 100 100 worker\nbuffer c0\n'
    for ts in 12 15 22 32 35 38; do echo "load 400010 va=10000 lat=1 ctx=100 ts=$ts"; done
} | json_of 1000 0 0 1
is "$(rows processes)" "maker (100) 1;shell (100) 2;worker (100) 3;" "two programs that one process began after the first"
is "$(rows threads)" "maker (100/100) 1;shell (100/100) 2;worker (100/100) 3;" "... its thread"
is "$(fields pcs_by_samples place samples | sort | flat)" "maker (100) 1;shell (100) 2;worker (100) 3;" "... their addresses"
is "$("$stat" --html=- "$tmp/perf.data" | grep -o '<b>[a-z]* (100)</b>' | sort | flat)" \
    "<b>maker (100)</b>;<b>shell (100)</b>;<b>worker (100)</b>;" "... and on the page"
for name in shell:2 maker:1 worker:3; do
    is "$("$stat" --comm=${name%:*} --format=csv "$tmp/perf.data" | sed -n 's/^profile,"samples",count,//p')" "${name#*:}" "... chosen: --comm=${name%:*}"
done
{ # the parent begins another program after the fork, and the child later; a grandchild of the first program never does
    printf 'time 10\nexec 100 100 first\ntime 20\nfork 101 100\ntime 30\nexec 100 100 second\ntime 40\nfork 102 100\n'
    printf 'time 50\nexec 101 101 third\nbuffer c0\n'
    for ctx in 100 101 102; do for ts in 25 35 45 55; do echo "load 400010 lat=1 ctx=$ctx ts=$ts"; done; done
} | json_of 1000 0 0 1
is "$(rows processes)" "first (100) 1;first (101) 3;second (100) 3;second (102) 4;third (101) 1;" \
    "forked before and after its parent began another program"
{ # names that perf made for what ran before, which have no time, stand anywhere in the file
    printf 'time 20\nexec 100 100 later\nbuffer c0\n'
    for ts in 5 15 25; do echo "load 400010 lat=1 ctx=100 ts=$ts"; done
    printf 'load 400020 lat=1 ctx=100\ntime 0\ncomm 100 100 before\n'
} | json_of 1000 0 0 1
is "$(rows processes)" "before (100) 2;later (100) 2;" "a name without a time is the one from the beginning; a sample without a time has the last"
{ # a thread and its process rename themselves, at other times
    printf 'exec 7 7 server\ncomm 7 8 server\ntime 20\ncomm 7 8 pool\ntime 30\ncomm 7 7 daemon\nbuffer c0\n'
    for ts in 15 25 35; do printf 'store 400010 va=20000 lat=1 ctx=8 ts=%d\nstore 400010 va=20000 lat=1 ctx=8 ts=%d\n' $ts $ts; done
    printf 'store 400010 va=20000 lat=1 ctx=8 ts=25\nstore 400010 va=20000 lat=1 ctx=8\n'
} | json_of 1000 0 0 1
is "$(rows processes)" "daemon (7) 3;server (7) 5;" "a process that renames itself while another thread runs"
is "$("$stat" --format=folded --value=samples "$tmp/perf.data" 2>/dev/null | sed 's/;.* / /' | sort | flat)" "daemon (7) 3;server (7) 5;" "... in folded stacks"
is "$(rows threads)" "pool (7/8) 6;server (7/8) 2;" "... that thread"
is "$(fields lines_by_latency threads | flat)$(rows sharing)" "1;" "... which is one, by whatever name: it shares no line with itself"

# -- the thread of a record: which source counts if several name one --
runs='exec 100 100 app
exec 200 200 other
time 10
switch 3 100 100
time 20
switch 3 100 100 out
buffer c3'
whose() { # LINE...: threads and their samples by spe-stat; what spe-dump says of each record
    printf '%s\n' "$@" | profile 1000 0 0 1
    json "$tmp/perf.data"
    fields threads name samples | sort | flat
    "$build/spe-dump" --format=json "$tmp/perf.data" 2>"$tmp/err" |
        perl -ne 'print /"tid":(\d+).*"tid_from":"(\w+)/ ? "$1 $2;" : "- -;"'
}
is "$(whose "$runs" 'load 400000 ts=15 ctx=0' 'load 400000 ts=16 ctx=0')" "app (100/100) 2;100 switch;100 switch;" \
    "thread 0 has no code at EL0: the switch events name the thread"
is "$(whose "$runs" 'load 400000 ts=15 ctx=200' 'load 400000 ts=15 ctx=0' 'load 400000 ts=15 ctx=100')" \
    "app (100/100) 2;other (200/200) 1;200 context;100 switch;100 context;" "... each record is judged alone"
is "$(whose "$runs" 'load 400000 ts=15 ctx=0 el=1' 'load 400000 ts=15 host=0 el=2')" "context 0 2;0 context;0 context;" \
    "... at EL1 and EL2 it has"
is "$(whose "$runs" 'load 400000 ts=15 ctx=7')" "app (100/100) 1;100 switch;" \
    "a number that no event explains: the switch events name the thread"
is "$(whose 'exec 100 100 app' 'buffer c3' 'load 400000 ts=15 ctx=7' 'load 400000 ts=15 ctx=0')" \
    "context 7 1;not known 1;7 context;- -;" "... without them the number is all that is known, and 0 is nothing"
is "$(whose "$runs" 'load 400000 ts=15 ctx=100 host=200' 'load 400000 ts=15 ctx=200 host=0')" \
    "app (100/100) 1;other (200/200) 1;200 context;100 switch;" "both packets: the host's, which is in EL2's"
is "$(whose 'exec 44 44 game' 'buffer 44' 'load 400000' 'load 400000 ctx=0 el=1' 'aux 44 45' 'buffer 45' \
    'load 400000 ctx=0' 'load 400000 ctx=7' 'load 400000 ctx=44' 'mmap 44 46 500000 1000 0 - /x' 'buffer 46' 'load 400000')" \
    "game (44/44) 3;game (44/45) 2;game (44/46) 1;44 trace;44 trace;45 trace;45 trace;44 context;46 trace;" \
    "perf traced threads: an AUX event names the process of one, a mapping that of another"
json --pid=44 "$tmp/perf.data"
is "$(fields threads samples | flat)" "3;2;1;" "... which --pid selects"

# -- where the summed latency is --
printf 'buffer c0\nload 400000 lat=60 src=14\nload 400000 lat=20 src=0\nload 400000 lat=5\nstore 400000 lat=3\nbranch 400000 400010 lat=12\n' |
    json_of 1 0 0 0 410fd0c0
is "$(fields latency name samples "summed_latency" "of_latency" | flat)" \
    'source 14, DRAM 1 60 60;source 0, L1 data cache 1 20 20;branches 1 12 12;loads, no data source 1 5 5;stores, no data source 1 3 3;' \
    "shares of all latency"
says() { sed 's/&#34;/"/g' | grep -o 'loads without a data source[^;)<]*' | grep -o 'L[0-9] [0-9]* %'; }
is "$("$stat" "$tmp/perf.data" | says)" "" "... loads whose level nothing tells"
is "$("$stat" "$tmp/perf.data" | sed -n '/^Where/,/^$/s/.*% *\(  #*\| *#*\)$/\1/p' | tr ' ' . | sed 's/^\.\.//; s/\.*\(\.\{24\}\|\.\{32\}\|\.\{36\}\|\.\{38\}\|\)\(#*\)$/\1\2/' | tr '\n' ';' | tr -d '.')" \
    '########################;########;####;##;#;' "... as one bar, part by part"

{ # an access of L1 that hits, one that misses, one that the last level serves
    printf 'buffer c0\nload 400000 lat=60 ev=4\nload 400000 lat=25 ev=c\nload 400000 lat=15 ev=10c\n'
    printf 'load 400000 lat=100 src=14 ev=4\nstore 400000 lat=100 ev=4\n'
} | profile 1 0 0 0 410fd0c0
is "$("$stat" "$tmp/perf.data" | says)" 'L1 60 %' \
    "... loads without a data source, by their events: what \"main source\" counts"
is "$("$stat" --html=- "$tmp/perf.data" | says)" 'L1 60 %' "... on the page"
# -- which samples --
{
    printf 'exec 10 10 one\ncomm 10 11 helper\nexec 20 20 two,three\n'
    printf 'buffer c1\nload 400000 va=10000 lat=1 src=14 ctx=10 ts=1500000000\nstore 400010 va=20000 lat=2 ctx=11 ts=2500000000\n'
    printf 'buffer c2\nbranch 500000 500100 missed cond lat=4 ctx=20 \nload 500010 va=10008 lat=8 src=8 ev=8 ctx=20 ts=3500000000\n'
} | profile 1 0 0 1 410fd0c0
chosen() { # LATENCIES NAME OPTION...: checks which samples are chosen, by their latencies of 1, 2, 4 and 8 cycles
    json "${@:3}" "$tmp/perf.data"
    is "$(fields profile name count | grep -P '^samples\t' | cut -f2) $(fields latencies name mean samples | perl -ane 'printf "%.0f\n", $F[1] * $F[2] if $F[0] eq "total"')" "$1" "$2: ${*:3}"
}
chosen "4 15" "all"
chosen "2 3" "a process" --pid=10
chosen "3 11" "threads" --tid=10,11,20 --filter=load_filter=1,store_filter=1
chosen "1 2" "a thread's name" --comm=helper
chosen "2 12" "a name with a comma" --comm=two,three
chosen "2 12" "a core" --cpu-number=2
chosen "1 2" "a time" --time=2,3
chosen "2 10" "from then on" --time=1.500000001,
chosen "2 3" "up to that very moment" --time=,2.5
chosen "2 9" "a line, by its size" --addr=0x10000+64
chosen "1 1" "... which ends before the next address" --addr=0x10000+8
chosen "2 9" "... or with it" --addr=0x10000+9
chosen "2 3" "program counters, from and to" --addr=0x400000-0x400010
chosen "1 8" "one address" --addr=0x10008
chosen "1 2" "a program counter" --pc=0x400010+0x10000
chosen "3 11" "data" --data=0x10000-0x20000
chosen "1 2" "... and its code" --data=0x10000-0x20000 --pc=0x400010
chosen "2 9" "loads" --op=load
chosen "2 6" "stores and conditional branches" --op=store,conditional
printf '\x49\x00\x01\x49\x01\x01\x49\x24\x01\x49\x27\x01' >"$tmp/reserved.spe" # two of the four are reserved
for op in load store; do
    json --op=$op "$tmp/reserved.spe"
    is "$(fields profile name count | grep -P '^samples\t' | cut -f2)" 1 "a reserved payload is no $op"
done
# other operations: none, FP, Advanced SIMD, both; loads of general-purpose and of SIMD&FP registers
printf '\x48\x00\x01\x48\x02\x01\x48\x04\x01\x48\x06\x01\x49\x00\x01\x49\x04\x01' >"$tmp/kinds.spe"
for row in simd:3 fp:3 simd,fp:4 load:2 other:4 load,simd:4; do
    json --op="${row%:*}" "$tmp/kinds.spe"
    is "$(fields profile name count | grep -P '^samples\t' | cut -f2)" "${row#*:}" "operations: ${row%:*}"
done
chosen "1 4" "an event" --event=mispredicted
chosen "2 12" "events: any of them" --event=mispredicted,l1d-refill
chosen "1 1" "a source by its level" --source=dram
chosen "1 8" "a source by the core's word" --source="L2 cache"
chosen "2 9" "sources by number" --source=8,14
chosen "1 1" "all options together" --op=load --pid=10 --cpu-number=1
is "$(fields account name count | grep 'not selected' | flat)" "records not selected 3;" "how many others there are is said"
json --pid=99 "$tmp/perf.data"
is "$? $(fields profile name count | head -1 | flat)" "0 samples 0;" "none is no fault"
refuses() { # PATTERN NAME ARGUMENT...
    "$stat" "${@:3}" "$tmp/perf.data" >"$tmp/out" 2>"$tmp/err"
    is "$? $(grep -c -- "$1" "$tmp/err")" "2 1" "$2"
}
refuses 'lod: not an operation; use one of load, store, ' "an operation that is none" --op=lod
refuses 'l1d_refil: .*; is it l1d_refill?' "an event that is none" --event=l1d_refil
refuses 'event: a value is missing' "an event without a name" --event=mispredicted,
refuses 'no data source has this name' "a source that is none" --source=moon
refuses 'requires A,B: two times' "one time" --time=3
refuses 'soon: not a time in seconds' "a time that is none" --time=soon,3
refuses 'ends before it begins' "an empty range" --addr=0x20-0x10
refuses 'ends before it begins' "... of time" --time=2,1
refuses '0x20+0: the range is empty' "... of data" --data=0x20+0
refuses 'not a number' "a process by name" --pid=one
refuses 'must be at least 1' "no places" --places=0

# -- tables whose first row is chance: left out for people, with a note; programs get them, and the note --
# spread N MOST: 1000 samples on N cache lines and pages, of which one has MOST of them
spread() {
    perl -e 'my ($n, $most) = @ARGV; print "buffer c0\n";
        print "load 400000 va=9000000 lat=9\n" for 1 .. $most;
        printf "load 400000 va=%x lat=9\n", 0x10000000 + 4096 * ($_ % ($n - 1)) for 1 .. 1000 - $most' "$1" "$2" | profile 1
}
tables() { "$stat" "$tmp/perf.data" | grep -c '^\(Cache lines by\|Data pages by\)'; }
noise() { json "$tmp/perf.data" && fields noise name places samples "most_at_one" | flat; }
spread 200 9
is "$(tables) $("$stat" "$tmp/perf.data" | sed -n '/^Tables that are left out/,/^$/p' | grep -v '^ *(' | tr -s ' ' | flat)" \
    "0 Tables that are left out places samples most at one; Cache lines by total latency 200 1000 9; Data pages by samples 200 1000 9; Data pages by total latency 200 1000 9;;" \
    "9 samples of 1000 at one place: left out"
is "$(noise)" "lines_by_latency 200 1000 9;pages_by_samples 200 1000 9;pages_by_latency 200 1000 9;" "... JSON: which"
is "$(fields lines_by_latency address | wc -l) $(fields pages_by_samples address | wc -l)" "200 200" "... JSON has their rows"
is "$("$stat" --format=csv "$tmp/perf.data" | grep -c '^lines_by_latency,.*,samples,') $("$stat" --format=csv "$tmp/perf.data" | grep -c '^noise,"lines_by_latency",places,200')" \
    "10 1" "... and CSV"
is "$("$stat" --table=pages_by_samples --top=3 "$tmp/perf.data" | grep -c '^  0x')" 3 "... and text, if the table is named"
is "$("$stat" --html=- "$tmp/perf.data" | grep -c 'id="\(lines_by_latency\|pages_by_samples\|pages_by_latency\|noise\)"')" 1 "... the page has the note alone"
spread 200 10
is "$(tables) $(noise)" "3 " "10 of 1000: there"
spread 30 40
is "$(tables) $(noise)" "3 " "40 of 1000: there"
printf 'buffer c0\nload 400000 va=10000\nload 400000 va=20000\nload 400000 va=30000\n' | profile 1
is "$(tables) $(noise)" "3 " "one of three: there"
{
    printf 'buffer c0\n'
    for i in $(seq 12); do echo "load 400000 va=9000000"; done
    perl -e 'printf "load 400000 va=%x\n", 0x10000000 + 4096 * ($_ % 6000) for 1 .. 13000'
} | profile 1
is "$(tables) $("$stat" --format=csv "$tmp/perf.data" | sed -n 's/^noise,//p' | xargs | tr -d '"')" \
    "0 $(echo {lines_by_latency,pages_by_{samples,latency}},{places\,6001,samples\,13012,most_at_one\,12})" \
    "12 of 13,012, less than 0.1 %: left out"

# -- memory: no more places than requested, and their cost --
{
    printf 'buffer c0\n'
    for i in $(seq 200); do printf 'load %x va=%x lat=1\nload 400000 va=10000 lat=1\n' $((4194560 + 4 * i)) $((131072 + 4096 * i)); done
} | profile 1
json --places=16 "$tmp/perf.data"
is "$(fields pcs_by_samples address samples | head -1 | perl -ane 'print $F[0], $F[1] <= 200 && $F[1] > 100')" "0x00000000004000001" "the hottest place is kept"
is "$(fields profile name count | grep -c 'a row lacks')" 3 "how many samples a row may lack is said"
# rest TABLE FACT: the samples of all rows, and those that are in no row, are all
rest() {
    echo $(($(fields "$1" samples | paste -sd+) + $(fields profile name count | sed -n "s/^$2: samples in no row\t//p")))
}
json --places=16 --top=100 "$tmp/perf.data"
is "$(rest pcs_by_samples 'program counters') $(rest pages_by_samples 'data pages') $(rest lines_by_latency 'cache lines')" \
    "400 400 400" "... and how many are in no row"
is "$(fields levels_by_latency samples)" 400 "... the totals are exact"
{
    printf 'buffer c0\n'
    for i in $(seq 400); do printf 'load %x va=%x lat=1\n' $((4194304 + 4 * i)) $((131072 + 4096 * i)); done
} | profile 1
is "$("$stat" --places=16 --format=csv "$tmp/perf.data" 2>"$tmp/err" | grep -c '^noise,.*,samples,400$')" 5 \
    "tables that are left out: samples without a row count"
ok "... which the remark says" sh -c '"$1" --places=16 "$2" | grep -q "beyond --places"' sh "$stat" "$tmp/perf.data"
ok "... if there are any" sh -c '! "$1" "$2" | grep -q "beyond --places"' sh "$stat" "$tmp/perf.data"
# more program counters than get names at a time, in two files by turns
{
    printf 'exec 10 10 prog\nmmap 10 10 400000 10000 0 - /none/one\nmmap 10 10 500000 10000 0 - /none/two\nbuffer c1\n'
    perl -e 'printf "load %x ctx=10\n", (0x400000, 0x500000, 0x400000)[$_ % 3] + 4 * ($_ * 7919 % 16384) for 1 .. 15000'
} | profile 1
json --places=16 "$tmp/perf.data"
is "$(fields modules name samples | sort | flat)" "one 10000;two 5000;" "few program counters are counted: modules have all samples"
# programs of many threads, on many cores
{
    for i in $(seq 10 59); do echo "exec $i $i prog$((i % 2))"; done
    for i in $(seq 10 59); do printf 'buffer c%x\nload 400000 ctx=%d\n' "$i" "$i"; done
} | profile 1
json --places=3 --save="$tmp/few.sum" "$tmp/perf.data"
is "$(sed -n 's/^row programs \(prog[01]\) .*samples=\([0-9]*\).*/\1 \2/p' "$tmp/few.sum" | sort | flat)" \
    "prog0 25;prog1 25;" "few threads are counted: programs have all samples"
is "$(rest threads threads) $(rest processes threads) $(rest core_numbers CPUs)" "50 50 50" \
    "... threads, processes and cores do not, which is said"
is "$("$stat" --places=3 "$tmp/perf.data" 2>&1 >"$tmp/out" | grep -c 'have no thread')" 0 "... no thread is unknown"
perl -e 'binmode STDOUT; print "\x64", pack("V", $_), "\x52\x02\x00\x01" for 1 .. 70_000' >"$tmp/contexts"
is "$("$stat" --format=csv "$tmp/contexts" 2>"$tmp/err" | grep '^profile,' | tail -3)" \
    'profile,"threads: samples in no row",count,32769
profile,"threads: samples that a row lacks, at most",count,1
profile,"samples of threads, for which there was no room",count,4464' \
    "contexts without end: 65536 of them are told apart, and the others counted"
# more samples at one place than 16 bits can count, of the largest latency; and more kinds of records than are kept
perl -e 'print "exec 10 10 prog\nmmap 10 10 400000 10000 0 - /none/one\nbuffer c1\n";
    print "load 400010 va=500040 ctx=10 lat=65535 src=0 ev=5\n" x 140_000' | json_of 1
is "$(fields pcs_by_samples samples summed_latency l1d_miss | flat) $(fields lines_by_latency samples summed_latency loads | flat)" \
    "140000 9174900000 0; 140000 9174900000 140000;" "140,000 samples at one place"
perl -e 'print "exec 10 10 prog\nbuffer c1\n"; printf "load 400010 va=500040 ctx=10 ev=%x lat=1\n", $_ << 24 | 3 for 1 .. 5000' |
    json_of 1
is "$(fields lines_by_latency samples summed_latency loads | flat) $("$stat" --format=csv --table=events "$tmp/perf.data" |
    sed -n 's/^events,"E\[36\]",samples,//p')" "5000 5000 5000; 905" "5,000 records, each with other events"
done_testing
