/* SPDX-License-Identifier: MIT */
/* What every core counts in the same way: the PMU events of the profile itself (DDI 0487, D14.3) and of the architected
 * activity monitors (D16.3.1), and what they show of the sampling and of a core's clock. Data only. */
#include "telemetry.h"

/* clang-format off */ /* tables are for reading */

static const struct spe_metric any_metrics[] = {
    /* name, title, unit, groups; formula; its meaning */
    SPE_METRIC_ROW("collision_rate", "Collision Rate", "per sample begun", "Sampling",
     "SAMPLE_COLLISION / (SAMPLE_FEED + SAMPLE_COLLISION)",
     "Of the samples begun, how many met one still in flight and were lost; a guide, counted before filters."),
    SPE_METRIC_ROW("filter_rate", "Filter Rate", "per sample", "Sampling",
     "(SAMPLE_FEED - SAMPLE_FILTRATE) / SAMPLE_FEED",
     "Of the samples taken, how many the filter rejected."),
    SPE_METRIC_ROW("sample_weight", "Sample Weight", "operations per sample", "Sampling",
     "SAMPLE_POP / SAMPLE_FEED",
     "Operations that each sample represents, and therefore each record that the filter kept."),
    SPE_METRIC_ROW("operations_per_instruction", "Operations Per Instruction", "per instruction", "Sampling",
     "SAMPLE_POP / INST_RETIRED",
     "Micro-operations that sampling chooses from, for each instruction."),
    SPE_METRIC_ROW("cycles_per_tick", "Cycles Per Tick", "per tick", "AMU",
     "CPU_CYCLES / CNT_CYCLES",
     "Times CNTFRQ_EL0 the clock of the core in hertz, while it does not wait; cycles by that clock are seconds."),
    SPE_METRIC_ROW("instructions_per_cycle", "Instructions Per Cycle", "per cycle", "AMU",
     "INST_RETIRED / CPU_CYCLES",
     "Instructions completed in a cycle in which the core did not wait."),
    SPE_METRIC_ROW("memory_stalled_cycles", "Memory Stalled Cycles", "percent of cycles", "AMU",
     "STALL_BACKEND_MEM / CPU_CYCLES * 100",
     "Cycles in which the backend waited for misses of the core's last cache or (from Armv8.7) Non-cacheable accesses."),
};

static const struct spe_metric_group any_groups[] = {
    /* name, title, stage, the metrics of stage 1 that precede it; the meaning of its metrics */
    SPE_GROUP_ROW("Sampling", "Health of Sampling", 1, "",
     "How well the samples represent all operations."),
    SPE_GROUP_ROW("AMU", "Activity Monitors", 1, "",
     "How fast the core's clock and the core were, by counters that always run."),
};

static const struct spe_pmu_event any_events[] = {
    /* mnemonic, code, title, functional groups; what it counts: AMEVCNTR0<0> to <3>, then the profile, by codes */
    SPE_EVENT_ROW("CPU_CYCLES", 0x0011, "Cycles", "AMU",
     "AMEVCNTR0<0>: clock cycles of the core while it does not wait in WFI or WFE."),
    SPE_EVENT_ROW("CNT_CYCLES", 0x4004, "System counter ticks", "AMU",
     "AMEVCNTR0<1>: ticks of the system counter while the core does not wait in WFI or WFE."),
    SPE_EVENT_ROW("INST_RETIRED", 0x0008, "Instructions retired", "AMU",
     "AMEVCNTR0<2>: instructions that were executed, those of wrong paths left out."),
    SPE_EVENT_ROW("STALL_BACKEND_MEM", 0x4005, "Memory stall cycles", "AMU",
     "AMEVCNTR0<3>: cycles in which the backend waited for what missed the core's last cache."),
    SPE_SAMPLE_POP_ROW,
    SPE_SAMPLE_FEED_ROW,
    SPE_SAMPLE_FILTRATE_ROW,
    SPE_SAMPLE_COLLISION_ROW,
    SPE_EVENT_ROW("SAMPLE_FEED_DS", 0x8122, "Samples taken, data source", "SPE",
     "Samples taken of loads from a data source that PMSDSFR_EL1 names. With FEAT_SPE_FDS."),
    SPE_EVENT_ROW("SAMPLE_BUFFER_FULL", 0x8123, "Profiling Buffer full", "SPE",
     "How often the Profiling Buffer filled up: no samples until software makes room. From FEAT_SPEv1p4 on."),
    SPE_EVENT_ROW("SAMPLE_FEED_BR", 0x812a, "Samples taken, branches", "SPE",
     "Samples taken of branches. From FEAT_SPEv1p2 on."),
    SPE_EVENT_ROW("SAMPLE_FEED_LD", 0x812b, "Samples taken, loads", "SPE",
     "Samples taken of loads, atomic operations that load among them. From FEAT_SPEv1p2 on."),
    SPE_EVENT_ROW("SAMPLE_FEED_ST", 0x812c, "Samples taken, stores", "SPE",
     "Samples taken of stores, atomic operations among them. From FEAT_SPEv1p2 on."),
    SPE_EVENT_ROW("SAMPLE_FEED_OP", 0x812d, "Samples taken, operation type", "SPE",
     "Samples taken of the types of operation that the filter by type names. From FEAT_SPEv1p2 on."),
    SPE_EVENT_ROW("SAMPLE_FEED_EVENT", 0x812e, "Samples taken, events", "SPE",
     "Samples taken with the events that the filter by events requires. From FEAT_SPEv1p2 on."),
    SPE_EVENT_ROW("SAMPLE_FEED_LAT", 0x812f, "Samples taken, latency", "SPE",
     "Samples taken whose total latency is at least the least that PMSLATFR_EL1 gives. From FEAT_SPEv1p2 on."),
    SPE_EVENT_ROW("SAMPLE_FEED_FP", 0x8348, "Samples taken, floating-point", "SPE",
     "Samples taken of floating-point operations. With FEAT_SPE_EFT."),
    SPE_EVENT_ROW("SAMPLE_FEED_SIMD", 0x8349, "Samples taken, SIMD", "SPE",
     "Samples taken of SIMD operations. With FEAT_SPE_EFT."),
};

/* clang-format on */

const struct spe_telemetry spe_telemetry_any_core = {
    .name = "any core",
    .document = "Arm Architecture Reference Manual for A-profile architecture, DDI 0487, D14.3 and D16.3.1",
    .metrics = any_metrics,
    .events = any_events,
    .groups = any_groups,
    .n_metrics = SPE_ROWS(any_metrics),
    .n_events = SPE_ROWS(any_events),
    .n_groups = SPE_ROWS(any_groups),
};
