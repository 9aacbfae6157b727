#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-stat's numbers of some profiles: tools/tests/model computes them again from spe-dump's records and perf.data's events.
# tools/tests/more/test_model_all.sh compares all profiles (ALL_PROFILES=1).
# needs: python3 libdw-dev pkg-config binutils
set -u
. tests/tap.sh
need python3
need pkg-config
need addr2line
if [ "${LIBDW:-}" = no ] || ! pkg-config --exists libdw; then
    echo "1..0 # SKIP spe-stat is built without libdw"
    exit 0
fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
seeds=(0 2 5 7 9 12 36)
[ -z "${ALL_PROFILES:-}" ] || seeds=()
python3 -B tools/tests/model/run.py "$tmp" "${seeds[@]}"
