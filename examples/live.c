/* SPDX-License-Identifier: MIT */
/*
 * live TID [PERIOD]: profiles a running thread with SPE, by Linux's perf_event_open(). A process's number is that of
 * its first thread. Once a second it prints the number of records, their operations, and losses. If the AUX area is
 * full, samples are lost and the kernel stops the event; live restarts it with twice the period. It ends with the
 * thread, or when interrupted.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "ring/ring.h"

enum { BATCH = 64 };

struct totals {
    uint64_t records, cut, loads_and_stores, branches, cycles;
};

static volatile sig_atomic_t is_over;

static void stop(int number)
{
    (void)number;
    is_over = 1;
}

static void add(struct totals *totals, const struct spe_record *records, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        totals->records++;
        totals->cut += (records[i].flags & SPE_RECORD_TRUNCATED) != 0;
        totals->loads_and_stores += records[i].op_class == SPE_CLASS_LOAD_STORE;
        totals->branches += records[i].op_class == SPE_CLASS_BRANCH;
        totals->cycles += records[i].total_latency;
    }
}

static void say(const struct totals *totals, const struct ring_counts *counts, uint64_t period)
{
    printf("%" PRIu64 " records, %" PRIu64 " cut off, %" PRIu64 " loads and stores, %" PRIu64 " branches, %" PRIu64
           " cycles; collisions %" PRIu64 ", stops %" PRIu64 ", bytes passed over %" PRIu64 "; period %" PRIu64 "\n",
           totals->records, totals->cut, totals->loads_and_stores, totals->branches, totals->cycles, counts->collisions,
           counts->truncated, counts->passed, period);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    static struct ring ring;
    struct spe_record records[BATCH];
    struct totals totals = {0};
    uint64_t period = argc > 2 ? strtoull(argv[2], NULL, 0) : 0;
    int has_ended = 0;
    if (ring_open(&ring, argv[1], &period) != 0)
        return 1;
    signal(SIGINT, stop);
    for (time_t said = time(NULL); !has_ended && !is_over;) {
        has_ended = ring_wait(&ring, 200);
        for (size_t n; (n = ring_read(&ring, records, BATCH)) > 0;)
            add(&totals, records, n);
        if (!has_ended)
            ring_resume(&ring, &period);
        if (time(NULL) != said) {
            said = time(NULL);
            say(&totals, &ring.counts, period);
        }
    }
    say(&totals, &ring.counts, period);
    ring_close(&ring);
    return 0;
}
