/* SPDX-License-Identifier: MIT */
/* Why a table of a profile has no rows. */
#ifndef WHY_EMPTY_H
#define WHY_EMPTY_H

/* The reason, in words, for the table with that key. */
const char *why_empty(const void *profile, const char *key);

#endif
