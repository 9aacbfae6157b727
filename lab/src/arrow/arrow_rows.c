/* SPDX-License-Identifier: MIT */
/*
 * Writes rows into a block. The decoder writes raw columns where they stay. Rows that a filter rejects are moved out.
 * The other columns are made from the raw ones a piece at a time, while it is in the cache. Booleans and validity wait
 * for the block's end (arrow_block.c), as bits do not begin where rows do.
 */
#include "arrow_rows.h"

#include <string.h>

#include <libspe/op.h>

#include "../base/config.h"
#include "../base/names.h"

#define ARROW_MAGIC UINT32_C(0x53504541) /* "SPEA" */
#define KNOWN (UINT32_C(1) << 31)
#define BIT(n) (UINT64_C(1) << (n))

enum { PIECE = 1024, ROWS_MOST = 1 << 24 };

_Static_assert(sizeof(struct arrow) <= SPE_ARROW_SIZE, "spe_arrow is too small");

/* -- configurations -- */

static int is_known(const uint64_t columns[SPE_ARROW_SETS])
{
    struct spe_arrow_row room;
    for (unsigned number = 0; number < SPE_ARROW_SETS * 64; number++)
        if (columns[number / 64] >> (number % 64) & 1 && !spe_arrow_row_find(number, &room))
            return 0;
    return 1;
}

/* Reads the configuration. Returns NULL, or the name of the first invalid member. */
static const char *read_config(struct spe_arrow_config *out, const struct spe_arrow_config *in)
{
    const char *problem = spe_config_read(out, in, SPE_SIZE_UP_TO(struct spe_arrow_config, reserved), sizeof *out);
    if (problem)
        return problem;
    return out->rows > ROWS_MOST     ? "rows"
           : !is_known(out->columns) ? "columns"
           : !out->get               ? "get"
           : !out->put               ? "put"
           : out->reserved           ? "reserved"
                                     : NULL;
}

const char *spe_arrow_config_problem(const struct spe_arrow_config *cfg)
{
    struct spe_arrow_config config;
    return cfg ? read_config(&config, cfg) : NULL;
}

const char *spe_arrow_read_core(struct spe_arrow_core *out, const struct spe_arrow_core *in)
{
    static const struct spe_arrow_core nothing = SPE_ARROW_CORE_INIT;
    uint64_t ns;
    const char *problem = spe_config_read(
        out, in ? in : &nothing,
        SPE_SIZE_UP_TO(struct spe_arrow_core, filter), /* NOLINT(bugprone-sizeof-expression): a pointer is meant */
        sizeof *out);
    if (problem)
        return problem;
    out->size = sizeof *out;
    return out->reserved ? "reserved" : out->clock && spe_perf_time(out->clock, 0, &ns) != SPE_OK ? "clock" : NULL;
}

const char *spe_arrow_core_problem(const struct spe_arrow_core *core)
{
    struct spe_arrow_core known;
    return spe_arrow_read_core(&known, core);
}

size_t spe_arrow_block_size(const struct spe_arrow_config *cfg)
{
    struct spe_arrow_plan plan;
    struct spe_arrow_config config;
    const char *problem = cfg ? read_config(&config, cfg) : NULL;
    if (!cfg || (problem && !spe_is_name(problem, "get") && !spe_is_name(problem, "put")))
        return 0;
    spe_arrow_plan_block(&plan, &config);
    const uint64_t size = spe_lent_size(plan.size);
    return size <= SIZE_MAX ? (size_t)size : SIZE_MAX;
}

/* -- the context -- */

enum { STEP_ALL = 255 };

/* Bits that are a power of two times `least`, as a step from 1 on; 0 means none. */
static uint64_t step_of(uint32_t bits, uint32_t least)
{
    uint64_t step = 0;
    for (; bits >= least && least; least <<= 1)
        step++;
    return bits == UINT32_MAX ? STEP_ALL : step;
}

static uint32_t bits_of_step(uint64_t step, uint32_t least)
{
    return step == STEP_ALL ? UINT32_MAX : step ? least << (step - 1) : 0;
}

