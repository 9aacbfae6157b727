#!/bin/bash
# SPDX-License-Identifier: MIT
# The recipes of packaging/recipes, filled from a tarball: each format's own tool reads them, as far as Debian has it.
# Meson builds a program by its wrap file. packaging/README.md says which are not run.
# needs: cmake git meson ninja-build nix-bin perl pkg-config python3 python3-yaml ruby
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
need_packages
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$(sed -n 's/^#define SPE_VERSION_STRING "\(.*\)"/\1/p' include/libspe/base.h)
tarball=libspe-$version.tar.gz

ok "the tarball" env DIRTY=1 packaging/dist "$work/dist" || done_testing
ok "the recipes" packaging/recipes/fill "$work/dist" "$work/recipes"
cd "$work/recipes" || exit 1
sum=$(sha256sum "$work/dist/$tarball" | cut -d' ' -f1)
is "$(grep -rE '@[A-Z0-9_]+@' .)" "" "they are filled"
is "$(grep -rl "$sum" . | sort | xargs)" \
    "./conan/conandata.yml ./homebrew/libspe.rb ./meson/libspe.wrap ./nix/package.nix ./yocto/libspe_$version.bb" \
    "... with the tarball's checksum"

# -- options that recipes pass are options --
option() { grep -rhoE "$1" "${@:3}" | grep -oE "$2" | sort -u; }
is "$(comm -23 <(option 'LIBSPE_[A-Z]+' '.*' conan homebrew vcpkg) \
    <(option 'option\([A-Z_]+' 'LIBSPE.*' "$OLDPWD/CMakeLists.txt"))" "" \
    "CMake has the options of conan, homebrew and vcpkg"
is "$(comm -23 <(option '\-D[a-z]+=' '[a-z]+' yocto) \
    <(option "^option\('[a-z]+" '[a-z]+$' "$OLDPWD/meson_options.txt"))" "" \
    "Meson has those of yocto, and default_library"

# -- homebrew, conan, vcpkg, nix: their languages --
ok "ruby reads homebrew's" ruby -c homebrew/libspe.rb
ok "Python compiles conan's" python3 -m py_compile conan/conanfile.py
is "$(python3 -c 'import yaml; print(*yaml.safe_load(open("conan/conandata.yml"))["sources"])')" "$version" \
    "... its data name the version"
is "$(python3 -c 'import json; print(json.load(open("vcpkg/vcpkg.json"))["version"])')" "$version" "vcpkg's manifest, too"
for command in download_distfile extract_source_archive check_features cmake_configure cmake_install \
    cmake_config_fixup fixup_pkgconfig install_copyright; do
    echo "macro(vcpkg_$command)
    message(\"$command \${ARGN}\")
endmacro()"
done >"$work/port.cmake"
echo 'include(vcpkg/portfile.cmake)' >>"$work/port.cmake"
is "$(cmake -DVERSION="$version" -DFEATURES=lab -DVCPKG_LIBRARY_LINKAGE=dynamic -DCURRENT_PACKAGES_DIR="$work/none" \
    -P "$work/port.cmake" 2>&1 | sed -n 's/^cmake_configure .*OPTIONS;//p' | tr ';' ' ' | sed 's/ $//')" \
    "-DLIBSPE_SHARED=1 -DLIBSPE_STATIC=0 -DLIBSPE_TOOLS=OFF" "CMake runs vcpkg's, with commands that only print"
ok "nix parses nix's" nix-instantiate --parse nix/package.nix
is "$(nix-instantiate --eval --strict -E '(import ./nix/package.nix {
        lib = { licenses.mit = "MIT"; platforms.linux = [ ]; }; fetchurl = url: url;
        stdenv = { mkDerivation = package: package; cc.targetPrefix = ""; };
        perl = 1; pkg-config = 1; capstone = 1; elfutils = 1; zlib = 1; zstd = 1; }).src.url')" \
    "\"$(sed -n 's/^source_url = //p' meson/libspe.wrap)\"" "... and evaluates it: its address is that of the wrap file"

# -- meson: a program from a wrap file and the tarball --
mkdir -p "$work/app/subprojects/packagecache"
cp meson/libspe.wrap "$work/app/subprojects"
cp "$work/dist/$tarball" "$work/app/subprojects/packagecache"
cd "$work/app" || exit 1
cat >app.c <<'END'
#include <libspe/spe.h>
#include <stdio.h>
int main(void) { return puts(spe_version()) < 0; }
END
cat >meson.build <<'END'
project('app', 'c')
executable('app', 'app.c', dependencies: dependency('libspe'))
END
built() { { meson setup build -Dlibspe:lab=false && ninja -C build; } >"$work/log" 2>&1 || { tail "$work/log"; return 1; }; }
ok "meson builds a program with the tarball" built
is "$(build/app)" "$version" "... which runs"
echo >>"subprojects/packagecache/$tarball"
rm -rf subprojects/libspe-* build
ok "another tarball is refused" test "$(built 2>&1 | grep -ci hash)" -gt 0
done_testing
