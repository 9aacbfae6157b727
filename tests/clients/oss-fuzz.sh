#!/bin/bash
# SPDX-License-Identifier: MIT
# Checks that the targets build and run as on OSS-Fuzz and ClusterFuzzLite. A minimal Debian with clang and the packages
# of the Dockerfile replaces the service's builder. Another one, without a compiler, replaces its runner: everything is
# read-only except /tmp, /dev is empty, and the targets are in another folder than at build time. It checks what the
# service's check_build checks, and that an inserted fault is found, and reproduced. make oss-fuzz-check; needs root and
# a Debian mirror. With CI set only the address sanitizer is used.
# needs: mmdebstrap zip unzip binutils
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
need mmdebstrap
need unzip
need objdump
if [ "$(id -u)" != 0 ]; then
    echo "1..0 # SKIP roots are made by root"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
builder=$work/builder runner=$work/runner
began=$(date +%s)
told() { diag "$1: $(($(date +%s) - began)) s"; }

# -- the files --

# The packages of a Dockerfile
packages() { sed -n 's/^RUN apt-get update && apt-get install -y --no-install-recommends //p' "$1"; }
# The value, or the list, of a key of a project.yaml
yaml() { # KEY FILE
    awk -v key="$1:" '$1 == key {inside = 1; $1 = ""; print; next} /^[^ ]/ {inside = 0} inside {print $2}' "$2" | xargs
}

project=fuzz/oss-fuzz/project.yaml
for key in homepage primary_contact main_repo; do
    ok "project.yaml has $key" test -n "$(yaml $key $project)"
done
is "$(yaml language $project) $(yaml language .clusterfuzzlite/project.yaml)" "c c" "both say the language"
is "$(packages .clusterfuzzlite/Dockerfile)" "$(packages fuzz/oss-fuzz/Dockerfile)" "both have the same packages"
for file in fuzz/oss-fuzz/Dockerfile .clusterfuzzlite/Dockerfile; do
    ok "$file begins with the service's builder" grep -q '^FROM gcr.io/oss-fuzz-base/base-builder$' $file
done
is "$(yaml sanitizers $project); $(yaml fuzzing_engines $project)" "address undefined memory; libfuzzer afl" \
    "what is tried here is named"

# -- the two machines --

