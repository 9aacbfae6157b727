/* SPDX-License-Identifier: MIT */
/* Packets: law 1 (every input decodes), law 2 (nothing is lost), every truncation, building, and the accessors. */
#include <libspe/spe.h>
#include <string.h>

#include "random.h"
#include "tap.h"

/* Decodes a whole buffer, encodes it again and compares. Returns the number of packets, or 0 if a law is broken. */
static size_t walk(const uint8_t *bytes, size_t len)
{
    size_t at = 0, packets = 0;
    uint8_t back[SPE_PACKET_MAX_SIZE];
    struct spe_packet p;
    while (at < len) {
        const int size = spe_packet_decode(bytes + at, len - at, &p);
        if (size == SPE_E_MORE)
            return p.missing && len - at < SPE_PACKET_MAX_SIZE ? packets : 0;
        if (size < 1 || size > SPE_PACKET_MAX_SIZE || p.header_size + p.payload_size != size)
            return 0;
        if (spe_packet_encode(&p, back, sizeof back) != size || memcmp(back, bytes + at, (size_t)size) != 0)
            return 0;
        at += (size_t)size;
        packets++;
    }
    return packets;
}

static void test_random_streams(void)
{
    static uint8_t bytes[1 << 16];
    uint64_t total = 0, packets = 0;
    int broken = 0;
    while (total < UINT64_C(100) << 20) {
        if (total >> 16 & 1)
            random_stream(bytes, sizeof bytes);
        else
            random_bytes(bytes, sizeof bytes);
        const size_t n = walk(bytes, sizeof bytes);
        broken += n == 0;
        packets += n;
        total += sizeof bytes;
    }
    is(broken, 0, "100 MiB of random bytes: sizes add up, encode(decode(bytes)) == bytes");
    ok(packets > total / SPE_PACKET_MAX_SIZE, "and they were many packets");
}

/* Every header, with a payload of one bits in every byte but the last, cut off at every byte. */
static void test_truncation(void)
{
    int bad = 0;
    for (unsigned first = 0; first < 256; first++) {
        for (unsigned second = 0; second < 256; second++) {
            const uint8_t bytes[SPE_PACKET_MAX_SIZE] = {(uint8_t)first, (uint8_t)second, 3, 4, 5, 6, 7, 8, 9, 10};
            struct spe_packet whole, cut;
            const int size = spe_packet_decode(bytes, sizeof bytes, &whole);
            for (int len = 0; len < size; len++) {
                memset(&cut, 0xa5, sizeof cut);
                bad += spe_packet_decode(bytes, (size_t)len, &cut) != SPE_E_MORE;
                const int header_known = len >= whole.header_size;
                bad += cut.missing != (header_known ? size - len : 1) || cut.payload;
                bad += len && (cut.header[0] != first || cut.header_size != whole.header_size);
                bad += header_known && (cut.type != whole.type || cut.index != whole.index ||
                                        cut.payload_size != whole.payload_size || cut.header[1] != whole.header[1]);
            }
            bad += spe_packet_decode(bytes, (size_t)size, &cut) != size || memcmp(&cut, &whole, sizeof cut) != 0;
            if (whole.header_size == 1 && second == 0)
                bad += spe_packet_size(bytes, 1) != size;
            if (whole.header_size == 2)
                bad += spe_packet_size(bytes, 1) != SPE_E_MORE;
        }
    }
    is(bad, 0, "every truncation of every header gives the number of missing bytes");
}

