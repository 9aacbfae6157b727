/* SPDX-License-Identifier: MIT */
/*
 * The cores whose telemetry is known: pointers to the rows of each. The facts are those of Arm's telemetry
 * specifications, which Arm publishes as data: PMU events, metrics and methodology of each core. IMPLEMENTATION DEFINED
 * events, which no metric uses, and events that only the trace unit counts are left out. Linux has equal
 * formulas for the same metrics (tools/perf/pmu-events/arch/arm64/arm).
 */
#include "telemetry_tables.h"

/* For each core: a pointer to the row if its column is 1, and nothing if it is 0. */
#define OF_n1(n1, v1, old_n2, n2, v2, n3, v3, kind, id, ...) LINK_##n1(kind, id)
#define OF_v1(n1, v1, old_n2, n2, v2, n3, v3, kind, id, ...) LINK_##v1(kind, id)
#define OF_old_n2(n1, v1, old_n2, n2, v2, n3, v3, kind, id, ...) LINK_##old_n2(kind, id)
#define OF_n2(n1, v1, old_n2, n2, v2, n3, v3, kind, id, ...) LINK_##n2(kind, id)
#define OF_v2(n1, v1, old_n2, n2, v2, n3, v3, kind, id, ...) LINK_##v2(kind, id)
#define OF_n3(n1, v1, old_n2, n2, v2, n3, v3, kind, id, ...) LINK_##n3(kind, id)
#define OF_v3(n1, v1, old_n2, n2, v2, n3, v3, kind, id, ...) LINK_##v3(kind, id)
#define LINK_1(kind, id) &spe_telemetry_##kind[SPE_ROW_##kind##_##id],
#define LINK_0(kind, id)

#define LISTS(core)                                                                                                    \
    static const struct spe_pmu_event *const core##_events[] = {SPE_EACH_EVENT(OF_##core)                              \
                                                                    SPE_EACH_LATER_EVENT(OF_##core)};                  \
    static const struct spe_metric *const core##_metrics[] = {SPE_EACH_METRIC(OF_##core)};                             \
    static const struct spe_metric_group *const core##_groups[] = {SPE_EACH_GROUP(OF_##core)};

LISTS(n1)
LISTS(v1)
LISTS(old_n2)
LISTS(n2)
LISTS(v2)
LISTS(n3)
LISTS(v3)

#define CORE(number, core, slots_a_cycle, core_name)                                                                   \
    {                                                                                                                  \
        .midr = number, .name = core_name, .document = "Arm " core_name ", telemetry specification of 8 August 2025",  \
        .metrics = core##_metrics, .events = core##_events, .groups = core##_groups,                                   \
        .n_metrics = SPE_ROWS(core##_metrics), .n_events = SPE_ROWS(core##_events),                                    \
        .n_groups = SPE_ROWS(core##_groups), .counters = 6, .slots = slots_a_cycle                                     \
    }

const struct spe_telemetry spe_telemetry_core[SPE_TELEMETRIES] = {
    CORE(0x410fd0c0, n1, 0, "Neoverse N1"), /* it counts no slots */
    CORE(0x410fd400, v1, 8, "Neoverse V1"),
    CORE(0x410fd490, old_n2, 5, "Neoverse N2 before r0p3"), /* STALL_SLOT counts one too many in each cycle */
    CORE(0x410fd493, n2, 5, "Neoverse N2"),
    CORE(0x410fd4f0, v2, 8, "Neoverse V2"),
    CORE(0x410fd8e0, n3, 5, "Neoverse N3"),
    CORE(0x410fd840, v3, 10, "Neoverse V3"),
};
