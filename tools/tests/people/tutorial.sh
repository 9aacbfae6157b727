#!/bin/bash
# SPDX-License-Identifier: MIT
# tools/docs/tutorial.md and tools/docs/stat.md: their commands run, and print what the pages show.
# needs: gcc-aarch64-linux-gnu libc6-dev-arm64-cross perl qemu-user
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/tap.sh
need_packages
build=${BUILD:-build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

page() { # NAME: what is wrong when its commands run
    sed "s|\$PWD/build:|$(realpath "$build"):|; s|build/$1|$tmp/$1|g" "tools/docs/$1.md" >"$tmp/$1.md"
    tools/tests/people/tutorial.pl "$tmp/$1.md" | grep -v '^ok'
}
is "$(page tutorial)" "1..15" "the tutorial's commands print what it says"
is "$(page stat)" "1..19" "... and those of the page of spe-stat"

# Wrong output in the tutorial would be noticed.
wrong() { # PRINTED TOLD
    printf '    $ printf "%s"\n' "$1" >"$tmp/wrong.md"
    printf '    %s\n' "${@:2}" >>"$tmp/wrong.md"
    tools/tests/people/tutorial.pl "$tmp/wrong.md" >/dev/null && echo "seen as right"
}
is "$(wrong '10000 apples' '10900 apples')" "seen as right" "a number that differs by chance"
is "$(wrong '10000 apples' '14000 apples')" "" "... by more"
is "$(wrong '10000 apples' '10000 pears')" "" "another word"
is "$(wrong '10000 apples\nmore' '10000 apples')" "" "a line that is not told"
is "$(wrong '10000 apples\nmore' '10000 apples' '...')" "seen as right" "... and need not be"
is "$(wrong 'apples' 'apples' 'more')" "" "a line that is not there"
is "$(wrong 'words.c:35 1' 'words.c:36 1')" "" "another line of source"
done_testing
