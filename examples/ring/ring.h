/* SPDX-License-Identifier: MIT */
/*
 * The rings of a Linux perf event with an AUX area, to records: what live.c and hot_pages.c have in common. The kernel
 * writes SPE bytes to the AUX area, and says in the event's own ring (AUX records) which bytes there are new and what
 * became of others. One thread reads; the kernel, or a test in its place, writes at the same time.
 */
#ifndef RING_H
#define RING_H

#include <libspe/spe.h>
#include <linux/perf_event.h>

enum { RING_COPY = 64 }; /* bytes of an event of the ring that are looked at */

/* What the kernel said so far */
struct ring_counts {
    uint64_t bytes;      /* of SPE, decoded */
    uint64_t collisions; /* AUX records with PERF_AUX_FLAG_COLLISION: the core dropped samples */
    uint64_t truncated;  /* ... _TRUNCATED: the AUX area was full, samples are lost, and the event has stopped */
    uint64_t partial;    /* ... _PARTIAL: a record is cut off */
    uint64_t passed;     /* bytes of the AUX area that no AUX record is about: the driver's padding, or lost records */
    uint64_t lost;       /* events that the ring had no room for */
};

struct ring {
    struct perf_event_mmap_page *page;
    uint8_t *data; /* the event's ring: page->data_size bytes, a power of two */
    uint8_t *aux;  /* the AUX area: page->aux_size bytes, a power of two */
    int fd;
    uint64_t from,
        to;     /* of the AUX area's bytes: what is still to be decoded; they count on, the remainder is the place */
    int is_cut; /* a record may be cut off at `to` */
    int is_elsewhere; /* `from` is not where the last bytes ended */
    int is_inside;    /* ... and may be inside a record: the AUX area was overwritten */
    uint64_t lost;    /* counts.lost when that was last so */
    uint64_t stops;   /* counts.truncated when the event was last started anew */
    struct ring_counts counts;
    spe_decoder decoder;
};

/* Begins to profile a thread, given by its number in digits (open.c): a process's first one has the process's number,
 * /proc/PID/task the others'; each has a ring of its own. A sample every *period operations, or every so many as the
 * core allows at least, which *period then says. 0; -1: it has said on standard error why not. */
int ring_open(struct ring *ring, const char *process, uint64_t *period);

/* Sets the period, unless it is 0, and starts the event if the kernel has stopped it. 0 or -1. */
int ring_restart(struct ring *ring, uint64_t period);

/* To be called again and again: if the kernel has stopped the event, as the AUX area was full, it goes on, with twice
 * the period. */
void ring_resume(struct ring *ring, uint64_t *period);

/* Waits until there is something to read, up to `milliseconds`. 0; -1: the thread has ended, and all is there. */
int ring_wait(struct ring *ring, int milliseconds);

void ring_close(struct ring *ring);

/* Makes the ring ready for its first byte: ring_open() has mapped the rest. */
void ring_begin(struct ring *ring);

/* Up to n records, n at least 1. 0: there is no more now. The kernel gets the space back as it is read. */
size_t ring_read(struct ring *ring, struct spe_record *out, size_t n);

#endif
