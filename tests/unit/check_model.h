/* SPDX-License-Identifier: MIT */
/*
 * Random cores, and records that they may write: what the manual (DDI 0487, D17.6 and D18.2) says, written down a
 * second time, as a producer would. Nothing here looks into the library's tables. Records are legal and ordinary: what
 * makes a warning (an access that tells of no cache and no TLB ...) does not occur.
 */
#ifndef CHECK_MODEL_H
#define CHECK_MODEL_H

#include <libspe/spe.h>
#include <string.h>

#include "random.h"

#define BIT(n) (UINT64_C(1) << (n))
#define HAS(what) SPE_HAS_##what
#define FLAG(what) SPE_FEATURE_##what

/* Operations, by what an assembler would call them: more than one for some formats */
enum kind {
    K_OTHER,
    K_SELECT, /* conditional select or compare */
    K_SVE,
    K_SME,
    K_LOAD,
    K_STORE,
    K_LOAD_FP,
    K_STORE_FP,
    K_LOAD_UNSPECIFIED,
    K_STORE_UNSPECIFIED,
    K_LOAD_TAG,
    K_STORE_TAG,
    K_MRS_NV2,
    K_MSR_NV2,
    K_ATOMIC_LOAD, /* returns a value */
    K_ATOMIC_STORE,
    K_EXCLUSIVE_LOAD,
    K_EXCLUSIVE_STORE,
    K_ACQUIRE,
    K_RELEASE,
    K_LOAD_SVE,
    K_STORE_SVE,
    K_COPY_LOAD,
    K_COPY_STORE,
    K_SET,
    K_GCS_LOAD,
    K_GCS_STORE,
    K_B,
    K_BCOND,
    K_BR,
    K_BL,
    K_BLR,
    K_RET,
    K_ERET,
    KINDS
};

#define KIND(name) BIT(K_##name)
#define K_RANGE(first, last) ((BIT(K_##last) << 1) - BIT(K_##first))
#define ANY_KIND K_RANGE(OTHER, ERET)
#define MEMORY_KINDS K_RANGE(LOAD, GCS_STORE)
#define BRANCH_KINDS K_RANGE(B, ERET)
#define NV2_KINDS K_RANGE(MRS_NV2, MSR_NV2)
#define SVE_MEMORY_KINDS K_RANGE(LOAD_SVE, STORE_SVE)
#define STORE_KINDS                                                                                                    \
    (KIND(STORE) | KIND(STORE_FP) | KIND(STORE_UNSPECIFIED) | KIND(STORE_TAG) | KIND(MSR_NV2) | KIND(ATOMIC_STORE) |   \
     KIND(EXCLUSIVE_STORE) | KIND(RELEASE) | KIND(STORE_SVE) | KIND(COPY_STORE) | KIND(SET) | KIND(GCS_STORE))
#define LOAD_KINDS (MEMORY_KINDS & ~STORE_KINDS)

enum status { COMPLETED = 1, EXCEPTED = 2, NOT_RETIRED = 4 };

/* What a core samples, as far as it is known */
enum { OF_INSTRUCTIONS = 1, OF_MICRO_OPS = 2, OF_UNKNOWN = 4 };

/* What a core, and a record of it, are to be like. 0: anything. */
struct ask {
    uint8_t from, to;       /* versions; to 0: any, and from 0 with it: unknown cores too */
    uint8_t sampling;       /* OF_* */
    uint8_t status;         /* enum status */
    uint32_t with, without; /* features of known cores */
    uint64_t kinds;
};

/* A stream: what does not change from record to record */
struct model {
    struct spe_features core;
    uint32_t end;                          /* SPE_HAS_TIMESTAMP or SPE_HAS_END */
    uint8_t events_size, data_source_size; /* bytes */
    uint64_t timestamp;
};

static int chance(unsigned one_in)
{
    return random_below(one_in) == 0;
}

static int is_known(const struct model *m)
{
    return m->core.version != 0;
}

/* Whether a core may have it, as far as is known: this version and one of these features (0: none needed). */
static int may(const struct model *m, unsigned version, uint32_t flags)
{
    return !is_known(m) || (m->core.version >= version && (!flags || m->core.flags & flags));
}

static int samples(const struct model *m)
{
    return !is_known(m) ? OF_UNKNOWN : m->core.flags & FLAG(ARCH_INST) ? OF_INSTRUCTIONS : OF_MICRO_OPS;
}

