/* SPDX-License-Identifier: MIT */
/* A compiled filter over columns: a bit for each row. */
#include <libspe/columns.h>

#include "../base/wire.h"
#include "filter_compiled.h"

#define COLUMN(columns, row, column)                                                                                   \
    {                                                                                                                  \
        (const uint8_t *)((columns)->column ? (columns)->column + (row) : NULL), sizeof *(columns)->column             \
    }

/* Whether a column that the filter reads is missing. */
static int lacks_column(const struct compiled *filter, const struct spe_columns *c)
{
    const uint32_t used = ~filter->unused;
    const uint32_t of_events = 1u << SPE_FILTER_BY_EVENT | 1u << SPE_FILTER_BY_INVERSE_EVENT;
    const uint32_t of_operations = 1u << SPE_FILTER_BY_TYPE | 1u << SPE_FILTER_BY_DATA_SOURCE;
    return !c->present || (used & of_events && !c->events) ||
           (used & of_operations && !(c->op_class && c->op_payload)) ||
           (used & 1u << SPE_FILTER_BY_LATENCY && !c->total_latency) ||
           (used & 1u << SPE_FILTER_BY_DATA_SOURCE && !c->data_source);
}

int64_t spe_filter_columns(const spe_filter *filter, const struct spe_columns *columns, size_t n, uint8_t *keep,
                           struct spe_filter_counts *counts)
{
    const struct compiled *compiled = (const struct compiled *)(const void *)filter;
    struct spe_filter_counts by = {{0}};
    if (!filter || !columns || (!keep && n))
        return SPE_E_ARG;
    if (spe_columns_problem(columns))
        return SPE_E_CONFIG;
    if (lacks_column(compiled, columns))
        return SPE_E_ARG;
    for (size_t row = 0, some; row < n; row += some) {
        const struct fields fields = {COLUMN(columns, row, present),       COLUMN(columns, row, events),
                                      COLUMN(columns, row, op_class),      COLUMN(columns, row, op_payload),
                                      COLUMN(columns, row, total_latency), COLUMN(columns, row, data_source)};
        some = n - row < TOGETHER ? n - row : TOGETHER;
        spe_store(keep + row / 8, (unsigned)(some + 7) / 8, spe_filter_together(compiled, &fields, some, by.count));
    }
    for (size_t i = 0; counts && i < sizeof by.count / sizeof by.count[0]; i++)
        counts->count[i] += by.count[i];
    return (int64_t)by.count[SPE_FILTER_KEPT];
}
