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

skip_all() { # WHY: the test is skipped; in CI, where .ci/install has run, that is a failure
    [ -z "${CI:-}" ] || { echo "Bail out! $1"; exit 1; }
    echo "1..0 # SKIP $1"
    exit 0
}
lacks() { skip_all "not installed: $1; .ci/install $0 installs what is needed"; } # NAMES

# need COMMAND: without this command the test is skipped.
need() { command -v "$1" >/dev/null || lacks "$1"; }

# need_packages: without the packages of its "# needs:" lines the test is skipped.
need_packages() {
    local missing
    command -v dpkg-query >/dev/null || skip_all "only Debian has the packages that it needs"
    missing=$(.ci/install --missing "$0") || { echo "Bail out! .ci/install --missing $0 failed"; exit 1; }
    [ -z "$missing" ] || lacks "$missing"
}

# need_modules FOLDER PACKAGE.JSON OPTION...: npm installs the modules there, unless the folder has some.
need_modules() {
    [ ! -d "$1/node_modules" ] || return
    mkdir -p "$1" && cp "$2" "$1"
    npm install --prefix "$1" --no-audit --no-fund --loglevel=error "${@:3}" >"$1/log" 2>&1 ||
        skip_all "npm cannot fetch what $2 names: $(tail -n 1 "$1/log")"
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
