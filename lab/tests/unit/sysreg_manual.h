/* SPDX-License-Identifier: MIT */
/*
 * Every register, field and value of sysreg.h, written by hand from DDI 0487 (D24.7, D24.2; MDCR_EL2 and MDCR_EL3 of
 * D24.3 from lists of their fields), in its order. The library's tables are checked against this file; nothing here is
 * made from them.
 */
#ifndef SYSREG_MANUAL_H
#define SYSREG_MANUAL_H

#include <libspe-lab/sysreg.h>
#include <stddef.h>

/* clang-format off */ /* tables */

static const struct {
    unsigned reg;
    const char *name;
    const char *el12;      /* its other name, at EL2 */
    const char *encoding;  /* as in assembly */
    const char *encoding_el12;
    const char *needs;
    int whole;             /* all of its fields are here */
} manual_registers[] = {
    {SPE_REG_PMBIDR_EL1, "PMBIDR_EL1", NULL, "S3_0_C9_C10_7", NULL, "FEAT_SPE", 1},
    {SPE_REG_PMBLIMITR_EL1, "PMBLIMITR_EL1", NULL, "S3_0_C9_C10_0", NULL, "FEAT_SPE", 1},
    {SPE_REG_PMBMAR_EL1, "PMBMAR_EL1", NULL, "S3_0_C9_C10_5", NULL, "FEAT_SPE_nVM", 1},
    {SPE_REG_PMBPTR_EL1, "PMBPTR_EL1", NULL, "S3_0_C9_C10_1", NULL, "FEAT_SPE", 1},
    {SPE_REG_PMBSR_EL1, "PMBSR_EL1", "PMBSR_EL12", "S3_0_C9_C10_3", "S3_5_C9_C10_3", "FEAT_SPE", 1},
    {SPE_REG_PMBSR_EL2, "PMBSR_EL2", NULL, "S3_4_C9_C10_3", NULL, "FEAT_SPE_EXC", 1},
    {SPE_REG_PMBSR_EL3, "PMBSR_EL3", NULL, "S3_6_C9_C10_3", NULL, "FEAT_SPE_EXC and EL3", 1},
    {SPE_REG_PMSCR_EL1, "PMSCR_EL1", "PMSCR_EL12", "S3_0_C9_C9_0", "S3_5_C9_C9_0", "FEAT_SPE", 1},
    {SPE_REG_PMSCR_EL2, "PMSCR_EL2", NULL, "S3_4_C9_C9_0", NULL, "FEAT_SPE", 1},
    {SPE_REG_PMSDSFR_EL1, "PMSDSFR_EL1", NULL, "S3_0_C9_C10_4", NULL, "FEAT_SPE_FDS", 1},
    {SPE_REG_PMSEVFR_EL1, "PMSEVFR_EL1", NULL, "S3_0_C9_C9_5", NULL, "FEAT_SPE", 1},
    {SPE_REG_PMSFCR_EL1, "PMSFCR_EL1", NULL, "S3_0_C9_C9_4", NULL, "FEAT_SPE", 1},
    {SPE_REG_PMSICR_EL1, "PMSICR_EL1", NULL, "S3_0_C9_C9_2", NULL, "FEAT_SPE", 1},
    {SPE_REG_PMSIDR_EL1, "PMSIDR_EL1", NULL, "S3_0_C9_C9_7", NULL, "FEAT_SPE", 1},
    {SPE_REG_PMSIRR_EL1, "PMSIRR_EL1", NULL, "S3_0_C9_C9_3", NULL, "FEAT_SPE", 1},
    {SPE_REG_PMSLATFR_EL1, "PMSLATFR_EL1", NULL, "S3_0_C9_C9_6", NULL, "FEAT_SPE", 1},
    {SPE_REG_PMSNEVFR_EL1, "PMSNEVFR_EL1", NULL, "S3_0_C9_C9_1", NULL, "FEAT_SPE_FnE", 1},
    {SPE_REG_ID_AA64DFR0_EL1, "ID_AA64DFR0_EL1", NULL, "S3_0_C0_C5_0", NULL, NULL, 0},
    {SPE_REG_ID_AA64DFR1_EL1, "ID_AA64DFR1_EL1", NULL, "S3_0_C0_C5_1", NULL, NULL, 0},
    {SPE_REG_ID_AA64DFR2_EL1, "ID_AA64DFR2_EL1", NULL, "S3_0_C0_C5_2", NULL, NULL, 0},
    {SPE_REG_ID_AA64PFR0_EL1, "ID_AA64PFR0_EL1", NULL, "S3_0_C0_C4_0", NULL, NULL, 0},
    {SPE_REG_ID_AA64PFR1_EL1, "ID_AA64PFR1_EL1", NULL, "S3_0_C0_C4_1", NULL, NULL, 0},
    {SPE_REG_ID_AA64ISAR0_EL1, "ID_AA64ISAR0_EL1", NULL, "S3_0_C0_C6_0", NULL, NULL, 0},
    {SPE_REG_ID_AA64ISAR2_EL1, "ID_AA64ISAR2_EL1", NULL, "S3_0_C0_C6_2", NULL, NULL, 0},
    {SPE_REG_ID_AA64MMFR0_EL1, "ID_AA64MMFR0_EL1", NULL, "S3_0_C0_C7_0", NULL, NULL, 0},
    {SPE_REG_ID_AA64MMFR2_EL1, "ID_AA64MMFR2_EL1", NULL, "S3_0_C0_C7_2", NULL, NULL, 0},
    {SPE_REG_HCR_EL2, "HCR_EL2", NULL, "S3_4_C1_C1_0", NULL, "EL2", 0},
    {SPE_REG_SCR_EL3, "SCR_EL3", NULL, "S3_6_C1_C1_0", NULL, "EL3", 0},
    {SPE_REG_MDCR_EL2, "MDCR_EL2", NULL, "S3_4_C1_C1_1", NULL, "EL2", 0},
    {SPE_REG_MDCR_EL3, "MDCR_EL3", NULL, "S3_6_C1_C3_1", NULL, "EL3", 0},
    {SPE_REG_HDFGRTR_EL2, "HDFGRTR_EL2", NULL, "S3_4_C3_C1_4", NULL, "FEAT_FGT", 0},
    {SPE_REG_HDFGWTR_EL2, "HDFGWTR_EL2", NULL, "S3_4_C3_C1_5", NULL, "FEAT_FGT", 0},
    {SPE_REG_HDFGRTR2_EL2, "HDFGRTR2_EL2", NULL, "S3_4_C3_C1_0", NULL, "FEAT_FGT2", 0},
    {SPE_REG_HDFGWTR2_EL2, "HDFGWTR2_EL2", NULL, "S3_4_C3_C1_1", NULL, "FEAT_FGT2", 0},
    {SPE_REG_HFGITR_EL2, "HFGITR_EL2", NULL, "S3_4_C1_C1_6", NULL, "FEAT_FGT", 0},
    {SPE_REG_PMCR_EL0, "PMCR_EL0", NULL, "S3_3_C9_C12_0", NULL, "FEAT_PMUv3", 0},
};

