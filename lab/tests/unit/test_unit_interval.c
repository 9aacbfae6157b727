/* SPDX-License-Identifier: MIT */
/*
 * Which operations the unit chooses: compared step by step with the pseudocode of J1, which is copied here, and with
 * the expected distributions of distances.
 */
#include "random.h"
#include "tap.h"
#include "unit_bench.h"

/* -- SPEToCollectSample() and SPEResetSampleCounter(), one operation at a time -- */

struct pseudo {
    uint32_t count, ecount, interval;
    int rnd, ernd;
    uint64_t random;
};

static uint32_t draw(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

static int pseudo_collects(struct pseudo *p)
{
    if (p->count == 0) {
        p->count = p->interval << 8;
        if (p->rnd && !p->ernd)
            p->count |= draw(&p->random) & 0xff;
    } else {
        p->count--;
        if (p->count == 0) {
            if (p->rnd && p->ernd) {
                p->ecount = draw(&p->random) & 0xff;
                return p->ecount == 0;
            }
            return 1;
        }
    }
    if (p->rnd && p->ernd && p->ecount != 0) {
        p->ecount--;
        if (p->ecount == 0)
            return 1;
    }
    return 0;
}

/* -- random numbers, from the unit's own generator -- */

struct source {
    struct spe_unit_memory memory; /* must be first: it is write's context */
    uint64_t random;
};

static uint32_t from_source(void *context)
{
    return draw(&((struct source *)context)->random);
}

static struct bench b;
static struct source source;

static void start(int ernd, uint64_t seed)
{
    bench_core(&b, V1P0_FLAGS | MAX_SIZE(6) | COUNT_12 | (ernd ? PMSIDR_ERND : 0), 6);
    source.memory = b.memory;
    source.random = seed;
    b.config.context = &source;
    b.config.random = from_source;
    bench_start(&b, 65536);
}

static uint64_t pmsicr_of(const struct pseudo *p)
{
    return (uint64_t)p->ecount << 56 | p->count;
}

/* Does something that software or the PE may do between two operations. Returns whether profiling is enabled
 * afterwards. */
static int disturb(struct pseudo *p, int enabled)
{
    switch (random_below(6)) {
    case 0: /* to a level without profiling, or back */
        spe_unit_set_level(&b.unit, enabled ? 3 : 0, SPE_STATE_NON_SECURE);
        return !enabled;
    case 1:
        p->count = random_below(3) ? random_below(400) : 0;
        p->ecount = random_below(256);
        bench_write(&b, SPE_REG_PMSICR_EL1, pmsicr_of(p));
        return enabled;
    case 2:
        p->interval = 1 + random_below(3);
        p->rnd = (int)random_below(2);
        bench_write(&b, SPE_REG_PMSIRR_EL1, p->interval << 8 | (unsigned)p->rnd);
        return enabled;
    case 3: /* a register without influence */
        bench_write(&b, SPE_REG_PMBPTR_EL1, BASE);
        return enabled;
    default:
        return enabled;
    }
}

static void steps(int ernd)
{
    struct pseudo p = {0, 0, 1, 0, ernd, 77};
    uint64_t population = 0;
    unsigned wrong = 0, chosen = 0, collided = 0;
    int enabled = 1, in_flight = 0;
    start(ernd, 77);
    for (unsigned i = 0; i < 1000000; i++) {
        if (random_below(500) == 0)
            enabled = disturb(&p, enabled);
        if (random_below(200) == 0 && in_flight)
            in_flight = spe_unit_complete(&b.unit, 1, NULL, 0);
        if (random_below(50) == 0)
            wrong += bench_read(&b, SPE_REG_PMSICR_EL1) != pmsicr_of(&p);
        const int want = enabled && pseudo_collects(&p);
        const int sample = spe_unit_operation(&b.unit);
        population += (uint64_t)enabled;
        chosen += (unsigned)want;
        collided += want && in_flight;
        if (sample != (want && !in_flight) && !wrong++)
            diag("operation %u: sample %d, want %d", i, sample, want);
        in_flight |= want;
    }
    const struct spe_unit_counts counts = bench_counts(&b);
    is(wrong, 0,
       ernd ? "a million operations as the pseudocode, FEAT_SPE_ERnd" : "a million operations, as in the pseudocode");
    is(counts.sample_pop, population, "... SAMPLE_POP");
    ok(chosen > 1000 && collided > 100 && counts.sample_collision == collided, "... and collisions");
    is(counts.sample_feed + (uint64_t)in_flight + collided, chosen, "... each chosen one is a sample or a collision");
}

/* Blocks: the same operations are chosen, whatever number below `left` is subtracted at once. */
static void blocks(int ernd)
{
    struct pseudo p = {0, 0, 2, 1, ernd, 5};
    unsigned wrong = 0;
    start(ernd, 5);
    bench_write(&b, SPE_REG_PMSIRR_EL1, 2 << 8 | 1);
    for (unsigned i = 0; i < 300000; i++) {
        const unsigned n = 1 + random_below(300);
        int want = 0, got = 0;
        for (unsigned j = 0; j < n; j++)
            want += pseudo_collects(&p);
        if (b.unit.left > (int64_t)n) {
            b.unit.left -= n;
        } else {
            for (unsigned j = 0; j < n; j++) {
                const int sample = spe_unit_operation(&b.unit);
                got += sample > 0;
                spe_unit_complete(&b.unit, sample, NULL, 0);
            }
        }
        wrong += got != want;
    }
    is(wrong, 0, "blocks of operations at once");
    is(bench_read(&b, SPE_REG_PMSICR_EL1), pmsicr_of(&p), "... give the same PMSICR_EL1 as single ones");
}

/* -- distances -- */

#define DISTANCES 60000

static uint64_t distances[DISTANCES];

/* The unit's own random numbers. */
static void measure(int rnd, int ernd, unsigned interval)
{
    uint64_t last = 0;
    start(ernd, 0);
    b.config.random = NULL;
    b.config.seed = 12345;
    bench_start(&b, 65536);
    bench_write(&b, SPE_REG_PMSIRR_EL1, interval << 8 | (unsigned)rnd);
    for (unsigned i = 0; i <= DISTANCES;) {
        const int sample = spe_unit_operation(&b.unit);
        if (!sample)
            continue;
        spe_unit_complete(&b.unit, sample, NULL, 0);
        const uint64_t now = bench_counts(&b).sample_pop;
        if (i)
            distances[i - 1] = now - last;
        last = now;
        i++;
    }
}

/* The sum of (got - want)^2 / want, times 1000. */
static uint64_t chi_square(const unsigned *got, const double *want, unsigned n)
{
    double sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += (got[i] - want[i]) * (got[i] - want[i]) / want[i];
    return (uint64_t)(sum * 1000);
}

static void distance_bounds(int rnd, int ernd, const char *name)
{
    struct spe_features features = SPE_FEATURES_INIT;
    struct spe_interval interval;
    uint64_t least = UINT64_MAX, most = 0, sum = 0;
    measure(rnd, ernd, 4);
    for (unsigned i = 0; i < DISTANCES; i++) {
        least = distances[i] < least ? distances[i] : least;
        most = distances[i] > most ? distances[i] : most;
        sum += distances[i];
    }
    features.flags = ernd ? SPE_FEATURE_ERND : 0;
    spe_interval_measure(4 << 8 | (unsigned)rnd, &features, &interval);
    ok(least >= interval.least && most <= interval.most, name);
    ok(least <= interval.least + 8 && most + 8 >= interval.most, "... and nearly the limits, in both directions");
    const double mean = (double)sum / DISTANCES, want = (double)interval.twice_mean / 2;
    ok(mean > want - 1.5 && mean < want + 1.5, "... with the mean that spe_interval_measure() gives");
    if (mean <= want - 1.5 || mean >= want + 1.5)
        diag("mean %.2f, want %.2f", mean, want);
}

static void uniform(void)
{
    unsigned got[256] = {0};
    double want[256];
    measure(1, 0, 4);
    for (unsigned i = 0; i < DISTANCES; i++)
        got[(distances[i] - 4 * 256 - 1) & 255]++;
    for (unsigned i = 0; i < 256; i++)
        want[i] = DISTANCES / 256.0;
    const uint64_t chi = chi_square(got, want, 256);
    ok(chi > 180000 && chi < 340000, "RND: the 256 distances are equally frequent (chi-square, 255 degrees)");
}

/* With ERnd a distance is the interval plus the difference of two random bytes, with a triangular distribution.
 * Neighbouring distances share a byte, so that only every second one counts. */
static void triangular(void)
{
    unsigned got[32] = {0};
    double want[32] = {0};
    measure(1, 1, 4);
    for (unsigned i = 0; i < DISTANCES; i += 2)
        got[(distances[i] - 4 * 256 - 1 + 256) / 16 & 31]++;
    for (int d = -255; d <= 255; d++)
        want[(d + 256) / 16] += (256 - (d < 0 ? -d : d)) / 65536.0 * DISTANCES / 2;
    const uint64_t chi = chi_square(got, want, 32);
    ok(chi > 12000 && chi < 62000, "RND with FEAT_SPE_ERnd: differences of two bytes (chi-square, 31 degrees)");
    if (chi <= 12000 || chi >= 62000)
        diag("%u", (unsigned)chi);
}

/* Each seed gives its own sequence. */
static void seeds(void)
{
    uint64_t first[3][16];
    for (unsigned i = 0; i < 3; i++) {
        start(0, 0);
        b.config.random = NULL;
        b.config.seed = i / 2;
        bench_start(&b, 65536);
        bench_write(&b, SPE_REG_PMSIRR_EL1, 257);
        for (unsigned n = 0; n < 16; n++) {
            bench_write(&b, SPE_REG_PMSICR_EL1, 0);
            spe_unit_operation(&b.unit);
            first[i][n] = bench_read(&b, SPE_REG_PMSICR_EL1);
        }
    }
    ok(!memcmp(first[0], first[1], sizeof first[0]), "the same seed, the same numbers");
    ok(memcmp(first[0], first[2], sizeof first[0]) != 0, "another seed, other numbers");
}

int main(void)
{
    steps(0);
    steps(1);
    blocks(0);
    blocks(1);
    distance_bounds(0, 0, "INTERVAL alone: distances within spe_interval_measure()'s bounds");
    distance_bounds(0, 1, "ERnd without RND");
    distance_bounds(1, 0, "RND");
    distance_bounds(1, 1, "RND with ERnd");
    uniform();
    triangular();
    seeds();
    return tap_done();
}
