/* SPDX-License-Identifier: MIT */
/* See judge.h: a function for each verdict, in the order of the output. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <libspe/cpu.h>

#include "../system/message.h"
#include "core_types.h"
#include "judge.h"

#define LIST 160 /* characters of a list of CPUs */

static int is_kernel(const struct machine *m, unsigned major, unsigned minor)
{
    return m->version[0] > major || (m->version[0] == major && m->version[1] >= minor);
}

/* Distributions add the driver to older kernels, so a device is believed before a version. */
static void judge_system(const struct machine *m, struct verdicts *v)
{
    if (!m->is_linux) {
        verdict(v, VERDICT_STOP, "system", "not Linux: there is no /proc/sys/kernel/osrelease");
        verdict_remedy(v, "record with perf on Linux on AArch64 (on Windows with wperf), and read the file here");
    } else if (m->is_aarch64 == MACHINE_NO) {
        verdict(v, VERDICT_STOP, "system", "Linux %s, but not on AArch64: SPE is in Arm cores only", m->release);
        verdict_remedy(v,
                       "record on an Arm machine and read the file here, or sample the program in QEMU by spe-record");
    } else if (m->is_aarch64 == MACHINE_UNKNOWN) {
        verdict(v, VERDICT_NOTE, "system", "Linux %s, whose cores are hidden (/proc/cpuinfo, /sys)", m->release);
        verdict_remedy(v, "run spe-doctor outside of the container");
    } else if (!m->device_count && !is_kernel(m, 4, 15)) {
        verdict(v, VERDICT_STOP, "system", "Linux %s: 4.15 is the first with a driver of SPE", m->release);
        verdict_remedy(v, "install a later kernel");
    } else if (!m->device_count && m->is_acpi && !is_kernel(m, 5, 3)) {
        verdict(v, VERDICT_STOP, "system", "Linux %s: 5.3 is the first that finds SPE by ACPI", m->release);
        verdict_remedy(v, "install a later kernel");
    } else {
        verdict(v, VERDICT_OK, "system", "Linux %s on AArch64", m->release);
    }
}

static void judge_core(const struct machine *m, const struct machine_core *core, int is_stop, struct verdicts *v)
{
    const unsigned n = cpu_set_count(&core->cpus), revision = (unsigned)(core->midr & 15);
    const unsigned variant = (unsigned)(core->midr >> 20 & 15);
    const char *name = spe_cpu_name(core->midr), *lacking = core_without_spe(core->midr);
    if (name)
        verdict(v, VERDICT_OK, "core", "%u x %s r%up%u (MIDR_EL1 0x%" PRIx64 "), which can have SPE", n, name, variant,
                revision, core->midr);
    else if (lacking)
        verdict(v, is_stop ? VERDICT_STOP : VERDICT_NOTE, "core", "%u x %s: it has no SPE", n, lacking);
    else
        verdict(v, VERDICT_NOTE, "core", "%u x MIDR_EL1 0x%" PRIx64 ": libspe does not know this core", n, core->midr);
    if (!name && !lacking && m->device_count)
        verdict_remedy(v, "look for its data sources in its manual: spe-stat will print their numbers");
}

/* Whether no core can have SPE: then nothing else on the machine matters. */
static int lacks_spe(const struct machine *m)
{
    unsigned n = 0;
    for (unsigned i = 0; i < m->core_count; i++)
        n += core_without_spe(m->cores[i].midr) != NULL;
    return n && n == m->core_count;
}

static void judge_cores(const struct machine *m, struct verdicts *v)
{
    for (unsigned i = 0; i < m->core_count; i++)
        judge_core(m, &m->cores[i], lacks_spe(m), v);
    if (lacks_spe(m))
        verdict_remedy(v, "use a machine whose cores have SPE: spe-stat --cpu=list names those that libspe knows");
}

/* -- why the device is missing -- */

