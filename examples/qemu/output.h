/* SPDX-License-Identifier: MIT */
/*
 * The perf.data file that all threads write. Each call is whole: threads may make them at the same time. After a write
 * has failed nothing more is written, and output_end() says so.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stddef.h>

#include "setup.h"

struct output_thread {
    uint32_t index; /* the vCPU: perf's CPU */
    uint32_t pid, tid;
    uint64_t written; /* bytes of its stream so far */
};

int output_begin(const struct setup *setup); /* 0, or -1: it cannot be written */
void output_name(const struct output_thread *thread, uint64_t time);
void output_exit(const struct output_thread *thread, uint64_t time);
void output_bytes(struct output_thread *thread, const void *bytes, size_t size);

/* Says what is mapped where the guest's address is `address`, unless it has been said. `host` is where that is in this
 * process. */
void output_mapped(uint64_t address, uint64_t host, uint64_t time);

/* What is mapped may have changed: output_mapped() looks again. */
void output_maps_changed(void);

int output_end(void); /* 0, or -1: a write has failed */

#endif
