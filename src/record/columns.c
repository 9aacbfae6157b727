/* SPDX-License-Identifier: MIT */
/* Decodes records into columns: each requested field goes into its array. */
#include <libspe/columns.h>

#include "../base/config.h"
#include "../fast/kernel_portable.h"
#include "records.h"

/* COLUMN(bit, column, member) for each column: its number, its name, and the member of records that it holds. If a
 * packet fills the field, the number is that of its bit in `present`. */
#define OF_FIELD(NAME, bit, member, bits, HEADER, index, FORM, zero, words) COLUMN(bit, member, member)
#define OF_SIZED(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                            \
    COLUMN(bit, member, member)                                                                                        \
    COLUMN(SPE_ROW_SIZES + (bit), member##_size, member##_size)
#define EACH_COLUMN                                                                                                    \
    COLUMN(SPE_ROW_OFFSET, offset, offset)                                                                             \
    COLUMN(SPE_ROW_SIZE, record_size, size)                                                                            \
    COLUMN(SPE_ROW_PRESENT, present, present)                                                                          \
    COLUMN(SPE_ROW_FLAGS, flags, flags)                                                                                \
    COLUMN(SPE_ROW_OP_CLASS, op_class, op_class)                                                                       \
    SPE_EACH_FIELD(OF_FIELD, OF_SIZED, OF_FIELD, SPE_SKIP_FIELD)

/* Copies a whole record into row i. */
static void spread_record(const struct spe_columns *c, size_t i, const struct spe_record *record)
{
#define COLUMN(bit, column, member)                                                                                    \
    if (c->column)                                                                                                     \
        c->column[i] = record->member;
    EACH_COLUMN
#undef COLUMN
}

/* Takes a record by the second or third way. Returns 0 if the chunk is used up. */
static SPE_NOINLINE int take_row(struct decoder *d, const struct spe_columns *c, size_t i)
{
    struct spe_record record;
    if (!spe_decoder_take(d, &record))
        return 0;
    spread_record(c, i, &record);
    return 1;
}

#if SPE_LEARNING

/* Which columns are wanted. */
static SPE_NOINLINE struct spe_rows make_rows(const struct spe_columns *c)
{
    struct spe_rows rows = {c, 0, 0};
#define COLUMN(bit, column, member)                                                                                    \
    rows.want |= (uint64_t)(c->column != NULL) << (bit);                                                               \
    rows.count += c->column != NULL;
    EACH_COLUMN
#undef COLUMN
    return rows;
}

/* Gathers the wanted fields of a record that fits the layout. It is not inlined: within the loop over the records
 * compilers would keep 22 pointers in memory and advance each for every record. */
static SPE_NOINLINE void gather_row(void *to, size_t i, const struct spe_layout_learned *layout, const uint8_t *bytes,
                                    uint64_t offset)
{
    const struct spe_rows *const rows = to;
    const struct spe_columns *const c = rows->columns;
    const struct spe_plan_portable *const plan = &layout->plan.portable;
    const uint64_t want = rows->want;
#define GATHER(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                              \
    if (want >> (bit)&1)                                                                                               \
        c->member[i] = (uint##bits##_t)spe_learned_load(layout, bytes, SPE_AT_##NAME);
#define GATHER_SIZED(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                        \
    if (want >> (bit)&1)                                                                                               \
        c->member[i] = (uint##bits##_t)(spe_learned_load(layout, bytes, SPE_AT_##NAME) & plan->member##_mask);         \
    if (want >> (SPE_ROW_SIZES + (bit)) & 1)                                                                           \
        c->member##_size[i] = plan->member##_size;
#define BIT_OF(NAME, bit, member, bits, HEADER, index, FORM, zero, words) | UINT32_C(1) << (bit)
    /* One test for a group of columns usually skips all of them. */
    if (want & (0 SPE_EACH_ADDRESS(BIT_OF))) {
        SPE_EACH_ADDRESS(GATHER)
    }
    if (want & (0 SPE_EACH_COUNTER(BIT_OF))) {
        SPE_EACH_COUNTER(GATHER)
    }
    if (want & (0 SPE_EACH_CONTEXT(BIT_OF))) {
        SPE_EACH_CONTEXT(GATHER)
    }
    SPE_EACH_OTHER(GATHER, GATHER_SIZED, GATHER, SPE_SKIP_FIELD)
#undef GATHER
#undef GATHER_SIZED
#undef BIT_OF
    if (c->offset)
        c->offset[i] = offset;
    if (c->record_size)
        c->record_size[i] = layout->size;
    if (c->present)
        c->present[i] = layout->present;
    if (c->flags)
        c->flags[i] = 0;
    if (c->op_class)
        c->op_class[i] = layout->plan.portable.op_class;
}

/* Takes rows by the portable kernel. Returns the number of the row after the last. */
static size_t gather_portably(struct spe_run *run, const struct spe_rows *rows, size_t i, size_t n)
{
    struct spe_rows copy = *rows;
    return spe_take_run(run, &copy, i, n, SPE_LEARNED_ROOM, spe_portable_match, gather_row);
}

/* Takes rows of learned layouts without whole records. Returns the number of the row after the last. */
static SPE_NOINLINE size_t gather_rows(struct decoder *d, const struct spe_rows *rows, size_t i, size_t n)
{
    const struct spe_kernel *const kernel = d->learned.kernel;
    if (!spe_may_run(d))
        return i;
    struct spe_run run = spe_begin_run(d);
    const size_t end = (kernel->take_rows ? kernel->take_rows : gather_portably)(&run, rows, i, n);
    spe_end_run(d, &run, end - i);
    return end;
}

/* The columns that vector kernels fill: all columns that existed when the kernels were written. */
#define WANTS(number) (UINT64_C(1) << (number))
#define FILLED_BY_KERNELS                                                                                              \
    (WANTS(SPE_ROW_OFFSET) | WANTS(SPE_ROW_SIZE) | WANTS(SPE_ROW_PRESENT) | WANTS(SPE_ROW_FLAGS) |                     \
     WANTS(SPE_ROW_OP_CLASS) | WANTS(SPE_ROW_SIZES + SPE_KIND_EVENTS) | WANTS(SPE_ROW_SIZES + SPE_KIND_DATA_SOURCE) |  \
     SPE_HAS_PC | SPE_HAS_BRANCH_TARGET | SPE_HAS_DATA_VA | SPE_HAS_DATA_PA | SPE_HAS_PREV_BRANCH_TARGET |             \
     SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY | SPE_HAS_TRANSLATION_LATENCY | SPE_HAS_ALT_ISSUE_LATENCY |         \
     SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2 | SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_DATA_SOURCE |            \
     SPE_HAS_TIMESTAMP)

/* Whether rows are gathered without whole records, if few layouts are known: by the portable kernel always, by another
 * one if it can and the columns are few. */
static inline int is_gathered(const struct decoder *d, const struct spe_rows *rows)
{
    const struct spe_kernel *const kernel = d->learned.kernel;
    if (d->learned.is_many || !spe_has_learned(d))
        return 0;
    return kernel == &spe_kernel_portable ||
           (kernel->take_rows && rows->count <= SPE_FEW_COLUMNS && !(rows->want & ~FILLED_BY_KERNELS));
}

/* The rows that are spread at once: many on machines with vectors, few where memory is scarce. */
#if SPE_KERNELS_X86 || SPE_KERNELS_NEON
#define ROWS 32
#else
#define ROWS 2
#endif

/* Copies whole records into rows from `first` on, for the columns in `want`. One column after the other: its array then
 * needs one register, and its stores are next to each other. */
static SPE_NOINLINE void spread_records(const struct spe_columns *c, uint64_t want, size_t first,
                                        const struct spe_record *records, size_t n)
{
#define COLUMN(bit, column, member)                                                                                    \
    if (want >> (bit)&1) {                                                                                             \
        for (size_t i = 0; i < n; i++)                                                                                 \
            c->column[first + i] = records[i].member;                                                                  \
    }
    EACH_COLUMN
#undef COLUMN
}

/* Takes up to n rows as whole records, by any way. Returns their number: 0 if the chunk is used up. */
static SPE_NOINLINE size_t spread_rows(struct decoder *d, const struct spe_rows *rows, size_t i, size_t n)
{
    const uint64_t want = rows->want;
    struct spe_record records[ROWS];
    const size_t taken = spe_take_records(d, records, n < ROWS ? n : ROWS);
    const struct spe_kernel *const kernel = d->learned.kernel;
    const size_t spread = kernel->spread ? kernel->spread(rows->columns, i, records, taken) : 0;
    if (spread < taken || want & ~FILLED_BY_KERNELS) {
        spread_records(rows->columns, want & ~FILLED_BY_KERNELS, i, records, spread);
        spread_records(rows->columns, want, i + spread, records + spread, taken - spread);
    }
    return taken;
}

static size_t fill_rows(struct decoder *d, const struct spe_columns *columns, size_t n)
{
    const struct spe_rows rows = make_rows(columns);
    size_t i = 0, taken = 1;
    for (; i < n && taken; i += taken) {
        if (!is_gathered(d, &rows)) {
            taken = spread_rows(d, &rows, i, n - i);
            continue;
        }
        i = gather_rows(d, &rows, i, n);
        taken = i < n && take_row(d, columns, i);
    }
    return i;
}

#else

static size_t fill_rows(struct decoder *d, const struct spe_columns *columns, size_t n)
{
    size_t i = 0;
    while (i < n && take_row(d, columns, i))
        i++;
    return i;
}

#endif

/* The size in version 1.0, whose last member this is. */
#define V1_SIZE SPE_SIZE_UP_TO(struct spe_columns, data_source_size)

const char *spe_columns_problem(const struct spe_columns *columns)
{
    if (!columns || (columns->size == sizeof *columns && !columns->reserved))
        return NULL;
    if (columns->size % sizeof(void *)) /* the struct ends inside a pointer */
        return "size";
    const char *problem = spe_config_check(columns, V1_SIZE, sizeof *columns);
    return problem || !columns->reserved ? problem : "reserved";
}

int64_t spe_decoder_next_columns(spe_decoder *d, const struct spe_columns *columns, size_t n)
{
    struct decoder *decoder = d ? spe_decoder_open(d) : NULL;
    struct spe_columns known; /* an older caller's struct may be shorter */
    if (!d || !columns)
        return SPE_E_ARG;
    if (!decoder)
        return SPE_E_STATE;
    if (spe_columns_problem(columns))
        return SPE_E_CONFIG;
    spe_config_take(&known, columns, sizeof known);
    return (int64_t)fill_rows(decoder, &known, n);
}
