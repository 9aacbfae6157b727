/* SPDX-License-Identifier: MIT */
/* Every register and field against a list written by hand, values in and out, text, and what registers say together. */
#include <libspe/spe.h>
#include <stdio.h>
#include <string.h>

#include "random.h"
#include "tap.h"

#define N SPE_SYSREG_NUMBER
#define F SPE_SYSREG_FLAG
#define V SPE_SYSREG_VALUES
#define S SPE_SYSREG_SCALED
#define A SPE_SYSREG_ADDRESS
#define M SPE_SYSREG_MASK
#define EV SPE_SYSREG_EVENTS

/* clang-format off */ /* a table */
static const struct {
    const char *reg, *field;
    unsigned high, low, kind;
} listed[] = {
    {"PMSIDR_EL1", "SME", 32, 32, F}, {"PMSIDR_EL1", "ALTCLK", 31, 28, V}, {"PMSIDR_EL1", "FPF", 27, 27, F},
    {"PMSIDR_EL1", "EFT", 26, 26, F}, {"PMSIDR_EL1", "CRR", 25, 25, F}, {"PMSIDR_EL1", "PBT", 24, 24, F},
    {"PMSIDR_EL1", "Format", 23, 20, V}, {"PMSIDR_EL1", "CountSize", 19, 16, V}, {"PMSIDR_EL1", "MaxSize", 15, 12, V},
    {"PMSIDR_EL1", "Interval", 11, 8, V}, {"PMSIDR_EL1", "FDS", 7, 7, F}, {"PMSIDR_EL1", "FnE", 6, 6, F},
    {"PMSIDR_EL1", "ERnd", 5, 5, F}, {"PMSIDR_EL1", "LDS", 4, 4, F}, {"PMSIDR_EL1", "ArchInst", 3, 3, F},
    {"PMSIDR_EL1", "FL", 2, 2, F}, {"PMSIDR_EL1", "FT", 1, 1, F}, {"PMSIDR_EL1", "FE", 0, 0, F},
    {"PMSCR_EL1", "PCT", 7, 6, V}, {"PMSCR_EL1", "TS", 5, 5, F}, {"PMSCR_EL1", "PA", 4, 4, F}, {"PMSCR_EL1", "CX", 3, 3, F},
    {"PMSCR_EL1", "E1SPE", 1, 1, F}, {"PMSCR_EL1", "E0SPE", 0, 0, F},
    {"PMSCR_EL2", "PCT", 7, 6, V}, {"PMSCR_EL2", "TS", 5, 5, F}, {"PMSCR_EL2", "PA", 4, 4, F}, {"PMSCR_EL2", "CX", 3, 3, F},
    {"PMSCR_EL2", "E2SPE", 1, 1, F}, {"PMSCR_EL2", "E0HSPE", 0, 0, F},
    {"PMSICR_EL1", "ECOUNT", 63, 56, N}, {"PMSICR_EL1", "COUNT", 31, 0, N},
    {"PMSIRR_EL1", "INTERVAL", 31, 8, S}, {"PMSIRR_EL1", "RND", 0, 0, F},
    {"PMSFCR_EL1", "SIMDm", 52, 52, F}, {"PMSFCR_EL1", "FPm", 51, 51, F}, {"PMSFCR_EL1", "STm", 50, 50, F},
    {"PMSFCR_EL1", "LDm", 49, 49, F}, {"PMSFCR_EL1", "Bm", 48, 48, F}, {"PMSFCR_EL1", "SIMD", 20, 20, F},
    {"PMSFCR_EL1", "FP", 19, 19, F}, {"PMSFCR_EL1", "ST", 18, 18, F}, {"PMSFCR_EL1", "LD", 17, 17, F},
    {"PMSFCR_EL1", "B", 16, 16, F}, {"PMSFCR_EL1", "FDS", 4, 4, F}, {"PMSFCR_EL1", "FnE", 3, 3, F},
    {"PMSFCR_EL1", "FL", 2, 2, F}, {"PMSFCR_EL1", "FT", 1, 1, F}, {"PMSFCR_EL1", "FE", 0, 0, F},
    {"PMSEVFR_EL1", "E", 63, 0, EV}, {"PMSNEVFR_EL1", "E", 63, 0, EV}, {"PMSDSFR_EL1", "S", 63, 0, M},
    {"PMSLATFR_EL1", "MINLAT", 15, 0, N},
    {"PMBLIMITR_EL1", "LIMIT", 63, 12, A}, {"PMBLIMITR_EL1", "PMFZ", 5, 5, F}, {"PMBLIMITR_EL1", "FM", 2, 1, V},
    {"PMBLIMITR_EL1", "E", 0, 0, F},
    {"PMBPTR_EL1", "PTR", 63, 0, A},
    {"PMBSR_EL1", "EC", 31, 26, V}, {"PMBSR_EL1", "DL", 19, 19, F}, {"PMBSR_EL1", "EA", 18, 18, F}, {"PMBSR_EL1", "S", 17, 17, F},
    {"PMBSR_EL1", "COLL", 16, 16, F}, {"PMBSR_EL1", "MSS", 15, 0, M},
    {"PMBIDR_EL1", "EA", 11, 8, V}, {"PMBIDR_EL1", "F", 5, 5, F}, {"PMBIDR_EL1", "P", 4, 4, F}, {"PMBIDR_EL1", "Align", 3, 0, V},
    {"ID_AA64DFR0_EL1", "PMSVer", 35, 32, V},
};

