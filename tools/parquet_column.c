/* SPDX-License-Identifier: MIT */
/* See parquet_column.h. Values are of 64 bits here, sign-extended where they have a sign. */
#include "parquet_column.h"

#include <stdlib.h>

#include "parquet_format.h"
#include "thrift.h"

#define SLOT_BITS 15
#define MOST_ENTRIES 16384 /* of wider numbers: half the slots, and what a core's second cache holds */
#define SLACK 64           /* entries of a dictionary that are worth it for few values */

int parquet_column_begin(struct parquet_column *c)
{
    const unsigned bits = 8 * c->is.width, most = bits < 16 ? 1u << bits : UINT16_MAX;
    c->slot_bits = bits <= 16 ? bits : SLOT_BITS; /* of two bytes each value has a slot of its own */
    c->most_entries = bits <= 16 ? most : MOST_ENTRIES;
    if (c->is.kind == COLUMN_BOOL)
        return 1;
    c->entries = malloc(((size_t)c->most_entries + 1) * sizeof *c->entries);
    c->slots = calloc((size_t)1 << c->slot_bits, sizeof *c->slots);
    return c->entries && c->slots;
}

void parquet_column_clear(struct parquet_column *c)
{
    c->pages.size = c->words.size = 0;
    c->rows = c->nulls = c->plain_size = 0;
    c->has_plain = c->has_places = c->has_range = 0;
    c->count = 0;
    if (c->slots)
        memset(c->slots, 0, ((size_t)1 << c->slot_bits) * sizeof *c->slots);
}

int parquet_column_is_short(const struct parquet_column *c)
{
    return c->pages.is_short || c->words.is_short || c->least_word.is_short || c->most_word.is_short;
}

void parquet_column_free(struct parquet_column *c)
{
    bytes_free(&c->pages);
    bytes_free(&c->words);
    bytes_free(&c->least_word);
    bytes_free(&c->most_word);
    free(c->entries);
    free(c->slots);
}

/* -- the values that are there -- */

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