/* The index of SPE_COLUMN_OP's word: OTHER, LD, ST, B. */
static uint64_t word_of(const struct spe_op *op)
{
    return spe_op_is_load(op) ? 1 : spe_op_is_store(op) ? 2 : op->op_class == SPE_CLASS_BRANCH ? 3 : 0;
}

/* Facts about an operation, and which columns have a value for it. */
static uint64_t facts_of(unsigned op_class, unsigned payload)
{
    struct spe_op op = {0};
    spe_op_decode(op_class, payload, &op);
    return (uint64_t)op.atomic << SPE_ARROW_FACT_ATOMIC | (uint64_t)op.exclusive << SPE_ARROW_FACT_EXCLUSIVE |
           (uint64_t)op.acquire_release << SPE_ARROW_FACT_ACQUIRE_RELEASE |
           (uint64_t)op.predicated << SPE_ARROW_FACT_PREDICATED |
           (uint64_t)op.gather_scatter << SPE_ARROW_FACT_GATHER_SCATTER | (uint64_t)op.fp << SPE_ARROW_FACT_FP |
           (uint64_t)op.ase << SPE_ARROW_FACT_ASE | (uint64_t)op.conditional << SPE_ARROW_FACT_CONDITIONAL |
           (uint64_t)op.indirect << SPE_ARROW_FACT_INDIRECT | (uint64_t)op.gcs << SPE_ARROW_FACT_GCS |
           (uint64_t)op.comm << SPE_ARROW_FACT_COMM | word_of(&op) << SPE_ARROW_FACT_OP |
           (uint64_t)op.branch_kind << SPE_ARROW_FACT_KIND | (uint64_t)op.subclass << SPE_ARROW_FACT_SUBCLASS |
           step_of(op.evl_bits, 32) << SPE_ARROW_FACT_EVL | step_of(op.ets_bits, 128) << SPE_ARROW_FACT_ETS;
}

struct arrow *spe_arrow_open(const spe_arrow *a)
{
    struct arrow *arrow = (struct arrow *)(uintptr_t)a;
    return arrow->magic == ARROW_MAGIC ? arrow : NULL;
}

int spe_arrow_is_full(const spe_arrow *a)
{
    const struct arrow *arrow = (const struct arrow *)(const void *)a;
    return arrow->rows == arrow->plan.rows;
}

int spe_arrow_init(spe_arrow *a, const struct spe_arrow_config *cfg)
{
    struct arrow *arrow = (struct arrow *)(void *)a;
    if (!a || !cfg)
        return SPE_E_ARG;
    memset(arrow, 0, sizeof *arrow);
    if (read_config(&arrow->config, cfg))
        return SPE_E_CONFIG;
    spe_arrow_plan_block(&arrow->plan, &arrow->config);
    for (unsigned i = 0; i < 4 * 256; i++)
        arrow->facts[i] = facts_of(i / 256, i % 256);
    arrow->magic = ARROW_MAGIC;
    return SPE_OK;
}

void spe_arrow_end(spe_arrow *a)
{
    struct arrow *arrow = a ? spe_arrow_open(a) : NULL;
    if (!arrow)
        return;
    if (arrow->block)
        spe_lent_drop(arrow->block);
    arrow->magic = 0;
}

int spe_arrow_array(spe_arrow *a, struct ArrowArray *out)
{
    if (!a || !out)
        return SPE_E_ARG;
    struct arrow *arrow = spe_arrow_open(a);
    if (!arrow)
        return SPE_E_STATE;
    if (!arrow->rows)
        return 0;
    spe_arrow_export(&arrow->plan, arrow->block, arrow->rows, out);
    arrow->block = NULL;
    arrow->rows = 0;
    return 1;
}

/* -- meaning: makes rows `row` to row + n - 1 from the raw columns -- */

struct piece {
    struct arrow *arrow;
    const struct spe_arrow_core *core;
    size_t row;
    size_t n;
};

static void *slot_of(const struct piece *p, unsigned slot)
{
    return spe_arrow_at(&p->arrow->plan, p->arrow->block, slot, p->row);
}

