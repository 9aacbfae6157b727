/* SPDX-License-Identifier: MIT */
/* Converts ticks to nanoseconds and back. Quotient and remainder are converted separately, so that 64 bits are enough
 * for exact results. */
#include <libspe/clock.h>

#define SECOND UINT64_C(1000000000) /* in nanoseconds */

/*
 * value * to / from, rounded down, or up if `up` is 1. The remainder and `to` are less than 2^32, so their product does
 * not overflow.
 */
static int clock_rescale(uint64_t value, uint64_t from, uint64_t to, uint64_t up, uint64_t *out)
{
    const uint64_t whole = value / from;
    const uint64_t part = ((value % from) * to + up * (from - 1)) / from;
    *out = UINT64_MAX;
    if (whole > (UINT64_MAX - part) / to)
        return SPE_E_RANGE;
    *out = whole * to + part;
    return SPE_OK;
}

int spe_ticks_to_ns(uint64_t ticks, uint32_t frequency, uint64_t *ns)
{
    return ns && frequency ? clock_rescale(ticks, frequency, SECOND, 0, ns) : SPE_E_ARG;
}

int spe_ns_to_ticks(uint64_t ns, uint32_t frequency, uint64_t *ticks)
{
    return ticks && frequency ? clock_rescale(ns, SECOND, frequency, 1, ticks) : SPE_E_ARG;
}

static int clock_is_valid(const struct spe_perf_clock *in)
{
    return in && in->mult && in->shift <= 32;
}

int spe_perf_time(const struct spe_perf_clock *in, uint64_t ticks, uint64_t *ns)
{
    if (!clock_is_valid(in) || !ns)
        return SPE_E_ARG;
    if (in->is_short)
        ticks = in->cycles + ((ticks - in->cycles) & in->mask);
    const uint64_t quot = ticks >> in->shift;
    const uint64_t rem = ticks & ((UINT64_C(1) << in->shift) - 1);
    *ns = in->zero + quot * in->mult + ((rem * in->mult) >> in->shift);
    return SPE_OK;
}

int spe_perf_ticks(const struct spe_perf_clock *in, uint64_t ns, uint64_t *ticks)
{
    if (!clock_is_valid(in) || !ticks)
        return SPE_E_ARG;
    const uint64_t time = ns - in->zero;
    *ticks = ((time / in->mult) << in->shift) + ((time % in->mult) << in->shift) / in->mult;
    return SPE_OK;
}
