/* SPDX-License-Identifier: MIT */
/* Single registers of the buffer and the interval: the syndrome, the remaining space, the distance between samples. */
#include <libspe-lab/lab.h>
#include <string.h>

#include "random.h"
#include "tap.h"

#define EC(n) ((uint32_t)(n) << 26)
#define SERVICE (1u << 17)
#define MSS2(bit) (UINT64_C(1) << (32 + (bit)))

/* The reverse: the value of PMBSR_EL1 that belongs to a syndrome. */
static void test_syndrome_encode(void)
{
    const uint64_t known = UINT64_C(0x00fffffffc0fffff);
    const struct spe_syndrome full = {.service = 1, .ec = SPE_EC_OTHER, .mss = SPE_BSC_FULL};
    struct spe_syndrome s;
    uint64_t raw = 7;
    int bad = 0;
    for (unsigned i = 0; i < 100000; i++) {
        const uint64_t pmbsr = i < 64 ? UINT64_C(1) << i : random_u64();
        bad += spe_syndrome_decode(pmbsr, &s) != SPE_OK || spe_syndrome_encode(&s, &raw) != SPE_OK ||
               raw != (pmbsr & known);
    }
    is(bad, 0, "encoding a syndrome gives the register again");
    is(spe_syndrome_encode(&full, &raw), SPE_OK, "buffer full, as a model writes it");
    is(raw, 0x20001, "... is PMBSR_EL1");
    raw = 7;
    for (unsigned i = 0; i < 9; i++) {
        struct spe_syndrome wrong = full;
        uint8_t *const members[] = {&wrong.ec,           &wrong.data_lost, &wrong.external_abort,
                                    &wrong.service,      &wrong.collision, &wrong.top_level,
                                    &wrong.assured_only, &wrong.overlay,   &wrong.dirty_bit};
        *members[i] = i ? 2 : 64;
        bad += spe_syndrome_encode(&wrong, &raw) != SPE_E_RANGE;
    }
    const struct spe_syndrome wide = {.service = 1, .mss2 = 1u << 24};
    bad += spe_syndrome_encode(&wide, &raw) != SPE_E_RANGE;
    is(bad, 0, "members wider than their fields");
    /* of the meaning */
    const struct {
        struct spe_syndrome in;
        uint64_t pmbsr;
    } said[] = {
        {{.service = 1, .buffer_full = 1}, SERVICE | 1},
        {{.service = 1, .buffer_full = 1, .data_lost = 1}, SERVICE | 1 | 1u << 19},
        {{.service = 1, .buffer_status = 5}, SERVICE | 5},
        {{.service = 1, .event_class = SPE_BUFFER_STAGE1, .fault_status = 6}, EC(0x24) | SERVICE | 6},
        {{.service = 1, .event_class = SPE_BUFFER_STAGE2, .fault_status = 0x21, .has_fault = 1},
         EC(0x25) | SERVICE | 0x21},
        {{.service = 1, .event_class = SPE_BUFFER_GRANULE}, EC(0x1e) | SERVICE},
        {{.service = 1, .buffer_status = SPE_BSC_TOO_LARGE}, SERVICE | 4},
        {{.service = 1, .ec = SPE_EC_STAGE1, .fault_status = 0x11, .in_doubt = 1}, EC(0x24) | SERVICE | 0x11},
        {{.service = 1, .ec = SPE_EC_STAGE1, .fault_status = 4, .top_level = 1}, EC(0x24) | SERVICE | 4 | MSS2(8)},
        {{.service = 1, .ec = SPE_EC_STAGE2, .mss = 0xc, .assured_only = 1}, EC(0x25) | SERVICE | 0xc | MSS2(7)},
        {{.service = 1, .ec = SPE_EC_STAGE1, .mss = 0xf, .overlay = 1, .dirty_bit = 1},
         EC(0x24) | SERVICE | 0xf | MSS2(6) | MSS2(5)},
        {{.service = 1, .ec = SPE_EC_STAGE1, .mss = 0xf, .mss2 = 0x40, .overlay = 1},
         EC(0x24) | SERVICE | 0xf | MSS2(6)},
        {{.event_class = SPE_BUFFER_IMPDEF, .mss = 0xabcd}, EC(0x1f) | 0xabcd}};
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++)
        bad += spe_syndrome_encode(&said[i].in, &raw) != SPE_OK || raw != said[i].pmbsr;
    is(bad, 0, "the meaning of the members");
    raw = 7;
    const struct spe_syndrome contradictions[] = {
        {.buffer_full = 1}, /* profiling has not stopped */
        {.service = 1, .ec = SPE_EC_STAGE1, .buffer_full = 1},
        {.service = 1, .mss = 2, .buffer_full = 1},
        {.service = 1, .mss = 1, .buffer_status = 2},
        {.service = 1, .ec = SPE_EC_STAGE1, .event_class = SPE_BUFFER_STAGE2},
        {.service = 1, .event_class = SPE_BUFFER_RESERVED},
        {.service = 1, .fault_status = 6},
        {.service = 1, .has_fault = 1},
        {.service = 1, .event_class = SPE_BUFFER_GRANULE, .fault_status = 6},
        {.service = 1, .ec = SPE_EC_STAGE1, .mss = 0xc, .assured_only = 1},
        {.service = 1, .ec = SPE_EC_STAGE2, .mss = 0x8, .assured_only = 1},
        {.service = 1, .ec = SPE_EC_STAGE1, .mss = 0x10, .overlay = 1},
        {.service = 1, .ec = SPE_EC_STAGE1, .mss = 0xb, .dirty_bit = 1},
        {.service = 1, .mss = 1, .top_level = 1},
        {.service = 1, .ec = SPE_EC_STAGE1, .mss = 0xf, .mss2 = 0x40, .dirty_bit = 1},
        {.ec = SPE_EC_STAGE1, .mss = 0xf, .overlay = 1},
        {.service = 1, .ec = SPE_EC_STAGE1, .mss = 0x10, .in_doubt = 1}};
    for (size_t i = 0; i < sizeof contradictions / sizeof contradictions[0]; i++)
        bad += spe_syndrome_encode(&contradictions[i], &raw) != SPE_E_KIND;
    is(bad, 0, "members that contradict each other");
    is(spe_syndrome_encode(NULL, &raw), SPE_E_ARG, "encode: NULL syndrome");
    is(spe_syndrome_encode(&full, NULL), SPE_E_ARG, "encode: NULL");
    is(raw, 7, "nothing is written");
}

