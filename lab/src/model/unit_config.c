/* SPDX-License-Identifier: MIT */
/* The unit's configuration: the core, by the registers that identify it, and how the unit writes records. */
#include "unit_config.h"

#include <string.h>

#include "../base/config.h"

#define PFR0_EL2 (UINT64_C(0xf) << 8)
#define LEAST_MAX_SIZE 64 /* bytes: a smaller PMSIDR_EL1.MaxSize is not permitted */

static const uint64_t always_there = SPE_UNIT_BIT(SPE_REG_PMSIDR_EL1) | SPE_UNIT_BIT(SPE_REG_PMBIDR_EL1) |
                                     SPE_UNIT_BIT(SPE_REG_ID_AA64DFR0_EL1) | SPE_UNIT_BIT(SPE_REG_ID_AA64PFR0_EL1);

uint64_t spe_unit_kept_bits(const struct spe_unit_state *unit, unsigned reg, uint64_t raw)
{
    const int lacks_el2 = !(spe_unit_value(unit, SPE_REG_ID_AA64PFR0_EL1) & PFR0_EL2);
    if (reg == SPE_REG_PMSEVFR_EL1 || (reg == SPE_REG_PMSNEVFR_EL1 && unit->core.flags & SPE_FEATURE_FNE))
        return raw & spe_filter_events(&unit->core); /* RAZ/WI: D24.7.11, D24.7.17 */
    if (reg == SPE_REG_PMSCR_EL1 && lacks_el2)
        return (raw & ~SPE_PMSCR_PCT) | SPE_PMSCR_PCT_PHYSICAL; /* D24.7.8 */
    return raw;
}

/* Reads the features from the registers into unit->core. Returns whether they describe a core with SPE whose records
 * fit. */
static int read_registers(struct spe_unit_state *unit)
{
    const struct spe_unit_config *config = &unit->config;
    for (unsigned reg = 0; reg < spe_sysreg_count(); reg++)
        unit->registers[reg].reg = reg;
    if (config->register_count && !config->registers)
        return 0;
    for (uint64_t i = 0; i < config->register_count; i++) {
        if (config->registers[i].reg >= spe_sysreg_count())
            return 0;
        unit->registers[config->registers[i].reg].raw = config->registers[i].raw;
        unit->own |= SPE_UNIT_BIT(config->registers[i].reg);
    }
    unit->own |= SPE_UNIT_WRITABLE | always_there;
    if (spe_features_from_registers(unit->registers, spe_sysreg_count(), config->features, &unit->core))
        return 0;
    for (unsigned reg = 0; reg < spe_sysreg_count(); reg++)
        unit->registers[reg].raw = spe_unit_kept_bits(unit, reg, unit->registers[reg].raw);
    return unit->core.version && unit->core.counter_bits && unit->core.alignment &&
           unit->core.alignment <= unit->core.max_record_size && /* which is 0 if it is reserved */
           unit->core.max_record_size >= LEAST_MAX_SIZE;
}

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

static const char *wrong_encoding(const struct spe_unit_state *unit)
{
    struct spe_encoder_config encoding = spe_unit_encoder_config(unit, 0);
    encoding.alignment = encoding.max_record_size = 0; /* these come from the registers later */
    encoding.counter_bits = 0;
    return spe_encoder_config_problem(&encoding);
}

const char *spe_unit_read_config(struct spe_unit_state *unit, const struct spe_unit_config *in)
{
    struct spe_unit_config *config = &unit->config;
    const char *problem = spe_config_read(config, in, SPE_SIZE_UP_TO(struct spe_unit_config, context), sizeof *config);
    if (problem)
        return problem;
    if (config->flags & ~(SPE_UNIT_TARGET_ALWAYS | SPE_UNIT_IGNORES_WRITES))
        return "flags";
    if (config->reserved)
        return "reserved";
    const struct spe_sysreg_value none = {SPE_REG_PMSIDR_EL1, 0, 0};
    unit->core = (struct spe_features)SPE_FEATURES_INIT;
    if (spe_features_from_registers(&none, 1, config->features, &unit->core) != SPE_OK)
        return "features";
    if (config->in_flight > SPE_UNIT_IN_FLIGHT)
        return "in_flight";
    problem = wrong_encoding(unit);
    if (problem)
        return problem;
    if (!read_registers(unit))
        return "registers";
    const int is_slots = config->layout == SPE_LAYOUT_SLOTS_64;
    if (is_slots && (unit->core.flags & SPE_FEATURE_PBT))
        return "layout";
    /* keeps the longest load without a previous branch target, which has 59 bytes besides these two, within 64 bytes */
    const int is_short = is_slots || unit->core.max_record_size == LEAST_MAX_SIZE;
    config->in_flight = config->in_flight ? config->in_flight : 1;
    config->events_size = config->events_size ? config->events_size : is_slots ? 2 : 4;
    config->data_source_size = config->data_source_size ? config->data_source_size : is_short ? 1 : 2;
    return config->write ? NULL : "write";
}
