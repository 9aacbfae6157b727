/* SPDX-License-Identifier: MIT */
/* The value that a cell of a table must hold, by the plain accessors, and the value that it holds. */
#ifndef ARROW_CELLS_H
#define ARROW_CELLS_H

#include <libspe-lab/lab.h>
#include <stdio.h>
#include <string.h>

#include "reference.h"

/* -- what a cell must hold -- */

struct cell {
    int is_null;
    uint64_t number;
    const char *word; /* of a dictionary */
};

static const char *op_word(const struct spe_op *op)
{
    if (op->op_class == SPE_CLASS_BRANCH)
        return "B";
    if (op->op_class != SPE_CLASS_LOAD_STORE || op->subclass == SPE_OP_RESERVED)
        return "OTHER";
    return op->store ? "ST" : "LD";
}

static struct cell state_cell(uint64_t payload)
{
    static const char *const words[] = {"Secure", "Non-secure", "Realm", "reserved"};
    return (struct cell){0, 0, words[spe_address_state(payload, 1)]};
}

static struct cell raw_cell(unsigned number, const struct spe_record *r)
{
    const uint64_t raw[] = {r->offset,
                            r->size,
                            r->pc,
                            r->branch_target,
                            r->data_va,
                            r->data_pa,
                            r->prev_branch_target,
                            r->timestamp,
                            r->events,
                            r->present,
                            r->flags,
                            r->context_el1,
                            r->context_el2,
                            r->total_latency,
                            r->issue_latency,
                            r->translation_latency,
                            r->alt_issue_latency,
                            r->data_source,
                            r->op_class,
                            r->op_payload,
                            r->events_size,
                            r->data_source_size};
    return (struct cell){0, raw[number], NULL};
}

static struct cell op_cell(unsigned number, const struct spe_record *r)
{
    static const char *const kinds[] = {NULL, "branch with link", "procedure return", "neither"};
    struct spe_op op = {0};
    spe_op_decode(r->op_class, r->op_payload, &op);
    const uint8_t flags[] = {op.atomic, op.exclusive, op.acquire_release, op.predicated, op.gather_scatter,
                             op.fp,     op.ase,       op.conditional,     op.indirect,   op.gcs,
                             op.comm};
    switch (number) {
    case SPE_COLUMN_OP:
        return (struct cell){0, 0, op_word(&op)};
    case SPE_COLUMN_SUBCLASS:
        return (struct cell){0, 0, spe_op_subclass_name(op.subclass)};
    case SPE_COLUMN_EVL_BITS:
        return (struct cell){!op.evl_bits, op.evl_bits, NULL};
    case SPE_COLUMN_ETS_BITS:
        return (struct cell){!op.ets_bits, op.ets_bits, NULL};
    case SPE_COLUMN_BRANCH_KIND:
        return (struct cell){!op.branch_kind, 0, kinds[op.branch_kind]};
    default:
        return (struct cell){0, flags[number - SPE_COLUMN_ATOMIC], NULL};
    }
}

static struct cell memory_cell(unsigned number, const struct spe_record *r, uint64_t midr)
{
    struct spe_data_source from;
    spe_memory_level(midr, r, &from);
    switch (number) {
    case SPE_COLUMN_MEMORY_LEVEL:
        return (struct cell){!from.level, 0, spe_level_name(from.level)};
    case SPE_COLUMN_MEMORY_INFERRED:
        return (struct cell){0, from.inferred, NULL};
    case SPE_COLUMN_MEMORY_PEER:
        return (struct cell){0, from.peer, NULL};
    case SPE_COLUMN_MEMORY_MODIFIED:
        return (struct cell){0, from.modified, NULL};
    case SPE_COLUMN_MEMORY_REMOTE:
        return (struct cell){0, from.remote, NULL};
    default:
        return (struct cell){0, from.device, NULL};
    }
}

