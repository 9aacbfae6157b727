#!/bin/bash
# SPDX-License-Identifier: MIT
# The library on bare metal, without an operating system or a libc: examples/firmware, and the unit tests of the core,
# on AArch64 at EL1 and EL3 and on a Cortex-M4, from the library's folders and from the single
# file. They must print what they print on this machine. Then the sizes of these images are checked: code, data and
# stack.
# needs: gcc-aarch64-linux-gnu gcc-arm-none-eabi qemu-system-arm
set -u
cd "$(dirname "$0")/../.." || exit 1
unset MAKEFLAGS MFLAGS # set by the make that runs this; they would cause warnings about jobs
. tests/tap.sh
need_packages
BUILD=${BUILD:-build}
images=$BUILD/examples/firmware
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

declare -A machine=(
    [el1]="qemu-system-aarch64 -nodefaults -M virt -cpu max"
    [el2]="qemu-system-aarch64 -nodefaults -M virt,virtualization=on -cpu max"
    [el3]="qemu-system-aarch64 -nodefaults -M virt,secure=on -cpu max"
    [m4]="qemu-system-arm -M mps2-an386"
)
declare -A target=([el1]=aarch64 [el2]=aarch64 [el3]=aarch64 [m4]=cortex_m)
declare -A level=([el1]=EL1 [el2]=EL2 [el3]=EL3 [m4]=Armv7-M)

# run MACHINE IMAGE OUTPUT [WORD ...]: runs an image, which may read the words.
run() {
    local words=enable=on,target=native,arg=image machine_of=$1 image=$2 output=$3
    shift 3
    [ $# -eq 0 ] || words+=$(printf ',arg=%s' "$@")
    # shellcheck disable=SC2086 # a command with options
    timeout 900 ${machine[$machine_of]} -nographic -semihosting-config "$words" \
        -kernel "$images/${target[$machine_of]}/$image.elf" </dev/null >"$output" 2>&1
}

# -- the example --

is "$(make -s -j2 BUILD="$BUILD" unit-tests firmware firmware-suites 2>&1)" "" "the images build without a warning"
ok "... and the same program for this machine" test -x "$images/host"
"$images/host" >"$work/host" && grep -q '^done$' "$work/host"
ok "it runs on this machine" test $? = 0
for form in folders single; do
    for on in el1 el2 el3 m4; do
        run $on $form-7 "$work/$on-$form"
        is $? 0 "$on, $form: the example ends well"
        is "$(sed -n 's/^# at \(.*\), stack.*/\1/p' "$work/$on-$form")" "${level[$on]}" "... where it should"
        is "$(grep -v '^#' "$work/$on-$form")" "$(grep -v '^#' "$work/host")" \
            "... with what it prints on this machine, $(wc -l <"$work/host") lines"
    done
done

for on in el1 el2 el3 m4; do
    run $on fault-folders "$work/fault"
    is "$? $(grep -c '^exception 0x[0-9a-f]* at 0x' "$work/fault")" "3 1" \
        "$on: what goes wrong is told: $(cat "$work/fault")"
done

# -- sizes --

documented() { # TITLE COLUMN: a number in docs/embedding.md's table
    awk -F '|' -v title="$1" -v column="$2" '$2 ~ "^ *" title " *$" {print $(column) + 0; exit}' docs/embedding.md
}
limit() { # MACHINE FORM STEPS: bytes of the library in an image
    local title=Cortex-M4 share=100
    [ "$1" = m4 ] || { title=AArch64; share=105; } # the documented numbers are without -mstrict-align
    case $2-$3 in
    *-0) echo 0 ;;
    folders-1) echo $(($(documented $title 3) * share / 100)) ;;
    single-1) echo $(($(documented $title 4) * share / 100)) ;;
    *-3) echo $(($(documented $title 5) * share / 100)) ;;
    *) echo $(($(documented $title 6) * 60 / 100)) ;; # far from the whole
    esac
}
declare -A steps=([0]="nothing" [1]="decode" [3]="decode, encode" [7]="decode, encode, text")
declare -A stack_limit=([0]=512 [1]=1024 [3]=1024 [7]=1024)
measure() { # MACHINE FORM STEPS
    local image=$images/${target[$1]}/$2-$3 code constants strings writable floors stack text data bss
    read -r code constants strings writable floors <<<"$(tests/clients/bare/sizes "$image.map")"
    read -r text data bss <<<"$(size "$image.elf" | awk 'NR == 2 {print $1, $2, $3}')"
    run "$1" "$2-$3" "$work/steps"
    stack=$(sed -n 's/^# at .*, stack: \([0-9]*\) bytes$/\1/p' "$work/steps")
    diag "$1, $2, ${steps[$3]}: image $text text, $data data, $bss bss; library $code code, $constants constants, $strings strings${floors:+ ($floors)}; stack $stack"
    [ $((code + constants + strings)) -le "$(limit "$@")" ]
    ok "$1, $2, ${steps[$3]}: the library takes $((code + constants + strings)) bytes, at most $(limit "$@")" test $? \
        = 0
    is "$writable" 0 "... nothing writable"
    ok "... and no more than ${stack_limit[$3]} bytes of stack with all else" test "${stack:-9999}" -le \
        "${stack_limit[$3]}"
}
for on in el1 m4; do
    for form in folders single; do
        for step in 0 1 3 7; do measure $on $form $step; done
    done
done

# -- the unit tests --

# These take most of the time. Each runs for each processor and form, but not at each Exception level; one of them does
# not run from the single file on the slowest machine.
long=(test_decoder test_encoder test_learn test_packet)
suites() { sed -n 's/^SUITE(\(.*\))$/\1/p' "$images/${target[$1]}/suite-$2/suite.h"; } # MACHINE FORM
chosen() { # MACHINE FORM
    case $1-$2 in
    el1-single | el3-folders) suites "$1" "$2" | grep -vxF "$(printf '%s\n' "${long[@]}")" ;;
    m4-single) suites m4 single | grep -vx test_packet ;;
    *) suites "$1" "$2" ;;
    esac
}
# shellcheck disable=SC2046 # words
run_suites() { # MACHINE FORM
    run "$1" "suite-$2" "$work/suite-$1-$2" $(chosen "$1" "$2")
    echo $? >"$work/status-$1-$2"
}
expected() { # SUITE: what it prints here, without vectors, which firmware does not use
    [ -e "$work/host-$1" ] || PORTABLE=1 "$BUILD/tests/$1" >"$work/host-$1" 2>&1
    cat "$work/host-$1"
}
compare() { # MACHINE FORM
    local checks=0 suite
    is "$(cat "$work/status-$1-$2")" 0 "$1, $2: the unit tests end well"
    is "$(sed -n 's/^== at \(.*\), stack.*/\1/p' "$work/suite-$1-$2")" "${level[$1]}" "... where they should"
    for suite in $(chosen "$1" "$2"); do
        sed -n "/^== $suite\$/,/^== status/{/^==/!p}" "$work/suite-$1-$2" >"$work/got"
        is "$(cat "$work/got")" "$(expected "$suite")" "$1, $2: $suite prints what it prints on this machine"
        checks=$((checks + $(grep -c '^ok ' "$work/got")))
    done
    diag "$1, $2: $checks checks, $(sed -n 's/^== at .*stack //p' "$work/suite-$1-$2") bytes of stack"
}
{ run_suites el1 folders; run_suites el3 single; run_suites el1 single; run_suites el3 folders; } &
run_suites m4 folders
run_suites m4 single
wait
for form in folders single; do
    for on in el1 el3 m4; do compare $on $form; done
done

done_testing
