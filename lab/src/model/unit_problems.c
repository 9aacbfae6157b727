/* SPDX-License-Identifier: MIT */
/* What software must not do with the unit (DDI 0487, D17.7.1, and the registers' descriptions), and the text for it. */
#include "unit_problems.h"

static const struct {
    uint32_t problem;
    const char *words;
} unit_words[] = {
    {SPE_UNIT_POINTER_MISALIGNED, "PMBPTR_EL1 is not aligned as PMBIDR_EL1.Align demands"},
    {SPE_UNIT_POINTER_BEYOND, "PMBPTR_EL1 is not a largest record (PMSIDR_EL1.MaxSize) below PMBLIMITR_EL1.LIMIT"},
    {SPE_UNIT_POINTER_TOP_BYTE, "bits [63:56] of PMBPTR_EL1 and PMBLIMITR_EL1.LIMIT differ"},
    {SPE_UNIT_INTERVAL_ZERO, "PMSIRR_EL1.INTERVAL is 0"},
    {SPE_UNPREDICTABLE_NSPB << SPE_UNIT_UNPREDICTABLE_SHIFT, "MDCR_EL3.{NSPBE, NSPB} is reserved"},
    {SPE_UNPREDICTABLE_E2PB << SPE_UNIT_UNPREDICTABLE_SHIFT, "MDCR_EL2.E2PB is reserved"},
    {SPE_UNPREDICTABLE_FM << SPE_UNIT_UNPREDICTABLE_SHIFT, "PMBLIMITR_EL1.FM is reserved"},
    {SPE_UNPREDICTABLE_EE << SPE_UNIT_UNPREDICTABLE_SHIFT, "PMSCR_EL1.EE is reserved"},
    {SPE_UNPREDICTABLE_PCT << SPE_UNIT_UNPREDICTABLE_SHIFT, "PMSCR_ELx.PCT is reserved"},
    {SPE_UNIT_INTERVAL_SHORT, "PMSIRR_EL1.INTERVAL is below PMSIDR_EL1.Interval's recommendation"},
    {SPE_UNIT_RESERVED_BITS, "a reserved bit is set"},
    {SPE_UNIT_LATE_WRITE, "PMBPTR_EL1 or PMBSR_EL1 was written while PMBLIMITR_EL1.E was 1, which a unit may ignore"},
};

/* Registers whose reserved bits are checked: all except PMBSR_ELx, which the unit itself writes. spe_unit_controls()
 * checks PMSFCR_EL1. */
static const uint8_t looked_at[] = {SPE_REG_PMSCR_EL1,    SPE_REG_PMSCR_EL2,     SPE_REG_PMSICR_EL1, SPE_REG_PMSIRR_EL1,
                                    SPE_REG_PMSLATFR_EL1, SPE_REG_PMBLIMITR_EL1, SPE_REG_PMBMAR_EL1};

/* Bits that belong to a feature, or to a version of SPE, and are RES0 or absent without it. */
static const struct {
    uint64_t bits;
    uint32_t feature;
    uint8_t version;
    uint8_t reg;
} of_features[] = {
    {UINT64_C(1) << 11, SPE_FEATURE_NVM, 0, SPE_REG_PMSCR_EL1},      /* EnVM */
    {UINT64_C(7) << 8, SPE_FEATURE_EXC, 0, SPE_REG_PMSCR_EL1},       /* KE, EE */
    {UINT64_C(1) << 7, SPE_FEATURE_ECV, 0, SPE_REG_PMSCR_EL1},       /* PCT[1] */
    {UINT64_C(1) << 11, SPE_FEATURE_NVM, 0, SPE_REG_PMSCR_EL2},      /* the same bits of PMSCR_EL2: EnVM */
    {UINT64_C(7) << 8, SPE_FEATURE_EXC, 0, SPE_REG_PMSCR_EL2},       /* KE, EE */
    {UINT64_C(1) << 7, SPE_FEATURE_ECV, 0, SPE_REG_PMSCR_EL2},       /* PCT[1] */
    {UINT64_C(0xff) << 56, SPE_FEATURE_ERND, 0, SPE_REG_PMSICR_EL1}, /* ECOUNT */
    {UINT64_C(1) << 7, SPE_FEATURE_NVM, 0, SPE_REG_PMBLIMITR_EL1},   /* nVM */
    {UINT64_C(1) << 5, 0, SPE_V1P2, SPE_REG_PMBLIMITR_EL1},          /* PMFZ */
    {UINT64_MAX, SPE_FEATURE_NVM, 0, SPE_REG_PMBMAR_EL1},
    {UINT64_MAX, SPE_FEATURE_FNE, 0, SPE_REG_PMSNEVFR_EL1},
    {UINT64_MAX, SPE_FEATURE_FDS, 0, SPE_REG_PMSDSFR_EL1},
};

