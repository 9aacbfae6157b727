/* SPDX-License-Identifier: MIT */
/*
 * Conformance: a row for each rule. What a record shows is first made into facts; a row is broken when all that it names is
 * so, and the features that would excuse it are not there. A new rule is a new row at the end, and a fact where none fits.
 */
#include <string.h>

#include <libspe/check.h>
#include <libspe/op.h>

#include "config.h"

/* What a record shows, beside its flags, events and the packets that it has. */
enum {
    RETIRED = 1 << 0, /* without an exception */
    BRANCH = 1 << 1,
    MEMORY = 1 << 2,
    NO_BRANCH = 1 << 3, /* there is an operation, which is none */
    NO_MEMORY = 1 << 4,
    ALWAYS = 1 << 5,        /* unconditional: a branch, or another operation but a load or store */
    WANTS_ADDRESS = 1 << 6, /* a memory access that surely has a virtual address */
    LONG_COUNTER = 1 << 7,  /* more than the core's counters hold */
    NSE_SET = 1 << 8,       /* in some address */
    PA_TAGGED = 1 << 9,     /* CH or PAT */
    FP_FLAGS = 1 << 10,     /* CLASS 0 with FP or ASE */
    EVL_OVER = 1 << 11,     /* EVL is 0b111 */
    CR_RECORDED = 1 << 12,
    CR_NOT_RECORDED = 1 << 13,
    BRANCH_GCS = 1 << 14,
    ATOMIC = 1 << 15,
    ISSUE_OVER_TOTAL = 1 << 16,
    TRANSLATION_OVER_TOTAL = 1 << 17,
    TOO_LONG = 1 << 18,
    MISALIGNED = 1 << 19,
    EVENTS_RESIZED = 1 << 20, /* another payload size than the records before */
    SOURCE_RESIZED = 1 << 21,
    LOAD = 1 << 22
};

#define E(bit) (UINT64_C(1) << (bit))

struct rule {
    const char *name;
    const char *section;
    const char *text;
    uint8_t severity;
    uint8_t subclass;  /* of the operation; 0: any */
    uint8_t from;      /* version: the rule is not older */
    uint8_t version;   /* ... and is excused from this version on, if it is not 0 ... */
    uint32_t features; /* ... and one of these features is there, if there are any */
    uint32_t facts;    /* all of them ... */
    uint32_t flags;    /* one of the record's flags, if there are any ... */
    uint32_t there;    /* all of these packets ... */
    uint32_t missing;  /* none of these ... */
    uint64_t set;      /* one of these events, if there are any ... */
    uint64_t clear;    /* none of these: then it is broken */
};

#define V SPE_RULE_VIOLATION
#define W SPE_RULE_WARNING

/* clang-format off */ /* tables are for reading */

