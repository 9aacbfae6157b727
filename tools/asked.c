/* SPDX-License-Identifier: MIT */
/* See asked.h. */
#include "asked.h"

#include <libspe/packet.h>

#define RETIRED_ONLY (UINT64_C(1) << SPE_EVENT_RETIRED) /* config1 is PMSEVFR_EL1: only what is counted anyway */
#define MIN_LATENCY UINT64_C(0xfff)                     /* config2 */
#define JITTER (UINT64_C(1) << 16)                      /* config: PMSIRR_EL1.RND adds 0 to 255 to each interval */
#define JITTER_MEAN 127.5

void asked_begin(struct asked *a)
{
    a->count = 0;
    a->spe_type = SPE_PERF_NONE;
}

void asked_take(struct asked *a, const struct spe_perf_event *event)
{
    if (event->type == SPE_PERF_ATTR && a->count < ASKED_ATTRIBUTES)
        a->attributes[a->count++] = (struct asked_attribute){
            event->pmu_type, event->period,
            event->period ? (double)event->period + (event->config[0] & JITTER ? JITTER_MEAN : 0) : 0,
            (event->config[1] & ~RETIRED_ONLY) || event->config[2] & MIN_LATENCY || event->config[3]};
    if ((event->type == SPE_PERF_INFO || event->type == SPE_PERF_CORE) && event->pmu_type != SPE_PERF_NONE)
        a->spe_type = event->pmu_type;
}

int asked_of_spe(const struct asked *a, struct asked_attribute *out)
{
    int found = 0;
    for (size_t i = a->count; i--;) {
        if (a->attributes[i].type != a->spe_type)
            continue;
        const int is_partial = found && out->is_partial;
        *out = a->attributes[i];
        out->is_partial |= is_partial;
        found = 1;
    }
    return found;
}
