#!/bin/bash
# SPDX-License-Identifier: MIT
# Input of spe-dump and spe-stat: other files are named and rejected; --resync, --base, --offset, several files,
# directories of perf record; names of cores.
# needs: coreutils diffutils perl python3
set -u
. tests/tap.sh
need perl
need python3
. tools/tests/programs.sh

times() { perl -e 'my ($n, $hex) = @ARGV; $hex =~ s/ //g; print pack("H*", $hex) x $n' "$1" "$2"; } # N HEX
load='b0d0c2a1ed66baffc0 980c00 4900 521600 712e652f6a0a000000' # 26 bytes
text='LAT 12 TOT; PC 0xffba66eda1c2d0 el2 ns=1; LD GP-REG; EV RETIRED L1D-ACCESS TLB-ACCESS; TS 44731163950'
bytes "$load" >"$tmp/load"
times 10 "$load" >"$tmp/ten"

# says STATUS WORDS NAME COMMAND...: nothing on standard output, and an error that has these words
says() {
    local status=$1 words=$2 name=$3 got same=1
    shift 3
    "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    got=$?
    [ $got -eq "$status" ] && [ ! -s "$tmp/out" ] && grep -qF -- "$words" "$tmp/err" && same=0
    tap_result $same "$name" || diag "status $got, $(wc -c <"$tmp/out") bytes, $(cat "$tmp/err")"
}

# -- files that are not SPE --
# tools/tests/parts/test_foreign.c has all kinds of files.
"$dump" "$tmp/ten" >"$tmp/foreign"
says 1 "$tmp/foreign: not Arm SPE but text, as perf script -D or spe-dump prints it: spe-asm makes bytes" "its own lines" \
    "$dump" "$tmp/foreign"
tar -cf "$tmp/foreign" tests/captures
says 1 "not Arm SPE but a tar archive: unpack it first; use --force to read it anyway" tar "$stat" "$tmp/foreign"
printf 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n' >"$tmp/lfs"
pointer='not Arm SPE but a Git LFS pointer, not the file: git lfs pull fetches it; use --force to read it anyway'
says 1 "$tmp/lfs: $pointer" "a Git LFS pointer" "$dump" "$tmp/lfs"
says 1 "$tmp/lfs: $pointer" "... spe-stat" "$stat" "$tmp/lfs"
says 1 "$tmp/lfs: $pointer" "... spe2perf" "$build/spe2perf" "$tmp/lfs" "$tmp/none"
ok "... which makes no file" [ ! -e "$tmp/none" ]
ok "... --force" "$build/spe2perf" --force "$tmp/lfs" "$tmp/none"
is "$("$dump" - <"$tmp/lfs" 2>&1) $( (cat "$tmp/lfs") | "$dump" - 2>&1)" \
    "spe-dump: standard input: $pointer spe-dump: standard input: $pointer" "... standard input, a pipe"
says 1 "$dump: not Arm SPE but an ELF file" "a real ELF file" "$dump" "$dump"
perl -e 'srand 7; binmode STDOUT; print chr(255), map { chr rand 256 } 1 .. 70_000' >"$tmp/random"
share=$("$stat" "$tmp/random" 2>&1 | sed -n 's/.*: \([0-9]*\) % of its first bytes.*/\1/p')
ok "most of it is in no packet: ${share:-?} %" test "${share:-0}" -ge 75 # new headers reduce this share
says 1 "not Arm SPE: $share % of its first bytes are in unknown or reserved packets" "what nobody knows" "$stat" "$tmp/random"
is "$("$dump" --force "$tmp/lfs" 2>/dev/null | "$asm" - | cmp - "$tmp/lfs")" "" "--force reads it"
is "$("$stat" --force --format=csv "$tmp/lfs" 2>/dev/null | grep '^profile,"bytes"')" 'profile,"bytes",count,130' \
    "... spe-stat"
"$build/spe2perf" "$tmp/ten" "$tmp/data"
is "$("$dump" --force "$tmp/data" 2>/dev/null | "$asm" - | cmp - "$tmp/data")" "" \
    "--force, perf.data as raw bytes: spe-dump and spe-asm give back any file"

