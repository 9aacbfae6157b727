#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-doctor: machines that are made here, each with one thing wrong, as people have reported them; and files.
# needs: perl python3
# long lines: machines in one line each, and what the program prints
set -u
. tests/tap.sh
. tools/tests/programs.sh
doctor=$build/spe-doctor

put() { # FILE TEXT: a file of the machine
    [ -d "$root/${1%/*}" ] || mkdir -p "$root/${1%/*}"
    printf '%s\n' "$2" >"$root/$1"
}
# madt INTERRUPT...: ACPI's table, with the interrupt for SPE of each core
madt() { perl -e 'print "APIC", "\0" x 40, map { pack "C C x10 V x62 v", 11, 80, 1, $_ } @ARGV' "$@"; }
midr() { # MIDR CPU...
    for cpu in "${@:2}"; do put "sys/devices/system/cpu/cpu$cpu/regs/identification/midr_el1" "$1"; done
}
# A machine on which root records: four Neoverse N1, the driver as a module, ACPI.
machine() {
    root=$tmp/machines/$1
    mkdir -p "$root"
    if [ "$1" != right ]; then
        cp -r "$tmp/machines/right/." "$root"
        return
    fi
    put proc/sys/kernel/osrelease 6.1.0-18-arm64
    put proc/sys/kernel/perf_event_paranoid 2
    put proc/sys/kernel/perf_event_mlock_kb 516
    put proc/modules 'arm_spe_pmu 28672 0 - Live 0x0000000000000000'
    put proc/cmdline 'BOOT_IMAGE=/vmlinuz root=/dev/vda1'
    put proc/self/status $'Name:\tspe-doctor\nCapEff:\t000001ffffffffff'
    put proc/self/limits 'Max locked memory         8388608              8388608              bytes'
    put sys/devices/system/cpu/online 0-3
    put sys/devices/system/cpu/vulnerabilities/meltdown 'Not affected'
    midr 0x00000000413fd0c1 0 1 2 3
    put boot/config-6.1.0-18-arm64 $'CONFIG_ARM_SPE_PMU=m\nCONFIG_PID_IN_CONTEXTIDR=y'
    put lib/modules/6.1.0-18-arm64/modules.dep 'kernel/drivers/perf/arm_spe_pmu.ko:'
    put sys/firmware/acpi/tables/APIC ''
    madt 21 21 21 21 >"$root/sys/firmware/acpi/tables/APIC"
    device arm_spe_0 0-3
}
device() { # NAME CPUS
    put "sys/bus/event_source/devices/$1/type" 8
    put "sys/bus/event_source/devices/$1/cpumask" "$2"
    put "sys/bus/event_source/devices/$1/caps/min_interval" 1024
    for term in min_latency event_filter pa_enable; do put "sys/bus/event_source/devices/$1/format/$term" config; done
}
without() { # FILE...: the machine has it no longer; of SPE's devices: the driver did not start
    for file; do rm -r "${root:?}/$file"; done
}
no_device() { without sys/bus/event_source/devices; }
cat >"$tmp/perf" <<'END'
#!/bin/sh
echo "perf version 6.1.192"
echo "             get_cpuid: [ on  ]  # HAVE_AUXTRACE_SUPPORT"
END
chmod +x "$tmp/perf"
json() { perl -MJSON::PP -0777 -we "$1" "$tmp/json" "${@:2}" || echo "not JSON"; } # PERL ARGUMENT...
verdicts() {
    sed -n 's/^ *{"name": "\([^"]*\)", "verdict": "\([^"]*\)".*/\2 \1/p' "$tmp/json" | grep -v '^ok ' | paste -sd, | sed 's/,/, /g'
}
# finds WANT NAME [OPTION]...: "stop NAME, note NAME", and the exit status; NAME may end in " -> " and what is also printed
finds() {
    "$doctor" --root="$root" --perf="$tmp/perf" --json "${@:3}" >"$tmp/json" 2>"$tmp/err"
    judged $? "$1" "$2"
}
judged() { # STATUS WANT NAME
    is "$(verdicts) $1$(cat "$tmp/err")" "$2" "${3% -> *}" || cat "$tmp/json"
    [[ $3 != *' -> '* ]] || is "$(grep -c -- "${3#* -> }" "$tmp/json")" 1 "... and says: ${3#* -> }"
}
remedy() { # WORDS NAME: what to do has them
    is "$(grep -c -- "\"remedy\": \".*$1" "$tmp/json")" 1 "$2"
}
command_is() { # N COMMAND NAME
    is "$(json 'my $n = pop; print decode_json(<>)->{commands}[$n]{command}' "$1")" "$2" "$3"
}

