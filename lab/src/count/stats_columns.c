/* SPDX-License-Identifier: MIT */
/* Counts rows of columns: each row becomes a record, with the fields that are counted and have a column. */
#include <libspe-lab/stats.h>

static int columns_status(const void *to, const struct spe_columns *columns)
{
    if (!to || !columns)
        return SPE_E_ARG;
    if (spe_columns_problem(columns))
        return SPE_E_CONFIG;
    return columns->present ? SPE_OK : SPE_E_ARG;
}

static int is_kept(const uint8_t *keep, size_t i)
{
    return !keep || keep[i / 8] >> i % 8 & 1;
}

static uint32_t columns_has(const struct spe_columns *c)
{
    return (c->pc ? SPE_HAS_PC : 0) | (c->events ? SPE_HAS_EVENTS : 0) |
           (c->op_class && c->op_payload ? SPE_HAS_OPERATION : 0) | (c->data_source ? SPE_HAS_DATA_SOURCE : 0) |
           (c->total_latency ? SPE_HAS_TOTAL_LATENCY : 0) | (c->issue_latency ? SPE_HAS_ISSUE_LATENCY : 0) |
           (c->translation_latency ? SPE_HAS_TRANSLATION_LATENCY : 0);
}

/* Puts what row i has of the fields that are counted into the record. */
static void take_row(struct spe_record *r, const struct spe_columns *c, size_t i)
{
#define TAKE(column, member) r->member = c->column ? c->column[i] : 0
    r->present = c->present[i] & columns_has(c);
    TAKE(record_size, size);
    TAKE(flags, flags);
    TAKE(pc, pc);
    TAKE(events, events);
    TAKE(op_class, op_class);
    TAKE(op_payload, op_payload);
    TAKE(data_source, data_source);
    TAKE(total_latency, total_latency);
    TAKE(issue_latency, issue_latency);
    TAKE(translation_latency, translation_latency);
#undef TAKE
}

int spe_stats_add_columns(struct spe_stats *stats, const struct spe_columns *columns, size_t n, const uint8_t *keep)
{
    struct spe_record record = {0};
    const int status = columns_status(stats, columns);
    for (size_t i = 0; status == SPE_OK && i < n; i++)
        if (is_kept(keep, i)) {
            take_row(&record, columns, i);
            spe_stats_add(stats, &record, 1);
        }
    return status;
}

int spe_latencies_add_columns(struct spe_latencies *latencies, const struct spe_columns *columns, size_t n,
                              const uint8_t *keep)
{
    struct spe_record record = {0};
    const int status = columns_status(latencies, columns);
    for (size_t i = 0; status == SPE_OK && i < n; i++)
        if (is_kept(keep, i)) {
            take_row(&record, columns, i);
            spe_latencies_add(latencies, &record, 1);
        }
    return status;
}

int spe_source_stats_add_columns(spe_source_stats *s, const struct spe_columns *columns, size_t n, const uint8_t *keep)
{
    struct spe_record record = {0};
    int status = columns_status(s, columns);
    if (status == SPE_OK) /* adds nothing, but fails if *s is not initialised */
        status = spe_source_stats_put(s, SPE_STATS_NO_SOURCE, 0, NULL);
    for (size_t i = 0; status == SPE_OK && i < n; i++)
        if (is_kept(keep, i)) {
            take_row(&record, columns, i);
            spe_source_stats_add(s, &record, 1);
        }
    return status;
}
