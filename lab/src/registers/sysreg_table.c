/* SPDX-License-Identifier: MIT */
/*
 * The rows of sysreg_table.h. SPE's registers are complete (DDI 0487, D24.7). Other registers (D24.2, D24.3) have the
 * fields that concern SPE: the implemented features, the owner of the buffer, the target of its events, the accesses
 * that are trapped.
 */
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
#define SIZE SPE_SYSREG_SIZE, NULL
#define CODE SPE_SYSREG_CODE, NULL
#define MEMORY SPE_SYSREG_MEMORY, NULL
#define VALUES(names) SPE_SYSREG_VALUES, names
/* The value of a field after a Warm reset. MDCR_EL2 and MDCR_EL3 were not looked up, so theirs are not given. */
#define UNLISTED SPE_SYSREG_RESET_NOT_LISTED
#define UNKNOWN SPE_SYSREG_RESET_UNKNOWN
#define ZERO SPE_SYSREG_RESET_ZERO
#define AT_TOP SPE_SYSREG_RESET_ZERO_AT_TOP
#define FIXED SPE_SYSREG_READ_ONLY

/* clang-format off */ /* tables are for reading */

/* -- values -- */

static const struct spe_value_name altclk_values[] = {
    {0, "not implemented, or the CPU's clock"}, {1, "Streaming Mode Compute Unit"}, {15, "IMPLEMENTATION DEFINED"}, END,
};
static const struct spe_value_name format_values[] = {{0, "version 0"}, END};
static const struct spe_value_name count_size_values[] = {{2, "12-bit"}, {3, "16-bit"}, END};
static const struct spe_value_name max_size_values[] = {
    {4, "16 bytes, not permitted"}, {5, "32 bytes, not permitted"}, {6, "64 bytes"},    {7, "128 bytes"},
    {8, "256 bytes"},               {9, "512 bytes"},               {10, "1024 bytes"}, {11, "2048 bytes"}, END,
};
/* The recommended minimum interval, in operations or instructions */
static const struct spe_value_name interval_values[] = {
    {0, "256, or no minimum"}, {2, "512"}, {3, "768"}, {4, "1024"}, {5, "1536"}, {6, "2048"}, {7, "3072"}, {8, "4096"},
    END,
};
static const struct spe_value_name pct_el1_values[] = {
    {0, "virtual"}, {1, "physical"}, {3, "physical - physical offset"}, END,
};
static const struct spe_value_name pct_el2_values[] = {
    {0, "virtual"}, {1, "physical, or as PMSCR_EL1 says"}, {3, "physical - physical offset, or virtual"}, END,
};
/* 0b01 and 0b10 are for a hypervisor under another one: FEAT_NV */
static const struct spe_value_name ee_el1_values[] = {
    {0, "disabled"}, {1, "as disabled, for nested virtualization"}, {2, "as enabled, for nested virtualization"},
    {3, "enabled"}, END,
};
static const struct spe_value_name exception_values[] = { /* PMSCR_EL2.EE, MDCR_EL3.PMSEE */
    {0, "disabled"}, {1, "delegated"}, {2, "enabled"}, {3, "trap all"}, END,
};
static const struct spe_value_name fill_mode_values[] = {{0, "fill and stop"}, {2, "discard"}, END};
static const struct spe_value_name pointer_values[] = {{0, "virtual addresses"}, {1, "physical addresses"}, END};
static const struct spe_value_name shareability_values[] = {
    {0, "Non-shareable"}, {2, "Outer Shareable"}, {3, "Inner Shareable"}, END,
};
static const struct spe_value_name event_class_values[] = {
    {0, "other buffer event"}, {0x1e, "granule protection check fault"}, {0x1f, "IMPLEMENTATION DEFINED"},
    {0x24, "stage 1 fault"},   {0x25, "stage 2 fault"},                  END,
};
static const struct spe_value_name status_values[] = {
    {0, "collection not stopped, or access not allowed"}, {1, "buffer filled"}, {4, "requested buffer too large"}, END,
};
/* FSC. Walks of the translation table include updates of it by hardware. */
static const struct spe_value_name fault_values[] = {
    {0x00, "address size fault, level 0 or translation table base"},
    {0x01, "address size fault, level 1"},
    {0x02, "address size fault, level 2"},
    {0x03, "address size fault, level 3"},
    {0x04, "translation fault, level 0"},
    {0x05, "translation fault, level 1"},
    {0x06, "translation fault, level 2"},
    {0x07, "translation fault, level 3"},
    {0x08, "access flag fault, level 0"},
    {0x09, "access flag fault, level 1"},
    {0x0a, "access flag fault, level 2"},
    {0x0b, "access flag fault, level 3"},
    {0x0c, "permission fault, level 0"},
    {0x0d, "permission fault, level 1"},
    {0x0e, "permission fault, level 2"},
    {0x0f, "permission fault, level 3"},
    {0x10, "synchronous external abort"},
    {0x11, "asynchronous external abort"},
    {0x12, "external abort on a translation table walk or hardware update, level -2"},
    {0x13, "external abort on a translation table walk or hardware update, level -1"},
    {0x14, "external abort on a translation table walk or hardware update, level 0"},
    {0x15, "external abort on a translation table walk or hardware update, level 1"},
    {0x16, "external abort on a translation table walk or hardware update, level 2"},
    {0x17, "external abort on a translation table walk or hardware update, level 3"},
    {0x1b, "parity or ECC error on a translation table walk or hardware update, level -1"},
    {0x21, "alignment fault"},
    {0x22, "granule protection fault on a translation table walk or hardware update, level -2"},
    {0x23, "granule protection fault on a translation table walk or hardware update, level -1"},
    {0x24, "granule protection fault on a translation table walk or hardware update, level 0"},
    {0x25, "granule protection fault on a translation table walk or hardware update, level 1"},
    {0x26, "granule protection fault on a translation table walk or hardware update, level 2"},
    {0x27, "granule protection fault on a translation table walk or hardware update, level 3"},
    {0x28, "granule protection fault"},
    {0x29, "address size fault, level -1"},
    {0x2a, "translation fault, level -2"},
    {0x2b, "translation fault, level -1"},
    {0x2c, "address size fault, level -2"},
    {0x30, "TLB conflict abort"},
    {0x31, "unsupported atomic hardware update"},
    END,
};
static const struct spe_value_name abort_values[] = {
    {0, "not described; not permitted from Armv8.8"}, {1, "ignored"}, {2, "SError interrupt"}, END,
};
static const struct spe_value_name mode_values[] = {
    {0, "virtual"}, {1, "virtual and physical"}, {3, "physical, under virtualization"}, END,
};
static const struct spe_value_name update_values[] = {
    {0, "flags not updated by hardware; not permitted from Armv8.8"}, {1, "flags updated as for other accesses"}, END,
};
static const struct spe_value_name programming_values[] = {
    {0, "programming allowed"}, {1, "programming not allowed"}, END,
};
static const struct spe_value_name align_values[] = {
    {0, "1 byte"},    {1, "2 bytes"},   {2, "4 bytes"},   {3, "8 bytes"},   {4, "16 bytes"},    {5, "32 bytes"},
    {6, "64 bytes"},  {7, "128 bytes"}, {8, "256 bytes"}, {9, "512 bytes"}, {10, "1024 bytes"}, {11, "2048 bytes"}, END,
};
static const struct spe_value_name version_values[] = {
    {0, "not implemented"}, {1, "FEAT_SPE"},     {2, "FEAT_SPEv1p1"}, {3, "FEAT_SPEv1p2"},
    {4, "FEAT_SPEv1p3"},    {5, "FEAT_SPEv1p4"}, {6, "FEAT_SPEv1p5"},
    END,
};
/* ID registers: the name of the feature that a value implements */
#define NOT_THERE {0, "not implemented"}
static const struct spe_value_name dpfzs_values[] = {{0, "the cycle counter goes on"}, {1, "FEAT_SPE_DPFZS"}, END};
static const struct spe_value_name nvm_values[] = {NOT_THERE, {1, "FEAT_SPE_nVM"}, END};
static const struct spe_value_name exc_values[] = {NOT_THERE, {1, "FEAT_SPE_EXC"}, END};
static const struct spe_value_name level_values[] = {NOT_THERE, {1, "AArch64"}, {2, "AArch64 and AArch32"}, END};
static const struct spe_value_name rme_values[] = {
    NOT_THERE, {1, "FEAT_RME"}, {2, "FEAT_RME_GPC2"}, {3, "FEAT_RME_GPC3"}, END,
};
static const struct spe_value_name sel2_values[] = {NOT_THERE, {1, "FEAT_SEL2"}, END};
static const struct spe_value_name sve_values[] = {NOT_THERE, {1, "FEAT_SVE"}, END};
static const struct spe_value_name gcs_values[] = {NOT_THERE, {1, "FEAT_GCS"}, END};
static const struct spe_value_name sme_values[] = {NOT_THERE, {1, "FEAT_SME"}, {2, "FEAT_SME2"}, END};
static const struct spe_value_name mte_values[] = {
    NOT_THERE, {1, "FEAT_MTE"}, {2, "FEAT_MTE2"}, {3, "FEAT_MTE3"}, END,
};
static const struct spe_value_name tme_values[] = {NOT_THERE, {1, "FEAT_TME"}, END};
static const struct spe_value_name atomic_values[] = {NOT_THERE, {2, "FEAT_LSE"}, {3, "FEAT_LSE128"}, END};
static const struct spe_value_name mops_values[] = {NOT_THERE, {1, "FEAT_MOPS"}, END};
static const struct spe_value_name ecv_values[] = {NOT_THERE, {1, "FEAT_ECV"}, {2, "FEAT_ECV_POFF"}, END};
static const struct spe_value_name nv_values[] = {NOT_THERE, {1, "FEAT_NV"}, {2, "FEAT_NV2"}, END};
/* Who owns the buffer; accesses from the levels below are trapped if bit 0 is 0 */
static const struct spe_value_name e2pb_values[] = {
    {0, "EL2 owns; EL1 is trapped"}, {2, "EL1 owns, and is trapped"}, {3, "EL1 owns"}, END,
};
static const struct spe_value_name nspb_values[] = {
    {0, "Secure state owns; EL2 and EL1 are trapped"}, {1, "Secure state owns"},
    {2, "Non-secure state, or with NSPBE Realm state, owns; EL2 and EL1 are trapped"},
    {3, "Non-secure state, or with NSPBE Realm state, owns"}, END,
};

