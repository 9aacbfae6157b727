/* SPDX-License-Identifier: MIT */
/* Every register, field and value, compared with rows written by hand from the manual; values decoded and encoded;
 * text. */
#include <libspe-lab/lab.h>
#include <stdio.h>
#include <string.h>

#include "random.h"
#include "sysreg_manual.h"
#include "tap.h"

static int is_same(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

static void test_registers(void)
{
    unsigned bad = 0, at = 0;
    for (unsigned reg = 0; reg < spe_sysreg_count(); reg++) {
        for (unsigned i = 0;; i++, at++) {
            struct spe_sysreg_field f;
            if (spe_sysreg_field_describe(reg, i, &f) != SPE_OK)
                break;
            if (at >= MANUAL_FIELDS || strcmp(spe_sysreg_name(reg), manual_fields[at].reg) != 0 ||
                strcmp(f.name, manual_fields[at].field) != 0) {
                diag("%s.%s is not in the manual's place", spe_sysreg_name(reg), f.name);
                bad++;
                continue;
            }
            const int same = f.high == manual_fields[at].high && f.low == manual_fields[at].low &&
                             f.kind == manual_fields[at].kind && f.reset == manual_fields[at].reset &&
                             is_same(spe_sysreg_field_needs(reg, i), manual_fields[at].needs) &&
                             ((int)i >= spe_sysreg_fields(reg)) == manual_fields[at].part &&
                             spe_sysreg_field_find(reg, f.name) == (int)i;
            if (!same)
                diag("%s.%s", spe_sysreg_name(reg), f.name);
            bad += !same;
        }
        bad += spe_sysreg_fields(reg) < 1;
    }
    is(bad, 0, "every field is as in the manual: place, type, reset value, feature");
    is(at, MANUAL_FIELDS, "and every field of the manual is there");
}

/* MRS and MSR, as KVM numbers System registers; op0 is 3 */
static unsigned encoding_of(unsigned op1, unsigned n, unsigned m, unsigned op2)
{
    return 0xc000 | op1 << 11 | n << 7 | m << 3 | op2;
}

static void test_encodings(void)
{
    unsigned bad = 0, op1, n, m, op2, aliases = 0;
    is(MANUAL_REGISTERS, spe_sysreg_count(), "all registers are the manual's");
    for (size_t i = 0; i < MANUAL_REGISTERS; i++) {
        const unsigned reg = manual_registers[i].reg;
        int wrong = !is_same(spe_sysreg_name(reg), manual_registers[i].name);
        wrong += spe_sysreg_find(manual_registers[i].name) != (int)reg;
        wrong += spe_sysreg_find(manual_registers[i].encoding) != (int)reg;
        wrong += sscanf(manual_registers[i].encoding, "S3_%u_C%u_C%u_%u", &op1, &n, &m, &op2) != 4;
        wrong += spe_sysreg_encoding(reg) != (int)encoding_of(op1, n, m, op2);
        wrong += spe_sysreg_find_encoding(encoding_of(op1, n, m, op2)) != (int)reg;
        wrong += !is_same(spe_sysreg_needs(reg), manual_registers[i].needs);
        if (manual_registers[i].el12) {
            aliases++;
            wrong += spe_sysreg_find(manual_registers[i].el12) != (int)reg;
            wrong += spe_sysreg_find(manual_registers[i].encoding_el12) != (int)reg;
        } else {
            char name[32];
            snprintf(name, sizeof name, "%s2", manual_registers[i].name);
            wrong += spe_sysreg_find(name) != SPE_E_NAME;
        }
        if (wrong)
            diag("%s", manual_registers[i].name);
        bad += wrong != 0;
    }
    is(bad, 0, "names, names of EL2, encodings both ways, and features of all registers");
    unsigned found = 0;
    for (unsigned encoding = 0; encoding < 0x20000; encoding++)
        found += spe_sysreg_find_encoding(encoding) >= 0;
    is(found, spe_sysreg_count() + aliases, "no other encoding is one of them");
    is(spe_sysreg_encoding(SPE_REG_PMSIDR_EL1), 0xc4cf, "PMSIDR_EL1 as a number");
    is(spe_sysreg_encoding(spe_sysreg_count()), SPE_E_ARG, "no such register");
    ok(!spe_sysreg_needs(spe_sysreg_count()) && !spe_sysreg_field_needs(spe_sysreg_count(), 0) &&
           !spe_sysreg_field_needs(0, 99),
       "an unknown field needs no feature");
    static const char *const none[] = {
        "S",           "S3",           "S3_0_C9_C9",    "S3_0_C9_C9_",   "S3_0_C9_C9_8",
        "S3_0_C9_C9_", "S3_0_C9_9_7",  "S4_0_C9_C9_7",  "S3_8_C9_C9_7",  "S3_0_C16_C9_7",
        "S_0_C9_C9_7", "S3-0_C9_C9_7", "S3_0_C9_C9_7_", "S3_0_C9_C9_77", "S3_0_C009_C9_7",
        "S3_0_C_C9_7", "S2_0_C9_C9_7", "S3_0_C9_C9_7 "};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        bad += spe_sysreg_find(none[i]) != SPE_E_NAME;
    is(bad, 0, "invalid encodings, and encodings of no register");
    is(spe_sysreg_find("s3_0_c9_c9_7"), SPE_REG_PMSIDR_EL1, "an encoding in lower case");
    is(spe_sysreg_match("s3_0_c9_c9_7", 1), SPE_E_NAME, "it has one register");
}

static void test_value_names(void)
{
    unsigned bad = 0, named = 0;
    for (size_t i = 0; i < MANUAL_VALUES; i++) {
        const unsigned reg = (unsigned)spe_sysreg_find(manual_values[i].reg);
        const int field = spe_sysreg_field_find(reg, manual_values[i].field);
        const char *name = field < 0 ? "?" : spe_sysreg_value_name(reg, (unsigned)field, manual_values[i].value);
        if (!is_same(name, manual_values[i].name)) {
            diag("%s.%s %u", manual_values[i].reg, manual_values[i].field, manual_values[i].value);
            bad++;
        }
    }
    is(bad, 0, "every value of the manual has its name");
    for (unsigned reg = 0; reg < spe_sysreg_count(); reg++)
        for (unsigned field = 0; field < 20; field++)
            for (unsigned value = 0; value < 256; value++) {
                struct spe_sysreg_field f;
                if (reg == SPE_REG_PMBSR_EL2 || reg == SPE_REG_PMBSR_EL3)
                    bad += !is_same(spe_sysreg_value_name(reg, field, value),
                                    spe_sysreg_value_name(SPE_REG_PMBSR_EL1, field, value));
                else if (spe_sysreg_field_describe(reg, field, &f) == SPE_OK && strcmp(f.name, "FSC") != 0)
                    named += spe_sysreg_value_name(reg, field, value) != NULL;
            }
    is(named, MANUAL_VALUES, "other values have no name: they are reserved");
    is(bad, 0, "PMBSR_EL2 and PMBSR_EL3 are like PMBSR_EL1");
    const unsigned fsc = (unsigned)spe_sysreg_field_find(SPE_REG_PMBSR_EL1, "FSC");
    ok(!spe_sysreg_value_name(SPE_REG_PMBSR_EL1, fsc, UINT64_C(0x100000007)), "a value wider than FSC has no name");
}

static void test_find(void)
{
    is(spe_sysreg_find("pmsidr_el1"), SPE_REG_PMSIDR_EL1, "lower case");
    is(spe_sysreg_find("PmbLimitR"), SPE_REG_PMBLIMITR_EL1, "without _EL1");
    is(spe_sysreg_find("pmscr_el2"), SPE_REG_PMSCR_EL2, "the EL2 register of two");
    is(spe_sysreg_find("pmscr_el1"), SPE_REG_PMSCR_EL1, "the EL1 one");
    is(spe_sysreg_find("pmscr"), SPE_E_NAME, "either of two");
    is(spe_sysreg_match("pmscr", 0), SPE_REG_PMSCR_EL1, "... the first");
    is(spe_sysreg_match("PMSCR", 1), SPE_REG_PMSCR_EL2, "... the second");
    is(spe_sysreg_match("pmscr", 2), SPE_E_NAME, "... no third");
    is(spe_sysreg_match("pmbsr", 2), SPE_REG_PMBSR_EL3, "a third of three");
    is(spe_sysreg_match("mdcr", 1), SPE_REG_MDCR_EL3, "mdcr: EL2 or EL3");
    is(spe_sysreg_match("PMSCR_EL1", 0), SPE_REG_PMSCR_EL1, "a whole name");
    is(spe_sysreg_match("PMSCR_EL1", 1), SPE_E_NAME, "... is one register's");
    is(spe_sysreg_match(NULL, 0), SPE_E_ARG, "match: NULL");
    is(spe_sysreg_find("pmscr_EL12"), SPE_REG_PMSCR_EL1, "PMSCR_EL12");
    is(spe_sysreg_find("pmbsr_el12"), SPE_REG_PMBSR_EL1, "PMBSR_EL12");
    is(spe_sysreg_find("pmscr_el123"), SPE_E_NAME, "more than that");
    is(spe_sysreg_find("pmscr_el22"), SPE_E_NAME, "EL2's has no such name");
    is(spe_sysreg_find("ID_AA64DFR0"), SPE_REG_ID_AA64DFR0_EL1, "ID_AA64DFR0");
    is(spe_sysreg_find("PMSIDR_"), SPE_E_NAME, "half a suffix");
    is(spe_sysreg_find("PMSIDR_EL"), SPE_E_NAME, "most of a suffix");
    is(spe_sysreg_find("PMSIDR_EL11"), SPE_E_NAME, "too much of it");
    is(spe_sysreg_find("ID"), SPE_E_NAME, "a beginning");
    is(spe_sysreg_match("ID", 0), SPE_E_NAME, "... may mean no register");
    is(spe_sysreg_find("PMSIDR_EL2"), SPE_E_NAME, "another suffix");
    is(spe_sysreg_find(""), SPE_E_NAME, "no name");
    is(spe_sysreg_find(NULL), SPE_E_ARG, "NULL");
    ok(!spe_sysreg_name(spe_sysreg_count()), "no such register");
    is(spe_sysreg_fields(spe_sysreg_count()), SPE_E_ARG, "... no fields");
    is(spe_sysreg_field_find(spe_sysreg_count(), "FE"), SPE_E_ARG, "... no field");
    is(spe_sysreg_field_find(SPE_REG_PMSIDR_EL1, "maxsize"), 8, "a field, lower case");
    is(spe_sysreg_field_find(SPE_REG_PMSIDR_EL1, "max"), SPE_E_NAME, "a field's beginning");
    is(spe_sysreg_field_find(SPE_REG_PMSIDR_EL1, "MaxSize1"), SPE_E_NAME, "more than a field");
    is(spe_sysreg_field_find(SPE_REG_PMSIDR_EL1, NULL), SPE_E_ARG, "NULL field");
    struct spe_sysreg_field f;
    is(spe_sysreg_field_describe(SPE_REG_PMSCR_EL1, 9, &f), SPE_E_ARG, "beyond the last field");
    is(spe_sysreg_field_describe(SPE_REG_PMSCR_EL1, 0, NULL), SPE_E_ARG, "NULL description");
    ok(!spe_sysreg_value_name(spe_sysreg_count(), 0, 0) && !spe_sysreg_value_name(0, 99, 0),
       "no value of an unknown field");
}

static void test_put_get(void)
{
    unsigned bad = 0;
    for (unsigned i = 0; i < 200000; i++) {
        const unsigned row = random_below(MANUAL_FIELDS);
        const unsigned reg = (unsigned)spe_sysreg_find(manual_fields[row].reg);
        const unsigned field = (unsigned)spe_sysreg_field_find(reg, manual_fields[row].field);
        const unsigned width = manual_fields[row].high - manual_fields[row].low + 1;
        const uint64_t most = UINT64_MAX >> (64 - width), before = random_u64();
        const uint64_t value = random_u64() >> random_below(64);
        uint64_t raw = before, got;
        const int status = spe_sysreg_put(reg, field, value, &raw);
        bad += status != (value > most ? SPE_E_RANGE : SPE_OK);
        bad += status != SPE_OK && raw != before;
        bad += ((raw ^ before) & ~(most << manual_fields[row].low)) != 0;
        bad += spe_sysreg_get(reg, field, raw, &got) != SPE_OK;
        bad += got != (raw >> manual_fields[row].low & most) || (status == SPE_OK && got != value);
    }
    is(bad, 0, "put and get are inverse; other bits stay; values that are too wide are rejected");
    uint64_t raw = 5;
    is(spe_sysreg_get(spe_sysreg_count(), 0, 0, &raw), SPE_E_ARG, "get: no such register");
    is(spe_sysreg_get(0, 99, 0, &raw), SPE_E_ARG, "get: no such field");
    is(spe_sysreg_get(0, 0, 0, NULL), SPE_E_ARG, "get: NULL");
    is(spe_sysreg_put(0, 99, 0, &raw), SPE_E_ARG, "put: no such field");
    is(spe_sysreg_put(0, 0, 0, NULL), SPE_E_ARG, "put: NULL");
    is(raw, 5, "nothing is written");
}

/* D24.7.5: the bits of PMBSR_ELx that are RES0 with an EC and the low six bits of MSS */
static uint64_t reserved_in_syndrome(unsigned ec, unsigned fsc)
{
    const int is_permission = fsc >= 0x0c && fsc <= 0x0f;
    const uint64_t always = UINT64_C(0xff) << 56 | UINT64_C(0x3f) << 20, mss2 = UINT64_C(0xffffff) << 32;
    switch (ec) {
    case 0x00:
        return always | mss2 | 0xffc0;
    case 0x1e:
        return always | mss2 | 0xffff;
    case 0x24:
        return always | 0xffc0 | UINT64_C(0xfffe9f) << 32 | (is_permission ? 0 : UINT64_C(3) << 37);
    case 0x25:
        return always | 0xffc0 | UINT64_C(0xfffe1f) << 32 | (is_permission ? 0 : UINT64_C(7) << 37);
    default:
        return always;
    }
}

static void test_reserved_syndrome(void)
{
    static const unsigned regs[] = {SPE_REG_PMBSR_EL1, SPE_REG_PMBSR_EL2, SPE_REG_PMBSR_EL3};
    unsigned bad = 0;
    for (unsigned i = 0; i < 64 * 64 * 3; i++) {
        const unsigned ec = i & 63, fsc = i >> 6 & 63;
        const uint64_t raw = UINT64_C(0xffffffff03ffffc0) | (uint64_t)ec << 26 | fsc;
        bad += spe_sysreg_reserved(regs[i >> 12], raw) != (raw & reserved_in_syndrome(ec, fsc));
        bad += spe_sysreg_reserved(regs[i >> 12], raw & ~reserved_in_syndrome(ec, fsc)) != 0;
    }
    is(bad, 0, "MSS and MSS2: the RES0 bits with each EC and FSC");
}

/* D24.7.3: which values of Attr are UNPREDICTABLE */
static void test_memory(void)
{
    char text[SPE_SYSREG_TEXT_MAX];
    unsigned bad = 0;
    for (unsigned attr = 0; attr < 256; attr++) {
        const int is_device = attr < 16 && (attr & 3) < 2, is_odd = attr == 0x40 || attr == 0xa0 || attr == 0xf0;
        const int is_normal = (attr >> 4 && attr & 15) || is_odd;
        spe_sysreg_field_text(SPE_REG_PMBMAR_EL1, 1, attr, text, sizeof text);
        bad += (strstr(text, "(UNPREDICTABLE)") != NULL) != (!is_device && !is_normal);
        bad += (strstr(text, "(Device-") != NULL) != is_device || (strstr(text, "Normal") != NULL) != is_normal;
        bad += (strstr(text, "Inner") != NULL) != is_normal || (strstr(text, "Outer") != NULL) != is_normal;
        bad += (strstr(text, "XS 0") != NULL) != ((is_device && attr & 1) || attr == 0x40 || attr == 0xa0);
    }
    is(bad, 0, "PMBMAR_EL1.Attr: which values are Device memory, Normal memory, UNPREDICTABLE");
}

static void test_reserved(void)
{
    unsigned bad = 0;
    for (unsigned reg = 0; reg < spe_sysreg_count(); reg++) {
        uint64_t known = 0;
        for (size_t i = 0; i < MANUAL_REGISTERS; i++)
            if (manual_registers[i].reg == reg && !manual_registers[i].whole)
                known = UINT64_MAX;
        for (size_t i = 0; i < MANUAL_FIELDS; i++)
            if ((unsigned)spe_sysreg_find(manual_fields[i].reg) == reg)
                for (unsigned bit = manual_fields[i].low; bit <= manual_fields[i].high; bit++)
                    known |= UINT64_C(1) << bit;
        if (reg == SPE_REG_PMSEVFR_EL1 || reg == SPE_REG_PMSNEVFR_EL1) /* RAZ/WI: D24.7.11, D24.7.17 */
            known &= UINT64_C(0xffff0000fffefffe);
        bad += spe_sysreg_reserved(reg, UINT64_MAX) != ~known || spe_sysreg_reserved(reg, known) != 0;
    }
    is(bad, 0, "bits without a field are reserved");
    is(spe_sysreg_reserved(SPE_REG_PMSEVFR_EL1, 3), 1, "bit 0 of PMSEVFR_EL1");
    is(spe_sysreg_reserved(SPE_REG_PMSCR_EL1, 0x1804), 0x1004, "bits 12 and 2 of PMSCR_EL1");
    is(spe_sysreg_reserved(spe_sysreg_count(), UINT64_MAX), 0, "no register");
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
    {SPE_REG_PMBLIMITR_EL1, 0x10005,
     "PMBLIMITR_EL1 0x10005: LIMIT 0x10000, nVM 0 (virtual addresses), PMFZ 0, FM 2 (discard), E 1"},
    {SPE_REG_PMSCR_EL1, 0x116b,
     "PMSCR_EL1 0x116b: EnVM 0, KE 0, EE 1 (as disabled, for nested virtualization), PCT 1 (physical), TS 1, PA 0, CX "
     "1, E1SPE 1, E0SPE 1; reserved bits 0x1000"},
    {SPE_REG_PMSCR_EL2, 0x981,
     "PMSCR_EL2 0x981: EnVM 1, KE 0, EE 1 (delegated), PCT 2 (reserved), TS 0, PA 0, CX 0, E2SPE 0, E0HSPE 1"},
    {SPE_REG_PMBSR_EL1, UINT64_C(0x90020007),
     "PMBSR_EL1 0x90020007: MSS2 0x0, EC 36 (stage 1 fault), DL 0, EA 0, S 1, COLL 0, MSS 0x7, FSC 7 (translation "
     "fault, level 3), TopLevel 0"},
    {SPE_REG_PMBSR_EL2, UINT64_C(0x010001e09402004d),
     "PMBSR_EL2 0x10001e09402004d: MSS2 0x1e0, EC 37 (stage 2 fault), DL 0, EA 0, S 1, COLL 0, MSS 0x4d, FSC 13 "
     "(permission fault, level 1), TopLevel 1, AssuredOnly 1, Overlay 1, DirtyBit 1; reserved bits 0x100000000000040"},
    {SPE_REG_PMBSR_EL3, 0x20001,
     "PMBSR_EL3 0x20001: MSS2 0x0, EC 0 (other buffer event), DL 0, EA 0, S 1, COLL 0, MSS 0x1, BSC 1 (buffer filled)"},
    {SPE_REG_PMBSR_EL1, 0x7c020001,
     "PMBSR_EL1 0x7c020001: MSS2 0x0, EC 31 (IMPLEMENTATION DEFINED), DL 0, EA 0, S 1, COLL 0, MSS 0x1"},
    {SPE_REG_PMBIDR_EL1, 0x36,
     "PMBIDR_EL1 0x36: MaxBuffSize 0x0 (no limit), EA 0 (not described; not permitted from Armv8.8), AddrMode 0 "
     "(virtual), F 1 (flags updated as for other accesses), P 1 (programming not allowed), Align 6 (64 bytes)"},
    {SPE_REG_PMSEVFR_EL1, 0x10083, "PMSEVFR_EL1 0x10083: E 0x10083 (retired, mispredicted); reserved bits 0x10001"},
    {SPE_REG_PMSEVFR_EL1, 1, "PMSEVFR_EL1 0x1: E 0x1; reserved bits 0x1"},
    {SPE_REG_PMBSR_EL1, UINT64_C(0x178020001),
     "PMBSR_EL1 0x178020001: MSS2 0x1, EC 30 (granule protection check fault), DL 0, EA 0, S 1, COLL 0, MSS 0x1; "
     "reserved bits 0x100000001"},
    {SPE_REG_PMBMAR_EL1, 0x3ff,
     "PMBMAR_EL1 0x3ff: SH 3 (Inner Shareable), Attr 0xff (Normal, Outer Write-Back Non-transient Read-Allocate "
     "Write-Allocate, Inner Write-Back Non-transient Read-Allocate Write-Allocate)"},
    {SPE_REG_PMBMAR_EL1, 0x17,
     "PMBMAR_EL1 0x17: SH 0 (Non-shareable), Attr 0x17 (Normal, Outer Write-Through "
     "Transient Write-Allocate, Inner Write-Back Transient Read-Allocate Write-Allocate)"},
    {SPE_REG_PMBMAR_EL1, 0x48,
     "PMBMAR_EL1 0x48: SH 0 (Non-shareable), Attr 0x48 (Normal, Outer Non-cacheable, Inner "
     "Write-Through Non-transient)"},
    {SPE_REG_PMBMAR_EL1, 0, "PMBMAR_EL1 0x0: SH 0 (Non-shareable), Attr 0x0 (Device-nGnRnE)"},
    {SPE_REG_PMBMAR_EL1, 0xd, "PMBMAR_EL1 0xd: SH 0 (Non-shareable), Attr 0xd (Device-GRE, XS 0)"},
    {SPE_REG_PMBMAR_EL1, 0x40,
     "PMBMAR_EL1 0x40: SH 0 (Non-shareable), Attr 0x40 (Normal, Outer Non-cacheable, Inner Non-cacheable, XS 0)"},
    {SPE_REG_PMBMAR_EL1, 0xa0,
     "PMBMAR_EL1 0xa0: SH 0 (Non-shareable), Attr 0xa0 (Normal, Outer Write-Through "
     "Non-transient Read-Allocate, Inner Write-Through Non-transient Read-Allocate, XS 0)"},
    {SPE_REG_PMBMAR_EL1, 0xf0,
     "PMBMAR_EL1 0xf0: SH 0 (Non-shareable), Attr 0xf0 (Tagged Normal, Outer Write-Back "
     "Non-transient Read-Allocate Write-Allocate, Inner Write-Back Non-transient Read-Allocate Write-Allocate)"},
    {SPE_REG_PMBMAR_EL1, 0x50, "PMBMAR_EL1 0x50: SH 0 (Non-shareable), Attr 0x50 (UNPREDICTABLE)"},
    {SPE_REG_MDCR_EL2, 0x3000, "MDCR_EL2 0x3000: HPMFZS 0, TPMS 0, E2PB 3 (EL1 owns)"},
    {SPE_REG_ID_AA64DFR0_EL1, UINT64_C(0x10305408), "ID_AA64DFR0_EL1 0x10305408: PMSVer 0 (not implemented)"},
    {SPE_REG_PMSIDR_EL1, 0x26497,
     "PMSIDR_EL1 0x26497: SME 0, ALTCLK 0 (not implemented, or the CPU's clock), FPF 0, EFT 0, CRR 0, PBT 0, Format 0 "
     "(version 0), "
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
            bad += cap && (strlen(cut) != cap - 1 || memcmp(cut, text, cap - 1) != 0);
        }
    }
    is(bad, 0, "cut to any length, within bounds");
    for (unsigned reg = 0; reg < spe_sysreg_count(); reg++) {
        const int n = spe_sysreg_text(reg, UINT64_MAX, NULL, 0);
        longest = n > longest ? n : longest;
    }
    ok(longest < SPE_SYSREG_TEXT_MAX, "the longest text fits SPE_SYSREG_TEXT_MAX");
    is(spe_sysreg_text(spe_sysreg_count(), 0, text, sizeof text), SPE_E_ARG, "no such register");
    is(spe_sysreg_text(0, 0, NULL, 1), SPE_E_ARG, "no buffer");
    is(spe_sysreg_field_text(SPE_REG_PMSIDR_EL1, 9, 0x500, text, sizeof text), 17, "one field");
    ok(!strcmp(text, "Interval 5 (1536)"), "... as text");
    is(spe_sysreg_field_text(spe_sysreg_count(), 0, 0, text, sizeof text), SPE_E_ARG, "field: no such register");
    is(spe_sysreg_field_text(0, 99, 0, text, sizeof text), SPE_E_ARG, "field: no such field");
    is(spe_sysreg_field_text(0, 0, 0, NULL, 1), SPE_E_ARG, "field: no buffer");
    ok(spe_sysreg_field_text(0, 0, 0, NULL, 0) > 0, "field: no buffer of no size: the length");
}

