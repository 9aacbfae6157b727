/* SPDX-License-Identifier: MIT */
/*
 * The order in which an instruction accesses its data, as far as samples show it.
 *
 * Between two samples of an instruction it runs about as often as the interval has operations. So a walk through an
 * array takes that many steps from one sample to the next. If the array has fewer, the addresses of samples jump about,
 * or seem to rise or fall: the order is not visible. An order is only stated if a walk in the steps that the distances
 * show would be seen.
 */
#ifndef ORDER_H
#define ORDER_H

#include "../profile/places.h"

/* Bytes. Each instruction of an unrolled loop, and of memcpy(), steps over a cache line or two, and together they use
 * all of it. */
#define ORDER_WIDE 256

enum order_way { ORDER_FEW, ORDER_HIDDEN, ORDER_RISING, ORDER_FALLING, ORDER_SCATTERED };

struct order {
    enum order_way way;
    int is_wide;       /* neighbouring accesses are ORDER_WIDE or more apart */
    uint64_t step;     /* if it is hidden: bytes of which all distances are about a multiple; 0 if not known */
    uint64_t interval; /* at which the order is visible; 0 if not known, or if it is visible */
    int is_fixed;      /* the intervals between the samples do not vary, which hides it */
};

/* `interval` is the mean number of operations between two samples; 0 if not known. */
struct order order_of(const struct site *site, double interval);

/* Writes "; rising addresses, in steps of 256 bytes or more" to text[]; "" if there are too few. Returns text. */
const char *order_text(const struct order *order, char *text, size_t cap);

#endif