# -- machines: one that is right, then each with one fault --
machine right && finds " 0" "a machine on which root records"
command_is 0 "perf record -e arm_spe_0/ts_enable=1,jitter=1,pa_enable=1/ -c 65536 -m 64K,4096K -- COMMAND" "... its command"
is "$(sed -n 's/.*To record a program (about \([0-9.]*\) MB.*/\1/p' "$tmp/json")" 2.9 \
    "... its cost: of 3000 million operations, one in 65536 has 64 bytes"
command_is 1 "perf record -a -e arm_spe_0/ts_enable=1,jitter=1/ -c 65536 -m 64K,4096K -- sleep 10" "... of all CPUs"
is "$("$doctor" --root="$root" --perf="$tmp/perf" | grep -c '^ok  ')" "$(grep -c '"ok"' "$tmp/json")" "... as text"

for row in 0xffff0000ff00fffe:1 0x2:1 0xfffd:0 :1; do # which events the core can filter by (Linux 6.18)
    machine filters && put sys/bus/event_source/devices/arm_spe_0/caps/event_filter "${row%:*}"
    "$doctor" --json --root="$root" --perf="$tmp/perf" >"$tmp/json"
    is "$(grep -c 'branch_filter=1,event_filter=2' "$tmp/json") $(grep -c branch_filter=1 "$tmp/json")" "${row#*:} 1" \
        "branches: events ${row%:*}"
done

"$doctor" --root="$root" --perf="$tmp/perf" >"$tmp/text"
is "$(awk 'length > 80' "$tmp/text")" "" "... in lines of 80 characters"
is "$(grep -A3 '^To record a prog' "$tmp/text" | sed 1d | sh -c 'perf() { echo "perf $*"; }; . /dev/stdin')" \
    "$(json 'print decode_json(<>)->{commands}[0]{command}')" "... and the shell reads the command as it is"

machine module && no_device && put proc/modules 'nf_tables 1 0'
finds "stop driver 1" "a module that is not loaded -> modprobe arm_spe_pmu"
put lib/modules/6.1.0-18-arm64/modules.dep 'kernel/net/other.ko:'
finds "stop driver 1" "a module that is not installed -> linux-modules-extra-6.1.0-18-arm64"
put boot/config-6.1.0-18-arm64 $'# CONFIG_ARM_SPE_PMU is not set\nCONFIG_PID_IN_CONTEXTIDR=y'
finds "stop driver 1" "a kernel without the driver -> CONFIG_ARM_SPE_PMU=m"

machine kpti && no_device && put sys/devices/system/cpu/vulnerabilities/meltdown 'Mitigation: PTI'
finds "stop kpti 1" "kernel page-table isolation -> kpti=off"
machine log && no_device
put var/log/dmesg 'arm_spe_pmu arm,spe-v1: profiling buffer inaccessible. Try passing "kpti=off" on the kernel command line
arm_spe_pmu: probe of arm,spe-v1 failed with error -1'
finds "stop kpti 1" "... which only the log shows"
put var/log/dmesg 'arm_spe_pmu spe-pmu: profiling buffer owned by higher exception level'
finds "stop log 1" "a buffer that EL3 keeps"
put var/log/dmesg "arm_spe_pmu spe-pmu: profiling buffer owned by higher exception level
arm_spe_pmu spe-pmu: probed for CPUs 0-3 [max_record_sz 64, align 64, features 0xf]"
finds "stop device 1" "... no longer: no reason is known"

for message in 'arm_spe_pmu arm,spe-v1: probed SPEv1.1 for CPUs 0-3 [max_record_sz 64, align 64, features 0x17]' \
    'Modules linked in: nls arm_spe_pmu ipmi_ssif' 'comm="modprobe" name="/lib/modules/6.1/arm_spe_pmu.ko"'; do
    put var/log/dmesg "$message" && finds "stop device 1" "no complaint: $message"