#define N SPE_SYSREG_NUMBER
#define F SPE_SYSREG_FLAG
#define V SPE_SYSREG_VALUES
#define S SPE_SYSREG_SCALED
#define A SPE_SYSREG_ADDRESS
#define M SPE_SYSREG_MASK
#define EV SPE_SYSREG_EVENTS
#define C SPE_SYSREG_CODE
#define MT SPE_SYSREG_MEMORY
/* after reset: not given here, UNKNOWN, 0, 0 if there is no higher Exception level, read-only */
#define T SPE_SYSREG_RESET_NOT_LISTED
#define U SPE_SYSREG_RESET_UNKNOWN
#define Z SPE_SYSREG_RESET_ZERO
#define H SPE_SYSREG_RESET_ZERO_AT_TOP
#define R SPE_SYSREG_READ_ONLY

/* The fields of PMBSR_EL1, which the other two have, too. */
#define SYNDROME(reg) \
    {reg, "MSS2", 55, 32, C, U, NULL, 0}, {reg, "EC", 31, 26, V, U, NULL, 0}, {reg, "DL", 19, 19, F, U, NULL, 0}, \
    {reg, "EA", 18, 18, F, U, NULL, 0}, {reg, "S", 17, 17, F, U, NULL, 0}, {reg, "COLL", 16, 16, F, U, NULL, 0}, \
    {reg, "MSS", 15, 0, C, U, NULL, 0}, {reg, "BSC", 5, 0, V, U, NULL, 1}, {reg, "FSC", 5, 0, V, U, NULL, 1}, \
    {reg, "TopLevel", 40, 40, F, U, "FEAT_THE", 1}, {reg, "AssuredOnly", 39, 39, F, U, "FEAT_THE", 1}, \
    {reg, "Overlay", 38, 38, F, U, "FEAT_S1POE or FEAT_S2POE", 1}, \
    {reg, "DirtyBit", 37, 37, F, U, "FEAT_S1PIE or FEAT_S2PIE", 1}

