#!/bin/bash
# SPDX-License-Identifier: MIT
# What a recording holds is counted once, whole, and with a reason: bytes that are missing, or in the file twice; cores
# that wrote nothing; intervals by core; tables that are empty.
# needs: python3
set -u
. tests/tap.sh
need python3
. tools/tests/programs.sh
stat=$build/spe-stat doctor=$build/spe-doctor

# Each file: what happened to records of 64 bytes, on CPU 0 unless another one is named.
PYTHONPATH=tests python3 -B - "$tmp" <<'end'
import struct, sys
from perf_data import NONE, OVERWRITE, Writer

CORES = (0, 0x410fd400, 8), (1, 0x411fd851, 9), (2, 0x410fd400, 8), (3, 0x410fd400, 8)
EVENTS = (8, (1, 0, 0), 1024), (9, (1, 0, 0), 4096)

def records(n, first=0, time=True, context=b''):
    """Loads at EL0, each at another address and time."""
    out = b''
    for i in range(first, first + n):
        pc = struct.pack('<BQ', 0xb0, 0x400000 + 4 * i)
        body = pc + context + b'\x49\0\x52\x06\0\x98\x09\0' + struct.pack('<BQ', 0xb2, 0x10000 + 64 * i)
        out += (body + (struct.pack('<BQ', 0x71, 1000 + i) if time else b'\x01')).ljust(64, b'\0')
    return out

def make(name, *parts, events=EVENTS, per_thread=False):
    """parts: ('aux', cpu, offset, size[, flags[, tid]]) or ('buffer', cpu, offset, bytes)"""
    w = Writer(events, clock=(0, 1, 0), cores=CORES[:1] if events == EVENTS[:1] else CORES)
    for what, cpu, offset, last, *more in parts:
        if what == 'aux':
            flags, tid = (*more, 0, 44 + cpu)[:2] if len(more) != 1 else (*more, 44 + cpu)
            w.aux(offset, last, flags, time=900, cpu=NONE if per_thread else cpu, pid=44, tid=tid)
        else:
            w.buffer(last, offset, cpu, 44 + cpu if per_thread else NONE, NONE if per_thread else cpu)
    with open('%s/%s' % (sys.argv[1], name), 'wb') as out:
        out.write(w.bytes())

def both(cpu, raw, offset=0):
    return ('aux', cpu, offset, len(raw)), ('buffer', cpu, offset, raw)

zeros = bytes(6400)
make('whole', *both(0, records(30)))
make('lost', ('aux', 0, 0, 5760), ('buffer', 0, 1920, records(30)))
make('holes', *both(0, records(10)), ('aux', 0, 640, 640), *both(0, records(10, 20), 1280), *both(2, records(5)))
make('unnamed', *both(0, records(10)), ('buffer', 0, 640, records(10, 10)))
make('padding', *both(0, zeros))
make('other', ('aux', 0, 0, 640), ('buffer', 0, 0, b'\x80' * 640))
make('dead', *both(0, records(100)), *both(2, zeros), *both(3, records(100)))
make('silent', *both(0, records(100)), ('aux', 2, 0, 0), *both(3, records(100)))
make('stops', *both(0, records(100)), *both(2, records(10) + zeros))
make('halves', *both(0, records(100)), *both(2, records(10)), *both(2, zeros, 640))
make('untimed', *both(0, records(100)), *both(2, records(100, time=False)))
ring = 640
steps = [('aux', 0, 64 * i % ring, 64, OVERWRITE) for i in range(1, 16)]
more = [('aux', 0, 64 * i % ring, 64, OVERWRITE) for i in range(16, 19)]
make('ring', *steps, ('buffer', 0, 320, records(10, 5)), *more, ('buffer', 0, 512, records(10, 8)))
turn = [('aux', 0, 64 * i % ring, 64, OVERWRITE) for i in range(16, 23)]
make('turned', *steps, ('buffer', 0, 320, records(10, 5)), *turn, ('buffer', 0, 128, records(10, 12)))
make('twice', *both(0, records(10)), ('buffer', 0, 320, records(10, 5)), ('aux', 0, 640, 320))
make('restart', *both(0, records(10)), ('buffer', 0, 0, records(10, 50)))
make('zeros', *both(0, records(10)), *both(2, records(10, context=bytes((0x64, 0, 0, 0, 0)))))
make('driver', ('aux', 0, 0, 640), ('aux', 0, 704, 640), ('buffer', 0, 0, records(10) + bytes(64) + records(10, 10)),
     *both(2, records(10)), *both(2, bytes(56), 640), *both(2, records(10, 10), 696))
