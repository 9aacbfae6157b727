/* SPDX-License-Identifier: MIT */
/* See spelling.h. */
#include "spelling.h"

#include <limits.h>
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
