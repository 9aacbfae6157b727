#!/bin/bash
# SPDX-License-Identifier: MIT
# Records are decoded and encoded fast: the instructions of each way of decoding, in percent of those of the plain loop
# that does the same work, and of encoding, in percent of those of the yardstick that decodes the same records, stay
# within a tenth of the recorded numbers. For optimised builds on x86-64 with AVX2; valgrind lacks AVX-512.
# needs: valgrind
set -u
. tests/tap.sh
need_packages
build=${BUILD:-build}
size=1048576 # bytes of each stream
make -s BUILD="$build" "$build/bench" "$build/bench-decode" || exit

counted() { # FUNCTION PROGRAM ARGUMENT...: the instructions of a function
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect="$1" "$build/$2" --once "${@:3}" 2>&1 \
        >/dev/null | sed -n 's/.*Collected : //p'
}
decoding() { counted run_once bench-decode "$1" "$size" "${@:2}"; } # CALL STREAM KERNEL MEMORY CHUNK
yardstick=$(counted run_yardstick bench yardstick fixed "$size")
if [ "$(uname -m)" != x86_64 ] || ! grep -qw avx2 /proc/cpuinfo || [ "$yardstick" -gt 14000000 ]; then
    echo "1..0 # SKIP not an optimised build for x86-64 with AVX2: $yardstick instructions of the yardstick"
    exit 0
fi

within() { # WHAT MOST COUNT OF
    local percent=$((100 * ${3:-0} / ${4:-1}))
    ok "$1: $percent %, at most a tenth more than $2 %" test "$percent" -gt 0 -a $((10 * percent)) -le $((11 * $2))
}

while read -r stream memory portable_most avx2_most; do
    calls=(next batch columns-4 columns)
    IFS=, read -ra portable <<<"$portable_most"
    IFS=, read -ra avx2 <<<"$avx2_most"
    for i in "${!calls[@]}"; do
        plain=$(decoding "${calls[i]}" "$stream" plain own 4K)
        for kernel in portable AVX2; do
            [ "$kernel" = portable ] && most=${portable[i]} || most=${avx2[i]}
            within "$stream, $memory memory, $kernel, ${calls[i]}" "$most" \
                "$(decoding "${calls[i]}" "$stream" "$kernel" "$memory" 4K)" "$plain"
        done
    done
done <<'END'
fixed own 52,39,36,46 45,30,28,33
packed-few own 61,50,45,56 52,40,37,41
packed-many own 102,103,94,107 102,103,94,91
packed-many lent 93,70,66,80 87,65,62,61
new-layouts lent 106,107,98,110 108,108,99,97
END

while read -r call stream most; do
    within "$call, $stream" "$most" "$(counted "run_${call//-/_}" bench "$call" "$stream" "$size")" \
        "$(counted run_yardstick bench yardstick "$stream" "$size")"
done <<'END'
encode fixed 55
encode packed-few 82
encode packed-many 68
encode-slots fixed 47
END
done_testing
