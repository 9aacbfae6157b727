/* SPDX-License-Identifier: MIT */
/*
 * layout.h for AVX-512 with VBMI2: one permutation of struct spe_record's bytes makes all possible packets, each with
 * its maximal length. In the canonical layout the unwanted bytes are squeezed out; in slots they are zero.
 */
#include "layout_kernel.h"

#if SPE_KERNELS_X86

#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,popcnt"))),       \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,popcnt")
#endif

/* -- tables of bytes: how each byte is made -- */

#define NOWHERE 0x80
#define OFFSET(member, i) ((uint8_t)(offsetof(struct spe_record, member) + (i)))

/* Packets are rows P(place, kind, header, payload bytes, member of struct spe_record). The payload FROM the record: */
#define FROM_0(at, m) [at] = NOWHERE
#define FROM_1(at, m) FROM_0(at, m), [(at) + 1] = OFFSET(m, 0)
#define FROM_2(at, m) FROM_1(at, m), [(at) + 2] = OFFSET(m, 1)
#define FROM_4(at, m) FROM_2(at, m), [(at) + 3] = OFFSET(m, 2), [(at) + 4] = OFFSET(m, 3)
#define FROM_8(at, m)                                                                                                  \
    FROM_4(at, m), [(at) + 5] = OFFSET(m, 4), [(at) + 6] = OFFSET(m, 5), [(at) + 7] = OFFSET(m, 6),                    \
                           [(at) + 8] = OFFSET(m, 7)
#define FROM(at, kind, header, size, member) FROM_##size(at, member),

/* The header, and the place and value of the packet's bit in spe_record.present: */
#define EACH_0(at, v) [at] = (v)
#define EACH_1(at, v) EACH_0(at, v), [(at) + 1] = (v)
#define EACH_2(at, v) EACH_1(at, v), [(at) + 2] = (v)
#define EACH_4(at, v) EACH_2(at, v), [(at) + 3] = (v), [(at) + 4] = (v)
#define EACH_8(at, v) EACH_4(at, v), [(at) + 5] = (v), [(at) + 6] = (v), [(at) + 7] = (v), [(at) + 8] = (v)
#define HEADER(at, kind, header, size, member) [at] = (header),
#define WHERE(at, kind, header, size, member) EACH_##size(at, SPE_KIND_##kind / 8),
#define HAS(at, kind, header, size, member) EACH_##size(at, 1 << SPE_KIND_##kind % 8),

/* The CLASS of an operation is in its header. */
#define OPERATION_FROM(at) [at] = OFFSET(op_class, 0), [(at) + 1] = OFFSET(op_payload, 0)

/* Which of the 64 bytes are wanted. */
static inline uint64_t wanted(__m512i fields, const uint8_t *where, const uint8_t *has)
{
    return _mm512_test_epi8_mask(_mm512_shuffle_epi8(fields, _mm512_loadu_si512(where)), _mm512_loadu_si512(has));
}

/* 64 bytes, from the two halves of a record. */
static inline __m512i made(__m512i low, __m512i high, const uint8_t *from, const uint8_t *header)
{
    const __m512i places = _mm512_loadu_si512(from);
    const __m512i bytes = _mm512_maskz_permutex2var_epi8(~_mm512_movepi8_mask(places), low, places, high);
    return _mm512_or_si512(bytes, _mm512_loadu_si512(header));
}

/* -- SPE_LAYOUT_CANONICAL -- */

enum {
    AT_CONTEXT_EL1 = 0,
    AT_CONTEXT_EL2 = AT_CONTEXT_EL1 + 5,
    AT_TOTAL_LATENCY = AT_CONTEXT_EL2 + 5,
    AT_ISSUE_LATENCY = AT_TOTAL_LATENCY + 3,
    AT_TRANSLATION_LATENCY = AT_ISSUE_LATENCY + 3,
    AT_ALT_ISSUE_LATENCY = AT_TRANSLATION_LATENCY + 3,
    AT_PC = AT_ALT_ISSUE_LATENCY + 3,
    AT_BRANCH_TARGET = AT_PC + 9,
    AT_DATA_VA = AT_BRANCH_TARGET + 9,
    AT_DATA_PA = AT_DATA_VA + 9,
    AT_PREV_BRANCH_TARGET = AT_DATA_PA + 9,
    AT_DATA_SOURCE = AT_PREV_BRANCH_TARGET + 9,
    AT_OPERATION = AT_DATA_SOURCE + 3,
    AT_EVENTS = AT_OPERATION + 2,
    AT_TIMESTAMP = AT_EVENTS + 9,
    AT_END = AT_TIMESTAMP + 9
};

