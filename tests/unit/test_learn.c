/* SPDX-License-Identifier: MIT */
/*
 * Law 5, one meaning: records of learned layouts, batches and columns are those of the plain loop. Byte by byte nothing
 * is ever learned, so that every stream's own bytewise feeding is what it must give. And: learning happens, and gives
 * up.
 */
#include <libspe/spe.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/fast/kernel.h"
#include "../../src/record/decoder.h"
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
        for (unsigned n = spe_payload_size(header); n; n--) /* mostly plain values: reserved ones are odd */
            stream[stream_size++] = (uint8_t)(odd && !random_below(64) ? random_u64() : random_below(2) & (n < 7));
    }
    for (unsigned zeros = random_below(4) ? 0 : random_below(12); zeros; zeros--)
        stream[stream_size++] = 0;
}

/* `records` records of `shapes` layouts; odd ones among them, and damage, where asked for. */
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

/* The same in slots, each filled up with zeros: all but a few of them, if `odd`. */
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
static uint8_t column_space[22][MOST * 8];

static void make_columns(void)
{
    const struct spe_columns all = {
        .size = sizeof all,
        .offset = (uint64_t *)(void *)column_space[0],
        .record_size = (uint64_t *)(void *)column_space[1],
        .pc = (uint64_t *)(void *)column_space[2],
        .branch_target = (uint64_t *)(void *)column_space[3],
        .data_va = (uint64_t *)(void *)column_space[4],
        .data_pa = (uint64_t *)(void *)column_space[5],
        .prev_branch_target = (uint64_t *)(void *)column_space[6],
        .timestamp = (uint64_t *)(void *)column_space[7],
        .events = (uint64_t *)(void *)column_space[8],
        .present = (uint32_t *)(void *)column_space[9],
        .flags = (uint32_t *)(void *)column_space[10],
        .context_el1 = (uint32_t *)(void *)column_space[11],
        .context_el2 = (uint32_t *)(void *)column_space[12],
        .total_latency = (uint16_t *)(void *)column_space[13],
        .issue_latency = (uint16_t *)(void *)column_space[14],
        .translation_latency = (uint16_t *)(void *)column_space[15],
        .alt_issue_latency = (uint16_t *)(void *)column_space[16],
        .data_source = (uint16_t *)(void *)column_space[17],
        .op_class = column_space[18],
        .op_payload = column_space[19],
        .events_size = column_space[20],
        .data_source_size = column_space[21],
    };
    columns = all;
}

static struct spe_record row(size_t i)
{
    struct spe_record r;
    memset(&r, 0, sizeof r);
    r.offset = columns.offset[i];
    r.size = columns.record_size[i];
    r.pc = columns.pc[i];
    r.branch_target = columns.branch_target[i];
    r.data_va = columns.data_va[i];
    r.data_pa = columns.data_pa[i];
    r.prev_branch_target = columns.prev_branch_target[i];
    r.timestamp = columns.timestamp[i];
    r.events = columns.events[i];
    r.present = columns.present[i];
    r.flags = columns.flags[i];
    r.context_el1 = columns.context_el1[i];
    r.context_el2 = columns.context_el2[i];
    r.total_latency = columns.total_latency[i];
    r.issue_latency = columns.issue_latency[i];
    r.translation_latency = columns.translation_latency[i];
    r.alt_issue_latency = columns.alt_issue_latency[i];
    r.data_source = columns.data_source[i];
    r.op_class = columns.op_class[i];
    r.op_payload = columns.op_payload[i];
    r.events_size = columns.events_size[i];
    r.data_source_size = columns.data_source_size[i];
    return r;
}

enum way { BYTEWISE, NEXT, BATCH, COLUMNS, MIXED };

static size_t take_columns(spe_decoder *d, struct spe_record *out, size_t n)
{
    const size_t taken = spe_decoder_next_columns(d, &columns, n);
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
        if (way == MIXED && !random_below(50)) /* what was counted must not depend on when it is asked for */
            spe_decoder_get_stats(d, &o->stats);
    }
}

