/* SPDX-License-Identifier: MIT */
/*
 * Blocks: memory of the caller's that holds columns, and all that Arrow's structs point to. What arrays and schemas are
 * exported from it share it; the last that is released hands it back.
 */
#ifndef SPE_ARROW_BLOCK_H
#define SPE_ARROW_BLOCK_H

#include "arrow_columns.h"

/* Memory from `get`, at its beginning. */
struct spe_lent {
    spe_arrow_put_fn *put;
    void *context;
    void *memory; /* as it was given */
    int32_t holders;
};

/* Asks for memory, to be held by so many; aligned to 64. NULL: there is none. */
SPE_INTERNAL void *spe_lent_get(const struct spe_arrow_config *cfg, uint64_t size, int32_t holders);

/* One holds it no more. */
SPE_INTERNAL void spe_lent_drop(struct spe_lent *memory);

/* Where a block has what, as offsets in bytes; 0: it has not. */
struct spe_arrow_plan {
    uint64_t size;
    uint64_t wanted[3];
    uint64_t slot[SPE_ARROW_SLOTS]; /* values; of booleans, bitmaps */
    uint64_t event[64];             /* bitmaps */
    uint64_t valid[SPE_VALID_ALWAYS];
    uint32_t rows;
    uint32_t columns;
    uint32_t dictionaries; /* columns that have one */
    uint32_t needs;        /* raw columns that are wanted, or that columns are made from */
};

/* Bytes that `get` is asked for, for so many that are aligned. */
SPE_INTERNAL uint64_t spe_lent_size(uint64_t size);

SPE_INTERNAL void spe_arrow_plan_block(struct spe_arrow_plan *plan, const struct spe_arrow_config *cfg);

/* Whether a column is wanted. */
static inline int spe_arrow_is_wanted(const struct spe_arrow_plan *plan, unsigned number)
{
    return (int)(plan->wanted[number / 64] >> (number % 64) & 1);
}

/* The values of a slot, of which the block has them, from a row on. */
static inline void *spe_arrow_at(const struct spe_arrow_plan *plan, void *block, unsigned slot, size_t row)
{
    return (uint8_t *)block + plan->slot[slot] + row * spe_arrow_width(slot);
}

/* A block's values as an array of n rows, which then holds the block. */
SPE_INTERNAL void spe_arrow_export(const struct spe_arrow_plan *plan, void *block, size_t n, struct ArrowArray *out);

#endif
