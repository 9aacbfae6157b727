/* SPDX-License-Identifier: MIT */
/*
 * Records that a core may write according to the manual (DDI 0487, D17.6 and D18.2): the source of choices, wishes,
 * cores, operations, and what each operation leaves in a record. This is a second implementation, from a writer's side:
 * it does not use the library's tables, so that tests can compare both. record_generator.h explains how to use it.
 */
#ifndef SPE_RECORD_RULES_H
#define SPE_RECORD_RULES_H

#include <libspe/spe.h>
#include <string.h>

/* -- the source of choices -- */

/* Start from {data, size, 0} for a fuzzer's bytes, from {NULL, 0, seed} for pseudo-random numbers (seed not 0). */
struct spe_gen_source {
    const uint8_t *at; /* the next byte */
    size_t left;       /* remaining bytes */
    uint64_t seed;     /* what follows the bytes: zeros if it is 0, otherwise pseudo-random numbers without end */
};

/* Takes a number of 0 to 8 bytes, little-endian. */
static inline uint64_t spe_gen_take(struct spe_gen_source *from, unsigned bytes)
{
    uint64_t value = 0;
    unsigned i;
    for (i = 0; i < bytes && from->left; i++, from->left--)
        value |= (uint64_t)*from->at++ << (8 * i);
    if (i < bytes && from->seed) { /* xorshift64* */
        from->seed ^= from->seed >> 12;
        from->seed ^= from->seed << 25;
        from->seed ^= from->seed >> 27;
        value |= from->seed * UINT64_C(0x2545f4914f6cdd1d) >> (64 - 8 * (bytes - i)) << (8 * i);
    }
    return value;
}

/* Takes a number below n, of one, two or four bytes as n requires. If n is 0 or 1, returns 0 and takes nothing. */
static inline unsigned spe_gen_below(struct spe_gen_source *from, unsigned n)
{
    return n < 2 ? 0 : (unsigned)(spe_gen_take(from, n <= 0x100 ? 1 : n <= 0x10000 ? 2 : 4) % n);
}

/* Returns 1 once in `one_in` times, never if the source has run out, and always if one_in is 1. */
static inline int spe_gen_chance(struct spe_gen_source *from, unsigned one_in)
{
    return spe_gen_below(from, one_in) == one_in - 1;
}

/* -- wishes -- */

/* Operations, by instructions: some formats have more than one */
enum spe_gen_kind {
    SPE_GEN_OTHER,
    SPE_GEN_SELECT, /* conditional select or compare */
    SPE_GEN_SVE,
    SPE_GEN_SME,
    SPE_GEN_LOAD,
    SPE_GEN_STORE,
    SPE_GEN_LOAD_FP,
    SPE_GEN_STORE_FP,
    SPE_GEN_LOAD_UNSPECIFIED,
    SPE_GEN_STORE_UNSPECIFIED,
    SPE_GEN_LOAD_TAG,
    SPE_GEN_STORE_TAG,
    SPE_GEN_MRS_NV2,
    SPE_GEN_MSR_NV2,
    SPE_GEN_ATOMIC_LOAD, /* returns a value */
    SPE_GEN_ATOMIC_STORE,
    SPE_GEN_EXCLUSIVE_LOAD,
    SPE_GEN_EXCLUSIVE_STORE,
    SPE_GEN_ACQUIRE,
    SPE_GEN_RELEASE,
    SPE_GEN_COPY_LOAD,
    SPE_GEN_COPY_STORE,
    SPE_GEN_SET,
    SPE_GEN_GCS_LOAD,
    SPE_GEN_GCS_STORE,
    SPE_GEN_LOAD_SVE,
    SPE_GEN_STORE_SVE,
    SPE_GEN_B,
    SPE_GEN_BCOND,
    SPE_GEN_BR,
    SPE_GEN_BL,
    SPE_GEN_BLR,
    SPE_GEN_RET,
    SPE_GEN_ERET,
    SPE_GEN_KINDS
};

