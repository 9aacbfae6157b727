/* SPDX-License-Identifier: MIT */
/*
 * The state of profiling, compared with a separate model: the manual's Tables D17-1 to D17-3 and the cases of its
 * pseudocode are rows of patterns, of which the first that fits counts. A reserved value may leave the answer open.
 * Then the model is computed for every value that it could have, and the library's answer must hold for all of them.
 */
#include <libspe-lab/lab.h>
#include <string.h>

#include "random.h"
#include "tap.h"

enum { NO = SPE_PROFILING_NO, YES = SPE_PROFILING_YES, OPEN = SPE_PROFILING_UNPREDICTABLE };

struct machine {
    unsigned el2, el3, sel2, rme, secure, exc, nvm, ecv, nv; /* what is implemented */
    unsigned nspbe, nspb, eel2, e2pb, tge, e2h;
    unsigned pmsee, s1, s2, s3; /* PMBSR_ELx.S */
    unsigned e0, e1, cx1, pa1, ts1, pct1, ee1;
    unsigned e0h, e2, cx2, pa2, ts2, pct2, ee2, envm;
    unsigned enabled, fm, limit_nvm; /* PMBLIMITR_EL1 */
};

/* -- the model -- */

struct row {
    const char *pattern;
    int answer;
};

/* The answer of the first row whose pattern fits the bits: 0, 1, or x for either. */
static int look_up(const struct row *rows, const char *bits)
{
    for (; rows->pattern; rows++) {
        size_t i = 0;
        while (bits[i] && (rows->pattern[i] == 'x' || rows->pattern[i] == bits[i]))
            i++;
        if (!bits[i] && !rows->pattern[i])
            return rows->answer;
    }
    return -1;
}

#define BIT(n) ((n) ? '1' : '0')
#define BITS2(n) BIT((n)&2), BIT((n)&1)
#define LOOK_UP(rows, ...) look_up(rows, (const char[]){__VA_ARGS__, 0})

/* EL3, RME, Secure state, NSPBE, NSPB[1] */
static const struct row owning_states[] = {{"0x0xx", SPE_STATE_NON_SECURE}, {"0x1xx", SPE_STATE_SECURE},
                                           {"10xx0", SPE_STATE_SECURE},     {"10xx1", SPE_STATE_NON_SECURE},
                                           {"11x01", SPE_STATE_NON_SECURE}, {"11x11", SPE_STATE_REALM},
                                           {"11100", SPE_STATE_SECURE},     {"11x10", SPE_STATE_RESERVED},
                                           {"11000", SPE_STATE_RESERVED},   {NULL, 0}};
/* EL2, the owner is Secure, SEL2, EL3, EEL2 */
static const struct row el2_is_enabled[] = {{"0xxxx", 0}, {"10xxx", 1}, {"110xx", 0}, {"1110x", 1},
                                            {"11110", 0}, {"11111", 1}, {NULL, 0}};
/* EL2 enabled, E2PB */
static const struct row owning_els[] = {{"0xx", 1}, {"100", 2}, {"101", 0}, {"11x", 1}, {NULL, 0}};

/* Table D17-1. EL2 enabled, EL2 owns, TGE; the answer: 1 the level's bit decides, 2 E0HSPE decides, 0 disabled */
static const struct row enabled_el2[] = {{"0xx", 0}, {"10x", 0}, {"11x", 1}, {NULL, 0}};
static const struct row enabled_el1[] = {{"0xx", 1}, {"100", 1}, {"101", 0}, {"110", 1}, {"111", 0}, {NULL, 0}};
static const struct row enabled_el0[] = {{"0xx", 1}, {"100", 1}, {"101", 0}, {"110", 1}, {"111", 2}, {NULL, 0}};

/* Table D17-2. Its last column contradicts D17.4 and the pseudocode, which are used here. PMBSR_EL1.S, PMSEE,
 * PMBSR_EL3.S, PMSCR_EL2.EE, PMBSR_EL2.S; effective values */
static const struct row stopped[] = {{"000xxxx", 0}, {"001x0xx", 0}, {"001x1x0", 0}, {"001x1x1", 1}, {"01x00xx", 0},
                                     {"01x01x0", 0}, {"01x01x1", 1}, {"01x1xxx", 1}, {"1xxxxxx", 1}, {NULL, 0}};
/* J1 EffectivePMSCR_EL1_EE: effective PMSCR_EL2.EE, PMSCR_EL1.EE, NV */
static const struct row interrupt[] = {{"00xxx", YES}, {"xx00x", YES},  {"xx11x", NO},   {"xx011", YES},
                                       {"xx101", NO},  {"xx010", OPEN}, {"xx100", OPEN}, {NULL, 0}};
