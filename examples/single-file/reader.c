/* SPDX-License-Identifier: MIT */
#include "libspe.h"
#include "parts.h"

size_t count_records(const void *bytes, size_t size)
{
    size_t count = 0;
    struct spe_record record;
    spe_decoder decoder;
    spe_decoder_init(&decoder, NULL);
    spe_decoder_feed(&decoder, bytes, size);
    while (spe_decoder_next(&decoder, &record) == 1)
        count++;
    return count;
}
