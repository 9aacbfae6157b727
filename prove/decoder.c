/* SPDX-License-Identifier: MIT */
/*
 * Proof harness: the decoder. Any configuration of this version's size; any number of chunks, each of any bytes and of any
 * length up to 40 (which is more than four packets, so that a chunk has a beginning, whole packets, padding and an end);
 * after each chunk any number of records; finish and statistics at any time. No undefined behaviour.
 */
#include <libspe/spe.h>

#include "any.h"

int main(void)
{
    static spe_decoder d;
    static uint8_t chunk[40];
    struct spe_decoder_config cfg;
    struct spe_decoder_stats stats;
    struct spe_record record, records[2];
    any_bytes(&cfg, sizeof cfg);
    cfg.size = sizeof cfg; /* assumed: size is the size of the struct that is there */
    if (spe_decoder_init(&d, any_u32() & 1 ? &cfg : NULL) != SPE_OK)
        return 0;
    any_bytes(chunk, sizeof chunk);
    spe_decoder_feed(&d, chunk, any_size(sizeof chunk));
    while (any_u32() & 1) {
        any_bytes(chunk, sizeof chunk); /* the decoder has used up the bytes before: spe_decoder_feed() sees to it */
        spe_decoder_feed(&d, chunk, any_size(sizeof chunk));
        while (any_u32() & 1 && spe_decoder_next(&d, &record) == 1)
            ;
        spe_decoder_get_stats(&d, &stats);
        spe_decoder_next_batch(&d, records, any_size(2));
        if (any_u32() & 1)
            spe_decoder_finish(&d, &record);
    }
    return 0;
}
