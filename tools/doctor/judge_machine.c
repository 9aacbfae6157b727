/* SPDX-License-Identifier: MIT */
/* See judge.h: a function for each verdict, in the order of the output. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <libspe/cpu.h>

#include "../system/message.h"
#include "judge.h"

#define MIDR_KIND 0xff00fff0u /* Implementer and PartNum */
#define LIST 200              /* characters of a list of CPUs */

/* Cores of Armv8.0 and 8.1. SPE may be in cores from Armv8.2 on (FEAT_SPE). */
static const struct {
    uint32_t midr;
    const char *name;
} too_old[] = {{0x4100d020, "Cortex-A34"}, {0x4100d030, "Cortex-A53"}, {0x4100d040, "Cortex-A35"},
               {0x4100d070, "Cortex-A57"}, {0x4100d080, "Cortex-A72"}, {0x4100d090, "Cortex-A73"},
               {0x43000a10, "ThunderX"},   {0x43000af0, "ThunderX2"},  {0x50000000, "X-Gene"}};

static int is_kernel(const struct machine *m, unsigned major, unsigned minor)
{
    return m->version[0] > major || (m->version[0] == major && m->version[1] >= minor);
}

static void judge_system(const struct machine *m, struct verdicts *v)
{
    if (!m->is_linux) {
        verdict(v, VERDICT_STOP, "system", "not Linux: there is no /proc/sys/kernel/osrelease");
        verdict_remedy(v, "record with perf on Linux on AArch64 (on Windows with wperf), and read the file here");
    } else if (!m->is_aarch64) {
        verdict(v, VERDICT_STOP, "system", "Linux %s, but not on AArch64: SPE is in Arm cores only", m->release);
        verdict_remedy(v,
                       "record on an Arm machine, and read the file here; make qemu builds spe-record, which samples "
                       "programs in an emulator");
    } else if (!is_kernel(m, 4, 15)) {
        verdict(v, VERDICT_STOP, "system", "Linux %s: 4.15 is the first with a driver of SPE", m->release);
        verdict_remedy(v, "install a later kernel");
    } else if (m->is_acpi && !is_kernel(m, 5, 3)) {
        verdict(v, VERDICT_STOP, "system", "Linux %s with ACPI: 5.3 is the first that finds SPE there", m->release);
        verdict_remedy(v, "install a later kernel");
    } else {
        verdict(v, VERDICT_OK, "system", "Linux %s on AArch64", m->release);
    }
}

static const char *old_name(uint64_t midr)
{
    for (unsigned i = 0; i < sizeof too_old / sizeof *too_old; i++)
        if (too_old[i].midr == (midr & MIDR_KIND))
            return too_old[i].name;
    return NULL;
}

static void judge_core(const struct machine *m, const struct machine_core *core, int is_stop, struct verdicts *v)
{
    const unsigned n = cpu_set_count(&core->cpus), revision = (unsigned)(core->midr & 15);
    const unsigned variant = (unsigned)(core->midr >> 20 & 15);
    const char *name = spe_cpu_name(core->midr), *old = old_name(core->midr);
    if (name)
        verdict(v, VERDICT_OK, "core", "%u x %s r%up%u (MIDR_EL1 0x%" PRIx64 "), which can have SPE", n, name, variant,
                revision, core->midr);
    else if (old)
        verdict(v, is_stop ? VERDICT_STOP : VERDICT_NOTE, "core", "%u x %s: it has no SPE, which began with Armv8.2", n,
                old);
    else
        verdict(v, VERDICT_NOTE, "core", "%u x MIDR_EL1 0x%" PRIx64 ": libspe does not know this core", n, core->midr);
    if (!name && !old && m->device_count)
        verdict_remedy(v, "its data sources and events will have numbers in place of names");
}

static void judge_cores(const struct machine *m, struct verdicts *v)
{
    unsigned n_old = 0;
    for (unsigned i = 0; i < m->core_count; i++)
        n_old += old_name(m->cores[i].midr) != NULL;
    for (unsigned i = 0; i < m->core_count; i++)
        judge_core(m, &m->cores[i], n_old == m->core_count, v);
    if (n_old && n_old == m->core_count)
        verdict_remedy(v, "use a machine whose cores have SPE: spe-stat --cpu=list names those that libspe knows");
}

/* -- why there is no device -- */

