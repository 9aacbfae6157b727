/* SPDX-License-Identifier: MIT */
/* Decodes many records in one call: from a stream, from bytes that need only be valid during the call, or from a buffer
 * without a decoder. */
#include <libspe/batch.h>

#include "columns.h"
#include "records.h"

SPE_HOT size_t spe_decoder_next_batch(spe_decoder *d, struct spe_record *out, size_t n)
{
    struct decoder *decoder = d ? spe_decoder_open(d) : NULL;
    if (!decoder)
        return 0;
    decoder->status = out || !n ? SPE_OK : SPE_E_ARG;
    return out ? spe_take_records(decoder, out, n) : 0;
}

int spe_decoder_status(const spe_decoder *d)
{
    const struct decoder *decoder = (const struct decoder *)(const void *)d;
    if (!d)
        return SPE_E_ARG;
    return decoder->magic == SPE_DECODER_MAGIC ? decoder->status : SPE_E_STATE;
}

/* Gives back the rest of the chunk, which the caller will pass again. Returns the number of bytes that were used. */
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
    const size_t records = spe_take_records(decoder, out, n);
    *used = give_back(decoder);
    return (int64_t)records;
}

int64_t spe_decoder_decode_columns(spe_decoder *d, const void *bytes, size_t len, const struct spe_columns *columns,
                                   size_t n, size_t *used)
{
    if (!used || !columns)
        return SPE_E_ARG;
    if (spe_columns_problem(columns))
        return SPE_E_CONFIG;
    const int status = spe_decoder_feed(d, bytes, len);
    if (status != SPE_OK)
        return status;
    struct decoder *decoder = spe_decoder_open(d);
    const size_t rows = spe_take_rows(decoder, columns, n);
    *used = give_back(decoder);
    return (int64_t)rows;
}

/* Returns where the last delivered record ends; an unfinished record may begin there. */
static size_t whole_size(const struct decoder *d)
{
    return (size_t)(d->in_record ? d->partial.offset : d->position);
}

int64_t spe_decode(const void *bytes, size_t len, struct spe_record *out, size_t n, size_t *used)
{
    struct decoder d;
    if (!used || (!out && n) || (!bytes && len))
        return SPE_E_ARG;
    spe_decoder_begin(&d, NULL);
    spe_borrow(&d, bytes, len);
    const size_t records = spe_take_records(&d, out, n);
    *used = whole_size(&d);
    return (int64_t)records;
}

int64_t spe_decode_columns(const void *bytes, size_t len, const struct spe_columns *columns, size_t n, size_t *used)
{
    struct decoder d;
    if (!used || !columns || (!bytes && len))
        return SPE_E_ARG;
    if (spe_columns_problem(columns))
        return SPE_E_CONFIG;
    spe_decoder_begin(&d, NULL);
    spe_borrow(&d, bytes, len);
    const size_t rows = spe_take_rows(&d, columns, n);
    *used = whole_size(&d);
    return (int64_t)rows;
}
