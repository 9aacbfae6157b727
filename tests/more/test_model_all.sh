#!/bin/bash
# SPDX-License-Identifier: MIT
# All profiles of tests/test_model.sh: tests/model computes them again from spe-dump's records and perf.data's events.
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
python3 -B tests/model/run.py "$tmp"
