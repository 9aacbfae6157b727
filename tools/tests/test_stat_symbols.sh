#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-stat finds names: functions, lines, inlined functions and data of programs that are compiled here, compared with
# nm and addr2line; processes and threads from perf.data's events; the kernel from its symbols.
# needs: libdw-dev pkg-config binutils g++ perl
# long lines: what the programs print
set -u
. tests/tap.sh
need addr2line
need pkg-config
if [ "${LIBDW:-}" = no ] || ! pkg-config --exists libdw; then
    echo "1..0 # SKIP spe-stat is built without libdw"
    exit 0
fi
. tools/tests/programs.sh
export HOME=$tmp

cat >"$tmp/prog.c" <<'END'
#include <stdio.h>
int counter[2000];
static int table[64] = {1, 2, 3};
static inline __attribute__((always_inline)) int inner(int x)
{
    return x * 3 + table[x & 63];
}
static inline __attribute__((always_inline)) int outer(int x)
{
    return inner(x) ^ inner(x + 1);
}
__attribute__((noinline)) int work(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += outer(i) + counter[i % 1000];
    return sum;
}
__attribute__((noinline)) int idle(int n)
{
    return n + counter[1];
}
int main(int argc, char **argv)
{
    (void)argv;
    printf("%d\n", work(argc) + idle(argc));
    return 0;
}
END
compile() { ( cd "$tmp" && cc -g -O1 -Wl,--build-id "$@" ); }
ok "a program" compile -fPIE -pie prog.c -o prog
ok "the same, that is always at one place" compile -no-pie prog.c -o fixed

# side PROGRAM BASE BUILD-ID|-: lines for make_perf, as if it ran at BASE; only the mapping of its code is recorded
side() {
    printf 'exec 100 100 prog\n'
    readelf -lW "$1" | awk -v base="$2" -v id="$3" -v name="${4:-$1}" '
        $1 == "LOAD" && / R E / {printf "mmap 100 100 %s %s %s %s %s\n", "B" $3, $5, $2, id, name}' |
        perl -pe 's/B0x([0-9a-f]+) 0x([0-9a-f]+) 0x([0-9a-f]+)/sprintf "%x %x %x", hex($1) + hex("'"$2"'"), hex($2), hex($3)/e'
}
id_of() { readelf -n "$1" | sed -n 's/.*Build ID: //p'; }
symbol() { nm "$1" | awk -v name="$2" '$3 == name {print $1}'; }
add() { perl -e 'printf "%x\n", hex($ARGV[0]) + hex($ARGV[1])' "$1" "$2"; }

