/* SPDX-License-Identifier: MIT */
/*
 * See csv_json.h. A cell or member is present if the record has the packet. Numbers are decimal; addresses are
 * hexadecimal with 0x.
 */
#include "csv_json.h"

#include <string.h>

#include <libspe/spe.h>

#include "../system/printable.h"
#include "../system/text_writer.h"
#include "impdef.h"

/* -- fields of the library that this program does not know: both formats show them as numbers, by name -- */

#define KNOWN                                                                                                          \
    (SPE_HAS_PC | SPE_HAS_BRANCH_TARGET | SPE_HAS_DATA_VA | SPE_HAS_DATA_PA | SPE_HAS_PREV_BRANCH_TARGET |             \
     SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY | SPE_HAS_TRANSLATION_LATENCY | SPE_HAS_ALT_ISSUE_LATENCY |         \
     SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2 | SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_DATA_SOURCE |            \
     SPE_HAS_TIMESTAMP)

static unsigned later_fields(struct spe_record_field later[RECORD_LATER])
{
    struct spe_record_field field;
    unsigned count = 0;
    for (unsigned n = 0; count < RECORD_LATER && spe_record_field_get(n, &field) == SPE_OK; n++)
        if (!(field.has & KNOWN))
            later[count++] = field;
    return count;
}

static uint64_t later_value(const struct spe_record *r, const struct spe_record_field *field)
{
    const uint8_t *member = (const uint8_t *)r + field->member;
    uint64_t wide;
    uint32_t word;
    uint16_t half;
    switch (field->size) {
    case 8:
        memcpy(&wide, member, sizeof wide);
        return wide;
    case 4:
        memcpy(&word, member, sizeof word);
        return word;
    case 2:
        memcpy(&half, member, sizeof half);
        return half;
    default:
        return *member;
    }
}

void record_writer_begin(struct record_writer *writer, const struct record_core *core)
{
    writer->later_count = later_fields(writer->later);
    if (writer->core.midr != core->midr) /* names of events depend on the core */
        memset(writer->events, 0, sizeof writer->events);
    writer->core = *core;
}

/* -- values for both formats -- */

static const char *source_name(const struct spe_record *record, uint64_t midr)
{
    const int value = spe_record_data_source(record);
    return value < 0 ? NULL : spe_cpu_data_source_name(midr, (unsigned)value);
}

/* Stores the time by perf's clock in *ns. Returns 0 if it is not known. */
static int time_of(const struct spe_record *record, const struct record_core *core, uint64_t *ns)
{
    *ns = 0;
    return record->present & SPE_HAS_TIMESTAMP && spe_perf_time(&core->clock, record->timestamp, ns) == SPE_OK;
}

static struct record_thread thread_at(const struct record_core *core, const struct spe_record *record, uint64_t time)
{
    if (!core->threads)
        return (struct record_thread){THREAD_NONE, core->tid, THREAD_NONE, THREAD_FROM_TRACE};
    const struct thread_clues clues = thread_clues_of(record, core->cpu, core->tid, time);
    return core->threads->find(core->threads->context, &clues);
}

struct record_thread record_thread_of(const struct record_core *core, const struct spe_record *record)
{
    uint64_t ns;
    return thread_at(core, record, time_of(record, core, &ns) ? ns : UINT64_MAX);
}

/* Whether the architecture reserves an event: such a bit is zero in every record (D18.2.6). */
static int is_reserved_event(unsigned bit)
{
    struct spe_packet packet = {0};
    spe_packet_build(SPE_PACKET_EVENTS, 0, 8, UINT64_C(1) << bit, 0, &packet);
    return (packet.flags & SPE_PACKET_RESERVED_VALUE) != 0;
}

/* The name of an event in the architecture or on the core; otherwise, for example, impdef_12 or reserved_32. */
static void put_event(struct text_writer *restrict w, unsigned bit, uint64_t midr)
{
    const char *name = spe_event_name(bit);
    if (!name)
        name = spe_cpu_event_name(midr, bit);
    put_word(w, name ? name : is_reserved_event(bit) ? "reserved_" : "impdef_");
    if (!name)
        put_decimal(w, bit);
}