static unsigned counter_max(const struct model *m)
{
    return m->core.counter_bits == 12 ? 0xfff : 0xffff;
}

/* -- cores -- */

static void make_version(struct model *m, const struct ask *ask)
{
    const unsigned sampling = ask->sampling ? ask->sampling : OF_INSTRUCTIONS | OF_MICRO_OPS | OF_UNKNOWN;
    const int unknown_too = !ask->from && !ask->to && !ask->with && !ask->without && sampling & OF_UNKNOWN;
    if (sampling == OF_UNKNOWN || (unknown_too && chance(5)))
        return;
    const unsigned from = ask->from ? ask->from : SPE_V1P0, to = ask->to ? ask->to : SPE_V1P5;
    m->core.version = (uint8_t)(from + random_below(to - from + 1));
    m->core.flags = (uint32_t)random_u64() & SPE_FEATURES_ALL_FLAGS;
    if (!(sampling & OF_MICRO_OPS))
        m->core.flags |= FLAG(ARCH_INST);
    if (!(sampling & OF_INSTRUCTIONS))
        m->core.flags &= ~FLAG(ARCH_INST);
    m->core.flags = (m->core.flags | ask->with) & ~ask->without;
    /* what comes together */
    if (m->core.version >= SPE_V1P5 && !(ask->without & FLAG(CRR)))
        m->core.flags |= FLAG(CRR);
    if (m->core.version < SPE_V1P1 || !(m->core.flags & FLAG(SME)))
        m->core.flags &= ~(ask->with & FLAG(SPE_SME) ? 0 : FLAG(SPE_SME));
}

static struct model make_model(const struct ask *ask)
{
    struct model m = {.core = SPE_FEATURES_INIT};
    static const uint8_t counters[] = {0, 12, 16}, sizes[] = {1, 2, 4, 8};
    make_version(&m, ask);
    m.core.counter_bits = counters[random_below(3)];
    m.core.max_record_size = chance(4) ? 0 : 64u << random_below(6);
    m.core.alignment = chance(4) ? 0 : 1u << random_below(12);
    if (m.core.max_record_size && m.core.alignment > m.core.max_record_size)
        m.core.alignment = m.core.max_record_size;
    m.end = chance(2) ? HAS(TIMESTAMP) : HAS(END);
    m.events_size = sizes[random_below(4)];
    if (m.core.version >= SPE_V1P1 && m.core.flags & (FLAG(SVE) | FLAG(SME)) && m.events_size < 4)
        m.events_size = 4; /* room for E[18:17] */
    m.data_source_size = (uint8_t)(1 + random_below(2));
    m.timestamp = random_u64() >> 8;
    return m;
}

/* -- operations -- */

static int is_permitted(const struct model *m, unsigned kind)
{
    if (kind == K_SVE)
        return may(m, SPE_V1P1, FLAG(SVE));
    if (kind == K_SME)
        return may(m, SPE_V1P1, FLAG(SPE_SME));
    if (kind == K_LOAD_UNSPECIFIED || kind == K_STORE_UNSPECIFIED)
        return may(m, SPE_V1P1, 0);
    if (kind == K_LOAD_TAG || kind == K_STORE_TAG)
        return may(m, SPE_V1P3, FLAG(MTE));
    if (kind == K_MRS_NV2 || kind == K_MSR_NV2)
        return may(m, SPE_V1P0, FLAG(NV2));
    if (kind == K_ATOMIC_LOAD || kind == K_ATOMIC_STORE)
        return may(m, SPE_V1P0, FLAG(LSE));
    if (kind == K_LOAD_SVE || kind == K_STORE_SVE)
        return may(m, SPE_V1P1, FLAG(SVE) | FLAG(SME));
    if (kind >= K_COPY_LOAD && kind <= K_SET)
        return may(m, SPE_V1P3, FLAG(MOPS));
    if (kind == K_GCS_LOAD || kind == K_GCS_STORE)
        return may(m, SPE_V1P4, FLAG(GCS));
    return 1;
}

/* One of the kinds that the core permits; K_OTHER if there is none. */
static unsigned make_kind(const struct model *m, uint64_t kinds)
{
    while (kinds) {
        uint64_t rest = kinds;
        unsigned kind = 0, skip = 0;
        for (uint64_t left = kinds; left; left &= left - 1)
            skip++;
        for (skip = random_below(skip); skip; skip--)
            rest &= rest - 1;
        while (!(rest >> kind & 1))
            kind++;
        if (is_permitted(m, kind))
            return kind;
        kinds &= ~BIT(kind);
    }
    return K_OTHER;
}

