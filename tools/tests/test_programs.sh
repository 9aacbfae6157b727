#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-dump, spe-asm, spe2perf's command line and the teaching examples, from a user's view.
# tools/tests/more/test_perf_client.sh tests how perf reads spe2perf's files.
# needs: coreutils diffutils perl python3
set -u
. tests/tap.sh
need cmp
need perl
need python3
. tools/tests/programs.sh
wrap=$build/spe2perf


bytes 'b0d0c2a1ed66baffc0 0000000000 4900 521600 712e652f6a0a000000' >"$tmp/load.spe"
bytes 'b0d0c2a1ed66baffc0 4900 52160071' >"$tmp/cut.spe"

# -- command lines --
for program in "$dump" "$asm" "$wrap"; do
    name=${program##*/}
    second=
    [ "$name" = spe2perf ] && second=$tmp/x
    for option in --help -h; do
        run "$program" $option
        is "$status $(head -c $((7 + ${#name})) "$tmp/out") $(wc -c <"$tmp/err")" "0 usage: $name 0" "$name $option"
    done
    run "$program" --version
    is "$status $(cat "$tmp/out")" "0 $name (libspe) $version" "$name --version"
    fails 2 "^Try '$name --help'" "$name, unknown option" "$program" --nonsense
    [ "$name" = spe-asm ] || fails 2 "^$name: [A-Z]*: missing; " "$name without a file" "$program"
    [ "$name" = spe-dump ] || fails 2 "^$name: [23]: an extra argument; " "$name, too many files" "$program" 1 2 3
    fails 1 "^$name: $tmp/none: No such file or directory" "$name, no such file" "$program" "$tmp/none" \
        ${second:+"$second"}
    fails 1 "^$name: $tmp: (Is )?a directory" "$name, a directory" "$program" "$tmp" ${second:+"$second"}
done
fails 2 "^spe-dump: -q: not an option" "an unknown letter in a word" "$dump" -qx "$tmp/load.spe"
fails 2 "^spe-dump: -o: lacks its value" "a letter without its value" "$dump" "$tmp/load.spe" -o
fails 2 "^spe-dump: --version=1: lacks its value, or does not accept one" "a value that is not accepted" "$dump" --version=1
is "$("$dump" --sty=arch "$tmp/load.spe")" "$("$dump" --style=arch "$tmp/load.spe")" \
    "an option that --help has twice, by its beginning"
"$asm" --output="$tmp/made.spe" - <<<'00'
is "$? $(wc -c <"$tmp/made.spe")" "0 1" "spe-asm --output"
fails 2 "^spe2perf: 3: an extra argument; " "spe2perf names the first argument too many" "$wrap" 1 2 3
fails 2 "^spe2perf: OUT: missing; " "... or what is missing" "$wrap" 1
fails 2 "^spe2perf: -: OUT must be a regular file" "... standard output is none" "$wrap" "$tmp/load.spe" -
fails 2 "^spe-dump: nice: not a style; use perf or arch" "spe-dump, unknown style" "$dump" --style=nice \
    "$tmp/load.spe"
for option in --midr=x --midr=0x100000000 --midr=-1 --midr= --cpu=-1 --cpu=65536 --cpu=1x; do
    fails 2 "^spe2perf: ${option#*=}: " "spe2perf $option" "$wrap" "$option" "$tmp/load.spe" "$tmp/x"
done

"$wrap" --midr=0xffffffff --cpu=65535 "$tmp/load.spe" "$tmp/most"
is "$? $("$dump" "$tmp/most" | head -1)" "0 # buffer 1, cpu 65535, MIDR_EL1 0xffffffff" "spe2perf: the largest numbers"
for size in 3 9 10; do # a packet of 2 bytes, and 1, 7 or 8 of 9 of the next one: the padding after it would complete it
    perl -e 'print pack "(H*)", substr "420071d34eeaa12b3412", 0, 2 * $ARGV[0]' $size >"$tmp/part.spe"
    fails 1 "^spe2perf: $tmp/part.spe: offset 0x2: input ends inside a packet" "spe2perf: $((size - 2)) bytes of a packet" \
        "$wrap" "$tmp/part.spe" "$tmp/part.data"
    is "$("$dump" --format=csv "$tmp/part.data" 2>/dev/null | sed 1d | cut -d, -f 4)" "" "... are no timestamp"
done
rm "$tmp/most"

# -- spe-dump: the form of its lines --
is "$("$dump" "$tmp/load.spe")" \
    '.  00000000:  b0 d0 c2 a1 ed 66 ba ff c0                      PC 0xffba66eda1c2d0 el2 ns=1
.  00000009:  00 00 00 00 00                                  PAD
.  0000000e:  49 00                                           LD GP-REG
.  00000010:  52 16 00                                        EV RETIRED L1D-ACCESS TLB-ACCESS
.  00000013:  71 2e 65 2f 6a 0a 00 00 00                      TS 44731163950' "packets in perf's form"
is "$("$dump" --packets --style=perf "$tmp/load.spe")" "$("$dump" "$tmp/load.spe")" "which are the defaults"
is "$("$dump" --style=arch "$tmp/load.spe" | head -1)" \
    '.  00000000:  b0 d0 c2 a1 ed 66 ba ff c0                      PC 0xffffba66eda1c2d0 EL2 Non-secure' \
    "packets in the architecture's words"
is "$("$dump" --records "$tmp/load.spe")" \
    '00000000    28  PC 0xffba66eda1c2d0 el2 ns=1; LD GP-REG; EV RETIRED L1D-ACCESS TLB-ACCESS; TS 44731163950' \
    "records"
is "$(head -c 35 /dev/zero | "$dump" - | cut -c 3-61 | tr -s ' ' | tr '\n' '|')" \
    " 00000000:$(printf ' 00%.0s' {1..16})| 00000010:$(printf ' 00%.0s' {1..16})| 00000020: 00 00 00 |" \
    "padding: 16 bytes a line"
is "$(bytes '9b0500 4801' | "$dump" - | cat -A | cut -c 63-)" 'LAT 5 $
OTHER COND-SELECT$' "blanks at a line's end stay as perf prints them"
fails 1 '^spe-dump: /dev/null: no SPE data: there are no bytes' "nothing" "$dump" /dev/null
fails 1 '^spe-dump: /dev/null: no SPE data: there are no bytes' "... records" "$dump" --records /dev/null

# -- spe-dump: a truncated end --
fails 1 '^spe-dump: .*cut.spe: offset 0xe: input ends inside a packet \(8 more bytes needed\)$' "a packet cut off" \
    "$dump" "$tmp/cut.spe"
is "$(tail -1 "$tmp/out")" '.  0000000e:  71                                              truncated packet (8 more bytes needed)' "its bytes are printed, marked"
fails 1 '\(1 more byte needed\)$' "a packet cut off before its last byte" sh -c "head -c 8 '$tmp/load.spe' | $dump -"
fails 1 '^spe-dump: .*cut.spe: offset 0x0: input ends inside a record \(15 bytes of it\)$' "a record cut off" "$dump" \
    --records "$tmp/cut.spe"
is "$(cat "$tmp/out")" '00000000    15  PC 0xffba66eda1c2d0 el2 ns=1; LD GP-REG; EV RETIRED L1D-ACCESS TLB-ACCESS [truncated]' "what there is of it is printed, marked"
is "$("$dump" --records --style=arch "$tmp/cut.spe" 2>/dev/null | sed 's/.*\[/[/')" "[truncated]" \
    "likewise in the other style"

# -- messages: one line of plain text each, whatever a file's name is, and not too many --
odd=$(printf '%s/a\nb\033[31m\342\200\256c\177d\302\205e\303\244f\342\200\217\377g' "$tmp")
fails 1 '^spe-dump: .*/a\\x0ab\\x1b\[31m\\xe2\\x80\\xaec\\x7fd\\xc2\\x85eäf\\xe2\\x80\\x8f\\xffg: No such file or directory$' "a name with all sorts of characters" "$dump" "$odd"
is "$(wc -l <"$tmp/err")" 1 "... is one line"
cp "$tmp/load.spe" "$odd"
is "$("$dump" "$odd" "$tmp/load.spe" | grep -c '^# ==> .*/a\\x0ab.*g <==$')" 1 "... also on standard output"
is "$("$build/spe-stat" --html=- "$odd" | grep -c \
    '<h1>.*/a\\x0ab\\x1b\[31m\\xe2\\x80\\xaec\\x7fd\\xc2\\x85eäf\\xe2\\x80\\x8f\\xffg</h1>')" 1 "... and on a page"
mapfile -t cuts < <(yes "$tmp/cut.spe" | head -100)
tests/perf_data.py v1-pipe "${cuts[@]}" >"$tmp/cuts"
for mode in --packets --records; do
    "$dump" $mode "$tmp/cuts" >/dev/null 2>"$tmp/err"
    is "$? $(grep -c 'input ends inside' "$tmp/err") $(grep 'more buffers' "$tmp/err")" \
        "1 8 spe-dump: 92 more buffers end too early" "$mode: a hundred buffers that are cut off"
done
"$build/spe-stat" "$tmp/cuts" >/dev/null 2>"$tmp/err"
is "$? $(grep -c 'input ends inside' "$tmp/err") $(grep 'more buffers' "$tmp/err")" \
    "1 8 spe-stat: 92 more buffers end too early" "... spe-stat"

# -- output that cannot be written --
for i in {1..200}; do printf '\262%08d' "$i"; done >"$tmp/addresses" # packets that are not printed are not cut off
fails 1 '^spe-dump: standard output: No space left on device$' "addresses to a full disk" sh -c \
    "$dump $tmp/addresses >/dev/full"
random_bytes 1000000 >"$tmp/million"
for mode in --packets --records; do
    fails 1 '^spe-dump: standard output: No space left on device$' "$mode to a full disk" sh -c \
        "$dump --force $mode $tmp/million >/dev/full"
    fails 1 '^spe-dump: standard input: ' "$mode from a closed input" sh -c "$dump $mode - <&-"
    is "$( (trap '' PIPE; "$dump" --force $mode "$tmp/million" 2>"$tmp/err"; echo "$? $(wc -c <"$tmp/err")" \
        >"$tmp/status") | head -1 | wc -l)" 1 "$mode to a reader that leaves"
    is "$(cat "$tmp/status")" "1 0" "which is no message"
done

# -- the captures: each packet's text, and the bytes again --
for capture in tests/captures/*.txt; do
    name=${capture##*/}
    ok "$name assembles" "$asm" -o "$tmp/capture.spe" "$capture"
    # Two captures come from an older perf, which had shorter names for two operations.
    grep -v '^#' "$capture" | sed -e 's/^/.  /; s/ | /:  /; s/ | / /' -e 's/ LD$/ LD GP-REG/' \
        -e 's/\( [0-9a-f]\{2\}\) INSN-OTHER$/\1 OTHER INSN-OTHER/' | tr -s ' ' >"$tmp/want"
    "$dump" "$tmp/capture.spe" 2>"$tmp/err" | tr -s ' ' >"$tmp/got"
    sum=$(sed -n '1s/.*SHA-256 \([0-9a-f]\{64\}\).*/\1/p' "$capture") # of the published file, if there is one
    [ -z "$sum" ] || is "$(sha256sum <"$tmp/capture.spe")" "$sum  -" "$name: the published bytes"
    ok "$name: every packet's text" cmp "$tmp/got" "$tmp/want"
    ok "$name: dump and asm" sh -c "$dump $tmp/capture.spe | $asm - | cmp - $tmp/capture.spe"
    "$dump" "$tmp/capture.spe" | cut -c 63- | grep -v PAD >"$tmp/texts"
    ok "$name: text alone" sh -c "$asm $tmp/texts | $dump - | cut -c 63- | cmp - $tmp/texts"
