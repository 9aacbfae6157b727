/* SPDX-License-Identifier: MIT */
/* The rows of sysreg_table.h (DDI 0487, D24.7, "Statistical Profiling Extension registers"). */
#include "sysreg_table.h"

#define END                                                                                                            \
    {                                                                                                                  \
        0, NULL                                                                                                        \
    }
#define NUMBER SPE_SYSREG_NUMBER, NULL
#define FLAG SPE_SYSREG_FLAG, NULL
#define SCALED SPE_SYSREG_SCALED, NULL
#define ADDRESS SPE_SYSREG_ADDRESS, NULL
#define MASK SPE_SYSREG_MASK, NULL
#define EVENTS SPE_SYSREG_EVENTS, NULL
#define VALUES(names) SPE_SYSREG_VALUES, names

/* clang-format off */ /* tables are for reading */

static const struct spe_value_name altclk_values[] = {
    {0, "not implemented"}, {1, "implemented"}, {15, "IMPLEMENTATION DEFINED"}, END,
};
static const struct spe_value_name format_values[] = {{0, "version 0"}, END};
static const struct spe_value_name count_size_values[] = {{2, "12-bit"}, {3, "16-bit"}, END};
static const struct spe_value_name max_size_values[] = {
    {4, "16 bytes"},   {5, "32 bytes"},   {6, "64 bytes"},    {7, "128 bytes"},
    {8, "256 bytes"},  {9, "512 bytes"},  {10, "1024 bytes"}, {11, "2048 bytes"}, END,
};
/* The recommended minimum interval, in operations */
static const struct spe_value_name interval_values[] = {
    {0, "256"},  {2, "512"},  {3, "768"},  {4, "1024"}, {5, "1536"}, {6, "2048"}, {7, "3072"}, {8, "4096"}, END,
};
static const struct spe_value_name pct_values[] = {
    {0, "virtual"}, {1, "physical"}, {3, "physical - physical offset"}, END,
};
static const struct spe_value_name fill_mode_values[] = {{0, "fill and stop"}, {2, "discard"}, END};
static const struct spe_value_name event_class_values[] = {
    {0, "other buffer event"}, {0x1e, "granule protection check fault"}, {0x1f, "IMPLEMENTATION DEFINED"},
    {0x24, "stage 1 fault"},   {0x25, "stage 2 fault"},                  END,
};
static const struct spe_value_name abort_values[] = {{0, "not described"}, {1, "ignored"}, {2, "SError interrupt"}, END};
static const struct spe_value_name align_values[] = {
    {0, "1 byte"},    {1, "2 bytes"},   {2, "4 bytes"},   {3, "8 bytes"},   {4, "16 bytes"},    {5, "32 bytes"},
    {6, "64 bytes"},  {7, "128 bytes"}, {8, "256 bytes"}, {9, "512 bytes"}, {10, "1024 bytes"}, {11, "2048 bytes"}, END,
};
static const struct spe_value_name version_values[] = {
    {0, "not implemented"}, {1, "FEAT_SPE"},     {2, "FEAT_SPEv1p1"}, {3, "FEAT_SPEv1p2"},
    {4, "FEAT_SPEv1p3"},    {5, "FEAT_SPEv1p4"}, {6, "FEAT_SPEv1p5"}, END,
};

