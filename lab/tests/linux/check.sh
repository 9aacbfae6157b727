#!/bin/bash
# SPDX-License-Identifier: MIT
# Linux's own driver of SPE, as Debian's packages linux-source-* have it, drives spe_unit: a thousand seeds with address
# and undefined-behaviour sanitizers, the faults of lab/tests/linux/faults, and perf.data in which perf and spe-stat
# find the same number of records. SEEDS=N for another number. Any /usr/src/linux-source-*.tar.xz is run, versions
# before the newest with a quarter of the seeds, because 143 see all faults there; with all of them if CHECK_ALL is set.
# needs: linux-source-6.1 linux-source-6.12 xz-utils linux-perf
cd "$(dirname "$0")/../../.." || exit 1
. tests/tap.sh
build=${BUILD:-build}
compiler=${CC:-cc}
folder=$build/linux
seeds=${SEEDS:-1000}
need xz
need perf
shopt -s nullglob
sources=(/usr/src/linux-source-*.tar.xz)
[ ${#sources[@]} -gt 0 ] || { echo "1..0 # SKIP no /usr/src/linux-source-*.tar.xz: .ci/install all" && exit 0; }

# is_unpacked SOURCE VERSION: whether the driver in build/ is of this package
is_unpacked() { [ "$folder/$2/flags" -nt "$1" ]; }

declare -A unpacking
versions=()
for source in "${sources[@]}"; do
    version=${source##*linux-source-} version=${version%.tar.xz}
    versions+=("$version")
    is_unpacked "$source" "$version" && continue
    lab/tests/linux/unpack "$source" "$folder/$version" &
    unpacking[$version]=$!
done
mapfile -t versions < <(printf '%s\n' "${versions[@]}" | sort -V)
newest=${versions[-1]}

# Without learned layouts, because the kernels take most of the time to compile, and other tests sanitize them
sanitizers=('-fsanitize=address,undefined' -fno-sanitize-recover=all)
ok "the libraries build with sanitizers" make -s -j2 BUILD="$folder/sanitized" CPPFLAGS=-DSPE_NO_LEARNING \
    CFLAGS="-O1 -g ${sanitizers[*]}" "$folder/sanitized/libspe.a" "$folder/sanitized/libspe-lab.a"

# harness VERSION SUBFOLDER BUILD FLAG...: builds VERSION/SUBFOLDER/drive, with both libraries of BUILD. The driver is
# GNU C with warnings.
harness() {
    local unpacked=$folder/$1 objects=$folder/$1/$2 libraries=$3 source flags
    shift 3
    mkdir -p "$objects"
    read -r -d '' -a flags <"$unpacked/flags"
    flags+=(-std=gnu11 -g -DSPE_STATIC -Ilab/tests/linux/include -I"$unpacked" -Iinclude -Ilab/include "$@")
    "$compiler" "${flags[@]}" -w -c "$unpacked/drivers/perf/arm_spe_pmu.c" -o "$objects/driver.o" || return
    for source in lab/tests/linux/*.c; do
        "$compiler" "${flags[@]}" -Wall -Wextra -Werror -c "$source" -o "$objects/$(basename "$source" .c).o" || return
    done
    "$compiler" "$@" "$objects"/*.o "$libraries/libspe-lab.a" "$libraries/libspe.a" -o "$objects/drive"
}

# How many records perf, spe-dump and the harness find: of this seed, without faults and snapshots.
counted() { # DRIVE SEED
    local file=$folder/seed.data
    "$1" --calm --verbose --seed="$2" --perf-data="$file" 2>/dev/null | sed -n 's/.* \([0-9]*\) records.*/\1/p'
    perf script -D -i "$file" 2>/dev/null | grep -c ' PC 0x'
    "$build/spe-dump" --format=json "$file" 2>/dev/null | wc -l
    "$build/spe-stat" "$file" 2>/dev/null | sed -n 's/^ *samples  *\([0-9]*\)$/\1/p' | head -n 1
}

# run_seeds DRIVE: both halves at once
run_seeds() {
    local first status=0
    "$1" --seeds="$((most / 2 + 1))-$most" &
    first=$!
    "$1" --seeds="1-$((most / 2))" || status=1
    wait "$first" && return "$status"
}

for version in "${versions[@]}"; do
    if [ -n "${unpacking[$version]:-}" ]; then
        wait "${unpacking[$version]}"
        tap_result $? "Linux $version: its driver is unpacked"
    fi
    most=$seeds
    [ "$version" = "$newest" ] || is_all || most=$((seeds / 4))
    ok "Linux $version: the harness builds" \
        harness "$version" sanitized "$folder/sanitized" -O1 "${sanitizers[@]}"
    ok "Linux $version: $most seeds" run_seeds "$folder/$version/sanitized/drive"
    ok "Linux $version: the harness builds without sanitizers" harness "$version" plain "$build" -O2
    for seed in 2 5 21; do
        mapfile -t counts < <(counted "$folder/$version/plain/drive" $seed)
        is "${counts[*]:1}" "${counts[0]} ${counts[0]} ${counts[0]}" \
            "Linux $version: perf, spe-dump and spe-stat find the ${counts[0]} records of seed $seed"
    done
done

# in the driver of the newest version
while read -r verdict; do
    tap_result "$([ "${verdict%% *}" = ok ] && echo 0 || echo 1)" "seen: ${verdict#* - }"
done < <(lab/tests/linux/see_faults "$folder/$newest/plain" "$build" | grep -E '^(not )?ok')
done_testing
