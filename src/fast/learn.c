/* SPDX-License-Identifier: MIT */
/* Learns a record layout in the decoder's own memory. It happens once for each layout, so it need not be fast. */
#include "kernel.h"

#if SPE_LEARNING

static void fix_bits(struct spe_layout_learned *layout, unsigned at, uint8_t mask, uint8_t value)
{
    struct spe_layout_wide *const wide = (struct spe_layout_wide *)(void *)layout;
    const unsigned word = at / 8 % SPE_LEARNED_WORDS;
    *(at < SPE_LEARNED_SIZE ? &layout->mask[word] : &wide->mask[word]) |= (uint64_t)mask << (at % 8 * 8);
    *(at < SPE_LEARNED_SIZE ? &layout->value[word] : &wide->value[word]) |= (uint64_t)value << (at % 8 * 8);
}

static unsigned position_of(unsigned kind)
{
    unsigned position = 0;
    while (position < SPE_KINDS_HELD - 1 && spe_kind_order[position] != kind)
        position++;
    return position;
}

/* Walks over the record's packets. Returns 1, or 0 if a record does not hold one of them. */
static int walk(struct spe_layout_learned *layout, struct spe_places *places, const uint8_t *bytes, unsigned size)
{
    for (unsigned at = 0; at < size;) {
        const uint8_t header = bytes[at];
        fix_bits(layout, at, 0xff, header);
        at++;
        if (!header) {
            layout->padding++;
            continue;
        }
        const unsigned kind = spe_header_kind[header];
        if (kind == SPE_KIND_NONE)
            return 0;
        places->at[position_of(kind)] = (uint8_t)(at < size ? at : 0); /* End has no payload */
        for (unsigned i = 0; i < spe_payload_size(header) && at < size; i++, at++)
            fix_bits(layout, at, (uint8_t)(spe_kinds[kind].zero >> 8 * i), 0);
    }
    return 1;
}

int spe_describe(const struct spe_kernel *kernel, struct spe_layout_learned *layout, const uint8_t *bytes,
                 unsigned size, const struct spe_record *record)
{
    struct spe_places places = {{0}, record->events_size, record->data_source_size, record->op_class};
    const unsigned has_operation = (record->present & SPE_HAS_OPERATION) != 0;
    memset(layout, 0, size > SPE_LEARNED_SIZE ? sizeof(struct spe_layout_wide) : sizeof *layout);
    if (!walk(layout, &places, bytes, size))
        return 0;
    layout->size = (uint8_t)size;
    layout->present = record->present;
    layout->op_row = has_operation ? record->op_class : SPE_OP_ROW_NONE;
    layout->op_at = places.at[SPE_AT_OPERATION];
    layout->op_has = has_operation ? 0xff : 0;
    return kernel->plan(layout, &places);
}

