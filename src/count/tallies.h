/* SPDX-License-Identifier: MIT */
/*
 * Counts the latencies of some records for the histograms of struct spe_latencies. Buckets are counted at once; each
 * histogram's count, sum and largest value are added at the end. If the target has registers of 16 bytes, the three
 * latencies of a record are counted together, otherwise one after another, with the same result. Nothing here may
 * depend on where the records come from.
 */
#ifndef SPE_TALLIES_H
#define SPE_TALLIES_H

#include "../base/provisional.h"

#include <libspe/stats.h>
#include <stddef.h>
#include <string.h>

#include "../base/wire.h"

#define LATENCIES 3 /* of a record, in the order of struct spe_latencies and from bit SPE_HAS_TOTAL_LATENCY on */
#define EXACT 128u  /* values below this have a bucket each */
#define OCTAVE 64u  /* buckets for a power of two */

/* The bits by which the value must be shifted right to be below 128. */
static inline unsigned histogram_shift(unsigned value)
{
    return spe_highest_bit(value | OCTAVE) - 6;
}

/* The bucket of a value up to 65535. */
static inline unsigned histogram_bucket(unsigned value)
{
    const unsigned shift = histogram_shift(value);
    return shift * OCTAVE + (value >> shift);
}

/*
 * Records with different fields follow each other in no order, so a branch on the presence of a field would often be
 * mispredicted. Absent latencies are therefore counted too, zero times.
 */
static inline void histogram_add(struct spe_histogram *h, unsigned value, unsigned is_present)
{
    const unsigned v = value & (0 - is_present);
    h->count += is_present;
    h->sum += v;
    h->most = v > h->most ? v : h->most;
    h->buckets[histogram_bucket(v)] += is_present;
}

static inline void add_latencies(struct spe_latencies *to, const struct spe_record *r)
{
    histogram_add(&to->total, r->total_latency, r->present / SPE_HAS_TOTAL_LATENCY & 1);
    histogram_add(&to->issue, r->issue_latency, r->present / SPE_HAS_ISSUE_LATENCY & 1);
    histogram_add(&to->translation, r->translation_latency, r->present / SPE_HAS_TRANSLATION_LATENCY & 1);
}

#if (defined(__SSE2__) && !defined(__FRAMAC__)) || defined(__ARM_NEON)

_Static_assert(SPE_HAS_ISSUE_LATENCY == SPE_HAS_TOTAL_LATENCY << 1 &&
                   SPE_HAS_TRANSLATION_LATENCY == SPE_HAS_TOTAL_LATENCY << 2,
               "the three latencies' bits are neighbours");
_Static_assert(offsetof(struct spe_record, issue_latency) == offsetof(struct spe_record, total_latency) + 2 &&
                   offsetof(struct spe_record, translation_latency) == offsetof(struct spe_record, total_latency) + 4 &&
                   offsetof(struct spe_record, alt_issue_latency) == offsetof(struct spe_record, total_latency) + 6,
               "four latencies are neighbours");

/* Four numbers of 32 bits: the latencies of a record, or one count for each of them */
#if defined(__SSE2__)
#include <immintrin.h>
typedef __m128i lanes;

static inline lanes lanes_load(const void *p)
{
    return _mm_loadu_si128((const __m128i *)p);
}

static inline void lanes_store(void *p, lanes v)
{
    _mm_storeu_si128((__m128i *)p, v);
}

static inline lanes lanes_load_halves(const uint8_t *p)
{
    return _mm_unpacklo_epi16(_mm_loadl_epi64((const __m128i *)(const void *)p), _mm_setzero_si128());
}

static inline lanes lanes_and(lanes a, lanes b)
{
    return _mm_and_si128(a, b);
}

static inline lanes lanes_add(lanes a, lanes b)
{
    return _mm_add_epi32(a, b);
}

/* For numbers up to 65535. */
static inline lanes lanes_max(lanes a, lanes b)
{
    return _mm_add_epi16(_mm_subs_epu16(a, b), b);
}

/*
 * histogram_bucket() of each number. From 64 on, the exponent and the first six bits after the leading one give the
 * bucket, and a float has both. All of these numbers are exact as floats; the results for numbers below 64 are too low.
 */
static inline lanes lanes_buckets(lanes v)
{
    const __m128i exponents = _mm_srli_epi32(_mm_castps_si128(_mm_cvtepi32_ps(v)), 23 - 6);
    const __m128i buckets = _mm_sub_epi32(exponents, _mm_set1_epi32((127 + 6 - 1) * (int)OCTAVE));
    return _mm_max_epi16(buckets, _mm_min_epi16(v, _mm_set1_epi32(OCTAVE - 1)));
}