static const struct spe_sysreg_bits pmsidr_fields[] = {
    {"SME",       32, 32, FLAG},
    {"ALTCLK",    31, 28, VALUES(altclk_values)},
    {"FPF",       27, 27, FLAG},
    {"EFT",       26, 26, FLAG},
    {"CRR",       25, 25, FLAG},
    {"PBT",       24, 24, FLAG},
    {"Format",    23, 20, VALUES(format_values)},
    {"CountSize", 19, 16, VALUES(count_size_values)},
    {"MaxSize",   15, 12, VALUES(max_size_values)},
    {"Interval",  11,  8, VALUES(interval_values)},
    {"FDS",        7,  7, FLAG},
    {"FnE",        6,  6, FLAG},
    {"ERnd",       5,  5, FLAG},
    {"LDS",        4,  4, FLAG},
    {"ArchInst",   3,  3, FLAG},
    {"FL",         2,  2, FLAG},
    {"FT",         1,  1, FLAG},
    {"FE",         0,  0, FLAG},
};
static const struct spe_sysreg_bits pmscr_el1_fields[] = {
    {"PCT",   7, 6, VALUES(pct_values)},
    {"TS",    5, 5, FLAG},
    {"PA",    4, 4, FLAG},
    {"CX",    3, 3, FLAG},
    {"E1SPE", 1, 1, FLAG},
    {"E0SPE", 0, 0, FLAG},
};
static const struct spe_sysreg_bits pmscr_el2_fields[] = {
    {"PCT",    7, 6, VALUES(pct_values)},
    {"TS",     5, 5, FLAG},
    {"PA",     4, 4, FLAG},
    {"CX",     3, 3, FLAG},
    {"E2SPE",  1, 1, FLAG},
    {"E0HSPE", 0, 0, FLAG},
};
static const struct spe_sysreg_bits pmsicr_fields[] = {{"ECOUNT", 63, 56, NUMBER}, {"COUNT", 31, 0, NUMBER}};
static const struct spe_sysreg_bits pmsirr_fields[] = {{"INTERVAL", 31, 8, SCALED}, {"RND", 0, 0, FLAG}};
static const struct spe_sysreg_bits pmsfcr_fields[] = {
    {"SIMDm", 52, 52, FLAG},
    {"FPm",   51, 51, FLAG},
    {"STm",   50, 50, FLAG},
    {"LDm",   49, 49, FLAG},
    {"Bm",    48, 48, FLAG},
    {"SIMD",  20, 20, FLAG},
    {"FP",    19, 19, FLAG},
    {"ST",    18, 18, FLAG},
    {"LD",    17, 17, FLAG},
    {"B",     16, 16, FLAG},
    {"FDS",    4,  4, FLAG},
    {"FnE",    3,  3, FLAG},
    {"FL",     2,  2, FLAG},
    {"FT",     1,  1, FLAG},
    {"FE",     0,  0, FLAG},
};
static const struct spe_sysreg_bits event_filter_fields[] = {{"E", 63, 0, EVENTS}};
static const struct spe_sysreg_bits pmsdsfr_fields[] = {{"S", 63, 0, MASK}};
static const struct spe_sysreg_bits pmslatfr_fields[] = {{"MINLAT", 15, 0, NUMBER}};
static const struct spe_sysreg_bits pmblimitr_fields[] = {
    {"LIMIT", 63, 12, ADDRESS},
    {"PMFZ",   5,  5, FLAG},
    {"FM",     2,  1, VALUES(fill_mode_values)},
    {"E",      0,  0, FLAG},
};
static const struct spe_sysreg_bits pmbptr_fields[] = {{"PTR", 63, 0, ADDRESS}};
static const struct spe_sysreg_bits pmbsr_fields[] = {
    {"EC",   31, 26, VALUES(event_class_values)},
    {"DL",   19, 19, FLAG},
    {"EA",   18, 18, FLAG},
    {"S",    17, 17, FLAG},
    {"COLL", 16, 16, FLAG},
    {"MSS",  15,  0, MASK},
};
static const struct spe_sysreg_bits pmbsr_views[] = {{"BSC", 5, 0, NUMBER}, {"FSC", 5, 0, NUMBER}}; /* MSS[5:0], by EC */
static const struct spe_sysreg_bits pmbidr_fields[] = {
    {"EA",    11, 8, VALUES(abort_values)},
    {"F",      5, 5, FLAG},
    {"P",      4, 4, FLAG},
    {"Align",  3, 0, VALUES(align_values)},
};
static const struct spe_sysreg_bits dfr0_fields[] = {{"PMSVer", 35, 32, VALUES(version_values)}};

#define FIELDS(fields) fields, sizeof fields / sizeof fields[0]

