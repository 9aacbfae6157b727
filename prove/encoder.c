/* SPDX-License-Identifier: MIT */
/*
 * Proof harness: the encoder. Any configuration of this version's size, any buffer of up to 200 bytes, any number of records
 * and packets of any content, restarts; and spe_record_packet. No undefined behaviour.
 */
#include <libspe/spe.h>

#include "any.h"

int main(void)
{
    static spe_encoder e;
    static uint8_t buffer[200];
    struct spe_encoder_config cfg;
    struct spe_record record;
    struct spe_packet packet, any;
    any_bytes(&cfg, sizeof cfg);
    cfg.size = sizeof cfg; /* assumed: size is the size of the struct that is there */
    if (spe_encoder_init(&e, buffer, any_size(sizeof buffer), any_u32() & 1 ? &cfg : NULL) != SPE_OK)
        return 0;
    while (any_u32() & 1) {
        any_bytes(&record, sizeof record);
        any_bytes(&any, sizeof any);
        spe_encoder_record(&e, &record);
        spe_encoder_packet(&e, &any);
        spe_record_packet(&record, any_u32(), &packet);
        spe_encoder_size(&e);
        spe_encoder_status(&e);
        if (any_u32() & 1)
            spe_encoder_restart(&e, buffer, any_size(sizeof buffer));
    }
    return 0;
}
