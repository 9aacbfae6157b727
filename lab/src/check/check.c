/* SPDX-License-Identifier: MIT */
/* Checks records and packets against the rows of check_table.h: first the facts, then every row in the same way. */
#include <string.h>

#include <libspe/columns.h>

#include "../base/config.h"
#include "../base/context.h"
#include "../base/names.h"
#include "../base/room.h"
#include "check_table.h"

#define CHECK_MAGIC UINT32_C(0x53504543)

struct SPE_MAY_ALIAS check_state {
    uint32_t magic;
    uint8_t events_size;      /* size in the last record that had one, 0: none yet */
    uint8_t data_source_size; /* size in the last record that had one, 0: none yet */
    uint8_t has_last;
    uint8_t end; /* the packet that ended the last record with an end: the bit SPE_HAS_END or SPE_HAS_TIMESTAMP */
    struct spe_features features;
    struct spe_record last;
    uint8_t counter_count;
    struct counter {
        uint32_t has;    /* SPE_HAS_* */
        uint32_t member; /* its offset in struct spe_record */
    } counters[SPE_ROOM_COUNTERS];
};

_Static_assert(sizeof(struct check_state) <= SPE_CHECK_SIZE, "the state fits its storage");

static struct check_state *check_of(spe_check *c)
{
    return (struct check_state *)(void *)c;
}

static const struct check_state *check_of_const(const spe_check *c)
{
    return (const struct check_state *)(const void *)c;
}

/* Counters are the fields of 16 bits that have a unit: cycles. */
static void check_find_counters(struct check_state *s)
{
    struct spe_record_field field;
    for (unsigned n = 0; spe_record_field_get(n, &field) == SPE_OK && s->counter_count < SPE_ROOM_COUNTERS; n++)
        if (field.size == 2 && field.unit[0])
            s->counters[s->counter_count++] = (struct counter){field.has, field.member};
}

int spe_check_init(spe_check *c, const struct spe_features *features)
{
    if (!c)
        return SPE_E_ARG;
    memset(c, 0, sizeof *c);
    if (spe_features_read(&check_of(c)->features, features))
        return SPE_E_CONFIG;
    check_find_counters(check_of(c));
    check_of(c)->magic = CHECK_MAGIC;
    return SPE_OK;
}

int spe_check_all_features(struct spe_features *out)
{
    if (!out)
        return SPE_E_ARG;
    const struct spe_features all = {.flags = spe_features_all(),
                                     .max_record_size = SPE_RECORD_MAX_SIZE,
                                     .version = SPE_V1P5, /* the last one of features.h */
                                     .counter_bits = 16};
    return spe_features_give(out, all);
}

/* -- facts -- */

#define NSE (UINT64_C(1) << SPE_ADDRESS_BIT_NSE)
#define STATE (UINT64_C(9) << SPE_ADDRESS_BIT_NSE)          /* NS and NSE of an instruction address */
#define STATE_AND_EL (UINT64_C(0xf) << SPE_ADDRESS_BIT_NSE) /* NS, EL and NSE of an instruction address */

static uint64_t check_fact(int condition, uint64_t fact)
{
    return condition ? fact : 0;
}

static unsigned check_sampling(const struct spe_features *core)
{
    if (!core->version)
        return SPE_SAMPLES_UNKNOWN;
    return core->flags & SPE_FEATURE_ARCH_INST ? SPE_SAMPLES_INSTRUCTIONS : SPE_SAMPLES_MICRO_OPS;
}

/* Facts of an Events packet; absent events are zero. */
static uint64_t check_events(const struct spe_record *in)
{
    if (!(in->present & SPE_HAS_EVENTS))
        return 0;
    const unsigned retired = spe_event(in->events, SPE_EVENT_RETIRED),
                   excepted = spe_event(in->events, SPE_EVENT_EXCEPTION);
    return FACT(EVENTS) | check_fact(retired && !excepted, FACT(COMPLETED)) |
           check_fact(retired && excepted, FACT(EXCEPTED)) | check_fact(!retired, FACT(NOT_RETIRED)) |
           check_fact(in->events_size && in->events_size < 4, FACT(EVENTS_NARROW));
}

