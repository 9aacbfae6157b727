/* SPDX-License-Identifier: MIT */
/* Many records, by any of the three ways: for batches, and for columns that are filled from whole records. */
#ifndef SPE_RECORDS_H
#define SPE_RECORDS_H

#include "decoder.h"
#include "way_learned.h"

/* Takes up to n of the next records. Returns their number; fewer than n means that the chunk is used up. */
static inline size_t spe_take_records(struct decoder *d, struct spe_record *out, size_t n)
{
    size_t taken = 0;
    while (taken < n) {
        taken += spe_gather_records(d, out + taken, n - taken);
        if (taken >= n || !spe_decoder_take(d, &out[taken]))
            break;
        taken++;
    }
    return taken;
}

#endif
