/* SPDX-License-Identifier: MIT */
/* Event bits by name and by PMU event (DDI 0487, D18.2.6). */
#include "../base/names.h"
#include "table.h"

_Static_assert(SPE_EVENT_ROWS <= 64, "a row's number is a bit of the Events payload, which has 64");

const char *spe_event_name(unsigned bit)
{
    return bit < SPE_EVENT_ROWS ? spe_events[bit].name : NULL;
}

int spe_event_bit(const char *name)
{
    if (!name)
        return SPE_E_ARG;
    for (unsigned bit = 0; bit < SPE_EVENT_ROWS; bit++)
        if (spe_events[bit].name && spe_is_name(spe_events[bit].name, name))
            return (int)bit;
    return SPE_E_NAME;
}

int spe_event_pmu(unsigned bit, unsigned n)
{
    if (bit >= SPE_EVENT_ROWS || n >= SPE_EVENT_PMU || !spe_events[bit].pmu[n])
        return SPE_E_ARG;
    return spe_events[bit].pmu[n];
}
