#!/bin/bash
# SPDX-License-Identifier: MIT
# .ci/prove and .ci/steps.sh: a fault is never counted as passed, whatever form it has; a test that passes when it runs
# again is named; a step that takes too long is ended.
# needs: perl
set -u
. tests/tap.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# a test NAME that is a shell script
script() { printf '#!/bin/sh\n%s\n' "$2" >"$work/$1" && chmod +x "$work/$1"; }
script good 'echo "ok 1 - a"; echo "ok 2 - b"; echo 1..2'
script skipped 'echo "1..0 # SKIP nothing to do"'
script bad 'echo "ok 1 - a"; echo "not ok 2 - b"; echo "# got: 3"; echo 1..2; exit 1'
script quiet 'echo "ok 1 - a"; echo "not ok 2 - b"; echo 1..2'
script crash 'echo "ok 1 - a"; kill -SEGV $$'
script short 'echo "ok 1 - a"; echo 1..2'
script unplanned 'echo "ok 1 - a"'
script empty ':'
script status 'echo "ok 1 - a"; echo 1..1; exit 3'
script bail 'echo "ok 1 - a"; echo "Bail out! no compiler"; exit 1'
script flaky "[ -e $work/ran ] || { touch $work/ran; echo 'not ok 1 - a'; echo '# at first'; echo 1..1; exit 1; }
    echo 'ok 1 - a'; echo 1..1"

# proved NAME...: the exit status, the last line, and who failed or was flaky
proved() {
    .ci/prove --exec '' "${@/#/$work/}" >"$work/out" 2>&1
    echo "$? $(tail -n 1 "$work/out"); $(sed -n "s,^\(failed\|flaky\): $work/,\1 ,p" "$work/out" | xargs)"
}
is "$(proved good)" "0 2 passed, 0 failed; " "a test that passes"
is "$(proved good skipped)" "0 2 passed, 0 failed; " "one that is skipped"
for kind in bad quiet; do
    is "$(proved good $kind)" "1 3 passed, 1 failed; failed $kind" "$kind: a check fails, whatever the exit status is"
done
proved bad >/dev/null
is "$(sed -n '/^failed: /,$p' "$work/out" | sed '1d;$d' | xargs)" "not ok 2 - b # got: 3 1..2" "... and is shown, without what passed"
for kind in crash short unplanned status; do
    is "$(proved good $kind)" "1 3 passed, 1 failed; failed $kind" "$kind: fails although no check says so"
done
is "$(proved empty good)" "1 2 passed, 1 failed; failed empty" "empty: no test ran"
is "$(proved good missing)" "1 2 passed, 1 failed; failed missing" "a test that is not there"
is "$(proved bail | sed 's/; .*//')" "1 1 passed, 1 failed" "a test that bails out"
is "$(proved good flaky)" "0 3 passed, 0 failed; flaky flaky" "a test that passes when it runs again is named"
is "$(grep -c '^# at first$' "$work/out")" 1 "... with what it printed at first"

# Steps: in a copy, because steps.sh works in the folder above its own.
mkdir -p "$work/tree/.ci"
cp .ci/steps.sh .ci/prove "$work/tree/.ci"
steps() { # LINE...: of a program that has these steps. Its status and its last lines
    { echo '#!/bin/bash'; echo '. "$(dirname "$0")/steps.sh"'; printf '%s\n' "$@" end; } >"$work/tree/.ci/some"
    # shellcheck disable=SC2086 # names of steps
    bash "$work/tree/.ci/some" ${wanted:-} >"$work/out" 2>&1
    echo "$? $(tail -n 1 "$work/out")"
}
is "$(steps "step one 9 true" "step two 9 $work/good")" "0 3 passed, 0 failed" "steps count commands, or their checks"
is "$(steps "step one 9 false" "step two 9 true")" "1 1 passed, 1 failed" "a command that fails; the next one runs"
is "$(steps "step one 9 $work/crash")" "1 1 passed, 1 failed" "one that crashes"
is "$(steps "step one 9 $work/bad")" "1 1 passed, 1 failed" "a check that fails"
is "$(grep -c '^# got: 3$' "$work/out")" 1 "... with what it printed"
is "$(steps "step one 1 sleep 600") $(grep -c '^one: ended after 5 s' "$work/out")" "1 0 passed, 1 failed 1" \
    "a step that takes too long is ended, and it is said"
rm -f "$work/ran"
is "$(steps "step one 9 .ci/prove --exec '' $work/flaky $work/good")" "0 3 passed, 0 failed" "a flaky test in a step"
is "$(tail -n 2 "$work/out" | head -n 1)" "flaky: $work/flaky" "... is named before the last line"
is "$(grep -c '^# at first$' "$work/out")" 1 "... with what it printed at first"
is "$(wanted=two steps "step one 9 false" "step two 9 true")" "0 1 passed, 0 failed" "a step alone"
is "$(wanted=--list steps "step one 9 false" "step two 9 true")" "0 two" "the list of steps runs none"
is "$(wanted='two three' steps "step one 9 touch $work/touched" "step two 9 touch $work/touched")" \
    "2 no such step: three; there are: one two" "a step that is not there"
ok "... before any step runs" test ! -e "$work/touched"
bash "$work/tree/.ci/some" '' >"$work/out" 2>&1
is "$? $(cat "$work/out")" "2 no such step: ; there are: one two" "an empty name"
is "$(steps true)" "1 0 passed, 0 failed" "a program without a step"
wanted=--list steps "step one 600 sh -c 'sleep 600 & echo \$! >$work/pid; wait'" >/dev/null
bash "$work/tree/.ci/some" >"$work/out" 2>&1 &
for _ in {1..600}; do
    [ -s "$work/pid" ] && break
    sleep 0.1
done
kill $!
wait $!
is $? 130 "ended from outside"
for _ in {1..100}; do
    kill -0 "$(cat "$work/pid")" 2>/dev/null || break
    sleep 0.1
done
ok "... it ends its step" sh -c "! kill -0 $(cat "$work/pid") 2>/dev/null"
done_testing