done

# -- random bytes: dump and asm give them back, fast, in constant memory --
if is_all; then size=104857600; else size=4194304; fi
random_bytes "${RANDOM_BYTES:-$size}" >"$tmp/random"
ok "random bytes: dump and asm" sh -c "$dump --force $tmp/random 2>/dev/null | $asm | cmp - $tmp/random"
is "$(echo B COND | "$asm" | hex)" 4a01 "asm without a file reads standard input"
ok "also by file names" sh -c "head -c 1000003 $tmp/random >$tmp/r; $dump --force --style=arch $tmp/r >$tmp/r.txt; $asm -o $tmp/r.again $tmp/r.txt && cmp $tmp/r $tmp/r.again"
ok "also cut off in the packet of any length" sh -c "head -c 20 $tmp/million >$tmp/short
    for n in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do head -c \$n $tmp/short >$tmp/s; $dump $tmp/s | $asm - | cmp - $tmp/s || exit 1; done"

# peak BYTES FILE PROGRAM ...: the most memory, in kB, that the program used while it read BYTES from a pipe
peak() {
    local size=$1 file=$2 pid
    shift 2
    rm -f "$tmp/fifo"
    mkfifo "$tmp/fifo"
    "$@" <"$tmp/fifo" >/dev/null 2>&1 &
    pid=$!
    exec 4>"$tmp/fifo"
    head -c "$size" "$file" >&4
    awk '/^VmHWM/ {print $2}' "/proc/$pid/status"
    exec 4>&-
    wait $pid
}
"$dump" --force "$tmp/random" 2>/dev/null | head -c 40000000 >"$tmp/random.txt"
constant() { # FILE PROGRAM ...
    local small large
    small=$(peak 1000000 "$@")
    large=$(peak 40000000 "$@")
    shift
    ok "${*##*/}: constant memory" [ "$large" -lt $((small + 1000)) ] ||
        diag "$small kB after 1 MB, $large kB at the end"
}
constant "$tmp/random" "$dump" --force -
constant "$tmp/random" "$dump" --force --records -
constant "$tmp/random.txt" "$asm" -
constant "$tmp/random" "$wrap" --force - "$tmp/wrapped"

