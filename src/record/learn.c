/* SPDX-License-Identifier: MIT */
/* Learning a layout: once for each, so that it need not be fast. */
#include "learn.h"

static void fix_bits(struct spe_layout_learned *layout, unsigned at, uint8_t mask, uint8_t value)
{
    layout->mask[at / 8] |= (uint64_t)mask << (at % 8 * 8);
    layout->value[at / 8] |= (uint64_t)value << (at % 8 * 8);
}

static unsigned position_of(unsigned kind)
{
    unsigned position = 0;
    while (position < SPE_KINDS_HELD - 1 && spe_kind_order[position] != kind)
        position++;
    return position;
}

/* Walks the record's packets. Returns 1, or 0: one is not of a kind that a record holds. */
static int describe(struct spe_layout_learned *layout, const uint8_t *bytes, unsigned size,
                    const struct spe_record *record)
{
    memset(layout, 0, sizeof *layout);
    for (unsigned at = 0; at < size;) {
        const uint8_t header = bytes[at];
        fix_bits(layout, at, 0xff, header);
        at++;
        if (!header) {
            layout->padding++;
            continue;
        }
        const unsigned kind = spe_header_kind[header], position = position_of(kind);
        if (kind == SPE_KIND_NONE)
            return 0;
        layout->at[position] = (uint8_t)(at % SPE_LEARNED_SIZE);
        layout->has[position] = -1;
        for (unsigned i = 0; i < spe_payload_size(header) && at < size; i++, at++)
            fix_bits(layout, at, (uint8_t)(spe_kinds[kind].zero >> 8 * i), 0);
    }
    layout->size = (uint8_t)size;
    layout->present = record->present;
    layout->op_class = record->op_class;
    layout->op_row = record->present & SPE_HAS_OPERATION ? record->op_class : SPE_OP_ROW_NONE;
    layout->events_size = record->events_size;
    layout->data_source_size = record->data_source_size;
    layout->events_mask = record->events_size < 8 ? (UINT64_C(1) << (8 * record->events_size)) - 1 : UINT64_MAX;
    layout->data_source_mask = record->data_source_size == 1 ? 0xff : 0xffff;
    return 1;
}

static uint8_t byte_of(const uint64_t *words, unsigned at)
{
    return (uint8_t)(words[at / 8] >> at % 8 * 8);
}

/* The bits of a byte that both layouts fix, to different values. */
static uint8_t difference_at(const struct spe_layout_learned *a, const struct spe_layout_learned *b, unsigned at)
{
    return byte_of(a->mask, at) & byte_of(b->mask, at) & (byte_of(a->value, at) ^ byte_of(b->value, at));
}

/* How evenly a question splits the layouts that are known: how many of them are on the smaller side. */
static unsigned evenness(const struct spe_learned *learned, struct spe_question question)
{
    unsigned sides[2] = {0, 0};
    for (unsigned i = 0; i < learned->count; i++)
        if (byte_of(learned->layouts[i].mask, question.at) & question.bit)
            sides[(byte_of(learned->layouts[i].value, question.at) & question.bit) != 0]++;
    return sides[0] < sides[1] ? sides[0] : sides[1];
}

/* The most even question that tells two different layouts apart. There is one: they have the same packets up to some
 * header, where they differ. */
static struct spe_question make_question(const struct spe_learned *learned, const struct spe_layout_learned *a,
                                         const struct spe_layout_learned *b)
{
    struct spe_question best = {0, 0};
    unsigned most = 0;
    for (uint8_t at = 0; at < SPE_LEARNED_SIZE; at++) {
        for (unsigned bits = difference_at(a, b, at); bits; bits &= bits - 1) {
            const struct spe_question question = {at, (uint8_t)(bits & -bits)};
            const unsigned even = 1 + evenness(learned, question);
            best = even > most ? question : best;
            most = even > most ? even : most;
        }
    }
    return best;
}

/* The number of a question that tells two layouts apart, a new one where those that there are do not; or SPE_QUESTIONS:
 * that would be one too many. */
static unsigned find_question(struct spe_learned *learned, const struct spe_layout_learned *a,
                              const struct spe_layout_learned *b)
{
    const unsigned asked = learned->asked;
    for (unsigned i = 0; i < asked; i++)
        if (difference_at(a, b, learned->questions[i].at) & learned->questions[i].bit)
            return i;
    if (asked == SPE_QUESTIONS)
        return SPE_QUESTIONS;
    learned->questions[asked] = make_question(learned, a, b);
    memcpy(learned->answers + ((size_t)1 << asked), learned->answers, (size_t)1 << asked);
    learned->asked++;
    return asked;
}

/* Where a question was answered as layout `number` answers it, and the guess was one that answers otherwise, the guess
 * is `number` from now on. */
static void answer(struct spe_learned *learned, unsigned question, unsigned number)
{
    const struct spe_question *asked = &learned->questions[question];
    const struct spe_layout_learned *layout = &learned->layouts[number];
    const unsigned yes = (byte_of(layout->value, asked->at) & asked->bit) != 0;
    for (unsigned i = 0; i < 1u << learned->asked; i++)
        if ((i >> question & 1) == yes &&
            (difference_at(layout, &learned->layouts[learned->answers[i]], asked->at) & asked->bit))
            learned->answers[i] = (uint8_t)number;
}

void spe_learn(struct spe_learned *learned, const uint8_t *bytes, uint64_t size, const struct spe_record *record)
{
    const unsigned number = learned->count;
    if (learned->full || number >= SPE_LAYOUTS || size > SPE_LEARNED_SIZE)
        return;
    struct spe_layout_learned *layout = &learned->layouts[number];
    if (!describe(layout, bytes, (unsigned)size, record))
        return;
    if (number) {
        const unsigned question = find_question(learned, layout, spe_learned_guess(learned, bytes));
        learned->full = question == SPE_QUESTIONS;
        if (learned->full)
            return;
        answer(learned, question, number);
    } else {
        learned->asked = 0;
        learned->answers[0] = 0;
    }
    learned->count++;
    learned->full = learned->count == SPE_LAYOUTS;
}
