#!/bin/bash
# SPDX-License-Identifier: MIT
# The suite that make conformance makes: both decoders agree on it, libspe reads all of its cases right, and its program
# run reports what a decoder does.
# needs: python3
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
need python3
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1
reader=$build/conformance/reader
suite=$build/suite
ok "make conformance" make -s BUILD="$build" conformance || done_testing

# -- the data --

is "$(diff conformance/sums "$suite/sums")" "" "the cases are those of this version" ||
    diag "what to do: raise the version in suite.json, describe it in CHANGELOG.md, cp $suite/sums conformance/sums"
is "$(cat "$suite"/cases/*.jsonl | sed -n 's/^{"name":"\([^"]*\)".*/\1/p' | sort | uniq -d)" "" \
    "names of cases occur once"
is "$(cd "$suite" && python3 -c 'import json, pathlib
suite = json.load(open("suite.json"))
named = {feature["name"] for feature in suite["features"]}
there = {path.stem for path in pathlib.Path("cases").glob("*.jsonl")}
print(*sorted(named ^ there))
for path in sorted(pathlib.Path("cases").glob("*.jsonl")):
    for line in open(path):
        case = json.loads(line)
        unknown = [rule for rule in case.get("open", []) if isinstance(rule, str) and rule not in suite["open"]]
        if unknown or not case.get("section") or not case["name"].isprintable() or " " in case["name"]:
            print(case["name"], unknown)')" "" "each file is a feature, each case has a section, each rule is one of suite.json"
is "$(sed -n 's/^## \([0-9.]*\) .*/\1/p' conformance/CHANGELOG.md | head -1)" "$(sed -n 's/.*"version": "\(.*\)",/\1/p' conformance/suite.json)" "the changelog begins with the suite's version"
is "$(du -sk "$suite" | awk '{print ($1 < 5000)}')" 1 "the folder is a few megabytes"
is "$(cd "$suite" && python3 -c 'import json
for core in json.load(open("cores.json"))["cores"]:
    facts = core["events"] + core["counters"] + ([core["data_sources"]] if core["data_sources"]["values"] else [])
    if not core["name_source"] or not all(fact.get("source") for fact in facts):
        print(core["name"])')" "" "each fact of cores.json has its source"
cores=$(cd "$suite" && python3 -c 'import json
print(*("%s %s" % (core["midr"], core["name"].lower().replace(" ", "-")) for core in json.load(open("cores.json"))["cores"]), sep="\n")' | sort)
is "$cores" "$("$build/spe-dump" --cpu=list 2>/dev/null | sed -n 's/^\(0x[0-9a-f]*\) *\(.*\)/\1 \2/p' | sort)" "it has the cores of spe-dump --cpu=list"

# -- libspe --

suite() { "$suite/run" "$@" >"$work/out" 2>"$work/err"; }
ok "libspe reads all cases right" suite --strict "$reader"
is "$(awk '$1 == "all" {print ($2 > 10000), $3, $4, $5}' "$work/out")" "1 0 0 0" "... which are more than ten thousand readings"

# -- run --

printf '#!/bin/sh\nwhile read -r line; do %s; done\n' 'echo skip; echo .' >"$work/skips"
printf '#!/bin/sh\nwhile read -r line; do %s; done\n' 'echo "packet offset=0"; echo .' >"$work/wrong"
printf '#!/bin/sh\nread -r line\n' >"$work/ends"
printf '#!/bin/sh\nread -r line\nsleep 60\n' >"$work/hangs"
printf '#!/bin/sh\nwhile read -r line; do %s; done\n' 'printf "packet offset=0 type=address\npacket offset=9 type=end\n.\n"' >"$work/part"
chmod +x "$work"/*
status() { suite "${@:2}"; is "$?" "$1" "status $1: ${*:2}"; }
one="--only=packets --case=address-0-user"
# shellcheck disable=SC2086 # a list
{
    status 0 $one "$work/skips"
    status 1 --strict $one "$work/skips"
    status 1 $one "$work/wrong"
    status 0 $one "$work/part"
    is "$(awk '$1 == "all" {print $2, $3, $4}' "$work/out")" "0 0 1" "keys that are not there are missing"
    status 1 $one "$work/ends"
    status 1 --timeout=0.3 $one "$work/hangs"
    status 1 --batch $one "$work/ends"
    status 3 $one "$work/none"
    status 0 --batch $one "$reader"
}
status 2 --feature=none "$reader"
status 2 --only=none "$reader"
status 2 --case=none "$reader"
status 2 --none
status 2
status 0 --help
is "$(head -1 "$work/out")" "usage: conformance/run [option ...] [--] PROGRAM [ARGUMENT ...]" "--help"
status 0 --version
status 0 --list
is "$(awk '{n += $2} END {print n}' "$work/out")" "$(cat "$suite"/cases/*.jsonl | wc -l)" "--list counts the cases"
status 1 --feature=contexts --only=packets --junit="$work/junit" --html="$work/html" "$work/wrong"
is "$(python3 -c 'import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
print(root.get("tests"), root.get("failures"), len(root.findall("testcase/failure")))' "$work/junit")" "28 28 28" "--junit"
is "$(grep -c '<h3>context-' "$work/html")" 28 "--html"
mkdir "$work/alone"
cp -r "$suite" "$work/alone"
ok "the folder works alone" "$work/alone/suite/run" --feature=headers "$reader"
sed -i 's/^{/{{/' "$work/alone/suite/cases/contexts.jsonl"
"$work/alone/suite/run" "$reader" >"$work/out" 2>"$work/err"
is "$? $(grep -c 'contexts.jsonl' "$work/err")" "2 1" "data that is damaged is named"

done_testing
