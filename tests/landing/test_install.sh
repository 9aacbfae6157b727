#!/bin/bash
# SPDX-License-Identifier: MIT
# Installs to a staging folder, compiles the README's example through pkg-config with both libraries, runs it, and
# uninstalls completely.
# needs: pkg-config
set -u
. tests/tap.sh
need pkg-config
build=${BUILD:-build}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
stage=$work/stage
run_make() { make -s BUILD="$build" DESTDIR="$stage" PREFIX=/opt/spe "$@" >"$work/make.log" 2>&1 ||
    { sed 's/^/# /' "$work/make.log"; return 1; }; }

ok "make install" run_make install
for file in include/libspe/spe.h include/libspe/spe.hpp include/libspe/record.hpp lib/libspe.a lib/libspe.so \
    lib/libspe.so.1 lib/pkgconfig/libspe.pc bin/spe-dump include/libspe-lab/lab.h \
    lib/libspe-lab.a lib/libspe-lab.so lib/libspe-lab.so.0 lib/pkgconfig/libspe-lab.pc \
    lib/cmake/libspe-lab/libspe-lab-config.cmake share/man/man3/libspe-lab.3 share/man/man3/spe_unit_init.3 \
    bin/spe-asm bin/spe2perf share/man/man1/spe-dump.1 share/man/man1/spe-asm.1 share/man/man1/spe2perf.1 bin/spe-regs \
    share/man/man1/spe-regs.1 bin/spe-stat share/man/man1/spe-stat.1 share/man/man3/libspe.3 \
    bin/spe-doctor share/man/man1/spe-doctor.1 \
    share/bash-completion/completions/spe-stat \
    share/fish/vendor_completions.d/spe-dump.fish share/zsh/site-functions/_spe; do
    ok "installed: $file" test -f "$stage/opt/spe/$file"
done

ok "the pages, the licence, lessons" test -f "$stage/opt/spe/share/doc/libspe/LICENSE" -a -f \
    "$stage/opt/spe/share/doc/libspe/examples/decode_buffer.c"

export PKG_CONFIG_PATH=$stage/opt/spe/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$stage
version=$(sed -n 's/^#define SPE_VERSION_STRING "\(.*\)"/\1/p' include/libspe/base.h)
is "$(pkg-config --modversion libspe)" "$version" "pkg-config knows the version of base.h"
parts=$(sed -n 's/^#define SPE_VERSION_\(MAJOR\|MINOR\|PATCH\) //p' include/libspe/base.h | tr '\n' '.')
is "$parts" "$version." "the version's parts are its string"

# The README's example, copied as a reader would.
sed -n '/^```c$/,/^```$/p' README.md | grep -v '^```' >"$work/example.c"
is "$(sed '/^$/d' "$work/example.c" | wc -l | awk '{print ($1 > 5 && $1 <= 24)}')" 1 "the README has a short example"
read -ra flags <<<"$(pkg-config --cflags --libs libspe)"
ok "it compiles against libspe.so" cc -o "$work/shared" "$work/example.c" "${flags[@]}"
read -ra cflags <<<"$(pkg-config --cflags libspe)"
ok "it compiles against libspe.a" cc -o "$work/static" "$work/example.c" "${cflags[@]}" "$stage/opt/spe/lib/libspe.a"
"$build/spe-asm" tests/captures/neoverse-fixed-slots.txt >"$work/capture.spe"
LD_LIBRARY_PATH=$stage/opt/spe/lib "$work/shared" <"$work/capture.spe" >"$work/shared.out"
is $? 0 "it runs with libspe.so"
"$work/static" <"$work/capture.spe" >"$work/static.out"
is $? 0 "it runs with libspe.a"
is "$(grep -c 'PC 0xffffba66' "$work/shared.out")" 2 "it prints the capture's two records"
make -s BUILD="$build" demo >"$work/demo.out"
is "$? $(grep -c '^ *1\. Loads wait for memory in walk\.constprop\.0 (hot)' "$work/demo.out")" "0 1" \
    "make demo names the slow function"
samples=$("$build/spe-stat" -q --format=csv "$build/demo.data" | sed -n 's/^profile,"samples",count,//p')
is "$("$work/static" <"$build/demo.spe" | grep -c ': .*PC 0x4')" "$samples" "... the example prints its samples"
ok "both print the same" cmp "$work/shared.out" "$work/static.out"
ok "it needs libspe.so.1" sh -c "objdump -p '$work/shared' | grep -q 'NEEDED.*libspe.so.1'"

# The second library: a lesson, by its own .pc file, which brings libspe.
is "$(pkg-config --modversion libspe-lab)" \
    "$(sed -n 's/^#define SPE_LAB_VERSION_STRING "\(.*\)"/\1/p' lab/include/libspe-lab/base.h)" "libspe-lab's version"
read -ra flags <<<"$(pkg-config --cflags --libs libspe-lab)"
ok "a lesson compiles against libspe-lab.so" cc -o "$work/lab" lab/examples/sum_up.c "${flags[@]}"
ok "... and against both static libraries" cc -o "$work/lab-static" lab/examples/sum_up.c "${cflags[@]}" \
    "$stage/opt/spe/lib/libspe-lab.a" "$stage/opt/spe/lib/libspe.a"
