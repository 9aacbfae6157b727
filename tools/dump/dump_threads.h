/* SPDX-License-Identifier: MIT */
/* The threads of records, from what perf.data records in addition to them. */
#ifndef DUMP_THREADS_H
#define DUMP_THREADS_H

#include "../symbols/processes.h"
#include "../system/bytes.h"
#include "../table/record_thread.h"

struct dump_threads {
    struct thread_finder finder;
    struct processes processes; /* of this file */
    struct name_table names;    /* of all files, as they are shown: the numbers of finder.names */
    struct bytes numbers;       /* by the number of a name in `processes`: its number in finder.names, 32 bits */
    struct bytes text, ends;    /* finder.names */
    int has_news;               /* there were events since dump_threads_settle() */
};

/* Begins a file; *t is zero before the first one. Raw bytes have no threads. */
void dump_threads_begin(struct dump_threads *t, int is_perf);

/* Takes an event of perf.data; dump_threads_settle() then makes it known to the finder. No other thread may use the
 * finder meanwhile. */
void dump_threads_take(struct dump_threads *t, const struct spe_perf_event *event);
void dump_threads_settle(struct dump_threads *t);

void dump_threads_free(struct dump_threads *t);

#endif
