#!/bin/bash
# SPDX-License-Identifier: MIT
# docs/format.md agrees with the library, and its generator fails if the library contradicts the page's words.
set -u
. tests/tap.sh
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

ok "the generator" make -s BUILD="$build" "$build/docs-format/print"
is "$("$build/docs-format/print" | diff docs/format.md - 2>&1 | head -20)" "" \
    "docs/format.md is what it prints (make docs-format)"

# -- both forms of its example are the same record for another program --
record() { "$build/spe-asm" - | "$build/spe-dump" --records --style=arch - | cut -c 1-8,15-; }
packed=$(sed '/^## Headers/,$d' docs/format.md | sed -n "s/^| [0-9]* | \`\([0-9a-f ]*\)\` .*/\1/p" | record)
slots=$(sed -n "s/^\([0-9a-f][0-9a-f]\( [0-9a-f][0-9a-f]\)\{15\}\)$/\1/p" docs/format.md | record)
is "$packed" "$slots" "the example, packed and in slots"
is "$(grep -c "Data source 0xb; Operation general-purpose registers, LDST load; Events retired, l1d_access" <<<"$packed")" 1 "... is the one it says"

# -- a row that is missing, or one too many --
generator() { # SED-SCRIPT FILE: the generator with that change
    mkdir -p "$work/changed"
    cp docs/format/*.[ch] "$work/changed"
    sed -i "$1" "$work/changed/$2"
    cc -std=c11 -DSPE_ALLOW_PROVISIONAL -Iinclude -DSPE_STATIC "$work"/changed/*.c "$build/libspe.a" -o "$work/changed/print" || return
    "$work/changed/print" >"$work/changed/out" 2>"$work/changed/log"
    cat "$work/changed/log"
}
is "$(generator '/\[SPE_EVENT_SMCU\]/d' facts.c; grep -c '^| 25 | `smcu` .* | smcu |' "$work/changed/out")" 1 "an event without words has its name"
is "$(generator 's/SPE_EVENT_SMCU\]/27]/' facts.c)" "docs/format: words for an event without a name, bit 27" "words for another bit"
is "$(generator '/SPE_COUNTER_ISSUE_LATENCY/d' facts.c; grep -c '| Issue latency |' "$work/changed/out")" 2 "an INDEX without words has its field's"
is "$(generator '/SPE_PACKET_CONTEXT\]/d' facts.c)" "docs/format: no words for packet type 6" "a packet without words"
is "$(generator '/{"SG", 0/d' facts.c | sed 's/[0-9]*$//')" "docs/format: facts.c has no words for a field of subclass " "a field without words"
is "$(generator '/{"SG", MEMBER/s/{"SG", MEMBER([a-z_]*)},//' operations.c | sed 's/[0-9]*$//')" "docs/format: a bit of a payload changes no member that fields[] in operations.c has, in subclass " "a bit of the payload that no field has"

done_testing
