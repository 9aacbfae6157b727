/* SPDX-License-Identifier: MIT */
/* Intervals hold what is simulated: samples of programs whose every operation is known. Changes, and chance. */
#include <math.h>
#include <string.h>

#include "profile/counts.h"
#include "random.h"
#include "report/intervals.h"
#include "tap.h"

enum { TRIALS = 400, SAMPLES = 4000 };

struct held {
    unsigned held, all;
    double width;
};

static void judge(struct held *h, double truth, const uint64_t *k, const uint64_t *n)
{
    const struct interval i = interval_share(k, n);
    h->held += i.low <= truth && truth <= i.high;
    h->width += (i.high - i.low) / TRIALS;
    h->all++;
}

/* The operations of [0, at) that are among the first `hot` of a loop of `length`. */
static double hot_until(uint64_t at, unsigned length, unsigned hot)
{
    const uint64_t rest = at % length;
    const uint64_t whole = at / length * hot;
    return (double)(whole + (rest < hot ? rest : hot));
}

/* A program repeats a loop, and what is counted is in one place of it: with an interval of `period` operations and a
 * random part. */
static struct held loops(unsigned samples, unsigned period, unsigned length, unsigned hot)
{
    struct held h = {0, 0, 0};
    const unsigned shift = parts_shift(period + 127.5);
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        uint64_t k[COUNTS_PARTS] = {0}, n[COUNTS_PARTS] = {0};
        const uint64_t from = random_below(length);
        uint64_t at = from + random_below(period);
        for (unsigned i = 0; i < samples; i++, at += period + random_below(256)) {
            const unsigned part = parts_of(i, shift);
            n[part]++;
            k[part] += at % length < hot;
        }
        judge(&h, (hot_until(at, length, hot) - hot_until(from, length, hot)) / (double)(at - from), k, n);
    }
    diag("%u samples, one in %u, of a loop of %u: %u of %u intervals hold, %.4f wide", samples, period, length, h.held,
         h.all, h.width);
    return h;
}

/* Each sample is one of what is counted, of a share 1 / one_in; what is counted comes in bunches of `mean` samples. */
static struct held bunches(unsigned samples, unsigned one_in, unsigned mean)
{
    struct held h = {0, 0, 0};
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        uint64_t k[COUNTS_PARTS] = {0}, n[COUNTS_PARTS] = {0};
        int is_one = !random_below(one_in);
        for (unsigned i = 0; i < samples; i++) {
            const unsigned part = parts_of(i, PARTS_SHIFT_ANY);
            n[part]++;
            k[part] += (unsigned)is_one;
            is_one = is_one ? random_below(mean) != 0 : !random_below(mean * (one_in - 1));
        }
        judge(&h, 1.0 / one_in, k, n);
    }
    diag("%u samples, 1 of %u, in bunches of %u: %u of %u intervals hold, %.4f wide", samples, one_in, mean, h.held,
         h.all, h.width);
    return h;
}

static void is_held(const struct held *list, unsigned count, const char *name)
{
    unsigned held = 0, all = 0;
    for (unsigned i = 0; i < count; i++) {
        held += list[i].held;
        all += list[i].all;
    }
    diag("%.2f %% of %u intervals hold", 100.0 * held / all, all);
    ok(held >= 0.93 * all && held <= 0.97 * all, name);
}

static void test_intervals(void)
{
    const struct held common[] = {bunches(SAMPLES, 3, 1),      bunches(SAMPLES, 10, 1),
                                  bunches(SAMPLES, 100, 1),    bunches(5 * SAMPLES, 1000, 1),
                                  loops(SAMPLES, 1024, 35, 7), loops(SAMPLES, 2048, 300, 60)};
    is_held(common, sizeof common / sizeof common[0], "95 % intervals of common events hold the truth");
    const struct held bunched[] = {bunches(SAMPLES, 3, 3), bunches(5 * SAMPLES, 10, 12), bunches(5 * SAMPLES, 100, 3),
                                   bunches(5 * SAMPLES, 300, 3)};
    is_held(bunched, sizeof bunched / sizeof bunched[0], "... of events in bunches");
    const struct held resonant[] = {loops(SAMPLES, 1024, 1150, 230),     loops(SAMPLES, 1024, 2300, 460),
                                    loops(SAMPLES, 1024, 576, 60),       loops(SAMPLES, 2048, 1100, 220),
                                    loops(5 * SAMPLES, 2048, 2175, 435), loops(5 * SAMPLES, 4096, 2112, 422)};
    is_held(resonant, sizeof resonant / sizeof resonant[0], "... of loops that take about an interval");
    const uint64_t n[COUNTS_PARTS] = {64, 64, 64, 64, 64, 64, 64, 3}, k[COUNTS_PARTS] = {30, 1, 0, 0, 0, 33, 0, 0};
    const uint64_t all[COUNTS_PARTS] = {451}, some[COUNTS_PARTS] = {64};
    const struct interval known = interval_share(k, n), unknown = interval_share(some, all);
    ok(intervals_are_known(n) && !intervals_are_known(all), "too few batches are seen");
    ok(known.freedom > 6 && unknown.freedom < 1 && known.high - known.low > 2 * (unknown.high - unknown.low),
       "... and then the interval is that of independent samples");
    ok(fabs(unknown.low - 0.1127) < 0.0001 && fabs(unknown.high - 0.1771) < 0.0001, "... which is Wilson's");
}