# each FILE BASE: a sample at every fourth byte of work() and main(), and the names from spe-stat and addr2line
each() {
    local program=$1 base=$2 name at size
    side "$program" "$base" "$(id_of "$program")" >"$tmp/in"
    echo 'buffer 100' >>"$tmp/in"
    : >"$tmp/addresses"
    for name in work main; do
        at=$(symbol "$program" $name)
        size=$(nm -S "$program" | awk -v name=$name '$4 == name {print $2}')
        perl -e 'my ($at, $size, $base) = map { hex } @ARGV;
            for (my $i = 0; $i < $size; $i += 4) { printf "load %x lat=10\n", $at + $i + $base }' "$at" "$size" "$base" |
            tee -a "$tmp/in" | awk '{print $2}' >>"$tmp/addresses"
    done
    "$tmp/make_perf" <"$tmp/in" >"$tmp/perf.data"
    "$stat" --top=1000 --format=json "$tmp/perf.data" >"$tmp/json" 2>"$tmp/err"
    # "0x10 work+0x4 (prog) prog.c:13, inlined: inner < outer, in prog (100)"
    fields pcs_by_samples address place | sort | sed 's/, in prog (100)$//' >"$tmp/said"
    sort "$tmp/addresses" | perl -e '
        my ($program, $base) = @ARGV;
        my @pcs = <STDIN>;
        my @at = map { sprintf "0x%x", hex($_) - hex($base) } @pcs;
        my @found = split /^0x.*\n/m, `addr2line -a -f -i -s -e $program @at`; # the first one is empty
        for my $pc (@pcs) {
            my @lines = split /\n/, $found[++$n];
            my @names = @lines[grep { $_ % 2 == 0 } 0 .. $#lines];
            my $line = $lines[1] =~ s/ \(discriminator \d+\)//r;
            my $inlined = @names > 1 ? ", inlined: " . join(" < ", @names[0 .. $#names - 1]) : "";
            printf "0x%016x\t%s %s%s\n", hex($pc), "SYMBOL", $line, $inlined;
        }' "$program" "$base" | sort >"$tmp/true"
    sed 's/\t[a-z]*+*[0-9a-fx]* ([a-z]*) /\tSYMBOL /' "$tmp/said" >"$tmp/lines"
}
each "$tmp/prog" 555555554000
is "$(wc -l <"$tmp/true")" "$(sort -u "$tmp/addresses" | wc -l)" "$(wc -l <"$tmp/true") program counters"
is "$(diff "$tmp/true" "$tmp/lines")" "" "lines and inlined functions are those of addr2line"
is "$(perl -ane 'BEGIN { %at = map { my @f = split; ($f[2] => hex $f[0]) } `nm $ARGV[0]`; shift }
    my ($name, $offset) = $F[1] =~ /^(\w+)(?:\+0x([0-9a-f]+))?$/;
    print "$_" if $at{$name} + hex($offset // 0) + 0x555555554000 != hex $F[0]' "$tmp/prog" "$tmp/said")" "" "... each at its offset from its symbol"
is "$(grep -c 'inlined: inner < outer' "$tmp/lines" | sed 's/^[1-9][0-9]*$/some/')" some "... some of two levels"
is "$(cut -f2 "$tmp/said" | sed 's/[+ ].*//' | sort -u | tr '\n' ' ')" "main work " "functions"
is "$(fields functions name samples module | sort)" "$(for name in main work; do
    printf '%s\t%d\t%s\n' $name $((($(nm -S "$tmp/prog" | awk -v name=$name '$4 == name {print "0x" $2}') + 3) / 4)) "$tmp/prog"
done)" "the table of functions: as many samples as each has places"
is "$(cat "$tmp/err")" "" "nothing to say"
# -- the lines of a function, against addr2line and the source --
# lines OPTION...: "LINE SAMPLES SOURCE" of annotate's lines that have samples
lines() {
    "$stat" annotate --format=json "$@" work "$tmp/perf.data" 2>"$tmp/err" | perl -MJSON::PP -e '
        my $all = decode_json(do { local $/; <STDIN> });
        print "$_->{location}{line} $_->{samples} $_->{source}\n"
            for grep { $_->{samples} && !defined $_->{location}{offset} } @{$all->{annotate}}'
}
grep '[[:space:]]work+*' "$tmp/said" | grep -oE 'prog\.c:[0-9]+' | cut -d: -f2 | sort -n | uniq -c | while read -r n line; do
    echo "$line $n $(sed -n "${line}p" "$tmp/prog.c")"
done >"$tmp/want"
is "$(lines)" "$(cat "$tmp/want")" "annotate: each line of work() with its samples"
"$stat" annotate >"$tmp/out" 2>"$tmp/err"
is "$? $(wc -c <"$tmp/out") $(grep -c FUNCTION "$tmp/err")" "2 0 1" "... but not without a function"
is "$(wc -l <"$tmp/want" | sed 's/^[3-9]$/some/')" some "... which are several"
is "$("$stat" annotate work "$tmp/perf.data" 2>"$tmp/err" | awk '$1 ~ /^[0-9]+$/ {print $1}' | tr '\n' ' ')" \
    "$(seq -s ' ' "$(head -1 "$tmp/want" | cut -d' ' -f1)" "$(tail -1 "$tmp/want" | cut -d' ' -f1)") " "... all lines from the first to the last"
mkdir -p "$tmp/sources/deep"
mv "$tmp/prog.c" "$tmp/sources/deep"
is "$(lines | head -1)" "$(head -1 "$tmp/want" | cut -d' ' -f1,2) " "... without its source"
is "$("$stat" annotate work "$tmp/perf.data" 2>"$tmp/err" | tail -1)" \
    "  ($tmp/prog.c: not found; --source-dir=DIR searches for it below DIR)" "... and why"
is "$(lines --source-dir="$tmp" --source-dir="$tmp/sources/deep")" "$(cat "$tmp/want")" "... --source-dir has it"
mkdir -p "$tmp/root$tmp"
mv "$tmp/sources/deep/prog.c" "$tmp/root$tmp"
is "$(lines --symfs="$tmp/root")" "$(cat "$tmp/want")" "... or --symfs"
mv "$tmp/root$tmp/prog.c" "$tmp"
# one sample, in the middle of the function, and no source: the lines of all its instructions
size=$(nm -S "$tmp/prog" | awk '$4 == "work" {print $2}')
{
    grep -v ^load "$tmp/in"
    printf 'load %x lat=10\n' $((0x$(symbol "$tmp/prog" work) + 0x$size / 2 + 0x555555554000))
} | "$tmp/make_perf" >"$tmp/one.data"
mv "$tmp/prog.c" "$tmp/sources"
is "$("$stat" annotate --format=json work "$tmp/one.data" 2>"$tmp/err" | grep -oE '\{"line": "[0-9]+"' | tr -dc '0-9\n' | sort -un)" \
    "$(perl -e 'printf "0x%x\n", hex($ARGV[0]) + $_ for 0 .. hex($ARGV[1]) - 1' "$(symbol "$tmp/prog" work)" "$size" |
        xargs addr2line -e "$tmp/prog" | grep -oE 'prog\.c:[0-9]+' | cut -d: -f2 | sort -un)" "... all lines that have code, without the source"
mv "$tmp/sources/prog.c" "$tmp"
is "$("$stat" annotate worc "$tmp/perf.data" 2>&1 >"$tmp/out")" \
    "spe-stat: worc: no sample is in a function of this name; there is work" "... of a function that is not there"
alike() { # CYCLES CYCLES: the modules of work(), in two files
    {
        side "$tmp/prog" 555555554000 -
        side "$tmp/fixed" 0 - | sed 's/ 100 100 / 101 101 /'
        printf 'buffer c0\nload %s ctx=100 lat=%d\nload %s ctx=101 lat=%d\n' "$(add "$(symbol "$tmp/prog" work)" 555555554000)" "$1" \
            "$(symbol "$tmp/fixed" work)" "$2"
    } | "$tmp/make_perf" >"$tmp/two.data"
    "$stat" annotate --format=json work "$tmp/two.data" 2>"$tmp/err" | grep -oE '"module": "[^"]*/(prog|fixed)"' | uniq | sed 's/.*\///' | tr -d '\n'
}
is "$(alike 90 10) $(alike 10 90)" 'prog"fixed" fixed"prog"' "... of two files: the one with more cycles first"
# processes that run one instruction, one of them after an exec: one row
{
    grep -v ^load "$tmp/in"
    sed '/^load/d; /^buffer/d; s/ 100 100 / 101 101 /' "$tmp/in"
    sed '/^load/d; /^buffer/d; s/^exec/time 5000\nexec/' "$tmp/in"
    at=$(add "$(symbol "$tmp/prog" work)" 555555554000)
    echo 'buffer c1'
    printf "load $at ctx=%d ts=%d lat=10\n" 100 1000 101 1000 101 1001 100 6000 100 6001 100 6002
} | "$tmp/make_perf" 1000 0 0 1 >"$tmp/three.data"
annotated() { # the rows of instructions, and those of lines
    "$stat" annotate --format=json work "$tmp/three.data" 2>"$tmp/err" | perl -MJSON::PP -e '
        for (@{decode_json(do { local $/; <STDIN> })->{annotate}}) {
            printf "%s %d %d;", defined $_->{location}{offset} ? "at" : "line", $_->{samples}, $_->{summed_latency} if $_->{samples};
        }'
}
is "$("$stat" --format=json "$tmp/three.data" 2>"$tmp/err" >"$tmp/json"; fields pcs_by_samples samples | flat)" "3;2;1;" "three address spaces"
is "$(annotated)" "line 6 60;at 6 60;" "... annotate adds their samples of an instruction"
cp "$tmp/prog" "$tmp/whole"
strip --strip-debug "$tmp/prog"
is "$(annotated)" "at 6 60;" "... without debug information, too"
is "$("$stat" annotate work "$tmp/perf.data" 2>"$tmp/err" | awk '/^ / {print $1, $2}')" \
    "$(grep -oE '[[:space:]]work(\+0x[0-9a-f]+)?' "$tmp/said" | sed 's/\twork$/\t+0x0/; s/\twork//' | awk '{print $1, 1}')" \
    "without debug information: by address"
mv "$tmp/whole" "$tmp/prog"

each "$tmp/fixed" 0
is "$(diff "$tmp/true" "$tmp/lines")" "" "a program that is not moved: the same"

# -- a program that was renamed: functions of the same names, or the same build id, show that --
renamed() { # BUILD-ID FILE...: the names in tables of changes; "same" if there is none
    local id=$1 file
    shift
    for file; do
        { side "$file" 0 "$id"; sed -n '/^buffer/,$p' "$tmp/in"; } | "$tmp/make_perf" 1000 >"$file.data"
    done
    "$stat" diff -q --format=csv --table=modules,functions "$1.data" "$2.data" 2>&1 | sed -n 's/,after,.*//p; s/.*no row changed.*/same/p' |
        sort -u | flat
}
cp "$tmp/fixed" "$tmp/slow"
cp "$tmp/fixed" "$tmp/fast"
is "$(renamed - "$tmp/slow" "$tmp/fast")" "same;" "diff: a program that was renamed is one row"
strip "$tmp/slow" "$tmp/fast"
is "$(renamed "$(id_of "$tmp/slow")" "$tmp/slow" "$tmp/fast")" "same;" "... by its build id"
is "$(renamed - "$tmp/slow" "$tmp/fast")" 'functions,"[not known]";modules,"fast";modules,"slow";' "... not if nothing shows it"

# -- where files are --
hidden() { # WANT NAME OPTION...: finds functions of the program, which has been moved
    "$stat" --format=json "${@:3}" "$tmp/perf.data" 2>"$tmp/err" >"$tmp/json"
    is "$(fields functions name | sort | tr '\n' ' ')$(sed "s|$tmp|T|g" "$tmp/err")" "$1" "$2"
}
each "$tmp/prog" 555555554000
id=$(id_of "$tmp/prog")
mv "$tmp/prog" "$tmp/elsewhere"
hidden "[not known] spe-stat: T/prog: cannot be read, so it has no names; see --symfs" "a file that is gone"
mkdir -p "$tmp/root$tmp" "$tmp/.debug/.build-id/${id:0:2}/${id:2}"
cp "$tmp/elsewhere" "$tmp/root$tmp/prog"
hidden "main work " "--symfs" --symfs="$tmp/root"
cp "$tmp/elsewhere" "$tmp/.debug/.build-id/${id:0:2}/${id:2}/elf"
hidden "main work " "perf's cache, by the build id"
{ echo "buildid 4294967295 $id $tmp/prog" && sed "s/ $id / - /" "$tmp/in"; } | "$tmp/make_perf" >"$tmp/perf.data"
hidden "main work " "... which an event of its own gives to the name"
"$tmp/make_perf" <"$tmp/in" >"$tmp/perf.data"
mv "$tmp/.debug" "$tmp/cache"
mkdir "$tmp/bin"
printf '#!/bin/sh\necho "$*" >>%s/asked\necho %s/elsewhere\n' "$tmp" "$tmp" >"$tmp/bin/debuginfod-find"
chmod +x "$tmp/bin/debuginfod-find"
PATH=$tmp/bin:$PATH
hidden "[not known] spe-stat: T/prog: cannot be read, so it has no names; see --symfs" "servers are not asked"
is "$(cat "$tmp/asked" 2>/dev/null)" "" "... at all"
hidden "main work " "... unless that is wanted" --debuginfod
is "$(cat "$tmp/asked")" "executable $id" "... once, by the build id"
mv "$tmp/cache" "$tmp/.debug"
cp "$tmp/fixed" "$tmp/prog"
hidden "main work " "... though another build is where it was"
rm -r "$tmp/.debug"
hidden "[not known] spe-stat: T/prog: not the build that ran, so it has no names; see --symfs" "another build alone"
is "$(fields pcs_by_samples place | grep -c '^prog+0x[0-9a-f]*, in prog (100)$')" "$(sort -u "$tmp/addresses" | wc -l)" "... whose addresses are told by the file"
mv "$tmp/elsewhere" "$tmp/prog"

# -- symbols and lines in a separate file, found by the link and by the build id --
cp "$tmp/prog" "$tmp/whole"
objcopy --only-keep-debug "$tmp/prog" "$tmp/prog.debug"
strip --strip-all "$tmp/prog"
objcopy --add-gnu-debuglink="$tmp/prog.debug" "$tmp/prog"
hidden "main work " "a file of DWARF beside it"
mkdir -p "$tmp/other/usr/lib/debug/.build-id/${id:0:2}"
mv "$tmp/prog.debug" "$tmp/other/usr/lib/debug/.build-id/${id:0:2}/${id:2}.debug"
hidden "[not known] " "... that has moved"
hidden "main work " "... to the folder of such files below --symfs" --symfs="$tmp/other"
cp "$tmp/whole" "$tmp/prog"

# -- C++: readable names --
cat >"$tmp/plus.cc" <<'END'
namespace shop {
struct till { int sum; __attribute__((noinline)) int add(int n) { return sum += n; } };
till first;
}
int main() { return shop::first.add(3) - 3; }
END
ok "a program of C++" sh -c 'c++ -g -O1 -no-pie -Wl,--build-id "$0/plus.cc" -o "$0/plus"' "$tmp"
{
    side "$tmp/plus" 0 "$(id_of "$tmp/plus")"
    printf 'buffer 100\nload %s va=%s lat=1\n' "$(symbol "$tmp/plus" _ZN4shop4till3addEi)" "$(symbol "$tmp/plus" _ZN4shop5firstE)"
} | "$tmp/make_perf" >"$tmp/perf.data"
"$stat" --format=json --symbol='shop::till::add(int)' "$tmp/perf.data" >"$tmp/json"
is "$(fields functions name samples | flat)$(fields data name samples | flat)" "shop::till::add(int) 1;shop::first 1;" \
    "functions and objects"

# -- names of any length: three instances of a template, whose names differ after more than 1024 characters --
cat >"$tmp/long.cc" <<'END'
#include <map>
#include <string>
#include <vector>
template <class T> struct deep { typedef std::map<std::string, std::vector<T> > type; };
template <int N> struct last {};
template <int N> struct chain {
    typedef typename deep<typename deep<typename deep<typename deep<last<N> >::type>::type>::type>::type type;
};
template <class T> __attribute__((noinline)) int run(T *, int n) { return n + (int)sizeof(T); }
int main(int argc, char **)
{
    return run((chain<1>::type *)0, argc) + run((chain<2>::type *)0, argc) + run((chain<3>::type *)0, argc);
}
END
ok "a program with long names" sh -c 'c++ -g -O1 -no-pie -Wl,--build-id "$0/long.cc" -o "$0/long"' "$tmp"
{
    side "$tmp/long" 0 "$(id_of "$tmp/long")"
    echo 'buffer 100'
    n=1
    for at in $(nm "$tmp/long" | awk '$3 ~ /^_Z3runI/ {print $1}' | sort); do
        for _ in $(seq $n); do echo "load $at lat=9"; done
        n=$((n + 1))
    done
} | "$tmp/make_perf" >"$tmp/perf.data"
nm -C "$tmp/long" | sed -n 's/^[0-9a-f]* [a-zA-Z] \(int run.*\)/\1/p' | LC_ALL=C sort >"$tmp/names"
"$stat" --format=json "$tmp/perf.data" >"$tmp/json"
is "$(fields functions name | LC_ALL=C sort | cmp - "$tmp/names"; awk '{n += length($0) > 1024} END {print n}' "$tmp/names")" 3 \
    "JSON has the whole names, each its row"
is "$(fields functions samples | sort | flat)" "1;2;3;" "... with its samples"
is "$(fields pcs_by_samples place | sed 's/ (long).*//' | LC_ALL=C sort | cmp - "$tmp/names")" "" "... of program counters, too"
is "$("$stat" --symbol=run --table=profile --format=csv "$tmp/perf.data" | sed -n 2p) $(
    "$stat" annotate --format=csv run "$tmp/perf.data" | cut -d, -f1 | sort | uniq | flat)" \
    'profile,"samples",count,6 annotate;table;' "--symbol and annotate: without parameters and template arguments; only these"
"$stat" --format=csv "$tmp/perf.data" | grep '^functions,' >"$tmp/csv"
is "$(grep -c -F -f "$tmp/names" "$tmp/csv")" "$(wc -l <"$tmp/csv")" "CSV has the whole names"
"$stat" --save="$tmp/long.sum" "$tmp/perf.data" >"$tmp/out"
is "$(grep -c -F -f "$tmp/names" "$tmp/out" | sed 's/^[1-9].*/some/')" some "text in a pipe has the whole names"
COLUMNS=200 "$stat" "$tmp/perf.data" >"$tmp/out"
is "$(awk 'length($0) > 200' "$tmp/out" | wc -l)" 0 "... unless COLUMNS says how long its lines may be"
is "$(sed -n '/^Functions/,/^$/s/^\(  int run[^ ]*\).*/\1/p' "$tmp/out" | sort -u | wc -l)" 3 "... and names that are elided differ"
is "$(grep -c 'int run.*\.\.\.' "$tmp/out" | sed 's/^[1-9].*/some/')" some "... they are elided in the middle"
"$stat" merge --format=json "$tmp/long.sum" "$tmp/long.sum" >"$tmp/json"
is "$(fields functions samples | sort | flat)$(fields functions name | LC_ALL=C sort | cmp - "$tmp/names")" "2;4;6;" "saved and merged: the same names"
{ side "$tmp/long" 0 "$(id_of "$tmp/long")"; echo 'buffer 100'
    for at in $(nm "$tmp/long" | awk '$3 ~ /^_Z3runI/ {print $1}' | sort); do for _ in $(seq 3000); do echo "load $at lat=9"; done; done
} | "$tmp/make_perf" >"$tmp/more.data"
first=$(nm "$tmp/long" | awk '$3 ~ /^_Z3runI/ {print $1}' | sort | head -1)
{ side "$tmp/long" 0 "$(id_of "$tmp/long")"; echo 'buffer 100'
    for _ in $(seq 9000); do echo "load $first lat=9"; done
} | "$tmp/make_perf" >"$tmp/less.data"
"$stat" diff --format=json "$tmp/more.data" "$tmp/less.data" >"$tmp/json"
is "$(fields functions name verdict | cut -f2 | sort | flat)$(fields functions name | LC_ALL=C sort | cmp - "$tmp/names")" \
    "less;less;more;" "diff: each by its whole name"
"$stat" --html=- "$tmp/perf.data" >"$tmp/page"
is "$(perl -ne 's/&#(\d+);/chr $1/ge; print "$1\n" while /<span title="(int run.*?)">/g' "$tmp/page" | LC_ALL=C sort -u | grep -c -x -F -f "$tmp/names")" 3 \
    "the page has the whole names as tooltips"
"$stat" diff --html=- "$tmp/more.data" "$tmp/less.data" >"$tmp/changes"
is "$(perl -0777 -ne 's/<(script|style)\b.*?<\/\1>//gs;
    my @open;
    while (m{<(/?)([a-z0-9]+)((?:"[^"]*"|[^">])*)>}g) {
        next if $3 =~ m{/$} || $2 =~ /^(?:meta|link|br|wbr|img|input|hr|col)$/;
        push @open, $2 if !$1;
        print "$2 ends, open: @open\n" if $1 && (pop @open // "") ne $2;
    }
    print "@open"' "$tmp/page" "$tmp/changes")" "" "... in which each element ends"

# -- data: objects by name although only the mapping of code is recorded; data without a name, by their mapping --
base=555555554000
{
    side "$tmp/prog" $base "$(id_of "$tmp/prog")"
    printf 'mmap 100 100 7ffff0000000 21000 0 - [stack]\nmmap 100 100 5555556f0000 21000 0 - [heap]\n'
    printf 'buffer 100\n'
    counter=$(add "$(symbol "$tmp/prog" counter)" $base)
    table=$(add "$(symbol "$tmp/prog" table)" $base)
    for _ in 1 2 3; do echo "load 1000 lat=5 va=$counter"; done
    echo "load 1000 lat=100 va=$(add "$counter" 1f00)"
    for _ in 1 2; do echo "store 1000 lat=7 va=$(add "$table" 8)"; done
    echo "load 1000 lat=9 va=7ffff0000010"
    echo "load 1000 lat=1 va=5555556f0000"
    echo "load 1000 lat=2 va=123456789000"
} | json_of
is "$(fields data name samples "summed_latency" loads stores | sort | flat)" \
    "[heap] 1 1 1 0;[not known] 1 2 1 0;[stack] 1 9 1 0;counter 4 115 4 0;table 2 14 0 2;" \
    "data by object and mapping; what nothing tells of is a row, too"
is "$(fields lines_by_latency "summed_latency" data | head -3 | flat)" \
    "100 counter (prog);15 counter (prog);14 table (prog);" "cache lines name what is touched of them"

# -- neighbours: each object has its own samples, even the smallest; objects with the same name are numbered --
cat >"$tmp/near_a.c" <<'END'
char a, b, c;
static int state = 1;
static __attribute__((noinline)) int step(void) { return state++; }
int other(void);
int main(void) { return step() + other() + a + b + c; }
END
cat >"$tmp/near_b.c" <<'END'
static int state = 2;
static __attribute__((noinline)) int step(void) { return state++; }
int other(void) { return step(); }
END
# What has no size reaches up to the next symbol; the Arm ABI's marks of code and data do not count.
printf '.text\n.globl bare\n.type bare, %%function\nbare: .skip 8\n"$x": .skip 8\n.type next, %%function\nnext: .skip 8\n.size next, 4\n' >"$tmp/bare.s"
ok "a program of several files" compile -no-pie near_a.c near_b.c bare.s -o near
# all NAME: where all symbols of that name are, in order
all() { nm -n "$tmp/near" | awk -v name="$1" '$3 == name {print $1}'; }
{
    side "$tmp/near" 0 "$(id_of "$tmp/near")"
    printf 'mmap 100 100 7f0000000000 1000000 0 - //anon\nmmap 100 100 7f0010000000 1000 0 - [anon:arena]\nbuffer 100\n'
    n=1
    for name in a b c; do
        for _ in $(seq $n); do echo "load 1000 va=$(symbol "$tmp/near" $name)"; done
        n=$((n + 2))
    done
    for at in $(all state); do
        for _ in $(seq $n); do echo "store 1000 va=$at"; done
        n=$((n + 1))
    done
    for at in $(all step); do
        for _ in $(seq $n); do echo "load $at"; done
        n=$((n + 1))
    done
    for offset in 0 c 10 13 14; do echo "load $(add "$(symbol "$tmp/near" bare)" $offset)"; done
    # more addresses than are counted at a time, twice each
    perl -e 'for my $i (0 .. 11999) { printf "load 1000 va=%x\n", 0x7f0000000000 + 8 * ($i % 6000) }'
    echo 'load 1000 va=7f0010000010'
} >"$tmp/in"
"$tmp/make_perf" <"$tmp/in" >"$tmp/perf.data"
"$stat" --top=100 --format=json "$tmp/perf.data" >"$tmp/json"
is "$(fields data name samples | LC_ALL=C sort | flat)" \
    "[anon:arena] 1;[anonymous] 12000;a 1;b 3;c 5;state#1 7;state#2 8;" "neighbours, one name twice, memory of no file"
readelf -lW "$tmp/near" | perl -ne 'printf "mmap 100 100 %x %x %x - '"$tmp/near"'\n", hex($2) & ~4095, (hex($2) + hex($3) + 4095 & ~4095) - (hex($2) & ~4095),
    hex($1) & ~4095 if /LOAD +(\w+) (\w+) \w+ (\w+).* RW /' | cat - "$tmp/in" | "$tmp/make_perf" | "$stat" --format=json - >"$tmp/json"
is "$(fields data name | LC_ALL=C sort | flat)" "[anon:arena];[anonymous];a;b;c;state#1;state#2;" \
    "zeroed data in the last page that is mapped from the file (perf record -d)"
"$stat" --top=100 --format=json "$tmp/perf.data" >"$tmp/json"
is "$(fields functions name samples | grep step | LC_ALL=C sort | flat)" "step#1 9;step#2 10;" "functions of one name"
is "$(fields pcs_by_samples place | grep -o 'step[^+ ]*' | LC_ALL=C sort | flat)" "step#1;step#2;" "... in tables of addresses, too"
is "$(grep -o '"function": "step[^"]*"' "$tmp/json" | LC_ALL=C sort -u | flat)" \
    '"function": "step#1";"function": "step#2";' "... and in locations"
is "$(fields lines_by_latency data | grep -o 'state[^, ]*' | LC_ALL=C sort -u | flat)" "state#1;state#2;" "... and data"
is "$("$stat" --top=100 --format=json --symbol=bare --symbol=next "$tmp/perf.data" >"$tmp/json"
    fields functions name samples | LC_ALL=C sort | flat)" "bare 2;next 2;" "symbols without a size, and marks"
is "$("$stat" --top=100 --places=16 --format=json "$tmp/perf.data" >"$tmp/json"
    fields data name samples | LC_ALL=C sort | flat)" \
    "[anon:arena] 1;[anonymous] 12000;a 1;b 3;c 5;state#1 7;state#2 8;" "... with few places, too: no object loses samples"
