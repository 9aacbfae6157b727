/* SPDX-License-Identifier: MIT */
/* Records into columns: the fields that are wanted, each into its array. */
#include <libspe/batch.h>

#include "../base/config.h"
#include "../fast/portable.h"
#include "way_learned.h"

/* Each column, and the member that it holds of records. */
#define EACH_COLUMN(DO)                                                                                                \
    DO(offset, offset)                                                                                                 \
    DO(record_size, size)                                                                                              \
    DO(pc, pc)                                                                                                         \
    DO(branch_target, branch_target)                                                                                   \
    DO(data_va, data_va)                                                                                               \
    DO(data_pa, data_pa)                                                                                               \
    DO(prev_branch_target, prev_branch_target)                                                                         \
    DO(timestamp, timestamp)                                                                                           \
    DO(events, events)                                                                                                 \
    DO(present, present)                                                                                               \
    DO(flags, flags)                                                                                                   \
    DO(context_el1, context_el1)                                                                                       \
    DO(context_el2, context_el2)                                                                                       \
    DO(total_latency, total_latency)                                                                                   \
    DO(issue_latency, issue_latency)                                                                                   \
    DO(translation_latency, translation_latency)                                                                       \
    DO(alt_issue_latency, alt_issue_latency)                                                                           \
    DO(data_source, data_source)                                                                                       \
    DO(op_class, op_class)                                                                                             \
    DO(op_payload, op_payload)                                                                                         \
    DO(events_size, events_size)                                                                                       \
    DO(data_source_size, data_source_size)

/* A record as it came: into row i. */
static void spread_record(const struct spe_columns *c, size_t i, const struct spe_record *record)
{
#define SPREAD(column, member)                                                                                         \
    if (c->column)                                                                                                     \
        c->column[i] = record->member;
    EACH_COLUMN(SPREAD)
#undef SPREAD
}

/* Takes a record the slow way. Returns 0: the chunk is used up. */
static SPE_NOINLINE int take_row(struct decoder *d, const struct spe_columns *c, size_t i)
{
    struct spe_record record;
    if (!spe_decoder_take(d, &record))
        return 0;
    spread_record(c, i, &record);
    return 1;
}

#if SPE_LEARNING

/* The columns that are wanted, one bit each, by groups: most are left out with one test for all of a group. */
enum {
    WANT_PC = 1 << 0,
    WANT_BRANCH_TARGET = 1 << 1,
    WANT_DATA_VA = 1 << 2,
    WANT_DATA_PA = 1 << 3,
    WANT_PREV_BRANCH_TARGET = 1 << 4,
    WANT_ADDRESSES = 0x1f,
    WANT_TOTAL_LATENCY = 1 << 5,
    WANT_ISSUE_LATENCY = 1 << 6,
    WANT_TRANSLATION_LATENCY = 1 << 7,
    WANT_ALT_ISSUE_LATENCY = 1 << 8,
    WANT_EVENTS = 1 << 9,
    WANT_MEASURED = 0x3e0,
    WANT_OP_CLASS = 1 << 10,
    WANT_OP_PAYLOAD = 1 << 11,
    WANT_DATA_SOURCE = 1 << 12,
    WANT_OPERATION = 0x1c00,
    WANT_PRESENT = 1 << 13,
    WANT_FLAGS = 1 << 14,
    WANT_EVENTS_SIZE = 1 << 15,
    WANT_DATA_SOURCE_SIZE = 1 << 16,
    WANT_TIMESTAMP = 1 << 17,
    WANT_CONTEXT_EL1 = 1 << 18,
    WANT_CONTEXT_EL2 = 1 << 19,
    WANT_RECORD_SIZE = 1 << 20,
    WANT_OTHERS = 0x1fe000,
    WANT_OFFSET = 1 << 21
};

static SPE_NOINLINE uint32_t wanted(const struct spe_columns *c)
{
    const void *const columns[] = {
        c->pc,
        c->branch_target,
        c->data_va,
        c->data_pa,
        c->prev_branch_target,
        c->total_latency,
        c->issue_latency,
        c->translation_latency,
        c->alt_issue_latency,
        c->events,
        c->op_class,
        c->op_payload,
        c->data_source,
        c->present,
        c->flags,
        c->events_size,
        c->data_source_size,
        c->timestamp,
        c->context_el1,
        c->context_el2,
        c->record_size,
        c->offset,
    };
    uint32_t want = 0;
    for (unsigned i = 0; i < sizeof columns / sizeof columns[0]; i++)
        want |= (uint32_t)(columns[i] != NULL) << i;
    return want;
}

/* Where the portable kernel gathers to. */
struct rows {
    const struct spe_columns *columns;
    uint32_t want;
};

/* Gathers only what is wanted of a record that the layout fits. Within the loop over the records compilers would keep
 * 22 pointers, in memory, and move each forward for every record. */
