/* SPDX-License-Identifier: MIT */
/*
 * Proof harness: the encoder, by induction over its calls, as prove/decoder.c does it; and spe_record_packet().
 *
 * Assumed: a configuration's `size` is the size of the struct that is there.
 */
#include "../src/encoder.c"

#include "any.h"

static uint8_t buffer[200];
static spe_encoder storage;
static struct encoder *const e = (struct encoder *)(void *)&storage;

/* Any state between two calls, with `used` bytes of the buffer written. */
static void any_state(size_t used)
{
    any_bytes(&storage, sizeof *e);
    e->status = -(int32_t)any_size(64);
    e->buffer = buffer;
    e->cap = sizeof buffer;
    e->used = used;
}

static void check_state(void)
{
    /*@ assert e->status <= 0; */
    /*@ assert e->used <= e->cap; */
}

int main(void)
{
    struct spe_record record;
    any_bytes(&record, sizeof record);
    any_state(any_size(sizeof buffer));
    spe_encoder_record(&storage, &record);
    check_state();
    return 0;
}
