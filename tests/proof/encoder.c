/* SPDX-License-Identifier: MIT */
/*
 * Proof harness: the encoder, by induction over its calls, as tests/proof/decoder.c does it for the decoder; and
 * spe_record_packet().
 *
 * Assumed: a configuration's `size` is the size of the struct that is there. The buffer is of 256 bytes, of which at
 * least 128 are left, so that a record is made in place; or of 130 bytes, of which any number are left; or there is
 * none. The encoder looks at a buffer only from `used` on, so a longer one behaves like one of these.
 *
 * EVA folders: base fast packet record table
 * EVA precision: 1
 */
#include "../src/record/encoder.c"

#include "any.h"

#include "../src/record/record_packet.h"

static uint8_t large[256], small[130];
static spe_encoder storage;
static struct encoder *const e = (struct encoder *)(void *)&storage;

/* Any state between two calls, with `used` bytes of the buffer written. */
static void any_state(uint8_t *buffer, size_t cap, size_t used)
{
    any_bytes(&storage, sizeof *e);
    e->status = -(int32_t)any_size(INT32_MAX);
    e->buffer = buffer;
    e->cap = cap;
    e->used = used;
}

static void check_state(const uint8_t *buffer, size_t cap)
{
    /*@ assert e->status <= 0; */
    /*@ assert e->buffer == buffer && e->cap == cap && e->used <= cap; */
}

static void init(void)
{
    struct spe_encoder_config cfg;
    any_bytes(&cfg, sizeof cfg);
    cfg.size = sizeof cfg;
    if (spe_encoder_init(&storage, small, sizeof small, any_u32() & 1 ? &cfg : NULL) == SPE_OK)
        check_state(small, sizeof small);
    if (spe_encoder_init(&storage, NULL, 0, NULL) == SPE_OK)
        check_state(NULL, 0);
}

static void record(uint8_t *buffer, size_t cap, size_t used)
{
    struct spe_record in;
    any_bytes(&in, sizeof in);
    any_state(buffer, cap, used);
    spe_encoder_record(&storage, &in);
    check_state(buffer, cap);
}

static void packet(uint8_t *buffer, size_t cap, size_t used)
{
    struct spe_packet in;
    any_bytes(&in, sizeof in);
    any_state(buffer, cap, used);
    spe_encoder_packet(&storage, &in);
    check_state(buffer, cap);
}

static void restart(void)
{
    any_state(large, sizeof large, any_size(sizeof large));
    spe_encoder_size(&storage);
    spe_encoder_status(&storage);
    spe_encoder_refused(&storage);
    if (spe_encoder_restart(&storage, small, sizeof small) == SPE_OK)
        check_state(small, sizeof small);
    if (spe_encoder_restart(&storage, NULL, 0) == SPE_OK)
        check_state(NULL, 0);
}

static void of_record(void)
{
    struct spe_record in;
    struct spe_packet out;
    any_bytes(&in, sizeof in);
    spe_record_packet(&in, any_u32(), &out);
}

int main(void)
{
    init();
    record(large, sizeof large, any_size(sizeof large - SPE_ORDER_ROOM));
    record(NULL, 0, 0);
    packet(NULL, 0, 0);
    /*@ loop unroll 131; */
    for (size_t used = 0; used <= sizeof small; used++) {
        record(small, sizeof small, used);
        packet(small, sizeof small, used);
    }
    restart();
    of_record();
    return 0;
}
