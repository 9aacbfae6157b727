/* SPDX-License-Identifier: MIT */
/* See counts.h. */
#include "counts.h"

#include <libspe/op.h>

#include "../system/numbers.h"

static const struct {
    uint64_t of, in; /* events: the ratio is the share with `in` among the samples with `of` */
    int is_branch;   /* branches only */
} ratios[COUNTS_RATIOS] = {
    [COUNTS_L1D_REFILL] = {UINT64_C(1) << SPE_EVENT_L1D_ACCESS, UINT64_C(1) << SPE_EVENT_L1D_REFILL, 0},
    [COUNTS_TLB_WALK] = {UINT64_C(1) << SPE_EVENT_TLB_ACCESS, UINT64_C(1) << SPE_EVENT_TLB_WALK, 0},
    [COUNTS_LL_MISS] = {UINT64_C(1) << SPE_EVENT_LL_ACCESS, UINT64_C(1) << SPE_EVENT_LL_MISS, 0},
    [COUNTS_MISPREDICTED] = {UINT64_C(1) << SPE_EVENT_RETIRED, UINT64_C(1) << SPE_EVENT_MISPREDICTED, 1},
};

struct counted counts_of(const struct spe_record *r, uint64_t midr)
{
    const uint32_t has = r->present;
    const uint64_t events = has & SPE_HAS_EVENTS ? r->events : 0;
    const int is_branch = has & SPE_HAS_OPERATION && r->op_class == SPE_CLASS_BRANCH;
    struct spe_op op = {0};
    struct counted one = {.cycles = has & SPE_HAS_TOTAL_LATENCY ? r->total_latency : 0};
    struct spe_data_source source;
    if (has & SPE_HAS_OPERATION)
        spe_op_decode(r->op_class, r->op_payload, &op);
    for (unsigned i = 0; i < COUNTS_RATIOS; i++)
        if (events & ratios[i].of && (is_branch || !ratios[i].is_branch))
            one.ratios |= (events & ratios[i].in ? 3u : 1u) << 2 * i;
    one.store = (uint8_t)spe_op_is_store(&op);
    one.load = (uint8_t)spe_op_is_load(&op);
    one.atomic = op.atomic;
    one.reads = one.load | one.atomic;
    one.writes = one.store | one.atomic;
    if (one.reads && spe_memory_level(midr, r, &source) == SPE_OK) {
        one.level = source.level < COUNTS_LEVELS ? source.level : SPE_LEVEL_UNKNOWN;
        one.peer = source.peer;
        one.modified = source.modified;
        one.remote = source.remote;
    }
    return one;
}

void counts_add(struct counts *c, const struct counted *one)
{
    c->samples++;
    c->cycles += one->cycles;
    c->time += one->time;
    c->samples_in[one->part]++;
    c->time_in[one->part] += one->time;
    c->loads += one->reads;
    c->stores += one->writes;
    c->atomics += one->atomic;
    for (unsigned i = 0; i < COUNTS_RATIOS; i++) {
        c->of[i] += one->ratios >> 2 * i & 1;
        c->in[i] += one->ratios >> (2 * i + 1) & 1;
    }
    c->levels[one->level] += one->reads ? one->cycles : 0;
    c->peer += one->peer;
    c->modified += one->modified;
    c->remote += one->remote;
}

void counts_merge(struct counts *into, const struct counts *from)
{
    numbers_add(into, from, COUNTS_NUMBERS);
}

unsigned counts_main_level(const struct counts *c)
{
    unsigned most = SPE_LEVEL_UNKNOWN;
    for (unsigned i = 1; i < COUNTS_LEVELS; i++)
        if (c->levels[i] > (most ? c->levels[most] : 0))
            most = i;
    return most;
}
