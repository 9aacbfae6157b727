/* SPDX-License-Identifier: MIT */
/* See metric_intervals.h. */
#include "metric_intervals.h"

#include <string.h>

void metric_parts(const struct profile *p, struct metric_parts *parts)
{
    for (unsigned i = 0; i < COUNTS_PARTS; i++)
        spe_stats_summarise(&p->parts[i], &parts->summaries[i]);
}

int metric_interval(const struct profile *p, const struct metric_parts *parts, unsigned number, struct metric *out)
{
    struct spe_estimate whole, e;
    uint64_t k[COUNTS_PARTS] = {0}, n[COUNTS_PARTS] = {0};
    if (spe_summary_estimate(&p->summary, number, &whole) != SPE_OK)
        return 0;
    for (unsigned i = 0; i < COUNTS_PARTS && whole.n; i++)
        if (spe_summary_estimate(&parts->summaries[i], number, &e) == SPE_OK) {
            k[i] = e.k;
            n[i] = whole.n == p->summary.records ? parts->summaries[i].records : e.n; /* also if it has no values */
        }
    *out = (struct metric){spe_estimate_name(number), spe_estimate_unit(number), 1, whole.n, interval_share(k, n)};
    if (strncmp(out->unit, "percent", strlen("percent")) == 0)
        out->scale = 100;
    return 1;
}

const char *metric_remark(const struct profile *p)
{
    return intervals_are_known(p->read_in)
               ? "low to high is the 95 % confidence interval; it is wider if samples come in bunches"
               : "low to high is the 95 % confidence interval if samples are independent; there are too few batches of "
                 "samples to see whether they come in bunches";
}
