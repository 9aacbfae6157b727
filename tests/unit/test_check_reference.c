/* SPDX-License-Identifier: MIT */
/*
 * The rules of records a second time, as plain conditions that were written from the manual (DDI 0487, D17.4, D17.6,
 * D18.1, D18.2) and not from the library's table, and both against millions of random records of random cores: the same
 * rules are broken.
 */
#include "check_model.h"
#include "tap.h"

/* What one record is held against: its own core, and what the stream held before */
struct seen {
    struct spe_record last;
    int any;
    uint32_t end;
    uint8_t events_size, data_source_size;
};

struct view {
    const struct spe_features *f;
    const struct spe_record *r;
    const struct seen *before;
    unsigned cls, op; /* CLASS and payload */
    int known, v;     /* the core's version */
    int ok;           /* an Operation Type packet that is not reserved */
    int load_store, branch, store, gcs_branch;
    int ev, retired, excepted; /* Events: there, E[1], E[0] */
    uint64_t e;
    unsigned char *broken;
};

static int in(unsigned value, unsigned mask, unsigned want)
{
    return (value & mask) == want;
}

/* D18.2.7: everything that matches no format is reserved. */
static int is_reserved(unsigned cls, unsigned op)
{
    if (cls == 0) {
        const unsigned ets = (op >> 4 & 7) << 1 | (op >> 2 & 1);
        return !(in(op, 0xf8, 0) || in(op, 0x89, 0x08) || (in(op, 0x89, 0x88) && (ets < 12 || ets == 15)));
    }
    if (cls == 1)
        return !(op <= 1 || op == 4 || op == 5 || in(op, 0xfa, 0x10) || in(op, 0xfe, 0x30) || in(op, 0xe2, 0x02) ||
                 in(op, 0x0a, 0x08) || in(op, 0xfe, 0x20) || op == 0x25 || in(op, 0xfa, 0x40));
    return cls != 2 || op > 0x1f;
}

static int has(const struct view *w, uint32_t packets)
{
    return (w->r->present & packets) != 0;
}

static int flag(const struct view *w, uint32_t flags)
{
    return (w->f->flags & flags) != 0;
}

static void when(const struct view *w, int rule, int is)
{
    w->broken[rule] = is != 0;
}

/* A rule of cores that are known: what needs a version, and one of some features */
static void needs(const struct view *w, int rule, int is, int version, uint32_t flags)
{
    when(w, rule, is && w->known && (w->v < version || (flags && !flag(w, flags))));
}

#define R(rule) SPE_RULE_##rule

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

static void must_hold(const struct view *w)
{
    const int instructions = w->known && flag(w, FLAG(ARCH_INST)), unknown = !w->known;
    const int done = w->ev && w->retired && !w->excepted, whole = !(w->r->flags & SPE_RECORD_TRUNCATED);
    const int due = done && whole && (instructions || unknown), va = has(w, HAS(DATA_VA));
    const int access = w->load_store || w->gcs_branch, cr = (int)(w->op >> 3), taken = !(w->e >> 6 & 1);
    const int sure = w->load_store && !is_nv2(w) && !is_vector_memory(w);
    const int no_isb = w->branch && (w->op & 7 || cr == 1 || cr == 2);
    const int no_target = due && w->branch && taken && !has(w, HAS(BRANCH_TARGET));
    when(w, R(EVENTS_MISSING), whole && !w->ev);
    when(w, R(END_MISSING), whole && !has(w, HAS(TIMESTAMP) | HAS(END)));
    when(w, R(TWO_ENDS), has(w, HAS(TIMESTAMP)) && has(w, HAS(END)));
    when(w, R(OPERATION_MISSING), due && instructions && !has(w, HAS(OPERATION)));
    when(w, R(OPERATION_LEFT_OUT), due && unknown && !has(w, HAS(OPERATION)));
    when(w, R(PC_MISSING), due && instructions && !has(w, HAS(PC)));
    when(w, R(PC_LEFT_OUT), due && unknown && !has(w, HAS(PC)));
    when(w, R(TOTAL_LATENCY_MISSING), due && !has(w, HAS(TOTAL_LATENCY)));
    when(w, R(ISSUE_LATENCY_MISSING), due && !has(w, HAS(ISSUE_LATENCY)));
    when(w, R(BRANCH_TARGET_MISSING), no_target && instructions && no_isb);
    when(w, R(BRANCH_TARGET_LEFT_OUT), no_target && !(instructions && no_isb));
    when(w, R(DATA_VA_MISSING), due && sure && !va);
    when(w, R(DATA_PA_WITHOUT_VA), due && has(w, HAS(DATA_PA)) && !va && !is_nv2(w));
    when(w, R(TRANSLATION_LATENCY_MISSING), due && access && va && !has(w, HAS(TRANSLATION_LATENCY)));
    when(w, R(ACCESS_EVENTS_MISSING), done && (instructions || unknown) && access && va && !(w->e & 0x14));
    when(w, R(DATA_SOURCE_MISSING),
         due && instructions && flag(w, FLAG(LDS)) && w->load_store && !w->store && va && !has(w, HAS(DATA_SOURCE)));
    when(w, R(GCS_DATA_VA_MISSING), due && w->gcs_branch && !va);
}

