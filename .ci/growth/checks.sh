# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC1091,SC2154 # it sources files of a kind's folder; .ci/growth/run sets variables
# The checks of .ci/growth/run, which sources this file: what must hold for a tree after something was added to it.

# gcc builds with -O1 and debug information, for comparing the ABI; clang builds with checks of memory and
# arithmetic.
gcc_flags='-g -O1 -Werror'
clang_flags='-O0 -fsanitize=address,undefined -fno-sanitize-recover=all -Werror'

# Builds in the current folder, with JOBS jobs: everything in build/, and both libraries with sanitizers in build/clang.
build_all() { # JOBS
    build_gcc "$1" && build_clang "$1"
}
build_gcc() { make -s -j"$1" CC=gcc CFLAGS="$gcc_flags" shared static lab tools unit-tests lab-tests \
    tool-tests tool-kit; }
build_clang() { make -s -j"$1" BUILD=build/clang CC=clang CFLAGS="$clang_flags" static \
    build/clang/libspe-lab.a; }

# Records the ABI of today's tree as if it were a release's.
record_abi() {
    tests/abi/record build "$work/releases" && tests/abi/values include >"$work/values"
}

# -- the steps: each runs in the copy, with `kind` and `today` (the tree without the patch) set --

# A line at the top of the patch gives the most files that it may touch: "Files: 4".
check_files() {
    local most touched
    most=$(sed -n 's/^Files: \([0-9]*\)$/\1/p;/^diff /q' "$patch")
    touched=$(grep -c '^diff --git ' "$patch")
    test -n "$most" && test "$touched" -le "$most" || {
        diag "$touched files, at most ${most:-?}: $(sed -n 's/^+++ b\///p' "$patch" | xargs)"
        return 1
    }
}

# Remakes what is made from headers and rows, with the commands in .ci/growth/README.md.
regenerate() { make -s derived && bindings/update; }

# lab/docs/columns.md and the suite for decoders are made from the library.
pages() { make -s CC=gcc CFLAGS="$gcc_flags" docs-columns conformance && cp build/suite/sums conformance/; }

# Shell tests of what users see of rows; each takes a second. lab/tests/test_format.sh is left out: a person adds rows
# to that page. With these flags make has nothing to build for them.
shell_tests() {
    local test failed=0
    for test in tests/test_abi.sh tools/tests/test_{columns,formats,input,tables}.sh tests/more/test_man.sh \
        tests/conformance/test_suite.sh; do
        CC=gcc CFLAGS=$gcc_flags timeout 300 bash "$test" >build/test.log 2>&1 ||
            { echo "$test:" && grep -v '^ok ' build/test.log | head -n 20; failed=1; }
    done
    return $failed
}

