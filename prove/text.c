/* SPDX-License-Identifier: MIT */
/*
 * Proof harness: text. For any packet struct, any record, any configuration of this version's size and a buffer of any size up
 * to 40 bytes (the writer does the same at every length), no undefined behaviour.
 */
#include <libspe/spe.h>

#include "any.h"

int main(void)
{
    struct spe_packet packet;
    struct spe_record record;
    struct spe_text_config cfg;
    char out[40];
    any_bytes(&packet, sizeof packet);
    any_bytes(&record, sizeof record);
    any_bytes(&cfg, sizeof cfg);
    cfg.size = sizeof cfg; /* assumed: size is the size of the struct that is there */
    const size_t cap = any_size(sizeof out);
    spe_packet_text(&packet, any_u32() & 1 ? &cfg : NULL, out, cap);
    spe_record_text(&record, any_u32() & 1 ? &cfg : NULL, out, cap);
    return 0;
}
