/* SPDX-License-Identifier: MIT */
/*
 * Records that a core may write (check_model.h), through the encoder and back, keep every rule; each of them changed in
 * one respect breaks exactly the rule that names that respect: 100,000 and more records for every rule (13 seconds).
 */
#include "check_model.h"
#include "tap.h"

/* How many records for each row of a table below: fewer where they are slow, or who builds says so */
#ifndef CHECK_RECORDS
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
#define CHECK_RECORDS 100000u
#else
#define CHECK_RECORDS 10000u
#endif
#endif

/* -- one respect -- */

/* Members that are 0 change, or ask, nothing. The record has an operation type, if `ask.kinds` or `op` is given. */
struct change {
    int rule;
    struct spe_gen_wish ask;
    uint32_t need;             /* SPE_HAS_* that the record has */
    uint32_t remove, add;      /* SPE_HAS_*; what is added has a value that any core may write */
    uint64_t set, clear;       /* events */
    uint64_t one_of;           /* events: one of them is set */
    uint64_t pc_set, pc_clear; /* bits of the PC */
    uint8_t op_set, op_clear;  /* bits of the operation type's payload */
    uint8_t op_has, op_lacks;  /* bits that it has, and lacks, before */
    uint8_t becomes;           /* a load or store of general-purpose registers gets this payload, and its LDST */
    uint8_t accesses;          /* YES: of an operation that accesses memory, NO: of one that does not */
    uint8_t taken;             /* YES: of a branch that was taken */
    uint32_t flags;            /* of the record */
    int (*also)(const struct spe_gen_writer *m, struct spe_record *before,
                struct spe_record *r); /* 0: not this record */
};

enum { YES = 1, NO = 2 };

static int has(const struct spe_record *r, uint32_t all)
{
    return (r->present & all) == all;
}

static int is_access(const struct spe_record *r)
{
    return r->op_class == SPE_CLASS_LOAD_STORE || (r->op_class == SPE_CLASS_BRANCH && r->op_payload & 4);
}

static void remove_packets(struct spe_record *r, uint32_t packets)
{
    r->present &= ~packets;
    if (packets & HAS(EVENTS))
        r->events = 0, r->events_size = 0;
    if (packets & HAS(DATA_SOURCE))
        r->data_source_size = 0;
    if (packets & HAS(DATA_VA)) /* which the physical address and a translation latency above 0 go with */
        r->present &= ~HAS(DATA_PA), r->translation_latency = 0;
}

static void add_packets(const struct spe_gen_writer *m, struct spe_record *r, uint32_t packets)
{
    const uint64_t address = (random_u64() & (BIT(56) - 1)) | BIT(63); /* Non-secure, EL0 */
    r->present |= packets;
    if (packets & HAS(BRANCH_TARGET))
        r->branch_target = address;
    if (packets & HAS(PREV_BRANCH_TARGET))
        r->prev_branch_target = address;
    if (packets & HAS(DATA_VA))
        r->data_va = random_u64();
    if (packets & HAS(DATA_PA))
        r->data_pa = address;
    if (packets & HAS(TRANSLATION_LATENCY))
        r->translation_latency = (uint16_t)(1 + random_below(spe_gen_counter_max(m)));
    if (packets & HAS(ALT_ISSUE_LATENCY))
        r->alt_issue_latency = (uint16_t)random_below(spe_gen_counter_max(m) + 1);
    if (packets & HAS(DATA_SOURCE))
        r->data_source = 8, r->data_source_size = m->data_source_size;
}

static uint64_t one_of(uint64_t bits)
{
    uint64_t bit;
    do
        bit = BIT(random_below(64));
    while (!(bits & bit));
    return bit;
}

static int fits(const struct change *c, const struct spe_record *r, unsigned kind)
{
    const int of_operation = c->ask.kinds != 0 || c->op_has || c->op_lacks;
    if (!has(r, c->need) || (of_operation && !(c->ask.kinds & BIT(kind))) || (of_operation && !has(r, HAS(OPERATION))))
        return 0;
    if (c->op_has & ~r->op_payload || c->op_lacks & r->op_payload)
        return 0;
    if (c->accesses && (c->accesses == YES) != is_access(r))
        return 0;
    if (c->taken && r->events & BIT(6))
        return 0;
    return !c->becomes || !(r->op_payload & 1) || !has(r, HAS(DATA_SOURCE));
}

/* Changes a record in the respect that a row names. Returns 0 if this record has nothing of the kind. */
static int change_record(const struct change *c, const struct spe_gen_writer *m, struct spe_record *before,
                         struct spe_record *r, unsigned kind)
{
    if (!fits(c, r, kind))
        return 0;
    if (c->remove)
        remove_packets(r, c->remove);
    if (c->add)
        add_packets(m, r, c->add);
    r->events = ((r->events | c->set) & ~c->clear) | (c->one_of ? one_of(c->one_of) : 0);
    r->pc = (r->pc | c->pc_set) & ~c->pc_clear;
    r->op_payload = (uint8_t)((r->op_payload | c->op_set) & ~c->op_clear) | c->becomes;
    r->flags |= c->flags;
    return c->also ? c->also(m, before, r) : 1;
}

