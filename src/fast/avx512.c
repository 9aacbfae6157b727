/* SPDX-License-Identifier: MIT */
/*
 * The kernel for AVX-512 with VBMI: a record is compared as one vector, and struct spe_record is two permutations of its
 * bytes, merged over what is the same for all records of a layout.
 */
#include "forms.h"
#include "x86.h"

#if SPE_KERNELS_X86

#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,bmi,bmi2"))),                 \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512vbmi,bmi,bmi2")
#endif

static inline uint64_t pext(uint64_t word, uint64_t mask)
{
    return _pext_u64(word, mask);
}

static inline struct spe_layout_learned *match(struct spe_learned *learned, const uint8_t *bytes)
{
    struct spe_layout_learned *const layout = &learned->layouts[spe_x86_guess(learned, bytes, pext)];
    const __m512i record = _mm512_loadu_si512(bytes), value = _mm512_loadu_si512(layout->value);
    const __m512i mask = _mm512_loadu_si512(layout->mask);
    const __m512i difference = _mm512_ternarylogic_epi64(record, value, mask, 0x28); /* (record ^ value) & mask */
    return _mm512_test_epi64_mask(difference, difference) | spe_learned_is_reserved(layout, bytes) ? NULL : layout;
}

static inline void gather(void *to, size_t i, const struct spe_layout_learned *layout, const uint8_t *bytes,
                          uint64_t offset)
{
    struct spe_record *const out = (struct spe_record *)to + i;
    const struct spe_form_mixed *const form = &layout->form.mixed;
    const __m512i record = _mm512_loadu_si512(bytes);
    const __m512i head = _mm512_maskz_loadu_epi8(~UINT64_C(0) << SPE_MIXED_FROM, form->mixed - SPE_MIXED_FROM);
    const __m512i tail = _mm512_maskz_loadu_epi8(~UINT64_C(0) >> (112 - SPE_MIXED), form->mixed + 64 - SPE_MIXED_FROM);
    _mm512_storeu_si512(out, _mm512_mask_permutexvar_epi8(head, form->from[0], head, record));
    _mm512_storeu_si512((uint8_t *)out + 64, _mm512_mask_permutexvar_epi8(tail, form->from[1], tail, record));
    out->offset = offset;
    out->size = layout->size;
}

static size_t take(struct spe_run *run, struct spe_record *out, size_t n)
{
    return spe_take_run(run, out, n, SPE_LEARNED_SIZE, match, gather);
}

static struct spe_layout_learned *take_one(struct spe_learned *learned, const uint8_t *bytes, uint64_t offset,
                                           struct spe_record *out)
{
    return spe_take_record(learned, bytes, offset, out, match, gather);
}

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

const struct spe_kernel spe_kernel_avx512 = {spe_form_mixed_make, take, take_one, SPE_LEARNED_SIZE};

#endif