/* -- SPE's registers -- */

static const struct spe_sysreg_bits pmsidr_fields[] = {
    {"SME",       32, 32, FLAG,                      FIXED, NULL},
    {"ALTCLK",    31, 28, VALUES(altclk_values),     FIXED, NULL},
    {"FPF",       27, 27, FLAG,                      FIXED, NULL},
    {"EFT",       26, 26, FLAG,                      FIXED, NULL},
    {"CRR",       25, 25, FLAG,                      FIXED, NULL},
    {"PBT",       24, 24, FLAG,                      FIXED, NULL},
    {"Format",    23, 20, VALUES(format_values),     FIXED, NULL},
    {"CountSize", 19, 16, VALUES(count_size_values), FIXED, NULL},
    {"MaxSize",   15, 12, VALUES(max_size_values),   FIXED, NULL},
    {"Interval",  11,  8, VALUES(interval_values),   FIXED, NULL},
    {"FDS",        7,  7, FLAG,                      FIXED, "FEAT_SPEv1p4"},
    {"FnE",        6,  6, FLAG,                      FIXED, "FEAT_SPE_FnE"},
    {"ERnd",       5,  5, FLAG,                      FIXED, NULL},
    {"LDS",        4,  4, FLAG,                      FIXED, NULL},
    {"ArchInst",   3,  3, FLAG,                      FIXED, NULL},
    {"FL",         2,  2, FLAG,                      FIXED, NULL},
    {"FT",         1,  1, FLAG,                      FIXED, NULL},
    {"FE",         0,  0, FLAG,                      FIXED, NULL},
};
static const struct spe_sysreg_bits pmscr_el1_fields[] = {
    {"EnVM",  11, 11, FLAG,                   UNKNOWN, "FEAT_SPE_nVM and FEAT_NV"},
    {"KE",    10, 10, FLAG,                   UNKNOWN, "FEAT_SPE_EXC"},
    {"EE",     9,  8, VALUES(ee_el1_values),  AT_TOP,  "FEAT_SPE_EXC"},
    {"PCT",    7,  6, VALUES(pct_el1_values), UNKNOWN, "EL2"},
    {"TS",     5,  5, FLAG,                   UNKNOWN, NULL},
    {"PA",     4,  4, FLAG,                   UNKNOWN, NULL},
    {"CX",     3,  3, FLAG,                   UNKNOWN, NULL},
    {"E1SPE",  1,  1, FLAG,                   UNKNOWN, NULL},
    {"E0SPE",  0,  0, FLAG,                   UNKNOWN, NULL},
};
static const struct spe_sysreg_bits pmscr_el2_fields[] = {
    {"EnVM",   11, 11, FLAG,                     UNKNOWN, "FEAT_SPE_nVM"},
    {"KE",     10, 10, FLAG,                     UNKNOWN, "FEAT_SPE_EXC"},
    {"EE",      9,  8, VALUES(exception_values), AT_TOP,  "FEAT_SPE_EXC"},
    {"PCT",     7,  6, VALUES(pct_el2_values),   UNKNOWN, NULL},
    {"TS",      5,  5, FLAG,                     UNKNOWN, NULL},
    {"PA",      4,  4, FLAG,                     UNKNOWN, NULL},
    {"CX",      3,  3, FLAG,                     UNKNOWN, NULL},
    {"E2SPE",   1,  1, FLAG,                     UNKNOWN, NULL},
    {"E0HSPE",  0,  0, FLAG,                     UNKNOWN, NULL},
};
static const struct spe_sysreg_bits pmsicr_fields[] = {
    {"ECOUNT", 63, 56, NUMBER, UNKNOWN, "FEAT_SPE_ERnd"},
    {"COUNT",  31,  0, NUMBER, UNKNOWN, NULL},
};
static const struct spe_sysreg_bits pmsirr_fields[] = {
    {"INTERVAL", 31, 8, SCALED, UNKNOWN, NULL},
    {"RND",       0, 0, FLAG,   UNKNOWN, NULL},
};
static const struct spe_sysreg_bits pmsfcr_fields[] = {
    {"SIMDm", 52, 52, FLAG, UNKNOWN, "FEAT_SPE_EFT"},
    {"FPm",   51, 51, FLAG, UNKNOWN, "FEAT_SPE_EFT"},
    {"STm",   50, 50, FLAG, UNKNOWN, "FEAT_SPE_EFT"},
    {"LDm",   49, 49, FLAG, UNKNOWN, "FEAT_SPE_EFT"},
    {"Bm",    48, 48, FLAG, UNKNOWN, "FEAT_SPE_EFT"},
    {"SIMD",  20, 20, FLAG, UNKNOWN, "FEAT_SPE_EFT"},
    {"FP",    19, 19, FLAG, UNKNOWN, "FEAT_SPE_EFT"},
    {"ST",    18, 18, FLAG, UNKNOWN, NULL},
    {"LD",    17, 17, FLAG, UNKNOWN, NULL},
    {"B",     16, 16, FLAG, UNKNOWN, NULL},
    {"FDS",    4,  4, FLAG, UNKNOWN, "FEAT_SPE_FDS"},
    {"FnE",    3,  3, FLAG, UNKNOWN, "FEAT_SPE_FnE"},
    {"FL",     2,  2, FLAG, UNKNOWN, NULL},
    {"FT",     1,  1, FLAG, UNKNOWN, NULL},
    {"FE",     0,  0, FLAG, UNKNOWN, NULL},
};
static const struct spe_sysreg_bits event_filter_fields[] = {{"E", 63, 0, EVENTS, UNKNOWN, NULL}};
static const struct spe_sysreg_bits pmsdsfr_fields[] = {{"S", 63, 0, MASK, UNKNOWN, NULL}};
static const struct spe_sysreg_bits pmslatfr_fields[] = {{"MINLAT", 15, 0, NUMBER, UNKNOWN, NULL}};
static const struct spe_sysreg_bits pmblimitr_fields[] = {
    {"LIMIT", 63, 12, ADDRESS,                  UNKNOWN, NULL},
    {"nVM",    7,  7, VALUES(pointer_values),   UNKNOWN, "FEAT_SPE_nVM"},
    {"PMFZ",   5,  5, FLAG,                     UNKNOWN, "FEAT_SPEv1p2"},
    {"FM",     2,  1, VALUES(fill_mode_values), UNKNOWN, NULL},
    {"E",      0,  0, FLAG,                     ZERO,    NULL},
};
static const struct spe_sysreg_bits pmbptr_fields[] = {{"PTR", 63, 0, ADDRESS, UNKNOWN, NULL}};
static const struct spe_sysreg_bits pmbsr_fields[] = {
    {"MSS2", 55, 32, CODE,                       UNKNOWN, NULL},
    {"EC",   31, 26, VALUES(event_class_values), UNKNOWN, NULL},
    {"DL",   19, 19, FLAG,                       UNKNOWN, NULL},
    {"EA",   18, 18, FLAG,                       UNKNOWN, NULL},
    {"S",    17, 17, FLAG,                       UNKNOWN, NULL},
    {"COLL", 16, 16, FLAG,                       UNKNOWN, NULL},
    {"MSS",  15,  0, CODE,                       UNKNOWN, NULL},
};
/* EC 0; EC 0x1e; EC 0x24 and 0x25, which differ in bit 26; these two with a Permission fault, FSC 0b0011xx; the same
 * with EC 0x25 */
