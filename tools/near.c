/* SPDX-License-Identifier: MIT */
/* See near.h. */
#include "near.h"

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

unsigned near_distance(const char *a, const char *b, size_t len)
{
    unsigned d[NEAR_MAX_SIZE][NEAR_MAX_SIZE]; /* of the first i and k characters */
    const size_t n = strlen(a);
    if (n >= NEAR_MAX_SIZE || len >= NEAR_MAX_SIZE)
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
