/* SPDX-License-Identifier: MIT */
/* System registers: every field against a list of its own, values in words, and what fields say together. Clocks. */
#include <libspe/spe.h>
#include <string.h>

#include "random.h"
#include "tap.h"

/* DDI 0487, D24: register, field, highest and lowest bit */
static const struct {
    const char *reg, *field;
    unsigned high, low;
} fields[] = {
    {"PMSIDR_EL1", "SME", 32, 32},     {"PMSIDR_EL1", "ALTCLK", 31, 28},    {"PMSIDR_EL1", "FPF", 27, 27},
    {"PMSIDR_EL1", "EFT", 26, 26},     {"PMSIDR_EL1", "CRR", 25, 25},       {"PMSIDR_EL1", "PBT", 24, 24},
    {"PMSIDR_EL1", "Format", 23, 20},  {"PMSIDR_EL1", "CountSize", 19, 16}, {"PMSIDR_EL1", "MaxSize", 15, 12},
    {"PMSIDR_EL1", "Interval", 11, 8}, {"PMSIDR_EL1", "FDS", 7, 7},         {"PMSIDR_EL1", "FnE", 6, 6},
    {"PMSIDR_EL1", "ERnd", 5, 5},      {"PMSIDR_EL1", "LDS", 4, 4},         {"PMSIDR_EL1", "ArchInst", 3, 3},
    {"PMSIDR_EL1", "FL", 2, 2},        {"PMSIDR_EL1", "FT", 1, 1},          {"PMSIDR_EL1", "FE", 0, 0},
    {"PMSCR_EL1", "PCT", 7, 6},        {"PMSCR_EL1", "TS", 5, 5},           {"PMSCR_EL1", "PA", 4, 4},
    {"PMSCR_EL1", "CX", 3, 3},         {"PMSCR_EL1", "E1SPE", 1, 1},        {"PMSCR_EL1", "E0SPE", 0, 0},
    {"PMSCR_EL2", "PCT", 7, 6},        {"PMSCR_EL2", "TS", 5, 5},           {"PMSCR_EL2", "PA", 4, 4},
    {"PMSCR_EL2", "CX", 3, 3},         {"PMSCR_EL2", "E2SPE", 1, 1},        {"PMSCR_EL2", "E0HSPE", 0, 0},
    {"PMSICR_EL1", "ECOUNT", 63, 56},  {"PMSICR_EL1", "COUNT", 31, 0},      {"PMSIRR_EL1", "INTERVAL", 31, 8},
    {"PMSIRR_EL1", "RND", 0, 0},       {"PMSFCR_EL1", "SIMDm", 52, 52},     {"PMSFCR_EL1", "FPm", 51, 51},
    {"PMSFCR_EL1", "STm", 50, 50},     {"PMSFCR_EL1", "LDm", 49, 49},       {"PMSFCR_EL1", "Bm", 48, 48},
    {"PMSFCR_EL1", "SIMD", 20, 20},    {"PMSFCR_EL1", "FP", 19, 19},        {"PMSFCR_EL1", "ST", 18, 18},
    {"PMSFCR_EL1", "LD", 17, 17},      {"PMSFCR_EL1", "B", 16, 16},         {"PMSFCR_EL1", "FDS", 4, 4},
    {"PMSFCR_EL1", "FnE", 3, 3},       {"PMSFCR_EL1", "FL", 2, 2},          {"PMSFCR_EL1", "FT", 1, 1},
    {"PMSFCR_EL1", "FE", 0, 0},        {"PMSEVFR_EL1", "E", 63, 0},         {"PMSNEVFR_EL1", "E", 63, 0},
    {"PMSDSFR_EL1", "S", 63, 0},       {"PMSLATFR_EL1", "MINLAT", 15, 0},   {"PMBLIMITR_EL1", "LIMIT", 63, 12},
    {"PMBLIMITR_EL1", "PMFZ", 5, 5},   {"PMBLIMITR_EL1", "FM", 2, 1},       {"PMBLIMITR_EL1", "E", 0, 0},
    {"PMBPTR_EL1", "PTR", 63, 0},      {"PMBSR_EL1", "EC", 31, 26},         {"PMBSR_EL1", "DL", 19, 19},
    {"PMBSR_EL1", "EA", 18, 18},       {"PMBSR_EL1", "S", 17, 17},          {"PMBSR_EL1", "COLL", 16, 16},
    {"PMBSR_EL1", "MSS", 15, 0},       {"PMBIDR_EL1", "EA", 11, 8},         {"PMBIDR_EL1", "F", 5, 5},
    {"PMBIDR_EL1", "P", 4, 4},         {"PMBIDR_EL1", "Align", 3, 0},       {"ID_AA64DFR0_EL1", "PMSVer", 35, 32},
};

