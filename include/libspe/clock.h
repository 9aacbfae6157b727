/* SPDX-License-Identifier: MIT */
/*
 * libspe/clock.h: converts timestamps to nanoseconds and to perf's clock, and back. Timestamps are ticks of the system
 * counter, at CNTFRQ_EL0 hertz (DDI 0487, D18.2.9, "Timestamp packet"). All arithmetic is exact and on integers. Pure
 * functions, any thread.
 *
 * Stable: programs that use it run with every 1.x version (docs/abi.md).
 */
#ifndef LIBSPE_CLOCK_H
#define LIBSPE_CLOCK_H

#include <libspe/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Converts ticks of a counter of `frequency` hertz (CNTFRQ_EL0) to nanoseconds, rounded down: floor(ticks * 10^9 /
 * frequency), exact for all ticks.
 *
 * Returns one of:
 * - SPE_OK: *ns is the result.
 * - SPE_E_RANGE: the result needs more than 64 bits (after 584 years, with counters slower than 1 GHz). *ns is
 *   UINT64_MAX.
 * - SPE_E_ARG: ns is NULL, or frequency is 0. *ns is unchanged.
 */
SPE_API int spe_ticks_to_ns(uint64_t ticks, uint32_t frequency, uint64_t *ns);

/*
 * Converts nanoseconds to ticks, rounded up: ceil(ns * frequency / 10^9), the first tick at which at least `ns`
 * nanoseconds have passed.
 *
 * Returns one of:
 * - SPE_OK: *ticks is the result.
 * - SPE_E_RANGE: the result needs more than 64 bits (only with counters faster than 1 GHz). *ticks is UINT64_MAX.
 * - SPE_E_ARG: ticks is NULL, or frequency is 0. *ticks is unchanged.
 */
SPE_API int spe_ns_to_ticks(uint64_t ns, uint32_t frequency, uint64_t *ticks);

/*
 * perf's conversion of counter ticks to its clock. The members are those of perf_event_mmap_page that begin with
 * `time_`, or those of a TIME_CONV event of perf.data. 32 bytes, the same on every target. Set the struct to 0, then
 * set at least mult and shift.
 */
struct spe_perf_clock {
    uint64_t zero;     /* perf's clock at tick 0, in nanoseconds; wraps */
    uint64_t cycles;   /* a tick near the time at which the counter was read (cap_user_time_short only) */
    uint64_t mask;     /* the bits of the counter (cap_user_time_short only) */
    uint32_t mult;     /* nanoseconds per tick, times 2 to the power of shift; not 0 */
    uint16_t shift;    /* 0 to 32 */
    uint16_t is_short; /* cap_user_time_short: not 0 if the counter has fewer than 64 bits, those of `mask` */
};

/*
 * Converts ticks to perf's clock in nanoseconds, with the same arithmetic as perf. If is_short is not 0, ticks first
 * becomes cycles + ((ticks - cycles) & mask). Then ns = zero + quot * mult + (rem * mult >> shift), where quot and rem
 * are the quotient and remainder of ticks divided by 2 to the power of shift. All of this wraps at 64 bits, as perf's
 * arithmetic does.
 *
 * Returns one of:
 * - SPE_OK: *ns is the result.
 * - SPE_E_ARG: in or ns is NULL, mult is 0 or shift is above 32. *ns is unchanged.
 */
SPE_API int spe_perf_time(const struct spe_perf_clock *in, uint64_t ticks, uint64_t *ns);

/*
 * Converts perf's clock to ticks, as perf does: ticks = (quot << shift) + (rem << shift) / mult, where quot and rem are
 * the quotient and remainder of ns - zero divided by mult. The function does not read is_short, cycles and mask.
 * spe_perf_time() and spe_perf_ticks() round down. A conversion there and back may therefore lose one tick or, if a
 * tick is shorter than a nanosecond, the ticks of one nanosecond.
 *
 * Returns one of:
 * - SPE_OK: *ticks is the result.
 * - SPE_E_ARG: in or ticks is NULL, mult is 0 or shift is above 32. *ticks is unchanged.
 */
SPE_API int spe_perf_ticks(const struct spe_perf_clock *in, uint64_t ns, uint64_t *ticks);

#ifdef __cplusplus
}
#endif

#endif
