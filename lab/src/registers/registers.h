/* SPDX-License-Identifier: MIT */
/* Registers that callers pass as an array, and the bits of their values. */
#ifndef SPE_REGISTERS_H
#define SPE_REGISTERS_H

#include <libspe-lab/sysreg.h>

/* At most 32 bits of a register's value. */
static inline uint32_t spe_bits_of(uint64_t raw, unsigned high, unsigned low)
{
    return (uint32_t)(raw >> low) & (uint32_t)((UINT64_C(2) << (high - low)) - 1);
}

/* Whether an array is valid as a caller's argument. */
static inline int spe_are_registers(const struct spe_sysreg_value *regs, size_t n)
{
    const unsigned count = spe_sysreg_count();
    if (!regs && n)
        return 0;
    for (size_t i = 0; i < n; i++)
        if (regs[i].reg >= count)
            return 0;
    return 1;
}

/* Whether a register is in the array; its value is that of its last entry, or 0. */
static inline int spe_register_of(const struct spe_sysreg_value *regs, size_t n, unsigned reg, uint64_t *raw)
{
    while (n-- > 0) {
        if (regs[n].reg != reg)
            continue;
        *raw = regs[n].raw;
        return 1;
    }
    *raw = 0;
    return 0;
}

#endif
