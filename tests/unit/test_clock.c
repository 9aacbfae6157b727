/* SPDX-License-Identifier: MIT */
/* Converts ticks to nanoseconds, to perf's clock and back, and compares with 128-bit arithmetic that is written out
 * here. */
#include <libspe/spe.h>

#include "random.h"
#include "tap.h"

typedef struct {
    uint64_t high, low;
} wide;

static wide add(wide a, uint64_t b)
{
    const wide sum = {a.high + (a.low + b < b), a.low + b};
    return sum;
}

static wide multiply(uint64_t a, uint32_t b)
{
    const uint64_t low = (a & UINT32_MAX) * b, high = (a >> 32) * b;
    const wide product = {high >> 32, high << 32};
    return add(product, low);
}

static wide shift_left(uint64_t a, unsigned n)
{
    const wide shifted = {n ? a >> (64 - n) : 0, a << n};
    return shifted;
}

static uint64_t shift_right(wide a, unsigned n) /* its low 64 bits */
{
    return n ? a.high << (64 - n) | a.low >> n : a.low;
}

/* Bit by bit, as on paper. */
static wide divide(wide a, uint32_t by)
{
    wide quotient = {0, 0};
    uint64_t rest = 0;
    for (unsigned bit = 128; bit-- > 0;) {
        const uint64_t word = bit >= 64 ? a.high : a.low;
        rest = rest << 1 | (word >> bit % 64 & 1);
        quotient.high = quotient.high << 1 | quotient.low >> 63;
        quotient.low = quotient.low << 1 | (rest >= by);
        rest -= rest >= by ? by : 0;
    }
    return quotient;
}

#define SECOND 1000000000u

static const uint32_t frequencies[] = {1,         3,          1000000,    25000000,  100000000,
                                       999999999, 1000000000, 1000000001, UINT32_MAX};

/* A number of any length */
static uint64_t random_number(void)
{
    return random_u64() >> random_below(64);
}

static void test_worked_values(void)
{
    uint64_t ns, ticks;
    is(spe_ticks_to_ns(44731163950, 100000000, &ns), SPE_OK, "a captured timestamp at 100 MHz");
    is(ns, 447311639500, "... is this in nanoseconds");
    is(spe_ticks_to_ns(3, 25000000, &ns), SPE_OK, "25 MHz");
    is(ns, 120, "... 40 ns a tick");
    is(spe_ticks_to_ns(2, 3, &ns), SPE_OK, "3 Hz");
    is(ns, 666666666, "... rounded down");
    is(spe_ns_to_ticks(666666666, 3, &ticks), SPE_OK, "and back");
    is(ticks, 2, "... the last completed tick");
    is(spe_ns_to_ticks(41, 25000000, &ticks), SPE_OK, "41 ns");
    is(ticks, 2, "... is the second tick at 25 MHz");
    is(spe_ns_to_ticks(40, 25000000, &ticks), SPE_OK, "40 ns");
    is(ticks, 1, "... the first");
    is(spe_ticks_to_ns(UINT64_MAX, 1000000000, &ns), SPE_OK, "all ticks at 1 GHz");
    is(ns == UINT64_MAX, 1, "... are nanoseconds");
    is(spe_ticks_to_ns(UINT64_MAX, 999999999, &ns), SPE_E_RANGE, "a slightly lower frequency");
    is(ns == UINT64_MAX, 1, "... is too much, and saturates");
    is(spe_ns_to_ticks(UINT64_MAX, 1000000001, &ticks), SPE_E_RANGE, "a slightly higher frequency");
    is(ticks == UINT64_MAX, 1, "... likewise");
}