#define SPE_GEN_BIT(n) (UINT64_C(1) << (n))
#define SPE_GEN_RANGE(first, last) ((SPE_GEN_BIT(last) << 1) - SPE_GEN_BIT(first))
#define SPE_GEN_ANY_KIND SPE_GEN_RANGE(SPE_GEN_OTHER, SPE_GEN_ERET)
#define SPE_GEN_MEMORY_KINDS SPE_GEN_RANGE(SPE_GEN_LOAD, SPE_GEN_STORE_SVE)
#define SPE_GEN_BRANCH_KINDS SPE_GEN_RANGE(SPE_GEN_B, SPE_GEN_ERET)
#define SPE_GEN_STORE_KINDS                                                                                            \
    (SPE_GEN_BIT(SPE_GEN_STORE) | SPE_GEN_BIT(SPE_GEN_STORE_FP) | SPE_GEN_BIT(SPE_GEN_STORE_UNSPECIFIED) |             \
     SPE_GEN_BIT(SPE_GEN_STORE_TAG) | SPE_GEN_BIT(SPE_GEN_MSR_NV2) | SPE_GEN_BIT(SPE_GEN_ATOMIC_STORE) |               \
     SPE_GEN_BIT(SPE_GEN_EXCLUSIVE_STORE) | SPE_GEN_BIT(SPE_GEN_RELEASE) | SPE_GEN_BIT(SPE_GEN_STORE_SVE) |            \
     SPE_GEN_BIT(SPE_GEN_COPY_STORE) | SPE_GEN_BIT(SPE_GEN_SET) | SPE_GEN_BIT(SPE_GEN_GCS_STORE))
#define SPE_GEN_LOAD_KINDS (SPE_GEN_MEMORY_KINDS & ~SPE_GEN_STORE_KINDS)

/* struct spe_gen_wish.status */
enum { SPE_GEN_COMPLETED = 1, SPE_GEN_EXCEPTED = 2, SPE_GEN_NOT_RETIRED = 4 };

/* struct spe_gen_wish.sampling: what a core is known to sample */
enum { SPE_GEN_OF_INSTRUCTIONS = 1, SPE_GEN_OF_MICRO_OPS = 2, SPE_GEN_OF_UNKNOWN = 4 };

/* The wanted core and records. A member that is 0 allows everything that is legal. */
struct spe_gen_wish {
    uint8_t from, to; /* SPE_V1P0 ... both included; 0 is any; if both are 0, also cores of which nothing is known */
    uint8_t sampling; /* any of SPE_GEN_OF_*; 0 is all */
    uint8_t status;   /* of operations: any of SPE_GEN_COMPLETED ...; 0 is all */
    uint8_t layout;   /* SPE_LAYOUT_*; with slots only known cores, and no packets that slots have no place for */
    uint8_t damage;   /* number of 256 records of a stream that are damaged */
    uint64_t with, without; /* SPE_FEATURE_* that the core has, and lacks; the others are drawn */
    uint64_t kinds; /* SPE_GEN_BIT(SPE_GEN_LOAD) | ...; 0 is all; what the core does not implement does not occur */
};

/* The writer of a stream: everything that does not change from record to record. spe_gen_writer_init() sets it;
 * afterwards you may change any member. */
struct spe_gen_writer {
    struct spe_features core; /* version 0 if nothing is known of it */
    uint64_t timestamp;       /* of the last record; timestamps rise */
    uint64_t offset;          /* offset of the next record without damage, from which its alignment follows */
    uint32_t end;             /* SPE_HAS_TIMESTAMP or SPE_HAS_END */
    uint8_t events_size;      /* bytes of Events: 1, 2, 4 or 8 */
    uint8_t data_source_size; /* bytes of Data Source: 1 or 2 */
    uint8_t layout;           /* SPE_LAYOUT_* */
};

static inline int spe_gen_has(const struct spe_gen_writer *w, uint64_t flags)
{
    return (w->core.flags & flags) != 0;
}

