#!/bin/bash
# SPDX-License-Identifier: MIT
# Law 6 and the structure, seen from the objects: what they need, what they export, who may know whom.
# needs: binutils
set -u
. tests/tap.sh
need nm
build=${BUILD:-build}

# -- nothing hidden: no allocation, no I/O, no libc but the four that the compiler itself may call --
# or what hardening makes of them
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

# -- what leaves the library is what the headers declare, versioned --
declared=$(abi/functions)
exported=$(nm -D --defined-only "$build/libspe.so" | awk '$2 == "T" {print $3}' | sort -u)
is "$exported" "$(echo "$declared" | sed 's/$/@@LIBSPE_1/')" "libspe.so exports what the headers declare, as LIBSPE_1"
is "$(nm -D --defined-only "$build/libspe.so" | grep -vc -e ' T ' -e ' A LIBSPE_1')" 0 "and nothing else"
is "$(objdump -p "$build/libspe.so" | awk '/SONAME/ {print $2}')" libspe.so.1 "soname"
global=$(nm --defined-only "$build"/static/*/*.o | awk 'NF == 3 && $2 ~ /[A-Z]/ && $3 !~ /^spe_/ {print $3}')
is "$global" "" "every symbol of libspe.a that others can see starts with spe_"

# -- the one list of what the library is made of --
is "$(cat src/sources)" "$(printf '%s\n' src/*/*.c | LC_ALL=C sort)" "src/sources lists src/*/*.c"
is "$(tests/mutants/stale)" "" "tests/mutants/list fits the sources"

# -- folders are floors: who may include and call whom is drawn in docs/design.md --
is "$(tests/arrows "$build")" "" "includes and calls are the arrows of docs/design.md"
absolute=$(cd "$build" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r src include docs tests abi "$work"
echo '#include "../text/text_style.h"' >>"$work/src/packet/op.c"
echo '#include <libspe/sysreg.h>' >>"$work/src/record/encoder.c"
sed -i 's/^    src\/text .*-> packet record table/    src\/text -> packet/' "$work/docs/design.md"
is "$(cd "$work" && tests/arrows "$absolute" | grep -c -e '^src/packet/op.c includes "../text' -e \
    '^src/record/encoder.c includes <libspe/sysreg' -e '^src/text/text.c includes "../record' -e \
    '/text.o needs spe_kind_flags of src/table')" 4 \
    "one that is not drawn is seen"
readmes=$(for folder in abi bench bindings docs examples fuzz include/libspe packaging pkgconfig port prove tests \
    tools src/*/; do
    lines=$(wc -l <"${folder%/}/README.md") && [ "$lines" -le 10 ] || echo "${folder%/}"
done)
is "$readmes" "" "each folder begins with a README of at most ten lines"
floors=$(for folder in src/*/; do
    name=$(basename "$folder")
    drawn=$(sed -n "s/^    src\/$name *->\([a-z_ ]*\).*/\1/p" docs/design.md | sed 's/   .*//' | tr ' ' '\n' |
        grep . | sort | tr '\n' ' ')
    said=$(sed -n 's/^Uses: //p' "$folder/README.md" | sed 's/([^)]*)//g; s/;.*//' | tr -c 'a-z_\n' ' ' |
        tr ' ' '\n' | grep . | grep -vx nothing | sort | tr '\n' ' ')
    [ "$drawn" = "$said" ] || echo "$name: $said, not $drawn"
done)
is "$floors" "" "... and says what the folder uses, as drawn"

