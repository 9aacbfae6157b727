/* SPDX-License-Identifier: MIT */
/* The most frequent addresses: exact while they fit; their order; the error if they do not fit; who touched them. */
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "profile/tally.h"
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
       "by samples; of equal ones the smaller address first");
    free(list);
    list = tally_order(&tally, 0);
    ok(is_entry(list[0], 5, 1, 100) && is_entry(list[1], 7, 3, 30) && is_entry(list[2], 0, 2, 30) &&
           is_entry(list[3], UINT64_MAX, 2, 30),
       "by cycles; of equal ones the one with more samples first");
    free(list);
    is(tally.error, 0, "exact");
    add(1, 7, 1);
    is(tally.used, 5, "the same address in another space is another one");
    tally_free(&tally);
    ok(tally_order(&tally, 0) == NULL, "nothing counted: no list");
}

/* As many as fit are exact; one more reduces each by one, including itself. */
static void test_full(void)
{
    tally_begin(&tally, LIMIT, sizeof(struct tally_touches));
    for (uint64_t i = 0; i < LIMIT; i++)
        for (int k = 0; k < 2; k++)
            add(0, i * 4, 1);
    ok(tally.used == LIMIT && tally.error == 0, "as many as fit");
    add(0, 1, 5);
    ok(tally.error == 1 && tally.used == LIMIT, "one more: each may be too small by one, and all are still listed");
    add(0, 1, 5);
    ok(tally.error == 2 && tally.used == 0, "another one: none is left");
    add(0, 1, 5);
    ok(tally.used == 1 && is_entry(&tally.entries[0], 1, 1, 5), "now there is room");
    tally_free(&tally);
}

/* Counts are too small by at most `error`, for any input. */
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
    ok(found == HOT && !bad, "each hot address is listed, too small by at most that error");
    tally_free(&tally);
}

static void test_touches(void)
{
    const struct counted load = {.reads = 1}, store = {.writes = 1};
    tally_begin(&tally, 2, sizeof(struct tally_touches));
    struct tally_touches *t = tally_count(&tally, 0, 64)->touches;
    tally_touch(t, 5, 3, 0, 0x10 + 0, 0, &load);
    tally_touch(t, 5, 130, 8, 0x10 + 8, 0, &store);
    tally_touch(t, 6, 3, 63, 0x10 + 63, 0, &load);
    ok(t->n == 2 && t->by[0].who == 5 && t->by[0].loads == 1 && t->by[0].stores == 1 && t->by[0].read == 1 &&
           t->by[0].written == 256 && t->by[0].code == 0x18 && t->by[1].code == 0x10 + 63 &&
           t->by[1].read == UINT64_C(1) << 63,
       "who read and wrote which parts, by what code");
    is(tally_cores(t), 2, "on two cores");
    const struct counted atomic = {.load = 1, .reads = 1, .writes = 1, .atomic = 1};
    tally_touch(t, 7, 3, 2, 0x20, 0, &load);
    tally_touch(t, 7, 3, 4, 0x24, 0, &atomic);
    ok(t->by[2].loads == 2 && t->by[2].stores == 1 && t->by[2].atomics == 1 && t->by[2].read == 20 &&
           t->by[2].written == 16 && t->by[2].code == 0x24,
       "an atomic reads and writes");
    for (uint32_t who = 10; who < 17; who++)
        tally_touch(t, who, UINT32_MAX, 0, 0x10 + 0, 0, &load);
    ok(t->n == TALLY_TOUCHERS && t->others == 2 && tally_cores(t) == 2, "more than fit are counted");
    tally_free(&tally);
}

/* Removing an address does not change others, and its replacement starts with no details. */
static void test_sweep(void)
{
    const struct counted load = {.reads = 1};
    tally_begin(&tally, 2, sizeof(struct tally_touches));
    tally_touch(tally_count(&tally, 0, 64)->touches, 1, 1, 1, 1, 0, &load);
    tally_touch(tally_count(&tally, 0, 128)->touches, 2, 2, 2, 2, 0, &load);
    tally_count(&tally, 0, 128);
    ok(tally_count(&tally, 0, 192) == NULL, "no room: all are reduced by one");
    ok(tally.used == 1 && tally.entries[0].address == 128 && tally.entries[0].touches->n == 1 &&
           tally.entries[0].touches->by[0].who == 2,
       "the others keep their details");
    const struct tally_entry *new = tally_count(&tally, 0, 256);
    ok(new &&new->touches->n == 0, "a new address begins with no details");
    tally_free(&tally);
}

static uint64_t dropped;

static void drop(void *context, const struct tally_entry *e)
{
    *(uint64_t *)context += e->counts.samples;
}

/* What the table loses is counted, and passed on: with what it has, it is everything. */
static void test_lost(void)
{
    enum { ALL = 10000 };
    uint64_t here = 0, without_room = 0;
    tally_begin(&tally, 16, 0);
    tally.drop = drop, tally.context = &dropped;
    for (unsigned i = 0; i < ALL; i++) {
        const struct counted one = {0};
        struct tally_entry *e = tally_count(&tally, 0, random_below(4) ? random_below(8) : random_below(100));
        without_room += !e;
        if (e)
            counts_add(&e->counts, &one);
    }
    for (size_t i = 0; i < tally.used; i++)
        here += tally.entries[i].counts.samples;
    ok(dropped > 0 && without_room > 0 && here > 0, "some are dropped, some find no room, some stay");
    is(tally.lost, dropped + without_room, "what is in no entry");
    is(here + tally.lost, ALL, "... and what is in one");
    tally_clear(&tally);
    is(tally.lost, 0, "nothing, of nothing");
    tally_free(&tally);
}

int main(void)
{
    test_orders();
    test_full();
    test_bound();
    test_touches();
    test_sweep();
    test_lost();
    return tap_done();
}
