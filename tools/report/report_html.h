/* SPDX-License-Identifier: MIT */
/* Writes tables and names as HTML. */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include "report_cells.h"

#define REPORT_PAGE_WIDTH 90 /* of a name on the page */

/* Writes a section with the table; nothing if it has no rows. */
void report_html(FILE *out, const struct report_rows *table);

/* Writes a name as HTML, elided, with the whole as its tooltip. `at` is a position that stays visible (elide.h). */
void report_escape_name(FILE *out, const char *name, size_t at);

/* Writes text as HTML: escapes characters with a meaning in HTML and, as \xNN, control characters and bytes that are
 * not UTF-8. */
void report_escape(FILE *out, const char *text);

#endif