/* J1 DefaultSPEEvent: PMSEE, PMSCR_EL2.EE, effective values */
static const struct row event_els[] = {{"00xx", 1}, {"11xx", 3}, {"xx11", 2}, {"xxxx", 1}, {NULL, 0}};
/* J1 EffectivePMBLIMITR_EL1_nVM: FEAT_SPE_nVM, nVM, EL2 enabled, EL2 owns, EnVM */
static const struct row physical_mode[] = {{"0xxxx", 0}, {"10xxx", 0}, {"110xx", 1}, {"1111x", 1},
                                           {"11101", 1}, {"11100", 0}, {NULL, 0}};

/* EL2 enabled, EL2 owns, PMSCR_EL1.PA, PMSCR_EL2.PA */
static const struct row addresses[] = {{"0x0x", 0}, {"0x1x", 1}, {"11x0", 0}, {"11x1", 1},
                                       {"100x", 0}, {"1010", 0}, {"1011", 1}, {NULL, 0}};

enum { N = SPE_TIMESTAMP_NONE, V = SPE_TIMESTAMP_VIRTUAL, P = SPE_TIMESTAMP_PHYSICAL };
enum { O = SPE_TIMESTAMP_PHYSICAL_OFFSET, R = SPE_TIMESTAMP_RESERVED };
/* Table D17-3, on cores with EL2 (without, PMSCR_EL1.PCT is 0b01: D24.7.8). EL2 enabled, EL2 owns, PMSCR_EL2.PCT, .TS,
 * PMSCR_EL1.PCT, .TS */
static const struct row timestamps[] = {
    {"x0xxxxx0", N}, {"00xxx001", V}, {"00xxx011", P}, {"00xxx111", O}, {"00xxx101", R}, /* EL1 */
    {"1000xxx1", V}, {"1001x001", V}, {"1001x011", P}, {"1001x111", O}, {"1001x101", R}, /* EL1 under EL2 */
    {"1011x001", V}, {"1011x011", O}, {"1011x111", O}, {"1011x101", R}, {"1010xxx1", R},
    {"11xx0xxx", N}, {"11001xxx", V}, {"11011xxx", P}, {"11111xxx", O}, {"11101xxx", R}, /* EL2 */
    {NULL, 0}};

static int model_timestamp(const struct machine *m, unsigned enabled, unsigned el2_owns, unsigned el)
{
    const unsigned pct = m->ecv ? 3 : 1;
    const int source = LOOK_UP(timestamps, BIT(enabled), BIT(el2_owns), BITS2(m->pct2 & pct), BIT(m->ts2),
                               BITS2(m->el2 ? m->pct1 & pct : 1), BIT(m->ts1));
    const int host = enabled && m->e2h && (el == 2 || (el == 0 && m->tge));
    return source == V && host ? P : source;
}

static void model_level(const struct machine *m, struct spe_profiling *out, unsigned el)
{
    static const struct row *const tables[] = {enabled_el0, enabled_el1, enabled_el2};
    const unsigned bits[3][3] = {{0, m->e0, m->e0h}, {0, m->e1, 0}, {0, m->e2, 0}};
    const unsigned enabled = out->el2_enabled, owns = out->owning_el == 2, tge = enabled && m->tge;
    struct spe_profiling_level *level = &out->level[el];
    level->allowed = (uint8_t)bits[el][LOOK_UP(tables[el], BIT(enabled), BIT(owns), BIT(m->tge))];
    level->enabled = level->allowed && out->buffer_enabled && !out->stopped;
    if (!level->allowed)
        return;
    level->timestamp = (uint8_t)model_timestamp(m, enabled, owns, el);
    level->collects |= level->timestamp != N ? SPE_HAS_TIMESTAMP : 0;
    level->collects |= m->cx1 && el < 2 && !tge ? SPE_HAS_CONTEXT_EL1 : 0;
    level->collects |= m->cx2 && enabled ? SPE_HAS_CONTEXT_EL2 : 0;
    level->collects |= LOOK_UP(addresses, BIT(enabled), BIT(owns), BIT(m->pa1), BIT(m->pa2)) ? SPE_HAS_DATA_PA : 0;
}