# -- the limit: the first 64 KiB decide --
taken() { # STATUS NAME HEX...: pairs of a number and bytes
    local want=$1 name=$2
    shift 2
    while [ $# -gt 0 ]; do times "$1" "$2"; shift 2; done >"$tmp/border"
    "$dump" "$tmp/border" >/dev/null 2>&1
    is $? "$want" "$name"
}
record='b0d0c2a1ed66baffc0 980c00 4900 520200 01' # 18 bytes
taken 1 "it is the first 64 KiB that are looked at" 40000 00 20000 4601
taken 0 "... no more" 65536 00 20000 4601
taken 0 "... which may be all SPE" 2521 "$load" 40000 4601
for capture in tests/captures/*.txt; do
    "$asm" -o "$tmp/capture" "$capture"
    for front in 0 1 5 9; do
        tail -c +$((front + 1)) "$tmp/capture" >"$tmp/late"
        "$dump" "$tmp/late" >/dev/null 2>"$tmp/err"
        is "$(grep -c 'not Arm SPE' "$tmp/err")" 0 "${capture##*/} from byte $front on is taken"
    done
done
{ times 20 "$load"; head -c 2500 "$tmp/random"; times 20 "$load"; } >"$tmp/damaged"
is "$("$dump" "$tmp/damaged" 2>&1 | grep -c 'not Arm SPE')" 0 "a capture that is overwritten for the most part is taken"

# -- --resync --
tail -c +6 "$tmp/ten" >"$tmp/late"
"$dump" --resync "$tmp/late" >"$tmp/out" 2>"$tmp/err"
is "$? $(grep -c "  26  $text$" "$tmp/out") $(grep -m 1 "  26  " "$tmp/out" | cut -c 1-8)" "0 9 00000015" \
    "a dump that begins inside a record: all whole ones"
skipped=$(sed -n 's/^spe-dump: \([0-9]*\) bytes were skipped, which are in no record$/\1/p' "$tmp/err")
all=$((skipped + $(awk '{n += $2} END {print n}' "$tmp/out")))
is "$((all <= 255 && all > 250))" 1 "... what was skipped is said: with the records and padding it is all"
"$stat" --resync --format=csv "$tmp/late" >"$tmp/csv" 2>"$tmp/err"
is "$(cat "$tmp/err") $(grep 'skipped.*count' "$tmp/csv")" "spe-stat: $skipped bytes were skipped, which are in no record account,\"bytes skipped, in no record\",count,$skipped" "... spe-stat"
is "$(grep '"samples",' "$tmp/csv")" "profile,\"samples\",count,$(wc -l <"$tmp/out")" "... counts the same records"
{ cat "$tmp/ten"; bytes 'ffffffffffffffffff'; cat "$tmp/ten"; } >"$tmp/hole"
is "$("$dump" --resync --records "$tmp/hole" 2>/dev/null | grep -c "  26  $text")" 20 \
    "damage in the midst: all records around it"
is "$("$dump" --records "$tmp/hole" 2>/dev/null | grep -c "  26  $text")" 19 "... not without"
is "$("$dump" --resync "$tmp/ten" 2>&1)" "$("$dump" --records "$tmp/ten")" "an intact dump is the same with it"
# at 14 there is something like a record
{ bytes 'b0d0c2a1ed66baffc0 980c00 4900'; bytes "$record"; times 46 00; bytes "$load"; } >"$tmp/slots"
is "$("$dump" --resync --base=0x32 "$tmp/slots" 2>/dev/null | cut -c 1-8 | tr '\n' ' ')" "00000040 00000080 " \
    "records where they may begin"
is "$("$dump" --resync=64 --base=0x31 "$tmp/slots" 2>/dev/null | cut -c 1-8)" "" \
    "... at multiples of the alignment only, counted from the address"
is "$("$dump" --resync=64 --base=0x32 "$tmp/slots" 2>/dev/null | cut -c 1-8 | tr '\n' ' ')" "00000040 00000080 " \
    "... which is the right one"
says 2 "48: not a power of two" "--resync=48" "$dump" --resync=48 "$tmp/ten"
says 2 "0: not a power of two" "--resync=0" "$dump" --resync=0 "$tmp/ten"
says 2 "4096: not a number from 0 to 2048" "--resync=4096" "$stat" --resync=4096 "$tmp/ten"
"$build/spe2perf" --force "$tmp/hole" "$tmp/data"
is "$("$dump" --resync "$tmp/data" 2>/dev/null | grep -c "  26  $text")" 20 "perf.data, too"
tests/perf_data.py v1-little "$tmp/hole" "$tmp/hole" >"$tmp/data"
is "$("$dump" --resync "$tmp/data" 2>&1 | grep skipped)" "spe-dump: 18 bytes were skipped, which are in no record" \
    "... the sum of its buffers"
