#!/bin/bash
# SPDX-License-Identifier: MIT
# The page of spe-stat --html in a real browser: page.js looks at it, wide and narrow, light and dark, and uses it as
# people do. axe-core (from npm) finds no barriers for people with disabilities. On paper nothing is cut off.
# AXE_MODULES names a folder with axe-core.
# needs: chromium fonts-dejavu-core gcc-aarch64-linux-gnu libc6-dev-arm64-cross nodejs npm poppler-utils qemu-user
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/tap.sh
need_packages
build=$(cd "${BUILD:-build}" && pwd)
stat=$build/spe-stat
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export HOME=$tmp

modules=${AXE_MODULES:-$tmp/npm}
need_modules "$modules" tools/tests/people/package.json
axe=$modules/node_modules/axe-core/axe.min.js
ok "axe-core" test -s "$axe"

browse() { # OPTION... FILE
    chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$tmp/browser" \
        --virtual-time-budget=20000 "$@" 2>"$tmp/browser.log"
}
# look PAGE WIDTH OPTION...: stores in $tmp/seen what page.js says, in $tmp/wrong what is wrong
look() {
    { sed '/^<\/body>/d' "$1" && echo '<script>' && cat "$axe" && echo '</script><script>' && cat tools/tests/people/page.js &&
        echo '</script></body></html>'; } >"$tmp/looked.html"
    browse --window-size="$2,2000" --dump-dom "${@:3}" "file://$tmp/looked.html" |
        sed -n 's/.*<pre id="result">\([^<]*\).*/\1/p' | base64 -d >"$tmp/seen"
    grep -vE '^(width|name|colour|picture|table)' "$tmp/seen" >"$tmp/wrong"
}
good() { # LINKS BOXES: what page.js says of a page with nothing wrong
    printf 'used: many columns, %s boxes, %s links\naxe: many rules hold' "$2" "$1"
}

# -- records without names --

# 20,000 samples: loads from seven places, stores, branches that are sometimes mispredicted more often, others.
perl -e '
    use strict; use warnings;
    my $seed = 1;
    sub below { $seed = ($seed * 1103515245 + 12345) & 0x7fffffff; return int(($seed >> 8) / 0x800000 * $_[0]) }
    binmode STDOUT;
    my $time = 1_000_000;
    for my $i (0 .. 19_999) {
        $time += 40 + below(20);
        my ($kind, $events, $latency, $rest) = (below(20), 0x02, 1 + below(8), "\x48\x00");
        if ($kind < 12) {
            my $source = (0, 8, 9, 10, 11, 13, 14)[below(7) * below(8) / 7];
            $latency = 4 + below(10) * (1 + $source * $source / 2);
            $events = 0x16 | ($source ? 0x08 : 0) | (below(30) ? 0 : 0x20);
            $rest = "\x9a" . pack("v", 1 + below(9)) . "\xb2" . pack("Q<", (0x7f00 << 32) + 4096 * below(300)) .
                "\x43" . chr($source) . "\x49" . chr(below(4) == 0);
        } elsif ($kind < 17) {
            $events |= below(10) < 1 + ($i / 3000) % 3 ? 0x80 : 0;
            $rest = "\x4a\x01\xb1" . pack("Q<", 0x400000 | 0xa0 << 56);
        }
        print "\xb0", pack("Q<", 0x400000 + 4 * below(600) | 0xa0 << 56), "\x98", pack("v", $latency),
            "\x52", pack("v", $events), $rest, "\x71", pack("Q<", $time);
    }' >"$tmp/profile"
odd="$tmp/a<b>&\"c'dé.spe"
cp "$tmp/profile" "$odd"
ok "a page" "$stat" --cpu=neoverse-n1 --top=10 --html="$tmp/page" "$odd"
# ... without the findings, which are a list on the page
"$stat" --cpu=neoverse-n1 "$odd" | sed '1,/^$/d' | sed 's/##*//; s/  */ /g; s/^ //; s/ $//; /^$/d' >"$tmp/text"
for window in 1280 500 "1280 --blink-settings=preferredColorScheme=0"; do
    # shellcheck disable=SC2086 # a width, or a width and an option
    look "$tmp/page" $window
    is "$(cat "$tmp/wrong")" "$(good 1 0)" "$window: nothing is wrong"
    # the page has commas in large numbers, like the report on a terminal and another order
    is "$(sed -nE 's/^table: //; T; :a; s/([0-9]),([0-9]{3})/\1\2/; ta; p' "$tmp/seen" | sort)" "$(sort "$tmp/text")" \
        "$window: the tables are those of the text"
    [ "$window" = 500 ] || grep '^colour' "$tmp/seen" >"$tmp/colours${window:5:1}"
