/* SPDX-License-Identifier: MIT */
/*
 * libspe/batch.h: many records with one call: an array of structs, or an array for each field; of a stream, or of one
 * buffer.
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
 * Returns the number of records delivered. Less than n: all bytes fed are used up, feed more or finish; records of
 * out[] beyond that number are untouched. A mistake delivers 0 records too: spe_decoder_status() tells it from the end.
 */
SPE_API size_t spe_decoder_next_batch(spe_decoder *d, struct spe_record *out, size_t n);

/*
 * Why the last call of spe_decoder_next_batch() or spe_decoder_next_columns() for this decoder delivered less than it
 * was asked for. SPE_OK: all bytes fed are used up (or it delivered them all, or there was none). SPE_E_ARG: d or
 * columns was NULL, or out was NULL while n was not 0. SPE_E_CONFIG: columns->size or columns->reserved is wrong.
 * SPE_E_STATE: *d is not initialised.
 */
SPE_API int spe_decoder_status(const spe_decoder *d);

/*
 * The same for bytes that are lent for the call only: decodes bytes[0..len), the next of the stream, up to the n-th
 * record or to their end, and keeps no pointer to them. For languages whose memory moves, and for rings whose producer
 * waits.
 * Returns the number of records delivered, 0 to n; *used is the number of bytes used up: hand the rest over again with
 * the next call. Fewer than n records: *used is len. SPE_E_ARG: d or used is NULL, bytes or out is NULL while its
 * number is not 0.
 * SPE_E_STATE: as spe_decoder_feed(). Nothing is taken, and outputs are untouched, then.
 */
SPE_API int64_t spe_decoder_decode(spe_decoder *d, const void *bytes, size_t len, struct spe_record *out, size_t n,
                                   size_t *used);

/*
 * One buffer, without a decoder: decodes the whole records among bytes[0..len) into out[], up to n of them. Offsets are
 * from bytes[0]. Keeps nothing, borrows nothing, any thread; takes 5 KiB of stack (into columns 9).
 * Returns the number of records, 0 to n; *used is the number of bytes they take, padding between them included (and
 * behind the last, if fewer than n were found). Fewer than n: what is left is the beginning of a record, or nothing.
 * More bytes that follow can be decoded by handing the rest over again in front of them; for streams
 * spe_decoder_decode() is faster, and gives what is cut off at the end.
 * SPE_E_ARG: used is NULL, bytes or out is NULL while its number is not 0; outputs are untouched then.
 */
SPE_API int64_t spe_decode(const void *bytes, size_t len, struct spe_record *out, size_t n, size_t *used);

/*
 * One array for each field of struct spe_record, with the same name, type and meaning; NULL where it is not wanted. The
 * caller owns the arrays and aligns them as their type is. A field that a record does not have is 0 there, and its bit
 * is not set in present[], the validity mask. Start from SPE_COLUMNS_INIT, then set the arrays. Its layout is that of
 * pointers on the target. docs/columns.md lists them; arrow.h hands them to engines, with what they mean.
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

/* No column is wanted yet. */
#define SPE_COLUMNS_INIT                                                                                               \
    {sizeof(struct spe_columns), 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,      \
     NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL}

/*
 * Decodes up to `n` records into rows 0 to n - 1 of the columns, as that many calls of spe_decoder_next() would.
 * Returns the number of rows filled. Less than n: all bytes fed are used up, feed more or finish; rows beyond that
 * number are untouched. A mistake fills 0 rows too: spe_decoder_status() tells it from the end. Takes up to 768 bytes
 * of stack; where the library has kernels for the processor 5 KiB.
 */
SPE_API size_t spe_decoder_next_columns(spe_decoder *d, const struct spe_columns *columns, size_t n);

/*
 * The same for bytes that are lent for the call only, as spe_decoder_decode(): into rows 0 to n - 1. SPE_E_ARG: d, used
 * or columns is NULL, or bytes is NULL while len is not 0. SPE_E_CONFIG: as spe_columns_mistake() says. SPE_E_STATE: as
 * spe_decoder_feed(). Nothing is taken, and outputs are untouched, then. Stack as
 * spe_decoder_next_columns().
 */
SPE_API int64_t spe_decoder_decode_columns(spe_decoder *d, const void *bytes, size_t len,
                                           const struct spe_columns *columns, size_t n, size_t *used);

/*
 * One buffer to columns, without a decoder: as spe_decode(), into rows 0 to n - 1. SPE_E_ARG: used or columns is NULL,
 * or bytes is NULL while len is not 0. SPE_E_CONFIG: as spe_columns_mistake() says. Outputs are untouched then.
 */
SPE_API int64_t spe_decode_columns(const void *bytes, size_t len, const struct spe_columns *columns, size_t n,
                                   size_t *used);

/* Which member of *columns is wrong: "size" if it is less than this version's or more than 512, "reserved" if that, or
 * a byte beyond what this version knows, is not zero. NULL: none is, or columns is NULL. The string lives as long as
 * the program. */
SPE_API const char *spe_columns_mistake(const struct spe_columns *columns);

/*
 * A validity bitmap as Arrow has them: bit i % 8 of bitmap[i / 8] is 1 where present[i], a column of n rows, has all of
 * the SPE_HAS_* bits `has`. Bits of the last byte beyond n are 0. bitmap has (n + 7) / 8 bytes.
 * Returns the number of rows where it is 0 (Arrow's null count); 0, and nothing is written, if a pointer is NULL. Pure,
 * any thread.
 */
SPE_API size_t spe_columns_validity(const uint32_t *present, size_t n, uint32_t has, uint8_t *bitmap);

#ifdef __cplusplus
}
#endif

#endif