for format in '' csv; do
    "$dump" --resync -j3 ${format:+--format=$format} "$tmp/data" "$tmp/data" >"$tmp/out" 2>"$tmp/err"
    is "$(grep skipped "$tmp/err" | sort | uniq -c | xargs)" \
        "2 spe-dump: 18 bytes were skipped, which are in no record" "... of each of two files, with threads $format"
done
wrong=
size=$(wc -c <"$tmp/data")
for ((end = size - 1; end > size - 200; end -= 7)); do
    head -c "$end" "$tmp/data" >"$tmp/part"
    for j in 1 3; do "$dump" --resync -j$j --format=csv "$tmp/part" >"$tmp/out$j" 2>"$tmp/err$j"; done
    cmp -s "$tmp/out1" "$tmp/out3" && cmp -s "$tmp/err1" "$tmp/err3" || wrong+=" $end"
done
is "$wrong" "" "a file that is cut off: threads make no difference"

# -- --base and --offset --
is "$("$dump" --base=0xffff000012345678 "$tmp/load" | cut -c 1-30 | sed -n '1p;$p')" \
    '.  ffff000012345678:  b0 d0 c2
.  ffff000012345689:  71 2e 65' "--base: packets"
is "$("$dump" --records --base=0xffff000012345678 "$tmp/load")" "ffff000012345678    26  $text" "... records"
is "$("$dump" --format=json --base=4096 "$tmp/load" | grep -o '"offset":[0-9]*')" '"offset":4096' "... JSON"
is "$("$dump" --offset=9 "$tmp/load" | head -1)" \
    ".  00000009:  98 0c 00                                        LAT 12 TOT" "--offset: packets"
is "$("$dump" --records --offset=26 --base=0x1000 "$tmp/ten" | head -1)" "0000101a    26  $text" \
    "both: the base is that of the file's first byte"
for offset in 0 3 8 9 26 65600; do
    { cat "$tmp/ten"; head -c 70000 /dev/zero; cat "$tmp/ten"; } >"$tmp/far"
    is "$( (cat "$tmp/far") | "$dump" --offset=$offset - | cksum)" "$("$dump" --offset=$offset "$tmp/far" | cksum)" \
        "--offset=$offset of a pipe"
    is "$("$dump" --offset=$offset "$tmp/far" | "$asm" - | cksum)" "$(tail -c +$((offset + 1)) "$tmp/far" | cksum)" \
        "... begins there"
done
is "$("$stat" --format=csv --offset=130 "$tmp/ten" | grep -E '"(samples|bytes)",' | tr '\n' ' ')" \
    'profile,"samples",count,5 profile,"bytes",count,130 ' "... spe-stat"
is "$(head -c 50 "$tmp/ten" | "$dump" --records --base=0x1000 --offset=26 - 2>&1 >/dev/null)" \
    "spe-dump: standard input: offset 0x101a: input ends inside a record (24 bytes of it)" "messages have addresses, too"
says 1 "$tmp/ten: ends before --offset" "--offset at the end" "$dump" --offset=260 "$tmp/ten"
is "$( (cat "$tmp/ten") | "$dump" --offset=261 - 2>&1)" "spe-dump: standard input: ends before --offset" \
    "... beyond it, of a pipe"
says 2 "-1: not a number from 0 to 9223372036854775807" "--offset=-1" "$dump" --offset=-1 "$tmp/ten"
for option in --base=64 --offset=64; do
    says 1 "$tmp/data: perf.data, but --base and --offset are for raw bytes; use --force to read it as raw" \
        "$option, perf.data" "$dump" $option "$tmp/data"
done
says 1 "$tmp/data: already perf.data; use --force to treat it as raw" "spe2perf of perf.data" \
    "$build/spe2perf" "$tmp/data" "$tmp/none2"
{ cat "$tmp/ten"; printf 'What is here is of no use to anyone, and it is long enough to be looked at.'; } >"$tmp/behind"
says 1 "$tmp/behind: not Arm SPE but text; use --force to read it anyway" "the bytes at --offset are looked at" \
    "$dump" --offset=260 "$tmp/behind"

