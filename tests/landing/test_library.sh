#!/bin/bash
# SPDX-License-Identifier: MIT
# Law 6 and the structure, checked with the objects: what they need, what they export, and which may use which.
# needs: binutils gcc git
set -u
. tests/tap.sh
need nm
need git
build=${BUILD:-build}

# -- nothing hidden: no allocation, no I/O, no function of libc but the four that the compiler itself may call --
# or their hardened forms
allowed='^(memcpy|memmove|memset|memcmp|_GLOBAL_OFFSET_TABLE_|spe_[a-z0-9_]+|__stack_chk_fail|__mem[a-z]+_chk)$'
for objects in static shared; do
    unexpected=$(nm -u "$build/$objects"/*/*.o | awk '$1 == "U" {print $2}' | sort -u | grep -Ev "$allowed")
    is "$unexpected" "" "objects in $objects need nothing but mem*"
done
unexpected=$(nm -D -u "$build/libspe.so" | awk '$1 == "U" {sub(/@.*/, "", $2); print $2}' | grep -Ev "$allowed")
is "$unexpected" "" "libspe.so needs nothing but mem*"

# -- no global mutable state: constant tables only --
writable=$(size -A "$build"/static/*/*.o | awk \
    '($1 ~ /^\.(data|bss)(\.|$)/ || $1 == "COMMON") && $1 !~ /rel\.ro/ && $2 > 0')
is "$writable" "" "no object has writable data"

# -- the library exports exactly what the headers declare, with versions --
exported=$(nm -D --defined-only "$build/libspe.so" | awk '$2 == "T" {print $3}' | sort -u)
is "$exported" "$(tests/abi/functions --versioned | sort)" \
    "libspe.so exports what the headers declare, each with the version that brought it"
is "$(nm -D --defined-only "$build/libspe.so" | grep -vc -e ' T ' -e ' A LIBSPE_')" 0 "and nothing else"
is "$(objdump -p "$build/libspe.so" | awk '/SONAME/ {print $2}')" libspe.so.1 "soname"
global=$(nm --defined-only "$build"/static/*/*.o | awk 'NF == 3 && $2 ~ /[A-Z]/ && $3 !~ /^spe_/ {print $3}')
is "$global" "" "every symbol of libspe.a that others can see starts with spe_"

# -- the list of the library's files --
is "$(cat src/sources)" "$(printf '%s\n' src/*/*.c | LC_ALL=C sort)" "src/sources lists src/*/*.c"
is "$(cat tools/sources)" "$(printf '%s\n' tools/*.c tools/*/*.c tools/*/*/*.c |
    grep -v -e /record/ -e /spe-record -e /tests/ -e /examples/ | LC_ALL=C sort)" \
    "tools/sources lists tools/, but for spe-record"
is "$(sed 's/^[a-z]* //' tools/record/sources | LC_ALL=C sort)" "$(printf '%s\n' tools/record/*.c | LC_ALL=C sort)" \
    "... whose parts tools/record/sources lists"
