/* SPDX-License-Identifier: MIT */
/* See profile.h: words for data sources and events, where cores of more than one kind have written samples. */
#include <string.h>

#include "profile.h"

/* What name(midr, number) is to all cores. */
static const char *agreed(const struct profile *p, const char *(*name)(uint64_t midr, unsigned number), unsigned number)
{
    const char *first = p->n_kinds && !p->has_more_kinds ? name(p->kinds[0].midr, number) : NULL;
    for (unsigned i = 1; first && i < p->n_kinds; i++) {
        const char *other = name(p->kinds[i].midr, number);
        if (!other || strcmp(first, other) != 0)
            return NULL;
    }
    return first;
}

const char *profile_source_name(const struct profile *profile, unsigned source)
{
    return agreed(profile, spe_cpu_data_source_name, source);
}

const char *profile_event_name(const struct profile *profile, unsigned bit)
{
    return spe_event_name(bit) ? spe_event_name(bit) : agreed(profile, spe_cpu_event_name, bit);
}
