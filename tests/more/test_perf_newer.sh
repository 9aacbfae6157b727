#!/bin/bash
# SPDX-License-Identifier: MIT
# examples/perf/decoder.c fills in what newer perfs have. Debian 12 has the sources of perf 6.1 alone, so these headers
# are our own (tests/client/newer_perf), with the names that newer perfs use.
set -u
. tests/tap.sh
build=${BUILD:-build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
ok "compiles" cc -Wall -Wextra -Werror -Iinclude -Itests/client/newer_perf -DPERF_HAS_BRANCHES -DPERF_HAS_MIDR \
    -o "$tmp/decode" examples/perf/decoder.c tests/client/newer_perf/main.c "$build/libspe.a"
"$build/spe-asm" >"$tmp/branches" <<'BYTES'
PC 0x1000 el0 ns=1
b4 00 09 00 00 00 00 00 80
B COND
EV RETIRED NOT-TAKEN MISPRED
END
PC 0x2000 el0 ns=1
B IND
EV RETIRED
END
LD GP-REG
EV RETIRED L1D-ACCESS
END
BYTES
is "$("$tmp/decode" <"$tmp/branches" | tr '\n' ';')" "type 1088 op 0x10004 from 0x1000 previous 0x900;type 0 op 0x20004 from 0x2000 previous 0;type 1 op 0x10002 from 0 previous 0;" \
    "the outcome and kind of branches, and the target of the previous one"
printf '\x52\x02\x10' >"$tmp/events" # E[1], E[12]
is "$("$tmp/decode" 0 <"$tmp/events") / $("$tmp/decode" 0x410fd0c1 <"$tmp/events")" \
    "EV RETIRED IMPDEF:12 / EV RETIRED LATE-PREFETCH" "a core's own event is a number, or has its name"
done_testing
