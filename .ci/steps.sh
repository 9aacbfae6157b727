# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# What .ci/run and .ci/deep share: they name their steps, and this file refuses other names, runs them, counts and
# reports.

export CI=true
if [ "${1---list}" != --list ]; then
    known=$(bash "$0" --list | xargs)
    for name; do
        [[ " $known " == *" $name "* ]] || { echo "no such step: $name; there are: $known" >&2; exit 2; }
    done
fi
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# Ended from outside, it ends the step, too: timeout passes the signal on to all that the step has begun.
running=
trap '[ -z "$running" ] || { kill "$running"; wait "$running"; }; exit 130' INT TERM HUP
wanted=("$@")
passed=0 failed=0 flaky=()

# step NAME SECONDS COMMAND ...: runs it if it is wanted, for at most five times SECONDS, which it takes on two idle
# cores. Counts what .ci/prove counted, or lines of TAP, or else the command itself. If it fails, its findings follow.
step() {
    local name=$1 most=$((5 * $2)) began=$SECONDS status good bad
    shift 2
    [ "${wanted[0]:-}" != --list ] || { echo "$name"; return; }
    [ ${#wanted[@]} = 0 ] || [[ " ${wanted[*]} " == *" $name "* ]] || return 0
    timeout -k 10 $most "$@" >"$log" 2>&1 </dev/null &
    running=$!
    wait $running
    status=$? running=
    if grep -q '^[0-9]* passed, [0-9]* failed$' "$log"; then
        read -r good bad < <(awk '/^[0-9]+ passed, [0-9]+ failed$/ {good += $1; bad += $3} END {print good, bad}' "$log")
    else
        good=$(grep -c '^ok ' "$log") bad=$(grep -c '^not ok ' "$log")
    fi
    ((status == 0 || bad > 0)) || bad=1
    ((good + bad > 0)) || good=1
    passed=$((passed + good)) failed=$((failed + bad))
    echo "$name: $good passed, $bad failed, $((SECONDS - began)) s"
    mapfile -t -O ${#flaky[@]} flaky < <(grep '^flaky: ' "$log")
    sed -n '/ failed and passed when it ran again, alone\. At first:$/,/^\(failed\|flaky\): /p' "$log" |
        grep -v '^\(failed\|flaky\): '
    ((status != 124 && status != 137)) || echo "$name: ended after $most s"
    ((bad == 0)) || findings
}

# What failed: tests, or lines of TAP, or messages of compilers and make, or the last lines.
findings() {
    if grep -q '^failed: ' "$log"; then
        sed -n '/^failed: /,$p' "$log"
    elif grep -q '^not ok ' "$log"; then
        grep -E '^(not ok |#)' "$log" | sed -n '/^not ok /,$p' | head -n 200
    else
        grep -E -A 5 '(error|warning): |\*\*\* ' "$log" | head -n 60 | grep . || tail -n 20 "$log"
    fi
}

# end: what was flaky, and the last line. A run of nothing fails.
end() {
    [ "${wanted[0]:-}" != --list ] || exit 0
    ((${#flaky[@]} == 0)) || printf '%s\n' "${flaky[@]}"
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
    exit
}
