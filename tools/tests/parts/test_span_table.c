/* SPDX-License-Identifier: MIT */
/* The innermost of many ranges, against looking at all of them. */
#include "symbols/span_table.h"

#include "random.h"
#include "tap.h"

enum { RANGES = 12, ADDRESSES = 40, ROUNDS = 3000 };

/* The range that starts last, then the one that ends first, then the one of the highest rank, then the first added. */
static uint32_t innermost(const struct span *ranges, uint64_t address)
{
    uint32_t best = SPAN_TABLE_NONE;
    for (uint32_t i = 0; i < RANGES; i++) {
        const struct span *r = &ranges[i], *b = best == SPAN_TABLE_NONE ? NULL : &ranges[best];
        if (address < r->from || address >= r->to)
            continue;
        if (!b || r->from > b->from || (r->from == b->from && r->to < b->to) ||
            (r->from == b->from && r->to == b->to && r->rank > b->rank))
            best = i;
    }
    return best;
}

int main(void)
{
    int wrong = 0, found = 0, nested = 0, overlaps = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct span ranges[RANGES];
        struct span_table t = {0};
        for (uint32_t i = 0; i < RANGES; i++) {
            const uint64_t from = random_below(ADDRESSES);
            ranges[i] = (struct span){from, from + random_below(ADDRESSES - (unsigned)from + 1), random_below(3), i};
            span_table_add(&t, &ranges[i]);
        }
        span_table_settle(&t);
        for (size_t i = 1; i < t.count; i++)
            overlaps += t.spans[i].from < t.spans[i - 1].to;
        for (uint64_t address = 0; address <= ADDRESSES; address++) {
            const uint32_t want = innermost(ranges, address);
            const struct span *span = span_table_find(&t, address);
            wrong += want != (span ? span->value : SPAN_TABLE_NONE);
            found += span != NULL;
            nested += span && span->from > ranges[span->value].from;
        }
        span_table_free(&t);
    }
    is(wrong, 0, "each address has the innermost range");
    is(overlaps, 0, "no two pieces overlap");
    ok(found > ROUNDS * 10 && nested > ROUNDS, "there were ranges to find, and such that go on after an inner one");
    return tap_done();
}
