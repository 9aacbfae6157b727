/* SPDX-License-Identifier: MIT */
/*
 * Turns bytes from a fuzzer, or pseudo-random numbers, into SPE: records that a core may write, and streams of them,
 * with damage if requested. It is for fuzzing and testing readers of SPE: include it from here, or copy it with
 * record_rules.h, and link libspe. docs/fuzzing.md explains it; examples/fuzz/client.c is a target of 80 lines.
 *
 *     int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
 *     {
 *         struct spe_gen_source source = {data, size, 0};
 *         struct spe_gen_wish wish = {0};
 *         struct spe_gen_writer writer;
 *         uint8_t stream[4096];
 *         wish.damage = 16;
 *         spe_gen_writer_init(&writer, &wish, &source);
 *         your_decoder(stream, spe_gen_stream(&writer, &wish, &source, stream, sizeof stream));
 *         return 0;
 *     }
 *
 * Promises: any bytes give a stream (a later version of these files may give another one), and a changed byte is a
 * changed choice. Without damage each record keeps every rule of check.h for the
 * writer's core, including warnings. The one exception is the rule that consecutive records differ: equal bytes may
 * make equal records. Notes (an operation that did not retire) occur. Nothing fails: a source that has run out gives
 * zeros, which are the plainest choices.
 *
 * All functions are static inline, in C99 and C++11. They do not allocate, have no globals, and use only memcpy,
 * memmove and memset of libc. Sizes are in bytes. A pointer may be NULL only if its comment allows it. record_mutator.h
 * changes a stream record by record.
 */
#ifndef SPE_RECORD_GENERATOR_H
#define SPE_RECORD_GENERATOR_H

#include "record_rules.h"

/*
 * Makes a record of any content, which an encoder must reject or write correctly. present has only known bits, op_class
 * is below 4, events_size and data_source_size are valid or 0. Takes 4 bytes and sizeof(struct spe_record).
 */
static inline struct spe_record spe_gen_any_record(struct spe_gen_source *from)
{
    struct spe_record r;
    uint8_t bytes[sizeof r] = {0};
    const uint32_t shape = (uint32_t)spe_gen_take(from, 4);
    for (size_t i = 0; i < sizeof r; i++)
        bytes[i] = (uint8_t)spe_gen_take(from, 1);
    memcpy(&r, bytes, sizeof r);
    r.present = shape & spe_record_all();
    r.op_class &= 3;
    r.events_size = (uint8_t)(shape & 0x80 ? 1u << (r.events_size & 3) : 0);
    r.data_source_size = (uint8_t)(shape & 0x8000 ? 1u << (r.data_source_size & 1) : 0);
    return r;
}

/* Changes one thing in a record, so that it may break a rule, or an encoder may reject it: a packet more or less, a bit
 * of events or of an address's upper byte, the operation, a counter, flags, a size. */
static inline void spe_gen_spoil(struct spe_record *r, struct spe_gen_source *from)
{
    static const uint8_t packets[16] = {0, 1, 2, 3, 4, 8, 9, 10, 12, 16, 17, 20, 24, 25, 26, 27}; /* SPE_HAS_* */
    uint64_t *const words[] = {&r->pc, &r->branch_target, &r->prev_branch_target, &r->data_pa, &r->events};
    uint16_t *const counters[] = {&r->total_latency, &r->issue_latency, &r->translation_latency, &r->alt_issue_latency};
    const unsigned what = spe_gen_below(from, 10),
                   which = spe_gen_below(from, 240); /* 240 is a multiple of 16, 5, 4 and 3 */
    switch (what) {
    case 0:
    case 1:
        r->present ^= 1u << packets[which % 16];
        break;
    case 2:
    case 3:
        r->events ^= SPE_GEN_BIT(spe_gen_below(from, 64));
        break;
    case 4:
        *words[which % 5] ^= SPE_GEN_BIT(55 + spe_gen_below(from, 9));
        break;
    case 5:
        r->op_payload = (uint8_t)spe_gen_take(from, 1);
        break;
    case 6:
        r->op_class = (uint8_t)(which % 5);
        break;
    case 7:
        *counters[which % 4] = (uint16_t)(spe_gen_take(from, 2) >> which % 16);
        break;
    case 8:
        r->flags = (uint32_t)spe_gen_take(from, 2) & (uint32_t)spe_gen_take(from, 2) & 0x1ff;
        break;
    default:
        r->events_size = (uint8_t)(spe_gen_chance(from, 4) ? 0 : 1u << spe_gen_below(from, 4));
        r->data_source_size = (uint8_t)(which % 3);
    }
}

