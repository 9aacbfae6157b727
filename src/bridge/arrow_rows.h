/* SPDX-License-Identifier: MIT */
/* What is inside of spe_arrow. */
#ifndef SPE_ARROW_ROWS_H
#define SPE_ARROW_ROWS_H

#include "../base/context.h"
#include "arrow_block.h"

struct SPE_MAY_ALIAS arrow {
    uint32_t magic;
    uint32_t rows;          /* of the block, so far */
    struct spe_lent *block; /* NULL: there is none yet */
    struct spe_arrow_config config;
    struct spe_arrow_plan plan;
    uint32_t facts[4 * 256]; /* SPE_ARROW_FACT_*, by class and payload */
    const char *names[SPE_WORDS_MOST];
    uint32_t name_count;
    uint32_t name_of[256]; /* of data sources of `midr`, by the low byte: KNOWN, value << 8, index */
    uint64_t midr;
};

/* NULL: it is not initialised. */
SPE_INTERNAL struct arrow *spe_arrow_open(const spe_arrow *a);

/* Whether the block has no room for another row. */
SPE_INTERNAL int spe_arrow_is_full(const spe_arrow *a);

#endif
