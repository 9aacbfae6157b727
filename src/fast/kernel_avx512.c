/* SPDX-License-Identifier: MIT */
/*
 * The kernel for AVX-512 with VBMI. A record is compared as one vector. struct spe_record is two permutations of its
 * bytes, merged over the bytes that are the same for all records of a layout.
 */
#include "gather_plan.h"
#include "kernel_queue.h"
#include "kernel_x86.h"

#if SPE_LEARNING && SPE_KERNELS_X86

#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,bmi,bmi2"))),                 \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512vbmi,bmi,bmi2")
#endif

static SPE_INLINED uint64_t pext(uint64_t word, uint64_t mask)
{
    return _pext_u64(word, mask);
}

/* Where a record differs from a layout: (record ^ value) & mask. */
static SPE_INLINED __m512i difference(const uint64_t *value, const uint64_t *mask, __m512i record)
{
    return _mm512_ternarylogic_epi64(record, _mm512_loadu_si512(value), _mm512_loadu_si512(mask), 0x28);
}

static SPE_INLINED struct spe_layout_learned *match(struct spe_learned *learned, const uint8_t *bytes)
{
    struct spe_layout_learned *const layout = &learned->layouts[spe_x86_guess(learned, bytes, pext)];
    const __m512i differs = difference(layout->value, layout->mask, _mm512_loadu_si512(bytes));
    return _mm512_test_epi64_mask(differs, differs) | spe_learned_is_reserved(layout, bytes) ? NULL : layout;
}

/* The constants, and numbers of bytes, of struct spe_record's first and second half. */
static SPE_INLINED __m512i load_head(const struct spe_layout_learned *layout)
{
    const uint8_t *const mixed = (const uint8_t *)layout + offsetof(struct spe_layout_learned, plan.mixed.mixed);
    return _mm512_maskz_loadu_epi8(~UINT64_C(0) << SPE_MIXED_FROM, mixed - SPE_MIXED_FROM);
}

static SPE_INLINED __m512i load_tail(const struct spe_plan_mixed *plan)
{
    return _mm512_maskz_loadu_epi8(~UINT64_C(0) >> (112 - SPE_MIXED), plan->mixed + 64 - SPE_MIXED_FROM);
}

static SPE_INLINED void store(struct spe_record *out, __m512i head, __m512i tail, unsigned size, uint64_t offset)
{
    _mm512_storeu_si512(out, head);
    _mm512_storeu_si512((uint8_t *)out + 64, tail);
    out->offset = offset;
    out->size = size;
}

static SPE_INLINED void gather(void *to, size_t i, const struct spe_layout_learned *layout, const uint8_t *bytes,
                               uint64_t offset)
{
    const struct spe_plan_mixed *const plan = &layout->plan.mixed;
    const __m512i record = _mm512_loadu_si512(bytes), head = load_head(layout), tail = load_tail(plan);
    store((struct spe_record *)to + i, _mm512_mask_permutexvar_epi8(head, plan->from[0], head, record),
          _mm512_mask_permutexvar_epi8(tail, plan->from[1], tail, record), layout->size, offset);
}

/* The same for a record that may have 128 bytes. */
static SPE_INLINED void gather_wide(void *to, size_t i, const struct spe_layout_learned *layout, const uint8_t *bytes,
                                    uint64_t offset)
{
    const struct spe_plan_mixed *const plan = &layout->plan.mixed;
    const __m512i low = _mm512_loadu_si512(bytes), high = _mm512_loadu_si512(bytes + 64);
    store((struct spe_record *)to + i, _mm512_mask2_permutex2var_epi8(low, load_head(layout), plan->from[0], high),
          _mm512_mask2_permutex2var_epi8(low, load_tail(plan), plan->from[1], high), layout->size, offset);
}

static size_t take(struct spe_run *run, struct spe_record *out, size_t n)
{
    return spe_take_run(run, out, 0, n, SPE_LEARNED_SIZE, match, gather);
}

static struct spe_layout_learned *take_one(struct spe_learned *learned, const uint8_t *bytes, uint64_t offset,
                                           struct spe_record *out)
{
    return spe_take_record(learned, bytes, offset, out, match, gather);
}

static SPE_INLINED int fits(const struct spe_layout_wide *layout, const uint8_t *bytes)
{
    const __m512i differs =
        _mm512_or_si512(difference(layout->head.value, layout->head.mask, _mm512_loadu_si512(bytes)),
                        difference(layout->value, layout->mask, _mm512_loadu_si512(bytes + 64)));
    return !(_mm512_test_epi64_mask(differs, differs) | spe_learned_is_reserved(&layout->head, bytes));
}

static size_t take_queue(struct spe_run *run, struct spe_record *out, size_t n)
{
    return spe_take_queue(run, out, n, fits, gather_wide);
}

