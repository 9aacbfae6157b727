/* SPDX-License-Identifier: MIT */
/* The cores of fuzz_device.c, whose snapshots make_seeds.c writes: a small one, and one with all that traps. */
#ifndef DEVICE_CORE_H
#define DEVICE_CORE_H

#include <libspe-lab/lab.h>

static inline struct spe_unit_config device_core(unsigned core)
{
    static const struct spe_sysreg_value small[] = {
        {SPE_REG_PMSIDR_EL1, 0, 0x2601f}, {SPE_REG_PMBIDR_EL1, 0, 6}, {SPE_REG_ID_AA64DFR0_EL1, 0, UINT64_C(2) << 32}};
    static const struct spe_sysreg_value large[] = {{SPE_REG_PMSIDR_EL1, 0, 0x10f0370ff},
                                                    {SPE_REG_PMBIDR_EL1, 0, 6},
                                                    {SPE_REG_ID_AA64DFR0_EL1, 0, UINT64_C(6) << 32},
                                                    {SPE_REG_ID_AA64PFR0_EL1, 0, UINT64_C(0x0010001000001100)},
                                                    {SPE_REG_ID_AA64MMFR0_EL1, 0, UINT64_C(2) << 56},
                                                    {SPE_REG_ID_AA64MMFR2_EL1, 0, 2 << 24}};
    struct spe_unit_config config = SPE_UNIT_CONFIG_INIT;
    config.registers = core ? large : small;
    config.register_count = core ? sizeof large / sizeof large[0] : sizeof small / sizeof small[0];
    config.features = core ? SPE_FEATURE_EXC | SPE_FEATURE_NVM : 0;
    config.in_flight = core ? 4 : 1;
    config.write = spe_unit_write_memory;
    return config;
}

#endif
