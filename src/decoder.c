/* SPDX-License-Identifier: MIT */
/*
 * Chunks of bytes to records: take a whole packet (across chunks if it must be), fold it, deliver at End or
 * Timestamp. A packet is looked at only when all of it is there, so that the result cannot depend on the cuts.
 */
#include <string.h>

#include <libspe/decoder.h>

#include "config.h"
#include "context.h"
#include "record.h"

#define MAGIC 0x53504544u /* "SPED" */

struct SPE_MAY_ALIAS decoder {
    uint32_t magic;
    uint8_t finished;
    uint8_t in_record; /* `record` holds at least one packet */
    uint8_t in_gap;    /* resynchronisation has skipped bytes since the last record */
    uint8_t tail_size;
    uint8_t tail[SPE_PACKET_MAX_SIZE]; /* the head of a packet that the next chunk ends */
    const uint8_t *in;                 /* the caller's bytes that are not used up */
    size_t left;
    uint64_t position; /* stream offset of the first byte not in a whole packet: of tail[0], or of *in */
    uint64_t skip_to;  /* resynchronisation: bytes before this offset are not looked at */
    struct spe_decoder_config config;
    struct spe_decoder_stats stats;
    struct spe_record record; /* in progress */
};

_Static_assert(sizeof(struct decoder) <= SPE_DECODER_SIZE, "struct spe_decoder is too small");
_Static_assert(SPE_PACKET_RESERVED_HEADER << 1 == SPE_RECORD_RESERVED_HEADER &&
                   SPE_PACKET_RESERVED_VALUE << 1 == SPE_RECORD_RESERVED_VALUE &&
                   SPE_PACKET_IMPDEF << 1 == SPE_RECORD_IMPDEF,
               "spe_record_fold() shifts packet flags into place");

static struct decoder *open_decoder(spe_decoder *d)
{
    struct decoder *decoder = (struct decoder *)(void *)d;
    return decoder->magic == MAGIC ? decoder : NULL;
}

int spe_decoder_init(spe_decoder *d, const struct spe_decoder_config *cfg)
{
    if (!d)
        return SPE_E_ARG;
    struct decoder *decoder = (struct decoder *)(void *)d;
    memset(decoder, 0, sizeof *decoder);
    struct spe_decoder_config *config = &decoder->config;
    const int status = spe_config_read(config, cfg, offsetof(struct spe_decoder_config, reserved));
    if (status != SPE_OK)
        return status;
    if ((config->flags & ~(uint32_t)SPE_DECODE_RESYNC) || !spe_is_alignment(config->alignment))
        return SPE_E_CONFIG;
    if (!config->max_record_size)
        config->max_record_size = SPE_RECORD_MAX_SIZE;
    decoder->position = config->offset;
    decoder->magic = MAGIC;
    return SPE_OK;
}

int spe_decoder_feed(spe_decoder *d, const void *bytes, size_t len)
{
    if (!d || (!bytes && len))
        return SPE_E_ARG;
    struct decoder *decoder = open_decoder(d);
    if (!decoder || decoder->finished || decoder->left)
        return SPE_E_STATE;
    decoder->in = bytes;
    decoder->left = len;
    decoder->stats.bytes += len;
    return SPE_OK;
}

/* Drops `size` bytes of the caller's chunk. */
static void advance(struct decoder *d, size_t size)
{
    d->in += size;
    d->left -= size;
}

/* Moves up to `size` bytes of the chunk behind the tail. */
static void extend_tail(struct decoder *d, size_t size)
{
    const size_t n = size < d->left ? size : d->left;
    if (!n)
        return;
    memcpy(d->tail + d->tail_size, d->in, n);
    d->tail_size = (uint8_t)(d->tail_size + n);
    advance(d, n);
}

/* Takes the packet whose head is in the tail. Returns its size, or 0: the chunk is used up. */
static int take_split_packet(struct decoder *d, struct spe_packet *packet)
{
    for (;;) {
        const int size = spe_packet_decode(d->tail, d->tail_size, packet);
        if (size > 0) {
            d->tail_size = 0;
            return size;
        }
        if (!d->left)
            return 0;
        extend_tail(d, packet->missing);
    }
}

/* Takes the next packet. Returns its size, or 0: the chunk is used up, the head of a packet kept. */
static int take_packet(struct decoder *d, struct spe_packet *packet)
{
    if (d->tail_size)
        return take_split_packet(d, packet);
    if (!d->left)
        return 0;
    const int size = spe_packet_decode(d->in, d->left, packet);
    if (size > 0) {
        advance(d, (size_t)size);
        return size;
    }
    extend_tail(d, d->left);
    return 0;
}

/* Passes over the zeros at the front of the chunk. */
static void take_padding(struct decoder *d)
{
    size_t n = 0;
    while (n < d->left && !d->in[n])
        n++;
    advance(d, n);
    d->position += n;
    d->stats.packets[SPE_PACKET_PADDING] += n;
}

static void count_packet(struct decoder *d, const struct spe_packet *packet)
{
    d->stats.packets[packet->type]++;
    d->stats.reserved_headers += !!(packet->flags & SPE_PACKET_RESERVED_HEADER);
    d->stats.reserved_values += !!(packet->flags & SPE_PACKET_RESERVED_VALUE);
    d->stats.impdef += !!(packet->flags & SPE_PACKET_IMPDEF);
}

