/* SPDX-License-Identifier: MIT */
/* A walk over packets: repeats spe_packet_decode() and keeps its position. */
#include <libspe/record.h>

#include "../base/context.h"

#define ITERATOR_MAGIC UINT32_C(0x53504549) /* "SPEI" */

struct SPE_MAY_ALIAS packet_iterator {
    uint32_t magic;
    uint32_t given;       /* bytes of the last packet that was returned */
    const uint8_t *bytes; /* the bytes after that packet ... */
    size_t left;          /* ... and their number */
    uint64_t offset;      /* the stream offset of those bytes */
};

_Static_assert(sizeof(struct packet_iterator) <= SPE_PACKET_ITERATOR_SIZE, "struct spe_packet_iterator is too small");

static const struct packet_iterator *open_iterator(const spe_packet_iterator *it)
{
    const struct packet_iterator *walk = (const struct packet_iterator *)(const void *)it;
    return walk && walk->magic == ITERATOR_MAGIC ? walk : NULL;
}

int spe_packet_iterator_init(spe_packet_iterator *it, const void *bytes, size_t len, uint64_t offset)
{
    if (!it)
        return SPE_E_ARG;
    struct packet_iterator *walk = (struct packet_iterator *)(void *)it;
    walk->magic = 0;
    if (!bytes && len)
        return SPE_E_ARG;
    *walk = (struct packet_iterator){ITERATOR_MAGIC, 0, bytes, len, offset};
    return SPE_OK;
}

int spe_packet_iterator_next(spe_packet_iterator *it, struct spe_packet *out)
{
    if (!it || !out)
        return SPE_E_ARG;
    if (!open_iterator(it))
        return SPE_E_STATE;
    struct packet_iterator *walk = (struct packet_iterator *)(void *)it;
    walk->given = 0;
    if (!walk->left)
        return 0;
    const int size = spe_packet_decode(walk->bytes, walk->left, out);
    if (size < 0)
        return size;
    walk->given = (uint32_t)size;
    walk->bytes += size;
    walk->left -= (size_t)size;
    walk->offset += (uint64_t)size;
    return size;
}

uint64_t spe_packet_iterator_offset(const spe_packet_iterator *it)
{
    const struct packet_iterator *walk = open_iterator(it);
    return walk ? walk->offset - walk->given : 0;
}