#define FIELDS (sizeof fields / sizeof fields[0])

static void test_fields(void)
{
    uint64_t known[32] = {0};
    unsigned count = 0;
    int bad = 0;
    for (size_t i = 0; i < FIELDS; i++) {
        const int reg = spe_sysreg_find(fields[i].reg);
        const int field = reg < 0 ? reg : spe_sysreg_field_find((unsigned)reg, fields[i].field);
        const unsigned width = fields[i].high - fields[i].low + 1;
        const uint64_t mask = (width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1) << fields[i].low;
        const int wrong = field < 0 || spe_sysreg_field_mask((unsigned)reg, (unsigned)field) != mask;
        bad += wrong;
        if (wrong)
            diag("%s.%s", fields[i].reg, fields[i].field);
        if (reg >= 0)
            known[reg] |= mask;
    }
    is(bad, 0, "every field is where the manual has it");
    for (unsigned reg = 0; spe_sysreg_name(reg); reg++) {
        bad += spe_sysreg_reserved(reg) != ~known[reg] || !spe_sysreg_title(reg);
        for (unsigned field = 0; spe_sysreg_field_name(reg, field); field++)
            count++;
    }
    is(count, FIELDS, "and there are no others");
    is(bad, 0, "what no field has is reserved");
}

static void test_get_and_put(void)
{
    int bad = 0;
    for (unsigned n = 0; n < 20000; n++) {
        const unsigned reg = random_below(15), field = random_below(4);
        uint64_t raw = random_u64(), value, again;
        const uint64_t before = raw, mask = spe_sysreg_field_mask(reg, field), want = random_u64() & random_u64();
        if (!mask)
            continue;
        const int wide = want > mask >> __builtin_ctzll(mask);
        const int status = spe_sysreg_put(reg, field, want, &raw);
        bad += status != (wide ? SPE_E_RANGE : SPE_OK) || (raw & ~mask) != (before & ~mask) || (wide && raw != before);
        bad += spe_sysreg_get(reg, field, raw, &value) != SPE_OK || (!wide && value != want);
        again = before;
        bad += spe_sysreg_put(reg, field, value, &again) != SPE_OK || again != raw;
    }
    is(bad, 0, "what is put is got, and nothing else moves");
}

static const char *meaning(const char *reg, const char *field, uint64_t value)
{
    const unsigned r = (unsigned)spe_sysreg_find(reg), f = (unsigned)spe_sysreg_field_find(r, field);
    const char *word = spe_sysreg_meaning(r, f, value);
    return word ? word : spe_sysreg_is_listed(r, f, value) ? "number" : "reserved";
}