/* The fields that the registers for reads have, and those for writes, too. */
#define TRAPS_62_31(reg) \
    {reg, "nPMSNEVFR_EL1", 62, 62, F, H, "FEAT_SPE_FnE", 0}, {reg, "PMSLATFR_EL1", 32, 32, F, H, "FEAT_SPE", 0}, \
    {reg, "PMSIRR_EL1", 31, 31, F, H, "FEAT_SPE", 0}
#define TRAPS_29_23(reg) \
    {reg, "PMSICR_EL1", 29, 29, F, H, "FEAT_SPE", 0}, {reg, "PMSFCR_EL1", 28, 28, F, H, "FEAT_SPE", 0}, \
    {reg, "PMSEVFR_EL1", 27, 27, F, H, "FEAT_SPE", 0}, {reg, "PMSCR_EL1", 26, 26, F, H, "FEAT_SPE", 0}, \
    {reg, "PMBSR_EL1", 25, 25, F, H, "FEAT_SPE", 0}, {reg, "PMBPTR_EL1", 24, 24, F, H, "FEAT_SPE", 0}, \
    {reg, "PMBLIMITR_EL1", 23, 23, F, H, "FEAT_SPE", 0}
#define TRAPS_24_19(reg) \
    {reg, "nPMBMAR_EL1", 24, 24, F, H, "FEAT_SPE_nVM", 0}, {reg, "nPMSDSFR_EL1", 19, 19, F, H, "FEAT_SPE_FDS", 0}

