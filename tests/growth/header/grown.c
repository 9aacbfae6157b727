/* SPDX-License-Identifier: MIT */
/* The program knows the packet type and the library does not: such a packet is not built, and is read as unknown. */
#include "program.h"

int main(int argc, char **argv)
{
    struct spe_record records[RECORDS];
    struct spe_packet packet;
    expect(spe_packet_build(SPE_PACKET_PARTITION, 0, 42, 4, 0, &packet) == SPE_E_KIND);
    expect(read_records(argc > 1 ? argv[1] : NULL, records) == 1);
    expect(records[0].total_latency == 32 && records[0].flags & SPE_RECORD_UNKNOWN);
    return wrong;
}
