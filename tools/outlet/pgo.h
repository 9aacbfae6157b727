/* SPDX-License-Identifier: MIT */
/* Profiles for optimisers: what spe-stat --format=bolt, bolt-traces and autofdo write. */
#ifndef PGO_H
#define PGO_H

#include <stdio.h>

#include "../input/perf_settings.h"
#include "branches.h"
#include "../symbols/modules.h"
#include "../input/spe_source.h"

enum pgo_format { PGO_NONE, PGO_BOLT, PGO_BOLT_TRACES, PGO_AUTOFDO };

struct pgo {
    struct branches branches; /* used by the thread that counts */
    struct modules modules;   /* used by the thread that reads; also: */
    enum pgo_format format;
    const char *module; /* --module; NULL means the program that ran */
    int takes_any_build;
    uint32_t files;
    int is_settled; /* the file's attributes are known, and its samples follow */
    struct perf_settings settings;
    int is_partial; /* true of at least one file */
};

/* Begins another file. */
void pgo_begin(struct pgo *pgo);

/* Reads what a file records in addition to the samples (source_options.note). */
void pgo_note(void *pgo, const struct spe_perf_event *event);

/* Writes the profile. `processes` are those of its branches. Returns TOOL_OK, or TOOL_FAILED after a message. */
int pgo_write(struct pgo *pgo, const struct processes *processes, FILE *out);

#endif