/* -- respects that are more than bits -- */

#define ALSO(name) static int name(const struct spe_gen_writer *m, struct spe_record *before, struct spe_record *r)

ALSO(issue_above_total)
{
    r->total_latency = (uint16_t)random_below(spe_gen_counter_max(m));
    r->issue_latency = (uint16_t)(r->total_latency + 1);
    return before != r;
}

ALSO(at_el2)
{
    return before != r && m && (r->pc >> 61 & 3) == 2;
}

ALSO(at_el1)
{
    return before != r && m && (r->pc >> 61 & 3) == 1;
}

ALSO(same_again)
{
    const uint64_t offset = r->offset;
    *r = *before;
    r->offset = offset;
    return m->end == HAS(TIMESTAMP);
}

ALSO(too_long)
{
    r->size = (m->core.max_record_size ? m->core.max_record_size : 2048) + 1 + random_below(100);
    return before != r;
}

ALSO(too_far)
{
    r->offset = before->offset + m->core.max_record_size + (1 + random_below(3)) * (uint64_t)m->core.alignment;
    return m->core.max_record_size && m->core.alignment;
}

ALSO(misaligned)
{
    const uint64_t most = m->core.max_record_size ? m->core.max_record_size : 2048;
    r->offset = before->offset + before->size;
    const uint64_t inside = m->core.alignment ? r->offset % m->core.alignment : 0;
    return inside && inside + r->size <= most; /* within the slot: else it is too long as well */
}

ALSO(other_end)
{
    r->present ^= HAS(TIMESTAMP) | HAS(END);
    return before != r && m;
}

ALSO(events_resized)
{
    r->events_size = before->events_size == 4 ? 8 : 4;
    return m != NULL;
}

ALSO(source_resized)
{
    r->data_source_size ^= 3;
    return m && before->data_source_size;
}

ALSO(small_events)
{
    r->events_size = before->events_size = (uint8_t)(1 + random_below(2));
    return m != NULL;
}

ALSO(reserved_operation)
{
    static const uint8_t reserved[][2] = {{0, 0x09}, {0, 0x40}, {0, 0xe8}, {1, 0x24}, {1, 0x60}, {2, 0x20}, {2, 0x80}};
    const unsigned pick = random_below(7);
    r->op_class = reserved[pick][0];
    r->op_payload = reserved[pick][1];
    return before != r && m;
}

ALSO(class_0)
{
    r->op_class = SPE_CLASS_OTHER;
    r->op_payload = 0x88;
    return before != r && m;
}

ALSO(elsewhere)
{
    r->branch_target ^= BIT(61 + random_below(2));
    return before != r && m;
}

ALSO(large_total)
{
    r->total_latency |= (uint16_t)(0x1000 << random_below(4));
    return before != r && m->core.counter_bits == 12;
}

ALSO(pa_61)
{
    r->data_pa |= BIT(61);
    return before != r && m;
}

ALSO(pa_tag)
{
    r->data_pa |= one_of(BIT(62) | UINT64_C(0xf) << 56);
    return before != r && m;
}

ALSO(some_zero_bit)
{
    r->pc |= one_of(UINT64_C(0xf) << 56);
    return before != r && m;
}

/* -- the respects -- */

#define R(rule) SPE_RULE_##rule
#define INSTRUCTIONS .sampling = OF_INSTRUCTIONS
#define MICRO_OPS .sampling = OF_MICRO_OPS
#define UNKNOWN .sampling = OF_UNKNOWN
#define NOT_MICRO_OPS .sampling = (OF_INSTRUCTIONS | OF_UNKNOWN)
#define DONE .status = COMPLETED
#define ONLY(version) .from = (version), .to = (version)
#define SURE (MEMORY_KINDS & ~(NV2_KINDS | SVE_MEMORY_KINDS))
#define VECTOR (KIND(SVE) | SVE_MEMORY_KINDS)
#define NOT_VECTOR                                                                                                     \
    ((MEMORY_KINDS | BRANCH_KINDS) & ~(SVE_MEMORY_KINDS | KIND(LOAD_UNSPECIFIED) | KIND(STORE_UNSPECIFIED)))
#define NO_SOURCE (STORE_KINDS & ~(KIND(STORE) | KIND(STORE_UNSPECIFIED) | KIND(ATOMIC_STORE)))
#define NOT_BRANCH (ANY_KIND & ~BRANCH_KINDS)
#define GP (KIND(LOAD) | KIND(STORE))
#define CALLS (KIND(BL) | KIND(BLR) | KIND(RET))
#define OTHERS (KIND(OTHER) | KIND(SELECT))
#define FROM_L2 (BIT(19) | BIT(21) | BIT(22) | BIT(23)) /* E[20] goes with E[19] */

