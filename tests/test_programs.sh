#!/bin/bash
# SPDX-License-Identifier: MIT
# The programs as a person uses them: options, files and pipes, every error, and spe-dump | spe-asm on any bytes.
set -u
. tests/tap.sh
build=${BUILD:-build}
dump=$build/spe-dump asm=$build/spe-asm wrap=$build/spe2perf

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# exits STATUS PATTERN NAME COMMAND ...: the exit status, and what standard error says.
exits() {
    local status=$1 pattern=$2 name=$3
    shift 3
    "$@" >"$work/out" 2>"$work/err"
    is "$? $(grep -cE "$pattern" "$work/err")" "$status 1" "$name" || { sed 's/^/# /' "$work/err"; return 1; }
}

# -- what every program has --
for program in spe-dump spe-asm spe2perf; do
    ok "$program --help" "$build/$program" --help
    is "$("$build/$program" --help | head -1 | cut -d' ' -f1-2)" "usage: $program" "$program --help says how to use it"
    is "$("$build/$program" --version | grep -c "^$program.* $(sed -n 's/^#define SPE_VERSION_STRING "\(.*\)"/\1/p' include/libspe/base.h)")" 1 "$program --version"
    exits 2 "$program: " "$program without a file" "$build/$program"
    exits 2 "no-such-option" "$program with a wrong option" "$build/$program" --no-such-option
    "$build/$program" --help >/dev/full 2>"$work/err"
    is $? 1 "$program --help into a full disk"
done
exits 1 "spe2perf: .*/no/such/file" "spe2perf: a file that is not there" "$wrap" /no/such/file "$work/x"
exits 2 "spe2perf: " "spe2perf: three files" "$wrap" a b c
for program in spe-dump spe-asm; do
    exits 1 "$program: .*/no/such/file" "$program: a file that is not there" "$build/$program" /no/such/file
    exits 2 "$program: " "$program: two files" "$build/$program" a b
done

# -- captures, line by line --
for capture in tests/captures/*.txt; do
    name=$(basename "$capture" .txt)
    "$asm" -o "$work/$name" "$capture"
    "$dump" "$work/$name" >"$work/dump" 2>"$work/err"
    # two captures are from an older perf, which had shorter words
    sed -n 's/^[0-9a-f]\{8\} | .* | //p' "$capture" | sed 's/^LD$/LD GP-REG/; s/^INSN-OTHER$/OTHER INSN-OTHER/' >"$work/want"
    is "$(sed 's/^.\{62\}//' "$work/dump")" "$(cat "$work/want")" "$name: the texts that perf printed"
    is "$(sed 's/^\.  \([0-9a-f]*\):  \(.\{47\}\) .*/\1 | \2/; s/ *$//' "$work/dump")" \
        "$(sed -n 's/^\([0-9a-f]\{8\} | .*\) | .*/\1/p' "$capture" | sed 's/ *$//')" "$name: its offsets and bytes"
    ok "$name: dump and asm" sh -c "'$dump' '$work/$name' | '$asm' - | cmp - '$work/$name'"
    grep -v '^#' "$work/want" | grep -v PAD >"$work/texts"
    ok "$name: its texts alone give its packets" sh -c "'$asm' '$work/texts' | '$dump' - | sed 's/^.\{62\}//' | cmp - '$work/texts'"
done
is "$("$dump" "$work/neoverse-fixed-slots" | head -1)" \
    ".  00000000:  b0 d0 c2 a1 ed 66 ba ff c0                      PC 0xffba66eda1c2d0 el2 ns=1" "a line is as perf prints it"
is "$("$dump" --records "$work/neoverse-fixed-slots" | wc -l)" 2 "a line a record"
is "$("$dump" --records --style=arch "$work/neoverse-fixed-slots" | grep -c 'PC 0xffffba66eda1c2d0 EL2 Non-secure')" 1 "records in the architecture's names"
is "$("$dump" --packets --style=arch "$work/neoverse-fixed-slots" | grep -c 'CONTEXTIDR_EL2 0x5f80')" 1 "packets in the architecture's names"
exits 2 "style" "a wrong style" "$dump" --style=x "$work/neoverse-fixed-slots"

