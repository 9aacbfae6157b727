# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034
# What tests of the programs share. They source it after tests/tap.sh and what they need: the programs, and a folder
# $tmp with the makers of perf.data and of streams, which is removed at the end.
exec </dev/null # no test waits for input
build=$(cd "${BUILD:-build}" && pwd)
dump=$build/spe-dump stat=$build/spe-stat asm=$build/spe-asm
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
ln -s "$build"/kit/make_* "$tmp"
# shellcheck disable=SC2086 # flags
version=$(printf "#include <libspe/base.h>\nSPE_VERSION_STRING\n" | "${CC:-cc}" ${LIBSPE_CFLAGS--Iinclude} -E -P - | tail -n 1 | tr -d '"')

# run COMMAND ...: leaves $tmp/out, $tmp/err and $status
run() {
    "$@" >"$tmp/out" 2>"$tmp/err"
    status=$?
}

# fails STATUS MESSAGE NAME COMMAND ...: ends with the status, with the message (a regular expression) on standard error
fails() {
    local want=$1 message=$2 name=$3
    shift 3
    run "$@"
    is "$status" "$want" "$name: exit status"
    ok "$name: message" grep -qE -- "$message" "$tmp/err" || diag "$(cat "$tmp/err")"
}

bytes() { printf '%b' "$(printf '%s' "$1" | sed 's/ //g; s/../\\x&/g')"; } # HEX
hex() { od -An -v -tx1 | tr -d ' \n'; }

# fields TABLE KEY...: a line for each row of the JSON in $tmp/json; "-" for a member that is missing or empty
fields() {
    perl -MJSON::PP -e 'my ($table, @keys) = @ARGV; my $all = decode_json(do { local $/; <STDIN> });
        print join("\t", map { ($_ // "") eq "" ? "-" : $_ } @$_{@keys}), "\n" for @{$all->{$table}}' "$@" <"$tmp/json"
}
flat() { tr '\t\n' ' ;'; }

# json ARGUMENT...: spe-stat's JSON, in $tmp/json; profile: make_perf's perf.data, of lines; json_of: its JSON, too
json() { "$stat" --format=json "$@" >"$tmp/json" 2>"$tmp/err"; }
profile() { "$tmp/make_perf" "${@:-1}" >"$tmp/perf.data"; }
json_of() { profile "$@" && json "$tmp/perf.data"; }

# branches NAME PATH [OFFSET]: 100 samples of a program with that name, of a module with that path, mapped from OFFSET
branches() {
    perl -e 'my ($name, $path, $at) = @ARGV; print "exec 10 10 $name\nmmap 10 10 400000 1000 $at - $path\nbuffer c3\n";
        printf "branch %x %x ctx=10 lat=3 ts=%d\n", 0x400000 + 4 * $_, 0x400100, 1000000 + 1000 * $_ for 1 .. 100' "$1" "$2" "${3:-0}" |
        "$tmp/make_perf" 1000 0 0 1 410fd0c0
}
