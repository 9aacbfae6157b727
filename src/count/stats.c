/* SPDX-License-Identifier: MIT */
/* Counts records, as raw numbers. stats_read.c works out what the numbers mean. */
#include "../base/provisional.h"

#include <libspe/stats.h>
#include <string.h>

#include "../base/context.h"
#include "rows.h"
#include "stats_lanes.h"
#include "tallies.h"

/* -- histograms -- */

#define LARGEST 65535u

static unsigned at_most_largest(unsigned value)
{
    return value < LARGEST ? value : LARGEST;
}

unsigned spe_histogram_bucket(unsigned value)
{
    return histogram_bucket(at_most_largest(value));
}

unsigned spe_histogram_low(unsigned bucket)
{
    const unsigned b = bucket < SPE_HISTOGRAM_BUCKETS ? bucket : SPE_HISTOGRAM_BUCKETS - 1;
    if (b < EXACT)
        return b;
    return (OCTAVE + (b - EXACT) % OCTAVE) << ((b - EXACT) / OCTAVE + 1);
}

unsigned spe_histogram_high(unsigned bucket)
{
    return bucket < SPE_HISTOGRAM_BUCKETS - 1 ? spe_histogram_low(bucket + 1) - 1 : LARGEST;
}

void spe_histogram_add(struct spe_histogram *histogram, unsigned value)
{
    if (histogram)
        histogram_add(histogram, at_most_largest(value), 1);
}

void spe_histogram_merge(struct spe_histogram *into, const struct spe_histogram *from)
{
    if (!into || !from)
        return;
    into->count += from->count;
    into->sum += from->sum;
    into->most = from->most > into->most ? from->most : into->most;
    for (unsigned i = 0; i < SPE_HISTOGRAM_BUCKETS; i++)
        into->buckets[i] += from->buckets[i];
}

/* -- ratios -- */

const struct ratio spe_ratios[RATIOS] = {
    [SPE_RATIO_MISPREDICTED] = {SPE_EVENT_RETIRED, SPE_EVENT_MISPREDICTED, OF_BRANCHES},
    [SPE_RATIO_L1D_MISS] = {SPE_EVENT_L1D_ACCESS, SPE_EVENT_L1D_REFILL, OF_ALL},
    [SPE_RATIO_TLB_WALK] = {SPE_EVENT_TLB_ACCESS, SPE_EVENT_TLB_WALK, OF_ALL},
    [SPE_RATIO_L2_READ_MISS] = {SPE_EVENT_L2D_ACCESS, SPE_EVENT_L2D_MISS, OF_LOADS},
    [SPE_RATIO_LL_READ_MISS] = {SPE_EVENT_LL_ACCESS, SPE_EVENT_LL_MISS, OF_LOADS},
};

#define TABLE_4(f, n) f(n), f((n) + 1), f((n) + 2), f((n) + 3)
#define TABLE_16(f, n) TABLE_4(f, n), TABLE_4(f, (n) + 4), TABLE_4(f, (n) + 8), TABLE_4(f, (n) + 12)
#define TABLE_64(f, n) TABLE_16(f, n), TABLE_16(f, (n) + 16), TABLE_16(f, (n) + 32), TABLE_16(f, (n) + 48)
#define TABLE_256(f) TABLE_64(f, 0), TABLE_64(f, 64), TABLE_64(f, 128), TABLE_64(f, 192)

/* One in each lane for which a byte has all of the bits. */
#define LANE(i) (UINT64_C(1) << 8 * (i))
#define IF(byte, bits, lane) (((byte) & (bits)) == (bits) ? LANE(lane) : 0)
#define BITS(b)                                                                                                        \
    (IF(b, 1, 0) | IF(b, 2, 1) | IF(b, 4, 2) | IF(b, 8, 3) | IF(b, 16, 4) | IF(b, 32, 5) | IF(b, 64, 6) | IF(b, 128, 7))
#define E(bit) (1u << (bit))
#define BOTH(b)                                                                                                        \
    (IF(b, E(SPE_EVENT_RETIRED) | E(SPE_EVENT_MISPREDICTED), SPE_RATIO_MISPREDICTED) |                                 \
     IF(b, E(SPE_EVENT_L1D_ACCESS) | E(SPE_EVENT_L1D_REFILL), SPE_RATIO_L1D_MISS) |                                    \
     IF(b, E(SPE_EVENT_TLB_ACCESS) | E(SPE_EVENT_TLB_WALK), SPE_RATIO_TLB_WALK))

const struct lane_tables spe_lanes = {
    {TABLE_256(BITS)},
    {TABLE_256(BOTH)},
    {0, 0, 0, LANE(SPE_RATIO_LL_READ_MISS)},
    {0, 0, 0, LANE(SPE_RATIO_L2_READ_MISS)},
    {SPE_NO_LOADS},
};

_Static_assert(SPE_EVENT_MISPREDICTED < 8 && SPE_EVENT_TLB_WALK < 8 && SPE_EVENT_LL_MISS == SPE_EVENT_LL_ACCESS + 1 &&
                   SPE_EVENT_L2D_MISS == SPE_EVENT_L2D_ACCESS + 1 && SPE_EVENT_L2D_MISS < LANES * EVENT_BYTES,
               "events are in the order of the tables");

/* -- records -- */

