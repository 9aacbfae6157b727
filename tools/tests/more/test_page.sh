#!/bin/bash
# SPDX-License-Identifier: MIT
# The page of spe-stat --html in a real browser, wide and narrow, light and dark: tests/client/page.js checks it from
# inside.
# needs: chromium fonts-dejavu-core
set -u
. tests/tap.sh
need chromium
stat=${BUILD:-build}/spe-stat
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export HOME=$tmp

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

# look PAGE WIDTH OPTION...: stores what the page shows
look() {
    local page=$1 width=$2
    shift 2
    sed '/^<\/body>/d' "$page" >"$tmp/page.html"
    { echo '<script id="check">'; cat tests/client/page.js; echo '</script></body></html>'; } >>"$tmp/page.html"
    chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$tmp/browser" \
        --window-size="$width,2000" --dump-dom "$@" \
        "file://$tmp/page.html" 2>"$tmp/browser.log" | sed -n 's/.*<pre id="result">\([^<]*\).*/\1/p' | base64 -d
}
ok "a page" "$stat" --cpu=neoverse-n1 --html="$tmp/page" "$odd"
# ... without the findings, which are a list on the page
"$stat" --cpu=neoverse-n1 "$odd" | sed '1,/^$/d' | sed 's/##*//; s/  */ /g; s/^ //; s/ $//; /^$/d' >"$tmp/text"
for window in 1280 500 "1280 --blink-settings=preferredColorScheme=0"; do
    # shellcheck disable=SC2086 # a width, or a width and an option
    look "$tmp/page" $window >"$tmp/seen"
    is "$(grep -c '^width: ' "$tmp/seen") $(grep '^fault' "$tmp/seen")" "1 " "$window: nothing is wrong with its looks"
    # the page has commas in large numbers, like the report on a terminal and another order
    is "$(sed -E '1,/^tables:/d; :a; s/([0-9]),([0-9]{3})/\1\2/; ta' "$tmp/seen" | sort)" "$(sort "$tmp/text")" \
        "$window: the tables are those of the text"
done
look "$tmp/page" 1280 >"$tmp/seen"
is "$(sed -n 's/^name: //p' "$tmp/seen")" "$odd" "a name with everything that means something in HTML"
is "$(grep '^picture' "$tmp/seen" | tr '\n' ';')" \
    "$(printf 'picture: %s;' 'Shares of the summed latency: 9 shapes' 'Shares of the samples: 9 shapes' \
        'Summed latency of loads by latency and source: 9076 samples' \
        'Summed latency of the rest by latency: 10924 samples' \
        'Samples over time: 20000 samples' 'Events over time: 4 shapes' 'Latency over time: 6 shapes' \
        'Data addresses over time: 6 shapes')" "all samples are in the pictures"

# The smallest and the largest timestamp, and two between: nothing overflows, and a single point is a dot.
perl -e 'binmode STDOUT; print "\x52\x0e\x00\x49\x00\x98\x01\x00\x71", $_ for map { pack "Q<", $_ } 0, 1 << 62, 3 << 62, ~0' >"$tmp/far"
"$stat" --html="$tmp/page" "$tmp/far" >/dev/null
look "$tmp/page" 1280 >"$tmp/seen"
is "$(grep '^fault' "$tmp/seen") $(grep -c '^picture: Events over time: 16 shapes' "$tmp/seen") $(grep -c '[^a-z]nan' \
    "$tmp/page") $(grep -c ', 0 to 1 cycles: 4 samples, summed 4' "$tmp/page")" \
    " 1 0 1" "timestamps from 0 to 2^64 - 1"

perl -e 'srand 1; binmode STDOUT; print map { chr rand 256 } 1 .. 60_000' >"$tmp/random"
"$stat" --force --html="$tmp/page" "$tmp/random" 2>/dev/null >/dev/null
look "$tmp/page" 1280 >"$tmp/seen"
is "$(grep -c '^tables' "$tmp/seen") $(grep '^fault' "$tmp/seen")" "1 " "random bytes: nothing is wrong with its looks"

# The checks of the page notice faults.
"$stat" --html=- "$tmp/profile" | sed \
    's/max-width:78rem/width:2000px/; / cycles: /s/height="/height="9/; s/--dim:#596273/--dim:#ccd/' >"$tmp/page"
is "$(look "$tmp/page" 1280 | grep '^fault' | grep -oE \
    'wider than the window|another height|outside its picture|hard to see' | sort -u | tr '\n' ';')" \
    "another height;hard to see;outside its picture;wider than the window;" "a page that is spoilt"
done_testing
