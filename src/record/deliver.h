/* SPDX-License-Identifier: MIT */
/* How a record that was decoded by the second or the third way leaves the decoder. */
#ifndef SPE_DELIVER_H
#define SPE_DELIVER_H

#include "decoder_state.h"

/* Ends the search for a plausible record, unless the configuration requires a search for every record. */
static inline void spe_stop_searching(struct decoder *d)
{
    d->is_searching = (d->config.flags & SPE_DECODE_RESYNC) != 0;
}

/* Ends the record in progress and returns it in *out. Returns 1. */
SPE_INTERNAL int spe_deliver(struct decoder *d, struct spe_record *out);

#endif