# rows OPTION...: all rows of functions, modules, lines and the like
rows() {
    "$stat" --save="$tmp/rows.sum" "$@" "$tmp/perf.data" >/dev/null 2>"$tmp/err"
    grep -aE '^row (functions|modules|source_lines|inlined_functions|programs|data) ' "$tmp/rows.sum" | LC_ALL=C sort
}
is "$(rows --places=2)" "$(rows)" "... nor functions, modules, source lines: a saved profile has the same rows"
is "$(rows | wc -l | sed 's/^[1-9][0-9]*$/some/')" some "... which are several"
is "$("$stat" --places=1 annotate next "$tmp/perf.data" 2>&1 | grep -c 'no place that was kept')" 1 "... annotate needs places"
is "$("$stat" --symbol=step --format=json "$tmp/perf.data" >"$tmp/json"; fields functions name samples | LC_ALL=C sort | flat)" \
    "step#1 9;step#2 10;" "--symbol: all of that name"
is "$("$stat" --symbol=step#2 --format=json "$tmp/perf.data" >"$tmp/json"; fields functions name samples | flat)" "step#2 10;" "... or one"
is "$("$stat" --symbol='[anonymous]' --format=json "$tmp/perf.data" >"$tmp/json"; fields data name samples | flat)" \
    "[anonymous] 12000;" "... or memory without one"