static void test_arguments(void)
{
    struct spe_packet p = {0}, before;
    uint8_t bytes[SPE_PACKET_MAX_SIZE] = {0x71};
    memset(&p, 0x5a, sizeof p);
    before = p;
    is(spe_packet_decode(NULL, 1, &p), SPE_E_ARG, "decode: NULL bytes");
    ok(!memcmp(&p, &before, sizeof p), "... and the packet is unchanged");
    is(spe_packet_decode(bytes, 1, NULL), SPE_E_ARG, "decode: NULL packet");
    is(spe_packet_decode(NULL, 0, &p), SPE_E_MORE, "decode: no bytes");
    is(spe_packet_size(NULL, 0), SPE_E_MORE, "size: no bytes");
    is(spe_packet_size(NULL, 1), SPE_E_ARG, "size: NULL bytes");
    is(spe_packet_encode(NULL, bytes, sizeof bytes), SPE_E_ARG, "encode: NULL packet");
    is(spe_packet_encode(&p, NULL, 10), SPE_E_ARG, "encode: NULL bytes");
    is(spe_packet_build(SPE_PACKET_END, 0, 0, 0, 0, NULL), SPE_E_ARG, "build: NULL packet");
}

static void test_encode_refuses(void)
{
    struct spe_packet p;
    uint8_t bytes[SPE_PACKET_MAX_SIZE], blank[SPE_PACKET_MAX_SIZE];
    memset(bytes, 0xee, sizeof bytes);
    memset(blank, 0xee, sizeof blank);
    is(spe_packet_build(SPE_PACKET_TIMESTAMP, 0, 0, 5, 0, &p), 9, "a timestamp takes 9 bytes");
    is(spe_packet_encode(&p, bytes, 8), SPE_E_SPACE, "8 bytes are too few");
    p.payload_size = 4;
    is(spe_packet_encode(&p, bytes, sizeof bytes), SPE_E_HEADER, "a payload size that contradicts the header");
    p.payload_size = 8;
    p.header_size = 2;
    is(spe_packet_encode(&p, bytes, sizeof bytes), SPE_E_HEADER, "a header size that contradicts the header");
    p.header_size = 1;
    p.header[1] = 7;
    is(spe_packet_encode(&p, bytes, sizeof bytes), SPE_E_HEADER, "a second header byte of a short header");
    spe_packet_build(SPE_PACKET_COUNTER, 0, 0, 0xffff, 0, &p);
    p.payload = 0x10000;
    is(spe_packet_encode(&p, bytes, sizeof bytes), SPE_E_RANGE, "a counter of 17 bits");
    p.payload = 0;
    p.header_size = 0;
    is(spe_packet_encode(&p, bytes, sizeof bytes), SPE_E_HEADER, "no header at all");
    ok(!memcmp(bytes, blank, sizeof bytes), "none of them wrote anything");
}

/* Every packet that decodes to a known type is built again from type, INDEX, size and payload. */
static void test_build_round_trip(void)
{
    int bad = 0, built = 0;
    for (unsigned first = 0; first < 256; first++) {
        for (unsigned second = 0; second < 256; second++) {
            uint8_t bytes[SPE_PACKET_MAX_SIZE] = {(uint8_t)first, (uint8_t)second};
            struct spe_packet p, q;
            random_bytes(bytes + 2, sizeof bytes - 2);
            const int size = spe_packet_decode(bytes, sizeof bytes, &p);
            const unsigned flags = p.header_size == 2 && p.index < 8 ? SPE_BUILD_EXTENDED : 0;
            const int status = spe_packet_build(p.type, p.index, p.payload_size, p.payload, flags, &q);
            if (p.type == SPE_PACKET_UNKNOWN) {
                bad += status != SPE_E_KIND;
                continue;
            }
            bad += status != size || memcmp(&p, &q, sizeof p) != 0;
            built++;
        }
    }
    is(bad, 0, "build gives what decode gives, for every known header");
    ok(built > 256 * 30, "and those were many");
}