#define PACKETS(P)                                                                                                     \
    P(AT_TOTAL_LATENCY, TOTAL_LATENCY, 0x98, 2, total_latency)                                                         \
    P(AT_ISSUE_LATENCY, ISSUE_LATENCY, 0x99, 2, issue_latency)                                                         \
    P(AT_TRANSLATION_LATENCY, TRANSLATION_LATENCY, 0x9a, 2, translation_latency)                                       \
    P(AT_ALT_ISSUE_LATENCY, ALT_ISSUE_LATENCY, 0x9c, 2, alt_issue_latency)                                             \
    P(AT_PC, PC, 0xb0, 8, pc)                                                                                          \
    P(AT_BRANCH_TARGET, BRANCH_TARGET, 0xb1, 8, branch_target)                                                         \
    P(AT_DATA_VA, DATA_VA, 0xb2, 8, data_va)                                                                           \
    P(AT_DATA_PA, DATA_PA, 0xb3, 8, data_pa)                                                                           \
    P(AT_PREV_BRANCH_TARGET, PREV_BRANCH_TARGET, 0xb4, 8, prev_branch_target)                                          \
    P(AT_CONTEXT_EL1, CONTEXT_EL1, 0x64, 4, context_el1)                                                               \
    P(AT_CONTEXT_EL2, CONTEXT_EL2, 0x65, 4, context_el2)                                                               \
    P(AT_DATA_SOURCE, DATA_SOURCE, 0x43, 2, data_source)                                                               \
    P(AT_EVENTS, EVENTS, 0x42, 8, events)                                                                              \
    P(AT_TIMESTAMP, TIMESTAMP, 0x71, 8, timestamp)                                                                     \
    P(AT_END, END, 0x01, 0, size)

static const struct {
    uint8_t from[128], header[128], where[128], has[128];
} canonical = {
    {PACKETS(FROM) OPERATION_FROM(AT_OPERATION)},
    {PACKETS(HEADER)[AT_OPERATION] = 0x48},
    {PACKETS(WHERE) EACH_1(AT_OPERATION, SPE_KIND_OPERATION / 8)},
    {PACKETS(HAS) EACH_1(AT_OPERATION, 1 << SPE_KIND_OPERATION % 8)},
};

_Static_assert(AT_END < 128 && AT_DATA_SOURCE >= 64, "the second half has the packets of several sizes");

/* Indexed by the sizes of Events and Data Source: the bytes to or into the second half, and which of its bytes may be
 * present. */
#define SIZES(S) S(1, 1), S(1, 2), S(2, 1), S(2, 2), S(4, 1), S(4, 2), S(8, 1), S(8, 2)
#define SIZE_BITS(size) ((size) == 8 ? 0x30 : (size) == 4 ? 0x20 : (size) == 2 ? 0x10 : 0)
#define SIZED_HEADERS(events_size, source_size)                                                                        \
    {                                                                                                                  \
        [AT_EVENTS - 64] = SIZE_BITS(events_size), [AT_DATA_SOURCE - 64] = SIZE_BITS(source_size)                      \
    }
#define UNUSED(at, most, size) ((UINT64_C(1) << (most)) - (UINT64_C(1) << (size))) << ((at) + 1 - 64)
#define SIZED_BYTES(events_size, source_size)                                                                          \
    ~(UNUSED(AT_EVENTS, 8, events_size) | UNUSED(AT_DATA_SOURCE, 2, source_size))

static const uint8_t sized_headers[8][64] = {SIZES(SIZED_HEADERS)};
static const uint64_t sized_bytes[8] = {SIZES(SIZED_BYTES)};

