/* SPDX-License-Identifier: MIT */
/*
 * See source_names.h: the data sources of a profile, and the names of sources and events. If cores of several types
 * have written samples, a name is used only if it means the same on all of them.
 */
#include "source_names.h"

#include <stdio.h>
#include <string.h>

/* The value of name(midr, number), if it is the same for all cores. */
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

const struct spe_histogram *profile_source_total(const struct profile *profile, unsigned source)
{
    static const struct spe_histogram none;
    const struct spe_latencies *latencies = spe_source_stats_latencies(&profile->sources, source);
    return latencies ? &latencies->total : &none;
}

const char *profile_source_name(const struct profile *profile, unsigned source)
{
    return agreed(profile, spe_cpu_data_source_name, source);
}

const char *profile_event_name(const struct profile *profile, unsigned bit)
{
    return spe_event_name(bit) ? spe_event_name(bit) : agreed(profile, spe_cpu_event_name, bit);
}

void profile_source_text(const struct profile *p, unsigned source, char *text)
{
    const char *word = profile_source_name(p, source);
    if (source == SPE_STATS_NO_SOURCE)
        snprintf(text, PROFILE_SOURCE_TEXT, "no data source");
    else if (source == SPE_STATS_LEFT_OUT)
        snprintf(text, PROFILE_SOURCE_TEXT, "other sources");
    else
        snprintf(text, PROFILE_SOURCE_TEXT, "source %u%s%s", source, word ? ", " : "", word ? word : "");
}

const char *profile_class_name(unsigned class)
{
    static const char *const names[PLACES_CLASSES] = {[PLACES_LOAD] = "loads, no data source",
                                                      [PLACES_STORE] = "stores, no data source",
                                                      [PLACES_BRANCH] = "branches",
                                                      [PLACES_OTHER] = "other operations",
                                                      [PLACES_UNKNOWN] = "operation not known"};
    return names[class];
}