static struct cell address_cell(unsigned number, const struct spe_record *r)
{
    const uint64_t payload = number < SPE_COLUMN_BRANCH_TARGET_ADDRESS        ? r->pc
                             : number < SPE_COLUMN_PREV_BRANCH_TARGET_ADDRESS ? r->branch_target
                                                                              : r->prev_branch_target;
    switch ((number - SPE_COLUMN_PC_ADDRESS) % 3) {
    case 0:
        return (struct cell){0, spe_address_canonical(payload), NULL};
    case 1:
        return (struct cell){0, spe_address_el(payload), NULL};
    default:
        return state_cell(payload);
    }
}

static struct cell data_cell(unsigned number, const struct spe_record *r)
{
    const uint64_t cells[] = {spe_address_canonical(r->data_va), spe_address_tag(r->data_va),
                              spe_address_bits(r->data_pa),      0,
                              spe_address_pat(r->data_pa),       spe_address_ch(r->data_pa)};
    if (number == SPE_COLUMN_DATA_PA_SPACE)
        return state_cell(r->data_pa);
    return (struct cell){0, cells[number - SPE_COLUMN_DATA_VA_ADDRESS], NULL};
}

/* Columns that were added later: a row each, with the value of its cells and the bit of `present` without which they
 * are null. */
struct later_column {
    unsigned number;
    uint32_t has;
    uint64_t (*value)(const struct spe_record *r);
};

static const struct later_column later_columns[] = {
    {0, 0, NULL}, /* ends the rows */
};

static const struct later_column *later_column(unsigned number)
{
    const struct later_column *row = later_columns;
    while (row->value && row->number != number)
        row++;
    if (number > SPE_COLUMN_DATA_SOURCE_NAME && number < SPE_COLUMN_EVENT && !row->value)
        printf("# column %u is new: add a row to later_columns[] of lab/tests/unit/arrow_cells.h\n", number);
    return row->value ? row : NULL;
}

