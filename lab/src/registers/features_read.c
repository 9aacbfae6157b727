/* SPDX-License-Identifier: MIT */
/* Features from ID registers (DDI 0487, D24): a row for each field that shows whether a feature is implemented. */
#include <libspe-lab/profiling.h>

#include "../base/config.h"
#include "registers.h"

/* clang-format off */
static const struct {
    uint8_t reg, high, low;
    uint8_t least; /* the least value with which the feature is implemented: larger values add to it */
    uint64_t flag;
} feature_fields[] = {
    {SPE_REG_PMSIDR_EL1,         0,  0, 1, SPE_FEATURE_FE},
    {SPE_REG_PMSIDR_EL1,         1,  1, 1, SPE_FEATURE_FT},
    {SPE_REG_PMSIDR_EL1,         2,  2, 1, SPE_FEATURE_FL},
    {SPE_REG_PMSIDR_EL1,         3,  3, 1, SPE_FEATURE_ARCH_INST},
    {SPE_REG_PMSIDR_EL1,         4,  4, 1, SPE_FEATURE_LDS},
    {SPE_REG_PMSIDR_EL1,         5,  5, 1, SPE_FEATURE_ERND},
    {SPE_REG_PMSIDR_EL1,         6,  6, 1, SPE_FEATURE_FNE},
    {SPE_REG_PMSIDR_EL1,         7,  7, 1, SPE_FEATURE_FDS},
    {SPE_REG_PMSIDR_EL1,        24, 24, 1, SPE_FEATURE_PBT},
    {SPE_REG_PMSIDR_EL1,        25, 25, 1, SPE_FEATURE_CRR},
    {SPE_REG_PMSIDR_EL1,        26, 26, 1, SPE_FEATURE_EFT},
    {SPE_REG_PMSIDR_EL1,        27, 27, 1, SPE_FEATURE_FPF},
    {SPE_REG_PMSIDR_EL1,        31, 28, 1, SPE_FEATURE_ALTCLK},  /* ALTCLK */
    {SPE_REG_PMSIDR_EL1,        32, 32, 1, SPE_FEATURE_SPE_SME}, /* SME */
    {SPE_REG_ID_AA64DFR2_EL1,   19, 16, 1, SPE_FEATURE_EXC},     /* SPE_EXC */
    {SPE_REG_ID_AA64DFR2_EL1,   23, 20, 1, SPE_FEATURE_NVM},     /* SPE_nVM */
    {SPE_REG_ID_AA64PFR0_EL1,   35, 32, 1, SPE_FEATURE_SVE},
    {SPE_REG_ID_AA64PFR0_EL1,   55, 52, 1, SPE_FEATURE_RME},
    {SPE_REG_ID_AA64PFR1_EL1,   11,  8, 1, SPE_FEATURE_MTE},
    {SPE_REG_ID_AA64PFR1_EL1,   11,  8, 2, SPE_FEATURE_MTE2},
    {SPE_REG_ID_AA64PFR1_EL1,   27, 24, 1, SPE_FEATURE_SME},
    {SPE_REG_ID_AA64PFR1_EL1,   47, 44, 1, SPE_FEATURE_GCS},
    {SPE_REG_ID_AA64ISAR0_EL1,  23, 20, 2, SPE_FEATURE_LSE},     /* Atomic: 0b0001 is reserved */
    {SPE_REG_ID_AA64ISAR0_EL1,  27, 24, 1, SPE_FEATURE_TME},
    {SPE_REG_ID_AA64ISAR2_EL1,  19, 16, 1, SPE_FEATURE_MOPS},
    {SPE_REG_ID_AA64MMFR0_EL1,  63, 60, 1, SPE_FEATURE_ECV},
    {SPE_REG_ID_AA64MMFR2_EL1,  27, 24, 2, SPE_FEATURE_NV2},     /* NV: 0b0001 is FEAT_NV alone */
};
/* clang-format on */

/* An implementation with EL3 has Secure state, unless FEAT_RME is implemented and FEAT_SEL2 is not (J1
 * HaveSecureState). */
static uint64_t features_secure(uint64_t pfr0)
{
    const int el3 = spe_bits_of(pfr0, 15, 12) != 0, sel2 = spe_bits_of(pfr0, 39, 36) != 0;
    const int rme = spe_bits_of(pfr0, 55, 52) != 0;
    return el3 && (!rme || sel2) ? SPE_FEATURE_SECURE : 0;
}

/* All flags that PMSIDR_EL1 reports. */
static uint64_t features_of_pmsidr(void)
{
    uint64_t flags = 0;
    for (size_t i = 0; i < sizeof feature_fields / sizeof feature_fields[0]; i++)
        flags |= feature_fields[i].reg == SPE_REG_PMSIDR_EL1 ? feature_fields[i].flag : 0;
    return flags;
}

static uint64_t features_flags(const struct spe_sysreg_value *regs, size_t n)
{
    uint64_t flags = 0;
    uint64_t raw;
    for (size_t i = 0; i < sizeof feature_fields / sizeof feature_fields[0]; i++) {
        spe_register_of(regs, n, feature_fields[i].reg, &raw);
        if (spe_bits_of(raw, feature_fields[i].high, feature_fields[i].low) >= feature_fields[i].least)
            flags |= feature_fields[i].flag;
    }
    spe_register_of(regs, n, SPE_REG_ID_AA64PFR0_EL1, &raw);
    return flags | features_secure(raw);
}

int spe_features_from_registers(const struct spe_sysreg_value *regs, size_t n, uint64_t flags, struct spe_features *out)
{
    uint64_t pmsidr, pmbidr, dfr0;
    if (!out || !spe_are_registers(regs, n) || flags & ~(spe_features_all() & ~features_of_pmsidr()))
        return SPE_E_ARG;
    spe_register_of(regs, n, SPE_REG_PMSIDR_EL1, &pmsidr);
    if (spe_bits_of(pmsidr, 23, 20) != 0) /* Format */
        return SPE_E_KIND;
    const unsigned count_size = spe_bits_of(pmsidr, 19, 16), max_size = spe_bits_of(pmsidr, 15, 12);
    const int has_align = spe_register_of(regs, n, SPE_REG_PMBIDR_EL1, &pmbidr);
    const unsigned align = spe_bits_of(pmbidr, 3, 0);
    spe_register_of(regs, n, SPE_REG_ID_AA64DFR0_EL1, &dfr0);
    const struct spe_features features = {
        .flags = flags | features_flags(regs, n),
        .max_record_size = max_size >= 4 && max_size <= 11 ? UINT32_C(1) << max_size : 0,
        .alignment = has_align && align <= 11 ? UINT32_C(1) << align : 0,
        .version = (uint8_t)spe_bits_of(dfr0, 35, 32),                                          /* PMSVer */
        .counter_bits = count_size == 2 || count_size == 3 ? (uint8_t)(4 * count_size + 4) : 0, /* 12 or 16 */
    };
    return spe_features_give(out, features);
}
