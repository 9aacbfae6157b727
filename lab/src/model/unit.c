/* SPDX-License-Identifier: MIT */
/* The calls of unit.h for a configuration, for registers, for the level of the PE and for counts. */
#include <string.h>

#include "unit_choose.h"
#include "unit_config.h"
#include "unit_update.h"

static const uint64_t of_filter = SPE_UNIT_BIT(SPE_REG_PMSFCR_EL1) | SPE_UNIT_BIT(SPE_REG_PMSEVFR_EL1) |
                                  SPE_UNIT_BIT(SPE_REG_PMSNEVFR_EL1) | SPE_UNIT_BIT(SPE_REG_PMSDSFR_EL1) |
                                  SPE_UNIT_BIT(SPE_REG_PMSLATFR_EL1);

const char *spe_unit_config_problem(const struct spe_unit_config *config)
{
    struct spe_unit_state unit;
    memset(&unit, 0, sizeof unit);
    return config ? spe_unit_read_config(&unit, config) : NULL;
}

int spe_unit_init(spe_unit *u, const struct spe_unit_config *config)
{
    struct spe_unit_state *unit = (struct spe_unit_state *)(void *)u;
    if (!u || !config)
        return SPE_E_ARG;
    memset(u, 0, sizeof *u);
    if (spe_unit_read_config(unit, config)) {
        memset(u, 0, sizeof *u);
        return SPE_E_CONFIG;
    }
    unit->magic = SPE_UNIT_MAGIC;
    unit->config.registers = NULL; /* the caller's, and no longer needed */
    unit->config.register_count = 0;
    unit->random = config->seed;
    unit->el = 3;
    unit->filter_stale = 1;
    spe_unit_update(unit);
    return SPE_OK;
}

/* -- registers and level -- */

/* Returns SPE_OK, or the reason why the unit does not have the register. */
static int find_register(const struct spe_unit_state *unit, unsigned reg)
{
    if (!unit)
        return SPE_E_STATE;
    if (reg >= spe_sysreg_count())
        return SPE_E_ARG;
    return unit->own & SPE_UNIT_BIT(reg) ? SPE_OK : SPE_E_ABSENT;
}

/* Notes a write that comes too late for a unit of the SPE VM interface (DEN0154). Returns 1 if this unit ignores it. */
static int is_ignored(struct spe_unit_state *unit, unsigned reg, uint64_t raw)
{
    const int was_enabled = spe_unit_value(unit, SPE_REG_PMBLIMITR_EL1) & SPE_PMBLIMITR_E;
    if (reg == SPE_REG_PMBLIMITR_EL1 && !(was_enabled && raw & SPE_PMBLIMITR_E))
        unit->late_write = 0;
    if (!was_enabled || (reg != SPE_REG_PMBPTR_EL1 && reg != SPE_REG_PMBSR_EL1))
        return 0;
    unit->late_write = 1;
    return (unit->config.flags & SPE_UNIT_IGNORES_WRITES) != 0;
}

int spe_unit_write_register(spe_unit *u, unsigned reg, uint64_t raw)
{
    struct spe_unit_state *unit = spe_unit_open(u);
    const int status = find_register(unit, reg);
    if (status)
        return status;
    if (!(SPE_UNIT_WRITABLE & SPE_UNIT_BIT(reg)))
        return SPE_E_KIND;
    spe_unit_settle(unit);
    if (!is_ignored(unit, reg, raw))
        unit->registers[reg].raw = spe_unit_kept_bits(unit, reg, raw);
    if (of_filter & SPE_UNIT_BIT(reg))
        unit->filter_stale = 1;
    spe_unit_update(unit);
    return SPE_OK;
}

int spe_unit_read_register(spe_unit *u, unsigned reg, uint64_t *raw)
{
    struct spe_unit_state *unit = spe_unit_open(u);
    const int status = find_register(unit, reg);
    if (status || !raw)
        return status ? status : SPE_E_ARG;
    spe_unit_settle(unit);
    *raw = reg == SPE_REG_PMBIDR_EL1 ? spe_unit_pmbidr(unit, unit->el, unit->state) : spe_unit_value(unit, reg);
    return SPE_OK;
}

int spe_unit_set_level(spe_unit *u, unsigned el, unsigned state)
{
    struct spe_unit_state *unit = spe_unit_open(u);
    if (!unit)
        return SPE_E_STATE;
    if (el > 3 || state > SPE_STATE_REALM)
        return SPE_E_ARG;
    spe_unit_settle(unit);
    spe_unit_keep_target(unit);
    unit->el = (uint8_t)el;
    unit->state = (uint8_t)state;
    spe_unit_find_level(unit);
    return SPE_OK;
}

int spe_unit_interrupt(const spe_unit *u)
{
    const struct spe_unit_state *unit = spe_unit_open(u);
    return unit && unit->profiling.interrupt == SPE_PROFILING_YES &&
           (spe_unit_value(unit, SPE_REG_PMBSR_EL1) & SPE_PMBSR_S);
}

uint32_t spe_unit_problems(const spe_unit *u)
{
    const struct spe_unit_state *unit = spe_unit_open(u);
    return unit ? unit->problems : 0;
}

int spe_unit_count(spe_unit *u, struct spe_unit_counts *out)
{
    struct spe_unit_state *unit = spe_unit_open(u);
    if (!unit || !out)
        return unit ? SPE_E_ARG : SPE_E_STATE;
    spe_unit_settle(unit);
    *out = unit->counts;
    return SPE_OK;
}
