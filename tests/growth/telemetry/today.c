/* SPDX-License-Identifier: MIT */
/* The telemetry of a core that was added later: it is found by MIDR, and separate from that of other cores. */
#include "program.h"

int main(void)
{
    const struct spe_telemetry *n2 = spe_telemetry_find(0x410fd493), *v1 = spe_telemetry_find(0x411fd401);
    const int metric = n2 ? spe_metric_find(n2, "link_mpki") : -1;
    expect(spe_telemetry_count() == 2 && n2 && v1 && n2 != v1);
    expect(n2 && same(n2->name, "Neoverse N2"));
    expect(metric >= 0 && spe_metric_find(v1, "link_mpki") == SPE_E_NAME);
    expect(n2 && spe_pmu_event_find_code(n2, 0x0123) >= 0);
    expect(metric >= 0 && spe_metric_event(n2, (unsigned)metric, 0) == spe_pmu_event_find(n2, "LINK_MISS"));
    return wrong;
}
