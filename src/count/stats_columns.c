/* SPDX-License-Identifier: MIT */
/* Counting rows of columns gives the same as counting the records that the rows hold. */
#include "../base/provisional.h"

#include <libspe/stats.h>

#include "../base/context.h"
#include "source_slots.h"
#include "stats_lanes.h"

/* Puts row i of a column into the record, if the column exists. */
#define GATHER(column, member) r->member = c->column ? c->column[i] : 0

/* The fields that have a column. */
static uint32_t columns_has(const struct spe_columns *c)
{
    return (c->pc ? SPE_HAS_PC : 0) | (c->events ? SPE_HAS_EVENTS : 0) |
           (c->op_class && c->op_payload ? SPE_HAS_OPERATION : 0) | (c->data_source ? SPE_HAS_DATA_SOURCE : 0) |
           (c->total_latency ? SPE_HAS_TOTAL_LATENCY : 0) | (c->issue_latency ? SPE_HAS_ISSUE_LATENCY : 0) |
           (c->translation_latency ? SPE_HAS_TRANSLATION_LATENCY : 0);
}

static int columns_status(const void *to, const struct spe_columns *columns)
{
    if (!to || !columns)
        return SPE_E_ARG;
    if (spe_columns_problem(columns))
        return SPE_E_CONFIG;
    return columns->present ? SPE_OK : SPE_E_ARG;
}

/* The functions that count some records; `on` holds the counts until they are added. Only fields that are counted are
 * gathered from row i. */
struct counting {
    void (*gather)(struct spe_record *r, const struct spe_columns *c, size_t i);
    void (*begin)(void *to, void *on);
    void (*add)(void *to, void *on, const struct spe_record *r);
    void (*end)(void *to, void *on);
};

/* Inlined, with the functions in `counting`. */
static SPE_INLINED void each_row(const struct counting *counting, void *to, void *on, const struct spe_columns *columns,
                                 size_t n, const uint8_t *keep)
{
    struct spe_record record = {0};
    const uint32_t has = columns_has(columns);
    for (size_t row = 0, end; row < n; row = end) {
        end = n - row < LANE_RECORDS ? n : row + LANE_RECORDS;
        counting->begin(to, on);
        for (size_t i = row; i < end; i++) {
            if (keep && !(keep[i / 8] >> i % 8 & 1))
                continue;
            record.present = columns->present[i] & has;
            counting->gather(&record, columns, i);
            counting->add(to, on, &record);
        }
        counting->end(to, on);
    }
}

/* -- counts -- */

static inline void gather_stats(struct spe_record *r, const struct spe_columns *c, size_t i)
{
    GATHER(record_size, size);
    GATHER(pc, pc);
    GATHER(events, events);
    GATHER(flags, flags);
    GATHER(op_class, op_class);
    GATHER(op_payload, op_payload);
}

static inline void begin_stats(void *stats, void *counted)
{
    (void)stats;
    lane_sums_begin(counted);
}

static inline void add_stats(void *stats, void *counted, const struct spe_record *r)
{
    lane_sums_add(stats, counted, r);
}

static inline void end_stats(void *stats, void *counted)
{
    spe_stats_move(stats, counted);
}

int spe_stats_add_columns(struct spe_stats *stats, const struct spe_columns *columns, size_t n, const uint8_t *keep)
{
    static const struct counting counting = {gather_stats, begin_stats, add_stats, end_stats};
    struct lane_sums counted;
    const int status = columns_status(stats, columns);
    if (status == SPE_OK)
        each_row(&counting, stats, &counted, columns, n, keep);
    return status;
}

/* -- latencies -- */

static inline void gather_latencies(struct spe_record *r, const struct spe_columns *c, size_t i)
{
    GATHER(total_latency, total_latency);
    GATHER(issue_latency, issue_latency);
    GATHER(translation_latency, translation_latency);
}

static inline void begin_latencies(void *latencies, void *tally)
{
    tally_begin(tally, latencies);
}

static inline void add_latency(void *latencies, void *tally, const struct spe_record *r)
{
    (void)latencies;
    tally_add(tally, r);
}

static inline void end_latencies(void *latencies, void *tally)
{
    (void)latencies;
    tally_end(tally);
}

int spe_latencies_add_columns(struct spe_latencies *latencies, const struct spe_columns *columns, size_t n,
                              const uint8_t *keep)
{
    static const struct counting counting = {gather_latencies, begin_latencies, add_latency, end_latencies};
    struct tally tally;
    const int status = columns_status(latencies, columns);
    if (status == SPE_OK)
        each_row(&counting, latencies, &tally, columns, n, keep);
    return status;
}

/* -- by data source -- */

static inline void gather_sources(struct spe_record *r, const struct spe_columns *c, size_t i)
{
    GATHER(data_source, data_source);
    GATHER(op_class, op_class);
    GATHER(op_payload, op_payload);
    gather_latencies(r, c, i);
}

static inline void begin_sources(void *sources, void *on)
{
    (void)sources;
    source_slots_begin(on);
}

static inline void add_source(void *sources, void *on, const struct spe_record *r)
{
    source_slots_add(sources, on, r);
}

static inline void end_sources(void *sources, void *on)
{
    spe_sources_close(sources, on);
}

int spe_source_stats_add_columns(spe_source_stats *s, const struct spe_columns *columns, size_t n, const uint8_t *keep)
{
    static const struct counting counting = {gather_sources, begin_sources, add_source, end_sources};
    struct source_slots on;
    struct sources *sources = spe_sources_open(s);
    const int status = columns_status(s, columns);
    if (status == SPE_OK && sources)
        each_row(&counting, sources, &on, columns, n, keep);
    return status == SPE_OK && !sources ? SPE_E_STATE : status;
}

#undef GATHER
