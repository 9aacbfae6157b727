# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# The Test Anything Protocol for the shell tests, which source this file from the top of the tree. Each test names the
# Debian packages that it needs in a line "# needs: PACKAGE ...", which .ci/install collects.

export PAGER=cat # no test waits for keys
tap_run=0
tap_failed=0

diag() { printf '%s\n' "$*" | sed 's/^/# /'; }

tap_result() { # STATUS NAME
    tap_run=$((tap_run + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $tap_run - $2"
    else
        echo "not ok $tap_run - $2"
        tap_failed=$((tap_failed + 1))
        [ -z "${TAP_STOP:-}" ] || exit 1 # the caller wants only the first failure
    fi
    return "$1"
}

# ok NAME COMMAND ...: the command succeeds. Its output is shown only if it fails.
ok() {
    local name=$1 output status
    shift
    output=$("$@" 2>&1)
    status=$?
    tap_result $((status != 0)) "$name" || { diag "$* exited with $status"; [ -z "$output" ] ||
        diag "$output"; return 1; }
}

# is GOT WANT NAME: two strings are the same.
is() {
    local same=1
    [ "$1" = "$2" ] && same=0
    tap_result $same "$3" || { diag "got:"; diag "$1"; diag "want:"; diag "$2"; return 1; }
}

# need COMMAND: without this command the test is skipped. In CI, where .ci/install has run, that is a failure.
need() {
    command -v "$1" >/dev/null && return
    if [ -n "${CI:-}" ]; then
        echo "Bail out! $1 is not installed: run .ci/install"
        exit 1
    fi
    echo "1..0 # SKIP $1 is not installed: .ci/install installs what the tests need"
    exit 0
}

# random_bytes COUNT: the same bytes in each run, on each machine; others with another SEED.
random_bytes() {
    perl -e 'my ($left, $seed) = @ARGV;
        srand $seed;
        binmode STDOUT;
        for (; $left > 0; $left -= 65536) {
            my $bytes = pack "L<*", map { rand 4294967296 } 1 .. 16384;
            print $left < 65536 ? substr($bytes, 0, $left) : $bytes;
        }' "$1" "${SEED:-1}"
}

# is_all: whether this is .ci/deep, which may need more packages ("# all needs: PACKAGE ...") and more time.
is_all() { [ -n "${CHECK_ALL:-}" ]; }

# The last line of a test.
done_testing() {
    echo "1..$tap_run"
    exit $((tap_failed != 0))
}