/* The results for a known state of the owner. */
static void model_of(const struct machine *m, unsigned state, struct spe_profiling *out)
{
    static const uint8_t discards[] = {NO, OPEN, YES, OPEN};
    memset(out, 0, sizeof *out);
    out->owning_state = (uint8_t)state;
    out->has_el2 = (uint8_t)m->el2;
    out->has_el3 = (uint8_t)m->el3;
    out->el2_enabled = (uint8_t)LOOK_UP(el2_is_enabled, BIT(m->el2), BIT(state == SPE_STATE_SECURE), BIT(m->sel2),
                                        BIT(m->el3), BIT(m->eel2));
    out->owning_el = (uint8_t)LOOK_UP(owning_els, BIT(out->el2_enabled), BITS2(m->e2pb));
    const unsigned pmsee = !m->exc ? 0 : m->el3 ? m->pmsee : 1;
    const unsigned ee2 = !pmsee ? 0 : out->el2_enabled ? m->ee2 : 1;
    out->buffer_enabled = (uint8_t)m->enabled;
    out->stopped = (uint8_t)LOOK_UP(stopped, BIT(m->s1), BITS2(pmsee), BIT(m->s3), BITS2(ee2), BIT(m->s2));
    out->interrupt = (uint8_t)LOOK_UP(interrupt, BITS2(ee2), BITS2(m->ee1), BIT(m->nv));
    out->event_el = (uint8_t)LOOK_UP(event_els, BITS2(pmsee), BITS2(ee2));
    out->discards = discards[m->fm];
    out->physical_mode = (uint8_t)LOOK_UP(physical_mode, BIT(m->nvm), BIT(m->limit_nvm), BIT(out->el2_enabled),
                                          BIT(out->owning_el == 2), BIT(m->envm));
    for (unsigned el = 0; el < 3; el++)
        model_level(m, out, el);
}

static unsigned model_state(const struct machine *m)
{
    return (unsigned)LOOK_UP(owning_states, BIT(m->el3), BIT(m->rme), BIT(m->secure), BIT(m->nspbe), BIT(m->nspb & 2));
}

/* -- the machine as registers: in random order, with random values in all other bits -- */

static struct spe_sysreg_value put(unsigned reg, uint64_t value, uint64_t mask)
{
    return (struct spe_sysreg_value){reg, 0, value | (random_u64() & ~mask)};
}

static size_t registers_of(const struct machine *m, struct spe_sysreg_value *out)
{
#define AT(field, low) ((uint64_t)(field) << (low))
    const struct spe_sysreg_value regs[] = {
        {SPE_REG_PMSCR_EL1, 0, random_u64()}, /* occurs again below; the last entry counts */
        put(SPE_REG_ID_AA64PFR0_EL1, AT(m->el2, 8) | AT(m->el3, 12) | AT(m->sel2, 36), AT(0xff, 8) | AT(0xf, 36)),
        put(SPE_REG_ID_AA64MMFR2_EL1, AT(m->nv, 24), AT(0xf, 24)),
        put(SPE_REG_MDCR_EL3, AT(m->nspbe, 11) | AT(m->nspb, 12) | AT(m->pmsee, 51), AT(7, 11) | AT(3, 51)),
        put(SPE_REG_SCR_EL3, AT(m->eel2, 18), AT(1, 18)),
        put(SPE_REG_MDCR_EL2, AT(m->e2pb, 12), AT(3, 12)),
        put(SPE_REG_HCR_EL2, AT(m->tge, 27) | AT(m->e2h, 34), AT(1, 27) | AT(1, 34)),
        put(SPE_REG_PMBSR_EL1, AT(m->s1, 17), AT(1, 17)),
        put(SPE_REG_PMBSR_EL2, AT(m->s2, 17), AT(1, 17)),
        put(SPE_REG_PMBSR_EL3, AT(m->s3, 17), AT(1, 17)),
        put(SPE_REG_PMSCR_EL2,
            m->e0h | AT(m->e2, 1) | AT(m->cx2, 3) | AT(m->pa2, 4) | AT(m->ts2, 5) | AT(m->pct2, 6) | AT(m->ee2, 8) |
                AT(m->envm, 11),
            0xbfb),
        put(SPE_REG_PMSCR_EL1,
            m->e0 | AT(m->e1, 1) | AT(m->cx1, 3) | AT(m->pa1, 4) | AT(m->ts1, 5) | AT(m->pct1, 6) | AT(m->ee1, 8),
            0x3fb),
        put(SPE_REG_PMBLIMITR_EL1, m->enabled | AT(m->fm, 1) | AT(m->limit_nvm, 7), 0x87),
    };
    memcpy(out, regs, sizeof regs);
    return sizeof regs / sizeof regs[0];
}