is "$(fields pages_by_samples data | sort -u)" "[anonymous]" "... which the tables of pages name in the same way"
"$stat" --save="$tmp/near.sum" "$tmp/perf.data" >/dev/null
is "$("$stat" --top=100 --format=json "$tmp/near.sum" >"$tmp/json"; fields data name samples | LC_ALL=C sort | flat)" \
    "[anon:arena] 1;[anonymous] 12000;a 1;b 3;c 5;state#1 7;state#2 8;" "... a saved profile has all of them"
is "$("$stat" "$tmp/perf.data" "$tmp/perf.data" | grep -c 'which perf record -d distinguishes')" 0 "nothing is unknown"

many() { # NAME: 90 modules with build ids
    perl -e 'print "exec 100 100 prog\n"; printf "mmap 100 100 %x 1000 0 %040x /bin/$ARGV[0]%d\n", $_ << 12, $_, $_ for 1 .. 90;
        print "buffer 100\n"; for my $i (1 .. 90) { printf "load %x lat=5\n", $i << 12 for 1 .. 50 }' "$1" | "$tmp/make_perf" 1000 >"$tmp/$1.data"
}
many old
many new
is "$("$stat" diff -q --format=csv --table=modules "$tmp/old.data" "$tmp/new.data" 2>&1 | grep -c 'no row changed')" 1 "... ninety of them"

