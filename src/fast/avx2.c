/* SPDX-License-Identifier: MIT */
/*
 * The kernel for AVX2 with BMI2: a record is compared as two vectors; what has eight bytes is loaded from its place,
 * what has fewer is shuffled out of three windows of 16 bytes.
 */
#include "forms.h"
#include "many.h"
#include "x86.h"

#if SPE_KERNELS_X86

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

/* The least of 16 places that are left, or SPE_NO_SOURCE. */
static unsigned least(const uint8_t *sources)
{
    unsigned least = SPE_NO_SOURCE;
    for (unsigned i = 0; i < 16; i++)
        least = sources[i] < least ? sources[i] : least;
    return least;
}

/* Puts windows over the places. Returns 0: three are too few. */
static int make_windows(struct spe_form_avx2 *form, uint8_t *sources, unsigned last)
{
    memset(form->shuffle, 0x80, sizeof form->shuffle);
    memset(form->window, 0, sizeof form->window);
    for (unsigned w = 0; w < SPE_WINDOWS && least(sources) != SPE_NO_SOURCE; w++) {
        const unsigned first = least(sources), from = first < last ? first : last;
        form->window[w] = (uint8_t)from;
        for (unsigned i = 0; i < 16; i++) {
            if (sources[i] == SPE_NO_SOURCE || sources[i] >= from + 16)
                continue;
            form->shuffle[w][i] = (uint8_t)(sources[i] - from);
            sources[i] = SPE_NO_SOURCE;
        }
    }
    return least(sources) == SPE_NO_SOURCE;
}

static int make_form(struct spe_layout_learned *layout, const struct spe_places *places)
{
    static const uint8_t wide[8] = {SPE_AT_PC,      SPE_AT_BRANCH_TARGET,      SPE_AT_DATA_VA,
                                    SPE_AT_DATA_PA, SPE_AT_PREV_BRANCH_TARGET, SPE_AT_TIMESTAMP,
                                    SPE_AT_EVENTS,  SPE_AT_DATA_SOURCE};
    struct spe_form_avx2 *const form = &layout->form.avx2;
    const struct spe_record constants = spe_form_constants(layout, places);
    uint8_t sources[sizeof(struct spe_record)];
    spe_form_sources(places, sources);
    memcpy(&form->tail, &constants.data_source, sizeof form->tail);
    for (unsigned i = 0; i < sizeof wide; i++)
        form->at[i] = places->at[wide[i]];
    for (unsigned i = 0; i < sizeof form->has; i++)
        form->has[i] = (int8_t)(form->at[i] ? -1 : 0);
    form->events_bits = (uint8_t)(8 * places->events_size);
    form->data_source_bits = (uint8_t)(8 * places->data_source_size);
    return make_windows(form, sources + SHUFFLED,
                        (layout->size > SPE_LEARNED_SIZE ? SPE_WIDE_SIZE : SPE_LEARNED_SIZE) - 16);
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

/* Two payloads of eight bytes, or zero for those that are not there. */
static SPE_INLINED __m128i pair(const struct spe_form_avx2 *form, const uint8_t *bytes, unsigned first)
{
    uint16_t has;
    memcpy(&has, form->has + first, sizeof has);
    const __m128i low = _mm_loadl_epi64((const __m128i *)(const void *)(bytes + form->at[first]));
    const __m128i high = _mm_loadl_epi64((const __m128i *)(const void *)(bytes + form->at[first + 1]));
    return _mm_and_si128(_mm_unpacklo_epi64(low, high), _mm_cvtepi8_epi64(_mm_cvtsi32_si128(has)));
}

static SPE_INLINED __m128i shuffled(const struct spe_form_avx2 *form, const uint8_t *bytes, unsigned window)
{
    return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)(bytes + form->window[window])),
                            _mm_loadu_si128((const __m128i *)(const void *)form->shuffle[window]));
}

static SPE_INLINED void store(uint8_t *out, __m128i value)
{
    _mm_storeu_si128((__m128i *)(void *)out, value);
}

static SPE_INLINED void gather(void *to, size_t i, const struct spe_layout_learned *layout, const uint8_t *bytes,
                               uint64_t offset)
{
    struct spe_record *const out = (struct spe_record *)to + i;
    const struct spe_form_avx2 *const form = &layout->form.avx2;
    const uint64_t tail = form->tail | (uint64_t)_bzhi_u32(spe_load16(bytes + form->at[7]), form->data_source_bits) |
                          (uint64_t)spe_learned_operation(layout, bytes) << 24;
    out->offset = offset;
    out->size = layout->size;
    store((uint8_t *)&out->pc, pair(form, bytes, 0));
    store((uint8_t *)&out->data_va, pair(form, bytes, 2));
    store((uint8_t *)&out->prev_branch_target, pair(form, bytes, 4));
    out->events = _bzhi_u64(spe_load64(bytes + form->at[6]), form->events_bits);
    out->present = layout->present;
    out->flags = 0;
    store((uint8_t *)out + SHUFFLED,
          _mm_or_si128(_mm_or_si128(shuffled(form, bytes, 0), shuffled(form, bytes, 1)), shuffled(form, bytes, 2)));
    memcpy(&out->data_source, &tail, sizeof tail);
    store((uint8_t *)out + 104, _mm_setzero_si128());
    store((uint8_t *)out + 112, _mm_setzero_si128());
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

const struct spe_kernel spe_kernel_avx2 = {make_form,     take,          take_one,        take_queue,      take_queued,
                                           spe_many_walk, spe_many_fill, spe_spread_avx2, SPE_LEARNED_ROOM};

#endif
