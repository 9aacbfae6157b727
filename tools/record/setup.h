/* SPDX-License-Identifier: MIT */
/* What spe-record passes to the plugin: arguments NAME=VALUE of qemu's -plugin, with hexadecimal numbers. */
#ifndef SETUP_H
#define SETUP_H

#include <stdint.h>

#include <libspe/perf_data.h>

#include "core.h"

struct setup {
    const struct core *core;
    struct a64_core vectors;
    uint64_t pmsirr, pmscr, pmsfcr, pmsevfr, pmsnevfr, pmslatfr, pmsdsfr, pmblimitr; /* pmblimitr: FM alone */
    uint64_t config[5];                                                              /* of perf's event, for the file */
    uint64_t period;                                                                 /* of perf's event, for the file */
    uint64_t buffer; /* bytes of a thread's buffer, a multiple of 4096 */
    uint64_t seed;
    uint64_t out;    /* file descriptor of perf.data */
    uint64_t counts; /* file descriptor of the full counts; 0: none are wanted */
    uint64_t shared; /* file descriptor of the memory for buffers: shared_buffers.h */
    char command[16];
};

/* Reads one argument. Returns whether it is valid. */
int setup_read(struct setup *setup, const char *argument);

/* Writes all arguments, each after a comma, as qemu accepts them after the plugin's name. Returns the length, which is
 * less than cap, or 0. */
int setup_write(const struct setup *setup, char *out, unsigned cap);

/* For the plugin: returns zeroed memory. If none is left, it prints a message and kills the process, so that
 * spe-record completes the file. */
void *setup_memory(size_t n, size_t size);

/* Sets what the file records about the event and its clock: a tick is a cycle of the model, which the file declares to
 * be a nanosecond. */
void setup_file(const struct setup *setup, struct spe_perf_writer_config *out);

#endif
