/* SPDX-License-Identifier: MIT */
/*
 * Chunks of bytes to records: take a whole packet (across chunks if it must be), fold it, deliver at End or
 * Timestamp. A packet is looked at only when all of it is there, so that the result cannot depend on the cuts.
 */
#include <string.h>

#include <libspe/decoder.h>

#include "config.h"
#include "context.h"
#include "packet.h"
#include "record.h"

#define MAGIC 0x53504544u /* "SPED" */

struct SPE_MAY_ALIAS decoder {
    uint32_t magic;
    uint8_t finished;
    uint8_t in_record; /* the draft holds at least one packet */
    uint8_t in_gap;    /* resynchronisation has skipped bytes since the last record */
    uint8_t tail_size;
    uint8_t tail[SPE_PACKET_MAX_SIZE]; /* the head of a packet that the next chunk ends */
    const uint8_t *chunk;              /* the caller's bytes: [at, size) of them are not used up */
    size_t size;
    size_t at;
    uint64_t position; /* stream offset of the first byte not in a whole packet: of tail[0], or of chunk[at] */
    uint64_t skip;     /* resynchronisation: so many of the next bytes are not looked at */
    struct spe_decoder_config config;
    struct spe_decoder_stats stats;
    struct spe_draft draft; /* the record in progress */
};

_Static_assert(sizeof(struct decoder) <= SPE_DECODER_SIZE, "struct spe_decoder is too small");
_Static_assert(SPE_PACKET_RESERVED_HEADER << 1 == SPE_RECORD_RESERVED_HEADER &&
                   SPE_PACKET_RESERVED_VALUE << 1 == SPE_RECORD_RESERVED_VALUE &&
                   SPE_PACKET_IMPDEF << 1 == SPE_RECORD_IMPDEF,
               "spe_draft_fold() shifts packet flags into place");

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
    if (!decoder || decoder->finished || decoder->at < decoder->size)
        return SPE_E_STATE;
    decoder->chunk = bytes;
    decoder->size = len;
    decoder->at = 0;
    decoder->stats.bytes += len;
    return SPE_OK;
}

/* The next packet's bytes, all of them. */
struct span {
    const uint8_t *bytes;
    unsigned size; /* 0: the chunk is used up, the head of a packet kept */
};

/* Puts the next packet together in the tail, byte by byte: one that lies across chunks, or near the end of one. */
static struct span take_split_packet(struct decoder *d)
{
    for (;;) {
        const int size = spe_packet_measure(d->tail, d->tail_size);
        if (size >= 0 && d->tail_size >= size) {
            d->tail_size = 0;
            return (struct span){d->tail, (unsigned)size};
        }
        if (d->at >= d->size || d->tail_size >= sizeof d->tail)
            return (struct span){d->tail, 0};
        d->tail[d->tail_size++] = d->chunk[d->at++];
    }
}

/* Takes the next packet, in place where the chunk surely holds all of it. */
static inline struct span take_packet(struct decoder *d)
{
    if (d->tail_size || d->at + SPE_PACKET_MAX_SIZE > d->size)
        return take_split_packet(d);
    const uint8_t *bytes = d->chunk + d->at;
    const unsigned size = (unsigned)spe_packet_measure(bytes, SPE_PACKET_MAX_SIZE);
    d->at += size;
    return (struct span){bytes, size};
}

/* Passes over the zeros at the front of what is left, eight at a time. */
static inline void take_padding(struct decoder *d)
{
    const size_t start = d->at;
    size_t at = start;
    uint64_t word = 0;
    while (!word && at + 8 <= d->size) {
        word = spe_load64(d->chunk + at);
        at += word ? spe_lowest_bit(word) / 8 : 8;
    }
    while (at < d->size && !d->chunk[at])
        at++;
    d->at = at;
    d->position += at - start;
    d->stats.packets[SPE_PACKET_PADDING] += at - start;
}

static void count_packet(struct spe_decoder_stats *stats, const struct spe_packet *packet)
{
    stats->packets[packet->type]++;
    stats->reserved_headers += !!(packet->flags & SPE_PACKET_RESERVED_HEADER);
    stats->reserved_values += !!(packet->flags & SPE_PACKET_RESERVED_VALUE);
    stats->impdef += !!(packet->flags & SPE_PACKET_IMPDEF);
}

static inline void begin_record(struct decoder *d, uint64_t offset)
{
    d->draft.present = 0;
    d->draft.flags = 0;
    d->draft.offset = offset;
    d->in_record = 1;
}

