#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-dump --format=arrow and --format=parquet, read by tools/tests/tables/read: both have the same values, and so does
# JSON. Also their state after damaged input, a full disk and an interrupted run. tools/tests/clients/tables.sh reads
# them with other projects' engines.
# needs: perl python3 zstd libzstd-dev
set -u
. tests/tap.sh
need zstd
need python3
. tools/tests/programs.sh

"$tmp/make_stream" records 17000 >"$tmp/records" # more numbers than a dictionary has
"$tmp/make_stream" records 2000 >"$tmp/some"
"$tmp/make_stream" mixed 2000 >"$tmp/mixed"
tests/perf_data.py v2 "$tmp/some" "$tmp/mixed" >"$tmp/perf.data"

# -- values --

same() { # NAME FILE OPTION...: both formats have the values of JSON
    "$dump" --format=json "${@:3}" "$2" >"$tmp/json" 2>"$tmp/err"
    for format in arrow parquet; do
        "$dump" --format=$format -o "$tmp/$format" "${@:3}" "$2" 2>"$tmp/err"
        tools/tests/tables/read "$tmp/$format" >"$tmp/$format.values" 2>&1
        is "$(tools/tests/tables/same "$tmp/$format.values" "$tmp/json" 2>&1 | sed 's/,.*//')" \
            "$(grep -c '' "$tmp/json") rows" "$1, $format: as JSON has it"
    done
    ok "... raw values alike in both" cmp "$tmp/arrow.values" "$tmp/parquet.values"
}
for capture in tests/captures/*.txt; do
    "$build/spe-asm" -o "$tmp/capture" "$capture"
    same "$(basename "$capture" .txt)" "$tmp/capture" --cpu=neoverse-n1
done
same "a profile" "$tmp/records"
same "every packet" "$tmp/mixed"
same "perf.data, two cores and a clock" "$tmp/perf.data"
same "what a filter keeps" "$tmp/some" --filter=load_filter=1,min_latency=100
random_bytes 100000 >"$tmp/random"
same "random bytes" "$tmp/random" --force
printf '\0' >"$tmp/padding"
same "padding, and no record" "$tmp/padding"
# Records that cross reads and parts; the last one is cut off after its packet.
perl -e 'binmode STDOUT; print pack("Cv", 0x9e, $_), "\0" x 500, "\xb7", pack("Q<", $_), "\x49\x00\x01"
    for 0 .. 2999; print "\x49\x00\x01\x9f\x07\x00\xb0"' >"$tmp/own"
same "IMPLEMENTATION DEFINED packets" "$tmp/own" -j3
same "... of what a filter keeps" "$tmp/own" --filter=load_filter=1
head -c 64 "$tmp/records" >"$tmp/one"
same "one record" "$tmp/one"

"$dump" --format=parquet -o "$tmp/parquet" "$tmp/one" "$tmp/perf.data" 2>"$tmp/err"
is "$(tools/tests/tables/read "$tmp/parquet" | grep -c '')" 4002 "two files are one table"

# -- threads: of CONTEXT packets that an event explains, of the trace, of switch events; names that need quotes --

{
    printf 'exec 100 100 =first\ncomm 100 101 a\001\377"b",\\c\nexec 200 200 other\n'
    printf 'time 50\nswitch 3 100 101\ntime 60\nswitch 3 100 101 out\ntime 60\nswitch 3 200 200\n'
    printf 'time 70\nswitch 3 0 0\ntime 80\nswitch 3 0 0 out\nbuffer c3\n'
    printf 'load 400010 ts=%s\n' 49 55 65 75 85
    printf 'load 400010 ctx=101\nload 400010\nload 400010 ctx=999 ts=65\nload 400010 ctx=0 el=1 ts=65\nload 400010 ctx=0 ts=65\nbranch 401008 401018 ctx=100\n'
    printf 'buffer 200\nload 400010\nload 400010 ctx=100\nbranch 401008 401018\nbuffer -\nbranch 401008 401018\n'
} | "$tmp/make_perf" 1000 0 0 1 >"$tmp/threads.data"
is "$("$dump" --format=csv "$tmp/threads.data" 2>/dev/null |
    perl -ne '($before, $after) = ($1 =~ tr/,//, $2 =~ tr/,//) if /^(.*?)\btid,.*\btid_from(.*)/;
        s/^([^,]*,){$before}//; s/(,[^,\n]*){$after}$//; print')" \
    'tid,pid,thread_name,tid_from
,,,
101,100,"a\x01\xff""b"",\c",switch
200,200,other,switch
0,0,swapper,switch
,,,
101,100,"a\x01\xff""b"",\c",context
,,,
200,200,other,switch
0,0,swapper,context
200,200,other,switch
100,100,'\''=first,context
200,200,other,trace
100,100,'\''=first,context
200,200,other,trace
,,,' "CSV: the thread of each record, and how it is known"
same "threads" "$tmp/threads.data"
same "threads of records that a filter keeps" "$tmp/threads.data" --filter=branch_filter=1
is "$("$dump" --format=json "$tmp/threads.data" 2>/dev/null | grep -o '"tid":10[01]\|"pid.*' | sed -n 1,2p)" \
    '"tid":101
"pid":100,"thread_name":"a\\x01\\xff\"b\",\\c","tid_from":"switch"}' "JSON"
is "$("$dump" --format=brstack "$tmp/threads.data" 2>/dev/null | awk '{print $1}' | tr '\n' ' ')" "100 200 -1 " \
    "brstack: the process comes first"
sed 's/other/again/' "$tmp/threads.data" >"$tmp/again.data"
for format in csv json arrow parquet; do
    "$dump" -j1 --format=$format "$tmp/threads.data" "$tmp/one" "$tmp/again.data" >"$tmp/1" 2>/dev/null
    "$dump" -j4 --format=$format "$tmp/threads.data" "$tmp/one" "$tmp/again.data" >"$tmp/4" 2>/dev/null
    is "$(cmp "$tmp/1" "$tmp/4" 2>&1)" "" "$format: three files give the same with four threads"
done
is "$(tools/tests/tables/read "$tmp/4" | awk -F'\t' 'NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i}
    $at["tid"] == 200 {printf "%s %s %s %s;", $at["tid"], $at["pid"], $at["thread_name"], $at["tid_from"]}')" \
    "$(printf '200 200 %s;' 'other switch'{,,} 'other trace'{,} 'again switch'{,,} 'again trace'{,})" \
    "... each with its own names"
"$dump" --format=json - <"$tmp/threads.data" >"$tmp/json" 2>/dev/null
# shellcheck disable=SC2002 # it must be a pipe
is "$(cat "$tmp/threads.data" | "$dump" -j4 --format=json - 2>/dev/null | diff - "$tmp/json")" "" \
    "a pipe whose events come before the records gives what the file gives"

# Without libzstd pages are not compressed: compress.c and decompress.c are then built in another way.
cp "$build/tools/parts.a" "$tmp/parts.a"
ok "... without libzstd" "${CC:-cc}" -std=c11 -O1 -c tools/table/compress.c -o "$tmp/compress.o"
# shellcheck disable=SC2086 # flags
ok "... nor does it decompress" "${CC:-cc}" -std=c11 -O1 ${LIBSPE_CFLAGS--Iinclude} -c tools/input/decompress.c -o \
    "$tmp/decompress.o"
ok "... it links" eval "ar r '$tmp/parts.a' '$tmp/compress.o' '$tmp/decompress.o' && ${CC:-cc} \
    '$build/tools/spe-dump.o' '$tmp/parts.a' ${LIBSPE_LIBS-$build/libspe-lab.a $build/libspe.a} -pthread -o '$tmp/spe-dump'"
"$tmp/spe-dump" --format=parquet -o "$tmp/plain" "$tmp/some"
"$dump" --format=parquet -o "$tmp/parquet" "$tmp/some"
ok "... and writes the same" cmp <(tools/tests/tables/read "$tmp/plain") <(tools/tests/tables/read "$tmp/parquet")
is "$(tools/tests/tables/read --shape "$tmp/plain" | cut -f 9 | sort -u)" 0 "... which is not compressed"
if nm "$build/tools/parts.a" 2>"$tmp/err" | grep -q 'U ZSTD_compress'; then
    is "$(tools/tests/tables/read --shape "$tmp/parquet" | cut -f 9 | sort -u | tail -1)" 6 \
        "... and with it some chunks are: zstd"
fi

# -- output --

for format in arrow parquet; do
    "$dump" --format=$format -o "$tmp/file" "$tmp/records"
    ok "$format: a pipe gets what a file gets" cmp "$tmp/file" <("$dump" --format=$format - <"$tmp/records" | cat)
    (ulimit -f 64 && "$dump" --format=$format -o "$tmp/full" "$tmp/records" 2>"$tmp/err")
    is "$? $(grep -c 'File too large' "$tmp/err") $(ls "$tmp/full" 2>/dev/null)" "1 1 " "... and leaves no file"
    (trap '' PIPE && "$dump" --format=$format "$tmp/records" 2>"$tmp/err") | head -c 10 >"$tmp/head"
    is "${PIPESTATUS[0]} $(cat "$tmp/err")" "1 " "... a reader that goes away is no message"

    cp "$tmp/records" "$tmp/input"
    "$dump" --format=$format -o "$tmp/input" "$tmp/one" "$tmp/input" 2>"$tmp/err"
    is "$? $(cat "$tmp/err")" "1 spe-dump: $tmp/input: also the input; write to another file" "... nor is the input lost"
    ok "... of which nothing is gone" cmp "$tmp/input" "$tmp/records"
    "$dump" --style=arch --format=$format -o "$tmp/none" "$tmp/one" 2>"$tmp/err"
    is "$? $(ls "$tmp/none" 2>/dev/null)" "2 " "... --style is for text"
done
script -qec "$dump --format=parquet $tmp/one" /dev/null >"$tmp/err"
is "$(tr -d '\r' <"$tmp/err" | head -n 1)" "spe-dump: parquet: not written to a terminal; name a file with -o" \
    "a terminal gets no table"
"$dump" --format=json -o "$tmp/file" "$tmp/one"
ok "-o is for text, too" cmp "$tmp/file" <("$dump" --format=json "$tmp/one")

# -- damaged input: the table has what was read; if nothing was, there is no table --

head -c 100 "$tmp/records" >"$tmp/cut"
for format in arrow parquet; do
    "$dump" --format=$format -o "$tmp/file" "$tmp/cut" 2>"$tmp/err"
    is "$? $(tools/tests/tables/read "$tmp/file" | grep -c '')" "1 3" "$format: input that is cut off"
    "$dump" --format=$format -o "$tmp/file" "$tmp/missing" "$tmp/one" 2>"$tmp/err"
    is "$? $(tools/tests/tables/read "$tmp/file" | grep -c '')" "1 2" "... one file that is not there"
    "$dump" --format=$format -o "$tmp/none" "$tmp/missing" tools/tests/test_tables.sh 2>"$tmp/err"
    is "$? $(ls "$tmp/none" 2>/dev/null)" "1 " "... none that is SPE"
done
tests/perf_data.py v2 >"$tmp/empty.data"
for format in text csv json brstack profgen arrow parquet; do
    for input in "$tmp/missing" tools/tests/test_tables.sh "$tmp/empty.data"; do
        "$dump" --format=$format "$input" >"$tmp/file" 2>"$tmp/err"
        is "$? $(wc -c <"$tmp/file")" "1 0" "$format, ${input##*/}: nothing goes to standard output, either"
    done
