/* SPDX-License-Identifier: MIT */
/*
 * Records to columns by AVX2. Two words of four records each, transposed, are two columns. Words that hold several
 * fields are sorted by field.
 */
#include "kernel.h"

#if SPE_LEARNING && SPE_KERNELS_X86

#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

/* A word of each of four records, and the next word. */
struct word_pair {
    __m256i first, second;
};

static SPE_INLINED __m128i load(const struct spe_record *record, size_t from)
{
    return _mm_loadu_si128((const __m128i *)(const void *)((const uint8_t *)record + from));
}

/* Two words from byte `at` of each of four records. */
static SPE_INLINED struct word_pair transpose(const struct spe_record *r, size_t from)
{
    const __m256i even = _mm256_inserti128_si256(_mm256_castsi128_si256(load(r, from)), load(r + 2, from), 1);
    const __m256i odd = _mm256_inserti128_si256(_mm256_castsi128_si256(load(r + 1, from)), load(r + 3, from), 1);
    return (struct word_pair){_mm256_unpacklo_epi64(even, odd), _mm256_unpackhi_epi64(even, odd)};
}

/* All lower halves of words, then all upper halves. */
static SPE_INLINED __m256i halves(__m256i words)
{
    return _mm256_permutevar8x32_epi32(words, _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7));
}

static SPE_INLINED void put64(uint64_t *column, size_t i, __m256i words)
{
    if (column)
        _mm256_storeu_si256((__m256i *)(void *)(column + i), words);
}

static SPE_INLINED void put32(uint32_t *column, size_t i, __m128i fields)
{
    if (column)
        _mm_storeu_si128((__m128i *)(void *)(column + i), fields);
}

/* Puts the numbers in the lower half. */
static SPE_INLINED void put16(uint16_t *column, size_t i, __m128i fields)
{
    if (column)
        _mm_storel_epi64((__m128i *)(void *)(column + i), fields);
}

static SPE_INLINED void put8(uint8_t *column, size_t i, uint32_t fields)
{
    if (column)
        memcpy(column + i, &fields, sizeof fields);
}

/* Spreads two columns, from that byte of each record on. */
static SPE_INLINED void spread_two(uint64_t *first, uint64_t *second, size_t i, const struct spe_record *r, size_t from)
{
    if (!first && !second)
        return;
    const struct word_pair words = transpose(r, from);
    put64(first, i, words.first);
    put64(second, i, words.second);
}

static SPE_INLINED void spread_words(const struct spe_columns *c, size_t i, const struct spe_record *r)
{
    spread_two(c->offset, c->record_size, i, r, offsetof(struct spe_record, offset));
    spread_two(c->pc, c->branch_target, i, r, offsetof(struct spe_record, pc));
    spread_two(c->data_va, c->data_pa, i, r, offsetof(struct spe_record, data_va));
    spread_two(c->prev_branch_target, c->timestamp, i, r, offsetof(struct spe_record, prev_branch_target));
}

static SPE_INLINED void spread_event(const struct spe_columns *c, size_t i, const struct spe_record *r)
{
    const struct word_pair words = transpose(r, offsetof(struct spe_record, events));
    const __m256i present = halves(words.second);
    put64(c->events, i, words.first);
    put32(c->present, i, _mm256_castsi256_si128(present));
    put32(c->flags, i, _mm256_extracti128_si256(present, 1));
}

static SPE_INLINED void spread_counts(const struct spe_columns *c, size_t i, const struct spe_record *r)
{
    /* halves: 4 x (first, second) becomes 4 x first, 4 x second */
    const __m256i by_16 =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15));
    const struct word_pair words = transpose(r, offsetof(struct spe_record, context_el1));
    const __m256i contexts = halves(words.first), latencies = _mm256_shuffle_epi8(halves(words.second), by_16);
    const __m128i early = _mm256_castsi256_si128(latencies), late = _mm256_extracti128_si256(latencies, 1);
    put32(c->context_el1, i, _mm256_castsi256_si128(contexts));
    put32(c->context_el2, i, _mm256_extracti128_si256(contexts, 1));
    put16(c->total_latency, i, early);
    put16(c->issue_latency, i, _mm_unpackhi_epi64(early, early));
    put16(c->translation_latency, i, late);
    put16(c->alt_issue_latency, i, _mm_unpackhi_epi64(late, late));
}

static SPE_INLINED void spread_bytes(const struct spe_columns *c, size_t i, const struct spe_record *r)
{
    /* 4 x (data source, class, payload), and 4 x (two sizes, reserved), become 4 x each */
    const __m256i by_8 = _mm256_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 2, 6, 10, 14, 3, 7, 11, 15, /* the other half */
                                          0, 4, 8, 12, 1, 5, 9, 13, 2, 3, 6, 7, 10, 11, 14, 15);
    if (!c->data_source && !c->op_class && !c->op_payload && !c->events_size && !c->data_source_size)
        return;
    const struct word_pair words = transpose(r, offsetof(struct spe_record, data_source));
    const __m256i fields = _mm256_shuffle_epi8(halves(words.first), by_8);
    const __m128i source = _mm256_castsi256_si128(fields);
    const uint64_t op = (uint64_t)_mm_extract_epi64(source, 1);
    const uint64_t sizes = (uint64_t)_mm_cvtsi128_si64(_mm256_extracti128_si256(fields, 1));
    put16(c->data_source, i, source);
    put8(c->op_class, i, (uint32_t)op);
    put8(c->op_payload, i, (uint32_t)(op >> 32));
    put8(c->events_size, i, (uint32_t)sizes);
    put8(c->data_source_size, i, (uint32_t)(sizes >> 32));
}

size_t spe_spread_avx2(const struct spe_columns *columns, size_t first, const struct spe_record *records, size_t n)
{
    const struct spe_columns c = *columns; /* a copy: the stores do not change it */
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        spread_words(&c, first + i, records + i);
        spread_event(&c, first + i, records + i);
        spread_counts(&c, first + i, records + i);
        spread_bytes(&c, first + i, records + i);
    }
    return i;
}

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
