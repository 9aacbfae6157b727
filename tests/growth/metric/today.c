/* SPDX-License-Identifier: MIT */
/* A metric that was added later: it is found by name, and its events and value are those of its formula. */
#include "program.h"

int main(void)
{
    const struct spe_telemetry *v1 = spe_telemetry_find(0x411fd401);
    const int metric = v1 ? spe_metric_find(v1, "idle_percentage") : -1;
    expect(metric >= 0 && (unsigned)metric < v1->n_metrics);
    expect(metric >= 0 && same(v1->metrics[metric].title, "Idle Percentage"));
    expect(metric >= 0 && spe_telemetry_lists(v1->metrics[metric].groups, "General"));
    expect(metric >= 0 && same(v1->events[spe_metric_event(v1, (unsigned)metric, 0)].name, "INST_RETIRED"));
    return wrong;
}