static void test_meanings(void)
{
    static const struct {
        const char *reg, *field;
        uint64_t value;
        const char *word;
    } cases[] = {
        {"PMSIDR_EL1", "CountSize", 2, "12-bit counters"},
        {"PMSIDR_EL1", "CountSize", 3, "16-bit counters"},
        {"PMSIDR_EL1", "CountSize", 1, "reserved"},
        {"PMSIDR_EL1", "MaxSize", 4, "16 bytes"},
        {"PMSIDR_EL1", "MaxSize", 6, "64 bytes"},
        {"PMSIDR_EL1", "MaxSize", 11, "2048 bytes"},
        {"PMSIDR_EL1", "MaxSize", 12, "reserved"},
        {"PMSIDR_EL1", "Interval", 0, "256 operations"},
        {"PMSIDR_EL1", "Interval", 1, "reserved"},
        {"PMSIDR_EL1", "Interval", 4, "1024 operations"},
        {"PMSIDR_EL1", "Interval", 5, "1536 operations"},
        {"PMSIDR_EL1", "Interval", 8, "4096 operations"},
        {"PMSIDR_EL1", "ALTCLK", 15, "IMPLEMENTATION DEFINED"},
        {"PMSIDR_EL1", "FE", 1, "number"},
        {"PMSCR_EL1", "PCT", 0, "virtual"},
        {"PMSCR_EL2", "PCT", 2, "reserved"},
        {"PMBLIMITR_EL1", "FM", 2, "discard"},
        {"PMBLIMITR_EL1", "FM", 0, "fill and stop"},
        {"PMBSR_EL1", "EC", 0x24, "stage 1 fault"},
        {"PMBSR_EL1", "EC", 0x25, "stage 2 fault"},
        {"PMBSR_EL1", "EC", 0x1e, "granule protection check fault"},
        {"PMBSR_EL1", "EC", 3, "reserved"},
        {"PMBIDR_EL1", "Align", 6, "64 bytes"},
        {"PMBIDR_EL1", "Align", 12, "reserved"},
        {"ID_AA64DFR0_EL1", "PMSVer", 5, "FEAT_SPEv1p4"},
        {"ID_AA64DFR0_EL1", "PMSVer", 0, "not implemented"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ok(!strcmp(meaning(cases[i].reg, cases[i].field, cases[i].value), cases[i].word), cases[i].word);
}

static void test_names(void)
{
    is(spe_sysreg_find("pmsidr"), spe_sysreg_find("PMSIDR_EL1"), "capitals and _EL1 may be left out");
    is(spe_sysreg_find("Pmscr_el2"), spe_sysreg_find("PMSCR_EL2"), "EL2 may not");
    ok(spe_sysreg_find("PMSCR") == spe_sysreg_find("PMSCR_EL1"), "without it it is EL1's");
    is(spe_sysreg_find("PMSIDR_EL"), SPE_E_ARG, "half a suffix");
    is(spe_sysreg_find(""), SPE_E_ARG, "no name");
    is(spe_sysreg_find("PMSIDR_EL12"), SPE_E_ARG, "more than a name");
    is(spe_sysreg_find(NULL), SPE_E_ARG, "NULL");
    is(spe_sysreg_field_find(0, "maxsize"), spe_sysreg_field_find(0, "MaxSize"), "fields in capitals or not");
    is(spe_sysreg_field_find(0, "Max"), SPE_E_ARG, "half a field's name");
    is(spe_sysreg_field_find(0, NULL), SPE_E_ARG, "no field's name");
    is(spe_sysreg_field_find(99, "FE"), SPE_E_ARG, "no register");
    uint64_t value = 7;
    ok(!spe_sysreg_name(15) && !spe_sysreg_title(15) && !spe_sysreg_field_name(15, 0) &&
           !spe_sysreg_field_mask(15, 0) && !spe_sysreg_meaning(15, 0, 0) && spe_sysreg_is_listed(15, 0, 0) &&
           spe_sysreg_reserved(15) == UINT64_MAX,
       "there are 15 registers");
    ok(spe_sysreg_get(15, 0, 1, &value) == SPE_E_ARG && spe_sysreg_put(15, 0, 1, &value) == SPE_E_ARG && value == 7 &&
           spe_sysreg_get(0, 0, 1, NULL) == SPE_E_ARG && spe_sysreg_put(0, 0, 1, NULL) == SPE_E_ARG,
       "nothing is got or put elsewhere");
}

static void test_features(void)
{
    static const uint32_t flags[] = {SPE_FEATURE_FE,  SPE_FEATURE_FT,   SPE_FEATURE_FL,  SPE_FEATURE_ARCH_INST,
                                     SPE_FEATURE_LDS, SPE_FEATURE_ERND, SPE_FEATURE_FNE, SPE_FEATURE_FDS};
    static const uint32_t high_flags[] = {SPE_FEATURE_PBT, SPE_FEATURE_CRR, SPE_FEATURE_EFT, SPE_FEATURE_FPF,
                                          SPE_FEATURE_ALTCLK};
    struct spe_features f;
    int bad = 0;
    for (unsigned bit = 0; bit < 8; bit++)
        bad += spe_features_read(&f, 0, UINT64_C(1) << bit, 0, 0) != SPE_OK || f.flags != flags[bit];
    for (unsigned bit = 24; bit < 29; bit++)
        bad += spe_features_read(&f, 0, UINT64_C(1) << bit, 0, 0) != SPE_OK || f.flags != high_flags[bit - 24];
    bad += spe_features_read(&f, 0, UINT64_C(1) << 32, 0, 0) != SPE_OK || f.flags != SPE_FEATURE_SME;
    is(bad, 0, "each bit of PMSIDR_EL1 is one feature");
    /* Neoverse N1: 12-bit counters, 64-byte records and alignment */
    is(spe_features_read(&f, UINT64_C(1) << 32, 0x26417, 0x26, SPE_FEATURE_LSE), SPE_OK, "a core of FEAT_SPE");
    ok(f.version == SPE_V1P0 && f.counter_bits == 12 && f.max_record_size == 64 && f.alignment == 64 &&
           f.flags == (SPE_FEATURE_FE | SPE_FEATURE_FT | SPE_FEATURE_FL | SPE_FEATURE_LDS | SPE_FEATURE_LSE) &&
           f.size == sizeof f,
       "its features");
    spe_features_read(&f, 0, 0x3f000, 0x0c, 0);
    ok(!f.max_record_size && !f.alignment && f.counter_bits == 16, "reserved sizes are not known");
    is(spe_features_read(&f, 0, 0, 0, SPE_FEATURE_FE), SPE_E_ARG, "flags that a register has come from there");
    is(spe_features_read(NULL, 0, 0, 0, 0), SPE_E_ARG, "NULL");
}

static void test_syndrome(void)
{
    static const struct {
        uint64_t raw;
        const char *text;
        struct spe_syndrome s;
    } cases[] = {
        {0, "running", {.event = SPE_BUFFER_OTHER}},
        {0x20001, "buffer full", {.mss = 1, .event = SPE_BUFFER_OTHER, .service = 1, .full = 1}},
        {0x20000, "buffer not full", {.event = SPE_BUFFER_OTHER, .service = 1}},
        {0x900f0007 | 1u << 17,
         "stage 1 fault",
         {.mss = 7,
          .event = SPE_BUFFER_STAGE1_FAULT,
          .service = 1,
          .data_lost = 1,
          .external_abort = 1,
          .collision = 1,
          .fault_status = 7}},
        {0x94020047, "stage 2 fault", {.mss = 0x47, .event = SPE_BUFFER_STAGE2_FAULT, .service = 1, .fault_status = 7}},
        {0x78020000, "granule protection fault", {.event = SPE_BUFFER_GRANULE_FAULT, .service = 1}},
        {0x7c020003, "IMPLEMENTATION DEFINED event", {.mss = 3, .event = SPE_BUFFER_IMPDEF, .service = 1}},
        {0x0c020001, "reserved event", {.mss = 1, .event = SPE_BUFFER_RESERVED, .service = 1}},
        {0x10000, "running", {.event = SPE_BUFFER_OTHER, .collision = 1}},
        {0x80000, "running", {.event = SPE_BUFFER_OTHER, .data_lost = 1}},
    };
    struct spe_syndrome s;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        spe_syndrome_read(cases[i].raw, &s);
        ok(!memcmp(&s, &cases[i].s, sizeof s) && !strcmp(spe_syndrome_text(&s), cases[i].text), cases[i].text);
    }
    is(spe_syndrome_read(0, NULL), SPE_E_ARG, "NULL");
    ok(!strcmp(spe_syndrome_text(NULL), "running"), "no syndrome");
}

static void test_buffer(void)
{
    struct spe_features f = {.size = sizeof f, .max_record_size = 64, .alignment = 64};
    struct spe_buffer b;
    is(spe_buffer_read(0x10000, 0x20001, &f, &b), SPE_OK, "64 KiB");
    ok(b.start == 0x10000 && b.limit == 0x20000 && b.bytes == 0x10000 && b.records == 1024, "hold 1024 records");
    spe_buffer_read(0x10010, 0x20001, &f, &b);
    ok(b.bytes == 0xfff0 && b.records == 1023, "the first of which is aligned");
    spe_buffer_read(0x1ffe0, 0x20001, &f, &b);
    ok(b.bytes == 32 && b.records == 0, "half a record is none");
    f.max_record_size = 128;
    f.alignment = 256;
    spe_buffer_read(0x10000, 0x20001, &f, &b);
    is(b.records, 256, "records are padded to their alignment");
    spe_buffer_read(0x10000, 0x20000, &f, &b);
    ok(!b.bytes && !b.records, "not enabled");
    spe_buffer_read(0x20000, 0x20001, &f, &b);
    ok(!b.bytes && !b.records, "at the limit");
    spe_buffer_read(UINT64_MAX, 0x20001, &f, &b);
    ok(!b.bytes && !b.records, "beyond the limit");
    f.max_record_size = f.alignment = 0;
    spe_buffer_read(0x10000, 0x20001, &f, &b);
    ok(b.bytes == 0x10000 && !b.records, "records of a size that is not known");
    ok(spe_buffer_read(0, 0, NULL, &b) == SPE_E_ARG && spe_buffer_read(0, 0, &f, NULL) == SPE_E_ARG, "NULL");
}

/* Table D17-3, rule by rule. TS is bit 5, PCT bits [7:6]. */
static int expected_timestamp(int el2, unsigned owner, unsigned ts2, unsigned pct2, unsigned ts1, unsigned pct1)
{
    static const int by_pct[] = {SPE_TIMESTAMP_VIRTUAL, SPE_TIMESTAMP_PHYSICAL, SPE_TIMESTAMP_RESERVED,
                                 SPE_TIMESTAMP_OFFSET_PHYSICAL};
    if (owner == 2 && !el2)
        return SPE_E_ARG;
    if (owner == 2)
        return ts2 ? by_pct[pct2] : SPE_TIMESTAMP_NONE;
    if (!ts1)
        return SPE_TIMESTAMP_NONE;
    if (pct1 == 2 || (el2 && pct2 == 2))
        return SPE_TIMESTAMP_RESERVED;
    if (!el2)
        return by_pct[pct1];
    switch (pct2) {
    case 0:
        return SPE_TIMESTAMP_VIRTUAL;
    case 1:
        return by_pct[pct1];
    default:
        return pct1 ? SPE_TIMESTAMP_OFFSET_PHYSICAL : SPE_TIMESTAMP_VIRTUAL;
    }
}

static void test_timestamps(void)
{
    int bad = 0;
    for (unsigned n = 0; n < 256; n++) {
        const int el2 = n & 1;
        const unsigned owner = 1 + (n >> 1 & 1), ts2 = n >> 2 & 1, pct2 = n >> 3 & 3, ts1 = n >> 5 & 1, pct1 = n >> 6;
        bad += spe_timestamp_source(el2, owner, pct2 << 6 | ts2 << 5, pct1 << 6 | ts1 << 5) !=
               expected_timestamp(el2, owner, ts2, pct2, ts1, pct1);
    }
    is(bad, 0, "all settings of TS and PCT");
    ok(spe_timestamp_source(1, 0, 0, 0) == SPE_E_ARG && spe_timestamp_source(1, 3, 0, 0) == SPE_E_ARG,
       "EL0 and EL3 own no buffer");
}

static void test_clocks(void)
{
    is(spe_ticks_to_ns(1000000000, 1000000000), 1000000000, "1 GHz");
    is(spe_ticks_to_ns(25000000, 25000000), 1000000000, "25 MHz: a second");
    is(spe_ticks_to_ns(1, 25000000), 40, "25 MHz: a tick");
    is(spe_ticks_to_ns(1, 54000000), 18, "54 MHz: a tick, rounded down");
    is(spe_ticks_to_ns(44731163950, 100000000), 447311639500, "100 MHz");
    ok(spe_ticks_to_ns(UINT64_MAX, 1000000000) == UINT64_MAX, "the largest that fits");
    ok(spe_ticks_to_ns(UINT64_MAX, 1) == UINT64_MAX, "more does not fit");
    ok(spe_ticks_to_ns(1, 0) == UINT64_MAX && spe_ticks_to_ns(1, UINT64_C(1) << 54) == UINT64_MAX, "no such clock");
    is(spe_ticks_to_ns(UINT64_MAX, UINT64_C(1) << 53), UINT64_C(2047999999999), "a fast one");
    /* perf's own worked example: 100 MHz as mult / 2^shift = 10 ns */
    is(spe_ticks_to_perf(12345, 22, 10u << 22, 1000), 124450, "perf: whole nanoseconds a tick");
    is(spe_ticks_to_perf(3, 1, 3, 0), 4, "perf: rounded down");
    is(spe_ticks_to_perf(7, 99, 2, 5), 5, "perf: a shift that is too large");
    int bad = 0;
    for (unsigned n = 0; n < 10000; n++) {
        const uint64_t ticks = random_u64() >> 16, zero = random_u64() >> 8, mult = 1 + (random_u64() >> 33);
        const unsigned shift = random_below(32);
        const uint64_t ns = spe_ticks_to_perf(ticks, shift, mult, zero),
                       back = spe_perf_to_ticks(ns, shift, mult, zero);
        bad += back > ticks || (spe_ticks_to_perf(back + 1, shift, mult, zero) - zero < ns - zero && back + 1 < ticks);
    }
    is(bad, 0, "perf: back again, from below");
    is(spe_perf_to_ticks(1, 1, 0, 0), 0, "perf: a clock that stands still");
}

int main(void)
{
    test_fields();
    test_get_and_put();
    test_meanings();
    test_names();
    test_features();
    test_syndrome();
    test_buffer();
    test_timestamps();
    test_clocks();
    return tap_done();
}
