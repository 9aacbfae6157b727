#!/bin/bash
# SPDX-License-Identifier: MIT
# docs/format.md is what the library does, and its generator stops where the library and its words part.
set -u
. tests/tap.sh
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

ok "the generator" make -s BUILD="$build" "$build/docs-format/print"
is "$("$build/docs-format/print" | diff docs/format.md - 2>&1 | head -20)" "" \
    "docs/format.md is what it prints (make docs-format)"

# -- both forms of its example are the same record, as another program reads it --
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
    cc -std=c11 -Iinclude -DSPE_STATIC "$work"/changed/*.c "$build/libspe.a" -o "$work/changed/print" || return
    "$work/changed/print" >"$work/changed/out" 2>"$work/changed/log"
    cat "$work/changed/log"
}
is "$(generator '/\[SPE_EVENT_SMCU\]/d' facts.c)" "docs/format: words for an event without a name, or none for one that has, bit 25" "an event without words"
is "$(generator 's/SPE_EVENT_SMCU\]/27]/' facts.c)" "docs/format: words for an event without a name, or none for one that has, bit 25" "words for another bit"
is "$(generator '/{"SG", 0/d' facts.c | sed 's/[0-9]*$//')" "docs/format: no words for a field of subclass " "a field without words"
is "$(generator '/{"SG", MEMBER/s/{"SG", MEMBER([a-z_]*)},//' operations.c | sed 's/[0-9]*$//')" "docs/format: a bit of no field, in subclass " "a bit of the payload that no field has"

done_testing
