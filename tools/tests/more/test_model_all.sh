#!/bin/bash
# SPDX-License-Identifier: MIT
# All profiles of tools/tests/test_model.sh: tools/tests/model computes them again from spe-dump's records and perf.data's events.
# needs: python3 libdw-dev pkg-config binutils
ALL_PROFILES=1 exec tools/tests/test_model.sh
