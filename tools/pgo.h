/* SPDX-License-Identifier: MIT */
/* Profiles for tools that lay out programs anew: what spe-stat --format=bolt and --format=autofdo write. */
#ifndef PGO_H
#define PGO_H

#include <stdio.h>

#include "asked.h"
#include "branches.h"
#include "modules.h"
#include "spe_source.h"

enum pgo_format { PGO_NONE, PGO_BOLT, PGO_AUTOFDO };

struct pgo {
    struct branches branches; /* by the thread that counts */
    struct modules modules;   /* by the thread that reads; and: */
    enum pgo_format format;
    const char *module; /* --module; NULL: the program that ran */
    int takes_any_build;
    uint32_t files;
    int is_settled; /* the file's attributes are known, its samples follow */
    struct asked asked;
    int is_partial; /* some file is */
};

/* Another file's events follow. */
void pgo_begin(struct pgo *pgo);

/* Takes what a file says beside the samples (source_options.note). */
void pgo_note(void *pgo, const struct spe_perf_event *event);

/* Writes the profile. Returns TOOL_OK, or TOOL_FAILED after a message. */
int pgo_write(struct pgo *pgo, FILE *out);

#endif