static spe_decoder decoder;
static struct spe_decoder_config config = SPE_DECODER_CONFIG_INIT;
static uint8_t lent[1 << 16];
static int is_lent; /* whether the decoder has it */

static void run(struct outcome *o, enum way way, size_t chunk_most)
{
    /* only what the run before has written: clearing it all would take most of the time */
    memset(o->records, 0, (o->count < MOST ? o->count + 1 : MOST) * sizeof o->records[0]);
    o->count = 0;
    spe_decoder_init(&decoder, &config);
    if (is_lent)
        spe_decoder_lend(&decoder, lent + 5, sizeof lent - 5);
    for (size_t at = 0, n; at < stream_size && o->count < MOST; at += n) {
        n = chunk_most ? 1 + random_below((uint32_t)chunk_most) : stream_size;
        n = n < stream_size - at ? n : stream_size - at;
        uint8_t *chunk = malloc(n); /* so that a tool that watches memory sees the ends */
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

/* Layouts that are learned twice: where the questions had led elsewhere. */
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

/* Every way through the stream against bytewise feeding. Returns how many differ. */
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

/* One bit of a record of a learned layout is flipped, each in turn. */
static void test_flips(void)
{
    int bad = 0;
    make_stream(1, 20, 0);
    for (size_t i = stream_size / 2; i < stream_size; i++) {
        for (int bit = 0; bit < 8; bit++) {
            stream[i] ^= (uint8_t)(1 << bit);
            run(&want, BYTEWISE, 1);
            run(&got, NEXT, 0);
            bad += !is_same("flipped");
            stream[i] ^= (uint8_t)(1 << bit);
        }
    }
    is(bad, 0, "any bit that differs from what was learned is seen");
}

/* Records that are too long to be learned, of as many packets as there can be: their counts do not overflow. */
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
    is(compare_ways(), 0, "300 records of all packets that there are");
    is(want.stats.packets[SPE_PACKET_ADDRESS], 1500, "have five addresses each");
}

/* Operation payloads, all of them, in a layout that is learned from the first. */
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
    is(bad, 0, "reserved operations are seen in learned layouts");
}

#if SPE_LEARNING

static void put_numbered(unsigned number)
{
    for (unsigned bit = 0; bit < 7; bit++) { /* seven kinds, there or not */
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
    memset(stream + stream_size, 0, 80); /* so that there is room to look behind the last record */
    stream_size += 80;
    run(&got, NEXT, 0);
    is(got.count, 400, "400 records of four layouts");
    is(learned()->count, 4, "four layouts are learned");
    ok(learned()->misses <= 3, "one record of each is taken the slow way");
    is(learned()->layouts[0].hits + learned()->layouts[1].hits + learned()->layouts[2].hits +
           learned()->layouts[3].hits,
       396, "all others are not");
    is(got.stats.records, 400, "statistics have them all");

    stream_size = 0;
    for (unsigned i = 0; i < 200; i++)
        put_numbered(i % 100);
    run(&got, NEXT, 0);
    is(got.count, 200, "200 records of 100 layouts");
    ok(learned()->wait > 0 && learned()->count == 0, "learning gives up");
    is(learned()->patience, 1, "for the first time");
    run(&want, BYTEWISE, 1);
    ok(is_same("gave up"), "and nothing is lost by that");
}

/* A layout that the questions lead to another's place more than once is learned once. */
static void test_again(void)
{
    stream_size = 0;
    for (unsigned i = 0; i < 3000; i++)
        put_numbered(random_below(11));
    run(&got, BATCH, 0);
    is(count_twins(), 0, "no layout is learned twice");
    is(learned()->count, 11, "eleven are");
    ok(learned()->misses < 30, "nearly all records fit");
}

static void test_recovery(void)
{
    stream_size = 0;
    for (unsigned i = 0; i < 200; i++)
        put_numbered(i % 100);
    for (unsigned i = 0; i < 4200; i++) /* the pause, and then some */
        put_numbered(1);
    struct spe_record r;
    spe_decoder_init(&decoder, NULL);
    spe_decoder_feed(&decoder, stream, stream_size);
    while (spe_decoder_next(&decoder, &r) == 1)
        continue;
    is(learned()->count, 1, "then layouts are learned again");
    ok(learned()->layouts[0].hits > 50, "and used");
}

/* Packets in another order have the same key: in lent memory both layouts are found by it, and learned once. */
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
    spe_decoder_open(&decoder)->learned.full = 1; /* so that many are learned from the first record on */
    spe_decoder_feed(&decoder, stream, stream_size);
    while (spe_decoder_next(&decoder, &r) == 1)
        records++;
    ok(learned()->is_many && learned()->count == 2, "two layouts with one key are learned once each");
    is(records, 600, "... and all records are there");
}

