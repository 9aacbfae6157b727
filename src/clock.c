/* SPDX-License-Identifier: MIT */
/* Ticks to time, exactly, in 64-bit steps: no product of two 64-bit numbers is ever formed but where perf's own wraps. */
#include <libspe/sysreg.h>

#define NS_PER_SECOND UINT64_C(1000000000)

uint64_t spe_ticks_to_ns(uint64_t ticks, uint64_t hz)
{
    if (!hz || hz >> 54) /* a remainder times 1000 must fit */
        return UINT64_MAX;
    const uint64_t seconds = ticks / hz;
    uint64_t rest = ticks % hz, fraction = 0; /* rest * 10^9 / hz, three digits at a time */
    for (int i = 0; i < 3; i++) {
        fraction = fraction * 1000 + rest * 1000 / hz;
        rest = rest * 1000 % hz;
    }
    if (seconds > (UINT64_MAX - fraction) / NS_PER_SECOND)
        return UINT64_MAX;
    return seconds * NS_PER_SECOND + fraction;
}

uint64_t spe_ticks_to_perf(uint64_t ticks, unsigned shift, uint64_t mult, uint64_t zero)
{
    const unsigned n = shift < 63 ? shift : 63;
    const uint64_t whole = ticks >> n, rest = ticks & ((UINT64_C(1) << n) - 1);
    return zero + whole * mult + (rest * mult >> n);
}

uint64_t spe_perf_to_ticks(uint64_t ns, unsigned shift, uint64_t mult, uint64_t zero)
{
    const unsigned n = shift < 63 ? shift : 63;
    const uint64_t time = ns - zero;
    if (!mult)
        return 0;
    const uint64_t whole = time / mult, rest = time % mult;
    /* rest << n fits as long as mult is below 2^(64 - n), as perf's is: 32 bits and a shift of at most 32 */
    return (whole << n) + (rest << n) / mult;
}
