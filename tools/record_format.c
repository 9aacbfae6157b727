/* SPDX-License-Identifier: MIT */
/* See record_format.h. A cell, or a member, is there when the record has the packet. */
#include "record_format.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <libspe/spe.h>

struct line {
    char *text;
    size_t size;
    int cells;
};

static void put(struct line *line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(line->text + line->size, RECORD_LINE_MAX - line->size, format, args);
    va_end(args);
    line->size += n > 0 && (size_t)n < RECORD_LINE_MAX - line->size ? (size_t)n : 0;
}

const char *record_source_name(const struct spe_record *record, uint64_t midr)
{
    return record->present & SPE_HAS_DATA_SOURCE ? spe_cpu_data_source_name(midr, record->data_source) : NULL;
}

/* The architecture's name of an event, or the core's; NULL: none is known. */
static const char *event_name(unsigned bit, uint64_t midr)
{
    const char *name = spe_event_name(bit);
    return name ? name : spe_cpu_event_name(midr, bit);
}

/* The names of the events; IMPLEMENTATION DEFINED ones that are not known as impdef_12. */
static void put_events(struct line *line, uint64_t events, uint64_t midr, const char *between, const char *quote)
{
    int first = 1;
    for (unsigned bit = 0; bit < 64; bit++) {
        if (!spe_event(events, bit))
            continue;
        put(line, "%s%s", first ? "" : between, quote);
        if (event_name(bit, midr))
            put(line, "%s", event_name(bit, midr));
        else
            put(line, "impdef_%u", bit);
        put(line, "%s", quote);
        first = 0;
    }
}

static const char *op_name(const struct spe_op *op)
{
    switch (op->op_class) {
    case SPE_CLASS_LOAD_STORE:
        return op->store ? "ST" : "LD";
    case SPE_CLASS_BRANCH:
        return "B";
    default:
        return "OTHER";
    }
}

/* -- CSV -- */

const char record_csv_header[] =
    "cpu,op,pc,el,atomic,excl,ar,subclass,sve_evl,sve_pred,sve_sg,event,issue_lat,total_lat,vaddr,"
    "xlat_lat,paddr,data_source,context,ts,br_tgt,br_tgt_lvl,pbt,data_source_name\n";

static void comma(struct line *line)
{
    put(line, "%s", line->cells++ ? "," : "");
}

static void cell(struct line *line, int there, const char *format, uint64_t value)
{
    comma(line);
    if (there)
        put(line, format, value);
}

/* A name of ours, which may have a comma in it but no quotation mark; NULL: an empty cell. */
static void word(struct line *line, const char *name)
{
    comma(line);
    if (name)
        put(line, strchr(name, ',') ? "\"%s\"" : "%s", name);
}

static void csv_operation(struct line *line, const struct spe_record *r, const struct spe_op *op, int has)
{
    const int is_memory = has && op->op_class == SPE_CLASS_LOAD_STORE;
    word(line, has ? op_name(op) : NULL);
    cell(line, r->present & SPE_HAS_PC, "0x%" PRIx64, spe_address_canonical(r->pc));
    cell(line, r->present & SPE_HAS_PC, "%" PRIu64, spe_address_el(r->pc));
    cell(line, is_memory, "%" PRIu64, op->atomic);
    cell(line, is_memory, "%" PRIu64, op->exclusive);
    cell(line, is_memory, "%" PRIu64, op->acquire_release);
    word(line, has ? spe_op_subclass_name(op->subclass) : NULL);
    cell(line, has && op->evl_bits, op->evl_bits == SPE_EVL_OVER_2048 ? ">2048" : "%" PRIu64, op->evl_bits);
    cell(line, has && op->evl_bits, "%" PRIu64, op->predicated);
    cell(line, is_memory && op->evl_bits, "%" PRIu64, op->gather_scatter);
}

size_t record_to_csv(const struct spe_record *r, const struct record_core *core, char *out)
{
    struct line line = {out, 0, 0};
    struct spe_op op = {0};
    const int has = (r->present & SPE_HAS_OPERATION) && spe_op_decode(r->op_class, r->op_payload, &op) == SPE_OK;
    const uint32_t contexts = SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2;
    cell(&line, core->cpu != UINT32_MAX, "%" PRIu64, core->cpu);
    csv_operation(&line, r, &op, has);
    comma(&line);
    put_events(&line, r->events, core->midr, ":", "");
    cell(&line, r->present & SPE_HAS_ISSUE_LATENCY, "%" PRIu64, r->issue_latency);
    cell(&line, r->present & SPE_HAS_TOTAL_LATENCY, "%" PRIu64, r->total_latency);
    cell(&line, r->present & SPE_HAS_DATA_VA, "0x%" PRIx64, spe_address_canonical(r->data_va));
    cell(&line, r->present & SPE_HAS_TRANSLATION_LATENCY, "%" PRIu64, r->translation_latency);
    cell(&line, r->present & SPE_HAS_DATA_PA, "0x%" PRIx64, spe_address_bits(r->data_pa));
    cell(&line, r->present & SPE_HAS_DATA_SOURCE, "%" PRIu64, r->data_source);
    cell(&line, (r->present & contexts) != 0, "0x%" PRIx64, spe_record_context(r));
    cell(&line, r->present & SPE_HAS_TIMESTAMP, "%" PRIu64, r->timestamp);
    cell(&line, r->present & SPE_HAS_BRANCH_TARGET, "0x%" PRIx64, spe_address_canonical(r->branch_target));
    cell(&line, r->present & SPE_HAS_BRANCH_TARGET, "%" PRIu64, spe_address_el(r->branch_target));
    cell(&line, r->present & SPE_HAS_PREV_BRANCH_TARGET, "0x%" PRIx64, spe_address_canonical(r->prev_branch_target));
    word(&line, record_source_name(r, core->midr));
    put(&line, "\n");
    return line.size;
}

