/* SPDX-License-Identifier: MIT */
/* Whether operations are profiled, and why not (DDI 0487, D17.2 to D17.4). */
#include "unit_state.h"

static const char *const idle_texts[] = {
    "profiling is enabled",
    "PMBLIMITR_EL1.E is 0: the buffer is disabled",
    "PMBSR_ELx.S is 1: profiling is stopped",
    "a register has a forbidden value: spe_unit_problems()",
    "the PE is not in the Security state that owns the buffer (MDCR_EL3.{NSPBE, NSPB})",
    "the Exception level is above the one that owns the buffer (MDCR_EL2.E2PB), or is EL3",
    "HCR_EL2.TGE is 1: EL1 and its EL0 are not profiled",
    "PMSCR_ELx does not enable profiling at this level (E0SPE, E1SPE, E0HSPE, E2SPE)",
    "discard mode: samples are taken, but not written (PMBLIMITR_EL1.FM)",
    "samples are taken, but the filter has kept none so far (PMSFCR_EL1)",
    "profiling is enabled, but PMSICR_EL1 has not reached the first sample",
};

const char *spe_unit_idle_text(unsigned reason)
{
    return reason < sizeof idle_texts / sizeof idle_texts[0] ? idle_texts[reason] : "unknown";
}

/* Why the level of the PE is not profiled, although the buffer accepts records. */
static int idle_level(const struct spe_unit_state *unit)
{
    const struct spe_profiling *p = &unit->profiling;
    if (unit->el < 3 && unit->state != p->owning_state)
        return SPE_UNIT_IDLE_OTHER_STATE;
    if (unit->el > p->owning_el)
        return SPE_UNIT_IDLE_LEVEL_ABOVE;
    if (p->owning_el == 1 && p->el2_enabled == SPE_PROFILING_YES &&
        (spe_unit_value(unit, SPE_REG_HCR_EL2) & SPE_HCR_TGE))
        return SPE_UNIT_IDLE_TGE;
    return SPE_UNIT_IDLE_LEVEL_DISABLED;
}

int spe_unit_idle(const spe_unit *u)
{
    const struct spe_unit_state *unit = spe_unit_open(u);
    if (!unit)
        return SPE_E_STATE;
    if (!unit->profiling.buffer_enabled)
        return SPE_UNIT_IDLE_BUFFER_DISABLED;
    if (unit->profiling.stopped != SPE_PROFILING_NO)
        return SPE_UNIT_IDLE_STOPPED;
    if (!unit->writes)
        return SPE_UNIT_IDLE_PROBLEM;
    if (!unit->enabled)
        return idle_level(unit);
    if (unit->profiling.discards == SPE_PROFILING_YES)
        return SPE_UNIT_IDLE_DISCARDS;
    if (unit->counts.sample_filtrate)
        return SPE_UNIT_IDLE_NO;
    return unit->counts.sample_feed ? SPE_UNIT_IDLE_FILTERED : SPE_UNIT_IDLE_COUNTING;
}

int spe_unit_is_enabled(const spe_unit *u)
{
    const struct spe_unit_state *unit = spe_unit_open(u);
    return unit && unit->enabled;
}