void spe_stats_add_one(struct spe_stats *s, const struct spe_record *r)
{
    const uint32_t has = r->present;
    const uint64_t events = has & SPE_HAS_EVENTS ? r->events : 0;
    const unsigned op_class = has & SPE_HAS_OPERATION ? r->op_class : UINT8_MAX;
    const unsigned is_in[GROUPS] = {1, op_class == SPE_CLASS_LOAD_STORE && !spe_lanes.no_load[r->op_payload],
                                    op_class == SPE_CLASS_BRANCH};
    s->records++;
    s->bytes += r->size;
    s->operations[r->op_class & 3][r->op_payload] += has & SPE_HAS_OPERATION ? 1 : 0;
    s->pc_states[r->pc >> 60] += has & SPE_HAS_PC ? 1 : 0;
    count_bits(s->flags, r->flags);
    count_bits(s->events, events);
    for (unsigned i = 0; i < RATIOS; i++) {
        const uint64_t of = is_in[spe_ratios[i].group] & events >> spe_ratios[i].of;
        s->ratios[2 * i] += of;
        s->ratios[2 * i + 1] += of & events >> spe_ratios[i].in;
    }
}

static void add_sums(struct sums *to, const struct sums *from)
{
    to->bytes += from->bytes;
    for (unsigned i = 0; i < EVENT_BYTES; i++)
        to->events[i] += from->events[i];
    to->both += from->both;
}

static unsigned lane_of(uint64_t word, unsigned lane)
{
    return (unsigned)(word >> 8 * lane & 0xff);
}

static void move_sums(struct spe_stats *s, const struct sums sums[KINDS])
{
    struct sums groups[GROUPS];
    memset(groups, 0, sizeof groups);
    for (unsigned kind = 0; kind < KINDS; kind++)
        add_sums(&groups[OF_ALL], &sums[kind]);
    add_sums(&groups[OF_LOADS], &sums[2 * SPE_CLASS_LOAD_STORE]);
    add_sums(&groups[OF_BRANCHES], &sums[2 * SPE_CLASS_BRANCH]);
    add_sums(&groups[OF_BRANCHES], &sums[2 * SPE_CLASS_BRANCH + 1]);
    s->bytes += groups[OF_ALL].bytes;
    for (unsigned i = 0; i < EVENT_BYTES; i++)
        for (unsigned lane = 0; lane < LANES; lane++)
            s->events[i * LANES + lane] += lane_of(groups[OF_ALL].events[i], lane);
    for (unsigned i = 0; i < RATIOS; i++) {
        const struct ratio *ratio = &spe_ratios[i];
        const struct sums *group = &groups[ratio->group];
        s->ratios[2 * i] += lane_of(group->events[ratio->of / LANES], ratio->of % LANES);
        s->ratios[2 * i + 1] += lane_of(group->both, i);
    }
}

void spe_stats_move(struct spe_stats *s, const struct lane_sums *counted)
{
    move_sums(s, counted->sums);
    s->records += counted->records;
}

static void add_by_lanes(struct spe_stats *s, const struct spe_record *records, size_t n)
{
    struct lane_sums counted;
    lane_sums_begin(&counted);
    for (size_t i = 0; i < n; i++) {
        spe_prefetch((const uint8_t *)&records[i]); /* a record is 128 bytes, often from another core's cache */
        spe_prefetch((const uint8_t *)&records[i] + 64);
        lane_sums_add(s, &counted, &records[i]);
    }
    spe_stats_move(s, &counted);
}

#define FEW 4 /* below this number of records sums do not pay */

void spe_stats_add(struct spe_stats *stats, const struct spe_record *records, size_t n)
{
    if (!stats || !records)
        return;
    for (size_t part; n >= FEW; n -= part, records += part) {
        part = n < LANE_RECORDS ? n : LANE_RECORDS;
        add_by_lanes(stats, records, part);
    }
    for (; n; n--)
        spe_stats_add_one(stats, records++);
}

void spe_stats_merge(struct spe_stats *into, const struct spe_stats *from)
{
    if (!into || !from)
        return;
    uint64_t *to_counts = (uint64_t *)into;
    const uint64_t *counts = (const uint64_t *)from;
    for (size_t i = 0; i < sizeof *into / sizeof *counts; i++)
        to_counts[i] += counts[i];
}

/* -- latencies -- */

_Static_assert(SPE_LATENCIES == (SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY | SPE_HAS_TRANSLATION_LATENCY),
               "SPE_EACH_LATENCY of fields.h has another counter: give it a member of struct spe_latencies and count "
               "it in tallies.h; in the programs, add it to the rows that name the three");

void spe_latencies_add(struct spe_latencies *latencies, const struct spe_record *records, size_t n)
{
    if (!latencies || !records)
        return;
    for (size_t block; n >= FEW; n -= block, records += block) {
        struct tally tally;
        block = n < LANE_RECORDS ? n : LANE_RECORDS;
        tally_begin(&tally, latencies);
        for (size_t i = 0; i < block; i++)
            tally_add(&tally, &records[i]);
        tally_end(&tally);
    }
    for (; n; n--)
        add_latencies(latencies, records++);
}

void spe_latencies_merge(struct spe_latencies *into, const struct spe_latencies *from)
{
    if (!into || !from)
        return;
    spe_histogram_merge(&into->total, &from->total);
    spe_histogram_merge(&into->issue, &from->issue);
    spe_histogram_merge(&into->translation, &from->translation);
}