done
put var/log/dmesg '[    0.000000] CPU features: kernel page table isolation forced ON by KASLR'
finds "stop kpti 1" "isolation without Meltdown"
put proc/cmdline 'kpti=off'
remedy "kpti=off" "... what to do"
finds "stop device 1" "... which is off since"
is "$(grep -c 'add kpti=off' "$tmp/json")" 0 "... and is not the reason"
put proc/cmdline 'quiet' && put var/log/kern.log 'CPU features: kernel page table isolation forced ON by KASLR
arm_spe_pmu spe-pmu: profiling buffer owned by higher exception level
[    0.000000] Booting Linux on physical CPU 0x0000000000 [0x413fd0c1]' && without var/log/dmesg
finds "stop device 1" "messages of an earlier start"

machine firmware && no_device && madt 21 21 21 0 >"$root/sys/firmware/acpi/tables/APIC"
finds "stop firmware 1" "firmware that gives one core no interrupt"
: >"$root/sys/firmware/acpi/tables/APIC" && finds "note firmware, stop device 1" "a table that only root can read"
madt 21 21 21 22 >"$root/sys/firmware/acpi/tables/APIC"
finds "stop firmware 1" "... or one core another interrupt than the others"
# a core's entry that is too short for SPE's interrupt, and another entry
perl -e 'print "APIC", "\0" x 40, pack "C C x10 V x62 C C x4", 11, 78, 1, 12, 6' >"$root/sys/firmware/acpi/tables/APIC"
finds "stop firmware 1" "... or is too old for SPE"
machine mixed && no_device && midr 0x410fd801 1 2
madt 21 0 0 21 >"$root/sys/firmware/acpi/tables/APIC"
finds "note core, stop firmware 1" "cores without SPE, and without its interrupt -> CPUs 0,3 have interrupt 21, CPUs 1-2 have none"
remedy "firmware cannot help, as Cortex-A520 has no SPE: .*device tree" "... what to do"
midr 0x413fd0c1 1 2 && finds "stop firmware 1" "... but they can have SPE"
is "$(grep -c '"remedy": "update the firmware"' "$tmp/json")" 1 "... what to do"
madt 0 0 0 0 >"$root/sys/firmware/acpi/tables/APIC"
finds "stop firmware 1" "... and no core has an interrupt -> turn SPE on in the firmware's setup"
machine listed && without sys/firmware/acpi && midr 0x410fd801 0 1
put sys/firmware/devicetree/base/model 'Board'
finds "note core, stop device 1" "a device that lists cores without SPE -> arm_spe_0 lists CPUs 0-1, which are Cortex-A520"
remedy "interrupt partition" "... what to do"
device arm_spe_0 2-3 && finds "note core, note device 0" "... and one that does not"
machine instance && no_device && madt 21 21 21 0 >"$root/sys/firmware/acpi/tables/APIC"
put sys/class/dmi/id/sys_vendor 'Amazon EC2' && put sys/class/dmi/id/product_name c7g.4xlarge
finds "stop machine 1" "a virtual machine -> c7g.metal"
put sys/class/dmi/id/product_name c7g.metal && finds "stop firmware 1" "... which is none"
put proc/sys/kernel/osrelease 6.6.36.3-microsoft-standard-WSL2 && without boot lib && finds "stop machine, note threads 1" "WSL"
machine guest && no_device && put sys/class/dmi/id/product_name 'Google Compute Engine' && put proc/modules 'nf_tables 1 0'
finds "stop driver 1" "a virtual machine that has SPE"
machine tree && no_device && without sys/firmware/acpi && put sys/firmware/devicetree/base/model 'Board'
finds "note firmware, stop device 1" "a device tree without a node"
put sys/firmware/devicetree/base/spe-pmu/compatible arm,statistical-profiling-extension-v1 && finds "stop device 1" "... with it"

