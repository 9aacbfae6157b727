/* SPDX-License-Identifier: MIT */
/*
 * Law 5, one meaning: learned layouts, batches and columns give the records of the plain loop. A decoder that is fed
 * byte by byte learns nothing, so that its records are the reference for each stream. Also tests that layouts are
 * learned, and that learning gives up.
 */
#include <libspe/spe.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/fast/kernel.h"
#include "../../src/record/decoder_state.h"
#include "random.h"
#include "tap.h"

#define MOST 4096

struct outcome {
    struct spe_record records[MOST];
    size_t count;
    struct spe_decoder_stats stats;
};

/* -- streams of layouts -- */

static uint8_t stream[1 << 19];
static size_t stream_size;

/* A layout: headers in some order, zeros are padding. The last header is End or Timestamp. */
struct shape {
    uint8_t headers[40];
    unsigned count;
};

static void make_shape(struct shape *s, int odd)
{
    static const uint8_t headers[] = {0xb0, 0xb1, 0xb2, 0xb3, 0xb4, 0x98, 0x99, 0x9a, 0x9c, 0x64, 0x65};
    static const uint8_t operations[] = {0x48, 0x49, 0x4a}, events[] = {0x42, 0x52, 0x62, 0x72};
    static const uint8_t oddities[] = {0x20, 0x02, 0x9e, 0xb6, 0x4b, 0x63, 0x40, 0xc0, 0x98, 0xb0};
    s->count = 0;
    for (size_t i = random_below(sizeof headers); random_below(6); i += 1 + random_below(3)) {
        s->headers[s->count++] = headers[i % sizeof headers];
        for (unsigned zeros = random_below(8) ? 0 : random_below(10); zeros && s->count < 30; zeros--)
            s->headers[s->count++] = 0;
        if (s->count > 24)
            break;
    }
    if (random_below(8))
        s->headers[s->count++] = operations[random_below(3)];
    if (random_below(3))
        s->headers[s->count++] = random_below(2) ? 0x43 : 0x53;
    if (random_below(16))
        s->headers[s->count++] = events[random_below(4)];
    if (odd && !random_below(4))
        s->headers[s->count++] = oddities[random_below(sizeof oddities)];
    s->headers[s->count++] = random_below(4) ? 0x71 : 0x01;
}

static void put_record(const struct shape *s, int odd)
{
    for (unsigned i = 0; i < s->count; i++) {
        const uint8_t header = s->headers[i];
        stream[stream_size++] = header;
        for (unsigned n = spe_payload_size(header); n;
             n--) /* mostly plain values, because reserved ones make a record odd */
            stream[stream_size++] = (uint8_t)(odd && !random_below(64) ? random_u64() : random_below(2) & (n < 7));
    }
    for (unsigned zeros = random_below(4) ? 0 : random_below(12); zeros; zeros--)
        stream[stream_size++] = 0;
}

/* `records` records of `shapes` layouts, some of them odd or damaged if so requested. */
static void make_stream(unsigned shapes, unsigned records, int odd)
{
    static struct shape shape[128];
    stream_size = 0;
    for (unsigned i = 0; i < shapes; i++)
        make_shape(&shape[i], odd);
    for (unsigned i = 0; i < records; i++)
        put_record(&shape[random_below(shapes)], odd);
    for (unsigned i = 0; odd && i < records / 50; i++)
        stream[random_below((uint32_t)stream_size)] ^= (uint8_t)(1 << random_below(8));
    stream_size -= random_below(20); /* mostly ends in a record */
}

/* The same in slots filled up with zeros; if `odd`, a few of them are not filled up. */
static void make_slots(unsigned shapes, unsigned records, int odd)
{
    static struct shape shape[16];
    stream_size = 0;
    for (unsigned i = 0; i < shapes; i++)
        make_shape(&shape[i], odd);
    for (unsigned i = 0; i < records; i++) {
        const size_t start = stream_size;
        put_record(&shape[random_below(shapes)], odd);
        const size_t size = odd && !random_below(20) ? random_below(80) : 64;
        while (stream_size < start + size)
            stream[stream_size++] = 0;
    }
    for (unsigned i = 0; odd && i < records / 50; i++)
        stream[random_below((uint32_t)stream_size)] ^= (uint8_t)(1 << random_below(8));
}

/* -- ways through a stream -- */