static void must_not_hold(const struct view *w)
{
    const struct spe_record *r = w->r;
    const int nothing = (w->branch && !w->gcs_branch) || is_sme(w); /* no memory access, nor a prefetch */
    const int translated = has(w, HAS(TRANSLATION_LATENCY)) && r->translation_latency > 0;
    const int done = w->ev && w->retired && !w->excepted, both = w->ev && w->retired && w->excepted;
    const int plain_store = w->op == 1 || w->op == 0x11 || (is_extended(w) && w->op & 4);
    const int source =
        w->gcs_branch || (w->load_store && (!w->store || plain_store)) || (w->ok && w->cls == 0 && !is_sme(w));
    const unsigned el = (unsigned)(r->pc >> 61 & 3);
    when(w, R(EXCEPTION_TARGET), both && has(w, HAS(BRANCH_TARGET)));
    when(w, R(EXCEPTION_BRANCH), both && w->branch);
    when(w, R(DATA_ADDRESS_UNEXPECTED), nothing && has(w, HAS(DATA_VA) | HAS(DATA_PA)));
    when(w, R(BRANCH_TARGET_UNEXPECTED), w->ok && !w->branch && has(w, HAS(BRANCH_TARGET)));
    when(w, R(DATA_SOURCE_UNEXPECTED), w->ok && !source && has(w, HAS(DATA_SOURCE)));
    when(w, R(TRANSLATION_WITHOUT_VA),
         done && !(r->flags & SPE_RECORD_TRUNCATED) && (!w->known || flag(w, FLAG(ARCH_INST))) &&
             (w->load_store || w->gcs_branch) && translated && !has(w, HAS(DATA_VA)) && !is_nv2(w));
    when(w, R(TRANSLATION_UNEXPECTED), nothing && translated);
    when(w, R(ISSUE_ABOVE_TOTAL),
         has(w, HAS(TOTAL_LATENCY)) && has(w, HAS(ISSUE_LATENCY)) && r->issue_latency > r->total_latency);
    when(w, R(CONTEXT_EL1_AT_EL2), has(w, HAS(CONTEXT_EL1)) && has(w, HAS(PC)) && el == 2);
    when(w, R(EXCEPTION_NOT_RETIRED), w->ev && !w->retired && w->excepted);
    when(w, R(NOT_RETIRED), w->ev && !w->retired && !w->excepted);
    when(w, R(PC_EL3), has(w, HAS(PC)) && el == 3);
    when(w, R(NV2_NOT_EL1), is_nv2(w) && has(w, HAS(PC)) && el != 1);
}

