#!/bin/bash -eu
# SPDX-License-Identifier: MIT
# What OSS-Fuzz and ClusterFuzzLite call, as $SRC/build.sh; what it does is in the tree, for both.
"$SRC/libspe/fuzz/oss-fuzz-build.sh" "$@"