/* Slots: what is used up ends where the last record ends that was asked for, and the zeros behind it are left. */
static void test_used(void)
{
    static struct spe_record records[200];
    size_t used = 0, bad = 0;
    memset(stream, 0, sizeof stream);
    for (unsigned i = 0; i < 200; i++)
        memcpy(stream + (size_t)i * SPE_SLOT, "\x52\x02\x00\x98\x09\x00\x01", 7);
    for (size_t n = 1; n <= 150; n++)
        bad += spe_decode(stream, 200 * SPE_SLOT, records, n, &used) != (int64_t)n ||
               used != records[n - 1].offset + records[n - 1].size;
    is(bad, 0, "slots: used up as far as the last record");
}

/* The decoder asks for records of kinds only; others are refused all the same. */
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
    is(none.count, 1, "others are");
}

static void test_positions(void)
{
    static const unsigned kinds[] = {
        [SPE_AT_CONTEXT_EL1] = SPE_KIND_CONTEXT_EL1,
        [SPE_AT_CONTEXT_EL2] = SPE_KIND_CONTEXT_EL2,
        [SPE_AT_TOTAL_LATENCY] = SPE_KIND_TOTAL_LATENCY,
        [SPE_AT_ISSUE_LATENCY] = SPE_KIND_ISSUE_LATENCY,
        [SPE_AT_TRANSLATION_LATENCY] = SPE_KIND_TRANSLATION_LATENCY,
        [SPE_AT_ALT_ISSUE_LATENCY] = SPE_KIND_ALT_ISSUE_LATENCY,
        [SPE_AT_PC] = SPE_KIND_PC,
        [SPE_AT_BRANCH_TARGET] = SPE_KIND_BRANCH_TARGET,
        [SPE_AT_DATA_VA] = SPE_KIND_DATA_VA,
        [SPE_AT_DATA_PA] = SPE_KIND_DATA_PA,
        [SPE_AT_PREV_BRANCH_TARGET] = SPE_KIND_PREV_BRANCH_TARGET,
        [SPE_AT_DATA_SOURCE] = SPE_KIND_DATA_SOURCE,
        [SPE_AT_OPERATION] = SPE_KIND_OPERATION,
        [SPE_AT_EVENTS] = SPE_KIND_EVENTS,
        [SPE_AT_TIMESTAMP] = SPE_KIND_TIMESTAMP,
        [SPE_AT_END] = SPE_KIND_END,
    };
    int bad = 0;
    for (unsigned i = 0; i < SPE_KINDS_HELD; i++)
        bad += spe_kind_order[i] != kinds[i];
    is(bad, 0, "positions in layouts are those in spe_kind_order[]");
}

#endif

static void test_column_arguments(void)
{
    struct spe_columns none = {.size = sizeof none};
    struct spe_columns wrong = columns;
    wrong.size = sizeof wrong - 1;
    make_stream(1, 10, 0);
    spe_decoder_init(&decoder, NULL);
    spe_decoder_feed(&decoder, stream, stream_size);
    is(spe_decoder_next_columns(NULL, &columns, 4), 0, "columns of no decoder");
    is(spe_decoder_next_columns(&decoder, NULL, 4), 0, "no columns");
    is(spe_decoder_next_columns(&decoder, &wrong, 4), 0, "columns of a wrong size");
    is(spe_decoder_next_columns(&decoder, &columns, 0), 0, "no rows");
    is(spe_decoder_next_columns(&decoder, &none, 4), 4, "rows may go nowhere");
    memset(column_space, 0xee, sizeof column_space);
    is(spe_decoder_next_columns(&decoder, &columns, 2), 2, "two rows");
    int bad = 0;
    for (size_t i = 0; i < sizeof column_space / sizeof column_space[0]; i++)
        bad += column_space[i][16] != 0xee;
    is(bad, 0, "rows behind them are untouched");
    memset(&decoder, 0, sizeof decoder);
    is(spe_decoder_next_columns(&decoder, &columns, 4), 0, "columns of a decoder that is not initialised");
}

