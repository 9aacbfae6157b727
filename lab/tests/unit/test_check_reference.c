/* SPDX-License-Identifier: MIT */
/*
 * The rules of records a second time, as plain conditions written from the manual (DDI 0487, D17.4, D17.6, D18.1,
 * D18.2) and not from the library's table. In millions of random records of random cores, both must find the same rules
 * broken.
 */
#include <libspe-lab/lab.h>

#include "record_generator.h"
#include "random.h"
#include "reference.h"
#include "tap.h"
#include "rooms.h"

#define BIT SPE_GEN_BIT
#define HAS(what) SPE_HAS_##what
#define FLAG(what) SPE_FEATURE_##what

/* What one record is checked against: its core, and what precedes it in the stream */
struct seen {
    struct spe_record last;
    int any;
    uint32_t end;
    uint8_t events_size, data_source_size;
};

/* A record in plain words, for the conditions of reference_rules.h. Flags are 0 or 1. */
struct view {
    const struct spe_features *f;
    const struct spe_record *r;
    const struct seen *before;
    const struct spe_record *last; /* before->last */
    /* the core */
    int known, v; /* its version; 0 if not known */
    int instructions, unknown;
    unsigned most; /* a counter's largest value */
    /* Events */
    uint64_t e;
    int ev, retired, excepted; /* present, E[1], E[0] */
    int done, both;            /* retired without an exception; retired with one */
    int whole, due;            /* not truncated; whole and done, on a core that must report it */
    /* the Operation Type */
    unsigned cls, op; /* CLASS and payload */
    int ok;           /* present, and not reserved */
    int load_store, branch, store, gcs_branch, load;
    int access, sure, nothing; /* may access memory; certainly does; neither accesses memory nor prefetches */
    int source;                /* may have a data source */
    int general;               /* CLASS 1 */
    int odd, indirect;         /* bits [0] and [1] */
    int exclusive, atomic, ordered;
    int vector, evl, unpredicated, conditional;
    unsigned cr;
    int no_isb,
        no_target;   /* a branch other than ISB; a taken branch whose target is missing although it must be there */
    int stays;       /* a branch that cannot leave its Exception level */
    int other_state; /* its target has another Security state and is not at EL3 */
    /* addresses and counters */
    int va, translated, target;      /* present; present and not 0; present and not UNKNOWN */
    unsigned el;                     /* of the PC */
    int zero, nse, reserved, secure; /* an address has: bits that must be zero, NSE, NSE:NS 0b10, NSE:NS 0b00 */
    /* its place in the stream */
    uint64_t max, slot, last_slot;
    uint32_t end; /* SPE_HAS_TIMESTAMP, SPE_HAS_END or both */
};

static int in(unsigned value, unsigned mask, unsigned want)
{
    return (value & mask) == want;
}

/* D18.2.7: a payload that matches no format is reserved. */
static int is_reserved(unsigned cls, unsigned op)
{
    const unsigned ets = cls == 0 && in(op, 0x89, 0x88) ? (op >> 4 & 7) << 1 | (op >> 2 & 1) : 0;
    return !reference_op_find(cls, op) || (ets >= 12 && ets != 15);
}

static int has(const struct view *w, uint32_t packets)
{
    return (w->r->present & packets) != 0;
}

static int flag(const struct view *w, uint64_t flags)
{
    return (w->f->flags & flags) != 0;
}

/* Things that need a version, and one of some features, and occur without them on a known core */
static int needs(const struct view *w, int version, uint64_t flags)
{
    return w->known && (w->v < version || (flags && !flag(w, flags)));
}

static int is_vector_memory(const struct view *w)
{
    return w->ok && w->cls == 1 && in(w->op, 0x0a, 0x08);
}

static int is_extended(const struct view *w)
{
    return w->ok && w->cls == 1 && in(w->op, 0xe2, 0x02);
}

static int is_nv2(const struct view *w)
{
    return w->ok && w->cls == 1 && in(w->op, 0xfe, 0x30);
}

static int is_sme(const struct view *w)
{
    return w->ok && w->cls == 0 && in(w->op, 0x88, 0x88);
}

static int is_sve(const struct view *w)
{
    return w->ok && w->cls == 0 && in(w->op, 0x88, 0x08);
}

static int is_same(const struct view *w)
{
    struct spe_record a = w->before->last, b = *w->r;
    a.size = b.size;
    const int elsewhere = a.offset != b.offset;
    a.offset = b.offset;
    return w->before->any && elsewhere && has(w, HAS(TIMESTAMP)) && memcmp(&a, &b, sizeof a) == 0;
}

static int any_event(const struct view *w, unsigned high, unsigned low)
{
    int any = 0;
    for (unsigned bit = low; bit <= high; bit++)
        any |= (int)(w->e >> bit & 1);
    return any;
}

