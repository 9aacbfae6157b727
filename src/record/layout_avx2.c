/* SPDX-License-Identifier: MIT */
/*
 * layout.h for AVX2: fields that are adjacent in struct spe_record are shuffled to their packets at once. The canonical
 * layout does that for contexts, for latencies, and for the data source with the operation; slots do it for all fields.
 */
#include "layout_kernel.h"

#if SPE_KERNELS_X86

#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2")
#endif

#define NONE 0x80 /* a byte that is not shuffled: a header, or zero */

static SPE_INLINED __m128i load(const void *bytes)
{
    return _mm_loadu_si128((const __m128i *)bytes);
}

/* Two words of a record. */
static SPE_INLINED __m128i pair(const void *low, const void *high)
{
    return _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)low), _mm_loadl_epi64((const __m128i *)high));
}

/* -- SPE_LAYOUT_CANONICAL -- */

/* A set of adjacent packets, 16 bytes in all: the next packets overwrite the bytes after it. */
struct group {
    uint8_t from[16], header[16];
};

#define CONTEXT(i) NONE, 4 * (i), 4 * (i) + 1, 4 * (i) + 2, 4 * (i) + 3
static const struct group context_groups[4] = {
    {{0}, {0}},
    {{CONTEXT(0)}, {0x64}},
    {{CONTEXT(1)}, {0x65}},
    {{CONTEXT(0), CONTEXT(1)}, {0x64, 0, 0, 0, 0, 0x65}},
};

/* Indexed by which of total, issue, translation and alternate issue latency are present. */
#define LATENCY(i) NONE, 8 + 2 * (i), 9 + 2 * (i)
#define TOTAL 0x98, 0, 0
#define ISSUE 0x99, 0, 0
#define TRANSLATION 0x9a, 0, 0
#define ALT_ISSUE 0x9c, 0, 0
#define LATENCIES                                                                                                      \
    (SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY | SPE_HAS_TRANSLATION_LATENCY | SPE_HAS_ALT_ISSUE_LATENCY)
static const struct group latency_groups[16] = {
    {{0}, {0}},
    {{LATENCY(0)}, {TOTAL}},
    {{LATENCY(1)}, {ISSUE}},
    {{LATENCY(0), LATENCY(1)}, {TOTAL, ISSUE}},
    {{LATENCY(2)}, {TRANSLATION}},
    {{LATENCY(0), LATENCY(2)}, {TOTAL, TRANSLATION}},
    {{LATENCY(1), LATENCY(2)}, {ISSUE, TRANSLATION}},
    {{LATENCY(0), LATENCY(1), LATENCY(2)}, {TOTAL, ISSUE, TRANSLATION}},
    {{LATENCY(3)}, {ALT_ISSUE}},
    {{LATENCY(0), LATENCY(3)}, {TOTAL, ALT_ISSUE}},
    {{LATENCY(1), LATENCY(3)}, {ISSUE, ALT_ISSUE}},
    {{LATENCY(0), LATENCY(1), LATENCY(3)}, {TOTAL, ISSUE, ALT_ISSUE}},
    {{LATENCY(2), LATENCY(3)}, {TRANSLATION, ALT_ISSUE}},
    {{LATENCY(0), LATENCY(2), LATENCY(3)}, {TOTAL, TRANSLATION, ALT_ISSUE}},
    {{LATENCY(1), LATENCY(2), LATENCY(3)}, {ISSUE, TRANSLATION, ALT_ISSUE}},
    {{LATENCY(0), LATENCY(1), LATENCY(2), LATENCY(3)}, {TOTAL, ISSUE, TRANSLATION, ALT_ISSUE}},
};

static const uint8_t contexts_size[4] = {0, 5, 5, 10};
static const uint8_t latencies_size[16] = {0, 3, 3, 6, 3, 6, 6, 9, 3, 6, 6, 9, 6, 9, 9, 12};

/* Indexed by whether the record has an operation, and by the data source's size; the class is in the operation's
 * header. */
#define OPERATION 2, 3
static const struct group source_groups[2][3] = {
    {{{0}, {0}}, {{NONE, 0}, {0x43}}, {{NONE, 0, 1}, {0x53}}},
    {{{OPERATION}, {0x48}}, {{NONE, 0, OPERATION}, {0x43, 0, 0x48}}, {{NONE, 0, 1, OPERATION}, {0x53, 0, 0, 0x48}}},
};

