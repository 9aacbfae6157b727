/* SPDX-License-Identifier: MIT */
/* See parquet_encode.h: Parquet's Encodings.md. */
#include "parquet_encode.h"

#include "thrift.h"

/* -- the existing values -- */

/* One loop for each width: the value at i is `value`. */
#define GATHER(type)                                                                                                   \
    do {                                                                                                               \
        const type *from = array->buffers[1];                                                                          \
        if (!validity)                                                                                                 \
            for (size_t i = 0; i < n; i++)                                                                             \
                out[i] = (uint64_t)from[i];                                                                            \
        else                                                                                                           \
            for (size_t i = 0; i < n; i++) {                                                                           \
                out[count] = (uint64_t)from[i];                                                                        \
                count += (size_t)column_has(validity, i);                                                              \
            }                                                                                                          \
    } while (0)

size_t parquet_gather(const struct column *c, const struct ArrowArray *array, const uint8_t *validity, uint64_t *out)
{
    const size_t n = (size_t)array->length;
    size_t count = 0;
    if (c->kind == COLUMN_TEXT)
        for (size_t i = 0; i < n; i++) {
            out[count] = i;
            count += !validity || column_has(validity, i);
        }
    else if (c->width == 1 && c->is_signed)
        GATHER(int8_t);
    else if (c->width == 1)
        GATHER(uint8_t);
    else if (c->width == 2 && c->is_signed)
        GATHER(int16_t);
    else if (c->width == 2)
        GATHER(uint16_t);
    else if (c->width == 4 && c->is_signed)
        GATHER(int32_t);
    else if (c->width == 4)
        GATHER(uint32_t);
    else
        GATHER(uint64_t);
    return validity ? count : n;
}

size_t parquet_gather_bits(const uint8_t *bits, const uint8_t *validity, size_t n, uint8_t *out)
{
    unsigned fill = 0, pending = 0;
    size_t size = 0, count = 0;
    if (!validity) {
        memcpy(out, bits, (n + 7) / 8);
        return n;
    }
    for (size_t i = 0; i < n; i += 8) {
        const unsigned last = n - i < 8 ? 0xffu >> (8 - (n - i)) : 0xffu;
        const unsigned there = validity[i / 8] & last, byte = bits[i / 8] & there, before = fill;
        for (unsigned bit = 0; bit < 8 && there; bit++) {
            pending |= (byte >> bit & 1) << fill;
            fill += there >> bit & 1;
        }
        count += fill - before;
        out[size] = (uint8_t)pending;
        size += fill >> 3;
        pending >>= fill & 8;
        fill &= 7;
    }
    out[size] = (uint8_t)pending;
    return count;
}

/* -- levels, plain values -- */

static void put_byte(struct bytes *out, unsigned value)
{
    const uint8_t byte = (uint8_t)value;
    bytes_put(out, &byte, 1);
}

void parquet_levels(struct bytes *out, const uint8_t *validity, size_t n, size_t nulls)
{
    static const uint8_t size[4];
    const size_t at = out->size;
    bytes_put(out, size, 4);
    if (!nulls || nulls == n) {
        bytes_put_varint(out, n << 1);
        put_byte(out, !nulls);
    } else {
        bytes_put_varint(out, (n + 7) / 8 << 1 | 1);
        bytes_put(out, validity, (n + 7) / 8);
    }
    bytes_store(out->at + at, out->size - at - 4, 4);
}

static void plain_words(struct bytes *out, const struct ArrowArray *texts, const uint64_t *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint8_t length[4];
        uint32_t size;
        const char *word = column_word(texts, values[i], &size);
        bytes_store4(length, size);
        bytes_put(out, length, 4);
        bytes_put(out, word, size);
    }
}

void parquet_plain(struct bytes *out, const struct column *c, const struct ArrowArray *texts, const uint64_t *values,
                   size_t n)
{
    const unsigned size = c->width == 8 ? 8 : 4;
    if (column_is_text(c)) {
        plain_words(out, texts, values, n);
        return;
    }
    uint8_t *to = bytes_room(out, n * size);
    out->size += n * size;
    if (size == 8)
        for (size_t i = 0; i < n; i++)
            bytes_store8(to + 8 * i, values[i]);
    else
        for (size_t i = 0; i < n; i++)
            bytes_store4(to + 4 * i, (uint32_t)values[i]);
}

/* -- numbers of some bits -- */