static const struct rule rules[] = {
    /* what a record holds */
    {.name = "events-missing", .section = "D17.6", .severity = V, .flags = SPE_RECORD_NO_EVENTS,
     .text = "every record has an Events packet"},
    {.name = "end-missing", .section = "D17.6", .severity = V, .flags = SPE_RECORD_TRUNCATED,
     .text = "every record ends with an End or a Timestamp packet"},
    {.name = "pc-missing", .section = "D17.6", .severity = V, .facts = RETIRED, .missing = SPE_HAS_PC,
     .text = "an operation that retired has a PC"},
    {.name = "operation-missing", .section = "D17.6", .severity = V, .facts = RETIRED, .missing = SPE_HAS_OPERATION,
     .text = "an operation that retired has an Operation Type packet"},
    {.name = "total-latency-missing", .section = "D17.6", .severity = V, .facts = RETIRED, .missing = SPE_HAS_TOTAL_LATENCY,
     .text = "an operation that retired has a total latency"},
    {.name = "issue-latency-missing", .section = "D17.6", .severity = W, .facts = RETIRED,
     .missing = SPE_HAS_ISSUE_LATENCY | SPE_HAS_ALT_ISSUE_LATENCY,
     .text = "an operation that retired has an issue latency, unless the core's is always the same"},
    {.name = "target-missing", .section = "D17.6.3", .severity = V, .facts = RETIRED | BRANCH, .missing = SPE_HAS_BRANCH_TARGET,
     .clear = E(SPE_EVENT_NOT_TAKEN), .text = "a branch that was taken has a target"},
    {.name = "data-va-missing", .section = "D17.6.4", .severity = W, .facts = RETIRED | WANTS_ADDRESS, .missing = SPE_HAS_DATA_VA,
     .text = "a load, store or atomic that retired has a data virtual address, unless no access was made"},
    {.name = "data-pa-alone", .section = "D17.6.4", .severity = V, .there = SPE_HAS_DATA_PA, .missing = SPE_HAS_DATA_VA,
     .text = "a data physical address comes with the virtual one"},
    {.name = "translation-latency-missing", .section = "D17.6.4", .severity = V, .facts = RETIRED | MEMORY, .there = SPE_HAS_DATA_VA,
     .missing = SPE_HAS_TRANSLATION_LATENCY, .text = "an access with a virtual address has a translation latency"},
    {.name = "data-source-elsewhere", .section = "D17.6.4", .severity = V, .facts = NO_MEMORY, .there = SPE_HAS_DATA_SOURCE,
     .text = "only memory accesses have a data source"},
    {.name = "repeated-packet", .section = "D17.6", .severity = V, .flags = SPE_RECORD_REPEATED,
     .text = "no packet is there twice in a record"},
    {.name = "unknown-packet", .section = "D18.2", .severity = V, .flags = SPE_RECORD_UNKNOWN,
     .text = "the header is none of the architecture's"},
    {.name = "reserved-header", .section = "D18.2", .severity = V, .flags = SPE_RECORD_RESERVED_HEADER,
     .text = "a reserved INDEX, CLASS or payload size"},
    {.name = "reserved-value", .section = "D18.2", .severity = V, .flags = SPE_RECORD_RESERVED_VALUE,
     .text = "a payload with a reserved value"},
    {.name = "too-long", .section = "D17.6", .severity = V, .facts = TOO_LONG,
     .text = "the record is longer than 2 to the PMSIDR_EL1.MaxSize"},
    {.name = "misaligned", .section = "D17.6", .severity = V, .facts = MISALIGNED,
     .text = "the record does not start at a multiple of 2 to the PMBIDR_EL1.Align"},
    {.name = "events-resized", .section = "D18.2.6", .severity = W, .facts = EVENTS_RESIZED,
     .text = "the Events packet has another size than in records before"},
    {.name = "data-source-resized", .section = "D18.2.4", .severity = W, .facts = SOURCE_RESIZED,
     .text = "the Data Source packet has another size than in records before"},

    /* events against each other */
    {.name = "empty-not-partial", .section = "D18.2.6", .severity = V, .set = E(SPE_EVENT_EMPTY_PREDICATE),
     .clear = E(SPE_EVENT_PARTIAL_PREDICATE), .text = "an empty predicate is also a partial one: E[18] without E[17]"},
    {.name = "l1d-refill-alone", .section = "D18.2.6", .severity = W, .set = E(SPE_EVENT_L1D_REFILL),
     .clear = E(SPE_EVENT_L1D_ACCESS), .text = "a level 1 data cache refill without an access: E[3] without E[2]"},
    {.name = "tlb-walk-alone", .section = "D18.2.6", .severity = W, .set = E(SPE_EVENT_TLB_WALK),
     .clear = E(SPE_EVENT_TLB_ACCESS), .text = "a TLB walk without an access: E[5] without E[4]"},
    {.name = "ll-miss-alone", .section = "D18.2.6", .severity = W, .set = E(SPE_EVENT_LL_MISS),
     .clear = E(SPE_EVENT_LL_ACCESS), .text = "a last level cache miss without an access: E[9] without E[8]"},
    {.name = "l2d-miss-alone", .section = "D18.2.6", .severity = W, .from = SPE_V1P4, .set = E(SPE_EVENT_L2D_MISS),
     .clear = E(SPE_EVENT_L2D_ACCESS), .text = "a level 2 data cache miss without an access: E[20] without E[19]"},
    {.name = "not-taken-always", .section = "D18.2.6", .severity = W, .facts = ALWAYS, .set = E(SPE_EVENT_NOT_TAKEN),
     .text = "an operation that is not conditional was not taken"},
    {.name = "mispredicted-no-branch", .section = "D18.2.6", .severity = W, .facts = NO_BRANCH, .set = E(SPE_EVENT_MISPREDICTED),
     .text = "an operation that is no branch was mispredicted"},
    {.name = "issue-over-total", .section = "D18.2.3", .severity = W, .facts = ISSUE_OVER_TOTAL,
     .text = "the issue latency is more than the total latency"},
    {.name = "translation-over-total", .section = "D18.2.3", .severity = W, .facts = TRANSLATION_OVER_TOTAL,
     .text = "the translation latency is more than the total latency"},

    /* what the core does not have */
    {.name = "counter-too-large", .section = "D18.2.3", .severity = V, .facts = LONG_COUNTER,
     .text = "a counter holds more than PMSIDR_EL1.CountSize bits"},
    {.name = "alt-clock-missing", .section = "D18.2.3", .severity = V, .there = SPE_HAS_ALT_ISSUE_LATENCY, .features = SPE_FEATURE_ALTCLK,
     .text = "an alternate clock issue latency without PMSIDR_EL1.ALTCLK"},
    {.name = "pbt-missing", .section = "D18.2.1", .severity = V, .there = SPE_HAS_PREV_BRANCH_TARGET, .features = SPE_FEATURE_PBT,
     .text = "a previous branch target without FEAT_SPE_PBT"},
    {.name = "rme-missing", .section = "D18.2.1", .severity = V, .facts = NSE_SET, .features = SPE_FEATURE_RME,
     .text = "NSE is set in an address without FEAT_RME"},
    {.name = "mte-missing", .section = "D18.2.1", .severity = V, .facts = PA_TAGGED, .features = SPE_FEATURE_MTE,
     .text = "CH or PAT is set in a physical address without FEAT_MTE2"},
    {.name = "lds-missing", .section = "D17.6.4", .severity = V, .facts = LOAD, .there = SPE_HAS_DATA_SOURCE, .features = SPE_FEATURE_LDS,
     .text = "a load has a data source without PMSIDR_EL1.LDS"},
    {.name = "event-v1p1", .section = "D18.2.6", .severity = V, .set = E(SPE_EVENT_MISALIGNED), .version = SPE_V1P1,
     .text = "E[11] before FEAT_SPEv1p1"},
    {.name = "event-tme", .section = "D18.2.6", .severity = V, .set = E(SPE_EVENT_TRANSACTIONAL), .features = SPE_FEATURE_TME,
     .text = "E[16] without FEAT_TME"},
    {.name = "event-vector", .section = "D18.2.6", .severity = V, .set = E(SPE_EVENT_PARTIAL_PREDICATE) | E(SPE_EVENT_EMPTY_PREDICATE),
     .version = SPE_V1P1, .features = SPE_FEATURE_SVE | SPE_FEATURE_SME, .text = "E[17] or E[18] without FEAT_SPEv1p1 and SVE or SME"},
    {.name = "event-v1p4", .section = "D18.2.6", .severity = V, .set = UINT64_C(0x1f) << 19, .version = SPE_V1P4,
     .text = "one of E[23:19] before FEAT_SPEv1p4"},
    {.name = "event-sme", .section = "D18.2.6", .severity = V, .from = SPE_V1P4, .set = E(SPE_EVENT_STREAMING_SVE) | E(SPE_EVENT_SMCU),
     .features = SPE_FEATURE_SME, .text = "E[24] or E[25] from FEAT_SPEv1p4 on without FEAT_SPE_SME"},
    {.name = "event-reserved", .section = "D18.2.6", .severity = V, .from = SPE_V1P4, .set = UINT64_C(0x3f) << 26,
     .text = "one of E[31:26], which are zero from FEAT_SPEv1p4 on"},
    {.name = "fp-flags", .section = "D18.2.7", .severity = V, .facts = FP_FLAGS, .features = SPE_FEATURE_FPF,
     .text = "FP or ASE of an operation of CLASS 0 without FEAT_SPE_FPF"},
    {.name = "operation-sve", .section = "D18.2.7", .severity = V, .subclass = SPE_OP_SVE, .version = SPE_V1P1,
     .features = SPE_FEATURE_SVE | SPE_FEATURE_SME, .text = "an SVE operation without FEAT_SPEv1p1 and SVE or SME"},
    {.name = "operation-sme", .section = "D18.2.7", .severity = V, .subclass = SPE_OP_SME, .features = SPE_FEATURE_SME,
     .text = "an SME operation without FEAT_SPE_SME"},
    {.name = "operation-unspecified", .section = "D18.2.7", .severity = V, .subclass = SPE_OP_UNSPECIFIED, .version = SPE_V1P1,
     .text = "an access to unspecified registers before FEAT_SPEv1p1"},
    {.name = "operation-tag", .section = "D18.2.7", .severity = V, .subclass = SPE_OP_ALLOCATION_TAG, .version = SPE_V1P3,
     .features = SPE_FEATURE_MTE, .text = "an access to Allocation Tags without FEAT_SPEv1p3 and FEAT_MTE2"},
    {.name = "operation-nv2", .section = "D18.2.7", .severity = V, .subclass = SPE_OP_NV2_SYSREG, .features = SPE_FEATURE_NV2,
     .text = "a System register access turned into a memory access without FEAT_NV2"},
    {.name = "operation-sve-memory", .section = "D18.2.7", .severity = V, .subclass = SPE_OP_SVE_SME, .version = SPE_V1P1,
     .features = SPE_FEATURE_SVE | SPE_FEATURE_SME, .text = "an SVE or SME access without FEAT_SPEv1p1 and SVE or SME"},
    {.name = "operation-copy", .section = "D18.2.7", .severity = V, .subclass = SPE_OP_MEMORY_COPY, .version = SPE_V1P3,
     .features = SPE_FEATURE_MOPS, .text = "a Memory Copy without FEAT_SPEv1p3 and FEAT_MOPS"},
    {.name = "operation-set", .section = "D18.2.7", .severity = V, .subclass = SPE_OP_MEMORY_SET, .version = SPE_V1P3,
     .features = SPE_FEATURE_MOPS, .text = "a Memory Set without FEAT_SPEv1p3 and FEAT_MOPS"},
    {.name = "operation-gcs", .section = "D18.2.7", .severity = V, .subclass = SPE_OP_GCS, .version = SPE_V1P4,
     .features = SPE_FEATURE_GCS, .text = "a Guarded Control Stack access without FEAT_SPEv1p4 and FEAT_GCS"},
    {.name = "branch-gcs", .section = "D18.2.7", .severity = V, .facts = BRANCH_GCS, .version = SPE_V1P4,
     .features = SPE_FEATURE_GCS, .text = "a branch with a Guarded Control Stack access without FEAT_SPEv1p4 and FEAT_GCS"},
    {.name = "atomic-lse", .section = "D18.2.7", .severity = V, .facts = ATOMIC, .features = SPE_FEATURE_LSE,
     .text = "an atomic without FEAT_LSE"},
    {.name = "evl-over-2048", .section = "D18.2.7", .severity = V, .facts = EVL_OVER, .features = SPE_FEATURE_SME,
     .text = "EVL is 0b111 without FEAT_SPE_SME"},
    {.name = "cr-recorded", .section = "D18.2.7", .severity = V, .facts = CR_RECORDED, .features = SPE_FEATURE_CRR,
     .text = "CR is recorded without FEAT_SPE_CRR"},
    {.name = "cr-missing", .section = "D18.2.7", .severity = V, .facts = CR_NOT_RECORDED,
     .text = "CR is not recorded with FEAT_SPE_CRR"},
};

