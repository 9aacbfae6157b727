#!/bin/bash
# SPDX-License-Identifier: MIT
# conformance/hardware: it names what is missing; it records through perf, here through spe-record; it finds a bias, a
# fault of perf and records that the core's registers forbid; nothing private is in its report.
# needs: python3 linux-perf qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
need python3
need perf
need qemu-aarch64
need aarch64-linux-gnu-gcc
build=$(cd "${BUILD:-build}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1 HOME=$work
ok "make conformance" make -s BUILD="$build" conformance || done_testing
mkdir "$work/secret-folder" "$work/empty"
printf '[buildid]\n\tdir = %s/debug\n' "$work" >"$work/.perfconfig"

kit() { # OPTION...: the report is report.json, the words are "said"
    rm -f "$work/report.json"
    "$build/suite/hardware" --spe-dump="$build/spe-dump" --spe-regs="$build/spe-regs" --out="$work/report.json" "$@" \
        >"$work/said" 2>&1
}
has() { # STATUS WORDS OPTION...
    kit "${@:3}"
    local status=$?
    [ "$status" -eq "$1" ] && grep -qF -- "$2" "$work/said" && return
    echo "status $status"
    cat "$work/said"
    return 1
}

# -- what is missing --

ok "no SPE" has 3 "there is no $work/empty/bus/event_source/devices/arm_spe_0" --sysfs="$work/empty"
ok "no perf" has 3 "perf (--perf=PROGRAM)" --perf="$work/none" "$work/none.data"
ok "no file" has 3 "does not read the file" "$work/none.data"
is "$(ls "$work/report.json" 2>/dev/null)" "" "... and no report"
ok "no such option" has 2 "not recognized" --none
ok "two files" has 2 "one file" a b
ok "no number" has 2 "not a number" --period=many
ok "a number below 0" has 2 "not a number" --midr=-1
ok "--help" has 0 "Exit status" --help

# -- faults in recordings of the loops --

recorded() { # KIND
    tests/conformance/hardware_files.py "$1" "$work/secret-folder/k.data" >"$work/loops"
}
ok "a recording" recorded even
files=(--pmsidr=0x26497 --midr=0x410fd0c1 --loops="$work/loops" "$work/secret-folder/k.data")
ok "nothing is found where nothing is wrong" has 0 " 0 findings" "${files[@]}"
cp "$work/report.json" "$work/first.json"
while IFS=: read -r kind words; do
    recorded "$kind"
    ok "found: $kind" has 1 "$words" "${files[@]}"
done <<'END'
biased:the loop of loads has -14.3 % of the samples
uneven:in the loop of vectors, 7 instructions have more or fewer samples
perf:samples of 3600 records; 72 are of no record's PC
word:perf reads "EV RETIRED L1D-ACCESS" where libspe reads "EV RETIRED L1D-ACCESS TXN", in 36 records
violation:records break the architecture's rule operation-reserved
counters:36 records break: counters have 12 bits
sources:records break: data sources are those of the core's manual
collisions:3 of 4 buffers' reports: collisions
truncated:3 of 4 buffers' reports: truncated
interval:a sample is taken every 2048 instructions, not every 1024
END

# -- damage --

recorded even
half=$work/secret-folder/half.data
head -c -13 "$work/secret-folder/k.data" >"$half"
ok "a file whose last event is cut" has 1 "does not read everything: the file ends inside the bytes of an event" \
    "${files[@]:0:3}" "$half"
is "$(grep -c 'half\.data' "$work/report.json")" 0 "... without its name in the report"
ok "a report that cannot be written" has 2 "--out=$work/none/report: No such file" --out="$work/none/report" \
    "${files[@]}"
ok "no such lines of loops" has 3 "there are none" --loops="$work/none" "${files[3]}"
echo "loop loads 0x10 0x10 0 0 0 0" >"$work/short"
ok "loops without instructions" has 3 "of no instructions" --loops="$work/short" "${files[3]}"

# -- nothing private --

recorded counters
kit "${files[@]}"
is "$(grep -ciE '5ec[0-9a-f]{3}|k\.data|secret' "$work/report.json")" "0" "no address, context, time or path"
is "$(python3 -c 'import json, sys
sys.path[:0] = ["tests/conformance"]
private = {0x5ec4e7, 0x5ec7e700, 0x5ec2e7b43210} | {0x5ec3e7a40000 + 4 * i for i in range(4096)}
text = open(sys.argv[1]).read()
print(*(n for n in private if str(n) in text or "%x" % n in text.lower()))' "$work/report.json")" "" "... nor decimal"
hashes() { grep -o '"pc": "[0-9a-f]*"' "$work/report.json"; }
one=$(hashes)
kit "${files[@]}"
is "$(hashes | wc -l) $([ "$one" = "$(hashes)" ] && echo same)" "1 " "the key of hashes is another each time"
is "$(python3 -c 'import json, sys
print(*json.load(open(sys.argv[1])))' "$work/first.json")" \
    "format versions core registers records events operations register_rules architecture_rules damage kernel perf interval loops findings" \
    "the report has these parts and no other"

# -- recording: perf is spe-record here --

ok "spe-record" make -s BUILD="$build" qemu
unit=$work/sys/bus/event_source/devices/arm_spe_0
cpu=$work/sys/devices/system/cpu/cpu0/regs/identification
mkdir -p "$unit/caps" "$cpu"
echo 0 >"$unit/cpumask"
echo 12 >"$unit/caps/count_size"
echo 1024 >"$unit/caps/min_interval"
echo 0x00000000410fd0c1 >"$cpu/midr_el1"
cat >"$work/perf" <<END
#!/bin/bash
[ "\$1" = record ] || exec perf "\$@"
shift 2
args=("\${@//arm_spe_0/arm_spe}")
exec "$build/spe-record" -q "\${args[@]/%\/u/\/}"
END
chmod +x "$work/perf"
ok "it records and finds nothing" has 0 " 0 findings" --sysfs="$work/sys" --perf="$work/perf" --period=1024 \
    --rounds=1000 --cc="aarch64-linux-gnu-gcc -static"
is "$(python3 -c 'import json, sys
report = json.load(open(sys.argv[1]))
print(report["core"]["name"], report["registers"], [loop["loop"] for loop in report["loops"]],
      report["records"] > 5000, all(loop["samples"] > 1500 for loop in report["loops"]))' "$work/report.json")" \
    "Neoverse N1 {'counter_bits': 12, 'least_interval': 1024} ['loads', 'branches', 'vectors'] True True" \
    "... with the core, its registers and the loops"
host=$(hostname)
grep -qwF "$host" "$work/first.json" && host=$work # that word stands in every report
is "$(grep -cwF -e "$host" -e "$work" -e loops.c "$work/report.json")" 0 "... without names of the host and files"
done_testing
