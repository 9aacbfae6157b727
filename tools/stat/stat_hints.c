/* SPDX-License-Identifier: MIT */
/* See stat_hint() and stat_hint_losses() in stat_run.h. */
#include <inttypes.h>
#include <stdio.h>

#include "stat_run.h"

int stat_say(const struct profile *p, const char *text)
{
    char files[32];
    snprintf(files, sizeof files, "%u files", p->files);
    return tool_error(text, p->files > 1 ? files : p->name);
}

/* "FILE: 3 of 7 samples have no thread: ..." */
static void say(const struct profile *p, uint64_t samples, const char *what)
{
    char text[640];
    snprintf(text, sizeof text, "%" PRIu64 " of %" PRIu64 " samples %s", samples, p->stats.records, what);
    stat_say(p, text);
}

static void hint_core(const struct profile *p)
{
    const int source = profile_next_source(p, -1);
    if (p->n_kinds == 1 && !p->kinds[0].midr && source >= 0 && source < SPE_STATS_NO_SOURCE)
        stat_say(p, "the data sources are numbers because the core is not known: --cpu=NAME names it (--cpu=list)");
}

/* Returns how many samples have no known thread. */
static uint64_t hint_threads(const struct profile *p)
{
    char text[256];
    unsigned reason;
    const uint64_t unknown = account_without_thread(&p->notes.sum, &reason);
    snprintf(text, sizeof text, "have %s; %s", account_row_name(reason), account_thread_remedy(reason));
    if (unknown)
        say(p, unknown, text);
    return unknown;
}

static void hint_functions(const struct profile *p, uint64_t no_thread)
{
    char where[GROUPS_UNNAMED], text[512];
    const char *advice;
    const uint64_t unknown = groups_unnamed(&p->groups, p->stats.records, no_thread != 0, where, &advice);
    if (advice) {
        snprintf(text, sizeof text, "%s: %s", where, advice);
        say(p, unknown, text);
    }
}

void stat_hint_losses(const struct spe_source *source)
{
    const struct source_notes *n = &source->notes;
    struct perf_setting spe = {0};
    char interval[48] = "the sampling interval", text[256];
    perf_settings_of_spe(&source->settings, &spe);
    if (spe.period)
        snprintf(interval, sizeof interval, "an interval of %" PRIu64 " operations", spe.period);
    const uint64_t longer = perf_settings_longer(spe.longest);
    if (perf_settings_is_often(n->collisions, n->aux)) {
        snprintf(text, sizeof text,
                 "samples are missing because they collided: %s is too short for this program; try perf record -c "
                 "%" PRIu64,
                 interval, longer);
        tool_error(text, source->in.name);
    }
    if (perf_settings_is_often(n->truncated, n->aux)) {
        snprintf(text, sizeof text,
                 "samples are missing because buffers were full: try perf record -m ,16M, or -c %" PRIu64, longer);
        tool_error(text, source->in.name);
    }
}

void stat_hint(const struct profile *p)
{
    hint_core(p);
    if (!p->is_perf)
        return;
    hint_functions(p, hint_threads(p));
    if (p->without_interval)
        say(p, p->without_interval,
            "have no known interval, so numbers of operations are not estimated: perf recorded with a frequency, or "
            "events of SPE on one core have different periods");
    if (p->times[PROFILE_TICKS])
        stat_say(p, "times are in ticks: no event says how long a tick is (PERF_RECORD_TIME_CONV, which newer versions "
                    "of perf record write)");
}
