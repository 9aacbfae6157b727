/* SPDX-License-Identifier: MIT */
/* A counter that was added later: it is in bytes of the record that were reserved; all else is unchanged. */
#include "program.h"

static spe_decoder decoder;

/* Begins a stream of these bytes. */
static void feed(const uint8_t *bytes, size_t len)
{
    expect(spe_decoder_init(&decoder, NULL) == SPE_OK && spe_decoder_feed(&decoder, bytes, len) == SPE_OK);
}

/*
 * Points every field that spe_record_field_get() lists at its own column. The library's struct spe_columns may be
 * longer than this program's: a later field's `column` is then past the end of the program's struct, where nothing may
 * be written. Such a field is left out. (Its values can still be read: spe_record_field.member is within every record.)
 */
static int64_t decode_every_column(const uint8_t *bytes, size_t len)
{
    static uint64_t values[32][RECORDS];
    struct spe_columns columns = SPE_COLUMNS_INIT;
    struct spe_record_field field;
    unsigned later = 0, n = 0;
    for (; n < 32 && spe_record_field_get(n, &field) == SPE_OK; n++) {
        void *const to = values[n];
        if (field.column + sizeof to <= columns.size)
            memcpy((char *)&columns + field.column, &to, sizeof to);
        else
            later++;
        expect(field.member + field.size <= sizeof(struct spe_record));
    }
    expect(later == 1 && n > later && spe_record_field_get(n, &field) == SPE_E_ARG);
    expect(!spe_columns_problem(&columns));
    feed(bytes, len);
    return spe_decoder_next_columns(&decoder, &columns, RECORDS);
}

int main(int argc, char **argv)
{
    struct spe_record records[RECORDS], again[RECORDS];
    uint8_t bytes[256];
    uint16_t latency[RECORDS];
    uint64_t pc[RECORDS];
    spe_encoder encoder;
    const size_t n = read_records(argc > 1 ? argv[1] : NULL, records);
    expect(n == 2);
    expect(records[0].total_latency == 64 && records[0].issue_latency == 4 && records[0].translation_latency == 32);
    expect(records[0].data_va == 0x80002000 && records[1].total_latency == 8);
    expect(!(records[0].flags & SPE_RECORD_RESERVED_HEADER));
    expect(records[0].present & ~records[1].present & spe_record_all());
    /* A copy of the whole record includes the new counter. */
    expect(spe_encoder_init(&encoder, bytes, sizeof bytes, NULL) == SPE_OK);
    expect(spe_encoder_record(&encoder, &records[0]) > 0 && spe_encoder_record(&encoder, &records[1]) > 0);
    feed(bytes, spe_encoder_size(&encoder));
    expect(spe_decoder_next_batch(&decoder, again, RECORDS) == 2);
    expect(!memcmp(again[0].reserved, records[0].reserved, sizeof again[0].reserved));
    expect(again[0].present == records[0].present);
    /* The columns that this program's struct has. */
    struct spe_columns columns = SPE_COLUMNS_INIT;
    columns.total_latency = latency;
    columns.pc = pc;
    expect(!spe_columns_problem(&columns));
    feed(bytes, spe_encoder_size(&encoder));
    expect(spe_decoder_next_columns(&decoder, &columns, RECORDS) == 2);
    expect(latency[0] == 64 && latency[1] == 8);
    expect(decode_every_column(bytes, spe_encoder_size(&encoder)) == 2);
    return wrong;
}
