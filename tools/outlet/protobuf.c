/* SPDX-License-Identifier: MIT */
/* See protobuf.h. */
#include "protobuf.h"

enum { VARINT = 0, BYTES = 2 }; /* wire types */

static void put_tag(struct bytes *out, unsigned field, unsigned type)
{
    bytes_put_varint(out, (uint64_t)field << 3 | type);
}

void protobuf_number(struct bytes *out, unsigned field, uint64_t value)
{
    if (!value)
        return;
    put_tag(out, field, VARINT);
    bytes_put_varint(out, value);
}

void protobuf_bytes(struct bytes *out, unsigned field, const void *bytes, size_t size)
{
    put_tag(out, field, BYTES);
    bytes_put_varint(out, size);
    bytes_put(out, bytes, size);
}

void protobuf_message(struct bytes *out, unsigned field, struct bytes *message)
{
    protobuf_bytes(out, field, message->at, message->size);
    message->size = 0;
}