/* The members of a fault at a stage that ended profiling. */
#define FAULT(stage, code)                                                                                             \
    .ec = 0x23 + (stage), .event_class = SPE_BUFFER_STAGE##stage, .service = 1, .has_fault = 1, .fault_status = (code)

static void test_syndrome(void)
{
    static const struct {
        uint64_t pmbsr;
        struct spe_syndrome want;
        const char *text;
    } cases[] = {
        {0, {.event_class = SPE_BUFFER_OTHER}, "no event"},
        {SERVICE | 1, {.mss = 1, .service = 1, .buffer_full = 1, .buffer_status = 1}, "buffer full"},
        {SERVICE | 1 | 1u << 19,
         {.mss = 1, .service = 1, .buffer_full = 1, .buffer_status = 1, .data_lost = 1},
         "buffer full; data lost"},
        {SERVICE | 0x41, {.mss = 0x41, .service = 1, .buffer_full = 1, .buffer_status = 1}, "buffer full"},
        {SERVICE, {.service = 1}, "not stopped, or access not allowed"},
        {SERVICE | 4, {.mss = 4, .service = 1, .buffer_status = 4}, "the requested buffer was too large"},
        {SERVICE | 1 | MSS2(8),
         {.mss2 = 0x100, .mss = 1, .service = 1, .buffer_full = 1, .buffer_status = 1},
         "buffer full"},
        {SERVICE | 2, {.mss = 2, .service = 1, .buffer_status = 2}, "buffer event, reserved status"},
        {1u << 16, {.collision = 1}, "no event; collision"},
        {1u << 18, {.external_abort = 1}, "no event"},
        {1, {.mss = 1}, "no event"},
        {EC(0x24) | 6, {.ec = 0x24, .event_class = SPE_BUFFER_STAGE1, .mss = 6}, "no event"},
        {EC(0x24) | SERVICE | 6, {FAULT(1, 6), .mss = 6}, "stage 1 fault: translation fault, level 2"},
        {EC(0x25) | SERVICE | 1u << 18 | 0x51,
         {FAULT(2, 0x11), .external_abort = 1, .mss = 0x51, .in_doubt = 1},
         "stage 2 fault: asynchronous external abort; external abort; all data in doubt"},
        {EC(0x24) | SERVICE | 1u << 19 | 0x11,
         {FAULT(1, 0x11), .data_lost = 1, .mss = 0x11, .in_doubt = 1},
         "stage 1 fault: asynchronous external abort; all data in doubt"},
        {EC(0x25) | SERVICE | 0xd | UINT64_C(0x1e0) << 32,
         {FAULT(2, 0xd), .mss2 = 0x1e0, .mss = 0xd, .top_level = 1, .assured_only = 1, .overlay = 1, .dirty_bit = 1},
         "stage 2 fault: permission fault, level 1; TopLevel; AssuredOnly; Overlay; DirtyBit"},
        {EC(0x24) | SERVICE | 0xd | UINT64_C(0xfffffe) << 32,
         {FAULT(1, 0xd), .mss2 = 0xfffffe, .mss = 0xd, .top_level = 1, .overlay = 1, .dirty_bit = 1},
         "stage 1 fault: permission fault, level 1; TopLevel; Overlay; DirtyBit"},
        {EC(0x25) | SERVICE | 9 | UINT64_C(0x1e0) << 32,
         {FAULT(2, 9), .mss2 = 0x1e0, .mss = 9, .top_level = 1},
         "stage 2 fault: access flag fault, level 1; TopLevel"},
        {EC(0x24) | SERVICE | 0x3f, {FAULT(1, 0x3f), .mss = 0x3f}, "stage 1 fault: reserved"},
        {EC(0x1e) | SERVICE | 1 | 1u << 16,
         {.ec = 0x1e, .event_class = SPE_BUFFER_GRANULE, .service = 1, .mss = 1, .collision = 1},
         "granule protection check fault; collision"},
        {EC(0x1f) | SERVICE | 0xffff,
         {.ec = 0x1f, .event_class = SPE_BUFFER_IMPDEF, .service = 1, .mss = 0xffff},
         "IMPLEMENTATION DEFINED"},
        {EC(0x3f) | SERVICE, {.ec = 0x3f, .event_class = SPE_BUFFER_RESERVED, .service = 1}, "reserved event class"},
    };
    char text[SPE_SYSREG_TEXT_MAX];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct spe_syndrome s;
        memset(&s, 0x5a, sizeof s);
        int bad = spe_syndrome_decode(cases[i].pmbsr, &s) != SPE_OK || memcmp(&s, &cases[i].want, sizeof s) != 0;
        bad += spe_syndrome_text(cases[i].pmbsr, text, sizeof text) != (int)strlen(cases[i].text);
        if (!ok(!bad && !strcmp(text, cases[i].text), cases[i].text))
            diag("%s", text);
    }
    is(spe_syndrome_decode(0, NULL), SPE_E_ARG, "NULL");
    test_syndrome_encode();
    is(spe_syndrome_text(0, NULL, 1), SPE_E_ARG, "no buffer");
    is(spe_syndrome_text(0, NULL, 0), 8, "the length alone");
}

