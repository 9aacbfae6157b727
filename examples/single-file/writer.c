/* SPDX-License-Identifier: MIT */
#include "libspe.h"
#include "parts.h"

size_t write_records(unsigned n, void *bytes, size_t size)
{
    const struct spe_record load = {.present = SPE_HAS_PC | SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_TOTAL_LATENCY,
                                    .pc = UINT64_C(1) << 63 | 0x400580,
                                    .op_class = SPE_CLASS_LOAD_STORE,
                                    .events = 1u << SPE_EVENT_RETIRED,
                                    .total_latency = 12};
    spe_encoder encoder;
    spe_encoder_init(&encoder, bytes, size, NULL);
    while (n--)
        spe_encoder_record(&encoder, &load);
    const int is_whole = spe_encoder_status(&encoder) == SPE_OK && spe_encoder_refused(&encoder) == 0;
    return is_whole ? spe_encoder_size(&encoder) : 0;
}