make('unsaved', ('aux', 0, 0, 640))
make('many', *(('aux', 0, 64 * i, 64, 0, 100 + i) for i in range(2044)), *(('aux', 1 + i // 10, 64 * (i % 10), 64)
     for i in range(30)), ('buffer', 0, 0, records(2044)), *(('buffer', i, 0, records(10)) for i in (1, 2, 3)))
make('units', *both(0, records(100)), *both(1, records(300)))
make('threads', *both(0, records(100)), *both(1, records(300)), per_thread=True)
make('one', *both(0, records(100)), events=((8, (3, 0, 0), 1024),))
end

facts() { # FILE: the rows of the table "profile", and what people get of bytes in "account"
    "$stat" -q --table=profile --format=csv "$1" 2>/dev/null | sed -n 's/^profile,"\(.*\)",count,/\1 /p' | paste -sd';' | tr -d '\n'
    "$stat" -q "$1" 2>/dev/null | sed -n '/^Account/,/^$/p' | tr -s ' ' | sed -n 's/^ \(bytes.*\) [0-9.]* %$/;\1/p' | tr -d '\n'
}
says() { # TEXT NAME COMMAND...: one line of the output, joined as it was before it was wrapped, has the text
    local text=$1 name=$2
    shift 2
    is "$("$@" 2>&1 | perl -0pe 's/\n {19}(?!->) */ /g' | grep -cF -- "$text")" 1 "$name"
}

# -- bytes that AUX events name, and bytes that the file has --
is "$(facts "$tmp/whole")" "samples 30;bytes 1920;buffers 1" "all is there: nothing is said"
is "$("$doctor" "$tmp/whole" | grep -c '^ok *bytes\|^note *bytes\|^note *cores')" 0 "... nor by spe-doctor"
is "$(facts "$tmp/lost")" "samples 30;bytes 1920;buffers 1;bytes named, but missing 3840" "bytes are missing"
for command in "$stat -q" "$doctor" "$build/spe-dump --records"; do
    # shellcheck disable=SC2086
    says "3840 of 5760 bytes that AUX events name are missing" "${command##*/} says so" $command "$tmp/lost"
done
is "$(facts "$tmp/holes" | sed 's/.*;//')" "bytes named, but missing 640" "a hole"
(cat "$tmp/holes") >"$tmp/pipe"
is "$(facts - <"$tmp/pipe" | sed 's/.*;//')" "bytes named, but missing 640" "... in a pipe"
says "no AUX event names 640 of the file's 1280 bytes" "bytes that no event names" "$doctor" "$tmp/unnamed"

# -- files, and cores, without a record --
for format in text csv json bolt pprof; do
    "$stat" -q --format=$format -o "$tmp/out" "$tmp/padding" 2>"$tmp/err"
    is "$? $(cat "$tmp/err")" "1 spe-stat: $tmp/padding: no samples: no record is in its 6400 bytes, of which 6400 are padding" "padding only, $format"
done
"$stat" diff "$tmp/whole" "$tmp/padding" >"$tmp/out" 2>"$tmp/err"
is "$? $(grep -c 'no samples: no record' "$tmp/err")" "1 1" "... in diff"
says "no record is in 6400 bytes, of which 6400 are padding" "... spe-doctor" "$doctor" "$tmp/padding"
is "$(facts "$tmp/other" | cut -d';' -f1,4)" "samples 1;records that are cut off 1" "bytes that are no padding"
says "CPU 2 wrote 6400 bytes, and no record" "a core that wrote padding only" "$stat" -q "$tmp/dead"
says "note  cores        CPU 2 wrote padding only, and no record" "... spe-doctor" "$doctor" "$tmp/dead"
is "$("$doctor" "$tmp/dead" | grep -c '^note  cores')" 1 "... and no other core is named"
says "note  cores        CPU 2 wrote CONTEXT packets that name no thread" "a core whose packets are 0" "$doctor" "$tmp/zeros"
is "$("$doctor" "$tmp/driver" | grep -c 'lost\|idle')" 0 "what the driver pads is neither lost nor a sign of an idle core"
says "640 of 640 bytes that AUX events name are missing" "bytes of a file without a buffer" "$doctor" "$tmp/unsaved"
says "perf was interrupted, or ended, before it wrote SPE's bytes" "... and why there is no sample" "$doctor" "$tmp/unsaved"
is "$(facts "$tmp/many" | cut -d';' -f1,3)" "samples 2074;buffers 4" "thousands of threads on four CPUs"
says "note  cores        CPU 2 wrote nothing, and the others did" "a core that wrote nothing" "$doctor" "$tmp/silent"
says "note  cores        CPU 2 stopped in the middle: a buffer ends with padding only" "a core that stops" "$doctor" "$tmp/stops"
says "note  cores        CPU 2 wrote buffers without a record" "a core with a buffer of padding" "$doctor" "$tmp/halves"
says "note  cores        CPU 2 wrote no timestamps, and the others did" "a core without timestamps" "$doctor" "$tmp/untimed"

# -- bytes that the file has twice --
is "$(facts "$tmp/ring")" "samples 13;bytes 832;buffers 2;snapshots 2;bytes in the file twice, counted once 448" \
    "two snapshots of a ring"
(cat "$tmp/ring") >"$tmp/pipe"
is "$(facts - <"$tmp/pipe" | cut -d';' -f1,2)" "samples 13;bytes 832" "... in a pipe"
is "$(facts "$tmp/turned" | cut -d';' -f1,2,5)" "samples 17;bytes 1088;bytes in the file twice, counted once 192" \
    "... whose offset has passed the end of the ring"
says "2 snapshots: what came before each was overwritten" "... and spe-doctor counts two" "$doctor" "$tmp/ring"
is "$("$build/spe-dump" --records "$tmp/ring" 2>/dev/null | grep -vc '^#')" 13 "... and spe-dump"
is "$(facts "$tmp/twice")" "samples 15;bytes 960;buffers 2;bytes in the file twice, counted once 320" \
    "buffers that overlap, without a ring"
is "$("$doctor" "$tmp/twice" | grep -c 'are missing')" 0 "... where nothing is missing"
is "$(facts "$tmp/restart" | cut -d';' -f1,2)" "samples 20;bytes 1280" "an offset that begins again, with other bytes"

# -- several units of SPE --
operations() { "$stat" -q --table=whole --format=csv "$1" | sed -n 's/^whole,"operations",estimate,//p'; }
is "$(operations "$tmp/units")" $((100 * 1025 + 300 * 4097)) "each sample counts by the interval of its core's unit"
says "1024 operations, and jitter off; 4096 operations, and jitter off: they differ, and each sample counts by its core's" \
    "... and spe-doctor says so" "$doctor" "$tmp/units"
core="spe-stat: core: the core is not known: --cpu=NAME names it (--cpu=list)"
whole="spe-stat: whole: the interval between samples is not known: a frequency, or different periods of one core's events"
is "$("$stat" -q --table=core,whole --format=csv "$tmp/threads" 2>"$tmp/err" | wc -l) $(sed 's/;.*//' "$tmp/err" | paste -sd';')" \
    "1 $core;$whole" \
    "threads on unknown cores: neither core nor interval is guessed"
is "$(operations "$tmp/one")" 102500 "one unit"

# -- accounts, with reasons --
balance() { # OPTION... FILE: what does not balance
    "$stat" -q --format=csv "$@" 2>/dev/null | awk -F'"' '
        $1 == "profile," && $2 == "samples" {samples = substr($3, 8)}
        $1 == "account," && $3 ~ /count/ {
            sub(/^no /, "", $2); split($2, part, ":")
            n[$2] = substr($3, 8); sum[part[1]] += n[$2]
            left += $2 ~ /^records / ? n[$2] : 0
        }
        END {
            has = n["bytes in the file"]; named = n["bytes named by AUX events"]
            if (has != named - n["bytes named, but missing"] + n["bytes named by no AUX event"])
                print "bytes that are named"
            if (has != n["bytes in records"] + n["bytes of padding"] + n["bytes skipped, in no record"])
                print "bytes that are there"
            if (n["records"] != samples + left) print "records"
            split("thread module function time nodes", facts, " ")
            for (i in facts) if (sum[facts[i]] != samples) print facts[i]
        }'
}
for file in "$tmp"/*; do
    name=${file##*/}
    [ "$name" = out ] || [ "$name" = err ] || is "$(balance "$file" | paste -sd';')" "" "accounts of $name balance"
