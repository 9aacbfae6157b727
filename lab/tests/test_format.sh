#!/bin/bash
# SPDX-License-Identifier: MIT
# docs/format.md: its tables say what the library does, and which packets the rules permit (format_page.py); its example
# is one record.
# needs: perl python3 python3-cffi
set -u
. tests/tap.sh
need perl
# Debian's Python has the package python3-cffi; another python3 may come first in the PATH.
python=$(for name in python3 /usr/bin/python3; do "$name" -c 'import cffi' 2>/dev/null && echo "$name" && break; done)
[ -n "$python" ] || need python3-cffi
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

perl bindings/interface libspe-lab >"$work/interface"
differences() { # PAGE
    LD_LIBRARY_PATH=$build "$python" -B lab/tests/format_page.py "$1" "$build/libspe-lab.so" "$work/interface" 2>&1
}
if is "$(differences docs/format.md | head -20)" "" "docs/format.md has the library's rows: add, remove or mend these by hand"; then
    sed '/^| 25 | `smcu`/d; s/| 24 | `streaming_sve`/| 24 | `streaming`/' docs/format.md >"$work/page"
    is "$(differences "$work/page" | sed 's/:.*//')" "event 24
events" "... a row that is missing, and a wrong name, are seen"
fi

# -- both forms of its example are the same record for another program --
record() { "$build/spe-asm" - | "$build/spe-dump" --records --style=arch - | cut -c 1-8,15-; }
packed=$(sed '/^## Headers/,$d' docs/format.md | sed -n "s/^| [0-9]* | \`\([0-9a-f ]*\)\` .*/\1/p" | record)
slots=$(sed -n "s/^\([0-9a-f][0-9a-f]\( [0-9a-f][0-9a-f]\)\{15\}\)$/\1/p" docs/format.md | record)
is "$packed" "$slots" "the example, packed and in slots"
is "$(grep -c "Data source 0xb; Operation general-purpose registers, LDST load; Events retired, l1d_access" <<<"$packed")" 1 "... is the one it says"

done_testing
