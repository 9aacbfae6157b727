#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds the fuzz targets the OSS-Fuzz way, from the top of the tree: $CC, $CXX, $CFLAGS, $CXXFLAGS and
# $LIB_FUZZING_ENGINE say how, $OUT gets the targets, their seed corpora and dictionaries.
# needs: zip
set -eu
: "${CC:=clang}" "${CXX:=clang++}" "${CFLAGS:=}" "${CXXFLAGS:=}" "${LIB_FUZZING_ENGINE:=-fsanitize=fuzzer}"
: "${OUT:?the folder for the targets}"
mkdir -p "$OUT"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The seeds are made by a program of their own, which is not to be instrumented.
make -s BUILD="$work/build" CC=cc CFLAGS=-O1 LDFLAGS= fuzz-seeds

# shellcheck disable=SC2086 # the variables hold lists of flags
for source in src/*/*.c fuzz/fuzz.c tools/asm_parse.c; do
    $CC $CFLAGS -std=c11 -D_GNU_SOURCE -Iinclude -c "$source" -o "$work/$(basename "$source" .c).o"
done
for target in packet stream record asm perf meaning unit; do
    # shellcheck disable=SC2086
    $CC $CFLAGS -std=c11 -D_GNU_SOURCE -Iinclude -c "fuzz/fuzz_$target.c" -o "$work/target_$target.obj"
    # shellcheck disable=SC2086
    $CXX $CXXFLAGS "$work/target_$target.obj" "$work"/*.o $LIB_FUZZING_ENGINE -o "$OUT/fuzz_$target"
    cp "$work/build/fuzz/seeds/spe.dict" "$OUT/fuzz_$target.dict"
    rm -f "$OUT/fuzz_${target}_seed_corpus.zip"
    zip -q -j "$OUT/fuzz_${target}_seed_corpus.zip" "$work/build/fuzz/seeds/$target"/* "fuzz/regressions/$target"/*
done
