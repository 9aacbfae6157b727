/* SPDX-License-Identifier: MIT */
/*
 * The kernel for AVX2 with BMI2. A record is compared as two vectors. Fields of eight bytes are loaded from their
 * places; shorter fields are shuffled out of three windows of 16 bytes.
 */
#include "gather_plan.h"
#include "kernel_queue.h"
#include "kernel_x86.h"

#if SPE_LEARNING && SPE_KERNELS_X86

#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2")
#endif

/* The bytes of struct spe_record that the shuffles give: from context_el1 to alt_issue_latency. */
#define SHUFFLED offsetof(struct spe_record, context_el1)
_Static_assert(offsetof(struct spe_record, data_source) == SHUFFLED + 16, "16 bytes are shuffled");

/* The gathered fields: the shuffled bytes, the eight payloads of make_plan(), the operation, and the end. */
#define GATHERED                                                                                                       \
    (SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2 | SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY |                       \
     SPE_HAS_TRANSLATION_LATENCY | SPE_HAS_ALT_ISSUE_LATENCY | SPE_HAS_PC | SPE_HAS_BRANCH_TARGET | SPE_HAS_DATA_VA |  \
     SPE_HAS_DATA_PA | SPE_HAS_PREV_BRANCH_TARGET | SPE_HAS_TIMESTAMP | SPE_HAS_EVENTS | SPE_HAS_DATA_SOURCE |         \
     SPE_HAS_OPERATION | SPE_HAS_END)

/* The least of the 16 places that are left, or SPE_NO_SOURCE. */
static unsigned least(const uint8_t *sources)
{
    unsigned least = SPE_NO_SOURCE;
    for (unsigned i = 0; i < 16; i++)
        least = sources[i] < least ? sources[i] : least;
    return least;
}

/* Puts windows over the places. Returns 0 if three windows are too few. */
static int make_windows(struct spe_plan_avx2 *plan, uint8_t *sources, unsigned last)
{
    memset(plan->shuffle, 0x80, sizeof plan->shuffle);
    memset(plan->window, 0, sizeof plan->window);
    for (unsigned w = 0; w < SPE_WINDOWS && least(sources) != SPE_NO_SOURCE; w++) {
        const unsigned first = least(sources), from = first < last ? first : last;
        plan->window[w] = (uint8_t)from;
        for (unsigned i = 0; i < 16; i++) {
            if (sources[i] == SPE_NO_SOURCE || sources[i] >= from + 16)
                continue;
            plan->shuffle[w][i] = (uint8_t)(sources[i] - from);
            sources[i] = SPE_NO_SOURCE;
        }
    }
    return least(sources) == SPE_NO_SOURCE;
}

static int make_plan(struct spe_layout_learned *layout, const struct spe_places *places)
{
    static const uint8_t wide[8] = {SPE_AT_PC,      SPE_AT_BRANCH_TARGET,      SPE_AT_DATA_VA,
                                    SPE_AT_DATA_PA, SPE_AT_PREV_BRANCH_TARGET, SPE_AT_TIMESTAMP,
                                    SPE_AT_EVENTS,  SPE_AT_DATA_SOURCE};
    struct spe_plan_avx2 *const plan = &layout->plan.avx2;
    const struct spe_record constants = spe_plan_constants(layout, places);
    uint8_t sources[sizeof(struct spe_record)];
    spe_plan_sources(places, sources);
    memcpy(&plan->tail, &constants.data_source, sizeof plan->tail);
    for (unsigned i = 0; i < sizeof wide; i++)
        plan->at[i] = places->at[wide[i]];
    for (unsigned i = 0; i < sizeof plan->has; i++)
        plan->has[i] = (int8_t)(plan->at[i] ? -1 : 0);
    plan->events_bits = (uint8_t)(8 * places->events_size);
    plan->data_source_bits = (uint8_t)(8 * places->data_source_size);
    const unsigned last = (layout->size > SPE_LEARNED_SIZE ? SPE_WIDE_SIZE : SPE_LEARNED_SIZE) - 16;
    return make_windows(plan, sources + SHUFFLED, last) && !(layout->present & ~GATHERED);
}

static SPE_INLINED uint64_t pext(uint64_t word, uint64_t mask)
{
    return _pext_u64(word, mask);
}

static SPE_INLINED __m256i load(const void *bytes)
{
    return _mm256_loadu_si256((const __m256i *)bytes);
}

static SPE_INLINED __m256i difference(const uint64_t *value, const uint64_t *mask, const uint8_t *bytes)
{
    return _mm256_and_si256(_mm256_xor_si256(load(bytes), load(value)), load(mask));
}