static void judge_driver(const struct machine *m, struct verdicts *v)
{
    if (m->driver == 'n') {
        verdict(v, VERDICT_STOP, "driver", "the kernel was built without SPE's driver (CONFIG_ARM_SPE_PMU)");
        verdict_remedy(v, "install your distribution's standard kernel, or build one with CONFIG_ARM_SPE_PMU=m");
    } else if (m->driver == 'y' || m->is_loaded == MACHINE_YES) {
        verdict(v, VERDICT_OK, "driver", "arm_spe_pmu is %s", m->driver == 'y' ? "in the kernel" : "loaded");
    } else if (m->driver == 'm' && m->has_module == MACHINE_NO) {
        verdict(v, VERDICT_STOP, "driver", "the module arm_spe_pmu is not installed");
        verdict_remedy(v, "install the kernel's other modules; on Ubuntu: sudo apt install linux-modules-extra-%s",
                       m->release);
    } else if (m->driver == 'm' && m->is_loaded == MACHINE_NO) {
        verdict(v, VERDICT_STOP, "driver", "the module arm_spe_pmu is not loaded");
        verdict_remedy(v, "sudo modprobe arm_spe_pmu");
    } else {
        verdict(v, VERDICT_NOTE, "driver", "whether it is there and loaded is hidden");
        verdict_remedy(v, "outside of the container: sudo modprobe arm_spe_pmu");
    }
}

/* "CPUs 0-1 have interrupt 21, CPUs 2-5 have none" */
static void interrupts_text(const struct machine *m, char text[LIST])
{
    char list[LIST / 4];
    size_t n = 0;
    for (unsigned i = 0; i < m->interrupt_count && n < LIST; i++) {
        const struct machine_interrupt *one = &m->interrupts[i];
        cpu_set_text(&one->cpus, list, sizeof list);
        n += (size_t)snprintf(text + n, LIST - n, one->number ? "%sCPUs %s have interrupt %u" : "%sCPUs %s have none",
                              n ? ", " : "", list, one->number);
    }
}

/* The name of a core that has no SPE; NULL if each may have it. */
static const char *lacking_name(const struct machine *m)
{
    const char *name = NULL;
    for (unsigned i = 0; i < m->core_count && !name; i++)
        name = core_without_spe(m->cores[i].midr);
    return name;
}

/* Linux registers SPE by ACPI only if all cores have the same interrupt (drivers/perf/arm_pmu_acpi.c). Firmware cannot
 * help a machine on which some cores have no SPE. */
static void judge_interrupts(const struct machine *m, struct verdicts *v)
{
    const char *lacking = lacking_name(m);
    char text[LIST];
    interrupts_text(m, text);
    if (m->interrupt_count < 2)
        verdict(v, VERDICT_STOP, "firmware", "its table (ACPI's MADT) gives no core an interrupt for SPE");
    else
        verdict(v, VERDICT_STOP, "firmware",
                "Linux finds SPE by ACPI only if the firmware's table MADT gives each core the same interrupt for it: "
                "%s",
                text);
    if (lacking)
        verdict_remedy(v,
                       "firmware cannot help, as %s has no SPE: start Linux with a device tree whose node for SPE "
                       "lists the other CPUs (an interrupt partition), or change the kernel's ACPI code",
                       lacking);
    else
        verdict_remedy(v, "%supdate the firmware",
                       m->interrupt_count < 2 ? "turn SPE on in the firmware's setup, or " : "");
}

static void judge_firmware(const struct machine *m, struct verdicts *v)
{
    if (m->firmware == FIRMWARE_HAS_IT) {
        verdict(v, VERDICT_OK, "firmware", "it describes SPE to Linux");
    } else if (m->hypervisor[0]) {
        verdict(v, VERDICT_STOP, "machine", "a virtual machine (%s): few hypervisors give SPE to their guests",
                m->hypervisor);
        verdict_remedy(v, "use the whole machine: your provider's bare-metal instance (AWS: c7g.metal)");
    } else if (m->firmware == FIRMWARE_LACKS_IT) {
        judge_interrupts(m, v);
    } else if (m->firmware == FIRMWARE_SECRET) {
        verdict(v, VERDICT_NOTE, "firmware", "only root can read whether it describes SPE (ACPI's table MADT)");
        verdict_remedy(v, "run spe-doctor as root");
    } else if (m->firmware == FIRMWARE_HIDDEN) {
        verdict(v, VERDICT_NOTE, "firmware", "its tables are hidden (/sys/firmware), as in containers");
        verdict_remedy(v, "run spe-doctor outside of the container");
    } else {
        verdict(v, VERDICT_NOTE, "firmware", "the device tree has no node for SPE at the usual places");
        verdict_remedy(v, "if it has none at all, the board's vendor must add one, compatible with "
                          "\"arm,statistical-profiling-extension-v1\"");
    }
}

