/* SPDX-License-Identifier: MIT */
/*
 * See arrow_block.h. A block holds, in this order: struct block, the arrays of the columns and of their dictionaries,
 * pointers to them and to buffers; then, each aligned to 64 bytes, the words, values and bitmaps.
 */
#include <string.h>

#include "../base/little_endian.h"
#include "arrow_block.h"

enum { ALIGNMENT = 64 };

struct block {
    struct spe_lent lent;
    struct words {
        uint32_t count;
        int32_t *offsets; /* count + 1 offsets into the text */
        char *text;
    } words[SPE_DICTIONARIES];
};

/* -- memory that the caller provides -- */

uint64_t spe_lent_size(uint64_t size)
{
    return size + ALIGNMENT - 1;
}

void *spe_lent_get(const struct spe_arrow_config *cfg, uint64_t size, int32_t holders)
{
    size = spe_lent_size(size);
    void *memory = size <= SIZE_MAX ? cfg->get(cfg->context, (size_t)size) : NULL;
    if (!memory)
        return NULL;
    struct spe_lent *lent = (struct spe_lent *)(((uintptr_t)memory + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1));
    *lent = (struct spe_lent){cfg->put, cfg->context, memory, holders};
    return lent;
}

/* Threads may release at the same time. What each has read must be read before another thread returns the memory. A
 * processor without such an instruction has no such threads. */
#if defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_4)
#if defined(__aarch64__)
__attribute__((__noinline__, __target__("no-outline-atomics"))) /* outlined atomics need functions outside libspe */
#endif
static int32_t
one_less(int32_t *number)
{
    return __atomic_sub_fetch(number, 1, __ATOMIC_ACQ_REL);
}
#elif defined(_MSC_VER)
long _InterlockedDecrement(volatile long *number);
#pragma intrinsic(_InterlockedDecrement)
static int32_t one_less(int32_t *number)
{
    return _InterlockedDecrement((volatile long *)number);
}
#else
static int32_t one_less(int32_t *number)
{
    return --*number;
}
#endif

void spe_lent_drop(struct spe_lent *memory)
{
    if (one_less(&memory->holders) == 0)
        memory->put(memory->context, memory->memory);
}

/* -- the plan -- */

static uint64_t aligned(uint64_t size)
{
    return (size + ALIGNMENT - 1) & ~(uint64_t)(ALIGNMENT - 1);
}

/* Assigns a place of n bytes, unless it has one already. */
static void take_place(struct spe_arrow_plan *plan, uint64_t *place, uint64_t bytes)
{
    if (*place)
        return;
    *place = plan->size;
    plan->size += aligned(bytes);
}

static uint64_t slot_bytes(const struct spe_arrow_plan *plan, unsigned slot)
{
    const unsigned width = spe_arrow_width(slot);
    return width ? (uint64_t)plan->rows * width : (plan->rows + 7) / 8;
}

static void place_column(struct spe_arrow_plan *plan, unsigned number, const struct spe_arrow_row *row)
{
    const unsigned width = spe_arrow_format_width(row->format);
    uint64_t *const place = (uint64_t *)(uintptr_t)spe_arrow_place(plan, number);
    take_place(plan, place, width ? (uint64_t)plan->rows * width : (plan->rows + 7) / 8);
    if (row->from >= SPE_ARROW_ROWS)
        take_place(plan, &plan->slot[row->from], slot_bytes(plan, row->from));
    if (row->valid < SPE_VALID_ALWAYS)
        take_place(plan, &plan->valid[row->valid], (plan->rows + 7) / 8);
}

/* Assigns places to the words of all dictionaries: their offsets, then their texts. */
static void place_words(struct spe_arrow_plan *plan)
{
    uint64_t text = 0;
    for (unsigned dictionary = 0; dictionary < SPE_DICTIONARIES; dictionary++) {
        const unsigned n = spe_arrow_word_count(dictionary);
        plan->offsets += n + 1;
        for (unsigned i = 0; i < n; i++)
            for (const char *c = spe_arrow_word_at(dictionary, i); *c; c++)
                text++;
    }
    take_place(plan, &plan->words, plan->offsets * sizeof(int32_t) + text);
}

