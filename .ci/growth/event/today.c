/* SPDX-License-Identifier: MIT */
/* An event that was added later: its bit is set, and the library gives its name. */
#include "program.h"

int main(int argc, char **argv)
{
    struct spe_record records[RECORDS];
    expect(read_records(argc > 1 ? argv[1] : NULL, records) == 2);
    expect(spe_event(records[0].events, 26) == 1 && spe_event(records[1].events, 26) == 0);
    expect(!(records[0].flags & SPE_RECORD_RESERVED_VALUE));
    expect(same(spe_event_name(26), "far_memory") && spe_event_bit("far_memory") == 26);
    for (unsigned bit = 0; bit < 64; bit++)
        if (spe_event_name(bit))
            expect(spe_event_bit(spe_event_name(bit)) == (int)bit);
    return wrong;
}