done

# -- perf.data that is cut off anywhere: all formats, and spe-stat, have the same records, including a truncated one --

"$tmp/make_stream" records 30 >"$tmp/few"
"$tmp/make_stream" mixed 30 >"$tmp/few.mixed"
tests/perf_data.py v2 "$tmp/few" "$tmp/few.mixed" >"$tmp/whole.data"
size=$(stat -c %s "$tmp/whole.data")
files=0 differ='' step=2003 few=7
! is_all || step=53 few=1
for ((at = 200; at < size; at += step)); do
    head -c $at "$tmp/whole.data" >"$tmp/cut.data"
    want=$("$dump" --format=json "$tmp/cut.data" 2>/dev/null | wc -l)
    got=$("$build/spe-stat" --format=csv "$tmp/cut.data" 2>/dev/null | sed -n 's/^profile,"samples",count,//p')
    got="${got:-0} $("$dump" --records "$tmp/cut.data" 2>"$tmp/err" | grep -vc '^#')"
    got+=" $("$dump" --format=csv "$tmp/cut.data" 2>/dev/null | sed 1d | wc -l)"
    for format in arrow parquet; do
        "$dump" --format=$format "$tmp/cut.data" >"$tmp/file" 2>/dev/null
        got+=" $(tools/tests/tables/read "$tmp/file" 2>/dev/null | sed 1d | wc -l)"
    done
    files=$((files + 1))
    [ "$(grep -c 'ends inside' "$tmp/err")" -le 1 ] || differ+="$at: more than one message: $(cat "$tmp/err")"$'\n'
    [ "$got" = "$want $want $want $want $want" ] || differ+="$at: $want in JSON, $got"$'\n'