/* clang-format off */ /* a table */
static const struct change changes[] = {
    {R(EVENTS_MISSING), {0}, .remove = HAS(EVENTS)},
    {R(END_MISSING), {0}, .remove = HAS(TIMESTAMP) | HAS(END)},
    {R(TWO_ENDS), {0}, .add = HAS(TIMESTAMP) | HAS(END)},
    {R(OPERATION_MISSING), {INSTRUCTIONS, DONE, .kinds = ANY_KIND & ~NV2_KINDS}, .remove = HAS(OPERATION)},
    {R(OPERATION_LEFT_OUT), {UNKNOWN, DONE, .kinds = ANY_KIND & ~NV2_KINDS}, .remove = HAS(OPERATION)},
    {R(PC_MISSING), {INSTRUCTIONS, DONE}, .remove = HAS(PC)},
    {R(PC_LEFT_OUT), {UNKNOWN, DONE}, .remove = HAS(PC)},
    {R(TOTAL_LATENCY_MISSING), {NOT_MICRO_OPS, DONE}, .remove = HAS(TOTAL_LATENCY)},
    {R(ISSUE_LATENCY_MISSING), {NOT_MICRO_OPS, DONE}, .remove = HAS(ISSUE_LATENCY)},
    {R(BRANCH_TARGET_MISSING), {INSTRUCTIONS, DONE, .kinds = BRANCH_KINDS & ~(KIND(B) | KIND(BL))}, .taken = YES, .remove = HAS(BRANCH_TARGET)},
    {R(BRANCH_TARGET_MISSING), {INSTRUCTIONS, DONE, .with = FLAG(CRR), .kinds = KIND(BL)}, .remove = HAS(BRANCH_TARGET)},
    {R(BRANCH_TARGET_LEFT_OUT), {INSTRUCTIONS, DONE, .kinds = KIND(B)}, .remove = HAS(BRANCH_TARGET)},
    {R(BRANCH_TARGET_LEFT_OUT), {UNKNOWN, DONE, .kinds = BRANCH_KINDS}, .taken = YES, .remove = HAS(BRANCH_TARGET)},
    {R(DATA_VA_MISSING), {NOT_MICRO_OPS, DONE, .kinds = SURE}, .remove = HAS(DATA_VA)},
    {R(DATA_PA_WITHOUT_VA), {INSTRUCTIONS, DONE, .kinds = SVE_MEMORY_KINDS}, .remove = HAS(DATA_VA), .add = HAS(DATA_PA)},
    {R(TRANSLATION_LATENCY_MISSING), {NOT_MICRO_OPS, DONE, .kinds = MEMORY_KINDS | CALLS}, .accesses = YES, .need = HAS(DATA_VA),
     .remove = HAS(TRANSLATION_LATENCY)},
    {R(ACCESS_EVENTS_MISSING), {NOT_MICRO_OPS, DONE, .kinds = MEMORY_KINDS | CALLS}, .accesses = YES, .need = HAS(DATA_VA), .clear = 0x3c},
    {R(DATA_SOURCE_MISSING), {INSTRUCTIONS, DONE, .with = FLAG(LDS), .kinds = LOAD_KINDS}, .need = HAS(DATA_VA), .remove = HAS(DATA_SOURCE)},
    {R(GCS_DATA_VA_MISSING), {NOT_MICRO_OPS, DONE, .kinds = CALLS}, .accesses = YES, .remove = HAS(DATA_VA)},
    {R(EXCEPTION_TARGET), {.status = EXCEPTED, .kinds = OTHERS}, .remove = HAS(OPERATION) | HAS(DATA_PA), .add = HAS(BRANCH_TARGET)},
    {R(EXCEPTION_BRANCH), {DONE, .kinds = BRANCH_KINDS}, .remove = HAS(BRANCH_TARGET), .set = BIT(0)},
    {R(DATA_ADDRESS_UNEXPECTED), {.kinds = BRANCH_KINDS | KIND(SME)}, .accesses = NO, .add = HAS(DATA_VA)},
    {R(DATA_ADDRESS_UNEXPECTED), {.kinds = BRANCH_KINDS | KIND(SME)}, .accesses = NO, .add = HAS(DATA_VA) | HAS(DATA_PA)},
    {R(BRANCH_TARGET_UNEXPECTED), {.status = COMPLETED | NOT_RETIRED, .kinds = NOT_BRANCH}, .add = HAS(BRANCH_TARGET)},
    {R(DATA_SOURCE_UNEXPECTED), {.with = FLAG(LDS), .kinds = BRANCH_KINDS | KIND(SME)}, .accesses = NO, .add = HAS(DATA_SOURCE)},
    {R(DATA_SOURCE_UNEXPECTED), {.with = FLAG(LDS), .kinds = NO_SOURCE}, .add = HAS(DATA_SOURCE)},
    {R(TRANSLATION_WITHOUT_VA), {INSTRUCTIONS, DONE, .kinds = SVE_MEMORY_KINDS}, .remove = HAS(DATA_VA), .add = HAS(TRANSLATION_LATENCY)},
    {R(TRANSLATION_UNEXPECTED), {.kinds = BRANCH_KINDS | KIND(SME)}, .accesses = NO, .add = HAS(TRANSLATION_LATENCY)},
    {R(ISSUE_ABOVE_TOTAL), {0}, .need = HAS(TOTAL_LATENCY) | HAS(ISSUE_LATENCY), .also = issue_above_total},
    {R(CONTEXT_EL1_AT_EL2), {0}, .need = HAS(PC), .add = HAS(CONTEXT_EL1), .also = at_el2},
    {R(EXCEPTION_NOT_RETIRED), {.status = NOT_RETIRED}, .set = BIT(0)},
    {R(NOT_RETIRED), {DONE}, .remove = HAS(PREV_BRANCH_TARGET), .clear = BIT(1)},

    {R(PACKET_REPEATED), {0}, .flags = SPE_RECORD_REPEATED},
    {R(PACKET_UNKNOWN), {0}, .flags = SPE_RECORD_UNKNOWN},
    {R(PACKET_RESERVED), {0}, .flags = SPE_RECORD_RESERVED_HEADER},
    {R(RECORD_REPEATED), {0}, .also = same_again},
    {R(RECORD_TOO_LONG), {0}, .also = too_long},
    {R(RECORD_TOO_FAR), {0}, .also = too_far},
    {R(RECORD_MISALIGNED), {0}, .also = misaligned},
    {R(ENDS_MIXED), {0}, .also = other_end},
    {R(EVENTS_RESIZED), {0}, .also = events_resized},
    {R(DATA_SOURCE_RESIZED), {.with = FLAG(LDS), .kinds = LOAD_KINDS}, .need = HAS(DATA_SOURCE), .also = source_resized},

    {R(EMPTY_NOT_PARTIAL), {.from = SPE_V1P1, .with = FLAG(SVE), .kinds = VECTOR}, .op_has = 4, .set = BIT(18), .clear = BIT(17)},
    {R(L1D_REFILL_WITHOUT_ACCESS), {.kinds = MEMORY_KINDS}, .set = BIT(3), .clear = BIT(2)},
    {R(TLB_WALK_WITHOUT_ACCESS), {.kinds = MEMORY_KINDS}, .set = BIT(5), .clear = BIT(4)},
    {R(LL_MISS_WITHOUT_ACCESS), {.kinds = MEMORY_KINDS}, .set = BIT(9), .clear = BIT(8)},
    {R(L2D_MISS_WITHOUT_ACCESS), {.from = SPE_V1P4, .kinds = LOAD_KINDS}, .set = BIT(20), .clear = BIT(19)},
    {R(EVENT_RESERVED), {0}, .need = HAS(EVENTS), .one_of = UINT64_C(0xffff) << 32},
    {R(EVENT_MISALIGNED), {ONLY(SPE_V1P0), .kinds = MEMORY_KINDS}, .set = BIT(11)},
    {R(EVENT_TRANSACTIONAL), {.without = FLAG(TME)}, .set = BIT(16)},
    {R(EVENT_PREDICATE), {.without = FLAG(SVE) | FLAG(SME), .kinds = OTHERS}, .set = BIT(17)},
    {R(EVENT_PREDICATE), {ONLY(SPE_V1P0), .kinds = OTHERS}, .set = BIT(17) | BIT(18)},
    {R(EVENT_CACHE), {.from = SPE_V1P0, .to = SPE_V1P3}, .one_of = FROM_L2},
    {R(EVENT_SME), {.from = SPE_V1P4, .without = FLAG(SPE_SME)}, .set = BIT(24)},
    {R(EVENT_SHARED), {ONLY(SPE_V1P4), .without = FLAG(SPE_SME)}, .set = BIT(25)},
    {R(EVENT_V1P4), {.from = SPE_V1P4}, .one_of = UINT64_C(0x3f) << 26},
    {R(EVENT_NOT_ACCESS), {.kinds = BRANCH_KINDS | KIND(SME)}, .accesses = NO, .one_of = BIT(2) | BIT(4) | BIT(8) | BIT(10)},
    {R(EVENT_NOT_LOAD), {.from = SPE_V1P4, .kinds = BRANCH_KINDS | KIND(SME)}, .accesses = NO, .one_of = FROM_L2},
    {R(EVENT_NOT_LOAD), {.from = SPE_V1P4, .kinds = STORE_KINDS}, .one_of = FROM_L2},
    {R(EVENTS_TOO_SMALL), {.from = SPE_V1P1, .with = FLAG(SVE), .kinds = VECTOR}, .also = small_events},
    {R(EVENTS_TOO_SMALL), {.from = SPE_V1P1, .with = FLAG(SME) | FLAG(SPE_SME), .kinds = KIND(SME)}, .also = small_events},
    {R(NOT_TAKEN_UNCONDITIONAL), {.kinds = ANY_KIND & ~(KIND(SELECT) | KIND(BCOND))}, .set = BIT(6)},
    {R(MISPREDICTED_NOT_BRANCH), {.kinds = NOT_BRANCH}, .set = BIT(7)},
    {R(PREDICATE_NOT_VECTOR), {.from = SPE_V1P1, .with = FLAG(SVE), .kinds = NOT_VECTOR}, .set = BIT(17)},
    {R(PREDICATE_UNPREDICATED), {.from = SPE_V1P2, .with = FLAG(SVE), .kinds = VECTOR}, .op_lacks = 4, .set = BIT(17)},

    {R(OPERATION_RESERVED), {.kinds = ANY_KIND & ~NV2_KINDS}, .also = reserved_operation},
    {R(FP_ASE), {.without = FLAG(FPF), .kinds = OTHERS}, .op_set = 2},
    {R(FP_ASE), {.without = FLAG(FPF), .kinds = OTHERS}, .op_set = 4},
    {R(SVE), {.without = FLAG(SVE), .kinds = KIND(OTHER)}, .op_set = 0x28},
    {R(SVE), {ONLY(SPE_V1P0), .kinds = KIND(OTHER)}, .op_set = 0x68},
    {R(SME), {.without = FLAG(SPE_SME), .kinds = KIND(B)}, .remove = HAS(BRANCH_TARGET), .clear = BIT(7), .also = class_0},
    {R(UNSPECIFIED_REGISTERS), {ONLY(SPE_V1P0), .kinds = GP}, .becomes = 0x10},
    {R(ALLOCATION_TAGS), {.without = FLAG(MTE), .kinds = GP}, .becomes = 0x14},
    {R(ALLOCATION_TAGS), {.from = SPE_V1P0, .to = SPE_V1P2, .kinds = GP}, .becomes = 0x14},
    {R(NV2), {.without = FLAG(NV2), .kinds = GP}, .becomes = 0x30, .also = at_el1},
    {R(NV2_NOT_EL1), {.with = FLAG(NV2), .kinds = NV2_KINDS}, .need = HAS(PC), .pc_clear = BIT(61) | BIT(62)},
    {R(ATOMIC), {.without = FLAG(LSE), .kinds = GP}, .becomes = 0x06},
    {R(EXTENDED_FLAGS), {.kinds = K_RANGE(EXCLUSIVE_LOAD, RELEASE)}, .op_clear = 0x1c},
    {R(EXTENDED_FLAGS), {.with = FLAG(LSE), .kinds = KIND(ATOMIC_LOAD) | KIND(ATOMIC_STORE)}, .op_set = 8},
    {R(SVE_REGISTERS), {.without = FLAG(SVE) | FLAG(SME), .kinds = GP}, .becomes = 0x28},
    {R(SVE_REGISTERS), {ONLY(SPE_V1P0), .kinds = GP}, .becomes = 0xe8},
    {R(SVE_LOAD_PREDICATED), {ONLY(SPE_V1P1), .with = FLAG(SVE), .kinds = KIND(LOAD_SVE)}, .op_set = 4},
    {R(MEMORY_COPY_SET), {.without = FLAG(MOPS), .kinds = GP}, .becomes = 0x20},
    {R(MEMORY_COPY_SET), {.from = SPE_V1P0, .to = SPE_V1P2, .kinds = KIND(STORE)}, .becomes = 0x24},
    {R(GCS), {.without = FLAG(GCS), .kinds = GP}, .becomes = 0x44},
    {R(GCS), {.from = SPE_V1P0, .to = SPE_V1P3, .kinds = GP}, .becomes = 0x44},
    {R(GCS_COMMON), {INSTRUCTIONS, .from = SPE_V1P4, .with = FLAG(GCS), .kinds = KIND(GCS_LOAD) | KIND(GCS_STORE)}, .op_clear = 4},
    {R(GCS_BRANCH), {MICRO_OPS, .without = FLAG(GCS), .with = FLAG(CRR), .kinds = CALLS}, .op_set = 4},
    {R(GCS_BRANCH), {MICRO_OPS, .from = SPE_V1P0, .to = SPE_V1P3, .with = FLAG(CRR), .kinds = CALLS}, .op_set = 4},
    {R(GCS_NEITHER), {.from = SPE_V1P4, .with = FLAG(GCS) | FLAG(CRR), .kinds = CALLS}, .accesses = YES, .op_set = 0x18},
    {R(CALL_RETURN), {.without = FLAG(CRR), .kinds = BRANCH_KINDS}, .accesses = NO, .op_set = 0x18},
    {R(CALL_RETURN_MISSING), {.with = FLAG(CRR), .kinds = BRANCH_KINDS}, .op_clear = 0x18},
    {R(RETURN_DIRECT), {.with = FLAG(CRR), .kinds = KIND(RET)}, .op_clear = 2},
    {R(CONDITIONAL_INDIRECT), {.kinds = KIND(BR) | KIND(ERET)}, .op_set = 1},
    {R(CONDITIONAL_CALL_RETURN), {.with = FLAG(CRR), .kinds = KIND(BL)}, .op_set = 1},
    {R(EVL_OVER_2048), {.from = SPE_V1P1, .with = FLAG(SVE), .without = FLAG(SPE_SME), .kinds = VECTOR}, .op_set = 0x70},

    {R(ADDRESS_ZERO_BITS), {0}, .need = HAS(PC), .also = some_zero_bit},
    {R(ADDRESS_ZERO_BITS), {0}, .need = HAS(DATA_PA), .also = pa_61},
    {R(NSE_WITHOUT_RME), {.without = FLAG(RME), .kinds = NOT_BRANCH}, .need = HAS(PC), .pc_set = BIT(60) | BIT(63)},
    {R(NSE_RESERVED), {.with = FLAG(RME), .kinds = NOT_BRANCH}, .need = HAS(PC), .pc_set = BIT(60), .pc_clear = BIT(63)},
    {R(SECURE_STATE), {.without = FLAG(SECURE), .kinds = NOT_BRANCH}, .need = HAS(PC), .pc_clear = BIT(60) | BIT(63)},
    {R(PC_EL3), {.kinds = NOT_BRANCH & ~NV2_KINDS}, .need = HAS(PC), .pc_set = BIT(61) | BIT(62)},
    {R(BRANCH_TARGET_ELSEWHERE), {.kinds = KIND(B) | KIND(BCOND) | KIND(BL)}, .taken = YES, .need = HAS(PC) | HAS(BRANCH_TARGET), .also = elsewhere},
    {R(BRANCH_TARGET_ELSEWHERE), {.with = FLAG(CRR), .kinds = CALLS}, .need = HAS(PC) | HAS(BRANCH_TARGET), .also = elsewhere},
    {R(DATA_PA_TAG), {.without = FLAG(MTE2)}, .need = HAS(DATA_PA), .also = pa_tag},
    {R(PREV_BRANCH_TARGET), {.without = FLAG(PBT), .status = COMPLETED | EXCEPTED}, .add = HAS(PREV_BRANCH_TARGET)},
    {R(PREV_BRANCH_TARGET), {.from = SPE_V1P0, .to = SPE_V1P1, .status = COMPLETED | EXCEPTED}, .add = HAS(PREV_BRANCH_TARGET)},
    {R(PREV_TARGET_NOT_RETIRED), {.from = SPE_V1P2, .with = FLAG(PBT), .status = NOT_RETIRED}, .add = HAS(PREV_BRANCH_TARGET)},

    {R(COUNTER_TOO_LARGE), {0}, .need = HAS(TOTAL_LATENCY), .also = large_total},
    {R(ALT_ISSUE_LATENCY), {.without = FLAG(ALTCLK)}, .add = HAS(ALT_ISSUE_LATENCY)},
    {R(ALT_ISSUE_NOT_STREAMING), {.with = FLAG(ALTCLK)}, .need = HAS(EVENTS), .add = HAS(ALT_ISSUE_LATENCY), .clear = BIT(24)},
    {R(DATA_SOURCE), {.without = FLAG(LDS), .kinds = LOAD_KINDS}, .add = HAS(DATA_SOURCE)},
};

