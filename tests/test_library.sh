#!/bin/bash
# SPDX-License-Identifier: MIT
# Law 6 and the structure, seen from the objects: what they need, what they export, who may know whom.
# needs: binutils
set -u
. tests/tap.sh
need nm
build=${BUILD:-build}

# -- nothing hidden: no allocation, no I/O, no libc but the four that the compiler itself may call --
allowed='^(memcpy|memmove|memset|memcmp|_GLOBAL_OFFSET_TABLE_|spe_[a-z0-9_]+)$'
for objects in "$build/static" "$build/shared"; do
    unexpected=$(nm -u "$objects"/*.o | awk '$1 == "U" {print $2}' | sort -u | grep -Ev "$allowed")
    is "$unexpected" "" "objects in ${objects##*/} need nothing but mem*"
done
unexpected=$(nm -D -u "$build/libspe.so" | awk '$1 == "U" {sub(/@.*/, "", $2); print $2}' | grep -Ev '^(memcpy|memmove|memset|memcmp)$')
is "$unexpected" "" "libspe.so needs nothing but mem*"

# -- no global mutable state: constant tables only --
writable=$(size -A "$build"/static/*.o | awk '($1 ~ /^\.(data|bss)(\.|$)/ || $1 == "COMMON") && $1 !~ /rel\.ro/ && $2 > 0')
is "$writable" "" "no object has writable data"

# -- what leaves the library is what the headers declare, versioned --
declared=$(grep -h -A1 '^SPE_API' include/libspe/*.h | grep -o 'spe_[a-z0-9_]*(' | tr -d '(' | sort -u)
exported=$(nm -D --defined-only "$build/libspe.so" | awk '$2 == "T" {print $3}' | sort -u)
is "$exported" "$(echo "$declared" | sed 's/$/@@LIBSPE_1/')" "libspe.so exports what the headers declare, as LIBSPE_1"
is "$(nm -D --defined-only "$build/libspe.so" | grep -vc -e ' T ' -e ' A LIBSPE_1')" 0 "and nothing else"
is "$(objdump -p "$build/libspe.so" | awk '/SONAME/ {print $2}')" libspe.so.1 "soname"
global=$(nm --defined-only "$build"/static/*.o | awk 'NF == 3 && $2 ~ /[A-Z]/ && $3 !~ /^spe_/ {print $3}')
is "$global" "" "every symbol of libspe.a that others can see starts with spe_"

# -- rooms and arrows: who may include whom inside src/ (the public headers aside) --
arrows='
base.c:
batch.c: decoder.h
columns.c: decoder.h
learn.h: table.h wire.h
learn.c: learn.h
decoder.h: context.h learn.h record.h
cpu.c: operation.h
check_table.h:
check_table.c: check_table.h
check.c: check_table.h config.h context.h
clock.c:
metrics.h:
metrics.c: metrics.h
metrics_table.c: metrics.h
stats.c: wire.h
stats_read.c:
sysreg_table.h:
sysreg_table.c: sysreg_table.h
sysreg.c: sysreg_table.h text_writer.h
sysreg_meaning.c: config.h sysreg_table.h
event.c: table.h
op.c: table.h
table.c: table.h
packet.h: table.h wire.h
packet_decode.c: packet.h
packet_encode.c: table.h wire.h
record.h: table.h
record_encode.c: record.h
decoder.c: config.h decoder.h packet.h
encoder.c: config.h context.h layout.h
layout.h: table.h wire.h
text_style.h: table.h text_writer.h
text.c: config.h record.h text_style.h
text_arch.c: text_style.h
text_perf.c: text_style.h
operation.h:
filter.h: config.h
filter.c: context.h filter.h operation.h
filter_text.c: filter.h text_writer.h
'
drawn=$(echo "$arrows" | sed '/^$/d; s/ *$//' | sort)
found=$(for file in src/*.c src/*.h; do
    includes=$(sed -n 's/^#include "\(.*\)"/\1/p' "$file" | sort | tr '\n' ' ')
    echo "${file#src/}: $includes"
done | sed 's/ *$//' | grep -v -E '^(wire|config|context|text_writer|table)\.h:$' | sort)
is "$found" "$drawn" "includes are the arrows of the design"

# -- and which object may need which: firmware links the decoder without the encoder and without text --
defined=$(for object in "$build"/static/*.o; do nm --defined-only "$object" | awk -v object="$(basename "$object" .o)" '{print $3, object}'; done)
needs() { # OBJECT: the other objects whose functions it calls
    { echo "$defined"; nm -u "$build/static/$1.o"; } | awk '$1 == "U" && $2 in by {print by[$2]} $1 != "U" {by[$1] = $2}' |
        sort -u | tr '\n' ' ' | sed 's/ $//'
}
is "$(needs decoder)" "learn table" "the decoder needs neither encoder nor text"
is "$(needs batch)" "decoder table" "batches are the decoder's"
is "$(needs columns)" "decoder table" "and so are columns"
is "$(needs learn)" "table" "learning needs the table only"
is "$(needs packet_decode)" "table" "packet decoding needs the table only"
is "$(needs packet_encode)" "table" "packet encoding needs the table only"
is "$(needs encoder)" "packet_encode table" "the encoder needs neither decoder nor text"
is "$(needs text)" "record_encode table text_arch text_perf" "text needs what it prints"
is "$(needs cpu)" "op" "data sources need operations only"
is "$(needs filter)" "op" "the filter needs operations only"
is "$(needs sysreg)" "event sysreg_meaning sysreg_table" "registers need events' names only"
is "$(needs sysreg_meaning)" "" "what registers mean needs nothing"
is "$(needs check)" "check_table op packet_decode" "checks need packets, operation types and their rules"
is "$(needs stats)" "" "counting needs nothing"
is "$(needs stats_read)" "op stats" "reading counts needs operations only"
is "$(needs metrics)" "metrics_table" "metrics need their table only"
for object in clock sysreg_table check_table metrics_table; do is "$(needs $object)" "" "$object needs nothing"; done
is "$(needs filter_text)" "" "the filter's text needs nothing, not even the filter"
for object in base event op table; do
    case $(needs $object) in "" | table) good=1 ;; *) good=0 ;; esac
    is $good 1 "$object needs the table at most"
done

# -- files short, functions short --
is "$(wc -l src/*.c src/*.h include/libspe/*.h examples/*.c | awk '$2 != "total" && $1 > 800 {print $2}')" "" "no file is over 800 lines"
long=$(awk 'FNR == 1 {start = 0} /^[a-z].*\)$/ {start = FNR; name = $0} /^}/ {if (start && FNR - start > 55) print FILENAME ": " name; start = 0}' src/*.c examples/*.c)
is "$long" "" "no function is much over 50 lines"

done_testing