static SPE_NOINLINE void gather_row(void *to, size_t i, const struct spe_layout_learned *layout, const uint8_t *bytes,
                                    uint64_t offset)
{
    const struct rows *const rows = to;
    const struct spe_columns *const c = rows->columns;
    const uint32_t want = rows->want;
#define SET(NAME, column, value)                                                                                       \
    if (want & WANT_##NAME)                                                                                            \
    c->column[i] = value
#define GATHER(NAME, column, type) SET(NAME, column, (type)spe_learned_load(layout, bytes, SPE_AT_##NAME))
    if (want & WANT_ADDRESSES) {
        GATHER(PC, pc, uint64_t);
        GATHER(BRANCH_TARGET, branch_target, uint64_t);
        GATHER(DATA_VA, data_va, uint64_t);
        GATHER(DATA_PA, data_pa, uint64_t);
        GATHER(PREV_BRANCH_TARGET, prev_branch_target, uint64_t);
    }
    if (want & WANT_MEASURED) {
        GATHER(TOTAL_LATENCY, total_latency, uint16_t);
        GATHER(ISSUE_LATENCY, issue_latency, uint16_t);
        GATHER(TRANSLATION_LATENCY, translation_latency, uint16_t);
        GATHER(ALT_ISSUE_LATENCY, alt_issue_latency, uint16_t);
        SET(EVENTS, events, spe_learned_events(layout, bytes));
    }
    if (want & WANT_OPERATION) {
        SET(OP_CLASS, op_class, layout->form.portable.op_class);
        SET(OP_PAYLOAD, op_payload, (uint8_t)spe_learned_load(layout, bytes, SPE_AT_OPERATION));
        SET(DATA_SOURCE, data_source, spe_learned_data_source(layout, bytes));
    }
    if (want & WANT_OTHERS) {
        SET(PRESENT, present, layout->present);
        SET(FLAGS, flags, 0);
        SET(EVENTS_SIZE, events_size, layout->form.portable.events_size);
        SET(DATA_SOURCE_SIZE, data_source_size, layout->form.portable.data_source_size);
        GATHER(TIMESTAMP, timestamp, uint64_t);
        GATHER(CONTEXT_EL1, context_el1, uint32_t);
        GATHER(CONTEXT_EL2, context_el2, uint32_t);
        SET(RECORD_SIZE, record_size, layout->size);
    }
    SET(OFFSET, offset, offset);
#undef GATHER
#undef SET
}

/* By the portable kernel: only what is wanted is gathered. */
static SPE_NOINLINE size_t gather_rows(struct decoder *d, const struct spe_columns *columns, uint32_t want, size_t i,
                                       size_t n)
{
    struct rows rows = {columns, want};
    if (!spe_may_run(d))
        return i;
    struct spe_run run = spe_begin_run(d);
    const size_t end = spe_take_run(&run, &rows, i, n, SPE_LEARNED_ROOM, spe_portable_match, gather_row);
    spe_end_run(d, &run, end - i);
    return end;
}

/* Rows that are spread at once: many where the machine is one with vectors, few where memory is scarce. */
#if SPE_KERNELS_X86 || SPE_KERNELS_NEON
#define ROWS 32
#else
#define ROWS 2
#endif

/* Records as they came: into rows from `first` on, column by column. */
static void spread_records(const struct spe_columns *c, size_t first, const struct spe_record *records, size_t n)
{
#define SPREAD(column, member)                                                                                         \
    for (size_t i = 0; c->column && i < n; i++)                                                                        \
        c->column[first + i] = records[i].member;
    EACH_COLUMN(SPREAD)
#undef SPREAD
}

/* By a kernel that makes whole records faster than it would make a few fields of them. */
static SPE_NOINLINE size_t spread_rows(struct decoder *d, const struct spe_columns *columns, size_t i, size_t n)
{
    struct spe_record records[ROWS];
    const struct spe_kernel *const kernel = d->learned.kernel;
    const size_t most = ROWS;
    for (size_t taken = most; i < n && taken == most && spe_may_run(d); i += taken) {
        taken = spe_gather_records(d, records, n - i < most ? n - i : most);
        const size_t spread = kernel->spread ? kernel->spread(columns, i, records, taken) : 0;
        spread_records(columns, i + spread, records + spread, taken - spread);
    }
    return i;
}

/* Takes rows as long as records have layouts that are learned. Returns the row after them. */
static size_t take_learned_rows(struct decoder *d, const struct spe_columns *columns, uint32_t want, size_t i, size_t n)
{
    return d->learned.is_many || d->learned.kernel != &spe_kernel_portable ? spread_rows(d, columns, i, n)
                                                                           : gather_rows(d, columns, want, i, n);
}

#else

static uint32_t wanted(const struct spe_columns *c)
{
    (void)c;
    return 0;
}

static size_t take_learned_rows(struct decoder *d, const struct spe_columns *c, uint32_t want, size_t i, size_t n)
{
    (void)d, (void)c, (void)want, (void)n;
    return i;
}

#endif

size_t spe_take_rows(struct decoder *d, const struct spe_columns *columns, size_t n)
{
    const uint32_t want = wanted(columns);
    size_t i = 0;
    while ((i = take_learned_rows(d, columns, want, i, n)) < n && take_row(d, columns, i))
        i++;
    return i;
}

const char *spe_columns_mistake(const struct spe_columns *columns)
{
    if (!columns || (columns->size == sizeof *columns && !columns->reserved))
        return NULL;
    const char *mistake = spe_config_check(columns, sizeof *columns, sizeof *columns);
    return mistake || !columns->reserved ? mistake : "reserved";
}

size_t spe_decoder_next_columns(spe_decoder *d, const struct spe_columns *columns, size_t n)
{
    struct decoder *decoder = d ? spe_decoder_open(d) : NULL;
    if (!decoder)
        return 0;
    decoder->status = !columns ? SPE_E_ARG : spe_columns_mistake(columns) ? SPE_E_CONFIG : SPE_OK;
    return decoder->status == SPE_OK ? spe_take_rows(decoder, columns, n) : 0;
}

size_t spe_columns_validity(const uint32_t *present, size_t n, uint32_t has, uint8_t *bitmap)
{
    size_t nulls = 0;
    if (!present || !bitmap)
        return 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned valid = (present[i] & has) == has;
        bitmap[i / 8] = (uint8_t)((i % 8 ? bitmap[i / 8] : 0) | valid << i % 8);
        nulls += !valid;
    }
    return nulls;
}
