#!/bin/bash
# SPDX-License-Identifier: MIT
# The page of spe-stat --html, used as people do, in a real browser, for a program with names, threads and mapped files.
# Tables are sorted and the icicle is entered, with the mouse and with keys. axe-core (from npm) finds no barriers for
# people with disabilities. On paper nothing is cut off. AXE_MODULES names a folder with axe-core.
# needs: chromium fonts-dejavu-core gcc-aarch64-linux-gnu libc6-dev-arm64-cross nodejs npm poppler-utils qemu-user
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/tap.sh
need aarch64-linux-gnu-gcc
need chromium
need npm
need pdftotext
need qemu-aarch64
build=$(cd "${BUILD:-build}" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export HOME=$tmp

modules=${AXE_MODULES:-$tmp/npm}
if [ ! -d "$modules/node_modules" ]; then
    mkdir -p "$modules"
    cp tools/tests/people/package.json "$modules"
    npm install --prefix "$modules" --no-audit --no-fund --loglevel=error >"$tmp/log" 2>&1
fi
axe=$modules/node_modules/axe-core/axe.min.js
ok "axe-core" test -s "$axe"

for program in hot words; do
    aarch64-linux-gnu-gcc -O2 -g -static -pthread -o "$tmp/$program" tools/examples/tutorial/$program.c
    (cd "$tmp" && "$build/spe-record" -e arm_spe/ts_enable=1,jitter=1/ -c 1024 -o $program.data -- ./$program >printed &&
        "$build/spe-stat" --html=$program.html $program.data >$program.txt)
done
# a saved profile has no addresses and no times
"$build/spe-stat" merge --save="$tmp/saved.sum" "$tmp/hot.data" "$tmp/words.data" >"$tmp/printed"
"$build/spe-stat" merge --html="$tmp/saved.html" "$tmp/saved.sum" >"$tmp/printed"
"$build/spe-asm" tests/captures/neoverse-fixed-slots.txt | "$build/spe-stat" --html="$tmp/raw.html" - >"$tmp/printed"

browse() { # OPTION... FILE
    chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$tmp/browser" \
        --virtual-time-budget=20000 "$@" 2>"$tmp/browser.log"
}
# use PAGE WIDTH OPTION...: prints what is wrong with it
use() {
    { sed '/^<\/body>/d' "$1" && echo '<script>' && cat "$axe" && echo '</script><script>' && cat tools/tests/people/use.js &&
        echo '</script></body></html>'; } >"$tmp/used.html"
    browse --window-size="$2,2000" --dump-dom "${@:3}" "file://$tmp/used.html" |
        sed -n 's/.*<pre id="result">\([^<]*\).*/\1/p' | base64 -d
}
for page in hot words saved; do
    is "$(use "$tmp/$page.html" 1280)" "used: many columns, many boxes
axe: many rules hold" "$page: sorted, entered, and nothing that axe-core has to say"
done
# names of C++
perl -pe 's/count_words\.constprop\.0/"deque&lt;pair&lt;char, long> >::push" x 30/ge' "$tmp/words.html" >"$tmp/long.html"
is "$(use "$tmp/long.html" 1280 | grep -c 'wide in')" 0 "names of a thousand letters: nothing is out of sight"
is "$(use "$tmp/raw.html" 1280 | sed 's/used: .* columns/used: some columns/')" "used: some columns, 3 boxes
axe: many rules hold" "raw records, without names"
is "$(use "$tmp/words.html" 400 --blink-settings=preferredColorScheme=0 | tail -n 1)" "axe: many rules hold" \
    "narrow and dark"

# The checks notice faults.
sed 's/<html lang="en">/<html>/; s/<svg viewBox="0 0 1000 1" \(.*\)<title>[^<]*<\/title>/<svg viewBox="0 0 1000 1" \1/' \
    "$tmp/words.html" >"$tmp/wrong.html"
is "$(use "$tmp/wrong.html" 1280 | grep -oE 'axe: (html-has-lang|svg-img-alt)' | sort -u | tr '\n' ' ')" \
    "axe: html-has-lang axe: svg-img-alt " "a language and a name that are missing"
sed 's/rows.sort(.*/rows.reverse();/; s/other.hidden = .*/other.hidden = false;/; s/li style="width:1/li style="width:2/' \
    "$tmp/words.html" >"$tmp/wrong.html"
is "$(use "$tmp/wrong.html" 1280 | grep -oE 'not the largest first|% wide|no more' | sort -u | tr '\n' ';')" \
    "% wide;no more;not the largest first;" "a script and widths that are wrong"

is "$(cat "$tmp"/*.html | grep -cF '<th scope="row" class="word">$')" 0 "the ABI's marks in code and data are no names"

# On paper, and without scripts, all words of the tables are there.
browse --print-to-pdf="$tmp/page.pdf" --no-pdf-header-footer "file://$tmp/words.html" >/dev/null
pdftotext -raw "$tmp/page.pdf" - | tr -d ' \n\f' >"$tmp/paper.txt" # words may be broken at the end of a line
# The terminal's heading of findings, and the table that each names, are links on the page.
is "$(sed '/^Findings, /d; s/--table=[a-z_]*//' "$tmp/words.txt" | grep -oE '[a-z_]{4,}' | sort -u | while read -r word; do
    grep -qF "$word" "$tmp/paper.txt" || echo "$word"
done)" "" "on paper, all words of the report"
is "$(pdftotext -raw "$tmp/page.pdf" - >"$tmp/lines.txt"
    sed -n '/class="number"/s/<[^>]*>/\n/gp' "$tmp/words.html" | grep -E '^[0-9]+,[0-9]+$' | sort -u | while read -r number; do
    grep -qwF "$number" "$tmp/lines.txt" || echo "$number"
done)" "" "... and numbers are not broken"
is "$(pdfinfo "$tmp/page.pdf" | awk '/^Pages/ {print $2 <= 12 ? "few" : $2}')" "few" "... on few pages"

# The picture in README, from the same page.
browse --window-size=1280,1000 --hide-scrollbars --screenshot="$tmp/page.png" "file://$tmp/hot.html" >/dev/null
size() { od -A n -t u1 -j 16 -N 8 "$1"; }
is "$(head -c 4 tools/docs/page.png | tail -c 3) $(size tools/docs/page.png)" "PNG $(size "$tmp/page.png")" "tools/docs/page.png is as large as one made now"
[ -z "${PAGE_PICTURE:-}" ] || cp "$tmp/page.png" "$PAGE_PICTURE"
done_testing