# -- the size of reads makes no difference: packets, padding and lines that cross reads --
{ head -c 65530 "$tmp/random"; head -c 100 /dev/zero; head -c 65500 "$tmp/random"; head -c 70000 /dev/zero; cat \
    "$tmp/cut.spe"; } >"$tmp/mixed"
"$dump" --force "$tmp/mixed" >"$tmp/mixed.txt" 2>/dev/null
"$dump" --force --records "$tmp/mixed" >"$tmp/mixed.records" 2>/dev/null
"$asm" "$tmp/mixed.txt" >"$tmp/again"
ok "from a file" cmp "$tmp/again" "$tmp/mixed"
ok "a run of padding is cut after 16 bytes only, wherever reads end" awk \
    '{pad = $NF == "PAD"; if (pad && before && before != 19) exit 1; before = pad ? NF : 0}' "$tmp/mixed.txt"
sizes=(7 4095 65537)
! is_all || sizes+=(1)
for size in "${sizes[@]}"; do
    ok "packets in writes of $size bytes" sh -c \
        "dd if=$tmp/mixed bs=$size 2>/dev/null | $dump --force - 2>/dev/null | cmp - $tmp/mixed.txt"
    ok "records in writes of $size bytes" sh -c \
        "dd if=$tmp/mixed bs=$size 2>/dev/null | $dump --force --records - 2>/dev/null | cmp - $tmp/mixed.records"
    ok "lines in writes of $size bytes" sh -c "head -n 5000 $tmp/mixed.txt | dd bs=$size 2>/dev/null | $asm - | $dump --force - 2>/dev/null | cmp -n 300000 - $tmp/mixed.txt"