/* The values that are there, one behind the other. Returns their number. */
static size_t gather(const struct column *c, const struct ArrowArray *array, const uint8_t *validity, uint64_t *out)
{
    const size_t n = (size_t)array->length;
    size_t count = 0;
    if (c->width == 1 && c->is_signed)
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

/* The same of bits. */
static size_t gather_bits(const uint8_t *bits, const uint8_t *validity, size_t n, uint8_t *out)
{
    unsigned fill = 0, pending = 0;
    size_t size = 0, count = 0;
    for (size_t i = 0; i < n; i += 8) {
        const unsigned last = n - i < 8 ? 0xffu >> (8 - (n - i)) : 0xffu;
        const unsigned there = (validity ? validity[i / 8] : 0xff) & last, byte = bits[i / 8] & there;
        const unsigned before = fill;
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

/* -- levels, places, plain values -- */

static void put_byte(struct bytes *out, unsigned value)
{
    const uint8_t byte = (uint8_t)value;
    bytes_put(out, &byte, 1);
}

/* Which values are there, one bit each: a run if all are, or none, else Arrow's bitmap as it is. */
static void put_levels(struct bytes *out, const uint8_t *validity, size_t n, size_t nulls)
{
    static const uint8_t size[4];
    const size_t at = out->size;
    bytes_put(out, size, 4);
    if (!nulls || nulls == n) {
        thrift_varint(out, n << 1);
        put_byte(out, !nulls);
    } else {
        thrift_varint(out, (n + 7) / 8 << 1 | 1);
        bytes_put(out, validity, (n + 7) / 8);
    }
    if (!out->is_short)
        bytes_store(out->at + at, out->size - at - 4, 4);
}

void parquet_plain(struct bytes *out, const struct column *c, const struct ArrowArray *dictionary,
                   const uint64_t *values, size_t n)
{
    const unsigned size = c->width == 8 ? 8 : 4;
    uint8_t *to = bytes_room(out, n * size);
    if (c->kind != COLUMN_WORD && to) {
        for (size_t i = 0; i < n; i++, to += size)
            bytes_store(to, values[i], size);
        out->size += n * size;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        uint8_t length[4];
        uint32_t bytes;
        const char *word = column_word(dictionary, values[i], &bytes);
        bytes_store(length, bytes, 4);
        bytes_put(out, length, 4);
        bytes_put(out, word, bytes);
    }
}

/* Bits that a place in the dictionary needs; one at least, which all readers know how to read. */
static unsigned place_bits(unsigned count)
{
    unsigned bits = 1;
    while (count > 1u << bits)
        bits++;
    return bits;
}

/* Places, bit by bit, by eights. */
static void pack(struct bytes *out, const uint16_t *places, size_t n, unsigned bits)
{
    const size_t size = (n + 7) / 8 * bits;
    uint8_t *to = bytes_room(out, size + 4);
    uint64_t pending = 0;
    unsigned fill = 0;
    if (!to)
        return;
    memset(to + size - bits, 0, bits); /* the last eight may be fewer */
    for (size_t i = 0; i < n; i++) {
        pending |= (uint64_t)places[i] << fill;
        fill += bits;
        if (fill < 32)
            continue;
        bytes_store(to, pending, 4);
        to += 4;
        pending >>= 32;
        fill -= 32;
    }
    bytes_store(to, pending, (fill + 7) / 8);
    out->size += size;
}

/* -- least and most -- */

/* Numbers by their order, as unsigned ones. */
static uint64_t ordered(const struct column *c, uint64_t value)
{
    return c->is_signed && c->kind != COLUMN_WORD ? value ^ UINT64_C(1) << 63 : value;
}

static void note_numbers(struct parquet_column *c, const uint64_t *values, size_t n)
{
    uint64_t least = ordered(&c->is, c->has_range ? c->least : values[0]);
    uint64_t most = ordered(&c->is, c->has_range ? c->most : values[0]);
    for (size_t i = 0; i < n; i++) {
        const uint64_t value = ordered(&c->is, values[i]);
        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    c->least = ordered(&c->is, least);
    c->most = ordered(&c->is, most);
}

static int is_less(const void *a, size_t a_size, const void *b, size_t b_size)
{
    const size_t both = a_size < b_size ? a_size : b_size;
    const int order = both ? memcmp(a, b, both) : 0;
    return order < 0 || (order == 0 && a_size < b_size);
}

static void set_word(struct bytes *out, const char *word, size_t size)
{
    out->size = 0;
    bytes_put(out, word, size);
}

static void note_words(struct parquet_column *c, const struct ArrowArray *dictionary, const uint64_t *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t size;
        const char *word = column_word(dictionary, values[i], &size);
        const int is_first = !c->has_range && !i;
        if (is_first || is_less(word, size, c->least_word.at, c->least_word.size))
            set_word(&c->least_word, word, size);
        if (is_first || is_less(c->most_word.at, c->most_word.size, word, size))
            set_word(&c->most_word, word, size);
    }
}

static void note(struct parquet_column *c, const struct ArrowArray *dictionary, const uint64_t *values, size_t n)
{
    if (!n)
        return;
    if (c->is.kind == COLUMN_WORD)
        note_words(c, dictionary, values, n);
    else
        note_numbers(c, values, n);
    c->has_range = 1;
}

/* -- the dictionary -- */

/* An entry's slot, or the free one where it belongs. */
static unsigned find_slot(const struct parquet_column *c, uint64_t value)
{
    const unsigned mask = (1u << c->slot_bits) - 1;
    unsigned slot = c->is.width <= 2 ? (unsigned)value & mask
                                     : (unsigned)(value * UINT64_C(0x9e3779b97f4a7c15) >> (64 - c->slot_bits));
    while (c->slots[slot] && c->entries[c->slots[slot] - 1] != value)
        slot = (slot + 1) & mask;
    return slot;
}

/* How many entries the dictionary may have, with n values more. */
static unsigned entries_allowed(const struct parquet_column *c, size_t n)
{
    const uint64_t half = (c->rows - c->nulls + n) / 2 + SLACK;
    return c->is.kind != COLUMN_WORD && half < c->most_entries ? (unsigned)half : c->most_entries;
}

/* The values' places in the dictionary, to which new ones are added. Returns 0: it would become too large. */
static int find_places(struct parquet_column *c, const uint64_t *values, size_t n, uint16_t *places)
{
    const unsigned allowed = entries_allowed(c, n), before = c->count;
    uint64_t last = 0;
    unsigned place = 0;
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || values[i] != last) {
            last = values[i];
            const unsigned slot = find_slot(c, last);
            if (!c->slots[slot]) {
                if (c->count == allowed) {
                    c->count = before;
                    return 0;
                }
                c->entries[c->count++] = last;
                c->slots[slot] = (uint16_t)c->count;
            }
            place = c->slots[slot] - 1u;
        }
        places[i] = (uint16_t)place;
    }
    return 1;
}

/* -- pages -- */

/* The page, compressed, behind its header. */
static void put_page(struct parquet_column *c, struct parquet_work *work, struct bytes *out, int type, size_t n,
                     int encoding)
{
    struct thrift t = {out, 0, {0}};
    const size_t before = out->size;
    work->packed.size = 0;
    compress_put(work->compress, &work->packed, work->page.at, work->page.size);
    thrift_begin(&t);
    thrift_i32(&t, 1, type);
    thrift_i32(&t, 2, (int32_t)work->page.size);
    thrift_i32(&t, 3, (int32_t)work->packed.size);
    thrift_struct(&t, type == PARQUET_DATA_PAGE ? 5 : 7);
    thrift_i32(&t, 1, (int32_t)n);
    thrift_i32(&t, 2, encoding);
    if (type == PARQUET_DATA_PAGE) {
        thrift_i32(&t, 3, PARQUET_RLE); /* of levels: of definition, and of repetition, of which there are none */
        thrift_i32(&t, 4, PARQUET_RLE);
    }
    thrift_end(&t);
    thrift_end(&t);
    c->plain_size += out->size - before + work->page.size;
    bytes_put(out, work->packed.at, work->packed.size);
    out->is_short |= work->page.is_short || work->packed.is_short;
}

/* Places, as a run if all are the same. */
static void put_places(struct bytes *out, const uint16_t *places, size_t n, unsigned count)
{
    const unsigned bits = place_bits(count);
    size_t same = 1;
    while (same < n && places[same] == places[0])
        same++;
    put_byte(out, bits);
    if (same < n) {
        thrift_varint(out, (n + 7) / 8 << 1 | 1);
        pack(out, places, n, bits);
        return;
    }
    thrift_varint(out, n << 1);
    put_byte(out, places[0] & 0xff);
    if (bits > 8)
        put_byte(out, places[0] >> 8);
}

/* Numbers or words. Returns their encoding. */
static int put_values(struct parquet_column *c, struct parquet_work *work, const struct ArrowArray *array, size_t n)
{
    const unsigned before = c->count;
    if (!n)
        return PARQUET_PLAIN;
    if (!c->has_plain && find_places(c, work->values, n, work->places)) {
        parquet_plain(&c->words, &c->is, array->dictionary, c->entries + before, c->count - before);
        note(c, array->dictionary, c->entries + before, c->count - before);
        put_places(&work->page, work->places, n, c->count);
        c->has_places = 1;
        return PARQUET_RLE_DICTIONARY;
    }
    parquet_plain(&work->page, &c->is, array->dictionary, work->values, n);
    note(c, array->dictionary, work->values, n);
    c->has_plain = 1;
    return PARQUET_PLAIN;
}

static void put_bits(struct parquet_column *c, struct parquet_work *work, const struct ArrowArray *array,
                     const uint8_t *validity)
{
    const size_t rows = (size_t)array->length;
    uint8_t *to = bytes_room(&work->page, rows / 8 + 1);
    const size_t n = to ? gather_bits(array->buffers[1], validity, rows, to) : 0;
    unsigned seen[2] = {0, 0};
    for (size_t i = 0; i < n; i++)
        seen[column_has(to, i)] = 1;
    const uint64_t range[] = {!seen[0], seen[1]};
    note(c, NULL, range, n ? 2 : 0);
    work->page.size += (n + 7) / 8;
}

void parquet_column_put(struct parquet_column *c, struct parquet_work *work, const struct ArrowArray *array)
{
    const size_t n = (size_t)array->length, nulls = (size_t)column_nulls(array);
    const uint8_t *validity = nulls ? array->buffers[0] : NULL;
    int encoding = PARQUET_PLAIN;
    work->page.size = 0;
    if (c->is.is_nullable)
        put_levels(&work->page, validity, n, nulls);
    if (c->is.kind == COLUMN_BOOL)
        put_bits(c, work, array, validity);
    else
        encoding = put_values(c, work, array, gather(&c->is, array, validity, work->values));
    put_page(c, work, &c->pages, PARQUET_DATA_PAGE, n, encoding);
    c->rows += n;
    c->nulls += nulls;
}

void parquet_column_dictionary(struct parquet_column *c, struct parquet_work *work, struct bytes *out)
{
    if (!c->has_places)
        return;
    work->page.size = 0;
    bytes_put(&work->page, c->words.at, c->words.size);
    put_page(c, work, out, PARQUET_DICTIONARY_PAGE, c->count, PARQUET_PLAIN);
}