const struct spe_sysreg_row spe_sysregs[SPE_REGS] = {
    [SPE_REG_PMSIDR_EL1]      = {"PMSIDR_EL1",      FIELDS(pmsidr_fields),       0, NULL, 0},
    [SPE_REG_PMSCR_EL1]       = {"PMSCR_EL1",       FIELDS(pmscr_el1_fields),    0, NULL, 0},
    [SPE_REG_PMSCR_EL2]       = {"PMSCR_EL2",       FIELDS(pmscr_el2_fields),    0, NULL, 0},
    [SPE_REG_PMSICR_EL1]      = {"PMSICR_EL1",      FIELDS(pmsicr_fields),       0, NULL, 0},
    [SPE_REG_PMSIRR_EL1]      = {"PMSIRR_EL1",      FIELDS(pmsirr_fields),       0, NULL, 0},
    [SPE_REG_PMSFCR_EL1]      = {"PMSFCR_EL1",      FIELDS(pmsfcr_fields),       0, NULL, 0},
    [SPE_REG_PMSEVFR_EL1]     = {"PMSEVFR_EL1",     FIELDS(event_filter_fields), 0, NULL, 0},
    [SPE_REG_PMSNEVFR_EL1]    = {"PMSNEVFR_EL1",    FIELDS(event_filter_fields), 0, NULL, 0},
    [SPE_REG_PMSDSFR_EL1]     = {"PMSDSFR_EL1",     FIELDS(pmsdsfr_fields),      0, NULL, 0},
    [SPE_REG_PMSLATFR_EL1]    = {"PMSLATFR_EL1",    FIELDS(pmslatfr_fields),     0, NULL, 0},
    [SPE_REG_PMBLIMITR_EL1]   = {"PMBLIMITR_EL1",   FIELDS(pmblimitr_fields),    0, NULL, 0},
    [SPE_REG_PMBPTR_EL1]      = {"PMBPTR_EL1",      FIELDS(pmbptr_fields),       0, NULL, 0},
    [SPE_REG_PMBSR_EL1]       = {"PMBSR_EL1",       FIELDS(pmbsr_fields),        0, FIELDS(pmbsr_views)},
    [SPE_REG_PMBIDR_EL1]      = {"PMBIDR_EL1",      FIELDS(pmbidr_fields),       0, NULL, 0},
    [SPE_REG_ID_AA64DFR0_EL1] = {"ID_AA64DFR0_EL1", FIELDS(dfr0_fields),         UINT64_C(0xfffffff0ffffffff), NULL, 0},
    [SPE_REG_PMBSR_EL2] = {"PMBSR_EL2", FIELDS(dfr0_fields), UINT64_MAX, NULL, 0},
    [SPE_REG_PMBSR_EL3] = {"PMBSR_EL3", FIELDS(dfr0_fields), UINT64_MAX, NULL, 0},
    [SPE_REG_PMBMAR_EL1] = {"PMBMAR_EL1", FIELDS(dfr0_fields), UINT64_MAX, NULL, 0},
    [SPE_REG_ID_AA64DFR1_EL1] = {"ID_AA64DFR1_EL1", FIELDS(dfr0_fields), UINT64_MAX, NULL, 0},
    [SPE_REG_ID_AA64DFR2_EL1] = {"ID_AA64DFR2_EL1", FIELDS(dfr0_fields), UINT64_MAX, NULL, 0},
    [SPE_REG_ID_AA64PFR0_EL1] = {"ID_AA64PFR0_EL1", FIELDS(dfr0_fields), UINT64_MAX, NULL, 0},
    [SPE_REG_ID_AA64PFR1_EL1] = {"ID_AA64PFR1_EL1", FIELDS(dfr0_fields), UINT64_MAX, NULL, 0},
    [SPE_REG_ID_AA64ISAR0_EL1] = {"ID_AA64ISAR0_EL1", FIELDS(dfr0_fields), UINT64_MAX, NULL, 0},
    [SPE_REG_ID_AA64ISAR2_EL1] = {"ID_AA64ISAR2_EL1", FIELDS(dfr0_fields), UINT64_MAX, NULL, 0},
    [SPE_REG_ID_AA64MMFR0_EL1] = {"ID_AA64MMFR0_EL1", FIELDS(dfr0_fields), UINT64_MAX, NULL, 0},
    [SPE_REG_ID_AA64MMFR2_EL1] = {"ID_AA64MMFR2_EL1", FIELDS(dfr0_fields), UINT64_MAX, NULL, 0},
    [SPE_REG_HCR_EL2] = {"HCR_EL2", FIELDS(dfr0_fields), UINT64_MAX, NULL, 0},
    [SPE_REG_SCR_EL3] = {"SCR_EL3", FIELDS(dfr0_fields), UINT64_MAX, NULL, 0},
    [SPE_REG_MDCR_EL2] = {"MDCR_EL2", FIELDS(dfr0_fields), UINT64_MAX, NULL, 0},
    [SPE_REG_MDCR_EL3] = {"MDCR_EL3", FIELDS(dfr0_fields), UINT64_MAX, NULL, 0},
    [SPE_REG_HDFGRTR_EL2] = {"HDFGRTR_EL2", FIELDS(dfr0_fields), UINT64_MAX, NULL, 0},
    [SPE_REG_HDFGWTR_EL2] = {"HDFGWTR_EL2", FIELDS(dfr0_fields), UINT64_MAX, NULL, 0},
    [SPE_REG_HDFGRTR2_EL2] = {"HDFGRTR2_EL2", FIELDS(dfr0_fields), UINT64_MAX, NULL, 0},
    [SPE_REG_HDFGWTR2_EL2] = {"HDFGWTR2_EL2", FIELDS(dfr0_fields), UINT64_MAX, NULL, 0},
    [SPE_REG_HFGITR_EL2] = {"HFGITR_EL2", FIELDS(dfr0_fields), UINT64_MAX, NULL, 0},
};

/* clang-format on */