/* -- text to values -- */

static void test_number(void)
{
    static const struct {
        const char *text;
        int status;
        uint64_t value;
    } numbers[] = {
        {"0", SPE_OK, 0},
        {"16", SPE_OK, 16},
        {"0x10", SPE_OK, 16},
        {"0X1_0", SPE_OK, 16},
        {"1__0", SPE_OK, 10},
        {"1_000", SPE_OK, 1000},
        {"", SPE_E_SYNTAX, 0},
        {"x", SPE_E_SYNTAX, 0},
        {"0x", SPE_E_SYNTAX, 0},
        {"0xg", SPE_E_SYNTAX, 0},
        {"1x", SPE_E_SYNTAX, 0},
        {"-1", SPE_E_SYNTAX, 0},
        {"1_", SPE_E_SYNTAX, 0},
        {"_1", SPE_E_SYNTAX, 0},
        {"0x_1", SPE_E_SYNTAX, 0},
        {" 1", SPE_E_SYNTAX, 0},
        {"1 ", SPE_E_SYNTAX, 0},
        {"1a", SPE_E_SYNTAX, 0},
        {"0xABcd", SPE_OK, 0xabcd},
        {"_", SPE_E_SYNTAX, 0},
        {"18446744073709551615", SPE_OK, UINT64_MAX},
        {"0xffffffffffffffff", SPE_OK, UINT64_MAX},
        {"18446744073709551616", SPE_E_RANGE, 0},
        {"0x10000000000000000", SPE_E_RANGE, 0},
        {"18446744073709551616z", SPE_E_SYNTAX, 0},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        uint64_t value = 77;
        const int status = spe_sysreg_number(numbers[i].text, strlen(numbers[i].text), &value);
        ok(status == numbers[i].status && value == (status == SPE_OK ? numbers[i].value : 77), numbers[i].text);
    }
    uint64_t value = 77;
    is(spe_sysreg_number("0123", 4, &value), SPE_OK, "a zero in front");
    is((long)value, 123, "... changes nothing");
    is(spe_sysreg_number("123", 2, &value), SPE_OK, "a number that is not terminated");
    is(value, 12, "... ends at the given length");
    is(spe_sysreg_number("1", 1, NULL), SPE_E_ARG, "number: NULL");
    is(spe_sysreg_number(NULL, 1, &value), SPE_E_ARG, "number: NULL text");
    is(spe_sysreg_number(NULL, 0, &value), SPE_E_SYNTAX, "an empty text is not a number");
}

