#!/bin/bash
# SPDX-License-Identifier: MIT
# Unusual and malicious input of the programs: it comes through pipes, names things that are not files, and has text and
# numbers that terminals, spreadsheets and JSON cannot represent.
# needs: perl
set -u
. tests/tap.sh
. tools/tests/programs.sh

# -- the same bytes give the same result in every way: a file is opened only once --
branches prog "$tmp/none" >"$tmp/perf.data"
"$build/spe-asm" -o "$tmp/raw" tests/captures/neoverse-fixed-slots.txt
"$stat" --save="$tmp/saved" "$tmp/perf.data" >"$tmp/out" 2>&1
mkfifo "$tmp/fifo"
# read_csv FILE: reads all counts. The file records the core after the samples, which is too late in a pipe
read_csv() { timeout 300 "$stat" --format=csv "$1" 2>"$tmp/err" | grep -v -e '^core,' -e '^errata,'; }
for kind in perf.data raw saved; do
    read_csv "$tmp/$kind" >"$tmp/want"
    ok "$kind: there are samples" grep -q '^profile,"samples",count,[1-9]' "$tmp/want"
    cat "$tmp/$kind" >"$tmp/fifo" &
    is "$(read_csv "$tmp/fifo" | cmp - "$tmp/want")" "" "$kind: a named pipe"
    wait
    is "$(read_csv <(cat "$tmp/$kind") | cmp - "$tmp/want")" "" "$kind: a process substitution"
    # shellcheck disable=SC2002 # it must be a pipe
    is "$(cat "$tmp/$kind" | read_csv /dev/stdin | cmp - "$tmp/want")" "" "$kind: /dev/stdin, a pipe"
    # shellcheck disable=SC2002
    is "$(cat "$tmp/$kind" | read_csv - | cmp - "$tmp/want")" "" "$kind: -, a pipe"
    is "$(read_csv - <"$tmp/$kind" | cmp - "$tmp/want")" "" "$kind: -, a file"
done
is "$("$stat" --offset=1 "$tmp/saved" 2>&1)" \
    "spe-stat: $tmp/saved: is not raw: --base and --offset are for raw bytes (--force reads it as such)" \
    "a saved profile has no offset"

# no_samples CONFIG: the message for perf.data without samples
no_samples() { echo 'comm 10 10 prog' | "$tmp/make_perf" 1000 0 0 1 410fd0c0 0 0 "$1" | "$dump" - 2>&1; }
is "$(no_samples 800000000)" \
    "spe-dump: standard input: no samples: perf recorded with discard=1, in which the core counts samples but writes none" \
    "discard mode"
is "$(no_samples 400000000)" "spe-dump: standard input: no SPE data: there is no AUXTRACE event (spe-doctor says why)" "... not another bit"

# -- files that the input names: only regular ones are opened, so that no pipe is waited for --
branches prog "$tmp/fifo" >"$tmp/names"
is "$(timeout 300 "$stat" "$tmp/names" 2>&1 >"$tmp/out")" \
    "spe-stat: $tmp/fifo: cannot be read, so it has no names; see --symfs" "a module that is a named pipe"
is "$(timeout 300 "$stat" --format=bolt "$tmp/names" 2>&1)" "spe-stat: $tmp/fifo: Not a regular file" \
    "... of which a profile is wanted"
branches prog /dev/full >"$tmp/names"
is "$(timeout 300 "$stat" --format=autofdo "$tmp/names" 2>&1)" "spe-stat: /dev/full: Not a regular file" "a device"
mkdir -p "$tmp/folder"
cp "$tmp/perf.data" "$tmp/folder/data"
mkfifo "$tmp/folder/data.0"
is "$(timeout 300 "$dump" "$tmp/folder" 2>&1 | tail -1; "$dump" "$tmp/folder" 2>/dev/null | wc -l)" \
    "$("$dump" "$tmp/perf.data" | tail -1; "$dump" "$tmp/perf.data" | wc -l)" "a directory's named pipe is no file of a thread"
rm "$tmp/folder/data.0"
cp "$tmp/perf.data" "$tmp/folder/data.0"
mkfifo "$tmp/folder/data.1"
is "$(timeout 300 "$dump" "$tmp/folder" 2>&1)" "spe-dump: $tmp/folder/data.1: Not a regular file" \
    "... nor is that of the second thread"
rm -r "$tmp/folder"
mkdir "$tmp/folder"
mkfifo "$tmp/folder/data"
is "$(timeout 300 "$dump" "$tmp/folder" 2>&1)" "spe-dump: $tmp/folder/data: Not a regular file" "... nor is the directory's only file"

# -- text of the input --
name=$'=a\e[2J\a\rb'
branches "$name" $'/@x/=y\e' >"$tmp/text"
for format in text csv json; do
    "$stat" --format=$format --save="$tmp/text.saved" --html="$tmp/text.html" "$tmp/text" >"$tmp/out" 2>"$tmp/err"
    is "$(cat "$tmp/out" "$tmp/err" "$tmp/text.saved" "$tmp/text.html" | tr -d '\n' | LC_ALL=C tr -cd '\001-\037\177' | od -An -c)" "" \
        "$format, the page, what is saved: no control character"
done
"$stat" --format=csv "$tmp/text" >"$tmp/out" 2>/dev/null
escaped=$(grep -c '^processes,"'\''=a\\x1b\[2J\\x07\\x0d' "$tmp/out")
is "$escaped $(grep -cE '(^|[,"])[=@+]' "$tmp/out")" "10 0" "CSV: no formula" ||
    diag "$(grep ^processes "$tmp/out"; grep -E '(^|[,"])[=@+]' "$tmp/out")"
