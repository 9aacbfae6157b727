/* SPDX-License-Identifier: MIT */
/* See judge_pairs() in judge.h: drivers and perfs that do not fit together, a row for each range of versions. */
#include <stdio.h>

#include "judge.h"

#define VERSION(a, b, c) ((a) << 20 | (b) << 10 | (c)) /* each below 1024 */

/*
 * Linux 6.1 (e552b7be12ed, "Skip and warn on unknown format 'configN' attrs") mended it, and so did 5.10.152, 5.15.76,
 * 5.19.17 and 6.0.3. Later ones of 5.10 get a note: a distribution's may lack the change.
 */
static const char unknown_config[] = "with \"Cannot find PMU\": it cannot read the driver's terms in config3";

static const struct {
    unsigned config;       /* the driver has terms in this perf_event_attr.configN or a later one */
    unsigned from, before; /* versions of perf */
    enum verdict_kind kind;
    const char *end; /* how perf record ends */
    const char *remedy;
} pairs[] = {
    {3, 0, VERSION(5, 10, 152), VERDICT_STOP, unknown_config, "6.1"},
    {3, VERSION(5, 10, 152), VERSION(5, 11, 0), VERDICT_NOTE, unknown_config, "6.1"},
    {3, VERSION(5, 11, 0), VERSION(5, 15, 76), VERDICT_STOP, unknown_config, "6.1"},
    {3, VERSION(5, 16, 0), VERSION(5, 19, 17), VERDICT_STOP, unknown_config, "6.1"},
    {3, VERSION(6, 0, 0), VERSION(6, 0, 3), VERDICT_STOP, unknown_config, "6.1"},
};

static unsigned last_config(const struct machine *m)
{
    unsigned last = 0;
    for (unsigned i = 0; i < m->device_count; i++)
        last = m->devices[i].last_config > last ? m->devices[i].last_config : last;
    return last;
}

int judge_pairs(const struct machine *m, struct verdicts *v)
{
    const unsigned *n = m->perf_version, version = VERSION(n[0] & 1023, n[1] & 1023, n[2] & 1023);
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (last_config(m) < pairs[i].config || version < pairs[i].from || version >= pairs[i].before)
            continue;
        const int is_sure = pairs[i].kind == VERDICT_STOP && !m->perf_is_patched;
        verdict(v, is_sure ? VERDICT_STOP : VERDICT_NOTE, "perf", "perf %u.%u.%u%s %s", n[0], n[1], n[2],
                is_sure ? ": perf record ends" : ": perf record may end", pairs[i].end);
        verdict_remedy(v, "install perf %s or later: it need not be of the kernel's version", pairs[i].remedy);
        return 1;
    }
    return 0;
}
