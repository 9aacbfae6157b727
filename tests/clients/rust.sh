#!/bin/bash
# SPDX-License-Identifier: MIT
# The Rust crates: layouts are compared with the C compiler's. Tests and the examples of the documentation are linked
# with pkg-config's library, and with the crates' own sources. Offline: there are no dependencies.
# needs: rustc cargo perl python3 pkg-config libzstd-dev
set -u
. tests/tap.sh
PATH=/usr/bin:$PATH # Debian's Rust, the oldest that is supported
need_packages
build=$(cd "${BUILD:-build}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

is "$(bindings/rust/fields)" "$(cat bindings/rust/libspe/src/fields.rs)" "a record's fields are those of the headers (bindings/update)"
bindings/rust/generate libspe-lab >"$work/interface.rs"
export CAPTURES=$work/captures SPE_DUMP=$build/spe-dump CARGO_HOME=$work/home CARGO_TARGET_DIR=$work/target
mkdir "$CAPTURES"
for file in tests/captures/*.txt; do "$build/spe-asm" -o "$CAPTURES/$(basename "$file" .txt)" "$file"; done
make -s BUILD="$build" DESTDIR="$work/root" PREFIX=/usr install-shared install-static install-lab >/dev/null
export PKG_CONFIG_PATH=$work/root/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$work/root LD_LIBRARY_PATH=$work/root/usr/lib
cp -r bindings/rust "$work/crates" # cargo writes Cargo.lock next to Cargo.toml
export LIBSPE_SOURCE=$PWD

record=b0d0c2a1ed66baffc0980c004900521600712e652f6a0a000000
for i in 1 2 3; do perl -e 'print pack("H*", $ARGV[0]) x (100 * $ARGV[1])' $record $i >"$work/cpu$i"; done
export PERF_DATA=$work/perf.data PERF_PACKED=$work/packed.data
tests/perf_data.py v1-little "$work"/cpu[123] >"$PERF_DATA"
cc -std=c11 -O1 -Iinclude tools/tests/zstd/perf_zstd.c "$build/libspe.a" -lzstd -o "$work/perf_zstd"
"$work/perf_zstd" pack 1 <"$PERF_DATA" >"$PERF_PACKED"

run_tests() { # NAME COMMAND...: a line for each test that cargo runs
    local name=$1 result test
    shift
    "$@" >"$work/log" 2>&1
    local status=$?
    while IFS='|' read -r test result; do ok "$name: $test" test "$result" = ok; done \
        < <(sed -n 's/^test \(.*\) \.\.\. \(.*\)/\1|\2/p' "$work/log" | sed 's/^.* - //')
    is $status 0 "$name: cargo test" || diag "$(tail -n 60 "$work/log")"
}
# No test here can find violations of Rust's aliasing models: Miri is not in Debian, and cannot run C. So this checks
# the source.
is "$(grep -c 'buffer\.as_\(mut_\)\?ptr()' bindings/rust/libspe/src/encoder.rs)" 1 "the encoder's buffer has one pointer"
run_tests "pkg-config's library" cargo test --offline --manifest-path "$work/crates/Cargo.toml"
ok "... is the one that is linked" sh -c \
    "ldd $work/target/debug/deps/captures-* 2>/dev/null | grep -q '$work/root/usr/lib/libspe.so.1'"
PKG_CONFIG_SYSROOT_DIR=/elsewhere cargo build -q --offline --manifest-path "$work/crates/Cargo.toml" 2>"$work/log"
is "$(cat "$work"/target/debug/build/libspe-sys-*/output | grep -c '^cargo:rustc-link-search=.*/elsewhere/')" 1 \
    "... another sysroot is another library"
ok "built from the sources" env LIBSPE_BUNDLED=1 cargo test --offline --manifest-path "$work/crates/Cargo.toml" --test \
    captures
run_tests "with libspe-lab" env CARGO_TARGET_DIR="$work/lab" cargo test --all-features --offline --manifest-path \
    "$work/crates/Cargo.toml"
is "$(ldd "$work"/lab/debug/deps/types-* 2>/dev/null | grep -c "$work/root/usr/lib/libspe-lab.so.0")" 1 \
    "... which is linked"
ok "... built from the sources" env LIBSPE_BUNDLED=1 CARGO_TARGET_DIR="$work/lab-bundled" cargo test --all-features \
    --offline --manifest-path "$work/crates/Cargo.toml" --test types
is "$(diff <(bindings/rust/generate) "$work/interface.rs" | grep -c '^<')" 0 "... which only adds declarations"
for features in --all-features --no-default-features; do
    ok "no warning, $features" env RUSTFLAGS=-Dwarnings CARGO_TARGET_DIR="$work/strict" cargo check $features \
        --offline --manifest-path "$work/crates/Cargo.toml"
done
run_tests "without std" cargo test --no-default-features --offline --manifest-path "$work/crates/Cargo.toml" \
    --test captures

# -- the package in README: next to a tree after make demo; linked, and with its own sources --
mkdir -p "$work/beside/cycles/src" "$work/beside/libspe/build"
for folder in bindings include lab src; do ln -s "$PWD/$folder" "$work/beside/libspe"; done
"$build/spe-asm" -o "$work/beside/libspe/build/demo.spe" tests/captures/neoverse-fixed-slots.txt
listing() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" bindings/rust/README.md | grep -v '^```'; }
listing toml >"$work/beside/cycles/Cargo.toml"
listing rust >"$work/beside/cycles/src/main.rs"
command=$(sed -n 's/^    cargo run/cargo run -q --offline/p' bindings/rust/README.md)
is "$(wc -l <<<"$command")" 1 "README has a command to run its package"
cycles=$("$build/spe-dump" --format=csv "$work/beside/libspe/build/demo.spe" | awk -F, '
    NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i; next}
    $at["total_lat"] >= 10 {sub(/^0x/, "", $at["pc"]); print $at["pc"] ": " $at["total_lat"] " cycles"}')
