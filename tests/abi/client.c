/* SPDX-License-Identifier: MIT */
/*
 * A program of the first version: compiled against the headers in tests/abi/include-1.0, which never change, it runs
 * with today's libspe.so. It calls every function of version 1.0.
 */
#include <libspe/spe.h>
#include <stdio.h>
#include <string.h>

#define EXPECT(condition)                                                                                              \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("line %d: %s\n", __LINE__, #condition);                                                             \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

static int encode(unsigned char *bytes, size_t cap, size_t *size)
{
    const struct spe_encoder_config cfg = {.size = sizeof cfg, .alignment = 64, .counter_bits = 12};
    struct spe_record r = {.pc = 0x8000000000401000,
                           .events = 2,
                           .total_latency = 9,
                           .present = SPE_HAS_PC | SPE_HAS_EVENTS | SPE_HAS_TOTAL_LATENCY | SPE_HAS_OPERATION};
    struct spe_op op = {.op_class = SPE_CLASS_BRANCH, .subclass = SPE_OP_BRANCH, .conditional = 1};
    struct spe_packet p;
    spe_encoder e;
    EXPECT(spe_op_encode(&op) == 1);
    r.op_class = op.op_class;
    r.op_payload = 1;
    EXPECT(spe_encoder_init(&e, bytes, cap, &cfg) == SPE_OK);
    EXPECT(spe_record_packet(&r, SPE_HAS_PC, &p) == 9);
    EXPECT(spe_packet_build(&p, SPE_PACKET_COUNTER, 6, 0, 5, 0) == 3);
    EXPECT(spe_encoder_packet(&e, &p) == 3);
    EXPECT(spe_encoder_record(&e, &r) == 61 && spe_encoder_size(&e) == 64 && spe_encoder_status(&e) == SPE_OK);
    EXPECT(spe_encoder_record(&e, &r) == 64);
    *size = spe_encoder_size(&e);
    EXPECT(spe_encoder_restart(&e, bytes, 0) == SPE_OK);
    return 0;
}

static int decode(const unsigned char *bytes, size_t size)
{
    const struct spe_decoder_config cfg = {.size = sizeof cfg, .offset = 100};
    const struct spe_text_config perf = {.size = sizeof perf, .style = SPE_TEXT_PERF};
    struct spe_decoder_stats stats;
    struct spe_record r, rest[2];
    struct spe_packet p;
    struct spe_op op;
    char text[SPE_RECORD_TEXT_MAX];
    spe_decoder d;
    EXPECT(spe_decoder_init(&d, &cfg) == SPE_OK && spe_decoder_feed(&d, bytes, size) == SPE_OK);
    EXPECT(spe_decoder_next(&d, &r) == 1 && r.offset == 100 && r.flags == SPE_RECORD_IMPDEF && r.total_latency == 9);
    EXPECT(spe_decoder_next_batch(&d, rest, 2) == 1 && rest[0].offset == 164 && spe_decoder_next(&d, &r) == 0);
    EXPECT(spe_decoder_finish(&d, &r) == 0 && spe_decoder_get_stats(&d, &stats) == SPE_OK && stats.records == 2);
    EXPECT(spe_op_decode(rest[0].op_class, rest[0].op_payload, &op) == SPE_OK && op.conditional);
    EXPECT(!strcmp(spe_op_subclass_name(op.subclass), "branch or exception return"));
    EXPECT(spe_record_text(&rest[0], &perf, text, sizeof text) > 0);
    EXPECT(!strcmp(text, "LAT 9 TOT; PC 0x401000 el0 ns=1; B COND; EV RETIRED; END"));
    EXPECT(spe_packet_size(bytes, 1) == 3 && spe_packet_decode(bytes, size, &p) == 3);
    EXPECT(spe_packet_encode(&p, text, sizeof text) == 3 && !memcmp(text, bytes, 3));
    EXPECT(spe_packet_text(&p, NULL, text, sizeof text) > 0);
    return 0;
}

int main(void)
{
    unsigned char bytes[256];
    size_t size = 0;
    EXPECT(!encode(bytes, sizeof bytes, &size) && size == 128);
    EXPECT(!decode(bytes, size));
    EXPECT(spe_event_bit("retired") == SPE_EVENT_RETIRED && !strcmp(spe_event_name(1), "retired") &&
           spe_event_pmu(1, 0) == 8);
    EXPECT(!strcmp(spe_status_name(SPE_E_MORE), "SPE_E_MORE") && spe_version()[0] == '1');
    return 0;
}