/* clang-format on */

#define RULES (sizeof rules / sizeof rules[0])

_Static_assert(RULES <= SPE_RULES_MAX, "a bit for each rule");

void spe_features_everything(struct spe_features *out)
{
    if (!out)
        return;
    memset(out, 0, sizeof *out);
    out->size = sizeof *out;
    out->flags = 0x00ff3fff;
    out->version = SPE_V1P5;
}

int spe_check_init(struct spe_check *check, const struct spe_features *features)
{
    if (!check)
        return SPE_E_ARG;
    memset(check, 0, sizeof *check);
    if (features)
        return spe_config_read(&check->features, features, offsetof(struct spe_features, reserved));
    spe_features_everything(&check->features);
    return SPE_OK;
}

static uint32_t when(int condition, uint32_t fact)
{
    return condition ? fact : 0;
}

static uint32_t facts_of_operation(const struct spe_record *r, const struct spe_op *op, uint32_t features)
{
    const int is_branch = op->subclass == SPE_OP_BRANCH, is_memory = op->op_class == SPE_CLASS_LOAD_STORE;
    return when(is_branch, BRANCH) | when(!is_branch, NO_BRANCH) | when(is_memory, MEMORY) |
           when(!is_memory, NO_MEMORY) | when(!is_memory && !op->conditional && !op->reserved_value, ALWAYS) |
           when(is_memory && op->subclass != SPE_OP_NV2_SYSREG && op->subclass != SPE_OP_SVE_SME, WANTS_ADDRESS) |
           when(is_memory && !(r->op_payload & 1), LOAD) |
           when(op->subclass == SPE_OP_OTHER && (op->fp || op->ase), FP_FLAGS) |
           when(op->evl_bits == SPE_EVL_OVER_2048, EVL_OVER) | when(op->atomic, ATOMIC) | when(op->gcs, BRANCH_GCS) |
           when(is_branch && op->branch_kind != SPE_CR_NOT_RECORDED, CR_RECORDED) |
           when(is_branch && op->branch_kind == SPE_CR_NOT_RECORDED && (features & SPE_FEATURE_CRR), CR_NOT_RECORDED);
}

