/* SPDX-License-Identifier: MIT */
/*
 * perf's AUX area, as include/uapi/linux/perf_event.h and kernel/events/ring_buffer.c document it: the kernel's side of
 * include/linux/perf_event.h, and a reader in user space. What the reader takes becomes events of a perf.data file.
 */
#ifndef SPE_LINUX_RING_H
#define SPE_LINUX_RING_H

#include <linux/perf_event.h>

/* What was taken: a PERF_RECORD_AUX, or the bytes after a PERF_RECORD_AUXTRACE. */
struct taken {
    int is_bytes;
    u64 offset, size, flags, time;
    unsigned char *bytes;
};

struct ring {
    unsigned char *bytes;
    u64 size, head, tail, wakeup, watermark;
    bool is_snapshot;
    bool wants_disable; /* perf's core disables the event as soon as interrupts are on */
    bool has_wrapped;   /* a snapshot's */
    void *area;         /* the driver's */
    struct perf_output_handle *handle;
    unsigned expected_flags; /* PARTIAL, COLLISION: what the syndrome said that the driver has read */
    u64 truncations, partials, collisions;
    struct taken *taken;
    size_t taken_count, told; /* taken[told] and later: AUX events that the reader has not seen */
    struct taken *waiting;
    size_t waiting_count;
};

int ring_init(struct ring *ring, unsigned pages, u64 watermark, bool is_snapshot);
void ring_free(struct ring *ring);

/* Whether the unit may write here: in the area, and not over bytes that the reader has not taken. */
bool ring_may_write(const struct ring *ring, const unsigned char *address, size_t size);

/* The stream offset of an address in the running session. */
u64 ring_offset(const struct ring *ring, const unsigned char *address);

void ring_read(struct ring *ring); /* the reader takes what is there; a snapshot: all there is */

#endif