/* Every code, in the words of this library; all others are reserved (D24.7.5). */
static void test_fault_names(void)
{
#define WALK " on a translation table walk or hardware update, level "
#define FOUR(at, what) [at] = what "0", [(at) + 1] = what "1", [(at) + 2] = what "2", [(at) + 3] = what "3"
#define SIX(at, what) [at] = what "-2", [(at) + 1] = what "-1", FOUR((at) + 2, what)
    static const char *const names[100] = {
        [0x00] = "address size fault, level 0 or translation table base",
        [0x01] = "address size fault, level 1",
        [0x02] = "address size fault, level 2",
        [0x03] = "address size fault, level 3",
        FOUR(0x04, "translation fault, level "),
        FOUR(0x08, "access flag fault, level "),
        FOUR(0x0c, "permission fault, level "),
        [0x10] = "synchronous external abort",
        [0x11] = "asynchronous external abort",
        SIX(0x12, "external abort" WALK),
        [0x1b] = "parity or ECC error" WALK "-1",
        [0x21] = "alignment fault",
        SIX(0x22, "granule protection fault" WALK),
        [0x28] = "granule protection fault",
        [0x29] = "address size fault, level -1",
        [0x2a] = "translation fault, level -2",
        [0x2b] = "translation fault, level -1",
        [0x2c] = "address size fault, level -2",
        [0x30] = "TLB conflict abort",
        [0x31] = "unsupported atomic hardware update",
    };
    const unsigned fsc = (unsigned)spe_sysreg_field_find(SPE_REG_PMBSR_EL1, "FSC");
    int bad = 0;
    for (unsigned code = 0; code < 100; code++) {
        const char *name = spe_sysreg_value_name(SPE_REG_PMBSR_EL1, fsc, code);
        bad += !name != !names[code] || (name && strcmp(name, names[code]) != 0);
    }
    is(bad, 0, "every fault status code has its name; reserved ones have none");
}