done

# A capture of more than 4 GiB: a sparse file, padding up to a record. It takes seconds.
if is_all && [ -z "${TAP_STOP:-}" ]; then
    truncate -s 4294967296 "$tmp/huge" && cat "$tmp/load.spe" >>"$tmp/huge"
    is "$("$dump" --records "$tmp/huge")" '100000000    28  PC 0xffba66eda1c2d0 el2 ns=1; LD GP-REG; EV RETIRED L1D-ACCESS TLB-ACCESS; TS 44731163950' "offsets beyond 4 GiB"
    rm -f "$tmp/huge"
fi

# -- spe-asm: what a line may be (@ stands for |) --
while IFS='|' read -r line want; do
    is "$(printf '%s' "$line" | tr '@' '|' | "$asm" - 2>&1 | hex)" "$want" "line: $line"
done <<'EOT'
b0d0c2a1ed66baffc0|b0d0c2a1ed66baffc0
  B0 D0 c2	a1ed 66baff  c0  |b0d0c2a1ed66baffc0
00|00
# 00|
   # 00|
|
.  00000000:  4a 01                                           B COND|4a01
.  ffffffff12:  4a 01                                           B COND|4a01
.  00000000:  4a|4a
.  00000000:  00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 PAD|00000000000000000000000000000000
.  00000000:  71                                              truncated packet (8 more bytes needed)|71
. ... ARM SPE data: size 0x80 bytes|
00000000 @ 4a 01 @ B COND|4a01
13 @ 4a01 @|4a01
13@4a01|4a01
PC 0xffba66eda1c2d0 el2 ns=1|b0d0c2a1ed66baffc0
TGT 0x400000 el0 ns=0|b10000400000000000
VA 0xff0e3703096b28|b2286b0903370eff00
VA 0xf0ff0e3703096b28|b2286b0903370efff0
PA 0x1000 ns=1 ch=1 pat=f|b300100000000000cf
PBT 0x400000 el1 ns=1|b400004000000000a0
ADDR 0x8 (31)|23b70800000000000000
CONTEXT 0x5f80 el2|65805f0000
CONTEXT 0x5f80 el1|64805f0000
LAT 12 TOT|980c00
LAT 65535 ISSUE|99ffff
LAT 0 XLAT|9a0000
TS 44731163950|712e652f6a0a000000
TS -1|71ffffffffffffffff
END|01
DATA-SOURCE 8|4308
DATA-SOURCE 256|530001
EV RETIRED L1D-ACCESS|520600
EV|520000
EV RETIRED IMPDEF:12,63|720210000000000080
EV RETIRED SMCU|6202000002
LD GP-REG|4900
ST SIMD-FP|4905
LD|4902
ST AT AR|4917
B|4a00
B COND|4a01
OTHER INSN-OTHER|4800
SME-OTHER ETS 4194304|48fc
EOT
is "$(printf 'B COND\r\n01\r\n' | "$asm" - | hex)" 4a0101 "lines of another system"