static SPE_INLINED void put_group(uint8_t *p, __m128i fields, const struct group *group)
{
    const __m128i bytes = _mm_or_si128(_mm_shuffle_epi8(fields, load(group->from)), load(group->header));
    _mm_storeu_si128((__m128i *)(void *)p, bytes);
}

/* The Address packet of that INDEX, if it is present. */
static SPE_INLINED uint8_t *put_address(uint8_t *p, uint32_t fields, unsigned index, uint64_t address)
{
    p[0] = (uint8_t)(0xb0 | index);
    spe_store64(p + 1, address);
    return fields >> (SPE_KIND_PC + index) & 1 ? p + 9 : p;
}

static unsigned put_canonical(uint8_t *bytes, const struct spe_record *in, uint32_t fields, unsigned events_size,
                              unsigned data_source_size)
{
    const __m128i counts = load(&in->context_el1); /* also latencies */
    const unsigned context = fields >> SPE_KIND_CONTEXT_EL1 & 3, latency = _pext_u32(fields, LATENCIES);
    const unsigned has_operation = fields >> SPE_KIND_OPERATION & 1, has_time = fields >> SPE_KIND_TIMESTAMP & 1;
    uint8_t *p = bytes;
    put_group(p, counts, &context_groups[context]);
    p += contexts_size[context];
    put_group(p, counts, &latency_groups[latency]);
    p += latencies_size[latency];
    p = put_address(p, fields, SPE_ADDRESS_PC, in->pc);
    p = put_address(p, fields, SPE_ADDRESS_BRANCH_TARGET, in->branch_target);
    p = put_address(p, fields, SPE_ADDRESS_DATA_VA, in->data_va);
    p = put_address(p, fields, SPE_ADDRESS_DATA_PA, in->data_pa);
    p = put_address(p, fields, SPE_ADDRESS_PREV_BRANCH_TARGET, in->prev_branch_target);
    put_group(p, load(&in->data_source), &source_groups[has_operation][data_source_size]);
    p += data_source_size + (data_source_size != 0) + 2 * has_operation;
    p[0] = (uint8_t)(0x42 | spe_lowest_bit(events_size) << 4);
    spe_store64(p + 1, in->events);
    p += (1 + events_size) & (0 - (fields >> SPE_KIND_EVENTS & 1));
    p[0] = has_time ? 0x71 : 0x01;
    spe_store64(p + 1, in->timestamp);
    return (unsigned)(p - bytes) + 1 + 8 * has_time;
}

/* -- SPE_LAYOUT_SLOTS_64 -- */

/* All slots, in their order, from bytes for each. */
#define SLOTS(pc, el1, el2, operation, events, issue, total, va, translation, pa, source, time)                        \
    {                                                                                                                  \
        pc, el1, el2, operation, events, issue, total, va, translation, pa, source, NONE, NONE, time                   \
    }
#define NONE_2 NONE, NONE
#define NONE_3 NONE_2, NONE
#define NONE_5 NONE_3, NONE_2
#define NONE_9 NONE_5, NONE_2, NONE_2

static const uint8_t from_counts[64] = SLOTS(NONE_9, CONTEXT(0), CONTEXT(1), NONE_2, NONE_3, LATENCY(1), LATENCY(0),
                                             NONE_9, LATENCY(2), NONE_9, NONE_2, NONE_9);

/* The data source with the operation, and Events. */
#define EVENTS NONE, 8, 9
#define SOURCE NONE, 0
static const uint8_t from_details[64] =
    SLOTS(NONE_9, NONE_5, NONE_5, OPERATION, EVENTS, NONE_3, NONE_3, NONE_9, NONE_3, NONE_9, SOURCE, NONE_9);

/* Addresses and timestamp: each 16 bytes of the slots have two of them; an address may begin in the previous 16
 * bytes. */
#define PC NONE, 0, 1, 2, 3, 4, 5, 6, 7
#define VA NONE, 8, 1, 2, 3, 4, 5, 6, 7
#define PA NONE, 8, 9, 10, 11, 12, 5, 6, 7
#define TIME NONE, 8, 9, 10, 11, 12, 13, 14, 15
static const uint8_t from_words[64] =
    SLOTS(PC, NONE_5, NONE_5, NONE_2, NONE_3, NONE_3, NONE_3, VA, NONE_3, PA, NONE_2, TIME);