/* Facts of branches. An ISB may be recorded as an unconditional direct branch that is neither a call nor a return,
 * without a target (D17.6.3, J1 SPEISB()). */
static uint64_t check_branch(const struct spe_features *core, const struct spe_op *op)
{
    const int calls = op->gcs || op->branch_kind == SPE_CR_BRANCH_LINK || op->branch_kind == SPE_CR_RETURN;
    const int is_no_isb = calls || op->indirect || op->conditional;
    if (op->op_class != SPE_CLASS_BRANCH)
        return 0;
    return FACT(BRANCH) | check_fact(op->indirect, FACT(INDIRECT)) | check_fact(op->gcs, FACT(GCS_BRANCH)) |
           check_fact(op->branch_kind, FACT(CR)) | check_fact(op->branch_kind == SPE_CR_RETURN, FACT(RETURN)) |
           check_fact(op->branch_kind == SPE_CR_NEITHER, FACT(NEITHER)) | check_fact(calls, FACT(CALL_RETURN)) |
           check_fact(is_no_isb && check_sampling(core) == SPE_SAMPLES_INSTRUCTIONS, FACT(TARGET_DUE));
}

/* Whether an operation of CLASS 0 may be a prefetch: all but those on the ZA array. */
static int check_may_prefetch(const struct spe_op *op)
{
    return op->op_class == SPE_CLASS_OTHER && !op->ets_bits;
}

/* Whether an operation may have a data source: loads, including atomics that return nothing; ST64BV, a store of
 * general-purpose or unspecified registers; and anything that may be a prefetch (D17.6.4.4, D17.6.8, D18.2.4). */
static int check_has_source(const struct spe_op *op)
{
    const uint64_t stores = UINT64_C(1) << SPE_OP_GP | UINT64_C(1) << SPE_OP_UNSPECIFIED;
    const int is_load = op->op_class == SPE_CLASS_LOAD_STORE && !op->store;
    return is_load || op->atomic || op->gcs || stores >> op->subclass & 1 || check_may_prefetch(op);
}

/* Whether PRED is 0 although a predicated operation would have it: FEAT_SPEv1p2 records it for loads. */
static int check_is_unpredicated(const struct spe_features *core, const struct spe_op *op)
{
    const int is_recorded =
        op->subclass == SPE_OP_SVE || (op->subclass == SPE_OP_SVE_SME && (op->store || core->version >= SPE_V1P2));
    return is_recorded && !op->predicated;
}

/* The memory that an operation accesses, by its fields: a new format needs no row here. */
static uint64_t check_access(const struct spe_op *op)
{
    const int memory = op->op_class == SPE_CLASS_LOAD_STORE, nv2 = op->subclass == SPE_OP_NV2_SYSREG;
    const int is_vector = op->evl_bits != 0, on_array = op->ets_bits != 0, is_other = op->op_class == SPE_CLASS_OTHER;
    const int is_branch = op->op_class == SPE_CLASS_BRANCH;
    return check_fact(memory && !nv2 && !is_vector, FACT(SURE_ACCESS)) |
           check_fact(on_array || (is_branch && !op->gcs), FACT(NO_ACCESS)) |
           check_fact(!is_other && !is_vector && op->subclass != SPE_OP_UNSPECIFIED, FACT(NO_VECTOR)) |
           check_fact(nv2, FACT(NV2)) | check_fact(check_may_prefetch(op), FACT(MAY_PREFETCH));
}

