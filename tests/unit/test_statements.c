/* SPDX-License-Identifier: MIT */
/* Sentences and tables of DDI 0487, D18.1, each as a test that is written from the text alone. */
#include <libspe/spe.h>
#include <string.h>

#include "tap.h"

/* One record, packet by packet. The last packet ends it. */
static const struct {
    uint8_t size, bytes[9];
} packets[] = {
    {9, {0xb0, 0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0x80}}, /* Address, INDEX 0 */
    {3, {0x98, 0x21, 0x03}},                                     /* Counter, INDEX 0 */
    {2, {0x49, 0x00}},                                           /* Operation Type, CLASS 1 */
    {3, {0x52, 0x16, 0x04}},                                     /* Events */
    {9, {0x71, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08}}, /* Timestamp */
};
enum { PACKETS = sizeof packets / sizeof *packets, MOST = 64 };

/* Writes the record with `extra` before its packet number `at`. Returns the number of bytes. */
static size_t put_record(uint8_t *out, const uint8_t *extra, size_t size, unsigned at)
{
    size_t n = 0;
    for (unsigned i = 0; i < PACKETS; i++) {
        if (i == at) {
            memcpy(out + n, extra, size);
            n += size;
        }
        memcpy(out + n, packets[i].bytes, packets[i].size);
        n += packets[i].size;
    }
    return n;
}

/* Decodes everything, with the default configuration. Returns the number of records. */
static unsigned decode(const uint8_t *bytes, size_t size, struct spe_record out[MOST])
{
    spe_decoder d;
    unsigned n = 0;
    spe_decoder_init(&d, NULL);
    spe_decoder_feed(&d, bytes, size);
    while (n < MOST && spe_decoder_next(&d, &out[n]) == 1)
        n++;
    if (n < MOST)
        n += spe_decoder_finish(&d, &out[n]) == 1;
    return n;
}

/* Whether two records have the same contents, wherever they are and whatever is odd in them. */
static int is_same(struct spe_record a, struct spe_record b)
{
    a.offset = b.offset;
    a.size = b.size;
    a.flags = b.flags;
    return memcmp(&a, &b, sizeof a) == 0;
}

static struct spe_record plain(void)
{
    uint8_t bytes[64];
    struct spe_record out[MOST];
    memset(out, 0, sizeof out);
    decode(bytes, put_record(bytes, NULL, 0, PACKETS), out);
    return out[0];
}

static int size_of(uint8_t first, uint8_t second)
{
    const uint8_t bytes[16] = {first, second};
    struct spe_packet packet;
    return spe_packet_decode(bytes, sizeof bytes, &packet);
}

static void test_headers(void)
{
    static const uint8_t lowest[] = {0x40, 0x80, 0xc0};
    int bad = 0;
    for (unsigned first = 0; first < 0x20; first++)
        bad += size_of((uint8_t)first, 0xff) != 1;
    is(bad, 0, "D18.1.1: 0x00 to 0x1f: single byte header, no payload");
    for (unsigned group = 0; group < 3; group++)
        for (unsigned log2 = 0; log2 < 4; log2++)
            for (unsigned low = 0; low < 16; low++)
                bad += size_of((uint8_t)(lowest[group] + 16 * log2 + low), 0) != 1 + (1 << log2);
    is(bad, 0, "D18.1.1: 0x40 to 0x4f, 0x80 to 0x8f, 0xc0 to 0xcf: 8 bits of payload; then 16, 32, 64");
    for (unsigned first = 0x20; first < 0x40; first++)
        for (unsigned group = 0; group < 3; group++)
            for (unsigned log2 = 0; log2 < 4; log2++)
                for (unsigned low = 0; low < 16; low++)
                    bad += size_of((uint8_t)first, (uint8_t)(lowest[group] + 16 * log2 + low)) != 2 + (1 << log2);
    is(bad, 0, "D18.1.1: 0x20 to 0x3f: extended header, whose second byte encodes the payload's length");
}

/* How many first bytes Table D18-1 gives each packet: two to the number of its x bits. */
static void test_short_headers(void)
{
    static const struct {
        unsigned type, count;
    } rows[] = {{SPE_PACKET_PADDING, 1},   {SPE_PACKET_END, 1},         {SPE_PACKET_TIMESTAMP, 1},
                {SPE_PACKET_EVENTS, 4},    {SPE_PACKET_DATA_SOURCE, 4}, {SPE_PACKET_CONTEXT, 4},
                {SPE_PACKET_OPERATION, 4}, {SPE_PACKET_ADDRESS, 8},     {SPE_PACKET_COUNTER, 8}};
    unsigned count[256] = {0}, bad = 0;
    for (unsigned first = 0; first < 256; first++) {
        const uint8_t bytes[16] = {(uint8_t)first};
        struct spe_packet packet;
        if ((first & 0xe0) != 0x20 && spe_packet_decode(bytes, sizeof bytes, &packet) > 0)
            count[packet.type]++;
    }
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        bad += count[rows[i].type] != rows[i].count;
    is(bad, 0, "Table D18-1: how many headers each packet has");
}