# -- and which object may need which: firmware links the decoder without the encoder and without text --
defined=$(for object in "$build"/static/*/*.o; do nm --defined-only "$object" |
    awk -v object="$(basename "$object" .o)" '{print $3, object}'; done)
needs() { # OBJECT: the other objects whose functions it calls
    { echo "$defined"; nm -u "$build"/static/*/"$1.o"; } |
        awk '$1 == "U" && $2 in by {print by[$2]} $1 != "U" {by[$1] = $2}' |
        sort -u | tr '\n' ' ' | sed 's/ $//'
}
is "$(needs decoder)" "kernels table way_learned way_packets" "the decoder needs neither encoder nor text"
is "$(needs way_packets) $(needs way_learned)" "decoder table kernels learn many table" "nor do its ways"
is "$(needs batch)" "columns decoder way_learned" "batches are the decoder's"
is "$(needs columns)" "decoder portable table way_learned" "and so are columns"
is "$(needs learn) $(needs many) $(needs portable)" "table learn table many table" "learning needs the table only"
is "$(needs packet_decode)" "table" "packet decoding needs the table only"
is "$(needs packet_encode)" "table" "packet encoding needs the table only"
is "$(needs encoder) $(needs layout_kernels)" "layout_kernels packet_encode table encoder layout_avx2 layout_avx512 processor" "the encoder needs neither decoder nor text"
is "$(needs text)" "table text_arch text_perf text_writer" "text needs what it prints"
is "$(needs cpu)" "cpu_table op" "data sources need their rows and operations only"
is "$(needs filter)" "features op" "the filter needs features and operations only"
is "$(needs filter_apply)" "" "applying a filter needs nothing"
is "$(needs filter_columns)" "columns filter_apply" "... nor to columns, but knowing theirs"
is "$(needs sysreg)" "event sysreg_table text_writer" "registers need events' names only"
is "$(needs profiling) $(needs interval)" "features features" \
    "the state of profiling and the interval need features only"
is "$(needs features_read)$(needs buffer)" "" "features of registers and the buffer's space need nothing"
is "$(needs unit)" "encoder features_read filter profiling unit_choose unit_problems unit_sample" \
    "the unit needs what its registers mean, and the encoder"
is "$(needs unit_choose) $(needs unit_problems)" " filter interval sysreg" "... but choosing an operation needs nothing"
is "$(needs unit_sample)" "address encoder filter filter_apply op profiling unit unit_choose" "... and a sample no decoder"
is "$(needs syndrome)" "sysreg" "the syndrome needs the event classes' names"
is "$(needs check)" "check_table features op packet_iterator" "checks need packets, operation types and their rules"
is "$(needs stats)" "" "counting needs nothing"
is "$(needs stats_columns)" "columns stats" "... nor do columns, but knowing theirs"
is "$(needs stats_read)" "op stats" "reading counts needs operations only"
is "$(needs metrics)" "metrics_list metrics_table" "metrics need their table only, and what reads it"
is "$(needs metrics_runs)" "metrics_list" "runs of counters need no floating point"
is "$(needs metrics_list)" "metrics_table" "nor do lists of metrics"
for object in clock sysreg_table check_table metrics_table; do is "$(needs $object)" "" "$object needs nothing"; done
is "$(needs filter_text)" "event text_writer" "the filter's text needs events' names only, not even the filter"
for object in status event op table; do
    case $(needs $object) in "" | table) good=1 ;; *) good=0 ;; esac
    is $good 1 "$object needs the table at most"
done

# -- the benchmarks, which no other gate builds --
ok "the benchmarks build" make -s BUILD="$build" "$build/bench"
is "$("$build/bench" --once next fixed 65536) $("$build/bench" --once plain packed-many 65536)" \
    "1024 $("$build/bench" --once next packed-many 65536)" \
    "... and count records"

# -- files short, functions short --
is "$(wc -l src/*/*.c src/*/*.h include/libspe/*.h examples/*.c examples/*/*.c tools/*.c |
    awk '$2 != "total" && $1 > 800 {print $2}')" "" "no file is over 800 lines"
long=$(awk 'FNR == 1 {start = 0} /^[a-z].*\)$/ {start = FNR; name = $0} /^}/ {if (start && FNR - start > 55) print FILENAME ": " name; start = 0}' src/*/*.c examples/*.c examples/*/*.c tools/*.c)
is "$long" "" "no function is much over 50 lines"

done_testing
