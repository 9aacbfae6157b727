/* SPDX-License-Identifier: MIT */
/* Many records a call: of a stream, of bytes that are only lent for the call, of a buffer without a decoder. */
#include <libspe/batch.h>

#include "way_learned.h"

/* Takes the records that come next, up to n. Returns how many; less than n: the chunk is used up. */
static size_t take_many(struct decoder *d, struct spe_record *out, size_t n)
{
    size_t delivered = 0;
    while (delivered < n) {
        delivered += spe_gather_records(d, out + delivered, n - delivered);
        if (delivered >= n || !spe_decoder_take(d, &out[delivered]))
            break;
        delivered++;
    }
    return delivered;
}

size_t spe_decoder_next_batch(spe_decoder *d, struct spe_record *out, size_t n)
{
    struct decoder *decoder = d ? spe_decoder_open(d) : NULL;
    if (!decoder)
        return 0;
    decoder->status = out || !n ? SPE_OK : SPE_E_ARG;
    return out ? take_many(decoder, out, n) : 0;
}

int spe_decoder_status(const spe_decoder *d)
{
    const struct decoder *decoder = (const struct decoder *)(const void *)d;
    if (!d)
        return SPE_E_ARG;
    return decoder->magic == SPE_DECODER_MAGIC ? decoder->status : SPE_E_STATE;
}

/* Gives back what is left of the chunk: the caller will hand it over again. Returns how much was used up. */
static size_t give_back(struct decoder *d)
{
    const size_t used = d->at;
    d->stats.bytes -= d->size - d->at;
    d->chunk = NULL;
    d->size = d->at = 0;
    return used;
}

int64_t spe_decoder_decode(spe_decoder *d, const void *bytes, size_t len, struct spe_record *out, size_t n,
                           size_t *used)
{
    if (!used || (!out && n))
        return SPE_E_ARG;
    const int status = spe_decoder_feed(d, bytes, len);
    if (status != SPE_OK)
        return status;
    struct decoder *decoder = spe_decoder_open(d);
    const size_t records = take_many(decoder, out, n);
    *used = give_back(decoder);
    return (int64_t)records;
}

int64_t spe_decoder_decode_columns(spe_decoder *d, const void *bytes, size_t len, const struct spe_columns *columns,
                                   size_t n, size_t *used)
{
    if (!used || !columns)
        return SPE_E_ARG;
    if (spe_columns_mistake(columns))
        return SPE_E_CONFIG;
    const int status = spe_decoder_feed(d, bytes, len);
    if (status != SPE_OK)
        return status;
    struct decoder *decoder = spe_decoder_open(d);
    const size_t rows = spe_take_rows(decoder, columns, n);
    *used = give_back(decoder);
    return (int64_t)rows;
}

/* Where the records end that have been delivered: an unfinished one begins there, or nothing. */
static size_t whole_size(const struct decoder *d)
{
    return (size_t)(d->in_record ? d->draft.offset : d->position);
}

int64_t spe_decode(const void *bytes, size_t len, struct spe_record *out, size_t n, size_t *used)
{
    struct decoder d;
    if (!used || (!out && n) || (!bytes && len))
        return SPE_E_ARG;
    spe_decoder_begin(&d, NULL);
    spe_borrow(&d, bytes, len);
    const size_t records = take_many(&d, out, n);
    *used = whole_size(&d);
    return (int64_t)records;
}

int64_t spe_decode_columns(const void *bytes, size_t len, const struct spe_columns *columns, size_t n, size_t *used)
{
    struct decoder d;
    if (!used || !columns || (!bytes && len))
        return SPE_E_ARG;
    if (spe_columns_mistake(columns))
        return SPE_E_CONFIG;
    spe_decoder_begin(&d, NULL);
    spe_borrow(&d, bytes, len);
    const size_t rows = spe_take_rows(&d, columns, n);
    *used = whole_size(&d);
    return (int64_t)rows;
}