cat >"$tmp/shapes.c" <<'C'
#include <stdio.h>
#include "system/printable.h"
int main(void)
{
    for (unsigned c = 1; c < 0x110000; c++) {
        const char one[] = {(char)c, 0}, two[] = {(char)(0xc0 | c >> 6), (char)(0x80 | (c & 63)), 0},
                   three[] = {(char)(0xe0 | c >> 12), (char)(0x80 | (c >> 6 & 63)), (char)(0x80 | (c & 63)), 0},
                   four[] = {(char)(0xf0 | c >> 18), (char)(0x80 | (c >> 12 & 63)), (char)(0x80 | (c >> 6 & 63)),
                             (char)(0x80 | (c & 63)), 0};
        if (!printable_size(c < 0x80 ? one : c < 0x800 ? two : c < 0x10000 ? three : four))
            printf("%x\n", c);
    }
}
C
ok "a list of all characters that are escaped" \
    cc -std=c11 -Itools -o "$tmp/shapes" "$tmp/shapes.c" tools/system/printable.c
"$tmp/shapes" >"$tmp/shapes.ours"
# Characters without a class in this perl's Unicode may have one in ours.
perl -ne 'BEGIN { no warnings; %ours = map { chomp; (hex $_ => 1) } <STDIN> }
    END { no warnings; for my $c (1 .. 0x10ffff) {
        my $shapeless = $c >> 11 == 27 || chr($c) =~ /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/;
        next if !$shapeless && chr($c) =~ /\p{Cn}/;
        printf "%x\n", $c if $shapeless != ($ours{$c} // 0) } }' <"$tmp/shapes.ours" >"$tmp/shapes.other" /dev/null
is "$(wc -l <"$tmp/shapes.ours") $(head -3 "$tmp/shapes.other")" "6320 " "the characters without a shape are those of Unicode's classes"

# -- numbers of a saved profile --
sealed() { # the lines of standard input, with their checksum
    perl -e 'local $/; my ($all, $sum) = (scalar <STDIN>, 0xffffffff);
        for (unpack "C*", $all) { $sum ^= $_; $sum = $sum >> 1 ^ ($sum & 1 ? 0xedb88320 : 0) for 1 .. 8 }
        printf "%send %08x\n", $all, $sum ^ 0xffffffff'
}
for number in inf -inf nan NAN 1e308 -1 1.9e19 0x1p65; do
    sed -e "s/^whole  *[^ ]*/whole $number/" -e '/^end/d' "$tmp/saved" | sealed >"$tmp/bad"
    is "$("$stat" --format=json "$tmp/bad" 2>&1)" "spe-stat: $tmp/bad: is a saved profile with a line that is not understood" "an interval of $number"
done
sed -e "s/^whole  *[^ ]*/whole 1e19/" -e 's/samples=100/samples=18446744073709551615/' -e '/^end/d' "$tmp/saved" | sealed >"$tmp/large"
for format in text json csv; do
    ok "large numbers, $format" "$stat" --format=$format --html="$tmp/page" "$tmp/large"
done
is "$("$stat" --format=json "$tmp/large" | perl -MJSON::PP -e 'local $/; decode_json(<STDIN>); print "valid"')" "valid" "... are JSON"
sed -e 's/^\(profile raw [^ ]*\|profile perf [^ ]*\) 1$/\1 0/' -e '/^end/d' "$tmp/saved" | sealed >"$tmp/bad"
is "$("$stat" "$tmp/bad" 2>&1)" "spe-stat: $tmp/bad: is a saved profile with a line that is not understood" "of no file"

# -- the name of a merged profile --
"$stat" merge --save="$tmp/two" "$tmp/saved" "$tmp/saved" >/dev/null
"$stat" merge --save="$tmp/three" "$tmp/two" "$tmp/saved" >/dev/null
"$stat" --save="$tmp/again" "$tmp/three" >/dev/null
is "$("$stat" --html=- "$tmp/again" | grep -o '<h1>.*</h1>')" "<h1>$tmp/perf.data and 2 more</h1>" "merged, saved and read again"
is "$(cmp "$tmp/three" "$tmp/again")" "" "... nothing has changed"

# -- no samples --
: >"$tmp/empty"
is "$("$stat" "$tmp/empty" 2>&1; echo $?)" "spe-stat: $tmp/empty: no SPE data: there are no bytes"$'\n1' "an empty file has no samples"
is "$("$stat" - </dev/null 2>&1; echo $?)" "spe-stat: standard input: no SPE data: there are no bytes"$'\n1' "... nor has an empty pipe"
is "$("$stat" diff -q "$tmp/raw" "$tmp/empty" 2>&1; echo $?)" "spe-stat: $tmp/empty: no SPE data: there are no bytes"$'\n1' "... nothing is compared with it"
is "$("$stat" --format=csv "$tmp/empty" "$tmp/raw" 2>/dev/null | sed -n 2p; echo "${PIPESTATUS[0]}")" 'profile,"samples",count,2'$'\n1' "... beside others, too"
is "$("$build/spe2perf" "$tmp/empty" "$tmp/made" 2>&1; echo $?; ls "$tmp/made" 2>/dev/null)" \
    "spe2perf: $tmp/empty: has no byte: the profile would have no samples"$'\n1' "spe2perf makes no file of it"

done_testing
