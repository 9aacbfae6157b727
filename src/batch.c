/* SPDX-License-Identifier: MIT */
/* Many records a call. */
#include <libspe/batch.h>

size_t spe_decoder_next_batch(spe_decoder *d, struct spe_record *out, size_t n)
{
    size_t delivered = 0;
    if (!out)
        return 0;
    while (delivered < n && spe_decoder_next(d, &out[delivered]) == 1)
        delivered++;
    return delivered;
}