static uint64_t check_operation(const struct spe_features *core, const struct spe_record *in, uint64_t *subclass)
{
    struct spe_op op;
    *subclass = UINT64_C(1) << SPE_OP_RESERVED;
    if (!(in->present & SPE_HAS_OPERATION))
        return 0;
    if (spe_op_decode(in->op_class, in->op_payload, &op) != SPE_OK || op.reserved_value)
        return FACT(OP_RESERVED);
    *subclass = UINT64_C(1) << op.subclass;
    const int memory = op.op_class == SPE_CLASS_LOAD_STORE, extended = op.subclass == SPE_OP_EXTENDED;
    const int odd = op.exclusive ? op.atomic : !op.atomic && !op.acquire_release;
    return FACT(OPERATION) | check_branch(core, &op) | check_access(&op) | check_fact(memory || op.gcs, FACT(ACCESS)) |
           check_fact(memory && !op.store, FACT(LOAD)) | check_fact(op.conditional, FACT(CONDITIONAL)) |
           check_fact(check_has_source(&op), FACT(SOURCE_DUE)) | check_fact(op.atomic, FACT(ATOMIC)) |
           check_fact(extended && odd, FACT(EXTENDED_ODD)) | check_fact(op.predicated, FACT(PREDICATED)) |
           check_fact(check_is_unpredicated(core, &op), FACT(UNPREDICATED)) |
           check_fact(op.subclass == SPE_OP_GCS && !op.comm, FACT(COMMON_GCS)) |
           check_fact(op.subclass == SPE_OP_OTHER && (op.fp || op.ase), FACT(FP_ASE)) |
           check_fact(op.evl_bits == SPE_EVL_OVER_2048, FACT(EVL_OVER));
}

/* Facts of one address with NS and NSE; `zero` has the bits that are zero in its address layout. */
static uint64_t check_state_bits(int present, uint64_t payload, uint64_t zero)
{
    if (!present)
        return 0;
    const unsigned state = spe_address_state(payload, 1);
    return check_fact((payload & zero) != 0, FACT(ZERO_BITS)) | check_fact((payload & NSE) != 0, FACT(NSE)) |
           check_fact(state == SPE_STATE_RESERVED, FACT(NSE_RESERVED)) |
           check_fact(state == SPE_STATE_SECURE, FACT(SECURE));
}

/* Whether a branch of its type cannot have that target. An exception return, which nothing distinguishes from other
 * indirect branches, is not of EL0, and has no Security state to return to; an illegal one may name EL3. */
static int check_is_elsewhere(const struct spe_record *in, uint64_t op)
{
    const uint64_t changes = (in->pc ^ in->branch_target) & STATE_AND_EL;
    const int stays = !(op & FACT(INDIRECT)) || op & FACT(CALL_RETURN) || spe_address_el(in->pc) == 0;
    return op & FACT(BRANCH) && changes &&
           (stays || (changes & STATE && spe_address_el(in->pc) != 3 && spe_address_el(in->branch_target) != 3));
}

/* The target of a branch that was not taken is UNKNOWN, so no rule applies to it. `op` has the operation's facts. */
static uint64_t check_addresses(const struct spe_record *in, uint64_t op)
{
    const uint64_t instruction = UINT64_C(0x0f00000000000000), physical = UINT64_C(0x2000000000000000);
    const uint32_t has = in->present;
    const int taken = (has & SPE_HAS_EVENTS) && !spe_event(in->events, SPE_EVENT_NOT_TAKEN);
    const int pc = (has & SPE_HAS_PC) != 0, target = taken && (has & SPE_HAS_BRANCH_TARGET);
    return check_state_bits(pc, in->pc, instruction) | check_state_bits(target, in->branch_target, instruction) |
           check_state_bits((has & SPE_HAS_PREV_BRANCH_TARGET) != 0, in->prev_branch_target, instruction) |
           check_state_bits((has & SPE_HAS_DATA_PA) != 0, in->data_pa, physical) |
           check_fact(pc && spe_address_el(in->pc) != 1, FACT(PC_NOT_EL1)) |
           check_fact(pc && spe_address_el(in->pc) == 2, FACT(PC_EL2)) |
           check_fact(pc && spe_address_el(in->pc) == 3, FACT(PC_EL3)) |
           check_fact(pc && target && check_is_elsewhere(in, op), FACT(ELSEWHERE)) |
           check_fact((has & SPE_HAS_DATA_PA) && (spe_address_ch(in->data_pa) || spe_address_pat(in->data_pa)),
                      FACT(PA_TAG));
}