#define OTHER_EVENT UINT32_C(0xfc000000), 0
#define GRANULE_CHECK UINT32_C(0xfc000000), UINT32_C(0x78000000)
#define DATA_ABORT UINT32_C(0xf8000000), UINT32_C(0x90000000)
#define PERMISSION UINT32_C(0xf800003c), UINT32_C(0x9000000c)
#define PERMISSION_2 UINT32_C(0xfc00003c), UINT32_C(0x9400000c)
static const struct spe_sysreg_view pmbsr_views[] = {
    {{"BSC",          5,  0, VALUES(status_values), UNKNOWN, NULL},                         OTHER_EVENT},
    {{"FSC",          5,  0, VALUES(fault_values),  UNKNOWN, NULL},                         DATA_ABORT},
    {{"TopLevel",    40, 40, FLAG,                  UNKNOWN, "FEAT_THE"},                   DATA_ABORT},
    {{"AssuredOnly", 39, 39, FLAG,                  UNKNOWN, "FEAT_THE"},                   PERMISSION_2},
    {{"Overlay",     38, 38, FLAG,                  UNKNOWN, "FEAT_S1POE or FEAT_S2POE"},   PERMISSION},
    {{"DirtyBit",    37, 37, FLAG,                  UNKNOWN, "FEAT_S1PIE or FEAT_S2PIE"},   PERMISSION},
};
/* The meaning of MSS and MSS2 is defined for each EC (D24.7.5), except for IMPLEMENTATION DEFINED reasons, 0x1f. */
static const struct spe_sysreg_class pmbsr_classes[] = {{OTHER_EVENT}, {DATA_ABORT}, {GRANULE_CHECK}};
static const struct spe_sysreg_bits pmbidr_fields[] = {
    {"MaxBuffSize", 47, 32, SIZE,                       FIXED, NULL},
    {"EA",          11,  8, VALUES(abort_values),       FIXED, NULL},
    {"AddrMode",     7,  6, VALUES(mode_values),        FIXED, "FEAT_SPE_nVM"},
    {"F",            5,  5, VALUES(update_values),      FIXED, NULL},
    {"P",            4,  4, VALUES(programming_values), FIXED, NULL},
    {"Align",        3,  0, VALUES(align_values),       FIXED, NULL},
};
static const struct spe_sysreg_bits pmbmar_fields[] = {
    {"SH",   9, 8, VALUES(shareability_values), UNKNOWN, NULL},
    {"Attr", 7, 0, MEMORY,                      UNKNOWN, NULL},
};