machine old_kernel && put proc/sys/kernel/osrelease 4.14.0-115.el7a.aarch64
without boot lib && no_device && finds "stop system, note threads 1" "a kernel that is too old"
put proc/sys/kernel/osrelease 5.0.0-32-generic && finds "stop system, note threads 1" "... for ACPI"
put proc/sys/kernel/osrelease 4.14.355-277.amzn2.aarch64 && device arm_spe_0 0-3
finds "note threads 0" "... but a distribution added the driver"
machine old_core && no_device
midr 0x410fd083 0 1 2 3 && finds "stop core 1" "cores that are too old -> 4 x Cortex-A72: it has no SPE"
midr 0x410fd460 0 1 2 3 && finds "stop core 1" "later cores that have no SPE, either"
machine other && without sys/devices/system/cpu/cpu{0..3}
put proc/cpuinfo $'processor\t: 0\nvendor_id\t: GenuineIntel' && finds "stop system 1" "not an Arm machine"
processor() { printf 'processor\t: %d\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x3\nCPU part\t: 0xd0c\nCPU revision\t: 1\n\n' "$1"; }
put proc/cpuinfo "$(processor 0)
$(processor 1)"
finds " 0" "cores by /proc/cpuinfo -> 2 x Neoverse N1 r3p1 (MIDR_EL1 0x413fd0c1)"

put proc/cpuinfo "$(processor 0 | sed 's/: 8/: 7/')" && finds "stop system 1" "a kernel of 32 bits"
without proc/cpuinfo && finds "note system 0" "cores that are hidden"
put proc/sys/kernel/arch riscv64 && finds "stop system 1" "... but not the architecture"
machine container && without sys/firmware lib boot proc/modules && no_device
finds "note driver, note firmware, stop device, note threads 1" "a container"
put sys/bus/platform/devices/arm,spe-v1 x
finds "note driver, stop device, note threads 1" "... in which the platform's device is there"

machine two && without sys/bus/event_source/devices/arm_spe_0 && device arm_spe_0 2-3
midr 0x410fd034 0 1 && finds "note core, note device 0" "SPE on two of four cores -> (taskset -c 2-3 COMMAND)"
device arm_spe_1 0-1 && midr 0x411fd811 0 1 && finds "note device 0" "two devices"
device arm_spe_0 '' && finds "note device, note device 0" "the first one's CPUs are offline"
command_is 0 "perf record -e arm_spe_1/ts_enable=1,jitter=1,pa_enable=1/ -c 65536 -m 64K,4096K -- taskset -c 0-1 COMMAND" "... so the second one records, on its CPUs"
without sys/bus/event_source/devices/arm_spe_1 && finds "note device, stop device 1" "... and there is no other"
device arm_spe_0 "$(seq -s, 1 2 255)" && put sys/devices/system/cpu/online 0-255
finds "note device 0" "many CPUs"
is "$(grep -cF 'taskset -c $(cat /sys/bus/event_source/devices/arm_spe_0/cpumask) COMMAND' "$tmp/json")" 4 \
    "... a list that is too long comes from its file, in the remedy and in three commands"

machine user && put proc/self/status $'CapEff:\t0000000000000000' && finds "note permission, note threads 0" "a user"
command_is 0 "perf record --switch-events -e arm_spe_0/ts_enable=1,jitter=1/u -c 65536 -m 64K,2048K -- COMMAND" "... records less"
put proc/self/limits 'Max locked memory         65536              65536              bytes'
finds "note permission, note threads 0" "... who may lock little memory"
command_is 0 "perf record --switch-events -e arm_spe_0/ts_enable=1,jitter=1/u -c 65536 -m 64K,256K -- COMMAND" "... with a smaller buffer"
put proc/sys/kernel/perf_event_mlock_kb 64
finds "note permission, note threads, stop memory 1" "... none -> perf_event_mlock_kb="
is "$(grep -c 'perf_event_mlock_kb is 64, and ulimit -l 64 KiB' "$tmp/json")" 1 "... and what there is"
put proc/self/limits 'Max locked memory         0              0              bytes'
for row in 384:256 383:128 192:64; do # the buffer, and two rings of 64 KiB
    put proc/sys/kernel/perf_event_mlock_kb "${row%:*}" && finds "note permission, note threads 0" "${row%:*} KiB"
    is "$(grep -o '64K,[0-9]*K' "$tmp/json" | sort -u)" "64K,${row#*:}K" "... a buffer of ${row#*:}"
