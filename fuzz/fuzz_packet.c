/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as packets: sizes add up; encode(decode(bytes)) gives the bytes; every truncation gives the right number of
 * missing bytes; decoded packets can be built; operations decode and encode; text stays in its buffer; a walk gives the
 * same packets.
 */
#include <libspe/spe.h>
#include <string.h>

#include "fuzz.h"

static void check_text(const struct spe_packet *p, uint32_t style, size_t cap)
{
    const struct spe_text_config cfg = {.size = sizeof cfg, .style = style, .counter_bits = cap & 1 ? 12 : 0};
    char *full = (char *)guarded_end(1, SPE_PACKET_TEXT_MAX);
    const int n = spe_packet_text(p, &cfg, full, SPE_PACKET_TEXT_MAX);
    CHECK(n >= 0 && n < SPE_PACKET_TEXT_MAX && strlen(full) == (size_t)n);
    cap %= (size_t)n + 3;
    char *part = (char *)guarded_end(2, cap);
    CHECK(spe_packet_text(p, &cfg, cap ? part : NULL, cap) == n);
    const size_t kept = cap == 0 ? 0 : cap - 1 < (size_t)n ? cap - 1 : (size_t)n;
    CHECK(!cap || (!memcmp(part, full, kept) && !part[kept]));
}

static void check_build(const struct spe_packet *p)
{
    struct spe_packet q;
    const unsigned flags = p->header_size == 2 && p->index < 8 ? SPE_BUILD_EXTENDED : 0;
    const int size = spe_packet_build(p->type, p->index, p->payload_size, p->payload, flags, &q);
    if (p->type == SPE_PACKET_UNKNOWN)
        CHECK(size == SPE_E_KIND);
    else
        CHECK(size == p->header_size + p->payload_size && !memcmp(p, &q, sizeof q));
}

static void check_operation(const struct spe_packet *p)
{
    struct spe_op op;
    if (p->type != SPE_PACKET_OPERATION)
        return;
    CHECK(spe_op_decode(p->index, (unsigned)p->payload, &op) == SPE_OK);
    CHECK(spe_op_encode(&op) == (int)p->payload);
    CHECK(op.reserved_value == !!(p->flags & (SPE_PACKET_RESERVED_VALUE | SPE_PACKET_RESERVED_HEADER)));
}

/* Every length up to the packet's; each ends at the guard page. */
static void check_truncations(const uint8_t *bytes, int size, const struct spe_packet *whole)
{
    struct spe_packet p;
    for (int len = 0; len < size; len++) {
        uint8_t *cut = guarded_end(3, (size_t)len);
        memcpy(cut, bytes, (size_t)len);
        CHECK(spe_packet_decode(cut, (size_t)len, &p) == SPE_E_MORE);
        CHECK(p.missing == (len < whole->header_size ? 1 : size - len));
    }
}

static void check_encode(const struct spe_packet *p, const uint8_t *bytes, int size)
{
    for (int cap = 0; cap <= size; cap++) {
        uint8_t *out = guarded_end(4, (size_t)cap);
        CHECK(spe_packet_encode(p, out, (size_t)cap) == (cap < size ? SPE_E_SPACE : size));
        CHECK(cap < size || !memcmp(out, bytes, (size_t)size));
    }
}