# -- samples between the symbols of a file, and in a file without symbols --
printf '.globl _start\n.type _start, %%function\n_start: .skip 16\n.size _start, 4\n' >"$tmp/between.s"
ok "a program with one symbol" compile -nostdlib -static -no-pie between.s -o between
strip -o "$tmp/bald" "$tmp/between"
at=$(add "$(symbol "$tmp/between" _start)" 8)
for name in between bald; do
    { side "$tmp/$name" 0 - && printf 'buffer 100\n' && printf "load $at lat=%d\n" 1 2 3; } | "$tmp/make_perf" >"$tmp/$name.data"
done
unnamed() { "$stat" "$tmp/$1.data" 2>&1 >/dev/null | grep -c 'it has no names; --debuginfod'; }
is "$(unnamed between) $(unnamed bald)" "0 1" "only a file without symbols is said to have no names"

# -- functions that were inlined: by where they are declared, the innermost --
each "$tmp/fixed" 0
is "$(fields inlined_functions name samples "declared_at" | sed "s|$tmp/||" | LC_ALL=C sort)" \
    "$(perl -ne '/, inlined: (\w+)/ and $n{$1}++; END { print "inner\t$n{inner}\tprog.c:4\nouter\t$n{outer}\tprog.c:8\n" }' "$tmp/true")" \
    "a table of inlined functions, as addr2line has them"