make_root() { unshare --mount mmdebstrap "${@:3}" --variant="$2" bookworm "$1" http://deb.debian.org/debian; }
toolchain="clang libclang-rt-14-dev libstdc++-12-dev afl++"
include=$(echo "$toolchain $(packages fuzz/oss-fuzz/Dockerfile)" | tr ' ' ',')
ok "a root to build in" make_root "$builder" apt --include="$include" || done_testing
# The service links C++'s library, which engines need, statically.
ok "a root to run in" make_root "$runner" essential --include=libstdc++6 || done_testing
told "two roots"
mkdir -p "$builder/src/libspe" "$runner/elsewhere" "$work/to-tmp" "$work/from-tmp"
{ git ls-files -z -co --exclude-standard 2>/dev/null || find . -path ./build -prune -o -type f -print0; } |
    tar -c --null -T - | tar -x -C "$builder/src/libspe"

# build SCRIPT FLAGS NAME=VALUE ...: runs build.sh like the builder's `compile`; "only" names targets.
only=
build() {
    local flags="-O1 -fno-omit-frame-pointer -gline-tables-only -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION $2"
    rm -rf "$builder/out" "$builder/work"
    mkdir "$builder/out" "$builder/work"
    cp "$1" "$builder/src/build.sh"
    shift 2
    chroot "$builder" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin SRC=/src OUT=/out WORK=/work CC=clang \
        CXX=clang++ CFLAGS="$flags" CXXFLAGS="$flags" LIB_FUZZING_ENGINE=-fsanitize=fuzzer FUZZING_LANGUAGE=c "$@" \
        /bin/bash -c "cd /src/libspe && bash -eux /src/build.sh $only" >"$work/log" 2>&1 && return
    tail -n 20 "$work/log"
    return 1
}

# run SECONDS COMMAND ...: runs on the runner, as nobody, without a network. Files in to-tmp are copied to /tmp before,
# and from /tmp to from-tmp afterwards.
run() {
    timeout "$1" unshare --mount --net --pid --fork /bin/sh -c 'root=$1; shift
        mount --bind "$root" "$root" && mount -t proc proc "$root/proc" && mount -t tmpfs -o ro tmpfs "$root/dev" &&
        mount -t tmpfs -o mode=1777 tmpfs "$root/tmp" && cp -r "$root/../to-tmp/." "$root/tmp" &&
        mount -o remount,bind,ro "$root" && chroot --userspec=nobody:nogroup "$root" \
            /usr/bin/env -i PATH=/usr/bin:/bin HOME=/tmp UBSAN_OPTIONS=silence_unsigned_overflow=1 "$@"; status=$?
        cp -r "$root/tmp/." "$root/../from-tmp"; exit $status' sh "$runner" "${@:2}" >"$work/run.log" 2>&1
}
ok "the runner is bare" run 600 /bin/sh -c 'set -e; test "$(id -u)" != 0; test -z "$(ls /dev)"; ! command -v cc
    ! touch /elsewhere/x; touch /tmp/x' || diag "$(cat "$work/run.log")"

# -- the checks of check_build --

calls() { # FILE: of the runtimes of address, memory and undefined-behaviour sanitizer
    objdump -d --no-show-raw-insn "$1" | awk '/call/ {for (i in name) n[i] += index($0, "<__" name[i]) > 0}
        BEGIN {split("asan msan ubsan", name)} END {print n[1] + 0, n[2] + 0, n[3] + 0}'
}
between() { (($1 >= $2 && $1 <= $3)) || { echo "$1 is not in $2 to $3"; return 1; }; }

# The service's own limits, for each sanitizer: calls of its runtime
is_instrumented() { # TARGET SANITIZER
    local counts many=1000000000
    local in_asan=(0 0) in_msan=(0 3) in_ubsan=(0 200)
    case $2 in
    address) in_asan=(1000 "$many") ;;
    memory) in_msan=(1000 "$many") ;;
    undefined) in_ubsan=(168 "$many") ;;
    esac
    read -ra counts < <(calls "$runner/elsewhere/$1")
    between "${counts[0]}" "${in_asan[@]}" && between "${counts[1]}" "${in_msan[@]}" &&
        between "${counts[2]}" "${in_ubsan[@]}"
}

starts() { # TARGET: runs four inputs, and has enough edges
    run 600 "/elsewhere/$1" -seed=1337 -runs=4 && grep -q 'Done 4 runs' "$work/run.log" &&
        between "$(sed -n 's/^INFO: Loaded 1 modules *(\([0-9]*\) inline 8.*/\1/p' "$work/run.log")" 100 1000000
}

has_seeds() { # TARGET: with its options and its dictionary
    local status
    unzip -q "$runner/elsewhere/$1_seed_corpus.zip" -d "$work/to-tmp/seeds" || return 1
    # shellcheck disable=SC2046
    run 1200 "/elsewhere/$1" -runs=0 -dict="/elsewhere/$1.dict" \
        $(sed -n 's/ = /=/; s/^[a-z]/-&/p' "$runner/elsewhere/$1.options") /tmp/seeds
    status=$?
    rm -rf "$work/to-tmp/seeds"
    [ "$status" = 0 ] || tail -n 20 "$work/run.log"
    return "$status"
}

targets=$(make -s fuzz-targets)
wanted=$(for t in $targets; do printf 'fuzz_%s\n' "$t"{,.dict,.options,_seed_corpus.zip}; done | sort)
check_build() { # SANITIZER
    local target
    rm -rf "$runner/elsewhere"
    cp -r "$builder/out" "$runner/elsewhere"
    is "$(find "$runner/elsewhere" -type f -printf '%f\n' | sort)" "$wanted" "$1: what is wanted, and nothing else"
    for target in $targets; do
        ok "$1: fuzz_$target runs alone" starts "fuzz_$target"
        ok "$1: fuzz_$target is instrumented, for one sanitizer" is_instrumented "fuzz_$target" "$1"
        ok "$1: fuzz_$target passes its seeds" has_seeds "fuzz_$target"
    done
    told "$1"
}

