#!/bin/bash
# SPDX-License-Identifier: MIT
# oss-fuzz-build.sh [TARGET...]: builds the fuzz targets for OSS-Fuzz and ClusterFuzzLite, with $CC, $CXX, $CFLAGS,
# $CXXFLAGS and $LIB_FUZZING_ENGINE. $OUT gets them, and the seed corpus, dictionary and options of each. Nothing is
# written into the tree. fuzz/oss-fuzz/Dockerfile installs what it needs.
# needs: zip
set -eu
: "${CC:=clang}" "${CXX:=clang++}" "${CFLAGS:=}" "${CXXFLAGS:=}" "${LIB_FUZZING_ENGINE:=-fsanitize=fuzzer}"
: "${OUT:?the folder for the targets}"
targets=("$@")
cd "$(dirname "$0")/.."
mkdir -p "$OUT"
work=$(mktemp -d ${WORK:+-p "$WORK"})
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || read -ra targets <<<"$(make -s fuzz-targets)"

# Separate programs make the seeds; they must not be instrumented.
make -s BUILD="$work/build" CC=cc CFLAGS=-O1 CPPFLAGS= LDFLAGS= fuzz-seeds

compile() { # SOURCE: in addition to the target's own flags, all flags of the library
    local object=${1%.c}
    # shellcheck disable=SC2086 # the variables hold lists of flags
    $CC $CFLAGS -std=c11 -D_GNU_SOURCE -Iinclude -Ilab/include -Ifuzz -Itests/unit -c "$1" -o "$work/${object//\//-}.o"
}
for source in src/*/*.c lab/src/*/*.c fuzz/fuzz.c tools/asm/asm_parse.c; do compile "$source"; done
parts=("$work"/*.o)
for target in "${targets[@]}"; do
    source=$(find fuzz lab/fuzz tools/tests/fuzz -name "fuzz_$target.c")
    compile "$source"
    # shellcheck disable=SC2086
    $CXX $CXXFLAGS "$work/$(tr / - <<<"${source%.c}").o" "${parts[@]}" $LIB_FUZZING_ENGINE -o "$OUT/fuzz_$target"
    cp "$work/build/fuzz/spe.dict" "$OUT/fuzz_$target.dict"
    cp fuzz/fuzz.options "$OUT/fuzz_$target.options"
    rm -f "$OUT/fuzz_${target}_seed_corpus.zip"
    zip -q -j "$OUT/fuzz_${target}_seed_corpus.zip" "$work/build/fuzz/seeds/$target"/* \
        "$(fuzz/regressions-of "$target")"/*
done