static unsigned make_evl(const struct model *m)
{
    return random_below(may(m, SPE_V1P1, FLAG(SPE_SME)) ? 8 : 7) << 4;
}

static unsigned make_vector(const struct model *m, unsigned kind)
{
    const int store = kind == K_STORE_SVE, may_pred = kind == K_SVE || store || may(m, SPE_V1P2, 0);
    const unsigned pred = may_pred && chance(2) ? 4 : 0;
    if (kind == K_SVE)
        return 0x08 | make_evl(m) | pred | (random_below(2) << 1);
    if (kind != K_SME)
        return 0x08 | make_evl(m) | pred | (random_below(2) << 7) | (unsigned)store;
    const unsigned ets = random_below(13) == 12 ? 15 : random_below(12);
    return 0x88 | (ets >> 1) << 4 | (ets & 1) << 2 | random_below(2) << 1;
}

static unsigned make_branch(const struct model *m, unsigned kind)
{
    const int returns = kind == K_RET, links = kind == K_BL || kind == K_BLR;
    const int tells = is_known(m) ? (m->core.flags & FLAG(CRR)) != 0 : chance(2);
    const unsigned cr = !tells ? 0 : links ? 1 : returns ? 2 : 3;
    const unsigned gcs = (links || returns) && may(m, SPE_V1P4, FLAG(GCS)) && chance(2) ? 4 : 0;
    const unsigned indirect = kind == K_BR || kind == K_BLR || kind == K_RET || kind == K_ERET ? 2 : 0;
    return cr << 3 | gcs | indirect | (kind == K_BCOND);
}

static unsigned make_payload(const struct model *m, unsigned kind)
{
    static const uint8_t plain[KINDS] = {
        [K_LOAD] = 0x00,
        [K_STORE] = 0x01,
        [K_LOAD_FP] = 0x04,
        [K_STORE_FP] = 0x05,
        [K_LOAD_UNSPECIFIED] = 0x10,
        [K_STORE_UNSPECIFIED] = 0x11,
        [K_LOAD_TAG] = 0x14,
        [K_STORE_TAG] = 0x15,
        [K_MRS_NV2] = 0x30,
        [K_MSR_NV2] = 0x31,
        [K_ATOMIC_LOAD] = 0x06,
        [K_ATOMIC_STORE] = 0x07,
        [K_EXCLUSIVE_LOAD] = 0x0a,
        [K_EXCLUSIVE_STORE] = 0x0b,
        [K_ACQUIRE] = 0x12,
        [K_RELEASE] = 0x13,
        [K_COPY_LOAD] = 0x20,
        [K_COPY_STORE] = 0x21,
        [K_SET] = 0x25,
        [K_GCS_LOAD] = 0x44,
        [K_GCS_STORE] = 0x45,
    };
    if (kind == K_OTHER || kind == K_SELECT)
        return (may(m, SPE_V1P0, FLAG(FPF)) ? random_below(4) << 1 : 0) | (kind == K_SELECT);
    if (kind == K_SVE || kind == K_SME || kind == K_LOAD_SVE || kind == K_STORE_SVE)
        return make_vector(m, kind);
    if (kind >= K_B)
        return make_branch(m, kind);
    unsigned payload = plain[kind];
    if (kind >= K_ATOMIC_LOAD && kind <= K_EXCLUSIVE_STORE && chance(2))
        payload |= 0x10; /* with acquire or release semantics */
    if ((kind == K_GCS_LOAD || kind == K_GCS_STORE) && samples(m) != OF_INSTRUCTIONS && chance(2))
        payload &= ~4u; /* of a branch that was split */
    return payload;
}

/* -- what such an operation leaves -- */

/* A random record in the making */
struct making {
    const struct model *m;
    unsigned kind, status;
    int accesses; /* memory: a load, store or atomic, or a branch that uses the Guarded Control Stack */
    int prefetch; /* recorded as no load, with part of what a load has */
    int reads;
};

static uint64_t make_state(const struct model *m)
{
    const unsigned pick = random_below(3);
    if (pick == 0 && may(m, SPE_V1P0, FLAG(SECURE)))
        return 0;
    return pick == 1 && may(m, SPE_V1P0, FLAG(RME)) ? BIT(63) | BIT(60) : BIT(63);
}