# -- several files --
head -c 30 "$tmp/ten" >"$tmp/cut"
cp "$tmp/load" "$tmp/standard"
"$dump" --records "$tmp/load" "$tmp/none3" "$tmp/cut" "$tmp/lfs" - <"$tmp/standard" >"$tmp/out" 2>"$tmp/err"
is "$? $(cat "$tmp/out")" "1 # ==> $tmp/load <==
00000000    26  $text
# ==> $tmp/cut <==
00000000    26  $text
0000001a     4   [truncated]
# ==> standard input <==
00000000    26  $text" "each under its name; one that fails is no reason to leave out the others"
is "$(cat "$tmp/err")" "spe-dump: $tmp/none3: No such file or directory
spe-dump: $tmp/cut: offset 0x1a: input ends inside a record (4 bytes of it)
spe-dump: $tmp/lfs: $pointer" "... what is wrong with which"
is "$("$dump" "$tmp/load" "$tmp/load" | "$asm" - | cksum)" "$(cat "$tmp/load" "$tmp/load" | cksum)" \
    "the names are comments to spe-asm"
is "$("$dump" --format=csv "$tmp/load" "$tmp/ten" | cut -d, -f2 | sort | uniq -c | tr -s ' ' | tr '\n' ';')" \
    " 11 LD; 1 op;" "CSV: one header, no names"
is "$("$dump" --format=json "$tmp/load" "$tmp/ten" | grep -c '^{"offset"')" 11 "JSON: no names"
says 2 "spe-dump: -: can be read only once" "standard input twice" "$dump" - "$tmp/load" -
"$stat" --format=csv "$tmp/ten" "$tmp/none3" "$tmp/load" >"$tmp/out" 2>"$tmp/err"
is "$? $(grep -E '"(samples|bytes)",' "$tmp/out" | tr '\n' ' ')$(cat "$tmp/err")" \
    "1 profile,\"samples\",count,11 profile,\"bytes\",count,286 spe-stat: $tmp/none3: No such file or directory" \
    "spe-stat: the sum of all"
tests/perf_data.py v2-little "$tmp/ten" >"$tmp/v2"
"$stat" --format=csv "$tmp/v2" "$tmp/v2" "$tmp/load" 2>"$tmp/err" >"$tmp/out"
is "$(grep -E '"(samples|bytes|buffers|AUX events: data truncated)",' "$tmp/out" | cut -d, -f2,4 | tr '\n' ' ')" \
    '"samples",21 "bytes",546 "buffers",2 "AUX events: data truncated",2 ' "... and of what files say"
is "$("$stat" --html=- "$tmp/ten" "$tmp/load" "$tmp/load" | grep -c "<h1>$tmp/ten and 2 more</h1>")" 1 \
    "... the page names the first"
cp "$tmp/load" "$tmp/mine"
for two in "--save=$tmp/two -o $tmp/two" "--html=two --save=./two" "--html=./two -o two"; do
    # shellcheck disable=SC2086 # two options
    (cd "$tmp" && "$stat" $two mine) >"$tmp/out" 2>"$tmp/err" </dev/null
    is "$? $(sed "s,$tmp/\|[.]/,," "$tmp/err") $(ls "$tmp/two" 2>/dev/null)" \
        "1 spe-stat: two: two outputs go to this file; give each its own " "$two"
done
ok "... but not if one is hidden" sh -c 'cd "$1" && "$2" --save=.wo -o o mine 2>err && [ -s .wo ] && [ -s o ] &&
    "$2" --save=xy -o .nxy mine 2>err' sh "$tmp" "$stat"
says 1 "$tmp/mine: also the input; write to another file" "--html over one of them" "$stat" \
    --html="$tmp/mine" "$tmp/ten" "$tmp/mine"
is "$(wc -c <"$tmp/mine")" 26 "... which is still there"
says 1 "spe-stat: $tmp/none3: No such file or directory" "no file that can be read: no tables" "$stat" \
    --html="$tmp/page" "$tmp/none3"
ok "... and no page" [ ! -e "$tmp/page" ]

# -- perf.data without samples --
tests/perf_data.py v1-little >"$tmp/empty"
none="$tmp/empty: no SPE data: there is no AUXTRACE event (spe-doctor says why)"
for option in --format=text --format=csv --format=json --html="$tmp/page"; do
    says 1 "$none" "no samples: no tables, $option" "$stat" "$option" "$tmp/empty"
