/* SPDX-License-Identifier: MIT */
/*
 * Which operations are sampled (DDI 0487, D17.3; J1 SPEToCollectSample and SPEResetSampleCounter). Nothing happens
 * while PMSICR_EL1 only counts down. So its next event is worked out in advance, spe_unit_operation() counts down to
 * it, and PMSICR_EL1 is computed from the remaining count when it is read.
 */
#include "unit_choose.h"

#define COUNT UINT64_C(0xffffffff) /* PMSICR_EL1.COUNT; ECOUNT is [63:56] */
#define ECOUNT_SHIFT 56
#define RND 1u /* PMSIRR_EL1; INTERVAL is [31:8], at the place of COUNT[31:8] */
#define INTERVAL UINT64_C(0xffffff00)

static int is_random(const struct spe_unit_state *unit)
{
    return (int)(spe_unit_value(unit, SPE_REG_PMSIRR_EL1) & RND);
}

/* Whether ECOUNT counts the random part, after the interval. */
static int has_second_counter(const struct spe_unit_state *unit)
{
    return is_random(unit) && (unit->core.flags & SPE_FEATURE_ERND);
}

struct counters {
    uint64_t count, ecount;
};

static struct counters get_counters(const struct spe_unit_state *unit)
{
    const uint64_t raw = spe_unit_value(unit, SPE_REG_PMSICR_EL1);
    const struct counters out = {raw & COUNT, raw >> ECOUNT_SHIFT};
    return out;
}

static void put_counters(struct spe_unit_state *unit, struct counters in)
{
    uint64_t *raw = &unit->registers[SPE_REG_PMSICR_EL1].raw;
    *raw = (*raw & ~(COUNT | UINT64_C(0xff) << ECOUNT_SHIFT)) | in.count | in.ecount << ECOUNT_SHIFT;
}

void spe_unit_plan(struct spe_unit_state *unit)
{
    const struct counters now = get_counters(unit);
    int64_t next = now.count ? (int64_t)now.count : 1;
    if (now.ecount && has_second_counter(unit) && (int64_t)now.ecount < next)
        next = (int64_t)now.ecount;
    unit->planned = unit->left = unit->enabled ? next : INT64_MAX;
}

void spe_unit_settle(struct spe_unit_state *unit)
{
    struct counters now = get_counters(unit);
    const uint64_t operations = (uint64_t)(unit->planned - unit->left); /* fewer than either active counter */
    unit->planned = unit->left;
    if (!unit->enabled || !operations)
        return;
    unit->counts.sample_pop += operations;
    now.count -= operations;
    now.ecount -= now.ecount && has_second_counter(unit) ? operations : 0;
    put_counters(unit, now);
}

/* splitmix64: any seed is as good as another */
uint32_t spe_unit_draw(struct spe_unit_state *unit)
{
    if (unit->config.random)
        return unit->config.random(unit->config.context);
    uint64_t z = unit->random += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((z ^ z >> 31) >> 32);
}

/* Counts one operation of the population. Returns whether it is chosen. */
static int count_operation(struct spe_unit_state *unit)
{
    const int second = has_second_counter(unit);
    struct counters now = get_counters(unit);
    int chosen = 0;
    if (now.count && --now.count == 0) {
        now.ecount = second ? spe_unit_draw(unit) & 0xff : now.ecount;
        chosen = !second || !now.ecount;
    } else {
        if (!now.count) { /* it was 0 before: reload it */
            now.count = spe_unit_value(unit, SPE_REG_PMSIRR_EL1) & INTERVAL;
            now.count |= is_random(unit) && !second ? spe_unit_draw(unit) & 0xff : 0;
        }
        chosen = second && now.ecount && --now.ecount == 0;
    }
    put_counters(unit, now);
    return chosen;
}

/* Returns the number, from 1, of a free sample for the chosen operation, or 0 if the operation collides with the
 * samples in flight (D17.3.7). */
static int take_sample(struct spe_unit_state *unit)
{
    for (int i = 0; i < unit->config.in_flight; i++) {
        if (unit->samples[i].chosen)
            continue;
        unit->samples[i].chosen = 1;
        unit->samples[i].begun = 0;
        unit->samples[i].lost = 0;
        return i + 1;
    }
    unit->counts.sample_collision++;
    *spe_unit_syndrome(unit, unit->profiling.event_el) |= SPE_PMBSR_COLL;
    return 0;
}

int spe_unit_choose(spe_unit *u)
{
    struct spe_unit_state *unit = spe_unit_open(u);
    int chosen = 0;
    if (!unit)
        return 0;
    unit->left++; /* all operations but this one */
    spe_unit_settle(unit);
    if (unit->enabled) {
        unit->counts.sample_pop++;
        chosen = count_operation(unit);
    }
    spe_unit_plan(unit);
    return chosen ? take_sample(unit) : 0;
}
