/* SPDX-License-Identifier: MIT */
/* What every core counts in the same way: the PMU events of the profile itself (DDI 0487, D14.3) and of the architected
 * activity monitors (D16.3.1), and what they show of the sampling and of a core's clock. Data only. */
#include "telemetry_tables.h"

/* clang-format off */ /* tables are for reading */

#define METRIC &(const struct spe_metric)
#define GROUP &(const struct spe_metric_group)
#define EVENT &(const struct spe_pmu_event)
#define LATER(name) &spe_telemetry_later[SPE_ROW_later_##name]

static const struct spe_metric *const any_metrics[] = {
    /* name, its meaning; formula, unit, groups, next */
    METRIC{"collision_rate", "Of the samples begun, how many met one still in flight and were lost; a guide, counted before filters.",
     "SAMPLE_COLLISION / (SAMPLE_FEED + SAMPLE_COLLISION)", "per sample begun", "Sampling", ""},
    METRIC{"filter_rate", "Of the samples taken, how many the filter rejected.",
     "(SAMPLE_FEED - SAMPLE_FILTRATE) / SAMPLE_FEED", "per sample", "Sampling", ""},
    METRIC{"sample_weight", "Operations that each sample represents, and therefore each record that the filter kept.",
     "SAMPLE_POP / SAMPLE_FEED", "operations per sample", "Sampling", ""},
    METRIC{"operations_per_instruction", "Micro-operations that sampling chooses from, those of wrong paths too, for each instruction that retired.",
     "SAMPLE_POP / INST_RETIRED", "per instruction", "Sampling", ""},
    METRIC{"cycles_per_tick", "Times CNTFRQ_EL0 the clock of the core in hertz, while it does not wait; cycles by that clock are seconds.",
     "CPU_CYCLES / CNT_CYCLES", "per tick", "AMU", ""},
    METRIC{"instructions_per_cycle", "Instructions completed in a cycle in which the core did not wait.",
     "INST_RETIRED / CPU_CYCLES", "per cycle", "AMU", ""},
    METRIC{"memory_stalled_cycles", "Cycles in which the backend waited for misses of the core's last cache or (from Armv8.7) Non-cacheable accesses.",
     "STALL_BACKEND_MEM / CPU_CYCLES * 100", "percent of cycles", "AMU", ""},
};

static const struct spe_metric_group *const any_groups[] = {
    GROUP{"Sampling", "How well the samples represent all operations."},
    GROUP{"AMU", "How fast the core's clock and the core were, by counters that always run."},
};

static const struct spe_pmu_event *const any_events[] = {
    /* AMEVCNTR0<0> to <3>, then the profile's, by codes */
    EVENT{"CPU_CYCLES", "AMEVCNTR0<0>: clock cycles of the core while it does not wait in WFI or WFE.", "AMU", 0x0011, {0}},
    EVENT{"CNT_CYCLES", "AMEVCNTR0<1>: ticks of the system counter while the core does not wait in WFI or WFE.", "AMU", 0x4004, {0}},
    EVENT{"INST_RETIRED", "AMEVCNTR0<2>: instructions that were executed, those of wrong paths left out.", "AMU", 0x0008, {0}},
    EVENT{"STALL_BACKEND_MEM", "AMEVCNTR0<3>: backend stalls for misses of the core's last cache and (from Armv8.7) Non-cacheable accesses.", "AMU", 0x4005, {0}},
    LATER(SAMPLE_POP), LATER(SAMPLE_FEED), LATER(SAMPLE_FILTRATE), LATER(SAMPLE_COLLISION),
    EVENT{"SAMPLE_FEED_DS", "Samples taken of loads from a data source that PMSDSFR_EL1 names. With FEAT_SPE_FDS.", "SPE", 0x8122, {0}},
    EVENT{"SAMPLE_BUFFER_FULL", "How often the Profiling Buffer filled up: no samples until software makes room. From FEAT_SPEv1p4 on.", "SPE", 0x8123, {0}},
    LATER(SAMPLE_FEED_BR), LATER(SAMPLE_FEED_LD), LATER(SAMPLE_FEED_ST),
    LATER(SAMPLE_FEED_OP), LATER(SAMPLE_FEED_EVENT), LATER(SAMPLE_FEED_LAT),
    EVENT{"SAMPLE_FEED_FP", "Samples taken of floating-point operations. With FEAT_SPE_EFT.", "SPE", 0x8348, {0}},
    EVENT{"SAMPLE_FEED_SIMD", "Samples taken of SIMD operations. With FEAT_SPE_EFT.", "SPE", 0x8349, {0}},
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
