#!/bin/bash
# SPDX-License-Identifier: MIT
# All profiles of tests/test_model.sh: tests/model computes them again from spe-dump's records and perf.data's events.
# needs: python3
set -u
. tests/tap.sh
need python3
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
python3 -B tests/model/run.py "$tmp"
