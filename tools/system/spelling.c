/* SPDX-License-Identifier: MIT */
/* See spelling.h. */
#include "spelling.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

unsigned spelling_distance(const char *a, const char *b, size_t len)
{
    unsigned d[SPELLING_MAX_SIZE][SPELLING_MAX_SIZE]; /* of the first i and k characters */
    const size_t n = strlen(a);
    if (n >= SPELLING_MAX_SIZE || len >= SPELLING_MAX_SIZE)
        return UINT_MAX;
    for (size_t i = 0; i <= n; i++) {
        for (size_t k = 0; k <= len; k++) {
            d[i][k] = (unsigned)(i + k);
            if (!i || !k)
                continue;
            const int same = lower(a[i - 1]) == lower(b[k - 1]);
            d[i][k] = least(d[i - 1][k - 1] + !same, least(d[i - 1][k], d[i][k - 1]) + 1);
            if (i > 1 && k > 1 && lower(a[i - 1]) == lower(b[k - 2]) && lower(a[i - 2]) == lower(b[k - 1]))
                d[i][k] = least(d[i][k], d[i - 2][k - 2] + 1);
        }
    }
    return d[n][len];
}

int spelling_is_same(const char *a, const char *b)
{
    for (;; a++, b++) {
        const int x = strchr(" -_", *a) && *a ? '-' : tolower((unsigned char)*a);
        const int y = strchr(" -_", *b) && *b ? '-' : tolower((unsigned char)*b);
        if (x != y)
            return 0;
        if (!x)
            return 1;
    }
}

void spelling_offer(struct spelling_names *n, const char *wanted, const char *name)
{
    const int is_part = *wanted && strstr(name, wanted);
    const unsigned distance = is_part ? 0 : spelling_distance(name, wanted, strlen(wanted));
    unsigned at = 0;
    for (unsigned i = 0; i < n->count; i++)
        if (strncmp(n->text[i], name, SPELLING_NAME_SIZE - 1) == 0)
            return;
    while (at < n->count && n->distance[at] <= distance)
        at++;
    if (at == SPELLING_NAMES)
        return;
    n->count += n->count < SPELLING_NAMES;
    for (unsigned i = n->count - 1; i > at; i--) {
        memcpy(n->text[i], n->text[i - 1], SPELLING_NAME_SIZE);
        n->distance[i] = n->distance[i - 1];
    }
    snprintf(n->text[at], SPELLING_NAME_SIZE, "%s", name);
    n->distance[at] = distance;
}
