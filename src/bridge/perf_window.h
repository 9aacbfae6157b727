/* SPDX-License-Identifier: MIT */
/* The file's bytes, and the error that ends reading. */
#ifndef SPE_PERF_WINDOW_H
#define SPE_PERF_WINDOW_H

#include "perf_state.h"

/* Makes at least n bytes at `offset` available at *bytes; n is at most 64 KiB. Returns the number of bytes, which is
 * below n only at the file's end, or a negative status. For a pipe, offsets must never decrease. */
SPE_INTERNAL int64_t spe_perf_look(struct perf_reader *r, struct spe_perf_window *w, uint64_t offset, size_t n,
                                   const uint8_t **bytes);

/* Ends reading with SPE_E_FORMAT, and keeps the reason. Returns SPE_E_FORMAT. */
SPE_INTERNAL int spe_perf_fail(struct perf_reader *r, const char *problem, uint64_t offset);

/* Returns the n bytes of the file at `offset`, or NULL if some are missing or cannot be read now. */
SPE_INTERNAL const uint8_t *spe_perf_peek(struct perf_reader *r, uint64_t offset, size_t n);

#endif