static void judge_tables(const struct machine *m, struct verdicts *v)
{
    if (m->splits_tables == MACHINE_YES) {
        verdict(v, VERDICT_STOP, "kpti",
                "page-table isolation is on, so that the core cannot write samples while "
                "programs run");
        verdict_remedy(v, "add kpti=off to the kernel's command line, and reboot");
    }
    if (m->complaint[0] && !strstr(m->complaint, "kpti=off")) {
        verdict(v, VERDICT_STOP, "log", "the driver says: %s", m->complaint);
        verdict_remedy(v, strstr(m->complaint, "higher exception level")
                              ? "firmware at EL3 or a hypervisor keeps SPE for itself: update it, or turn SPE on in it"
                              : "update kernel and firmware; report the message to the vendor of the firmware");
    }
}

static void judge_no_device(const struct machine *m, struct verdicts *v)
{
    judge_driver(m, v);
    judge_firmware(m, v);
    judge_tables(m, v);
    if (verdicts_stop(v))
        return;
    verdict(v, VERDICT_STOP, "device", "there is no /sys/bus/event_source/devices/arm_spe_0, and %s",
            m->has_log ? "no reason was found" : "the kernel's log, which says why, cannot be read");
    verdict_remedy(v, m->splits_tables == MACHINE_NO
                          ? "sudo dmesg | grep -i spe"
                          : "sudo dmesg | grep -iE 'spe|isolation'; page-table isolation is the usual reason: add "
                            "kpti=off to the kernel's command line, and reboot");
}

/* -- devices -- */

/* The driver probes any one CPU that its device lists, and starts SPE on each of them. */
static void judge_listed(const struct machine *m, const struct machine_device *d, struct verdicts *v)
{
    char list[LIST];
    for (unsigned i = 0; i < m->core_count; i++) {
        struct cpu_set others = m->cores[i].cpus, listed = others;
        const char *lacking = core_without_spe(m->cores[i].midr);
        cpu_set_remove(&others, &d->cpus);
        cpu_set_remove(&listed, &others);
        if (!lacking || !cpu_set_count(&listed))
            continue;
        verdict(v, VERDICT_STOP, "device", "%s lists CPUs %s, which are %s and have no SPE: %s is wrong", d->name,
                cpu_set_text(&listed, list, sizeof list), lacking,
                m->is_acpi ? "the firmware's table (ACPI's MADT)" : "the device tree's node");
        verdict_remedy(v, m->is_acpi ? "update the firmware"
                                     : "in the device tree, give the node of SPE an interrupt partition that has only "
                                       "CPUs with SPE");
    }
}

void judge_cpus(const struct machine_device *d, char *text)
{
    char list[LIST];
    const int is_whole = !strstr(cpu_set_text(&d->cpus, list, sizeof list), "...");
    snprintf(text, JUDGE_CPUS,
             is_whole ? "taskset -c %s COMMAND" : "taskset -c $(cat /sys/bus/event_source/devices/%s/cpumask) COMMAND",
             is_whole ? list : d->name);
}

static void judge_devices(const struct machine *m, struct verdicts *v)
{
    struct cpu_set without = m->online;
    char list[LIST], least[64], command[JUDGE_CPUS];
    for (unsigned i = 0; i < m->device_count; i++) {
        const struct machine_device *d = &m->devices[i];
        snprintf(least, sizeof least, ", with an interval of %" PRIu64 " operations or more", d->least);
        if (cpu_set_count(&d->cpus))
            verdict(v, VERDICT_OK, "device", "%s of CPUs %s%s", d->name, cpu_set_text(&d->cpus, list, sizeof list),
                    d->least ? least : "");
        else
            verdict(v, VERDICT_NOTE, "device", "%s, none of whose CPUs is online", d->name);
        judge_listed(m, d, v);
        cpu_set_remove(&without, &d->cpus);
    }
    const struct machine_device *used = machine_device(m);
    if (!used) {
        verdict(v, VERDICT_STOP, "device", "no CPU that has SPE is online");
        verdict_remedy(v, "echo 1 | sudo tee /sys/devices/system/cpu/cpuN/online");
        return;
    }
    if (cpu_set_count(&without))
        verdict(v, VERDICT_NOTE, "device", "CPUs %s have no SPE: what runs there is not sampled",
                cpu_set_text(&without, list, sizeof list));
    else if (m->device_count > 1)
        verdict(v, VERDICT_NOTE, "device",
                "each device samples its own CPUs only, and one perf record takes one device");
    else
        return;
    judge_cpus(used, command);
    verdict_remedy(v, "keep the program on the CPUs of %s (%s)%s", used->name, command,
                   m->device_count > 1 ? ", and record again with the other device" : "");
}

/* -- permissions, threads, perf -- */