static int is_same(const struct view *w)
{
    struct spe_record a = w->before->last, b = *w->r;
    a.size = b.size;
    const int elsewhere = a.offset != b.offset;
    a.offset = b.offset;
    return w->before->any && elsewhere && has(w, HAS(TIMESTAMP)) && memcmp(&a, &b, sizeof a) == 0;
}

static void neighbours(const struct view *w)
{
    const struct spe_record *r = w->r, *last = &w->before->last;
    const uint64_t align = w->f->alignment ? w->f->alignment : 1, max = w->f->max_record_size;
    const uint64_t slot = r->offset / align * align, last_slot = last->offset / align * align;
    const uint32_t end = r->present & (HAS(TIMESTAMP) | HAS(END));
    when(w, R(PACKET_REPEATED), r->flags & SPE_RECORD_REPEATED);
    when(w, R(PACKET_UNKNOWN), r->flags & SPE_RECORD_UNKNOWN);
    when(w, R(PACKET_RESERVED), r->flags & SPE_RECORD_RESERVED_HEADER);
    when(w, R(RECORD_REPEATED), is_same(w));
    when(w, R(RECORD_TOO_LONG), r->offset - slot + r->size > (max ? max : 2048));
    when(w, R(RECORD_TOO_FAR),
         w->before->any && w->f->alignment && max && !(r->flags & SPE_RECORD_AFTER_GAP) && r->offset > last->offset &&
             slot - last_slot > max);
    when(w, R(RECORD_MISALIGNED),
         w->before->any && r->offset >= last->offset + last->size && slot < last->offset + last->size);
    when(w, R(ENDS_MIXED),
         (end == HAS(TIMESTAMP) && w->before->end == HAS(END)) ||
             (end == HAS(END) && w->before->end == HAS(TIMESTAMP)));
    when(w, R(EVENTS_RESIZED), r->events_size && w->before->events_size && r->events_size != w->before->events_size);
    when(w, R(DATA_SOURCE_RESIZED),
         r->data_source_size && w->before->data_source_size && r->data_source_size != w->before->data_source_size);
}

static int any_event(const struct view *w, unsigned high, unsigned low)
{
    int any = 0;
    for (unsigned bit = low; bit <= high; bit++)
        any |= (int)(w->e >> bit & 1);
    return any;
}

static void events(const struct view *w)
{
    const uint64_t e = w->e;
    const int nothing = (w->branch && !w->gcs_branch) || is_sme(w);
    const int vector = is_vector_memory(w) || is_sve(w) || is_sme(w), load = w->load_store && !w->store;
    const int conditional = w->ok && w->op & 1 && (w->branch || (w->cls == 0 && w->op < 8));
    const int unpredicated = !(w->op & 4) && (is_sve(w) || (is_vector_memory(w) && (w->store || w->v >= SPE_V1P2)));
    when(w, R(EMPTY_NOT_PARTIAL), e >> 18 & ~(e >> 17) & 1);
    when(w, R(L1D_REFILL_WITHOUT_ACCESS), e >> 3 & ~(e >> 2) & 1);
    when(w, R(TLB_WALK_WITHOUT_ACCESS), e >> 5 & ~(e >> 4) & 1);
    when(w, R(LL_MISS_WITHOUT_ACCESS), e >> 9 & ~(e >> 8) & 1);
    when(w, R(L2D_MISS_WITHOUT_ACCESS), e >> 20 & ~(e >> 19) & 1);
    when(w, R(EVENT_RESERVED), any_event(w, 47, 32));
    needs(w, R(EVENT_MISALIGNED), any_event(w, 11, 11), SPE_V1P1, 0);
    needs(w, R(EVENT_TRANSACTIONAL), any_event(w, 16, 16), 0, FLAG(TME));
    needs(w, R(EVENT_PREDICATE), any_event(w, 18, 17), SPE_V1P1, FLAG(SVE) | FLAG(SME));
    needs(w, R(EVENT_CACHE), any_event(w, 23, 19), SPE_V1P4, 0);
    when(w, R(EVENT_SME), any_event(w, 24, 24) && w->v >= SPE_V1P4 && !flag(w, FLAG(SPE_SME)));
    when(w, R(EVENT_SHARED), any_event(w, 25, 25) && w->v == SPE_V1P4 && !flag(w, FLAG(SPE_SME)));
    when(w, R(EVENT_V1P4), any_event(w, 31, 26) && w->v >= SPE_V1P4);
    when(w, R(EVENT_NOT_ACCESS), nothing && (any_event(w, 5, 2) || any_event(w, 11, 8)));
    when(w, R(EVENT_NOT_LOAD), (nothing || (w->load_store && !load)) && any_event(w, 23, 19) && w->v >= SPE_V1P4);
    when(w, R(EVENTS_TOO_SMALL),
         w->ev && vector && (w->r->events_size == 1 || w->r->events_size == 2 || w->r->events_size == 3) &&
             w->v >= SPE_V1P1 && flag(w, FLAG(SVE) | FLAG(SME)));
    when(w, R(NOT_TAKEN_UNCONDITIONAL), w->ok && !conditional && any_event(w, 6, 6));
    when(w, R(MISPREDICTED_NOT_BRANCH), w->ok && !w->branch && any_event(w, 7, 7));
    when(w, R(PREDICATE_NOT_VECTOR),
         any_event(w, 18, 17) && w->ok && !vector && w->cls != 0 && !(w->cls == 1 && in(w->op, 0xfe, 0x10)));
    when(w, R(PREDICATE_UNPREDICATED), any_event(w, 18, 17) && unpredicated);
}

