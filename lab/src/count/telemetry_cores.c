/* SPDX-License-Identifier: MIT */
/*
 * The cores whose telemetry is known: pointers to the rows of each. The facts of Arm's cores are those of Arm's
 * telemetry specifications, which Arm publishes as data: PMU events, metrics and methodology of each core. Linux has
 * equal formulas for the same metrics (tools/perf/pmu-events/arch/arm64/arm). The facts of other makers' cores are
 * Linux's, whose formulas are written here with events only; those of the elapsed time, and those that repeat
 * another one, are left out. So are IMPLEMENTATION DEFINED events that no metric uses, and events that only the trace
 * unit counts.
 */
#include "telemetry_tables.h"

/* For each core: a pointer to the row if its column is 1, and nothing if it is 0. */
#define OF_n1(n1, v1, old_n2, n2, v2, n3, v3, tsv110, ampere1, ampere1a, kind, id, ...) LINK_##n1(kind, id)
#define OF_v1(n1, v1, old_n2, n2, v2, n3, v3, tsv110, ampere1, ampere1a, kind, id, ...) LINK_##v1(kind, id)
#define OF_old_n2(n1, v1, old_n2, n2, v2, n3, v3, tsv110, ampere1, ampere1a, kind, id, ...) LINK_##old_n2(kind, id)
#define OF_n2(n1, v1, old_n2, n2, v2, n3, v3, tsv110, ampere1, ampere1a, kind, id, ...) LINK_##n2(kind, id)
#define OF_v2(n1, v1, old_n2, n2, v2, n3, v3, tsv110, ampere1, ampere1a, kind, id, ...) LINK_##v2(kind, id)
#define OF_n3(n1, v1, old_n2, n2, v2, n3, v3, tsv110, ampere1, ampere1a, kind, id, ...) LINK_##n3(kind, id)
#define OF_v3(n1, v1, old_n2, n2, v2, n3, v3, tsv110, ampere1, ampere1a, kind, id, ...) LINK_##v3(kind, id)
#define OF_tsv110(n1, v1, old_n2, n2, v2, n3, v3, tsv110, ampere1, ampere1a, kind, id, ...) LINK_##tsv110(kind, id)
#define OF_ampere1(n1, v1, old_n2, n2, v2, n3, v3, tsv110, ampere1, ampere1a, kind, id, ...) LINK_##ampere1(kind, id)
#define OF_ampere1a(n1, v1, old_n2, n2, v2, n3, v3, tsv110, ampere1, ampere1a, kind, id, ...) LINK_##ampere1a(kind, id)
#define OWN_tsv110(tsv110, ampere1, ampere1a, kind, id, ...) LINK_##tsv110(kind, id)
#define OWN_ampere1(tsv110, ampere1, ampere1a, kind, id, ...) LINK_##ampere1(kind, id)
#define OWN_ampere1a(tsv110, ampere1, ampere1a, kind, id, ...) LINK_##ampere1a(kind, id)
#define LINK_1(kind, id) &spe_telemetry_##kind[SPE_ROW_##kind##_##id],
#define LINK_0(kind, id)

#define LISTS(core, own_events, own_metrics)                                                                           \
    static const struct spe_pmu_event *const core##_events[] = {SPE_EACH_EVENT(OF_##core)                              \
                                                                    SPE_EACH_LATER_EVENT(OF_##core) own_events};       \
    static const struct spe_metric *const core##_metrics[] = {SPE_EACH_METRIC(OF_##core) own_metrics};                 \
    static const struct spe_metric_group *const core##_groups[] = {SPE_EACH_GROUP(OF_##core)};

LISTS(n1, , )
LISTS(v1, , )
LISTS(old_n2, , )
LISTS(n2, , )
LISTS(v2, , )
LISTS(n3, , )
LISTS(v3, , )
LISTS(tsv110, SPE_EACH_MAKER_EVENT(OWN_tsv110), SPE_EACH_MAKER_METRIC(OWN_tsv110))
LISTS(ampere1, SPE_EACH_MAKER_EVENT(OWN_ampere1), SPE_EACH_MAKER_METRIC(OWN_ampere1))
LISTS(ampere1a, SPE_EACH_MAKER_EVENT(OWN_ampere1a), SPE_EACH_MAKER_METRIC(OWN_ampere1a))

#define CORE(number, core, slots_a_cycle, core_name, source)                                                           \
    {                                                                                                                  \
        .midr = number, .name = core_name, .document = source, .metrics = core##_metrics, .events = core##_events,     \
        .groups = core##_groups, .n_metrics = SPE_ROWS(core##_metrics), .n_events = SPE_ROWS(core##_events),           \
        .n_groups = SPE_ROWS(core##_groups), .counters = 6, .slots = slots_a_cycle                                     \
    }
#define ARM_CORE(number, core, slots_a_cycle, core_name)                                                               \
    CORE(number, core, slots_a_cycle, core_name, "Arm " core_name ", telemetry specification of 8 August 2025")
#define MAKER_CORE(number, core, slots_a_cycle, core_name, folder)                                                     \
    CORE(number, core, slots_a_cycle, core_name, "Linux 6.12, tools/perf/pmu-events/arch/arm64/" folder)

const struct spe_telemetry spe_telemetry_core[SPE_TELEMETRIES] = {
    ARM_CORE(0x410fd0c0, n1, 0, "Neoverse N1"), /* it counts no slots */
    ARM_CORE(0x410fd400, v1, 8, "Neoverse V1"),
    ARM_CORE(0x410fd490, old_n2, 5, "Neoverse N2 before r0p3"), /* STALL_SLOT counts one too many in each cycle */
    ARM_CORE(0x410fd493, n2, 5, "Neoverse N2"),
    ARM_CORE(0x410fd4f0, v2, 8, "Neoverse V2"),
    ARM_CORE(0x410fd8e0, n3, 5, "Neoverse N3"),
    ARM_CORE(0x410fd840, v3, 10, "Neoverse V3"),
    MAKER_CORE(0x480fd010, tsv110, 4, "TSV110", "hisilicon/hip08"),
    MAKER_CORE(0xc00fac30, ampere1, 0, "Ampere1", "ampere/ampereone"), /* Linux reads the slots from PMMIR_EL1 */
    MAKER_CORE(0xc00fac40, ampere1a, 0, "Ampere1A", "ampere/ampereonex"),
};
