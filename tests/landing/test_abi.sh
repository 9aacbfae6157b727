#!/bin/bash
# SPDX-License-Identifier: MIT
# The ABI does not change: by libabigail, the library has what each release had.
# needs: abigail-tools
set -u
. tests/tap.sh
need abidiff
build=${BUILD:-build}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

ok "a release keeps it" make -s BUILD="$build" RELEASES="$work/kept" abi-release
version=$(sed -n 's/^#define SPE_VERSION_STRING "\(.*\)"/\1/p' include/libspe/base.h)
ok "... with its headers and its program, which runs" tests/abi/runs "$work/kept/$version" "$build/libspe.so"
ok "... and the library has all that it had" tests/abi/compatible "$build/libspe.so" "$work/kept"

# The check notices changes: one more member, one function less.
record=$work/kept/$version.abi
if is_all; then # it builds a copy
    tar --exclude=./build --exclude=./.git -cf - . | tar -xf - -C "$work"
    mkdir -p "$work/tests/abi/releases"
    cp "$record" "$work/tests/abi/releases"
    sed -i 's/uint8_t reserved\[2[0-9]*\];.*/uint8_t reserved[34];/' "$work/include/libspe/record.h"
    (cd "$work" && make -s abi-check) >"$work/log" 2>&1
    is "$(($? != 0)) $(grep -c 'struct spe_record' "$work/log" | awk '{print ($1 > 0)}')" "1 1" \
        "a struct that grows is seen"
fi

# The records of releases: only functions may be added.
is_all || { done_testing; exit; }
mkdir "$work/releases"
compatible() { tests/abi/compatible "$build/libspe.so" "$work/releases" >"$work/log" 2>&1; }
compatible
is "$? $(grep -c "may still change" "$work/log")" "0 1" "without a release, the ABI may change"
sed "/<elf-symbol name=.spe_decoder_next. /d" "$record" >"$work/releases/1.0.0.abi"
ok "a function more than in a release is no fault" compatible
cp "$record" "$work/releases/1.0.1.abi"
ok "... two releases" compatible
is "$(grep ^programs "$work/log" | xargs)" "programs for 1.0.0 run programs for 1.0.1 run" "... both are looked at"
sed "s/<elf-symbol name=.spe_decoder_next. /<elf-symbol name='spe_gone' /" "$record" >"$work/releases/1.0.1.abi"
compatible
is "$(($? != 0)) $(grep -c "spe_gone" "$work/log")" "1 1" "one less is"
sed "s/\(class-decl name='spe_text_config' size-in-bits=\)'[0-9]*'/\1'64'/" "$record" >"$work/releases/1.0.1.abi"
compatible
is "$(($? != 0)) $(grep -c "changed from 64 to" "$work/log")" "1 1" "... and so is a struct that has grown"
printf '[suppress_type]\n  name = spe_text_config\n' >"$work/releases/allowed"
ok "... unless it is allowed" compatible

done_testing