/* -- ID registers -- */

static const struct spe_sysreg_bits dfr0_fields[] = {{"PMSVer", 35, 32, VALUES(version_values), FIXED, NULL}};
static const struct spe_sysreg_bits dfr1_fields[] = {{"DPFZS", 55, 52, VALUES(dpfzs_values), FIXED, NULL}};
static const struct spe_sysreg_bits dfr2_fields[] = {
    {"SPE_nVM", 23, 20, VALUES(nvm_values), FIXED, NULL},
    {"SPE_EXC", 19, 16, VALUES(exc_values), FIXED, NULL},
};
static const struct spe_sysreg_bits pfr0_fields[] = {
    {"RME",  55, 52, VALUES(rme_values),   FIXED, NULL},
    {"SEL2", 39, 36, VALUES(sel2_values),  FIXED, NULL},
    {"SVE",  35, 32, VALUES(sve_values),   FIXED, NULL},
    {"EL3",  15, 12, VALUES(level_values), FIXED, NULL},
    {"EL2",  11,  8, VALUES(level_values), FIXED, NULL},
};
static const struct spe_sysreg_bits pfr1_fields[] = {
    {"GCS", 47, 44, VALUES(gcs_values), FIXED, NULL},
    {"SME", 27, 24, VALUES(sme_values), FIXED, NULL},
    {"MTE", 11,  8, VALUES(mte_values), FIXED, NULL},
};
static const struct spe_sysreg_bits isar0_fields[] = {
    {"TME",    27, 24, VALUES(tme_values),    FIXED, NULL}, /* RES0 in the newest manual, which lacks FEAT_TME */
    {"Atomic", 23, 20, VALUES(atomic_values), FIXED, NULL},
};
static const struct spe_sysreg_bits isar2_fields[] = {{"MOPS", 19, 16, VALUES(mops_values), FIXED, NULL}};
static const struct spe_sysreg_bits mmfr0_fields[] = {{"ECV", 63, 60, VALUES(ecv_values), FIXED, NULL}};
static const struct spe_sysreg_bits mmfr2_fields[] = {{"NV", 27, 24, VALUES(nv_values), FIXED, NULL}};

