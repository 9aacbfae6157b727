/* SPDX-License-Identifier: MIT */
/* Writes tables for people. On a terminal no row is wider than it: columns are left out, the least important first. */
#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include "report_cells.h"

struct report_style {
    unsigned terminal; /* columns of the terminal; 0: no terminal */
    int groups_digits; /* large numbers get commas: 12,345 */
    int is_coloured;   /* bold titles, and colours for large shares */
};

/* Writes the table; nothing if it has no rows. Returns the number of columns that were left out. */
unsigned report_text(FILE *out, const struct report_rows *table, const struct report_style *style);

/* The width of a name in the first column. */
size_t report_text_name_width(const struct report_style *style);

/* Writes words in lines of at most `width` characters, from column `at` on; further lines begin with blanks. */
void report_text_wrap(FILE *out, const char *text, unsigned at, unsigned indent, unsigned width);

/* The same, with a mark at the end of each line but the last one. */
void report_text_break(FILE *out, const char *text, const char *mark, unsigned at, unsigned indent, unsigned width);

/* Writes a text in lines of at most `width` characters, each of which begins with `indent` blanks. */
void report_text_fold(FILE *out, const char *text, unsigned indent, unsigned width);

#endif
