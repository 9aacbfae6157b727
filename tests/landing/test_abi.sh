#!/bin/bash
# SPDX-License-Identifier: MIT
# The ABI does not change: by libabigail, the libraries have what each release had.
# needs: abigail-tools clang
set -u
. tests/tap.sh
need abidiff
need clang
build=${BUILD:-build}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

ok "the libraries have what each release had" tests/abi/compatible "$build"
ok "a release records today's" make -s BUILD="$build" RELEASES="$work/kept" abi-release
ok "... and the libraries have all of that" tests/abi/compatible "$build" "$work/kept"

# The records are of x86-64. No struct has padding on any target, so its members are there where they are here, apart
# from the size of pointers.
for header in libspe/spe.h libspe-lab/lab.h; do
    bad='' folder=$(ls -d {,lab/}include/${header%/*} 2>/dev/null)
    { # clang lays out only what is used
        echo "#include <$header>"
        sed -nE 's/^(typedef )?(struct [a-z_]+) \{$/_Static_assert(sizeof(\2) > 0, "");/p' "$folder"/*.h
    } >"$work/structs.c"
    for target in x86_64-linux-gnu i686-linux-gnu aarch64-linux-gnu armv7-none-eabi s390x-linux-gnu \
        powerpc-linux-gnu riscv32-unknown-elf x86_64-windows-msvc; do
        clang --target=$target -ffreestanding -fsyntax-only -Wpadded -Werror -Iinclude -Ilab/include "$work/structs.c" \
            >"$work/log" 2>&1 || bad="$bad$target: $(head -n 2 "$work/log")"
    done
    is "$bad" "" "$header: $(grep -c sizeof "$work/structs.c") structs without padding, on eight targets"
done
is_all || { done_testing; exit; }

# The check notices what it should. It builds a copy of the tree with each change.
tar --exclude=./build --exclude=./.git -cf - . | tar -xf - -C "$work"
rm -rf "$work/tests/abi/releases"
made() { (cd "$work" && make -s -j2 CFLAGS='-g -O0' BUILD=build "$1" >log 2>&1); }
mv "$work/kept" "$work/tests/abi/releases"
ok "... without a change" made abi-check
changed() { # NAME FILE SED SEEN: what abi-check prints
    cp "$work/$2" "$work/original"
    sed -i "$3" "$work/$2"
    is "$(cmp -s "$work/$2" "$work/original"; echo $?)" 1 "$1"
    made abi-check
    is "$(($? != 0)) $(grep -c "$4" "$work/log" | awk '{print ($1 > 0)}')" "1 1" "... is seen" ||
        diag "$(tail "$work/log")"
    cp "$work/original" "$work/$2"
}
changed "a struct that grows" include/libspe/record.h \
    's/uint8_t reserved\[2[0-9]*\];.*/uint8_t reserved[34];/' 'struct spe_record'
changed "two members that change places" include/libspe/packet.h \
    's/uint8_t type; /uint8_t was; /; s/uint8_t index; /uint8_t type; /; s/uint8_t was; /uint8_t index; /' \
    'struct spe_packet'
changed "another number" include/libspe/base.h 's/SPE_E_RANGE = -48/SPE_E_RANGE = -52/' 'SPE_E_RANGE -52'
changed "another parameter" include/libspe/base.h \
    's/spe_status_name(int status);/spe_status_name(long status);/' 'spe_status_name'
changed "a function that is hidden" src/libspe.map 's/local:/local: spe_cpu_name;/' 'spe_cpu_name'
changed "another version of all symbols" src/libspe.map 's/^LIBSPE_1 /LIBSPE_2 /' '\[D\].*@LIBSPE_1'
changed "a number of the second library" lab/include/libspe-lab/check.h \
    's/\(SPE_CHECK_[A-Z]* = \)1,/\19,/' '^> SPE_CHECK_.* 9$'
done_testing