static uint32_t flags_of(const struct machine *m)
{
    return (m->rme ? SPE_FEATURE_RME : 0) | (m->secure ? SPE_FEATURE_SECURE : 0) | (m->exc ? SPE_FEATURE_EXC : 0) |
           (m->nvm ? SPE_FEATURE_NVM : 0) | (m->ecv ? SPE_FEATURE_ECV : 0);
}

/* -- the comparison -- */

static const struct {
    const char *name;
    size_t offset;
    uint8_t open; /* the value for an open answer */
} members[] = {
    {"owning_state", offsetof(struct spe_profiling, owning_state), SPE_STATE_RESERVED},
    {"owning_el", offsetof(struct spe_profiling, owning_el), 0},
    {"el2_enabled", offsetof(struct spe_profiling, el2_enabled), OPEN},
    {"stopped", offsetof(struct spe_profiling, stopped), OPEN},
    {"physical_mode", offsetof(struct spe_profiling, physical_mode), OPEN},
    {"interrupt", offsetof(struct spe_profiling, interrupt), OPEN},
    {"event_el", offsetof(struct spe_profiling, event_el), 0},
    {"EL0 allowed", offsetof(struct spe_profiling, level[0].allowed), OPEN},
    {"EL1 allowed", offsetof(struct spe_profiling, level[1].allowed), OPEN},
    {"EL2 allowed", offsetof(struct spe_profiling, level[2].allowed), OPEN},
    {"EL0 enabled", offsetof(struct spe_profiling, level[0].enabled), OPEN},
    {"EL1 enabled", offsetof(struct spe_profiling, level[1].enabled), OPEN},
    {"EL2 enabled", offsetof(struct spe_profiling, level[2].enabled), OPEN},
};

/* Whether the answer holds if the right one is `want`. */
static int holds(const struct spe_profiling *got, const struct spe_profiling *want)
{
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        const unsigned a = ((const uint8_t *)got)[members[i].offset], b = ((const uint8_t *)want)[members[i].offset];
        if (a != members[i].open && a != b) {
            diag("%s: %u, may be %u", members[i].name, a, b);
            return 0;
        }
    }
    return got->buffer_enabled == want->buffer_enabled && got->discards == want->discards;
}

static uint32_t expected_flags(const struct machine *m, const struct spe_profiling *want)
{
    const int odd_time =
        want->level[0].timestamp == R || want->level[1].timestamp == R || want->level[2].timestamp == R;
    return (m->fm & 1 ? SPE_UNPREDICTABLE_FM : 0) | (want->interrupt == OPEN ? SPE_UNPREDICTABLE_EE : 0) |
           (odd_time ? SPE_UNPREDICTABLE_PCT : 0);
}

static int differs(const struct machine *m)
{
    struct spe_sysreg_value regs[16];
    struct spe_features f = {.size = sizeof f, .flags = flags_of(m)};
    struct spe_profiling got, want;
    const unsigned state = model_state(m);
    memset(&got, 0x5a, sizeof got);
    if (spe_profiling_read(regs, registers_of(m, regs), &f, &got) != SPE_OK || got.missing)
        return 1;
    model_of(m, state == SPE_STATE_RESERVED ? SPE_STATE_REALM : state, &want);
    if (state == SPE_STATE_RESERVED && m->el2) {
        int bad = !(got.unpredictable & SPE_UNPREDICTABLE_NSPB) || got.owning_state != SPE_STATE_RESERVED;
        struct machine choice = *m;
        for (unsigned s = m->secure ? SPE_STATE_SECURE : SPE_STATE_NON_SECURE; s <= SPE_STATE_REALM; s++)
            for (choice.e2pb = 0; choice.e2pb <= 3; choice.e2pb += 3) {
                model_of(&choice, s, &want);
                bad += !holds(&got, &want);
            }
        return bad;
    }
    if (want.el2_enabled && m->e2pb == 1) {
        int bad = got.unpredictable != ((got.unpredictable & ~0x3u) | SPE_UNPREDICTABLE_E2PB) || got.owning_el != 0;
        struct machine choice = *m;
        for (choice.e2pb = 0; choice.e2pb <= 3; choice.e2pb += 3) {
            model_of(&choice, state, &want);
            bad += !holds(&got, &want) || got.owning_state != state || got.interrupt != want.interrupt;
        }
        return bad;
    }
    want.owning_state = (uint8_t)state;
    want.unpredictable = expected_flags(m, &want) | (state == SPE_STATE_RESERVED ? SPE_UNPREDICTABLE_NSPB : 0);
    if (!memcmp(&got, &want, sizeof got))
        return 0;
    holds(&got, &want);
    return 1;
}

