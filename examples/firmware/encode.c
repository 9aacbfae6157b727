/* SPDX-License-Identifier: MIT */
/* Encodes records again, without their padding, and decodes them again: they must be the same. */
#include <string.h>

#include "board.h"
#include "numbers.h"
#include "steps.h"

static spe_decoder decoder, again_decoder;
static uint8_t bytes[256]; /* holds any one record */

/* One record to bytes and back. */
static int same(const struct spe_record *record, size_t *size)
{
    static struct spe_record again;
    spe_encoder encoder;
    if (spe_encoder_init(&encoder, bytes, sizeof bytes, NULL) != SPE_OK || spe_encoder_record(&encoder, record) < 0)
        return 0;
    const size_t written = spe_encoder_size(&encoder);
    if (spe_decoder_init(&again_decoder, NULL) != SPE_OK ||
        spe_decoder_feed(&again_decoder, bytes, written) != SPE_OK || spe_decoder_next(&again_decoder, &again) != 1 ||
        again.size != written)
        return 0;
    *size += written;
    again.offset = record->offset; /* its place and length are not contents of the record */
    again.size = record->size;
    return memcmp(&again, record, sizeof again) == 0;
}

int step_encode(const struct capture *capture)
{
    struct spe_record record;
    size_t size = 0;
    int differ = 0;
    if (spe_decoder_init(&decoder, NULL) != SPE_OK ||
        spe_decoder_feed(&decoder, capture->bytes, capture->size) != SPE_OK)
        return 1;
    while (spe_decoder_next(&decoder, &record) == 1)
        differ += !same(&record, &size);
    print_decimal("  encoded: ", size);
    print_decimal(" bytes, records that differ: ", (uint64_t)differ);
    board_print("\n");
    return differ != 0;
}