static int check_is_large(const struct check_state *s, uint64_t count)
{
    return s->features.counter_bits == 12 && count > 0xfff;
}

static int check_has_large(const struct check_state *s, const struct spe_record *in)
{
    for (unsigned n = 0; n < s->counter_count; n++) {
        uint16_t count;
        memcpy(&count, (const char *)in + s->counters[n].member, sizeof count);
        if (in->present & s->counters[n].has && check_is_large(s, count))
            return 1;
    }
    return 0;
}

static uint64_t check_counters(const struct check_state *s, const struct spe_record *in)
{
    const uint32_t has = in->present, both = SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY;
    return check_fact(check_has_large(s, in), FACT(COUNTER_LARGE)) |
           check_fact((has & both) == both && in->issue_latency > in->total_latency, FACT(ISSUE_LARGE)) |
           check_fact((has & SPE_HAS_TRANSLATION_LATENCY) && in->translation_latency, FACT(TRANSLATED));
}

/* Compares the size of an Events or Data Source payload, or the packet that ends the record, with the last one. 0: not
 * known. */
static int check_is_changed(uint8_t before, uint8_t now)
{
    return before && now && before != now;
}

/* Whether everything after `size` is the same in two records. (clang turns memcmp() for equality into bcmp(), which the
 * library must not need.) */
static int check_is_same(const struct check_state *s, const struct spe_record *in)
{
    const uint8_t *last = (const uint8_t *)&s->last, *now = (const uint8_t *)in;
    unsigned differs = !s->has_last || !(in->present & SPE_HAS_TIMESTAMP) || s->last.offset == in->offset;
    for (size_t i = offsetof(struct spe_record, pc); i < sizeof *in; i++)
        differs |= last[i] ^ now[i];
    return !differs;
}

/* A slot of a fixed record layout may begin with padding in the place of its PC. So it is enough that an aligned place
 * lies between the end of the last record and the first packet of this one. What precedes the first record is not
 * known. */
static int check_is_misaligned(const struct check_state *s, const struct spe_record *in)
{
    const uint64_t alignment = s->features.alignment ? s->features.alignment : 1;
    const uint64_t start = in->offset & ~(alignment - 1), end = s->last.offset + s->last.size;
    return s->has_last && in->offset >= end && start < end;
}

/* The record's length counts from its first packet, or from the aligned place before it: padding at the start of the
 * record is part of it. */
static int check_is_too_long(const struct check_state *s, const struct spe_record *in)
{
    const uint32_t max = s->features.max_record_size ? s->features.max_record_size : SPE_RECORD_MAX_SIZE;
    const uint64_t alignment = s->features.alignment ? s->features.alignment : 1;
    const uint64_t before = in->offset & (alignment - 1);
    return in->size > max || before > max - in->size;
}

/* The record begins at the aligned place before its first packet. Without a gap, the bytes between two such places are
 * the first record and its padding. */
static int check_is_too_far(const struct check_state *s, const struct spe_record *in)
{
    const uint64_t max = s->features.max_record_size, mask = s->features.alignment - (uint64_t)1;
    if (!s->has_last || !max || !s->features.alignment || in->flags & SPE_RECORD_AFTER_GAP)
        return 0;
    return in->offset > s->last.offset && (in->offset & ~mask) - (s->last.offset & ~mask) > max;
}

/* Which of the two packets ended a record: a bit for each; 0 if there was neither or both. */
static uint8_t check_end(const struct spe_record *in)
{
    const unsigned ends = in->present / SPE_HAS_TIMESTAMP & 3;
    return ends == 3 ? 0 : (uint8_t)ends;
}