static const char *op_name(const struct spe_op *op)
{
    return spe_op_is_load(op) ? "LD" : spe_op_is_store(op) ? "ST" : op->op_class == SPE_CLASS_BRANCH ? "B" : "OTHER";
}

/* A security state, or a physical address space. */
static const char *state_name(uint64_t payload)
{
    return spe_address_state_name(spe_address_state(payload, 1));
}

/* Ends a line. Returns its length. */
static size_t end_line(struct text_writer *restrict w)
{
    put_char(w, '\n');
    return text_end(w);
}

/* -- text that occurs again -- */

/* The memo for a key; it may still hold another key's text. */
static struct record_memo *memo_of(struct record_memo memos[RECORD_MEMOS], uint64_t key)
{
    return &memos[key * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (RECORD_MEMOS - 1)];
}

static int is_memo_of(const struct record_memo *memo, uint64_t key)
{
    return memo->is_made && memo->key == key;
}

/* Stores the text from the given beginning on as the memo of the key, if it fits. */
static void end_memo(struct record_memo *memo, uint64_t key, const struct text_writer *text)
{
    memo->is_made = text->length <= text->room;
    memo->key = key;
    memo->end[2] = (uint8_t)text->length;
}

/* Copies fixed-size pieces, which needs no call: the text that follows overwrites bytes after the part. */
static void put_part(struct text_writer *restrict w, const struct record_memo *memo, unsigned part)
{
    const size_t from = part ? memo->end[part - 1] : 0, n = memo->end[part] - from;
    char *to = w->out + w->length;
    memcpy(to, memo->text + from, 32);
    for (size_t at = 32; at < n; at += 32)
        memcpy(to + at, memo->text + from + at, 32);
    w->length += n;
}

/* Puts events, each with `put`. */
static void put_events(struct text_writer *restrict w, struct record_writer *writer, uint64_t events,
                       void (*put)(struct text_writer *restrict w, uint64_t events, uint64_t midr))
{
    struct record_memo *memo = memo_of(writer->events, events);
    if (!is_memo_of(memo, events)) {
        struct text_writer text = text_begin(memo->text, RECORD_MEMO_TEXT);
        memo->end[0] = memo->end[1] = 0;
        put(&text, events, writer->core.midr);
        end_memo(memo, events, &text);
    }
    if (memo->is_made)
        put_part(w, memo, 2);
    else
        put(w, events, writer->core.midr);
}

/* Puts the facts about a thread in addition to its number, with `put`. */
static void put_thread(struct text_writer *restrict w, struct record_writer *writer, const struct record_thread *who,
                       void (*put)(struct text_writer *restrict w, const struct thread_names *names,
                                   const struct record_thread *who))
{
    const struct thread_names *names = writer->core.threads ? &writer->core.threads->names : NULL;
    const uint32_t from = who->tid != THREAD_NONE ? who->from : 3;
    const uint64_t key = (uint64_t)who->pid << 32 | (uint32_t)(who->name << 2) | from; /* there are not 2^30 names */
    struct record_memo *memo = memo_of(writer->threads, key);
    if (!is_memo_of(memo, key)) {
        struct text_writer text = text_begin(memo->text, RECORD_MEMO_TEXT);
        memo->end[0] = memo->end[1] = 0;
        put(&text, names, who);
        end_memo(memo, key, &text);
    }
    if (memo->is_made)
        put_part(w, memo, 2);
    else
        put(w, names, who);
}

/* -- CSV: each cell except the first follows a comma -- */

static const char csv_header[] =
    "cpu,op,pc,el,atomic,excl,ar,subclass,sve_evl,sve_pred,sve_sg,event,issue_lat,total_lat,vaddr,"
    "xlat_lat,paddr,data_source,context,ts,br_tgt,br_tgt_lvl,pbt,data_source_name,"
    "offset,size,flags,time_ns,pc_state,conditional,indirect,memory_level,tid,pid,thread_name,tid_from,impdef";

