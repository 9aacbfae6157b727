/* SPDX-License-Identifier: MIT */
/* Look-ups over the rows of cpu_table.h. */
#include "cpu_table.h"

const struct spe_cpu_row *spe_cpu_row_find(uint64_t midr)
{
    for (size_t i = 0; i < SPE_CPUS; i++)
        if (spe_cpus[i].implementer == (midr >> 24 & 0xff) && spe_cpus[i].part == (midr >> 4 & 0xfff))
            return &spe_cpus[i];
    return NULL;
}

const struct spe_source_row *spe_source_row_find(uint64_t midr, unsigned value)
{
    const struct spe_cpu_row *cpu = spe_cpu_row_find(midr);
    for (unsigned i = 0; cpu && i < cpu->source_count; i++)
        if (cpu->sources[i].value == value)
            return &cpu->sources[i];
    return NULL;
}

const struct spe_cpu_event_row *spe_cpu_event_row_find(uint64_t midr, unsigned bit)
{
    const struct spe_cpu_row *cpu = spe_cpu_row_find(midr);
    for (unsigned i = 0; cpu && i < cpu->event_count; i++)
        if (cpu->events[i].bit == bit)
            return &cpu->events[i];
    return NULL;
}

const struct spe_cpu_counter_row *spe_cpu_counter_row_find(uint64_t midr, unsigned index)
{
    for (unsigned i = 0; i < SPE_CPU_COUNTERS; i++)
        if (spe_cpu_counters[i].implementer == (midr >> 24 & 0xff) && spe_cpu_counters[i].part == (midr >> 4 & 0xfff) &&
            spe_cpu_counters[i].index == index)
            return &spe_cpu_counters[i];
    return NULL;
}