/* Byte 0 is 0b001000xx, byte 1 0b10110xxx (Address) or 0b10011xxx (Counter). */
static void test_extended_headers(void)
{
    static const struct {
        uint8_t second, type;
    } rows[] = {{0xb0, SPE_PACKET_ADDRESS}, {0x98, SPE_PACKET_COUNTER}};
    int bad = 0;
    for (unsigned row = 0; row < 2; row++)
        for (unsigned index = 0; index < 32; index++) {
            const uint8_t bytes[16] = {(uint8_t)(0x20 | index >> 3), (uint8_t)(rows[row].second | (index & 7)), 1};
            struct spe_packet packet;
            bad += spe_packet_decode(bytes, sizeof bytes, &packet) < 0 || packet.type != rows[row].type ||
                   packet.index != index || packet.payload != 1;
        }
    is(bad, 0, "Table D18-2: the extended format has two more bits of INDEX");
}

static void test_records(void)
{
    uint8_t bytes[2 * 64];
    struct spe_record out[MOST];
    const size_t whole = put_record(bytes, NULL, 0, PACKETS);
    const struct spe_record record = plain();
    is(record.timestamp, 0x0807060504030201, "D18.1.2: values are in little-endian byte order");
    /* the same record again, with an End packet in place of its Timestamp packet */
    memcpy(bytes + whole, bytes, whole);
    bytes[2 * whole - 9] = 0x01;
    const unsigned n = decode(bytes, 2 * whole - 8, out);
    is(n == 2 && out[0].size == whole && out[1].offset == whole && out[1].size == whole - 8, 1,
       "D18.1.2: a record ends with an End packet header or a Timestamp packet");
}

static void test_padding(void)
{
    const struct spe_record record = plain();
    int bad = 0;
    for (size_t padding = 0; padding < 70; padding++) {
        uint8_t bytes[256] = {0};
        struct spe_record out[MOST];
        size_t n = put_record(bytes, NULL, 0, PACKETS) + padding;
        n += put_record(bytes + n, NULL, 0, PACKETS) + padding;
        bad += decode(bytes, n, out) != 2 || !is_same(out[0], record) || !is_same(out[1], record) ||
               (out[0].flags | out[1].flags) != record.flags;
    }
    is(bad, 0, "D18.1.3: padding headers are permitted between records, however many");
}

static void test_unknown_packets(void)
{
    /* Headers that Tables D18-1 and D18-2 do not have, with payloads of all sizes */
    static const uint8_t unknown[][10] = {{0x1f},
                                          {0xc5, 0xee},
                                          {0xd5, 0xee, 0x01},
                                          {0xe5, 1, 2, 3, 0x71},
                                          {0xf5, 0xb0, 2, 3, 4, 5, 6, 7, 0x01},
                                          {0x3f, 0x45, 0x49},
                                          {0x3f, 0xf5, 0x71, 2, 3, 4, 5, 6, 7, 0x01}};
    /* an Address and a Counter with a reserved INDEX */
    static const uint8_t reserved[][10] = {{0xb5, 1, 2, 3, 4, 5, 6, 7, 8}, {0x9d, 0x11, 0x22}};
    static const uint8_t unknown_sizes[] = {1, 2, 3, 5, 9, 3, 10}, reserved_sizes[] = {9, 3};
    const struct spe_record record = plain();
    int bad = 0;
    for (unsigned at = 0; at < PACKETS; at++)
        for (unsigned i = 0; i < sizeof unknown_sizes; i++) {
            uint8_t bytes[96];
            struct spe_record out[MOST];
            const size_t n = put_record(bytes, unknown[i], unknown_sizes[i], at);
            bad += decode(bytes, n, out) != 1 || !is_same(out[0], record) || out[0].size != n;
        }
    is(bad, 0, "D18.1.3: unknown packets are ignored, using the size that the header encodes");
    for (unsigned at = 0; at < PACKETS; at++)
        for (unsigned i = 0; i < sizeof reserved_sizes; i++) {
            uint8_t bytes[96];
            struct spe_record out[MOST];
            const size_t n = put_record(bytes, reserved[i], reserved_sizes[i], at);
            bad += decode(bytes, n, out) != 1 || !is_same(out[0], record) || out[0].size != n;
        }
    is(bad, 0, "D18.1.3: this includes packets with reserved values in fields");
}

static void test_alignment(void)
{
    const struct spe_record record = plain();
    int bad = 0;
    for (uint32_t alignment = 1; alignment <= 2048; alignment *= 2) {
        static uint8_t bytes[8 * 2048];
        struct spe_encoder_config config = SPE_ENCODER_CONFIG_INIT;
        struct spe_record out[MOST];
        spe_encoder e;
        config.alignment = alignment;
        spe_encoder_init(&e, bytes, sizeof bytes, &config);
        for (unsigned i = 0; i < 4; i++)
            bad += spe_encoder_record(&e, &record) < 0;
        bad += decode(bytes, spe_encoder_size(&e), out) != 4;
        for (unsigned i = 0; i < 4; i++)
            bad += !is_same(out[i], record) || out[i].offset % alignment != 0;
    }
    is(bad, 0, "D18.1.3: a stream can be parsed without knowledge of the minimum alignment (PMBIDR_EL1.Align)");
}

int main(void)
{
    test_headers();
    test_short_headers();
    test_extended_headers();
    test_records();
    test_padding();
    test_unknown_packets();
    test_alignment();
    return tap_done();
}