is "$(.ci/mutants/stale)" "" ".ci/mutants/explained and lab/tests/linux/faults fit the sources"
unfit=$(export GIT_CEILING_DIRECTORIES=${PWD%/*} # a tarball may be below another repository
    for patch in .ci/growth/*/patch; do git apply --check "$patch" 2>&1; done)
is "$unfit" "" "the patches of .ci/growth apply: each its own, to this tree"

# -- the stack that libspe-lab takes (tests/port/freestanding measures libspe's) --
if is_all; then
    work_stack=$(mktemp -d)
    for source in src/*/*.c lab/src/*/*.c; do # with what it calls of libspe
        gcc -std=c11 -Os -fcallgraph-info=su -DSPE_STATIC -Iinclude -Ilab/include -c "$source" \
            -o "$work_stack/${source//\//-}.o"
    done
    ok "libspe-lab takes less than 512 bytes of stack, where no header says more" tests/port/stack lab/include/libspe-lab \
        "$work_stack"/*.ci
    rm -rf "$work_stack"
fi

# -- files that are derived from the rows --
work_derive=$(mktemp)
cc -std=c11 -Iinclude packaging/derive/tables.c -o "$work_derive"
is "$("$work_derive" h | diff - src/table/derived.h)$("$work_derive" c | diff - src/table/derived.c)" "" \
    "derived.h and derived.c follow from the rows of src/table (make derived)"
rm -f "$work_derive"

# -- folders are floors: docs/design.md draws which may include and call which --
is "$(tests/arrows "$build")" "" "includes and calls are the arrows of docs/design.md, and no files of a folder need each other"
absolute=$(cd "$build" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r src lab tools include docs tests "$work"
echo '#include "../text/text_style.h"' >>"$work/src/packet/op.c"
echo '#include <libspe-lab/sysreg.h>' >>"$work/src/record/encoder.c"
echo '#include "../../../src/base/wire.h"' >>"$work/lab/src/count/stats.c"
echo '#include <libspe-lab/unit.h>' >>"$work/lab/src/check/check.c"
echo '#include "../report/report.h"' >>"$work/tools/table/table.c"
echo '#include "../../src/base/wire.h"' >>"$work/tools/system/bytes.c"
echo '#include "unit.h"' >>"$work/lab/src/model/unit_config.h"  # a circle of two
echo '#include "decoder.h"' >>"$work/src/record/deliver.h" # a circle through functions
sed -i 's/^    tools\/page .*-> report profile symbols/    tools\/page -> report profile/' "$work/docs/design.md"
sed -i 's/^    src\/text .*-> packet record table/    src\/text -> packet/' "$work/docs/design.md"
is "$(cd "$work" && tests/arrows "$absolute" | grep -c -e '^src/packet/op.c includes "../text' -e \
    '^src/record/encoder.c includes <libspe-lab/sysreg' -e '^src/text/text.c includes "../record' -e \
    '/text.o needs spe_kind_flags of src/table' -e '^tools/table/table.c includes "../report' -e \
    '^tools/system/bytes.c includes "../../src' -e '/page.o needs symbols_short of tools/symbols' -e \
    '^lab/src/model/unit and lab/src/model/unit_config need each other' -e '^lab/src/count/stats.c includes "../../../src' -e \
    '^lab/src/check/check.c includes <libspe-lab/unit' -e \
    '^src/record/decoder and src/record/deliver .*record/way_packets.* need each other')" 11 \
    "one that is not drawn is seen, and so are circles"
readmes=$(for folder in bindings conformance docs examples fuzz include/libspe packaging pkgconfig tests tests/abi \
    tests/bench tests/port tests/proof src tools src/*/ tools/tests lab lab/src/*/; do
    [ -s "${folder%/}/README.md" ] || echo "${folder%/}"
done)
is "$readmes" "" "each folder has a README"
floors=$(for folder in src/*/ lab/src/*/; do
    name=${folder%/}
    drawn=$(sed -n "s|^    $name *->\([a-z_ ]*\).*|\1|p" docs/design.md | sed 's/   .*//' | tr ' ' '\n' |
        grep . | sort | tr '\n' ' ')
    said=$(sed -n 's/^Uses: //p' "$folder/README.md" | sed 's/([^)]*)//g; s/;.*//' | tr -c 'a-z_\n' ' ' |
        tr ' ' '\n' | grep . | grep -vx nothing | sort | tr '\n' ' ')
    [ "$drawn" = "$said" ] || echo "$name: $said, not $drawn"
done)
is "$floors" "" "... which says what the folder uses, as drawn"