/* Ends the record in progress and hands it out. */
static int deliver_record(struct decoder *d, struct spe_record *out)
{
    const uint64_t size = d->draft.end - d->draft.offset;
    if (!(d->draft.present & SPE_HAS_EVENTS))
        d->draft.flags |= SPE_RECORD_NO_EVENTS;
    if (size > d->config.max_record_size) {
        d->draft.flags |= SPE_RECORD_OVER_LONG;
        d->stats.over_long++;
    }
    if (d->in_gap)
        d->draft.flags |= SPE_RECORD_AFTER_GAP;
    d->in_gap = 0;
    d->stats.records++;
    spe_draft_finish(&d->draft, out);
    out->size = size;
    d->in_record = 0;
    return 1;
}

/* -- resynchronisation -- */

static void count_gap(struct decoder *d)
{
    d->stats.gaps += !d->in_gap;
    d->in_gap = 1;
}

static void skip_bytes(struct decoder *d)
{
    const size_t left = d->size - d->at;
    const size_t n = d->skip < left ? (size_t)d->skip : left;
    d->at += n;
    d->skip -= n;
    d->position += n;
    d->stats.skipped += n;
}

/* What a record can be no part of, seen packet by packet. */
static int is_implausible_part(const struct decoder *d)
{
    const struct spe_draft *record = &d->draft;
    const uint32_t damage = SPE_RECORD_UNKNOWN | SPE_RECORD_RESERVED_HEADER | SPE_RECORD_REPEATED;
    return (record->flags & damage) || d->position - record->offset > d->config.max_record_size ||
           (d->config.alignment && record->offset & (d->config.alignment - 1));
}

/* What a whole record cannot lack (D17.6). */
static int is_implausible_whole(const struct spe_draft *record)
{
    const uint64_t events = record->value[SPE_KIND_EVENTS];
    const uint32_t always = SPE_HAS_PC | SPE_HAS_OPERATION | SPE_HAS_TOTAL_LATENCY;
    const int retired = spe_event(events, SPE_EVENT_RETIRED) && !spe_event(events, SPE_EVENT_EXCEPTION);
    return !(record->present & SPE_HAS_EVENTS) || (retired && (record->present & always) != always);
}

/* Drops the record in progress; the search goes on with the next packet, or at the next multiple of alignment. */
static void drop_record(struct decoder *d)
{
    const uint64_t mask = d->config.alignment ? d->config.alignment - 1 : 0;
    count_gap(d);
    d->stats.skipped += d->position - d->draft.offset;
    d->in_record = 0;
    d->skip = -d->position & mask;
}

/* -- packets -- */

/* Folds any packet into the record in progress. Returns 1: it ended the record, which is *out. */
static int process_packet(struct decoder *d, struct span span, struct spe_record *out)
{
    struct spe_packet packet;
    const struct spe_header *row = spe_packet_read(span.bytes, span.size, &packet);
    const uint64_t offset = d->position;
    d->position += span.size;
    count_packet(&d->stats, &packet);
    if (packet.type == SPE_PACKET_PADDING)
        return 0;
    if (!d->in_record)
        begin_record(d, offset);
    const uint32_t before = d->draft.present;
    const unsigned kind = spe_draft_fold(&d->draft, row, &packet);
    d->draft.end = d->position;
    d->stats.repeated += kind != SPE_KIND_NONE && (before >> kind & 1);
    const int is_last = packet.type == SPE_PACKET_END || packet.type == SPE_PACKET_TIMESTAMP;
    if ((d->config.flags & SPE_DECODE_RESYNC) &&
        (is_implausible_part(d) || (is_last && is_implausible_whole(&d->draft)))) {
        drop_record(d);
        return 0;
    }
    return is_last ? deliver_record(d, out) : 0;
}

static inline int has_reserved_operation(const struct spe_draft *draft)
{
    return spe_op_is_reserved(draft->header[SPE_KIND_OPERATION] & 3, (unsigned)draft->value[SPE_KIND_OPERATION]);
}

