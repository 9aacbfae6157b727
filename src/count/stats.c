/* SPDX-License-Identifier: MIT */
/* Counting records: what they are and have, as raw as can be; what that means (stats_read.c) is for later. */
#include <libspe/stats.h>
#include <string.h>

#include "../base/wire.h"

/* -- histograms -- */

#define EXACT 128u /* values below have a bucket each */
#define OCTAVE 64u /* buckets for a power of two */
#define LARGEST 65535u

/* How far the value is shifted to have no bit above the 64s. */
static unsigned histogram_shift(unsigned value)
{
    return spe_highest_bit(value | OCTAVE) - 6;
}

unsigned spe_histogram_bucket(unsigned value)
{
    const unsigned v = value < LARGEST ? value : LARGEST, shift = histogram_shift(v);
    return shift * OCTAVE + (v >> shift);
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

static void histogram_merge(struct spe_histogram *into, const struct spe_histogram *from)
{
    into->count += from->count;
    into->sum += from->sum;
    into->most = from->most > into->most ? from->most : into->most;
    for (unsigned i = 0; i < SPE_HISTOGRAM_BUCKETS; i++)
        into->buckets[i] += from->buckets[i];
}

/* -- counting bits: plane i holds bit i of 64 counters, which count the bits of words -- */

#define PLANES 6
#define FULL ((1u << PLANES) - 1) /* words until a counter may overflow */

static inline uint64_t half_add(uint64_t *plane, uint64_t word)
{
    const uint64_t carry = *plane & word;
    *plane ^= word;
    return carry;
}

static inline void planes_add(uint64_t p[PLANES], uint64_t word)
{
    word = half_add(&p[2], half_add(&p[1], half_add(&p[0], word)));
    p[5] ^= half_add(&p[4], half_add(&p[3], word));
}

static void planes_move(uint64_t p[PLANES], uint64_t *counts)
{
    for (uint64_t any = p[0] | p[1] | p[2] | p[3] | p[4] | p[5]; any; any &= any - 1) {
        const unsigned bit = spe_lowest_bit(any);
        for (unsigned i = 0; i < PLANES; i++)
            counts[bit] += (p[i] >> bit & 1) << i;
    }
    memset(p, 0, PLANES * sizeof *p);
}

/* -- what is counted -- */

/* A ratio goes by the bit of the event that it is of; the event that it is about stands above that, always as far. */
#define E(bit) (UINT64_C(1) << (bit))
#define OF_ALL (E(SPE_EVENT_L1D_ACCESS) | E(SPE_EVENT_TLB_ACCESS))
#define OF_LOADS (E(SPE_EVENT_L2D_ACCESS) | E(SPE_EVENT_LL_ACCESS))
#define OF_BRANCHES E(SPE_EVENT_RETIRED)
#define MISS_ABOVE 1
#define MISPREDICTED_ABOVE 6

_Static_assert(SPE_EVENT_L1D_REFILL == SPE_EVENT_L1D_ACCESS + MISS_ABOVE &&
                   SPE_EVENT_TLB_WALK == SPE_EVENT_TLB_ACCESS + MISS_ABOVE &&
                   SPE_EVENT_L2D_MISS == SPE_EVENT_L2D_ACCESS + MISS_ABOVE &&
                   SPE_EVENT_LL_MISS == SPE_EVENT_LL_ACCESS + MISS_ABOVE &&
                   SPE_EVENT_MISPREDICTED == SPE_EVENT_RETIRED + MISPREDICTED_ABOVE,
               "ratios are of neighbours");

static const uint8_t ratio_events[SPE_STATS_RATIOS] = {
    [SPE_RATIO_MISPREDICTED] = SPE_EVENT_RETIRED,   [SPE_RATIO_L1D_MISS] = SPE_EVENT_L1D_ACCESS,
    [SPE_RATIO_TLB_WALK] = SPE_EVENT_TLB_ACCESS,    [SPE_RATIO_L2_READ_MISS] = SPE_EVENT_L2D_ACCESS,
    [SPE_RATIO_LL_READ_MISS] = SPE_EVENT_LL_ACCESS,
};

/* The ratios that the record is of, and, 32 bits higher, those that it is counted in. */
static inline uint64_t ratio_bits(const struct spe_record *r, uint64_t events)
{
    const int has_op = (r->present & SPE_HAS_OPERATION) != 0;
    const int is_load = has_op & (r->op_class == SPE_CLASS_LOAD_STORE) & ~r->op_payload;
    const int is_branch = has_op & (r->op_class == SPE_CLASS_BRANCH);
    const uint64_t of = events & (OF_ALL | (is_load ? OF_LOADS : 0) | (is_branch ? OF_BRANCHES : 0));
    const uint64_t in = (events >> MISS_ABOVE & ~OF_BRANCHES) | (events >> MISPREDICTED_ABOVE & OF_BRANCHES);
    return of | (of & in) << 32;
}

static void ratios_move(uint64_t *planes, uint64_t *ratios)
{
    uint64_t counts[64] = {0};
    planes_move(planes, counts);
    for (unsigned i = 0; i < SPE_STATS_RATIOS; i++) {
        ratios[2 * i] += counts[ratio_events[i]];
        ratios[2 * i + 1] += counts[32 + ratio_events[i]];
    }
}

/*
 * Records of different kinds follow each other as they like, so that a branch on what is present would be guessed
 * wrongly: what is absent is counted as well, zero times.
 */
static inline void histogram_add(struct spe_histogram *h, unsigned value, unsigned is_present)
{
    const unsigned v = value & (0 - is_present);
    h->count += is_present;
    h->sum += v;
    h->most = v > h->most ? v : h->most;
    h->buckets[spe_histogram_bucket(v)] += is_present;
}

/* Counts what is one of many. */
static inline void add_record(struct spe_stats *s, const struct spe_record *r)
{
    const uint32_t present = r->present;
    const unsigned large = SPE_STATS_SOURCES - 1, value = r->data_source < large ? r->data_source : large;
    const unsigned source = present & SPE_HAS_DATA_SOURCE ? value : SPE_STATS_NO_SOURCE;
    s->bytes += r->size;
    s->operations[r->op_class & 3][r->op_payload] += (present & SPE_HAS_OPERATION) != 0;
    s->pc_states[r->pc >> 60] += (present & SPE_HAS_PC) != 0;
    s->sources[source]++;
    histogram_add(&s->latencies[source].total, r->total_latency, (present & SPE_HAS_TOTAL_LATENCY) != 0);
    histogram_add(&s->latencies[source].issue, r->issue_latency, (present & SPE_HAS_ISSUE_LATENCY) != 0);
    histogram_add(&s->latencies[source].translation, r->translation_latency,
                  (present & SPE_HAS_TRANSLATION_LATENCY) != 0);
    for (uint64_t flags = r->flags; flags; flags &= flags - 1)
        s->flags[spe_lowest_bit(flags)]++;
}

static void add_some(struct spe_stats *s, const struct spe_record *records, size_t n)
{
    uint64_t events[PLANES] = {0}, ratios[PLANES] = {0};
    for (size_t i = 0; i < n; i++) {
        const struct spe_record *r = &records[i];
        spe_prefetch((const uint8_t *)r); /* a record is 128 bytes, often from another core's cache */
        spe_prefetch((const uint8_t *)r + 64);
        const uint64_t word = r->events & (0 - (uint64_t)((r->present & SPE_HAS_EVENTS) != 0));
        planes_add(events, word);
        planes_add(ratios, ratio_bits(r, word));
        add_record(s, r);
    }
    planes_move(events, s->events);
    ratios_move(ratios, s->ratios);
    s->records += n;
}

void spe_stats_add(struct spe_stats *stats, const struct spe_record *records, size_t n)
{
    if (!stats || !records)
        return;
    for (size_t some; n; n -= some, records += some) {
        some = n < FULL ? n : FULL;
        add_some(stats, records, some);
    }
}

void spe_latencies_merge(struct spe_latencies *into, const struct spe_latencies *from)
{
    if (!into || !from)
        return;
    histogram_merge(&into->total, &from->total);
    histogram_merge(&into->issue, &from->issue);
    histogram_merge(&into->translation, &from->translation);
}

void spe_stats_merge(struct spe_stats *into, const struct spe_stats *from)
{
    if (!into || !from)
        return;
    /* everything before the histograms is a count */
    uint64_t *to_counts = (uint64_t *)into;
    const uint64_t *counts = (const uint64_t *)from;
    for (size_t i = 0; i < offsetof(struct spe_stats, latencies) / sizeof *counts; i++)
        to_counts[i] += counts[i];
    for (unsigned i = 0; i <= SPE_STATS_NO_SOURCE; i++)
        spe_latencies_merge(&into->latencies[i], &from->latencies[i]);
}
