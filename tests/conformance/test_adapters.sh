#!/bin/bash
# SPDX-License-Identifier: MIT
# The suite over other decoders: libspe's Python package, the commands in gdb, Debian's perf, and a naive decoder whose
# faults must all be found. docs/conformance.md has the results.
# needs: python3 python3-cffi python3-numpy gdb-multiarch linux-perf
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
need python3
need gdb-multiarch
need perf
build=$(cd "${BUILD:-build}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1 RUSTUP_HOME=${RUSTUP_HOME:-$HOME/.rustup} HOME=$work # perf and gdb read settings there
here=tests/conformance
ok "make conformance" make -s BUILD="$build" conformance || done_testing

# results NAME OPTION... PROGRAM...: runs the suite; the line of all results must be that in docs/conformance.md.
results() {
    "$build/suite/run" "${@:2}" >"$work/out" 2>"$work/err"
    local got
    got=$(awk '$1 == "all" {print $2 " | " $3 " | " $4 " | " $5}' "$work/out")
    is "$(grep -cF "| $1 | $got |" docs/conformance.md)" 1 "$1: $got, as docs/conformance.md has it" ||
        diag "$(tail -n 30 "$work/out" "$work/err")"
}
results "libspe, C" --strict "$build/conformance/reader"
export LIBSPE_LIBRARY=$build/libspe.so LIBSPE=$build PYTHONPATH=$PWD/bindings/python
results "libspe, Python" /usr/bin/python3 $here/with_python.py
export GDB_COMMANDS=$PWD/lab/examples/gdb ADAPTERS=$PWD/$here
results "libspe, gdb" gdb-multiarch -nx -batch -ex "source $here/with_gdb.py"
case $(perf --version) in
'perf version 6.1.'*) results "perf 6.1" --batch $here/with_perf.py ;;
*) diag "$(perf --version): the page has perf 6.1" ;;
esac
results "naive" $here/naive.py

# -- the adapters of docs/conformance.md --

block() { awk -v language="$1" '$0 == "```" language {on = 1; next} /^```/ {on = 0} on' docs/conformance.md; }
sizes_of() { # NAME PROGRAM...: packets without types and payloads: nothing is wrong, and some readings are complete
    "$build/suite/run" --only=packets "${@:2}" >"$work/out" 2>"$work/err"
    is "$? $(awk '$1 == "all" {print ($4 > 2000)}' "$work/out")" "0 1" "the page's adapter in $1" ||
        diag "$(tail -n 20 "$work/out" "$work/err")"
}
block python >"$work/page.py"
sizes_of Python python3 "$work/page.py"
block c >"$work/page.c"
ok "the page's C compiles" "${CC:-cc}" -std=c99 -Wall -Wextra -Werror -o "$work/page_c" "$work/page.c"
sizes_of C "$work/page_c"
if command -v rustc >/dev/null; then
    block rust >"$work/page.rs"
    ok "the page's Rust compiles" rustc -o "$work/page_rust" "$work/page.rs"
    sizes_of Rust "$work/page_rust"
fi
if command -v go >/dev/null; then
    block go >"$work/page.go"
    ok "the page's Go compiles" env GOCACHE="$work/go" GO111MODULE=off go build -o "$work/page_go" "$work/page.go"
    sizes_of Go "$work/page_go"
fi

# -- a decoder that is wrong in known ways --

for fault in $($here/naive.py --list); do
    "$build/suite/run" --only=packets --only=records --show=0 $here/naive.py "$fault" >"$work/out" 2>&1
    status=$?
    if [ "$fault" = no-target ]; then # it says nothing wrong, and misses something
        is "$status $(awk '$1 == "records" {print ($4 > 0)}' "$work/out")" "0 1" "missing: $fault"
    else
        is "$status" 1 "found: $fault ($(awk '$1 == "all" {print $3}' "$work/out") wrong readings)"
    fi
done
is "$($here/naive.py --list </dev/null | awk 'END {print (NR >= 10)}')" 1 "these are more than ten"

done_testing
