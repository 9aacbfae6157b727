/* SPDX-License-Identifier: MIT */
/* A packet of a type that was added later: the library gives its size and name, and counts it; the record is
 * unchanged. */
#include "program.h"

int main(int argc, char **argv)
{
    static const uint8_t bytes[] = {0x60, 0x2a, 0, 0, 0};
    struct spe_record records[RECORDS];
    struct spe_packet packet;
    char text[SPE_PACKET_TEXT_MAX];
    const struct spe_text_config arch = {.size = sizeof arch, .style = SPE_TEXT_ARCH};
    expect(read_records(argc > 1 ? argv[1] : NULL, records) == 1);
    expect(records[0].pc && records[0].total_latency == 32 && !(records[0].flags & SPE_RECORD_UNKNOWN));
    expect(spe_packet_decode(bytes, sizeof bytes, &packet) == 5);
    expect(packet.type > SPE_PACKET_COUNTER && packet.payload == 42 && packet.flags == 0);
    expect(spe_packet_text(&packet, &arch, text, sizeof text) > 0 && strstr(text, "Partition"));
    return wrong;
}
