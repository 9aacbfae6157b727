/* SPDX-License-Identifier: MIT */
/* Many records a call. */
#include <libspe/batch.h>

#include "decoder.h"

size_t spe_decoder_next_batch(spe_decoder *d, struct spe_record *out, size_t n)
{
    struct decoder *decoder = d && out ? spe_decoder_open(d) : NULL;
    size_t delivered = 0;
    while (decoder && delivered < n) {
        delivered += spe_gather_records(decoder, out + delivered, n - delivered);
        if (delivered == n || !spe_decoder_take(decoder, &out[delivered]))
            break;
        delivered++;
    }
    return delivered;
}
