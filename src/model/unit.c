/* SPDX-License-Identifier: MIT */
/*
 * The unit's configuration, registers, and the PE's level: a register's change ends in spe_unit_update(), which works
 * out anew what they say together (profiling.h and filter.h do), for all levels; another level, which comes with every
 * exception, is looked up in that. So operations only have to count.
 */
#include <string.h>

#include "../base/config.h"
#include "unit_state.h"

#define BIT(reg) (UINT64_C(1) << (reg))
#define LEAST_MAX_SIZE 64 /* bytes: less is not permitted (PMSIDR_EL1.MaxSize) */

/* What software writes; what else there is are ID registers */
static const uint64_t writable =
    BIT(SPE_REG_PMSCR_EL1) | BIT(SPE_REG_PMSCR_EL2) | BIT(SPE_REG_PMSICR_EL1) | BIT(SPE_REG_PMSIRR_EL1) |
    BIT(SPE_REG_PMSFCR_EL1) | BIT(SPE_REG_PMSEVFR_EL1) | BIT(SPE_REG_PMSNEVFR_EL1) | BIT(SPE_REG_PMSDSFR_EL1) |
    BIT(SPE_REG_PMSLATFR_EL1) | BIT(SPE_REG_PMBLIMITR_EL1) | BIT(SPE_REG_PMBPTR_EL1) | BIT(SPE_REG_PMBSR_EL1) |
    BIT(SPE_REG_PMBSR_EL2) | BIT(SPE_REG_PMBSR_EL3) | BIT(SPE_REG_PMBMAR_EL1) | BIT(SPE_REG_HCR_EL2) |
    BIT(SPE_REG_SCR_EL3) | BIT(SPE_REG_MDCR_EL2) | BIT(SPE_REG_MDCR_EL3);

static const uint64_t always_there =
    BIT(SPE_REG_PMSIDR_EL1) | BIT(SPE_REG_PMBIDR_EL1) | BIT(SPE_REG_ID_AA64DFR0_EL1) | BIT(SPE_REG_ID_AA64PFR0_EL1);

static const uint64_t of_filter = BIT(SPE_REG_PMSFCR_EL1) | BIT(SPE_REG_PMSEVFR_EL1) | BIT(SPE_REG_PMSNEVFR_EL1) |
                                  BIT(SPE_REG_PMSDSFR_EL1) | BIT(SPE_REG_PMSLATFR_EL1);

/* -- the configuration -- */

/* The features of the registers, into unit->core. Returns whether they are a core with SPE that records fit. */
static int read_registers(struct spe_unit_state *unit)
{
    const struct spe_unit_config *config = &unit->config;
    for (unsigned reg = 0; reg < SPE_REGS; reg++)
        unit->registers[reg].reg = reg;
    if (config->register_count && !config->registers)
        return 0;
    for (uint64_t i = 0; i < config->register_count; i++) {
        if (config->registers[i].reg >= SPE_REGS)
            return 0;
        unit->registers[config->registers[i].reg].raw = config->registers[i].raw;
        unit->own |= BIT(config->registers[i].reg);
    }
    unit->own |= writable | always_there;
    if (spe_features_from_registers(unit->registers, SPE_REGS, config->features, &unit->core))
        return 0;
    return unit->core.version && unit->core.counter_bits && unit->core.alignment &&
           unit->core.alignment <= unit->core.max_record_size && /* which is 0 where it is reserved */
           unit->core.max_record_size >= LEAST_MAX_SIZE;
}

/* The configuration of the encoder for a record at `offset`. */
struct spe_encoder_config spe_unit_encoder_config(const struct spe_unit_state *unit, uint64_t offset)
{
    struct spe_encoder_config out = SPE_ENCODER_CONFIG_INIT;
    out.flags = SPE_ENCODE_SATURATE;
    out.offset = offset;
    out.alignment = unit->core.alignment;
    out.max_record_size = unit->core.max_record_size;
    out.layout = unit->config.layout;
    out.events_size = unit->config.events_size;
    out.data_source_size = unit->config.data_source_size;
    out.counter_bits = unit->core.counter_bits;
    return out;
}

static const char *wrong_form(const struct spe_unit_state *unit)
{
    struct spe_encoder_config form = spe_unit_encoder_config(unit, 0);
    form.alignment = form.max_record_size = 0; /* those of the registers come later */
    form.counter_bits = 0;
    return spe_encoder_config_mistake(&form);
}