/* The number of records that fit, computed the slow way. */
static uint64_t count_records(uint64_t at, uint64_t limit, uint64_t max, uint64_t alignment)
{
    uint64_t n = 0;
    for (;; n++, at += max) {
        while (at % alignment)
            at++;
        if (!max || at > limit || limit - at < max)
            return n;
    }
}

static void test_geometry(void)
{
    struct spe_features f = {.size = sizeof f, .max_record_size = 64, .alignment = 64};
    struct spe_buffer_geometry g;
    is(spe_buffer_measure(0x10000, 0x12001, &f, &g), SPE_OK, "geometry");
    ok(g.pointer == 0x10000 && g.limit == 0x12000 && g.free == 0x2000 && g.records == 128,
       "two pages of 64-byte records");
    spe_buffer_measure(0x10001, 0x12001, &f, &g);
    ok(g.free == 0x1fff && g.records == 127, "a pointer that is not aligned");
    spe_buffer_measure(0x11fff, 0x12001, &f, &g);
    ok(g.free == 1 && g.records == 0, "a byte is left, no record fits");
    spe_buffer_measure(0x10000, 0x12000, &f, &g);
    ok(g.free == 0 && g.records == 0 && g.limit == 0x12000, "not enabled");
    spe_buffer_measure(0x10000, 0x12005, &f, &g);
    ok(g.free == 0 && g.records == 0, "discard mode");
    spe_buffer_measure(0x12000, 0x12001, &f, &g);
    ok(g.free == 0 && g.records == 0, "at the limit");
    spe_buffer_measure(0x12001, 0x12001, &f, &g);
    ok(g.free == 0 && g.records == 0, "beyond it");
    f.max_record_size = 0;
    spe_buffer_measure(0x10000, 0x12001, &f, &g);
    ok(g.free == 0x2000 && g.records == 0, "maximum record size not known");
    f.max_record_size = 2048;
    spe_buffer_measure(0, UINT64_MAX & ~UINT64_C(6), &f, &g);
    ok(g.free == ~UINT64_C(0xfff) && g.records == ~UINT64_C(0xfff) / 2048, "all of memory");
    spe_buffer_measure(~UINT64_C(0xfff) - 1, UINT64_MAX & ~UINT64_C(6), &f, &g);
    ok(g.free == 1 && g.records == 0, "its end");
    int bad = 0;
    for (unsigned i = 0; i < 20000; i++) {
        const uint64_t at = random_below(0x5000);
        f.max_record_size = 16u << random_below(8);
        f.alignment = random_below(13) ? 1u << random_below(12) : 0;
        bad += spe_buffer_measure(at, 0x4001, &f, &g) != SPE_OK;
        bad += g.records != count_records(at, 0x4000, f.max_record_size, f.alignment ? f.alignment : 1);
    }
    is(bad, 0, "the records that fit, counted one by one");
    f.alignment = 3;
    is(spe_buffer_measure(0, 0, &f, &g), SPE_E_ARG, "an invalid alignment");
    f.alignment = 0, f.max_record_size = 4096;
    is(spe_buffer_measure(0, 0, &f, &g), SPE_E_ARG, "an invalid record size");
    is(spe_buffer_measure(0x10000, 0x12001, NULL, &g), SPE_OK, "NULL features");
    ok(g.pointer == 0x10000 && g.limit == 0x12000 && g.free == 0x2000 && g.records == 0, "... nothing is known");
    f.max_record_size = 64;
    is(spe_buffer_measure(0, 0, &f, NULL), SPE_E_ARG, "NULL result");
}