/* Numbers of 16 bits */
#define lanes_first(v) ((unsigned)_mm_extract_epi16(v, 0))
#define lanes_second(v) ((unsigned)_mm_extract_epi16(v, 2))
#define lanes_third(v) ((unsigned)_mm_extract_epi16(v, 4))
#else
#include <arm_neon.h>
typedef uint32x4_t lanes;

static inline lanes lanes_load(const void *p)
{
    return vld1q_u32(p);
}

static inline void lanes_store(void *p, lanes v)
{
    vst1q_u32(p, v);
}

static inline lanes lanes_load_halves(const uint8_t *p)
{
    return vmovl_u16(vld1_u16((const uint16_t *)(const void *)p));
}

static inline lanes lanes_and(lanes a, lanes b)
{
    return vandq_u32(a, b);
}

static inline lanes lanes_add(lanes a, lanes b)
{
    return vaddq_u32(a, b);
}

static inline lanes lanes_max(lanes a, lanes b)
{
    return vmaxq_u32(a, b);
}

/* histogram_bucket() of each number. */
static inline lanes lanes_buckets(lanes v)
{
    const uint32x4_t shifts = vsubq_u32(vdupq_n_u32(31 - 6), vclzq_u32(vorrq_u32(v, vdupq_n_u32(OCTAVE))));
    return vaddq_u32(vshlq_n_u32(shifts, 6), vshlq_u32(v, vnegq_s32(vreinterpretq_s32_u32(shifts))));
}

#define lanes_first(v) vgetq_lane_u32(v, 0)
#define lanes_second(v) vgetq_lane_u32(v, 1)
#define lanes_third(v) vgetq_lane_u32(v, 2)
#endif

/* The latencies of some records; the fourth lane counts records. */
struct tally {
    uint32_t counts[4], sums[4], most[4];
    struct spe_latencies *to;
    uint64_t reserved; /* makes the size 64 bytes, so that an element's address needs only a shift */
};

/* By three bits of spe_record.present: all ones and 1 where the latency is present. */
#define PRESENT(n)                                                                                                     \
    {                                                                                                                  \
        {0u - ((n)&1), 0u - ((n) >> 1 & 1), 0u - ((n) >> 2), 0},                                                       \
        {                                                                                                              \
            (n) & 1, (n) >> 1 & 1, (n) >> 2, 1                                                                         \
        }                                                                                                              \
    }
static const struct {
    uint32_t mask[4], ones[4];
} tally_present[8] = {PRESENT(0u), PRESENT(1u), PRESENT(2u), PRESENT(3u),
                      PRESENT(4u), PRESENT(5u), PRESENT(6u), PRESENT(7u)};
#undef PRESENT

static inline void tally_begin(struct tally *t, struct spe_latencies *to)
{
    memset(t, 0, sizeof *t);
    t->to = to;
}

static inline void tally_add(struct tally *t, const struct spe_record *r)
{
    const unsigned present = r->present / SPE_HAS_TOTAL_LATENCY % 8;
    const lanes v = lanes_and(lanes_load_halves((const uint8_t *)r + offsetof(struct spe_record, total_latency)),
                              lanes_load(tally_present[present].mask));
    const lanes buckets = lanes_buckets(v);
    lanes_store(t->counts, lanes_add(lanes_load(t->counts), lanes_load(tally_present[present].ones)));
    lanes_store(t->sums, lanes_add(lanes_load(t->sums), v));
    lanes_store(t->most, lanes_max(lanes_load(t->most), v));
    t->to->total.buckets[lanes_first(buckets)]++;
    t->to->issue.buckets[lanes_second(buckets)]++;
    t->to->translation.buckets[lanes_third(buckets)]++;
}

/* Subtracts the zeros that were counted for absent latencies. Returns the number of records. */
static inline uint32_t tally_end(const struct tally *t)
{
    struct spe_histogram *const histograms[LATENCIES] = {&t->to->total, &t->to->issue, &t->to->translation};
    for (unsigned i = 0; i < LATENCIES; i++) {
        struct spe_histogram *h = histograms[i];
        h->count += t->counts[i];
        h->sum += t->sums[i];
        h->most = t->most[i] > h->most ? t->most[i] : h->most;
        h->buckets[0] -= t->counts[LATENCIES] - t->counts[i];
    }
    return t->counts[LATENCIES];
}

#else

struct tally {
    struct spe_latencies *to;
    uint32_t records;
};

static inline void tally_begin(struct tally *t, struct spe_latencies *to)
{
    t->to = to;
    t->records = 0;
}

static inline void tally_add(struct tally *t, const struct spe_record *r)
{
    add_latencies(t->to, r);
    t->records++;
}

static inline uint32_t tally_end(const struct tally *t)
{
    return t->records;
}

#endif

#endif