/* Counts the packets of a record that held one of each kind in `present`. */
static void count_held(struct spe_decoder_stats *stats, uint32_t present)
{
    const uint32_t addresses = present >> SPE_KIND_PC & 0x1f, counters = present >> SPE_KIND_TOTAL_LATENCY & 0x1f;
    stats->packets[SPE_PACKET_ADDRESS] += spe_count_bits5(addresses);
    stats->packets[SPE_PACKET_COUNTER] += spe_count_bits5(counters);
    stats->packets[SPE_PACKET_CONTEXT] += (present >> SPE_KIND_CONTEXT_EL1 & 1) + (present >> SPE_KIND_CONTEXT_EL2 & 1);
    stats->packets[SPE_PACKET_OPERATION] += present >> SPE_KIND_OPERATION & 1;
    stats->packets[SPE_PACKET_EVENTS] += present >> SPE_KIND_EVENTS & 1;
    stats->packets[SPE_PACKET_DATA_SOURCE] += present >> SPE_KIND_DATA_SOURCE & 1;
    stats->packets[SPE_PACKET_TIMESTAMP] += present >> SPE_KIND_TIMESTAMP & 1;
    stats->packets[SPE_PACKET_END] += present >> SPE_KIND_END & 1;
}

/*
 * The inner loop: takes a whole record at the front of the chunk, if all of it is there and nothing about it is odd: short
 * headers, nothing reserved, nothing repeated, nothing unknown. Whether that is so is known at its end; if it is not,
 * nothing has happened, and process_packet() takes the record. Returns 1: *out is the record.
 */
static inline int take_ordinary_record(struct decoder *d, struct spe_record *out)
{
    struct spe_draft *draft = &d->draft;
    const uint8_t *const chunk = d->chunk;
    const size_t size = d->size;
    size_t at = d->at;
    uint64_t reserved = 0;
    uint32_t present = 0, repeated = 0;
    size_t padding = 0;
    while (!(present & (SPE_HAS_TIMESTAMP | SPE_HAS_END))) {
        if (at + 9 > size) /* eight bytes after a header are read */
            return 0;
        const uint8_t header = chunk[at];
        const uint64_t next = spe_load64(chunk + at + 1);
        const unsigned kind = spe_header_kind[header];
        if (kind == SPE_KIND_NONE) {
            if (header)
                return 0;
            const unsigned zeros = 1 + (next ? spe_lowest_bit(next) / 8 : 8);
            padding += zeros;
            at += zeros;
            continue;
        }
        const uint64_t payload = next & spe_payload_masks[header >> 4];
        reserved |= payload & spe_kinds[kind].zero;
        repeated |= present & UINT32_C(1) << kind;
        present |= UINT32_C(1) << kind;
        draft->value[kind] = payload;
        draft->header[kind] = header;
        at += 1 + spe_payload_sizes[header >> 4];
    }
    if (reserved || repeated || ((present & SPE_HAS_OPERATION) && has_reserved_operation(draft)))
        return 0;
    begin_record(d, d->position);
    draft->present = present;
    d->position += at - d->at;
    d->at = at;
    draft->end = d->position;
    d->stats.packets[SPE_PACKET_PADDING] += padding;
    count_held(&d->stats, present);
    return deliver_record(d, out);
}

int spe_decoder_next(spe_decoder *d, struct spe_record *out)
{
    if (!d || !out)
        return SPE_E_ARG;
    struct decoder *decoder = open_decoder(d);
    if (!decoder)
        return SPE_E_STATE;
    const int resync = (decoder->config.flags & SPE_DECODE_RESYNC) != 0;
    while (decoder->at < decoder->size) {
        if (decoder->skip)
            skip_bytes(decoder);
        else if (!decoder->tail_size)
            take_padding(decoder);
        if (!resync && !decoder->in_record && !decoder->tail_size && take_ordinary_record(decoder, out))
            return 1;
        const struct span span = take_packet(decoder);
        if (span.size && process_packet(decoder, span, out))
            return 1;
    }
    return 0;
}

int spe_decoder_finish(spe_decoder *d, struct spe_record *out)
{
    if (!d || !out)
        return SPE_E_ARG;
    struct decoder *decoder = open_decoder(d);
    if (!decoder || decoder->at < decoder->size)
        return SPE_E_STATE;
    decoder->finished = 1;
    if (!decoder->in_record && !decoder->tail_size)
        return 0;
    if (!decoder->in_record)
        begin_record(decoder, decoder->position);
    decoder->draft.flags |= SPE_RECORD_TRUNCATED;
    decoder->position += decoder->tail_size;
    if (decoder->tail_size)
        decoder->draft.end = decoder->position;
    decoder->stats.truncated += decoder->tail_size;
    decoder->tail_size = 0;
    if ((decoder->config.flags & SPE_DECODE_RESYNC) && is_implausible_part(decoder)) {
        drop_record(decoder);
        return 0;
    }
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
    out->bytes -= decoder->size - decoder->at;
    return SPE_OK;
}