# The unit tests, without any edit. A test with the same code as in today's tree, apart from debug information, is left
# out: make check has run it.
unit_tests() {
    local source test failed=0
    for source in tests/unit/test_*.c lab/tests/unit/test_*.c tools/tests/parts/test_*.c; do
        test=build/tests/$(basename "$source" .c)
        [[ $source != lab/* ]] || test=build/lab/tests/${test##*/}
        ! same_code "$test" "$today/$test" || continue
        timeout 300 "$test" >build/test.log 2>&1 || { echo "$test:" && grep -v '^ok ' build/test.log | head -n 20; failed=1; }
    done
    return $failed
}
same_code() { # PROGRAM PROGRAM
    strip -g -o build/code.1 "$1" && strip -g -o build/code.2 "$2" && cmp -s build/code.1 build/code.2
}

# Everything that a release had is there, and unchanged except as the patch allows with its reason; every constant of
# the first headers has its value.
abi_same() {
    cp -r "$work/releases" build && cp tests/abi/releases/allowed build/releases 2>/dev/null
    tests/abi/compatible build build/releases
}
numbers_same() { tests/abi/values include "$today/include" | diff "$work/values" -; }

# A program with today's headers and the grown libraries. gcc builds SOURCE with the shared libraries, and clang with
# sanitizers. Its input is assembled from bytes.txt.
program() { # FLAGS HEADERS BUILD SUFFIX SOURCE OUT: with both libraries of BUILD, .so or .a
    # shellcheck disable=SC2086 # flags
    $1 -std=c11 -Wall -Wextra -I"$2/include" -I"$2/lab/include" -I"$today/.ci/growth" "$5" "$3/libspe-lab.$4" \
        "$3/libspe.$4" -o "$6"
}
today_with() { # TREE: with its libraries
    program "gcc -g" "$today" "$1/build" so "$folder/today.c" build/growth-today &&
        LD_LIBRARY_PATH=$1/build ./build/growth-today "$bytes"
}
today_sanitized() {
    program "clang -g -fsanitize=address,undefined -fno-sanitize-recover=all -DSPE_STATIC" "$today" \
        build/clang a "$folder/today.c" build/growth-sanitized && ./build/growth-sanitized "$bytes"
}
# A program with the grown headers and today's library: the library rejects the new thing or reports it as unknown.
grown_with() { # TREE
    program "gcc -g" . "$1/build" so "$folder/grown.c" build/growth-grown &&
        LD_LIBRARY_PATH=$1/build ./build/growth-grown "$bytes"
}

# -- what users see: for KIND/look --

# sees NAME WHAT COMMAND...: the command prints WHAT on standard output. (Standard error does not count: a message may
# quote WHAT.)
sees() {
    local name=$1 what=$2 output
    shift 2
    output=$("$@" 2>build/sees.errors)
    grep -qF -- "$what" <<<"$output"
    tap_result $? "$name: $what" ||
        { diag "got: $(head -c 3000 <<<"$output")"; diag "$(head -c 3000 build/sees.errors)"; return 1; }
}
dump() { build/spe-dump "$@"; }
stat() { build/spe-stat "$@"; }
# table FORMAT FILE OPTION...: prints the table's values
table() { build/spe-dump --format="$1" -o "build/table.$1" "${@:3}" "$2" && tools/tests/tables/read "build/table.$1"; }
# The Python package, with the interface that was made from the grown headers.
python() {
    LIBSPE_LIBRARY=$PWD/build/libspe.so PYTHONPATH=bindings/python PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -c "$@"
}
# A program in Rust, which uses the crate of the interface: the lines of main().
rust() {
    echo "use libspe_sys::*; use std::ffi::CStr; fn main() { unsafe { $1 } }" >build/growth.rs
    bindings/rust/generate libspe-lab >build/interface.rs
    (
        export PATH=/usr/bin:$PATH OUT_DIR=$PWD/build # Debian's Rust, the oldest that is promised
        rustc --edition 2018 --crate-type rlib --crate-name libspe_sys -o build/liblibspe_sys.rlib \
            bindings/rust/libspe-sys/src/lib.rs &&
            rustc --edition 2018 -A warnings --extern libspe_sys=build/liblibspe_sys.rlib -L build -l spe-lab \
                -l spe build/growth.rs -o build/growth-rust
    ) && LD_LIBRARY_PATH=build ./build/growth-rust
}

# -- one kind --

apply() { GIT_CEILING_DIRECTORIES=$work git apply -C1 "$1"; }
make_bytes() { build/spe-asm -o "$bytes" "$folder/bytes.txt"; }

test_kind() { # KIND
    local kind=$1 today=$work/today folder=$work/today/.ci/growth/$1 patch=$work/today/.ci/growth/$1/patch
    local bytes=build/growth.spe
    cp -a "$today" "$work/$kind"
    cd "$work/$kind" || return
    ok "the patch applies" apply "$patch" || return
    check_files
    tap_result $? "it touches no more files than its Files: line says"
    ok "generated files are remade" regenerate
    ok "gcc builds it without a warning" build_gcc 1 || return
    ok "clang builds it without a warning" build_clang 1
    ok "generated pages are remade" pages
    ok "unit tests pass without another edit" unit_tests
    ok "shell tests pass without another edit" shell_tests
    ok "what a release had is unchanged" abi_same
    ok "constants keep their values" numbers_same
    ok "its input is assembled" make_bytes
    ok "a program with today's headers works with the grown library" today_with .
    ok "... without a finding of sanitizers" today_sanitized
    ok "today's library rejects what only the grown headers have" grown_with "$today"
    . "$folder/look"
}

# -- the checks themselves: each must fail where it should --

fails() { # NAME COMMAND...
    local name=$1
    shift
    ! "$@" >build/fails.log 2>&1
    tap_result $? "seen to fail: $name" || diag "it passed: $*"
}

# Without the patch, the program of today's headers and the views must fail; with the grown library, the program of the
# grown headers must.
self_test_kind() { # KIND
    local kind=$1 today=$work/today folder=$work/today/.ci/growth/$1 patch=$work/today/.ci/growth/$1/patch
    local bytes=build/growth.spe missed
    cp -a "$today" "$work/$kind"
    cd "$work/$kind" || return
    make_bytes
    missed=$( (. "$folder/look") | grep '^ok')
    is "$missed" "" "seen to fail: each view, without the patch"
    fails "the program of today's headers, without the patch" today_with "$today"
    ok "the patch applies" apply "$patch" || return
    ok "it builds" eval 'regenerate && make -s CC=gcc CFLAGS="$gcc_flags" shared lab'
    fails "the program of the grown headers, with the grown library" grown_with .
    sed 's/^Files: .*/Files: 1/' "$patch" >build/patch
    patch=build/patch
    fails "a file more than the patch says" check_files
    [ "$kind" != event ] || self_test_tree
    [ "$kind" != subclass ] || self_test_rows
}

# spoil FILE SED COMMAND NAME: COMMAND fails after SED has changed the FILE, which is then restored.
spoil() {
    cp "$1" build/spoiled
    sed -i "$2" "$1"
    fails "$4" eval "$3"
    cp build/spoiled "$1"
}

# A row that does not fit what is sized for rows, and rows that contradict each other, stop `make derived`.
self_test_rows() {
    spoil include/libspe/op.h 's/SPE_OP_PREFETCH = 15/SPE_OP_PREFETCH = 64/' 'make -s derived' "a number without room"
    ok "... with a message" grep -q "have no bit for SPE_OP_ number 64" build/fails.log
    spoil src/table/table.c 's/SPE_OP_PREFETCH,       0xfe, 0x60/SPE_OP_PREFETCH, 0xfa, 0x40/' regenerate "two rows of one payload"
    ok "... with a message" grep -q "two rows of spe_op_formats.* have payload" build/fails.log
}

# The checks of the tree, for one kind only: each fault that a check must find is put there.
self_test_tree() {
    spoil src/base/status.c '$astatic int unused;' 'build_gcc 1' "a warning of gcc"
    spoil src/base/status.c '$astatic int unused;' 'build_clang 1' "a warning of clang"
    spoil tests/unit/reference.h '/far_memory/d' 'build_gcc 1 && unit_tests' "a row that the tests' reference lacks"
    is "$(grep -c "add a row to tests/unit/reference.h" build/fails.log | sed 's/[1-9].*/some/')" some "... with a message"
    spoil lab/docs/columns.md '/far_memory/d; /data_va_tag/d' shell_tests "a page that is not made again"
    spoil include/libspe/record.h 's/uint8_t reserved\[[0-9]*\]; /uint8_t reserved[34]; /' \
        'if make -s CC=gcc CFLAGS="$gcc_flags" shared; then abi_same; fi' "another layout"
    spoil include/libspe/op.h 's/SPE_OP_GCS = 13/SPE_OP_GCS = 23/' numbers_same "another number"
    spoil src/table/event.c 's/bit < SPE_EVENT_ROWS ?/bit < 70 ?/' 'build_clang 1; today_sanitized' \
        "an index out of bounds"
}
