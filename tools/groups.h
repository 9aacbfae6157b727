/* SPDX-License-Identifier: MIT */
/*
 * Counts by name: functions, source lines, data, programs. Names mean the same in other profiles of the same programs,
 * as addresses do not: groups can be saved, merged and compared.
 */
#ifndef GROUPS_H
#define GROUPS_H

#include "names.h"
#include "places.h"

#define GROUPS_NO_NAME "[not known]" /* of code of which the module alone is known */

enum { GROUPS_PROGRAMS, GROUPS_FUNCTIONS, GROUPS_LINES, GROUPS_DATA, GROUPS_KINDS };

#define GROUPS_NAME_MAX 1024 /* bytes of a name, and of where it is: what is longer is cut */

struct group {
    const char *name;  /* "work" */
    const char *where; /* "/usr/bin/prog", or "" */
    struct counts counts;
};

struct groups {
    struct group_list {
        struct names keys; /* name, GROUPS_MARK, where: their numbers are those of the rows */
        struct counts *counts;
        size_t room;
        uint64_t dropped; /* samples of rows for which there was no memory */
    } lists[GROUPS_KINDS];
};

#define GROUPS_MARK '\037'

/* The name of a kind ("functions"). */
const char *groups_kind(unsigned kind);

/* Adds counts to a row, which may be new. */
void groups_add(struct groups *g, unsigned kind, const char *name, const char *where, const struct counts *counts);

/* Adds what is known of all places, by their names. */
void groups_add_places(struct groups *g, struct places *places);

void groups_merge(struct groups *into, const struct groups *from);

/* Rows of a kind, *n of them, those with the most cycles first. The caller frees them; NULL: there are none. */
struct group *groups_rows(const struct groups *g, unsigned kind, size_t *n);

void groups_free(struct groups *g);

#endif
