#!/bin/bash
# SPDX-License-Identifier: MIT
# The program of docs/build.md: the page's listings are the files that are built here. They use libspe from each build
# system in each way: installed (and moved), as a subfolder, fetched from a repository. A short
# program uses libspe-lab in the same ways. Then the libraries of make, CMake and Meson are compared, and CMake's for
# Windows is tested.
# needs: cmake meson ninja-build pkg-config git g++ binutils abigail-tools mingw-w64 wine64 clang lld-14 llvm-14
set -u
cd "$(dirname "$0")/../.." || exit 1
unset MAKEFLAGS MFLAGS # set by the make that runs this
. tests/tap.sh
need_packages
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CMAKE_GENERATOR=Ninja LC_ALL=C

# -- the page's files, a capture, and a repository with this folder's files --

awk -v work="$work" '/^```/ {inside = first = !inside; file = ""; next}
    inside && first {first = 0; blocks++
        if (match($0, /[a-z][a-z-]*\/[A-Za-z.\/-]+/)) {
            files++; file = work "/" substr($0, RSTART, RLENGTH); folder = file; sub(/[^\/]*$/, "", folder)
            system("mkdir -p " folder)}}
    file != "" {print >file} END {print blocks + 0, files + 0}' docs/build.md >"$work/listings"
read -r listings files <"$work/listings"
is "$listings" "$files" "every listing of docs/build.md says which file it is"
ok "... and there are all ways" test "$files" -ge 8

"$build/spe-asm" -o "$work/capture.spe" tests/captures/neoverse-fixed-slots.txt
version=$(sed -n 's/^#define SPE_VERSION_STRING "\(.*\)"/\1/p' include/libspe/base.h)
major=${version%%.*}
lab_version=$(sed -n 's/^#define SPE_LAB_VERSION_STRING "\(.*\)"/\1/p' lab/include/libspe-lab/base.h)
lab_major=${lab_version%%.*}
runs() { # PROGRAM NAME: it counts the capture's records
    is "$("$1" "$work/capture.spe" 2>&1)" "libspe $version: 2 records" "$2"
}
names() { # FOLDER PATTERN...: the files that match
    (cd "$1" && shopt -s nullglob && eval "printf '%s\n' ${*:2}" | sort | tr '\n' ' ')
}

tag=$(sed -n 's/^revision = //p' "$work/meson/subprojects/libspe.wrap")
is "$tag $(grep -c "GIT_TAG $tag)" "$work/fetched/CMakeLists.txt")" "v$version 1" \
    "Meson's and CMake's listings fetch this version"

# The second library's program; one file of CMake and one of Meson for all ways to find it
mkdir -p "$work/lab/subprojects"
cat >"$work/lab/lab.c" <<'END'
#include <libspe-lab/lab.h>
#include <stdio.h>
int main(void) { return printf("%s on %s\n", spe_lab_version(), spe_version()) < 0; }
END
cat >"$work/lab/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.18)
project(lab LANGUAGES C)
if(TREE)
    add_subdirectory("${TREE}" libspe)
else()
    find_package(libspe-lab 0.1 REQUIRED)
endif()
foreach(target IN ITEMS libspe-lab static shared)
    add_executable(${target} lab.c)
    target_link_libraries(${target} PRIVATE libspe-lab::${target})
endforeach()
END
cat >"$work/lab/meson.build" <<'END'
project('lab', 'c')
executable('lab', 'lab.c', dependencies: dependency('libspe-lab'))
END
cp "$work/meson/subprojects/libspe.wrap" "$work/lab/subprojects"
lab_runs() { # PROGRAM NAME
    is "$("$1" 2>&1)" "$lab_version on $version" "$2"
}

repository=$work/repository
mkdir "$repository"
{ git ls-files -z -co --exclude-standard 2>/dev/null || find . -path ./build -prune -o -type f -print0; } |
    while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done |
    tar -c --null -T - | tar -x -C "$repository"
address=$(sed -n 's/^repository = //p' packaging/project)
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_COUNT=3 \
    GIT_CONFIG_KEY_0="url.file://$repository.insteadOf" GIT_CONFIG_VALUE_0="$address" \
    GIT_CONFIG_KEY_1=user.name GIT_CONFIG_VALUE_1=nobody GIT_CONFIG_KEY_2=user.email GIT_CONFIG_VALUE_2=nobody
git -C "$repository" init -q
git -C "$repository" add -A
git -C "$repository" commit -q -m 'as it is'
git -C "$repository" tag "$tag"

