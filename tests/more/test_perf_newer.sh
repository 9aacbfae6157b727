#!/bin/bash
# SPDX-License-Identifier: MIT
# examples/perf/decoder.c fills in what newer perfs have. Debian 12 has the sources of perf 6.1 alone, so these headers
# are our own (tests/client/newer_perf), with the names that newer perfs use.
set -u
. tests/tap.sh
build=${BUILD:-build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
compile() { # NAME -D...
    ok "compiles: $1" cc -Wall -Wextra -Werror -Iinclude -Itests/client/newer_perf "${@:2}" -o "$tmp/$1" \
        examples/perf/decoder.c tests/client/newer_perf/main.c "$build/libspe.a"
}
compile branches -DPERF_HAS_BRANCHES -DPERF_HAS_MIDR
compile all -DPERF_HAS_BRANCHES -DPERF_HAS_OPERATIONS -DPERF_HAS_MIDR
of() { # DECODER PACKET...: the events, operation, PC and previous branch target of one record
    printf '%s\n' "${@:2}" END | "$build/spe-asm" | "$tmp/$1"
}
branch=('PC 0x1000 el0 ns=1' 'b4 00 09 00 00 00 00 00 80' 'B COND' 'EV RETIRED NOT-TAKEN MISPRED')
for decoder in branches all; do
    is "$(of $decoder "${branch[@]}")" "BRANCH_MISS BRANCH_NOT_TAKEN | BRANCH_ERET BR_COND | 0x1000 0x900" \
        "$decoder: the outcome and kind of a branch, and the target of the previous one"
    is "$(of $decoder '4a 16')" "| BRANCH_ERET BR_INDIRECT BR_GCS BR_CR_RET | 0 0" "$decoder: a return"
done
is "$(of branches 'LD SVE-SME-REG EVLEN 32' 'EV RETIRED L1D-ACCESS L2D-ACCESS')" "L1D_ACCESS | LDST LD | 0 0" \
    "without all flags a load is a load"
is "$(of all 'EV RETIRED L1D-ACCESS L1D-REFILL L2D-ACCESS L2D-MISS HITM LFB SNOOPED')" \
    "L1D_ACCESS L1D_MISS L2D_ACCESS L2D_MISS RECENTLY_FETCHED DATA_SNOOPED HITM | | 0 0" "events of level 2 and snoops"
while IFS='|' read -r bytes flags; do
    is "$(of all "$bytes")" "| $flags | 0 0" "the flags of $bytes"
done <<'OPERATIONS'
48 00|OTHER
48 07|OTHER ASE FP COND
48 0e|OTHER SVE DP PRED FP
48 8e|OTHER SME FP
48 10|OTHER
49 00|LDST LD GP_REG
49 05|LDST ST SIMD_FP
49 10|LDST LD UNSPEC_REG
49 30|LDST LD NV_SYSREG
49 14|LDST LD MTE_TAG
49 1f|LDST ST ATOMIC EXCL AR
49 8c|LDST LD SVE PRED SG
49 20|LDST LD MEMCPY
49 25|LDST ST MEMSET
49 44|LDST LD GCS COMM
OPERATIONS
printf '\x52\x02\x10' >"$tmp/events" # E[1], E[12]
is "$("$tmp/all" 0 <"$tmp/events") / $("$tmp/all" 0x410fd0c1 <"$tmp/events")" \
    "EV RETIRED IMPDEF:12 / EV RETIRED LATE-PREFETCH" "a core's own event is a number, or has its name"
done_testing
