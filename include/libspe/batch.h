/* SPDX-License-Identifier: MIT */
/*
 * libspe/batch.h: decodes many records with one call, from a stream or from one buffer. columns.h decodes them to
 * one array for each field.
 *
 * Stable: programs that use it run with every 1.x version (docs/abi.md).
 *
 * A program may take single records and batches from one stream in any order. The rules of decoder.h hold.
 *
 * Errors. Most functions return the number of records as an int64_t, or a negative status code; on failure they consume
 * nothing and leave their outputs unchanged. spe_decoder_next_batch() returns a size_t instead: if it returns 0,
 * spe_decoder_status() gives the reason.
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
 * returns 0; spe_decoder_status() distinguishes it from the end of the bytes.
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
SPE_API int spe_decoder_status(const spe_decoder *d);

/*
 * Decodes bytes[0..len), the next bytes of the stream, to out[], up to the n-th record or to the end of the bytes. It
 * keeps no pointer to the bytes: it needs them only during the call. This is for languages that move objects in memory,
 * and for ring buffers whose producer waits for the consumer. *used is the number of bytes used up; pass the others
 * again with the next call.
 *
 * Returns one of:
 * - 0 to n: the number of records. If it is less than n, *used is len.
 * - SPE_E_ARG: d or used is NULL, or bytes is NULL while len is not 0, or out is NULL while n is not 0.
 * - SPE_E_STATE: for the reasons listed under spe_decoder_feed().
 * On failure no byte is used up and the outputs are unchanged.
 */
SPE_API int64_t spe_decoder_decode(spe_decoder *d, const void *bytes, size_t len, struct spe_record *out, size_t n,
                                   size_t *used);

/*
 * Decodes the complete records in one buffer, bytes[0..len), to out[], up to n of them. It needs no decoder. Offsets
 * count from bytes[0]. *used is the number of bytes of these records, including the padding between them and, if there
 * are fewer than n, the padding after the last. If bytes are left, they begin an incomplete record. If more bytes
 * follow, put the remaining bytes before them and decode again. For streams spe_decoder_decode() is faster, and
 * spe_decoder_finish() then delivers a record that is cut off at the end. It keeps no pointers. Any thread; takes 5 KiB
 * of stack.
 *
 * Returns one of:
 * - 0 to n: the number of records.
 * - SPE_E_ARG: used is NULL, or bytes is NULL while len is not 0, or out is NULL while n is not 0.
 * On failure the outputs are unchanged.
 */
SPE_API int64_t spe_decode(const void *bytes, size_t len, struct spe_record *out, size_t n, size_t *used);

#ifdef __cplusplus
}
#endif

#endif