/* When the parts of MSS and MSS2 have a meaning: the manual's sentences, written a second time. */
static void test_applies(void)
{
    static const char *const parts[] = {"BSC", "FSC", "TopLevel", "AssuredOnly", "Overlay", "DirtyBit"};
    unsigned bad = 0;
    for (unsigned i = 0; i < 64 * 64; i++) {
        const unsigned ec = i / 64, fsc = i % 64;
        const uint64_t raw = (random_u64() & ~UINT64_C(0xfc00003f)) | (uint64_t)ec << 26 | fsc;
        const int abort = ec == 0x24 || ec == 0x25, permission = abort && fsc >= 0x0c && fsc <= 0x0f;
        const int want[] = {ec == 0, abort, abort, permission && ec == 0x25, permission, permission};
        for (unsigned k = 0; k < 6; k++) {
            const int field = spe_sysreg_field_find(SPE_REG_PMBSR_EL1, parts[k]);
            const unsigned reg = k & 1 ? SPE_REG_PMBSR_EL3 : SPE_REG_PMBSR_EL1;
            bad += spe_sysreg_applies(reg, (unsigned)field, raw) != want[k];
        }
        bad += spe_sysreg_applies(SPE_REG_PMBSR_EL1, i % 7, raw) != 1;
    }
    is(bad, 0, "parts of MSS and MSS2 apply by EC and FSC");
    is(spe_sysreg_applies(SPE_REG_PMBSR_EL1, 13, 0), SPE_E_ARG, "no such part");
    is(spe_sysreg_applies(spe_sysreg_count(), 0, 0), SPE_E_ARG, "no such register's");
}