static const struct {
    const char *reg, *field;
    unsigned value;
    const char *name; /* NULL: reserved */
} named[] = {
    {"PMSIDR_EL1", "ALTCLK", 0, "not implemented"}, {"PMSIDR_EL1", "ALTCLK", 1, "implemented"},
    {"PMSIDR_EL1", "ALTCLK", 15, "IMPLEMENTATION DEFINED"}, {"PMSIDR_EL1", "ALTCLK", 2, NULL},
    {"PMSIDR_EL1", "Format", 0, "version 0"}, {"PMSIDR_EL1", "Format", 1, NULL},
    {"PMSIDR_EL1", "CountSize", 2, "12-bit"}, {"PMSIDR_EL1", "CountSize", 3, "16-bit"}, {"PMSIDR_EL1", "CountSize", 0, NULL},
    {"PMSIDR_EL1", "MaxSize", 3, NULL}, {"PMSIDR_EL1", "MaxSize", 4, "16 bytes"}, {"PMSIDR_EL1", "MaxSize", 5, "32 bytes"},
    {"PMSIDR_EL1", "MaxSize", 6, "64 bytes"}, {"PMSIDR_EL1", "MaxSize", 7, "128 bytes"},
    {"PMSIDR_EL1", "MaxSize", 8, "256 bytes"}, {"PMSIDR_EL1", "MaxSize", 9, "512 bytes"},
    {"PMSIDR_EL1", "MaxSize", 10, "1024 bytes"}, {"PMSIDR_EL1", "MaxSize", 11, "2048 bytes"}, {"PMSIDR_EL1", "MaxSize", 12, NULL},
    {"PMSIDR_EL1", "Interval", 0, "256"}, {"PMSIDR_EL1", "Interval", 1, NULL}, {"PMSIDR_EL1", "Interval", 2, "512"},
    {"PMSIDR_EL1", "Interval", 3, "768"}, {"PMSIDR_EL1", "Interval", 4, "1024"}, {"PMSIDR_EL1", "Interval", 5, "1536"},
    {"PMSIDR_EL1", "Interval", 6, "2048"}, {"PMSIDR_EL1", "Interval", 7, "3072"}, {"PMSIDR_EL1", "Interval", 8, "4096"},
    {"PMSIDR_EL1", "Interval", 9, NULL}, {"PMSIDR_EL1", "FE", 1, NULL},
    {"PMSCR_EL1", "PCT", 0, "virtual"}, {"PMSCR_EL2", "PCT", 1, "physical"}, {"PMSCR_EL1", "PCT", 2, NULL},
    {"PMSCR_EL2", "PCT", 3, "physical - physical offset"},
    {"PMBLIMITR_EL1", "FM", 0, "fill and stop"}, {"PMBLIMITR_EL1", "FM", 1, NULL}, {"PMBLIMITR_EL1", "FM", 2, "discard"},
    {"PMBSR_EL1", "EC", 0, "other buffer event"}, {"PMBSR_EL1", "EC", 0x24, "stage 1 fault"},
    {"PMBSR_EL1", "EC", 0x25, "stage 2 fault"}, {"PMBSR_EL1", "EC", 0x1e, "granule protection check fault"},
    {"PMBSR_EL1", "EC", 0x1f, "IMPLEMENTATION DEFINED"}, {"PMBSR_EL1", "EC", 1, NULL},
    {"PMBIDR_EL1", "EA", 0, "not described"}, {"PMBIDR_EL1", "EA", 1, "ignored"}, {"PMBIDR_EL1", "EA", 2, "SError interrupt"},
    {"PMBIDR_EL1", "Align", 0, "1 byte"}, {"PMBIDR_EL1", "Align", 1, "2 bytes"}, {"PMBIDR_EL1", "Align", 2, "4 bytes"},
    {"PMBIDR_EL1", "Align", 3, "8 bytes"}, {"PMBIDR_EL1", "Align", 4, "16 bytes"}, {"PMBIDR_EL1", "Align", 5, "32 bytes"},
    {"PMBIDR_EL1", "Align", 6, "64 bytes"}, {"PMBIDR_EL1", "Align", 7, "128 bytes"}, {"PMBIDR_EL1", "Align", 8, "256 bytes"},
    {"PMBIDR_EL1", "Align", 9, "512 bytes"}, {"PMBIDR_EL1", "Align", 10, "1024 bytes"},
    {"PMBIDR_EL1", "Align", 11, "2048 bytes"}, {"PMBIDR_EL1", "Align", 12, NULL},
    {"ID_AA64DFR0_EL1", "PMSVer", 0, "not implemented"}, {"ID_AA64DFR0_EL1", "PMSVer", 1, "FEAT_SPE"},
    {"ID_AA64DFR0_EL1", "PMSVer", 2, "FEAT_SPEv1p1"}, {"ID_AA64DFR0_EL1", "PMSVer", 3, "FEAT_SPEv1p2"},
    {"ID_AA64DFR0_EL1", "PMSVer", 4, "FEAT_SPEv1p3"}, {"ID_AA64DFR0_EL1", "PMSVer", 5, "FEAT_SPEv1p4"},
    {"ID_AA64DFR0_EL1", "PMSVer", 6, "FEAT_SPEv1p5"}, {"ID_AA64DFR0_EL1", "PMSVer", 7, NULL},
};
/* clang-format on */