static int has_slot(const struct piece *p, unsigned slot)
{
    return p->arrow->plan.slot[slot] != 0;
}

/* The index of the data source's name among the names of all cores, or SPE_ARROW_NO_WORD if it has none. */
static uint32_t index_of(uint64_t midr, unsigned value)
{
    const char *name = spe_cpu_data_source_name(midr, value);
    const unsigned count = name ? spe_arrow_word_count(SPE_WORDS_SOURCE) : 0;
    uint32_t index = 0;
    while (index < count && !spe_is_name(spe_arrow_word_at(SPE_WORDS_SOURCE, index), name))
        index++;
    return index < count ? index : SPE_ARROW_NO_WORD;
}

/* The same, from what the context remembers. */
static uint32_t name_of(struct arrow *arrow, uint64_t midr, unsigned value)
{
    uint32_t *known = &arrow->name_of[value % 256];
    if (arrow->midr != midr)
        memset(arrow->name_of, 0, sizeof arrow->name_of);
    arrow->midr = midr;
    if (*known >> 15 != (KNOWN >> 15 | value))
        *known = KNOWN | value << 15 | index_of(midr, value);
    return *known & SPE_ARROW_NO_WORD;
}

static void make_valid(const struct piece *p)
{
    const uint32_t *present = slot_of(p, SPE_COLUMN_PRESENT);
    const struct spe_arrow_core *core = p->core;
    const uint64_t of_core =
        (core->cpu != UINT32_MAX ? BIT(SPE_VALID_CPU) : 0) | (core->tid != UINT32_MAX ? BIT(SPE_VALID_TID) : 0);
    uint64_t *valid = slot_of(p, SPE_SCRATCH_VALID);
    for (size_t i = 0; i < p->n; i++)
        valid[i] = present[i] | of_core | (core->clock && present[i] & SPE_HAS_TIMESTAMP ? BIT(SPE_VALID_TIME) : 0) |
                   (present[i] & (SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2) ? BIT(SPE_VALID_CONTEXT) : 0);
}

static void make_facts(const struct piece *p)
{
    const uint8_t *op_class = slot_of(p, SPE_COLUMN_OP_CLASS), *payload = slot_of(p, SPE_COLUMN_OP_PAYLOAD);
    uint64_t *facts = slot_of(p, SPE_SCRATCH_FACTS), *valid = slot_of(p, SPE_SCRATCH_VALID);
    for (size_t i = 0; i < p->n; i++) {
        const unsigned of_class = op_class[i] < 3 ? op_class[i] : 3; /* higher bits have no meaning */
        const uint64_t known = valid[i] & SPE_HAS_OPERATION ? p->arrow->facts[of_class << 8 | payload[i]] : 0;
        facts[i] = known;
        valid[i] |= (known >> SPE_ARROW_FACT_EVL & 255 ? BIT(SPE_VALID_EVL) : 0) |
                    (known >> SPE_ARROW_FACT_ETS & 255 ? BIT(SPE_VALID_ETS) : 0) |
                    (known >> SPE_ARROW_FACT_KIND & 15 ? BIT(SPE_VALID_KIND) : 0);
    }
}

static void make_memory(const struct piece *p)
{
    const uint32_t *present = slot_of(p, SPE_COLUMN_PRESENT);
    const uint64_t *events = slot_of(p, SPE_COLUMN_EVENTS);
    const uint16_t *source = slot_of(p, SPE_COLUMN_DATA_SOURCE);
    const uint8_t *op_class = slot_of(p, SPE_COLUMN_OP_CLASS), *payload = slot_of(p, SPE_COLUMN_OP_PAYLOAD);
    uint64_t *memory = slot_of(p, SPE_SCRATCH_MEMORY), *valid = slot_of(p, SPE_SCRATCH_VALID);
    struct spe_record record = {0};
    for (size_t i = 0; i < p->n; i++) {
        struct spe_data_source from;
        record.present = present[i];
        record.events = events[i];
        record.data_source = source[i];
        record.op_class = op_class[i];
        record.op_payload = payload[i];
        spe_memory_level(p->core->midr, &record, &from);
        memory[i] = (uint32_t)from.level << SPE_MEMORY_LEVEL | (uint32_t)from.inferred << SPE_MEMORY_INFERRED |
                    (uint32_t)from.peer << SPE_MEMORY_PEER | (uint32_t)from.modified << SPE_MEMORY_MODIFIED |
                    (uint32_t)from.remote << SPE_MEMORY_REMOTE | (uint32_t)from.device << SPE_MEMORY_DEVICE;
        valid[i] |= from.level != SPE_LEVEL_UNKNOWN ? BIT(SPE_VALID_LEVEL) : 0;
    }
}