#define NSE (UINT64_C(1) << 60)
#define CH_PAT UINT64_C(0x4f00000000000000) /* [62], [59:56] */

/* Fields that a record does not have are 0. */
static uint32_t facts_of_values(const struct spe_record *r, const struct spe_features *f)
{
    const uint32_t most = f->counter_bits ? (UINT32_C(1) << (f->counter_bits & 31)) - 1 : UINT32_MAX;
    const uint64_t states = r->pc | r->branch_target | r->data_pa | r->prev_branch_target;
    const int has_total = (r->present & SPE_HAS_TOTAL_LATENCY) != 0;
    const int is_whole = !(r->flags & SPE_RECORD_TRUNCATED); /* else what is missing may have been cut off */
    const int is_retired = spe_event(r->events, SPE_EVENT_RETIRED) && !spe_event(r->events, SPE_EVENT_EXCEPTION);
    return when(is_whole && is_retired, RETIRED) |
           when(r->total_latency > most || r->issue_latency > most || r->translation_latency > most ||
                    r->alt_issue_latency > most,
                LONG_COUNTER) |
           when((states & NSE) != 0, NSE_SET) | when((r->data_pa & CH_PAT) != 0, PA_TAGGED) |
           when(has_total && r->issue_latency > r->total_latency, ISSUE_OVER_TOTAL) |
           when(has_total && r->translation_latency > r->total_latency, TRANSLATION_OVER_TOTAL) |
           when((r->flags & SPE_RECORD_OVER_LONG) || (f->max_record_size && r->size > f->max_record_size), TOO_LONG) |
           when(f->alignment && r->offset % f->alignment, MISALIGNED);
}

