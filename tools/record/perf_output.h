/* SPDX-License-Identifier: MIT */
/*
 * The perf.data file that all threads write. Each call is complete: threads may make calls at the same time. After a
 * failed write nothing more is written; shared_buffers.h has the error.
 */
#ifndef PERF_OUTPUT_H
#define PERF_OUTPUT_H

#include <stddef.h>

#include "setup.h"

struct output_thread {
    uint32_t index; /* the vCPU: perf's CPU */
    uint32_t pid, tid;
    uint64_t written; /* bytes of its stream so far */
};

int output_begin(const struct setup *setup); /* keeps `setup`; returns 0, or -1 if it cannot be written */
void output_name(const struct output_thread *thread, uint64_t time);
void output_exit(const struct output_thread *thread, uint64_t time);
void output_bytes(struct output_thread *thread, const void *bytes, size_t size);

/* Records the mapping at the guest's address `address`, unless it has been recorded. `host` is the same place in this
 * process. */
void output_mapped(uint64_t address, uint64_t host, uint64_t time);

/* Records memory of the guest that has no file: "[heap]" or the like, "//anon". Mappings are of whole pages. */
void output_data(uint64_t address, uint64_t size, const char *name, uint64_t time);

/* Call it if mappings may have changed: output_mapped() then looks again. */
void output_maps_changed(void);

void output_end(void); /* Completes the file, unless a write has failed. */

#endif
