/* SPDX-License-Identifier: MIT */
/* See cpu_set.h. */
#include "cpu_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cpu_set_add(struct cpu_set *set, unsigned cpu)
{
    if (cpu < CPU_SET_MOST)
        set->bits[cpu / 64] |= UINT64_C(1) << cpu % 64;
}

int cpu_set_has(const struct cpu_set *set, unsigned cpu)
{
    return cpu < CPU_SET_MOST && (set->bits[cpu / 64] >> cpu % 64 & 1);
}

unsigned cpu_set_count(const struct cpu_set *set)
{
    unsigned n = 0;
    for (unsigned cpu = 0; cpu < CPU_SET_MOST; cpu++)
        n += (unsigned)cpu_set_has(set, cpu);
    return n;
}

void cpu_set_remove(struct cpu_set *set, const struct cpu_set *other)
{
    for (unsigned i = 0; i < CPU_SET_MOST / 64; i++)
        set->bits[i] &= ~other->bits[i];
}

void cpu_set_read(struct cpu_set *set, const char *list)
{
    char *end;
    for (;; list = end + 1) {
        const unsigned long first = strtoul(list, &end, 10);
        if (end == list)
            return;
        const unsigned long last = *end == '-' ? strtoul(end + 1, &end, 10) : first;
        for (unsigned long cpu = first; cpu <= last && cpu < CPU_SET_MOST; cpu++)
            cpu_set_add(set, (unsigned)cpu);
        if (*end != ',')
            return;
    }
}

const char *cpu_set_text(const struct cpu_set *set, char *text, size_t cap)
{
    size_t n = 0;
    text[0] = 0;
    for (unsigned cpu = 0; cpu < CPU_SET_MOST; cpu++) {
        char item[32];
        unsigned last = cpu;
        if (!cpu_set_has(set, cpu))
            continue;
        while (cpu_set_has(set, last + 1))
            last++;
        snprintf(item, sizeof item, last > cpu ? "%s%u-%u" : "%s%u", n ? "," : "", cpu, last);
        if (n + strlen(item) + sizeof ",..." > cap) {
            snprintf(text + n, cap - n, ",...");
            return text;
        }
        n += (size_t)snprintf(text + n, cap - n, "%s", item);
        cpu = last;
    }
    return text;
}