/* A field that a later version added: its member's bytes, as a number of this machine. */
static uint64_t later_field(unsigned number, const struct spe_record *r)
{
    struct spe_record_field field = {0};
    uint8_t bytes[8] = {0};
    uint64_t value = 0;
    for (unsigned n = 0;
         spe_record_field_get(n, &field) == SPE_OK && field.has != UINT32_C(1) << (number - SPE_COLUMN_FIELD);)
        n++;
    memcpy(bytes, (const uint8_t *)r + field.member, field.size);
    for (unsigned i = field.size; i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}

static struct cell cell_of(unsigned number, const struct spe_record *r, const struct spe_arrow_core *core)
{
    struct cell cell = {0, 0, NULL};
    const struct later_column *later = later_column(number);
    if (later)
        cell.number = later->value(r);
    else if (number >= SPE_COLUMN_FIELD)
        cell.number = later_field(number, r);
    else if (number >= SPE_COLUMN_EVENT)
        cell.number = spe_event(r->events, number - SPE_COLUMN_EVENT);
    else if (number < SPE_COLUMN_CPU)
        cell = raw_cell(number, r);
    else if (number == SPE_COLUMN_CPU)
        cell = (struct cell){core->cpu == UINT32_MAX, core->cpu, NULL};
    else if (number == SPE_COLUMN_TID)
        cell = (struct cell){core->tid == UINT32_MAX, core->tid, NULL};
    else if (number == SPE_COLUMN_CONTEXT)
        cell = (struct cell){!(r->present & (SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2)), spe_record_context(r), NULL};
    else if (number == SPE_COLUMN_TIME_NS)
        cell.is_null = !(r->present & SPE_HAS_TIMESTAMP) || !core->clock ||
                       spe_perf_time(core->clock, r->timestamp, &cell.number) != SPE_OK;
    else if (number < SPE_COLUMN_DATA_VA_ADDRESS)
        cell = address_cell(number, r);
    else if (number < SPE_COLUMN_OP)
        cell = data_cell(number, r);
    else if (number < SPE_COLUMN_MEMORY_LEVEL)
        cell = op_cell(number, r);
    else if (number < SPE_COLUMN_DATA_SOURCE_NAME)
        cell = memory_cell(number, r, core->midr);
    else {
        const int value = reference_data_source(r);
        cell.word = value < 0 ? NULL : spe_cpu_data_source_name(core->midr, (unsigned)value);
        cell.is_null = !cell.word;
    }
    return cell;
}

/* The bit of `present` without which a cell is null, by the column's number alone. */
static uint32_t has_of(unsigned number)
{
    static const uint32_t raw[SPE_COLUMN_CPU] = {0,
                                                 0,
                                                 SPE_HAS_PC,
                                                 SPE_HAS_BRANCH_TARGET,
                                                 SPE_HAS_DATA_VA,
                                                 SPE_HAS_DATA_PA,
                                                 SPE_HAS_PREV_BRANCH_TARGET,
                                                 SPE_HAS_TIMESTAMP,
                                                 SPE_HAS_EVENTS,
                                                 0,
                                                 0,
                                                 SPE_HAS_CONTEXT_EL1,
                                                 SPE_HAS_CONTEXT_EL2,
                                                 SPE_HAS_TOTAL_LATENCY,
                                                 SPE_HAS_ISSUE_LATENCY,
                                                 SPE_HAS_TRANSLATION_LATENCY,
                                                 SPE_HAS_ALT_ISSUE_LATENCY,
                                                 SPE_HAS_DATA_SOURCE,
                                                 SPE_HAS_OPERATION,
                                                 SPE_HAS_OPERATION,
                                                 SPE_HAS_EVENTS,
                                                 SPE_HAS_DATA_SOURCE};
    const struct later_column *later = later_column(number);
    if (later)
        return later->has;
    if (number >= SPE_COLUMN_FIELD)
        return UINT32_C(1) << (number - SPE_COLUMN_FIELD);
    if (number >= SPE_COLUMN_EVENT)
        return SPE_HAS_EVENTS;
    if (number < SPE_COLUMN_CPU)
        return raw[number];
    if (number < SPE_COLUMN_PC_ADDRESS || number >= SPE_COLUMN_MEMORY_LEVEL)
        return 0;
    return number < SPE_COLUMN_BRANCH_TARGET_ADDRESS        ? SPE_HAS_PC
           : number < SPE_COLUMN_PREV_BRANCH_TARGET_ADDRESS ? SPE_HAS_BRANCH_TARGET
           : number < SPE_COLUMN_DATA_VA_ADDRESS            ? SPE_HAS_PREV_BRANCH_TARGET
           : number < SPE_COLUMN_DATA_PA_ADDRESS            ? SPE_HAS_DATA_VA
           : number < SPE_COLUMN_OP                         ? SPE_HAS_DATA_PA
                                                            : SPE_HAS_OPERATION;
}

/* -- what a cell holds -- */

static int bit_of(const void *bitmap, int64_t row)
{
    return ((const uint8_t *)bitmap)[row / 8] >> row % 8 & 1;
}

static uint64_t number_in(const char *format, const void *values, int64_t row)
{
    switch (*format) {
    case 'L':
        return ((const uint64_t *)values)[row];
    case 'I':
        return ((const uint32_t *)values)[row];
    case 'S':
        return ((const uint16_t *)values)[row];
    case 'C':
        return ((const uint8_t *)values)[row];
    case 'c':
        return (uint64_t)((const int8_t *)values)[row];
    case 's':
        return (uint64_t)((const int16_t *)values)[row];
    default:
        return (uint64_t)bit_of(values, row);
    }
}

static int is_word(const struct ArrowArray *dictionary, uint64_t index, const char *word)
{
    const int32_t *offsets = dictionary->buffers[1];
    return (int64_t)index < dictionary->length && (size_t)(offsets[index + 1] - offsets[index]) == strlen(word) &&
           !memcmp((const char *)dictionary->buffers[2] + offsets[index], word, strlen(word));
}

static int is_cell(const struct ArrowArray *column, const char *format, int64_t row, const struct cell *cell)
{
    const int is_null = column->buffers[0] && !bit_of(column->buffers[0], row);
    if (is_null || cell->is_null)
        return is_null == cell->is_null;
    const uint64_t number = number_in(format, column->buffers[1], row);
    return cell->word ? is_word(column->dictionary, number, cell->word) : number == cell->number;
}

#endif
