#!/bin/bash
# SPDX-License-Identifier: MIT
# lab/docs/guide.md, as tests/test_guide.sh tests docs/guide.md.
# needs: pkg-config
exec tests/test_guide.sh lab/docs/guide.md "$@"