/* clang-format on */

#define COUNT(array) (sizeof(array) / sizeof *(array))

static int covered[SPE_RULES];

/* -- records that keep the rules -- */

/* The note that belongs to a record of an operation that did not retire */
static int is_noted(const struct spe_record *r)
{
    return r->present & HAS(EVENTS) && !(r->events & 3);
}

/* Whether a record breaks nothing; what is only noted is expected. */
static int is_clean(spe_check *c, const struct spe_record *r)
{
    struct spe_finding found[4];
    const int n = spe_check_record(c, r, found, 4);
    if (n == is_noted(r) && (n == 0 || found[0].rule == SPE_RULE_NOT_RETIRED))
        return 1;
    if (tap_failed == 0)
        for (int i = 0; i < n && i < 4; i++)
            diag("%s: op %u %02x events %llx present %x", spe_rule_name(found[i].rule), r->op_class, r->op_payload,
                 (unsigned long long)r->events, r->present);
    return 0;
}

/* Where the record that follows one of `size` bytes at `offset` begins */
static uint64_t place_after(const struct spe_gen_writer *m, uint64_t offset, uint64_t size)
{
    const uint64_t alignment = m->core.alignment ? m->core.alignment : 1;
    return (offset + size + alignment - 1) / alignment * alignment;
}