#define LISTED (sizeof listed / sizeof listed[0])

static void test_registers(void)
{
    unsigned bad = 0, at = 0;
    for (unsigned reg = 0; reg < SPE_REGS; reg++) {
        const int fields = spe_sysreg_fields(reg);
        for (unsigned i = 0; (int)i < fields; i++, at++) {
            struct spe_sysreg_field f;
            bad += spe_sysreg_field_describe(reg, i, &f) != SPE_OK;
            if (at >= LISTED || strcmp(spe_sysreg_name(reg), listed[at].reg) || strcmp(f.name, listed[at].field)) {
                diag("%s.%s is not listed here", spe_sysreg_name(reg), f.name);
                bad++;
                continue;
            }
            bad += f.high != listed[at].high || f.low != listed[at].low || f.kind != listed[at].kind;
            bad += spe_sysreg_field_find(reg, f.name) != (int)i || spe_sysreg_find(listed[at].reg) != (int)reg;
        }
        bad += fields < 1;
    }
    is(bad, 0, "every register and field is as listed");
    is(at, LISTED, "and every one that is listed is there");
}

static void test_value_names(void)
{
    unsigned bad = 0;
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
        const unsigned reg = (unsigned)spe_sysreg_find(named[i].reg);
        const int field = spe_sysreg_field_find(reg, named[i].field);
        const char *name = field < 0 ? "?" : spe_sysreg_value_name(reg, (unsigned)field, named[i].value);
        if (!name != !named[i].name || (name && strcmp(name, named[i].name))) {
            diag("%s.%s %u", named[i].reg, named[i].field, named[i].value);
            bad++;
        }
    }
    is(bad, 0, "every value has its name, reserved ones none");
    unsigned count = 0;
    for (unsigned reg = 0; reg < SPE_REGS; reg++)
        for (unsigned field = 0; field < 20; field++)
            for (unsigned value = 0; value < 256; value++)
                count += spe_sysreg_value_name(reg, field, value) != NULL;
    unsigned want = 0;
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++)
        want += named[i].name != NULL;
    is(count, want + 3, "and no others do (PCT's are listed for one of the two registers only: 3 more)");
}