/* Makes a packet without a field in struct spe_record, or one that no current core writes: IMPLEMENTATION DEFINED ones,
 * reserved and unknown headers, extended headers, any payload. */
static inline struct spe_packet spe_gen_odd_packet(struct spe_gen_source *from)
{
    struct spe_packet p;
    uint8_t bytes[SPE_PACKET_MAX_SIZE];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)spe_gen_take(from, 1);
    bytes[0] = (uint8_t)(spe_gen_chance(from, 3) ? 0x20 | (bytes[0] & 3) : bytes[0]);
    spe_packet_decode(bytes, sizeof bytes, &p); /* any bytes begin with a packet, which is not longer */
    return p;
}

/* Writes a record as the writer does. Returns 0 if an encoder rejects it or there is no room. If `odd` is set, a packet
 * that does not belong to the record precedes it, if the layout has a place for it. */
static inline size_t spe_gen_encode(const struct spe_gen_writer *w, const struct spe_record *r,
                                    const struct spe_packet *odd, uint8_t *out, size_t cap)
{
    struct spe_encoder_config cfg = SPE_ENCODER_CONFIG_INIT;
    spe_encoder e;
    if (spe_features_encoder_config(&w->core, &cfg) != SPE_OK)
        return 0;
    cfg.layout = w->layout;
    cfg.offset = w->offset;
    if (spe_encoder_init(&e, out, cap, &cfg) != SPE_OK)
        return 0;
    if (odd && w->layout == SPE_LAYOUT_CANONICAL)
        spe_encoder_packet(&e, odd);
    return spe_encoder_record(&e, r) < 0 ? 0 : spe_encoder_size(&e);
}

/* Damages bytes as if in transfer: bits flip, a part is lost, doubled, or overwritten. `cap` is the room at `bytes`.
 * Returns the new number of bytes. */
static inline size_t spe_gen_damage(uint8_t *bytes, size_t size, size_t cap, struct spe_gen_source *from)
{
    const unsigned what = spe_gen_below(from, 5);
    const size_t at = spe_gen_below(from, (unsigned)size), n = 1 + spe_gen_below(from, (unsigned)(size - at));
    if (!size)
        return 0;
    if (what == 0) {
        bytes[at] ^= (uint8_t)(1u << spe_gen_below(from, 8));
    } else if (what == 1) {
        bytes[at] = (uint8_t)spe_gen_take(from, 1);
    } else if (what == 2) {
        memset(bytes + at, spe_gen_chance(from, 2) ? 0xff : 0, n);
    } else if (what == 3) {
        memmove(bytes + at, bytes + at + n, size - at - n);
        return size - n;
    } else if (size + n <= cap) {
        memmove(bytes + at + n, bytes + at, size - at);
        return size + n;
    }
    return size;
}

/* The bytes in which any record of the writer fits: every packet, an odd one, padding. */
static inline size_t spe_gen_room(const struct spe_gen_writer *w)
{
    return 128 + w->core.alignment;
}

/*
 * Appends the writer's next record. wish->damage of 256 records are damaged: changed before they are encoded, with an
 * odd packet, or in their bytes. Returns the number of bytes written at out. It is 0 if there is no room for any record
 * (spe_gen_room()); only through damage also if the record was rejected or lost.
 */
static inline size_t spe_gen_append(struct spe_gen_writer *w, const struct spe_gen_wish *wish,
                                    struct spe_gen_source *from, uint8_t *out, size_t cap)
{
    struct spe_record r;
    struct spe_packet odd;
    size_t size;
    if (cap < spe_gen_room(w))
        return 0;
    r = spe_gen_record(w, wish, from, NULL);
    const unsigned how =
        wish->damage && spe_gen_below(from, 256) >= 256u - wish->damage ? 1 + spe_gen_below(from, 3) : 0;
    if (how == 1)
        spe_gen_spoil(&r, from);
    if (how == 2)
        odd = spe_gen_odd_packet(from);
    size = spe_gen_encode(w, &r, how == 2 ? &odd : NULL, out, cap);
    w->offset += size;
    return how == 3 ? spe_gen_damage(out, size, cap, from) : size;
}

/*
 * Writes records until the source's bytes have run out or there is no room for another; at least one if there is room.
 * A source without bytes gives one record: call spe_gen_append() for more. Returns the number of bytes written at out,
 * mostly some 2,300 for an input of 1,000.
 */
static inline size_t spe_gen_stream(struct spe_gen_writer *w, const struct spe_gen_wish *wish,
                                    struct spe_gen_source *from, uint8_t *out, size_t cap)
{
    size_t size = 0;
    do {
        size += spe_gen_append(w, wish, from, out + size, cap - size);
    } while (from->left && cap - size >= spe_gen_room(w));
    return size;
}

#endif
