#!/bin/bash
# SPDX-License-Identifier: MIT
# The switches of the build systems. make: all combinations of the programs' packages. CMake and Meson: each package
# alone and none, and each kind of library with and without programs. What cannot be built is refused with the name of
# the missing switch.
# needs: cmake meson ninja-build pkg-config libdw-dev libzstd-dev zlib1g-dev libcapstone-dev
set -u
cd "$(dirname "$0")/../.." || exit 1
unset MAKEFLAGS MFLAGS # set by the make that runs this
. tests/tap.sh
need_packages
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CMAKE_GENERATOR=Ninja LC_ALL=C
packages=(LIBDW ZSTD ZLIB CAPSTONE)

for ((n = 0; n < 1 << ${#packages[@]}; n++)); do
    without=()
    for i in "${!packages[@]}"; do ((n >> i & 1)) && without+=("${packages[i]}=no"); done
    ok "make ${without[*]}" make -s -j2 BUILD="$work/make" CFLAGS="-O0 -Werror" "${without[@]}" tools
    is "$("$work/make/spe-dump" --version | cut -d' ' -f1)" spe-dump "... and a program runs"
done

cmake_builds() { # NAME OPTION...
    rm -rf "$work/built"
    ok "CMake, $1" sh -c 'cmake -S . -B "$0" -DCMAKE_BUILD_TYPE= -DCMAKE_C_FLAGS="-O0 -Werror" "$@" && cmake --build "$0"' \
        "$work/built" "${@:2}"
}
meson_builds() {
    rm -rf "$work/built"
    ok "Meson, $1" sh -c 'meson setup --buildtype=plain -Dc_args="-O0 -Werror" "$0" "$@" && ninja -C "$0"' \
        "$work/built" "${@:2}"
}
has_programs() { # YES
    is "$(ls "$work/built/spe-stat" "$work/built/spe-record" 2>/dev/null | wc -l)" "$1" "... $1 of two programs"
}
kinds=(static shared both)
cmake_kinds=(-DLIBSPE_SHARED=OFF -DLIBSPE_STATIC=OFF -DBUILD_SHARED_LIBS=ON)
for i in 0 1 2; do
    kind=${kinds[i]}
    cmake_builds "$kind: libspe" "${cmake_kinds[i]}" -DLIBSPE_LAB=OFF
    has_programs 0
    cmake_builds "$kind: both libraries" "${cmake_kinds[i]}" -DLIBSPE_TOOLS=OFF
    has_programs 0
    meson_builds "$kind: libspe" -Ddefault_library="$kind" -Dlab=false
    has_programs 0
    meson_builds "$kind: both libraries" -Ddefault_library="$kind" -Dtools=disabled
    has_programs 0
done
for i in {0..4}; do # with one package each, then with none
    cmake=() meson=()
    for j in "${!packages[@]}"; do
        package=${packages[j]}
        cmake+=("-DLIBSPE_$package=$([ "$i" = "$j" ] && echo ON || echo OFF)")
        meson+=("-D${package,,}=$([ "$i" = "$j" ] && echo enabled || echo disabled)")
    done
    kind=$((i % 3))
    name="programs, ${kinds[kind]}, ${packages[i]:-none}"
    cmake_builds "$name" "${cmake_kinds[kind]}" -DLIBSPE_RECORD=ON "${cmake[@]}"
    has_programs 2
    meson_builds "$name" -Ddefault_library="${kinds[kind]}" -Drecord=enabled "${meson[@]}"
    has_programs 2
done

refuses() { # SWITCH COMMAND...: the switch is in the message
    rm -rf "$work/built"
    "${@:2}" >"$work/log" 2>&1
    is "$(($? != 0)) $(grep -c -e "$1" "$work/log")" "1 1" "${*:2} names $1"
}
refuses LIBSPE_SHARED cmake -S . -B "$work/built" -DLIBSPE_STATIC=OFF -DLIBSPE_SHARED=OFF
refuses LIBSPE_LAB cmake -S . -B "$work/built" -DLIBSPE_LAB=OFF -DLIBSPE_TOOLS=ON
refuses LIBSPE_TOOLS cmake -S . -B "$work/built" -DLIBSPE_LAB=OFF -DLIBSPE_RECORD=ON
refuses -Dlab=true meson setup "$work/built" -Dlab=false -Dtools=enabled
refuses -Dtools=enabled meson setup "$work/built" -Dlab=false -Drecord=enabled

done_testing