/* Whether a core may have this version and one of these features (0 if none is needed), as far as is known. */
static inline int spe_gen_may(const struct spe_gen_writer *w, unsigned version, uint64_t flags)
{
    return !w->core.version || (w->core.version >= version && (!flags || spe_gen_has(w, flags)));
}

static inline int spe_gen_samples(const struct spe_gen_writer *w)
{
    return !w->core.version                        ? SPE_GEN_OF_UNKNOWN
           : spe_gen_has(w, SPE_FEATURE_ARCH_INST) ? SPE_GEN_OF_INSTRUCTIONS
                                                   : SPE_GEN_OF_MICRO_OPS;
}

static inline unsigned spe_gen_counter_max(const struct spe_gen_writer *w)
{
    return w->core.counter_bits == 12 ? 0xfff : 0xffff;
}

/* -- cores -- */

static inline void spe_gen_draw_version(struct spe_gen_writer *w, const struct spe_gen_wish *wish,
                                        struct spe_gen_source *from)
{
    const int slots = wish->layout == SPE_LAYOUT_SLOTS_64; /* must declare what it lacks */
    const unsigned asked = slots ? wish->sampling & ~(unsigned)SPE_GEN_OF_UNKNOWN : wish->sampling;
    const unsigned sampling = asked ? asked : slots ? 3u : 7u;
    const int open = !slots && !wish->from && !wish->to && !wish->with && !wish->without;
    const unsigned first = wish->from ? wish->from : 1u, last = wish->to ? wish->to : 6u; /* SPE_V1P0, _V1P5 */
    if (sampling == SPE_GEN_OF_UNKNOWN || (open && sampling & SPE_GEN_OF_UNKNOWN && spe_gen_chance(from, 5)))
        return;
    w->core.version = (uint8_t)(first + spe_gen_below(from, last - first + 1));
    w->core.flags = spe_gen_take(from, 4) & spe_features_all();
    if (!(sampling & SPE_GEN_OF_MICRO_OPS))
        w->core.flags |= SPE_FEATURE_ARCH_INST;
    if (!(sampling & SPE_GEN_OF_INSTRUCTIONS))
        w->core.flags &= ~SPE_FEATURE_ARCH_INST;
    w->core.flags = (w->core.flags | wish->with) & ~wish->without;
    if (w->core.version >= SPE_V1P5 && !(wish->without & SPE_FEATURE_CRR)) /* features that imply each other */
        w->core.flags |= SPE_FEATURE_CRR;
    if (w->core.version < SPE_V1P1 || !spe_gen_has(w, SPE_FEATURE_SME))
        w->core.flags &= ~(wish->with & SPE_FEATURE_SPE_SME ? 0 : SPE_FEATURE_SPE_SME);
}

/* Draws a core and its constant behaviour. wish->from must not be above wish->to. */
static inline void spe_gen_writer_init(struct spe_gen_writer *w, const struct spe_gen_wish *wish,
                                       struct spe_gen_source *from)
{
    static const uint8_t counters[3] = {16, 12, 0};
    const struct spe_features none = SPE_FEATURES_INIT;
    memset(w, 0, sizeof *w);
    w->core = none;
    w->layout = wish->layout;
    spe_gen_draw_version(w, wish, from);
    w->core.counter_bits = counters[spe_gen_below(from, 3)];
    w->core.max_record_size = spe_gen_chance(from, 4) ? 0 : 64u << spe_gen_below(from, 6);
    w->core.alignment = spe_gen_chance(from, 4) ? 0 : 1u << spe_gen_below(from, 12);
    if (w->core.max_record_size && w->core.alignment > w->core.max_record_size)
        w->core.alignment = w->core.max_record_size;
    w->end = spe_gen_chance(from, 2) ? SPE_HAS_TIMESTAMP : SPE_HAS_END;
    w->events_size = (uint8_t)(1u << spe_gen_below(from, 4));
    if (w->core.version >= SPE_V1P1 && spe_gen_has(w, SPE_FEATURE_SVE | SPE_FEATURE_SME) && w->events_size < 4)
        w->events_size = 4; /* room for E[18:17] */
    w->data_source_size = (uint8_t)(1 + spe_gen_below(from, 2));
    w->timestamp = spe_gen_take(from, 7);
    if (w->layout != SPE_LAYOUT_SLOTS_64)
        return;
    w->core.flags &= ~(SPE_FEATURE_GCS | SPE_FEATURE_PBT | SPE_FEATURE_ALTCLK | SPE_FEATURE_SVE | SPE_FEATURE_SME |
                       SPE_FEATURE_SPE_SME);
    w->core.alignment = w->core.max_record_size = 64;
    w->events_size = 2;
    w->data_source_size = 1;
}