static void make_names(const struct piece *p, int16_t *out)
{
    const uint32_t *present = slot_of(p, SPE_COLUMN_PRESENT);
    const uint16_t *source = slot_of(p, SPE_COLUMN_DATA_SOURCE);
    const uint8_t *op_class = slot_of(p, SPE_COLUMN_OP_CLASS), *payload = slot_of(p, SPE_COLUMN_OP_PAYLOAD);
    uint64_t *valid = slot_of(p, SPE_SCRATCH_VALID);
    struct spe_record record = {0};
    for (size_t i = 0; i < p->n; i++) {
        record.present = present[i];
        record.data_source = source[i];
        record.op_class = op_class[i];
        record.op_payload = payload[i];
        const int value = spe_record_data_source(&record);
        const uint32_t name = value < 0 ? SPE_ARROW_NO_WORD : name_of(p->arrow, p->core->midr, (unsigned)value);
        out[i] = (int16_t)(name != SPE_ARROW_NO_WORD ? name : 0);
        valid[i] |= name != SPE_ARROW_NO_WORD ? BIT(SPE_VALID_NAME) : 0;
    }
}

static void make_context(const struct piece *p, uint32_t *out)
{
    const uint32_t *present = slot_of(p, SPE_COLUMN_PRESENT);
    const uint32_t *el1 = slot_of(p, SPE_COLUMN_CONTEXT_EL1), *el2 = slot_of(p, SPE_COLUMN_CONTEXT_EL2);
    struct spe_record record = {0};
    for (size_t i = 0; i < p->n; i++) {
        record.present = present[i];
        record.context_el1 = el1[i];
        record.context_el2 = el2[i];
        out[i] = spe_record_context(&record);
    }
}

static void make_time(const struct piece *p, uint64_t *out)
{
    const uint64_t *timestamp = slot_of(p, SPE_COLUMN_TIMESTAMP);
    const uint64_t *valid = slot_of(p, SPE_SCRATCH_VALID);
    for (size_t i = 0; i < p->n; i++) {
        out[i] = 0;
        if (valid[i] & BIT(SPE_VALID_TIME))
            spe_perf_time(p->core->clock, timestamp[i], &out[i]);
    }
}

static void make_number(const struct piece *p, uint32_t number, uint32_t *out)
{
    for (size_t i = 0; i < p->n; i++)
        out[i] = number != UINT32_MAX ? number : 0;
}

/* A column that is a function of column `from`: `x` is the value there. */
#define EACH(from_type, to_type, expression)                                                                           \
    do {                                                                                                               \
        const from_type *from = slot_of(p, row->from);                                                                 \
        to_type *to = out; /* NOLINT(bugprone-macro-parentheses) */                                                    \
        for (size_t i = 0; i < p->n; i++) {                                                                            \
            const from_type x = from[i];                                                                               \
            to[i] = (to_type)(expression);                                                                             \
        }                                                                                                              \
    } while (0)

