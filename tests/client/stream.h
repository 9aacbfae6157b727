/* SPDX-License-Identifier: MIT */
/* Writes packets and records to standard output with libspe's encoder, through a buffer. */
#ifndef STREAM_H
#define STREAM_H

#include <libspe/spe.h>
#include <stdio.h>
#include <stdlib.h>

static uint8_t buffer[1 << 16];
static spe_encoder encoder;

static void flush(void)
{
    fwrite(buffer, 1, spe_encoder_size(&encoder), stdout);
    spe_encoder_restart(&encoder, buffer, sizeof buffer);
}

/* Writes any packet, also with headers for which spe_packet_build() has no type. */
static void put_raw(const struct spe_packet *packet)
{
    if (spe_encoder_size(&encoder) + SPE_PACKET_MAX_SIZE > sizeof buffer)
        flush();
    if (spe_encoder_packet(&encoder, packet) < 0)
        abort();
}

static void put(unsigned type, unsigned index, unsigned size, uint64_t payload, unsigned flags)
{
    struct spe_packet packet;
    if (spe_packet_build(type, index, size, payload, flags, &packet) < 0)
        abort();
    put_raw(&packet);
}

/* Ends a record, so that none exceeds the largest size. */
static void end(void)
{
    put(SPE_PACKET_END, 0, 0, 0, 0);
}

static void put_record(const struct spe_record *record)
{
    if (spe_encoder_size(&encoder) + 256 > sizeof buffer) /* no record with one packet of each type is longer */
        flush();
    if (spe_encoder_record(&encoder, record) < 0)
        abort();
}

#endif