/* Sets a machine's members from bits, starting with the lowest. */
static void from_bits(struct machine *m, uint64_t bits)
{
    unsigned *const ones[] = {&m->el2, &m->el3, &m->sel2, &m->rme,     &m->secure,   &m->nspbe, &m->eel2, &m->tge,
                              &m->e2h, &m->exc, &m->nvm,  &m->ecv,     &m->nv,       &m->s1,    &m->s2,   &m->s3,
                              &m->e0,  &m->e1,  &m->cx1,  &m->pa1,     &m->ts1,      &m->e0h,   &m->e2,   &m->cx2,
                              &m->pa2, &m->ts2, &m->envm, &m->enabled, &m->limit_nvm};
    unsigned *const twos[] = {&m->nspb, &m->e2pb, &m->pmsee, &m->pct1, &m->pct2, &m->ee1, &m->ee2, &m->fm};
    for (size_t i = 0; i < sizeof ones / sizeof ones[0]; i++, bits >>= 1)
        *ones[i] = bits & 1;
    for (size_t i = 0; i < sizeof twos / sizeof twos[0]; i++, bits >>= 2)
        *twos[i] = bits & 3;
}

static void test_all(void)
{
    struct machine m;
    int bad = 0;
    for (unsigned i = 0; i < 4096 * 32; i++) { /* every owner */
        from_bits(&m, (random_u64() & ~UINT64_C(0x1ff)) | (i & 0x1ff));
        m.nspb = i >> 9 & 1 ? 2 | (m.nspb & 1) : m.nspb & 1;
        m.e2pb = i >> 10 & 3;
        bad += differs(&m) && bad < 5;
    }
    is(bad, 0, "every owner: EL2, EL3, SEL2, RME, Secure state, NSPBE, NSPB, EEL2, E2PB, TGE, E2H");
    for (unsigned i = 0; i < 16u << 15; i++) { /* what is collected */
        from_bits(&m, random_u64());
        m.el2 = i >> 15 & 1, m.e2pb = i >> 16 & 1 ? 0 : 3, m.tge = i >> 17 & 1, m.e2h = i >> 18 & 1;
        m.el3 = m.rme = m.secure = 0;
        m.e0 = m.e1 = m.e2 = m.e0h = 1;
        m.cx1 = i & 1, m.pa1 = i >> 1 & 1, m.ts1 = i >> 2 & 1, m.pct1 = i >> 3 & 3, m.cx2 = i >> 5 & 1;
        m.pa2 = i >> 6 & 1, m.ts2 = i >> 7 & 1, m.pct2 = i >> 8 & 3, m.ecv = i >> 10 & 1;
        bad += differs(&m) && bad < 5;
    }
    is(bad, 0, "what is collected: PCT x PCT, TS, CX, PA, ECV by owner, TGE and E2H");
    for (unsigned i = 0; i < 1u << 17; i++) { /* events */
        from_bits(&m, random_u64());
        m.el2 = i & 1, m.el3 = i >> 1 & 1, m.rme = m.secure = 0, m.exc = i >> 2 & 1, m.nv = i >> 3 & 1;
        m.pmsee = i >> 4 & 3, m.ee2 = i >> 6 & 3, m.ee1 = i >> 8 & 3, m.s1 = i >> 10 & 1, m.s2 = i >> 11 & 1;
        m.s3 = i >> 12 & 1, m.nspb = i >> 13 & 1 ? 2 : 0, m.eel2 = i >> 14 & 1, m.sel2 = i >> 15 & 1;
        m.enabled = 1, m.e0 = i >> 16 & 1;
        bad += differs(&m) && bad < 5;
    }
    is(bad, 0, "stopped, interrupt, where events go: PMSEE, EE x EE, S of three levels, NV");
    for (unsigned i = 0; i < 400000; i++) {
        from_bits(&m, random_u64());
        bad += differs(&m) && bad < 5;
    }
    is(bad, 0, "anything");
}

/* -- by hand -- */

static const struct spe_sysreg_value linux_host[] = {
    /* VHE, Non-secure, EL2 controls everything */
    {SPE_REG_ID_AA64PFR0_EL1, 0, 0x1111},
    {SPE_REG_MDCR_EL3, 0, 3u << 12},
    {SPE_REG_MDCR_EL2, 0, 0},
    {SPE_REG_HCR_EL2, 0, UINT64_C(1) << 34 | 1u << 27},
    {SPE_REG_PMSCR_EL1, 0, 0},
    {SPE_REG_PMSCR_EL2, 0, 0x7b},
    {SPE_REG_PMBLIMITR_EL1, 0, 0x10001},
    {SPE_REG_PMBSR_EL1, 0, 0},
};

