/* SPDX-License-Identifier: MIT */
/* The cores that are modelled: what their SPE has, and how they number data sources. */
#ifndef CORE_H
#define CORE_H

#include <libspe/profiling.h>

#include "a64.h"
#include "memory.h"

enum { CORE_REGISTERS = 6 };

struct core {
    const char *name;
    const char *qemu; /* its -cpu */
    uint64_t midr;    /* that perf reads data sources by */
    unsigned register_count;
    struct spe_sysreg_value registers[CORE_REGISTERS];
    uint32_t features;               /* SPE_FEATURE_* that no ID register tells */
    uint16_t sources[MEMORY_LEVELS]; /* Data Source, by MEMORY_* */
    uint8_t steps; /* the emulator is to translate instructions one by one: only so are registers, which the addresses
                      of SVE and SME loads and stores need, always up to date in its memory */
};

/* NULL: there is no such core. The n-th, from 0. */
const struct core *core_find(const char *name);
const struct core *core_at(unsigned n);

struct spe_features core_features(const struct core *core);

/* Bits of the Events packet that the core has. */
uint64_t core_events(const struct spe_features *features);

/* An operation as such a core records it: without what came after its version. */
struct spe_op core_operation(const struct spe_features *features, const struct spe_op *op);

#endif