static size_t encode_stream(struct spe_gen_writer *m, uint8_t *bytes, size_t cap, unsigned records)
{
    const struct spe_gen_wish anything = {0};
    struct spe_encoder_config config;
    spe_encoder e;
    unsigned kind;
    spe_features_encoder_config(&m->core, &config);
    config.events_size = m->events_size;
    config.data_source_size = m->data_source_size;
    spe_encoder_init(&e, bytes, cap, &config);
    for (unsigned i = 0; i < records; i++) {
        const struct spe_record r = make_record(m, &anything, &kind);
        if (spe_encoder_record(&e, &r) < 0)
            diag("refused: %d", spe_encoder_record(&e, &r));
    }
    return spe_encoder_refused(&e) || spe_encoder_status(&e) != SPE_OK ? 0 : spe_encoder_size(&e);
}

/* A stream of a random core: by its records, and by their bytes as far as the next one. */
static unsigned check_stream(uint8_t *bytes, size_t cap, unsigned records)
{
    const struct spe_gen_wish anything = {0};
    struct spe_gen_writer m = make_writer(&anything);
    struct spe_decoder_config config;
    struct spe_record r, last = {0};
    unsigned good = 0;
    spe_decoder d;
    spe_check c;
    const size_t size = encode_stream(&m, bytes, cap, records);
    spe_features_decoder_config(&m.core, &config);
    spe_check_init(&c, &m.core);
    spe_decoder_init(&d, &config);
    spe_decoder_feed(&d, bytes, size);
    while (spe_decoder_next(&d, &r) == 1) {
        good += (unsigned)is_clean(&c, &r);
        if (good > 1) /* from the last one's first packet to this one's */
            good -=
                spe_check_bytes(&c, bytes + last.offset, (size_t)(r.offset - last.offset), last.offset, NULL, 0) != 0;
        last = r;
    }
    return good;
}

