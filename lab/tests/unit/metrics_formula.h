/* SPDX-License-Identifier: MIT */
/* The tests' own reader of metrics' formulas: the words are the events, except SLOTS. */
#ifndef METRICS_FORMULA_H
#define METRICS_FORMULA_H

#include <libspe/spe.h>
#include <string.h>

#define FORMULA_EVENTS 8

/* Writes the events of a formula to names[][], each once, in the formula's order. Returns their number. */
static inline unsigned formula_events(const char *formula, char names[FORMULA_EVENTS][32])
{
    static const char first[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZr", more[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefr0123456789_";
    unsigned n = 0;
    for (formula += strcspn(formula, first); *formula; formula += strcspn(formula, first)) {
        const size_t length = strspn(formula, more);
        unsigned i = 0;
        memcpy(names[n], formula, length);
        names[n][length] = '\0';
        while (strcmp(names[i], names[n]) != 0)
            i++;
        n += i == n && strcmp(names[n], "SLOTS") != 0;
        formula += length;
    }
    return n;
}

#endif