static void make_column(const struct piece *p, const struct spe_arrow_row *row, void *out)
{
    switch (row->how) {
    case SPE_HOW_CPU:
        make_number(p, p->core->cpu, out);
        break;
    case SPE_HOW_TID:
        make_number(p, p->core->tid, out);
        break;
    case SPE_HOW_CONTEXT:
        make_context(p, out);
        break;
    case SPE_HOW_TIME:
        make_time(p, out);
        break;
    case SPE_HOW_NAME:
        make_names(p, out);
        break;
    case SPE_HOW_CANONICAL:
        EACH(uint64_t, uint64_t, spe_address_canonical(x));
        break;
    case SPE_HOW_ADDRESS:
        EACH(uint64_t, uint64_t, spe_address_bits(x));
        break;
    case SPE_HOW_STATE:
        EACH(uint64_t, int8_t, spe_address_state(x, 1));
        break;
    case SPE_HOW_FIELD:
        EACH(uint64_t, uint8_t, x >> row->shift & row->mask);
        break;
    case SPE_HOW_FACT:
        EACH(uint64_t, int8_t, x >> row->shift & row->mask);
        break;
    case SPE_HOW_STEP:
        EACH(uint64_t, uint32_t, bits_of_step(x >> row->shift & 255, row->mask));
        break;
    default:
        break; /* the decoder's, or made at the block's end */
    }
}

static void make_piece(const struct piece *p)
{
    struct spe_arrow_row room;
    make_valid(p);
    if (has_slot(p, SPE_SCRATCH_FACTS))
        make_facts(p);
    if (has_slot(p, SPE_SCRATCH_MEMORY))
        make_memory(p);
    for (unsigned number = SPE_ARROW_RAW; number < SPE_ARROW_ROWS; number++)
        if (spe_arrow_is_wanted(&p->arrow->plan, number))
            make_column(p, spe_arrow_row_find(number, &room), slot_of(p, number));
}

/* -- rows -- */

/* Raw columns are struct spe_record's members in their order, which is also the order of struct spe_columns. */
_Static_assert(offsetof(struct spe_record, data_source_size) == 9 * 8 + 4 * 4 + 5 * 2 + 3, "members");
_Static_assert(offsetof(struct spe_columns, data_source_size) ==
                   offsetof(struct spe_columns, offset) + SPE_COLUMN_DATA_SOURCE_SIZE * sizeof(void *),
               "columns");

/* Whether the caller requested a field as a column by SPE_COLUMN_FIELD; `number` is 0 for all other fields. */
static int is_field_wanted(const struct arrow *arrow, unsigned number)
{
    return number && spe_arrow_is_wanted(&arrow->plan, number);
}

static void *field_values(const struct arrow *arrow, const struct spe_record_field *field, unsigned number, size_t row)
{
    const uint64_t place = number ? *spe_arrow_place(&arrow->plan, number) : 0;
    return (uint8_t *)arrow->block + place + row * field->size;
}

/* The columns that the decoder writes: the raw columns that are needed, from the block's next row on. */
static struct spe_columns columns_of(const struct arrow *arrow, uint32_t needs)
{
    struct spe_columns columns = SPE_COLUMNS_INIT;
    for (unsigned raw = 0; raw < SPE_ARROW_RAW; raw++) {
        void *const values = spe_arrow_at(&arrow->plan, arrow->block, raw, arrow->rows);
        if (needs & BIT(raw))
            memcpy((uint8_t *)&columns + offsetof(struct spe_columns, offset) + raw * sizeof values, &values,
                   sizeof values);
    }
    struct spe_record_field field;
    unsigned number;
    for (unsigned n = 0; spe_arrow_field_at(n, &field, &number); n++) {
        void *const values = field_values(arrow, &field, number, arrow->rows);
        memcpy((uint8_t *)&columns + field.column, &values, is_field_wanted(arrow, number) ? sizeof values : 0);
    }
    return columns;
}

/* Copies a record's members into the block's next row. */
static void put_record(const struct arrow *arrow, uint32_t needs, const struct spe_record *record)
{
    const uint8_t *member = (const uint8_t *)record;
    for (unsigned raw = 0; raw < SPE_ARROW_RAW; raw++) {
        const unsigned width = spe_arrow_width(raw);
        if (needs & BIT(raw))
            memcpy(spe_arrow_at(&arrow->plan, arrow->block, raw, arrow->rows), member, width);
        member += width;
    }
    struct spe_record_field field;
    unsigned number;
    for (unsigned n = 0; spe_arrow_field_at(n, &field, &number); n++)
        memcpy(field_values(arrow, &field, number, arrow->rows), (const uint8_t *)record + field.member,
               is_field_wanted(arrow, number) ? field.size : 0);
}