static void judge_driver(const struct machine *m, struct verdicts *v)
{
    if (m->driver == 'n') {
        verdict(v, VERDICT_STOP, "driver", "the kernel was built without SPE's driver (CONFIG_ARM_SPE_PMU)");
        verdict_remedy(v, "install your distribution's standard kernel, or build one with CONFIG_ARM_SPE_PMU=m");
    } else if (m->is_loaded == MACHINE_NO && m->driver == 'm' && m->has_module == MACHINE_NO) {
        verdict(v, VERDICT_STOP, "driver", "the module arm_spe_pmu is not installed");
        verdict_remedy(v, "install the kernel's other modules; on Ubuntu: sudo apt install linux-modules-extra-%s",
                       m->release);
    } else if (m->is_loaded == MACHINE_NO && m->driver == 'm') {
        verdict(v, VERDICT_STOP, "driver", "the module arm_spe_pmu is not loaded");
        verdict_remedy(v, "sudo modprobe arm_spe_pmu");
    } else if (m->driver == 'y' || m->is_loaded == MACHINE_YES) {
        verdict(v, VERDICT_OK, "driver", "arm_spe_pmu is %s", m->driver == 'y' ? "in the kernel" : "loaded");
    } else {
        verdict(v, VERDICT_NOTE, "driver", "the kernel's configuration cannot be read");
        verdict_remedy(v, "sudo modprobe arm_spe_pmu, if the driver is a module");
    }
}

static void judge_firmware(const struct machine *m, struct verdicts *v)
{
    if (m->hypervisor[0]) {
        verdict(v, VERDICT_STOP, "machine", "a virtual machine (%s), and its hypervisor does not give it SPE",
                m->hypervisor);
        verdict_remedy(v, "use the whole machine: a bare-metal instance, such as c7g.metal");
    } else if (m->firmware == FIRMWARE_LACKS_IT) {
        verdict(v, VERDICT_STOP, "firmware", "its table (ACPI's MADT) has no interrupt of SPE for each core");
        verdict_remedy(v, "turn SPE on in the firmware's setup, or update the firmware");
    } else if (m->firmware == FIRMWARE_HAS_IT) {
        verdict(v, VERDICT_OK, "firmware", "it describes SPE to Linux");
    } else {
        verdict(v, VERDICT_NOTE, "firmware",
                m->is_acpi ? "whether it describes SPE is in ACPI's table MADT, which only root can read"
                           : "no node for SPE was found in the device tree");
        verdict_remedy(v, m->is_acpi ? "run spe-doctor as root"
                                     : "the node must be compatible with "
                                       "\"arm,statistical-profiling-extension-v1\"");
    }
}

static void judge_tables(const struct machine *m, struct verdicts *v)
{
    if (m->splits_tables == MACHINE_YES) {
        verdict(v, VERDICT_STOP, "kpti",
                "page-table isolation is on, so that the core cannot write samples while "
                "programs run");
        verdict_remedy(v, "add kpti=off to the kernel's command line, and start again");
    }
    if (m->complaint[0] && !strstr(m->complaint, "kpti=off")) {
        const int is_higher = strstr(m->complaint, "higher exception level") != NULL;
        verdict(v, VERDICT_STOP, "log", "the driver says: %s", m->complaint);
        if (is_higher)
            verdict_remedy(v, "firmware at EL3 or a hypervisor keeps SPE for itself: update it, or turn SPE on in it");
    }
}

static void judge_no_device(const struct machine *m, struct verdicts *v)
{
    judge_driver(m, v);
    judge_firmware(m, v);
    judge_tables(m, v);
    if (verdicts_stop(v))
        return;
    verdict(v, VERDICT_STOP, "device", "there is no /sys/bus/event_source/devices/arm_spe_0, and no reason was found");
    verdict_remedy(v, "sudo dmesg | grep -i spe; \"kpti=off\" and \"higher exception level\" are the usual reasons");
}

/* -- devices -- */