/* BSC and FSC are fields within MSS. */
static void test_views(void)
{
    uint64_t value = 0;
    const int bsc = spe_sysreg_field_find(SPE_REG_PMBSR_EL1, "bsc");
    is(bsc, spe_sysreg_fields(SPE_REG_PMBSR_EL1), "it follows the fields that are counted");
    ok(spe_sysreg_get(SPE_REG_PMBSR_EL1, (unsigned)bsc, 0x12345, &value) == SPE_OK && value == 5, "it can be read");
    is(spe_sysreg_get(SPE_REG_PMBSR_EL1, (unsigned)bsc + 6, 0, &value), SPE_E_ARG, "there are six such fields");
    is(spe_sysreg_get(SPE_REG_PMSICR_EL1, 2, 0, &value), SPE_E_ARG, "other registers have none");
    char text[64];
    spe_sysreg_field_text(SPE_REG_PMBSR_EL1, (unsigned)bsc + 1, 7, text, sizeof text);
    is(strcmp(text, "FSC 7 (translation fault, level 3)"), 0, "... as text");
    spe_sysreg_field_text(SPE_REG_PMBSR_EL1, (unsigned)bsc + 1, 0x3f, text, sizeof text);
    is(strcmp(text, "FSC 63 (reserved)"), 0, "... that is reserved");
    test_applies();
}

