#!/bin/bash
# SPDX-License-Identifier: MIT
# Programs of other projects show profiles of spe-stat: `go tool pprof` reads --format=pprof, and speedscope (from npm)
# reads --format=pprof and folded in Chromium; the Firefox Profiler's own code, as a program for the command line (from
# npm), reads --format=firefox. Their numbers are those of spe-stat's own tables, for a program that spe-record recorded.
# VIEWERS_MODULES names a folder with what npm installs.
# needs: golang-go chromium nodejs npm gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user perl
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/tap.sh
need_packages
build=$(cd "${BUILD:-build}" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export HOME=$tmp PPROF_TMPDIR=$tmp GOFLAGS=-mod=mod
modules=${VIEWERS_MODULES:-$tmp/npm}
need_modules "$modules" tools/tests/clients/viewers/package.json --ignore-scripts

# record NAME: a recording of that program, and spe-stat's tables of it
record() {
    name=$1
    aarch64-linux-gnu-gcc -O2 -g -static -pthread -o "$tmp/$name" "$tmp/$name.c"
    ok "$name: a recording" sh -c 'cd "$1" && "$2/spe-record" -e arm_spe/ts_enable=1,jitter=1/ -c 1024 -o "$3.data" -- \
        "./$3"' sh "$tmp" "$build" "$name"
    "$build/spe-stat" --format=json --top=1000 "$tmp/$name.data" >"$tmp/json"
    ok "--format=pprof" "$build/spe-stat" --format=pprof -o "$tmp/$name.pb.gz" "$tmp/$name.data"
}
# table TABLE VALUE: lines "VALUE NAME" of the report, the largest first, without those of 0
table() {
    perl -MJSON::PP -e 'my ($table, $value) = @ARGV; my $all = decode_json(do { local $/; <STDIN> });
        my %sum; $sum{$_->{name}} += $_->{$value} for @{$all->{$table}};
        printf "%.10g %s\n", $sum{$_}, $_ for sort { $sum{$b} <=> $sum{$a} || $a cmp $b } grep { $sum{$_} } keys %sum' \
        "$@" <"$tmp/json"
}

# -- pprof --
pprof() { go tool pprof -symbolize=none -nodefraction=0 -edgefraction=0 -nodecount=10000 "$@" "$tmp/$name.pb.gz" 2>"$tmp/err"; }
# top COLUMN OPTION...: lines "VALUE NAME" by the column flat (1) or cum (4)
top() {
    local column=$1
    shift
    pprof -top "$@" | perl -ne 'BEGIN { $column = shift } /^ *flat +flat%/ and $on = 1, next;
        my @cells = split " ", $_, 6;
        $on && $cells[$column - 1] =~ /^([1-9]\d*)/ and print "$1 ", $cells[5] =~ s/ \(inline\)$//r' "$column" | sort -k1,1nr -k2
}
functions() { table functions "$1" | grep -v 'not known' | sort -k1,1nr -k2; }
outer() { grep -xFf <(table functions samples | cut -d' ' -f2-) -- <(cut -d' ' -f2- "$tmp/top") >"$tmp/names"
    awk 'NR == FNR {name[$0]; next} {value = $1; sub(/^[^ ]* /, ""); if ($0 in name) print value " " $0}' "$tmp/names" "$tmp/top"; }
cat >"$tmp/inlined.c" <<'END'
static inline __attribute__((always_inline)) unsigned twist(unsigned x) { return x * 1664525u + 1013904223u; }
static inline __attribute__((always_inline)) unsigned mix(unsigned x) { return twist(x) ^ twist(x >> 7) >> 3; }
__attribute__((noinline)) unsigned run(unsigned n)
{
    unsigned x = n;
    while (n--)
        x = mix(x) + n;
    return x;
}
int main(void) { return run(1000000) == 1; }
END
record inlined
table inlined_functions "summed_latency" | sort -k1,1nr -k2 >"$tmp/inlined"
is "$(top 1 -unit=cycles -sample_index=latency | grep -E ' (twist|mix)$')" "$(cat "$tmp/inlined")" \
    "pprof -top: what was inlined ($(wc -l <"$tmp/inlined") functions)"
is "$(wc -l <"$tmp/inlined")" 2 "... both functions"
is "$(top 4 -unit=cycles -sample_index=latency | grep ' run$')" "$(functions "summed_latency" | grep ' run$')" \
    "... the function around them has all"

cp tools/examples/tutorial/words.c "$tmp"
record words
for value in samples latency; do
    column=samples unit=count
    [ $value = latency ] && column="summed_latency" unit=cycles
    top 4 -unit=$unit -sample_index=$value >"$tmp/top"
    is "$(outer)" "$(functions "$column")" "pprof -top: $value of each function"
done
is "$(functions samples | awk '{print ($1 > 1000)}' | head -1)" 1 "... there are many"
total() { pprof -top "$@" | sed -n 's/.* of \([0-9]*\)[a-z]* total$/\1/p'; }
is "$(total -unit=cycles -sample_index=latency)" "$(table latency "summed_latency" | awk '{n += $1} END {print n}')" \
    "the total is that of the report"
while read -r samples source; do
    is "$(pprof -top -unit=count -sample_index=samples -tagfocus="data_source=^$source\$" |
        sed -n 's/^Showing nodes accounting for \([0-9]*\),.*/\1/p')" "$samples" "pprof -tagfocus: $source"