static int has_reserved_bits(const struct spe_unit_state *unit)
{
    if (spe_unit_value(unit, SPE_REG_PMSFCR_EL1) != spe_unit_controls(unit))
        return 1;
    if (unit->core.counter_bits == 12 && (spe_unit_value(unit, SPE_REG_PMSLATFR_EL1) & 0xf000))
        return 1; /* MINLAT[15:12] */
    for (size_t i = 0; i < sizeof looked_at; i++)
        if (spe_sysreg_reserved(looked_at[i], spe_unit_value(unit, looked_at[i])))
            return 1;
    for (size_t i = 0; i < sizeof of_features / sizeof of_features[0]; i++)
        if ((of_features[i].feature & ~unit->core.flags || of_features[i].version > unit->core.version) &&
            (of_features[i].bits & spe_unit_value(unit, of_features[i].reg)))
            return 1;
    return 0;
}

/* The valid places of the pointer when profiling becomes enabled */
static uint32_t pointer_problems(const struct spe_unit_state *unit)
{
    const uint64_t pointer = spe_unit_value(unit, SPE_REG_PMBPTR_EL1);
    const uint64_t limit = spe_unit_value(unit, SPE_REG_PMBLIMITR_EL1) & SPE_PMBLIMITR_LIMIT;
    uint32_t problems = 0;
    if (pointer & (unit->core.alignment - 1))
        problems |= SPE_UNIT_POINTER_MISALIGNED;
    if (pointer >= limit || limit - pointer < unit->core.max_record_size)
        problems |= SPE_UNIT_POINTER_BEYOND;
    if ((pointer ^ limit) >> 56)
        problems |= SPE_UNIT_POINTER_TOP_BYTE;
    return problems;
}

static uint32_t interval_problems(const struct spe_unit_state *unit)
{
    const uint64_t period = spe_interval_to_period(spe_unit_value(unit, SPE_REG_PMSIRR_EL1));
    if (!period)
        return SPE_UNIT_INTERVAL_ZERO;
    return period < spe_interval_least(spe_unit_value(unit, SPE_REG_PMSIDR_EL1)) ? SPE_UNIT_INTERVAL_SHORT : 0;
}

uint32_t spe_unit_find_problems(const struct spe_unit_state *unit)
{
    uint32_t problems =
        unit->filter_problems | unit->profiling.unpredictable << SPE_UNIT_UNPREDICTABLE_SHIFT | interval_problems(unit);
    if (unit->profiling.discards != SPE_PROFILING_YES)
        problems |= pointer_problems(unit);
    problems |= unit->late_write ? SPE_UNIT_LATE_WRITE : 0;
    return has_reserved_bits(unit) ? problems | SPE_UNIT_RESERVED_BITS : problems;
}

const char *spe_unit_problem(uint32_t problems)
{
    const uint32_t lowest = problems & (0u - problems);
    if (!problems || problems & 0xff)
        return spe_filter_problem_text(problems & 0xff);
    for (size_t i = 0; i < sizeof unit_words / sizeof unit_words[0]; i++)
        if (lowest == unit_words[i].problem)
            return unit_words[i].words;
    return "unknown";
}