# -- libspe alone: built and installed by make, CMake, Meson --

# SOURCE BUILD OPTION...
build_cmake() { cmake -S "$1" -B "$2" -Werror=dev "${@:3}" && cmake --build "$2"; }
build_meson() { meson setup --fatal-meson-warnings "$1" "$2" "${@:3}" && ninja -C "$2"; }

place=$work/place
ok "make installs" make -s BUILD="$build" PREFIX="$place/make" install
ok "CMake builds" build_cmake "$repository" "$work/cmake" -DCMAKE_INSTALL_PREFIX=/nowhere -DCMAKE_INSTALL_LIBDIR=lib \
    -DLIBSPE_RECORD=ON
ok "... and installs, where it is told only then" cmake --install "$work/cmake" --prefix "$place/cmake"
ok "Meson builds" build_meson "$repository" "$work/meson-build" --prefix="$place/meson" --libdir=lib \
    -Ddefault_library=both -Drecord=enabled
ok "... and installs" meson install -C "$work/meson-build"
for system in cmake meson; do
    at=$place/$system
    is "$(names "$at/include/libspe" '*')" "$(names include/libspe '*.h' '*.hpp')" \
        "$system installs the headers"
    is "$(names "$at/include/libspe-lab" '*')" "$(names lab/include/libspe-lab '*.h' '*.hpp')" "... of both libraries"
    LD_LIBRARY_PATH=$at/lib "$at/bin/spe-dump" --records "$work/capture.spe" >"$work/dump"
    is "$(cat "$work/dump")" "$("$build/spe-dump" --records "$work/capture.spe")" "... programs that do what make's do"
    is "$(names "$at/bin" '*')" "spe-asm spe-doctor spe-dump spe-record spe-regs spe-stat spe2perf " "... all of them"
    is "$(LD_LIBRARY_PATH=$at/lib "$at/bin/spe-record" --version) $(nm -D --defined-only \
        "$at/lib/libspe/spe-record.so" | cut -c 18-)" \
        "$("$build/spe-record" --version) $(nm -D --defined-only "$build/spe-record.so" | cut -c 18-)" \
        "... spe-record, and a plugin that exports what make's does"
    is "$(names "$at/share/man" 'man?/*')" "$(names "$place/make/share/man" 'man?/*')" "... and the manual"
done

# -- what each of the three makes --

interface() { # LIBRARY: its name, and what it exports
    objdump -p "$1" | awk '/SONAME/ {print $2}'
    nm -D --defined-only --with-symbol-versions "$1" | awk '{print $2, $3}' | sort
}
functions() { nm -g --defined-only "$1" | awk '$2 == "T" {print $3}' | sort; } # ARCHIVE
made=$place/make/lib
is "$(interface "$made/libspe.so" | wc -l)" $(($(tests/abi/functions | wc -l) + 2)) \
    "make's has a name, a version and the functions"