void spe_arrow_plan_block(struct spe_arrow_plan *plan, const struct spe_arrow_config *cfg)
{
    const int is_all = !(cfg->columns[0] | cfg->columns[1] | cfg->columns[2] | cfg->columns[3]);
    struct spe_arrow_row room;
    const struct spe_arrow_row *row;
    *plan = (struct spe_arrow_plan){.rows = cfg->rows ? cfg->rows : 16384, .needs = 1u << SPE_COLUMN_PRESENT};
    for (unsigned number = 0; number < SPE_ARROW_NUMBERS; number++) {
        if (!(row = spe_arrow_row_find(number, &room)) || !(is_all || cfg->columns[number / 64] >> (number % 64) & 1))
            continue;
        plan->wanted[number / 64] |= UINT64_C(1) << (number % 64);
        plan->columns++;
        plan->dictionaries += row->words != SPE_WORDS_NONE;
        plan->needs |= row->needs;
    }
    plan->size = aligned(sizeof(struct block)) +
                 aligned(plan->columns * (sizeof(struct ArrowArray) + 3 * sizeof(void *)) +
                         plan->dictionaries * (sizeof(struct ArrowArray) + 3 * sizeof(void *)) + sizeof(void *));
    place_words(plan);
    for (unsigned number = 0; number < SPE_ARROW_NUMBERS; number++)
        if (spe_arrow_is_wanted(plan, number))
            place_column(plan, number, spe_arrow_row_find(number, &room));
    for (unsigned raw = 0; raw < SPE_ARROW_RAW; raw++)
        if ((plan->needs | SPE_ARROW_FILTERED) >> raw & 1)
            take_place(plan, &plan->slot[raw], slot_bytes(plan, raw));
    take_place(plan, &plan->slot[SPE_SCRATCH_VALID], slot_bytes(plan, SPE_SCRATCH_VALID));
}

/* -- bitmaps: bit b of each word goes to bitmap b -- */

/* Transposes eight bytes of eight bits: bit b of byte r becomes bit r of byte b. */
static uint64_t transposed(uint64_t x)
{
    x = (x & UINT64_C(0xaa55aa55aa55aa55)) | (x & UINT64_C(0x00aa00aa00aa00aa)) << 7 |
        (x >> 7 & UINT64_C(0x00aa00aa00aa00aa));
    x = (x & UINT64_C(0xcccc3333cccc3333)) | (x & UINT64_C(0x0000cccc0000cccc)) << 14 |
        (x >> 14 & UINT64_C(0x0000cccc0000cccc));
    return (x & UINT64_C(0xf0f0f0f00f0f0f0f)) | (x & UINT64_C(0x00000000f0f0f0f0)) << 28 |
           (x >> 28 & UINT64_C(0x00000000f0f0f0f0));
}

/* Bits `first` to first + 7 of the eight rows from `at` on, or of fewer rows at the end: a byte for each bit. */
static uint64_t bits_of_rows(const uint64_t *words, size_t at, size_t n, unsigned first)
{
    const size_t some = n - at < 8 ? n - at : 8;
    uint64_t bits = 0;
    for (size_t i = 0; i < some; i++)
        bits |= (words[at + i] >> first & 0xff) << (8 * i);
    return transposed(bits);
}

/* Writes the bitmaps that are not NULL. */
static void spread_bits(const uint64_t *words, size_t n, uint8_t *const bitmaps[64])
{
    for (unsigned first = 0; first < 64; first += 8) {
        uint8_t *wanted[8];
        unsigned bit[8] = {0}, count = 0;
        for (unsigned i = 0; i < 8; i++) {
            wanted[count] = bitmaps[first + i];
            bit[count] = 8 * i;
            count += wanted[count] != NULL;
        }
        for (size_t at = 0; count && at < n; at += 8) {
            const uint64_t bits = bits_of_rows(words, at, n, first);
            for (unsigned i = 0; i < count; i++)
                wanted[i][at / 8] = (uint8_t)(bits >> bit[i]);
        }
    }
}

static uint8_t *bitmap_of(const struct spe_arrow_plan *plan, void *block, unsigned number)
{
    return (uint8_t *)block + *spe_arrow_place(plan, number);
}

static void make_bitmaps(const struct spe_arrow_plan *plan, void *block, size_t n)
{
    static const uint8_t sources[] = {SPE_SCRATCH_VALID, SPE_SCRATCH_FACTS, SPE_SCRATCH_MEMORY, SPE_COLUMN_EVENTS,
                                      SPE_COLUMN_DATA_PA};
    struct spe_arrow_row room;
    for (size_t i = 0; i < sizeof sources; i++) {
        uint8_t *bitmaps[64] = {NULL};
        unsigned any = 0;
        for (unsigned bit = 0; sources[i] == SPE_SCRATCH_VALID && bit < SPE_VALID_ALWAYS; bit++)
            if (plan->valid[bit])
                bitmaps[bit] = (uint8_t *)block + plan->valid[bit], any = 1;
        for (unsigned number = 0; number < SPE_ARROW_NUMBERS; number++) {
            const struct spe_arrow_row *row =
                spe_arrow_is_wanted(plan, number) ? spe_arrow_row_find(number, &room) : NULL;
            if (row && row->how == SPE_HOW_BIT && row->from == sources[i])
                bitmaps[row->shift] = bitmap_of(plan, block, number), any = 1;
        }
        if (any)
            spread_bits(spe_arrow_at(plan, block, sources[i], 0), n, bitmaps);
    }
}