done < <(table latency samples | grep ' source ' | sed 's/,/./')
# Lines, by -list: "FILE:LINE SAMPLES" of the functions of words.c
pprof -list='.' -unit=count -sample_index=samples | awk '/^ROUTINE/ {file = $NF; sub(".*/", "", file)}
    file == "words.c" && /^ +[0-9]+ +[0-9]+ +[0-9]+:/ {sub(/:.*/, "", $3); sum[file ":" $3] += $1}
    END {for (line in sum) print sum[line] " " line}' | sort -k1,1nr -k2 >"$tmp/lines"
is "$(cat "$tmp/lines")" "$(table source_lines samples | grep ' words\.c:' | sort -k1,1nr -k2)" \
    "pprof -list: samples of each line of words.c ($(wc -l <"$tmp/lines") lines)"
busy=$(functions samples | head -1 | cut -d' ' -f2)
is "$(pprof -peek="^$busy\$" -unit=count -sample_index=samples | awk -v name="$busy" '/\| / && $NF == name {print $4}')" \
    "$(functions samples | head -1 | cut -d' ' -f1)" "pprof -peek: $busy"
is "$(pprof -tags -unit=count -sample_index=samples | awk '$1 ~ /:$/ && $2 == "Total" {print $1}' | sort | tr '\n' ' ')" \
    "cpu: data_page: data_source: operation: process: thread: " "pprof -tags"

# -- speedscope --
page=$modules/node_modules/speedscope/dist/release/index.html
ok "speedscope" test -s "$page"
# speedscope FILE: lines "TOTAL SELF NAME" of its table of functions. A busy machine can use up the browser's time
# before there is a result. The page is opened again.
speedscope() {
    printf 'speedscope.loadFileFromBase64("%s", "%s");\n' "$(basename "$1")" "$(base64 -w 0 "$1")" >"$tmp/load.js"
    cat tools/tests/clients/viewers/speedscope.js >>"$tmp/load.js"
    for _ in 1 2 3; do
        chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$tmp/browser" \
            --virtual-time-budget=60000 --window-size=1200,4000 --dump-dom \
            "file://$page#localProfilePath=$tmp/load.js" 2>"$tmp/browser.log" |
            sed -n 's/.*<pre id="result">\([^<]*\).*/\1/p' | base64 -d >"$tmp/rows"
        [ -s "$tmp/rows" ] && break
    done
    cat "$tmp/rows"
}
"$build/spe-stat" --format=folded --value=latency "$tmp/words.data" >"$tmp/words.folded"
speedscope "$tmp/words.folded" >"$tmp/shown"
is "$(awk '{self = $2; sub(/^[^ ]* [^ ]* /, ""); if (self) print self " " $0}' "$tmp/shown" | sort -k1,1nr -k2)" \
    "$(table latency "summed_latency" | sort -k1,1nr -k2)" "speedscope, folded: summed latency of each data source"
is "$(awk '{total = $1; sub(/^[^ ]* [^ ]* /, ""); print total " " $0}' "$tmp/shown" |
    grep -cxFf <(functions "summed_latency"))" "$(functions "summed_latency" | wc -l)" "... and of each function"
"$build/spe-stat" --format=pprof --value=latency -o "$tmp/words.pb.gz" "$tmp/words.data"
speedscope "$tmp/words.pb.gz" >"$tmp/shown"
is "$(awk '{total = $1; sub(/^[^ ]* [^ ]* /, ""); print total " " $0}' "$tmp/shown" | grep -v '^0 ' |
    grep -cxFf <(functions "summed_latency"))" "$(functions "summed_latency" | wc -l)" \
    "speedscope, pprof: summed latency of each function"

# -- Firefox Profiler --
firefox() { timeout 60 "$modules/node_modules/.bin/profiler-cli" "$@" 2>"$tmp/err"; }
values() { perl -MJSON::PP -e 'my ($list, @names) = @ARGV; # the values of members of a list, as lines
    print join(" ", @$_{@names}), "\n" for @{decode_json(do { local $/; <STDIN> })->{$list}}' "$@"; }
"$build/spe-stat" --format=firefox --value=latency -o "$tmp/words.json" "$tmp/words.data"
ok "the Firefox Profiler loads a profile" firefox load "$tmp/words.json"
firefox thread list --json | values threads threadHandle markerCount >"$tmp/threads"
is "$(wc -l <"$tmp/threads")" 3 "... of three threads"
while read -r thread markers; do
    firefox thread functions --thread "$thread" --json --limit 0 | values functions totalSamples name
    [ "$markers" = 0 ] || firefox thread markers --thread "$thread" --json | values byType markerName >>"$tmp/markers"
done <"$tmp/threads" | awk '{n = $1; sub(/^[^ ]* /, ""); sum[$0] += n} END {for (name in sum) print sum[name] " " name}' |
    sort -k1,1nr -k2 >"$tmp/shown"
is "$(cat "$tmp/shown")" "$(functions "summed_latency")" "... summed latency of each function"
is "$(sort -u "$tmp/markers")" "$(values findings title <"$tmp/json")" "... findings are markers"
firefox stop --all >/dev/null

done_testing