/* -- operations -- */

static inline int spe_gen_is_permitted(const struct spe_gen_writer *w, unsigned kind)
{
    switch (kind) {
    case SPE_GEN_SVE:
        return spe_gen_may(w, SPE_V1P1, SPE_FEATURE_SVE);
    case SPE_GEN_SME:
        return spe_gen_may(w, SPE_V1P1, SPE_FEATURE_SPE_SME);
    case SPE_GEN_LOAD_UNSPECIFIED:
    case SPE_GEN_STORE_UNSPECIFIED:
        return spe_gen_may(w, SPE_V1P1, 0);
    case SPE_GEN_LOAD_TAG:
    case SPE_GEN_STORE_TAG:
        return spe_gen_may(w, SPE_V1P3, SPE_FEATURE_MTE);
    case SPE_GEN_MRS_NV2:
    case SPE_GEN_MSR_NV2:
        return spe_gen_may(w, SPE_V1P0, SPE_FEATURE_NV2);
    case SPE_GEN_ATOMIC_LOAD:
    case SPE_GEN_ATOMIC_STORE:
        return spe_gen_may(w, SPE_V1P0, SPE_FEATURE_LSE);
    case SPE_GEN_LOAD_SVE:
    case SPE_GEN_STORE_SVE:
        return spe_gen_may(w, SPE_V1P1, SPE_FEATURE_SVE | SPE_FEATURE_SME);
    case SPE_GEN_COPY_LOAD:
    case SPE_GEN_COPY_STORE:
    case SPE_GEN_SET:
        return spe_gen_may(w, SPE_V1P3, SPE_FEATURE_MOPS);
    case SPE_GEN_GCS_LOAD:
    case SPE_GEN_GCS_STORE:
        return spe_gen_may(w, SPE_V1P4, SPE_FEATURE_GCS);
    default:
        return 1;
    }
}

/* Draws a type of operation that the core permits; SPE_GEN_OTHER if there is none. */
static inline unsigned spe_gen_draw_kind(const struct spe_gen_writer *w, uint64_t kinds, struct spe_gen_source *from)
{
    unsigned left = 0, kind;
    for (kind = 0; kind < SPE_GEN_KINDS; kind++) {
        if (!spe_gen_is_permitted(w, kind))
            kinds &= ~SPE_GEN_BIT(kind);
        left += (unsigned)(kinds >> kind & 1);
    }
    left = spe_gen_below(from, left);
    for (kind = 0; kind < SPE_GEN_KINDS; kind++)
        if (kinds >> kind & 1 && !left--)
            return kind;
    return SPE_GEN_OTHER;
}

static inline unsigned spe_gen_draw_vector(const struct spe_gen_writer *w, unsigned kind, struct spe_gen_source *from)
{
    const int store = kind == SPE_GEN_STORE_SVE, may_pred = kind != SPE_GEN_LOAD_SVE || spe_gen_may(w, SPE_V1P2, 0);
    if (kind == SPE_GEN_SME) {
        const unsigned pick = spe_gen_below(from, 13), ets = pick == 12 ? 15 : pick;
        return 0x88 | (ets >> 1) << 4 | (ets & 1) << 2 | spe_gen_below(from, 2) << 1;
    }
    const unsigned evl = spe_gen_below(from, spe_gen_may(w, SPE_V1P1, SPE_FEATURE_SPE_SME) ? 8 : 7) << 4;
    const unsigned pred = may_pred && spe_gen_chance(from, 2) ? 4 : 0;
    return 0x08 | evl | pred | (kind == SPE_GEN_SVE ? spe_gen_below(from, 2) << 1 : spe_gen_below(from, 2) << 7) |
           (unsigned)store;
}

