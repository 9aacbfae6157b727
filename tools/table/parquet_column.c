/* SPDX-License-Identifier: MIT */
/* See parquet_column.h. */
#include "parquet_column.h"

#include <stdlib.h>

#include "parquet_encode.h"
#include "parquet_format.h"
#include "thrift.h"
#include "../system/memory.h"

#define SLOT_BITS 15
#define MOST_ENTRIES 16384 /* of wider numbers: half the slots, so that a core's second cache holds them */
#define SLACK 64           /* entries of a dictionary that are acceptable for few values */

void parquet_column_begin(struct parquet_column *c)
{
    const unsigned bits = 8 * c->is.width, most = bits < 16 ? 1u << bits : UINT16_MAX;
    c->slot_bits = bits <= 16 ? bits : SLOT_BITS; /* two-byte values each have their own slot */
    c->most_entries = bits <= 16 ? most : MOST_ENTRIES;
    if (c->is.kind == COLUMN_BOOL || c->is.kind == COLUMN_TEXT)
        return;
    c->entries = tool_malloc(((size_t)c->most_entries + 1) * sizeof *c->entries);
    c->slots = tool_calloc((size_t)1 << c->slot_bits, sizeof *c->slots);
}

void parquet_column_clear(struct parquet_column *c)
{
    c->pages.size = c->words.size = 0;
    c->rows = c->nulls = c->plain_size = 0;
    c->has_places = c->is_over = c->has_differences = c->has_range = 0;
    c->count = 0;
    if (c->slots)
        memset(c->slots, 0, ((size_t)1 << c->slot_bits) * sizeof *c->slots);
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

/* -- least and most -- */

/* Maps numbers to unsigned ones with the same order. */
static uint64_t ordered(const struct column *c, uint64_t value)
{
    return c->is_signed ? value ^ UINT64_C(1) << 63 : value;
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

static void note_words(struct parquet_column *c, const struct ArrowArray *texts, const uint64_t *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t size;
        const char *word = column_word(texts, values[i], &size);
        const int is_first = !c->has_range && !i;
        if (is_first || is_less(word, size, c->least_word.at, c->least_word.size))
            set_word(&c->least_word, word, size);
        if (is_first || is_less(c->most_word.at, c->most_word.size, word, size))
            set_word(&c->most_word, word, size);
    }
}

static void note(struct parquet_column *c, const struct ArrowArray *texts, const uint64_t *values, size_t n)
{
    if (!n)
        return;
    if (column_is_text(&c->is))
        note_words(c, texts, values, n);
    else
        note_numbers(c, values, n);
    c->has_range = 1;
}

/* -- the dictionary -- */

/* The most entries of the dictionary, after n more values. */
static unsigned entries_allowed(const struct parquet_column *c, size_t n)
{
    const uint64_t half = (c->rows - c->nulls + n) / 2 + SLACK;
    return c->is.kind != COLUMN_WORD && half < c->most_entries ? (unsigned)half : c->most_entries;
}

/* Finds the values' indexes in the dictionary; new values are added. Returns 0 if it would become too large. */
static inline int places_of(struct parquet_column *c, const uint64_t *values, size_t n, uint64_t *places, int is_direct)
{
    const unsigned mask = (1u << c->slot_bits) - 1, shift = 64 - c->slot_bits, allowed = entries_allowed(c, n);
    uint64_t *const entries = c->entries;
    uint16_t *const slots = c->slots;
    unsigned count = c->count;
    for (size_t i = 0; i < n; i++) {
        const uint64_t value = values[i];
        unsigned slot = (unsigned)(is_direct ? value : value * UINT64_C(0x9e3779b97f4a7c15) >> shift) & mask;
        while (!is_direct && slots[slot] && entries[slots[slot] - 1] != value)
            slot = (slot + 1) & mask;
        if (!slots[slot]) {
            if (count == allowed)
                return 0;
            entries[count++] = value;
            slots[slot] = (uint16_t)count;
        }
        places[i] = slots[slot] - 1u;
    }
    c->count = count;
    return 1;
}

static int find_places(struct parquet_column *c, const uint64_t *values, size_t n, uint64_t *places)
{
    return c->is.width <= 2 ? places_of(c, values, n, places, 1) : places_of(c, values, n, places, 0);
}

/* -- pages -- */

static void pack(struct parquet_work *work)
{
    work->packed.size = 0;
    compress_put(work->compress, &work->packed, work->page.at, work->page.size);
    work->is_packed = 1;
}

/* Whether it is worth it to compress the page, and those after it. */
static int becomes_smaller(struct parquet_work *work)
{
    pack(work);
    return work->packed.size <= work->page.size / 16 * 15;
}

/* Puts the compressed page after its header. */
static void put_page(struct parquet_column *c, struct parquet_work *work, struct bytes *out, int type, size_t n,
                     int encoding)
{
    struct thrift t = {out, 0, {0}};
    const struct bytes *page = &work->page;
    const size_t before = out->size;
    if (c->is_compressed) {
        if (!work->is_packed)
            pack(work);
        page = &work->packed;
    }
    work->is_packed = 0;
    thrift_begin(&t);
    thrift_i32(&t, 1, type);
    thrift_i32(&t, 2, (int32_t)work->page.size);
    thrift_i32(&t, 3, (int32_t)page->size);
    thrift_struct(&t, type == PARQUET_DATA_PAGE ? 5 : 7);
    thrift_i32(&t, 1, (int32_t)n);
    thrift_i32(&t, 2, encoding);
    if (type == PARQUET_DATA_PAGE) {
        thrift_i32(&t, 3,
                   PARQUET_RLE); /* the encoding of definition levels, and of repetition levels, which do not occur */
        thrift_i32(&t, 4, PARQUET_RLE);
    }
    thrift_end(&t);
    thrift_end(&t);
    c->plain_size += out->size - before + work->page.size;
    bytes_put(out, page->at, page->size);
}

/* Puts numbers or words. Returns their encoding. */
static int put_values(struct parquet_column *c, struct parquet_work *work, const struct ArrowArray *array, size_t n)
{
    const struct ArrowArray *texts = array->dictionary ? array->dictionary : array;
    const unsigned before = c->count;
    if (!n)
        return PARQUET_PLAIN;
    if (c->entries && !c->is_over && find_places(c, work->values, n, work->places)) {
        parquet_plain(&c->words, &c->is, texts, c->entries + before, c->count - before);
        note(c, texts, c->entries + before, c->count - before);
        parquet_places(&work->page, work->places, n, c->count);
        c->has_places = 1;
        return PARQUET_RLE_DICTIONARY;
    }
    note(c, texts, work->values, n);
    c->is_over = 1;
    if (c->is.width == 8) {
        c->has_differences = 1;
        parquet_differences(&work->page, work->values, n);
        return PARQUET_DELTA_BINARY_PACKED;
    }
    parquet_plain(&work->page, &c->is, texts, work->values, n);
    return PARQUET_PLAIN;
}

static void put_bits(struct parquet_column *c, struct parquet_work *work, const struct ArrowArray *array,
                     const uint8_t *validity)
{
    const size_t rows = (size_t)array->length;
    uint8_t *to = bytes_room(&work->page, rows / 8 + 1);
    const size_t n = to ? parquet_gather_bits(array->buffers[1], validity, rows, to) : 0;
    unsigned any = 0, all = 0xff;
    for (size_t i = 0; i < n / 8; i++) {
        any |= to[i];
        all &= to[i];
    }
    for (size_t i = n / 8 * 8; i < n; i++) {
        any |= (unsigned)column_has(to, i);
        all &= (unsigned)-column_has(to, i);
    }
    const uint64_t range[] = {all == 0xff, any != 0};
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
        parquet_levels(&work->page, validity, n, nulls);
    if (c->is.kind == COLUMN_BOOL)
        put_bits(c, work, array, validity);
    else
        encoding = put_values(c, work, array, nulls < n ? parquet_gather(&c->is, array, validity, work->values) : 0);
    if (!c->rows) /* the first page decides */
        c->is_compressed = compress_is_there() && encoding != PARQUET_DELTA_BINARY_PACKED && becomes_smaller(work);
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