static void test_find(void)
{
    is(spe_sysreg_find("pmsidr_el1"), SPE_REG_PMSIDR_EL1, "lower case");
    is(spe_sysreg_find("PmbLimitR"), SPE_REG_PMBLIMITR_EL1, "without _EL1");
    is(spe_sysreg_find("pmscr_el2"), SPE_REG_PMSCR_EL2, "the EL2 one of two");
    is(spe_sysreg_find("pmscr_el1"), SPE_REG_PMSCR_EL1, "the EL1 one");
    is(spe_sysreg_find("pmscr"), SPE_E_NAME, "either of two");
    is(spe_sysreg_find("ID_AA64DFR0"), SPE_REG_ID_AA64DFR0_EL1, "ID_AA64DFR0");
    is(spe_sysreg_find("PMSIDR_"), SPE_E_NAME, "half a suffix");
    is(spe_sysreg_find("PMSIDR_EL"), SPE_E_NAME, "most of a suffix");
    is(spe_sysreg_find("PMSIDR_EL11"), SPE_E_NAME, "too much of it");
    is(spe_sysreg_find("ID"), SPE_E_NAME, "a beginning");
    is(spe_sysreg_find("PMSIDR_EL2"), SPE_E_NAME, "another suffix");
    is(spe_sysreg_find(""), SPE_E_NAME, "no name");
    is(spe_sysreg_find(NULL), SPE_E_ARG, "NULL");
    ok(!spe_sysreg_name(SPE_REGS), "no such register");
    is(spe_sysreg_fields(SPE_REGS), SPE_E_ARG, "... no fields");
    is(spe_sysreg_field_find(SPE_REGS, "FE"), SPE_E_ARG, "... no field");
    is(spe_sysreg_field_find(SPE_REG_PMSIDR_EL1, "maxsize"), 8, "a field, lower case");
    is(spe_sysreg_field_find(SPE_REG_PMSIDR_EL1, "max"), SPE_E_NAME, "a field's beginning");
    is(spe_sysreg_field_find(SPE_REG_PMSIDR_EL1, "MaxSize1"), SPE_E_NAME, "more than a field");
    is(spe_sysreg_field_find(SPE_REG_PMSIDR_EL1, NULL), SPE_E_ARG, "NULL field");
    struct spe_sysreg_field f;
    is(spe_sysreg_field_describe(SPE_REG_PMSCR_EL1, 6, &f), SPE_E_ARG, "beyond the last field");
    is(spe_sysreg_field_describe(SPE_REG_PMSCR_EL1, 0, NULL), SPE_E_ARG, "NULL description");
    ok(!spe_sysreg_value_name(SPE_REGS, 0, 0) && !spe_sysreg_value_name(0, 99, 0), "no value of what is not there");
}

