/* SPDX-License-Identifier: MIT */
/*
 * Makes the bytes of a record, as a simulator or a test bench does, and decodes them again. Shows how to encode an
 * operation, choose a layout, check once at the end, and recognise a rejected record.
 */
#include <stdio.h>
#include <stdlib.h>

#include <libspe/spe.h>

/* A load of 256-bit SVE registers at EL0 that missed the level 1 data cache. */
static struct spe_record sve_load(void)
{
    const struct spe_op op = {
        .op_class = SPE_CLASS_LOAD_STORE, .subclass = SPE_OP_SVE_SME, .evl_bits = 256, .predicated = 1};
    const int payload = spe_op_encode(&op);
    if (payload < 0) /* the format has no payload for such an operation */
        abort();
    const struct spe_record record = {
        .present = SPE_HAS_PC | SPE_HAS_DATA_VA | SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_TOTAL_LATENCY |
                   SPE_HAS_ISSUE_LATENCY | SPE_HAS_DATA_SOURCE | SPE_HAS_TIMESTAMP,
        .pc = UINT64_C(1) << 63 | 0x400580, /* NS = 1, EL0 */
        .data_va = 0x7fff1000,
        .op_class = op.op_class,
        .op_payload = (uint8_t)payload,
        .events = 1u << SPE_EVENT_RETIRED | 1u << SPE_EVENT_L1D_ACCESS | 1u << SPE_EVENT_L1D_REFILL,
        .total_latency = 40,
        .issue_latency = 3,
        .data_source = 8,
        .timestamp = 44731163950};
    return record;
}

int main(void)
{
    const struct spe_encoder_config config = {.size = sizeof config, .layout = SPE_LAYOUT_SLOTS_64};
    struct spe_record record = sve_load(), again;
    uint8_t bytes[256];
    char text[SPE_RECORD_TEXT_MAX];
    spe_encoder encoder;
    spe_decoder decoder;

    spe_encoder_init(&encoder, bytes, sizeof bytes, &config);
    spe_encoder_record(&encoder, &record);
    spe_encoder_record(&encoder, &record); /* any number of records: the status at the end covers all */
    if (spe_encoder_status(&encoder) != SPE_OK || spe_encoder_refused(&encoder)) {
        fprintf(stderr, "%s, %u refused\n", spe_status_text(spe_encoder_status(&encoder)),
                (unsigned)spe_encoder_refused(&encoder));
        return 1;
    }
    printf("%zu bytes\n", spe_encoder_size(&encoder));

    spe_decoder_init(&decoder, NULL);
    spe_decoder_feed(&decoder, bytes, spe_encoder_size(&encoder));
    while (spe_decoder_next(&decoder, &again) == 1) {
        spe_record_text(&again, NULL, text, sizeof text);
        printf("%s\n", text);
    }

    record.present |=
        SPE_HAS_PREV_BRANCH_TARGET; /* the fixed slots have no place for it: the record is rejected, not shortened */
    printf("with a previous branch target: %s\n", spe_status_name(spe_encoder_record(&encoder, &record)));
    return 0;
}
