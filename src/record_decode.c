/* SPDX-License-Identifier: MIT */
/* A record in progress to struct spe_record. */
#include "record.h"
#include "wire.h"

void spe_draft_finish(const struct spe_draft *draft, struct spe_record *out)
{
    memset(out, 0, sizeof *out);
    uint8_t *base = (uint8_t *)out;
    for (uint32_t left = draft->present; left; left &= left - 1) {
        const unsigned i = spe_lowest_bit(left);
        const struct spe_kind *kind = &spe_kinds[i];
        const uint8_t header = draft->header[i];
        spe_number_put(base + kind->offset, kind->width, draft->value[i]);
        if (kind->index_at)
            base[kind->index_at] = header & spe_headers[kind->header].index_mask;
        if (kind->size_at)
            base[kind->size_at] = (uint8_t)spe_payload_size(header);
    }
    out->offset = draft->offset;
    out->present = draft->present;
    out->flags = draft->flags;
}