# -- padding: up to 16 bytes a line, from where it starts --
head -c 37 /dev/zero >"$work/zeros"
is "$("$dump" "$work/zeros" | awk '{print NF - 3}' | tr '\n' ' ')" "16 16 5 " "padding is 16 bytes a line"

# -- input that ends too early --
printf '\x42\x02\x71\x01\x02' >"$work/cut"
exits 1 "offset 0x2" "a packet cut off: where" "$dump" "$work/cut"
is "$(tail -1 "$work/out" | grep -c '^\.  00000002:  71 01 02 .*truncated')" 1 "its bytes are printed, marked"
exits 1 "offset 0x0" "a record cut off: where" "$dump" --records "$work/cut"
is "$(grep -ci truncated "$work/out")" 1 "what there is of it is printed, marked"
ok "a dump with a truncated line is read back" sh -c "'$dump' '$work/cut' 2>/dev/null | '$asm' - | cmp - '$work/cut'"
exits 0 "^$" "an empty input is no error" sh -c "'$dump' /dev/null; echo >&2"
is "$(wc -c <"$work/out")" 0 "and has no lines"

# -- any bytes --
head -c 100000000 /dev/urandom >"$work/random"
"$dump" "$work/random" 2>/dev/null >"$work/random.dump"
ok "100 MB of random bytes: dump and asm" sh -c "'$asm' '$work/random.dump' | cmp - '$work/random'"
head -c 3000000 "$work/random" >"$work/part"
"$dump" "$work/part" >"$work/whole.dump" 2>/dev/null
# shellcheck disable=SC2016 # for the inner shell
ok "a pipe that gives what it likes gives the same dump" sh -c '
    { dd bs=7 count=1000; dd bs=1 count=1000; dd bs=4099; } <"$1" 2>/dev/null | "$0" - 2>/dev/null | cmp - "$2"' "$dump" "$work/part" "$work/whole.dump"
for mode in --packets --records; do
    ok "$mode: memory does not grow with the input" sh -c "ulimit -v 12000; '$dump' $mode '$work/random' >/dev/null 2>&1; test \$? -le 1"
done
rm -f "$work/random" "$work/random.dump"

# -- outputs that fail --
exits 1 "No space left" "spe-dump into a full disk" sh -c "'$dump' '$work/part' >/dev/full"
exits 1 "No space left" "spe-asm into a full disk" sh -c "'$asm' '$work/whole.dump' >/dev/full"
exits 1 "No space left" "spe2perf into a full disk" "$wrap" "$work/part" /dev/full
"$dump" "$work/part" 2>"$work/err" | head -1 >/dev/null
is "$(cat "$work/err")" "" "a reader that has seen enough is no error"