static void test_exact(void)
{
    int bad = 0;
    for (unsigned i = 0; i < 100000; i++) {
        const uint32_t hz =
            i & 1 ? frequencies[random_below(9)] : (uint32_t)(random_u64() >> (32 + random_below(31))) | 1;
        const uint64_t in = random_number();
        uint64_t ns, ticks;
        const wide want_ns = divide(multiply(in, SECOND), hz);
        const wide want_ticks = divide(add(multiply(in, hz), SECOND - 1), SECOND);
        const int status = spe_ticks_to_ns(in, hz, &ns), back = spe_ns_to_ticks(in, hz, &ticks);
        bad += status != (want_ns.high ? SPE_E_RANGE : SPE_OK);
        bad += ns != (want_ns.high ? UINT64_MAX : want_ns.low);
        bad += back != (want_ticks.high ? SPE_E_RANGE : SPE_OK);
        bad += ticks != (want_ticks.high ? UINT64_MAX : want_ticks.low);
        if (status == SPE_OK && hz <= SECOND)
            bad += spe_ns_to_ticks(ns, hz, &ticks) != SPE_OK || ticks != in;
    }
    is(bad, 0, "exact for all ticks and frequencies, and back if a tick is a nanosecond or more");
}

/* The largest ticks or nanoseconds that fit 64 bits, and the smallest that do not. */
static void test_limits(void)
{
    const wide over = {1, 0};
    int bad = 0;
    for (unsigned i = 0; i < 20000; i++) {
        const uint32_t slow = 1 + random_below(999999999), fast = 1000000001 + random_below(3000000000u);
        /* ceil(2^64 * slow / SECOND), by the quotient and the remainder of 2^64 */
        const uint64_t whole = divide(over, SECOND).low, part = 0 - whole * SECOND;
        const uint64_t ticks = whole * slow + (part * slow + SECOND - 1) / SECOND;
        const uint64_t ns = divide(multiply(UINT64_MAX, SECOND), fast).low + 1;
        uint64_t out;
        bad += spe_ticks_to_ns(ticks - 1, slow, &out) != SPE_OK || spe_ticks_to_ns(ticks, slow, &out) != SPE_E_RANGE;
        bad += spe_ns_to_ticks(ns - 1, fast, &out) != SPE_OK || spe_ns_to_ticks(ns, fast, &out) != SPE_E_RANGE;
    }
    is(bad, 0, "results that need more than 64 bits saturate");
}

static void test_perf(void)
{
    int bad = 0, off = 0;
    for (unsigned i = 0; i < 100000; i++) {
        const struct spe_perf_clock clock = {.zero = random_number(),
                                             .cycles = random_u64(), /* not read: is_short is 0 */
                                             .mult = (uint32_t)(random_u64() >> (32 + random_below(31))) | 1,
                                             .shift = (uint16_t)random_below(33)};
        const uint64_t in = random_number();
        uint64_t time, ticks;
        bad += spe_perf_time(&clock, in, &time) != SPE_OK;
        bad += time != clock.zero + shift_right(multiply(in, clock.mult), clock.shift);
        bad += spe_perf_ticks(&clock, in, &ticks) != SPE_OK;
        bad += ticks != divide(shift_left(in - clock.zero, clock.shift), clock.mult).low;
    }
    is(bad, 0, "perf's clock: mult and shift, rounded down, at 64 bits");
    for (unsigned i = 0; i < 1000000; i++) { /* as the kernel computes them for CNTFRQ_EL0 of 1 MHz to 1 GHz */
        const struct spe_perf_clock clock = {.zero = random_u64(),
                                             .mult = (1u << 31) | random_below(1u << 30),
                                             .shift = (uint16_t)(21 + random_below(11))};
        const uint64_t in = random_u64() >> 12;
        uint64_t time, ticks;
        spe_perf_time(&clock, in, &time);
        spe_perf_ticks(&clock, time, &ticks);
        off += ticks != in && ticks != in - 1;
    }
    is(off, 0, "both ways: the tick, or the one before");
}