static void test_host(void)
{
    const struct spe_features none = SPE_FEATURES_INIT;
    struct spe_profiling p;
    struct spe_profiling_level level;
    is(spe_profiling_read(linux_host, 8, &none, &p), SPE_OK, "a host under EL3");
    ok(!p.missing && !p.unpredictable, "nothing is open");
    ok(p.owning_el == 2 && p.owning_state == SPE_STATE_NON_SECURE && p.el2_enabled == YES, "EL2 owns");
    ok(p.buffer_enabled && p.stopped == NO && p.interrupt == YES && p.event_el == 1, "it runs");
    spe_profiling_at(&p, 2, SPE_STATE_NON_SECURE, &level);
    ok(level.allowed == YES && level.enabled == YES && level.timestamp == SPE_TIMESTAMP_PHYSICAL &&
           level.collects == (SPE_HAS_CONTEXT_EL2 | SPE_HAS_DATA_PA | SPE_HAS_TIMESTAMP),
       "the kernel, at EL2");
    ok(spe_profiling_at(&p, 0, SPE_STATE_NON_SECURE, &level) == SPE_OK && level.enabled == YES, "its programs");
    memset(&level, 0x5a, sizeof level);
    ok(spe_profiling_at(&p, 0, SPE_STATE_SECURE, &level) == SPE_OK && !level.allowed && !level.enabled &&
           !level.collects && !level.timestamp && !level.reserved,
       "not in Secure state");
    ok(spe_profiling_at(&p, 1, SPE_STATE_NON_SECURE, &level) == SPE_OK && !level.allowed, "nothing runs at EL1");
    ok(spe_profiling_at(&p, 3, SPE_STATE_NON_SECURE, &level) == SPE_OK && !level.allowed, "never at EL3");
    is(spe_profiling_at(&p, 4, 1, &level), SPE_E_ARG, "no such level");
    is(spe_profiling_at(&p, 0, SPE_STATE_RESERVED, &level), SPE_E_ARG, "no such state");
    is(spe_profiling_at(NULL, 0, 0, &level), SPE_E_ARG, "NULL");
    is(spe_profiling_at(&p, 0, 0, NULL), SPE_E_ARG, "NULL result");
}

/* After the buffer stopped, the contents of records are still reported. */
static void test_stopped(void)
{
    struct spe_sysreg_value regs[8];
    struct spe_profiling p;
    memcpy(regs, linux_host, sizeof regs);
    regs[7].raw = 0x20001;
    spe_profiling_read(regs, 8, NULL, &p);
    ok(p.stopped == YES && p.level[2].allowed == YES && p.level[2].enabled == NO && p.level[2].collects,
       "stopped: not enabled; the packets are the same");
    regs[7].raw = 0, regs[6].raw = 0;
    spe_profiling_read(regs, 8, NULL, &p);
    ok(!p.buffer_enabled && p.level[2].allowed == YES && p.level[2].enabled == NO, "the buffer is not enabled");
}

static void test_reserved(void)
{
    struct spe_sysreg_value regs[8];
    const struct spe_features rme = {.size = sizeof rme, .flags = SPE_FEATURE_RME};
    struct spe_features old = {.size = sizeof old, .version = SPE_V1P1};
    struct spe_profiling p;
    struct spe_profiling_level level;
    memcpy(regs, linux_host, sizeof regs);
    regs[1].raw = 1u << 11; /* {NSPBE, NSPB} = 0b100 */
    spe_profiling_read(regs, 8, &rme, &p);
    ok(p.unpredictable == SPE_UNPREDICTABLE_NSPB && p.owning_state == SPE_STATE_RESERVED && p.owning_el == 0 &&
           p.el2_enabled == OPEN && p.level[0].allowed == OPEN && p.level[0].timestamp == SPE_TIMESTAMP_RESERVED,
       "a reserved NSPB is reported, and answers that depend on it are open");
    spe_profiling_at(&p, 0, SPE_STATE_REALM, &level);
    ok(level.allowed == OPEN && level.enabled == OPEN && !level.collects, "in every state");
    regs[0].raw = 0x1011, regs[1].raw = 0, regs[4].raw = 0x2b; /* no EL2, no Secure state */
    spe_profiling_read(regs, 8, &rme, &p);
    ok(p.owning_el == 1 && p.level[1].allowed == YES, "without an EL2, EL1 owns, whatever the state");
    ok(spe_profiling_at(&p, 1, SPE_STATE_REALM, &level) == SPE_OK && level.allowed == OPEN && level.enabled == OPEN &&
           !level.collects && level.timestamp == SPE_TIMESTAMP_RESERVED,
       "... in whichever");
    regs[6].raw = 0;
    spe_profiling_read(regs, 8, &rme, &p);
    ok(spe_profiling_at(&p, 1, SPE_STATE_REALM, &level) == SPE_OK && level.allowed == OPEN && level.enabled == NO,
       "not while the buffer is disabled");
    ok(spe_profiling_at(&p, 2, SPE_STATE_REALM, &level) == SPE_OK && level.allowed == NO,
       "and not if it is impossible");
    memcpy(regs, linux_host, sizeof regs);
    regs[2].raw = 1u << 12;
    spe_profiling_read(regs, 8, NULL, &p);
    ok(p.unpredictable == SPE_UNPREDICTABLE_E2PB && p.owning_el == 0 && p.owning_state == SPE_STATE_NON_SECURE,
       "so is a reserved E2PB");
    memcpy(regs, linux_host, sizeof regs);
    regs[6].raw |= 4;
    spe_profiling_read(regs, 8, &old, &p);
    ok(p.discards == OPEN && p.unpredictable == SPE_UNPREDICTABLE_FM, "discard mode before FEAT_SPEv1p2");
    old.version = SPE_V1P2;
    spe_profiling_read(regs, 8, &old, &p);
    ok(p.discards == YES && !p.unpredictable, "... with it");
    old.version = 0;
    spe_profiling_read(regs, 8, &old, &p);
    ok(p.discards == YES, "... and if the version is not known");
}

