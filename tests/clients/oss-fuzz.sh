#!/bin/bash
# SPDX-License-Identifier: MIT
# Do the targets build and run where OSS-Fuzz and ClusterFuzzLite build and run them? A minimal Debian, in which only what
# the Dockerfile installs is, and clang, takes the place of the service's builder, and another one without anything that
# of its runner: there all is read-only but /tmp, there is no /dev, and the targets are in another folder than they were
# built in. Checked is what the service's check_build checks, and that a fault which is put in is found, and found again.
# Needs root and a Debian mirror; two minutes. make oss-fuzz-check
# needs: mmdebstrap zip unzip file binutils
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
need mmdebstrap
need unzip
need objdump
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
began=$(date +%s)
told() { diag "$1: $(($(date +%s) - began)) s"; }

# -- the files --

# The packages of a Dockerfile
packages() { sed -n 's/^RUN apt-get update && apt-get install -y --no-install-recommends //p' "$1"; }
# A list, or the value, of a key of a project.yaml
yaml() { awk -v key="$1" '$1 == key ":" {inside = 1; $1 = ""; print; next} /^[^ ]/ {inside = 0} inside {print $2}' "$2" | xargs; }

project=fuzz/oss-fuzz/project.yaml
for key in homepage primary_contact main_repo; do
    ok "project.yaml has $key" test -n "$(yaml $key $project)"
done
is "$(yaml language $project) $(yaml language .clusterfuzzlite/project.yaml)" "c c" "both say the language"
is "$(packages .clusterfuzzlite/Dockerfile)" "$(packages fuzz/oss-fuzz/Dockerfile)" "both images have the same packages"
is "$(grep -c '^FROM gcr.io/oss-fuzz-base/base-builder$' fuzz/oss-fuzz/Dockerfile .clusterfuzzlite/Dockerfile)" \
    "fuzz/oss-fuzz/Dockerfile:1
.clusterfuzzlite/Dockerfile:1" "both begin with the service's builder"
sanitizers=$(yaml sanitizers $project)
ok "sanitizers are named" test -n "$sanitizers"

# -- the two machines --

# shellcheck disable=SC2086 # a list of names
include=$(echo clang-14 libclang-rt-14-dev libstdc++-12-dev afl++ $(packages fuzz/oss-fuzz/Dockerfile) | tr ' ' ',')
mirror=http://deb.debian.org/debian
ok "a clean root to build in" mmdebstrap --variant=apt --include="$include" bookworm "$work/builder" $mirror || done_testing
# At the service C++'s library, which engines need, is linked statically.
ok "a clean root to run in" mmdebstrap --variant=essential --include=libstdc++6 bookworm "$work/runner" $mirror || done_testing
told "two roots"
mkdir -p "$work/builder/src/libspe" "$work/runner/elsewhere"
for tool in "$work"/builder/usr/lib/llvm-14/bin/clang*; do ln -sf "../lib/llvm-14/bin/$(basename "$tool")" "$work/builder/usr/bin/"; done
{ git ls-files -z -co --exclude-standard 2>/dev/null || find . -path ./build -prune -o -type f -print0; } | tar -c --null -T - | tar -x -C "$work/builder/src/libspe"

# build SANITIZER_FLAGS COVERAGE_FLAGS SCRIPT NAME=VALUE ...: as the builder's `compile` runs build.sh.
build() {
    local flags="-O1 -fno-omit-frame-pointer -gline-tables-only -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION $1 $2" script=$3
    shift 3
    rm -rf "$work/builder/out" "$work/builder/work"
    mkdir -p "$work/builder/out" "$work/builder/work"
    cp "$script" "$work/builder/src/build.sh"
    chroot "$work/builder" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin SRC=/src OUT=/out WORK=/work CC=clang CXX=clang++ \
        CFLAGS="$flags" CXXFLAGS="$flags" FUZZING_LANGUAGE=c ARCHITECTURE=x86_64 \
        LIB_FUZZING_ENGINE=-fsanitize=fuzzer "$@" /bin/bash -c 'cd /src/libspe && bash -eux /src/build.sh' >"$work/build.log" 2>&1
}