/* Reads the configuration into an empty unit. Returns NULL, or the name of the member that is wrong. */
static const char *read_config(struct spe_unit_state *unit, const struct spe_unit_config *in)
{
    struct spe_unit_config *config = &unit->config;
    const size_t known = offsetof(struct spe_unit_config, context) + sizeof in->context;
    const char *mistake = spe_config_check(in, sizeof *in, known);
    if (mistake)
        return mistake;
    memcpy(config, in, sizeof *config);
    if (config->flags & ~SPE_UNIT_TARGET_ALWAYS)
        return "flags";
    const struct spe_sysreg_value none = {SPE_REG_PMSIDR_EL1, 0, 0};
    if (spe_features_from_registers(&none, 1, config->features, &unit->core) != SPE_OK)
        return "features";
    if (config->in_flight > SPE_UNIT_IN_FLIGHT)
        return "in_flight";
    mistake = wrong_form(unit);
    if (mistake)
        return mistake;
    if (!read_registers(unit))
        return "registers";
    const int is_slots = config->layout == SPE_LAYOUT_SLOTS_64;
    if (is_slots && (unit->core.flags & SPE_FEATURE_PBT))
        return "layout";
    /* so that the longest load without a previous branch target, of 59 bytes beside these two, is no longer than 64 */
    const int is_short = is_slots || unit->core.max_record_size == LEAST_MAX_SIZE;
    config->in_flight = config->in_flight ? config->in_flight : 1;
    config->events_size = config->events_size ? config->events_size : is_slots ? 2 : 4;
    config->data_source_size = config->data_source_size ? config->data_source_size : is_short ? 1 : 2;
    return config->write ? NULL : "write";
}

const char *spe_unit_config_mistake(const struct spe_unit_config *config)
{
    struct spe_unit_state unit;
    memset(&unit, 0, sizeof unit);
    return config ? read_config(&unit, config) : NULL;
}

int spe_unit_init(spe_unit *u, const struct spe_unit_config *config)
{
    struct spe_unit_state *unit = (struct spe_unit_state *)(void *)u;
    if (!u || !config)
        return SPE_E_ARG;
    memset(u, 0, sizeof *u);
    if (read_config(unit, config)) {
        memset(u, 0, sizeof *u);
        return SPE_E_CONFIG;
    }
    unit->magic = SPE_UNIT_MAGIC;
    unit->config.registers = NULL; /* the caller's, and not needed any more */
    unit->config.register_count = 0;
    unit->random = config->seed;
    unit->el = 3;
    unit->filter_stale = 1;
    spe_unit_update(unit);
    return SPE_OK;
}

/* -- what registers and level say -- */

static void compile_filter(struct spe_unit_state *unit)
{
    struct spe_filter_registers in = SPE_FILTER_REGISTERS_INIT;
    in.pmsfcr = spe_unit_controls(unit);
    in.pmsevfr = spe_unit_value(unit, SPE_REG_PMSEVFR_EL1);
    in.pmsnevfr = spe_unit_value(unit, SPE_REG_PMSNEVFR_EL1);
    in.pmslatfr = spe_unit_value(unit, SPE_REG_PMSLATFR_EL1) & 0xffff; /* MINLAT */
    in.pmsdsfr = spe_unit_value(unit, SPE_REG_PMSDSFR_EL1);
    spe_filter_compile(&unit->filter, &in, &unit->core, &unit->filter_problems);
    unit->filter_stale = 0;
}

/* Whether profiling is enabled where the PE is. To be called settled, `profiling` and `writes` up to date. */
static void find_level(struct spe_unit_state *unit)
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
    spe_profiling_read(unit->registers, SPE_REGS, &unit->core, &unit->profiling);
    const int runs = unit->profiling.buffer_enabled && unit->profiling.stopped == SPE_PROFILING_NO;
    if (!runs)
        lose_samples(unit);
    else if (unit->filter_stale)
        compile_filter(unit);
    unit->problems = runs ? spe_unit_find_problems(unit) : 0;
    unit->writes = runs && !(unit->problems & ~SPE_UNIT_WARNINGS);
    find_level(unit);
}

/* -- the interface -- */

/* Returns SPE_OK, or why the unit does not have the register. */
static int find_register(const struct spe_unit_state *unit, unsigned reg)
{
    if (!unit)
        return SPE_E_STATE;
    if (reg >= SPE_REGS)
        return SPE_E_ARG;
    return unit->own & BIT(reg) ? SPE_OK : SPE_E_ABSENT;
}

int spe_unit_write_register(spe_unit *u, unsigned reg, uint64_t raw)
{
    struct spe_unit_state *unit = spe_unit_open(u);
    const int status = find_register(unit, reg);
    if (status)
        return status;
    if (!(writable & BIT(reg)))
        return SPE_E_KIND;
    spe_unit_settle(unit);
    unit->registers[reg].raw = raw;
    if (of_filter & BIT(reg))
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
    *raw = spe_unit_value(unit, reg);
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
    find_level(unit);
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