#define GIVEN(reg) (UINT64_C(1) << (reg))

/* Registers that are required and missing; the Exception levels if ID_AA64PFR0_EL1 is missing */
static void test_missing(void)
{
    static const uint8_t of_el2[] = {SPE_REG_PMSCR_EL2, SPE_REG_MDCR_EL2, SPE_REG_HCR_EL2, SPE_REG_PMBSR_EL2};
    static const uint8_t of_el3[] = {SPE_REG_MDCR_EL3, SPE_REG_SCR_EL3, SPE_REG_PMBSR_EL3};
    const uint64_t always = GIVEN(SPE_REG_PMSCR_EL1) | GIVEN(SPE_REG_PMBLIMITR_EL1) | GIVEN(SPE_REG_PMBSR_EL1);
    const uint64_t el2 = GIVEN(SPE_REG_MDCR_EL2) | GIVEN(SPE_REG_HCR_EL2) | GIVEN(SPE_REG_PMSCR_EL2);
    const struct spe_features exc = {.size = sizeof exc, .flags = SPE_FEATURE_EXC};
    struct spe_sysreg_value regs[2] = {{SPE_REG_ID_AA64PFR0_EL1, 0, 0x11}};
    struct spe_profiling p;
    spe_profiling_read(NULL, 0, NULL, &p);
    is(p.missing, always | GIVEN(SPE_REG_ID_AA64PFR0_EL1), "nothing is known");
    ok(!p.has_el2 && !p.has_el3 && p.owning_el == 1, "like a core with EL1 alone");
    spe_profiling_read(regs, 1, NULL, &p);
    is(p.missing, always, "EL1 alone");
    regs[0].raw = 0x111;
    spe_profiling_read(regs, 1, NULL, &p);
    is(p.missing, always | el2, "with EL2");
    regs[0].raw = 0x1111 | UINT64_C(1) << 36;
    spe_profiling_read(regs, 1, NULL, &p);
    is(p.missing, always | GIVEN(SPE_REG_MDCR_EL3) | GIVEN(SPE_REG_SCR_EL3), "with EL3, a Secure owner");
    regs[1] = (struct spe_sysreg_value){SPE_REG_MDCR_EL3, 0, 3u << 12 | UINT64_C(3) << 51};
    spe_profiling_read(regs, 2, &exc, &p);
    is(p.missing, always | el2 | GIVEN(SPE_REG_PMBSR_EL3), "PMBSR_EL3 if its exceptions are enabled");
    int bad = 0;
    for (size_t i = 0; i < sizeof of_el2; i++) {
        regs[0] = (struct spe_sysreg_value){of_el2[i], 0, 0};
        bad += spe_profiling_read(regs, 1, NULL, &p) != SPE_OK || !p.has_el2 || p.has_el3;
    }
    for (size_t i = 0; i < sizeof of_el3; i++) {
        regs[0] = (struct spe_sysreg_value){of_el3[i], 0, 0};
        bad += spe_profiling_read(regs, 1, NULL, &p) != SPE_OK || p.has_el2 || !p.has_el3;
    }
    is(bad, 0, "without ID_AA64PFR0_EL1, a level exists if one of its registers is given");
    struct spe_sysreg_value secure[] = {
        {SPE_REG_MDCR_EL3, 0, 0}, {SPE_REG_SCR_EL3, 0, 1u << 18}, {SPE_REG_HCR_EL2, 0, 0}};
    spe_profiling_read(secure, 3, NULL, &p);
    ok(p.owning_state == SPE_STATE_SECURE && p.el2_enabled == YES, "... and Secure EL2 if EEL2 is 1");
    struct spe_sysreg_value alone[] = {{SPE_REG_PMSCR_EL1, 0, 0x23}, {SPE_REG_ID_AA64PFR0_EL1, 0, 0x11}};
    spe_profiling_read(alone, 1, NULL, &p);
    is(p.level[1].timestamp, V, "PMSCR_EL1.PCT is used as read: 0b00 means that EL2 exists (D24.7.8)");
    spe_profiling_read(alone, 2, NULL, &p);
    is(p.level[1].timestamp, P, "... it is 0b01 if ID_AA64PFR0_EL1 has no EL2");
}