/* -- JSON: numbers that need more than 53 bits are strings, as readers of JSON have doubles -- */

static void member(struct line *line, int there, const char *name, const char *format, uint64_t value)
{
    if (!there)
        return;
    put(line, "%s\"%s\":", line->cells++ ? "," : "{", name);
    put(line, format, value);
}

static void json_address(struct line *line, int there, const char *name, uint64_t payload)
{
    member(line, there, name, "\"0x%" PRIx64 "\"", payload);
}

/* A security state as a JSON string. */
static const char *state_format(uint64_t payload)
{
    static const char *const states[] = {[SPE_STATE_SECURE] = "\"Secure\"",
                                         [SPE_STATE_NON_SECURE] = "\"Non-secure\"",
                                         [SPE_STATE_REALM] = "\"Realm\"",
                                         [SPE_STATE_RESERVED] = "\"reserved\""};
    return states[spe_address_state(payload, 1)];
}

static void json_operation(struct line *line, const struct spe_op *op)
{
    put(line, ",\"op\":\"%s\",\"subclass\":\"%s\"", op_name(op), spe_op_subclass_name(op->subclass));
    member(line, op->evl_bits != 0, "evl", op->evl_bits == SPE_EVL_OVER_2048 ? "\">2048\"" : "%" PRIu64, op->evl_bits);
    member(line, op->ets_bits != 0, "ets", op->ets_bits == SPE_ETS_WHOLE_ZA ? "\"ZA\"" : "%" PRIu64, op->ets_bits);
    member(line, op->atomic, "atomic", "%" PRIu64, op->atomic);
    member(line, op->exclusive, "exclusive", "%" PRIu64, op->exclusive);
    member(line, op->acquire_release, "acquire_release", "%" PRIu64, op->acquire_release);
    member(line, op->predicated, "predicated", "%" PRIu64, op->predicated);
    member(line, op->gather_scatter, "gather_scatter", "%" PRIu64, op->gather_scatter);
    member(line, op->conditional, "conditional", "%" PRIu64, op->conditional);
    member(line, op->indirect, "indirect", "%" PRIu64, op->indirect);
    member(line, op->gcs, "gcs", "%" PRIu64, op->gcs);
}

size_t record_to_json(const struct spe_record *r, const struct record_core *core, char *out)
{
    struct line line = {out, 0, 0};
    struct spe_op op;
    const uint32_t has = r->present;
    member(&line, 1, "offset", "%" PRIu64, r->offset);
    member(&line, 1, "size", "%" PRIu64, r->size);
    member(&line, core->cpu != UINT32_MAX, "cpu", "%" PRIu64, core->cpu);
    json_address(&line, has & SPE_HAS_PC, "pc", spe_address_canonical(r->pc));
    member(&line, has & SPE_HAS_PC, "el", "%" PRIu64, spe_address_el(r->pc));
    member(&line, has & SPE_HAS_PC, "state", state_format(r->pc), 0);
    if ((has & SPE_HAS_OPERATION) && spe_op_decode(r->op_class, r->op_payload, &op) == SPE_OK)
        json_operation(&line, &op);
    if (has & SPE_HAS_EVENTS) {
        put(&line, ",\"events\":[");
        put_events(&line, r->events, core->midr, ",", "\"");
        put(&line, "]");
    }
    member(&line, has & SPE_HAS_TOTAL_LATENCY, "total_latency", "%" PRIu64, r->total_latency);
    member(&line, has & SPE_HAS_ISSUE_LATENCY, "issue_latency", "%" PRIu64, r->issue_latency);
    member(&line, has & SPE_HAS_TRANSLATION_LATENCY, "translation_latency", "%" PRIu64, r->translation_latency);
    member(&line, has & SPE_HAS_ALT_ISSUE_LATENCY, "alt_issue_latency", "%" PRIu64, r->alt_issue_latency);
    json_address(&line, has & SPE_HAS_DATA_VA, "data_va", spe_address_canonical(r->data_va));
    member(&line, has & SPE_HAS_DATA_VA, "data_tag", "%" PRIu64, spe_address_tag(r->data_va));
    json_address(&line, has & SPE_HAS_DATA_PA, "data_pa", spe_address_bits(r->data_pa));
    member(&line, has & SPE_HAS_DATA_PA, "data_pa_space", state_format(r->data_pa), 0);
    json_address(&line, has & SPE_HAS_BRANCH_TARGET, "branch_target", spe_address_canonical(r->branch_target));
    member(&line, has & SPE_HAS_BRANCH_TARGET, "branch_target_el", "%" PRIu64, spe_address_el(r->branch_target));
    json_address(&line, has & SPE_HAS_PREV_BRANCH_TARGET, "prev_branch_target",
                 spe_address_canonical(r->prev_branch_target));
    member(&line, has & SPE_HAS_DATA_SOURCE, "data_source", "%" PRIu64, r->data_source);
    if (record_source_name(r, core->midr))
        put(&line, ",\"data_source_name\":\"%s\"", record_source_name(r, core->midr));
    member(&line, has & SPE_HAS_CONTEXT_EL1, "context_el1", "%" PRIu64, r->context_el1);
    member(&line, has & SPE_HAS_CONTEXT_EL2, "context_el2", "%" PRIu64, r->context_el2);
    json_address(&line, has & SPE_HAS_TIMESTAMP, "timestamp", r->timestamp);
    member(&line, r->flags != 0, "flags", "%" PRIu64, r->flags);
    put(&line, "}\n");
    return line.size;
}