done
ok "... and no page" [ ! -e "$tmp/page" ]
says 1 "$none" "... spe-dump" "$dump" --format=csv "$tmp/empty"
: >"$tmp/nothing"
tests/perf_data.py v1-little "$tmp/nothing" >"$tmp/empty"
says 1 "$tmp/empty: no samples: there are no bytes of SPE (spe-doctor says why)" "a buffer of nothing" "$stat" "$tmp/empty"
is "$("$stat" --filter=min_latency=4000 --format=csv "$tmp/v2" 2>/dev/null |
    grep -c '"records left out by the filter",count,10')" 1 "what the filter leaves out was there"
is "$("$stat" "$tmp/v2" "$tmp/empty" 2>/dev/null | grep -c '^  samples  *10$')" 1 "another file's samples are printed"

# -- directories --
bytes "$record" >"$tmp/other"
kinds=v2-little,v2-big,v1-little
tests/perf_data.py --to="$tmp" $kinds,${kinds//,/-threads,}-threads "$tmp/ten" "$tmp/load" "$tmp/other"
for kind in ${kinds//,/ }; do
    is "$("$dump" --records "$tmp/$kind-threads" 2>&1)" "$("$dump" --records "$tmp/$kind" 2>&1)" \
        "$kind of perf record --threads: as the file"
    is "$("$stat" --format=csv "$tmp/$kind-threads" 2>&1)" "$("$stat" --format=csv "$tmp/$kind" 2>&1)" "... spe-stat"
done
is "$("$dump" --records "$tmp/v2-little-threads" 2>/dev/null | grep -c '^# buffer')" 3 "... which has three buffers"
mkdir "$tmp/kcore" && cp "$tmp/$kind" "$tmp/kcore/data"
is "$("$dump" --records "$tmp/kcore" 2>&1)" "$("$dump" --records "$tmp/$kind" 2>&1)" "of perf record --kcore"
mkdir "$tmp/large" && cp "$tmp/v1-little-threads"/data* "$tmp/large" && (cd "$tmp/large" && touch data.{3..510})
is "$("$dump" --records "$tmp/large" 2>&1)" "$("$dump" --records "$tmp/$kind" 2>&1)" "511 files of threads"
touch "$tmp/large/data.511"
says 1 "$tmp/large: too many data.N files" "512 of them" "$dump" "$tmp/large"
rm "$tmp/v2-big-threads/data.0"
is "$("$dump" --records "$tmp/v2-big-threads" 2>&1)" \
    "spe-dump: $tmp/v2-big-threads: no SPE data: there is no AUXTRACE event (spe-doctor says why)" "data.N are read from 0 on"
head -c 130 "$tmp/v2-little-threads/data" >"$tmp/short" && cp "$tmp/short" "$tmp/v2-little-threads/data"
says 1 "$tmp/v2-little-threads: the data section is outside the file" "a directory whose data is cut off" "$dump" \
    "$tmp/v2-little-threads"
head -c 50 "$tmp/short" >"$tmp/v2-little-threads/data"
says 1 "$tmp/v2-little-threads: has no perf.data header, or the header of a pipe" "... inside its header" \
    "$dump" "$tmp/v2-little-threads"
cp "$tmp/ten" "$tmp/kcore/data"
mkdir "$tmp/bare"
says 1 "$tmp/kcore: a directory whose file \"data\" is not perf.data" "a directory of something else" \
    "$dump" "$tmp/kcore"
says 1 "$tmp/bare: a directory without a file \"data\": not from perf record" "... without data" \
    "$dump" "$tmp/bare"
mkdir "$tmp/odd" && mkfifo "$tmp/odd/data"
says 1 "$tmp/odd/data: Not a regular file" "... whose data is a pipe" "$dump" "$tmp/odd"
says 1 "$tmp/kcore: a directory; --force requires a file" "--force" "$dump" --force "$tmp/kcore"

# -- names of cores --
"$dump" --cpu=list >"$tmp/cores"
is "$? $(grep -c -e '^0x410fd0c0  neoverse-n1$' -e '^0x480fd060  hip12$' "$tmp/cores")" "0 2" "--cpu=list"
is "$(grep -vxcE '0x[0-9a-f]{8}  [a-z0-9-]+' "$tmp/cores")" 0 "... a core a line"
is "$("$stat" --cpu=list | cmp - "$tmp/cores")" "" "... spe-stat"
wrong=
while read -r midr name; do
    [ "$("$stat" --format=csv --cpu="$name" "$tmp/load" | grep -c "MIDR_EL1\",value,\"0x$(printf %016x "$midr")\"")" = \
        1 ] || wrong="$wrong $name"
done <"$tmp/cores"
is "$wrong" "" "each of them is taken"
near() { # NAME ERROR
    says 2 "$1: unknown core$2" "--cpu=$1" "$dump" --cpu="$1" "$tmp/load"
}
for name in n1 N1 altra Altra graviton2 0x410fd0c0; do
    is "$("$stat" --format=csv --cpu="$name" "$tmp/load" | grep '^core,')" \
        "$("$stat" --format=csv --cpu=neoverse-n1 "$tmp/load" | grep '^core,')" "--cpu=$name is taken"
done
near kunpeng '; is it tsv110, hip09, hip12? (--cpu=list prints all)'
near graviton3e '; is it neoverse-v1? (--cpu=list prints all)'
near neovers-n1 '; is it neoverse-n1? (--cpu=list prints all)'
"$dump" --cpu=neoverse-## "$tmp/load" 2>&1 | sed -n '1s/.*; is it \(.*\)? (--cpu=list prints all)$/\1/p' | sed 's/, /\n/g' >"$tmp/near"
is "$(grep -cx 'neoverse-[nv][123]' "$tmp/near") $(cut -d' ' -f3 "$tmp/cores" | grep -vxcFf - "$tmp/near")" "6 0" \
    "--cpu=neoverse-##: all that are near, which are cores"
near cortexa72 '; is it cortex-a720, cortex-a725? (--cpu=list prints all)'
near hip1 '; is it hip12? (--cpu=list prints all)'
near z80 '; --cpu=list prints all'
says 2 "0x410fd0cx: not a number from 0 to 18446744073709551615" "a number that is none" \
    "$dump" --cpu=0x410fd0cx "$tmp/load"

# -- events by name --
is "$("$dump" --filter=event_filter=l1d_access+retired "$tmp/ten" |
    wc -l)$("$dump" --filter=event_filter=mispredicted "$tmp/ten" | wc -l)" 100 "--filter by names"
says 2 "event_filter=l1d: character 14: the filter has an unknown term or event" \
    "an event that there is not" "$dump" --filter=event_filter=l1d "$tmp/ten"

# -- memory that is not text, and records before unwritten memory --
head -c 4096 /dev/zero | tr '\0' '\377' >"$tmp/erased"
ok "erased memory is not called text" sh -c "$dump $tmp/erased 2>&1 | grep -q 'not Arm SPE: 100 %'"
"${BUILD:-build}/spe-asm" -o "$tmp/two" tests/captures/neoverse-fixed-slots.txt
{ cat "$tmp/two" "$tmp/two" "$tmp/two"; head -c 4096 /dev/zero | tr '\0' '\245'; } >"$tmp/tail"
is "$("$dump" --resync "$tmp/tail" 2>/dev/null | wc -l)" 7 "records in front of stray bytes are records"
is "$("$dump" --no-such 2>&1 | head -1)" "spe-dump: --no-such: not an option, or an incomplete name" \
    "an option that there is not"
is "$("$dump" $'--x\033[31m' 2>&1 | head -1)" 'spe-dump: --x\x1b[31m: not an option, or an incomplete name' \
    "... escaped"
is "$("$dump" --cpu 2>&1 | head -1)" "spe-dump: --cpu: lacks its value, or does not accept one" \
    "an option without its value"
is "$("$dump" --cpu= "$tmp/two" 2>&1 | head -1)" \
    "spe-dump: : unknown core; --cpu=list prints all" "no name"
is "$(perl -MFcntl -MIO::Handle -e '
    pipe(my $r, my $w); $w->autoflush(1);
    if (!fork) { close $w; fcntl($r, F_SETFL, O_NONBLOCK); open(STDIN, "<&", $r); exec @ARGV }
    close $r; local $/; my $two = <STDIN>;
    for (substr($two, 0, 50), substr($two, 50)) { select(undef, undef, undef, 0.2); print $w $_ }
    close $w; wait; exit $? >> 8' "$dump" - <"$tmp/two" | md5sum)" "$("$dump" "$tmp/two" | md5sum)" \
        "a pipe that does not block"

done_testing