done
look "$tmp/page" 1700
is "$(cat "$tmp/wrong")" "$(good 1 0)" "the contents beside the page: nothing is wrong"
is "$(sed -n 's/^name: //p' "$tmp/seen")" "$odd" "a name with everything that means something in HTML"
is "$(grep '^picture' "$tmp/seen" | tr '\n' ';')" \
    "$(printf 'picture: %s;' 'Shares of the summed latency: 8 shapes' 'Shares of the samples: 8 shapes' \
        'Summed latency by latency and data source: 12054 samples' \
        'Summed latency of the rest by latency: 7946 samples' \
        'Samples over time: 20000 samples' 'Events over time: 4 shapes' 'Latency over time: 6 shapes' \
        'Data addresses over time: 6 shapes')" "all samples are in the pictures"

# The smallest and the largest timestamp, and two between: nothing overflows, and a single point is a dot.
perl -e 'binmode STDOUT; print "\x52\x0e\x00\x49\x00\x98\x01\x00\x71", $_ for map { pack "Q<", $_ } 0, 1 << 62, 3 << 62, ~0' >"$tmp/far"
"$stat" --html="$tmp/page" "$tmp/far" >/dev/null
look "$tmp/page" 1280
is "$(grep '^fault' "$tmp/wrong") $(grep -c '^picture: Events over time: 16 shapes' "$tmp/seen") $(grep -c '[^a-z]nan' \
    "$tmp/page") $(grep -c ', 0 to 1 cycles: 4 samples, summed 4' "$tmp/page")" \
    " 1 0 1" "timestamps from 0 to 2^64 - 1"

perl -e 'srand 1; binmode STDOUT; print map { chr rand 256 } 1 .. 60_000' >"$tmp/random"
"$stat" --force --html="$tmp/page" "$tmp/random" 2>/dev/null >/dev/null
look "$tmp/page" 1280
is "$(grep -c '^axe' "$tmp/seen") $(grep '^fault' "$tmp/seen")" "1 " "random bytes: nothing is wrong"

# -- programs with names, threads and mapped files --

for program in hot words; do
    aarch64-linux-gnu-gcc -O2 -g -static -pthread -o "$tmp/$program" tools/examples/tutorial/$program.c
    (cd "$tmp" && "$build/spe-record" -e arm_spe/ts_enable=1,jitter=1/ -c 1024 -o $program.data -- ./$program >printed &&
        "$stat" --top=50 --html=$program.html $program.data >/dev/null && "$stat" $program.data >$program.txt)
done
# a saved profile has no addresses and no times
"$stat" merge --save="$tmp/saved.sum" "$tmp/hot.data" "$tmp/words.data" >"$tmp/printed"
"$stat" merge --html="$tmp/saved.html" "$tmp/saved.sum" >"$tmp/printed"
for page in "hot many" "words many" "saved 0"; do
    look "$tmp/${page% *}.html" 1280
    is "$(cat "$tmp/wrong")" "$(good "${page#* }" many)" "${page% *}: nothing is wrong"
    grep '^colour' "$tmp/seen" >>"$tmp/colours"
done
look "$tmp/words.html" 400 --blink-settings=preferredColorScheme=0
is "$(cat "$tmp/wrong")" "$(good many many)" "narrow and dark: nothing is wrong"
grep '^colour' "$tmp/seen" >>"$tmp/colours-"
for scheme in '' -; do
    is "$(perl -ne '/^colour: (.*) = (.*)/ or next; $is{$1}{$2} = $of{$2}{$1} = 1;
        END { print map({ keys %$_ > 1 ? join(", ", %$_) : () } values %is, values %of),
            keys %is > 9 ? "many" : keys %is }
        ' "$tmp/colours$scheme")" many "a colour has one meaning on all pages, and a meaning one colour"
done
"$stat" diff --html="$tmp/diff.html" "$tmp/hot.data" "$tmp/words.data" >/dev/null
look "$tmp/diff.html" 1280
is "$(grep -v 'largest change first: .* wide in' "$tmp/wrong")" "$(good 0 0)" \
    "two profiles: nothing is wrong, but that a table is wider than the window"

# The code of a function is that of annotate: the lines and the instructions with samples
rows() { sed -nE 's/.*<th scope="row"[^>]*>( *\+0x[0-9a-f]+|[0-9]+)<\/th><td class="number">([0-9,]+)<.*/\1 \2/p' | tr -d ', '; }
is "$(sed -n '/<details id="code_1"/,/<\/details>/p' "$tmp/hot.html" | rows)" "$("$stat" annotate walk "$tmp/hot.data" |
    sed -nE 's/^ *(\+0x[0-9a-f]+|[0-9]+) +([0-9]+) +[0-9.]+ %.*/\1\2/p')" "the code of the hottest function"