static void test_build_refuses(void)
{
    struct spe_packet p, before;
    memset(&p, 0x5a, sizeof p);
    before = p;
    is(spe_packet_build(SPE_PACKET_UNKNOWN, 0, 0, 0, 0, &p), SPE_E_KIND, "unknown cannot be built");
    is(spe_packet_build(spe_packet_type_count(), 0, 0, 0, 0, &p), SPE_E_KIND, "no such type");
    is(spe_packet_build(SPE_PACKET_ADDRESS, 32, 0, 0, 0, &p), SPE_E_KIND, "INDEX 32");
    is(spe_packet_build(SPE_PACKET_CONTEXT, 4, 0, 0, 0, &p), SPE_E_KIND, "context INDEX 4");
    is(spe_packet_build(SPE_PACKET_EVENTS, 1, 0, 0, 0, &p), SPE_E_KIND, "Events have no INDEX");
    is(spe_packet_build(SPE_PACKET_END, 0, 1, 0, 0, &p), SPE_E_KIND, "End has no payload");
    is(spe_packet_build(SPE_PACKET_END, 0, 0, 1, 0, &p), SPE_E_RANGE, "End holds no value");
    is(spe_packet_build(SPE_PACKET_EVENTS, 0, 3, 0, 0, &p), SPE_E_KIND, "no 3-byte Events");
    is(spe_packet_build(SPE_PACKET_EVENTS, 0, 16, 0, 0, &p), SPE_E_KIND, "no 16-byte Events");
    is(spe_packet_build(SPE_PACKET_EVENTS, 0, 1, 256, 0, &p), SPE_E_RANGE, "256 in one byte");
    is(spe_packet_build(SPE_PACKET_COUNTER, 0, 4, 0, 0, &p), SPE_E_KIND, "no 4-byte counter");
    is(spe_packet_build(SPE_PACKET_COUNTER, 0, 0, 65536, 0, &p), SPE_E_RANGE, "a counter of 17 bits");
    is(spe_packet_build(SPE_PACKET_DATA_SOURCE, 0, 0, 65536, 0, &p), SPE_E_RANGE, "a data source of 17 bits");
    is(spe_packet_build(SPE_PACKET_CONTEXT, 0, 0, UINT64_C(1) << 32, 0, &p), SPE_E_RANGE, "a context of 33 bits");
    is(spe_packet_build(SPE_PACKET_EVENTS, 0, 0, 0, SPE_BUILD_EXTENDED, &p), SPE_E_KIND, "no extended Events");
    is(spe_packet_build(SPE_PACKET_ADDRESS, 0, 0, 0, 2, &p), SPE_E_KIND, "unknown build flag");
    ok(!memcmp(&p, &before, sizeof p), "the packet is unchanged after all of them");
}

static void test_build_sizes(void)
{
    struct spe_packet p;
    is(spe_packet_build(SPE_PACKET_EVENTS, 0, 0, 0xff, 0, &p), 2, "8-bit events take 1 byte");
    is(p.header[0], 0x42, "... header 42");
    is(spe_packet_build(SPE_PACKET_EVENTS, 0, 0, 0x100, 0, &p), 3, "9-bit events take 2");
    is(p.header[0], 0x52, "... header 52");
    is(spe_packet_build(SPE_PACKET_EVENTS, 0, 0, 0x10000, 0, &p), 5, "17-bit events take 4");
    is(p.header[0], 0x62, "... header 62");
    is(spe_packet_build(SPE_PACKET_EVENTS, 0, 0, UINT64_C(1) << 48, 0, &p), 9, "49-bit events take 8");
    is(p.header[0], 0x72, "... header 72");
    is(spe_packet_build(SPE_PACKET_DATA_SOURCE, 0, 2, 8, 0, &p), 3, "a data source of 2 bytes on request");
    is(p.header[0], 0x53, "... header 53");
    is(spe_packet_build(SPE_PACKET_DATA_SOURCE, 0, 8, 8, 0, &p), 9, "reserved sizes can be built");
    is(p.flags, SPE_PACKET_RESERVED_HEADER, "... and are flagged");
    is(spe_packet_build(SPE_PACKET_ADDRESS, 17, 0, 1, 0, &p), 10, "INDEX 17 takes an extended header");
    ok(p.header[0] == 0x22 && p.header[1] == 0xb1 && p.flags == SPE_PACKET_IMPDEF, "... 22 b1, IMPLEMENTATION DEFINED");
    is(spe_packet_build(SPE_PACKET_COUNTER, 1, 0, 1, SPE_BUILD_EXTENDED, &p), 4, "INDEX 1 takes one on request");
    ok(p.header[0] == 0x20 && p.header[1] == 0x99, "... 20 99");
}