static struct spe_layout_learned *take_queued(struct spe_learned *learned, unsigned number, const uint8_t *bytes,
                                              uint64_t offset, struct spe_record *out)
{
    return spe_take_queued(learned, number, bytes, offset, out, fits, gather_wide);
}

/* -- the first pass: the place to which a packet leads, for all bytes as if each were a header; then the places to
 * which two, four, eight and sixteen packets lead. A packet that ends a record leads to itself, and so does one at the
 * end of the vector -- */

#define LAST 63

/* The bytes of a packet by the upper half of its header byte */
static const uint8_t packet_bytes[16] = {1, 1, 1, 1, 2, 3, 5, 9, 2, 3, 5, 9, 2, 3, 5, 9};

static SPE_INLINED struct spe_walked walk_one(const struct spe_many *many, const uint8_t *bytes, __m512i numbers)
{
    const __m512i record = _mm512_loadu_si512(bytes);
    const __m512i sizes = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)packet_bytes));
    const __m512i upper = _mm512_and_si512(_mm512_srli_epi16(record, 4), _mm512_set1_epi8(15));
    const __m512i next = _mm512_add_epi8(numbers, _mm512_shuffle_epi8(sizes, upper));
    const __mmask64 ends =
        _mm512_cmpeq_epi8_mask(record, _mm512_set1_epi8(0x71)) | _mm512_cmpeq_epi8_mask(record, _mm512_set1_epi8(1));
    const __m512i one = _mm512_mask_mov_epi8(_mm512_min_epu8(next, _mm512_set1_epi8(LAST)), ends, numbers);
    const __m512i two = _mm512_permutexvar_epi8(one, one), four = _mm512_permutexvar_epi8(two, two);
    const __m512i eight = _mm512_permutexvar_epi8(four, four), sixteen = _mm512_permutexvar_epi8(eight, eight);
    /* the places of the first sixteen headers, and these headers */
    __m512i at = _mm512_maskz_permutexvar_epi8(2, _mm512_setzero_si512(), one);
    at = _mm512_mask_permutexvar_epi8(at, 0xc, _mm512_bslli_epi128(at, 2), two);
    at = _mm512_mask_permutexvar_epi8(at, 0xf0, _mm512_bslli_epi128(at, 4), four);
    at = _mm512_mask_permutexvar_epi8(at, 0xff00, _mm512_bslli_epi128(at, 8), eight);
    const __mmask64 is_header = _mm512_cmpneq_epi8_mask(at, _mm512_set1_epi8(LAST));
    const __m128i headers = _mm512_castsi512_si128(_mm512_maskz_permutexvar_epi8(is_header, at, record));
    const unsigned last = (unsigned)_mm_cvtsi128_si32(_mm512_castsi512_si128(sixteen)) & 0xff;
    unsigned size = last + many->ends[bytes[last]];
    if (!SPE_GUESS(last != LAST)) {
        const unsigned end = spe_walk_on(many, bytes, 0) & 0xff, whole = end + many->ends[bytes[end]];
        size = whole * (unsigned)((whole != end) & (whole <= SPE_WIDE_SIZE));
    } else if (size == last) {
        size = 0;
    }
    const uint64_t low = (uint64_t)_mm_cvtsi128_si64(headers) * UINT64_C(0x9e3779b97f4a7c15);
    const uint64_t high = (uint64_t)_mm_extract_epi64(headers, 1) * UINT64_C(0xc2b2ae3d27d4eb4f);
    const uint64_t key = ((low ^ high ^ size) ^ (low ^ high) >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    return (struct spe_walked){size, (uint32_t)(key >> 52)};
}

/* Vector of the numbers 0, 1, 2, ... */
static SPE_INLINED __m512i byte_numbers(void)
{
    static const uint8_t numbers[64] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
    };
    return _mm512_loadu_si512(numbers);
}

static struct spe_walked walk(const struct spe_many *many, const uint8_t *bytes)
{
    return walk_one(many, bytes, byte_numbers());
}

static SPE_INLINED void walk_records(const struct spe_many *many, const uint8_t *const *records, unsigned n,
                                     struct spe_walked *walked)
{
    SPE_UNROLL
    for (unsigned i = 0; i < n; i++)
        walked[i] = walk_one(many, records[i], byte_numbers());
}

static void fill_many(struct spe_many *many, const struct spe_run *run, size_t at)
{
    spe_fill_queue(many, run, at, 4, walk_records);
}

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

const struct spe_kernel spe_kernel_avx512 = {
    spe_plan_mixed_make, take, take_one,        take_queue, take_queued, walk, fill_many,
    spe_spread_avx512,   NULL, SPE_LEARNED_SIZE};

#endif
