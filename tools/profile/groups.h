/* SPDX-License-Identifier: MIT */
/*
 * Counts by name: functions, inlined functions, source lines, data, programs, nodes of memory. Names, unlike addresses,
 * mean the same in other profiles of the same programs, so groups can be saved, merged and compared. They have all
 * samples, however many places there are: places that do not fit get their names before the end.
 */
#ifndef GROUPS_H
#define GROUPS_H

#include "../input/account.h"
#include "../symbols/name_table.h"
#include "places.h"

#define GROUPS_NO_NAME "[not known]" /* a place without a symbol; its module may be known */

enum {
    GROUPS_PROGRAMS,
    GROUPS_MODULES,
    GROUPS_FUNCTIONS,
    GROUPS_LINES,
    GROUPS_INLINED,
    GROUPS_DATA,
    GROUPS_NODES,
    GROUPS_KINDS
};

/* Names are kept whole. In a hostile file, many long names may share their bytes. Once a list has GROUPS_BYTES, the
 * middle of each further name that is longer than GROUPS_LONG is replaced by a hash of the whole name. */
#define GROUPS_BYTES (64u << 20)
#define GROUPS_LONG 1024

#define GROUPS_WAITING 4096

struct group {
    const char *name;  /* "work" */
    const char *where; /* "/usr/bin/prog", or "" */
    union {
        struct counts counts;
        struct total total;
    };
};

struct groups {
    struct group_list {
        struct name_table keys; /* keys "name GROUPS_MARK where", numbered like the rows */
        struct total *totals;
        size_t room;
        size_t bytes; /* of the keys */
    } lists[GROUPS_KINDS];
    struct places *places; /* groups_follow() */
    uint64_t *account;     /* ... the rows of modules and functions are counted here */
    struct groups_code {   /* code of the same names, one after another, that is not in the lists yet */
        struct place place;
        struct debug_info_inlined inlined; /* its name is NULL if nothing was */
        struct total total;
    } code;
    struct groups_waiting *waiting; /* program counters that were dropped and have no names yet, or NULL */
    size_t n_waiting;
};

#define GROUPS_MARK '\037'

/* The name of a group type ("functions"). */
const char *groups_kind(unsigned kind);

/* Adds counts, and their parts unless these are NULL, to a row, and makes the row if it is new. */
void groups_add(struct groups *g, unsigned kind, const char *name, const char *where, const struct counts *counts,
                const struct counts_parts *parts);

/* The number of a row, which is new if there is none of that name. */
uint32_t groups_row(struct groups *g, unsigned kind, const char *name, const char *where);

/* Adds a sample to a row. */
void groups_add_sample(struct groups *g, unsigned kind, uint32_t row, const struct sample *sample, int has_parts);

/* The name of a symbol in rows: "init", or "init#2" if the module has several of that name. The caller
 * frees it. */
char *groups_symbol(const char *symbol, uint32_t nth);

/* Whether a place's symbol has the name (symbol_name.h): "init" is all symbols of that name, "init#2" one of them. */
int groups_is_named(const char *name, const struct place *place);

/* From now on adds what the tables of program counters, threads and nodes drop, by names, on the thread that counts;
 * account has ACCOUNT_ROWS numbers. Program counters get their names GROUPS_WAITING at a time, in their order, which
 * takes less time. */
void groups_follow(struct groups *g, struct places *places, uint64_t *account);

/* Adds the final contents of these tables to the groups that follow them. */
void groups_add_places(struct places *places);

void groups_merge(struct groups *into, const struct groups *from);

/* Returns the rows of a group type, *n in number, those with the most cycles first. The caller frees them. */
struct group *groups_rows(const struct groups *g, unsigned kind, size_t *n);

#define GROUPS_UNNAMED 320

/* Returns the number of samples without a known function, or 0 if they are less than a tenth of `all`. Stores "have no
 * known function, most of them in MODULE" in text[GROUPS_UNNAMED] and what to do in *advice: NULL if another message
 * has said it, or lacks_threads and only a thread would have mappings. */
uint64_t groups_unnamed(const struct groups *g, uint64_t all, int lacks_threads, char *text, const char **advice);

/* Whether anything is known of a row: its name or its module. */
int groups_is_known(const struct group *row);

void groups_free(struct groups *g);

#endif
