/* SPDX-License-Identifier: MIT */
/* Any records, as an array and as columns. */
#ifndef ANY_RECORDS_H
#define ANY_RECORDS_H

#include <libspe/spe.h>
#include <stddef.h>

#include "../../fuzz/record_generator.h"
#include "random.h"

#define MOST 700

static struct spe_record records[MOST];

/* Any record, mostly with few events and small numbers. */
static struct spe_record make_record(void)
{
    struct spe_gen_source from = {NULL, 0, random_u64() | 1};
    struct spe_record r = spe_gen_any_record(&from);
    if (random_below(4)) {
        r.present |= SPE_HAS_EVENTS | SPE_HAS_OPERATION | SPE_HAS_TOTAL_LATENCY;
        r.events &= random_u64() & random_u64();
        r.total_latency >>= random_below(16);
        r.data_source %= 24;
    }
    if (!random_below(64))
        r.op_class = (uint8_t)random_u64();
    return r;
}

static void make_records(size_t n)
{
    for (size_t i = 0; i < n; i++)
        records[i] = make_record();
}

static struct {
    uint64_t record_size[MOST], pc[MOST], events[MOST];
    uint32_t present[MOST], flags[MOST];
    uint16_t total_latency[MOST], issue_latency[MOST], translation_latency[MOST], data_source[MOST];
    uint8_t op_class[MOST], op_payload[MOST];
} arrays;

static struct spe_columns make_columns(size_t n)
{
    struct spe_columns c = SPE_COLUMNS_INIT;
#define COLUMN(column, member)                                                                                         \
    c.column = arrays.column;                                                                                          \
    for (size_t i = 0; i < n; i++)                                                                                     \
    arrays.column[i] = records[i].member
    COLUMN(record_size, size);
    COLUMN(pc, pc);
    COLUMN(events, events);
    COLUMN(present, present);
    COLUMN(flags, flags);
    COLUMN(total_latency, total_latency);
    COLUMN(issue_latency, issue_latency);
    COLUMN(translation_latency, translation_latency);
    COLUMN(data_source, data_source);
    COLUMN(op_class, op_class);
    COLUMN(op_payload, op_payload);
#undef COLUMN
    return c;
}

#endif
