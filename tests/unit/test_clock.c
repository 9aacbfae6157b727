/* SPDX-License-Identifier: MIT */
/* Converts ticks to perf's clock, and compares with 128-bit arithmetic that is written out here. */
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

static uint64_t shift_right(wide a, unsigned n) /* its low 64 bits */
{
    return n ? a.high << (64 - n) | a.low >> n : a.low;
}

/* A number of any length */
static uint64_t random_number(void)
{
    return random_u64() >> random_below(64);
}

static void test_perf(void)
{
    int bad = 0;
    for (unsigned i = 0; i < 100000; i++) {
        const struct spe_perf_clock clock = {.zero = random_number(),
                                             .cycles = random_u64(), /* not read: is_short is 0 */
                                             .mult = (uint32_t)(random_u64() >> (32 + random_below(31))) | 1,
                                             .shift = (uint16_t)random_below(33)};
        const uint64_t in = random_number();
        uint64_t time;
        bad += spe_perf_time(&clock, in, &time) != SPE_OK;
        bad += time != clock.zero + shift_right(multiply(in, clock.mult), clock.shift);
    }
    is(bad, 0, "perf's clock: mult and shift, rounded down, at 64 bits");
}

static void test_perf_values(void)
{
    const struct spe_perf_clock clock = {.zero = 5000, .mult = 0x28000000, .shift = 24}; /* 25 MHz: 40 ns a tick */
    uint64_t out = 1;
    is(spe_perf_time(&clock, 1000, &out), SPE_OK, "a thousand ticks");
    is(out, 45000, "... are 40 microseconds and the zero");
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
    is(spe_perf_time(NULL, 1, &out), SPE_E_ARG, "NULL clock");
    is(spe_perf_time(&good, 1, NULL), SPE_E_ARG, "NULL time");
    is(spe_perf_time(&still, 1, &out), SPE_E_ARG, "mult 0");
    is(spe_perf_time(&steep, 1, &out), SPE_E_ARG, "shift 33");
    is(out, 7, "nothing is written");
    is(spe_perf_time(&good, UINT64_C(1) << 32, &out), SPE_OK, "shift 32");
    is(out, 1, "... is accepted");
    is(sizeof(struct spe_perf_clock), 32, "struct spe_perf_clock has its published size");
}

int main(void)
{
    test_perf();
    test_perf_values();
    test_short_clock();
    test_refusals();
    return tap_done();
}