static uint64_t check_neighbours(const struct check_state *s, const struct spe_record *in)
{
    const uint32_t ends = SPE_HAS_TIMESTAMP | SPE_HAS_END;
    return check_fact(check_is_too_long(s, in), FACT(TOO_LONG)) | check_fact(check_is_too_far(s, in), FACT(TOO_FAR)) |
           check_fact(check_is_misaligned(s, in), FACT(MISALIGNED)) |
           check_fact((in->present & ends) == ends, FACT(TWO_ENDS)) |
           check_fact(check_is_changed(s->end, check_end(in)), FACT(ENDS_MIXED)) |
           check_fact((in->flags & SPE_RECORD_REPEATED) != 0, FACT(REPEATED)) |
           check_fact((in->flags & SPE_RECORD_UNKNOWN) != 0, FACT(UNKNOWN)) |
           check_fact((in->flags & SPE_RECORD_RESERVED_HEADER) != 0, FACT(RESERVED_HEADER)) |
           check_fact(check_is_changed(s->events_size, in->events_size), FACT(EVENTS_RESIZED)) |
           check_fact(check_is_changed(s->data_source_size, in->data_source_size), FACT(SOURCE_RESIZED)) |
           check_fact(check_is_same(s, in), FACT(SAME_RECORD));
}

/* Remembers what the next record is compared with. */
static void check_remember(struct check_state *s, const struct spe_record *in)
{
    if (in->events_size)
        s->events_size = in->events_size;
    if (in->data_source_size)
        s->data_source_size = in->data_source_size;
    if (check_end(in))
        s->end = check_end(in);
    s->last = *in;
    s->has_last = 1;
}

/* -- rows -- */

/* What rows are compared with */
struct check_view {
    uint64_t facts;
    uint64_t events;
    uint32_t present;
    uint64_t subclass; /* 1 << SPE_OP_* */
    int of_packet;
    int is_cut; /* the stream ended inside the record: what the record lacks may have followed */
};

struct finding_list {
    struct spe_finding *out;
    size_t cap;
    int n;
};

/* Whether the core is of this version and has one of these features; 0 matches any. Unknown cores match neither. */
static int check_is_core(const struct spe_features *core, unsigned version, uint64_t flags)
{
    return core->version && core->version >= version && (!flags || core->flags & flags);
}

static int check_applies(const struct spe_rule_row *row, const struct spe_features *core)
{
    if ((row->from || row->with) && !check_is_core(core, row->from, row->with))
        return 0;
    if (row->until && (!core->version || core->version >= row->until))
        return 0;
    if (row->sampling && !(row->sampling & check_sampling(core)))
        return 0;
    if (!row->since && !row->feature)
        return 1;
    return core->version && !check_is_core(core, row->since, row->feature);
}

static int check_is_broken(const struct spe_rule_row *row, const struct check_view *v)
{
    return row->of_packet == v->of_packet && (v->facts & row->facts) == row->facts && !(v->facts & row->no_facts) &&
           (!row->has || v->present & row->has) && !(v->present & row->lacks) && !(v->is_cut && row->lacks) &&
           (!row->events || v->events & row->events) && !(v->events & row->no_events) &&
           (!row->subclasses || v->subclass & row->subclasses);
}

static void check_report(const struct check_state *s, const struct check_view *v, uint64_t offset,
                         struct finding_list *list)
{
    const struct spe_rule_row *rows = spe_rule_rows();
    const unsigned count = spe_rule_count();
    for (unsigned rule = 0; rule < count; rule++) {
        if (!check_is_broken(&rows[rule], v) || !check_applies(&rows[rule], &s->features))
            continue;
        if ((size_t)list->n < list->cap) {
            list->out[list->n].offset = offset;
            list->out[list->n].rule = rule;
            list->out[list->n].severity = rows[rule].severity;
        }
        list->n++;
    }
}

int spe_check_record(spe_check *c, const struct spe_record *in, struct spe_finding *out, size_t cap)
{
    struct finding_list list = {out, cap, 0};
    if (!c || !in || (!out && cap))
        return SPE_E_ARG;
    struct check_state *s = check_of(c);
    if (s->magic != CHECK_MAGIC)
        return SPE_E_STATE;
    struct check_view v = {.present = in->present, .facts = check_events(in)};
    v.events = v.facts & FACT(EVENTS) ? in->events : 0;
    v.is_cut = (in->flags & SPE_RECORD_TRUNCATED) != 0;
    v.facts |= check_operation(&s->features, in, &v.subclass);
    v.facts |= check_addresses(in, v.facts) | check_counters(s, in) | check_neighbours(s, in);
    check_report(s, &v, in->offset, &list);
    check_remember(s, in);
    return list.n;
}

