#!/bin/bash
# SPDX-License-Identifier: MIT
# The ABI does not move: it is the recorded one, and a program compiled against the first headers still runs.
# needs: abigail-tools
set -u
. tests/tap.sh
need abidiff
build=${BUILD:-build}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

ok "abidiff: the recorded ABI" make -s BUILD="$build" abi-check
ok "a program compiles against the headers of 1.0" cc -std=c11 -Wall -Itests/abi/include-1.0 tests/abi/client.c -o \
    "$work/client" -L"$build" -lspe
ok "it runs with today's libspe.so" env LD_LIBRARY_PATH="$build" "$work/client"
declared=$(abi/functions tests/abi/include-1.0/libspe/*.h)
is "$(objdump -T "$work/client" | sed -n 's/.*LIBSPE_1.* \(spe_\)/\1/p' | sort)" "$declared" \
    "it needs every function of the first headers, at version LIBSPE_1"

# Every number in the first headers (enumerators, and macros without parameters) has the same value in today's.
numbers() { # INCLUDE: the names
    cat "$1"/libspe/*.h | sed -nE \
        's/^ *#define (SPE_[A-Z0-9_]+) [("0-9SUu].*/\1/p; s/^ *(SPE_[A-Z0-9_]+)( *=.*|,.*|)$/\1/p' |
        grep -vE '^SPE_(API|ACCESSOR|INLINE|VERSION.*)$' | sort -u
}
values() { # INCLUDE: "NAME VALUE" for each number of the first headers
    {
        echo '#include <libspe/spe.h>'
        echo '#include <stdio.h>'
        echo 'int main(void) {'
        numbers tests/abi/include-1.0 | sed 's/.*/printf("%s %lld\\n", "&", (long long)&);/'
        echo 'return 0; }'
    } >"$work/values.c"
    cc -I"$1" "$work/values.c" -o "$work/values" && "$work/values"
}
values tests/abi/include-1.0 >"$work/first"
values include >"$work/today"
is "$(diff "$work/first" "$work/today")" "" "$(wc -l <"$work/first") numbers of 1.0 have their values"
is "$(grep -cE '^SPE_(E_RANGE -48|HAS_PC 1|OP_GCS|EVENT_RETIRED 1|LAYOUT_SLOTS_64 1|DECODER_SIZE 4096|EVL_OVER_2048|PERF_AUX_MOVED 65536)' "$work/first")" 8 \
    "and all sorts of them are among those"

# Every member of a public struct (but for the storage of contexts, which is private) is in the list of
# tests/unit/test_layout.c.
members() {
    cat include/libspe/*.h | cc -w -fpreprocessed -E -P -xc - | awk '
        /^(typedef )?struct [a-z_]+ \{/ { name = $0; sub(/^(typedef )?struct /, "", name); sub(/ .*/, "", name); next }
        /^}/ { name = "" }
        name && /;/ && !/ opaque\[/ {
            line = $0; sub(/^ *(const )?(struct )?[a-z0-9_]+ /, "", line); sub(/;.*/, "", line); gsub(/\*/, "", line)
            gsub(/ /, "", line); n = split(line, names, /,/)
            for (i = 1; i <= n; i++) { sub(/\[.*/, "", names[i]); print "AT(struct " name ", " names[i] "," }
        }'
}
members | sort >"$work/members"
is "$(grep -oE '^AT\([a-z_ ]+, [a-z0-9_]+,' tests/unit/test_layout.c | sort | comm -23 "$work/members" -)" "" \
    "$(wc -l <"$work/members") members: size and offset of each are asserted"

# A change would be seen: one more member, one function less.
tar --exclude=./build --exclude=./.git -cf - . | tar -xf - -C "$work"
sed -i 's/uint8_t reserved\[26\];.*/uint8_t reserved[34];/' "$work/include/libspe/record.h"
(cd "$work" && make -s abi-check) >"$work/log" 2>&1
is "$(($? != 0)) $(grep -c 'struct spe_record' "$work/log" | awk '{print ($1 > 0)}')" "1 1" \
    "a struct that grows is seen"

# The records of releases: functions may be added, and nothing else.
mkdir "$work/releases"
compatible() { abi/compatible "$build/abi/libspe.so" "$work/releases" >"$work/log" 2>&1; }
compatible
is "$? $(grep -c candidate "$work/log")" "0 1" "without a release, the record is a candidate"
sed "/<elf-symbol name=.spe_decode. /d" abi/libspe.abi >"$work/releases/1.0.0.abi"
ok "a function more than in a release is no fault" compatible
cp abi/libspe.abi "$work/releases/1.0.1.abi"
ok "... two releases" compatible
is "$(grep ^programs "$work/log" | xargs)" "programs for 1.0.0 run programs for 1.0.1 run" "... both are looked at"
sed "s/<elf-symbol name=.spe_decode. /<elf-symbol name='spe_gone' /" abi/libspe.abi >"$work/releases/1.0.1.abi"
compatible
is "$(($? != 0)) $(grep -c "spe_gone" "$work/log")" "1 1" "one less is"
sed "s/\(class-decl name='spe_text_config' size-in-bits=\)'[0-9]*'/\1'64'/" abi/libspe.abi >"$work/releases/1.0.1.abi"
compatible
is "$(($? != 0)) $(grep -c "changed from 64 to" "$work/log")" "1 1" "... and so is a struct that has grown"
printf '[suppress_type]\n  name = spe_text_config\n' >"$work/releases/allowed"
ok "... unless it is allowed" compatible

done_testing