static void test_streams(void)
{
    enum { STREAMS = 2000, EACH = 100 };
    static uint8_t bytes[EACH * 2048];
    unsigned good = 0;
    for (unsigned i = 0; i < STREAMS; i++)
        good += check_stream(bytes, sizeof bytes, EACH);
    is(good, STREAMS * EACH, "records that the encoder wrote keep every rule");
}

/* -- records that do not -- */

/* Whether a record has exactly one finding, that rule, beside the note that belongs to it. */
static int breaks_only(spe_check *c, const struct spe_record *r, int rule)
{
    struct spe_finding found[4];
    const int n = spe_check_record(c, r, found, 4), noted = is_noted(r) && rule != SPE_RULE_NOT_RETIRED;
    int seen = 0, notes = 0;
    for (int i = 0; i < n && i < 4; i++) {
        seen += (int)found[i].rule == rule && (int)found[i].severity == spe_rule_severity((unsigned)rule);
        notes += found[i].rule == SPE_RULE_NOT_RETIRED;
    }
    if (n == 1 + noted && seen == 1 && (!noted || notes == 1))
        return 1;
    for (int i = 0; i < n && i < 4; i++)
        diag("%s is broken: op %u %02x events %llx present %x", spe_rule_name(found[i].rule), r->op_class,
             r->op_payload, (unsigned long long)r->events, r->present);
    return 0;
}