static int flags_of(unsigned type, unsigned index, unsigned size, uint64_t payload)
{
    struct spe_packet p;
    return spe_packet_build(type, index, size, payload, 0, &p) < 0 ? -1 : p.flags;
}

static void test_reserved_values(void)
{
    const int reserved = SPE_PACKET_RESERVED_VALUE;
    int bad = 0;
    for (unsigned top = 0; top < 256; top++) {
        const uint64_t payload = (uint64_t)top << 56 | 0x1234;
        const int low_bits = !!(top & 0x0f);
        const int no_state = (top & 0x90) == 0x10; /* NSE:NS = 0b10 */
        bad += flags_of(SPE_PACKET_ADDRESS, 0, 0, payload) != (low_bits || no_state ? reserved : 0);
        bad += flags_of(SPE_PACKET_ADDRESS, 1, 0, payload) != (low_bits || no_state ? reserved : 0);
        bad += flags_of(SPE_PACKET_ADDRESS, 4, 0, payload) != (low_bits || no_state ? reserved : 0);
        bad += flags_of(SPE_PACKET_ADDRESS, 2, 0, payload) != 0;
        bad += flags_of(SPE_PACKET_ADDRESS, 3, 0, payload) != ((top & 0x20) || no_state ? reserved : 0);
    }
    is(bad, 0, "all address top bytes: reserved bits and NSE:NS = 0b10 are flagged");
    bad = 0;
    for (unsigned bit = 0; bit < 64; bit++)
        bad += flags_of(SPE_PACKET_EVENTS, 0, 8, UINT64_C(1) << bit) != (bit >= 32 && bit < 48 ? reserved : 0);
    is(bad, 0, "events 32 to 47 are reserved");
    is(flags_of(SPE_PACKET_OPERATION, 1, 0, 0x24), reserved, "a Memory Set that loads is reserved");
    is(flags_of(SPE_PACKET_OPERATION, 0, 0, 0xe8), reserved, "ETS 0b1100 is reserved");
    is(flags_of(SPE_PACKET_OPERATION, 2, 0, 0x1f), 0, "a branch with everything is not");
}

static void test_accessors(void)
{
    int bad = 0;
    for (unsigned top = 0; top < 256; top++) {
        const uint64_t low = UINT64_C(0x00ba66eda1c2d0), payload = (uint64_t)top << 56 | low;
        const unsigned ns = top >> 7, nse = top >> 4 & 1;
        const unsigned with_rme[4] = {SPE_STATE_SECURE, SPE_STATE_NON_SECURE, SPE_STATE_RESERVED, SPE_STATE_REALM};
        bad += spe_address_bits(payload) != low || spe_address_canonical(payload) != low;
        bad += spe_address_el(payload) != (top >> 5 & 3) || spe_address_tag(payload) != top;
        bad += spe_address_pat(payload) != (top & 15) || spe_address_ch(payload) != (top >> 6 & 1);
        bad += spe_address_state(payload, 1) != with_rme[nse * 2 + ns];
        bad += spe_address_state(payload, 0) != (ns ? (unsigned)SPE_STATE_NON_SECURE : (unsigned)SPE_STATE_SECURE);
    }
    is(bad, 0, "all address top bytes: EL, TAG, PAT, CH, security state with and without FEAT_RME");
    ok(spe_address_canonical(UINT64_C(0xc0ffba66eda1c2d0)) == UINT64_C(0xffffba66eda1c2d0), "bit 55 set: upper range");
    ok(spe_address_canonical(UINT64_C(0x0080000000000000)) == UINT64_C(0xff80000000000000), "bit 55 alone");
    ok(spe_address_canonical(UINT64_C(0xff7fffffffffffff)) == UINT64_C(0x007fffffffffffff),
       "bit 55 clear: lower range");
    bad = 0;
    for (unsigned count = 0; count < 65536; count++) {
        bad += spe_counter_saturated(count, 12) != (count >= 4095);
        bad += spe_counter_saturated(count, 16) != (count == 65535);
    }
    is(bad, 0, "all counts: saturation of 12- and 16-bit counters");
    bad = 0;
    for (unsigned bit = 0; bit < 64; bit++)
        for (unsigned other = 0; other < 64; other++)
            bad += spe_event(UINT64_C(1) << bit, other) != (bit == other);
    is(bad, 0, "event bits");
}

