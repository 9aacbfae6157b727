#!/bin/bash
# SPDX-License-Identifier: MIT
# The Python package over libspe.so: its own tests, the examples in its documentation, its types; its speed.
# needs: python3 python3-setuptools python3-cffi python3-numpy python3-pandas python3-pytest python3-zstandard
# needs: mypy python3-flake8
set -u
. tests/tap.sh
need_packages
build=$(cd "${BUILD:-build}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export BUILD=$build LIBSPE_LIBRARY=$build/libspe.so PYTHONPATH=$PWD/bindings/python PYTHONDONTWRITEBYTECODE=1 \
    CAPTURES=$work/captures
python=/usr/bin/python3 # Debian's, which has the packages

mkdir "$CAPTURES"
for file in tests/captures/*.txt; do "$build/spe-asm" -o "$CAPTURES/$(basename "$file" .txt)" "$file"; done

# One line for each test.
while read -r name result; do ok "${name##*/}" test "$result" = PASSED; done < <(
    $python -m pytest -v -p no:cacheprovider --rootdir "$work" --doctest-modules bindings/python 2>"$work/error" |
        tee "$work/log" |
        sed -n 's/^\(.*::.*\) \([A-Z]*\) *\[.*/\1 \2/p')
is "$(tail -n 1 "$work/log" | grep -c ' passed')" 1 "pytest" || diag "$(tail -n 60 "$work/log" "$work/error")"
# As in the README: without these variables, if their values are the defaults.
here=(env -u CAPTURES -u LIBSPE_LIBRARY -u PYTHONPATH)
[ "$build" != "$PWD/build" ] || here+=(-u BUILD)
is "$(cd bindings/python && TMPDIR=$work "${here[@]}" $python -m pytest -q -p no:cacheprovider -k 'reads_the_same or no_spe' |
    tail -n 1 | sed 's/,.*//')" "$(find "$CAPTURES" -type f | wc -l | xargs -I{} expr {} + 1) passed" \
    "pytest in bindings/python needs nothing in the environment"
is "$(find "$work" -maxdepth 2 -name 'kvm*')" "$CAPTURES/kvm-guest-2020" "... and leaves nothing behind"
is "$(cd bindings/python && "${here[@]}" BUILD=/none $python -m pytest -p no:cacheprovider 2>&1 | grep -c '^Exit: /none has no spe-asm')" \
    1 "... and says so if nothing was built"
(cd bindings/python && $python setup.py -q build_py --build-lib "$work/installed") 2>"$work/error"
is "$(cd "$work" && PATH=/none PYTHONPATH=$work/installed $python -c 'import libspe; print(libspe.__file__)' 2>&1)" \
    "$work/installed/libspe/__init__.py" "setup.py stores the interface: the installed package needs neither perl nor a compiler"
ok "mypy --strict" mypy --python-executable $python --cache-dir "$work/mypy" --config-file \
    bindings/python/pyproject.toml bindings/python/libspe bindings/python/conftest.py
ok "flake8" $python -m flake8 --max-line-length 120 --extend-ignore E203 bindings/python

# perf.data that is cut anywhere: as many records as spe-dump and spe-stat find (tools/tests/test_tables.sh has all
# formats).
"$build/spe-dump" --force --packets "$CAPTURES"/* 2>/dev/null | "$build/spe-asm" - >"$work/all"
tests/perf_data.py v2 "$work/all" "$CAPTURES/neoverse-fixed-slots" >"$work/whole.data"
mkdir "$work/cut"
size=$(stat -c %s "$work/whole.data")
for ((at = 200; at < size; at += 41)); do
    head -c $at "$work/whole.data" >"$work/cut/$at"
    samples=$("$build/spe-stat" --format=csv "$work/cut/$at" 2>/dev/null | sed -n 's/^profile,"samples",count,//p')
    echo "$at $("$build/spe-dump" --format=json "$work/cut/$at" 2>/dev/null | wc -l) ${samples:-0}"
done >"$work/programs"
cut -d ' ' -f 1 "$work/programs" | (cd "$work/cut" && $python -c 'import sys, libspe
for line in sys.stdin:
    try:
        count = len(libspe.read(line.strip()))
    except libspe.Error:  # the part has no SPE
        count = 0
    print(line.strip(), count, count)') >"$work/python" 2>"$work/error"
ok "cut in $(wc -l <"$work/programs") places: as many records as spe-dump and spe-stat" \
    diff "$work/programs" "$work/python" || diag "$(tail -n 3 "$work/error")"
ok "... of many places" test "$(cut -d ' ' -f 2 "$work/programs" | sort -u | wc -l)" -ge 20

# The lines of docs/interface.md, of a profile.
for ((i = 0; i < 1000; i++)); do cat "$CAPTURES/neoverse-fixed-slots"; done >"$work/raw"
"$build/spe2perf" "$work/raw" "$work/perf.data"
sed -n '/^```python$/,/^```$/p' docs/interface.md | grep -v '^```' >"$work/page.py"
is "$(cd "$work" && $python page.py 2>&1)" 12.0 "the page's lines run: loads and stores take 12 cycles"

# Making columns from a profile does not run Python code for each record.
cat >"$work/lines.py" <<'END'
import sys
import libspe
lines = 0
def count(frame, event, argument):
    global lines
    lines += 1
    return count
libspe.read(sys.argv[1]).to_numpy()  # imports and compiles at the first use
sys.settrace(count)
profile = libspe.read(sys.argv[1])
profile.to_numpy()
sys.settrace(None)
print(f"{len(profile)} records, {lines} lines of Python")
sys.exit(len(profile) < 20000 or lines > len(profile) / 10)
END
for ((i = 0; i < 12208; i++)); do cat "$CAPTURES/neoverse-fixed-slots"; done >"$work/large"
ok "columns: ten records and more for each line of Python" $python "$work/lines.py" "$work/large"

done_testing