static void operations(const struct view *w)
{
    const unsigned op = w->op, cr = op >> 3;
    const int general = w->ok && w->cls == 1, branch = w->branch, indirect = op >> 1 & 1, conditional = op & 1;
    const int evl = (is_sve(w) || is_vector_memory(w)) && (op >> 4 & 7) == 7;
    const int exclusive = op >> 3 & 1, atomic = op >> 2 & 1, ordered = op >> 4 & 1;
    when(w, R(OPERATION_RESERVED), has(w, HAS(OPERATION)) && !w->ok);
    needs(w, R(FP_ASE), w->ok && w->cls == 0 && op < 8 && op & 6, 0, FLAG(FPF));
    needs(w, R(SVE), is_sve(w), SPE_V1P1, FLAG(SVE));
    needs(w, R(SME), is_sme(w), 0, FLAG(SPE_SME));
    needs(w, R(UNSPECIFIED_REGISTERS), general && in(op, 0xfe, 0x10), SPE_V1P1, 0);
    needs(w, R(ALLOCATION_TAGS), general && in(op, 0xfe, 0x14), SPE_V1P3, FLAG(MTE));
    needs(w, R(NV2), is_nv2(w), 0, FLAG(NV2));
    needs(w, R(ATOMIC), is_extended(w) && atomic, 0, FLAG(LSE));
    when(w, R(EXTENDED_FLAGS), is_extended(w) && ((exclusive && atomic) || !(exclusive || atomic || ordered)));
    needs(w, R(SVE_REGISTERS), is_vector_memory(w), SPE_V1P1, FLAG(SVE) | FLAG(SME));
    when(w, R(SVE_LOAD_PREDICATED), is_vector_memory(w) && !w->store && op & 4 && w->known && w->v < SPE_V1P2);
    needs(w, R(MEMORY_COPY_SET), general && (in(op, 0xfe, 0x20) || op == 0x25), SPE_V1P3, FLAG(MOPS));
    needs(w, R(GCS), general && in(op, 0xfa, 0x40), SPE_V1P4, FLAG(GCS));
    when(w, R(GCS_COMMON), general && in(op, 0xfe, 0x40) && w->known && flag(w, FLAG(ARCH_INST)));
    needs(w, R(GCS_BRANCH), w->gcs_branch, SPE_V1P4, FLAG(GCS));
    when(w, R(GCS_NEITHER), w->gcs_branch && cr == 3);
    needs(w, R(CALL_RETURN), branch && cr != 0, 0, FLAG(CRR));
    when(w, R(CALL_RETURN_MISSING), branch && cr == 0 && w->known && flag(w, FLAG(CRR)));
    when(w, R(RETURN_DIRECT), branch && cr == 2 && !indirect);
    when(w, R(CONDITIONAL_INDIRECT), branch && indirect && conditional);
    when(w, R(CONDITIONAL_CALL_RETURN), branch && conditional && (cr == 1 || cr == 2 || w->gcs_branch));
    needs(w, R(EVL_OVER_2048), evl, 0, FLAG(SPE_SME));
}

