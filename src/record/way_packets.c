/* SPDX-License-Identifier: MIT */
/*
 * The third way: packet by packet. A packet is read only when all of it is there, if necessary joined from two chunks,
 * so the result cannot depend on where chunks end. This way handles odd packets, packets that lie across chunks,
 * records that are cut off, and every packet of a stream that is known to be damaged: it does the resynchronisation.
 */
#include "../packet/packet.h"
#include "deliver.h"
#include "way_packets.h"

_Static_assert(SPE_PACKET_RESERVED_HEADER << 1 == SPE_RECORD_RESERVED_HEADER &&
                   SPE_PACKET_RESERVED_VALUE << 1 == SPE_RECORD_RESERVED_VALUE &&
                   SPE_PACKET_IMPDEF << 1 == SPE_RECORD_IMPDEF,
               "spe_partial_fold() shifts packet flags into place");

/* The next packet's bytes, all of them */
struct span {
    const uint8_t *bytes;
    unsigned size; /* 0 if the chunk is used up and the first bytes of a packet are kept */
};

/* Joins the next packet in the tail, byte by byte, if it lies across chunks or near the end of one. */
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

/* Takes the next packet, in place if the chunk surely holds all of it. */
static inline struct span take_bytes(struct decoder *d)
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
    spe_partial_clear(&d->partial);
    d->partial.offset = offset;
    d->room = offset - d->packet_end;
    d->in_record = 1;
}

/* -- resynchronisation -- */

static void count_gap(struct decoder *d)
{
    d->stats.gaps += !d->in_gap;
    d->in_gap = 1;
}

void spe_skip_bytes(struct decoder *d)
{
    const size_t left = d->size - d->at;
    const size_t n = d->skip < left ? (size_t)d->skip : left;
    d->at += n;
    d->skip -= n;
    d->position += n;
    d->stats.skipped += n;
}

static uint64_t alignment_mask(const struct decoder *d)
{
    return d->config.alignment ? d->config.alignment - 1 : 0;
}

/* Whether the record in progress cannot be part of a valid one, checked at each packet. A slot of a fixed record layout
 * may begin with padding, so it is enough that an aligned place is free before the record's first packet. */
static int is_implausible_part(const struct decoder *d)
{
    const struct spe_partial_record *record = &d->partial;
    const uint32_t damage = SPE_RECORD_UNKNOWN | SPE_RECORD_RESERVED_HEADER;
    const uint64_t padding = record->offset & alignment_mask(d); /* padding at the beginning of the record */
    return (record->flags & damage) || record->end - record->offset + padding > d->config.max_record_size ||
           padding > d->room;
}

/* Whether a whole record lacks what every record has: Events and, for an instruction that retired, the PC and the
 * operation (D17.6). */
static int is_implausible_whole(const struct decoder *d)
{
    const struct spe_partial_record *record = &d->partial;
    const uint64_t events = record->value[SPE_KIND_EVENTS];
    const uint32_t known_by = SPE_HAS_PC | SPE_HAS_OPERATION;
    const int retired = spe_event(events, SPE_EVENT_RETIRED) && !spe_event(events, SPE_EVENT_EXCEPTION);
    return !(record->present & SPE_HAS_EVENTS) ||
           (retired && (d->config.flags & SPE_DECODE_ARCH_INST) && (record->present & known_by) != known_by);
}

/* Begins another record at `offset`, where a packet repeats one that the record has: the end of the earlier record is
 * lost. */
static void begin_anew(struct decoder *d, uint64_t offset)
{
    count_gap(d);
    d->stats.skipped += offset - d->partial.offset;
    begin_record(d, offset);
}

/* Drops the record in progress; the search continues with the next packet, or at the next multiple of alignment. */
static void drop_record(struct decoder *d)
{
    count_gap(d);
    d->stats.skipped += d->position - d->partial.offset;
    d->in_record = 0;
    d->skip = -d->position & alignment_mask(d);
}

/* -- packets -- */

/* Folds a packet, never padding, into the record in progress. Returns 1, with the record in *out, if the packet ended
 * the record. */
static int process_packet(struct decoder *d, struct span span, struct spe_record *out)
{
    struct spe_packet packet;
    const struct spe_header *row = spe_packet_read(span.bytes, span.size, &packet);
    const uint64_t offset = d->position;
    d->position += span.size;
    count_packet(&d->stats, &packet);
    if (!d->in_record)
        begin_record(d, offset);
    const uint32_t before = d->partial.present;
    const unsigned kind = spe_partial_fold(&d->partial, row, &packet);
    const unsigned is_repeated = kind != SPE_KIND_NONE && (before >> kind & 1);
    d->stats.repeated += is_repeated;
    if (d->is_searching && is_repeated) {
        begin_anew(d, offset);
        spe_partial_fold(&d->partial, row, &packet);
    }
    d->partial.end = d->position;
    d->packet_end = d->position;
    const int is_last = packet.type == SPE_PACKET_END || packet.type == SPE_PACKET_TIMESTAMP;
    if (d->is_searching && (is_implausible_part(d) || (is_last && is_implausible_whole(d)))) {
        drop_record(d);
        return 0;
    }
    return is_last ? spe_deliver(d, out) : 0;
}

int spe_take_packet(struct decoder *d, struct spe_record *out)
{
    const struct span span = take_bytes(d);
    return span.size && process_packet(d, span, out);
}

/* -- the end -- */

int spe_cut_off(struct decoder *d, struct spe_record *out)
{
    if (!d->in_record && !d->tail_size)
        return 0;
    if (!d->in_record)
        begin_record(d, d->position);
    d->partial.flags |= SPE_RECORD_TRUNCATED;
    d->position += d->tail_size;
    if (d->tail_size)
        d->partial.end = d->position;
    d->stats.truncated += d->tail_size;
    d->tail_size = 0;
    if (d->is_searching && is_implausible_part(d)) {
        drop_record(d);
        return 0;
    }
    return spe_deliver(d, out);
}
