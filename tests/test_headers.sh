#!/bin/bash
# SPDX-License-Identifier: MIT
# Each public header compiles alone, as C99, C11 and C++, without a warning; every public macro means something.
# needs: g++ clang
set -u
. tests/tap.sh
need g++
need clang

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
strict="-Iinclude -Wall -Wextra -Wpedantic -Wconversion -Werror -fsyntax-only"

for header in include/libspe/*.h; do
    name=${header#include/}
    printf '#include <%s>\n#include <%s>\n' "$name" "$name" >"$work/alone.c"
    cp "$work/alone.c" "$work/alone.cpp"
    for compiler in "gcc -std=c99" "gcc -std=c11" "clang -std=c99" "g++ -std=c++11" "g++ -std=c++20" "clang++ -std=c++11"; do
        case $compiler in *++*) file=alone.cpp ;; *) file=alone.c ;; esac
        # shellcheck disable=SC2086 # a command and its options
        ok "$name alone, $compiler" $compiler $strict "$work/$file"
    done
done

# A macro that no test expands may be one that does not compile.
{
    echo '#include <libspe/spe.h>'
    echo 'int main(void) {'
    sed -n 's/^#define \(SPE_[A-Z0-9_]*\) .*/    (void)(\1);/p' include/libspe/*.h | grep -v 'SPE_API'
    sed -n 's/^#define \(SPE_[A-Z0-9_]*\)(.*/    (void)(\1(0));/p' include/libspe/*.h
    echo '    return 0;'
    echo '}'
} >"$work/macros.c"
is "$(grep -c void "$work/macros.c" | awk '{print ($1 > 30)}')" 1 "there are many macros"
# shellcheck disable=SC2086
ok "every public macro expands in C" gcc -std=c99 $strict "$work/macros.c"
cp "$work/macros.c" "$work/macros.cpp"
# shellcheck disable=SC2086
ok "every public macro expands in C++" g++ -std=c++11 $strict "$work/macros.cpp"

done_testing