static void test_put_get(void)
{
    unsigned bad = 0;
    for (unsigned i = 0; i < 200000; i++) {
        const unsigned row = random_below(LISTED);
        const unsigned reg = (unsigned)spe_sysreg_find(listed[row].reg);
        const unsigned field = (unsigned)spe_sysreg_field_find(reg, listed[row].field);
        const unsigned width = listed[row].high - listed[row].low + 1;
        const uint64_t most = UINT64_MAX >> (64 - width), before = random_u64();
        const uint64_t value = random_u64() >> random_below(64);
        uint64_t raw = before, got;
        const int status = spe_sysreg_put(reg, field, value, &raw);
        bad += status != (value > most ? SPE_E_RANGE : SPE_OK);
        bad += status != SPE_OK && raw != before;
        bad += ((raw ^ before) & ~(most << listed[row].low)) != 0;
        bad += spe_sysreg_get(reg, field, raw, &got) != SPE_OK;
        bad += got != (raw >> listed[row].low & most) || (status == SPE_OK && got != value);
    }
    is(bad, 0, "put and get are inverse; other bits stay; what is too wide is refused");
    uint64_t raw = 5;
    is(spe_sysreg_get(SPE_REGS, 0, 0, &raw), SPE_E_ARG, "get: no such register");
    is(spe_sysreg_get(0, 99, 0, &raw), SPE_E_ARG, "get: no such field");
    is(spe_sysreg_get(0, 0, 0, NULL), SPE_E_ARG, "get: NULL");
    is(spe_sysreg_put(0, 99, 0, &raw), SPE_E_ARG, "put: no such field");
    is(spe_sysreg_put(0, 0, 0, NULL), SPE_E_ARG, "put: NULL");
    is(raw, 5, "nothing is written");
}

static void test_reserved(void)
{
    unsigned bad = 0;
    for (unsigned reg = 0; reg < SPE_REGS; reg++) {
        uint64_t known = reg == SPE_REG_ID_AA64DFR0_EL1 ? UINT64_MAX : 0;
        for (size_t i = 0; i < LISTED; i++)
            if ((unsigned)spe_sysreg_find(listed[i].reg) == reg)
                for (unsigned bit = listed[i].low; bit <= listed[i].high; bit++)
                    known |= UINT64_C(1) << bit;
        bad += spe_sysreg_reserved(reg, UINT64_MAX) != ~known || spe_sysreg_reserved(reg, known) != 0;
    }
    is(bad, 0, "the bits of no field are reserved");
    is(spe_sysreg_reserved(SPE_REG_PMSCR_EL1, 0x104), 0x104, "bits 8 and 2 of PMSCR_EL1");
    is(spe_sysreg_reserved(SPE_REGS, UINT64_MAX), 0, "no register");
}

/* -- text -- */

