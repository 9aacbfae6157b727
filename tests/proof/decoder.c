/* SPDX-License-Identifier: MIT */
/*
 * Proof harness: the decoder, by induction over its calls. From every state of any_state(), each call is made once,
 * with any arguments, and must leave a state of check_state(), which are the same; spe_decoder_init() makes the first.
 * So no sequence of calls, however long, has undefined behaviour. Storage that was never opened is one of the states:
 * its magic is any.
 *
 * EVA folders: base fast packet record table
 * EVA defines: -DSPE_NO_LEARNING, as learned layouts have a harness of their own.
 *
 * EVA precision: 2 (at 4 it had not ended after ten minutes)
 *
 * Assumed: a configuration's `size` is the size of the struct that is there. A chunk is of 24 bytes, of which any
 * number are used up: no read is further than nine bytes from `at`, so a longer one has nothing that this one has not.
 * The calls of batch.h are here without learned layouts.
 */
#include "../src/record/decoder.c"
#include "../src/record/deliver.c"
#include "../src/record/way_packets.c"

#include "any.h"

static uint8_t chunk[24];
static spe_decoder storage;
static struct decoder *const d = (struct decoder *)(void *)&storage;

/* Any state between two calls: before the first chunk (`fed` is 0), or with one of which some bytes are used up. */
static void any_state(int fed)
{
    any_bytes(&storage, sizeof *d);
    any_bytes(chunk, sizeof chunk);
    d->finished = any_u32() & 1;
    d->in_record = any_u32() & 1;
    d->in_gap = any_u32() & 1;
    d->is_searching = any_u32() & 1;
    d->tail_size = (uint8_t)any_size(SPE_PACKET_MAX_SIZE);
    d->chunk = fed ? chunk : NULL;
    d->size = fed ? sizeof chunk : 0;
}

static void check_state(void)
{
    /*@ assert (d->chunk == &chunk[0] && d->size == sizeof(chunk)) || d->size == 0; */
    /*@ assert d->finished <= 1 && d->in_record <= 1 && d->in_gap <= 1 && d->is_searching <= 1; */
    /*@ assert d->tail_size <= SPE_PACKET_MAX_SIZE; */
}

static void init(void)
{
    struct spe_decoder_config cfg;
    any_bytes(&cfg, sizeof cfg);
    cfg.size = sizeof cfg;
    spe_decoder_init(&storage, any_u32() & 1 ? &cfg : NULL);
    check_state();
}

static void feed(int fed)
{
    any_state(fed);
    spe_decoder_feed(&storage, chunk, sizeof chunk);
    check_state();
}

static void feed_nothing(int fed)
{
    any_state(fed);
    spe_decoder_feed(&storage, NULL, 0);
    check_state();
}

static void next(int fed)
{
    struct spe_record record;
    any_state(fed);
    spe_decoder_next(&storage, &record);
    check_state();
}

static void finish(int fed)
{
    struct spe_record record;
    any_state(fed);
    spe_decoder_finish(&storage, &record);
    check_state();
}

static void gap(int fed)
{
    struct spe_record record;
    any_state(fed);
    spe_decoder_gap(&storage, any_u64(), &record);
    check_state();
}

static void set_offset(int fed)
{
    any_state(fed);
    spe_decoder_set_offset(&storage, any_u64());
    check_state();
}

static void resync(int fed)
{
    any_state(fed);
    spe_decoder_resync(&storage);
    check_state();
}

static void batch(int fed)
{
    struct spe_record records[2];
    any_state(fed);
    spe_decoder_next_batch(&storage, records, any_size(2));
    spe_decoder_batch_status(&storage);
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
    init();
    for (int fed = 0; fed <= 1; fed++) {
        feed(fed);
        feed_nothing(fed);
        next(fed);
        finish(fed);
        gap(fed);
        set_offset(fed);
        resync(fed);
        batch(fed);
        get_stats(fed);
    }
    return 0;
}