done
put proc/sys/kernel/perf_event_mlock_kb 191 && finds "note permission, note threads, stop memory 1" "191 KiB are too few"
put proc/sys/kernel/perf_event_mlock_kb 64
put proc/self/status $'CapEff:\t0000000000004000' && finds "note permission, note threads 0" "... any amount: CAP_IPC_LOCK"
put proc/self/status $'CapEff:\t0000004000000000' && finds "stop memory 1" "CAP_PERFMON alone locks no more"
put proc/sys/kernel/perf_event_paranoid -1 && finds " 0" "... at perf_event_paranoid -1"
put proc/self/status $'CapEff:\t000001ffffffffff' && put proc/self/uid_map '         0       1000          1'
finds "note permission, note threads 0" "root of a user namespace"
put proc/self/uid_map '         0          0 4294967295' && finds " 0" "... which is the whole system's"
put proc/self/status $'CapEff:\t00000000a80425fb\nSeccomp:\t2'
finds "note permission, note threads 0" "a container's filter -> cap-add PERFMON"
put proc/sys/kernel/perf_event_mlock_kb 516 && put proc/sys/kernel/perf_event_paranoid 4
put proc/self/status $'CapEff:\t0000000000000000'
finds "stop permission, note threads 1" "Ubuntu's and Debian's perf_event_paranoid -> perf_event_paranoid=1"
put proc/sys/kernel/osrelease 5.14.0-427.el9.aarch64 && finds "note permission, note threads 0" "... which is that of others, too"
without proc/sys/kernel/perf_event_paranoid && finds "stop permission, note threads 1" "a kernel without perf events"

machine contexts && put boot/config-6.1.0-18-arm64 $'CONFIG_ARM_SPE_PMU=m\n# CONFIG_PID_IN_CONTEXTIDR is not set'
finds "note threads 0" "no CONTEXT packets"
command_is 1 "perf record -a --switch-events -e arm_spe_0/ts_enable=1,jitter=1/ -c 65536 -m 64K,4096K -- sleep 10" "... but switch events"

machine perf && finds "stop perf 1" "no perf" --perf="$tmp/none"
other() { # TEXT WANT NAME: of a perf that prints the text
    printf '#!/bin/sh\necho "%s"\n' "$1" >"$tmp/other" && chmod +x "$tmp/other" && finds "$2" "$3" --perf="$tmp/other"
}
other "WARNING: perf not found for kernel 5.15.0-1011" "stop perf 1" "Ubuntu's perf without that of its kernel"
other "perf version 4.14.336" "stop perf 1" "perf that is too old"
sed 's/on  /OFF /' "$tmp/perf" >"$tmp/other" && finds "stop perf 1" "perf without AUX areas" --perf="$tmp/other"
is "$("$doctor" --root="$root" --json | grep -c '"name": "perf", "verdict": "note"')" 1 "--root alone runs no perf"
finds "stop perf 1" "perf that does not end" --perf='yes #'

machine config4
for row in inv_event_filter:3 inv_data_src_filter:4; do
    put "sys/bus/event_source/devices/arm_spe_0/format/${row%:*}" "config${row#*:}:0-63"
