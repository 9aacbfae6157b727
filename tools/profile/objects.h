/* SPDX-License-Identifier: MIT */
/*
 * Counts data by object: each symbol by itself, however close its neighbours are, and what no symbol has by its
 * mapping. The rows are those of the groups; what an address is of is looked up once for its neighbours.
 */
#ifndef OBJECTS_H
#define OBJECTS_H

#include "groups.h"

#define OBJECTS_SHIFT 13 /* binary logarithm of the number of ranges of addresses whose rows are kept */

#define OBJECTS_ANONYMOUS "[anonymous]" /* the row of memory that is mapped from no file and has no name */

struct objects {
    struct groups *groups; /* whose places have the samples */
    struct objects_range {
        uint64_t from, to;
        uint32_t space, row;
    } kept[2][1 << OBJECTS_SHIFT]; /* by page, of ranges of half a page and more; by cache line */
    size_t old_maps;               /* mappings of earlier files */
};

/* Call it after groups_follow() and processes_begin_file(). */
void objects_begin_file(struct objects *o, struct groups *groups);

/* Call it when mappings have come. */
void objects_forget(struct objects *o);

/* What an object that no symbol has is called: its mapping ("[heap]"), OBJECTS_ANONYMOUS, or GROUPS_NO_NAME. */
const char *objects_mapping(const struct place *place);

/* Counts n samples. Samples without a data address are left out, and so are samples of a file of which no mapping is
 * known yet. */
void objects_add(void *objects, const struct sample *samples, size_t n);

#endif