static unsigned put_canonical(uint8_t *bytes, const struct spe_record *in, uint32_t fields, unsigned events_size,
                              unsigned data_source_size)
{
    const unsigned sizes = spe_lowest_bit(events_size) * 2 + (data_source_size >> 1);
    const __m512i present = _mm512_set1_epi32((int)fields);
    const __m512i low = _mm512_loadu_si512(in), high = _mm512_loadu_si512((const uint8_t *)in + 64);
    const uint64_t first = wanted(present, canonical.where, canonical.has);
    const uint64_t second = wanted(present, canonical.where + 64, canonical.has + 64) & sized_bytes[sizes];
    const unsigned before = (unsigned)_mm_popcnt_u64(first);
    _mm512_storeu_si512(bytes, _mm512_maskz_compress_epi8(first, made(low, high, canonical.from, canonical.header)));
    const __m512i rest = _mm512_or_si512(made(low, high, canonical.from + 64, canonical.header + 64),
                                         _mm512_loadu_si512(sized_headers[sizes]));
    _mm512_storeu_si512(bytes + before, _mm512_maskz_compress_epi8(second, rest));
    return before + (unsigned)_mm_popcnt_u64(second);
}

/* -- SPE_LAYOUT_SLOTS_64 -- */

#define SLOTS(P)                                                                                                       \
    P(0, PC, 0xb0, 8, pc)                                                                                              \
    P(9, CONTEXT_EL1, 0x64, 4, context_el1)                                                                            \
    P(14, CONTEXT_EL2, 0x65, 4, context_el2)                                                                           \
    P(21, EVENTS, 0x52, 2, events)                                                                                     \
    P(24, ISSUE_LATENCY, 0x99, 2, issue_latency)                                                                       \
    P(27, TOTAL_LATENCY, 0x98, 2, total_latency)                                                                       \
    P(39, TRANSLATION_LATENCY, 0x9a, 2, translation_latency)                                                           \
    P(42, DATA_PA, 0xb3, 8, data_pa)                                                                                   \
    P(51, DATA_SOURCE, 0x43, 1, data_source)                                                                           \
    P(55, TIMESTAMP, 0x71, 8, timestamp)
#define SLOT_VA(P) P(30, DATA_VA, 0xb2, 8, data_va)
#define SLOT_TARGET(P) P(30, BRANCH_TARGET, 0xb1, 8, branch_target)
#define SLOT_OPERATION 19

#define SLOT_TABLES(OTHER)                                                                                             \
    {                                                                                                                  \
        {SLOTS(FROM) OTHER(FROM) OPERATION_FROM(SLOT_OPERATION)},                                                      \
            {SLOTS(HEADER) OTHER(HEADER)[SLOT_OPERATION] = 0x48},                                                      \
            {SLOTS(WHERE) OTHER(WHERE) EACH_1(SLOT_OPERATION, SPE_KIND_OPERATION / 8)},                                \
            {SLOTS(HAS) OTHER(HAS) EACH_1(SLOT_OPERATION, 1 << SPE_KIND_OPERATION % 8)},                               \
    }

/* The data VA and the branch target share a slot: without and with a data VA. */
static const struct slot_tables {
    uint8_t from[64], header[64], where[64], has[64];
} slots[2] = {SLOT_TABLES(SLOT_TARGET), SLOT_TABLES(SLOT_VA)};

static unsigned put_slots(uint8_t *bytes, const struct spe_record *in, uint32_t fields, unsigned events_size,
                          unsigned data_source_size)
{
    (void)events_size, (void)data_source_size;
    const struct slot_tables *t = &slots[fields >> SPE_KIND_DATA_VA & 1];
    const uint64_t which = wanted(_mm512_set1_epi32((int)fields), t->where, t->has);
    const __m512i low = _mm512_loadu_si512(in), high = _mm512_loadu_si512((const uint8_t *)in + 64);
    _mm512_storeu_si512(bytes, _mm512_maskz_mov_epi8(which, made(low, high, t->from, t->header)));
    if (fields & SPE_HAS_END) /* in the last byte of the Timestamp's slot */
        bytes[63] = 0x01;
    return SPE_SLOTS_SIZE;
}

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

const struct spe_layout_kernel spe_layout_avx512[1] = {{put_canonical, put_slots, SPE_KERNELS_WRITE}};

#endif