/* A core, a record and the next one, which is changed. Returns whether it could be. */
static int try_change(const struct change *c, const struct spe_gen_writer *core, unsigned *bad)
{
    struct spe_gen_writer m = *core;
    unsigned kind;
    spe_check check;
    struct spe_record before = make_record(&m, &c->ask, &kind), r = make_record(&m, &c->ask, &kind);
    before.size = r.size = 40 + random_below(20);
    r.offset = place_after(&m, 0, before.size);
    const struct spe_record kept = r;
    if (!change_record(c, &m, &before, &r, kind))
        return 0;
    spe_check_init(&check, &m.core);
    spe_check_record(&check, &before, NULL, 0);
    spe_check copy = check;
    *bad += c->also != small_events && chance(4) && !is_clean(&copy, &kept); /* the change alone is to blame */
    *bad += !breaks_only(&check, &r, c->rule);
    return 1;
}

static void test_change(const struct change *c)
{
    unsigned done = 0, bad = 0, tries = 0;
    struct spe_gen_writer m = make_writer(&c->ask);
    for (; done < CHECK_RECORDS && tries < 100 * CHECK_RECORDS && bad < 3; tries++) {
        if (tries % 16 == 0)
            m = make_writer(&c->ask);
        done += (unsigned)try_change(c, &m, &bad);
    }
    covered[c->rule] += done >= CHECK_RECORDS && !bad;
    if (!ok(done >= CHECK_RECORDS && !bad, spe_rule_name((unsigned)c->rule)))
        diag("%u records of %u, %u of them wrong", done, tries, bad);
}

