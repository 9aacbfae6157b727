/* SPDX-License-Identifier: MIT */
/* The decoder in firmware: its state is static, and it reads records one by one from where the unit wrote them. */
#include "board.h"
#include "numbers.h"
#include "steps.h"

static spe_decoder decoder;

static void show(const struct spe_record *record)
{
    print_decimal("  at ", record->offset);
    print_decimal(", ", record->size);
    board_print(" bytes");
    if (record->present & SPE_HAS_PC)
        print_hex(", pc ", spe_address_canonical(record->pc));
    if (record->present & SPE_HAS_DATA_VA)
        print_hex(", data ", spe_address_canonical(record->data_va));
    if (record->present & SPE_HAS_TOTAL_LATENCY)
        print_decimal(", cycles ", record->total_latency);
    print_hex(", events ", record->events);
    print_hex(", flags ", record->flags);
    board_print("\n");
}

int step_decode(const struct capture *capture)
{
    struct spe_record record;
    struct spe_decoder_stats stats;
    uint64_t records = 0;
    if (spe_decoder_init(&decoder, NULL) != SPE_OK ||
        spe_decoder_feed(&decoder, capture->bytes, capture->size) != SPE_OK)
        return 1;
    for (; spe_decoder_next(&decoder, &record) == 1; records++)
        show(&record);
    if (spe_decoder_finish(&decoder, &record) == 1) { /* the buffer ended inside a record */
        show(&record);
        records++;
    }
    spe_decoder_get_stats(&decoder, &stats);
    print_decimal("  decoded: ", stats.records);
    print_decimal(" records, padding ", stats.packets[SPE_PACKET_PADDING]);
    board_print("\n");
    return stats.records != records || stats.bytes != capture->size;
}