/* -- controls of EL2 and EL3 -- */

static const struct spe_sysreg_bits hcr_fields[] = {
    {"GPF", 48, 48, FLAG, UNKNOWN, "FEAT_RME"},
    {"NV2", 45, 45, FLAG, UNKNOWN, "FEAT_NV2"},
    {"NV1", 43, 43, FLAG, UNKNOWN, "FEAT_NV"},
    {"NV",  42, 42, FLAG, UNKNOWN, "FEAT_NV"},
    {"TEA", 37, 37, FLAG, UNKNOWN, "FEAT_RAS"},
    {"E2H", 34, 34, FLAG, UNKNOWN, "FEAT_VHE"},
    {"TGE", 27, 27, FLAG, UNKNOWN, NULL},
};
static const struct spe_sysreg_bits scr_fields[] = {
    {"NSE",    62, 62, FLAG, UNKNOWN, "FEAT_RME"},
    {"FGTEn2", 59, 59, FLAG, UNKNOWN, "FEAT_FGT2"},
    {"GPF",    48, 48, FLAG, UNKNOWN, "FEAT_RME"},
    {"ECVEn",  28, 28, FLAG, UNKNOWN, "FEAT_ECV_POFF"},
    {"FGTEn",  27, 27, FLAG, UNKNOWN, "FEAT_FGT"},
    {"EEL2",   18, 18, FLAG, UNKNOWN, "FEAT_SEL2"},
    {"EA",      3,  3, FLAG, UNKNOWN, NULL},
    {"NS",      0,  0, FLAG, UNKNOWN, NULL},
};
static const struct spe_sysreg_bits mdcr_el2_fields[] = {
    {"HPMFZS", 36, 36, FLAG,                UNLISTED, "FEAT_SPEv1p2"},
    {"TPMS",   14, 14, FLAG,                UNLISTED, "FEAT_SPE"},
    {"E2PB",   13, 12, VALUES(e2pb_values), UNLISTED, "FEAT_SPE"},
};
static const struct spe_sysreg_bits mdcr_el3_fields[] = {
    {"EnPMS4", 55, 55, FLAG,                     UNLISTED, "FEAT_SPE_nVM"},
    {"PMSEE",  52, 51, VALUES(exception_values), UNLISTED, "FEAT_SPE_EXC"},
    {"EnPMS3", 42, 42, FLAG,                     UNLISTED, "FEAT_SPE_FDS"},
    {"EnPMSN", 36, 36, FLAG,                     UNLISTED, "FEAT_SPE_FnE"},
    {"NSPB",   13, 12, VALUES(nspb_values),      UNLISTED, "FEAT_SPE"},
    {"NSPBE",  11, 11, FLAG,                     UNLISTED, "FEAT_SPE and FEAT_RME"},
};
/* Fine-grained traps. A field whose name begins with n traps if it is 0. */
#define TRAPS_62_31                                                                                                    \
    {"nPMSNEVFR_EL1", 62, 62, FLAG, AT_TOP, "FEAT_SPE_FnE"},                                                           \
    {"PMSLATFR_EL1",  32, 32, FLAG, AT_TOP, "FEAT_SPE"},                                                               \
    {"PMSIRR_EL1",    31, 31, FLAG, AT_TOP, "FEAT_SPE"}