static const struct {
    unsigned reg;
    uint64_t raw;
    const char *text;
} texts[] = {
    {SPE_REG_PMSIRR_EL1, 0x1001, "PMSIRR_EL1 0x1001: INTERVAL 16 (4096), RND 1"},
    {SPE_REG_PMSLATFR_EL1, 10, "PMSLATFR_EL1 0xa: MINLAT 10"},
    {SPE_REG_PMSICR_EL1, UINT64_C(0x0500000000000064), "PMSICR_EL1 0x500000000000064: ECOUNT 5, COUNT 100"},
    {SPE_REG_PMSEVFR_EL1, 0x82, "PMSEVFR_EL1 0x82: E 0x82 (retired, mispredicted)"},
    {SPE_REG_PMSNEVFR_EL1, 0x1002, "PMSNEVFR_EL1 0x1002: E 0x1002 (retired, E12)"},
    {SPE_REG_PMSEVFR_EL1, 0, "PMSEVFR_EL1 0x0: E 0x0"},
    {SPE_REG_PMSDSFR_EL1, 0x101, "PMSDSFR_EL1 0x101: S 0x101"},
    {SPE_REG_PMBPTR_EL1, UINT64_C(0xffff000012345040), "PMBPTR_EL1 0xffff000012345040: PTR 0xffff000012345040"},
    {SPE_REG_PMBLIMITR_EL1, 0x10005, "PMBLIMITR_EL1 0x10005: LIMIT 0x10000, PMFZ 0, FM 2 (discard), E 1"},
    {SPE_REG_PMSCR_EL1, 0x16b,
     "PMSCR_EL1 0x16b: PCT 1 (physical), TS 1, PA 0, CX 1, E1SPE 1, E0SPE 1; reserved bits 0x100"},
    {SPE_REG_PMSCR_EL2, 0x81, "PMSCR_EL2 0x81: PCT 2 (reserved), TS 0, PA 0, CX 0, E2SPE 0, E0HSPE 1"},
    {SPE_REG_PMBSR_EL1, UINT64_C(0x90020007),
     "PMBSR_EL1 0x90020007: EC 36 (stage 1 fault), DL 0, EA 0, S 1, COLL 0, MSS 0x7"},
    {SPE_REG_PMBIDR_EL1, 0x36, "PMBIDR_EL1 0x36: EA 0 (not described), F 1, P 1, Align 6 (64 bytes)"},
    {SPE_REG_ID_AA64DFR0_EL1, UINT64_C(0x10305408), "ID_AA64DFR0_EL1 0x10305408: PMSVer 0 (not implemented)"},
    {SPE_REG_PMSIDR_EL1, 0x26497,
     "PMSIDR_EL1 0x26497: SME 0, ALTCLK 0 (not implemented), FPF 0, EFT 0, CRR 0, PBT 0, Format 0 (version 0), "
     "CountSize 2 (12-bit), MaxSize 6 (64 bytes), Interval 4 (1024), FDS 1, FnE 0, ERnd 0, LDS 1, ArchInst 0, FL 1, "
     "FT 1, FE 1"},
};

static void test_text(void)
{
    char text[SPE_SYSREG_TEXT_MAX], cut[SPE_SYSREG_TEXT_MAX];
    int longest = 0, bad = 0;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const int n = spe_sysreg_text(texts[i].reg, texts[i].raw, text, sizeof text);
        if (!ok(!strcmp(text, texts[i].text) && n == (int)strlen(text), texts[i].text))
            diag("%s", text);
        for (size_t cap = 0; cap <= (size_t)n + 1; cap++) {
            memset(cut, '#', sizeof cut);
            bad += spe_sysreg_text(texts[i].reg, texts[i].raw, cut, cap) != n || cut[cap] != '#';
            bad += cap && (strlen(cut) != cap - 1 || memcmp(cut, text, cap - 1));
        }
    }
    is(bad, 0, "cut to any length, within bounds");
    for (unsigned reg = 0; reg < SPE_REGS; reg++) {
        const int n = spe_sysreg_text(reg, UINT64_MAX, NULL, 0);
        longest = n > longest ? n : longest;
    }
    ok(longest < SPE_SYSREG_TEXT_MAX, "the longest text fits SPE_SYSREG_TEXT_MAX");
    is(spe_sysreg_text(SPE_REGS, 0, text, sizeof text), SPE_E_ARG, "no such register");
    is(spe_sysreg_text(0, 0, NULL, 1), SPE_E_ARG, "no buffer");
    is(spe_sysreg_field_text(SPE_REG_PMSIDR_EL1, 9, 0x500, text, sizeof text), 17, "one field");
    ok(!strcmp(text, "Interval 5 (1536)"), "... as text");
    is(spe_sysreg_field_text(SPE_REGS, 0, 0, text, sizeof text), SPE_E_ARG, "field: no such register");
    is(spe_sysreg_field_text(0, 99, 0, text, sizeof text), SPE_E_ARG, "field: no such field");
    is(spe_sysreg_field_text(0, 0, 0, NULL, 1), SPE_E_ARG, "field: no buffer");
}

/* -- text to values -- */