is "$(LD_LIBRARY_PATH=$stage/opt/spe/lib "$work/lab" <"$work/capture.spe" | tail -n 1)" "0 findings in 2 records" \
    "... which runs"
is "$("$work/lab-static" <"$work/capture.spe" | tail -n 1)" "0 findings in 2 records" "... with both"

# A user's own folder.
cp -r examples/pkg-config "$work/consumer"
ok "examples/pkg-config builds" make -s -C "$work/consumer"
is "$(LD_LIBRARY_PATH=$stage/opt/spe/lib "$work/consumer/count" "$work/capture.spe")" "2 records, 0 bytes left over" \
    "... and runs"

ok "make uninstall" run_make uninstall
is "$(find "$stage" ! -type d)" "" "nothing is left"

ok "a second PREFIX takes effect without make clean" run_make PREFIX=/elsewhere install
is "$(sed -n 's/^prefix=//p' "$stage/elsewhere/lib/pkgconfig/libspe.pc")" /elsewhere "in libspe.pc too"

# -- paths with characters that are special in sed --
ok "PREFIX with & and |, and a dot" run_make PREFIX='/opt/a&b|c.d [x' LIBDIR='/opt/a&b|cxd [x/lib' install-headers
pc="$stage/opt/a&b|cxd [x/lib/pkgconfig/libspe.pc"
is "$(head -3 "$pc")" 'prefix=/opt/a&b|c.d\ [x
libdir=/opt/a&b|cxd\ [x/lib
includedir=${prefix}/include' "... as they are in libspe.pc, where a dot is a dot"
is "$(PKG_CONFIG_PATH=${pc%/libspe.pc} PKG_CONFIG_SYSROOT_DIR='' pkg-config --cflags libspe | sed 's/ *$//')" '-I/opt/a\&b\|c.d\ \[x/include' "... and to pkg-config"
is "$(grep -c '"/opt/a&b|cxd \[x/lib/cmake/libspe" "/opt/a&b|c.d \[x/include"' "${pc%/pkgconfig/libspe.pc}/cmake/libspe/libspe-targets.cmake")" 1 \
    "... and in the CMake package"
rm -rf "$stage"/opt

# -- single parts, paths with blanks, a moved tree --
for part in static shared; do
    stage="$work/only $part"
    ok "make install-$part, PREFIX with blanks" run_make PREFIX="/opt/my spe" LIBDIR="/opt/my spe/lib 64" \
        "install-$part"
    is "$(cd "$stage/opt/my spe/lib 64" && ls libspe.* | wc -l)" "$([ $part = static ] && echo 1 || echo 3)" \
        "... that part alone"
    mv "$stage/opt/my spe" "$work/moved $part"
    eval "flags=($(PKG_CONFIG_SYSROOT_DIR='' PKG_CONFIG_PATH="$work/moved $part/lib 64/pkgconfig" \
        pkg-config --define-prefix --cflags --libs libspe))"
    ok "... moved elsewhere: pkg-config's flags link the example" cc "$work/example.c" "${flags[@]}" -o "$work/moved"
    is "$(LD_LIBRARY_PATH="$work/moved $part/lib 64" "$work/moved" <"$work/capture.spe" | grep -c 'PC 0xffffba66')" 2 \
        "... and it runs"
done
rm -rf "$work"/moved* "$work"/only*
stage="$work/all of it"
ok "make install, all paths with blanks" run_make PREFIX="/opt/my spe" install
ok "make uninstall" run_make PREFIX="/opt/my spe" uninstall
is "$(find "$stage" ! -type d)" "" "nothing is left"

# -- other flags rebuild objects, the same flags do not --
object=$work/flags/static/base/status.o
flagged() { MAKEFLAGS='' make V=1 BUILD="$work/flags" "$@" "$object" 2>&1 | grep -c -e '-c src/base/status.c'; }
is "$(flagged) $(flagged) $(flagged CFLAGS=-O1) $(flagged CFLAGS=-O1) $(flagged CFLAGS="-O1 -DX='1'") $(flagged \
    CFLAGS="-O1 -DX='1'") $(flagged CPPFLAGS=-DY)" \
    "1 0 1 0 1 0 1" "changed CFLAGS and CPPFLAGS rebuild, unchanged ones do not"

# -- the tree in a folder with a blank; it builds all programs --
if is_all; then
    mkdir "$work/a tree"
    tar --exclude=./build --exclude=./.git -cf - . | tar -xf - -C "$work/a tree"
    linked="$work/a tree/out" # as distributions want the programs
    ok "a checkout in a folder with a blank builds; TOOLS_LINK=shared" make -s -C "$work/a tree" BUILD=out CFLAGS=-O0 \
        TOOLS_LINK=shared tools
    is "$(objdump -p "$linked/spe-regs" | awk '/NEEDED/ && /spe/ {print $2}' | sort | xargs) $(objdump -p "$build/spe-regs" |
        grep -c 'NEEDED.*spe')" "libspe-lab.so.0 libspe.so.1 0" \
        "... links the shared libraries, which the default does not"
    is "$(LD_LIBRARY_PATH=$linked "$linked/spe-asm" tests/captures/neoverse-fixed-slots.txt | cksum)" \
        "$(cksum <"$work/capture.spe")" "... programs that work"
fi

done_testing
