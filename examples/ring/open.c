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

#define DEVICE "/sys/bus/event_source/devices/arm_spe_0/"
enum { DATA_PAGES = 8, AUX_PAGES = 512 }; /* powers of two; the event's ring has one more page before them */
#define TS_ENABLE (UINT64_C(1) << 0)      /* DEVICE format/: perf_event_attr.config */
#define PA_ENABLE (UINT64_C(1) << 1)
#define JITTER (UINT64_C(1) << 16)

static int complain(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    return -1;
}

/* Reads a number from the driver. Returns 0 or -1. */
static int read_number(const char *path, uint64_t *out)
{
    FILE *file = fopen(path, "r");
    /* NOLINTNEXTLINE(cert-err34-c): the kernel's own numbers, which fit */
    const int failed = !file || fscanf(file, "%" SCNu64, out) != 1;
    if (file)
        fclose(file);
    return failed ? complain(path) : 0;
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
    uint64_t type, least;
    const long pid = process ? strtol(process, NULL, 10) : 0;
    if (pid <= 0 || pid > INT32_MAX) {
        fprintf(stderr, "which process? PID is its number\n");
        return -1;
    }
    if (read_number(DEVICE "type", &type) != 0 || read_number(DEVICE "caps/min_interval", &least) != 0) {
        fprintf(stderr, "this machine shows no SPE: a core with FEAT_SPE, firmware that lets EL1 use it, and the module"
                        " arm_spe_pmu are needed\n");
        return -1;
    }
    if (*period < least)
        *period = least;
    ring->fd = open_event((int)pid, type, *period, TS_ENABLE | PA_ENABLE | JITTER);
    if (ring->fd < 0 && errno == EACCES) {
        fprintf(stderr, "physical addresses are not recorded: CAP_PERFMON is needed\n");
        ring->fd = open_event((int)pid, type, *period, TS_ENABLE | JITTER);
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
