/* SPDX-License-Identifier: MIT */
/*
 * libspe/batch.h: decodes many records of a stream with one call. columns.h decodes them to one array for each field.
 *
 * A program may take single records, batches and columns from one stream in any order. The rules of decoder.h hold. One
 * buffer is a stream of one chunk:
 *
 *     spe_decoder_init(&d, NULL);
 *     spe_decoder_feed(&d, bytes, len);
 *     n = spe_decoder_next_batch(&d, records, 1024);
 *
 * If the end of the buffer cuts off the last record, spe_decoder_finish() delivers the part that is there. Its offset
 * is the size of everything before it.
 */
#ifndef LIBSPE_BATCH_H
#define LIBSPE_BATCH_H

#include <libspe/decoder.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Decodes up to `n` records to out[], as `n` calls of spe_decoder_next() would. Entries of out[] after the last record
 * are unchanged.
 *
 * Returns the number of records. If it is less than n, all bytes fed are used up: feed more, or finish. Misuse also
 * returns 0; spe_decoder_batch_status() distinguishes it from the end of the bytes.
 */
SPE_API size_t spe_decoder_next_batch(spe_decoder *d, struct spe_record *out, size_t n);

/*
 * Gives the result of the last call of spe_decoder_next_batch() with this decoder.
 *
 * Returns one of:
 * - SPE_OK: it delivered n records, or all bytes fed are used up, or there was no such call.
 * - SPE_E_ARG: d is NULL, or out was NULL while n was not 0.
 * - SPE_E_STATE: *d is not initialised.
 */
SPE_API int spe_decoder_batch_status(const spe_decoder *d);

#ifdef __cplusplus
}
#endif

#endif