asan="-fsanitize=address -fsanitize-address-use-after-scope"
msan="-fsanitize=memory -fsanitize-memory-track-origins"
parts=array-bounds,bool,builtin,enum,float-divide-by-zero,function,integer-divide-by-zero,null,object-size,return
parts+=,returns-nonnull-attribute,shift,signed-integer-overflow,unreachable,vla-bound,vptr
ubsan="-fsanitize=$parts,unsigned-integer-overflow -fno-sanitize-recover=$parts"
coverage=-fsanitize=fuzzer-no-link

if [ -z "${CI:-}" ]; then # it takes too long to use all three
    ok "undefined: OSS-Fuzz's script builds" build fuzz/oss-fuzz/build.sh "$ubsan $coverage"
    check_build undefined
    ok "memory: OSS-Fuzz's script builds" build fuzz/oss-fuzz/build.sh "$msan $coverage"
    check_build memory
fi
ok "address: ClusterFuzzLite's script builds" build .clusterfuzzlite/build.sh "$asan $coverage"
check_build address

# -- a fault is found, stored, and found again from the stored input --

# The fault: a packet that lacks its last byte counts as complete, and that byte is read past the end.
source=$builder/src/libspe/src/packet/packet_decode.c
cp "$source" "$work/whole.c"
sed -i 's/(size_t)size > len)/(size_t)size > len + 1)/' "$source"
ok "a fault is put in" test "$(cmp -l "$source" "$work/whole.c" 2>/dev/null | wc -l)" -gt 0
only=packet
ok "... builds" build fuzz/oss-fuzz/build.sh "$asan $coverage"
mv "$runner/elsewhere/fuzz_packet" "$work/whole"
cp "$builder/out/fuzz_packet" "$runner/elsewhere/"
run 600 /elsewhere/fuzz_packet -runs=3000000 -seed=1 -artifact_prefix=/tmp/
crash=$(find "$work/from-tmp" -name 'crash-*' | head -n 1)
ok "... is found, without seeds" test -s "$crash" || diag "$(tail -n 5 "$work/run.log")"
cp "$crash" "$work/to-tmp/testcase"
run 600 /elsewhere/fuzz_packet /tmp/testcase
is "$(grep -c 'SUMMARY: AddressSanitizer' "$work/run.log")" 1 "... again, from the input that was kept"
mv "$work/whole" "$runner/elsewhere/fuzz_packet"
ok "... and the tree without it takes that input" run 600 /elsewhere/fuzz_packet /tmp/testcase
cp "$work/whole.c" "$source"
told "a fault"

# -- the other engine: two targets, one of which has mutators of its own for libFuzzer --

only="stream unit"
ok "AFL++: builds" build fuzz/oss-fuzz/build.sh -fsanitize=address CC=afl-clang-fast CXX=afl-clang-fast++ AFL_QUIET=1 \
    LIB_FUZZING_ENGINE=/usr/lib/afl/libAFLDriver.a
mkdir "$builder/tmp/in"
printf '\1\2\3' >"$builder/tmp/in/seed"
fuzz_with_afl() { # TARGET: it must communicate with the fuzzer, and run
    chroot "$builder" /usr/bin/env -i PATH=/usr/bin:/bin AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 \
        AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 timeout 600 afl-fuzz -V 1 -m none -i /tmp/in -o "/tmp/$1" \
        -x "/out/$1.dict" -- "/out/$1" >"$work/run.log" 2>&1
    grep -q '^execs_done *: *[1-9]' "$builder/tmp/$1/default/fuzzer_stats" && return
    tail -n 20 "$work/run.log"
    return 1
}
for target in $only; do ok "AFL++: fuzz_$target runs" fuzz_with_afl "fuzz_$target"; done
told "AFL++"
done_testing