static uint64_t some_of(uint64_t bits)
{
    return random_u64() & bits;
}

static uint64_t access_events(const struct making *k)
{
    uint64_t e = some_of(0x73c) | (k->prefetch ? 0 : 0x14);
    if (may(k->m, SPE_V1P1, 0))
        e |= some_of(BIT(11));
    if (k->reads && may(k->m, SPE_V1P4, 0))
        e |= some_of(0xf80000);
    for (unsigned access = 2; access <= 19; access += access == 4 ? 4 : access == 8 ? 11 : 2)
        if (!(e >> access & 1))
            e &= ~BIT(access + 1); /* a miss, refill or walk goes with an access */
    return e;
}

static uint64_t make_events(const struct making *k, unsigned payload)
{
    const struct model *m = k->m;
    const int vector = k->kind == K_SVE || k->kind == K_LOAD_SVE || k->kind == K_STORE_SVE;
    uint64_t e = k->status == COMPLETED ? 2 : k->status == EXCEPTED ? 3 : 0;
    e |= k->accesses || k->prefetch ? access_events(k) : 0;
    e |= k->kind == K_SELECT || k->kind == K_BCOND ? some_of(BIT(6)) : 0;
    e |= k->kind >= K_B ? some_of(BIT(7)) : 0;
    e |= some_of(0xf000) | some_of(UINT64_C(0xffff) << 48);
    e |= may(m, SPE_V1P0, FLAG(TME)) ? some_of(BIT(16)) : 0;
    if (may(m, SPE_V1P1, FLAG(SVE) | FLAG(SME)) && ((vector && payload & 4) || k->kind == K_SME))
        e |= chance(2) ? 0 : BIT(17) | some_of(BIT(18));
    if (m->core.version < SPE_V1P4)
        return e | some_of(UINT64_C(0xff) << 24);
    e |= m->core.flags & FLAG(SPE_SME) ? some_of(BIT(24) | BIT(25)) : 0;
    return e | (m->core.version >= SPE_V1P5 ? some_of(BIT(25)) : 0);
}

static void add_addresses(const struct making *k, struct spe_record *r)
{
    const struct model *m = k->m;
    const uint64_t address = BIT(56) - 1;
    const unsigned el = k->kind == K_MRS_NV2 || k->kind == K_MSR_NV2 ? 1 : random_below(3);
    r->present |= HAS(PC);
    r->pc = (random_u64() & address) | make_state(m) | (uint64_t)el << 61;
    if (k->kind >= K_B && !(r->events & BIT(6))) {
        r->present |= HAS(BRANCH_TARGET);
        r->branch_target = (random_u64() & address) | (r->pc & (UINT64_C(0xf) << 60));
        if (k->kind == K_ERET)
            r->branch_target = (random_u64() & address) | make_state(m) | (uint64_t)random_below(el + 1) << 61;
    } else if (k->kind >= K_B && chance(2)) {
        r->present |= HAS(BRANCH_TARGET);
        r->branch_target = random_u64(); /* UNKNOWN */
    }
    if (r->events & 2 && may(m, SPE_V1P2, FLAG(PBT)) && m->core.max_record_size != 64 && chance(2)) {
        r->present |= HAS(PREV_BRANCH_TARGET);
        r->prev_branch_target = (random_u64() & address) | make_state(m) | (uint64_t)random_below(3) << 61;
    }
}

static void add_data(const struct making *k, struct spe_record *r)
{
    const struct model *m = k->m;
    const int nv2 = k->kind == K_MRS_NV2 || k->kind == K_MSR_NV2;
    const int may_lack = k->prefetch || nv2 || k->kind == K_LOAD_SVE || k->kind == K_STORE_SVE;
    if (!may_lack || chance(2)) {
        r->present |= HAS(DATA_VA);
        r->data_va = random_u64();
    }
    if ((r->present & HAS(DATA_VA) || nv2) && m->core.max_record_size != 64 && chance(2)) {
        r->present |= HAS(DATA_PA);
        r->data_pa = (random_u64() & (BIT(56) - 1)) | make_state(m);
        r->data_pa |= may(m, SPE_V1P0, FLAG(MTE2)) ? some_of(BIT(62) | UINT64_C(0xf) << 56) : 0;
    }
    if (r->present & HAS(DATA_VA) ? !k->prefetch || chance(2) : chance(2)) {
        r->present |= HAS(TRANSLATION_LATENCY);
        r->translation_latency = r->present & HAS(DATA_VA) ? (uint16_t)random_below(counter_max(m) + 1) : 0;
    }
    const int source = k->reads || k->kind == K_STORE || k->kind == K_STORE_UNSPECIFIED || k->kind == K_ATOMIC_STORE;
    if (source && may(m, SPE_V1P0, FLAG(LDS)) && ((k->reads && !k->prefetch) || chance(2))) {
        r->present |= HAS(DATA_SOURCE);
        r->data_source = (uint16_t)(random_u64() & (m->data_source_size == 1 ? 0xff : 0xffff));
        r->data_source_size = m->data_source_size;
    }
}