size_t record_csv_header(char *out)
{
    struct spe_record_field later[RECORD_LATER];
    const unsigned count = later_fields(later);
    struct text_writer line = text_begin(out, RECORD_LINE_MAX), *const w = &line;
    put_word(w, csv_header);
    for (unsigned i = 0; i < count; i++) {
        put_char(w, ',');
        put_word(w, later[i].name);
    }
    return end_line(w);
}

static void number(struct text_writer *restrict w, int there, uint64_t value)
{
    put_char(w, ',');
    if (there)
        put_decimal(w, value);
}

static void address(struct text_writer *restrict w, int there, uint64_t value)
{
    put_char(w, ',');
    if (there)
        put_hex(w, value);
}

/* A name from this library, which may have a comma but no quotation mark; NULL gives an empty cell. */
static void word(struct text_writer *restrict w, const char *name)
{
    const int is_quoted = name && strchr(name, ',');
    put_char(w, ',');
    if (is_quoted)
        put_char(w, '"');
    if (name)
        put_word(w, name);
    if (is_quoted)
        put_char(w, '"');
}

/* An unchanged name; inside quotation marks, with `mark` before each of the characters in `marked`. */
static void put_name(struct text_writer *restrict w, const struct thread_names *names, uint32_t n, const char *marked,
                     char mark)
{
    const char *name = names->text + names->ends[n];
    const size_t size = (size_t)(names->ends[n + 1] - names->ends[n]);
    if (!memchr(name, '"', size) && !memchr(name, '\\', size)) {
        put_text(w, name, size);
        return;
    }
    for (size_t i = 0; i < size; i++) {
        if (strchr(marked, name[i]))
            put_char(w, mark);
        put_char(w, name[i]);
    }
}

/* An empty cell if n is THREAD_NONE. A formula gets an apostrophe at its beginning. */
static void csv_name(struct text_writer *restrict w, const struct thread_names *names, uint32_t n)
{
    put_char(w, ',');
    if (n == THREAD_NONE)
        return;
    const char *name = names->text + names->ends[n];
    const size_t size = (size_t)(names->ends[n + 1] - names->ends[n]);
    const int is_quoted = memchr(name, ',', size) || memchr(name, '"', size);
    if (is_quoted)
        put_char(w, '"');
    if (printable_is_formula(name, size))
        put_char(w, '\'');
    put_name(w, names, n, "\"", '"');
    if (is_quoted)
        put_char(w, '"');
}

static void csv_thread(struct text_writer *restrict w, const struct thread_names *names,
                       const struct record_thread *who)
{
    number(w, who->pid != THREAD_NONE, who->pid);
    csv_name(w, names, who->name);
    csv_name(w, &thread_from_words, who->tid != THREAD_NONE ? (uint32_t)who->from : THREAD_NONE);
}

static void csv_events(struct text_writer *restrict w, uint64_t events, uint64_t midr)
{
    char before = ',';
    for (unsigned bit = 0; bit < 64 && events >> bit; bit++) {
        if (!spe_event(events, bit))
            continue;
        put_char(w, before);
        put_event(w, bit, midr);
        before = ':';
    }
    if (!events)
        put_char(w, ',');
}

/* An operation's cells in three parts: its name, "atomic" to "sve_sg", and the last two. */
static const struct record_memo *csv_operation(struct record_writer *writer, const struct spe_record *r)
{
    const uint64_t key = r->present & SPE_HAS_OPERATION ? (uint64_t)r->op_class << 8 | r->op_payload : UINT32_MAX;
    struct record_memo *memo = memo_of(writer->operations, key);
    if (is_memo_of(memo, key))
        return memo;
    struct text_writer text = text_begin(memo->text, RECORD_MEMO_TEXT), *const w = &text;
    struct spe_op op = {0};
    const int has = (r->present & SPE_HAS_OPERATION) && spe_op_decode(r->op_class, r->op_payload, &op) == SPE_OK;
    const int is_memory = has && spe_op_is_memory(&op);
    if (has)
        put_word(w, op_name(&op));
    memo->end[0] = (uint8_t)w->length;
    number(w, is_memory, op.atomic);
    number(w, is_memory, op.exclusive);
    number(w, is_memory, op.acquire_release);
    word(w, has ? spe_op_subclass_name(op.subclass) : NULL);
    number(w, op.evl_bits != 0, op.evl_bits);
    number(w, op.evl_bits || op.predicated, op.predicated);
    number(w, (is_memory && op.evl_bits) || op.gather_scatter, op.gather_scatter);
    memo->end[1] = (uint8_t)w->length;
    number(w, has, op.conditional);
    number(w, has, op.indirect);
    end_memo(memo, key, w);
    return memo;
}