/* Debian and Ubuntu have levels above 2, on which only root may record; to other kernels they are level 2. */
static int has_more_levels(const struct machine *m)
{
    return !strstr(m->release, ".el") && !strstr(m->release, ".amzn") && !strstr(m->release, ".fc");
}

static void judge_permission(const struct machine *m, struct verdicts *v)
{
    if (m->is_privileged) {
        verdict(v, VERDICT_OK, "permission", "CAP_PERFMON or CAP_SYS_ADMIN: all of the machine may be recorded");
    } else if (!m->has_paranoid) {
        verdict(v, VERDICT_STOP, "permission", "there is no /proc/sys/kernel/perf_event_paranoid: no perf events");
        verdict_remedy(v, "run a kernel with CONFIG_PERF_EVENTS, outside of containers that hide it");
    } else if (m->paranoid > 2 && has_more_levels(m)) {
        verdict(v, VERDICT_STOP, "permission", "kernel.perf_event_paranoid is %d: only root may record", m->paranoid);
        verdict_remedy(v, "sudo sysctl kernel.perf_event_paranoid=1 (until the next boot)");
    } else if (m->is_confined) {
        verdict(v, VERDICT_NOTE, "permission", "a seccomp filter is on, as in containers: it may refuse perf events");
        verdict_remedy(v, "run on the host, or docker run --cap-add PERFMON --security-opt seccomp=unconfined");
    } else {
        verdict(v, VERDICT_NOTE, "permission",
                "kernel.perf_event_paranoid is %d and this user has no CAP_PERFMON: %s, and no physical addresses",
                m->paranoid,
                m->paranoid >= 2   ? "own programs only, without the kernel"
                : m->paranoid == 1 ? "own programs only"
                                   : "no CONTEXT packets");
        verdict_remedy(v, "for more, record as root or with CAP_PERFMON");
    }
}

/* arm_spe_pmu sets PMSCR_EL1.CX only for CAP_PERFMON. */
static void judge_threads(const struct machine *m, struct verdicts *v)
{
    if (m->contextidr == 'y' && m->is_privileged) {
        verdict(v, VERDICT_OK, "threads", "samples have CONTEXT packets, which name their threads");
        return;
    }
    verdict(v, VERDICT_NOTE, "threads", "samples do not name their threads: %s",
            m->contextidr == 'y'   ? "CONTEXT packets need CAP_PERFMON"
            : m->contextidr == 'n' ? "the kernel was built without CONFIG_PID_IN_CONTEXTIDR"
                                   : "the kernel may lack CONFIG_PID_IN_CONTEXTIDR");
    verdict_remedy(v, "add --switch-events to perf record: libspe finds the threads by them");
}

static void judge_perf(const struct machine *m, struct verdicts *v)
{
    const unsigned *n = m->perf_version;
    if (m->has_perf == MACHINE_UNKNOWN) {
        verdict(v, VERDICT_NOTE, "perf", "it was not run");
        verdict_remedy(v, "--perf=perf runs this machine's");
    } else if (m->has_perf == MACHINE_NO) {
        verdict(v, VERDICT_STOP, "perf", "it does not start: %s", m->perf_says[0] ? m->perf_says : "no output");
        verdict_remedy(v, "install it: on Debian linux-perf, on Ubuntu linux-tools-%s, on Fedora perf", m->release);
    } else if (m->has_aux == MACHINE_NO) {
        verdict(v, VERDICT_STOP, "perf", "perf %u.%u was built without AUX areas (HAVE_AUXTRACE_SUPPORT)", n[0], n[1]);
        verdict_remedy(v, "install your distribution's, or build it without NO_AUXTRACE=1");
    } else if (n[0] < 4 || (n[0] == 4 && n[1] < 16)) {
        verdict(v, VERDICT_STOP, "perf", "perf %u.%u: 4.16 is the first that records SPE", n[0], n[1]);
        verdict_remedy(v, "install a later one: it need not be of the kernel's version");
    } else if (!judge_pairs(m, v)) {
        verdict(v, VERDICT_OK, "perf", "perf %u.%u", n[0], n[1]);
    }
}

void judge_machine(const struct machine *m, struct verdicts *v)
{
    judge_system(m, v);
    if (!m->is_linux || m->is_aarch64 == MACHINE_NO)
        return;
    judge_cores(m, v);
    if (m->device_count)
        judge_devices(m, v);
    else if (!lacks_spe(m))
        judge_no_device(m, v);
    judge_permission(m, v);
    judge_threads(m, v);
    judge_perf(m, v);
}