# run SECONDS COMMAND ...: on the runner, as nobody, without a network.
run() {
    # shellcheck disable=SC2016
    timeout "$1" unshare --mount --net --pid --fork /bin/sh -c 'root=$1; shift
        mount --bind "$root" "$root" && mount -t proc proc "$root/proc" && mount -t tmpfs -o mode=1777 tmpfs "$root/tmp" &&
        cp -r "$root/../to-tmp/." "$root/tmp" && mount -o remount,bind,ro "$root" && cd / &&
        chroot --userspec=nobody:nogroup "$root" /usr/bin/env -i PATH=/usr/bin:/bin HOME=/tmp \
            UBSAN_OPTIONS=silence_unsigned_overflow=1 "$@"; status=$?
        cp -r "$root/tmp/." "$root/../from-tmp"; exit $status' sh "$work/runner" "${@:2}" >"$work/run.log" 2>&1
}

# -- what check_build looks at --

calls() { # FILE: of the runtimes of address, memory and undefined-behaviour sanitizer
    objdump -d --no-show-raw-insn "$1" | awk '/call/ {for (i in name) n[i] += index($0, "<__" name[i]) > 0}
        BEGIN {split("asan msan ubsan", name)} END {print n[1] + 0, n[2] + 0, n[3] + 0}'
}
between() { (($1 >= $2 && $1 <= $3)) || { echo "$1 is not in $2 to $3"; return 1; }; }

# The service's own limits, for each sanitizer: calls of its runtime
is_instrumented() { # TARGET SANITIZER
    local counts many=1000000000
    local asan=(0 0) msan=(0 3) ubsan=(0 200)
    case $2 in
    address) asan=(1000 $many) ;;
    memory) msan=(1000 $many) ;;
    undefined) ubsan=(168 $many) ;;
    esac
    read -ra counts < <(calls "$1")
    between "${counts[0]}" "${asan[@]}" && between "${counts[1]}" "${msan[@]}" && between "${counts[2]}" "${ubsan[@]}"
}

starts() { # TARGET: four inputs, and enough edges
    run 60 "/elsewhere/$1" -seed=1337 -runs=4 && grep -q 'Done 4 runs' "$work/run.log" &&
        between "$(sed -n 's/^INFO: Loaded 1 modules *(\([0-9]*\) inline 8-bit counters.*/\1/p' "$work/run.log")" 100 1000000
}

has_seeds() { # TARGET: none of them makes it fail, with its options and its dictionary
    rm -rf "$work/to-tmp" && mkdir "$work/to-tmp" && unzip -q "$work/runner/elsewhere/$1_seed_corpus.zip" -d "$work/to-tmp/seeds" || return 1
    # shellcheck disable=SC2046
    run 120 "/elsewhere/$1" -runs=0 -dict="/elsewhere/$1.dict" $(sed -n 's/ = /=/; s/^[a-z]/-&/p' "$work/runner/elsewhere/$1.options") /tmp/seeds
    local status=$?
    rm -rf "$work/to-tmp" && mkdir "$work/to-tmp"
    [ $status = 0 ] || { tail -n 20 "$work/run.log"; return 1; }
}

wanted=$(for t in $(make -s fuzz-targets); do printf 'fuzz_%s\n' "$t"{,.dict,.options,_seed_corpus.zip}; done | sort)
check_build() { # SANITIZER
    local target bad=""
    rm -rf "$work/runner/elsewhere" && cp -r "$work/builder/out" "$work/runner/elsewhere"
    is "$(ls "$work/runner/elsewhere")" "$wanted" "$1: targets, with seeds, dictionary and options, and nothing else"
    for target in $(echo "$wanted" | grep -v '[.]'); do
        ok "$1: $target runs alone" starts "$target"
        ok "$1: $target is instrumented, for one sanitizer" is_instrumented "$work/runner/elsewhere/$target" "$1"
        ok "$1: $target passes its seeds" has_seeds "$target"
    done
    told "$1"
}

