/* SPDX-License-Identifier: MIT */
/*
 * libspe/clock.h: converts timestamps to perf's clock. Timestamps are ticks of the system counter, at CNTFRQ_EL0 hertz
 * (DDI 0487, D18.2.9, "Timestamp packet"). Pure function, any thread.
 */
#ifndef LIBSPE_CLOCK_H
#define LIBSPE_CLOCK_H

#include <libspe/base.h>

#ifdef __cplusplus
extern "C" {
#endif

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
    uint16_t is_short; /* cap_user_time_short. 1: the counter has only the bits of `mask`; 0: it has 64 bits */
};

/*
 * Converts ticks to perf's clock in nanoseconds, with the same arithmetic as perf. If is_short is 1, ticks first
 * becomes cycles + ((ticks - cycles) & mask). Then ns = zero + quot * mult + (rem * mult >> shift), where quot and rem
 * are the quotient and remainder of ticks divided by 2 to the power of shift. All of this wraps at 64 bits, as perf's
 * arithmetic does.
 *
 * Returns one of:
 * - SPE_OK: *ns is the result.
 * - SPE_E_ARG: in or ns is NULL, mult is 0 or shift is above 32. *ns is unchanged.
 */
SPE_API int spe_perf_time(const struct spe_perf_clock *in, uint64_t ticks, uint64_t *ns);

#ifdef __cplusplus
}
#endif

#endif