/* Each column alone has what it has among all. */
static void test_single_columns(void)
{
    static uint8_t all[22][1000 * 8];
    int bad = 0;
    make_stream(14, 1000, 0);
    memset(column_space, 0, sizeof column_space);
    spe_decoder_init(&decoder, NULL);
    spe_decoder_feed(&decoder, stream, stream_size);
    const size_t n = spe_decoder_next_columns(&decoder, &columns, 1000);
    for (size_t i = 0; i < 22; i++)
        memcpy(all[i], column_space[i], sizeof all[i]);
    const size_t first = offsetof(struct spe_columns, offset);
    for (size_t i = 0; i < 22; i++) {
        struct spe_columns one = {.size = sizeof one};
        memcpy((uint8_t *)&one + first + i * sizeof(void *), (uint8_t *)&columns + first + i * sizeof(void *),
               sizeof(void *));
        memset(column_space, 0, sizeof column_space);
        spe_decoder_init(&decoder, NULL);
        spe_decoder_feed(&decoder, stream, stream_size);
        bad += spe_decoder_next_columns(&decoder, &one, 1000) != n;
        for (size_t j = 0; j < 22; j++)
            bad += j == i && memcmp(all[j], column_space[j], sizeof all[j]) != 0;
    }
    is(bad, 0, "each column alone");
}

static void test_validity(void)
{
    const uint32_t present[11] = {1, 3, 2, 0, 1, 1, 1, 1, 1, 7, 4};
    uint8_t bitmap[3] = {0xff, 0xff, 0xee};
    is(spe_columns_validity(present, 11, 1, bitmap), 3, "three rows are not valid");
    is(bitmap[0], 0xf3, "rows 0 to 7");
    is(bitmap[1], 0x03, "rows 8 to 10, the rest zero");
    is(bitmap[2], 0xee, "no byte more");
    is(spe_columns_validity(present, 11, 3, bitmap), 9, "all bits are asked for");
    is(spe_columns_validity(NULL, 0, 1, NULL), 0, "no rows");
    is(spe_columns_validity(present, 11, 3, NULL), 0, "no bitmap");
    is(spe_columns_validity(NULL, 11, 3, bitmap), 0, "no records");
}

/* Other processors can be compared with this one in what they have in common: PORTABLE in the environment. */
static int is_left_out(uint32_t kernel)
{
#if __STDC_HOSTED__
    return kernel != SPE_KERNEL_PORTABLE && getenv("PORTABLE");
#else
    (void)kernel;
    return 0;
#endif
}

/* All that a kernel may do differently. */
static void test_kernel(const char *name, uint32_t kernel)
{
    config.kernel = kernel;
    if (spe_decoder_config_mistake(&config) || is_left_out(kernel)) {
        diag("%s: not on this processor", name);
        return;
    }
    diag("%s", name);
    test_ways();
    test_flips();
    test_operations();
    test_long();
#if SPE_LEARNING
    test_learning();
    test_again();
#endif
    is_lent = 1;
    diag("%s, memory lent", name);
    test_ways();
    test_flips();
    test_operations();
    test_long();
    is_lent = 0;
}

#if SPE_KERNELS_X86
/* What each name means on a processor that has nothing, AVX2, or both; and that the best of this one is taken. */
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
#if SPE_KERNELS_X86
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
    test_used();
    test_recovery();
#endif
    test_column_arguments();
    test_single_columns();
    test_validity();
    return tap_done();
}
