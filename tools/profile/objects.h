/* SPDX-License-Identifier: MIT */
/*
 * Counts data by object: each symbol by itself, however close its neighbours are, and what no symbol has by its
 * mapping. A table of exact addresses collects samples. When it is full, and at the end, its addresses get their
 * names, in their order, so the counts of an object never depend on how many addresses there are.
 */
#ifndef OBJECTS_H
#define OBJECTS_H

#include "groups.h"
#include "places.h"

#define OBJECTS_ADDRESSES 4096 /* at once */

#define OBJECTS_ANONYMOUS "[anonymous]" /* the row of memory that is mapped from no file and has no name */

struct objects {
    struct tally addresses;
    size_t old_maps; /* mappings of earlier files */
};

/* Returns 0, or -1 if memory runs out. */
int objects_begin(struct objects *o);

/* Call it after processes_begin_file(). */
void objects_begin_file(struct objects *o, const struct places *places);

/* What an object that no symbol has is called: its mapping ("[heap]"), OBJECTS_ANONYMOUS, or GROUPS_NO_NAME. */
const char *objects_mapping(const struct place *place);

/* Counts a sample. Samples without a data address are left out, and so are samples of a file of which no mapping is
 * known yet. */
void objects_add(struct objects *o, struct places *places, struct groups *groups, const struct sample *sample,
                 const struct counted *one);

/* Names the counted objects, and adds them to the groups. */
void objects_settle(struct objects *o, struct places *places, struct groups *groups);

#endif
