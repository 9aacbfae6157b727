#!/bin/bash -eu
# SPDX-License-Identifier: MIT
# As OSS-Fuzz's.
"$SRC/libspe/fuzz/oss-fuzz/build.sh" "$@"