/* Slots are padded with zeros. */
static void describe_slot(struct spe_layout_learned *layout, const uint8_t *bytes)
{
    layout->is_slot = bytes[SPE_SLOT] && spe_skip_zeros(bytes, layout->size, SPE_SLOT) == SPE_SLOT;
    for (unsigned at = layout->size; layout->is_slot && at < SPE_SLOT; at++)
        fix_bits(layout, at, 0xff, 0);
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

/* How evenly a question splits the known layouts: the number of layouts on the smaller side. */
static unsigned evenness(const struct spe_learned *learned, struct spe_question question)
{
    unsigned sides[2] = {0, 0};
    for (unsigned i = 0; i < learned->count; i++)
        if (byte_of(learned->layouts[i].mask, question.at) & question.bit)
            sides[(byte_of(learned->layouts[i].value, question.at) & question.bit) != 0]++;
    return sides[0] < sides[1] ? sides[0] : sides[1];
}

static unsigned window_at(unsigned at)
{
    return at < SPE_LEARNED_SIZE - 8 ? at : SPE_LEARNED_SIZE - 8;
}

/* Puts windows over the questions, which are sorted. has_room() has checked that there are enough windows. */
static void make_windows(struct spe_learned *learned)
{
    unsigned w = 0;
    memset(learned->windows, 0, sizeof learned->windows);
    for (unsigned i = 0; i < learned->question_count; i++) {
        const struct spe_question question = learned->questions[i];
        if (i && w + 1 < SPE_WINDOWS && question.at >= learned->windows[w].at + 8u)
            w++;
        struct spe_question_window *const window = &learned->windows[w];
        if (!window->mask) {
            window->at = (uint8_t)window_at(question.at);
            window->before = (uint8_t)i;
        }
        window->mask |= (uint64_t)question.bit << 8 * ((question.at - window->at) & 7);
    }
}

/* Whether there are enough windows for one more question, about the byte at `more`. */
static int has_room(const struct spe_learned *learned, unsigned more)
{
    unsigned made = 0, end = 0;
    for (unsigned i = 0, placed = 0; i < learned->question_count || !placed;) {
        const int now = !placed && (i == learned->question_count || learned->questions[i].at > more);
        const unsigned at = now ? more : learned->questions[i].at;
        placed |= (unsigned)now;
        i += !now;
        made += at >= end;
        end = at >= end ? window_at(at) + 8 : end;
    }
    return made <= SPE_WINDOWS;
}

/* The most even question that distinguishes two layouts and fits in the windows. Its bit is 0 if no question does. */
static struct spe_question make_question(const struct spe_learned *learned, const struct spe_layout_learned *a,
                                         const struct spe_layout_learned *b)
{
    struct spe_question best = {0, 0};
    unsigned most = 0;
    for (uint8_t at = 0; at < SPE_LEARNED_SIZE; at++) {
        for (unsigned bits = difference_at(a, b, at); bits; bits &= bits - 1) {
            const struct spe_question question = {at, (uint8_t)(bits & -bits)};
            const unsigned even = 1 + evenness(learned, question);
            if (even <= most || !has_room(learned, at))
                continue;
            best = question;
            most = even;
        }
    }
    return best;
}

/* Inserts a question among the others, which are sorted by their bits. Returns its number. */
static unsigned insert_question(struct spe_learned *learned, struct spe_question more)
{
    struct spe_question *const all = learned->questions;
    unsigned number = learned->question_count;
    for (;
         number && (all[number - 1].at > more.at || (all[number - 1].at == more.at && all[number - 1].bit > more.bit));
         number--)
        all[number] = all[number - 1];
    all[number] = more;
    for (unsigned i = 2u << learned->question_count;
         i-- > 0;) /* the guess is the same for both answers to the new question */
        learned->answers[i] = learned->answers[(i & ((1u << number) - 1)) | (i >> (number + 1) << number)];
    learned->question_count++;
    make_windows(learned);
    return number;
}

/* The number of a question that distinguishes two layouts, if necessary a new one; SPE_QUESTIONS if it does not fit. */
static unsigned find_question(struct spe_learned *learned, const struct spe_layout_learned *a,
                              const struct spe_layout_learned *b)
{
    for (unsigned i = 0; i < learned->question_count; i++)
        if (difference_at(a, b, learned->questions[i].at) & learned->questions[i].bit)
            return i;
    if (learned->question_count == SPE_QUESTIONS)
        return SPE_QUESTIONS;
    const struct spe_question question = make_question(learned, a, b);
    return question.bit ? insert_question(learned, question) : SPE_QUESTIONS;
}

/* Changes guesses to `number`: for all answers that agree with layout `number` on this question, and for which the
 * guess was a layout with the other answer. */
static void answer(struct spe_learned *learned, unsigned question, unsigned number)
{
    const struct spe_question *settled = &learned->questions[question];
    const struct spe_layout_learned *layout = &learned->layouts[number];
    const unsigned yes = (byte_of(layout->value, settled->at) & settled->bit) != 0;
    for (unsigned i = 0; i < 1u << learned->question_count; i++)
        if ((i >> question & 1) == yes &&
            (difference_at(layout, &learned->layouts[learned->answers[i]], settled->at) & settled->bit))
            learned->answers[i] = (uint8_t)number;
}

/* Whether a layout is the same as `known` except for the zeros after it. If that happens too often, `known` stops being
 * treated as a slot. */
static int is_no_slot(struct spe_layout_learned *known, const struct spe_layout_learned *layout)
{
    if (!known->is_slot || known->size != layout->size || memcmp(known->value, layout->value, sizeof known->value) != 0)
        return 0;
    if (known->misfits++ == SPE_MISFITS) {
        known->is_slot = 0;
        for (unsigned i = 0; i < SPE_LEARNED_WORDS; i++)
            known->mask[i] = layout->mask[i];
    }
    return 1;
}

/* The number of the layout if it is known although the questions led to another layout; otherwise the number for the
 * next layout. */
static unsigned find_layout(const struct spe_learned *learned, const struct spe_layout_learned *layout)
{
    unsigned number = 0;
    while (number < learned->count && memcmp(&learned->layouts[number], layout, SPE_LAYOUT_KEY) != 0)
        number++;
    return number;
}

void spe_learn(struct spe_learned *learned, const uint8_t *bytes, uint64_t size, const struct spe_record *record)
{
    if (learned->full || learned->count >= SPE_LAYOUTS || size > SPE_LEARNED_SIZE)
        return;
    struct spe_layout_learned *const layout = &learned->layouts[learned->count];
    if (!spe_describe(learned->kernel, layout, bytes, (unsigned)size, record))
        return;
    describe_slot(layout, bytes);
    const unsigned number = find_layout(learned, layout);
    if (learned->count) {
        struct spe_layout_learned *known = &learned->layouts[learned->answers[spe_learned_ask(learned, bytes)]];
        if (known == &learned->layouts[number] || is_no_slot(known, layout))
            return;
        const unsigned question = find_question(learned, layout, known);
        learned->full = question == SPE_QUESTIONS;
        if (learned->full)
            return;
        answer(learned, question, number);
    } else {
        learned->question_count = 0;
        learned->answers[0] = 0;
        make_windows(learned);
    }
    if (number == learned->count)
        learned->count++;
    learned->full = learned->count == SPE_LAYOUTS;
}

#endif
