/* SPDX-License-Identifier: MIT */
/* Bytes that a file has twice. */
#ifndef SPE_PERF_REPEATS_H
#define SPE_PERF_REPEATS_H

#include "perf_state.h"

/* The number of bytes at the beginning of the current buffer, whose bytes are at that file offset, that the stream's
 * last buffer has, too. A failed read is in r->status. */
SPE_INTERNAL uint64_t spe_perf_find_repeats(struct perf_reader *r, const struct spe_perf_last *last, uint64_t bytes_at);

#endif