/* -- bytes that do not -- */

/* A record's bytes with something done to them. Returns their number, 0 if nothing could be done. */
typedef size_t change_bytes(const struct spe_gen_writer *m, uint8_t *bytes, size_t size);

static size_t insert(uint8_t *bytes, size_t size, size_t at, const void *what, size_t n)
{
    memmove(bytes + at + n, bytes + at, size - at);
    memcpy(bytes + at, what, n);
    return size + n;
}

/* Where the n-th packet that has this header, but for the bits of `any`, begins; `size` if there is none. */
static size_t find_packet(const uint8_t *bytes, size_t size, unsigned header, unsigned any)
{
    spe_packet_iterator packets;
    struct spe_packet packet;
    spe_packet_iterator_init(&packets, bytes, size, 0);
    while (spe_packet_iterator_next(&packets, &packet) > 0)
        if ((bytes[spe_packet_iterator_offset(&packets)] & ~any) == header)
            return (size_t)spe_packet_iterator_offset(&packets);
    return size;
}

static size_t extend_header(const struct spe_gen_writer *m, uint8_t *bytes, size_t size)
{
    const size_t at = chance(2) ? find_packet(bytes, size, 0xb0, 7) : find_packet(bytes, size, 0x98, 7);
    return m && at < size ? insert(bytes, size, at, "\x20", 1) : 0;
}

static size_t repeat_impdef(const struct spe_gen_writer *m, uint8_t *bytes, size_t size)
{
    size = insert(bytes, size, 0, "\x9e\1\0", 3);
    return m && chance(2) ? insert(bytes, size, 0, "\x9e\2\0", 3)
                          : insert(bytes, size, 0, "\x66\0\0\0\0\x66\1\0\0\0", 10);
}

static size_t add_large_counter(const struct spe_gen_writer *m, uint8_t *bytes, size_t size)
{
    return m->core.counter_bits == 12 ? insert(bytes, size, 0, "\x9f\0\x10", 3) : 0;
}

static size_t add_behind(const struct spe_gen_writer *m, uint8_t *bytes, size_t size)
{
    return m ? insert(bytes, size, size, "\0\0\x42\2\1", 5) : 0;
}

static size_t cut(const struct spe_gen_writer *m, uint8_t *bytes, size_t size)
{
    return m->end == HAS(TIMESTAMP) && bytes[size - 9] == 0x71 ? size - 1 - random_below(8) : 0;
}

static const struct {
    int rule;
    change_bytes *change;
} byte_changes[] = {
    {R(EXTENDED_HEADER), extend_header},
    {R(OTHER_PACKET_REPEATED), repeat_impdef},
    {R(IMPDEF_COUNTER_TOO_LARGE), add_large_counter},
    {R(NOT_PADDING), add_behind},
    {R(PACKET_CUT), cut},
};

static int try_bytes(int rule, change_bytes *change, unsigned *bad)
{
    const struct spe_gen_wish anything = {0};
    struct spe_gen_writer m = make_writer(&anything);
    struct spe_finding found[4];
    uint8_t bytes[256];
    spe_check c;
    m.core.alignment = 0;
    const size_t size = change(&m, bytes, encode_stream(&m, bytes, sizeof bytes - 32, 1));
    if (size == 0)
        return 0;
    spe_check_init(&c, &m.core);
    const int n = spe_check_bytes(&c, bytes, size, 0, found, 4);
    *bad += n != 1 || (int)found[0].rule != rule;
    return 1;
}

static void test_bytes(int rule, change_bytes *change)
{
    unsigned done = 0, bad = 0;
    for (unsigned tries = 0; done < CHECK_RECORDS && tries < 100 * CHECK_RECORDS; tries++)
        done += (unsigned)try_bytes(rule, change, &bad);
    covered[rule] += done >= CHECK_RECORDS && !bad;
    is(bad, 0, spe_rule_name((unsigned)rule));
}

static void test_all_covered(void)
{
    int all = 0;
    for (int rule = 0; rule < SPE_RULES; rule++) {
        if (!covered[rule])
            diag("%s has no records", spe_rule_name((unsigned)rule));
        all += covered[rule] != 0;
    }
    is(all, SPE_RULES, "every rule was broken by records of its own");
}

int main(void)
{
    test_streams();
    for (size_t i = 0; i < COUNT(changes); i++)
        test_change(&changes[i]);
    for (size_t i = 0; i < COUNT(byte_changes); i++)
        test_bytes(byte_changes[i].rule, byte_changes[i].change);
    test_all_covered();
    return tap_done();
}