static void begin_record(struct decoder *d, uint64_t offset)
{
    memset(&d->record, 0, sizeof d->record);
    d->record.offset = offset;
    d->in_record = 1;
}

/* The record in progress ends at `position`: hands it out. */
static int deliver_record(struct decoder *d, struct spe_record *out)
{
    struct spe_record *record = &d->record;
    record->size = d->position - record->offset;
    if (!(record->present & SPE_HAS_EVENTS))
        record->flags |= SPE_RECORD_NO_EVENTS;
    if (record->size > d->config.max_record_size) {
        record->flags |= SPE_RECORD_OVER_LONG;
        d->stats.over_long++;
    }
    if (d->in_gap)
        record->flags |= SPE_RECORD_AFTER_GAP;
    d->in_gap = 0;
    d->in_record = 0;
    d->stats.records++;
    *out = *record;
    return 1;
}

/* -- resynchronisation -- */

static void count_gap(struct decoder *d)
{
    d->stats.gaps += !d->in_gap;
    d->in_gap = 1;
}

/* Passes over bytes before skip_to. */
static void skip_bytes(struct decoder *d)
{
    const uint64_t wanted = d->skip_to - d->position;
    const size_t n = wanted < d->left ? (size_t)wanted : d->left;
    advance(d, n);
    d->position += n;
    d->stats.skipped += n;
}

/* What a record can be no part of, seen packet by packet. */
static int is_implausible_part(const struct decoder *d)
{
    const struct spe_record *record = &d->record;
    const uint32_t damage = SPE_RECORD_UNKNOWN | SPE_RECORD_RESERVED_HEADER | SPE_RECORD_REPEATED;
    return (record->flags & damage) || d->position - record->offset > d->config.max_record_size ||
           (d->config.alignment && record->offset & (d->config.alignment - 1));
}

/* What a whole record cannot lack (D17.6). */
static int is_implausible_whole(const struct spe_record *record)
{
    const uint32_t always = SPE_HAS_PC | SPE_HAS_OPERATION | SPE_HAS_TOTAL_LATENCY;
    const int retired = spe_event(record->events, SPE_EVENT_RETIRED) && !spe_event(record->events, SPE_EVENT_EXCEPTION);
    return !(record->present & SPE_HAS_EVENTS) || (retired && (record->present & always) != always);
}

/* Drops the record in progress; the search goes on with the next packet, or at the next multiple of alignment. */
static void drop_record(struct decoder *d)
{
    const uint64_t mask = d->config.alignment ? d->config.alignment - 1 : 0;
    count_gap(d);
    d->stats.skipped += d->position - d->record.offset;
    d->in_record = 0;
    d->skip_to = (d->position + mask) & ~mask;
}

/* Folds one packet of `size` bytes into the record in progress. Returns 1: it ended the record, which is *out. */
static int process_packet(struct decoder *d, const struct spe_packet *packet, unsigned size, struct spe_record *out)
{
    const uint64_t offset = d->position;
    d->position += size;
    count_packet(d, packet);
    if (packet->type == SPE_PACKET_PADDING)
        return 0;
    if (!d->in_record)
        begin_record(d, offset);
    d->stats.repeated += (uint64_t)spe_record_fold(&d->record, packet);
    const int is_last = packet->type == SPE_PACKET_END || packet->type == SPE_PACKET_TIMESTAMP;
    if ((d->config.flags & SPE_DECODE_RESYNC) &&
        (is_implausible_part(d) || (is_last && is_implausible_whole(&d->record)))) {
        drop_record(d);
        return 0;
    }
    return is_last ? deliver_record(d, out) : 0;
}

int spe_decoder_next(spe_decoder *d, struct spe_record *out)
{
    if (!d || !out)
        return SPE_E_ARG;
    struct decoder *decoder = open_decoder(d);
    if (!decoder)
        return SPE_E_STATE;
    struct spe_packet packet;
    for (;;) {
        if (decoder->position < decoder->skip_to)
            skip_bytes(decoder);
        else if (!decoder->tail_size)
            take_padding(decoder);
        const int size = take_packet(decoder, &packet);
        if (!size)
            return 0;
        if (process_packet(decoder, &packet, (unsigned)size, out))
            return 1;
    }
}

int spe_decoder_finish(spe_decoder *d, struct spe_record *out)
{
    if (!d || !out)
        return SPE_E_ARG;
    struct decoder *decoder = open_decoder(d);
    if (!decoder || decoder->left)
        return SPE_E_STATE;
    decoder->finished = 1;
    if (!decoder->in_record && !decoder->tail_size)
        return 0;
    if (!decoder->in_record)
        begin_record(decoder, decoder->position);
    decoder->record.flags |= SPE_RECORD_TRUNCATED;
    decoder->position += decoder->tail_size;
    decoder->stats.truncated += decoder->tail_size;
    decoder->tail_size = 0;
    return deliver_record(decoder, out);
}

int spe_decoder_get_stats(const spe_decoder *d, struct spe_decoder_stats *out)
{
    if (!d || !out)
        return SPE_E_ARG;
    const struct decoder *decoder = (const struct decoder *)(const void *)d;
    if (decoder->magic != MAGIC)
        return SPE_E_STATE;
    *out = decoder->stats;
    out->bytes -= decoder->left;
    return SPE_OK;
}
