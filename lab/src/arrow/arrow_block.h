/* SPDX-License-Identifier: MIT */
/*
 * Blocks: memory of the caller's that holds columns, and all that Arrow's structs point to. The arrays and schemas that
 * are exported from a block share it; the last one that is released returns it.
 */
#ifndef SPE_ARROW_BLOCK_H
#define SPE_ARROW_BLOCK_H

#include "arrow_columns.h"

/* Starts each piece of memory from `get`. */
struct spe_lent {
    spe_arrow_put_fn *put;
    void *context;
    void *memory; /* as `get` returned it */
    int32_t holders;
};

/* Requests memory, aligned to 64 bytes, for the given number of holders. Returns NULL if memory runs out. */
SPE_INTERNAL void *spe_lent_get(const struct spe_arrow_config *cfg, uint64_t size, int32_t holders);

/* One holder releases the memory. */
SPE_INTERNAL void spe_lent_drop(struct spe_lent *memory);

/* The places of a block's parts, as offsets in bytes; 0 if the block lacks the part. */
struct spe_arrow_plan {
    uint64_t size;
    uint64_t wanted[SPE_ARROW_SETS];
    uint64_t slot[SPE_ARROW_SLOTS]; /* values; bitmaps for booleans */
    uint64_t event[64];             /* bitmaps */
    uint64_t field[32];             /* values, by bit of `present` */
    uint64_t valid[SPE_VALID_ALWAYS];
    uint64_t words;   /* the words of all dictionaries */
    uint64_t offsets; /* the offsets of the words, which precede their texts; their number */
    uint32_t rows;
    uint32_t columns;
    uint32_t dictionaries; /* a bit for each column that has a dictionary */
    uint32_t needs;        /* raw columns that are requested, or from which columns are made */
};

/* The bytes to request from `get` for `size` aligned bytes. */
SPE_INTERNAL uint64_t spe_lent_size(uint64_t size);

SPE_INTERNAL void spe_arrow_plan_block(struct spe_arrow_plan *plan, const struct spe_arrow_config *cfg);

/* Whether the caller requested a column. */
static inline int spe_arrow_is_wanted(const struct spe_arrow_plan *plan, unsigned number)
{
    return (int)(plan->wanted[number / 64] >> (number % 64) & 1);
}

/* Where the plan keeps the place of a column. */
static inline const uint64_t *spe_arrow_place(const struct spe_arrow_plan *plan, unsigned number)
{
    return number < SPE_ARROW_ROWS     ? &plan->slot[number]
           : number < SPE_COLUMN_FIELD ? &plan->event[number - SPE_COLUMN_EVENT]
                                       : &plan->field[number - SPE_COLUMN_FIELD];
}

/* The values of a slot in the block, from row `row` on. */
static inline void *spe_arrow_at(const struct spe_arrow_plan *plan, void *block, unsigned slot, size_t row)
{
    return (uint8_t *)block + plan->slot[slot] + row * spe_arrow_width(slot);
}

/* Exports a block's values as an array of n rows, which then holds the block. */
SPE_INTERNAL void spe_arrow_export(const struct spe_arrow_plan *plan, void *block, size_t n, struct ArrowArray *out);

#endif