static void rest(const struct view *w)
{
    const struct spe_record *r = w->r;
    const int target = has(w, HAS(BRANCH_TARGET)) && w->ev && !(w->e >> 6 & 1);
    const struct {
        int there;
        uint64_t payload, zero;
    } addresses[] = {
        {has(w, HAS(PC)), r->pc, UINT64_C(0xf) << 56},
        {target, r->branch_target, UINT64_C(0xf) << 56},
        {has(w, HAS(PREV_BRANCH_TARGET)), r->prev_branch_target, UINT64_C(0xf) << 56},
        {has(w, HAS(DATA_PA)), r->data_pa, BIT(61)},
    };
    int zero = 0, nse = 0, reserved = 0, secure = 0;
    for (int i = 0; i < 4; i++) {
        const unsigned state = (unsigned)(addresses[i].payload >> 63 | (addresses[i].payload >> 60 & 1) << 1);
        zero |= addresses[i].there && addresses[i].payload & addresses[i].zero;
        nse |= addresses[i].there && state & 2;
        reserved |= addresses[i].there && state == 2;
        secure |= addresses[i].there && state == 0;
    }
    const int stays = w->branch && (!(w->op & 2) || w->op & 4 || w->op >> 3 == 1 || w->op >> 3 == 2);
    const unsigned most = w->f->counter_bits == 12 ? 0xfff : 0xffff;
    when(w, R(ADDRESS_ZERO_BITS), zero);
    needs(w, R(NSE_WITHOUT_RME), nse, 0, FLAG(RME));
    when(w, R(NSE_RESERVED), reserved);
    needs(w, R(SECURE_STATE), secure, 0, FLAG(SECURE));
    when(w, R(BRANCH_TARGET_ELSEWHERE),
         stays && target && !(w->ev && w->retired && w->excepted) && has(w, HAS(PC)) &&
             r->pc >> 60 != r->branch_target >> 60);
    needs(w, R(DATA_PA_TAG), has(w, HAS(DATA_PA)) && (r->data_pa >> 62 & 1 || r->data_pa >> 56 & 15), 0, FLAG(MTE2));
    needs(w, R(PREV_BRANCH_TARGET), has(w, HAS(PREV_BRANCH_TARGET)), SPE_V1P2, FLAG(PBT));
    when(w, R(PREV_TARGET_NOT_RETIRED), has(w, HAS(PREV_BRANCH_TARGET)) && w->ev && !w->retired);
    when(w, R(COUNTER_TOO_LARGE),
         (has(w, HAS(TOTAL_LATENCY)) && r->total_latency > most) ||
             (has(w, HAS(ISSUE_LATENCY)) && r->issue_latency > most) ||
             (has(w, HAS(TRANSLATION_LATENCY)) && r->translation_latency > most) ||
             (has(w, HAS(ALT_ISSUE_LATENCY)) && r->alt_issue_latency > most));
    needs(w, R(ALT_ISSUE_LATENCY), has(w, HAS(ALT_ISSUE_LATENCY)), 0, FLAG(ALTCLK));
    when(w, R(ALT_ISSUE_NOT_STREAMING),
         has(w, HAS(ALT_ISSUE_LATENCY)) && w->ev && !(w->e >> 24 & 1) && w->known && flag(w, FLAG(ALTCLK)));
    needs(w, R(DATA_SOURCE), has(w, HAS(DATA_SOURCE)), 0, FLAG(LDS));
}