static SPE_INLINED struct spe_layout_learned *match(struct spe_learned *learned, const uint8_t *bytes)
{
    struct spe_layout_learned *const layout = &learned->layouts[spe_x86_guess(learned, bytes, pext)];
    const __m256i all = _mm256_or_si256(difference(layout->value, layout->mask, bytes),
                                        difference(layout->value + 4, layout->mask + 4, bytes + 32));
    const unsigned differs = !_mm256_testz_si256(all, all);
    return differs | spe_learned_is_reserved(layout, bytes) ? NULL : layout;
}

/* Two payloads of eight bytes; absent ones are zero. */
static SPE_INLINED __m128i pair(const struct spe_plan_avx2 *plan, const uint8_t *bytes, unsigned first)
{
    uint16_t has;
    memcpy(&has, plan->has + first, sizeof has);
    const __m128i low = _mm_loadl_epi64((const __m128i *)(const void *)(bytes + plan->at[first]));
    const __m128i high = _mm_loadl_epi64((const __m128i *)(const void *)(bytes + plan->at[first + 1]));
    return _mm_and_si128(_mm_unpacklo_epi64(low, high), _mm_cvtepi8_epi64(_mm_cvtsi32_si128(has)));
}

static SPE_INLINED __m128i shuffled(const struct spe_plan_avx2 *plan, const uint8_t *bytes, unsigned window)
{
    return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)(bytes + plan->window[window])),
                            _mm_loadu_si128((const __m128i *)(const void *)plan->shuffle[window]));
}

static SPE_INLINED void store(uint8_t *out, __m128i value)
{
    _mm_storeu_si128((__m128i *)(void *)out, value);
}

/* The bytes of struct spe_record that are shuffled. */
static SPE_INLINED __m128i shuffle_all(const struct spe_plan_avx2 *plan, const uint8_t *bytes)
{
    return _mm_or_si128(_mm_or_si128(shuffled(plan, bytes, 0), shuffled(plan, bytes, 1)), shuffled(plan, bytes, 2));
}

/* The eight bytes of struct spe_record from data_source on. */
static SPE_INLINED uint64_t make_tail(const struct spe_layout_learned *layout, const uint8_t *bytes)
{
    const struct spe_plan_avx2 *const plan = &layout->plan.avx2;
    return plan->tail | (uint64_t)_bzhi_u32(spe_load16(bytes + plan->at[7]), plan->data_source_bits) |
           (uint64_t)spe_learned_operation(layout, bytes) << 24;
}

static SPE_INLINED void gather(void *to, size_t i, const struct spe_layout_learned *layout, const uint8_t *bytes,
                               uint64_t offset)
{
    struct spe_record *const out = (struct spe_record *)to + i;
    const struct spe_plan_avx2 *const plan = &layout->plan.avx2;
    const uint64_t tail = make_tail(layout, bytes);
    out->offset = offset;
    out->size = layout->size;
    store((uint8_t *)&out->pc, pair(plan, bytes, 0));
    store((uint8_t *)&out->data_va, pair(plan, bytes, 2));
    store((uint8_t *)&out->prev_branch_target, pair(plan, bytes, 4));
    out->events = _bzhi_u64(spe_load64(bytes + plan->at[6]), plan->events_bits);
    out->present = layout->present;
    out->flags = 0;
    store((uint8_t *)out + SHUFFLED, shuffle_all(plan, bytes));
    memcpy(&out->data_source, &tail, sizeof tail);
    store((uint8_t *)out + 104, _mm_setzero_si128());
    store((uint8_t *)out + 112, _mm_setzero_si128());
}

/* -- a few columns: the same fields, each by itself -- */

#define PUT(bit, member, value)                                                                                        \
    if (want >> (bit)&1)                                                                                               \
        c->member[i] = (value);
