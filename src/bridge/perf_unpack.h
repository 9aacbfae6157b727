/* SPDX-License-Identifier: MIT */
/* Events in compressed events (perf record -z). */
#ifndef SPE_PERF_UNPACK_H
#define SPE_PERF_UNPACK_H

#include "perf_state.h"

/* Whether the kind is that of compressed events, and the caller has provided a function that decompresses them. */
SPE_INTERNAL int spe_perf_is_packed(const struct perf_reader *r, uint32_t kind);

/* Begins to decompress an event of `size` bytes at the file offset `at`; its first 16 bytes are at `event`. Returns
 * SPE_OK or a status. */
SPE_INTERNAL int spe_perf_begin_packed(struct perf_reader *r, struct spe_perf_unpacked *u, const uint8_t *event,
                                       uint64_t at, size_t size);

/* Finds the next event that ends in the current compressed event, which is read through *w. Returns its size, or 0 if
 * no further event ends there, or a status. */
SPE_INTERNAL int64_t spe_perf_unpack(struct perf_reader *r, struct spe_perf_unpacked *u, struct spe_perf_window *w,
                                     const uint8_t **event);

#endif