done
is "$(balance --tid=44 --op=load "$tmp/whole"; balance --filter=min_latency=2000 --time=,0.5 "$tmp/dead")" "" \
    "... with options"
account() { "$stat" -q --table=account --format=csv "$@" | sed -n 's/^account,"\(.*\)",count,\([1-9].*\)/\1 \2/p'; }
is "$(account --tid=44 "$tmp/whole" | grep '^rec\|^sam')" "records 30
records not judged: no thread 30" "a thread is wanted, and none is known"
is "$(account "$tmp/whole" | sed -n '/thread/,$p' | paste -sd';')" "no thread: no CONTEXT packet, no event 30;\
no module: no thread 30;no function: no module 30;exception level 30;time 30;\
no physical address: virtual only 30;no nodes: no physical address 30" "each sample is somewhere, by reason"
cores=$("$stat" -q --table=account_cores --format=csv "$tmp/dead" 2>/dev/null)
is "$(sed -n 's/^account_cores,"\(.*\)",\(records\|padding\),/\1 \2 /p' <<<"$cores" | paste -sd';')" \
    "CPU 0 records 100;CPU 0 padding 2900;CPU 2 records 0;CPU 2 padding 6400;CPU 3 records 100;CPU 3 padding 2900" \
    "... by core"

# -- tables that are empty --
empty() { # FILE TABLE REASON: as text and in JSON
    is "$("$stat" -q --table="$2" "$1" 2>&1)" "spe-stat: $2: $3" "$2: ${3%%:*}"
    is "$("$stat" -q --table="$2" --format=json "$1" | sed -n 's/^    //p')" "{\"name\": \"$2\", \"reason\": \"$3\"}" "... in JSON"
}
empty "$tmp/whole" physical_pages "no sample has a physical address: perf recorded without pa_enable=1"
empty "$tmp/one" physical_pages \
    "no sample has a physical address: perf requested them (pa_enable=1), and the kernel gives them to root only"
empty "$tmp/whole" sharing "no cache line that a thread writes often has enough samples of other threads on other cores"
empty "$tmp/whole" targets "no sample is of a branch with its target"
is "$("$stat" diff -q --table=functions,source_shares "$tmp/whole" "$tmp/dead" 2>&1 | sed '/CPU 2/d' | paste -sd';')" \
    "spe-stat: source_shares: no sample has a data source;spe-stat: functions: no sample is in code whose file or name is known" "... of diff"
"$stat" --table=functions --filter=min_latency=4000 "$tmp/whole" >"$tmp/out" 2>"$tmp/err"
is "$? $(cat "$tmp/out" "$tmp/err")" "0 spe-stat: --filter: no sample passes the filter" "a filter that leaves nothing"

done_testing