/* -- the view -- */

static void view_core_and_events(struct view *w)
{
    w->v = w->f->version;
    w->known = w->v != 0;
    w->unknown = !w->known;
    w->instructions = w->known && flag(w, FLAG(ARCH_INST));
    w->most = w->f->counter_bits == 12 ? 0xfff : 0xffff;
    w->ev = has(w, HAS(EVENTS));
    w->e = w->ev ? w->r->events : 0;
    w->retired = (int)(w->e >> 1 & 1);
    w->excepted = (int)(w->e & 1);
    w->done = w->ev && w->retired && !w->excepted;
    w->both = w->ev && w->retired && w->excepted;
    w->whole = !(w->r->flags & SPE_RECORD_TRUNCATED);
    w->due = w->done && w->whole && (w->instructions || w->unknown);
}

static void view_operation(struct view *w)
{
    w->cls = w->r->op_class;
    w->op = w->r->op_payload;
    w->ok = has(w, HAS(OPERATION)) && !is_reserved(w->cls, w->op);
    w->general = w->load_store = w->ok && w->cls == 1;
    w->branch = w->ok && w->cls == 2;
    w->store = w->load_store && w->op & 1;
    w->load = w->load_store && !w->store;
    w->odd = w->op & 1;
    w->indirect = w->op >> 1 & 1;
    w->atomic = w->op >> 2 & 1;
    w->exclusive = w->op >> 3 & 1;
    w->ordered = w->op >> 4 & 1;
    w->gcs_branch = w->branch && w->op & 4;
    w->cr = w->op >> 3;
    w->access = w->load_store || w->gcs_branch;
    w->sure = w->load_store && !is_nv2(w) && !is_vector_memory(w);
    w->nothing = (w->branch && !w->gcs_branch) || is_sme(w);
    w->vector = is_vector_memory(w) || is_sve(w) || is_sme(w);
    w->evl = (is_sve(w) || is_vector_memory(w)) && (w->op >> 4 & 7) == 7;
    w->conditional = w->ok && w->odd && (w->branch || (w->cls == 0 && w->op < 8));
    w->unpredicated = !(w->op & 4) && (is_sve(w) || (is_vector_memory(w) && (w->store || w->v >= SPE_V1P2)));
    const int plain_store = w->op == 1 || w->op == 0x11 || (is_extended(w) && w->op & 4);
    w->source = w->gcs_branch || (w->load_store && (!w->store || plain_store)) || (w->ok && w->cls == 0 && !is_sme(w));
}

static void view_addresses(struct view *w)
{
    const struct spe_record *r = w->r;
    const int taken = !(w->e >> 6 & 1);
    w->target = has(w, HAS(BRANCH_TARGET)) && w->ev && taken;
    w->no_isb = w->branch && (w->op & 7 || w->cr == 1 || w->cr == 2);
    w->no_target = w->due && w->branch && taken && !has(w, HAS(BRANCH_TARGET));
    w->stays = w->branch && (!w->indirect || w->op & 4 || w->cr == 1 || w->cr == 2 || !(r->pc >> 61 & 3));
    w->other_state =
        (r->pc ^ r->branch_target) >> 60 & 9 && (r->branch_target >> 61 & 3) != 3 && (r->pc >> 61 & 3) != 3;
    w->va = has(w, HAS(DATA_VA));
    w->el = (unsigned)(r->pc >> 61 & 3);
    w->translated = has(w, HAS(TRANSLATION_LATENCY)) && r->translation_latency > 0;
    const struct {
        int there;
        uint64_t payload, zero;
    } addresses[] = {
        {has(w, HAS(PC)), r->pc, UINT64_C(0xf) << 56},
        {w->target, r->branch_target, UINT64_C(0xf) << 56},
        {has(w, HAS(PREV_BRANCH_TARGET)), r->prev_branch_target, UINT64_C(0xf) << 56},
        {has(w, HAS(DATA_PA)), r->data_pa, BIT(61)},
    };
    for (int i = 0; i < 4; i++) {
        const unsigned state = (unsigned)(addresses[i].payload >> 63 | (addresses[i].payload >> 60 & 1) << 1);
        w->zero |= addresses[i].there && addresses[i].payload & addresses[i].zero;
        w->nse |= addresses[i].there && state & 2;
        w->reserved |= addresses[i].there && state == 2;
        w->secure |= addresses[i].there && state == 0;
    }
}

static void view_place(struct view *w)
{
    const uint64_t align = w->f->alignment ? w->f->alignment : 1;
    w->last = &w->before->last;
    w->max = w->f->max_record_size;
    w->slot = w->r->offset / align * align;
    w->last_slot = w->last->offset / align * align;
    w->end = w->r->present & (HAS(TIMESTAMP) | HAS(END));
}

/* -- the rules -- */