# Text alone gives the same packet back if only one operation has that text.
perl -e 'print pack("CC", 0x48 + ($_ >> 8), $_ & 255) for 0 .. 767' >"$tmp/ops"
"$dump" "$tmp/ops" | cut -c 15- >"$tmp/all"
cut -c 49- "$tmp/all" | sort | uniq -u >"$tmp/unique"
ok "more than a hundred operations have a text of their own" [ "$(wc -l <"$tmp/unique")" -gt 100 ]
"$asm" "$tmp/unique" | "$dump" - | cut -c 15- | sort >"$tmp/got"
awk 'NR == FNR {own[$0]; next} substr($0, 49) in own' "$tmp/unique" "$tmp/all" | sort >"$tmp/want"
ok "text alone: operations" cmp "$tmp/got" "$tmp/want"
cut -c 49- "$tmp/all" | sort | uniq -d >"$tmp/shared"
mapfile -t shared <"$tmp/shared"
wrong=
step=5
! is_all || step=1
for ((i = 0; i < ${#shared[@]}; i += step)); do
    text=${shared[i]}
    "$asm" - <<<"$text" 2>"$tmp/err" | "$dump" - >"$tmp/got"
    [ "$(cut -c 63- "$tmp/got")" = "$text" ] || grep -q 'more than one packet has this text' "$tmp/err" ||
        wrong="$wrong [$text]"
done
is "$wrong" "" "text alone: the others give an operation with that text, or are refused as shared"

# -- spe-asm: rejected lines, and the error's place --
# shellcheck disable=SC2034 # read as ${!message}
none="neither bytes nor a packet's text; write the bytes, or the text as spe-dump prints it"
# shellcheck disable=SC2034
pair="not two hexadecimal digits; write each byte as two, 0a"
# shellcheck disable=SC2034
form='not a packet line; keep only the lines ".  OFFSET:  BYTES" with an offset of 8 digits or more'
while IFS='|' read -r line column message; do
    run "$asm" - <<<"01
${line/@/|}"
    is "$status $(cat "$tmp/err")" "1 spe-asm: standard input:2:$column: ${!message}" "refused: $line"
done <<'EOT'
nonsense|1|none
LAT 65536 TOT|1|none
LAT 5|1|none
PC 0xffba66eda1c2d0 el4 ns=1|1|none
EV RETIRED NONSENSE|1|none
Bad packet!|1|none
.  0000:  46 00 00 00|8|form
.  00000000  4a 01|12|form
.  00000000:  4a 1|18|pair
.  00000000:  4a 011|20|pair
.  00000000:|13|pair
  b0 d0 c|9|pair
b0d|3|pair
13 @ 4a 0|9|pair
EOT
fails 1 '^spe-asm: standard input:1:1: PAD does not give its number of bytes; write 00 for each$' \
    "padding without its bytes" sh -c "echo PAD | $asm -"
printf '01\0\n' >"$tmp/zero.txt"
fails 1 'zero.txt:1:1: neither bytes' "a zero byte" "$asm" "$tmp/zero.txt"
perl -e 'print "01" x 32768, "\n"' >"$tmp/long.txt"
is "$("$asm" "$tmp/long.txt" | wc -c)" 32768 "the longest line"
perl -e 'print "01" x 32768, "0\n"' >"$tmp/longer.txt"
fails 1 'longer.txt:1:1: the line is longer than 65536 characters; break it$' "a longer line" "$asm" "$tmp/longer.txt"
fails 1 'standard input:1:1: the line is longer than 65536 characters; break it$' "an endless line" sh -c \
    "head -c 1000000 /dev/zero | $asm -"

# -- spe-asm: a dump as people paste it --
cat >"$tmp/report" <<'EOF'
Hello, this is what perf says:

0x5c8 [0x30]: PERF_RECORD_AUXTRACE size: 0x18  offset: 0
.
. ... ARM SPE data: size 24 bytes
.  00000000:  99 0b 00                                        LAT 11 ISSUE
.  0000:  46 00 00 00                                      F...
.  00000003:  49 00                                           LD
EOF
pasted() { # ARGUMENT...: the bytes, and the message
    "$asm" "$@" 2>"$tmp/err" | hex
    sed 's/^spe-asm: [^ ]*: / /;s/^spe-asm: standard input: / /' "$tmp/err"
}
said=' 4 lines were skipped, around the packet lines (--strict rejects them)'
is "$(pasted "$tmp/report")" "990b004900$said" "a dump in a report"
is "$(sed 's/^/> >/' "$tmp/report" | pasted -)" "990b004900$said" "... quoted"
colours='s/^\.  \([0-9]*:\)  \(.*\)/\x1b[1;31m.\x1b[0m  \x1b[34m\1\x1b[m  \2/'
is "$(sed "$colours" "$tmp/report" | pasted -)" "990b004900$said" "... in colours"
fails 1 'report:1:1: neither bytes' "... --strict" "$asm" --strict "$tmp/report"
fails 1 'input:1:1: neither bytes' "... without a packet line" sh -c "head -n 5 $tmp/report | $asm"
fails 1 'input:2:18: not two hexadecimal digits' "... a damaged packet line" \
    sh -c "printf 'Hi\n.  00000000:  99 b 00\n' | $asm"
fails 1 'input:2:1: a packet line without the dot' "... a packet line without its dot" \
    sh -c "printf '.  00000000:  99 0b 00\n00000003:  49 00     LD\n' | $asm"
fails 1 'input:2:3: a packet line that is damaged' "... a packet line behind a mark" \
    sh -c "printf '.  00000000:  99 0b 00\n| .  00000003:  49 00   LD\n.  00000005:  49 00\n' | $asm"
for after in '' '.  00000006:  49 00\n' '.  00000000:  49 00\n' 'Regards,\n'; do
    for half in ' 00     LAT 11 IS' '| 00   LAT' 'sent by me\n00  LAT' '00\xc2\xa0LAT'; do
        fails 1 'input:2:1: not a packet line, but the one before ends inside a packet' "... a wrapped packet line" \
            sh -c "printf '.  00000003:  99 0b\n$half\n$after' | $asm"
    done
done
fails 1 'input:1:24: a byte where the text begins' "... joined with too many blanks" \
    sh -c "printf '.  00000003:  99 0b    00     LAT 11\n' | $asm"
is "$(printf '.  00000000:  49 00\nFa wrote:\n10 more packets follow.\n.  00000002:  01\n' | "$asm" 2>/dev/null | hex)" 490001 \
    "... words of two hexadecimal digits"
fails 1 'input:1:25: a second packet line on one line' "... two of them on one line" \
    sh -c "printf '.  00000000:  49 00  LD .  00000002:  01\n' | $asm"
fails 1 'input:1:1: a packet line that is damaged' "... with blanks that are none" \
    sh -c "printf '.\\302\\240 00000000:  49 00\n.  00000002:  01\n' | $asm"
fails 1 'input:3:1: bytes before this line are missing' "... a packet line that is no longer one" \
    sh -c "printf '.  00000000:  99 0b 00\nmore words\n.  00000005:  49 00\n' | $asm"
fails 1 'input:2:1: a dump has no such line' "... bytes between packet lines" \
    sh -c "printf '.  00000000:  99 0b 00\nbeef\n' | $asm"
is "$(printf '.  00000000:  49 00\nbeef\n' | "$asm" --strict | hex)" 4900beef "... --strict"
is "$(printf '\xef\xbb\xbf.  00000000:  49 00\n\x1b[?25h\x1b(B.  00000002:  01\n' | "$asm" | hex)" 490001 "... after marks of an editor and a terminal"
fails 1 'input:2:1: the line is longer than 65536 characters' "... after it a line that is too long" \
    sh -c "(echo '.  00000000:  99 0b 00'; head -c 140000 /dev/zero | tr '\\0' x) | $asm"
fails 1 'input:1:1: neither bytes' "other text with a mistake before it" sh -c "printf 'LAT12\nB COND\n' | $asm"


# -- OUT: a complete file or none --
printf '01\nnonsense\n' >"$tmp/bad.txt"
fails 1 'bad.txt:2:1' "a wrong line" "$asm" -o "$tmp/made" "$tmp/bad.txt"
ok "leaves no file" [ ! -e "$tmp/made" ]
ok "--output" "$asm" --output "$tmp/made" tests/captures/neoverse-fixed-slots.txt
is "$(wc -c <"$tmp/made")" 128 "writes the file"
fails 1 '^spe-asm: .*: also the input; write to another file' "-o over the input" "$asm" -o "$tmp/bad.txt" \
    "$tmp/bad.txt"
is "$(wc -l <"$tmp/bad.txt")" 2 "which is still there"
fails 1 '^spe-asm: .*: also the input; write to another file' "... read as standard input" sh -c \
    "'$asm' -o '$tmp/bad.txt' - <'$tmp/bad.txt'"
fails 1 '^spe-asm: /dev/full: No space left on device' "-o on a full disk" "$asm" -o /dev/full \
    tests/captures/neoverse-fixed-slots.txt
ok "which is still there, too" [ -c /dev/full ]
printf 'old' >"$tmp/target"
ln -s "$tmp/target" "$tmp/link"
fails 1 'bad.txt:2:1' "-o is a link" "$asm" -o "$tmp/link" "$tmp/bad.txt"
is "$(readlink "$tmp/link") $(cat "$tmp/target")" "$tmp/target old" "which stays, as does what it leads to"
ln -s "$tmp/nowhere" "$tmp/dangling"
fails 1 'bad.txt:2:1' "... that leads nowhere" "$asm" -o "$tmp/dangling" "$tmp/bad.txt"
is "$(readlink "$tmp/dangling") $(wc -c <"$tmp/nowhere")" "$tmp/nowhere 0" "which stays; what it leads to is empty"
for program in "$asm -o $tmp/target $tmp/bad.txt" "$dump --format=csv -o $tmp/target /dev/null" \
    "$wrap tests/tap.sh $tmp/target" \
    "$build/spe-stat --save=$tmp/target tests/tap.sh" "$build/spe-stat --html=$tmp/target --save=$tmp/none/made $tmp/load.spe"; do
    fails 1 '.' "an old OUT: $program" sh -c "$program"
    is "$(cat "$tmp/target") $(find "$tmp" -name '.spe*')" "old " "... stays, and nothing else"
done
is "$("$asm" -o /dev/stdout "$tmp/bad.txt" 2>/dev/null >"$tmp/target"; echo "$? $(wc -c <"$tmp/target")")$([ -e \
    /dev/stdout ] && echo there)" "1 0there" "-o /dev/stdout: it stays, too"
"$asm" -o "$tmp/made" tests/captures/neoverse-fixed-slots.txt <&- >&- 2>&-
is "$? $(wc -c <"$tmp/made")" "0 128" "-o with all three streams closed"
mkfifo "$tmp/pipe"
cat "$tmp/pipe" >/dev/null &
fails 1 "^spe2perf: $tmp/pipe: not seekable" "spe2perf into a pipe" "$wrap" "$tmp/load.spe" "$tmp/pipe"
wait
"$wrap" --force - "$tmp/from-pipe" < <(cat "$tmp/million")
"$wrap" --force "$tmp/million" "$tmp/from-file"
ok "spe2perf from a pipe" cmp "$tmp/from-pipe" "$tmp/from-file"

# -- what every way of printing says --
{ cat "$tmp/load.spe" "$tmp/load.spe"; printf '\377\377\377'; cat "$tmp/load.spe" "$tmp/load.spe"; } >"$tmp/damaged"
for how in --records "--format=csv -j1" "--format=csv -j2" --format=arrow; do
    # shellcheck disable=SC2086 # options
    is "$("$dump" $how --resync "$tmp/damaged" 2>&1 >/dev/null | grep -c 'bytes were skipped, which are in no record')" 1 \
        "$how: bytes that were skipped"
    # shellcheck disable=SC2086
    is "$("$dump" $how --force "$tmp/million" "$tmp/none" 2>&1 >/dev/full)" \
        "spe-dump: standard output: No space left on device" "$how: a full disk ends it before the next file"
done

done_testing