size_t record_to_csv(struct record_writer *writer, const struct spe_record *r, char *out)
{
    struct text_writer line = text_begin(out, RECORD_LINE_MAX), *const w = &line;
    const struct record_core *core = &writer->core;
    const struct record_memo *operation = csv_operation(writer, r);
    const uint32_t has = r->present;
    struct spe_data_source from;
    uint64_t ns;
    const int has_time = time_of(r, core, &ns);
    if (core->cpu != UINT32_MAX)
        put_decimal(w, core->cpu);
    put_char(w, ',');
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
    spe_memory_level(core->midr, r, &from);
    word(w, from.level != SPE_LEVEL_UNKNOWN ? spe_level_name(from.level) : NULL);
    const struct record_thread who = thread_at(core, r, has_time ? ns : UINT64_MAX);
    number(w, who.tid != THREAD_NONE, who.tid);
    put_thread(w, writer, &who, csv_thread);
    put_char(w, ',');
    impdef_put(w, r, writer->bytes, &impdef_cell);
    for (unsigned i = 0; i < writer->later_count; i++)
        number(w, (has & writer->later[i].has) != 0, later_value(r, &writer->later[i]));
    return end_line(w);
}

/* -- JSON -- */

#define EXACT_MOST (UINT64_C(1) << 53) /* larger numbers are strings, as readers of JSON use doubles */

/* Puts "name": after a comma, which all members but the first have. The length is a constant. */
#define MEMBER(name) ",\"" name "\":", sizeof ",\"" name "\":" - 1

static void json_number(struct text_writer *restrict w, int there, const char *member, size_t n, uint64_t value)
{
    if (!there)
        return;
    put_text(w, member, n);
    if (value > EXACT_MOST)
        put_char(w, '"');
    put_decimal(w, value);
    if (value > EXACT_MOST)
        put_char(w, '"');
}

static void json_address(struct text_writer *restrict w, const char *member, size_t n, uint64_t value)
{
    put_text(w, member, n);
    put_char(w, '"');
    put_hex(w, value);
    put_char(w, '"');
}

/* NULL leaves the member out. */
static void json_word(struct text_writer *restrict w, const char *member, size_t n, const char *text)
{
    if (!text)
        return;
    put_text(w, member, n);
    put_char(w, '"');
    put_word(w, text);
    put_char(w, '"');
}

/* Members that are false are left out. */
static void json_true(struct text_writer *restrict w, int is_true, const char *member, size_t n)
{
    if (!is_true)
        return;
    put_text(w, member, n);
    PUT_LITERAL(w, "true");
}

static void put_json_operation(struct text_writer *restrict w, const struct spe_op *op)
{
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
    json_word(w, MEMBER("branch_kind"), op->branch_kind ? spe_op_branch_kind_name(op->branch_kind) : NULL);
}

static void json_operation(struct text_writer *restrict w, struct record_writer *writer, const struct spe_record *r)
{
    const uint64_t key = (uint64_t)r->op_class << 8 | r->op_payload;
    struct record_memo *memo = memo_of(writer->operations, key);
    struct spe_op op;
    if (!(r->present & SPE_HAS_OPERATION) || r->op_class > 3)
        return;
    if (!is_memo_of(memo, key)) {
        struct text_writer text = text_begin(memo->text, RECORD_MEMO_TEXT);
        memo->end[0] = memo->end[1] = 0;
        spe_op_decode(r->op_class, r->op_payload, &op);
        put_json_operation(&text, &op);
        end_memo(memo, key, &text);
    }
    put_part(w, memo, 2);
}

