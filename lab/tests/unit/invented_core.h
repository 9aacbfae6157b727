/* SPDX-License-Identifier: MIT */
/* The telemetry of an invented core: names, codes and groups differ from Neoverse V1's, and it has eight event
 * counters. The library can take what it reports only from here. */
#ifndef INVENTED_CORE_H
#define INVENTED_CORE_H

#include <libspe-lab/lab.h>

#define INVENTED_METRICS 5

static const struct spe_metric invented_rows[INVENTED_METRICS] = {
    {.name = "plain", .formula = "APPLES / PEARS", .groups = "Fruit", .text = "A.", .unit = "each", .next = ""},
    {.name = "long",
     .formula = "2 * (APPLES + 3 * (PEARS - PLUMS_2 / 4)) - 1 - CPU_CYCLES / 2 / 5",
     .groups = "Other,Fruit",
     .text = "B.",
     .unit = "each",
     .next = "Fruit,deep"},
    {.name = "constant", .formula = "42 * SLOTS", .groups = "Other", .text = "C.", .unit = "", .next = ""},
    {.name = "cycles", .formula = "CPU_CYCLES", .groups = "Other", .text = "D.", .unit = "cycles", .next = ""},
    {.name = "deep", .formula = "((((APPLES))))", .groups = "Fruit", .text = "E.", .unit = "each", .next = ""},
};
static const struct spe_metric *const invented_metrics[INVENTED_METRICS] = {
    &invented_rows[0], &invented_rows[1], &invented_rows[2], &invented_rows[3], &invented_rows[4]};

static const struct spe_metric_group invented_group_rows[] = {{"Other", "F."}, {"Fruit", "G."}};
static const struct spe_metric_group *const invented_groups[] = {&invented_group_rows[0], &invented_group_rows[1]};

/* 0x0008 and 0x0022 are INST_RETIRED and BR_MIS_PRED_RETIRED elsewhere. */
static const struct spe_pmu_event invented_event_rows[] = {
    {.name = "PLUMS_2", .text = "H.", .subject = "Stones", .code = 0xc0de},
    {.name = "APPLES", .text = "I.", .subject = "Pips", .code = 0x0008},
    {.name = "PEARS", .text = "J.", .subject = "Pips", .code = 0x0022},
    {.name = "CPU_CYCLES", .text = "K.", .subject = "General", .code = 0x0011},
};
static const struct spe_pmu_event *const invented_events[] = {&invented_event_rows[0], &invented_event_rows[1],
                                                              &invented_event_rows[2], &invented_event_rows[3]};

static const struct spe_telemetry invented_core = {
    .midr = 0xc00fabc0,
    .name = "an invented core",
    .document = "",
    .metrics = invented_metrics,
    .events = invented_events,
    .groups = invented_groups,
    .n_metrics = INVENTED_METRICS,
    .n_events = 4,
    .n_groups = 2,
    .counters = 8,
    .slots = 3,
};

#endif