/* Every rule of records. */
static void reference(const struct spe_features *f, const struct spe_record *r, struct seen *before,
                      unsigned char *broken)
{
    struct view w = {.f = f, .r = r, .before = before, .cls = r->op_class, .op = r->op_payload, .broken = broken};
    w.v = f->version;
    w.known = w.v != 0;
    w.ev = has(&w, HAS(EVENTS));
    w.e = w.ev ? r->events : 0;
    w.retired = (int)(w.e >> 1 & 1);
    w.excepted = (int)(w.e & 1);
    w.ok = has(&w, HAS(OPERATION)) && !is_reserved(w.cls, w.op);
    w.load_store = w.ok && w.cls == 1;
    w.branch = w.ok && w.cls == 2;
    w.store = w.load_store && w.op & 1;
    w.gcs_branch = w.branch && w.op & 4;
    must_hold(&w);
    must_not_hold(&w);
    neighbours(&w);
    events(&w);
    operations(&w);
    rest(&w);
    const uint32_t end = r->present & (HAS(TIMESTAMP) | HAS(END));
    before->end = end == HAS(TIMESTAMP) || end == HAS(END) ? end : before->end;
    before->events_size = r->events_size ? r->events_size : before->events_size;
    before->data_source_size = r->data_source_size ? r->data_source_size : before->data_source_size;
    before->last = *r;
    before->any = 1;
}

/* -- random records -- */

static struct spe_record random_record(struct spe_gen_writer *m, const struct seen *before)
{
    const struct spe_gen_wish anything = {0};
    unsigned kind;
    struct spe_record r = make_record(m, &anything, &kind);
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

/* A stream of 20 records: how many of them the two sides see alike. */
static unsigned compare_stream(unsigned counts[SPE_RULES])
{
    const struct spe_gen_wish anything = {0};
    struct spe_gen_writer m = make_writer(&anything);
    struct seen before = {.any = 0};
    unsigned good = 0;
    spe_check c;
    if (chance(2))
        m.core.flags = (uint32_t)random_u64() & SPE_FEATURES_ALL_FLAGS; /* features that do not go together */
    spe_check_init(&c, &m.core);
    before.last.offset = 4096;
    for (unsigned i = 0; i < 20; i++) {
        unsigned char want[SPE_RULES] = {0}, got[SPE_RULES] = {0};
        struct spe_finding found[SPE_RULES];
        const struct spe_record r = random_record(&m, &before);
        reference(&m.core, &r, &before, want);
        const int n = spe_check_record(&c, &r, found, SPE_RULES);
        for (int k = 0; k < n; k++)
            got[found[k].rule]++;
        for (unsigned rule = 0; rule < SPE_RULES; rule++) {
            counts[rule] += want[rule];
            if (want[rule] != got[rule])
                diag("%s: wanted %d, got %d: version %u flags %x op %u %02x events %llx present %x",
                     spe_rule_name(rule), want[rule], got[rule], m.core.version, m.core.flags, r.op_class, r.op_payload,
                     (unsigned long long)r.events, r.present);
        }
        good += !memcmp(want, got, sizeof want);
    }
    return good;
}

int main(void)
{
    enum { STREAMS = 100000 };
    static unsigned counts[SPE_RULES];
    unsigned good = 0, rare = 0, i;
    for (i = 0; i < STREAMS && good == 20 * i; i++)
        good += compare_stream(counts);
    is(good, 20 * STREAMS, "random records: the table and plain conditions find the same");
    for (unsigned rule = 0; rule < SPE_RULE_EXTENDED_HEADER; rule++) {
        if (counts[rule] < 50)
            diag("%s: %u times", spe_rule_name(rule), counts[rule]);
        rare += counts[rule] < 50;
    }
    is(rare, 0, "... and each rule often enough");
    return tap_done();
}