mkdir -p "$work/to-tmp" "$work/from-tmp"
asan="-fsanitize=address -fsanitize-address-use-after-scope"
undefined=array-bounds,bool,builtin,enum,float-divide-by-zero,function,integer-divide-by-zero,null,object-size,return
undefined+=,returns-nonnull-attribute,shift,signed-integer-overflow,unreachable,vla-bound,vptr
for sanitizer in $sanitizers; do
    script=fuzz/oss-fuzz/build.sh
    case $sanitizer in
    address) flags=$asan ;;
    undefined) flags="-fsanitize=$undefined,unsigned-integer-overflow -fno-sanitize-recover=$undefined" script=.clusterfuzzlite/build.sh ;;
    memory) flags="-fsanitize=memory -fsanitize-memory-track-origins" ;;
    *) flags="-fsanitize=$sanitizer" ;;
    esac
    ok "$sanitizer: $script builds" build "$flags" -fsanitize=fuzzer-no-link "$script" || diag "$(tail -n 20 "$work/build.log")"
    check_build "$sanitizer"
done

# -- a fault is found, kept, and found again from what was kept --

flags="-fsanitize=address -fsanitize-address-use-after-scope"
# A packet that the bytes end inside by one is taken for whole: its last byte is read where nobody may.
sed -i 's/(size_t)size > len)/(size_t)size > len + 1)/' "$work/builder/src/libspe/src/packet/packet_decode.c"
ok "a fault is put in" test "$(grep -c 'len + 1)' "$work/builder/src/libspe/src/packet/packet_decode.c")" = 1
ok "... and builds" build "$asan" -fsanitize=fuzzer-no-link fuzz/oss-fuzz/build.sh
mv "$work/runner/elsewhere" "$work/whole"
cp -r "$work/builder/out" "$work/runner/elsewhere"
run 60 /elsewhere/fuzz_packet -max_total_time=50 -artifact_prefix=/tmp/
crash=$(find "$work/from-tmp" -name 'crash-*' | head -n 1)
ok "... is found, without seeds" test -s "$crash" || diag "$(tail -n 5 "$work/run.log")"
cp "$crash" "$work/to-tmp/testcase"
run 60 /elsewhere/fuzz_packet /tmp/testcase
is "$(grep -c 'SUMMARY: .*Sanitizer' "$work/run.log")" 1 "... again, from the input that was kept" || diag "$(tail -n 5 "$work/run.log")"
rm -rf "$work/runner/elsewhere" && mv "$work/whole" "$work/runner/elsewhere"
ok "... and the tree without it takes that input" run 60 /elsewhere/fuzz_packet /tmp/testcase
sed -i 's/(size_t)size > len + 1)/(size_t)size > len)/' "$work/builder/src/libspe/src/packet/packet_decode.c"
told "a fault"

# -- the other engine --

ok "AFL++: builds" build "-fsanitize=address" "" fuzz/oss-fuzz/build.sh CC=afl-clang-fast CXX=afl-clang-fast++ AFL_QUIET=1 \
    LIB_FUZZING_ENGINE=/usr/lib/afl/libAFLDriver.a || diag "$(tail -n 20 "$work/build.log")"
# One seed, for a second: does the target speak with the fuzzer, and run?
fuzz_with_afl() { # TARGET
    mkdir -p "$work/builder/work/in" && printf '\1\2\3' >"$work/builder/work/in/seed"
    chroot "$work/builder" /usr/bin/env -i PATH=/usr/bin:/bin AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 AFL_QUIET=1 \
        AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 timeout 60 afl-fuzz -V 1 -m none -i /work/in -o "/work/$1" -x "/out/$1.dict" \
        -- "/out/$1" >"$work/run.log" 2>&1
    grep -q '^execs_done *: *[1-9]' "$work/builder/work/$1/default/fuzzer_stats" || { tail -n 20 "$work/run.log"; return 1; }
}
for target in $(echo "$wanted" | grep -v '[.]'); do ok "AFL++: $target runs" fuzz_with_afl "$target"; done
told "AFL++"
done_testing