static void judge_devices(const struct machine *m, struct verdicts *v)
{
    struct cpu_set without = m->online;
    char list[LIST];
    for (unsigned i = 0; i < m->device_count; i++) {
        const struct machine_device *d = &m->devices[i];
        verdict(v, VERDICT_OK, "device", "%s of CPUs %s, with an interval of %" PRIu64 " operations or more", d->name,
                cpu_set_text(&d->cpus, list, sizeof list), d->least);
        cpu_set_remove(&without, &d->cpus);
    }
    if (!m->device_count || !cpu_set_count(&without))
        return;
    verdict(v, VERDICT_NOTE, "device", "CPUs %s have no SPE: what runs there is not sampled",
            cpu_set_text(&without, list, sizeof list));
    verdict_remedy(v, "keep the program on the others: taskset -c %s COMMAND",
                   cpu_set_text(&m->devices[0].cpus, list, sizeof list));
}

/* -- permissions, threads, perf -- */

static void judge_permission(const struct machine *m, struct verdicts *v)
{
    if (m->is_privileged) {
        verdict(v, VERDICT_OK, "permission", "CAP_PERFMON or CAP_SYS_ADMIN: all of the machine may be recorded");
    } else if (!m->has_paranoid) {
        verdict(v, VERDICT_STOP, "permission", "there is no /proc/sys/kernel/perf_event_paranoid: no perf events");
        verdict_remedy(v, "run a kernel with CONFIG_PERF_EVENTS, outside of containers that hide it");
    } else if (m->paranoid > 2) {
        verdict(v, VERDICT_STOP, "permission", "kernel.perf_event_paranoid is %d: only root may record", m->paranoid);
        verdict_remedy(v, "sudo sysctl kernel.perf_event_paranoid=1");
    } else {
        verdict(v, VERDICT_NOTE, "permission",
                "kernel.perf_event_paranoid is %d and this user has no CAP_PERFMON: %s, and no physical addresses",
                m->paranoid,
                m->paranoid == 2   ? "own programs only, without the kernel"
                : m->paranoid == 1 ? "own programs only"
                                   : "no CONTEXT packets");
        verdict_remedy(v, "record as root, or with CAP_PERFMON");
    }
}

/* CONTEXT packets need privileges, too (arm_spe_pmu sets PMSCR_EL1.CX only for them). */
static void judge_threads(const struct machine *m, struct verdicts *v)
{
    if (m->contextidr == 'y') {
        verdict(v, VERDICT_OK, "threads", "samples have CONTEXT packets with their threads, if root records");
    } else {
        verdict(v, VERDICT_NOTE, "threads", "%s: samples of all CPUs do not name their threads",
                m->contextidr ? "the kernel was built without CONFIG_PID_IN_CONTEXTIDR"
                              : "the kernel may lack CONFIG_PID_IN_CONTEXTIDR");
        verdict_remedy(v, "perf record --switch-events says which thread ran, and libspe uses it");
    }
}

static void judge_perf(const struct machine *m, struct verdicts *v)
{
    const unsigned *n = m->perf_version;
    if (m->has_perf == MACHINE_UNKNOWN) {
        verdict(v, VERDICT_NOTE, "perf", "it was not run");
    } else if (m->has_perf == MACHINE_NO) {
        verdict(v, VERDICT_STOP, "perf", "it does not start: %s", m->perf_says[0] ? m->perf_says : "no output");
        verdict_remedy(v, "install it: on Debian linux-perf, on Ubuntu linux-tools-%s, on Fedora perf", m->release);
    } else if (m->has_aux == MACHINE_NO) {
        verdict(v, VERDICT_STOP, "perf", "perf %u.%u was built without AUX areas (HAVE_AUXTRACE_SUPPORT)", n[0], n[1]);
        verdict_remedy(v, "install your distribution's, or build it without NO_AUXTRACE=1");
    } else if (n[0] < 4 || (n[0] == 4 && n[1] < 16)) {
        verdict(v, VERDICT_STOP, "perf", "perf %u.%u: 4.16 is the first that records SPE", n[0], n[1]);
        verdict_remedy(v, "install a later one: it need not be of the kernel's version");
    } else {
        verdict(v, VERDICT_OK, "perf", "perf %u.%u", n[0], n[1]);
    }
}

void judge_machine(const struct machine *m, struct verdicts *v)
{
    judge_system(m, v);
    if (!m->is_linux || !m->is_aarch64)
        return;
    judge_cores(m, v);
    if (m->device_count)
        judge_devices(m, v);
    else
        judge_no_device(m, v);
    judge_permission(m, v);
    judge_threads(m, v);
    judge_perf(m, v);
}