static void test_refused(void)
{
    const struct spe_features wrong = {.size = 31},
                              nv2 = {.size = sizeof nv2, .flags = SPE_FEATURE_EXC | SPE_FEATURE_NV2};
    const struct spe_sysreg_value none = {spe_sysreg_count(), 0, 0}, ee = {SPE_REG_PMSCR_EL1, 0, 2u << 8};
    struct spe_profiling p, before;
    memset(&p, 0x5a, sizeof p);
    before = p;
    is(spe_profiling_read(&none, 1, NULL, &p), SPE_E_ARG, "no register");
    is(spe_profiling_read(NULL, 1, NULL, &p), SPE_E_ARG, "NULL registers");
    is(spe_profiling_read(linux_host, 8, &wrong, &p), SPE_E_CONFIG, "wrong features");
    ok(!memcmp(&p, &before, sizeof p), "nothing is written");
    is(spe_profiling_read(linux_host, 8, NULL, NULL), SPE_E_ARG, "NULL result");
    spe_profiling_read(&ee, 1, &nv2, &p);
    ok(p.interrupt == NO && !p.unpredictable, "FEAT_NV2 implies FEAT_NV, and EE 0b10 has a meaning");
}

/* -- the timestamp by itself -- */

static void test_timestamp(void)
{
    int bad = 0;
    for (unsigned i = 0; i < 1024; i++) {
        const unsigned enabled = i & 1, owns = enabled & i >> 1, ecv = i >> 8 & 1, pct = ecv ? 3 : 1;
        const unsigned pct1 = i >> 2 & 3, pct2 = i >> 4 & 3, ts1 = i >> 6 & 1, ts2 = i >> 7 & 1;
        const int want =
            LOOK_UP(timestamps, BIT(enabled), BIT(owns), BITS2(pct2 & pct), BIT(ts2), BITS2(pct1 & pct), BIT(ts1));
        const int got =
            spe_timestamp_source(pct1 << 6 | ts1 << 5, pct2 << 6 | ts2 << 5, (int)enabled, owns ? 2 : 1, (int)ecv);
        bad += got != want;
    }
    is(bad, 0, "which timestamp is recorded, with FEAT_ECV and without");
    is(spe_timestamp_source(0xa0, 0, 0, 1, 0), V, "without FEAT_ECV PCT[1] is RES0: 0b10 is virtual");
    is(spe_timestamp_source(0xe0, 0, 0, 1, 0), P, "... and 0b11 physical");
    is(spe_timestamp_source(0xa0, 0, 0, 1, 1), R, "with it 0b10 is reserved");
    is(spe_timestamp_source(0x20, 0, 0, 0, 1), SPE_E_ARG, "EL0 owns nothing");
    is(spe_timestamp_source(0x20, 0, 1, 3, 1), SPE_E_ARG, "nor EL3");
    is(spe_timestamp_source(0x20, 0x20, 0, 2, 1), SPE_E_ARG, "nor does EL2 if it is not enabled");
    static const char *const names[] = {
        "none", "virtual", "physical", "physical - physical offset", "CONSTRAINED UNPREDICTABLE", "?"};
    for (unsigned i = 0; i < 6; i++)
        ok(!strcmp(spe_timestamp_source_name(i), names[i]), names[i]);
}

int main(void)
{
    test_host();
    test_stopped();
    test_reserved();
    test_missing();
    test_refused();
    test_timestamp();
    test_all();
    return tap_done();
}