/* Moves the values of n that a filter keeps next to each other. */
static void keep_values(uint8_t *values, unsigned width, size_t n, const uint8_t *keep)
{
    uint8_t *to = values, *from = values;
    for (size_t i = 0; i < n; i++, from += width) {
        if (!(keep[i / 8] >> i % 8 & 1))
            continue;
        memmove(to, from, width);
        to += width;
    }
}

static void keep_rows(const struct piece *p, uint32_t needs, const uint8_t *keep)
{
    struct spe_record_field field;
    unsigned number;
    for (unsigned raw = 0; raw < SPE_ARROW_RAW; raw++)
        keep_values(slot_of(p, raw), spe_arrow_width(raw), needs >> raw & 1 ? p->n : 0, keep);
    for (unsigned n = 0; spe_arrow_field_at(n, &field, &number); n++)
        keep_values(field_values(p->arrow, &field, number, p->row), field.size,
                    is_field_wanted(p->arrow, number) ? p->n : 0, keep);
}

/* Adds n rows, some of which a filter may reject. */
static void add_rows(struct arrow *arrow, const struct spe_arrow_core *core, uint32_t needs,
                     const struct spe_columns *columns, size_t n)
{
    struct piece piece = {arrow, core, arrow->rows, n};
    uint8_t keep[PIECE / 8];
    if (core->filter && n) {
        const int64_t kept = spe_filter_columns(core->filter, columns, n, keep, NULL);
        if ((size_t)kept < n)
            keep_rows(&piece, needs, keep);
        piece.n = (size_t)kept;
    }
    make_piece(&piece);
    arrow->rows += (uint32_t)piece.n;
}

/* Reads the core and prepares a block, for both calls that add rows. */
static int begin_rows(struct arrow *arrow, struct spe_arrow_core *core, const struct spe_arrow_core *given)
{
    if (!arrow)
        return SPE_E_STATE;
    if (spe_arrow_read_core(core, given))
        return SPE_E_CONFIG;
    if (!arrow->block)
        arrow->block = spe_lent_get(&arrow->config, arrow->plan.size, 1);
    return arrow->block ? SPE_OK : SPE_E_SPACE;
}

int spe_arrow_take(spe_arrow *a, spe_decoder *d, const struct spe_arrow_core *core)
{
    struct arrow *arrow = a ? spe_arrow_open(a) : NULL;
    struct spe_arrow_core known;
    const int status = !a || !d ? SPE_E_ARG : begin_rows(arrow, &known, core);
    if (status != SPE_OK)
        return status;
    const uint32_t needs = arrow->plan.needs | (known.filter ? SPE_ARROW_FILTERED : 0);
    size_t some;
    int64_t got;
    do {
        const size_t left = arrow->plan.rows - arrow->rows;
        const struct spe_columns columns = columns_of(arrow, needs);
        some = left < PIECE ? left : PIECE;
        got = spe_decoder_next_columns(d, &columns, some);
        if (got < 0)
            return (int)got;
        add_rows(arrow, &known, needs, &columns, (size_t)got);
    } while (some && (size_t)got == some);
    return arrow->rows == arrow->plan.rows;
}

int spe_arrow_append(spe_arrow *a, const struct spe_record *record, const struct spe_arrow_core *core)
{
    struct arrow *arrow = a ? spe_arrow_open(a) : NULL;
    struct spe_arrow_core known;
    const int status = !a || !record ? SPE_E_ARG : begin_rows(arrow, &known, core);
    if (status != SPE_OK)
        return status;
    if (arrow->rows == arrow->plan.rows)
        return SPE_E_SPACE;
    const uint32_t needs = arrow->plan.needs | (known.filter ? SPE_ARROW_FILTERED : 0);
    const struct spe_columns columns = columns_of(arrow, needs);
    put_record(arrow, needs, record);
    add_rows(arrow, &known, needs, &columns, 1);
    return arrow->rows == arrow->plan.rows;
}
