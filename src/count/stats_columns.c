/* SPDX-License-Identifier: MIT */
/* Counting rows of columns: as spe_stats_add() counts the records that they are. */
#include <libspe/batch.h>
#include <libspe/stats.h>

#include "some.h"

/* What is counted of row i. A column that is not there has nothing. */
static inline void gather(struct spe_record *r, const struct spe_columns *c, uint32_t has, size_t i)
{
#define GATHER(column, member) r->member = c->column ? c->column[i] : 0
    GATHER(record_size, size);
    GATHER(pc, pc);
    GATHER(events, events);
    GATHER(flags, flags);
    GATHER(total_latency, total_latency);
    GATHER(issue_latency, issue_latency);
    GATHER(translation_latency, translation_latency);
    GATHER(data_source, data_source);
    GATHER(op_class, op_class);
    GATHER(op_payload, op_payload);
#undef GATHER
    r->present = c->present[i] & has;
}

/* The fields that have a column. */
static uint32_t columns_has(const struct spe_columns *c)
{
    return (c->pc ? SPE_HAS_PC : 0) | (c->events ? SPE_HAS_EVENTS : 0) |
           (c->op_class && c->op_payload ? SPE_HAS_OPERATION : 0) | (c->data_source ? SPE_HAS_DATA_SOURCE : 0) |
           (c->total_latency ? SPE_HAS_TOTAL_LATENCY : 0) | (c->issue_latency ? SPE_HAS_ISSUE_LATENCY : 0) |
           (c->translation_latency ? SPE_HAS_TRANSLATION_LATENCY : 0);
}

int spe_stats_add_columns(struct spe_stats *stats, const struct spe_columns *columns, size_t n, const uint8_t *keep)
{
    struct spe_record record = {0};
    struct some some;
    if (!stats || !columns)
        return SPE_E_ARG;
    if (spe_columns_mistake(columns))
        return SPE_E_CONFIG;
    if (!columns->present)
        return SPE_E_ARG;
    const uint32_t has = columns_has(columns);
    for (size_t row = 0, end; row < n; row = end) {
        end = n - row < SOME ? n : row + SOME;
        some_begin(&some);
        for (size_t i = row; i < end; i++) {
            if (keep && !(keep[i / 8] >> i % 8 & 1))
                continue;
            gather(&record, columns, has, i);
            some_add(stats, &some, &record);
        }
        spe_stats_move(stats, &some);
    }
    return SPE_OK;
}
