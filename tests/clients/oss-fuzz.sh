#!/bin/bash
# SPDX-License-Identifier: MIT
# Checks that the build script of OSS-Fuzz and ClusterFuzzLite works with the environment that the service's builder
# gives, in a copy of the tree. Each target must then run from another folder, without an environment, with its seeds,
# dictionary and options. An inserted fault must be found, and reproduced. make oss-fuzz-check; with CI set only the
# address sanitizer is used.
# needs: clang libclang-rt-14-dev libstdc++-12-dev gcc libc6-dev make python3 zip unzip binutils afl++
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
need_packages
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/src/libspe"
{ git ls-files -z -co --exclude-standard 2>/dev/null || find . -path ./build -prune -o -type f -print0; } |
    tar -c --null -T - | tar -x -C "$work/src/libspe"
cp -r "$work/src/libspe" "$work/whole"

packages() { grep 'apt-get install' "$1"; }
is "$(packages .clusterfuzzlite/Dockerfile)" "$(packages fuzz/oss-fuzz/Dockerfile)" "both have the same packages"
is "$(grep -c '^FROM gcr.io/oss-fuzz-base/base-builder$' {fuzz/oss-fuzz,.clusterfuzzlite}/Dockerfile | xargs)" \
    "fuzz/oss-fuzz/Dockerfile:1 .clusterfuzzlite/Dockerfile:1" "... and begin with the service's builder"
is "$(sed '/^[a-z_]*: /s/:.*/:/; /^#/d' fuzz/oss-fuzz/project.yaml | xargs)" "homepage: language: primary_contact: \
main_repo: sanitizers: - address - undefined - memory fuzzing_engines: - libfuzzer - afl" "what is tried here is named"

# build SCRIPT FLAGS TARGETS NAME=VALUE ...: runs the script like the builder's `compile`
build() {
    local flags="-O1 -fno-omit-frame-pointer -gline-tables-only -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION $2"
    rm -rf "$work/out" "$work/work"
    mkdir "$work/out" "$work/work"
    # shellcheck disable=SC2086 # a list of targets
    (cd "$work/src/libspe" && env -i PATH="$PATH" SRC="$work/src" OUT="$work/out" WORK="$work/work" CC=clang \
        CXX=clang++ CFLAGS="$flags" CXXFLAGS="$flags" LIB_FUZZING_ENGINE=-fsanitize=fuzzer FUZZING_LANGUAGE=c \
        "${@:4}" bash -eu "$1" $3)
}
run() { (cd "$work/elsewhere" && env -i "./$1" "${@:2}" 2>&1); } # TARGET ARGUMENT ...
only_system_libraries() {
    ! readelf -d "$1" | grep NEEDED | grep -vE '\[(lib(c|m|gcc_s|stdc\+\+|resolv|dl|rt|pthread)|ld-linux.*)\.so'
}
passes_seeds() { # TARGET: with its options and its dictionary
    unzip -q "$work/elsewhere/$1_seed_corpus.zip" -d "$work/seeds-$1" || return 1
    # shellcheck disable=SC2046 # an option in each line
    run "$1" -runs=0 -dict="$1.dict" $(sed -n 's/ = /=/; s/^[a-z]/-&/p' "$work/elsewhere/$1.options") "$work/seeds-$1"
}

# Most calls of a sanitizer's runtime are of the requested one, and there are as many as the service requires.
is_instrumented() { # TARGET SANITIZER
    local calls name
    read -r calls name < <(objdump -d --no-show-raw-insn "$work/elsewhere/$1" |
        sed -n 's/.*call.*<__\(asan\|msan\|ubsan\)_.*/\1/p' | sort | uniq -c | sort -rn)
    echo "$calls calls of $name"
    case $2-$name in
    address-asan | memory-msan) test "$calls" -ge 1000 ;;
    undefined-ubsan) test "$calls" -ge 168 ;;
    *) return 1 ;;
    esac
}
targets=$(make -s fuzz-targets)
wanted=$(for t in $targets; do printf 'fuzz_%s\n' "$t"{,.dict,.options,_seed_corpus.zip}; done | sort)
check_build() { # SANITIZER SCRIPT FLAGS
    local target
    ok "$1: $2 builds" build "$2" "$3 -fsanitize=fuzzer-no-link" ""
    rm -rf "$work/elsewhere" "$work"/seeds-*
    mv "$work/out" "$work/elsewhere"
    is "$(find "$work/elsewhere" -type f -printf '%f\n' | sort)" "$wanted" "$1: what is wanted, and nothing else"
    for target in $targets; do
        ok "$1: fuzz_$target needs the system's libraries alone" only_system_libraries "$work/elsewhere/fuzz_$target"
        ok "$1: fuzz_$target is instrumented, for one sanitizer" is_instrumented "fuzz_$target" "$1"
        ok "$1: fuzz_$target passes its seeds" passes_seeds "fuzz_$target"
    done
}
ubsan=bool,builtin,enum,integer-divide-by-zero,null,object-size,return,shift,signed-integer-overflow,unreachable
if [ -z "${CI:-}" ]; then # it takes too long to use all three
    check_build undefined fuzz/oss-fuzz/build.sh "-fsanitize=$ubsan,array-bounds -fno-sanitize-recover=$ubsan,array-bounds"
    check_build memory fuzz/oss-fuzz/build.sh "-fsanitize=memory -fsanitize-memory-track-origins"
fi
asan="-fsanitize=address -fsanitize-address-use-after-scope"
check_build address .clusterfuzzlite/build.sh "$asan"
ok "nothing is written into the tree" diff -r "$work/src/libspe" "$work/whole"

# The fault: a packet that lacks its last byte counts as complete, and that byte is read past the end.
sed -i 's/(size_t)size > len)/(size_t)size > len + 1)/' "$work/src/libspe/src/packet/packet_decode.c"
mv "$work/elsewhere/fuzz_packet" "$work/elsewhere/whole"
ok "a tree with a fault builds" build fuzz/oss-fuzz/build.sh "$asan -fsanitize=fuzzer-no-link" packet
cp "$work/out/fuzz_packet" "$work/elsewhere"
run fuzz_packet -runs=3000000 -seed=1 -artifact_prefix="$work/" >"$work/log"
crash=$(find "$work" -maxdepth 1 -name 'crash-*' | head -n 1)
ok "... it is found, without seeds" test -s "$crash" || diag "$(tail -n 5 "$work/log")"
is "$(run fuzz_packet "$crash" | grep -c 'SUMMARY: AddressSanitizer')" 1 "... again, from the input that was kept"
ok "... and the tree without it takes that input" run whole "$crash"

# The other engine: two targets, one of which has mutators of its own for libFuzzer
ok "AFL++: builds" build fuzz/oss-fuzz/build.sh -fsanitize=address "stream unit" CC=afl-clang-fast \
    CXX=afl-clang-fast++ AFL_QUIET=1 LIB_FUZZING_ENGINE=/usr/lib/afl/libAFLDriver.a
mkdir "$work/in"
printf '\1\2\3' >"$work/in/seed"
for target in stream unit; do
    AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 afl-fuzz -V 1 -m none \
        -i "$work/in" -o "$work/$target" -x "$work/out/fuzz_$target.dict" -- "$work/out/fuzz_$target" >"$work/log" 2>&1
    ok "AFL++: fuzz_$target runs" grep '^execs_done *: *[1-9]' "$work/$target/default/fuzzer_stats" ||
        diag "$(tail -n 20 "$work/log")"
done
done_testing