static struct spe_columns columns;
/* COLUMN(column, member) for each column: those of fields come from the library's rows, so that new ones are compared,
 * too. */
#define OF_FIELD(NAME, bit, member, bits, HEADER, index, FORM, zero, words) COLUMN(member, member)
#define OF_SIZED(NAME, bit, member, bits, HEADER, index, FORM, zero, words)                                            \
    COLUMN(member, member)                                                                                             \
    COLUMN(member##_size, member##_size)
#define EACH_COLUMN                                                                                                    \
    COLUMN(offset, offset)                                                                                             \
    COLUMN(record_size, size)                                                                                          \
    COLUMN(present, present)                                                                                           \
    COLUMN(flags, flags)                                                                                               \
    COLUMN(op_class, op_class)                                                                                         \
    SPE_EACH_FIELD(OF_FIELD, OF_SIZED, OF_FIELD, SPE_SKIP_FIELD)

/* struct spe_columns is a sequence of pointers. */
enum { EVERY_COLUMN = (sizeof(struct spe_columns) - offsetof(struct spe_columns, offset)) / sizeof(void *) };
static uint8_t column_space[EVERY_COLUMN][MOST * 8];

static void make_columns(void)
{
    const struct spe_columns none = SPE_COLUMNS_INIT;
    columns = none;
    for (size_t i = 0; i < EVERY_COLUMN; i++) {
        const void *space = column_space[i];
        memcpy((uint8_t *)&columns + offsetof(struct spe_columns, offset) + i * sizeof space, &space, sizeof space);
    }
}

static struct spe_record row(size_t i)
{
    struct spe_record r;
    memset(&r, 0, sizeof r);
#define COLUMN(column, member) r.member = columns.column[i];
    EACH_COLUMN
#undef COLUMN
    return r;
}

enum way { BYTEWISE, NEXT, BATCH, COLUMNS, MIXED };

static size_t take_columns(spe_decoder *d, struct spe_record *out, size_t n)
{
    const size_t taken = (size_t)spe_decoder_next_columns(d, &columns, n);
    for (size_t i = 0; i < taken; i++)
        out[i] = row(i);
    return taken;
}

/* Takes all that is fed. */
static void drain(spe_decoder *d, struct outcome *o, enum way way)
{
    while (o->count < MOST) {
        const enum way this = way == MIXED ? (enum way)(NEXT + random_below(3)) : way;
        const size_t most = this == NEXT || way == BYTEWISE ? 1 : 1 + random_below(100);
        const size_t n = most < MOST - o->count ? most : MOST - o->count;
        struct spe_record *out = &o->records[o->count];
        const size_t taken = this == BATCH     ? spe_decoder_next_batch(d, out, n)
                             : this == COLUMNS ? take_columns(d, out, n)
                                               : (size_t)spe_decoder_next(d, out);
        o->count += taken;
        if (taken < n)
            return;
        if (way == MIXED && !random_below(50)) /* counts must not depend on when they are read */
            spe_decoder_get_stats(d, &o->stats);
    }
}

static spe_decoder decoder;
static struct spe_decoder_config config = SPE_DECODER_CONFIG_INIT;
static uint8_t lent[1 << 16];
static int is_lent; /* whether the decoder has the memory */

static void begin(void)
{
    spe_decoder_init(&decoder, &config);
    if (is_lent)
        spe_decoder_lend(&decoder, lent + 5, sizeof lent - 5);
}

static void run(struct outcome *o, enum way way, size_t chunk_most)
{
    /* only what the previous run has written: clearing everything would take most of the time */
    memset(o->records, 0, (o->count < MOST ? o->count + 1 : MOST) * sizeof o->records[0]);
    o->count = 0;
    begin();
    for (size_t at = 0, n; at < stream_size && o->count < MOST; at += n) {
        n = chunk_most ? 1 + random_below((uint32_t)chunk_most) : stream_size;
        n = n < stream_size - at ? n : stream_size - at;
        uint8_t *chunk = malloc(n); /* so that tools that check memory accesses see its ends */
        memcpy(chunk, stream + at, n);
        spe_decoder_feed(&decoder, chunk, n);
        drain(&decoder, o, way);
        memset(chunk, 0xdd, n);
        free(chunk);
    }
    o->count += spe_decoder_finish(&decoder, &o->records[o->count]) == 1;
    spe_decoder_get_stats(&decoder, &o->stats);
}

static struct outcome want, got;

static int is_same(const char *way)
{
    size_t i = 0;
    while (i < want.count && i < got.count && !memcmp(&want.records[i], &got.records[i], sizeof want.records[i]))
        i++;
    const int same = i == want.count && want.count == got.count && !memcmp(&want.stats, &got.stats, sizeof want.stats);
    if (!same)
        diag("%s: %zu records of %zu, the first that differs: %zu", way, got.count, want.count, i);
    return same;
}

#if SPE_LEARNING

static struct spe_learned *learned(void)
{
    return &spe_decoder_open(&decoder)->learned;
}

/* Layouts that are learned twice, because the questions had led to another layout. */
static int count_twins(void)
{
    int twins = 0;
    for (unsigned i = 0; i < learned()->count; i++)
        for (unsigned j = 0; j < i; j++)
            twins += !memcmp(&learned()->layouts[i], &learned()->layouts[j], offsetof(struct spe_layout_learned, hits));
    return twins;
}

#else

static int count_twins(void)
{
    return 0;
}

#endif

/* Compares every way through the stream with bytewise feeding. Returns the number of ways that differ. */
static int compare_ways(void)
{
    int bad = 0;
    run(&want, BYTEWISE, 1);
    run(&got, NEXT, 0);
    bad += !is_same("next") || count_twins();
    run(&got, BATCH, 0);
    bad += !is_same("batch");
    run(&got, COLUMNS, 0);
    bad += !is_same("columns");
    run(&got, NEXT, 300);
    bad += !is_same("next, in pieces");
    run(&got, MIXED, 5000);
    bad += !is_same("mixed, in pieces");
    return bad;
}

static void test_ways(void)
{
    static const unsigned shapes[] = {1, 2, 4, 9, 16, 17, 40, 100};
    int bad = 0, odd_bad = 0;
    for (unsigned i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        make_stream(shapes[i % 8], 1500, 0);
        bad += compare_ways();
        make_stream(shapes[i % 8], 1500, 1);
        odd_bad += compare_ways();
        make_slots(1 + i % 8, 1500, 0);
        bad += compare_ways();
        make_slots(1 + i % 8, 1500, 1);
        odd_bad += compare_ways();
    }
    is(bad, 0, "next, batch, columns, mixed, in pieces: the same records and statistics as byte by byte");
    is(odd_bad, 0, "the same with odd packets, reserved values and damage");
}

/* Flips each bit of a record of a learned layout in turn. */
static void test_flips(void)
{
    int bad = 0;
    make_stream(1, 20, 0);
    for (size_t bit = 8 * (stream_size / 2); bit < 8 * stream_size; bit += CHECK_STEP) {
        const uint8_t flip = (uint8_t)(1 << bit % 8);
        stream[bit / 8] ^= flip;
        run(&want, BYTEWISE, 1);
        run(&got, NEXT, 0);
        bad += !is_same("flipped");
        stream[bit / 8] ^= flip;
    }
    is(bad, 0, "any bit that differs from a learned layout is noticed");
}

/* Records that are too long to be learned, with the most packets that fit: their counts do not overflow. */
static void test_long(void)
{
    static const uint8_t headers[] = {0xb0, 0xb1, 0xb2, 0xb3, 0xb4, 0x98, 0x99, 0x9a,
                                      0x9c, 0x64, 0x65, 0x48, 0x42, 0x43, 0x71};
    stream_size = 0;
    for (unsigned i = 0; i < 300 * sizeof headers; i++) {
        const uint8_t header = headers[i % sizeof headers];
        stream[stream_size++] = header;
        memset(stream + stream_size, 0, spe_payload_size(header));
        stream_size += spe_payload_size(header);
    }
    is(compare_ways(), 0, "300 records with all packets");
    is(want.stats.packets[SPE_PACKET_ADDRESS], 1500, "have five addresses each");
}

/* All operation payloads, in a layout that is learned from the first record. */
static void test_operations(void)
{
    int bad = 0;
    for (unsigned op_class = 0; op_class < 3; op_class++) {
        stream_size = 0;
        for (unsigned payload = 0; payload < 512; payload++) {
            const uint8_t record[] = {(uint8_t)(0x48 | op_class), (uint8_t)payload, 0x42, 0x02, 0x01};
            memcpy(stream + stream_size, record, sizeof record);
            stream_size += sizeof record;
        }
        bad += compare_ways();
    }
    is(bad, 0, "reserved operations are noticed in learned layouts");
}

#if SPE_LEARNING

static void put_numbered(unsigned number)
{
    for (unsigned bit = 0; bit < 7; bit++) { /* seven packet types, each present or absent */
        static const uint8_t headers[] = {0x98, 0x99, 0x9a, 0x64, 0x65, 0xb0, 0xb2};
        if (!(number >> bit & 1))
            continue;
        stream[stream_size++] = headers[bit];
        random_bytes(stream + stream_size, spe_payload_size(headers[bit]));
        stream[stream_size + spe_payload_size(headers[bit]) - 1] = 0;
        stream_size += spe_payload_size(headers[bit]);
    }
    memcpy(stream + stream_size, "\x42\x02\x01", 3);
    stream_size += 3;
}

static void test_learning(void)
{
    stream_size = 0;
    for (unsigned i = 0; i < 400; i++)
        put_numbered(random_below(4));
    memset(stream + stream_size, 0, 80); /* so that there is room to read past the last record */
    stream_size += 80;
    run(&got, NEXT, 0);
    is(got.count, 400, "400 records of four layouts");
    is(learned()->count, 4, "four layouts are learned");
    ok(learned()->misses <= 3, "one record of each goes the slow way");
    is(learned()->layouts[0].hits + learned()->layouts[1].hits + learned()->layouts[2].hits +
           learned()->layouts[3].hits,
       396, "all others go the fast way");
    is(got.stats.records, 400, "statistics have them all");

    spe_decoder_lend(&decoder, lent, sizeof lent);
    is(learned()->count, 4, "memory for many layouts does not replace them");

    stream_size = 0;
    for (unsigned i = 0; i < 200; i++)
        put_numbered(i % 100);
    run(&got, NEXT, 0);
    is(got.count, 200, "200 records of 100 layouts");
    ok(learned()->rest > 0 && learned()->count == 0, "learning gives up");
    is(learned()->patience, 1, "for the first time");
    run(&want, BYTEWISE, 1);
    ok(is_same("gave up"), "and no record is lost");
}

/* If the questions lead to another layout's place more than once, the layout is still learned only once. */
static void test_again(void)
{
    stream_size = 0;
    for (unsigned i = 0; i < 3000; i++)
        put_numbered(random_below(11));
    run(&got, BATCH, 0);
    is(count_twins(), 0, "no layout is learned twice");
    is(learned()->count, 11, "eleven are learned");
    ok(learned()->misses < 30, "nearly all records fit");
}

/* Eight layouts. The headers in which they differ are so far from each other that the questions need three windows. */
static void test_windows(void)
{
    static const uint8_t headers[3][2] = {{0xb0, 0xb1}, {0xb2, 0xb3}, {0x64, 0x65}};
    stream_size = 0;
    for (unsigned i = 0; i < 1000; i++) {
        const unsigned layout = random_below(8);
        for (unsigned at = 0; at < 3; at++) {
            stream[stream_size++] = headers[at][layout >> at & 1];
            memset(stream + stream_size, 0, 8);
            stream_size += spe_payload_size(stream[stream_size - 1]);
        }
        memcpy(stream + stream_size, "\x42\x02\x01", 3);
        stream_size += 3;
    }
    run(&got, BATCH, 0);
    is(learned()->count, 8, "eight layouts with three places of differences");
    ok(learned()->windows[2].mask != 0, "their questions need three windows");
    ok(learned()->misses <= 16, "nearly all records fit");
}

/* Counts are moved into the statistics after many bytes. */
static void test_settle(void)
{
    struct spe_record r;
    const struct spe_decoder_stats *const stats = &spe_decoder_open(&decoder)->stats;
    stream_size = 0;
    for (unsigned i = 0; i < 400; i++)
        put_numbered(3);
    begin();
    spe_decoder_open(&decoder)->learned.limit = 1;
    spe_decoder_feed(&decoder, stream, stream_size);
    for (unsigned i = 0; i < 100; i++)
        spe_decoder_next(&decoder, &r);
    is(stats->records, 2, "the record that was learned, and the first one that fitted, are counted");
    is(learned()->layouts[0].hits, 98, "... the others later");
    ok(learned()->passed < stream_size, "... after more bytes");
}

static void test_recovery(void)
{
    stream_size = 0;
    for (unsigned i = 0; i < 200; i++)
        put_numbered(i % 100);
    for (unsigned i = 0; i < 16600; i++) /* the pause, and then some */
        put_numbered(1);
    struct spe_record r;
    spe_decoder_init(&decoder, NULL);
    spe_decoder_feed(&decoder, stream, stream_size);
    while (spe_decoder_next(&decoder, &r) == 1)
        continue;
    is(learned()->count, 1, "then layouts are learned again");
    ok(learned()->layouts[0].hits > 50, "and used");
}

/* Packets in another order have the same key: in the caller's memory both layouts are found by it, and learned once. */
static void test_aliases(void)
{
    static const uint8_t orders[2][7] = {{0x52, 2, 0, 0x98, 9, 0, 0x01}, {0x98, 9, 0, 0x52, 2, 0, 0x01}};
    static uint64_t memory[4096];
    struct spe_record r;
    size_t records = 0;
    stream_size = 0;
    for (unsigned i = 0; i < 600; i++, stream_size += 7)
        memcpy(stream + stream_size, orders[i & 1], 7);
    spe_decoder_init(&decoder, NULL);
    spe_decoder_lend(&decoder, memory, sizeof memory);
    spe_decoder_open(&decoder)->learned.full =
        1; /* so that layouts are learned in the caller's memory from the first record on */
    spe_decoder_feed(&decoder, stream, stream_size);
    while (spe_decoder_next(&decoder, &r) == 1)
        records++;
    ok(learned()->is_many && learned()->count == 2, "two layouts with the same key are learned once each");
    is(records, 600, "... and all records are there");
    const struct spe_many *const many = learned()->many;
    is(spe_decoder_lend(&decoder, stream, 100), SPE_E_SPACE, "memory that is too small is rejected");
    ok(learned()->many == many && learned()->is_many && learned()->count == 2,
       "... and the earlier memory stays in use, with its layouts");
}

/* A layout that was learned in slots comes without zeros: the plain loop takes a few, then the layout is not a slot. */
static void test_no_slot(void)
{
    static const uint8_t slot[] = {0x52, 2, 0, 0x98, 9, 0, 0x01}, other[] = {0x42, 2, 0x98, 9, 0, 0x01};
    struct spe_record r;
    stream_size = 0;
    for (unsigned i = 0; i < 10; i++, stream_size += SPE_SLOT) {
        memset(stream + stream_size, 0, SPE_SLOT);
        memcpy(stream + stream_size, slot, sizeof slot);
    }
    for (unsigned i = 0; i < 100; i++, stream_size += sizeof slot)
        memcpy(stream + stream_size, slot, sizeof slot);
    for (unsigned i = 0; i < 20; i++, stream_size += sizeof other)
        memcpy(stream + stream_size, other, sizeof other);
    spe_decoder_init(&decoder, &config);
    spe_decoder_feed(&decoder, stream, stream_size);
    for (unsigned i = 0; i < 115; i++)
        spe_decoder_next(&decoder, &r);
    is(learned()->count, 2, "one layout in slots and without zeros, and another one");
    ok(!learned()->layouts[0].is_slot, "the first one is not a slot");
    is(learned()->layouts[0].hits, 109 - 1 - SPE_MISFITS, "nearly all records go the fast way");
}

/* Of the orders of a record's packets, which have one key, only SPE_ALIASES are learned: each is compared with a record
 * of another order. */
static void test_most_aliases(void)
{
    static const uint8_t packets[3][3] = {{0x52, 2, 0}, {0x98, 9, 0}, {0x99, 7, 0}};
    static uint64_t memory[4096];
    struct spe_record r;
    unsigned records = 0;
    stream_size = 0;
    for (unsigned i = 0; i < 600; i++, stream_size += 10) {
        const unsigned first = i % 3, second = (first + 1 + i % 2) % 3;
        memcpy(stream + stream_size, packets[first], 3);
        memcpy(stream + stream_size + 3, packets[second], 3);
        memcpy(stream + stream_size + 6, packets[3 - first - second], 3);
        stream[stream_size + 9] = 0x01;
    }
    spe_decoder_init(&decoder, NULL);
    spe_decoder_lend(&decoder, memory, sizeof memory);
    spe_decoder_open(&decoder)->learned.full = 1; /* as above */
    spe_decoder_feed(&decoder, stream, stream_size);
    for (; records < 30 && spe_decoder_next(&decoder, &r) == 1; records++)
        continue;
    is(learned()->count, SPE_ALIASES, "four of six layouts with the same key are learned");
    while (spe_decoder_next(&decoder, &r) == 1)
        records++;
    is(records, 600, "... and all records are there");
}

/* The decoder requests only records with certain packets; a kernel rejects others nevertheless. */
static void test_refused(void)
{
    static const uint8_t unknown[SPE_LEARNED_ROOM] = {0x42, 0x02, 0x9e, 0, 0, 0x01};
    static struct spe_learned none;
    none.kernel = &spe_kernel_portable;
    const struct spe_record record = {.present = SPE_HAS_EVENTS, .events_size = 1};
    spe_learn(&none, unknown, 6, &record);
    spe_learn(&none, unknown, SPE_LEARNED_SIZE + 1, &record);
    is(none.count, 0, "unknown packets and long records are not learned");
    spe_learn(&none, unknown, 2, &record);
    is(none.count, 1, "others are learned");
}

static void test_positions(void)
{
#define AT(NAME, bit, member, bits, HEADER, index, FORM, zero, words) [SPE_AT_##NAME] = SPE_KIND_##NAME,
    static const unsigned kinds[] = {SPE_EACH_FIELD(AT, AT, AT, AT)};
#undef AT
    int bad = 0;
    for (unsigned i = 0; i < SPE_KINDS_HELD; i++)
        bad += spe_kind_order[i] != kinds[i];
    is(bad, 0, "positions in layouts are the ones in spe_kind_order[]");
}

#endif

/* Each column has the same values alone and with all others. */
static void test_single_columns(unsigned shapes)
{
    static uint8_t all[EVERY_COLUMN][1000 * 8];
    int bad = 0;
    make_stream(shapes, 1000, 0);
    memset(column_space, 0, sizeof column_space);
    begin();
    spe_decoder_feed(&decoder, stream, stream_size);
    const size_t n = (size_t)spe_decoder_next_columns(&decoder, &columns, 1000);
    for (size_t i = 0; i < EVERY_COLUMN; i++)
        memcpy(all[i], column_space[i], sizeof all[i]);
    const size_t first = offsetof(struct spe_columns, offset);
    for (size_t i = 0; i < EVERY_COLUMN; i++) {
        struct spe_columns one = {.size = sizeof one};
        memcpy((uint8_t *)&one + first + i * sizeof(void *), (uint8_t *)&columns + first + i * sizeof(void *),
               sizeof(void *));
        memset(column_space, 0, sizeof column_space);
        begin();
        spe_decoder_feed(&decoder, stream, stream_size);
        bad += spe_decoder_next_columns(&decoder, &one, 1000) != (int64_t)n;
        for (size_t j = 0; j < EVERY_COLUMN; j++)
            bad += j == i && memcmp(all[j], column_space[j], sizeof all[j]) != 0;
    }
    is(bad, 0, "each column alone");
}

static void test_column_arguments(void)
{
    struct spe_columns none = {.size = sizeof none};
    struct spe_columns wrong = columns;
    wrong.size = 8;
    make_stream(1, 10, 0);
    spe_decoder_init(&decoder, NULL);
    spe_decoder_feed(&decoder, stream, stream_size);
    is(spe_decoder_next_columns(NULL, &columns, 4), SPE_E_ARG, "columns of no decoder");
    is(spe_decoder_next_columns(&decoder, NULL, 4), SPE_E_ARG, "no columns");
    is(spe_decoder_next_columns(&decoder, &wrong, 4), SPE_E_CONFIG, "columns of a wrong size");
    wrong.size = sizeof wrong + 1;
    is(spe_decoder_next_columns(&decoder, &wrong, 4), SPE_E_CONFIG, "... that ends inside a pointer");
    is(spe_decoder_next_columns(&decoder, &columns, 0), 0, "no rows");
    is(spe_decoder_next_columns(&decoder, &none, 4), 4, "all columns may be NULL");
    memset(column_space, 0xee, sizeof column_space);
    is(spe_decoder_next_columns(&decoder, &columns, 2), 2, "two rows");
    int bad = 0;
    for (size_t i = 0; i < sizeof column_space / sizeof column_space[0]; i++)
        bad += column_space[i][16] != 0xee;
    is(bad, 0, "rows after them are unchanged");
    memset(&decoder, 0, sizeof decoder);
    is(spe_decoder_next_columns(&decoder, &columns, 4), SPE_E_STATE, "columns of a decoder that is not initialised");
}

/* PORTABLE in the environment limits the test to what other processors have, too, so that results can be compared. */
static int is_left_out(uint32_t kernel)
{
#if __STDC_HOSTED__
    return kernel != SPE_KERNEL_PORTABLE && getenv("PORTABLE");
#else
    (void)kernel;
    return 0;
#endif
}

/* Everything in which kernels may differ. */
static void test_kernel(const char *name, uint32_t kernel)
{
    config.kernel = kernel;
    if (spe_decoder_config_problem(&config) || is_left_out(kernel)) {
        diag("%s: not on this processor", name);
        return;
    }
    diag("%s", name);
    test_ways();
    test_flips();
    test_operations();
    test_long();
    test_single_columns(8);
#if SPE_LEARNING
    test_learning();
    test_again();
    test_no_slot();
    test_windows();
    test_settle();
#endif
    is_lent = 1;
    diag("%s, with memory", name);
    test_ways();
    test_flips();
    test_operations();
    test_long();
    test_single_columns(30);
    is_lent = 0;
}

#if SPE_LEARNING && SPE_KERNELS_X86
/* The kernel of each name on a processor without extensions, with AVX2, and with both; the decoder uses this
 * processor's best kernel. */
static void test_choice(void)
{
    enum { NOTHING, AVX2 = SPE_PROCESSOR_AVX2, BOTH = SPE_PROCESSOR_AVX2 | SPE_PROCESSOR_AVX512 };
    static const struct {
        const char *what;
        uint32_t name, has;
        const struct spe_kernel *kernel;
    } rows[] = {
        {"any, of nothing", SPE_KERNEL_ANY, NOTHING, &spe_kernel_portable},
        {"any, of AVX2", SPE_KERNEL_ANY, AVX2, &spe_kernel_avx2},
        {"any, of both", SPE_KERNEL_ANY, BOTH, &spe_kernel_avx512},
        {"portable, of nothing", SPE_KERNEL_PORTABLE, NOTHING, &spe_kernel_portable},
        {"portable, of both", SPE_KERNEL_PORTABLE, BOTH, &spe_kernel_portable},
        {"AVX2, of nothing", SPE_KERNEL_AVX2, NOTHING, NULL},
        {"AVX2, of AVX2", SPE_KERNEL_AVX2, AVX2, &spe_kernel_avx2},
        {"AVX2, of both", SPE_KERNEL_AVX2, BOTH, &spe_kernel_avx2},
        {"AVX-512, of nothing", SPE_KERNEL_AVX512, NOTHING, NULL},
        {"AVX-512, of AVX2", SPE_KERNEL_AVX512, AVX2, NULL},
        {"AVX-512, of both", SPE_KERNEL_AVX512, BOTH, &spe_kernel_avx512},
        {"NEON, of both", SPE_KERNEL_NEON, BOTH, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ok(spe_kernel_choose(rows[i].name, rows[i].has) == rows[i].kernel, rows[i].what);
    ok(spe_kernel_find(SPE_KERNEL_ANY) == spe_kernel_choose(SPE_KERNEL_ANY, spe_processor()), "the best of this one");
}
#endif

int main(void)
{
    make_columns();
#if SPE_LEARNING && SPE_KERNELS_X86
    if (!getenv("PORTABLE"))
        test_choice();
#endif
    test_kernel("portable", SPE_KERNEL_PORTABLE);
    test_kernel("AVX2", SPE_KERNEL_AVX2);
    test_kernel("AVX-512", SPE_KERNEL_AVX512);
    test_kernel("NEON", SPE_KERNEL_NEON);
    config.kernel = SPE_KERNEL_ANY;
#if SPE_LEARNING
    test_positions();
    test_refused();
    test_aliases();
    test_most_aliases();
    test_recovery();
#endif
    test_column_arguments();
    return tap_done();
}