# -- forbidden dependencies, direct or indirect: firmware links the decoder without the encoder and without text --
# A line: objects; after "not" the objects and folders of src/ that none of them may reach. "anything" means all others.
reached=$(perl -e '
    my (%by, %calls, %folder);
    while (<STDIN>) {
        my ($folder, $name, $needs, $symbol) = m{([^/]+)/([^/]+)\.o:(\S* +U )?(?:\S+ [A-Z] )?(\S+)$} or next;
        $folder{$name} = $folder;
        if ($needs) { $calls{$name}{$symbol} = 1 } else { $by{$symbol} = $name }
    }
    for my $name (sort keys %folder) {
        my (%seen, @next) = ($name => 1);
        @next = $name;
        while (defined(my $at = shift @next)) {
            push @next, grep { !$seen{$_}++ } map { $by{$_} // () } keys %{$calls{$at}};
        }
        print "$name $folder{$_}/ $_\n" for sort grep { $_ ne $name } keys %seen;
    }' < <(nm -A "$build"/static/*/*.o | grep ' [A-Z] '))
forbidden() { # prints what is reached nevertheless, for the lines on standard input
    perl -e 'my ($reached, %reach) = shift;
        push @{$reach{$1}}, [$2, $3] while $reached =~ /^(\S+) (\S+) (\S+)$/mg;
        my %is = map { m{(\w+)\.c$} ? ($1 => 1) : m{(\w+)/$} ? ("$1/" => 1) : () } glob "src/*/*.c src/*/";
        while (<STDIN>) {
            my ($who, $whom) = map { [split] } split / not /;
            my %not = map { $_ => 1 } @$whom;
            for (grep { !$is{$_} && $_ ne "anything" } @$who, @$whom) { print "there is no $_\n" }
            for my $object (@$who) {
                for (@{$reach{$object}}) {
                    print "$object reaches $_->[0]$_->[1]\n" if $not{anything} || $not{$_->[0]} || $not{$_->[1]};
                }
            }
        }' "$reached"
}
is "$(forbidden <<'END'
decoder batch columns learn many_layouts packet_decode not encoder packet_encode text/ meaning/ bridge/
learn many_layouts header_walk kernel_portable packet_decode not record/
encoder packet_encode not decoder learn text/ meaning/ bridge/
text not decoder encoder meaning/ bridge/
cpu filter filter_text not decoder encoder text/ bridge/
filter_text not filter
filter_apply clock not anything
filter_columns not encoder text/ filter
status event op find derived not decoder encoder text/ meaning/ bridge/
END
)" "" "who may not need whom"
is "$(forbidden <<<'text not text/
batch not encoder decoder
nobody not text/' | sort -u | grep -c -e '^text reaches text/text_arch' -e '^batch reaches record/decoder' -e '^there is no nobody')" 3 "... or it would be seen"

# -- the benchmarks build; no other gate builds them --
ok "the benchmarks build" make -s BUILD="$build" "$build/bench" "$build/bench-decode"
is "$("$build/bench" --once filter fixed 65536) $(
    "$build/bench-decode" --once next 65536 packed-many plain own whole)" \
    "1024 $("$build/bench-decode" --once next 65536 packed-many best own whole)" \
    "... and count records"

# -- files short, functions short --
mapfile -t programs < <(printf '%s\n' tools/*.c tools/*/*.c tools/*/*/*.c | grep -v ^tools/tests/)
sources=(src/*/*.c lab/src/*/*.c lab/examples/*.c examples/*.c examples/*/*.c "${programs[@]}")
is "$(wc -l "${sources[@]}" src/*/*.h lab/src/*/*.h include/libspe/*.h lab/include/libspe-lab/*.h |
    awk '$2 != "total" && $1 > 800 {print $2}')" "" "no file is over 800 lines"
long=$(awk 'FNR == 1 {start = 0} /^[a-z].*\)$/ {start = FNR; name = $0} /^}/ {if (start && FNR - start > 55) print FILENAME ": " name; start = 0}' "${sources[@]}")
is "$long" "" "no function is much over 50 lines"

done_testing
