/* SPDX-License-Identifier: MIT */
/*
 * Decodes SPE bytes in memory and prints one line for each record. Shows the decoder's loop, the `present` mask, raw
 * payloads and the accessors that read them, the fields of an operation, and the decoder's counts.
 */
#include <inttypes.h>
#include <stdio.h>

#include <libspe/spe.h>

/* Two records of a Neoverse core: a load, and a conditional branch that was not taken. */
static const uint8_t bytes[] = {
    0xb0, 0xd0, 0xc2, 0xa1, 0xed, 0x66, 0xba, 0xff, 0xc0, /* PC */
    0x00, 0x00, 0x00, 0x00, 0x00,                         /* padding: an empty slot */
    0x65, 0x80, 0x5f, 0x00, 0x00,                         /* context */
    0x49, 0x00,                                           /* operation type */
    0x52, 0x16, 0x00,                                     /* events */
    0x99, 0x04, 0x00,                                     /* issue latency */
    0x98, 0x0c, 0x00,                                     /* total latency */
    0xb2, 0x28, 0x6b, 0x09, 0x03, 0x37, 0x0e, 0xff, 0x00, /* data virtual address */
    0x71, 0x2e, 0x65, 0x2f, 0x6a, 0x0a, 0x00, 0x00, 0x00, /* timestamp: the record ends */
    0xb0, 0xe0, 0xb0, 0xef, 0xed, 0x66, 0xba, 0xff, 0xc0, /* PC */
    0x4a, 0x01,                                           /* operation type */
    0x52, 0x42, 0x00,                                     /* events */
    0x98, 0x11, 0x00,                                     /* total latency */
    0x71, 0x8d, 0x65, 0x2f, 0x6a, 0x0a, 0x00, 0x00, 0x00, /* timestamp */
};

static void print_record(const struct spe_record *record)
{
    printf("offset %" PRIu64 ":", record->offset);
    if (record->present & SPE_HAS_PC)
        printf(" pc 0x%" PRIx64 " at EL%u,", spe_address_canonical(record->pc), spe_address_el(record->pc));
    if (record->present & SPE_HAS_OPERATION) {
        struct spe_op op;
        spe_op_decode(record->op_class, record->op_payload, &op);
        printf(" %s%s,", spe_op_subclass_name(op.subclass), op.conditional ? ", conditional" : "");
    }
    if (record->present & SPE_HAS_TOTAL_LATENCY)
        printf(" %u cycles,", record->total_latency);
    for (unsigned bit = 0; bit < 64; bit++)
        if (spe_event(record->events, bit) && spe_event_name(bit))
            printf(" %s", spe_event_name(bit));
    printf("\n");
}

int main(void)
{
    spe_decoder decoder;
    struct spe_record record;
    struct spe_decoder_stats stats;

    spe_decoder_init(&decoder, NULL);
    spe_decoder_feed(&decoder, bytes, sizeof bytes);
    while (spe_decoder_next(&decoder, &record) == 1)
        print_record(&record);
    if (spe_decoder_finish(&decoder, &record) == 1) /* the bytes ended inside a record: this is its first part */
        print_record(&record);

    spe_decoder_get_stats(&decoder, &stats);
    printf("%" PRIu64 " records, %" PRIu64 " bytes, %" PRIu64 " of them padding\n", stats.records, stats.bytes,
           stats.packets[SPE_PACKET_PADDING]);
    return 0;
}