is "$(interface "$made/libspe-lab.so" | wc -l)" \
    $(($(tests/abi/functions lab/include/libspe-lab/*.h | wc -l) + 2)) "... and so has its libspe-lab"
for system in cmake meson; do
    lib=$place/$system/lib
    is "$(interface "$lib/libspe.so")" "$(interface "$made/libspe.so")" \
        "$system's library has the same name and exports"
    ok "... and ABI" abidiff --harmless "$made/libspe.so" "$lib/libspe.so"
    is "$(functions "$lib/libspe.a")" "$(functions "$made/libspe.a")" "... and functions in the static library"
    is "$(interface "$lib/libspe-lab.so") $(functions "$lib/libspe-lab.a")" \
        "$(interface "$made/libspe-lab.so") $(functions "$made/libspe-lab.a")" "... libspe-lab's, too"
    is "$(names "$lib" 'lib*' 'pkgconfig/*' 'cmake/*')" \
        "$(names "$made" 'lib*' 'pkgconfig/*' 'cmake/*')" "... the same files"
done

# -- pkg-config, before anything is moved --

pc() { PKG_CONFIG_PATH="$place/$1/lib/pkgconfig" pkg-config "${@:2}" libspe; } # SYSTEM OPTION...
for system in make cmake meson; do
    found=PKG_CONFIG_PATH=$place/$system/lib/pkgconfig
    ok "pkg-config, $system's library" env -C "$work" "$found" sh pkg-config/build.sh
    LD_LIBRARY_PATH=$place/$system/lib runs "$work/app-shared" "... the shared one"
    runs "$work/app-static" "... the static one"
    rm -f "$work"/app-*
    ok "... libspe-lab" eval "cc '$work/lab/lab.c' $(PKG_CONFIG_PATH=$place/$system/lib/pkgconfig \
        pkg-config --cflags --libs libspe-lab) -o '$work/app-lab'"
    LD_LIBRARY_PATH=$place/$system/lib lab_runs "$work/app-lab" "... runs"
done
is "$(pc cmake --static --cflags | grep -o DSPE_STATIC) $(pc cmake --cflags | grep -c DSPE_STATIC)" "DSPE_STATIC 0" \
    "--static says what Windows needs to hear"
ok "Meson finds it" env PKG_CONFIG_PATH="$place/meson/lib/pkgconfig" \
    meson setup "$work/meson" "$work/meson-installed" --wrap-mode=nofallback
ok "... and builds" ninja -C "$work/meson-installed"
runs "$work/meson-installed/app" "... a program that runs"
ok "... libspe-lab" env PKG_CONFIG_PATH="$place/meson/lib/pkgconfig" \
    meson setup "$work/lab" "$work/lab-installed" --wrap-mode=nofallback
ok "... builds" ninja -C "$work/lab-installed"
lab_runs "$work/lab-installed/lab" "... runs"

# -- find_package and pkg-config, after moving to a folder with blanks in its name --

needed() { objdump -p "$1" | sed -n 's/.*NEEDED *\(libspe.*\)/\1/p'; } # PROGRAM: which libspe it needs
mv "$place" "$work/another place"
place="$work/another place"
for system in make cmake meson; do
    consumer=$work/found-$system
    ok "find_package, $system's library, moved" build_cmake "$work/installed" "$consumer" \
        -DCMAKE_PREFIX_PATH="$place/$system"
    for app in app app-static app-cpp; do runs "$consumer/$app" "... $app runs"; done
    is "$(needed "$consumer/app"),$(needed "$consumer/app-static")" "libspe.so.$major," "... linked as its target says"
    ok "... libspe-lab" build_cmake "$work/lab" "$work/lab-$system" -DCMAKE_PREFIX_PATH="$place/$system"
    for app in libspe-lab static shared; do lab_runs "$work/lab-$system/$app" "... $app runs"; done
    is "$(needed "$work/lab-$system/shared" | sort | xargs),$(needed "$work/lab-$system/static")" \
        "libspe-lab.so.$lab_major libspe.so.$major," "... linked as its target says"
    flags=$(pc $system --define-prefix --cflags --libs)
    ok "pkg-config, moved" eval "cc '$work/app/main.c' $flags -o '$work/app-shared'"
    LD_LIBRARY_PATH=$place/$system/lib runs "$work/app-shared" "... runs"
done
ok "find_package, static" build_cmake "$work/installed" "$work/found-static" -DCMAKE_PREFIX_PATH="$place/make" \
    -DBUILD_SHARED_LIBS=OFF
is "$(needed "$work/found-static/app")" "" "... BUILD_SHARED_LIBS chooses"

mkdir "$work/request"
cat >"$work/request/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.19) # ranges
project(request LANGUAGES C)
if(POINTER)
    set(CMAKE_SIZEOF_VOID_P ${POINTER})
endif()
foreach(request IN LISTS REQUESTS)
    string(REPLACE " " ";" words "${request}")
    unset(libspe_DIR CACHE)
    find_package(libspe ${words} QUIET)
    if(libspe_FOUND)
        message(STATUS "found: ${request}")
    endif()
endforeach()
END
requests() { # SYSTEM REQUEST...: prints the requests that are found, one in each line
    local list
    list=$(printf '%s;' "${@:2}")
    rm -rf "$work/request/build"
    cmake -S "$work/request" -B "$work/request/build" -DCMAKE_PREFIX_PATH="$place/$1" -DREQUESTS="${list%;}" \
        -DPOINTER="${pointer:-}" | sed -n 's/^-- found: //p'
}
good=("$version" "$version EXACT" "$major COMPONENTS static shared")
bad=("$major.999" "$((major + 1))" "$major COMPONENTS other")
for system in make cmake meson; do
    is "$(requests $system "${good[@]}" "${bad[@]}")" "$(printf '%s\n' "${good[@]}")" \
        "$system's: versions, components"
    is "$(pointer=2 requests $system "$major")" "" "... for programs of the same pointer size"
done
mkdir -p "$place/template/lib/cmake/libspe" # as if it were version 1.2.3
sed 's/@VERSION@/1.2.3/; s/@MAJOR@/1/; s/@POINTER@/8/' pkgconfig/package-config-version.cmake.in \
    >"$place/template/lib/cmake/libspe/libspe-config-version.cmake"
touch "$place/template/lib/cmake/libspe/libspe-config.cmake"
good=(1 1.0 1.2 1.2.3 1.0...1.3 1.0...1.2.3 "1.0...<1.3" "1.2...<2" 1...2)
bad=(0.9 1.2.4 1.3 2 "1.2 EXACT" 1.0...1.2 "1.0...<1.2.3" "0.9...<2" 1.3...1.4 2...3)
is "$(requests template "${good[@]}" "${bad[@]}")" "$(printf '%s\n' "${good[@]}")" "which requests 1.2.3 meets"
rm "$place/make/lib/libspe.a"
is "$(requests make "$major COMPONENTS static" "$major COMPONENTS shared")" "$major COMPONENTS shared" \
    "... and what is not installed"

# -- part of another project --

ln -s "$repository" "$work/subdirectory/libspe"
for kind in a:OFF so:ON; do
    within=$work/within-${kind%:*}
    ok "add_subdirectory, BUILD_SHARED_LIBS=${kind#*:}" build_cmake "$work/subdirectory" "$within" \
        -DBUILD_SHARED_LIBS="${kind#*:}" -DCMAKE_BUILD_TYPE=Debug
    runs "$within/app" "... runs"
    is "$(names "$within/libspe" 'libspe*.*[ao]' 'spe-*')" "libspe.${kind%:*} " \
        "... that library alone is built, no programs"
done
cmake --install "$work/within-a" --prefix "$work/nothing" >/dev/null
is "$(find "$work/nothing" -type f 2>/dev/null)" "" "... and nothing of it is installed"
ok "... libspe-lab, both forms" build_cmake "$work/lab" "$work/lab-within" -DTREE="$repository"
for app in libspe-lab static shared; do lab_runs "$work/lab-within/$app" "... $app runs"; done
ok "FetchContent" build_cmake "$work/fetched" "$work/fetched-build" -DCMAKE_BUILD_TYPE=Debug
runs "$work/fetched-build/app" "... runs"
for kind in static shared; do
    ok "Meson's subproject, $kind" build_meson "$work/meson" "$work/wrapped-$kind" --wrap-mode=forcefallback \
        -Ddefault_library=$kind
    runs "$work/wrapped-$kind/app" "... runs"
    ok "... libspe-lab" build_meson "$work/lab" "$work/lab-wrapped-$kind" --wrap-mode=forcefallback \
        -Ddefault_library=$kind
    lab_runs "$work/lab-wrapped-$kind/lab" "... runs"
done
is "$(git -C "$repository" status --porcelain)" "" "no build has changed the sources"

# -- Windows --

cat >"$work/mingw.cmake" <<'END'
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
END
exports() { # DLL: the functions that it exports
    x86_64-w64-mingw32-objdump -p "$1" | awk '/Name Pointer. Table/ {on = 1} on && $NF ~ /^spe_/ {print $NF}' | sort
}
dlls() { # PROGRAM OR DLL: what it needs in addition to the system's own
    x86_64-w64-mingw32-objdump -p "$1" | sed -n 's/.*DLL Name: //p' | grep -v -i -x 'kernel32.dll\|msvcrt.dll'
}
mingw="$place/mingw"
ok "MinGW builds" build_cmake "$repository" "$work/mingw" --toolchain "$work/mingw.cmake" \
    -DCMAKE_INSTALL_PREFIX=/nowhere
ok "... and installs" cmake --install "$work/mingw" --prefix "$mingw"
is "$(names "$mingw" 'bin/*.dll' 'lib/lib*')" "bin/libspe-$major.dll bin/libspe-lab-$lab_major.dll \
lib/libspe-lab.a lib/libspe-lab.dll.a lib/libspe.a lib/libspe.dll.a " "... DLLs, their import libraries, static ones"
is "$(exports "$mingw/bin/libspe-$major.dll")" "$(tests/abi/functions)" \
    "... the DLL exports the interface, and nothing else"
is "$(dlls "$mingw/bin/libspe-$major.dll")" "" "... and needs nothing"
is "$(exports "$mingw/bin/libspe-lab-$lab_major.dll"),$(dlls "$mingw/bin/libspe-lab-$lab_major.dll")" \
    "$(tests/abi/functions lab/include/libspe-lab/*.h),libspe-$major.dll" "... libspe-lab's needs libspe's"
sed '/app-cpp/d; s/ CXX)/)/' "$work/installed/CMakeLists.txt" >"$work/c"
cp "$work/c" "$work/installed/CMakeLists.txt"
ok "... find_package" build_cmake "$work/installed" "$work/found-mingw" --toolchain "$work/mingw.cmake" \
    -DCMAKE_PREFIX_PATH="$mingw"
is "$(dlls "$work/found-mingw/app.exe"),$(dlls "$work/found-mingw/app-static.exe")" "libspe-$major.dll," \
    "... programs link each"
ok "... libspe-lab" build_cmake "$work/lab" "$work/lab-mingw" --toolchain "$work/mingw.cmake" \
    -DCMAKE_PREFIX_PATH="$mingw"
cp "$mingw"/bin/*.dll "$work/lab-mingw"
cp "$mingw/bin/libspe-$major.dll" "$work/found-mingw"
wine() { BUILD="$work" tests/port/wine "$@" | tr -d '\r'; }
for app in app app-static; do
    is "$(wine "$work/found-mingw/$app.exe" "$work/capture.spe")" "libspe $version: 2 records" "... $app runs"
done
for app in static shared; do
    is "$(wine "$work/lab-mingw/$app.exe")" "$lab_version on $version" "... libspe-lab, $app, runs"
done
is "$(wine "$mingw/bin/spe-dump.exe" --records "$work/capture.spe")" \
    "$("$build/spe-dump" --records "$work/capture.spe")" \
    "... and so do the programs"
sed 's/x86_64/i686/' "$work/mingw.cmake" >"$work/mingw32.cmake"
ok "MinGW builds, 32 bits" build_cmake "$repository" "$work/mingw32" --toolchain "$work/mingw32.cmake" \
    -DLIBSPE_STATIC=OFF -DLIBSPE_TOOLS=OFF -DLIBSPE_LAB=OFF
is "$(exports "$work/mingw32/libspe-$major.dll"),$(dlls "$work/mingw32/libspe-$major.dll")" "$(tests/abi/functions)," \
    "... the same DLL, which needs no compiler's"

# With the options of Microsoft's compiler and linker. Instead of Microsoft's headers and runtime:
# packaging/freestanding, and MinGW's import library for the same msvcrt.dll.
mkdir "$work/bin"
ln -s "$(command -v clang)" "$work/bin/clang-cl"
cat >"$work/clang-cl.cmake" <<END
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_C_COMPILER $work/bin/clang-cl)
set(CMAKE_C_COMPILER_TARGET x86_64-pc-windows-msvc)
set(CMAKE_LINKER $(command -v lld-link-14))
set(CMAKE_AR $(command -v llvm-lib-14))
set(CMAKE_RC_COMPILER $(command -v llvm-rc-14))
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_FLAGS_INIT "/WX /GS- /clang:-ffreestanding /clang:-mno-stack-arg-probe -imsvc$PWD/packaging/freestanding")
set(CMAKE_MSVC_RUNTIME_LIBRARY "")
set(CMAKE_C_STANDARD_LIBRARIES "" CACHE STRING "")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "/noentry /nodefaultlib /manifest:no /alternatename:_fltused=spe_version \
$(x86_64-w64-mingw32-gcc -print-file-name=libmsvcrt.a)")
END
ok "clang-cl builds, without a warning" build_cmake "$repository" "$work/clang-cl" --toolchain "$work/clang-cl.cmake" \
    -DCMAKE_BUILD_TYPE=Release
is "$(exports "$work/clang-cl/spe-$major.dll")" "$(tests/abi/functions)" \
    "... a DLL that exports the interface, and nothing else"
is "$(names "$work/clang-cl" '*.lib')" "libspe-lab.lib libspe.lib spe-lab.lib spe.lib " \
    "... its import library, and the static one; libspe-lab's"
for kind in spe.lib: libspe.lib:-DSPE_STATIC; do
    app=$work/clang-cl/app-${kind%.*}.exe
    ok "... a program of MinGW's links ${kind%:*}" x86_64-w64-mingw32-gcc -Iinclude ${kind#*:} "$work/app/main.c" \
        "$work/clang-cl/${kind%:*}" -o "$app"
    is "$(wine "$app" "$work/capture.spe")" "libspe $version: 2 records" "... and runs"
done

done_testing
