/* SPDX-License-Identifier: MIT */
/* See find.h. */
#include "find.h"

const struct spe_op_format *spe_op_format_find(unsigned op_class, unsigned payload)
{
    if (op_class > 3)
        return NULL;
    for (unsigned i = spe_op_first[op_class]; i < spe_op_first[op_class + 1]; i++)
        if ((payload & spe_op_formats[i].mask) == spe_op_formats[i].value)
            return &spe_op_formats[i];
    return NULL;
}

unsigned spe_op_field_get(const struct spe_op_format *format, unsigned field, unsigned payload)
{
    unsigned value = 0;
    for (const struct spe_op_slice *slice = format->slices; slice->field; slice++) {
        if (slice->field == field)
            value |= spe_op_slice_get(slice, payload);
    }
    return value;
}

uint8_t spe_kind_flags(const struct spe_kind *kind, unsigned index, uint64_t payload)
{
    /* NSE is 1 in Realm state; NSE:NS = 0b10 names no state. */
    const int has_state = (kind->zero & SPE_ZERO_NSE) != 0;
    const int reserved = (payload & kind->zero & ~SPE_ZERO_NSE) ||
                         (has_state && spe_address_state(payload, 1) == SPE_STATE_RESERVED) ||
                         (kind->header == SPE_HEADER_OPERATION && spe_op_is_reserved(index, (unsigned)payload));
    return reserved ? SPE_PACKET_RESERVED_VALUE : 0;
}
