#!/bin/bash
# SPDX-License-Identifier: MIT
# One kind of .ci/growth, in C alone, because .ci/growth/run takes minutes: a copy of the tree gets an operation
# subclass. .ci/growth/run adds the other kinds, too, and looks at programs and bindings.
# needs: git perl
set -u
. tests/tap.sh
need git
need perl
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
today=$PWD
kind=$today/.ci/growth/subclass
"${BUILD:-build}/spe-asm" -o "$tmp/bytes" "$kind/bytes.txt"
mkdir "$tmp/grown"
tar --exclude=./build --exclude=./.git -cf - . | tar -xf - -C "$tmp/grown"
cd "$tmp/grown" || exit 1

export GIT_CEILING_DIRECTORIES=$tmp BUILD=$tmp/build # the tree may be below another repository
tests=(test_table test_op test_packet test_text)
ok "a subclass is added" git apply -C1 "$kind/patch"
ok "... and what follows from its row is made" make -s derived
ok "the library is built with it" make -s -j2 CFLAGS='-O0 -Werror' static "${tests[@]/#/$BUILD/tests/}"
for test in "${tests[@]}"; do ok "$test passes, with no edit but the row of its reference" "$BUILD/tests/$test"; done
ok "a program with today's headers is built" cc -I"$today/include" -I"$today/.ci/growth" -DSPE_STATIC \
    -o "$tmp/today" "$kind/today.c" "$BUILD/libspe.a"
ok "... and has the right name and counts of the new subclass" "$tmp/today" "$tmp/bytes"
done_testing