done
is "$files $differ" "$files " "cut in $files places: the same records, and one message of it"
tests/perf_data.py v2 "$tmp/few" >"$tmp/whole.data"
front=$(($(stat -c %s "$tmp/whole.data") - $(stat -c %s "$tmp/few"))) differ=
for ((at = 0; at < 70; at += few)); do
    head -c $((front + at)) "$tmp/whole.data" | "$dump" - 2>/dev/null | "$build/spe-asm" - |
        cmp -s - <(head -c $at "$tmp/few") || differ+="$at "
done
is "$differ" "" "... all bytes are among the packets, also of one that it ends inside"

# -- an old table stays until the new one is complete --

mkdir "$tmp/kept"
cp tools/tests/test_tables.sh "$tmp/text"
for format in text csv json brstack profgen arrow parquet; do
    echo old >"$tmp/kept/table"
    ln -sf table "$tmp/kept/link"
    for name in table link; do
        for input in missing text empty.data; do
            "$dump" --format=$format -o "$tmp/kept/$name" "$tmp/$input" 2>"$tmp/err"
            is "$? $(cat "$tmp/kept/table") $(ls -A "$tmp/kept" | tr '\n' ' ')" "1 old link table " \
                "$format into a $name, $input: the old one stays"
        done
    done
done
: >"$tmp/kept/table"
chmod 640 "$tmp/kept/table"
"$dump" --format=parquet -o "$tmp/kept/link" "$tmp/one"
is "$? $(readlink "$tmp/kept/link") $(stat -c %a "$tmp/kept/table") $(tools/tests/tables/read "$tmp/kept/table" |
    wc -l)" "0 table 640 2" "a link leads to the new table, which has the mode bits of the old one"
