/* SPDX-License-Identifier: MIT */
/*
 * For live.c: reads records from the rings of a Linux perf event with an AUX area. The kernel writes
 * SPE bytes to the AUX area. AUX records in the event's own ring report new bytes and losses. One
 * thread reads; the kernel, or a test in its place, writes at the same time.
 */
#ifndef RING_H
#define RING_H

#include <libspe/spe.h>
#include <linux/perf_event.h>

enum { RING_COPY = 64 }; /* bytes of an event in the ring that are read */

/* What the kernel has reported so far */
struct ring_counts {
    uint64_t bytes;      /* decoded bytes of SPE */
    uint64_t collisions; /* AUX records with PERF_AUX_FLAG_COLLISION: the core dropped samples */
    uint64_t truncated;  /* ... _TRUNCATED: the AUX area was full, samples are lost, and the event has stopped */
    uint64_t partial;    /* ... _PARTIAL: a record is cut off */
    uint64_t passed;     /* bytes of the AUX area that no AUX record covers: the driver's padding, or lost records */
    uint64_t lost;       /* events that did not fit the ring */
};

struct ring {
    struct perf_event_mmap_page *page;
    uint8_t *data; /* the event's ring: page->data_size bytes, a power of two */
    uint8_t *aux;  /* the AUX area: page->aux_size bytes, a power of two */
    int fd;
    uint64_t from, to; /* bytes to be decoded; both only grow, and the remainder is the place in the area */
    int is_cut;        /* a record may be cut off at `to` */
    int is_elsewhere;  /* `from` is not where the last bytes ended */
    int is_inside;     /* ... and may be inside a record: the AUX area was overwritten */
    uint64_t lost;     /* counts.lost at the last check */
    uint64_t stops;    /* counts.truncated when the event was last restarted */
    struct ring_counts counts;
    spe_decoder decoder;
};

/* Begins to profile a thread, given by its number in digits (open.c). A process's first thread has the process's
 * number; /proc/PID/task lists the others. Each thread has its own ring. A sample is taken every *period operations; if
 * the core does not allow that, *period becomes the least interval that it allows. Returns 0, or -1 after a message on
 * standard error. */
int ring_open(struct ring *ring, const char *process, uint64_t *period);

/* Sets the period, unless it is 0, and starts the event if the kernel has stopped it. Returns 0 or -1. */
int ring_restart(struct ring *ring, uint64_t period);

/* Call this repeatedly: if the kernel has stopped the event, because the AUX area was full, it is restarted with twice
 * the period. */
void ring_resume(struct ring *ring, uint64_t *period);

/* Waits until there is something to read, up to `milliseconds`. Returns 0, or -1 if the thread has ended and everything
 * can be read. */
int ring_wait(struct ring *ring, int milliseconds);

void ring_close(struct ring *ring);

/* Makes the ring ready for its first byte: ring_open() has mapped the rest. */
void ring_begin(struct ring *ring);

/* Reads up to n records, where n is at least 1. Returns 0 if there are no more now. The kernel gets the space back as
 * it is read. */
size_t ring_read(struct ring *ring, struct spe_record *out, size_t n);

#endif