/* A struct of any bytes: nothing crashes, and an operation that can be encoded has the same meaning when decoded. */
static void check_any_structs(struct spe_gen_source t)
{
    struct spe_packet p, q;
    struct spe_op op, back;
    uint8_t out[SPE_PACKET_MAX_SIZE];
    for (size_t i = 0; i < sizeof p; i++)
        ((uint8_t *)&p)[i] = (uint8_t)spe_gen_take(&t, 1);
    check_text(&p, SPE_TEXT_PERF, 40);
    check_text(&p, SPE_TEXT_ARCH, 40);
    const int size = spe_packet_encode(&p, out, sizeof out);
    CHECK(size < 0 || (spe_packet_decode(out, (size_t)size, &q) == size && q.payload == p.payload));
    memset(&op, 0, sizeof op);
    for (size_t i = 0; i < offsetof(struct spe_op, reserved); i++)
        ((uint8_t *)&op)[i] = (uint8_t)spe_gen_take(&t, 1) & (i < 8 ? 0xff : 0x0f);
    const int payload = spe_op_encode(&op);
    if (payload < 0)
        return;
    CHECK(spe_op_decode(op.op_class, (unsigned)payload, &back) == SPE_OK && back.subclass == op.subclass);
    if (op.reserved_value)
        return;                                                          /* only its payload counts */
    CHECK(back.evl_bits >= op.evl_bits && back.ets_bits >= op.ets_bits); /* rounded up */
    CHECK(!memcmp(&back.store, &op.store, offsetof(struct spe_op, reserved) - offsetof(struct spe_op, store)));
}

/* Lines in room that ends at a guard page cover all bytes; each has its end, and the length of its text. */
static void check_dump(const uint8_t *bytes, size_t size, uint32_t style)
{
    const struct spe_text_config cfg = {.size = sizeof cfg, .style = style};
    const size_t cap = SPE_LINE_TEXT_MAX + size % 7;
    char *out = (char *)guarded_end(1, cap);
    struct spe_dump dump = {.size = sizeof dump, .is_last = 1, .bytes = bytes, .len = size};
    while (dump.len) {
        const size_t left = dump.len;
        const int n = spe_dump_text(&dump, &cfg, out, cap);
        CHECK(n > 62 && (size_t)n <= cap && out[n - 1] == '\n' && !memchr(out, 0, (size_t)n));
        CHECK(dump.len < left && dump.offset == size - dump.len && dump.bytes == bytes + dump.offset);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *bytes = guarded_input(data, &size);
    struct spe_packet p, walked;
    spe_packet_iterator walk;
    const struct spe_record record = {.size = size, .flags = SPE_RECORD_UNKNOWN};
    size_t at = 0, extra = 0;
    int n;
    CHECK(spe_packet_iterator_init(&walk, bytes, size, 7) == SPE_OK);
    check_any_structs((struct spe_gen_source){data, size, 0});
    check_dump(bytes, size, SPE_TEXT_PERF);
    check_dump(bytes, size, SPE_TEXT_ARCH);
    while ((n = spe_packet_decode(bytes + at, size - at, &p)) > 0) {
        CHECK(n <= SPE_PACKET_MAX_SIZE && n == p.header_size + p.payload_size &&
              spe_packet_size(bytes + at, size - at) == n);
        check_encode(&p, bytes + at, n);
        check_truncations(bytes + at, n, &p);
        check_build(&p);
        check_operation(&p);
        check_text(&p, SPE_TEXT_PERF, at);
        check_text(&p, SPE_TEXT_ARCH, at);
        CHECK(spe_packet_iterator_next(&walk, &walked) == n && !memcmp(&p, &walked, sizeof p));
        CHECK(spe_packet_iterator_offset(&walk) == 7 + at);
        at += (size_t)n;
        if (p.type == SPE_PACKET_UNKNOWN || p.flags & (SPE_PACKET_RESERVED_HEADER | SPE_PACKET_IMPDEF))
            CHECK(spe_record_extra(&record, bytes, size, &extra, &walked) == n && extra == at &&
                  !memcmp(&p, &walked, sizeof p));
    }
    CHECK(spe_record_extra(&record, bytes, size, &extra, &walked) == 0);
    CHECK(spe_packet_iterator_next(&walk, &walked) == (at < size ? SPE_E_MORE : 0));
    CHECK(n == SPE_E_MORE && p.missing && size - at < SPE_PACKET_MAX_SIZE);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    return fuzz_mutate(data, size, max, seed, 0);
}
