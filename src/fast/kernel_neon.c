/* SPDX-License-Identifier: MIT */
/*
 * The kernel for AArch64's Advanced SIMD. A record is four vectors. Table look-ups over them give the fields that are
 * not whole words, the answers to all questions at once, and struct spe_record sixteen bytes at a time.
 */
#include "gather_plan.h"
#include "kernel_queue.h"

#if SPE_LEARNING && SPE_KERNELS_NEON

#include <arm_neon.h>

/* The first 64 bytes of a record. */
static SPE_INLINED uint8x16x4_t load64(const uint8_t *bytes)
{
    return vld1q_u8_x4(bytes);
}

static SPE_INLINED uint8x16_t words(const uint64_t *at)
{
    return vreinterpretq_u8_u64(vld1q_u64(at));
}

/* Where 64 bytes differ from a layout's. */
static SPE_INLINED uint8x16_t difference(uint8x16x4_t record, const uint64_t *value, const uint64_t *mask)
{
    const uint8x16_t a = vandq_u8(veorq_u8(record.val[0], words(value)), words(mask));
    const uint8x16_t b = vandq_u8(veorq_u8(record.val[1], words(value + 2)), words(mask + 2));
    const uint8x16_t c = vandq_u8(veorq_u8(record.val[2], words(value + 4)), words(mask + 4));
    const uint8x16_t d = vandq_u8(veorq_u8(record.val[3], words(value + 6)), words(mask + 6));
    return vorrq_u8(vorrq_u8(a, b), vorrq_u8(c, d));
}

/* Whether any byte is set, as a number in a general register. */
static SPE_INLINED uint64_t any(uint8x16_t bytes)
{
    const uint64x2_t both = vreinterpretq_u64_u8(bytes);
    return vgetq_lane_u64(both, 0) | vgetq_lane_u64(both, 1);
}

/* Guesses the layout from the questions: their bytes are looked up, their bits tested, and the answers added up. */
static SPE_INLINED unsigned guess(const struct spe_learned *learned, uint8x16x4_t record)
{
    static const uint8_t weights[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    _Static_assert(sizeof learned->questions == 16, "eight questions of two bytes");
    const uint8x8x2_t questions = vld2_u8((const uint8_t *)learned->questions); /* places and bits */
    const uint8x8_t answers = vtst_u8(vqtbl4_u8(record, questions.val[0]), questions.val[1]);
    return learned->answers[vaddv_u8(vand_u8(answers, vld1_u8(weights)))];
}

static SPE_INLINED struct spe_layout_learned *match(struct spe_learned *learned, const uint8_t *bytes)
{
    const uint8x16x4_t record = load64(bytes);
    struct spe_layout_learned *const layout = &learned->layouts[guess(learned, record)];
    const uint64_t differs = any(difference(record, layout->value, layout->mask));
    return differs | spe_learned_is_reserved(layout, bytes) ? NULL : layout;
}

static SPE_INLINED int fits(const struct spe_layout_wide *layout, const uint8_t *bytes)
{
    const uint8x16_t low = difference(load64(bytes), layout->head.value, layout->head.mask);
    const uint8x16_t high = difference(load64(bytes + 64), layout->value, layout->mask);
    return !(any(vorrq_u8(low, high)) | spe_learned_is_reserved(&layout->head, bytes));
}

_Static_assert(SPE_MIXED_FROM + SPE_LOOKUP <= sizeof(struct spe_record) - 16,
               "the last 16 bytes are stored as zero: look them up, too, if members reach there");

static int make_plan(struct spe_layout_learned *layout, const struct spe_places *places)
{
    struct spe_plan_neon *const plan = &layout->plan.neon;
    uint8_t sources[sizeof(struct spe_record)];
    spe_plan_sources(places, sources);
    memcpy(plan->lookup, sources + SPE_MIXED_FROM, sizeof plan->lookup);
    plan->op_class = places->op_class;
    plan->events_size = places->events_size;
    plan->data_source_size = places->data_source_size;
    return 1;
}

/* Stores the bytes that are the same for all records of a layout over the bytes that were looked up. */
static SPE_INLINED void store_constants(struct spe_record *out, const struct spe_layout_learned *layout,
                                        uint64_t offset)
{
    const struct spe_plan_neon *const plan = &layout->plan.neon;
    vst1q_u8((uint8_t *)out + sizeof *out - 16, vdupq_n_u8(0));
    out->offset = offset;
    out->size = layout->size;
    out->present = layout->present;
    out->op_class = plan->op_class;
    out->events_size = plan->events_size;
    out->data_source_size = plan->data_source_size;
}

/* Gathers bytes of struct spe_record by their numbers in the encoded record, 16 at a time; bytes without a number
 * become 0. */
static SPE_INLINED void gather(void *to, size_t i, const struct spe_layout_learned *layout, const uint8_t *bytes,
                               uint64_t offset)
{
    struct spe_record *const out = (struct spe_record *)to + i;
    const uint8_t *const lookup = layout->plan.neon.lookup;
    const uint8x16x4_t record = load64(bytes);
    SPE_UNROLL
    for (unsigned from = 0; from < SPE_LOOKUP; from += 16)
        vst1q_u8((uint8_t *)out + SPE_MIXED_FROM + from, vqtbl4q_u8(record, vld1q_u8(lookup + from)));
    store_constants(out, layout, offset);
}

/* The same for a record that may have 128 bytes. */
static SPE_INLINED void gather_wide(void *to, size_t i, const struct spe_layout_learned *layout, const uint8_t *bytes,
                                    uint64_t offset)
{
    struct spe_record *const out = (struct spe_record *)to + i;
    const uint8_t *const lookup = layout->plan.neon.lookup;
    const uint8x16x4_t low = load64(bytes), high = load64(bytes + 64);
    SPE_UNROLL
    for (unsigned from = 0; from < SPE_LOOKUP; from += 16) {
        const uint8x16_t number = vld1q_u8(lookup + from), found = vqtbl4q_u8(low, number);
        vst1q_u8((uint8_t *)out + SPE_MIXED_FROM + from, vqtbx4q_u8(found, high, vsubq_u8(number, vdupq_n_u8(64))));
    }
    store_constants(out, layout, offset);
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

static size_t take_queue(struct spe_run *run, struct spe_record *out, size_t n)
{
    return spe_take_queue(run, out, n, fits, gather_wide);
}

static struct spe_layout_learned *take_queued(struct spe_learned *learned, unsigned number, const uint8_t *bytes,
                                              uint64_t offset, struct spe_record *out)
{
    return spe_take_queued(learned, number, bytes, offset, out, fits, gather_wide);
}

const struct spe_kernel spe_kernel_neon = {make_plan,     take,          take_one, take_queue, take_queued,
                                           spe_many_walk, spe_many_fill, NULL,     NULL,       SPE_LEARNED_SIZE};

#endif