static const struct {
    const char *text;
    int status;
    uint64_t raw; /* from PMSIRR_EL1 0x2, a reserved bit */
    size_t mistake;
} parses[] = {
    {"INTERVAL=16,RND=1", SPE_OK, 0x1003, 0},
    {"rnd=1 interval=0X1_0", SPE_OK, 0x1003, 0},
    {" \t,rnd=1,\n", SPE_OK, 3, 0},
    {"", SPE_OK, 2, 0},
    {"INTERVAL=1_000", SPE_OK, 0x3e802, 0},
    {"INTERVAL=0xabCD", SPE_OK, 0xabcd02, 0},
    {"INTERVAL=0xffffff", SPE_OK, 0xffffff02, 0},
    {"RND=1,INTERVAL=0x1000000", SPE_E_RANGE, 2, 15},
    {"RND=2", SPE_E_RANGE, 2, 4},
    {"RND=18446744073709551616", SPE_E_RANGE, 2, 4},
    {"RND=0x10000000000000000", SPE_E_RANGE, 2, 4},
    {"RND=1,NOPE=1", SPE_E_NAME, 2, 6},
    {"RND", SPE_E_SYNTAX, 2, 3},
    {"RND,INTERVAL=1", SPE_E_SYNTAX, 2, 3},
    {"=1", SPE_E_SYNTAX, 2, 0},
    {"RND=", SPE_E_SYNTAX, 2, 4},
    {"RND=x", SPE_E_SYNTAX, 2, 4},
    {"RND=0x", SPE_E_SYNTAX, 2, 5},
    {"RND=1_", SPE_E_SYNTAX, 2, 6},
    {"RND=_1", SPE_E_SYNTAX, 2, 4},
    {"RND=1a", SPE_E_SYNTAX, 2, 5},
    {"RN=1", SPE_E_NAME, 2, 0},
    {"RND=1=1", SPE_E_SYNTAX, 2, 5},
    {"INTERVAL=0xg", SPE_E_SYNTAX, 2, 11},
};

static void test_parse(void)
{
    for (size_t i = 0; i < sizeof parses / sizeof parses[0]; i++) {
        uint64_t raw = 2;
        size_t mistake = 0;
        const int status = spe_sysreg_parse(SPE_REG_PMSIRR_EL1, parses[i].text, strlen(parses[i].text), &raw, &mistake);
        if (!ok(status == parses[i].status && raw == parses[i].raw && mistake == parses[i].mistake, parses[i].text))
            diag("status %d, raw 0x%llx, mistake %zu", status, (unsigned long long)raw, mistake);
    }
    uint64_t raw = 0;
    size_t mistake = 9;
    int bad = 0;
    is(spe_sysreg_parse(SPE_REG_PMBPTR_EL1, "PTR=18446744073709551615xyz", 24, &raw, NULL), SPE_OK,
       "the largest number");
    ok(raw == UINT64_MAX, "... of a text that is not terminated");
    is(spe_sysreg_parse(SPE_REG_PMSIRR_EL1, "RND", 3, &raw, NULL), SPE_E_SYNTAX, "nobody asks where");
    is(spe_sysreg_parse(SPE_REGS, "RND=1", 5, &raw, &mistake), SPE_E_ARG, "no such register");
    is(mistake, 0, "... at 0");
    is(spe_sysreg_parse(SPE_REG_PMSIRR_EL1, "RND\0=1", 6, &raw, NULL), SPE_E_NAME, "a NUL is no end of a name");
    is(spe_sysreg_parse(SPE_REG_PMSIRR_EL1, NULL, 1, &raw, NULL), SPE_E_ARG, "NULL text");
    is(spe_sysreg_parse(SPE_REG_PMSIRR_EL1, NULL, 0, &raw, NULL), SPE_OK, "no text");
    is(spe_sysreg_parse(SPE_REG_PMSIRR_EL1, "", 0, NULL, NULL), SPE_E_ARG, "NULL value");
    /* what is printed of a register can be read again */
    for (unsigned i = 0; i < 20000; i++) {
        const unsigned reg = random_below(SPE_REGS);
        const uint64_t from = random_u64();
        char text[512] = "";
        uint64_t value, back = 0;
        for (unsigned field = 0; (int)field < spe_sysreg_fields(reg); field++) {
            struct spe_sysreg_field f;
            spe_sysreg_field_describe(reg, field, &f);
            spe_sysreg_get(reg, field, from, &value);
            value <<= f.kind == SPE_SYSREG_ADDRESS ? f.low : 0;
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s=0x%llx,", f.name, (unsigned long long)value);
        }
        bad += spe_sysreg_parse(reg, text, strlen(text), &back, NULL) != SPE_OK;
        bad += (from ^ back) !=
               (reg == SPE_REG_ID_AA64DFR0_EL1 ? from & UINT64_C(0xfffffff0ffffffff) : spe_sysreg_reserved(reg, from));
    }
    is(bad, 0, "fields by text are the register again");
    for (unsigned i = 0; i < 200000; i++) { /* any text */
        static const char letters[] = "RNDrnd=,01x_ 9f";
        char text[16];
        const size_t n = random_below(sizeof text);
        for (size_t k = 0; k < n; k++)
            text[k] = letters[random_below(sizeof letters - 1)];
        raw = 0, mistake = 0;
        const int status = spe_sysreg_parse(SPE_REG_PMSIRR_EL1, text, n, &raw, &mistake);
        bad += mistake > n || (status != SPE_OK && raw);
    }
    is(bad, 0, "any text: no mistake is beyond its end, nothing is put that is refused");
}

