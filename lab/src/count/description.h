/* SPDX-License-Identifier: MIT */
/* Reads a formula of a description word by word. */
#ifndef SPE_DESCRIPTION_H
#define SPE_DESCRIPTION_H

#include <libspe-lab/metrics.h>

#include "../base/internal.h"

/* A word of a formula. `kind` is 'e' for an event's name, 's' for SLOTS, '0' for a number, the sign itself for an
 * operator or parenthesis, 0 at the end, and '?' for anything else, which no formula has. */
struct formula_word {
    const char *text;
    size_t size;
    char kind;
};

/* Reads the first word. Returns what follows it, or NULL at the end. */
SPE_INTERNAL const char *spe_formula_take(const char *formula, struct formula_word *word);

/* Whether a word is the whole name. */
SPE_INTERNAL int spe_formula_is(const struct formula_word *word, const char *name);

/* Whether a formula has the word; if `end` is not NULL, only the words before `end` count. */
SPE_INTERNAL int spe_formula_has(const char *formula, const char *end, const struct formula_word *word);

/* The number of the event that a word names, or SPE_E_NAME. */
SPE_INTERNAL int spe_formula_event(const struct spe_telemetry *telemetry, const struct formula_word *word);

#endif
