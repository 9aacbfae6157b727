/* SPDX-License-Identifier: MIT */
/*
 * libspe/batch.h: many records with one call of the decoder: an array of structs, or an array for each field.
 *
 * Records, batches and columns may be taken from one stream in any mixture; the rules of decoder.h hold.
 */
#ifndef LIBSPE_BATCH_H
#define LIBSPE_BATCH_H

#include <libspe/decoder.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Decodes up to `n` records into out[], as that many calls of spe_decoder_next() would.
 * Returns the number of records delivered. Less than n: all bytes fed are used up, feed more or finish; records of out[]
 * beyond that number are untouched. 0 also if d or out is NULL or *d is not initialised.
 */
SPE_API size_t spe_decoder_next_batch(spe_decoder *d, struct spe_record *out, size_t n);

/*
 * One array for each field of struct spe_record, with the same name, type and meaning; NULL where it is not wanted. The
 * caller owns the arrays and aligns them as their type is. A field that a record does not have is 0 there, and its bit is
 * not set in present[], the validity mask. Zero the struct, set `size`, then the arrays. Its layout is that of pointers on
 * the target. docs/columns.md shows how the arrays are handed to dataframe tools without copying.
 */
struct spe_columns {
    uint32_t size;     /* sizeof(struct spe_columns) */
    uint32_t reserved; /* zero */
    uint64_t *offset;
    uint64_t *record_size; /* struct spe_record.size */
    uint64_t *pc;
    uint64_t *branch_target;
    uint64_t *data_va;
    uint64_t *data_pa;
    uint64_t *prev_branch_target;
    uint64_t *timestamp;
    uint64_t *events;
    uint32_t *present;
    uint32_t *flags;
    uint32_t *context_el1;
    uint32_t *context_el2;
    uint16_t *total_latency;
    uint16_t *issue_latency;
    uint16_t *translation_latency;
    uint16_t *alt_issue_latency;
    uint16_t *data_source;
    uint8_t *op_class;
    uint8_t *op_payload;
    uint8_t *events_size;
    uint8_t *data_source_size;
};

/*
 * Decodes up to `n` records into rows 0 to n - 1 of the columns, as that many calls of spe_decoder_next() would.
 * Returns the number of rows filled. Less than n: all bytes fed are used up, feed more or finish; rows beyond that number
 * are untouched. 0 also if d or columns is NULL, *d is not initialised, or columns->size is not
 * sizeof(struct spe_columns).
 */
SPE_API size_t spe_decoder_next_columns(spe_decoder *d, const struct spe_columns *columns, size_t n);

/*
 * A validity bitmap as Arrow has them: bit i % 8 of bitmap[i / 8] is 1 where present[i], a column of n rows, has all of
 * the SPE_HAS_* bits `has`. Bits of the last byte beyond n are 0. bitmap has (n + 7) / 8 bytes.
 * Returns the number of rows where it is 0 (Arrow's null count). Arguments must not be NULL unless n is 0. Pure.
 */
SPE_API size_t spe_columns_validity(const uint32_t *present, size_t n, uint32_t has, uint8_t *bitmap);

#ifdef __cplusplus
}
#endif

#endif