/* -- intervals -- */

/* PMSICR_EL1 as in the pseudocode (J1 SPEToCollectSample); `random` gives each byte. */
struct counter {
    uint32_t count, ecount;
    unsigned (*random)(void);
};

static int chooses(struct counter *c, uint32_t pmsirr, int ernd)
{
    const int rnd = pmsirr & 1;
    if (!c->count) {
        c->count = (pmsirr & 0xffffff00) | (rnd && !ernd ? c->random() : 0);
    } else {
        c->count--;
        if (!c->count) {
            if (!rnd || !ernd)
                return 1;
            c->ecount = c->random();
            return !c->ecount;
        }
    }
    if (rnd && ernd && c->ecount) {
        c->ecount--;
        return !c->ecount;
    }
    return 0;
}

static unsigned random_byte(void)
{
    return random_below(256);
}

static unsigned extreme_byte(void)
{
    return random_below(2) ? 255 : 0;
}

/* The model's least and greatest distance, and twice its mean over n samples, rounded. */
static struct spe_interval sampled(uint32_t pmsirr, int ernd, unsigned (*random)(void), unsigned n)
{
    struct spe_interval out = {.least = UINT64_MAX};
    struct counter c = {0, 0, random};
    uint64_t distance = 0, sum = 0;
    for (unsigned i = 0; i <= n;) {
        distance++;
        if (!chooses(&c, pmsirr, ernd))
            continue;
        if (i++) { /* the first is loaded, not counted from one before */
            out.least = distance < out.least ? distance : out.least;
            out.most = distance > out.most ? distance : out.most;
            sum += distance;
        }
        distance = 0;
    }
    out.twice_mean = (2 * sum + n / 2) / n;
    return out;
}

static void test_interval_model(void)
{
    int bad = 0;
    for (unsigned way = 0; way < 12; way++) {
        const uint32_t pmsirr = (way / 4 + 1) << 8 | (way & 1);
        const struct spe_features f = {.size = sizeof f, .flags = way & 2 ? SPE_FEATURE_ERND : 0};
        struct spe_interval got;
        memset(&got, 0x5a, sizeof got);
        bad += spe_interval_measure(pmsirr, &f, &got) != SPE_OK;
        const struct spe_interval edges = sampled(pmsirr, way >> 1 & 1, extreme_byte, 400);
        const struct spe_interval mean = sampled(pmsirr, way >> 1 & 1, random_byte, 40000);
        const int64_t off = (int64_t)(got.twice_mean - mean.twice_mean);
        if (got.least != edges.least || got.most != edges.most || off < -3 || off > 3) {
            diag("way %u: %u to %u, %u", way, (unsigned)edges.least, (unsigned)edges.most, (unsigned)mean.twice_mean);
            bad++;
        }
        for (size_t i = 0; i < sizeof got.reserved; i++)
            bad += got.reserved[i] != 0;
    }
    is(bad, 0, "least, most and mean are those of the pseudocode's counters");
}

static void test_interval(void)
{
    const struct spe_features ernd = {.size = sizeof ernd, .flags = SPE_FEATURE_ERND}, wrong = {.size = 31};
    struct spe_interval i, before;
    spe_interval_measure(0x400, NULL, &i);
    ok(i.least == 0x401 && i.most == 0x401 && i.twice_mean == 2 * 0x401, "INTERVAL x 256 + 1");
    spe_interval_measure(0x401, NULL, &i);
    ok(i.least == 0x401 && i.most == 0x500 && i.twice_mean == 2 * 0x400 + 257, "RND: + 128.5");
    spe_interval_measure(0x401, &ernd, &i);
    ok(i.least == 0x401 - 255 && i.most == 0x500 && i.twice_mean == 2 * 0x401, "RND and ERnd: + 1");
    spe_interval_measure(UINT64_MAX, NULL, &i);
    is(i.most, INT64_C(0x100000000), "the longest");
    before = i;
    is(spe_interval_measure(0xff, NULL, &i), SPE_E_KIND, "INTERVAL 0 is UNKNOWN");
    is(spe_interval_measure(0x400, &wrong, &i), SPE_E_CONFIG, "wrong features");
    ok(!memcmp(&i, &before, sizeof i), "nothing is written");
    is(spe_interval_measure(0x400, NULL, NULL), SPE_E_ARG, "NULL");
}