static inline unsigned spe_gen_draw_branch(const struct spe_gen_writer *w, unsigned kind, struct spe_gen_source *from)
{
    const int returns = kind == SPE_GEN_RET, links = kind == SPE_GEN_BL || kind == SPE_GEN_BLR;
    const int tells = w->core.version ? spe_gen_has(w, SPE_FEATURE_CRR) : spe_gen_chance(from, 2);
    const unsigned cr = !tells ? 0 : links ? 1 : returns ? 2 : 3;
    const int gcs = (links || returns) && spe_gen_may(w, SPE_V1P4, SPE_FEATURE_GCS) && spe_gen_chance(from, 2);
    const int indirect = kind == SPE_GEN_BR || kind == SPE_GEN_BLR || kind == SPE_GEN_RET || kind == SPE_GEN_ERET;
    return cr << 3 | (gcs ? 4u : 0) | (indirect ? 2u : 0) | (kind == SPE_GEN_BCOND);
}

static inline unsigned spe_gen_draw_payload(const struct spe_gen_writer *w, unsigned kind, struct spe_gen_source *from)
{
    static const uint8_t plain[SPE_GEN_GCS_STORE - SPE_GEN_LOAD + 1] = {
        0x00, 0x01, 0x04, 0x05, 0x10, 0x11, 0x14, 0x15, 0x30, 0x31, /* registers of each sort, tags, NV2 */
        0x06, 0x07, 0x0a, 0x0b, 0x12, 0x13,                         /* atomic, exclusive, acquire and release */
        0x20, 0x21, 0x25, 0x44, 0x45};                              /* Memory Copy and Set, Guarded Control Stack */
    if (kind < SPE_GEN_SVE)
        return (spe_gen_may(w, SPE_V1P0, SPE_FEATURE_FPF) ? spe_gen_below(from, 4) << 1 : 0) | (kind == SPE_GEN_SELECT);
    if (kind >= SPE_GEN_B)
        return spe_gen_draw_branch(w, kind, from);
    if (kind < SPE_GEN_LOAD || kind > SPE_GEN_GCS_STORE)
        return spe_gen_draw_vector(w, kind, from);
    unsigned payload = plain[kind - SPE_GEN_LOAD];
    if (kind >= SPE_GEN_ATOMIC_LOAD && kind <= SPE_GEN_EXCLUSIVE_STORE && spe_gen_chance(from, 2))
        payload |= 0x10; /* with acquire or release semantics */
    if (kind >= SPE_GEN_GCS_LOAD && spe_gen_samples(w) != SPE_GEN_OF_INSTRUCTIONS && spe_gen_chance(from, 2))
        payload &= ~4u; /* for a branch that was split */
    return payload;
}

/* -- the record of an operation -- */

/* A record in the making */
struct spe_gen_making {
    const struct spe_gen_writer *w;
    struct spe_gen_source *from;
    unsigned kind, status;
    int accesses; /* it accesses memory: a load, store or atomic, or a branch that uses the Guarded Control Stack */
    int prefetch; /* not recorded as a load, but with part of a load's packets */
    int reads, nv2, branch;
};

static inline uint64_t spe_gen_draw_state(const struct spe_gen_making *k)
{
    const unsigned pick = spe_gen_below(k->from, 3);
    if (pick == 1 && spe_gen_may(k->w, SPE_V1P0, SPE_FEATURE_RME))
        return SPE_GEN_BIT(63) | SPE_GEN_BIT(60); /* Realm */
    return pick == 2 && spe_gen_may(k->w, SPE_V1P0, SPE_FEATURE_SECURE) ? 0 : SPE_GEN_BIT(63);
}

