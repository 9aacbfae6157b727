/* SPDX-License-Identifier: MIT */
/* The program knows the event's number and the library does not: it has no name and no PMU event. */
#include "program.h"

int main(int argc, char **argv)
{
    struct spe_record records[RECORDS];
    expect(read_records(argc > 1 ? argv[1] : NULL, records) == 2);
    expect(spe_event(records[0].events, SPE_EVENT_FAR_MEMORY) == 1);
    expect(!spe_event_name(SPE_EVENT_FAR_MEMORY) && spe_event_bit("far_memory") == SPE_E_NAME);
    expect(spe_event_pmu(SPE_EVENT_FAR_MEMORY, 0) == SPE_E_ARG);
    return wrong;
}
