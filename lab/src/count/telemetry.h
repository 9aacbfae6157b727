/* SPDX-License-Identifier: MIT */
/* Descriptions of cores' telemetry: the form of their rows, and the list of descriptions. */
#ifndef SPE_TELEMETRY_H
#define SPE_TELEMETRY_H

#include <libspe-lab/metrics.h>

#include "../base/internal.h"

/* -- rows: a description is three tables of rows and a struct spe_telemetry -- */

/* clang-format off */
#define SPE_METRIC_ROW(name, title, unit, groups, formula, text)                                                       \
    {name, title, text, formula, unit, groups, {NULL, NULL}}
#define SPE_GROUP_ROW(name, title, stage, after, text) {name, title, text, after, {NULL, NULL}, stage, {0}}
#define SPE_EVENT_ROW(name, code, title, groups, text) {name, title, text, groups, {NULL, NULL}, code, {0}}
#define SPE_ROWS(table) (uint16_t)(sizeof(table) / sizeof(table)[0])
/* clang-format on */

/* Events of the profile itself. Every core has them, and some cores' own descriptions list them too. */
#define SPE_SAMPLE_POP_ROW                                                                                             \
    SPE_EVENT_ROW("SAMPLE_POP", 0x4000, "Sample population", "SPE",                                                    \
                  "Operations that sampling can choose from, whether it chooses them or not.")
#define SPE_SAMPLE_FEED_ROW                                                                                            \
    SPE_EVENT_ROW("SAMPLE_FEED", 0x4001, "Samples taken", "SPE",                                                       \
                  "Operations that sampling chose and began to observe, before filters.")
#define SPE_SAMPLE_FILTRATE_ROW                                                                                        \
    SPE_EVENT_ROW("SAMPLE_FILTRATE", 0x4002, "Samples kept", "SPE",                                                    \
                  "Samples that the filter let through: each becomes a record.")
#define SPE_SAMPLE_COLLISION_ROW                                                                                       \
    SPE_EVENT_ROW("SAMPLE_COLLISION", 0x4003, "Samples lost to a collision", "SPE",                                    \
                  "Operations that were to be sampled while the sample before was still in flight.")

/* The cores whose telemetry is known: a row each, and a file telemetry_CORE.c, which defines spe_telemetry_CORE. */
#define SPE_TELEMETRY_CORES(ROW) ROW(neoverse_v1)

#define SPE_TELEMETRY_DECLARED(core) SPE_TABLE const struct spe_telemetry spe_telemetry_##core;
SPE_TELEMETRY_CORES(SPE_TELEMETRY_DECLARED)
SPE_TABLE const struct spe_telemetry spe_telemetry_any_core;

#endif