/* Sizes are fixed for an implementation: those of the first record that has them hold. Returns whether `size` departs. */
static int is_resized(uint8_t *first, uint8_t size)
{
    if (!*first)
        *first = size;
    return size && size != *first;
}

static int is_excused(const struct rule *rule, const struct spe_features *f)
{
    return (rule->version || rule->features) && f->version >= rule->version &&
           (!rule->features || (f->flags & rule->features));
}

static int is_broken(const struct rule *rule, const struct spe_record *r, uint32_t facts, uint8_t subclass)
{
    return (facts & rule->facts) == rule->facts && (!rule->flags || (r->flags & rule->flags)) &&
           (!rule->subclass || rule->subclass == subclass) && (r->present & rule->there) == rule->there &&
           !(r->present & rule->missing) && (!rule->set || (r->events & rule->set)) && !(r->events & rule->clear);
}

uint64_t spe_check_record(struct spe_check *check, const struct spe_record *record)
{
    struct spe_op op = {.subclass = SPE_OP_RESERVED};
    uint64_t found = 0;
    if (!check || !record)
        return 0;
    const struct spe_features *features = &check->features;
    uint32_t facts = facts_of_values(record, features);
    if (record->present & SPE_HAS_OPERATION) {
        spe_op_decode(record->op_class, record->op_payload, &op);
        facts |= facts_of_operation(record, &op, features->flags);
    }
    facts |= when(is_resized(&check->events_size, record->events_size), EVENTS_RESIZED);
    facts |= when(is_resized(&check->data_source_size, record->data_source_size), SOURCE_RESIZED);
    for (unsigned i = 0; i < RULES; i++) {
        const struct rule *rule = &rules[i];
        if (features->version < rule->from || is_excused(rule, features) ||
            !is_broken(rule, record, facts, op.subclass))
            continue;
        found |= UINT64_C(1) << i;
        check->counts[i]++;
    }
    check->records++;
    check->found |= found;
    return found;
}

const char *spe_rule_name(unsigned rule)
{
    return rule < RULES ? rules[rule].name : NULL;
}

const char *spe_rule_section(unsigned rule)
{
    return rule < RULES ? rules[rule].section : NULL;
}

const char *spe_rule_text(unsigned rule)
{
    return rule < RULES ? rules[rule].text : NULL;
}

int spe_rule_severity(unsigned rule)
{
    return rule < RULES ? rules[rule].severity : SPE_E_ARG;
}

int spe_rule_find(const char *name)
{
    for (unsigned i = 0; name && i < RULES; i++) {
        size_t n = 0;
        while (name[n] && name[n] == rules[i].name[n])
            n++;
        if (name[n] == rules[i].name[n])
            return (int)i;
    }
    return SPE_E_ARG;
}
