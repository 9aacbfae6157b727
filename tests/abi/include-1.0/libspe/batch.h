/* SPDX-License-Identifier: MIT */
/*
 * libspe/batch.h: many records with one call of the decoder.
 *
 * Batches and single records may be taken from one stream in any mixture; the rules of decoder.h hold.
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

#ifdef __cplusplus
}
#endif

#endif