/* -- packets -- */

/* IMPLEMENTATION DEFINED and reserved packets by type, a bit for each INDEX: the packets for which a record has no
 * field */
struct packets_seen {
    uint32_t index[SPE_ROOM_TYPES];
};

static uint64_t check_packet(const struct check_state *s, const struct spe_packet *packet, struct packets_seen *seen)
{
    const int indexed = packet->type == SPE_PACKET_ADDRESS || packet->type == SPE_PACKET_COUNTER;
    uint64_t facts = check_fact(indexed && packet->header_size == 2 && packet->index < 8, FACT(LOW_EXTENDED));
    if (!(packet->flags & (SPE_PACKET_IMPDEF | SPE_PACKET_RESERVED_HEADER)))
        return facts;
    const uint32_t bit = UINT32_C(1) << packet->index;
    facts |= check_fact((seen->index[packet->type] & bit) != 0, FACT(REPEATED));
    seen->index[packet->type] |= bit;
    if (packet->type == SPE_PACKET_COUNTER)
        facts |=
            check_fact(packet->flags & SPE_PACKET_IMPDEF && check_is_large(s, packet->payload), FACT(COUNTER_LARGE));
    return facts;
}

/* The facts of the walk's next packet, whose size or status is given. */
static uint64_t check_step(const struct check_state *s, int size, const struct spe_packet *packet, int ended,
                           struct packets_seen *seen)
{
    if (ended && packet->type != SPE_PACKET_PADDING)
        return FACT(BEHIND_END);
    return size < 0 ? FACT(CUT) : check_packet(s, packet, seen);
}

int spe_check_bytes(const spe_check *c, const void *bytes, size_t len, uint64_t offset, struct spe_finding *out,
                    size_t cap)
{
    struct finding_list list = {out, cap, 0};
    struct packets_seen seen = {{0}};
    struct check_view v = {.of_packet = 1};
    struct spe_packet packet = {0};
    spe_packet_iterator packets;
    int size, ended = 0;
    if (!c || (!out && cap) || spe_packet_iterator_init(&packets, bytes, len, offset) != SPE_OK)
        return SPE_E_ARG;
    const struct check_state *s = check_of_const(c);
    if (s->magic != CHECK_MAGIC)
        return SPE_E_STATE;
    do {
        size = spe_packet_iterator_next(&packets, &packet);
        v.facts = size ? check_step(s, size, &packet, ended, &seen) : 0;
        if (v.facts)
            check_report(s, &v, spe_packet_iterator_offset(&packets), &list);
        ended |= packet.type == SPE_PACKET_END || packet.type == SPE_PACKET_TIMESTAMP;
    } while (size > 0 && v.facts != FACT(BEHIND_END));
    return list.n;
}

/* -- access to the rules -- */

const char *spe_rule_name(unsigned rule)
{
    return rule < spe_rule_count() ? spe_rule_rows()[rule].name : NULL;
}

const char *spe_rule_section(unsigned rule)
{
    return rule < spe_rule_count() ? spe_rule_rows()[rule].section : NULL;
}

const char *spe_rule_text(unsigned rule)
{
    return rule < spe_rule_count() ? spe_rule_rows()[rule].text : NULL;
}

int spe_rule_severity(unsigned rule)
{
    return rule < spe_rule_count() ? spe_rule_rows()[rule].severity : SPE_E_ARG;
}

int spe_rule_find(const char *name)
{
    if (!name)
        return SPE_E_ARG;
    for (unsigned rule = 0; rule < spe_rule_count(); rule++)
        if (spe_is_name(spe_rule_rows()[rule].name, name))
            return (int)rule;
    return SPE_E_NAME;
}
