/* SPDX-License-Identifier: MIT */
/* The telemetry of an invented core: names, codes, groups and stages differ from Neoverse V1's, and it has eight event
 * counters. The library can take what it reports only from here. */
#ifndef INVENTED_CORE_H
#define INVENTED_CORE_H

#include <libspe-lab/lab.h>

#define INVENTED_METRICS 5

static const struct spe_metric invented_metrics[INVENTED_METRICS] = {
    {.name = "plain", .title = "Plain", .formula = "APPLES / PEARS", .groups = "Fruit", .text = "A.", .unit = "each"},
    {.name = "long",
     .title = "Long",
     .formula = "2 * (APPLES + 3 * (PEARS - PLUMS_2 / 4)) - 1 - CPU_CYCLES / 2 / 5",
     .groups = "Other,Fruit",
     .text = "B.",
     .unit = "each"},
    {.name = "constant", .title = "Constant", .formula = "42", .groups = "Other", .text = "C.", .unit = ""},
    {.name = "cycles", .title = "Cycles", .formula = "CPU_CYCLES", .groups = "Other", .text = "D.", .unit = "cycles"},
    {.name = "deep", .title = "Deep", .formula = "((((APPLES))))", .groups = "Fruit", .text = "E.", .unit = "each"},
};

static const struct spe_metric_group invented_groups[] = {
    {.name = "Other", .title = "Other Things", .text = "F.", .after = "", .stage = 1},
    {.name = "Fruit", .title = "Fruit", .text = "G.", .after = "long,constant", .stage = 3},
};

/* 0x0008 and 0x0022 are INST_RETIRED and BR_MIS_PRED_RETIRED elsewhere. */
static const struct spe_pmu_event invented_events[] = {
    {.name = "PLUMS_2", .title = "Plums", .text = "H.", .groups = "Stones", .code = 0xc0de},
    {.name = "APPLES", .title = "Apples", .text = "I.", .groups = "Pips", .code = 0x0008},
    {.name = "PEARS", .title = "Pears", .text = "J.", .groups = "Pips", .code = 0x0022},
    {.name = "CPU_CYCLES", .title = "Cycles", .text = "K.", .groups = "General", .code = 0x0011},
};

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
};

#endif