static void json_events(struct text_writer *restrict w, uint64_t events, uint64_t midr)
{
    PUT_LITERAL(w, ",\"event_names\":[");
    for (unsigned bit = 0, any = 0; bit < 64 && events >> bit; bit++) {
        if (!spe_event(events, bit))
            continue;
        if (any)
            put_char(w, ',');
        put_char(w, '"');
        put_event(w, bit, midr);
        put_char(w, '"');
        any = 1;
    }
    put_char(w, ']');
}

/* Writes the raw columns, except payloads that other columns decode, and their sizes. */
static void json_raw(struct text_writer *restrict w, const struct spe_record *r)
{
    const uint32_t has = r->present;
    PUT_LITERAL(w, "{\"offset\":");
    if (r->offset > EXACT_MOST)
        put_char(w, '"');
    put_decimal(w, r->offset);
    if (r->offset > EXACT_MOST)
        put_char(w, '"');
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

static void json_later(struct text_writer *restrict w, const struct record_writer *writer, const struct spe_record *r)
{
    for (unsigned i = 0; i < writer->later_count; i++) {
        if (!(r->present & writer->later[i].has))
            continue;
        PUT_LITERAL(w, ",\"");
        put_word(w, writer->later[i].name);
        PUT_LITERAL(w, "\":");
        json_number(w, 1, "", 0, later_value(r, &writer->later[i]));
    }
}

static void json_addresses(struct text_writer *restrict w, const struct spe_record *r)
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

static void json_memory(struct text_writer *restrict w, const struct spe_record *r, uint64_t midr)
{
    struct spe_data_source from;
    spe_memory_level(midr, r, &from);
    json_word(w, MEMBER("memory_level"), from.level != SPE_LEVEL_UNKNOWN ? spe_level_name(from.level) : NULL);
    json_true(w, from.inferred, MEMBER("memory_inferred"));
    json_true(w, from.peer, MEMBER("memory_peer"));
    json_true(w, from.modified, MEMBER("memory_modified"));
    json_true(w, from.remote, MEMBER("memory_remote"));
    json_true(w, from.device, MEMBER("memory_device"));
    json_word(w, MEMBER("data_source_name"), source_name(r, midr));
}

static void json_name(struct text_writer *restrict w, const char *member, size_t size, const struct thread_names *names,
                      uint32_t n)
{
    put_text(w, member, size);
    put_char(w, '"');
    put_name(w, names, n, "\"\\", '\\');
    put_char(w, '"');
}

static void json_thread(struct text_writer *restrict w, const struct thread_names *names,
                        const struct record_thread *who)
{
    json_number(w, who->pid != THREAD_NONE, MEMBER("pid"), who->pid);
    if (who->name != THREAD_NONE)
        json_name(w, MEMBER("thread_name"), names, who->name);
    if (who->tid != THREAD_NONE)
        json_name(w, MEMBER("tid_from"), &thread_from_words, who->from);
}

static const struct impdef_style json_impdef = {",\"impdef\":[\"", "\",\"", "_", "="};

size_t record_to_json(struct record_writer *writer, const struct spe_record *r, char *out)
{
    struct text_writer line = text_begin(out, RECORD_LINE_MAX), *const w = &line;
    const struct record_core *core = &writer->core;
    const uint32_t has = r->present;
    uint64_t ns;
    const int has_time = time_of(r, core, &ns);
    const struct record_thread who = thread_at(core, r, has_time ? ns : UINT64_MAX);
    json_raw(w, r);
    json_later(w, writer, r);
    json_number(w, core->cpu != UINT32_MAX, MEMBER("cpu"), core->cpu);
    json_number(w, who.tid != THREAD_NONE, MEMBER("tid"), who.tid);
    json_number(w, has & (SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2), MEMBER("context"), spe_record_context(r));
    json_number(w, has_time, MEMBER("time_ns"), ns);
    json_addresses(w, r);
    json_operation(w, writer, r);
    json_memory(w, r, core->midr);
    if (has & SPE_HAS_EVENTS)
        put_events(w, writer, r->events, json_events);
    put_thread(w, writer, &who, json_thread);
    if (impdef_put(w, r, writer->bytes, &json_impdef))
        PUT_LITERAL(w, "\"]");
    put_char(w, '}');
    return end_line(w);
}
