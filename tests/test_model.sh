#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-stat's numbers of ten profiles: tests/model computes them again from spe-dump's records and perf.data's events.
# tests/more/test_model_all.sh compares all profiles.
# needs: python3
set -u
. tests/tap.sh
need python3
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
python3 -B tests/model/run.py "$tmp" {0..9}
