/* SPDX-License-Identifier: MIT */
/* D18.1: records: the order of their packets, the slots of Neoverse cores, and one record byte by byte. */
#include <stdio.h>

#include "format.h"

/* A load that missed the level 1 data cache and was served by the system cache. */
static struct spe_record example(void)
{
    const struct spe_op op = {.op_class = SPE_CLASS_LOAD_STORE, .subclass = SPE_OP_GP};
    struct spe_record record = {.present = SPE_HAS_CONTEXT_EL1 | SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY |
                                           SPE_HAS_TRANSLATION_LATENCY | SPE_HAS_PC | SPE_HAS_DATA_VA |
                                           SPE_HAS_DATA_SOURCE | SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_TIMESTAMP,
                                .context_el1 = 1234,
                                .total_latency = 112,
                                .issue_latency = 9,
                                .translation_latency = 2,
                                .op_class = op.op_class,
                                .op_payload = (uint8_t)spe_op_encode(&op),
                                .events = 1u << SPE_EVENT_RETIRED | 1u << SPE_EVENT_L1D_ACCESS |
                                          1u << SPE_EVENT_L1D_REFILL | 1u << SPE_EVENT_TLB_ACCESS,
                                .data_source = 0xb,
                                .timestamp = 44731163950};
    if (spe_address_build_pc(0xaaaac0de1234, 0, SPE_STATE_NON_SECURE, &record.pc) != SPE_OK ||
        spe_address_build_va(0xffff80001000, 0, &record.data_va) != SPE_OK)
        broken("no addresses for the example", 0);
    return record;
}

#define RECORD_MAX 128

static size_t encode(const struct spe_record *record, unsigned layout, uint8_t bytes[RECORD_MAX])
{
    struct spe_encoder_config config = SPE_ENCODER_CONFIG_INIT;
    spe_encoder encoder;
    config.layout = (uint8_t)layout;
    spe_encoder_init(&encoder, bytes, RECORD_MAX, &config);
    if (spe_encoder_record(&encoder, record) < 0)
        broken("a record that does not encode, present", record->present);
    return spe_encoder_size(&encoder);
}

/* Its packets: offset, bytes, type, contents. */
static void print_packets(const uint8_t *bytes, size_t len)
{
    spe_packet_iterator packets;
    struct spe_packet packet;
    char text[SPE_PACKET_TEXT_MAX];
    printf("| offset | bytes | packet | |\n|---|---|---|---|\n");
    spe_packet_iterator_init(&packets, bytes, len, 0);
    for (int size; (size = spe_packet_iterator_next(&packets, &packet)) > 0;) {
        const size_t offset = (size_t)spe_packet_iterator_offset(&packets);
        printf("| %u | `", (unsigned)offset);
        for (size_t i = offset; i < offset + (size_t)size; i++)
            printf(i > offset ? " %02x" : "%02x", bytes[i]);
        spe_packet_text(&packet, NULL, text, sizeof text);
        printf("` | %s | %s |\n", packet_words(packet.type)->name, text);
    }
    printf("\n");
}

static const char *name_of(const struct spe_packet *packet)
{
    switch (packet->type) {
    case SPE_PACKET_ADDRESS:
    case SPE_PACKET_COUNTER:
    case SPE_PACKET_CONTEXT:
        return index_words(packet->type, packet->index);
    default:
        return packet_words(packet->type)->name;
    }
}

static const char *first_words(const char *words, char text[64])
{
    size_t n = 0;
    for (; words[n] && words[n] != ':' && n < 63; n++)
        text[n] = words[n];
    text[n] = 0;
    return text;
}

/* A record with every packet that it can have. */
static void print_order(void)
{
    struct spe_record all = {.present = spe_record_all() & ~SPE_HAS_END};
    uint8_t bytes[RECORD_MAX];
    spe_packet_iterator packets;
    struct spe_packet packet;
    char text[64];
    const size_t len = encode(&all, SPE_LAYOUT_CANONICAL, bytes);
    const char *comma = "";
    spe_packet_iterator_init(&packets, bytes, len, 0);
    while (spe_packet_iterator_next(&packets, &packet) > 0) {
        printf("%s%s", comma, first_words(name_of(&packet), text));
        comma = ", ";
    }
    printf(" or End. All of them without End take %u bytes; a core may be limited to less (PMSIDR_EL1.MaxSize).\n\n",
           (unsigned)len);
}

/* A packet's place in slots: that in a record with only this packet and events. */
static void print_slots(void)
{
    char text[64];
    printf("| offset | size | packet |\n|---|---|---|\n");
    for (unsigned offset = 0; offset < 64; offset++) {
        for (unsigned bit = 0; bit < 32; bit++) {
            struct spe_record record = {.present = (spe_record_all() & 1u << bit) | SPE_HAS_EVENTS, .events_size = 2};
            uint8_t bytes[RECORD_MAX];
            struct spe_packet field, packet;
            struct spe_encoder_config config = SPE_ENCODER_CONFIG_INIT;
            spe_encoder encoder;
            config.layout = SPE_LAYOUT_SLOTS_64;
            spe_encoder_init(&encoder, bytes, sizeof bytes, &config);
            if (!(spe_record_all() >> bit & 1) || spe_encoder_record(&encoder, &record) < 0)
                continue;
            if (spe_record_packet(&record, 1u << bit, &field) < 0 ||
                spe_packet_decode(bytes + offset, sizeof bytes - offset, &packet) < 0)
                broken("a slot that does not decode, offset", offset);
            /* zero bytes are padding, or a payload of zero; headers of packets in slots are not zero */
            if (packet.type == field.type && packet.index == field.index && bytes[offset])
                printf("| %u | %u | %s |\n", offset, packet.header_size + (unsigned)packet.payload_size,
                       first_words(name_of(&packet), text));
        }
    }
    printf("\n");
}

void print_record(void)
{
    const struct spe_record record = example();
    uint8_t bytes[RECORD_MAX];
    printf("A load by process 1234 at EL0 that missed the level 1 data cache, in the order of the manual's "
           "pseudocode:\n\n");
    print_packets(bytes, encode(&record, SPE_LAYOUT_CANONICAL, bytes));
    printf("The same record in the 64-byte slots of Neoverse cores; the bytes of an empty slot are zero:\n\n```text\n");
    const size_t len = encode(&record, SPE_LAYOUT_SLOTS_64, bytes);
    for (size_t i = 0; i < len; i++)
        printf(i % 16 == 15 ? "%02x\n" : "%02x ", bytes[i]);
    printf("```\n\nPackets may come in any order, except for the last one. The manual's pseudocode writes them in this "
           "order: ");
    print_order();
    printf("Each slot has a fixed offset in the record:\n\n");
    print_slots();
}
