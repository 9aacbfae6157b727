/* SPDX-License-Identifier: MIT */
/*
 * libspe/clock.h: timestamps, which are ticks of the system counter at CNTFRQ_EL0 hertz, to nanoseconds and to perf's
 * clock, and back (DDI 0487, D18.2.9, "Timestamp packet"). Whole numbers, exact, no floating point; pure functions, any
 * thread.
 */
#ifndef LIBSPE_CLOCK_H
#define LIBSPE_CLOCK_H

#include <libspe/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * ticks of a counter of `frequency` hertz (CNTFRQ_EL0) in nanoseconds, rounded down: floor(ticks * 10^9 / frequency),
 * exact for all ticks. Returns SPE_OK and *ns. SPE_E_RANGE: the result is over 64 bits (slower counters than 1 GHz
 * reach that after 584 years); *ns is UINT64_MAX. SPE_E_ARG: ns is NULL, or frequency is 0; *ns is untouched.
 */
SPE_API int spe_ticks_to_ns(uint64_t ticks, uint32_t frequency, uint64_t *ns);

/* The first tick at which at least `ns` nanoseconds have gone by, ceil(ns * frequency / 10^9). Returns SPE_OK and
 * *ticks. SPE_E_RANGE: the result is over 64 bits (counters faster than 1 GHz only); *ticks is UINT64_MAX. SPE_E_ARG:
 * ticks is NULL, or frequency is 0; *ticks is untouched. */
SPE_API int spe_ns_to_ticks(uint64_t ns, uint32_t frequency, uint64_t *ticks);

/*
 * perf's conversion of counter ticks to its clock: the members of perf_event_mmap_page with `time_` in front, or of a
 * TIME_CONV event of perf.data. 32 bytes, the same on every target. Zero it, then set mult and shift at least.
 */
struct spe_perf_clock {
    uint64_t zero;     /* nanoseconds of perf's clock at tick 0; wraps */
    uint64_t cycles;   /* a tick near which the counter was read (cap_user_time_short only) */
    uint64_t mask;     /* the counter's bits (cap_user_time_short only) */
    uint32_t mult;     /* nanoseconds a tick, times 2 to the shift; not 0 */
    uint16_t shift;    /* 0 to 32 */
    uint16_t is_short; /* cap_user_time_short: not 0 if ticks are of a counter of fewer than 64 bits, `mask` */
};

/*
 * ticks to perf's clock, in nanoseconds, with perf's very arithmetic. If is_short is not 0, ticks becomes cycles +
 * ((ticks - cycles) & mask). Then ns = zero + quot * mult + (rem * mult >> shift), where quot and rem are ticks divided
 * by 2 to the shift; all of it wraps at 64 bits as perf's does. Returns SPE_OK and *ns.
 * SPE_E_ARG: a pointer is NULL, mult is 0, or shift is above 32; *ns is untouched.
 */
SPE_API int spe_perf_time(const struct spe_perf_clock *in, uint64_t ticks, uint64_t *ns);

/*
 * The inverse, as perf has it: ticks = (quot << shift) + (rem << shift) / mult, where quot and rem are ns - zero
 * divided by mult; is_short, cycles and mask are not read. Both ways round down, so that there and back may give a tick
 * or, where a tick is less than a nanosecond, a nanosecond's worth of ticks less. Returns SPE_OK and *ticks.
 * SPE_E_ARG: a pointer is NULL, mult is 0, or shift is above 32; *ticks is untouched.
 */
SPE_API int spe_perf_ticks(const struct spe_perf_clock *in, uint64_t ns, uint64_t *ticks);

#ifdef __cplusplus
}
#endif

#endif
