/* SPDX-License-Identifier: MIT */
/*
 * See record_format.h. A cell, or a member, is there when the record has the packet. Numbers are decimal, addresses
 * hexadecimal behind 0x, in both.
 */
#include "record_format.h"

#include <string.h>

#include <libspe/spe.h>

#include "../src/base/text_writer.h"

void record_writer_begin(struct record_writer *writer, const struct record_core *core)
{
    if (writer->core.midr != core->midr) /* which events' names depend on */
        memset(writer->events, 0, sizeof writer->events);
    writer->core = *core;
}

/* -- what both formats say -- */

static const char *source_name(const struct spe_record *record, uint64_t midr)
{
    return record->present & SPE_HAS_DATA_SOURCE ? spe_cpu_data_source_name(midr, record->data_source) : NULL;
}

/* The time by perf's clock, in *ns. Returns 0: it is not known. */
static int time_of(const struct spe_record *record, const struct record_core *core, uint64_t *ns)
{
    *ns = 0;
    return record->present & SPE_HAS_TIMESTAMP && spe_perf_time(&core->clock, record->timestamp, ns) == SPE_OK;
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

/* A security state, or a physical address space. */
static const char *state_name(uint64_t payload)
{
    static const char *const states[] = {[SPE_STATE_SECURE] = "Secure",
                                         [SPE_STATE_NON_SECURE] = "Non-secure",
                                         [SPE_STATE_REALM] = "Realm",
                                         [SPE_STATE_RESERVED] = "reserved"};
    return states[spe_address_state(payload, 1)];
}

/* Ends a line. Returns its length. */
static size_t end_line(struct spe_writer *restrict w)
{
    spe_put_char(w, '\n');
    return (size_t)spe_writer_end(w);
}

/* -- text that comes again -- */

/* The memo of a key; it may still be another's. */
static struct record_memo *memo_of(struct record_memo memos[RECORD_MEMOS], uint64_t key)
{
    return &memos[key * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (RECORD_MEMOS - 1)];
}

static int is_memo_of(const struct record_memo *memo, uint64_t key)
{
    return memo->is_made && memo->key == key;
}

/* What was put from its beginning on is the memo of the key, if it fits. */
static void end_memo(struct record_memo *memo, uint64_t key, const struct spe_writer *text)
{
    memo->is_made = text->length <= text->room;
    memo->key = key;
    memo->end[2] = (uint8_t)text->length;
}

/* In pieces that need no call: what is behind the part is written over by what comes next, or by the line's end. */
static void put_part(struct spe_writer *restrict w, const struct record_memo *memo, unsigned part)
{
    const size_t from = part ? memo->end[part - 1] : 0, n = memo->end[part] - from;
    char *to = w->out + w->length;
    memcpy(to, memo->text + from, 32);
    for (size_t at = 32; at < n; at += 32)
        memcpy(to + at, memo->text + from + at, 32);
    w->length += n;
}

/* Events, as `put` puts them. */
static void put_events(struct spe_writer *restrict w, struct record_writer *writer, uint64_t events,
                       void (*put)(struct spe_writer *restrict w, uint64_t events, uint64_t midr))
{
    struct record_memo *memo = memo_of(writer->events, events);
    if (!is_memo_of(memo, events)) {
        struct spe_writer text = spe_writer_begin(memo->text, RECORD_MEMO_TEXT);
        memo->end[0] = memo->end[1] = 0;
        put(&text, events, writer->core.midr);
        end_memo(memo, events, &text);
    }
    if (memo->is_made)
        put_part(w, memo, 2);
    else
        put(w, events, writer->core.midr);
}

/* -- CSV: each cell but the first stands behind a comma -- */

const char record_csv_header[] =
    "cpu,op,pc,el,atomic,excl,ar,subclass,sve_evl,sve_pred,sve_sg,event,issue_lat,total_lat,vaddr,"
    "xlat_lat,paddr,data_source,context,ts,br_tgt,br_tgt_lvl,pbt,data_source_name,"
    "offset,size,flags,time_ns,pc_state,conditional,indirect,memory_level\n";

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

/* An operation's cells, in three parts: its name, "atomic" to "sve_sg", the last two. */
static const struct record_memo *csv_operation(struct record_writer *writer, const struct spe_record *r)
{
    const uint64_t key = r->present & SPE_HAS_OPERATION ? (uint64_t)r->op_class << 8 | r->op_payload : UINT32_MAX;
    struct record_memo *memo = memo_of(writer->operations, key);
    if (is_memo_of(memo, key))
        return memo;
    struct spe_writer text = spe_writer_begin(memo->text, RECORD_MEMO_TEXT), *const w = &text;
    struct spe_op op = {0};
    const int has = (r->present & SPE_HAS_OPERATION) && spe_op_decode(r->op_class, r->op_payload, &op) == SPE_OK;
    const int is_memory = has && op.op_class == SPE_CLASS_LOAD_STORE;
    if (has)
        spe_put(w, op_name(&op));
    memo->end[0] = (uint8_t)w->length;
    number(w, is_memory, op.atomic);
    number(w, is_memory, op.exclusive);
    number(w, is_memory, op.acquire_release);
    word(w, has ? spe_op_subclass_name(op.subclass) : NULL);
    number(w, op.evl_bits != 0, op.evl_bits);
    number(w, op.evl_bits != 0, op.predicated);
    number(w, is_memory && op.evl_bits, op.gather_scatter);
    memo->end[1] = (uint8_t)w->length;
    number(w, has, op.conditional);
    number(w, has, op.indirect);
    end_memo(memo, key, w);
    return memo;
}

size_t record_to_csv(struct record_writer *writer, const struct spe_record *r, char *out)
{
    struct spe_writer line = spe_writer_begin(out, RECORD_LINE_MAX), *const w = &line;
    const struct record_core *core = &writer->core;
    const struct record_memo *operation = csv_operation(writer, r);
    const uint32_t has = r->present;
    struct spe_data_source from;
    uint64_t ns;
    const int has_time = time_of(r, core, &ns);
    if (core->cpu != UINT32_MAX)
        spe_put_decimal(w, core->cpu);
    spe_put_char(w, ',');
    put_part(w, operation, 0);
    address(w, has & SPE_HAS_PC, spe_address_canonical(r->pc));
    number(w, has & SPE_HAS_PC, spe_address_el(r->pc));
    put_part(w, operation, 1);
    put_events(w, writer, r->events, csv_events);
    number(w, has & SPE_HAS_ISSUE_LATENCY, r->issue_latency);
    number(w, has & SPE_HAS_TOTAL_LATENCY, r->total_latency);
    address(w, has & SPE_HAS_DATA_VA, spe_address_canonical(r->data_va));
    number(w, has & SPE_HAS_TRANSLATION_LATENCY, r->translation_latency);
    address(w, has & SPE_HAS_DATA_PA, spe_address_bits(r->data_pa));
    number(w, has & SPE_HAS_DATA_SOURCE, r->data_source);
    number(w, has & (SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2), spe_record_context(r));
    number(w, has & SPE_HAS_TIMESTAMP, r->timestamp);
    address(w, has & SPE_HAS_BRANCH_TARGET, spe_address_canonical(r->branch_target));
    number(w, has & SPE_HAS_BRANCH_TARGET, spe_address_el(r->branch_target));
    address(w, has & SPE_HAS_PREV_BRANCH_TARGET, spe_address_canonical(r->prev_branch_target));
    word(w, source_name(r, core->midr));
    number(w, 1, r->offset);
    number(w, 1, r->size);
    number(w, 1, r->flags);
    number(w, has_time, ns);
    word(w, has & SPE_HAS_PC ? state_name(r->pc) : NULL);
    put_part(w, operation, 2);
    spe_memory_level(r, core->midr, &from);
    word(w, from.level != SPE_LEVEL_UNKNOWN ? spe_level_name(from.level) : NULL);
    return end_line(w);
}

/* -- JSON -- */

#define EXACT_MOST (UINT64_C(1) << 53) /* readers of JSON have doubles, which round what is more: that is a string */

/* "name": behind a comma, as every member but the first; its length is known to the compiler. */
#define MEMBER(name) ",\"" name "\":", sizeof ",\"" name "\":" - 1

static void json_number(struct spe_writer *restrict w, int there, const char *member, size_t n, uint64_t value)
{
    if (!there)
        return;
    spe_put_text(w, member, n);
    if (value > EXACT_MOST)
        spe_put_char(w, '"');
    spe_put_decimal(w, value);
    if (value > EXACT_MOST)
        spe_put_char(w, '"');
}

static void json_address(struct spe_writer *restrict w, const char *member, size_t n, uint64_t value)
{
    spe_put_text(w, member, n);
    spe_put_char(w, '"');
    spe_put_hex(w, value);
    spe_put_char(w, '"');
}

/* NULL: the member is not there. */
static void json_word(struct spe_writer *restrict w, const char *member, size_t n, const char *text)
{
    if (!text)
        return;
    spe_put_text(w, member, n);
    spe_put_char(w, '"');
    spe_put(w, text);
    spe_put_char(w, '"');
}

/* What is false is left out. */
static void json_true(struct spe_writer *restrict w, int is_true, const char *member, size_t n)
{
    if (!is_true)
        return;
    spe_put_text(w, member, n);
    SPE_PUT(w, "true");
}

static void put_json_operation(struct spe_writer *restrict w, const struct spe_op *op)
{
    static const char *const kinds[] = {[SPE_CR_NOT_RECORDED] = NULL,
                                        [SPE_CR_BRANCH_LINK] = "branch with link",
                                        [SPE_CR_RETURN] = "return",
                                        [SPE_CR_NEITHER] = "neither"};
    json_word(w, MEMBER("op"), op_name(op));
    json_word(w, MEMBER("subclass"), spe_op_subclass_name(op->subclass));
    json_number(w, op->evl_bits != 0, MEMBER("evl_bits"), op->evl_bits);
    json_number(w, op->ets_bits != 0, MEMBER("ets_bits"), op->ets_bits);
    json_true(w, op->atomic, MEMBER("atomic"));
    json_true(w, op->exclusive, MEMBER("exclusive"));
    json_true(w, op->acquire_release, MEMBER("acquire_release"));
    json_true(w, op->predicated, MEMBER("predicated"));
    json_true(w, op->gather_scatter, MEMBER("gather_scatter"));
    json_true(w, op->fp, MEMBER("fp"));
    json_true(w, op->ase, MEMBER("ase"));
    json_true(w, op->conditional, MEMBER("conditional"));
    json_true(w, op->indirect, MEMBER("indirect"));
    json_true(w, op->gcs, MEMBER("gcs"));
    json_true(w, op->comm, MEMBER("comm"));
    json_word(w, MEMBER("branch_kind"), kinds[op->branch_kind]);
}

static void json_operation(struct spe_writer *restrict w, struct record_writer *writer, const struct spe_record *r)
{
    const uint64_t key = (uint64_t)r->op_class << 8 | r->op_payload;
    struct record_memo *memo = memo_of(writer->operations, key);
    struct spe_op op;
    if (!(r->present & SPE_HAS_OPERATION) || r->op_class > 3)
        return;
    if (!is_memo_of(memo, key)) {
        struct spe_writer text = spe_writer_begin(memo->text, RECORD_MEMO_TEXT);
        memo->end[0] = memo->end[1] = 0;
        spe_op_decode(r->op_class, r->op_payload, &op);
        put_json_operation(&text, &op);
        end_memo(memo, key, &text);
    }
    put_part(w, memo, 2);
}

static void json_events(struct spe_writer *restrict w, uint64_t events, uint64_t midr)
{
    SPE_PUT(w, ",\"event_names\":[");
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

/* The raw columns, but for payloads, which others take apart, and their sizes. */
static void json_raw(struct spe_writer *restrict w, const struct spe_record *r)
{
    const uint32_t has = r->present;
    SPE_PUT(w, "{\"offset\":");
    if (r->offset > EXACT_MOST)
        spe_put_char(w, '"');
    spe_put_decimal(w, r->offset);
    if (r->offset > EXACT_MOST)
        spe_put_char(w, '"');
    json_number(w, 1, MEMBER("size"), r->size);
    json_number(w, has & SPE_HAS_TIMESTAMP, MEMBER("timestamp"), r->timestamp);
    json_number(w, has & SPE_HAS_EVENTS, MEMBER("events"), r->events);
    json_number(w, r->flags != 0, MEMBER("flags"), r->flags);
    json_number(w, has & SPE_HAS_CONTEXT_EL1, MEMBER("context_el1"), r->context_el1);
    json_number(w, has & SPE_HAS_CONTEXT_EL2, MEMBER("context_el2"), r->context_el2);
    json_number(w, has & SPE_HAS_TOTAL_LATENCY, MEMBER("total_latency"), r->total_latency);
    json_number(w, has & SPE_HAS_ISSUE_LATENCY, MEMBER("issue_latency"), r->issue_latency);
    json_number(w, has & SPE_HAS_TRANSLATION_LATENCY, MEMBER("translation_latency"), r->translation_latency);
    json_number(w, has & SPE_HAS_ALT_ISSUE_LATENCY, MEMBER("alt_issue_latency"), r->alt_issue_latency);
    json_number(w, has & SPE_HAS_DATA_SOURCE, MEMBER("data_source"), r->data_source);
}

static void json_addresses(struct spe_writer *restrict w, const struct spe_record *r)
{
    if (r->present & SPE_HAS_PC) {
        json_address(w, MEMBER("pc_address"), spe_address_canonical(r->pc));
        json_number(w, 1, MEMBER("pc_el"), spe_address_el(r->pc));
        json_word(w, MEMBER("pc_state"), state_name(r->pc));
    }
    if (r->present & SPE_HAS_BRANCH_TARGET) {
        json_address(w, MEMBER("branch_target_address"), spe_address_canonical(r->branch_target));
        json_number(w, 1, MEMBER("branch_target_el"), spe_address_el(r->branch_target));
        json_word(w, MEMBER("branch_target_state"), state_name(r->branch_target));
    }
    if (r->present & SPE_HAS_PREV_BRANCH_TARGET) {
        json_address(w, MEMBER("prev_branch_target_address"), spe_address_canonical(r->prev_branch_target));
        json_number(w, 1, MEMBER("prev_branch_target_el"), spe_address_el(r->prev_branch_target));
        json_word(w, MEMBER("prev_branch_target_state"), state_name(r->prev_branch_target));
    }
    if (r->present & SPE_HAS_DATA_VA) {
        json_address(w, MEMBER("data_va_address"), spe_address_canonical(r->data_va));
        json_number(w, 1, MEMBER("data_va_tag"), spe_address_tag(r->data_va));
    }
    if (r->present & SPE_HAS_DATA_PA) {
        json_address(w, MEMBER("data_pa_address"), spe_address_bits(r->data_pa));
        json_word(w, MEMBER("data_pa_space"), state_name(r->data_pa));
        json_number(w, 1, MEMBER("data_pa_tag"), spe_address_pat(r->data_pa));
        json_true(w, (int)spe_address_ch(r->data_pa), MEMBER("data_pa_checked"));
    }
}

static void json_memory(struct spe_writer *restrict w, const struct spe_record *r, uint64_t midr)
{
    struct spe_data_source from;
    spe_memory_level(r, midr, &from);
    json_word(w, MEMBER("memory_level"), from.level != SPE_LEVEL_UNKNOWN ? spe_level_name(from.level) : NULL);
    json_true(w, from.inferred, MEMBER("memory_inferred"));
    json_true(w, from.peer, MEMBER("memory_peer"));
    json_true(w, from.modified, MEMBER("memory_modified"));
    json_true(w, from.remote, MEMBER("memory_remote"));
    json_true(w, from.device, MEMBER("memory_device"));
    json_word(w, MEMBER("data_source_name"), source_name(r, midr));
}

size_t record_to_json(struct record_writer *writer, const struct spe_record *r, char *out)
{
    struct spe_writer line = spe_writer_begin(out, RECORD_LINE_MAX), *const w = &line;
    const struct record_core *core = &writer->core;
    const uint32_t has = r->present;
    uint64_t ns;
    const int has_time = time_of(r, core, &ns);
    json_raw(w, r);
    json_number(w, core->cpu != UINT32_MAX, MEMBER("cpu"), core->cpu);
    json_number(w, core->tid != UINT32_MAX, MEMBER("tid"), core->tid);
    json_number(w, has & (SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2), MEMBER("context"), spe_record_context(r));
    json_number(w, has_time, MEMBER("time_ns"), ns);
    json_addresses(w, r);
    json_operation(w, writer, r);
    json_memory(w, r, core->midr);
    if (has & SPE_HAS_EVENTS)
        put_events(w, writer, r->events, json_events);
    spe_put_char(w, '}');
    return end_line(w);
}