/* D24.7.1: IsZero(E) ? UInt(M:Zeros(12)) : UInt('1':M:Zeros(E + 11)) */
static void test_buffer_size(void)
{
    char text[64], want[64];
    unsigned bad = 0;
    is(spe_sysreg_field_find(SPE_REG_PMBIDR_EL1, "maxbuffsize"), 0, "MaxBuffSize");
    for (uint64_t v = 0; v < 0x10000; v++) {
        uint64_t bytes = v & 0x1ff;
        if (v >> 9 & 31)
            bytes |= 0x200;
        for (uint64_t zeros = v >> 9 & 31 ? (v >> 9 & 31) + 11 : 12; zeros; zeros--)
            bytes *= 2;
        snprintf(want, sizeof want, "MaxBuffSize 0x%x (%llu bytes)", (unsigned)v, (unsigned long long)bytes);
        if (v >= 0x4000)
            snprintf(want, sizeof want, "MaxBuffSize 0x%x (reserved)", (unsigned)v);
        if (!v)
            snprintf(want, sizeof want, "MaxBuffSize 0x0 (no limit)");
        spe_sysreg_field_text(SPE_REG_PMBIDR_EL1, 0, v << 32, text, sizeof text);
        bad += strcmp(text, want) != 0;
    }
    is(bad, 0, "every size");
    spe_sysreg_field_text(SPE_REG_PMBIDR_EL1, 0, UINT64_C(0x3fff00000000), text, sizeof text);
    is(strcmp(text, "MaxBuffSize 0x3fff (4499201580859392 bytes)"), 0, "4092 TB, the manual's example");
}

int main(void)
{
    test_views();
    test_buffer_size();
    test_registers();
    test_encodings();
    test_value_names();
    test_find();
    test_put_get();
    test_reserved();
    test_reserved_syndrome();
    test_memory();
    test_text();
    test_number();
    is(sizeof(struct spe_sysreg_field), 32, "struct spe_sysreg_field has its published size");
    return tap_done();
}
