#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-stat names members of variables as the compiler places them: a program prints its own expressions and their
# addresses; a sample at each address gets that name.
# needs: libdw-dev pkg-config g++ perl
set -u
. tests/tap.sh
need pkg-config
need g++
if [ "${LIBDW:-}" = no ] || ! pkg-config --exists libdw; then
    echo "1..0 # SKIP spe-stat is built without libdw"
    exit 0
fi
. tools/tests/programs.sh
export HOME=$tmp
cat >"$tmp/prog.cc" <<'END'
#include <cstdio>
#include <cstdint>
#define private public /* a name of the library, as it is printed */
#define protected public
#include <vector>
#define APART __attribute__((aligned(64), used))
#define SHOW(x) std::printf("%s %llx\n", #x, (unsigned long long)(uintptr_t)&(x))
/* bytes of something that has no name of its own */
#define BYTE(x, n, text) std::printf("%s %llx\n", text, (unsigned long long)(uintptr_t)&(x) + (n))
struct point { short x, y; };
typedef volatile point odd_point;
struct base { long id; point at; };
struct derived : base { int own[3]; struct { char a; int b; }; };
union either { long whole; point parts[2]; };
struct bits { unsigned kind : 3, rest : 29; int after; };
struct nothing { static int unused; };
struct more_of_nothing : nothing {};
struct two_of { nothing left, right; };
struct list_of : more_of_nothing { long head, tail; };
struct packed { [[no_unique_address]] nothing of; [[no_unique_address]] more_of_nothing more; long first; };
struct node { node *next; either value; bits flags; char name[5]; double last; };
APART long counts[4];
APART point grid[3][5];
APART node pool[2];
APART derived object;
APART list_of list;
APART two_of both;
APART packed pack;
APART std::vector<int> vectors[2];
APART either alone;
APART char text[64];
APART int scalar;
namespace outer { namespace { APART static struct { odd_point here; point *there[2]; } inner; } }
static long *local()
{
    static APART struct { long hits, misses; } cache;
    static void (*volatile keep)(void *);
    (void)keep;
    SHOW(cache.hits);
    SHOW(cache.misses);
    return &cache.hits;
}
int main()
{
    local();
    SHOW(counts[0]); SHOW(counts[3]); SHOW(grid[0][0].x); SHOW(grid[2][4].y); SHOW(grid[1][2].x);
    SHOW(pool[0].next); SHOW(pool[1].next); SHOW(pool[1].value); SHOW(pool[1].flags.after); SHOW(pool[0].name[4]);
    SHOW(pool[1].last); SHOW(object.id); SHOW(object.at.y); SHOW(object.own[2]); SHOW(object.a);
    SHOW(object.b);
    SHOW(both.left); SHOW(both.right); SHOW(list.head); SHOW(list.tail); SHOW(pack.first);
    SHOW(vectors[1]._M_impl._M_finish);
    SHOW(text[17]); SHOW(scalar); SHOW(outer::inner.here.y); SHOW(outer::inner.there[1]);
    BYTE(scalar, 2, "scalar+2"); BYTE(alone, 4, "alone+4"); BYTE(alone, 0, "alone");
    BYTE(pool[0].value, 6, "pool[0].value+6");
    BYTE(pool[0].flags, 1, "pool[0].flags+1"); BYTE(pool[0].name[4], 1, "pool[0]+29");
    BYTE(pool[1].last, 4, "pool[1].last+4");
    BYTE(object.a, 1, "object+29");
}
END
# names NAME: the names of the samples' data, one for each address of the program
names() {
    local name address
    export PROGRAM=$tmp/$1
    "$PROGRAM" >"$tmp/said"
    while read -r name address; do
        { printf 'exec 100 100 prog\n'
            readelf -lW "$PROGRAM" | perl -ne '/LOAD +0x(\w+) 0x(\w+) 0x\w+ 0x\w+ 0x(\w+) R E/ and
                print "mmap 100 100 $2 $3 $1 - $ENV{PROGRAM}\n"'
            echo 'buffer 100'
            yes "store 400010 va=$address lat=10" | head -20; } | "$tmp/make_perf" >"$tmp/perf.data"
        printf '%s %s\n' "$address" "$("$stat" --table=lines_by_latency "$tmp/perf.data" 2>/dev/null |
            sed -nE 's/.*; data ([^;]*) \(.*/\1/p')"
    done <"$tmp/said"
}
wanted() { awk '{print $2, $1}' "$tmp/said" | sed 's/outer::/outer::(anonymous namespace)::/'; }
for options in "-O1 -gdwarf-4" "-O2 -gdwarf-5" "-O0 -g -fdebug-types-section"; do
    # shellcheck disable=SC2086 # options
    ok "a program, $options" g++ -no-pie $options -o "$tmp/prog" "$tmp/prog.cc"
    names prog >"$tmp/names"
    is "$(sed 's/local()::cache/cache/' "$tmp/names" | diff - <(wanted))" "" "members have their names, $options"
done
# An array that no memory has: the product of its lengths does not fit into 64 bits.
cat >"$tmp/rows.c" <<'END'
int rows[4][0x1000000000][2];
int main(void) { __builtin_printf("rows %p\n", (void *)rows); }
END
gcc -gdwarf-4 -O1 -no-pie -fno-pie -mcmodel=large -S "$tmp/rows.c" -o - |
    sed -E 's/0xfffffffff$/0x4000000000000000/;s/\b2199023255552\b/64/' >"$tmp/rows.s"
ok "a program whose DWARF has such an array" gcc -no-pie -o "$tmp/rows" "$tmp/rows.s"
names rows >"$tmp/names"
is "$(sed 's/^[^ ]* //' "$tmp/names") $(grep -c 0x4000000000000000 "$tmp/rows.s")" "rows 1" "it has no elements"
strip -g "$tmp/prog"
names prog >"$tmp/names"
is "$(wc -l <"$tmp/names") $(grep -cE '[].]' "$tmp/names") $(grep -c 'pool' "$tmp/names")" "$(wc -l <"$tmp/said") 0 $(grep -c pool "$tmp/said")" "without DWARF: offsets from the symbol"
done_testing