static const struct {
    const char *reg, *field;
    unsigned high, low, kind, reset;
    const char *needs;
    int part; /* part of another field: it follows the fields that are counted */
} manual_fields[] = {
    {"PMSIDR_EL1", "SME", 32, 32, F, R, NULL, 0},        {"PMSIDR_EL1", "ALTCLK", 31, 28, V, R, NULL, 0},
    {"PMSIDR_EL1", "FPF", 27, 27, F, R, NULL, 0},        {"PMSIDR_EL1", "EFT", 26, 26, F, R, NULL, 0},
    {"PMSIDR_EL1", "CRR", 25, 25, F, R, NULL, 0},        {"PMSIDR_EL1", "PBT", 24, 24, F, R, NULL, 0},
    {"PMSIDR_EL1", "Format", 23, 20, V, R, NULL, 0},     {"PMSIDR_EL1", "CountSize", 19, 16, V, R, NULL, 0},
    {"PMSIDR_EL1", "MaxSize", 15, 12, V, R, NULL, 0},    {"PMSIDR_EL1", "Interval", 11, 8, V, R, NULL, 0},
    {"PMSIDR_EL1", "FDS", 7, 7, F, R, "FEAT_SPEv1p4", 0}, {"PMSIDR_EL1", "FnE", 6, 6, F, R, "FEAT_SPE_FnE", 0},
    {"PMSIDR_EL1", "ERnd", 5, 5, F, R, NULL, 0},         {"PMSIDR_EL1", "LDS", 4, 4, F, R, NULL, 0},
    {"PMSIDR_EL1", "ArchInst", 3, 3, F, R, NULL, 0},     {"PMSIDR_EL1", "FL", 2, 2, F, R, NULL, 0},
    {"PMSIDR_EL1", "FT", 1, 1, F, R, NULL, 0},           {"PMSIDR_EL1", "FE", 0, 0, F, R, NULL, 0},

    {"PMSCR_EL1", "EnVM", 11, 11, F, U, "FEAT_SPE_nVM and FEAT_NV", 0},
    {"PMSCR_EL1", "KE", 10, 10, F, U, "FEAT_SPE_EXC", 0},
    {"PMSCR_EL1", "EE", 9, 8, V, H, "FEAT_SPE_EXC", 0},  {"PMSCR_EL1", "PCT", 7, 6, V, U, "EL2", 0},
    {"PMSCR_EL1", "TS", 5, 5, F, U, NULL, 0},            {"PMSCR_EL1", "PA", 4, 4, F, U, NULL, 0},
    {"PMSCR_EL1", "CX", 3, 3, F, U, NULL, 0},            {"PMSCR_EL1", "E1SPE", 1, 1, F, U, NULL, 0},
    {"PMSCR_EL1", "E0SPE", 0, 0, F, U, NULL, 0},

    {"PMSCR_EL2", "EnVM", 11, 11, F, U, "FEAT_SPE_nVM", 0}, {"PMSCR_EL2", "KE", 10, 10, F, U, "FEAT_SPE_EXC", 0},
    {"PMSCR_EL2", "EE", 9, 8, V, H, "FEAT_SPE_EXC", 0},  {"PMSCR_EL2", "PCT", 7, 6, V, U, NULL, 0},
    {"PMSCR_EL2", "TS", 5, 5, F, U, NULL, 0},            {"PMSCR_EL2", "PA", 4, 4, F, U, NULL, 0},
    {"PMSCR_EL2", "CX", 3, 3, F, U, NULL, 0},            {"PMSCR_EL2", "E2SPE", 1, 1, F, U, NULL, 0},
    {"PMSCR_EL2", "E0HSPE", 0, 0, F, U, NULL, 0},

    {"PMSICR_EL1", "ECOUNT", 63, 56, N, U, "FEAT_SPE_ERnd", 0}, {"PMSICR_EL1", "COUNT", 31, 0, N, U, NULL, 0},
    {"PMSIRR_EL1", "INTERVAL", 31, 8, S, U, NULL, 0},    {"PMSIRR_EL1", "RND", 0, 0, F, U, NULL, 0},

    {"PMSFCR_EL1", "SIMDm", 52, 52, F, U, "FEAT_SPE_EFT", 0}, {"PMSFCR_EL1", "FPm", 51, 51, F, U, "FEAT_SPE_EFT", 0},
    {"PMSFCR_EL1", "STm", 50, 50, F, U, "FEAT_SPE_EFT", 0},   {"PMSFCR_EL1", "LDm", 49, 49, F, U, "FEAT_SPE_EFT", 0},
    {"PMSFCR_EL1", "Bm", 48, 48, F, U, "FEAT_SPE_EFT", 0},    {"PMSFCR_EL1", "SIMD", 20, 20, F, U, "FEAT_SPE_EFT", 0},
    {"PMSFCR_EL1", "FP", 19, 19, F, U, "FEAT_SPE_EFT", 0},    {"PMSFCR_EL1", "ST", 18, 18, F, U, NULL, 0},
    {"PMSFCR_EL1", "LD", 17, 17, F, U, NULL, 0},         {"PMSFCR_EL1", "B", 16, 16, F, U, NULL, 0},
    {"PMSFCR_EL1", "FDS", 4, 4, F, U, "FEAT_SPE_FDS", 0}, {"PMSFCR_EL1", "FnE", 3, 3, F, U, "FEAT_SPE_FnE", 0},
    {"PMSFCR_EL1", "FL", 2, 2, F, U, NULL, 0},           {"PMSFCR_EL1", "FT", 1, 1, F, U, NULL, 0},
    {"PMSFCR_EL1", "FE", 0, 0, F, U, NULL, 0},

    {"PMSEVFR_EL1", "E", 63, 0, EV, U, NULL, 0},         {"PMSNEVFR_EL1", "E", 63, 0, EV, U, NULL, 0},
    {"PMSDSFR_EL1", "S", 63, 0, M, U, NULL, 0},          {"PMSLATFR_EL1", "MINLAT", 15, 0, N, U, NULL, 0},

    {"PMBLIMITR_EL1", "LIMIT", 63, 12, A, U, NULL, 0},   {"PMBLIMITR_EL1", "nVM", 7, 7, V, U, "FEAT_SPE_nVM", 0},
    {"PMBLIMITR_EL1", "PMFZ", 5, 5, F, U, "FEAT_SPEv1p2", 0}, {"PMBLIMITR_EL1", "FM", 2, 1, V, U, NULL, 0},
    {"PMBLIMITR_EL1", "E", 0, 0, F, Z, NULL, 0},
    {"PMBPTR_EL1", "PTR", 63, 0, A, U, NULL, 0},

    SYNDROME("PMBSR_EL1"),

    {"PMBIDR_EL1", "MaxBuffSize", 47, 32, SPE_SYSREG_SIZE, R, NULL, 0}, {"PMBIDR_EL1", "EA", 11, 8, V, R, NULL, 0},
    {"PMBIDR_EL1", "AddrMode", 7, 6, V, R, "FEAT_SPE_nVM", 0}, {"PMBIDR_EL1", "F", 5, 5, V, R, NULL, 0},
    {"PMBIDR_EL1", "P", 4, 4, V, R, NULL, 0},            {"PMBIDR_EL1", "Align", 3, 0, V, R, NULL, 0},

    SYNDROME("PMBSR_EL2"),
    SYNDROME("PMBSR_EL3"),

    {"PMBMAR_EL1", "SH", 9, 8, V, U, NULL, 0},           {"PMBMAR_EL1", "Attr", 7, 0, MT, U, NULL, 0},

    {"ID_AA64DFR0_EL1", "PMSVer", 35, 32, V, R, NULL, 0}, {"ID_AA64DFR1_EL1", "DPFZS", 55, 52, V, R, NULL, 0},
    {"ID_AA64DFR2_EL1", "SPE_nVM", 23, 20, V, R, NULL, 0}, {"ID_AA64DFR2_EL1", "SPE_EXC", 19, 16, V, R, NULL, 0},
    {"ID_AA64PFR0_EL1", "RME", 55, 52, V, R, NULL, 0},   {"ID_AA64PFR0_EL1", "SEL2", 39, 36, V, R, NULL, 0},
    {"ID_AA64PFR0_EL1", "SVE", 35, 32, V, R, NULL, 0},   {"ID_AA64PFR0_EL1", "EL3", 15, 12, V, R, NULL, 0},
    {"ID_AA64PFR0_EL1", "EL2", 11, 8, V, R, NULL, 0},    {"ID_AA64PFR1_EL1", "GCS", 47, 44, V, R, NULL, 0},
    {"ID_AA64PFR1_EL1", "SME", 27, 24, V, R, NULL, 0},   {"ID_AA64PFR1_EL1", "MTE", 11, 8, V, R, NULL, 0},
    {"ID_AA64ISAR0_EL1", "TME", 27, 24, V, R, NULL, 0},  {"ID_AA64ISAR0_EL1", "Atomic", 23, 20, V, R, NULL, 0},
    {"ID_AA64ISAR2_EL1", "MOPS", 19, 16, V, R, NULL, 0}, {"ID_AA64MMFR0_EL1", "ECV", 63, 60, V, R, NULL, 0},
    {"ID_AA64MMFR2_EL1", "NV", 27, 24, V, R, NULL, 0},

    {"HCR_EL2", "GPF", 48, 48, F, U, "FEAT_RME", 0},     {"HCR_EL2", "NV2", 45, 45, F, U, "FEAT_NV2", 0},
    {"HCR_EL2", "NV1", 43, 43, F, U, "FEAT_NV", 0},      {"HCR_EL2", "NV", 42, 42, F, U, "FEAT_NV", 0},
    {"HCR_EL2", "TEA", 37, 37, F, U, "FEAT_RAS", 0},     {"HCR_EL2", "E2H", 34, 34, F, U, "FEAT_VHE", 0},
    {"HCR_EL2", "TGE", 27, 27, F, U, NULL, 0},
    {"SCR_EL3", "NSE", 62, 62, F, U, "FEAT_RME", 0},     {"SCR_EL3", "FGTEn2", 59, 59, F, U, "FEAT_FGT2", 0},
    {"SCR_EL3", "GPF", 48, 48, F, U, "FEAT_RME", 0},     {"SCR_EL3", "ECVEn", 28, 28, F, U, "FEAT_ECV_POFF", 0},
    {"SCR_EL3", "FGTEn", 27, 27, F, U, "FEAT_FGT", 0},   {"SCR_EL3", "EEL2", 18, 18, F, U, "FEAT_SEL2", 0},
    {"SCR_EL3", "EA", 3, 3, F, U, NULL, 0},              {"SCR_EL3", "NS", 0, 0, F, U, NULL, 0},
    {"MDCR_EL2", "HPMFZS", 36, 36, F, T, "FEAT_SPEv1p2", 0}, {"MDCR_EL2", "TPMS", 14, 14, F, T, "FEAT_SPE", 0},
    {"MDCR_EL2", "E2PB", 13, 12, V, T, "FEAT_SPE", 0},
    {"MDCR_EL3", "EnPMS4", 55, 55, F, T, "FEAT_SPE_nVM", 0}, {"MDCR_EL3", "PMSEE", 52, 51, V, T, "FEAT_SPE_EXC", 0},
    {"MDCR_EL3", "EnPMS3", 42, 42, F, T, "FEAT_SPE_FDS", 0}, {"MDCR_EL3", "EnPMSN", 36, 36, F, T, "FEAT_SPE_FnE", 0},
    {"MDCR_EL3", "NSPB", 13, 12, V, T, "FEAT_SPE", 0}, {"MDCR_EL3", "NSPBE", 11, 11, F, T, "FEAT_SPE and FEAT_RME", 0},

    {"HDFGRTR_EL2", "PMBIDR_EL1", 63, 63, F, H, "FEAT_SPE", 0},
    TRAPS_62_31("HDFGRTR_EL2"),
    {"HDFGRTR_EL2", "PMSIDR_EL1", 30, 30, F, H, "FEAT_SPE", 0},
    TRAPS_29_23("HDFGRTR_EL2"),
    TRAPS_62_31("HDFGWTR_EL2"), TRAPS_29_23("HDFGWTR_EL2"),
    TRAPS_24_19("HDFGRTR2_EL2"), TRAPS_24_19("HDFGWTR2_EL2"),
    {"HFGITR_EL2", "PSBCSYNC", 63, 63, F, H, "FEAT_SPEv1p5", 0},
    {"PMCR_EL0", "FZS", 32, 32, F, T, "FEAT_SPEv1p2", 0}, {"PMCR_EL0", "DP", 5, 5, F, T, NULL, 0},
};