static void test_perf_values(void)
{
    const struct spe_perf_clock clock = {.zero = 5000, .mult = 0x28000000, .shift = 24}; /* 25 MHz: 40 ns a tick */
    uint64_t out = 1;
    is(spe_perf_time(&clock, 1000, &out), SPE_OK, "a thousand ticks");
    is(out, 45000, "... are 40 microseconds and the zero");
    is(spe_perf_ticks(&clock, 45000, &out), SPE_OK, "and back");
    is(out, 1000, "... exactly");
    is(spe_perf_time(&clock, UINT64_C(1) << 24, &out), SPE_OK, "a whole quotient");
    is(out, 5000 + 0x28000000, "... is mult");
}

/* perf: cyc = time_cycles + ((cyc - time_cycles) & time_mask), if cap_user_time_short is 1. */
static void test_short_clock(void)
{
    const uint64_t mask = (UINT64_C(1) << 56) - 1;
    struct spe_perf_clock clock = {.zero = 7, .cycles = 0x12ffffffffffff00, .mask = mask, .mult = 1, .is_short = 1};
    uint64_t out = 0, plain = 0;
    int bad = 0;
    is(spe_perf_time(&clock, 0x00ffffffffffff80, &out), SPE_OK, "a counter of 56 bits");
    is(out, UINT64_C(0x12ffffffffffff80) + 7, "... gets the bits that it lacks");
    spe_perf_time(&clock, 0x10, &out);
    is(out, UINT64_C(0x1300000000000010) + 7, "... across its end, too");
    clock.is_short = 0;
    spe_perf_time(&clock, 0x10, &out);
    is(out, 0x17, "a counter of 64 bits is left alone");
    for (unsigned i = 0; i < 100000; i++) {
        const uint64_t ticks = random_u64();
        clock = (struct spe_perf_clock){random_u64(),
                                        random_u64(),
                                        UINT64_MAX >> random_below(64),
                                        (uint32_t)random_u64() | 1,
                                        (uint16_t)random_below(33),
                                        1};
        bad += spe_perf_time(&clock, ticks, &out) != SPE_OK;
        uint64_t cyc = clock.cycles;
        while ((cyc & clock.mask) != (ticks & clock.mask)) /* forward from time_cycles, bit by bit */
            cyc += (cyc ^ ticks) & clock.mask & -((cyc ^ ticks) & clock.mask);
        clock.is_short = 0;
        bad += spe_perf_time(&clock, cyc, &plain) != SPE_OK || plain != out;
    }
    is(bad, 0, "any short clock gives what a long one gives for the completed ticks");
}

static void test_refusals(void)
{
    const struct spe_perf_clock good = {.mult = 1, .shift = 32}, still = {.shift = 1}, steep = {.mult = 1, .shift = 33};
    uint64_t out = 7;
    is(spe_ticks_to_ns(1, 0, &out), SPE_E_ARG, "frequency 0");
    is(spe_ns_to_ticks(1, 0, &out), SPE_E_ARG, "... back");
    is(spe_ticks_to_ns(1, 1, NULL), SPE_E_ARG, "NULL");
    is(spe_ns_to_ticks(1, 1, NULL), SPE_E_ARG, "... back");
    is(spe_perf_time(NULL, 1, &out), SPE_E_ARG, "NULL clock");
    is(spe_perf_time(&good, 1, NULL), SPE_E_ARG, "NULL time");
    is(spe_perf_time(&still, 1, &out), SPE_E_ARG, "mult 0");
    is(spe_perf_time(&steep, 1, &out), SPE_E_ARG, "shift 33");
    is(spe_perf_ticks(NULL, 1, &out), SPE_E_ARG, "NULL clock");
    is(spe_perf_ticks(&good, 1, NULL), SPE_E_ARG, "NULL ticks");
    is(out, 7, "nothing is written");
    is(spe_perf_time(&good, UINT64_C(1) << 32, &out), SPE_OK, "shift 32");
    is(out, 1, "... is accepted");
    is(sizeof(struct spe_perf_clock), 32, "struct spe_perf_clock has its published size");
}

int main(void)
{
    test_worked_values();
    test_exact();
    test_limits();
    test_perf();
    test_perf_values();
    test_short_clock();
    test_refusals();
    return tap_done();
}
