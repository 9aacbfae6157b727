/* SPDX-License-Identifier: MIT */
/*
 * Programs and libraries that were renamed between two profiles. A module that only the first profile has, and one that
 * only the second has, are the same if their build ids are equal, or if functions of the same names have at least half
 * of the samples of the module that has fewer; and if this is true of no other module.
 */
#ifndef DIFF_RENAMES_H
#define DIFF_RENAMES_H

#include "../profile/profile.h"

#define DIFF_RENAMES 4096 /* the most pairs of modules that are considered */

struct diff_renames {
    struct diff_rename {
        const char *was, *is;          /* the module's paths */
        const struct group *from, *to; /* while it is sought: its rows */
        uint64_t samples;              /* of functions of the same names, in the profile that has fewer */
        int is_chosen;                 /* while it is sought: no other pair has one of its modules */
    } * list;                          /* the caller frees it */
    size_t count, room;
};

/* Rows of one profile, sorted by diff_by_name() */
struct diff_rows {
    const struct profile *profile;
    struct group *rows[GROUPS_KINDS];
    size_t sizes[GROUPS_KINDS];
};

int diff_by_name(const void *a, const void *b);

/* Finds the renamed modules (*r is zero at first), and gives the rows of the first profile their new names, which stay
 * valid while the rows of both do. */
void diff_rename(struct diff_renames *r, struct diff_rows *a, const struct diff_rows *b);

#endif
