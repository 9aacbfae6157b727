/* SPDX-License-Identifier: MIT */
/* Reads what the reader took, as perf.data, and compares it with the samples that were written. */
#ifndef SPE_LINUX_READ_BACK_H
#define SPE_LINUX_READ_BACK_H

#include "machine.h"
#include "ring.h"

/* Checks the area of a snapshot: it has the newest records, complete. Call it after ring_read(). */
void read_back_snapshot(const struct ring *ring, const struct core *core);

/* Returns how many records were read. `file`, if it is not NULL, gets the perf.data. */
u64 read_back(const struct ring *rings, unsigned count, const struct core *core, bool is_by_thread, const char *file);

#endif