done
for row in 4.19.325:stop 5.10.151:stop 5.10.218:note 5.15.75:stop 5.15.76: 5.16.0:stop 5.19.17: 6.0.2:stop 6.0.3: 6.1.0: \
    5.14.0-427.el9.aarch64:note; do
    word=${row#*:} status=0
    [ "$word" != stop ] || status=1
    other "perf version ${row%:*}" "${word:+$word perf} $status" "config4, perf ${row%:*}${word:+ -> install perf 6.1 or later}"
done
without sys/bus/event_source/devices/arm_spe_0/format/inv_{event,data_src}_filter
other "perf version 5.15.75" " 0" "... without them"

machine two_faults && put sys/devices/system/cpu/vulnerabilities/meltdown 'Mitigation: PTI' && no_device
put proc/modules 'nf_tables 1 0' && put proc/self/status 'CapEff: 0' && put proc/sys/kernel/perf_event_paranoid 3
finds "stop driver, stop kpti, stop permission, note threads 1" "three faults, in one run"
root=$tmp/machines/nothing && mkdir "$root" && finds "stop system 1" "no Linux at all"
machine hostile && put proc/sys/kernel/osrelease $'6.1.0\e[2J"\\x'
is "$("$doctor" --root="$root" | tr -d '\n' | LC_ALL=C tr -cd '\001-\037')" "" \
    "no control character of a file is printed"
without boot && mkfifo "$root/proc/config.gz"
is "$(timeout 60 "$doctor" --root="$root" >"$tmp/out"; echo $?)" 0 "a named pipe is not opened"
is "$("$doctor" --root="$root/none" 2>&1 | head -1)" "spe-doctor: $root/none: not a folder" "no such root"
for file in $(cd "$root" && find . -type f); do
    perl -e 'srand length $ARGV[0]; print map { chr rand 256 } 1 .. 5000' "$file" >"$root/$file"
    "$doctor" --root="$root" --json >"$tmp/json" 2>&1
    [ $? -le 1 ] && [ -z "$(json 'decode_json(<>)')" ] || echo "$file"
done >"$tmp/failed"
is "$(cat "$tmp/failed")" "" "files with random bytes"

# -- files --
file_finds() { # WANT NAME: of the file $tmp/data
    "$doctor" --json "$tmp/data" >"$tmp/json" 2>"$tmp/err"
    judged $? "$1" "$2"
}
made() { "$tmp/make_perf" 1024 0 0 1 413fd0c1 "$@" >"$tmp/data"; } # with a core; $@: config3, config4, config
loads() { printf 'mmap 7 7 400000 1000 0 - [vdso]\nbuffer c0\n'; perl -e 'printf "load %x src=0 ctx=7 ts=%d\n", 0x400000 + 4 * $_, $_ * $ARGV[0] for 1 .. 800' "$1"; }
loads 1000 | made && file_finds " 0" "a file that lacks nothing"
is "$("$doctor" - <"$tmp/data")" "$("$doctor" "$tmp/data")" "... from standard input"
loads 1000 | "$tmp/make_perf" 1024 0 0 1 >"$tmp/data" && file_finds "note core 0" "no core"
is "$(json 'print decode_json(<>)->{subject}')" file "... as JSON"
perl -e 'print "mmap 7 7 400000 1000 0 - [vdso]\nbuffer c0\n"; printf "load %x src=0 ctx=7 ts=%d\n", 0x400000 + 4 * ($_ % 99), $_ * 200 for 1 .. 1000000' | made
file_finds "note size 0" "a file that grows fast -> perf record -c [0-9]"
loads 1000 | sed 's/ctx=7//' | made && file_finds "note threads 0" "no CONTEXT packets"
{ loads 1000 | sed 's/ctx=7//' | head -1 && printf 'time 5\nswitch 0 7 7\n' && loads 1000 | sed 's/ctx=7//;1d'; } | made
file_finds " 0" "... but switch events"
loads 1000 | sed 's/buffer c0/buffer 7/; s/ctx=7//' | made && file_finds " 0" "... but traced threads"
loads 1000 | sed 's/ts=[0-9]*//' | made && file_finds "note time 0" "no timestamps"
loads 1000 | head -62 | made && file_finds "note samples 0" "too few samples"
is "$("$build/spe-stat" "$tmp/data" 2>&1 | tr -s '\n ' ' ' | grep -c "$(sed -n 's/.*bytes: findings are \([^"]*\)".*/\1/p' "$tmp/json")")" 1 \
    "... as spe-stat says in the same words"
for row in /none:symfs //anon:perf-map=FILE; do
    loads 1000 | sed "s,\[vdso\],${row%:*}," | made && file_finds "note names 0" "code without names"
    is "$(grep -c "800 of 800 samples .* in ${row%:*}\".*--${row#*:}" "$tmp/json")" 1 "... how many samples, where, and what to do"
done
loads 1000 | sed 1d | made && file_finds "note names 0" "no mappings"
loads 1000 | "$tmp/make_perf" 1024 2 64 1 413fd0c1 0 0 200000000 >"$tmp/data"
file_finds "note filter 0" "filters -> load_filter=1,min_latency=100,event_filter=0x2:"
for row in 3,0,0:inv_event_filter=0x3 0,1,0:inv_data_src_filter=0x1 0,0,8000000000:simd_filter=1 \
    0,0,60000000000:float_filter=1,float_filter_mask=1; do
    IFS=, read -r config3 config4 config <<<"${row%:*}"
    loads 1000 | made "$config3" "$config4" "$config" && file_finds "note filter 0" "${row#*:}"
    is "$(sed -n 's/.*perf recorded with \([^:]*\):.*/\1/p' "$tmp/json")" "${row#*:}" "... by perf's word"
    ok "... which --filter reads" "$build/spe-dump" --records --filter="${row#*:}" "$tmp/data"
