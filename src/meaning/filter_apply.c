/* SPDX-License-Identifier: MIT */
/*
 * Applies a compiled filter to records. spe_filter_keeps() is the plain definition of a filter. For many records, each
 * condition is tested for all of them before the next one, without a branch on a record's contents: cores cannot
 * predict which records a filter keeps.
 */
#include <stddef.h>
#include <string.h>

#include "../base/wire.h"
#include "filter_compiled.h"

enum { LAST_RESULT = SPE_FILTER_BY_DATA_SOURCE };
_Static_assert(LAST_RESULT < sizeof((struct spe_filter_counts *)0)->count / sizeof(uint64_t),
               "spe_filter_counts has room for each result");

static unsigned bit_of(const uint64_t *map, unsigned n)
{
    return (unsigned)(map[n / 64] >> n % 64) & 1;
}

/* SPE_FILTER_KEPT, or the first part of the filter that rejects the record. */
static unsigned filter_record(const struct compiled *filter, const struct spe_record *record)
{
    const uint32_t has = record->present;
    const uint64_t events = has & SPE_HAS_EVENTS ? record->events : 0;
    const unsigned latency = has & SPE_HAS_TOTAL_LATENCY ? record->total_latency : 0;
    const unsigned operation = (has & SPE_HAS_OPERATION) && record->op_class < OPERATIONS / 256
                                   ? record->op_class * 256u + record->op_payload
                                   : NO_OPERATION;
    if ((events & filter->set) != filter->set)
        return SPE_FILTER_BY_EVENT;
    if (events & filter->clear)
        return SPE_FILTER_BY_INVERSE_EVENT;
    if (!bit_of(filter->kept, operation))
        return SPE_FILTER_BY_TYPE;
    if (latency < filter->min_latency)
        return SPE_FILTER_BY_LATENCY;
    if ((has & SPE_HAS_DATA_SOURCE) && bit_of(filter->loads, operation) &&
        !(filter->sources >> (record->data_source & 63) & 1))
        return SPE_FILTER_BY_DATA_SOURCE;
    return SPE_FILTER_KEPT;
}

int spe_filter_keeps(const spe_filter *filter, const struct spe_record *record)
{
    if (!filter || !record)
        return 0;
    return filter_record((const struct compiled *)(const void *)filter, record) == SPE_FILTER_KEPT;
}

/* -- many together: each function tests one condition for n records, and returns the answers as the n highest bits
 * -- */

#define FIELD(type, field, i) (*(const type *)(const void *)((field).at + (i) * (field).step))

static inline uint64_t answer(uint64_t answers, unsigned yes)
{
    return answers >> 1 | (uint64_t)yes << 63;
}

/* 1 or 0. */
static inline unsigned has_field(const struct fields *f, size_t i, uint32_t has)
{
    return FIELD(uint32_t, f->present, i) / has & 1;
}

static uint64_t test_events(const struct fields *f, size_t n, uint64_t of, uint64_t want)
{
    uint64_t answers = 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t has = 0 - (uint64_t)has_field(f, i, SPE_HAS_EVENTS);
        answers = answer(answers, (FIELD(uint64_t, f->events, i) & has & of) == want);
    }
    return answers;
}

/* The operation's bit in a map. */
static inline unsigned operation_bit(const uint64_t *map, const struct fields *f, size_t i)
{
    const unsigned absent = has_field(f, i, SPE_HAS_OPERATION) - 1; /* all ones if the operation is absent */
    const unsigned operation =
        (unsigned)FIELD(uint8_t, f->op_class, i) << 8 | FIELD(uint8_t, f->op_payload, i) | absent;
    return bit_of(map, operation < OPERATIONS ? operation : NO_OPERATION);
}

static uint64_t test_types(const struct fields *f, size_t n, const uint64_t *kept)
{
    uint64_t answers = 0;
    for (size_t i = 0; i < n; i++)
        answers = answer(answers, operation_bit(kept, f, i));
    return answers;
}

static uint64_t test_latency(const struct fields *f, size_t n, uint64_t least)
{
    uint64_t answers = 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned has = 0 - has_field(f, i, SPE_HAS_TOTAL_LATENCY);
        answers = answer(answers, (FIELD(uint16_t, f->total_latency, i) & has) >= least);
    }
    return answers;
}

static uint64_t test_sources(const struct fields *f, size_t n, const struct compiled *filter)
{
    uint64_t answers = 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned is_kept = (unsigned)(filter->sources >> (FIELD(uint16_t, f->data_source, i) & 63)) & 1;
        const unsigned applies = has_field(f, i, SPE_HAS_DATA_SOURCE) & operation_bit(filter->loads, f, i);
        answers = answer(answers, is_kept | !applies);
    }
    return answers;
}

static uint64_t test(const struct compiled *filter, const struct fields *f, size_t n, unsigned by)
{
    switch (by) {
    case SPE_FILTER_BY_EVENT:
        return test_events(f, n, filter->set, filter->set);
    case SPE_FILTER_BY_INVERSE_EVENT:
        return test_events(f, n, filter->clear, 0);
    case SPE_FILTER_BY_TYPE:
        return test_types(f, n, filter->kept);
    case SPE_FILTER_BY_LATENCY:
        return test_latency(f, n, filter->min_latency);
    default:
        return test_sources(f, n, filter);
    }
}

uint64_t spe_filter_together(const struct compiled *filter, const struct fields *fields, size_t n, uint64_t *by)
{
    const unsigned unused = TOGETHER - (unsigned)n;
    uint64_t left = UINT64_MAX << unused;
    for (unsigned why = SPE_FILTER_BY_EVENT; why <= LAST_RESULT && left; why++) {
        if (filter->unused >> why & 1)
            continue;
        const uint64_t kept = left & test(filter, fields, n, why);
        by[why] += spe_bit_count(left ^ kept);
        left = kept;
    }
    by[SPE_FILTER_KEPT] += spe_bit_count(left);
    return left >> unused;
}

#define MEMBER(records, member)                                                                                        \
    {                                                                                                                  \
        (const uint8_t *)(records) + offsetof(struct spe_record, member), sizeof *(records)                            \
    }

/* Moves records[i], for each bit i of `kept`, to to[0] and on. `to` may be `records`. */
static struct spe_record *move_kept(struct spe_record *to, const struct spe_record *records, uint64_t kept)
{
    for (; kept; kept &= kept - 1, to++) {
        const struct spe_record *from = &records[spe_lowest_bit(kept)];
        if (to != from)
            *to = *from;
    }
    return to;
}

size_t spe_filter_batch(const spe_filter *filter, struct spe_record *records, size_t n,
                        struct spe_filter_counts *counts)
{
    struct spe_filter_counts by = {{0}};
    struct spe_record *to = records;
    if (!filter || !records)
        return 0;
    for (size_t done = 0, some; done < n; done += some) {
        const struct spe_record *r = &records[done];
        const struct fields fields = {MEMBER(r, present),    MEMBER(r, events),        MEMBER(r, op_class),
                                      MEMBER(r, op_payload), MEMBER(r, total_latency), MEMBER(r, data_source)};
        some = n - done < TOGETHER ? n - done : TOGETHER;
        to = move_kept(to, r,
                       spe_filter_together((const struct compiled *)(const void *)filter, &fields, some, by.count));
    }
    for (size_t i = 0; counts && i < sizeof by.count / sizeof by.count[0]; i++)
        counts->count[i] += by.count[i];
    return (size_t)(to - records);
}