{ # a function in a function ...
    echo 'static volatile int v; static inline __attribute__((always_inline)) int f0(int x) { return v += x; }'
    for i in $(seq 24); do echo "static inline __attribute__((always_inline)) int f$i(int x) { return f$((i - 1))(x); }"; done
    echo 'int main(int n, char **a) { (void)a; return f24(n); }'
} >"$tmp/deep.c"
ok "functions inlined 25 deep" compile -no-pie deep.c -o deep
{ side "$tmp/deep" 0 - && printf 'buffer 100\n' && nm -S "$tmp/deep" | perl -ne 'for (/(\w+) (\w+) T main$/ ? 0 .. hex($2) / 4 - 1 : ()) { printf "load %x\n", hex($1) + 4 * $_ }'; } |
    "$tmp/make_perf" | "$stat" -q --format=folded --value=samples - >"$tmp/folded"
is "$(grep -o 'main;f24;.*;f0;' "$tmp/folded" | head -n 1 | tr -cd ';' | wc -c)" 26 "... folded stacks have all"

# -- processes: fork, exec, threads; two programs at one address are two --
{
    printf 'time 10\nexec 100 100 first\nmmap 100 100 400000 1000 0 - /bin/first\n'
    printf 'time 20\nfork 101 100\n'
    printf 'time 30\nexec 101 101 second\nmmap 101 101 400000 1000 0 - /bin/second\n'
    printf 'time 40\ncomm 101 111 worker\n'
    printf 'buffer c0\n'
    for ctx in 100 101 111; do for ts in 15 25 35 45; do echo "load 400010 lat=1 ctx=$ctx ts=$ts"; done; done
    echo 'load 400010 lat=1'
} | json_of 1000 0 0 1
is "$(fields functions name samples module | sort | flat)" "[not known] 1 -;[not known] 6 /bin/first;[not known] 6 /bin/second;" \
    "a process sees what its parent had mapped until it begins another program"
is "$(fields processes name samples | sort | flat)" "first (100) 4;first (101) 4;not known 1;second (101) 4;" "processes"
is "$(fields threads name samples | sort | flat)" "first (100/100) 4;first (101/101) 2;not known 1;second (101/101) 2;second (101/111) 3;worker (101/111) 1;" "threads"
is "$("$stat" --format=json - <"$tmp/perf.data" 2>/dev/null | cmp - "$tmp/json" && cat "$tmp/perf.data" | "$stat" --format=json - 2>/dev/null | sed '/core/d' | cmp - <(sed '/core/d' "$tmp/json"))" "" \
    "standard input, and a pipe: the same"

# -- a file, and code that the kernel made, in the place of others: each sample has the name of its time --
{
    printf 'exec 5 5 p\ntime 10\nmmap 5 5 400000 1000 0 - /a\ntime 200\nmmap 5 5 400000 1000 0 - /b\nbuffer 5\n'
    for ts in 250 50 260 200 199; do echo "load 400010 va=400020 lat=1 ts=$ts"; done
} | json_of 1000 0 0 1
is "$(fields modules name samples | sort | flat)$(fields data module samples | sort | flat)" "a 2;b 3;/a 2;/b 3;" "one file in the place of another, from that very moment"
is "$("$stat" --format=folded --value=samples "$tmp/perf.data" 2>/dev/null | sed 's/;\[not.* / /' | sort | flat)" "p (5);a 2;p (5);b 3;" \
    "... as folded stacks"
is "$("$stat" --format=json --dso=b "$tmp/perf.data" 2>/dev/null >"$tmp/json"; fields modules name samples | flat)" "b 3;" "... alone"

# -- a forked process: its own mappings, but not later ones of its parent --
{
    printf 'exec 5 5 p\ntime 10\nmmap 5 5 400000 1000 0 - /both\ntime 20\nfork 6 5\ntime 30\nmmap 6 6 500000 1000 0 - /child\n'
    printf 'time 30\nmmap 5 5 600000 1000 0 - /parent\nbuffer c0\n'
    for ctx in 5 6; do for at in 400000 500000 600000; do echo "load $at lat=1 ctx=$ctx ts=40"; done; done
} | "$tmp/make_perf" 1000 0 0 1 >"$tmp/perf.data"
"$stat" --top=100 --format=json "$tmp/perf.data" >"$tmp/json" 2>/dev/null
is "$(fields pcs_by_samples address place | LC_ALL=C sort | sed "s/0x0*//" | flat)" \
    "400000 both, in p (5);400000 both, in p (6);500000 child, in p (6);500000 p (5);600000 p (6);600000 parent, in p (5);" \
    "a process and its child"