done
echo 'comm 7 7 x' | made 0 0 8000000000
file_finds "stop samples 1" "no sample passed simd_filter -> no sample passed the filters"
loads 1000 | made 0 0 10007 && file_finds " 0" "settings that are no filters"
echo 'comm 7 7 x' | made 0 0 800000000 && file_finds "stop samples 1" "discard mode -> recorded with discard=1"
echo 'comm 7 7 x' | "$tmp/make_perf" 1024 0 64 1 413fd0c1 >"$tmp/data"
file_finds "stop samples 1" "no sample passed -> no sample passed the filters"
echo 'comm 7 7 x' | made && file_finds "stop samples 1" "no byte -> perf record -c"
loads 1000 | "$tmp/make_perf" | "$build/spe-dump" --packets - | "$build/spe-asm" -o "$tmp/raw" -
for pmu in 8 9; do
    tests/perf_data.py two "$tmp/raw" 1000 $pmu 0,0 >"$tmp/data"
    file_finds "note names 0" "two events of SPE with the same settings, PMU $pmu"
    tests/perf_data.py two "$tmp/raw" 10 $pmu 0,0 >"$tmp/data"
    file_finds "$([ $pmu = 9 ] || echo "note interval, ")note names 0" "... with two periods: of one core, or of two"
    is "$(grep -c '1000 operations.* 10 operations' "$tmp/json")" 1 "... each of which it names"
    for filters in 0,100 100,0; do
        tests/perf_data.py two "$tmp/raw" 1000 $pmu $filters >"$tmp/data"
        file_finds "note filter, note names 0" "... one with a filter: $filters -> min_latency=100"
    done
done
tests/perf_data.py --to="$tmp" v1-inject2000000,v1-inject1000000001
for id in 2000000:recorded.other.events 1000000001:removed.the.trace; do
    mv "$tmp/v1-inject${id%:*}" "$tmp/data"
    file_finds "stop samples 1" "samples of the event ${id%:*}"
    is "$(grep -c "${id#*:}" "$tmp/json")" 1 "... ${id#*:}"
done
is "$("$build/spe-stat" "$tmp/data" 2>&1 | grep -c 'read the file it was made from')" 1 "... which spe-stat says, too"
"$build/spe-asm" -o "$tmp/data" tests/captures/neoverse-fixed-slots.txt
file_finds "note samples, note names, note core 0" "raw bytes"
tests/perf_data.py v2-little "$tmp/data" "$tmp/data" >"$tmp/flags" && mv "$tmp/flags" "$tmp/data"
file_finds "note samples, note lost, note collisions, note partial, note names 0" "AUX events with flags"
loads 1000 | "$tmp/make_perf" | "$build/spe-dump" --packets - | "$build/spe-asm" -o "$tmp/raw" -
kinds=v2-little,v2-little-partial131,v1-little-partial1000
tests/perf_data.py --to="$tmp" $kinds "$tmp/raw" "$tmp/raw"
for kind in ${kinds//,/ }; do
    mv "$tmp/$kind" "$tmp/data"
    is "$("$doctor" --json "$tmp/data" | sed -n 's/.*"samples".*"text": "\([0-9]* in [0-9]* bytes\)".*/\1/p')" \
        "$("$build/spe-stat" --format=csv "$tmp/data" 2>"$tmp/err" | sed -n 's/^profile,"\(samples\|bytes\)",count,//p' | xargs | sed 's/ / in /; s/$/ bytes/')" \
        "as many samples as spe-stat has: $kind"
done
: >"$tmp/data"
file_finds "stop samples 1" "an empty file"
loads 1000 | "$tmp/make_perf" 1024 0 0 1 413fd0c1 | head -c 2000 >"$tmp/data"
"$doctor" --json "$tmp/data" >"$tmp/json" 2>"$tmp/err"
is "$? $(grep -c '"name": "file", "verdict": "stop"' "$tmp/json") $(wc -l <"$tmp/err")" "1 1 1" "a file that is cut off"
cp README.md "$tmp/data"
"$doctor" "$tmp/data" >"$tmp/out" 2>"$tmp/err"
is "$? $(wc -l <"$tmp/err")" "1 1" "a file that is not SPE: one message"
is "$("$doctor" --root=/ "$tmp/data" 2>/dev/null; echo $?) $("$doctor" "$tmp/data" "$tmp/data" 2>/dev/null; echo $?)" \
    "2 2" "options that exclude each other; two files"
done_testing
