/* SPDX-License-Identifier: MIT */
/*
 * The combined meaning of the registers. Each change of a register ends in spe_unit_update(), which works it out again
 * for all levels with profiling.h and filter.h. A change of level, which every exception causes, is only looked up in
 * that result. So an operation only has to be counted.
 */
#include "unit_update.h"

#include "unit_choose.h"
#include "unit_problems.h"

void spe_unit_keep_target(struct spe_unit_state *unit)
{
    if (!unit->target)
        return;
    spe_address_build_pc(unit->target >> 8, unit->el, unit->state, &unit->previous);
    unit->has_previous = 1;
    unit->target = 0;
}

static void compile_filter(struct spe_unit_state *unit)
{
    struct spe_filter_registers in = SPE_FILTER_REGISTERS_INIT;
    in.pmsfcr = spe_unit_controls(unit);
    in.pmsevfr = spe_unit_value(unit, SPE_REG_PMSEVFR_EL1);
    in.pmsnevfr = spe_unit_value(unit, SPE_REG_PMSNEVFR_EL1);
    in.pmslatfr = spe_unit_value(unit, SPE_REG_PMSLATFR_EL1) & 0xffff; /* MINLAT */
    in.pmsdsfr = spe_unit_value(unit, SPE_REG_PMSDSFR_EL1);
    spe_filter_compile(&in, &unit->core, &unit->filter, &unit->filter_problems);
    unit->filter_stale = 0;
}

void spe_unit_find_level(struct spe_unit_state *unit)
{
    struct spe_profiling_level level;
    const int was_enabled = unit->enabled;
    spe_profiling_at(&unit->profiling, unit->el, unit->state, &level);
    unit->enabled = unit->writes && level.enabled == SPE_PROFILING_YES;
    if (unit->enabled && !was_enabled) {
        unit->has_previous = 0;
        unit->target = 0;
    }
    spe_unit_plan(unit);
}

static void lose_samples(struct spe_unit_state *unit)
{
    for (unsigned i = 0; i < SPE_UNIT_IN_FLIGHT; i++)
        unit->samples[i].lost = 1;
}

void spe_unit_update(struct spe_unit_state *unit)
{
    spe_profiling_read(unit->registers, spe_sysreg_count(), &unit->core, &unit->profiling);
    const int runs = unit->profiling.buffer_enabled && unit->profiling.stopped == SPE_PROFILING_NO;
    if (!runs)
        lose_samples(unit);
    else if (unit->filter_stale)
        compile_filter(unit);
    unit->problems = runs ? spe_unit_find_problems(unit) : unit->late_write ? SPE_UNIT_LATE_WRITE : 0;
    unit->writes = runs && !(unit->problems & ~SPE_UNIT_WARNINGS);
    spe_unit_find_level(unit);
}