# -- spe-asm: forms and mistakes --
bytes() { printf '%s\n' "$1" | "$asm" - 2>&1 | od -An -tx1 | tr -d ' \n'; }
is "$(bytes 'b0d0c2')" b0d0c2 "hexadecimal"
is "$(bytes '  B0 d0 C2 ')" b0d0c2 "with blanks, in capitals"
is "$(bytes '# comment')" "" "a comment"
is "$(bytes '')" "" "an empty line"
is "$(bytes 'PC 0xffba66eda1c2d0 el2 ns=1')" b0d0c2a1ed66baffc0 "a PC"
is "$(bytes 'PA 0x81234 ns=1 ch=1 pat=d')" b334120800000000cd "a physical address"
is "$(bytes 'ADDR 0x8 (31)')" 23b70800000000000000 "an IMPLEMENTATION DEFINED address"
is "$(bytes 'EV RETIRED IMPDEF:12,63')" 720210000000000080 "events"
is "$(bytes 'EV')" 520000 "no events"
is "$(bytes 'CONTEXT 0x5f80 el2')" 65805f0000 "a context"
is "$(bytes 'LAT 12 TOT')" 980c00 "a latency"
is "$(bytes 'DATA-SOURCE 300')" 532c01 "a data source"
is "$(bytes 'TS -1')" 71ffffffffffffffff "a timestamp"
is "$(bytes 'END')" 01 "an end"
is "$(bytes 'LD')" 4902 "an extended load with nothing extended"
is "$(bytes 'B COND IND')" 4a03 "a branch"
is "$(bytes 'SME-OTHER ETS 4194304')" 48fc "the whole ZA array"
mistake() { # LINE PATTERN
    printf '01\n%s\n' "$1" >"$work/bad"
    exits 1 "bad:2:[0-9]" "wrong: '${1:0:40}'" "$asm" -o "$work/bad.out" "$work/bad"
    is "$(test -e "$work/bad.out" && echo left)" "" "... and no half of a file is left"
}
mistake 'b0d0c'
mistake 'hello'
mistake 'PC 0x1 el9 ns=1'
mistake 'LAT 5 '
mistake 'Bad packet!'
mistake 'PAD'
mistake '.  00000000:  b0 d'
mistake '.  00000000'
mistake '0000 | zz | x'
mistake 'EV NO-SUCH-EVENT'
mistake "$(head -c 70000 /dev/zero | tr '\0' 'a')b"
printf '01\n0\0001\n' >"$work/bad"
exits 1 "bad:2:[0-9]" "wrong: a zero byte" "$asm" "$work/bad"

# -- spe2perf: mistakes (what perf makes of its files is in test_perf_client.sh) --
exits 2 "spe2perf: " "spe2perf: a MIDR that is no number" "$wrap" --midr=x "$work/cut" "$work/o"
exits 2 "spe2perf: " "spe2perf: a MIDR of 33 bits" "$wrap" --midr=0x100000000 "$work/cut" "$work/o"
exits 2 "spe2perf: " "spe2perf: a negative CPU" "$wrap" --cpu=-1 "$work/cut" "$work/o"
exits 1 "spe2perf: " "spe2perf into a pipe" sh -c "'$wrap' '$work/cut' - | cat >/dev/null; exit \${PIPESTATUS:-1}"
ok "spe2perf from a pipe" sh -c "cat '$work/cut' | '$wrap' - '$work/o1' && '$wrap' '$work/cut' '$work/o2' && cmp '$work/o1' '$work/o2'"

# -- the teaching examples --
"$build/examples/decode_buffer" >"$work/out"
is "$(grep -c '^offset ' "$work/out")" 2 "decode_buffer finds its two records"
is "$(grep -c 'pc 0xffffba66eda1c2d0 at EL2, general-purpose registers, 12 cycles, retired l1d_access tlb_access' "$work/out")" 1 "and what they say"
"$build/examples/decode_ring" >"$work/out"
is "$(grep -c 'in two parts' "$work/out" | awk '{print ($1 > 0)}')" 1 "decode_ring's data wraps"
is "$(sed -n 's/record at stream offset \([0-9]*\): pc \(.*\), 12 cycles/\1 \2/p' "$work/out" | tr '\n' ' ')" \
    "0 0x400000 24 0x400004 48 0x400008 72 0x40000c 96 0x400010 120 0x400014 " "and no record is lost or cut"
"$build/examples/encode_record" >"$work/out"
is "$(grep -c 'Total latency 40 cycles.*EVL 256, PRED 1, SG 0.*Timestamp 44731163950$' "$work/out")" 2 "encode_record gives its record back"
is "$(tail -1 "$work/out" | grep -c 'SPE_E_LAYOUT')" 1 "and shows what is refused"
is "$(wc -l examples/decode_buffer.c examples/decode_ring.c examples/encode_record.c | awk '$2 != "total" && $1 >= 80')" "" "each is under 80 lines"

done_testing
