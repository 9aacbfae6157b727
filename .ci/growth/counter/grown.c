/* SPDX-License-Identifier: MIT */
/* The program knows the counter and the library does not: it is absent from records and rejected where it is
 * requested. */
#include "program.h"

int main(int argc, char **argv)
{
    struct spe_record records[RECORDS];
    uint8_t bytes[256];
    uint16_t latency[RECORDS];
    spe_encoder encoder;
    spe_decoder decoder;
    struct spe_columns columns = SPE_COLUMNS_INIT;
    expect(read_records(argc > 1 ? argv[1] : NULL, records) == 2);
    expect(!(records[0].present & SPE_HAS_WALK_LATENCY) && records[0].walk_latency == 0);
    expect(records[0].flags & SPE_RECORD_RESERVED_HEADER);
    records[0].present |= SPE_HAS_WALK_LATENCY;
    expect(spe_encoder_init(&encoder, bytes, sizeof bytes, NULL) == SPE_OK);
    expect(spe_encoder_record(&encoder, &records[0]) < 0);
    expect(!spe_columns_problem(&columns));
    columns.walk_latency = latency;
    expect(spe_columns_problem(&columns) != NULL);
    expect(spe_decoder_init(&decoder, NULL) == SPE_OK);
    expect(spe_decoder_next_columns(&decoder, &columns, RECORDS) == SPE_E_CONFIG);
    return wrong;
}
