/* SPDX-License-Identifier: MIT */
/* See machine.h: files below the root, cores, SPE's devices, permissions, perf. */
#include "machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libspe/filter.h>

#include "../system/platform.h"
#include "machine_config.h"
#include "machine_firmware.h"
#include "root_text.h"

#define SMALL 65536u             /* bytes: of most files of /proc and /sys */
#define CPUINFO_MOST (32u << 20) /* /proc/cpuinfo of thousands of cores */
#define CAP_IPC_LOCK 14          /* bits of CapEff */
#define CAP_SYS_ADMIN 21
#define CAP_PERFMON 38
#define PATH_SIZE 4096
#define LOCKED_MOST (UINT64_C(1) << 32)   /* KiB */
#define INTERVAL_MOST (UINT64_C(1) << 32) /* operations: PMSICR_EL1.COUNT has 32 bits */

/* Stores the first line in out[MACHINE_TEXT], without its end. Returns 0 if the file cannot be read. */
static int read_line(const struct machine *m, const char *path, char *out)
{
    char *text = root_text(m->root, SMALL, NULL, "%s", path);
    if (text)
        snprintf(out, MACHINE_TEXT, "%.*s", (int)strcspn(text, "\n"), text);
    free(text);
    return text != NULL;
}

static int read_number(const struct machine *m, const char *path, int base, uint64_t *out)
{
    char line[MACHINE_TEXT];
    if (!read_line(m, path, line))
        return 0;
    *out = strtoull(line, NULL, base);
    return 1;
}

/* The value after "NAME" and spaces, ":" or "=" at the beginning of a line of the text; NULL if no line has it. */
static const char *value_of(const char *text, const char *name)
{
    const size_t size = strlen(name);
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, size) == 0)
            return line + size + strspn(line + size, " \t:=");
    }
    return NULL;
}

/* -- cores -- */

static void add_core(struct machine *m, uint64_t midr, unsigned cpu)
{
    unsigned i = 0;
    while (i < m->core_count && m->cores[i].midr != midr)
        i++;
    if (!midr || i == MACHINE_CORES)
        return;
    m->core_count += i == m->core_count;
    m->cores[i].midr = midr;
    cpu_set_add(&m->cores[i].cpus, cpu);
}

/* A number in one processor's lines. */
static uint64_t part_of(const char *lines, const char *name)
{
    const char *value = value_of(lines, name);
    return value ? strtoull(value, NULL, 0) : 0;
}

/* Kernels before 4.11 have MIDR_EL1 in /proc/cpuinfo only, and so have sandboxes without /sys. */
static void read_cpuinfo(struct machine *m, char *text)
{
    for (char *lines = text, *next; lines; lines = next) {
        next = strstr(lines, "\nprocessor");
        if (next)
            *next++ = 0; /* one processor's lines are a text of their own */
        const uint64_t vendor = part_of(lines, "CPU implementer");
        const char *number = value_of(lines, "processor");
        const unsigned cpu = number ? (unsigned)strtoul(number, NULL, 10) : CPU_SET_MOST;
        if (part_of(lines, "CPU architecture") == 7)
            m->is_aarch64 = MACHINE_NO;
        if (vendor && number)
            add_core(m,
                     vendor << 24 | part_of(lines, "CPU variant") << 20 | 0xf0000 | part_of(lines, "CPU part") << 4 |
                         part_of(lines, "CPU revision"),
                     cpu);
        cpu_set_add(&m->online, cpu);
    }
}

static void read_cores(struct machine *m)
{
    char path[MACHINE_TEXT];
    uint64_t midr;
    char *online = root_text(m->root, SMALL, NULL, "/sys/devices/system/cpu/online");
    char *info = root_text(m->root, CPUINFO_MOST, NULL, "/proc/cpuinfo");
    if (online)
        cpu_set_read(&m->online, online);
    for (unsigned cpu = 0; cpu < CPU_SET_MOST; cpu++) {
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%u/regs/identification/midr_el1", cpu);
        if (cpu_set_has(&m->online, cpu) && read_number(m, path, 16, &midr))
            add_core(m, midr, cpu);
    }
    const int has_processors = info && value_of(info, "processor");
    if (!m->core_count && info)
        read_cpuinfo(m, info);
    if (read_line(m, "/proc/sys/kernel/arch", path)) /* since Linux 6.1 */
        m->is_aarch64 = strcmp(path, "aarch64") == 0 ? MACHINE_YES : MACHINE_NO;
    else if (!m->is_aarch64)
        m->is_aarch64 = m->core_count ? MACHINE_YES : has_processors ? MACHINE_NO : MACHINE_UNKNOWN;
    free(online);
    free(info);
}

/* -- SPE's devices -- */

static int has_file(const struct machine *m, const char *folder, const char *name)
{
    char path[PATH_SIZE];
    struct platform_file file;
    snprintf(path, sizeof path, "%.3000s%.500s%.500s", m->root, folder, name);
    return platform_look(path, &file);
}

/* The highest N of "configN" in the files that say where the driver's terms are. */
static unsigned last_config(const struct machine *m, const char *folder)
{
    char path[2 * MACHINE_TEXT], line[MACHINE_TEXT];
    const char *name;
    unsigned last = 0, config;
    for (unsigned i = 0; (name = spe_filter_perf_term(NULL, i, NULL)) != NULL; i++) {
        snprintf(path, sizeof path, "%s/format/%s", folder, name);
        if (read_line(m, path, line) && strncmp(line, "config", 6) == 0 &&
            (config = (unsigned)strtoul(line + 6, NULL, 10)) > last)
            last = config;
    }
    return last;
}

