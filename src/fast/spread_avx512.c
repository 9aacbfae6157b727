/* SPDX-License-Identifier: MIT */
/*
 * Records to columns by AVX-512. Half a record is a vector of eight words, so eight of them, transposed, are eight
 * columns. Words that hold several fields are narrowed to each field.
 */
#include "kernel.h"

#if SPE_LEARNING && SPE_KERNELS_X86

#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl")
#endif

/* Words [0] to [7] of eight records, from that byte of each on: words[i] has word i of all eight. */
static SPE_INLINED void transpose(const struct spe_record *records, size_t from, __m512i words[8])
{
    __m512i pairs[8], fours[8];
    SPE_UNROLL
    for (unsigned i = 0; i < 8; i += 2) {
        const __m512i even = _mm512_loadu_si512((const uint8_t *)(records + i) + from);
        const __m512i odd = _mm512_loadu_si512((const uint8_t *)(records + i + 1) + from);
        pairs[i] = _mm512_unpacklo_epi64(even, odd);
        pairs[i + 1] = _mm512_unpackhi_epi64(even, odd);
    }
    SPE_UNROLL
    for (unsigned i = 0; i < 8; i += 4) { /* words 0 and 4, 1 and 5, 2 and 6, 3 and 7 of four records */
        fours[i] = _mm512_shuffle_i64x2(pairs[i], pairs[i + 2], 0x88);
        fours[i + 1] = _mm512_shuffle_i64x2(pairs[i + 1], pairs[i + 3], 0x88);
        fours[i + 2] = _mm512_shuffle_i64x2(pairs[i], pairs[i + 2], 0xdd);
        fours[i + 3] = _mm512_shuffle_i64x2(pairs[i + 1], pairs[i + 3], 0xdd);
    }
    SPE_UNROLL
    for (unsigned i = 0; i < 4; i++) {
        words[i] = _mm512_shuffle_i64x2(fours[i], fours[i + 4], 0x88);
        words[i + 4] = _mm512_shuffle_i64x2(fours[i], fours[i + 4], 0xdd);
    }
}

static SPE_INLINED void put64(uint64_t *column, size_t i, __m512i words)
{
    if (column)
        _mm512_storeu_si512(column + i, words);
}

/* Fields of fewer bits, from that bit of each word on. */
static SPE_INLINED void put32(uint32_t *column, size_t i, __m512i words, unsigned bit)
{
    if (column)
        _mm256_storeu_si256((__m256i *)(void *)(column + i), _mm512_cvtepi64_epi32(_mm512_srli_epi64(words, bit)));
}

static SPE_INLINED void put16(uint16_t *column, size_t i, __m512i words, unsigned bit)
{
    if (column)
        _mm_storeu_si128((__m128i *)(void *)(column + i), _mm512_cvtepi64_epi16(_mm512_srli_epi64(words, bit)));
}

static SPE_INLINED void put8(uint8_t *column, size_t i, __m512i words, unsigned bit)
{
    if (column)
        _mm_storel_epi64((__m128i *)(void *)(column + i), _mm512_cvtepi64_epi8(_mm512_srli_epi64(words, bit)));
}

/* The number of a member's word in its half of the record, and of its first bit in that word (x86 is little-endian). */
#define WORD(member) (offsetof(struct spe_record, member) % 64 / 8)
#define BIT(member) (offsetof(struct spe_record, member) % 8 * 8)

static SPE_INLINED void spread_head(const struct spe_columns *c, size_t i, const struct spe_record *records)
{
    __m512i words[8];
    transpose(records, 0, words);
    put64(c->offset, i, words[WORD(offset)]);
    put64(c->record_size, i, words[WORD(size)]);
    put64(c->pc, i, words[WORD(pc)]);
    put64(c->branch_target, i, words[WORD(branch_target)]);
    put64(c->data_va, i, words[WORD(data_va)]);
    put64(c->data_pa, i, words[WORD(data_pa)]);
    put64(c->prev_branch_target, i, words[WORD(prev_branch_target)]);
    put64(c->timestamp, i, words[WORD(timestamp)]);
}

static SPE_INLINED void spread_tail(const struct spe_columns *c, size_t i, const struct spe_record *records)
{
    __m512i words[8];
    transpose(records, 64, words);
    put64(c->events, i, words[WORD(events)]);
#define PUT(put, member) put(c->member, i, words[WORD(member)], BIT(member))
    PUT(put32, present);
    PUT(put32, flags);
    PUT(put32, context_el1);
    PUT(put32, context_el2);
    PUT(put16, total_latency);
    PUT(put16, issue_latency);
    PUT(put16, translation_latency);
    PUT(put16, alt_issue_latency);
    PUT(put16, data_source);
    PUT(put8, op_class);
    PUT(put8, op_payload);
    PUT(put8, events_size);
    PUT(put8, data_source_size);
#undef PUT
}

size_t spe_spread_avx512(const struct spe_columns *columns, size_t first, const struct spe_record *records, size_t n)
{
    const struct spe_columns c = *columns; /* a copy: the stores do not change it */
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        spread_head(&c, first + i, records + i);
        spread_tail(&c, first + i, records + i);
    }
    return i;
}

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