static unsigned bits_of(uint64_t value)
{
    unsigned bits = 0;
    for (unsigned step = 32; step; step /= 2)
        if (value >> step) {
            value >>= step;
            bits += step;
        }
    return bits + (value != 0);
}

/* Eight numbers of up to 16 bits, without a branch. */
static void pack_eight(uint8_t *to, const uint64_t *at, unsigned bits)
{
    const uint64_t low = at[0] | at[1] << bits | at[2] << 2 * bits | at[3] << 3 * bits;
    const uint64_t high = at[4] | at[5] << bits | at[6] << 2 * bits | at[7] << 3 * bits;
    bytes_store8(to, low | high << (4 * bits - 1) << 1); /* 4 * bits may be 64 */
    bytes_store8(to + 8, high >> (64 - 4 * bits));
}

static void pack_wide(uint8_t *to, const uint64_t *values, size_t n, unsigned bits)
{
    uint64_t pending = 0;
    unsigned fill = 0;
    for (size_t i = 0; i < n; i++) {
        pending |= values[i] << fill;
        fill += bits;
        if (fill < 64)
            continue;
        bytes_store8(to, pending);
        to += 8;
        fill -= 64;
        pending = fill ? values[i] >> (bits - fill) : 0;
    }
    bytes_store8(to, pending);
}

/* Packs numbers, the lowest bit first. n is a multiple of eight, and bits are not 0. */
static void pack(struct bytes *out, const uint64_t *values, size_t n, unsigned bits)
{
    const size_t size = n / 8 * bits;
    uint8_t *to = bytes_room(out, size + 16);
    for (size_t i = 0; i < n && bits <= 16; i += 8, to += bits)
        pack_eight(to, values + i, bits);
    if (bits > 16)
        pack_wide(to, values, n, bits);
    out->size += size;
}

/* Bits of an index: at least one, because not all readers accept 0. */
void parquet_places(struct bytes *out, uint64_t *places, size_t n, unsigned count)
{
    const unsigned bits = count > 1 ? bits_of(count - 1) : 1;
    size_t same = 1;
    while (same < n && places[same] == places[0])
        same++;
    put_byte(out, bits);
    if (same == n) {
        bytes_put_varint(out, n << 1);
        put_byte(out, (unsigned)places[0] & 0xff);
        if (bits > 8)
            put_byte(out, (unsigned)places[0] >> 8);
        return;
    }
    for (size_t i = n; i % 8 != 0; i++)
        places[i] = 0;
    bytes_put_varint(out, (n + 7) / 8 << 1 | 1);
    pack(out, places, (n + 7) / 8 * 8, bits);
}

/* -- differences -- */

enum { BLOCK = 128, MINI = 32 }; /* numbers of a block, and of a part with its own number of bits */

static uint64_t zigzag(uint64_t value)
{
    return value << 1 ^ (0 - (value >> 63));
}

/* Puts up to BLOCK differences: the least one, and the excess of each over it. */
static void put_block(struct bytes *out, uint64_t *differences, size_t n)
{
    uint64_t least = differences[0], all[BLOCK / MINI] = {0};
    for (size_t i = 1; i < n; i++)
        least = (int64_t)differences[i] < (int64_t)least ? differences[i] : least;
    for (size_t i = 0; i < BLOCK; i++) {
        differences[i] = i < n ? differences[i] - least : 0;
        all[i / MINI] |= differences[i];
    }
    bytes_put_varint(out, zigzag(least));
    for (size_t i = 0; i < BLOCK / MINI; i++)
        put_byte(out, bits_of(all[i]));
    for (size_t i = 0; i < BLOCK / MINI; i++)
        if (all[i])
            pack(out, differences + i * MINI, MINI, bits_of(all[i]));
}

void parquet_differences(struct bytes *out, const uint64_t *values, size_t n)
{
    uint64_t differences[BLOCK] = {0};
    bytes_put_varint(out, BLOCK);
    bytes_put_varint(out, BLOCK / MINI);
    bytes_put_varint(out, n);
    bytes_put_varint(out, zigzag(values[0]));
    for (size_t at = 1; at < n; at += BLOCK) {
        const size_t count = n - at < BLOCK ? n - at : BLOCK;
        for (size_t i = 0; i < count; i++)
            differences[i] = values[at + i] - values[at + i - 1];
        put_block(out, differences, count);
    }
}