static void test_context(void)
{
    struct spe_record r = {.context_el1 = 11, .context_el2 = 22};
    is(spe_record_context(&r), 0, "no context");
    r.present = SPE_HAS_CONTEXT_EL2;
    is(spe_record_context(&r), 22, "EL2's: a host's process");
    r.present = SPE_HAS_CONTEXT_EL1;
    is(spe_record_context(&r), 11, "EL1's");
    r.present |= SPE_HAS_CONTEXT_EL2;
    is(spe_record_context(&r), 22, "both: the host's, which runs the guest");
}

static void test_status(void)
{
    is(strcmp(spe_version(), SPE_VERSION_STRING), 0, "version");
    ok(!strcmp(spe_status_name(SPE_OK), "SPE_OK") && !strcmp(spe_status_name(10), "SPE_OK"), "success by name");
    ok(!strcmp(spe_status_name(SPE_E_MORE), "SPE_E_MORE") && !strcmp(spe_status_name(SPE_E_ARG), "SPE_E_ARG") &&
           !strcmp(spe_status_name(SPE_E_CONFIG), "SPE_E_CONFIG") &&
           !strcmp(spe_status_name(SPE_E_STATE), "SPE_E_STATE") &&
           !strcmp(spe_status_name(SPE_E_SPACE), "SPE_E_SPACE") &&
           !strcmp(spe_status_name(SPE_E_RANGE), "SPE_E_RANGE") && !strcmp(spe_status_name(SPE_E_KIND), "SPE_E_KIND") &&
           !strcmp(spe_status_name(SPE_E_LAYOUT), "SPE_E_LAYOUT") &&
           !strcmp(spe_status_name(SPE_E_HEADER), "SPE_E_HEADER"),
       "every status by name");
    is(strcmp(spe_status_name(-999), "SPE_E_?"), 0, "a number that is no status");
    ok(SPE_IS_NEED_MORE(SPE_E_MORE) && SPE_IS_CALLER_MISTAKE(SPE_E_ARG) && SPE_IS_CALLER_MISTAKE(SPE_E_STATE) &&
           SPE_IS_OUT_OF_SPACE(SPE_E_SPACE) && SPE_IS_NOT_ENCODABLE(SPE_E_RANGE) && SPE_IS_NOT_ENCODABLE(SPE_E_HEADER),
       "each band holds its codes");
    ok(!SPE_IS_CALLER_MISTAKE(SPE_E_MORE) && !SPE_IS_CALLER_MISTAKE(SPE_E_SPACE) && !SPE_IS_OUT_OF_SPACE(SPE_E_RANGE) &&
           !SPE_IS_NOT_ENCODABLE(SPE_E_SPACE) && !SPE_IS_NEED_MORE(SPE_OK),
       "and no others");
    is(sizeof(struct spe_packet), 16, "struct spe_packet has its published size");
}

int main(void)
{
    test_random_streams();
    test_truncation();
    test_arguments();
    test_encode_refuses();
    test_build_round_trip();
    test_build_refuses();
    test_build_sizes();
    test_reserved_values();
    test_accessors();
    test_context();
    test_status();
    return tap_done();
}