#define PUT_WORD(KIND, number, member)                                                                                 \
    PUT(SPE_KIND_##KIND, member, spe_load64(bytes + plan->at[number]) & (uint64_t)(int64_t)plan->has[number])
#define WORDS                                                                                                          \
    (uint64_t)(SPE_HAS_PC | SPE_HAS_BRANCH_TARGET | SPE_HAS_DATA_VA | SPE_HAS_DATA_PA | SPE_HAS_PREV_BRANCH_TARGET |   \
               SPE_HAS_TIMESTAMP | SPE_HAS_EVENTS)
#define SHORT_FIELDS                                                                                                   \
    (uint64_t)(SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2 | SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY |             \
               SPE_HAS_TRANSLATION_LATENCY | SPE_HAS_ALT_ISSUE_LATENCY)

/* It is not inlined: within the loop over the records compilers would keep 22 pointers in memory and advance each for
 * every record. */
static SPE_NOINLINE void gather_row(void *to, size_t i, const struct spe_layout_learned *layout, const uint8_t *bytes,
                                    uint64_t offset)
{
    const struct spe_rows *const rows = to;
    const struct spe_columns *const c = rows->columns;
    const struct spe_plan_avx2 *const plan = &layout->plan.avx2;
    const uint64_t want = rows->want;
    PUT_WORD(PC, 0, pc)
    PUT_WORD(BRANCH_TARGET, 1, branch_target)
    PUT_WORD(DATA_VA, 2, data_va)
    PUT_WORD(DATA_PA, 3, data_pa)
    PUT_WORD(PREV_BRANCH_TARGET, 4, prev_branch_target)
    PUT_WORD(TIMESTAMP, 5, timestamp)
    PUT(SPE_KIND_EVENTS, events, _bzhi_u64(spe_load64(bytes + plan->at[6]), plan->events_bits))
    if (want & SHORT_FIELDS) {
        const __m128i fields = shuffle_all(plan, bytes);
        PUT(SPE_KIND_CONTEXT_EL1, context_el1, (uint32_t)_mm_cvtsi128_si32(fields))
        PUT(SPE_KIND_CONTEXT_EL2, context_el2, (uint32_t)((uint64_t)_mm_cvtsi128_si64(fields) >> 32))
        PUT(SPE_KIND_TOTAL_LATENCY, total_latency, (uint16_t)_mm_extract_epi16(fields, 4))
        PUT(SPE_KIND_ISSUE_LATENCY, issue_latency, (uint16_t)_mm_extract_epi16(fields, 5))
        PUT(SPE_KIND_TRANSLATION_LATENCY, translation_latency, (uint16_t)_mm_extract_epi16(fields, 6))
        PUT(SPE_KIND_ALT_ISSUE_LATENCY, alt_issue_latency, (uint16_t)_mm_extract_epi16(fields, 7))
    }
    if (!(want & ~(WORDS | SHORT_FIELDS)))
        return;
    const uint64_t tail = make_tail(layout, bytes);
    PUT(SPE_KIND_DATA_SOURCE, data_source, (uint16_t)tail)
    PUT(SPE_ROW_OP_CLASS, op_class, (uint8_t)(tail >> 16))
    PUT(SPE_KIND_OPERATION, op_payload, (uint8_t)(tail >> 24))
    PUT(SPE_ROW_SIZES + SPE_KIND_EVENTS, events_size, (uint8_t)(tail >> 32))
    PUT(SPE_ROW_SIZES + SPE_KIND_DATA_SOURCE, data_source_size, (uint8_t)(tail >> 40))
    PUT(SPE_ROW_OFFSET, offset, offset)
    PUT(SPE_ROW_SIZE, record_size, layout->size)
    PUT(SPE_ROW_PRESENT, present, layout->present)
    PUT(SPE_ROW_FLAGS, flags, 0)
}
#undef PUT
#undef PUT_WORD

static size_t take_rows(struct spe_run *run, const struct spe_rows *rows, size_t i, size_t n)
{
    struct spe_rows copy = *rows;
    return spe_take_run(run, &copy, i, n, SPE_LEARNED_ROOM, match, gather_row);
}

static size_t take(struct spe_run *run, struct spe_record *out, size_t n)
{
    return spe_take_run(run, out, 0, n, SPE_LEARNED_ROOM, match, gather);
}

static struct spe_layout_learned *take_one(struct spe_learned *learned, const uint8_t *bytes, uint64_t offset,
                                           struct spe_record *out)
{
    return spe_take_record(learned, bytes, offset, out, match, gather);
}

static SPE_INLINED int fits(const struct spe_layout_wide *layout, const uint8_t *bytes)
{
    const __m256i low = _mm256_or_si256(difference(layout->head.value, layout->head.mask, bytes),
                                        difference(layout->head.value + 4, layout->head.mask + 4, bytes + 32));
    const __m256i high = _mm256_or_si256(difference(layout->value, layout->mask, bytes + 64),
                                         difference(layout->value + 4, layout->mask + 4, bytes + 96));
    const __m256i all = _mm256_or_si256(low, high);
    const unsigned differs = !_mm256_testz_si256(all, all);
    return !(differs | spe_learned_is_reserved(&layout->head, bytes));
}

static size_t take_queue(struct spe_run *run, struct spe_record *out, size_t n)
{
    return spe_take_queue(run, out, n, fits, gather);
}

static struct spe_layout_learned *take_queued(struct spe_learned *learned, unsigned number, const uint8_t *bytes,
                                              uint64_t offset, struct spe_record *out)
{
    return spe_take_queued(learned, number, bytes, offset, out, fits, gather);
}

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

const struct spe_kernel spe_kernel_avx2 = {make_plan,     take,          take_one,        take_queue, take_queued,
                                           spe_many_walk, spe_many_fill, spe_spread_avx2, take_rows,  SPE_LEARNED_ROOM};

#endif
