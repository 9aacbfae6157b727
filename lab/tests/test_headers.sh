#!/bin/bash
# SPDX-License-Identifier: MIT
# The headers and objects of libspe-lab: each header compiles alone; the library exports what they declare, and needs
# nothing but libspe's functions and mem*.
# needs: binutils g++ mandoc
set -u
. tests/tap.sh
need nm
need g++
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
headers=(lab/include/libspe-lab/*.h)
strict=(-Iinclude -Ilab/include -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wcast-qual
    -Werror -fsyntax-only)

for header in "${headers[@]}"; do
    name=${header#lab/include/}
    printf '#include <%s>\n#include <%s>\n' "$name" "$name" >"$work/alone.c"
    cp "$work/alone.c" "$work/alone.cpp"
    ok "$name alone, C99" gcc -std=c99 "${strict[@]}" "$work/alone.c"
    ok "... C++11" g++ -std=c++11 -Wold-style-cast "${strict[@]}" "$work/alone.cpp"
done
is "$(sed -n 's/^#include <libspe-lab\/\(.*\)>/\1/p' lab/include/libspe-lab/lab.h)" \
    "$(cd lab/include/libspe-lab && printf '%s\n' *.h | grep -vx lab.h)" "lab.h includes all of them"

# -- no struct has padding: nobody would set it, and a later version could not use it --
{
    echo '#include <libspe-lab/lab.h>'
    cat "${headers[@]}" | awk '/^(typedef )?struct spe_[a-z_]+ \{/ {sub(/^typedef /, ""); sub(/ \{.*/, "");
        print "extern char size_of_" ++n "[sizeof(" $0 ")];"}'
} >"$work/padded.c"
ok "no struct has padding" gcc -std=c11 -Wpadded -Werror -Iinclude -Ilab/include -fsyntax-only "$work/padded.c"
ok "structs have the sizes that comments state" sh -c 'tests/abi/sizes lab/include/libspe-lab/*.h >"$0" &&
    cc -Iinclude -Ilab/include -fsyntax-only -include libspe-lab/lab.h -xc "$0"' "$work/sizes.h"

# -- what it exports and needs --
library=$build/libspe-lab.so
is "$(nm -D --defined-only "$library" | awk '$2 == "T" {print $3}' | sort)" \
    "$(tests/abi/functions "${headers[@]}" | sed 's/$/@@LIBSPE_LAB_0/' | sort)" \
    "libspe-lab.so exports what the headers declare"
is "$(objdump -p "$library" | awk '/SONAME/ || /NEEDED/ && /spe/ {print $2}' | sort | xargs)" "libspe-lab.so.0 libspe.so.1" \
    "its soname, and what it is linked with"
allowed='^(memcpy|memmove|memset|memcmp|__stack_chk_fail|__mem[a-z]+_chk)$'
is "$(nm -D -u "$library" | awk '$1 == "U" {sub(/@.*/, "", $2); print $2}' | grep -Ev "$allowed" |
    comm -23 - <(tests/abi/functions))" "" "it needs public functions of libspe, and mem*"
is "$(size -A "$build"/lab/static/*/*.o | awk \
    '($1 ~ /^\.(data|bss)(\.|$)/ || $1 == "COMMON") && $1 !~ /rel\.ro/ && $2 > 0')" "" "no object has writable data"
is "$(nm --defined-only "$build"/lab/static/*/*.o | awk 'NF == 3 && $2 ~ /[A-Z]/ && $3 !~ /^spe_/ {print $3}')" "" \
    "every symbol of libspe-lab.a that others can see starts with spe_"
is "$(comm -12 <(nm -g --defined-only "$build"/static/*/*.o | awk 'NF == 3 {print $3}' | sort) \
    <(nm -g --defined-only "$build"/lab/static/*/*.o | awk 'NF == 3 {print $3}' | sort))" "" \
    "... and none is also in libspe.a"
is "$(cat lab/src/sources)" "$(cd lab && printf '%s\n' src/*/*.c | LC_ALL=C sort)" "lab/src/sources lists src/*/*.c"

# -- what is made from libspe's rows --
cc -std=c11 -DSPE_STATIC -Iinclude packaging/derive/words.c "$build/libspe.a" -o "$work/words"
is "$("$work/words" | diff - lab/src/arrow/arrow_words.h)" "" \
    "arrow_words.h has the data sources of libspe (make derived)"
ok "room.h: subclasses, packet types, counters and levels have room" sh -c "echo '#include <libspe/spe.h>
#include \"$PWD/lab/src/base/room.h\"
int main(void) {
    struct spe_record_field field;
    unsigned counters = 0;
    for (unsigned n = 0; spe_record_field_get(n, &field) == SPE_OK; n++)
        counters += field.size == 2 && field.unit[0];
    return spe_op_subclass_count() > SPE_ROOM_SUBCLASSES || spe_packet_type_count() > SPE_ROOM_TYPES ||
        counters > SPE_ROOM_COUNTERS || spe_level_count() > SPE_ROOM_LEVELS; }' | cc -xc - -xnone -DSPE_STATIC -Iinclude '$build/libspe.a' -o '$work/rooms' && '$work/rooms'"

# -- the listing of docs/embedding.md: two records, of which the second breaks two rules --
awk '/^#include <libspe-lab/, /^```$/' docs/embedding.md | grep -v '^```' >"$work/listing.c"
cat >"$work/main.c" <<'END'
#include "listing.c"
int main(void)
{
    static const unsigned char bytes[] = {0xb0, 0, 0, 0x40, 0, 0, 0, 0, 0xc0, 0x49, 0, 0x52, 0x16, 0, 1,
                                          0xb0, 0, 0, 0x40, 0, 0, 0, 0, 0xc0, 0x49, 0, 0x52, 0x2a, 0, 1};
    static const struct spe_sysreg_value regs[] = {{SPE_REG_PMSIDR_EL1, 0, 0x26417}, {SPE_REG_PMBIDR_EL1, 0, 0},
                                                   {SPE_REG_ID_AA64DFR0_EL1, 0, UINT64_C(1) << 32}};
    return read_buffer(regs, 3, bytes, sizeof bytes) == 0 && stats.records == 2 && findings == 2 ? 0 : 1;
}
END
ok "docs/embedding.md: the second library in use" sh -c "cc -std=c99 -Wall -Wextra -Werror -DSPE_STATIC -Iinclude \
    -Ilab/include '$work/main.c' '$build/libspe-lab.a' '$build/libspe.a' -o '$work/main' && '$work/main'"

# -- the single file, on that of libspe --
ok "both libraries as single files" sh -c "packaging/amalgamate '$work/single' && packaging/amalgamate '$work/single' libspe-lab"
for option in -DSPE_STATIC -DSPE_PREFIX=my_ '-DSPE_NO_FLOATING_POINT -mgeneral-regs-only'; do
    # shellcheck disable=SC2086 # options
    ok "... $option" gcc -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wmissing-prototypes -Werror $option \
        -I"$work/single" -c "$work/single/libspe-lab.c" -o "$work/single.o"
done
is "$(nm -g --defined-only "$work/single.o" | grep -c ' spe_stats_\(add\|merge\)$')" 2 "... which still counts"

# -- the manual pages --
mkdir "$work/man"
ok "manual pages" docs/man/pages lab/docs/libspe-lab.3.in "$work/man" "${headers[@]}"
is "$(mandoc -Tlint -Wwarning "$work"/man/libspe*.3)" "" "... of which mandoc says nothing"

done_testing
