/* SPDX-License-Identifier: MIT */
/* The parts of a file before and after the events. */
#ifndef SPE_PERF_HEADER_H
#define SPE_PERF_HEADER_H

#include "perf_state.h"

/* Reads the file's header. Returns SPE_OK or a status. */
SPE_INTERNAL int spe_perf_open(struct perf_reader *r);

/* Interpret a pipe's HEADER_ATTR and HEADER_FEATURE events: the body of the first; the second as SPE_PERF_OTHER. */
SPE_INTERNAL int spe_perf_take_attr(struct perf_reader *r, const uint8_t *body, size_t size,
                                    struct spe_perf_event *out);
SPE_INTERNAL void spe_perf_take_feature(struct perf_reader *r, struct spe_perf_event *out);

/* Reads an attribute of `size` bytes, all of which are available. */
SPE_INTERNAL void spe_perf_read_attr(const struct perf_reader *r, const uint8_t *attr, size_t size,
                                     struct spe_perf_event *out);

/* Reads the next of the file's attributes. Returns 1, or 0 at the end. */
SPE_INTERNAL int spe_perf_next_attr(struct perf_reader *r, struct spe_perf_event *out);

/* Moves to the first event. Returns SPE_OK or a status. */
SPE_INTERNAL int spe_perf_begin_data(struct perf_reader *r);

/* Reads the next of the file's features. Returns 1, or 0 at the end. */
SPE_INTERNAL int spe_perf_next_feature(struct perf_reader *r, struct spe_perf_event *out);

/* Reads the next of the file's build ids. Returns 1, or 0 at the end. */
SPE_INTERNAL int spe_perf_next_build_id(struct perf_reader *r, struct spe_perf_event *out);

/* Whether the layout of a kernel event's end is known, if attributes have some. */
SPE_INTERNAL int spe_perf_knows_id(const struct perf_reader *r, const uint8_t *event, size_t size);

/* Reads the end of a kernel event of `size` bytes: pid, tid, time and cpu. Returns the bytes that these take. */
SPE_INTERNAL size_t spe_perf_take_sample_id(const struct perf_reader *r, const uint8_t *event, size_t size,
                                            struct spe_perf_event *out);

#endif