# -- code that no file holds: a JIT compiler's, by its map below --symfs; [vdso] --
{
    printf 'exec 42 42 java\nmmap 42 42 7f000000 4000 0 - //anon\nmmap 42 42 7f800000 1000 0 - [vdso]\nexec 43 43 none\n'
    printf 'mmap 43 43 7f000000 4000 0 - //anon\nbuffer c0\n'
    for at in 7f000100 7f0001ff 7f000200 7f000300 7f000400 7f0003ff 7f800010; do echo "load $at lat=1 ctx=42"; done
    echo 'load 7f000100 lat=1 ctx=43'
    printf 'time 100\nfork 44 42\nbuffer c0\nload 7f000100 lat=1 ctx=44\n' # has its parent's code
} | "$tmp/make_perf" 1000 0 0 1 >"$tmp/perf.data"
jit() { # ARGUMENT...: the functions, their samples and modules
    "$stat" --format=json "$@" "$tmp/perf.data" >"$tmp/json" 2>"$tmp/err"
    fields functions name samples module | LC_ALL=C sort | flat
}
mkdir -p "$tmp/root/tmp"
map=$tmp/root/tmp/perf-42.map
printf '7f000100 100 a.b(I)\r\n\nnot a line\n7f000300 -1 negative\n7f000300 1ffffffffffffffff wide\na\0b\n0x7f000200 0x100 old\n7f000280 0 empty\n 7f000200\t200 new one\n7f0003c0 40' >"$map"
is "$(jit --symfs="$tmp/root")" "[not known] 2 //anon;[vdso] 1 [vdso];a.b(I) 3 [JIT];new one 3 [JIT];" "names of a JIT compiler's code"
is "$(grep -c 'perf-42.map: .*1 of 3 symbols' "$tmp/err") $(grep -c 'perf-42.map: 5 lines were skipped' "$tmp/err")" "1 1" \
    "... one in the place of another, and lines of another form: it is said"
is "$(jit --perf-map="$map" --dso='[JIT]')" "a.b(I) 4 [JIT];new one 3 [JIT];" "--perf-map: of all processes"
is "$(jit --symfs="$tmp")" "[not known] 8 //anon;[vdso] 1 [vdso];" "no such file"
is "$(wc -c <"$tmp/err")" 0 "... no message"
rm "$map" && mkfifo "$map"
is "$(jit --symfs="$tmp/root" | grep -c JIT) $(grep -c 'perf-42.map: Not a regular file\|Not a regular file.*perf-42.map' "$tmp/err")" "0 1" "a pipe is not opened"
rm "$map" && echo '7f000000 4000 theirs' >"$map"
if chown 65534 "$map" 2>/dev/null && [ "$(id -u)" = 0 ]; then
    is "$(jit --symfs="$tmp/root" | grep -c theirs) $(grep -c 'neither to this user nor to root' "$tmp/err")" "0 1" "a file of somebody else"
    is "$(jit --perf-map="$map" | grep -c theirs)" 1 "... unless it is named"
fi
"$stat" --perf-map="$tmp/absent" "$tmp/perf.data" >/dev/null 2>"$tmp/err"
is "$? $(grep -c absent "$tmp/err")" "1 1" "--perf-map: no such file"
echo '7f000000 4000 mine' >"$tmp/mine.map"
perl -e 'print pack "CQ<CCC", 0xb0, 0x7f000100, 0x49, 0, 1' >"$tmp/raw"
is "$("$stat" --perf-map="$tmp/mine.map" --table=functions --format=csv "$tmp/raw" | sed -n 2p)" 'functions,"mine",samples,1' \
    "--perf-map: of bytes that name no process"

# -- the thread on the core if records do not have it: from the file's switch events --
{
    printf 'exec 100 100 first\nexec 200 200 other\n'
    printf 'time 50\nswitch 3 100 100\ntime 60\nswitch 3 100 100 out\ntime 60\nswitch 3 200 200\n'
    printf 'time 80\nswitch 3 200 200 out\ntime 55\nswitch 4 200 200\nbuffer c3\n'
    for ts in 49 50 59 60 70 85; do echo "load 400010 ts=$ts"; done
    echo 'load 400020'
} | json_of 1000 0 0 1
is "$(fields processes name samples | sort | flat)" "first (100) 2;not known 3;other (200) 2;" "by switches of a core, and time"
hints() { "$stat" --table=operations "$@" 2>&1 >/dev/null | sed 's/^spe-stat: [^ ]*: \([^ ]* [^ ]* [^ ]*\).*/\1/' | flat; }
is "$(hints "$tmp/perf.data") $(hints -q "$tmp/perf.data")$(hints --format=csv "$tmp/perf.data")" "3 of 7; " \
    "samples without a thread: a hint, in the report as text, unless --quiet"
cp "$tmp/prog" "$tmp/bare" && strip "$tmp/bare"
lacks() { # WORDS NAME LINES
    "$tmp/make_perf" 1 <<<"$3" >"$tmp/lacks.data"
    is "$("$stat" "$tmp/lacks.data" 2>&1 >/dev/null | grep -c -e "$1") $("$stat" -q "$tmp/lacks.data" 2>&1 >/dev/null | wc -l)" "1 0" "$2"
}
map() { printf 'mmap 7 7 400000 1000 0 - %s\nbuffer 7\n%s' "$1" "$2"; }
lacks "2 of 2 .* in //anon: .*perf-map" "code that a program made: a hint" "$(map //anon $'load 400010\nload 400010')"
lacks "1 of 1 .*/bare: .*symfs" "a program without symbols" "$(map "$tmp/bare" 'load 400010')"
lacks "1 of 1 .*no known module: no event says what was mapped" "... without a mapping" "$(map x 'load 500010')"
lacks "1 of 1 .*kallsyms" "the kernel" "$(map x 'load ffff800080010000')"
lacks "core is not known: --cpu=NAME" "data sources without a core" "$(map x 'load 400010 src=3')"
perl -0777 -pe 's/\x4f\0\0\0\0\0\x38\0/\x5f\0\0\0\0\0\x38\0/' "$tmp/perf.data" >"$tmp/lacks.data"
is "$("$stat" "$tmp/lacks.data" 2>&1 >/dev/null | grep -c 'times are in ticks')" 1 "times without a conversion"
work=$(nm "$tmp/whole" | awk '$3 == "work" {print $1}')
printf 'mmap 7 7 555555554000 100000 0 - %s\nbuffer 7\nload %x src=3\n' "$tmp/whole" $((0x555555554000 + 0x$work)) |
    "$tmp/make_perf" 1 0 0 1 413fd0c1 >"$tmp/lacks.data"
