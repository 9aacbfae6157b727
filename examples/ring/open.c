/* SPDX-License-Identifier: MIT */
/* See ring.h: Linux's side. Needs a core with SPE and its driver, arm_spe_pmu. */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "ring.h"

#define DEVICES "/sys/bus/event_source/devices/"
enum {
    DATA_PAGES = 8,
    AUX_PAGES = 512,
    DEVICES_MOST = 8
}; /* powers of two; one more page is before the event's ring */

static int complain(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    return -1;
}

/* Reads the first line of a file of device arm_spe_N. Returns its length; 0 if there is no such file. */
static size_t read_line(unsigned n, const char *name, char *line, size_t cap)
{
    char path[128];
    snprintf(path, sizeof path, DEVICES "arm_spe_%u/%s", n, name);
    FILE *file = fopen(path, "r");
    const int has = file && fgets(line, (int)cap, file);
    if (file)
        fclose(file);
    line[has ? strcspn(line, "\n") : 0] = 0;
    return strlen(line);
}

/* The bit of a term, "config:16"; none, 0, if this driver does not have it. */
static uint64_t term(unsigned n, const char *name)
{
    char path[64], line[64];
    snprintf(path, sizeof path, "format/%s", name);
    return read_line(n, path, line, sizeof line) && strncmp(line, "config:", 7) == 0
               ? UINT64_C(1) << strtoul(line + 7, NULL, 10) % 64
               : 0;
}

static int open_event(int pid, uint64_t type, uint64_t period, uint64_t config)
{
    struct perf_event_attr attr;
    memset(&attr, 0, sizeof attr);
    attr.size = sizeof attr;
    attr.type = (uint32_t)type;
    attr.config = config;
    attr.sample_period = period;
    attr.exclude_kernel = attr.exclude_hv = 1;
    attr.disabled = 1; /* until the AUX area exists, which the driver needs */
    return (int)syscall(SYS_perf_event_open, &attr, pid, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static int map(struct ring *ring)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), data = (DATA_PAGES + 1) * page, aux = AUX_PAGES * page;
    ring->page = mmap(NULL, data, PROT_READ | PROT_WRITE, MAP_SHARED, ring->fd, 0);
    if (ring->page == MAP_FAILED)
        return complain("the event's ring");
    ring->data = (uint8_t *)ring->page + ring->page->data_offset;
    ring->page->aux_offset = data; /* the AUX area follows the event's ring */
    ring->page->aux_size = aux;
    ring->aux = mmap(NULL, aux, PROT_READ | PROT_WRITE, MAP_SHARED, ring->fd, (off_t)data);
    if (ring->aux != MAP_FAILED)
        return 0;
    munmap(ring->page, data);
    return complain("the AUX area (see RLIMIT_MEMLOCK)");
}

int ring_open(struct ring *ring, const char *process, uint64_t *period)
{
    char type[32], least[32], cpus[256];
    unsigned n = 0;
    const long pid = process ? strtol(process, NULL, 10) : 0;
    if (pid <= 0 || pid > INT32_MAX) {
        fprintf(stderr, "which process? PID is its number\n");
        return -1;
    }
    while (n < DEVICES_MOST && !read_line(n, "type", type, sizeof type))
        n++;
    if (n == DEVICES_MOST || !read_line(n, "caps/min_interval", least, sizeof least)) {
        fprintf(stderr, "this machine shows no SPE: spe-doctor says why\n");
        return -1;
    }
    /* Each type of core has a device. Its event samples the process while it runs on these cores. */
    if (read_line(n, "cpumask", cpus, sizeof cpus))
        fprintf(stderr, "arm_spe_%u: samples are taken on CPUs %s\n", n, cpus);
    if (*period < strtoull(least, NULL, 10))
        *period = strtoull(least, NULL, 10);
    const uint64_t config = term(n, "ts_enable") | term(n, "jitter"), physical = term(n, "pa_enable");
    ring->fd = open_event((int)pid, strtoull(type, NULL, 10), *period, config | physical);
    if (ring->fd < 0 && errno == EACCES) {
        fprintf(stderr, "physical addresses are not recorded: CAP_PERFMON is needed\n");
        ring->fd = open_event((int)pid, strtoull(type, NULL, 10), *period, config);
    }
    if (ring->fd < 0)
        return complain("perf_event_open (see /proc/sys/kernel/perf_event_paranoid)");
    if (map(ring) != 0) {
        close(ring->fd);
        return -1;
    }
    ring_begin(ring);
    if (ring_restart(ring, 0) == 0)
        return 0;
    complain("the event does not start");
    ring_close(ring);
    return -1;
}

int ring_restart(struct ring *ring, uint64_t period)
{
    if (period && ioctl(ring->fd, PERF_EVENT_IOC_PERIOD, &period) != 0)
        return -1;
    return ioctl(ring->fd, PERF_EVENT_IOC_ENABLE, 0) != 0 ? -1 : 0;
}

int ring_wait(struct ring *ring, int milliseconds)
{
    struct pollfd poller = {.fd = ring->fd, .events = POLLIN};
    poll(&poller, 1, milliseconds);
    return poller.revents & (POLLHUP | POLLERR) ? -1 : 0;
}

void ring_close(struct ring *ring)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    munmap(ring->aux, AUX_PAGES * page);
    munmap(ring->page, (DATA_PAGES + 1) * page);
    close(ring->fd);
}