/* An address of an instruction at one of the levels from EL0 on */
static inline uint64_t spe_gen_draw_place(const struct spe_gen_making *k, unsigned levels)
{
    const uint64_t address = spe_gen_take(k->from, 7), state = spe_gen_draw_state(k);
    return address | state | (uint64_t)spe_gen_below(k->from, levels) << 61;
}

static inline uint64_t spe_gen_access_events(const struct spe_gen_making *k)
{
    uint64_t e = (spe_gen_take(k->from, 2) & 0x73c) | (k->prefetch ? 0 : 0x14);
    if (spe_gen_may(k->w, SPE_V1P1, 0))
        e |= spe_gen_take(k->from, 2) & SPE_GEN_BIT(11);
    if (k->reads && spe_gen_may(k->w, SPE_V1P4, 0))
        e |= spe_gen_take(k->from, 3) & 0xf80000;
    for (unsigned access = 2; access <= 19; access += access == 4 ? 4 : access == 8 ? 11 : 2)
        if (!(e >> access & 1))
            e &= ~SPE_GEN_BIT(access + 1); /* a miss, refill or walk requires an access */
    return e;
}

static inline uint64_t spe_gen_draw_events(const struct spe_gen_making *k, unsigned payload)
{
    const struct spe_gen_writer *w = k->w;
    const int predicated =
        (k->kind == SPE_GEN_SVE || k->kind == SPE_GEN_LOAD_SVE || k->kind == SPE_GEN_STORE_SVE) && payload & 4;
    const uint64_t any = spe_gen_take(k->from, 8);
    uint64_t e = k->status == SPE_GEN_COMPLETED ? 2 : k->status == SPE_GEN_EXCEPTED ? 3 : 0;
    e |= k->accesses || k->prefetch ? spe_gen_access_events(k) : 0;
    e |= k->kind == SPE_GEN_SELECT || k->kind == SPE_GEN_BCOND ? any & SPE_GEN_BIT(6) : 0;
    e |= k->branch ? any & SPE_GEN_BIT(7) : 0;
    e |= any & (UINT64_C(0xf000) | UINT64_C(0xffff) << 48);
    e |= spe_gen_may(w, SPE_V1P0, SPE_FEATURE_TME) ? any & SPE_GEN_BIT(16) : 0;
    if (spe_gen_may(w, SPE_V1P1, SPE_FEATURE_SVE | SPE_FEATURE_SME) && (predicated || k->kind == SPE_GEN_SME))
        e |= any & SPE_GEN_BIT(17) ? SPE_GEN_BIT(17) | (any & SPE_GEN_BIT(18)) : 0;
    if (w->core.version < SPE_V1P4)
        return e | (any & UINT64_C(0xff) << 24);
    e |= spe_gen_has(w, SPE_FEATURE_SPE_SME) ? any & (SPE_GEN_BIT(24) | SPE_GEN_BIT(25)) : 0;
    return e | (w->core.version >= SPE_V1P5 ? any & SPE_GEN_BIT(25) : 0);
}

static inline void spe_gen_add_addresses(const struct spe_gen_making *k, struct spe_record *r)
{
    const struct spe_gen_writer *w = k->w;
    r->present |= SPE_HAS_PC;
    r->pc = k->nv2 ? spe_gen_draw_place(k, 1) | UINT64_C(1) << 61 : spe_gen_draw_place(k, 3);
    if (k->branch && !(r->events & SPE_GEN_BIT(6))) {
        r->present |= SPE_HAS_BRANCH_TARGET;
        r->branch_target = spe_gen_take(k->from, 7) | (r->pc & (UINT64_C(0xf) << 60));
        if (k->kind == SPE_GEN_ERET && r->pc >> 61 & 3) /* it stays, or goes down */
            r->branch_target -= (uint64_t)spe_gen_below(k->from, (unsigned)(r->pc >> 61 & 3) + 1) << 61;
    } else if (k->branch && spe_gen_chance(k->from, 2)) {
        r->present |= SPE_HAS_BRANCH_TARGET;
        r->branch_target = spe_gen_take(k->from, 8); /* UNKNOWN */
    }
    if (r->events & 2 && spe_gen_may(w, SPE_V1P2, SPE_FEATURE_PBT) && w->core.max_record_size != 64 &&
        spe_gen_chance(k->from, 2)) {
        r->present |= SPE_HAS_PREV_BRANCH_TARGET;
        r->prev_branch_target = spe_gen_draw_place(k, 3);
    }
}

