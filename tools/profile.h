/* SPDX-License-Identifier: MIT */
/* What spe-stat counts: all that a file's records say together, in constant memory. */
#ifndef PROFILE_H
#define PROFILE_H

#include <libspe/spe.h>

#include "spe_source.h"
#include "timeline.h"
#include "top.h"

#define PROFILE_PAGE UINT64_C(4096) /* bytes of a data page */

struct profile {
    const char *name; /* of the file */
    struct source_notes notes;
    int is_perf;
    uint64_t midr;  /* whose data sources they are; 0: not known */
    uint64_t other; /* samples of cores of another kind, or of none that is known */
    uint64_t bytes;
    int cut_off; /* a buffer ends inside a record */
    int is_filtered;
    spe_filter filter;
    struct spe_filter_counts kept;
    int is_checked; /* the rules of the architecture are held against records */
    spe_check check;
    uint64_t findings[SPE_RULES]; /* records that break a rule */
    struct spe_stats stats;
    struct spe_summary summary; /* of stats */
    struct top pcs, pages;
    int has_timeline; /* events are wanted by time */
    struct timeline timeline;
};

/* Decodes and counts all of the source, into a profile whose is_filtered, filter, is_checked, midr and has_timeline are
 * set and the rest is zero. Says what was lost. Returns TOOL_OK, or TOOL_FAILED after a message: what there is, up to
 * the fault, is counted. */
int profile_count(struct profile *profile, struct spe_source *source);

#endif
