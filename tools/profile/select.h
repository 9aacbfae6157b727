/* SPDX-License-Identifier: MIT */
/*
 * Chooses samples by --pid, --time, --op, --symbol and the like. A sample must match one value of each option that is
 * given. The options are rows: how a value is read, and whether a sample matches it.
 */
#ifndef SELECT_H
#define SELECT_H

#include "../system/options.h"
#include "../system/spelling.h"
#include "places.h"

enum {
    SELECT_PID,
    SELECT_TID,
    SELECT_COMM,
    SELECT_CPU,
    SELECT_TIME,
    SELECT_ADDR,
    SELECT_PC,
    SELECT_DATA,
    SELECT_OP,
    SELECT_EVENT,
    SELECT_SOURCE,
    SELECT_SYMBOL,
    SELECT_DSO,
    SELECT_LINE,
    SELECT_OPTIONS
};

#define SELECT_VALUES 32    /* the most values of an option */
#define SELECT_PLACES 32768 /* addresses whose names are kept */

/* Facts that options need and samples may lack */
enum { SELECT_THREAD, SELECT_CORE, SELECT_CLOCK, SELECT_FACTS };

/* A range of numbers, both ends included; or a word */
struct select_value {
    uint64_t first, last;
    const char *word; /* NULL: the range */
};

struct select {
    struct select_values {
        struct select_value list[SELECT_VALUES];
        unsigned n;
        const char *option; /* its name, if it is given */
        uint64_t alone;     /* samples that match this option, until the first one that matches all */
        struct spelling_names hints;
    } values[SELECT_OPTIONS];
    int is_used; /* at least one option is given */
    struct select_place {
        uint64_t address;
        uint32_t space, matches; /* matches: bits of options; 0: none is kept */
    } places[SELECT_PLACES];
    uint64_t kept;                   /* samples that are wanted */
    uint64_t dropped;                /* samples that are not wanted */
    uint64_t unjudged[SELECT_FACTS]; /* ... because an option needs this fact, which is not known */
};

/* The options, for tool_options(). */
struct option_list select_options(struct select *s);

/* Whether the sample, of a core with that MIDR_EL1, is wanted. */
int select_keeps(struct select *s, struct places *places, const struct sample *sample, uint64_t midr);

/* If samples were read but no sample matches all options: prints a message for each option that no sample matches, with
 * names that samples have. If each option has matches, says that no sample matches all. */
void select_hint(struct select *s, struct places *places);

#endif