/* The place and value of each slot's bit in spe_record.present. The data VA and the branch target share a slot. */
#define EACH_2(x) x, x
#define EACH_3(x) x, x, x
#define EACH_5(x) EACH_3(x), EACH_2(x)
#define EACH_9(x) EACH_5(x), EACH_2(x), EACH_2(x)
#define PRESENT(value)                                                                                                 \
    SLOTS(EACH_9(value(PC)), EACH_5(value(CONTEXT_EL1)), EACH_5(value(CONTEXT_EL2)), EACH_2(value(OPERATION)),         \
          EACH_3(value(EVENTS)), EACH_3(value(ISSUE_LATENCY)), EACH_3(value(TOTAL_LATENCY)),                           \
          EACH_9(value(DATA_VA) | value(BRANCH_TARGET)), EACH_3(value(TRANSLATION_LATENCY)), EACH_9(value(DATA_PA)),   \
          EACH_2(value(DATA_SOURCE)), EACH_9(value(TIMESTAMP)))
#define BYTE_OF(kind) (SPE_KIND_##kind / 8)
#define BIT_OF(kind) (1 << SPE_KIND_##kind % 8)
static const uint8_t slot_where[64] = PRESENT(BYTE_OF), slot_has[64] = PRESENT(BIT_OF);

#define HEADERS(other)                                                                                                 \
    {                                                                                                                  \
        [0] = 0xb0, [9] = 0x64, [14] = 0x65, [19] = 0x48, [21] = 0x52, [24] = 0x99, [27] = 0x98, [30] = (other),       \
        [39] = 0x9a, [42] = 0xb3, [51] = 0x43, [55] = 0x71                                                             \
    }
static const uint8_t slot_headers[2][64] = {HEADERS(0xb1), HEADERS(0xb2)};

static SPE_INLINED __m256i load_half(const uint8_t *table)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)table);
}

/* 32 of the 64 bytes, from that byte on. */
static SPE_INLINED void put_half(uint8_t *bytes, unsigned from, uint32_t fields, __m256i counts, __m256i details,
                                 __m256i words)
{
    const __m256i present = _mm256_shuffle_epi8(_mm256_set1_epi32((int)fields), load_half(slot_where + from));
    const __m256i absent =
        _mm256_cmpeq_epi8(_mm256_and_si256(present, load_half(slot_has + from)), _mm256_setzero_si256());
    const __m256i small = _mm256_or_si256(_mm256_shuffle_epi8(counts, load_half(from_counts + from)),
                                          _mm256_shuffle_epi8(details, load_half(from_details + from)));
    const __m256i large = _mm256_or_si256(_mm256_shuffle_epi8(words, load_half(from_words + from)),
                                          load_half(slot_headers[fields >> SPE_KIND_DATA_VA & 1] + from));
    _mm256_storeu_si256((__m256i *)(void *)(bytes + from), _mm256_andnot_si256(absent, _mm256_or_si256(small, large)));
}

static unsigned put_slots(uint8_t *bytes, const struct spe_record *in, uint32_t fields, unsigned events_size,
                          unsigned data_source_size)
{
    const uint64_t *const other = fields & SPE_HAS_DATA_VA ? &in->data_va : &in->branch_target;
    const __m256i counts = _mm256_broadcastsi128_si256(load(&in->context_el1)); /* also latencies */
    const __m256i details = _mm256_broadcastsi128_si256(pair(&in->data_source, &in->events));
    const __m256i physical = _mm256_castsi128_si256(pair(other, &in->data_pa));
    (void)events_size, (void)data_source_size;
    put_half(bytes, 0, fields, counts, details, _mm256_broadcastsi128_si256(pair(&in->pc, other)));
    put_half(bytes, 32, fields, counts, details,
             _mm256_inserti128_si256(physical, pair(&in->data_pa, &in->timestamp), 1));
    if (fields & SPE_HAS_END) /* in the last byte of the Timestamp's slot */
        bytes[63] = 0x01;
    return SPE_SLOTS_SIZE;
}

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

const struct spe_layout_kernel spe_layout_avx2[1] = {{put_canonical, put_slots, SPE_KERNELS_WRITE}};

#endif
