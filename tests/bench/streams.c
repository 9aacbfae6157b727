/* SPDX-License-Identifier: MIT */
/* See streams.h. */
#include "streams.h"

#include <libspe/encoder.h>
#include <string.h>

static uint64_t state;

static uint64_t random_u64(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static unsigned random_below(unsigned n)
{
    return (unsigned)(random_u64() >> 32) % n;
}

/* One record as a core writes it: load, store, branch or other; `extra` are fields that not every core has. */
static struct spe_record make_record(unsigned kind, uint32_t extra)
{
    struct spe_record r = {
        .pc = UINT64_C(0xc0ff800010000000) | (random_u64() & 0xfffffc),
        .timestamp = random_u64() >> 20,
        .events = 0x02 | (random_u64() & 0x80),
        .context_el1 = 77,
        .context_el2 = 4242,
        .total_latency = (uint16_t)random_below(4096),
        .issue_latency = (uint16_t)random_below(16),
        .present =
            SPE_HAS_PC | SPE_HAS_EVENTS | SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY | SPE_HAS_OPERATION | extra,
    };
    static const uint8_t classes[4] = {SPE_CLASS_LOAD_STORE, SPE_CLASS_LOAD_STORE, SPE_CLASS_BRANCH, SPE_CLASS_OTHER};
    r.op_class = classes[kind];
    r.op_payload = kind == 1 || kind == 2;
    if (kind < 2) {
        r.present |= SPE_HAS_DATA_VA | SPE_HAS_TRANSLATION_LATENCY | (kind ? 0 : SPE_HAS_DATA_SOURCE);
        r.data_va = 0xff000000000000 | (random_u64() & 0xffffffff);
        r.data_pa = UINT64_C(0x8000000000000000) | (random_u64() & 0xffffffff);
        r.translation_latency = (uint16_t)random_below(8);
        r.events |= 0x14 | (random_u64() & 0x08);
        r.data_source = random_below(8) ? 0 : 8;
    } else {
        r.present &= ~SPE_HAS_DATA_PA;
    }
    if (kind == 2) {
        r.present |= SPE_HAS_BRANCH_TARGET;
        r.branch_target = r.pc + 64;
    }
    return r;
}

/* -- Neoverse-like slots -- */

static size_t fill_slots(uint8_t *bytes, size_t size, uint32_t extra)
{
    const struct spe_encoder_config cfg = {.size = sizeof cfg, .layout = SPE_LAYOUT_SLOTS_64};
    spe_encoder e;
    struct spe_record r;
    state = 1;
    spe_encoder_init(&e, bytes, size, &cfg);
    do
        r = make_record(random_below(4), extra);
    while (spe_encoder_record(&e, &r) > 0);
    return spe_encoder_size(&e);
}

static size_t fill_fixed(uint8_t *bytes, size_t size)
{
    return fill_slots(bytes, size, SPE_HAS_TIMESTAMP | SPE_HAS_CONTEXT_EL2);
}

static size_t fill_fixed_bare(uint8_t *bytes, size_t size)
{
    return fill_slots(bytes, size, SPE_HAS_TIMESTAMP);
}

/* -- packed records -- */

/* How records of one layout look. */
struct shape {
    unsigned kind;
    uint32_t extra;
    uint8_t events_size;
    uint8_t padding; /* bytes of it after the record */
};

static struct shape random_shape(int plain)
{
    struct shape s = {.kind = random_below(4), .extra = SPE_HAS_TIMESTAMP, .events_size = 2};
    if (plain)
        return s;
    s.extra = random_below(4) ? SPE_HAS_TIMESTAMP : SPE_HAS_END;
    s.extra |= random_below(2) ? SPE_HAS_CONTEXT_EL1 : 0;
    s.extra |= random_below(2) ? SPE_HAS_CONTEXT_EL2 : 0;
    s.extra |= random_below(2) ? SPE_HAS_DATA_PA : 0;
    s.extra |= random_below(4) ? 0 : SPE_HAS_PREV_BRANCH_TARGET;
    s.events_size = (uint8_t)(1u << random_below(3));
    s.padding = (uint8_t)random_below(4);
    return s;
}

/* Returns 0 when the buffer is full. */
static int put_shape(spe_encoder *e, const struct shape *shape)
{
    static const struct spe_packet zero = {.type = SPE_PACKET_PADDING, .header_size = 1};
    struct spe_record r = make_record(shape->kind, shape->extra);
    r.events_size = shape->events_size;
    if (spe_encoder_record(e, &r) < 0)
        return 0;
    for (unsigned i = 0; i < shape->padding; i++)
        spe_encoder_packet(e, &zero);
    return 1;
}

/* Which shape comes next. */
enum choice { IN_TURN, AT_RANDOM, SOME_OFTEN };

#define SHAPES 260 /* at most */

/* Number i is taken 1 / (i + 1) as often as number 0. */
static unsigned random_zipf(unsigned count)
{
    static uint32_t below[SHAPES];
    below[0] = 1000000;
    for (unsigned i = 1; i < count; i++)
        below[i] = below[i - 1] + below[0] / (i + 1);
    const unsigned random = random_below(below[count - 1]);
    unsigned i = 0;
    while (random >= below[i])
        i++;
    return i;
}

static size_t fill_shapes(uint8_t *bytes, size_t size, struct shape *shapes, unsigned count, enum choice choice)
{
    spe_encoder e;
    unsigned i = 0;
    spe_encoder_init(&e, bytes, size, NULL);
    do
        i = choice == IN_TURN ? (i + 1) % count : choice == SOME_OFTEN ? random_zipf(count) : random_below(count);
    while (put_shape(&e, &shapes[i]));
    return spe_encoder_size(&e);
}

/* Four kinds of record, one shape each. */
static size_t fill_packed_few(uint8_t *bytes, size_t size)
{
    struct shape shapes[4];
    state = 2;
    for (unsigned i = 0; i < 4; i++) {
        shapes[i] = random_shape(1);
        shapes[i].kind = i;
    }
    return fill_shapes(bytes, size, shapes, 4, AT_RANDOM);
}

/* Any of `count` shapes, of which some have the same layout. */
static size_t fill_many(uint8_t *bytes, size_t size, unsigned count, enum choice choice)
{
    struct shape shapes[SHAPES];
    state = 3;
    for (unsigned i = 0; i < count; i++)
        shapes[i] = random_shape(0);
    return fill_shapes(bytes, size, shapes, count, choice);
}

static size_t fill_packed_many(uint8_t *bytes, size_t size)
{
    return fill_many(bytes, size, 120, AT_RANDOM);
}

static size_t fill_packed_zipf(uint8_t *bytes, size_t size)
{
    return fill_many(bytes, size, 100, SOME_OFTEN);
}

static size_t fill_packed_most(uint8_t *bytes, size_t size)
{
    return fill_many(bytes, size, SHAPES, AT_RANDOM);
}

static size_t fill_alternating(uint8_t *bytes, size_t size)
{
    struct shape shapes[2];
    state = 4;
    for (unsigned i = 0; i < 2; i++)
        shapes[i] = random_shape(0);
    shapes[0].kind = 0;
    shapes[1].kind = 2;
    return fill_shapes(bytes, size, shapes, 2, IN_TURN);
}

/* Another layout with every record: the order of packets is shuffled. */
static size_t fill_new_layouts(uint8_t *bytes, size_t size)
{
    static const uint32_t fields[] = {
        SPE_HAS_PC,          SPE_HAS_OPERATION, SPE_HAS_EVENTS, SPE_HAS_TOTAL_LATENCY, SPE_HAS_ISSUE_LATENCY,
        SPE_HAS_CONTEXT_EL1, SPE_HAS_DATA_VA,   SPE_HAS_DATA_PA};
    const unsigned count = sizeof fields / sizeof fields[0];
    size_t at = 0;
    state = 5;
    while (size - at > 128) {
        struct spe_record r = make_record(0, SPE_HAS_CONTEXT_EL1 | SPE_HAS_DATA_PA | SPE_HAS_TIMESTAMP);
        struct spe_packet p;
        for (unsigned i = 0, first = random_below(count), step = random_below(4) * 2 + 1; i < count; i++) {
            spe_record_packet(&r, fields[(first + i * step) % count], &p);
            at += (size_t)spe_packet_encode(&p, bytes + at, size - at);
            at += random_below(8) ? 0 : 1; /* a byte of padding */
            bytes[at] = 0;
        }
        spe_record_packet(&r, SPE_HAS_TIMESTAMP, &p);
        at += (size_t)spe_packet_encode(&p, bytes + at, size - at);
    }
    return at;
}

static size_t fill_random(uint8_t *bytes, size_t size)
{
    state = 6;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(random_u64() >> 32);
    return size;
}

/* The published captures' whole records, one after another: three kinds of real layouts. */
static const uint8_t captures[] = {
    0xb0, 0xd0, 0xc2, 0xa1, 0xed, 0x66, 0xba, 0xff, 0xc0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x65, 0x80, 0x5f, 0x00,
    0x00, 0x49, 0x00, 0x52, 0x16, 0x00, 0x99, 0x04, 0x00, 0x98, 0x0c, 0x00, 0xb2, 0x28, 0x6b, 0x09, 0x03, 0x37,
    0x0e, 0xff, 0x00, 0x9a, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x43, 0x00, 0x00,
    0x00, 0x71, 0x2e, 0x65, 0x2f, 0x6a, 0x0a, 0x00, 0x00, 0x00, 0xb0, 0xe0, 0xb0, 0xef, 0xed, 0x66, 0xba, 0xff,
    0xc0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x65, 0x0e, 0x00, 0x00, 0x00, 0x4a, 0x01, 0x52, 0x42, 0x00, 0x99, 0x10,
    0x00, 0x98, 0x11, 0x00, 0xb1, 0xe4, 0xb0, 0xef, 0xed, 0x66, 0xba, 0xff, 0xc0, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x71, 0x8d, 0x65, 0x2f, 0x6a, 0x0a, 0x00,
    0x00, 0x00, 0xb0, 0x00, 0x82, 0xf3, 0x29, 0xee, 0xb7, 0xff, 0xc0, 0x99, 0x02, 0x00, 0x98, 0x03, 0x00, 0x52,
    0x82, 0x00, 0x4a, 0x01, 0xb1, 0x24, 0x82, 0xf3, 0x29, 0xee, 0xb7, 0xff, 0xc0, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x71, 0x32, 0xa0, 0xd6, 0x78, 0x3f, 0x07, 0x00, 0x00, 0xb0, 0xf4, 0xd3, 0x29, 0x10, 0x00, 0x80, 0xff,
    0xa0, 0x99, 0x0b, 0x00, 0x98, 0x0d, 0x00, 0x52, 0x16, 0x00, 0x49, 0x00, 0xb2, 0xd0, 0x40, 0xd8, 0x70, 0x00,
    0x00, 0xff, 0x00, 0x9a, 0x01, 0x00, 0x00, 0x00, 0x00, 0x71, 0xa5, 0x1f, 0xb3, 0x20, 0x14, 0x00, 0x00, 0x00,
};

static size_t fill_captures(uint8_t *bytes, size_t size)
{
    size_t at = 0;
    for (; size - at >= sizeof captures; at += sizeof captures)
        memcpy(bytes + at, captures, sizeof captures);
    return at;
}

const struct stream streams[STREAMS] = {
    {"fixed", "64-byte slots, with context", fill_fixed},
    {"fixed-bare", "64-byte slots, without context", fill_fixed_bare},
    {"packed-few", "packed records of 4 layouts", fill_packed_few},
    {"packed-many", "packed records of 89 layouts", fill_packed_many},
    {"packed-zipf", "packed records of 78 layouts, some far more often", fill_packed_zipf},
    {"packed-most", "packed records of 145 layouts", fill_packed_most},
    {"captures", "published captures, repeated", fill_captures},
    {"alternating", "two packed layouts in turn", fill_alternating},
    {"new-layouts", "another order of packets each record", fill_new_layouts},
    {"random", "random bytes", fill_random},
};
