#!/bin/bash
# SPDX-License-Identifier: MIT
# The single-file form: it needs nothing else, its options leave out what they name and link in every combination, it
# exports only the interface, and a prefix allows two of them in one program.
# needs: g++
# all needs: clang
set -u
. tests/tap.sh
need g++
! is_all || need clang
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

ok "make amalgamation" packaging/amalgamate "$work/libspe" # alone, without the project's folders
is "$(cd "$work/libspe" && find . -type f ! -path './libspe/*' | sort | tr '\n' ' ')" "./libspe.c ./libspe.h " "two files"
is "$(cd "$work/libspe" && ls libspe)" "$(cd include/libspe && printf '%s\n' *.h)" \
    "... and the names of the headers, which lead to libspe.h"
warnings=(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Wstrict-prototypes -Wmissing-prototypes -Werror)
single() { # COMPILER OUTPUT OPTION...
    local compiler=$1 output=$2
    shift 2
    "$compiler" -std=c11 "${warnings[@]}" "$@" -c "$work/libspe/libspe.c" -o "$work/$output"
}
functions() { nm -g --defined-only "$work/$1" | awk '{print $3}' | sort; } # OBJECT

ok "SPE_STATIC, without a warning" single gcc SPE_STATIC.o -DSPE_STATIC -fPIC
ok "... with a prefix" single gcc prefixed.o -DSPE_PREFIX=my_

# All combinations of what can be left out. A program that names all functions that are left links with the whole
# object, and with libspe-lab, or libspe-lab says why it cannot.
ok "libspe-lab's single file" packaging/amalgamate "$work/libspe" libspe-lab
lab() { gcc -std=c11 -Werror -I"$work/libspe" "$@" -c "$work/libspe/libspe-lab.c" -o "$work/lab.o"; } # OPTION...
combination() { # OBJECT OPTION...
    local object=$1
    shift
    single gcc "$object" "$@" || return
    { echo '#include <libspe-lab/lab.h>'
      echo 'typedef void function(void);'
      echo 'int main(void) { static function *const all[] = {'
      functions "$object" | sed 's/.*/(function *)&,/'
      echo '}; for (unsigned i = 0; i < sizeof all / sizeof *all; i++) if (!all[i]) return 1; return 0; }'
    } >"$work/left.c"
    gcc -std=c11 -I"$work/libspe" "$@" "$work/left.c" "$work/$object" -o "$work/left" && "$work/left" || return
    case " $* " in
    *" -DSPE_DECODER_ONLY "* | *" -DSPE_NO_MEANING "*) lab "$@" 2>&1 | grep -q '#error "libspe-lab needs' ;;
    *) lab "$@" && gcc -shared -Wl,-z,defs "$work/$object" "$work/lab.o" -o "$work/left.so" ;;
    esac
}
leave_out=(SPE_DECODER_ONLY SPE_NO_TEXT SPE_NO_MEANING SPE_NO_BRIDGE SPE_NO_LEARNING SPE_NO_KERNELS \
    SPE_NO_FLOATING_POINT)
combinations=(0 1 4 127) # none, two that leave out much, all
! is_all || mapfile -t combinations < <(seq 0 127)
bad=
for n in "${combinations[@]}"; do
    chosen=()
    for i in "${!leave_out[@]}"; do ((n >> i & 1)) && chosen+=("${leave_out[i]}"); done
    combination "${chosen[*]:-plain}.o" -fPIC "${chosen[@]/#/-D}" >"$work/log" 2>&1 ||
        bad="$bad ${chosen[*]}: $(head -n 3 "$work/log")"
done
is "$bad" "" "${#combinations[@]} combinations of ${#leave_out[@]} options compile without a warning and link"
if is_all; then
    ok "clang" single clang clang.o
    ok "... the decoder only" single clang clang.o -DSPE_DECODER_ONLY -DSPE_NO_LEARNING
fi
is "$(functions plain.o)" "$(tests/abi/functions | sort)" "it exports the interface, all of it, and nothing else"
is "$(functions prefixed.o)" "$(tests/abi/functions | sed 's/^/my_/' | sort)" "... with a prefix"
is "$(functions SPE_DECODER_ONLY.o | grep -E '^spe_(encoder|packet_encode|record_text|filter|cpu|perf)_?')" "" "the decoder only: no other rooms"
is "$(functions SPE_DECODER_ONLY.o | grep -cE '^spe_(decoder_(init|feed|next|gap|finish|next_batch|next_columns)|packet_decode|packet_iterator_next|op_decode|status_text)$')" 11 \
    "... but all that decodes"
floors=("TEXT:text" "MEANING:filter,cpu_midr" "BRIDGE:perf_reader,perf_writer")
is_all || floors=()
for floor in "${floors[@]}"; do
    names=$(sed 's/.*://; s/,/|/g' <<<"$floor")
    pattern="^spe_(.*_)?($names)"
    is "$(functions "SPE_NO_${floor%:*}.o" | grep -E "$pattern" | grep -v "_problem\|_text$" | head -3)" "" \
        "SPE_NO_${floor%:*} leaves out what it says"
    [ "$(functions plain.o | grep -cE "$pattern")" -gt 0 ]
    ok "... which is there without it" test $? = 0
done
# SPE_STATIC: nothing is exported from the plugin that it becomes part of.
ok "SPE_STATIC: a plugin" gcc -shared "$work/SPE_STATIC.o" -o "$work/plugin.so"
is "$(nm -D --defined-only "$work/plugin.so" | grep -c spe_)" 0 "... nothing of it leaves a shared object"

# The header, in C and C++.
echo '#include "libspe.h"' >"$work/alone.c" && cp "$work/alone.c" "$work/alone.cpp"
for standard in c99 c11 c17 c2x; do
    ok "libspe.h alone, $standard" gcc "-std=$standard" "${warnings[@]}" -I"$work/libspe" -c "$work/alone.c" -o \
        "$work/alone.o"
done
compilers=(g++)
! is_all || compilers+=(clang++)
for compiler in "${compilers[@]}"; do
    for standard in c++11 c++17 c++20; do
        ok "libspe.h alone, $compiler, $standard" "$compiler" "-std=$standard" -Wall -Wextra -Wpedantic \
            -Wold-style-cast -Wconversion -Wshadow -Wundef -Werror -I"$work/libspe" -c "$work/alone.cpp" -o \
            "$work/alone.o"
    done
done
for name in include/libspe/*.h; do echo "#include <libspe/${name##*/}>"; done >"$work/names.c"
ok "... by the headers' names" gcc -std=c99 "${warnings[@]}" -I"$work/libspe" -c "$work/names.c" -o "$work/names.o"

# The example: two parts, each with its own libspe.
cp -r examples/single-file "$work/example"
ok "examples/single-file builds" make -s -C "$work/example" LIBSPE="$work/libspe" CFLAGS=-O0
is "$("$work/example/count")" "1700 bytes, 100 records" "... and runs"
is "$(nm -g --defined-only "$work/example/count" | grep -o ' [a-z_]*spe_' | sort -u | tr -d '\n')" \
    " reader_spe_ writer_spe_" "... with two libraries in it"

done_testing