/* Addresses by text are whole addresses; BSC and FSC are fields within MSS. */
static void test_views(void)
{
    uint64_t raw = 0, value = 0;
    size_t mistake = 0;
    is(spe_sysreg_parse(SPE_REG_PMBLIMITR_EL1, "LIMIT=0x80001000,E=1", 20, &raw, &mistake), SPE_OK,
       "LIMIT is an address");
    is(raw, 0x80001001, "... as it stands");
    is(spe_sysreg_parse(SPE_REG_PMBLIMITR_EL1, "E=1,LIMIT=0x80001800", 20, &raw, &mistake), SPE_E_RANGE,
       "... of a page");
    is(mistake, 10, "... where it is wrong");
    raw = 0;
    is(spe_sysreg_parse(SPE_REG_PMBSR_EL1, "S=1,BSC=1", 9, &raw, NULL), SPE_OK, "BSC is a field of PMBSR_EL1");
    is(raw, 0x20001, "... in MSS");
    is(spe_sysreg_parse(SPE_REG_PMBSR_EL1, "EC=0x24,FSC=0x3f", 16, &raw, NULL), SPE_OK, "so is FSC");
    is(raw, 0x9002003f, "... in MSS, too");
    is(spe_sysreg_parse(SPE_REG_PMBSR_EL1, "FSC=0x40", 8, &raw, NULL), SPE_E_RANGE, "of six bits");
    const int bsc = spe_sysreg_field_find(SPE_REG_PMBSR_EL1, "bsc");
    is(bsc, spe_sysreg_fields(SPE_REG_PMBSR_EL1), "it is behind the fields that are counted");
    ok(spe_sysreg_get(SPE_REG_PMBSR_EL1, (unsigned)bsc, 0x12345, &value) == SPE_OK && value == 5, "it can be read");
    is(spe_sysreg_get(SPE_REG_PMBSR_EL1, (unsigned)bsc + 2, 0, &value), SPE_E_ARG, "two of them are there");
    is(spe_sysreg_get(SPE_REG_PMSICR_EL1, 2, 0, &value), SPE_E_ARG, "other registers have none");
    char text[64];
    spe_sysreg_field_text(SPE_REG_PMBSR_EL1, (unsigned)bsc + 1, 7, text, sizeof text);
    is(strcmp(text, "FSC 7"), 0, "... as text");
}

int main(void)
{
    test_views();
    test_registers();
    test_value_names();
    test_find();
    test_put_get();
    test_reserved();
    test_text();
    test_parse();
    is(sizeof(struct spe_sysreg_field), 32, "struct spe_sysreg_field has its published size");
    return tap_done();
}