(umask 027 && "$dump" --format=arrow -o "$tmp/kept/new" "$tmp/one")
is "$(stat -c %a "$tmp/kept/new")" 640 "a new one's are as umask has them"
(cd "$tmp/kept" && rm -f new link && "$dump" --format=json -o table ../one)
is "$(ls -A "$tmp/kept") $(stat -c %a "$tmp/kept/table")" "table 640" "... also of a name without folder"
ok "... as text" cmp "$tmp/kept/table" <("$dump" --format=json "$tmp/one")
"$dump" --format=arrow -o /dev/stdout "$tmp/one" >"$tmp/kept/table"
is "$(ls -A "$tmp/kept")" table "/dev/stdout is written as it is"
ok "... to its end" cmp "$tmp/kept/table" <("$dump" --format=arrow "$tmp/one")
echo before >"$tmp/kept/table"
(exec 5>>"$tmp/kept/table" && "$dump" --format=json -o /dev/fd/5 "$tmp/one" && echo after >&5)
is "$(tail -n 1 "$tmp/kept/table")" after "... /dev/fd/5, too: what others write there is not lost"
"$dump" --format=parquet -o "$tmp/kept/table" "$tmp/cut" 2>"$tmp/err"
is "$? $(tools/tests/tables/read "$tmp/kept/table" | grep -c '')" "1 3" "what was read of damaged input takes its place"
mkfifo "$tmp/out"
"$dump" --format=arrow -o "$tmp/out" "$tmp/one" &
ok "a FIFO is written as it is" cmp "$tmp/out" <("$dump" --format=arrow "$tmp/one")
wait $!
ok "... and stays one" test -p "$tmp/out"

# -- an interrupted run leaves the old file --

# More than the two parts of which the first is written while the next is read.
# shellcheck disable=SC2094 # it grows until it is large
while [ "$(stat -c %s "$tmp/large" 2>/dev/null || echo 0)" -lt 40000000 ]; do cat "$tmp/records"; done >>"$tmp/large"
mkfifo "$tmp/fifo"
# As from a terminal: programs ignore the signals that their shell ignores because of nohup, or in the background.
heeding='$SIG{$_} = "DEFAULT" for qw(TERM INT HUP); exec @ARGV'
interrupt() { # FORMAT SIGNAL: in the middle. $written: the bytes written by then; $ended: what ended the program
    perl -e "$heeding" "$dump" --format="$1" -o "$tmp/kept/table" "$tmp/fifo" &
    exec 3>"$tmp/fifo"
    cat "$tmp/large" >&3
    for ((i = 0; i < 3000; i++)); do
        written=$(find "$tmp/kept" -name '.spe-dump.*' -size +0)
        [ -n "$written" ] && break
        sleep 0.1
    done
    kill -"$2" $!
    wait $! 2>/dev/null
    ended=$(kill -l $?)
    exec 3>&-
}
signals=(TERM) formats=(parquet)
! is_all || signals+=(INT HUP) formats+=(arrow json)
for format in "${formats[@]}"; do
    for signal in "${signals[@]}"; do
        echo old >"$tmp/kept/table"
        interrupt "$format" "$signal"
        is "${written:+some} $ended $(cat "$tmp/kept/table") $(ls -A "$tmp/kept")" "some $signal old table" \
            "$format, SIG$signal: the old one stays, and nothing else"
    done
    interrupt "$format" KILL
    is "${written:+some} $ended $(cat "$tmp/kept/table")" "some KILL old" "... killed: the old one stays"
    [ "$format" = json ] || {
        tools/tests/tables/read "$written" >/dev/null 2>"$tmp/err"
        is "$?" 255 "... and nobody takes for a table what is beside it" || diag "$(cat "$tmp/err")"
    }
    rm -f "$written"
done
(trap '' TERM && exec "$dump" --format=json -o "$tmp/kept/table" "$tmp/fifo") &
exec 3>"$tmp/fifo"
cat "$tmp/one" >&3
kill -TERM $!
cat "$tmp/one" >&3
exec 3>&-
wait $!
is "$? $(wc -l <"$tmp/kept/table")" "0 2" "a signal that is ignored stays so"
done_testing