static void read_device(struct machine *m, const char *name)
{
    char folder[MACHINE_TEXT], path[2 * MACHINE_TEXT];
    struct machine_device *d = &m->devices[m->device_count];
    snprintf(folder, sizeof folder, "/sys/bus/event_source/devices/%s", name);
    if (!has_file(m, folder, "/type"))
        return;
    m->device_count++;
    snprintf(d->name, sizeof d->name, "%s", name);
    char *mask = root_text(m->root, SMALL, NULL, "%s/cpumask", folder);
    if (mask)
        cpu_set_read(&d->cpus, mask);
    else
        d->cpus = m->online;
    free(mask);
    snprintf(path, sizeof path, "%s/caps/min_interval", folder);
    if (!read_number(m, path, 10, &d->least) || d->least > INTERVAL_MOST)
        d->least = 0;
    d->has_min_latency = has_file(m, folder, "/format/min_latency");
    snprintf(path, sizeof path, "%s/caps/event_filter", folder);
    if (!read_number(m, path, 0, &d->events) || !d->events) /* older kernels do not say it */
        d->events = UINT64_MAX;
    d->has_event_filter = has_file(m, folder, "/format/event_filter");
    d->last_config = last_config(m, folder);
    d->has_physical = has_file(m, folder, "/format/pa_enable");
}

/* The driver numbers its devices from 0 on. */
static void read_devices(struct machine *m)
{
    char name[32];
    for (unsigned i = 0; i < 4 * MACHINE_CORES && m->device_count < MACHINE_CORES; i++) {
        snprintf(name, sizeof name, "arm_spe_%u", i);
        read_device(m, name);
    }
}

const struct machine_device *machine_device(const struct machine *m)
{
    for (unsigned i = 0; i < m->device_count; i++)
        if (cpu_set_count(&m->devices[i].cpus))
            return &m->devices[i];
    return NULL;
}

/* -- permissions and limits -- */

static void read_capabilities(struct machine *m)
{
    char line[MACHINE_TEXT];
    char *status = root_text(m->root, SMALL, NULL, "/proc/self/status");
    const char *capabilities = status ? value_of(status, "CapEff") : NULL;
    const char *filter = status ? value_of(status, "Seccomp:") : NULL;
    /* In a user namespace that maps only some users, capabilities mean nothing to perf_event_open(2). */
    const int is_whole = !read_line(m, "/proc/self/uid_map", line) || strstr(line, "4294967295") != NULL;
    const uint64_t bits = capabilities && is_whole ? strtoull(capabilities, NULL, 16) : 0;
    m->is_privileged = (bits >> CAP_PERFMON & 1) || (bits >> CAP_SYS_ADMIN & 1);
    m->may_lock = (int)(bits >> CAP_IPC_LOCK & 1);
    m->is_confined = filter && *filter == '2';
    free(status);
}

static void read_permissions(struct machine *m)
{
    char line[MACHINE_TEXT];
    read_capabilities(m);
    m->has_paranoid = read_line(m, "/proc/sys/kernel/perf_event_paranoid", line);
    m->paranoid = m->has_paranoid ? (int)strtol(line, NULL, 10) : 0;
    m->has_locked_kb = read_number(m, "/proc/sys/kernel/perf_event_mlock_kb", 10, &m->locked_kb);
    m->locked_kb = m->locked_kb < LOCKED_MOST ? m->locked_kb : LOCKED_MOST;
    char *limits = root_text(m->root, SMALL, NULL, "/proc/self/limits");
    const char *limit = limits ? value_of(limits, "Max locked memory") : NULL;
    if (limit)
        m->locked_limit = strncmp(limit, "unlimited", 9) == 0 ? UINT64_MAX : strtoull(limit, NULL, 10);
    free(limits);
}

/* -- perf -- */

static void read_perf(struct machine *m)
{
    char command[1024], text[8192];
    if (!m->perf)
        return;
    snprintf(command, sizeof command, "%.900s version --build-options 2>&1", m->perf);
    platform_output((const char *const[]){"/bin/sh", "-c", command, NULL}, NULL, text, sizeof text);
    const char *version = strstr(text, "perf version ");
    const char *aux = strstr(text, "HAVE_AUXTRACE_SUPPORT");
    m->has_perf = version ? MACHINE_YES : MACHINE_NO;
    if (version) {
        char *end;
        m->perf_version[0] = (unsigned)strtoul(version + 13, &end, 10);
        for (unsigned i = 1; i < 3 && *end == '.'; i++)
            m->perf_version[i] = (unsigned)strtoul(end + 1, &end, 10);
        m->perf_is_patched = *end > ' ';
    } else {
        snprintf(m->perf_says, sizeof m->perf_says, "%.*s", (int)strcspn(text, "\n"), text);
    }
    if (!aux)
        return;
    while (aux > text && aux[-1] != '\n' && *aux != '[')
        aux--;
    m->has_aux = strncmp(aux, "[ on", 4) == 0 ? MACHINE_YES : MACHINE_NO;
}

void machine_read(struct machine *m)
{
    char *end, *loaded = root_text(m->root, 1u << 20, NULL, "/proc/modules");
    m->is_linux = read_line(m, "/proc/sys/kernel/osrelease", m->release);
    m->version[0] = (unsigned)strtoul(m->release, &end, 10);
    m->version[1] = *end == '.' ? (unsigned)strtoul(end + 1, NULL, 10) : 0;
    m->is_loaded = !loaded ? MACHINE_UNKNOWN : value_of(loaded, "arm_spe_pmu ") ? MACHINE_YES : MACHINE_NO;
    free(loaded);
    read_cores(m);
    read_devices(m);
    machine_read_config(m);
    machine_read_firmware(m);
    read_permissions(m);
    read_perf(m);
}
