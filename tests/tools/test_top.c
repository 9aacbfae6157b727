/* SPDX-License-Identifier: MIT */
/* The most frequent keys: exact while they fit, orders, the error beyond. */
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "tap.h"
#include "top.h"

static struct top top;
static struct top_entry out[TOP_KEYS];

static void begin(void)
{
    memset(&top, 0, sizeof top);
    top_init(&top);
}

static int is_entry(size_t i, uint64_t key, uint64_t count, uint64_t sum)
{
    return out[i].key == key && out[i].count == count && out[i].sum == sum;
}

static void test_orders(void)
{
    begin();
    for (int i = 0; i < 3; i++)
        top_add(&top, 7, 10);
    top_add(&top, 0, 29);
    top_add(&top, 0, 0);
    top_add(&top, UINT64_MAX, 15);
    top_add(&top, UINT64_MAX, 15);
    top_add(&top, 5, 100);
    is(top_select(&top, 0, out), 4, "four keys");
    ok(is_entry(0, 7, 3, 30) && is_entry(1, 0, 2, 29) && is_entry(2, UINT64_MAX, 2, 30) && is_entry(3, 5, 1, 100),
       "by count, the smaller key first where they are alike");
    is(top_select(&top, 1, out), 4, "the same");
    ok(is_entry(0, 5, 1, 100) && is_entry(1, 7, 3, 30) && is_entry(2, UINT64_MAX, 2, 30) && is_entry(3, 0, 2, 29),
       "by sum, the larger count first where they are alike");
    is(top.error, 0, "exact");
}

/* As many keys as there is room for are exact; one more takes one from each, itself included. */
static void test_full(void)
{
    begin();
    for (uint64_t key = 0; key < TOP_KEYS; key++)
        for (int i = 0; i < 2; i++)
            top_add(&top, key * 4, 1);
    ok(top.used == TOP_KEYS && top.error == 0 && top_select(&top, 0, out) == TOP_KEYS, "as many as there is room for");
    top_add(&top, 1, 5);
    is(top.error, 1, "one more: each count may be too small by one");
    is(top.used, TOP_KEYS, "all others are still there");
    is(top_select(&top, 0, out), TOP_KEYS, "... the new one is not");
    ok(out[0].count == 1 && out[0].sum == 2 && out[TOP_KEYS - 1].key == (TOP_KEYS - 1) * 4, "... less one each");
    top_add(&top, 1, 5);
    ok(top.error == 2 && top.used == 1 && top_select(&top, 0, out) == 1 && is_entry(0, 1, 1, 5), "now it has room");
}

/* Counts that are too small by `error` at most, whatever comes. */
static void test_bound(void)
{
    enum { HOT = 100, ALL = 400000 };
    static uint64_t counts[HOT];
    int bad = 0, found = 0;
    begin();
    for (unsigned i = 0; i < ALL; i++) {
        const unsigned hot = random_below(HOT);
        if (random_below(2))
            counts[hot]++, top_add(&top, hot, 1);
        else
            top_add(&top, HOT + (random_u64() >> 8), 1);
    }
    const size_t n = top_select(&top, 0, out);
    for (size_t i = 0; i < n; i++) {
        if (out[i].key >= HOT)
            continue;
        found++;
        bad += out[i].count > counts[out[i].key] || out[i].count + top.error < counts[out[i].key];
    }
    ok(top.error > 0 && top.error <= ALL / TOP_KEYS, "the error is a share of all");
    ok(found == HOT && !bad, "each hot key is there, too few by that at most");
}

int main(void)
{
    test_orders();
    test_full();
    test_bound();
    return tap_done();
}