#define WHEN(rule, ...)                                                                                                \
    static int breaks_##rule(const struct view *w)                                                                     \
    {                                                                                                                  \
        return (__VA_ARGS__) != 0;                                                                                     \
    }
#include "reference_rules.h"

static const struct {
    int rule;
    int (*is_broken)(const struct view *w);
} conditions[] = {
#define WHEN(rule, ...) {SPE_RULE_##rule, breaks_##rule},
#include "reference_rules.h"
};

#define CONDITIONS (sizeof conditions / sizeof conditions[0])

/* Every rule of records. */
static void reference(const struct spe_features *f, const struct spe_record *r, struct seen *before,
                      unsigned char *broken)
{
    struct view w = {.f = f, .r = r, .before = before};
    view_core_and_events(&w);
    view_operation(&w);
    view_addresses(&w);
    view_place(&w);
    for (size_t i = 0; i < CONDITIONS; i++)
        broken[conditions[i].rule] = (unsigned char)conditions[i].is_broken(&w);
    before->end = w.end == HAS(TIMESTAMP) || w.end == HAS(END) ? w.end : before->end;
    before->events_size = r->events_size ? r->events_size : before->events_size;
    before->data_source_size = r->data_source_size ? r->data_source_size : before->data_source_size;
    before->last = *r;
    before->any = 1;
}

/* -- random records -- */

static const struct spe_gen_wish anything; /* no wish */
static struct spe_gen_source numbers = {NULL, 0, UINT64_C(0x9e3779b97f4a7c15)};

static int chance(unsigned one_in)
{
    return random_below(one_in) == 0;
}

static struct spe_record random_record(struct spe_gen_writer *m, const struct seen *before)
{
    struct spe_record r = spe_gen_record(m, &anything, &numbers, NULL);
    for (unsigned n = random_below(4); n; n--)
        spe_gen_spoil(&r, &numbers);
    if (before->any && chance(20)) {
        r = before->last;
        r.op_payload ^= (uint8_t)(chance(2) ? 0 : 1);
    }
    r.offset = before->last.offset + (chance(3) ? random_below(4) * 64 : random_below(300));
    r.offset -= chance(8) ? random_below(64) : 0;
    r.size = chance(8) ? random_below(2200) : 20 + random_below(60);
    return r;
}

/* A stream of 20 records. Returns the number of records for which both sides find the same. */
static unsigned compare_stream(unsigned counts[ROOM_RULES])
{
    struct spe_gen_writer m;
    struct seen before = {.any = 0};
    unsigned good = 0;
    spe_check c;
    spe_gen_writer_init(&m, &anything, &numbers);
    if (chance(2))
        m.core.flags = random_u64() & spe_features_all(); /* features that contradict each other */
    spe_check_init(&c, &m.core);
    before.last.offset = 4096;
    for (unsigned i = 0; i < 20; i++) {
        unsigned char want[ROOM_RULES] = {0}, got[ROOM_RULES] = {0};
        struct spe_finding found[ROOM_RULES];
        const struct spe_record r = random_record(&m, &before);
        reference(&m.core, &r, &before, want);
        const int n = spe_check_record(&c, &r, found, ROOM_RULES);
        unsigned wrong = 0;
        for (int k = 0; k < n; k++) {
            const struct spe_finding *f = &found[k];
            got[f->rule]++;
            wrong += f->offset != r.offset || (int)f->severity != spe_rule_severity(f->rule);
            wrong += k > 0 && f->rule <= found[k - 1].rule;
        }
        for (unsigned rule = 0; rule < spe_rule_count(); rule++) {
            counts[rule] += want[rule];
            if (want[rule] != got[rule])
                diag("%s: wanted %d, got %d: version %u flags %x op %u %02x events %llx present %x",
                     spe_rule_name(rule), want[rule], got[rule], m.core.version, m.core.flags, r.op_class, r.op_payload,
                     (unsigned long long)r.events, r.present);
        }
        good += !wrong && !memcmp(want, got, sizeof want);
    }
    return good;
}

int main(void)
{
    static unsigned counts[ROOM_RULES];
    unsigned good = 0, rare = 0, i;
    for (i = 0; i < CHECK_STREAMS && good == 20 * i; i++)
        good += compare_stream(counts);
    is(good, 20 * CHECK_STREAMS, "random records: the table and plain conditions find the same, in the rules' order");
    for (size_t n = 0; n < CONDITIONS; n++) {
        const unsigned rule = (unsigned)conditions[n].rule;
        if (counts[rule] < CHECK_STREAMS / 2000)
            diag("%s: %u times", spe_rule_name(rule), counts[rule]);
        rare += counts[rule] < CHECK_STREAMS / 2000;
    }
    is(rare, 0, "... and each rule often enough");
    return tap_done();
}