static inline void spe_gen_add_data(const struct spe_gen_making *k, struct spe_record *r)
{
    const struct spe_gen_writer *w = k->w;
    const int may_lack = k->prefetch || k->nv2 || k->kind == SPE_GEN_LOAD_SVE || k->kind == SPE_GEN_STORE_SVE;
    const int source =
        k->reads || k->kind == SPE_GEN_STORE || k->kind == SPE_GEN_STORE_UNSPECIFIED || k->kind == SPE_GEN_ATOMIC_STORE;
    if (!may_lack || spe_gen_chance(k->from, 2)) {
        r->present |= SPE_HAS_DATA_VA;
        r->data_va = spe_gen_take(k->from, 8);
    }
    if ((r->present & SPE_HAS_DATA_VA || k->nv2) && w->core.max_record_size != 64 && spe_gen_chance(k->from, 2)) {
        r->present |= SPE_HAS_DATA_PA;
        r->data_pa = spe_gen_draw_place(k, 1);
        if (spe_gen_may(w, SPE_V1P0, SPE_FEATURE_MTE2))
            r->data_pa |= (spe_gen_take(k->from, 1) & 0x4f) << 56;
    }
    if (r->present & SPE_HAS_DATA_VA ? !k->prefetch || spe_gen_chance(k->from, 2) : spe_gen_chance(k->from, 2)) {
        r->present |= SPE_HAS_TRANSLATION_LATENCY;
        if (r->present & SPE_HAS_DATA_VA)
            r->translation_latency = (uint16_t)spe_gen_below(k->from, spe_gen_counter_max(w) + 1);
    }
    if (source && spe_gen_may(w, SPE_V1P0, SPE_FEATURE_LDS) &&
        ((k->reads && !k->prefetch) || spe_gen_chance(k->from, 2))) {
        r->present |= SPE_HAS_DATA_SOURCE;
        r->data_source = (uint16_t)spe_gen_take(k->from, w->data_source_size);
        r->data_source_size = w->data_source_size;
    }
}

static inline void spe_gen_add_counters(const struct spe_gen_making *k, struct spe_record *r)
{
    const unsigned counts = spe_gen_counter_max(k->w) + 1;
    r->present |= SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY;
    r->total_latency = (uint16_t)spe_gen_below(k->from, counts);
    r->issue_latency = (uint16_t)spe_gen_below(k->from, r->total_latency + 1u);
    if (r->events & SPE_GEN_BIT(24) && spe_gen_may(k->w, SPE_V1P0, SPE_FEATURE_ALTCLK) &&
        k->w->core.max_record_size != 64 && spe_gen_chance(k->from, 2)) {
        r->present |= SPE_HAS_ALT_ISSUE_LATENCY;
        r->alt_issue_latency = (uint16_t)spe_gen_below(k->from, counts);
    }
}

static inline void spe_gen_add_context(const struct spe_gen_making *k, struct spe_record *r)
{
    if ((r->pc >> 61 & 3) != 2 && spe_gen_chance(k->from, 2)) {
        r->present |= SPE_HAS_CONTEXT_EL1;
        r->context_el1 = (uint32_t)spe_gen_take(k->from, 4);
    } else if (spe_gen_chance(k->from, 2)) {
        r->present |= SPE_HAS_CONTEXT_EL2;
        r->context_el2 = (uint32_t)spe_gen_take(k->from, 4);
    }
}

