/* SPDX-License-Identifier: MIT */
/* See record_format.h. A cell, or a member, is there when the record has the packet. */
#include "record_format.h"

#include <string.h>

#include <libspe/spe.h>

#include "../src/base/text_writer.h"

const char *record_source_name(const struct spe_record *record, uint64_t midr)
{
    return record->present & SPE_HAS_DATA_SOURCE ? spe_cpu_data_source_name(midr, record->data_source) : NULL;
}

/* The architecture's name of an event, or the core's; or impdef_12. */
static void put_event(struct spe_writer *restrict w, unsigned bit, uint64_t midr)
{
    const char *name = spe_event_name(bit);
    if (!name)
        name = spe_cpu_event_name(midr, bit);
    spe_put(w, name ? name : "impdef_");
    if (!name)
        spe_put_decimal(w, bit);
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

/* Ends a line. Returns its length. */
static size_t end_line(struct spe_writer *restrict w)
{
    spe_put_char(w, '\n');
    return (size_t)spe_writer_end(w);
}

/* -- CSV: each cell but the first stands behind a comma -- */

const char record_csv_header[] =
    "cpu,op,pc,el,atomic,excl,ar,subclass,sve_evl,sve_pred,sve_sg,event,issue_lat,total_lat,vaddr,"
    "xlat_lat,paddr,data_source,context,ts,br_tgt,br_tgt_lvl,pbt,data_source_name\n";

static void number(struct spe_writer *restrict w, int there, uint64_t value)
{
    spe_put_char(w, ',');
    if (there)
        spe_put_decimal(w, value);
}

static void address(struct spe_writer *restrict w, int there, uint64_t value)
{
    spe_put_char(w, ',');
    if (there)
        spe_put_hex(w, value);
}

/* A name of ours, which may have a comma in it but no quotation mark; NULL: an empty cell. */
static void word(struct spe_writer *restrict w, const char *name)
{
    const int is_quoted = name && strchr(name, ',');
    spe_put_char(w, ',');
    if (is_quoted)
        spe_put_char(w, '"');
    if (name)
        spe_put(w, name);
    if (is_quoted)
        spe_put_char(w, '"');
}

static void csv_events(struct spe_writer *restrict w, uint64_t events, uint64_t midr)
{
    char before = ',';
    for (unsigned bit = 0; bit < 64 && events >> bit; bit++) {
        if (!spe_event(events, bit))
            continue;
        spe_put_char(w, before);
        put_event(w, bit, midr);
        before = ':';
    }
    if (!events)
        spe_put_char(w, ',');
}

static void csv_operation(struct spe_writer *restrict w, const struct spe_record *r)
{
    struct spe_op op = {0};
    const int has = (r->present & SPE_HAS_OPERATION) && spe_op_decode(r->op_class, r->op_payload, &op) == SPE_OK;
    const int is_memory = has && op.op_class == SPE_CLASS_LOAD_STORE;
    word(w, has ? op_name(&op) : NULL);
    address(w, r->present & SPE_HAS_PC, spe_address_canonical(r->pc));
    number(w, r->present & SPE_HAS_PC, spe_address_el(r->pc));
    number(w, is_memory, op.atomic);
    number(w, is_memory, op.exclusive);
    number(w, is_memory, op.acquire_release);
    word(w, has ? spe_op_subclass_name(op.subclass) : NULL);
    if (op.evl_bits == SPE_EVL_OVER_2048)
        word(w, ">2048");
    else
        number(w, op.evl_bits != 0, op.evl_bits);
    number(w, op.evl_bits != 0, op.predicated);
    number(w, is_memory && op.evl_bits, op.gather_scatter);
}

size_t record_to_csv(const struct spe_record *r, const struct record_core *core, char *out)
{
    struct spe_writer line = spe_writer_begin(out, RECORD_LINE_MAX), *const w = &line;
    const uint32_t has = r->present;
    if (core->cpu != UINT32_MAX)
        spe_put_decimal(w, core->cpu);
    csv_operation(w, r);
    csv_events(w, r->events, core->midr);
    number(w, has & SPE_HAS_ISSUE_LATENCY, r->issue_latency);
    number(w, has & SPE_HAS_TOTAL_LATENCY, r->total_latency);
    address(w, has & SPE_HAS_DATA_VA, spe_address_canonical(r->data_va));
    number(w, has & SPE_HAS_TRANSLATION_LATENCY, r->translation_latency);
    address(w, has & SPE_HAS_DATA_PA, spe_address_bits(r->data_pa));
    number(w, has & SPE_HAS_DATA_SOURCE, r->data_source);
    address(w, has & (SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2), spe_record_context(r));
    number(w, has & SPE_HAS_TIMESTAMP, r->timestamp);
    address(w, has & SPE_HAS_BRANCH_TARGET, spe_address_canonical(r->branch_target));
    number(w, has & SPE_HAS_BRANCH_TARGET, spe_address_el(r->branch_target));
    address(w, has & SPE_HAS_PREV_BRANCH_TARGET, spe_address_canonical(r->prev_branch_target));
    word(w, record_source_name(r, core->midr));
    return end_line(w);
}

/* -- JSON: numbers that need more than 53 bits are strings, as readers of JSON have doubles -- */

/* "name": behind a comma, as every member but the first; its length is known to the compiler. */
#define MEMBER(name) ",\"" name "\":", sizeof ",\"" name "\":" - 1

static void json_number(struct spe_writer *restrict w, int there, const char *member, size_t n, uint64_t value)
{
    if (!there)
        return;
    spe_put_text(w, member, n);
    spe_put_decimal(w, value);
}

static void json_address(struct spe_writer *restrict w, int there, const char *member, size_t n, uint64_t value)
{
    if (!there)
        return;
    spe_put_text(w, member, n);
    spe_put_char(w, '"');
    spe_put_hex(w, value);
    spe_put_char(w, '"');
}

static void json_word(struct spe_writer *restrict w, const char *member, size_t n, const char *text)
{
    spe_put_text(w, member, n);
    spe_put_char(w, '"');
    spe_put(w, text);
    spe_put_char(w, '"');
}

/* A security state. */
static const char *state_name(uint64_t payload)
{
    static const char *const states[] = {[SPE_STATE_SECURE] = "Secure",
                                         [SPE_STATE_NON_SECURE] = "Non-secure",
                                         [SPE_STATE_REALM] = "Realm",
                                         [SPE_STATE_RESERVED] = "reserved"};
    return states[spe_address_state(payload, 1)];
}

static void json_operation(struct spe_writer *restrict w, const struct spe_op *op)
{
    json_word(w, MEMBER("op"), op_name(op));
    json_word(w, MEMBER("subclass"), spe_op_subclass_name(op->subclass));
    if (op->evl_bits == SPE_EVL_OVER_2048)
        json_word(w, MEMBER("evl"), ">2048");
    else
        json_number(w, op->evl_bits != 0, MEMBER("evl"), op->evl_bits);
    if (op->ets_bits == SPE_ETS_WHOLE_ZA)
        json_word(w, MEMBER("ets"), "ZA");
    else
        json_number(w, op->ets_bits != 0, MEMBER("ets"), op->ets_bits);
    json_number(w, op->atomic, MEMBER("atomic"), op->atomic);
    json_number(w, op->exclusive, MEMBER("exclusive"), op->exclusive);
    json_number(w, op->acquire_release, MEMBER("acquire_release"), op->acquire_release);
    json_number(w, op->predicated, MEMBER("predicated"), op->predicated);
    json_number(w, op->gather_scatter, MEMBER("gather_scatter"), op->gather_scatter);
    json_number(w, op->conditional, MEMBER("conditional"), op->conditional);
    json_number(w, op->indirect, MEMBER("indirect"), op->indirect);
    json_number(w, op->gcs, MEMBER("gcs"), op->gcs);
}

static void json_events(struct spe_writer *restrict w, uint64_t events, uint64_t midr)
{
    SPE_PUT(w, ",\"events\":[");
    for (unsigned bit = 0, any = 0; bit < 64 && events >> bit; bit++) {
        if (!spe_event(events, bit))
            continue;
        if (any)
            spe_put_char(w, ',');
        spe_put_char(w, '"');
        put_event(w, bit, midr);
        spe_put_char(w, '"');
        any = 1;
    }
    spe_put_char(w, ']');
}

size_t record_to_json(const struct spe_record *r, const struct record_core *core, char *out)
{
    struct spe_writer line = spe_writer_begin(out, RECORD_LINE_MAX), *const w = &line;
    struct spe_op op;
    const uint32_t has = r->present;
    const char *source = record_source_name(r, core->midr);
    SPE_PUT(w, "{\"offset\":");
    spe_put_decimal(w, r->offset);
    json_number(w, 1, MEMBER("size"), r->size);
    json_number(w, core->cpu != UINT32_MAX, MEMBER("cpu"), core->cpu);
    json_address(w, has & SPE_HAS_PC, MEMBER("pc"), spe_address_canonical(r->pc));
    json_number(w, has & SPE_HAS_PC, MEMBER("el"), spe_address_el(r->pc));
    if (has & SPE_HAS_PC)
        json_word(w, MEMBER("state"), state_name(r->pc));
    if ((has & SPE_HAS_OPERATION) && spe_op_decode(r->op_class, r->op_payload, &op) == SPE_OK)
        json_operation(w, &op);
    if (has & SPE_HAS_EVENTS)
        json_events(w, r->events, core->midr);
    json_number(w, has & SPE_HAS_TOTAL_LATENCY, MEMBER("total_latency"), r->total_latency);
    json_number(w, has & SPE_HAS_ISSUE_LATENCY, MEMBER("issue_latency"), r->issue_latency);
    json_number(w, has & SPE_HAS_TRANSLATION_LATENCY, MEMBER("translation_latency"), r->translation_latency);
    json_number(w, has & SPE_HAS_ALT_ISSUE_LATENCY, MEMBER("alt_issue_latency"), r->alt_issue_latency);
    json_address(w, has & SPE_HAS_DATA_VA, MEMBER("data_va"), spe_address_canonical(r->data_va));
    json_number(w, has & SPE_HAS_DATA_VA, MEMBER("data_tag"), spe_address_tag(r->data_va));
    json_address(w, has & SPE_HAS_DATA_PA, MEMBER("data_pa"), spe_address_bits(r->data_pa));
    if (has & SPE_HAS_DATA_PA)
        json_word(w, MEMBER("data_pa_space"), state_name(r->data_pa));
    json_address(w, has & SPE_HAS_BRANCH_TARGET, MEMBER("branch_target"), spe_address_canonical(r->branch_target));
    json_number(w, has & SPE_HAS_BRANCH_TARGET, MEMBER("branch_target_el"), spe_address_el(r->branch_target));
    json_address(w, has & SPE_HAS_PREV_BRANCH_TARGET, MEMBER("prev_branch_target"),
                 spe_address_canonical(r->prev_branch_target));
    json_number(w, has & SPE_HAS_DATA_SOURCE, MEMBER("data_source"), r->data_source);
    if (source)
        json_word(w, MEMBER("data_source_name"), source);
    json_number(w, has & SPE_HAS_CONTEXT_EL1, MEMBER("context_el1"), r->context_el1);
    json_number(w, has & SPE_HAS_CONTEXT_EL2, MEMBER("context_el2"), r->context_el2);
    json_address(w, has & SPE_HAS_TIMESTAMP, MEMBER("timestamp"), r->timestamp);
    json_number(w, r->flags != 0, MEMBER("flags"), r->flags);
    spe_put_char(w, '}');
    return end_line(w);
}
