/* SPDX-License-Identifier: MIT */
/* Counts records, as raw numbers. stats_read.c works out what the numbers mean. */
#include <libspe/op.h>
#include <libspe-lab/stats.h>

#include "../base/little_endian.h"

/* -- histograms -- */

#define LARGEST 65535u
#define EXACT 128u /* values below this have a bucket each */
#define OCTAVE 64u /* buckets for a power of two */

static unsigned at_most_largest(unsigned value)
{
    return value < LARGEST ? value : LARGEST;
}

unsigned spe_histogram_bucket(unsigned value)
{
    const unsigned v = at_most_largest(value);
    const unsigned shift = spe_highest_bit(v | OCTAVE) - 6; /* the bits to drop, so that it is below 128 */
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

void spe_histogram_add(struct spe_histogram *histogram, unsigned value)
{
    const unsigned v = at_most_largest(value);
    if (!histogram)
        return;
    histogram->count++;
    histogram->sum += v;
    histogram->most = v > histogram->most ? v : histogram->most;
    histogram->buckets[spe_histogram_bucket(v)]++;
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

/* -- records -- */

enum { OF_ALL, OF_BRANCHES, OF_LOADS };

/* The ratios: the records that have the event `of`, and those of them that also have the event `in` */
static const struct {
    uint8_t of, in, operations;
} ratios[] = {
    [SPE_RATIO_MISPREDICTED] = {SPE_EVENT_RETIRED, SPE_EVENT_MISPREDICTED, OF_BRANCHES},
    [SPE_RATIO_L1D_MISS] = {SPE_EVENT_L1D_ACCESS, SPE_EVENT_L1D_REFILL, OF_ALL},
    [SPE_RATIO_TLB_WALK] = {SPE_EVENT_TLB_ACCESS, SPE_EVENT_TLB_WALK, OF_ALL},
    [SPE_RATIO_L2_READ_MISS] = {SPE_EVENT_L2D_ACCESS, SPE_EVENT_L2D_MISS, OF_LOADS},
    [SPE_RATIO_LL_READ_MISS] = {SPE_EVENT_LL_ACCESS, SPE_EVENT_LL_MISS, OF_LOADS},
    [SPE_RATIO_LL_MISS] = {SPE_EVENT_LL_ACCESS, SPE_EVENT_LL_MISS, OF_ALL},
};

#define N_RATIOS (sizeof ratios / sizeof *ratios)

static int is_of(const struct spe_record *r, unsigned operations)
{
    struct spe_op op;
    if (operations == OF_ALL || !(r->present & SPE_HAS_OPERATION))
        return operations == OF_ALL;
    if (operations == OF_BRANCHES)
        return r->op_class == SPE_CLASS_BRANCH;
    return spe_op_decode(r->op_class, r->op_payload, &op) == SPE_OK && spe_op_is_load(&op);
}

uint32_t spe_record_ratios(const struct spe_record *r)
{
    const uint64_t events = r && r->present & SPE_HAS_EVENTS ? r->events : 0;
    uint32_t counted = 0;
    for (unsigned i = 0; i < N_RATIOS && events; i++)
        if (events >> ratios[i].of & 1 && is_of(r, ratios[i].operations))
            counted |= (uint32_t)(events >> ratios[i].in & 1 ? 3 : 1) << 2 * i;
    return counted;
}

static void count_bits(uint64_t *counts, uint64_t bits, uint64_t n)
{
    for (; bits; bits &= bits - 1)
        counts[spe_lowest_bit(bits)] += n;
}

void spe_stats_add_times(struct spe_stats *stats, const struct spe_record *r, uint64_t n)
{
    if (!stats || !r)
        return;
    stats->records += n;
    stats->bytes += n * r->size;
    stats->pc_states[r->pc >> 60] += r->present & SPE_HAS_PC ? n : 0;
    stats->operations[r->op_class & 3][r->op_payload] += r->present & SPE_HAS_OPERATION ? n : 0;
    count_bits(stats->flags, r->flags, n);
    count_bits(stats->events, r->present & SPE_HAS_EVENTS ? r->events : 0, n);
    count_bits(stats->ratios, spe_record_ratios(r), n);
}

void spe_stats_add(struct spe_stats *stats, const struct spe_record *records, size_t n)
{
    for (size_t i = 0; records && i < n; i++)
        spe_stats_add_times(stats, &records[i], 1);
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

void spe_latencies_add(struct spe_latencies *latencies, const struct spe_record *records, size_t n)
{
    for (const struct spe_record *r = records; latencies && records && r < records + n; r++) {
        if (r->present & SPE_HAS_TOTAL_LATENCY)
            spe_histogram_add(&latencies->total, r->total_latency);
        if (r->present & SPE_HAS_ISSUE_LATENCY)
            spe_histogram_add(&latencies->issue, r->issue_latency);
        if (r->present & SPE_HAS_TRANSLATION_LATENCY)
            spe_histogram_add(&latencies->translation, r->translation_latency);
    }
}

void spe_latencies_merge(struct spe_latencies *into, const struct spe_latencies *from)
{
    if (!into || !from)
        return;
    spe_histogram_merge(&into->total, &from->total);
    spe_histogram_merge(&into->issue, &from->issue);
    spe_histogram_merge(&into->translation, &from->translation);
}