# names of C++
perl -pe 's/count_words\.constprop\.0/"deque&lt;pair&lt;char, long> >::push" x 30/ge' "$tmp/words.html" >"$tmp/long.html"
look "$tmp/long.html" 1280
is "$(grep -c 'wide in' "$tmp/wrong")" 0 "names of a thousand letters: nothing is out of sight"
is "$(cat "$tmp"/*.html | grep -cF '<th scope="row" class="word">$')" 0 "the ABI's marks in code and data are no names"

# -- the checks notice faults --

spoilt() { # FAULTS PAGE SED: the checks that notice it
    sed "$3" "$2" >"$tmp/spoilt.html"
    look "$tmp/spoilt.html" 1280
    grep -oE "$1" "$tmp/wrong" | sort -u | tr '\n' ';'
}
"$stat" --html="$tmp/page" "$tmp/profile" >/dev/null 2>&1
is "$(spoilt 'wider than the window|another height|outside its picture|hard to see' "$tmp/page" \
    's/max-width:78rem/width:2000px/; / cycles: /s/height="/height="9/; s/--dim:#596273/--dim:#ccd/')" \
    "another height;hard to see;outside its picture;wider than the window;" "looks"
is "$(spoilt 'axe: (html-has-lang|svg-img-alt)|other contents|another line' "$tmp/words.html" \
    's/<html lang="en">/<html>/; s/<svg viewBox="0 0 1000 1" \(.*\)<title>[^<]*<\/title>/<svg viewBox="0 0 1000 1" \1<title><\/title>/
    s/<section id="modules"/<section id="other"/; s/\.legend svg{/.legend .line{stroke-dasharray:none}&/')" \
    "another line;axe: html-has-lang;axe: svg-img-alt;other contents;" "a language and a name that are missing, and false links"
is "$(spoilt 'not the largest first|% wide|no more|rows are seen|not seen|leads to|scroll away' "$tmp/words.html" \
    's/rows.sort(.*/rows.reverse();/; s/other.hidden = .*/other.hidden = false;/; s/li style="width:1/li style="width:2/
    s/row.hidden = /row.dataset.x = /; s/#${row.id}/#sharing/; s/position:sticky;left:0/left:0/; s/target.open = true/target.id/')" \
    "% wide;leads to;no more;not seen;not the largest first;rows are seen;" "a script and widths that are wrong"

# -- on paper, and without scripts, all words of the tables are there --

"$stat" --top=10 --html="$tmp/paper.html" "$tmp/words.data" >/dev/null
browse --print-to-pdf="$tmp/page.pdf" --no-pdf-header-footer "file://$tmp/paper.html" >/dev/null
pdftotext -raw "$tmp/page.pdf" - | tr -d ' \n\f' >"$tmp/paper.txt" # words may be broken at the end of a line
# The terminal's heading of findings, and the table that each names, are links on the page.
is "$(sed '/^Findings, /d; s/--table=[a-z_]*//' "$tmp/words.txt" | grep -oE '[a-z_]{4,}' | sort -u | while read -r word; do
    grep -qF "$word" "$tmp/paper.txt" || echo "$word"
done)" "" "on paper, all words of the report"
is "$(pdftotext -raw "$tmp/page.pdf" - >"$tmp/lines.txt"
    sed '/<details/,/<\/details>/d' "$tmp/paper.html" | sed -n '/class="number"/s/<[^>]*>/\n/gp' | grep -E '^[0-9]+,[0-9]+$' | sort -u | while read -r number; do
    grep -qwF "$number" "$tmp/lines.txt" || echo "$number"
done)" "" "... and numbers are not broken"
is "$(pdfinfo "$tmp/page.pdf" | awk '/^Pages/ {print $2 <= 12 ? "few" : $2}')" "few" "... on few pages"

# The picture in README, from the same page.
browse --window-size=1280,1000 --hide-scrollbars --screenshot="$tmp/page.png" "file://$tmp/hot.html" >/dev/null
size() { od -A n -t u1 -j 16 -N 8 "$1"; }
is "$(head -c 4 tools/docs/page.png | tail -c 3) $(size tools/docs/page.png)" "PNG $(size "$tmp/page.png")" "tools/docs/page.png is as large as one made now"
[ -z "${PAGE_PICTURE:-}" ] || cp "$tmp/page.png" "$PAGE_PICTURE"
done_testing