ok "... of which something comes" test "$(wc -l <<<"$cycles")" -ge 2
is "$(cd "$work/beside/cycles" && unset LIBSPE_SOURCE && sh -c "$command" 2>&1)" "$cycles" "README's package, linked"
is "$(cd "$work/beside/cycles" && unset LIBSPE_SOURCE PKG_CONFIG_PATH &&
    PKG_CONFIG_LIBDIR=/none CARGO_TARGET_DIR=$work/own sh -c "$command" 2>&1)" "$cycles" \
    "... and with sources of its own"

# -- copying: contexts are not Copy, and are Clone only if their comment permits copies --
sys=$work/sys
mkdir "$sys"
contexts=$(sed -n 's/^typedef struct \(spe_[a-z_]*\) {.*/\1/p' {,lab/}include/libspe*/*.h)
permitted=$(awk '/^ *\/?\*/ {about = about $0} /^typedef struct/ && about ~ /may be copied/ {print $3}
    !/^ *\/?\*/ {about = ""}' {,lab/}include/libspe*/*.h)
{
    echo '#![allow(dead_code)]'
    echo 'use libspe_sys::*; trait Either<A> { fn is() {} } struct Other; impl<T> Either<()> for T {}'
    echo 'mod copied { use super::*; pub trait Only<A> { fn is() {} } impl<T> Only<()> for T {}'
    echo 'impl<T: Copy> Only<Other> for T {} } impl<T: Clone> Either<Other> for T {} fn cloned<T: Clone>() {} fn main() {'
    for name in $contexts ArrowSchema ArrowArray ArrowArrayStream; do
        echo "let _ = <$name as copied::Only<_>>::is;"
        if grep -qx "$name" <<<"$permitted"; then
            echo "cloned::<$name>();"
        else
            echo "let _ = <$name as Either<_>>::is;"
        fi
    done
    echo '}'
} >"$work/copies.rs"
copies() { # whether copies.rs compiles with the declarations in $sys
    rustc --edition 2021 --crate-type rlib --crate-name libspe_sys -o "$sys/liblibspe_sys.rlib" "$sys/lib.rs" &&
        rustc --edition 2021 --emit metadata --extern libspe_sys="$sys/liblibspe_sys.rlib" -o "$sys/copies" \
            "$work/copies.rs"
}
cp bindings/rust/libspe-sys/src/lib.rs "$work/interface.rs" "$sys"
export OUT_DIR=$sys
ok "contexts and Arrow's objects cannot be copied, $(wc -w <<<"$permitted") of $(wc -w <<<"$contexts") can be cloned" copies
is "$(grep -cx -e spe_packet_iterator -e spe_filter -e spe_decoder -e spe_arrow <<<"$permitted")" 2 \
    "... a packet iterator and a filter among those"
for name in spe_decoder ArrowArray; do
    sed "/^pub struct $name {/i #[derive(Clone, Copy)]" "$work/interface.rs" >"$sys/interface.rs"
    is "$(copies 2>&1 | grep -A 1 "^error.*annotations needed" | grep -e '-->' | sort -u | wc -l)" 2 \
        "... $name being Copy is seen" # in two lines; old compilers have two errors for one
done
sed 's/^\(pub const SPE_OP_GP:\) u8/\1 u32/' "$work/interface.rs" >"$sys/interface.rs"
rustc --edition 2021 --crate-type rlib --crate-name libspe_sys -o "$sys/liblibspe_sys.rlib" "$sys/lib.rs"
is "$(rustc --edition 2021 --test --cfg 'feature="lab"' --emit metadata --extern libspe_sys="$sys/liblibspe_sys.rlib" -o "$sys/types" \
    bindings/rust/libspe-sys/tests/types.rs 2>&1 | grep -c '^error.*mismatched types')" 1 \
    "... and so is a constant of another type than its member's"

# -- sizes and offsets, as either compiler has them --
names=$(sed -n 's/^pub struct \(spe_[a-z_]*\) {.*/\1/p' "$work/interface.rs")
{
    echo 'use std::mem::{align_of, size_of}; use libspe_sys::*; fn main() {'
    for name in $names; do echo "println!(\"$name {} {}\", size_of::<$name>(), align_of::<$name>());"; done
    echo '}'
} >"$work/sizes.rs"
{
    echo '#include <libspe-lab/lab.h>'
    echo '#include <stdio.h>'
    echo 'int main(void) {'
    for name in $names; do
        grep -q "^} $name;" {,lab/}include/libspe*/*.h && type=$name || type="struct $name"
        echo "printf(\"%s %zu %zu\", \"$name\", sizeof($type), _Alignof($type)), puts(\"\");"
    done
    echo '}'
} >"$work/sizes.c"
ok "sizes in Rust" rustc --edition 2021 -L "$work/lab/debug/deps" --extern \
    libspe_sys="$(ls "$work"/lab/debug/deps/liblibspe_sys-*.rlib | head -n 1)" \
    -L "$build" -o "$work/sizes_rust" "$work/sizes.rs"
ok "sizes in C" cc -std=c11 -Iinclude -Ilab/include -o "$work/sizes_c" "$work/sizes.c"
is "$("$work/sizes_rust")" "$("$work/sizes_c")" "... are the same, of $(wc -w <<<"$names") structs"

done_testing
