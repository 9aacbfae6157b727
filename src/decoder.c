/* SPDX-License-Identifier: MIT */
/*
 * Chunks of bytes to records: take a whole packet (across chunks if it must be), fold it, deliver at End or
 * Timestamp. A packet is looked at only when all of it is there, so that the result cannot depend on the cuts.
 */
#include "config.h"
#include "decoder.h"
#include "packet.h"

_Static_assert(sizeof(struct decoder) <= SPE_DECODER_SIZE, "struct spe_decoder is too small");
_Static_assert(SPE_PACKET_RESERVED_HEADER << 1 == SPE_RECORD_RESERVED_HEADER &&
                   SPE_PACKET_RESERVED_VALUE << 1 == SPE_RECORD_RESERVED_VALUE &&
                   SPE_PACKET_IMPDEF << 1 == SPE_RECORD_IMPDEF,
               "spe_draft_fold() shifts packet flags into place");

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
    decoder->magic = SPE_DECODER_MAGIC;
    return SPE_OK;
}

int spe_decoder_feed(spe_decoder *d, const void *bytes, size_t len)
{
    if (!d || (!bytes && len))
        return SPE_E_ARG;
    struct decoder *decoder = spe_decoder_open(d);
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

static void count_packet(struct spe_decoder_stats *stats, const struct spe_packet *packet)
{
    stats->packets[packet->type]++;
    stats->reserved_headers += !!(packet->flags & SPE_PACKET_RESERVED_HEADER);
    stats->reserved_values += !!(packet->flags & SPE_PACKET_RESERVED_VALUE);
    stats->impdef += !!(packet->flags & SPE_PACKET_IMPDEF);
}

static inline void begin_record(struct decoder *d, uint64_t offset)
{
    spe_draft_clear(&d->draft);
    d->draft.offset = offset;
    d->in_record = 1;
}

/* Ends the record in progress and hands it out. */
static inline int deliver_record(struct decoder *d, struct spe_record *out)
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
    return (record->flags & damage) || record->end - record->offset > d->config.max_record_size ||
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

/* Folds any packet but padding, which never comes here, into the record in progress. Returns 1: it ended the record,
 * which is *out. */
static int process_packet(struct decoder *d, struct span span, struct spe_record *out)
{
    struct spe_packet packet;
    const struct spe_header *row = spe_packet_read(span.bytes, span.size, &packet);
    const uint64_t offset = d->position;
    d->position += span.size;
    count_packet(&d->stats, &packet);
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

/* Takes a packet, odd or not. As process_packet(). */
static SPE_NOINLINE int take_any_packet(struct decoder *d, struct spe_record *out)
{
    const struct span span = take_packet(d);
    return span.size && process_packet(d, span, out);
}

/* -- packets of ordinary records: eight counts in one word, as long as a byte is enough for each -- */

#define HELD_MOST 51 /* records: 255 / SPE_HELD_MOST */

/* Adds the counts in `held`, each `times` over. */
static void count_held(struct spe_decoder_stats *stats, uint64_t held, uint64_t times)
{
    for (unsigned i = 0; i < sizeof spe_held_types; i++)
        stats->packets[spe_held_types[i]] += times * (uint8_t)(held >> 8 * i);
}

static inline void hold(struct decoder *d, uint32_t present)
{
    d->held += spe_held(present);
    if (++d->held_from < HELD_MOST)
        return;
    count_held(&d->stats, d->held, 1);
    d->held = 0;
    d->held_from = 0;
}

/*
 * The payload at bytes[*at], and past it. Branches by SZ, and not arithmetic: the next header then waits for a guess only,
 * which is mostly right, where it would wait for the size in this header.
 */
static inline uint64_t take_payload(const uint8_t *bytes, size_t *at, uint8_t header)
{
    const uint8_t *const payload = bytes + *at;
    switch (header >> 4 & 3) {
    case 0:
        *at += 1;
        return *payload;
    case 1:
        *at += 2;
        return spe_load16(payload);
    case 2:
        *at += 4;
        return spe_load32(payload);
    default:
        *at += 8;
        return spe_load64(payload);
    }
}

/*
 * The inner loop: takes a whole record at the front of the chunk, if all of it is there and nothing about it is odd: short
 * headers, nothing reserved, nothing repeated, nothing unknown. Whether that is so is known at its end; if it is not,
 * nothing has happened, and process_packet() takes the record. Returns 1: *out is the record.
 */
static inline int take_ordinary_record(struct decoder *d, struct spe_record *out)
{
    struct spe_draft *draft = &d->draft;
    const uint8_t *const bytes = d->chunk;
    uint64_t sum = 0; /* of the packets' bits: more than `present` where one is there twice */
    uint32_t present = 0;
    size_t padding = 0, at = d->at;
    unsigned kind = SPE_KIND_PC;
    if (d->size < 9) /* eight bytes after a header are read */
        return 0;
    const size_t last = d->size - 9;
    spe_draft_clear(draft);
    spe_prefetch(bytes + at);
    do {
        if (at > last)
            return 0;
        const uint8_t header = bytes[at++];
        if (!header) {
            const uint64_t next = spe_load64(bytes + at);
            const size_t zeros = next ? spe_lowest_bit(next) / 8 : 8;
            padding += 1 + zeros;
            at += zeros;
            continue;
        }
        kind = spe_header_kind[header];
        const uint32_t bit = spe_kind_bits[kind];
        present |= bit;
        sum += bit;
        draft->header[kind] = header;
        draft->value[kind] = take_payload(bytes, &at, header);
    } while (kind < SPE_KIND_TIMESTAMP);
    at -= present / SPE_HAS_END; /* which has no payload */
    if (kind == SPE_KIND_NONE || sum != present || spe_draft_has_reserved_bits(draft) ||
        ((present & SPE_HAS_OPERATION) &&
         spe_op_is_reserved(draft->header[SPE_KIND_OPERATION] & 3, (unsigned)draft->value[SPE_KIND_OPERATION])))
        return 0;
    draft->present = present;
    draft->offset = d->position;
    d->position += at - d->at;
    d->at = at;
    draft->end = d->position;
    d->stats.packets[SPE_PACKET_PADDING] += padding;
    hold(d, present);
    return deliver_record(d, out);
}

#if SPE_LEARNING

static void count_learned(struct spe_decoder_stats *stats, const struct spe_layout_learned *layout)
{
    stats->records += layout->hits;
    stats->packets[SPE_PACKET_PADDING] += layout->hits * layout->padding;
    count_held(stats, spe_held(layout->present), layout->hits);
}

/* Where learned layouts do not fit what comes, the plain loop has the next records to itself; then learning starts anew. */
void spe_decoder_miss(struct decoder *d)
{
    struct spe_learned *learned = &d->learned;
    learned->misses++;
    if (learned->tries < SPE_LEARN_TRIES)
        return;
    const int is_good = learned->misses < learned->tries / 4;
    if (is_good && learned->tries < SPE_LEARN_WINDOW)
        return;
    learned->tries = learned->misses = 0;
    learned->patience = is_good ? 0 : (uint8_t)(learned->patience + (learned->patience < SPE_LEARN_PATIENCE));
    if (is_good)
        return;
    for (unsigned i = 0; i < learned->count; i++)
        count_learned(&d->stats, &learned->layouts[i]);
    learned->wait = UINT32_C(1) << (SPE_LEARN_PAUSE + learned->patience);
    learned->count = learned->full = 0;
}

#endif

/* Takes a record that is not odd, if one stands at the front of the chunk. Returns 1: *out is the record. */
static inline int take_record(struct decoder *d, struct spe_record *out)
{
#if SPE_LEARNING
    const size_t at = d->at;
    if (!take_ordinary_record(d, out))
        return 0;
    if (d->learned.wait)
        d->learned.wait--;
    else if (!out->flags && d->size - at >= SPE_LEARNED_ROOM)
        spe_learn(&d->learned, d->chunk + at, out->size, out);
    return 1;
#else
    return take_ordinary_record(d, out);
#endif
}

/* Passes over the padding that is next. */
static void pass_padding(struct decoder *d)
{
    const size_t from = d->at;
    d->at = spe_skip_zeros(d->chunk, from, d->size);
    d->position += d->at - from;
    d->stats.packets[SPE_PACKET_PADDING] += d->at - from;
}

int spe_decoder_take(struct decoder *d, struct spe_record *out)
{
    const int resync = (d->config.flags & SPE_DECODE_RESYNC) != 0;
    while (d->at < d->size) {
        if (d->skip) {
            skip_bytes(d);
            continue;
        }
        if (!d->tail_size && !d->chunk[d->at])
            pass_padding(d);
        if (!resync && !d->in_record && !d->tail_size && take_record(d, out))
            return 1;
        if (take_any_packet(d, out))
            return 1;
    }
    return 0;
}

int spe_decoder_next(spe_decoder *d, struct spe_record *out)
{
    if (!d || !out)
        return SPE_E_ARG;
    struct decoder *decoder = spe_decoder_open(d);
    if (!decoder)
        return SPE_E_STATE;
    return spe_gather_records(decoder, out, 1) ? 1 : spe_decoder_take(decoder, out);
}

int spe_decoder_finish(spe_decoder *d, struct spe_record *out)
{
    if (!d || !out)
        return SPE_E_ARG;
    struct decoder *decoder = spe_decoder_open(d);
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
    if (decoder->magic != SPE_DECODER_MAGIC)
        return SPE_E_STATE;
    *out = decoder->stats;
    out->bytes -= decoder->size - decoder->at;
    count_held(out, decoder->held, 1);
#if SPE_LEARNING
    for (unsigned i = 0; i < decoder->learned.count; i++)
        count_learned(out, &decoder->learned.layouts[i]);
#endif
    return SPE_OK;
}