static int64_t null_count(const uint8_t *bitmap, size_t n)
{
    uint64_t set = 0;
    for (size_t i = 0; i < (n + 7) / 8; i++)
        set += spe_bit_count(bitmap[i]);
    return (int64_t)(n - set);
}

/* -- the structs of the C Data interface -- */

static void release_array(struct ArrowArray *array)
{
    struct spe_lent *block = array->private_data;
    for (int64_t i = 0; i < array->n_children; i++)
        if (array->children[i]->release)
            array->children[i]->release(array->children[i]);
    if (array->dictionary && array->dictionary->release)
        array->dictionary->release(array->dictionary);
    array->release = NULL;
    spe_lent_drop(block);
}

/* Writes the words of all dictionaries to their places. */
static void write_words(const struct spe_arrow_plan *plan, struct block *b)
{
    int32_t *offsets = (int32_t *)(void *)((uint8_t *)b + plan->words);
    char *text = (char *)(offsets + plan->offsets);
    for (unsigned dictionary = 0; dictionary < SPE_DICTIONARIES; dictionary++) {
        const unsigned n = spe_arrow_word_count(dictionary);
        int32_t size = 0;
        b->words[dictionary] = (struct words){n, offsets, text};
        for (unsigned i = 0; i < n; i++) {
            *offsets++ = size;
            for (const char *c = spe_arrow_word_at(dictionary, i); *c; c++)
                text[size++] = *c;
        }
        *offsets++ = size;
        text += size;
    }
}

/* Divides the memory that follows struct block. */
struct cursors {
    struct ArrowArray *array;
    struct ArrowArray **child;
    const void **buffer;
};

static struct ArrowArray *export_words(struct block *b, unsigned dictionary, struct cursors *at)
{
    const struct words *words = &b->words[dictionary];
    struct ArrowArray *out = at->array++;
    *out = (struct ArrowArray){
        .length = words->count, .n_buffers = 3, .buffers = at->buffer, .release = release_array, .private_data = b};
    *at->buffer++ = NULL;
    *at->buffer++ = words->offsets;
    *at->buffer++ = words->text;
    return out;
}

static void export_column(const struct spe_arrow_plan *plan, struct block *b, unsigned number,
                          const struct ArrowArray *like, const int64_t nulls[SPE_VALID_ALWAYS], struct cursors *at)
{
    struct spe_arrow_row room;
    const struct spe_arrow_row *row = spe_arrow_row_find(number, &room);
    struct ArrowArray *out = *at->child++ = at->array++;
    *out = *like;
    out->buffers = at->buffer;
    out->null_count = row->valid < SPE_VALID_ALWAYS ? nulls[row->valid] : 0;
    *at->buffer++ = out->null_count ? (uint8_t *)b + plan->valid[row->valid] : NULL;
    *at->buffer++ = bitmap_of(plan, b, number);
    if (row->words != SPE_WORDS_NONE)
        out->dictionary = export_words(b, row->words, at);
}

void spe_arrow_export(const struct spe_arrow_plan *plan, void *block, size_t n, struct ArrowArray *out)
{
    struct block *b = block;
    int64_t nulls[SPE_VALID_ALWAYS] = {0};
    struct cursors at;
    make_bitmaps(plan, block, n);
    write_words(plan, b);
    for (unsigned bit = 0; bit < SPE_VALID_ALWAYS; bit++)
        if (plan->valid[bit])
            nulls[bit] = null_count((uint8_t *)b + plan->valid[bit], n);
    at.array = (struct ArrowArray *)((uint8_t *)b + aligned(sizeof *b));
    at.child = (struct ArrowArray **)(at.array + plan->columns + plan->dictionaries);
    at.buffer = (const void **)(at.child + plan->columns);
    const struct ArrowArray column = {
        .length = (int64_t)n, .n_buffers = 2, .release = release_array, .private_data = b};
    *out = column;
    out->n_buffers = 1;
    out->n_children = plan->columns;
    out->children = at.child;
    out->buffers = at.buffer;
    *at.buffer++ = NULL;
    for (unsigned number = 0; number < SPE_ARROW_NUMBERS; number++)
        if (spe_arrow_is_wanted(plan, number))
            export_column(plan, b, number, &column, nulls, &at);
    b->lent.holders = (int32_t)(1 + plan->columns + plan->dictionaries);
}