is "$("$stat" "$tmp/lacks.data" 2>&1 >/dev/null)" "" "a profile that lacks nothing has no hints"
is "$("$stat" --kallsyms="$tmp/absent" "$tmp/lacks.data" 2>&1) $?" "spe-stat: $tmp/absent: No such file or directory 1" "--kallsyms: no such file"

# -- events that perf lost: a COMM event becomes a LOST one, whose number is the byte "A" --
printf 'comm 100 100 A\nbuffer 100\nload 400010\n' | "$tmp/make_perf" |
    perl -0777 -pe 's/\x03\0\0\0(\0\0..(?:\x64\0\0\0){2}A\0)/\x02\0\0\0$1/s' >"$tmp/perf.data"
is "$("$stat" -q "$tmp/perf.data" 2>&1 >/dev/null | cut -d: -f2)" " 65 events were lost, because perf was too slow" "events that perf lost are counted"

# -- the kernel --
cat >"$tmp/kallsyms" <<'END'
ffff800080000000 T _text
ffff800080000000 t _head
ffff800080010000 T do_work
ffff800080010040 t $x
ffff800080020000 D jiffies
ffff80007a000000 t probe	[driver]
ffff80007a000000 t probe_2	[driver]
ffff80007a000100 t same	[driver]
ffff80007a000200 t same	[driver]
ffff800080030000 t same
ffff800080030100 t same
ffff800080030200 t same
ffff800080010004 A absolute
END
{
    printf 'mmap 4294967295 0 ffff9000a0000000 20000000 ffff9000a0000000 - [kernel.kallsyms]_text\nbuffer 1\n'
    echo 'load ffff9000a0010008 lat=3 va=ffff9000a0020000'
    echo 'load ffff90009a000010 lat=2'
} >"$tmp/moved"
"$tmp/make_perf" <"$tmp/moved" >"$tmp/perf.data"
"$stat" --kallsyms="$tmp/kallsyms" --format=json "$tmp/perf.data" >"$tmp/json"
is "$(fields pcs_by_latency place | tr '\n' ';') $(fields data name)" "do_work+0x8 ([kernel]);[kernel]+0xffff90009a000010; jiffies" \
    "the kernel, moved since: --kallsyms; its modules have moved elsewhere"
printf 'buffer 1\nload ffff80007a000204\nload ffff800080030004\nload ffff800080030104\nload ffff800080030204\n' |
    "$tmp/make_perf" >"$tmp/perf.data"
"$stat" --kallsyms="$tmp/kallsyms" --format=json "$tmp/perf.data" >"$tmp/json"
is "$(fields functions name module | LC_ALL=C sort | flat)" \
    "same#1 [kernel];same#2 [kernel];same#2 driver;same#3 [kernel];" "symbols of one name, in the kernel and in a module"
sed 's/ - \[kernel/ 00112233445566778899aabbccddeeff00112233 [kernel/' "$tmp/moved" | "$tmp/make_perf" >"$tmp/perf.data"
mkdir -p "$tmp/.debug/.build-id/00/112233445566778899aabbccddeeff00112233"
cp "$tmp/kallsyms" "$tmp/.debug/.build-id/00/112233445566778899aabbccddeeff00112233/kallsyms"
"$stat" --format=json "$tmp/perf.data" >"$tmp/json"
is "$(fields functions name module | flat)" "do_work [kernel];[not known] [kernel];" "perf's cache, by the kernel's build id"
# Modules that perf.data maps: one in its place; another one where this kernel had symbols; none
{
    printf 'mmap 4294967295 0 ffff800080000000 20000000 ffff800080000000 - [kernel.kallsyms]_text\n'
    printf 'mmap 4294967295 0 ffff80007a000000 200 0 - %s\nmmap 4294967295 0 ffff80007a000200 100 0 - %s\nbuffer 1\n' \
        /lib/modules/6/driver.ko.xz /lib/modules/6/other-one.ko
    printf 'load ffff80007a000%s lat=2\n' 010 104 204 214
} | "$tmp/make_perf" >"$tmp/perf.data"
printf 'ffff80007a000210 t of_other\t[other_one]\n' | cat "$tmp/kallsyms" - >"$tmp/two"
for names in kallsyms two; do
    "$stat" --kallsyms="$tmp/$names" --format=json "$tmp/perf.data" >"$tmp/json"
    fields functions name module | LC_ALL=C sort | flat
done >"$tmp/n"
is "$(cat "$tmp/n")" "[not known] [kernel];probe_2 driver;same#1 driver;[not known] [kernel];of_other other_one;probe_2 driver;same#1 driver;" \
    "a module's symbols are not used in another module"
sed 's/^f*[0-9a-f]*/0000000000000000/' "$tmp/kallsyms" >"$tmp/zeros"
"$stat" --kallsyms="$tmp/zeros" "$tmp/perf.data" 2>&1 >/dev/null | grep -c 'shows them to root only' >"$tmp/n"
is "$(cat "$tmp/n")" 1 "addresses that are hidden are said to be"

# -- code that the kernel made: eBPF programs, of which two were at one address --
{
    printf 'mmap 4294967295 0 ffff800080000000 20000000 ffff800080000000 - [kernel.kallsyms]_text\n'
    printf 'time 10\nksymbol ffff800080010000 100 0 bpf_prog_first\ntime 50\nksymbol ffff800080010000 100 1 bpf_prog_first\n'
    printf 'time 60\nksymbol ffff800080010000 100 0 bpf_prog_second\nksymbol ffff800080020000 40 0 kprobe_insn_page\n'
    printf 'buffer c1\nload ffff800080010008 ts=20\n'
    printf 'load ffff8000800%s ts=70\n' 1000c 10010 20004 10120
} | "$tmp/make_perf" 1000 0 0 1 >"$tmp/perf.data"
"$stat" --kallsyms="$tmp/kallsyms" --format=json "$tmp/perf.data" >"$tmp/json"
is "$(fields functions name module samples | LC_ALL=C sort | flat)" \
    "bpf_prog_first [bpf] 1;bpf_prog_second [bpf] 2;do_work [kernel] 1;kprobe_insn_page [kernel] 1;" "by events of kernel symbols"
is "$("$stat" --format=json - <"$tmp/perf.data" | grep -c bpf_prog_second)" "$(grep -c bpf_prog_second "$tmp/json")" "... from a pipe"

# -- a program without names is reported once, and not for each place --
is "$("$stat" --help | grep -ci 'debuginfod')" 1 "--help"
done_testing