/* Removes packets that may be missing; for micro-operations, and operations that did not complete, these are any. */
static inline void spe_gen_drop_some(const struct spe_gen_making *k, struct spe_record *r)
{
    uint32_t keep = (uint32_t)spe_gen_take(k->from, 4) | SPE_HAS_EVENTS | SPE_HAS_TIMESTAMP | SPE_HAS_END;
    if (!(keep & SPE_HAS_DATA_VA) && !k->nv2)
        keep &= ~SPE_HAS_DATA_PA;
    if (!(keep & SPE_HAS_OPERATION) && !(keep & r->present & SPE_HAS_DATA_VA))
        keep &= ~SPE_HAS_DATA_PA;
    r->present &= keep;
    if (!(r->present & SPE_HAS_DATA_SOURCE))
        r->data_source_size = 0;
}

static inline unsigned spe_gen_draw_status(const struct spe_gen_wish *wish, struct spe_gen_source *from)
{
    unsigned pick = spe_gen_below(from, 5); /* three of five complete */
    pick = pick < 3 ? 0 : pick - 2;
    while (wish->status & 7 && !(wish->status >> pick & 1))
        pick = (pick + 1) % 3;
    return 1u << pick;
}

/*
 * Makes the next record that the writer may write, by wish->status and wish->kinds. Its offset, size and flags are 0.
 * If kind is not NULL, *kind is the type of operation (SPE_GEN_*). Takes some 10 to 90 bytes of the source.
 */
static inline struct spe_record spe_gen_record(struct spe_gen_writer *w, const struct spe_gen_wish *wish,
                                               struct spe_gen_source *from, unsigned *kind)
{
    const uint64_t kinds = wish->kinds ? wish->kinds : SPE_GEN_ANY_KIND;
    struct spe_gen_making k;
    struct spe_record r;
    memset(&r, 0, sizeof r);
    memset(&k, 0, sizeof k);
    k.w = w;
    k.from = from;
    k.status = spe_gen_draw_status(wish, from);
    k.kind = spe_gen_draw_kind(w, k.status == SPE_GEN_EXCEPTED ? kinds & ~SPE_GEN_BRANCH_KINDS : kinds, from);
    k.branch = k.kind >= SPE_GEN_B;
    k.nv2 = k.kind == SPE_GEN_MRS_NV2 || k.kind == SPE_GEN_MSR_NV2;
    r.present = SPE_HAS_EVENTS | SPE_HAS_OPERATION | w->end;
    r.op_payload = (uint8_t)spe_gen_draw_payload(w, k.kind, from);
    r.op_class = k.kind < SPE_GEN_LOAD ? SPE_CLASS_OTHER : k.branch ? SPE_CLASS_BRANCH : SPE_CLASS_LOAD_STORE;
    k.accesses = r.op_class == SPE_CLASS_LOAD_STORE || (k.branch && r.op_payload & 4);
    k.prefetch = (k.kind == SPE_GEN_OTHER || k.kind == SPE_GEN_SVE) && spe_gen_chance(from, 4);
    k.reads = k.prefetch || (k.accesses && (k.branch || SPE_GEN_LOAD_KINDS >> k.kind & 1));
    r.events_size = w->events_size;
    r.events = spe_gen_draw_events(&k, r.op_payload) & UINT64_MAX >> (64 - 8 * r.events_size);
    spe_gen_add_counters(&k, &r);
    spe_gen_add_addresses(&k, &r);
    if (k.accesses || k.prefetch)
        spe_gen_add_data(&k, &r);
    spe_gen_add_context(&k, &r);
    if ((k.status != SPE_GEN_COMPLETED || spe_gen_samples(w) == SPE_GEN_OF_MICRO_OPS) && spe_gen_chance(from, 2))
        spe_gen_drop_some(&k, &r);
    if (w->end == SPE_HAS_TIMESTAMP)
        r.timestamp = w->timestamp += 1 + spe_gen_below(from, 1000);
    if (kind)
        *kind = k.kind;
    return r;
}

#endif