#undef SYNDROME
#undef TRAPS_62_31
#undef TRAPS_29_23
#undef TRAPS_24_19
#undef N
#undef F
#undef V
#undef S
#undef A
#undef M
#undef EV
#undef C
#undef T
#undef U
#undef Z
#undef H
#undef R

/* Every value that has a meaning. PMBSR_EL2's and PMBSR_EL3's are PMBSR_EL1's. */
static const struct {
    const char *reg, *field;
    unsigned value;
    const char *name;
} manual_values[] = {
    {"PMSIDR_EL1", "ALTCLK", 0, "not implemented, or the CPU's clock"},
    {"PMSIDR_EL1", "ALTCLK", 1, "Streaming Mode Compute Unit"},
    {"PMSIDR_EL1", "ALTCLK", 15, "IMPLEMENTATION DEFINED"},
    {"PMSIDR_EL1", "Format", 0, "version 0"},
    {"PMSIDR_EL1", "CountSize", 2, "12-bit"}, {"PMSIDR_EL1", "CountSize", 3, "16-bit"},
    {"PMSIDR_EL1", "MaxSize", 4, "16 bytes, not permitted"}, {"PMSIDR_EL1", "MaxSize", 5, "32 bytes, not permitted"},
    {"PMSIDR_EL1", "MaxSize", 6, "64 bytes"}, {"PMSIDR_EL1", "MaxSize", 7, "128 bytes"},
    {"PMSIDR_EL1", "MaxSize", 8, "256 bytes"}, {"PMSIDR_EL1", "MaxSize", 9, "512 bytes"},
    {"PMSIDR_EL1", "MaxSize", 10, "1024 bytes"}, {"PMSIDR_EL1", "MaxSize", 11, "2048 bytes"},
    {"PMSIDR_EL1", "Interval", 0, "256, or no minimum"}, {"PMSIDR_EL1", "Interval", 2, "512"},
    {"PMSIDR_EL1", "Interval", 3, "768"}, {"PMSIDR_EL1", "Interval", 4, "1024"}, {"PMSIDR_EL1", "Interval", 5, "1536"},
    {"PMSIDR_EL1", "Interval", 6, "2048"}, {"PMSIDR_EL1", "Interval", 7, "3072"}, {"PMSIDR_EL1", "Interval", 8, "4096"},
    {"PMSCR_EL1", "EE", 0, "disabled"}, {"PMSCR_EL1", "EE", 1, "as disabled, for nested virtualization"},
    {"PMSCR_EL1", "EE", 2, "as enabled, for nested virtualization"}, {"PMSCR_EL1", "EE", 3, "enabled"},
    {"PMSCR_EL1", "PCT", 0, "virtual"}, {"PMSCR_EL1", "PCT", 1, "physical"},
    {"PMSCR_EL1", "PCT", 3, "physical - physical offset"},
    {"PMSCR_EL2", "EE", 0, "disabled"}, {"PMSCR_EL2", "EE", 1, "delegated"}, {"PMSCR_EL2", "EE", 2, "enabled"},
    {"PMSCR_EL2", "EE", 3, "trap all"},
    {"PMSCR_EL2", "PCT", 0, "virtual"}, {"PMSCR_EL2", "PCT", 1, "physical, or as PMSCR_EL1 says"},
    {"PMSCR_EL2", "PCT", 3, "physical - physical offset, or virtual"},
    {"PMBLIMITR_EL1", "nVM", 0, "virtual addresses"}, {"PMBLIMITR_EL1", "nVM", 1, "physical addresses"},
    {"PMBLIMITR_EL1", "FM", 0, "fill and stop"}, {"PMBLIMITR_EL1", "FM", 2, "discard"},
    {"PMBSR_EL1", "EC", 0, "other buffer event"}, {"PMBSR_EL1", "EC", 0x1e, "granule protection check fault"},
    {"PMBSR_EL1", "EC", 0x1f, "IMPLEMENTATION DEFINED"}, {"PMBSR_EL1", "EC", 0x24, "stage 1 fault"},
    {"PMBSR_EL1", "EC", 0x25, "stage 2 fault"},
    {"PMBSR_EL1", "BSC", 0, "collection not stopped, or access not allowed"}, {"PMBSR_EL1", "BSC", 1, "buffer filled"},
    {"PMBSR_EL1", "BSC", 4, "requested buffer too large"},
    {"PMBIDR_EL1", "EA", 0, "not described; not permitted from Armv8.8"}, {"PMBIDR_EL1", "EA", 1, "ignored"},
    {"PMBIDR_EL1", "EA", 2, "SError interrupt"},
    {"PMBIDR_EL1", "AddrMode", 0, "virtual"}, {"PMBIDR_EL1", "AddrMode", 1, "virtual and physical"},
    {"PMBIDR_EL1", "AddrMode", 3, "physical, under virtualization"},
    {"PMBIDR_EL1", "F", 0, "flags not updated by hardware; not permitted from Armv8.8"},
    {"PMBIDR_EL1", "F", 1, "flags updated as for other accesses"},
    {"PMBIDR_EL1", "P", 0, "programming allowed"}, {"PMBIDR_EL1", "P", 1, "programming not allowed"},
    {"PMBIDR_EL1", "Align", 0, "1 byte"}, {"PMBIDR_EL1", "Align", 1, "2 bytes"}, {"PMBIDR_EL1", "Align", 2, "4 bytes"},
    {"PMBIDR_EL1", "Align", 3, "8 bytes"}, {"PMBIDR_EL1", "Align", 4, "16 bytes"},
    {"PMBIDR_EL1", "Align", 5, "32 bytes"},
    {"PMBIDR_EL1", "Align", 6, "64 bytes"}, {"PMBIDR_EL1", "Align", 7, "128 bytes"},
    {"PMBIDR_EL1", "Align", 8, "256 bytes"},
    {"PMBIDR_EL1", "Align", 9, "512 bytes"}, {"PMBIDR_EL1", "Align", 10, "1024 bytes"},
    {"PMBIDR_EL1", "Align", 11, "2048 bytes"},
    {"PMBMAR_EL1", "SH", 0, "Non-shareable"}, {"PMBMAR_EL1", "SH", 2, "Outer Shareable"},
    {"PMBMAR_EL1", "SH", 3, "Inner Shareable"},
    {"ID_AA64DFR0_EL1", "PMSVer", 0, "not implemented"}, {"ID_AA64DFR0_EL1", "PMSVer", 1, "FEAT_SPE"},
    {"ID_AA64DFR0_EL1", "PMSVer", 2, "FEAT_SPEv1p1"}, {"ID_AA64DFR0_EL1", "PMSVer", 3, "FEAT_SPEv1p2"},
    {"ID_AA64DFR0_EL1", "PMSVer", 4, "FEAT_SPEv1p3"}, {"ID_AA64DFR0_EL1", "PMSVer", 5, "FEAT_SPEv1p4"},
    {"ID_AA64DFR0_EL1", "PMSVer", 6, "FEAT_SPEv1p5"},
    {"ID_AA64DFR1_EL1", "DPFZS", 0, "the cycle counter goes on"}, {"ID_AA64DFR1_EL1", "DPFZS", 1, "FEAT_SPE_DPFZS"},
    {"ID_AA64DFR2_EL1", "SPE_nVM", 0, "not implemented"}, {"ID_AA64DFR2_EL1", "SPE_nVM", 1, "FEAT_SPE_nVM"},
    {"ID_AA64DFR2_EL1", "SPE_EXC", 0, "not implemented"}, {"ID_AA64DFR2_EL1", "SPE_EXC", 1, "FEAT_SPE_EXC"},
    {"ID_AA64PFR0_EL1", "RME", 0, "not implemented"}, {"ID_AA64PFR0_EL1", "RME", 1, "FEAT_RME"},
    {"ID_AA64PFR0_EL1", "RME", 2, "FEAT_RME_GPC2"}, {"ID_AA64PFR0_EL1", "RME", 3, "FEAT_RME_GPC3"},
    {"ID_AA64PFR0_EL1", "SEL2", 0, "not implemented"}, {"ID_AA64PFR0_EL1", "SEL2", 1, "FEAT_SEL2"},
    {"ID_AA64PFR0_EL1", "SVE", 0, "not implemented"}, {"ID_AA64PFR0_EL1", "SVE", 1, "FEAT_SVE"},
    {"ID_AA64PFR0_EL1", "EL3", 0, "not implemented"}, {"ID_AA64PFR0_EL1", "EL3", 1, "AArch64"},
    {"ID_AA64PFR0_EL1", "EL3", 2, "AArch64 and AArch32"},
    {"ID_AA64PFR0_EL1", "EL2", 0, "not implemented"}, {"ID_AA64PFR0_EL1", "EL2", 1, "AArch64"},
    {"ID_AA64PFR0_EL1", "EL2", 2, "AArch64 and AArch32"},
    {"ID_AA64PFR1_EL1", "GCS", 0, "not implemented"}, {"ID_AA64PFR1_EL1", "GCS", 1, "FEAT_GCS"},
    {"ID_AA64PFR1_EL1", "SME", 0, "not implemented"}, {"ID_AA64PFR1_EL1", "SME", 1, "FEAT_SME"},
    {"ID_AA64PFR1_EL1", "SME", 2, "FEAT_SME2"},
    {"ID_AA64PFR1_EL1", "MTE", 0, "not implemented"}, {"ID_AA64PFR1_EL1", "MTE", 1, "FEAT_MTE"},
    {"ID_AA64PFR1_EL1", "MTE", 2, "FEAT_MTE2"}, {"ID_AA64PFR1_EL1", "MTE", 3, "FEAT_MTE3"},
    {"ID_AA64ISAR0_EL1", "TME", 0, "not implemented"}, {"ID_AA64ISAR0_EL1", "TME", 1, "FEAT_TME"},
    {"ID_AA64ISAR0_EL1", "Atomic", 0, "not implemented"}, {"ID_AA64ISAR0_EL1", "Atomic", 2, "FEAT_LSE"},
    {"ID_AA64ISAR0_EL1", "Atomic", 3, "FEAT_LSE128"},
    {"ID_AA64ISAR2_EL1", "MOPS", 0, "not implemented"}, {"ID_AA64ISAR2_EL1", "MOPS", 1, "FEAT_MOPS"},
    {"ID_AA64MMFR0_EL1", "ECV", 0, "not implemented"}, {"ID_AA64MMFR0_EL1", "ECV", 1, "FEAT_ECV"},
    {"ID_AA64MMFR0_EL1", "ECV", 2, "FEAT_ECV_POFF"},
    {"ID_AA64MMFR2_EL1", "NV", 0, "not implemented"}, {"ID_AA64MMFR2_EL1", "NV", 1, "FEAT_NV"},
    {"ID_AA64MMFR2_EL1", "NV", 2, "FEAT_NV2"},
    {"MDCR_EL2", "E2PB", 0, "EL2 owns; EL1 is trapped"}, {"MDCR_EL2", "E2PB", 2, "EL1 owns, and is trapped"},
    {"MDCR_EL2", "E2PB", 3, "EL1 owns"},
    {"MDCR_EL3", "PMSEE", 0, "disabled"}, {"MDCR_EL3", "PMSEE", 1, "delegated"}, {"MDCR_EL3", "PMSEE", 2, "enabled"},
    {"MDCR_EL3", "PMSEE", 3, "trap all"},
    {"MDCR_EL3", "NSPB", 0, "Secure state owns; EL2 and EL1 are trapped"}, {"MDCR_EL3", "NSPB", 1, "Secure state owns"},
    {"MDCR_EL3", "NSPB", 2, "Non-secure state, or with NSPBE Realm state, owns; EL2 and EL1 are trapped"},
    {"MDCR_EL3", "NSPB", 3, "Non-secure state, or with NSPBE Realm state, owns"},
};

/* clang-format on */

#define MANUAL_REGISTERS (sizeof manual_registers / sizeof manual_registers[0])
#define MANUAL_FIELDS (sizeof manual_fields / sizeof manual_fields[0])
#define MANUAL_VALUES (sizeof manual_values / sizeof manual_values[0])

#endif
