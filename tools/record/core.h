/* SPDX-License-Identifier: MIT */
/* The cores that are modelled: the features of their SPE, and the numbers of their data sources. */
#ifndef CORE_H
#define CORE_H

#include <libspe-lab/profiling.h>

#include "a64.h"
#include "memory.h"

enum { CORE_REGISTERS = 6 };

struct core {
    const char *name;
    const char *qemu; /* its name for QEMU's -cpu */
    uint64_t midr;    /* by which perf reads data sources */
    unsigned register_count;
    struct spe_sysreg_value registers[CORE_REGISTERS];
    uint64_t features;               /* SPE_FEATURE_* that no ID register shows */
    uint16_t sources[MEMORY_LEVELS]; /* Data Source, by MEMORY_* */
    uint8_t steps; /* the emulator must translate instructions one by one: only then its memory always has the
                    * current registers, which the addresses of SVE and SME loads and stores need */
};

/* Returns the core of that name, or NULL. The second function returns the n-th core, from 0. */
const struct core *core_find(const char *name);
const struct core *core_at(unsigned n);

struct spe_features core_features(const struct core *core);

/* The bits of the Events packet that the core implements. */
uint64_t core_events(const struct spe_features *features);

/* Returns an operation as such a core records it: without what later versions added. */
struct spe_op core_operation(const struct spe_features *features, const struct spe_op *op);

#endif