#define TRAPS_29_23                                                                                                    \
    {"PMSICR_EL1",    29, 29, FLAG, AT_TOP, "FEAT_SPE"},                                                               \
    {"PMSFCR_EL1",    28, 28, FLAG, AT_TOP, "FEAT_SPE"},                                                               \
    {"PMSEVFR_EL1",   27, 27, FLAG, AT_TOP, "FEAT_SPE"},                                                               \
    {"PMSCR_EL1",     26, 26, FLAG, AT_TOP, "FEAT_SPE"},                                                               \
    {"PMBSR_EL1",     25, 25, FLAG, AT_TOP, "FEAT_SPE"},                                                               \
    {"PMBPTR_EL1",    24, 24, FLAG, AT_TOP, "FEAT_SPE"},                                                               \
    {"PMBLIMITR_EL1", 23, 23, FLAG, AT_TOP, "FEAT_SPE"}
static const struct spe_sysreg_bits hdfgrtr_fields[] = {
    {"PMBIDR_EL1",    63, 63, FLAG, AT_TOP, "FEAT_SPE"},
    TRAPS_62_31,
    {"PMSIDR_EL1",    30, 30, FLAG, AT_TOP, "FEAT_SPE"},
    TRAPS_29_23,
};
static const struct spe_sysreg_bits hdfgwtr_fields[] = {TRAPS_62_31, TRAPS_29_23};
static const struct spe_sysreg_bits hdfgtr2_fields[] = {
    {"nPMBMAR_EL1",  24, 24, FLAG, AT_TOP, "FEAT_SPE_nVM"},
    {"nPMSDSFR_EL1", 19, 19, FLAG, AT_TOP, "FEAT_SPE_FDS"},
};
static const struct spe_sysreg_bits pmcr_fields[] = {
    {"FZS", 32, 32, FLAG, UNLISTED, "FEAT_SPEv1p2"},
    {"DP",   5,  5, FLAG, UNLISTED, NULL},
};
static const struct spe_sysreg_bits hfgitr_fields[] = {{"PSBCSYNC", 63, 63, FLAG, AT_TOP, "FEAT_SPEv1p5"}};