static void add_counters(const struct model *m, struct spe_record *r)
{
    r->present |= HAS(TOTAL_LATENCY) | HAS(ISSUE_LATENCY);
    r->total_latency = (uint16_t)random_below(counter_max(m) + 1);
    r->issue_latency = (uint16_t)random_below(r->total_latency + 1u);
    if (r->events & BIT(24) && may(m, SPE_V1P0, FLAG(ALTCLK)) && m->core.max_record_size != 64 && chance(2)) {
        r->present |= HAS(ALT_ISSUE_LATENCY);
        r->alt_issue_latency = (uint16_t)random_below(counter_max(m) + 1);
    }
}

/* Takes away what may be missing: of micro-operations, and of operations that did not complete, anything. */
static void drop_some(const struct making *k, struct spe_record *r)
{
    const uint32_t must = HAS(EVENTS) | HAS(TIMESTAMP) | HAS(END);
    uint32_t keep = (uint32_t)random_u64() | must;
    if (!(keep & HAS(DATA_VA)) && k->kind != K_MRS_NV2 && k->kind != K_MSR_NV2)
        keep &= ~HAS(DATA_PA);
    if (!(keep & HAS(OPERATION)) && !(keep & r->present & HAS(DATA_VA)))
        keep &= ~HAS(DATA_PA);
    r->present &= keep;
    if (!(r->present & HAS(DATA_SOURCE)))
        r->data_source_size = 0;
}

static struct spe_record make_record(struct model *m, const struct ask *ask, unsigned *kind)
{
    static const uint8_t statuses[] = {COMPLETED, COMPLETED, COMPLETED, EXCEPTED, NOT_RETIRED};
    const uint64_t kinds = ask->kinds ? ask->kinds : ANY_KIND;
    struct making k = {.m = m, .status = statuses[random_below(5)]};
    while (ask->status && !(k.status & ask->status))
        k.status = statuses[random_below(5)];
    k.kind = make_kind(m, k.status == EXCEPTED ? kinds & ~BRANCH_KINDS : kinds);
    const unsigned payload = make_payload(m, k.kind);
    struct spe_record r = {.present = HAS(EVENTS) | HAS(OPERATION) | m->end, .op_payload = (uint8_t)payload};
    r.op_class = k.kind < K_LOAD ? SPE_CLASS_OTHER : k.kind < K_B ? SPE_CLASS_LOAD_STORE : SPE_CLASS_BRANCH;
    k.accesses = r.op_class == SPE_CLASS_LOAD_STORE || (r.op_class == SPE_CLASS_BRANCH && payload & 4);
    k.prefetch = (k.kind == K_OTHER || k.kind == K_SVE) && chance(4);
    k.reads = k.prefetch || (k.accesses && (k.kind >= K_B || LOAD_KINDS >> k.kind & 1));
    r.events = make_events(&k, payload);
    if (m->events_size < 8)
        r.events &= BIT(8 * m->events_size) - 1;
    r.events_size = m->events_size;
    add_counters(m, &r);
    add_addresses(&k, &r);
    if (k.accesses || k.prefetch)
        add_data(&k, &r);
    if ((r.pc >> 61 & 3) != 2 && chance(2)) {
        r.present |= HAS(CONTEXT_EL1);
        r.context_el1 = (uint32_t)random_u64();
    } else if (chance(2)) {
        r.present |= HAS(CONTEXT_EL2);
        r.context_el2 = (uint32_t)random_u64();
    }
    if (k.status == COMPLETED ? samples(m) == OF_MICRO_OPS && chance(2) : chance(2))
        drop_some(&k, &r);
    r.timestamp = m->end == HAS(TIMESTAMP) ? m->timestamp += 1 + random_below(1000) : 0;
    *kind = k.kind;
    return r;
}

#endif