static void test_ratios(void)
{
    unsigned held = 0;
    for (unsigned trial = 0; trial < 4 * TRIALS; trial++) {
        uint64_t sum[COUNTS_PARTS] = {0}, count[COUNTS_PARTS] = {0};
        for (unsigned i = 0; i < SAMPLES; i++) {
            const unsigned part = parts_of(i, PARTS_SHIFT_ANY);
            count[part]++;
            sum[part] += random_below(10) ? 10 : 210;
        }
        const struct interval i = interval_ratio(sum, count);
        held += i.low <= 30 && 30 <= i.high;
    }
    diag("%u of %u", held, 4 * TRIALS);
    ok(held >= 0.93 * 4 * TRIALS && held <= 0.97 * 4 * TRIALS, "95 % intervals of means hold the truth");
}

/* Values that are equal but for rounding: a share of 1 / 49, of wholes that differ. */
static void test_equal(void)
{
    const uint64_t none[COUNTS_PARTS] = {0};
    uint64_t k[COUNTS_PARTS], n[COUNTS_PARTS];
    for (unsigned i = 0; i < COUNTS_PARTS; i++) {
        k[i] = i + 1;
        n[i] = 49 * k[i];
    }
    struct interval a = interval_ratio(k, n), b = a, change;
    b.value *= 1 + 1e-15;
    change = interval_change(&a, &b);
    ok(a.variance <= 0 && change.value == 0 && interval_chance(&change) == 1, "equal values have not changed");
    a = interval_share(none, n);
    b = interval_share(n, n);
    ok(a.low == 0 && b.high == 1, "no share is below 0 or above 1, by however little");
}

/* Many rows of two profiles of the same program, and one row that differs. */
static void test_changes(void)
{
    enum { ROWS = 50 };
    unsigned wrong = 0, found = 0;
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        uint64_t k[2][ROWS][COUNTS_PARTS] = {{{0}}}, n[2][COUNTS_PARTS] = {{0}};
        double chances[ROWS], sorted[ROWS];
        for (unsigned b = 0; b < 2; b++)
            for (unsigned i = 0; i < SAMPLES; i++) {
                const unsigned part = parts_of(i, PARTS_SHIFT_ANY);
                unsigned row = random_below(ROWS);
                row = b && row == 1 && random_below(4) ? 0 : row;
                n[b][part]++;
                k[b][row][part]++;
            }
        for (unsigned row = 0; row < ROWS; row++) {
            const struct interval a = interval_share(k[0][row], n[0]), b = interval_share(k[1][row], n[1]);
            const struct interval change = interval_change(&a, &b);
            chances[row] = interval_chance(&change);
        }
        memcpy(sorted, chances, sizeof chances);
        const double limit = intervals_limit(sorted + 2, ROWS - 2), with = intervals_limit(sorted, ROWS);
        wrong += limit >= 0;
        found += chances[1] <= with;
    }
    diag("%u of %u wrong, %u found", wrong, TRIALS, found);
    ok(wrong <= 0.05 * TRIALS + 2.6 * sqrt(0.05 * 0.95 * TRIALS), "of rows that are equal few diffs state a change");
    ok(found > 0.5 * TRIALS, "... and of one that is not most do");
    double some[] = {0.04, 0.001, 0.9, 0.019, 0.5};
    ok(fabs(intervals_limit(some, 5) - 0.019) < 1e-9, "two of five, whose limits are 0.01 and 0.02");
    double few[] = {0.048, 0.04};
    ok(fabs(intervals_limit(few, 2) - 0.048) < 1e-9, "two that are likely together");
    ok(intervals_limit(few, 0) < 0, "none");
}

/* Independent samples: 10, 10, 20, 20, and four without a value. */
static void independent(void)
{
    static struct spe_histogram h;
    for (unsigned i = 0; i < 4; i++)
        spe_histogram_add(&h, i < 2 ? 10 : 20);
    const struct interval four = interval_independent(&h, 4), eight = interval_independent(&h, 8);
    ok(fabs(four.value - 15) < 1e-9 && fabs(four.variance - 100.0 / 3 / 4) < 1e-9 && four.freedom > 2.9, "a mean");
    ok(fabs(eight.value - 7.5) < 1e-9 && fabs(eight.variance - 550.0 / 7 / 8) < 1e-9, "... of which some are 0");
    ok(fabs(four.high - four.low - 2 * 1.96 * sqrt(four.variance)) < 1e-9, "... with its interval");
}

int main(void)
{
    test_intervals();
    test_ratios();
    test_equal();
    test_changes();
    independent();
    return tap_done();
}