/* -- the registers -- */

#define COUNTED(rows) (rows), sizeof(rows) / sizeof(rows)[0]
#define NO_VIEWS NULL, 0, 0, NULL, 0
#define ALONE 0, 0, NO_VIEWS          /* only SPE's fields, no views */
#define AMONG UINT64_MAX, 0, NO_VIEWS /* also fields that are not SPE's */
#define EVENT_FILTER 0, UINT64_C(0x0000ffff00010001), NO_VIEWS /* D24.7.11, D24.7.17: [47:32], [16], [0] */
#define PMBSR 0, 0, COUNTED(pmbsr_views), UINT64_C(0x00ffffff0000ffff), COUNTED(pmbsr_classes)
#define AT(op1, n, m, op2) (3 << 14 | (op1) << 11 | (n) << 7 | (m) << 3 | (op2))
#define ROW(name, at, at_el12, needs, fields, ...)                                                                     \
    [SPE_REG_##name] = {#name, (at), (at_el12), (needs), COUNTED(fields), __VA_ARGS__}

static const struct spe_sysreg_row sysregs[] = {
    ROW(PMSIDR_EL1,       AT(0, 9, 9, 7),  0,               "FEAT_SPE",           pmsidr_fields,       ALONE),
    ROW(PMSCR_EL1,        AT(0, 9, 9, 0),  AT(5, 9, 9, 0),  "FEAT_SPE",           pmscr_el1_fields,    ALONE),
    ROW(PMSCR_EL2,        AT(4, 9, 9, 0),  0,               "FEAT_SPE",           pmscr_el2_fields,    ALONE),
    ROW(PMSICR_EL1,       AT(0, 9, 9, 2),  0,               "FEAT_SPE",           pmsicr_fields,       ALONE),
    ROW(PMSIRR_EL1,       AT(0, 9, 9, 3),  0,               "FEAT_SPE",           pmsirr_fields,       ALONE),
    ROW(PMSFCR_EL1,       AT(0, 9, 9, 4),  0,               "FEAT_SPE",           pmsfcr_fields,       ALONE),
    ROW(PMSEVFR_EL1,      AT(0, 9, 9, 5),  0,               "FEAT_SPE",           event_filter_fields, EVENT_FILTER),
    ROW(PMSNEVFR_EL1,     AT(0, 9, 9, 1),  0,               "FEAT_SPE_FnE",       event_filter_fields, EVENT_FILTER),
    ROW(PMSDSFR_EL1,      AT(0, 9, 10, 4), 0,               "FEAT_SPE_FDS",       pmsdsfr_fields,      ALONE),
    ROW(PMSLATFR_EL1,     AT(0, 9, 9, 6),  0,               "FEAT_SPE",           pmslatfr_fields,     ALONE),
    ROW(PMBLIMITR_EL1,    AT(0, 9, 10, 0), 0,               "FEAT_SPE",           pmblimitr_fields,    ALONE),
    ROW(PMBPTR_EL1,       AT(0, 9, 10, 1), 0,               "FEAT_SPE",           pmbptr_fields,       ALONE),
    ROW(PMBSR_EL1,        AT(0, 9, 10, 3), AT(5, 9, 10, 3), "FEAT_SPE",           pmbsr_fields,        PMBSR),
    ROW(PMBIDR_EL1,       AT(0, 9, 10, 7), 0,               "FEAT_SPE",           pmbidr_fields,       ALONE),
    ROW(PMBSR_EL2,        AT(4, 9, 10, 3), 0,               "FEAT_SPE_EXC",       pmbsr_fields,        PMBSR),
    ROW(PMBSR_EL3,        AT(6, 9, 10, 3), 0,               "FEAT_SPE_EXC and EL3", pmbsr_fields,       PMBSR),
    ROW(PMBMAR_EL1,       AT(0, 9, 10, 5), 0,               "FEAT_SPE_nVM",       pmbmar_fields,       ALONE),
    ROW(ID_AA64DFR0_EL1,  AT(0, 0, 5, 0),  0,               NULL,                 dfr0_fields,         AMONG),
    ROW(ID_AA64DFR1_EL1,  AT(0, 0, 5, 1),  0,               NULL,                 dfr1_fields,         AMONG),
    ROW(ID_AA64DFR2_EL1,  AT(0, 0, 5, 2),  0,               NULL,                 dfr2_fields,         AMONG),
    ROW(ID_AA64PFR0_EL1,  AT(0, 0, 4, 0),  0,               NULL,                 pfr0_fields,         AMONG),
    ROW(ID_AA64PFR1_EL1,  AT(0, 0, 4, 1),  0,               NULL,                 pfr1_fields,         AMONG),
    ROW(ID_AA64ISAR0_EL1, AT(0, 0, 6, 0),  0,               NULL,                 isar0_fields,        AMONG),
    ROW(ID_AA64ISAR2_EL1, AT(0, 0, 6, 2),  0,               NULL,                 isar2_fields,        AMONG),
    ROW(ID_AA64MMFR0_EL1, AT(0, 0, 7, 0),  0,               NULL,                 mmfr0_fields,        AMONG),
    ROW(ID_AA64MMFR2_EL1, AT(0, 0, 7, 2),  0,               NULL,                 mmfr2_fields,        AMONG),
    ROW(HCR_EL2,          AT(4, 1, 1, 0),  0,               "EL2",                hcr_fields,          AMONG),
    ROW(SCR_EL3,          AT(6, 1, 1, 0),  0,               "EL3",                scr_fields,          AMONG),
    ROW(MDCR_EL2,         AT(4, 1, 1, 1),  0,               "EL2",                mdcr_el2_fields,     AMONG),
    ROW(MDCR_EL3,         AT(6, 1, 3, 1),  0,               "EL3",                mdcr_el3_fields,     AMONG),
    ROW(HDFGRTR_EL2,      AT(4, 3, 1, 4),  0,               "FEAT_FGT",           hdfgrtr_fields,      AMONG),
    ROW(HDFGWTR_EL2,      AT(4, 3, 1, 5),  0,               "FEAT_FGT",           hdfgwtr_fields,      AMONG),
    ROW(HDFGRTR2_EL2,     AT(4, 3, 1, 0),  0,               "FEAT_FGT2",          hdfgtr2_fields,      AMONG),
    ROW(HDFGWTR2_EL2,     AT(4, 3, 1, 1),  0,               "FEAT_FGT2",          hdfgtr2_fields,      AMONG),
    ROW(HFGITR_EL2,       AT(4, 1, 1, 6),  0,               "FEAT_FGT",           hfgitr_fields,       AMONG),
    ROW(PMCR_EL0,         AT(3, 9, 12, 0), 0,               "FEAT_PMUv3",         pmcr_fields,         AMONG),
};

/* clang-format on */

enum { SYSREGS = sizeof sysregs / sizeof sysregs[0] };

_Static_assert((int)SYSREGS <= (int)SPE_ROOM_REGISTERS,
               "spe_profiling.missing and the unit's sets have 64 bits: only the first 64 registers can be in them");

unsigned spe_sysreg_count(void)
{
    return SYSREGS;
}

const struct spe_sysreg_row *spe_sysreg_row(unsigned reg)
{
    return reg < SYSREGS ? &sysregs[reg] : NULL;
}
