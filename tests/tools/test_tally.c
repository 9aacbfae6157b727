/* SPDX-License-Identifier: MIT */
/* The most frequent addresses: exact while they fit, orders, the error beyond; who touched them. */
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "tally.h"
#include "tap.h"

#define LIMIT 4096

static struct tally tally;

static void add(uint32_t space, uint64_t address, uint64_t cycles)
{
    const struct counted one = {.cycles = cycles};
    struct tally_entry *e = tally_count(&tally, space, address);
    if (e)
        counts_add(&e->counts, &one);
}

static int is_entry(const struct tally_entry *e, uint64_t address, uint64_t samples, uint64_t cycles)
{
    return e->address == address && e->counts.samples == samples && e->counts.cycles == cycles;
}

static void test_orders(void)
{
    tally_begin(&tally, LIMIT, 0);
    for (int i = 0; i < 3; i++)
        add(0, 7, 10);
    add(0, UINT64_MAX, 15); /* the larger address first */
    add(0, UINT64_MAX, 15);
    add(0, 0, 30);
    add(0, 0, 0);
    add(0, 5, 100);
    is(tally.used, 4, "four addresses");
    const struct tally_entry **list = tally_order(&tally, 1);
    ok(is_entry(list[0], 7, 3, 30) && is_entry(list[1], 0, 2, 30) && is_entry(list[2], UINT64_MAX, 2, 30) &&
           is_entry(list[3], 5, 1, 100),
       "by samples, the smaller address first where they are alike");
    free(list);
    list = tally_order(&tally, 0);
    ok(is_entry(list[0], 5, 1, 100) && is_entry(list[1], 7, 3, 30) && is_entry(list[2], 0, 2, 30) &&
           is_entry(list[3], UINT64_MAX, 2, 30),
       "by cycles, more samples first where they are alike");
    free(list);
    is(tally.error, 0, "exact");
    add(1, 7, 1);
    is(tally.used, 5, "the same address in another space is another one");
    tally_free(&tally);
    ok(tally_order(&tally, 0) == NULL, "nothing: no list");
}

/* As many as there is room for are exact; one more takes one from each, itself included. */
static void test_full(void)
{
    tally_begin(&tally, LIMIT, 1);
    for (uint64_t i = 0; i < LIMIT; i++)
        for (int k = 0; k < 2; k++)
            add(0, i * 4, 1);
    ok(tally.used == LIMIT && tally.error == 0, "as many as there is room for");
    add(0, 1, 5);
    ok(tally.error == 1 && tally.used == LIMIT, "one more: each may be too small by one, and all are still there");
    add(0, 1, 5);
    ok(tally.error == 2 && tally.used == 0, "and again: none is left");
    add(0, 1, 5);
    ok(tally.used == 1 && is_entry(&tally.entries[0], 1, 1, 5), "now it has room");
    tally_free(&tally);
}

/* Counts that are too small by `error` at most, whatever comes. */
static void test_bound(void)
{
    enum { HOT = 100, ALL = 400000 };
    static uint64_t counts[HOT];
    int bad = 0, found = 0;
    tally_begin(&tally, LIMIT, 0);
    for (unsigned i = 0; i < ALL; i++) {
        const unsigned hot = random_below(HOT);
        if (random_below(2))
            counts[hot]++, add(0, hot, 1);
        else
            add(0, HOT + (random_u64() >> 8), 1);
    }
    for (size_t i = 0; i < tally.used; i++) {
        const struct tally_entry *e = &tally.entries[i];
        if (e->address >= HOT)
            continue;
        found++;
        bad += e->counts.samples > counts[e->address] || e->counts.samples + tally.error < counts[e->address];
    }
    ok(tally.error > 0 && tally.error <= ALL / LIMIT, "the error is a share of all");
    ok(found == HOT && !bad, "each hot address is there, too few by that at most");
    tally_free(&tally);
}

static void test_touches(void)
{
    const struct counted load = {.load = 1}, store = {.store = 1};
    tally_begin(&tally, 2, 1);
    struct tally_touches *t = tally_count(&tally, 0, 64)->touches;
    tally_touch(t, 5, 3, 0, 0x10 + 0, &load);
    tally_touch(t, 5, 130, 8, 0x10 + 8, &store);
    tally_touch(t, 6, 3, 63, 0x10 + 63, &load);
    ok(t->n == 2 && t->by[0].who == 5 && t->by[0].loads == 1 && t->by[0].stores == 1 && t->by[0].read == 1 &&
           t->by[0].written == 256 && t->by[0].code == 0x18 && t->by[1].code == 0x10 + 63 &&
           t->by[1].read == UINT64_C(1) << 63,
       "who read and wrote which parts, by what code");
    is(tally_cores(t), 2, "at two cores");
    for (uint32_t who = 10; who < 18; who++)
        tally_touch(t, who, UINT32_MAX, 0, 0x10 + 0, &load);
    ok(t->n == TALLY_TOUCHERS && t->others == 2 && tally_cores(t) == 2, "more than there is room for are counted");
    tally_free(&tally);
}

/* What is swept out takes nothing from others, and leaves nothing to what comes in its place. */
static void test_sweep(void)
{
    const struct counted load = {.load = 1};
    tally_begin(&tally, 2, 1);
    tally_touch(tally_count(&tally, 0, 64)->touches, 1, 1, 1, 1, &load);
    tally_touch(tally_count(&tally, 0, 128)->touches, 2, 2, 2, 2, &load);
    tally_count(&tally, 0, 128);
    ok(tally_count(&tally, 0, 192) == NULL, "no room: all lose one");
    ok(tally.used == 1 && tally.entries[0].address == 128 && tally.entries[0].touches->n == 1 &&
           tally.entries[0].touches->by[0].who == 2,
       "what is left keeps what belongs to it");
    const struct tally_entry *new = tally_count(&tally, 0, 256);
    ok(new &&new->touches->n == 0, "what comes begins with nothing");
    tally_free(&tally);
}

int main(void)
{
    test_orders();
    test_full();
    test_bound();
    test_touches();
    test_sweep();
    return tap_done();
}
