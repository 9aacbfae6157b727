/* SPDX-License-Identifier: MIT */
/* The contents of a spe_arrow. */
#ifndef SPE_ARROW_ROWS_H
#define SPE_ARROW_ROWS_H

#include "../base/context.h"
#include "arrow_block.h"

struct SPE_MAY_ALIAS arrow {
    uint32_t magic;
    uint32_t rows;          /* rows in the block so far */
    struct spe_lent *block; /* NULL: none yet */
    struct spe_arrow_config config;
    struct spe_arrow_plan plan;
    uint64_t facts[4 * 256]; /* SPE_ARROW_FACT_*, by class and payload */
    uint32_t name_of[256];   /* data sources of `midr`, by the low byte: KNOWN, value << 15, index */
    uint64_t midr;
};

/* Returns the context's state, or NULL if it is not initialised. */
SPE_INTERNAL struct arrow *spe_arrow_open(const spe_arrow *a);

/* Reads the caller's description of the core; NULL means that nothing is known. Returns NULL, or the name of the first
 * invalid member. */
SPE_INTERNAL const char *spe_arrow_read_core(struct spe_arrow_core *out, const struct spe_arrow_core *in);

/* Whether the block has no room for another row. */
SPE_INTERNAL int spe_arrow_is_full(const spe_arrow *a);

#endif
