/* SPDX-License-Identifier: MIT */
/* Packets into a record and out of it again, by the rows of spe_kinds[]. */
#ifndef SPE_RECORD_H
#define SPE_RECORD_H

#include <string.h>

#include "table.h"

/* Folds a packet that is not padding into the record in progress: its field, `present` and `flags`.
 * Returns 1 if the record already held this packet (the field now has the new value), else 0. */
int spe_record_fold(struct spe_record *record, const struct spe_packet *packet);

/* spe_record_packet() for the row `number` of spe_kinds[], with the payload size (0: as spe_packet_build) and
 * spe_packet_build() flags given. */
int spe_record_packet_as(const struct spe_record *in, unsigned number, unsigned size, unsigned flags,
                         struct spe_packet *out);

/* The payload size that the record itself keeps for a kind, 0: none. */
static inline unsigned spe_record_size_of(const struct spe_record *in, unsigned number)
{
    const uint8_t at = spe_kinds[number].size_at;
    return at ? ((const uint8_t *)in)[at] : 0;
}

/* Fields of struct spe_record, addressed by offset and width: numbers of 0, 1, 2, 4 or 8 bytes in the machine's order.
 */
static inline void spe_number_put(uint8_t *at, unsigned width, uint64_t value)
{
    const uint32_t word = (uint32_t)value;
    const uint16_t half = (uint16_t)value;
    if (width == 8)
        memcpy(at, &value, 8);
    else if (width == 4)
        memcpy(at, &word, 4);
    else if (width == 2)
        memcpy(at, &half, 2);
    else if (width == 1)
        *at = (uint8_t)value;
}

static inline uint64_t spe_number_get(const uint8_t *at, unsigned width)
{
    uint64_t value = 0;
    uint32_t word;
    uint16_t half;
    if (width == 8) {
        memcpy(&value, at, 8);
    } else if (width == 4) {
        memcpy(&word, at, 4);
        value = word;
    } else if (width == 2) {
        memcpy(&half, at, 2);
        value = half;
    } else if (width == 1) {
        value = *at;
    }
    return value;
}

#endif