static void test_period(void)
{
    static const uint32_t least[16] = {256,  4096, 512,  768,  1024, 1536, 2048, 3072,
                                       4096, 4096, 4096, 4096, 4096, 4096, 4096, 4096};
    static const struct {
        uint64_t period, pmsidr;
        unsigned which;
        int status;
        uint64_t pmsirr;
    } cases[] = {
        {1024, 0x400, SPE_PERIOD_RECOMMENDED, SPE_PERIOD_EXACT, 0x400},
        {1025, 0x400, SPE_PERIOD_RECOMMENDED, SPE_PERIOD_ROUNDED, 0x400},
        {1279, 0x400, SPE_PERIOD_RECOMMENDED, SPE_PERIOD_ROUNDED, 0x400},
        {1023, 0x400, SPE_PERIOD_RECOMMENDED, SPE_PERIOD_RAISED, 0x400},
        {0, 0, SPE_PERIOD_RECOMMENDED, SPE_PERIOD_RAISED, 0x100},
        {255, 0, SPE_PERIOD_RECOMMENDED, SPE_PERIOD_RAISED, 0x100},
        {256, 0, SPE_PERIOD_RECOMMENDED, SPE_PERIOD_EXACT, 0x100},
        {UINT64_C(0xffffff00), 0, SPE_PERIOD_RECOMMENDED, SPE_PERIOD_EXACT, UINT64_C(0xffffff00)},
        {UINT64_C(0xffffff01), 0, SPE_PERIOD_RECOMMENDED, SPE_PERIOD_CAPPED, UINT64_C(0xffffff00)},
        {UINT64_C(0x100000000), 0, SPE_PERIOD_RECOMMENDED, SPE_PERIOD_CAPPED, UINT64_C(0xffffff00)},
        {UINT64_MAX, 0x800, SPE_PERIOD_RECOMMENDED, SPE_PERIOD_CAPPED, UINT64_C(0xffffff00)},
        {300, 0x400, SPE_PERIOD_ANY, SPE_PERIOD_ROUNDED, 0x100}, /* Linux 6.18 with -c 300, Interval 1024 */
        {300, 0x400, SPE_PERIOD_RECOMMENDED, SPE_PERIOD_RAISED, 0x400},
        {256, 0x800, SPE_PERIOD_ANY, SPE_PERIOD_EXACT, 0x100},
        {255, 0x800, SPE_PERIOD_ANY, SPE_PERIOD_RAISED, 0x100},
        {0, 0x400, SPE_PERIOD_ANY, SPE_PERIOD_RAISED, 0x100},
        {UINT64_C(0xffffff01), 0, SPE_PERIOD_ANY, SPE_PERIOD_CAPPED, UINT64_C(0xffffff00)},
    };
    int bad = 0;
    for (unsigned v = 0; v < 16; v++)
        bad += spe_interval_least(v << 8 | UINT64_C(0xfffffffffffff0ff)) != least[v];
    is(bad, 0, "the least interval by PMSIDR_EL1.Interval");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t raw = 0, noise = UINT64_MAX;
        bad += spe_interval_from_period(cases[i].period, cases[i].pmsidr, cases[i].which, &raw) != cases[i].status;
        bad += raw != cases[i].pmsirr || spe_interval_to_period(raw) != cases[i].pmsirr;
        spe_interval_from_period(cases[i].period, cases[i].pmsidr, cases[i].which, &noise);
        bad += noise != (cases[i].pmsirr | UINT64_C(0xffffffff000000ff));
    }
    is(bad, 0, "periods in PMSIRR_EL1 as Linux sets them, before and since 6.17; other bits stay");
    is(spe_interval_to_period(UINT64_MAX), INT64_C(0xffffff00), "and back");
    uint64_t raw = 0x5a;
    is(spe_interval_from_period(1, 0, SPE_PERIOD_ANY, NULL), SPE_E_ARG, "NULL");
    is(spe_interval_from_period(1, 0, 2, &raw), SPE_E_ARG, "no such behaviour");
    is(raw, 0x5a, "... nothing is written");
}

int main(void)
{
    test_syndrome();
    test_fault_names();
    test_geometry();
    test_interval_model();
    test_interval();
    test_period();
    return tap_done();
}
