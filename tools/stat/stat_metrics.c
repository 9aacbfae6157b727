/* SPDX-License-Identifier: MIT */
/* See stat_run.h: --metrics and --list-metrics. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <libspe/cpu.h>

#include "../input/perf_counts.h"
#include "../report/metric_list.h"
#include "../report/metric_values.h"
#include "stat_run.h"

#define SLOTS_FILE "/sys/bus/event_source/devices/armv8_pmuv3_0/caps/slots"

/* A number that Linux has in a file, such as MIDR_EL1; 0 if the machine has no such file. */
static uint64_t number_in(const char *path)
{
    char text[32] = "";
    FILE *const file = fopen(path, "r");
    if (!file || !fgets(text, sizeof text, file))
        text[0] = 0;
    if (file)
        fclose(file);
    return strtoull(text, NULL, 0);
}

/* The core whose metrics are wanted: that of --cpu or --midr, or that of this machine. */
static const struct spe_telemetry *core_of_metrics(const struct stat_run *run)
{
    static struct spe_telemetry core;
    const uint64_t given = run->input.source.midr,
                   midr = given ? given : number_in("/sys/devices/system/cpu/cpu0/regs/identification/midr_el1");
    const struct spe_telemetry *const telemetry = spe_telemetry_find(midr);
    const char *const name = spe_cpu_name(midr);
    char number[32], cores[512] = "name the core with --cpu or --midr; known are";
    for (unsigned i = 0; !midr && i < spe_telemetry_count(); i++) {
        const size_t used = strlen(cores);
        snprintf(cores + used, sizeof cores - used, "%s %s", i ? "," : "", spe_telemetry_at(i)->name);
    }
    if (!midr)
        tool_misuse(cores, run->counts ? "--metrics" : "--list-metrics");
    if (!telemetry) {
        snprintf(number, sizeof number, "0x%" PRIx64, midr);
        tool_misuse("no metrics are known for this core", name ? name : number);
    }
    core = *telemetry;
    if (!core.slots && !given)
        core.slots = (uint16_t)number_in(SLOTS_FILE);
    core.slots = run->slots ? run->slots : core.slots;
    return &core;
}

static int write_list(const struct stat_run *run, FILE *out)
{
    const struct spe_telemetry *const telemetry = core_of_metrics(run);
    const int group = run->group ? spe_metric_group_find(telemetry, run->group) : 0;
    if (group < 0) {
        char text[1024] = "no group of metrics has this name; use";
        for (unsigned i = 0; i < telemetry->n_groups; i++) {
            const size_t used = strlen(text);
            snprintf(text + used, sizeof text - used, "%s %s", i ? "," : "", telemetry->groups[i]->name);
        }
        tool_misuse(text, run->group);
    }
    return metric_list(telemetry, run->group ? telemetry->groups[group] : NULL, out, run->format);
}

/* Says what is not in the report. Returns TOOL_FAILED if that is all. */
static int hint_counts(const struct stat_run *run, const struct perf_counts *c, const struct metric_numbers *n)
{
    const unsigned all = c->telemetry->n_metrics, left = all - n->values - n->undefined - n->of_slots;
    const char *const where = strcmp(run->counts, "-") == 0 ? "standard input" : run->counts;
    char text[256];
    if (c->others) {
        snprintf(text, sizeof text,
                 "events that the description of %s lacks, or of no core: %" PRIu64 ", the first is %s",
                 c->telemetry->name, c->others, c->other);
        tool_error(text, where);
    }
    if (c->not_counted) {
        snprintf(text, sizeof text, "lines of events without a count: %" PRIu64 ", the first is %s", c->not_counted,
                 c->missed);
        tool_error(text, where);
    }
    if (c->is_scaled)
        tool_error("perf counted some events for a part of the time: values are estimates", where);
    if (n->of_slots) {
        snprintf(text, sizeof text, "%u of %u metrics need --slots=N: the number in " SLOTS_FILE, n->of_slots, all);
        tool_error(text, where);
    }
    if (n->undefined) {
        snprintf(text, sizeof text, "%u of %u metrics divide by 0", n->undefined, all);
        tool_error(text, where);
    }
    if (left) {
        snprintf(text, sizeof text,
                 "%u of %u metrics need events that were not counted, or not in one group; see --list-metrics", left,
                 all);
        tool_error(text, where);
    }
    return n->values ? TOOL_OK : TOOL_FAILED;
}

static int write_values(const struct stat_run *run, FILE *out)
{
    struct perf_counts counts;
    struct metric_numbers n = {0};
    if (perf_counts_read(&counts, core_of_metrics(run), run->counts) != TOOL_OK)
        return TOOL_FAILED;
    int status = metric_values(&counts, out, run->format, &run->view, &n);
    if (!run->is_quiet || !n.values)
        status = hint_counts(run, &counts, &n) == TOOL_OK ? status : TOOL_FAILED;
    perf_counts_free(&counts);
    return status;
}

int stat_write_metrics(const struct stat_run *run, FILE *out)
{
    return run->counts ? write_values(run, out) : write_list(run, out);
}
