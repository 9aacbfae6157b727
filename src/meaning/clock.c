/* SPDX-License-Identifier: MIT */
/* Converts timestamps to perf's clock. */
#include <libspe/clock.h>

int spe_perf_time(const struct spe_perf_clock *in, uint64_t ticks, uint64_t *ns)
{
    if (!in || !in->mult || in->shift > 32 || !ns)
        return SPE_E_ARG;
    if (in->is_short)
        ticks = in->cycles + ((ticks - in->cycles) & in->mask);
    const uint64_t quot = ticks >> in->shift;
    const uint64_t rem = ticks & ((UINT64_C(1) << in->shift) - 1);
    *ns = in->zero + quot * in->mult + ((rem * in->mult) >> in->shift);
    return SPE_OK;
}
