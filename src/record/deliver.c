/* SPDX-License-Identifier: MIT */
/* The end of a record that was decoded by the second or the third way: its last flags, and its place in the
 * statistics. */
#include "deliver.h"

SPE_HOT int spe_deliver(struct decoder *d, struct spe_record *out)
{
    const uint64_t size = d->partial.end - d->partial.offset;
    if (!(d->partial.present & SPE_HAS_EVENTS))
        d->partial.flags |= SPE_RECORD_NO_EVENTS;
    if (size > d->config.max_record_size) {
        d->partial.flags |= SPE_RECORD_OVER_LONG;
        d->stats.over_long++;
    }
    if (d->in_gap)
        d->partial.flags |= SPE_RECORD_AFTER_GAP;
    d->in_gap = 0;
    spe_stop_searching(d);
    d->stats.records++;
    spe_partial_finish(&d->partial, out);
    out->size = size;
    d->in_record = 0;
    return 1;
}
