/* SPDX-License-Identifier: MIT */
/*
 * Proof harness: learned layouts, by induction as in decoder.c: from any state with any layouts, a call leaves such a
 * state.
 *
 * EVA folders: base fast packet record table
 * EVA defines: -DSPE_LAYOUTS=2 -DSPE_QUESTIONS=2
 *
 * Proved is the portable kernel, in the decoder's own memory: the other kernels are made of the compiler's vectors,
 * which EVA does not know, and what memory of the caller holds are relations that its intervals do not carry.
 *
 * Assumed: that two layouts and two questions are as good as 12 and 8 (the numbers are bounds of loops and arrays, and
 * stand nowhere else). A chunk is of 96 bytes, of which any number are used up: no read is further than
 * SPE_LEARNED_ROOM bytes from `at`, so a longer one has nothing that this one has not. spe_decoder_take() has its proof
 * in decoder.c; here it leaves any state, and what it calls to learn is called with any record. spe_decoder_next() is a
 * batch of one.
 */
#define spe_decoder_take take_elsewhere
#include "../src/record/decoder.c"
#undef spe_decoder_take
int spe_decoder_take(struct decoder *decoder, struct spe_record *out);
#include "../src/record/batch.c"
static size_t take_any_records(struct decoder *decoder, struct spe_record *out, size_t n);
#define spe_take_records take_any_records
#include "../src/record/columns.c"
#undef spe_take_records
#include "../src/fast/learn.c"
#include "../src/fast/kernel_portable.c"
#include "../src/record/way_learned.c"

#include "any.h"

static uint8_t chunk[96];
static spe_decoder storage;
static struct decoder *const d = (struct decoder *)(void *)&storage;

/* Any layouts, as far as spe_learn() can make them. */
static void any_learned(void)
{
    struct spe_learned *learned = &d->learned;
    learned->count = (uint8_t)any_size(SPE_LAYOUTS);
    learned->kernel = &spe_kernel_portable;
    learned->many = NULL;
    learned->is_many = 0;
    learned->question_count = (uint8_t)any_size(SPE_QUESTIONS);
    learned->patience = (uint8_t)any_size(SPE_LEARN_PATIENCE);
    /*@ loop unroll 8; */
    for (unsigned i = 0; i < SPE_QUESTIONS; i++)
        learned->questions[i].at = (uint8_t)any_size(SPE_LEARNED_SIZE - 1);
    /*@ loop unroll 256; */
    for (unsigned i = 0; i < 1 << SPE_QUESTIONS; i++)
        learned->answers[i] = (uint8_t)any_size(SPE_LAYOUTS - 1);
    /*@ loop unroll 16; */
    for (unsigned i = 0; i < SPE_LAYOUTS; i++) {
        learned->layouts[i].size = (uint8_t)any_size(SPE_LEARNED_SIZE);
        learned->layouts[i].op_row = (uint8_t)any_size(SPE_OP_ROW_NONE);
        learned->layouts[i].op_at = (uint8_t)any_size(SPE_LEARNED_SIZE - 1);
        /*@ loop unroll 16; */
        for (unsigned j = 0; j < SPE_KINDS_HELD; j++)
            learned->layouts[i].plan.portable.at[j] = (uint8_t)any_size(SPE_LEARNED_SIZE - 1);
    }
}

static void check_learned(void)
{
    const struct spe_learned *learned = &d->learned;
    /*@ assert learned->count <= SPE_LAYOUTS && learned->question_count <= SPE_QUESTIONS; */
    /*@ assert !learned->is_many; */
    /*@ assert learned->patience <= SPE_LEARN_PATIENCE; */
    /*@ loop unroll 8; */
    for (unsigned i = 0; i < SPE_QUESTIONS; i++)
        /*@ assert learned->questions[i].at < SPE_LEARNED_SIZE; */;
    /*@ loop unroll 256; */
    for (unsigned i = 0; i < 1 << SPE_QUESTIONS; i++)
        /*@ assert learned->answers[i] < SPE_LAYOUTS; */;
    /*@ loop unroll 16; */
    for (unsigned i = 0; i < SPE_LAYOUTS; i++) {
        /*@ assert learned->layouts[i].size <= SPE_LEARNED_SIZE && learned->layouts[i].op_row <= SPE_OP_ROW_NONE; */
        /*@ assert learned->layouts[i].op_at < SPE_LEARNED_SIZE; */
        /*@ loop unroll 16; */
        for (unsigned j = 0; j < SPE_KINDS_HELD; j++)
            /*@ assert learned->layouts[i].plan.portable.at[j] < SPE_LEARNED_SIZE; */;
    }
}

/* Any state between two calls: before the first chunk (`fed` is 0), or with one of which some bytes are used up. */
static void any_state(int fed)
{
    any_bytes(&storage, sizeof *d);
    any_bytes(chunk, sizeof chunk);
    d->finished = any_u32() & 1;
    d->in_record = any_u32() & 1;
    d->in_gap = any_u32() & 1;
    d->tail_size = (uint8_t)any_size(SPE_PACKET_MAX_SIZE);
    d->chunk = fed ? chunk : NULL;
    d->size = fed ? sizeof chunk : 0;
    d->config.kernel = any_u32() & 1;
    any_learned();
}

static void check_state(void)
{
    /*@ assert (d->chunk == &chunk[0] && d->size == sizeof(chunk)) || d->size == 0; */
    /*@ assert d->finished <= 1 && d->in_record <= 1 && d->in_gap <= 1; */
    /*@ assert d->tail_size <= SPE_PACKET_MAX_SIZE; */
    check_learned();
}

int spe_decoder_take(struct decoder *decoder, struct spe_record *out)
{
    (void)decoder;
    any_state(1);
    any_bytes(out, sizeof *out);
    return any_u32() & 1;
}

/* spe_take_records() for columns. Batches prove it; EVA does not see that it writes as many records as it returns. */
static size_t take_any_records(struct decoder *decoder, struct spe_record *out, size_t n)
{
    (void)decoder;
    any_state(1);
    any_bytes(out, ROWS * sizeof *out);
    return any_size(n);
}

/* A record of known kinds, ending in one, wherever there is room: what take_record() calls for. */
static void learn(void)
{
    struct spe_record record;
    any_state(1);
    any_bytes(&record, sizeof record);
    record.op_class = (uint8_t)any_size(3);
    const size_t at = any_size(sizeof chunk - SPE_LEARNED_ROOM);
    spe_learn(&d->learned, chunk + at, any_u64(), &record);
    check_state();
}

static void miss(void)
{
    any_state(1);
    spe_decoder_miss(d);
    check_state();
}

static void next_batch(int fed)
{
    struct spe_record records[2];
    any_state(fed);
    spe_decoder_next_batch(&storage, records, any_size(2));
    check_state();
}

static void next_columns(int fed)
{
    static uint64_t wide[2];
    static uint32_t word[2];
    static uint16_t half[2];
    static uint8_t byte[2];
    struct spe_columns all = {sizeof all, 0,    wide, wide, wide, wide, wide, wide, wide, wide, wide, word,
                              word,       word, word, half, half, half, half, half, byte, byte, byte, byte};
    struct spe_columns none = {.size = sizeof none};
    any_state(fed);
    spe_decoder_next_columns(&storage, any_u32() & 1 ? &all : &none, any_size(2));
    check_state();
}

static void get_stats(int fed)
{
    struct spe_decoder_stats stats;
    any_state(fed);
    spe_decoder_get_stats(&storage, &stats);
    check_state();
}

int main(void)
{
    learn();
    miss();
    next_batch(1);
    next_columns(1);
    get_stats(1);
    return 0;
}
