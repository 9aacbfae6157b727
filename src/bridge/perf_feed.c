/* SPDX-License-Identifier: MIT */
/* Passes one event of perf.data to the decoder of its stream, as every reader of such a file must. */
#include <libspe/perf_data.h>

int spe_perf_feed(spe_decoder *d, const struct spe_perf_event *event, struct spe_record *out)
{
    int status;
    if (!d || !event || !out)
        return SPE_E_ARG;
    switch (event->type) {
    case SPE_PERF_BUFFER:
        status = spe_decoder_feed(d, NULL, 0); /* checks that the decoder is ready */
        if (status == SPE_OK)
            spe_decoder_set_offset(d, event->offset); /* refused inside a record, which then continues in this buffer */
        return status;
    case SPE_PERF_BYTES:
        status = event->size <= SIZE_MAX ? spe_decoder_feed(d, event->bytes, (size_t)event->size) : SPE_E_ARG;
        return status == SPE_OK ? SPE_PERF_FEED_RECORDS : status;
    case SPE_PERF_REPEATED:
        status = spe_decoder_feed(d, NULL, 0);
        if (status == SPE_OK)
            spe_decoder_set_offset(d, event->offset + event->size); /* the record that was cut there continues */
        return status;
    case SPE_PERF_GAP:
        status = spe_decoder_gap(d, event->offset, out);
        if (status >= 0 && event->aux_flags & SPE_PERF_AUX_INSIDE)
            spe_decoder_resync(d);
        return status == 1 ? SPE_PERF_FEED_CUT : status;
    default:
        return SPE_PERF_FEED_NOTHING;
    }
}
