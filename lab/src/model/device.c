/* SPDX-License-Identifier: MIT */
/* Reset, and counting by blocks: the calls of device.h that work on the unit as a whole. */
#include <libspe-lab/device.h>
#include <string.h>

#include "unit_choose.h"
#include "unit_config.h"
#include "unit_update.h"

/* -- reset -- */

/* The Exception level of a register: op1 of its encoding is 4 for EL2 and 6 for EL3. */
static int level_of(unsigned reg)
{
    const unsigned op1 = (unsigned)spe_sysreg_encoding(reg) >> 11 & 7;
    return op1 == 6 ? 3 : op1 == 4 ? 2 : 1;
}

static int is_reset(const struct spe_unit_state *unit, unsigned reg, const struct spe_sysreg_field *field)
{
    const int top = unit->profiling.has_el3 ? 3 : unit->profiling.has_el2 ? 2 : 1;
    return field->reset == SPE_SYSREG_RESET_ZERO ||
           (field->reset == SPE_SYSREG_RESET_ZERO_AT_TOP && level_of(reg) >= top);
}

static void reset_register(struct spe_unit_state *unit, unsigned reg)
{
    struct spe_sysreg_field field;
    for (unsigned i = 0; spe_sysreg_field_describe(reg, i, &field) == SPE_OK; i++)
        if (is_reset(unit, reg, &field))
            spe_sysreg_put(reg, i, 0, &unit->registers[reg].raw);
}

int spe_device_reset(spe_unit *u)
{
    struct spe_unit_state *unit = spe_unit_open(u);
    if (!unit)
        return SPE_E_STATE;
    spe_unit_settle(unit);
    for (unsigned reg = 0; reg < spe_sysreg_count(); reg++)
        if (SPE_UNIT_WRITABLE & SPE_UNIT_BIT(reg))
            reset_register(unit, reg);
    memset(unit->samples, 0, sizeof unit->samples);
    unit->late_write = 0;
    unit->el = 3; /* when profiling is enabled again, no previous branch is known */
    unit->filter_stale = 1;
    spe_unit_update(unit);
    return SPE_OK;
}

/* -- counting by blocks -- */

int spe_device_advance(spe_unit *u, uint64_t n, uint64_t *passed)
{
    uint64_t left = n;
    int sample = 0;
    if (!spe_unit_open(u))
        return SPE_E_STATE;
    if (!passed)
        return SPE_E_ARG;
    while (left && !sample) {
        const uint64_t far = u->left > 1 ? (uint64_t)u->left - 1 : 0;
        const uint64_t pass = left < far ? left : far;
        u->left -= (int64_t)pass;
        left -= pass;
        if (left) {
            sample = spe_unit_operation(u);
            left--;
        }
    }
    *passed = n - left;
    return sample;
}
