/* SPDX-License-Identifier: MIT */
/* Decodes many records in one call. */
#include <libspe/batch.h>

#include "records.h"

SPE_HOT size_t spe_decoder_next_batch(spe_decoder *d, struct spe_record *out, size_t n)
{
    struct decoder *decoder = d ? spe_decoder_open(d) : NULL;
    if (!decoder)
        return 0;
    decoder->status = out || !n ? SPE_OK : SPE_E_ARG;
    return out ? spe_take_records(decoder, out, n) : 0;
}

int spe_decoder_batch_status(const spe_decoder *d)
{
    const struct decoder *decoder = (const struct decoder *)(const void *)d;
    if (!d)
        return SPE_E_ARG;
    return decoder->magic == SPE_DECODER_MAGIC ? decoder->status : SPE_E_STATE;
}
