#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-stat finds names: functions, lines, what was inlined, data, of programs compiled here, held against nm and
# addr2line; processes and threads by perf.data's events; the kernel by its symbols.
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
build=${BUILD:-build}
stat=$build/spe-stat
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export HOME=$tmp
ok "the maker of perf.data builds" cc -std=c11 -Iinclude tests/pgo/make_perf.c "$build/libspe.a" -o "$tmp/make_perf"

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

# side PROGRAM BASE BUILD-ID|-: lines for make_perf, as if it ran at BASE; only its code is told to be mapped
side() {
    printf 'exec 100 100 prog\n'
    readelf -lW "$1" | awk -v base="$2" -v id="$3" -v name="${4:-$1}" '
        $1 == "LOAD" && / R E / {printf "mmap 100 100 %s %s %s %s %s\n", "B" $3, $5, $2, id, name}' |
        perl -pe 's/B0x([0-9a-f]+) 0x([0-9a-f]+) 0x([0-9a-f]+)/sprintf "%x %x %x", hex($1) + hex("'"$2"'"), hex($2), hex($3)/e'
}
id_of() { readelf -n "$1" | sed -n 's/.*Build ID: //p'; }
symbol() { nm "$1" | awk -v name="$2" '$3 == name {print $1}'; }
add() { perl -e 'printf "%x\n", hex($ARGV[0]) + hex($ARGV[1])' "$1" "$2"; }
flat() { tr "\t\n" " ;"; }
# fields TABLE KEY...: a line for each row of the JSON
fields() {
    perl -MJSON::PP -e 'my ($table, @keys) = @ARGV; my $all = decode_json(do { local $/; <STDIN> });
        print join("\t", map { $_ // "-" } @$_{@keys}), "\n" for @{$all->{$table}}' "$@" <"$tmp/json"
}

# each FILE BASE: a sample at every fourth byte of work() and main(), and what spe-stat and addr2line say of it
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
        while (my $pc = <STDIN>) {
            my $at = sprintf "0x%x", hex($pc) - hex($base);
            my @lines = split /\n/, `addr2line -f -i -s -e $program $at`;
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
is "$(grep -c 'inlined: inner < outer' "$tmp/lines" | sed 's/^[1-9][0-9]*$/some/')" some "... some of two levels"
is "$(cut -f2 "$tmp/said" | sed 's/[+ ].*//' | sort -u | tr '\n' ' ')" "main work " "functions"
is "$(fields functions name samples module | sort)" "$(for name in main work; do
    printf '%s\t%d\t%s\n' $name $((($(nm -S "$tmp/prog" | awk -v name=$name '$4 == name {print "0x" $2}') + 3) / 4)) "$tmp/prog"
done)" "the table of functions: as many samples as each has places"
is "$(cat "$tmp/err")" "" "nothing to say"
each "$tmp/fixed" 0
is "$(diff "$tmp/true" "$tmp/lines")" "" "a program that is not moved: the same"

# -- where files are --
hidden() { # WANT NAME OPTION...: functions of the program, which is not where it was
    "$stat" --format=json "${@:3}" "$tmp/perf.data" 2>"$tmp/err" >"$tmp/json"
    is "$(fields functions name | sort | tr '\n' ' ')$(sed "s|$tmp|T|g" "$tmp/err")" "$1" "$2"
}
each "$tmp/prog" 555555554000
id=$(id_of "$tmp/prog")
mv "$tmp/prog" "$tmp/elsewhere"
hidden "[not known] spe-stat: cannot be read, so that it has no names (--symfs): T/prog" "a file that is gone"
mkdir -p "$tmp/root$tmp" "$tmp/.debug/.build-id/${id:0:2}/${id:2}"
cp "$tmp/elsewhere" "$tmp/root$tmp/prog"
hidden "main work " "--symfs" --symfs="$tmp/root"
cp "$tmp/elsewhere" "$tmp/.debug/.build-id/${id:0:2}/${id:2}/elf"
hidden "main work " "perf's cache, by the build id"
mv "$tmp/.debug" "$tmp/cache"
mkdir "$tmp/bin"
printf '#!/bin/sh\necho "$*" >>%s/asked\necho %s/elsewhere\n' "$tmp" "$tmp" >"$tmp/bin/debuginfod-find"
chmod +x "$tmp/bin/debuginfod-find"
PATH=$tmp/bin:$PATH
hidden "[not known] spe-stat: cannot be read, so that it has no names (--symfs): T/prog" "servers are not asked"
is "$(cat "$tmp/asked" 2>/dev/null)" "" "... at all"
hidden "main work " "... unless that is wanted" --debuginfod
is "$(cat "$tmp/asked")" "executable $id" "... once, by the build id"
mv "$tmp/cache" "$tmp/.debug"
cp "$tmp/fixed" "$tmp/prog"
hidden "main work " "... though another build is where it was"
rm -r "$tmp/.debug"
hidden "[not known] spe-stat: another build than the one that ran, so that it has no names (--symfs): T/prog" "another build alone"
is "$(fields pcs_by_samples place | grep -c '^prog+0x[0-9a-f]*, in prog (100)$')" "$(wc -l <"$tmp/addresses" | sed 's/^[1-9][0-9]$/10/')" "... whose addresses are told by the file"
mv "$tmp/elsewhere" "$tmp/prog"

# -- symbols and lines in a file of their own, by the link and by the build id --
cp "$tmp/prog" "$tmp/whole"
objcopy --only-keep-debug "$tmp/prog" "$tmp/prog.debug"
strip --strip-all "$tmp/prog"
objcopy --add-gnu-debuglink="$tmp/prog.debug" "$tmp/prog"
hidden "main work " "a file of DWARF beside it"
rm "$tmp/prog.debug"
cp "$tmp/whole" "$tmp/prog"

# -- C++: names as people read them --
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

# -- data: objects by their names though only code is told to be mapped; what has none, by its mapping --
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
} | "$tmp/make_perf" >"$tmp/perf.data"
"$stat" --format=json "$tmp/perf.data" >"$tmp/json"
is "$(fields data name samples cycles loads stores | sort | tr '\t\n' ' ;')" \
    "[heap] 1 1 1 0;[stack] 1 9 1 0;counter 4 115 4 0;table 2 14 0 2;" "data by object and mapping"
is "$(fields lines_by_cycles cycles data | head -3 | tr '\t\n' ' ;')" \
    "100 counter (prog);15 counter (prog);14 table (prog);" "cache lines name what is touched of them"

# -- processes: fork, exec, threads; two programs at one address are two --
{
    printf 'time 10\nexec 100 100 first\nmmap 100 100 400000 1000 0 - /bin/first\n'
    printf 'time 20\nfork 101 100\n'
    printf 'time 30\nexec 101 101 second\nmmap 101 101 400000 1000 0 - /bin/second\n'
    printf 'time 40\ncomm 101 111 worker\n'
    printf 'buffer c0\n'
    for ctx in 100 101 111; do for ts in 15 25 35 45; do echo "load 400010 lat=1 ctx=$ctx ts=$ts"; done; done
    echo 'load 400010 lat=1'
} | "$tmp/make_perf" 1000 0 0 1 >"$tmp/perf.data"
"$stat" --format=json "$tmp/perf.data" >"$tmp/json" 2>/dev/null
is "$(fields functions name samples module | sort | tr '\t\n' ' ;')" "[not known] 6 /bin/first;[not known] 6 /bin/second;" \
    "a process sees what its parent had mapped until it begins another program"
is "$(fields processes name samples | sort | tr '\t\n' ' ;')" "first (100) 4;second (101) 8;" "processes"
is "$(fields threads name samples | sort | tr '\t\n' ' ;')" "first (100/100) 4;second (101/101) 4;worker (101/111) 4;" "threads"
is "$("$stat" --format=json - <"$tmp/perf.data" 2>/dev/null | cmp - "$tmp/json" && cat "$tmp/perf.data" | "$stat" --format=json - 2>/dev/null | sed '/core/d' | cmp - <(sed '/core/d' "$tmp/json"))" "" \
    "standard input, and a pipe: the same"

# -- what replaces a mapping, in part or for a time --
{
    printf 'exec 5 5 p\ntime 10\nmmap 5 5 400000 10000 0 - /a\ntime 20\nmmap 5 5 404000 1000 0 - /b\ntime 30\nmmap 5 5 3ff000 8000 0 - /c\nbuffer 5\n'
    for at in 3ff800 400800 404800 408800; do for ts in 5 15 25 35; do echo "load $at lat=1 ts=$ts"; done; done
    echo 'load 404800 lat=1'
} >"$tmp/remapped"
"$tmp/make_perf" 1000 0 0 1 <"$tmp/remapped" >"$tmp/perf.data"
"$stat" --top=100 --format=json --time=,0.000000020 "$tmp/perf.data" >"$tmp/json" 2>/dev/null
is "$(fields pcs_by_samples address place samples | sort | sed 's/0x0*//; s/, in.*)//' | flat)" \
    "3ff800 c+0x800 2;400800 a+0x800 2;404800 a+0x4800 2;408800 a+0x8800 2;" "before"
"$stat" --top=100 --format=json --time=0.000000030, "$tmp/perf.data" >"$tmp/json" 2>/dev/null
is "$(fields pcs_by_samples address place samples | sort | sed 's/0x0*//; s/, in.*)//' | flat)" \
    "3ff800 c+0x800 1;400800 c+0x1800 1;404800 c+0x5800 1;408800 a+0x8800 1;" "after"
sed '/^time/d; s/ ts=.*//' "$tmp/remapped" | "$tmp/make_perf" 1000 >"$tmp/perf.data"
"$stat" --top=100 --format=json "$tmp/perf.data" >"$tmp/json" 2>/dev/null
is "$(fields pcs_by_samples address place samples | sort | sed 's/0x0*//; s/, in.*)//' | flat)" \
    "3ff800 c+0x800 4;400800 c+0x1800 4;404800 c+0x5800 5;408800 a+0x8800 4;" "without times: the last that was said"

# -- a forked process: what it maps is its own, and what its parent maps later is not its --
{
    printf 'exec 5 5 p\ntime 10\nmmap 5 5 400000 1000 0 - /both\ntime 20\nfork 6 5\ntime 30\nmmap 6 6 500000 1000 0 - /child\n'
    printf 'time 30\nmmap 5 5 600000 1000 0 - /parent\nbuffer c0\n'
    for ctx in 5 6; do for at in 400000 500000 600000; do echo "load $at lat=1 ctx=$ctx ts=40"; done; done
} | "$tmp/make_perf" 1000 0 0 1 >"$tmp/perf.data"
"$stat" --top=100 --format=json "$tmp/perf.data" >"$tmp/json" 2>/dev/null
is "$(fields pcs_by_samples address place | LC_ALL=C sort | sed "s/0x0*//" | flat)" \
    "400000 both, in p (5);400000 both, in p (6);500000 child, in p (6);500000 p (5);600000 p (6);600000 parent, in p (5);" \
    "a process and its child"

# -- who ran on the core, where records do not tell: the file's switch events --
{
    printf 'exec 100 100 first\nexec 200 200 other\n'
    printf 'time 50\nswitch 3 100 100\ntime 60\nswitch 3 100 100 out\ntime 60\nswitch 3 200 200\n'
    printf 'time 80\nswitch 3 200 200 out\ntime 55\nswitch 4 200 200\nbuffer c3\n'
    for ts in 49 50 59 60 70 85; do echo "load 400010 ts=$ts"; done
    echo 'load 400010'
} | "$tmp/make_perf" 1000 0 0 1 >"$tmp/perf.data"
"$stat" --format=json "$tmp/perf.data" >"$tmp/json" 2>/dev/null
is "$(fields processes name samples | sort | tr '\t\n' ' ;')" "first (100) 2;other (200) 2;" "by switches of a core, and time"

# -- the kernel --
cat >"$tmp/kallsyms" <<'END'
ffff800080000000 T _text
ffff800080000000 t _head
ffff800080010000 T do_work
ffff800080010040 t $x
ffff800080020000 D jiffies
ffff80007a000000 t probe	[driver]
ffff800080010004 A absolute
END
{
    printf 'mmap 4294967295 0 ffff9000a0000000 20000000 ffff9000a0000000 - [kernel.kallsyms]_text\nbuffer 1\n'
    echo 'load ffff9000a0010008 lat=3 va=ffff9000a0020000'
    echo 'load ffff90009a000010 lat=2'
} >"$tmp/moved"
"$tmp/make_perf" <"$tmp/moved" >"$tmp/perf.data"
"$stat" --kallsyms="$tmp/kallsyms" --format=json "$tmp/perf.data" >"$tmp/json"
is "$(fields pcs_by_cycles place | tr '\n' ';') $(fields data name)" "do_work+0x8 ([kernel]);probe+0x10 (driver); jiffies" \
    "kernel and module, moved since: --kallsyms"
sed 's/ - \[kernel/ 00112233445566778899aabbccddeeff00112233 [kernel/' "$tmp/moved" | "$tmp/make_perf" >"$tmp/perf.data"
mkdir -p "$tmp/.debug/.build-id/00/112233445566778899aabbccddeeff00112233"
cp "$tmp/kallsyms" "$tmp/.debug/.build-id/00/112233445566778899aabbccddeeff00112233/kallsyms"
"$stat" --format=json "$tmp/perf.data" >"$tmp/json"
is "$(fields functions name module | tr '\t\n' ' ;')" "do_work [kernel];probe driver;" "perf's cache, by the kernel's build id"
sed 's/^f*[0-9a-f]*/0000000000000000/' "$tmp/kallsyms" >"$tmp/zeros"
"$stat" --kallsyms="$tmp/zeros" "$tmp/perf.data" 2>&1 >/dev/null | grep -c 'shows them to root only' >"$tmp/n"
is "$(cat "$tmp/n")" 1 "addresses that are hidden are said to be"

# -- a program without names is said once, not for each place --
is "$("$stat" --help | grep -c 'debuginfod')" 2 "--help"
done_testing
