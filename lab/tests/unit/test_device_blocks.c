/* SPDX-License-Identifier: MIT */
/* device.h: counting by blocks against single steps. */
#include "device_machine.h"
#include "random.h"

/* Runs n operations in blocks of random sizes. Only where a sample is near are there single steps. */
static void execute_blocks(struct machine *m, unsigned n)
{
    const uint64_t until = m->now + n;
    while (m->now < until) {
        uint64_t passed = 0, most = until - m->now;
        complete(m);
        for (unsigned i = 0; i < FLIGHTS; i++)
            if (m->flies[i] && m->ends[i] - m->now < most)
                most = m->ends[i] - m->now;
        const uint32_t block = 1 + random_below(40);
        if (block <= most && random_below(2)) {
            const int64_t left = m->b.unit.left;
            const int done = spe_device_pass(&m->b.unit, block);
            failures += done != (block < left);
            m->now += done ? block : 0;
            continue;
        }
        const int sample = spe_device_advance(&m->b.unit, most, &passed);
        failures += sample < 0 || !passed || passed > most || (!sample && passed != most);
        m->now += passed;
        if (sample) {
            m->now--;
            tell(m, (uint64_t)sample);
            begin(m, sample, 1 + below(m, 400));
            m->now++;
        }
    }
}

static void execute_singly(struct machine *m, unsigned n)
{
    while (n--) {
        complete(m);
        const int sample = spe_unit_operation(&m->b.unit);
        if (sample) {
            tell(m, (uint64_t)sample);
            begin(m, sample, 1 + below(m, 400));
        }
        m->now++;
    }
}

static void blocks(void)
{
    static struct machine single, blocked;
    uint64_t collisions = 0, records = 0;
    for (unsigned seed = 1; seed <= 80; seed++) {
        start_machine(&single, seed % CORES, seed);
        start_machine(&blocked, seed % CORES, seed);
        for (unsigned i = 0; i < 40; i++) {
            const unsigned n = random_below(3000);
            write_any_register(&single);
            write_any_register(&blocked);
            execute_singly(&single, n);
            execute_blocks(&blocked, n);
        }
        collisions += bench_counts(&single.b).sample_collision;
        records += bench_counts(&single.b).sample_filtrate;
        if (!is_same(&single, &blocked) && !failures++)
            diag("seed %u", seed);
    }
    ok_all("blocks and single steps sample, count and write the same");
    ok(collisions > 100 && records > 1000, "... with collisions, and records");
}

static void far_away(void)
{
    static struct machine m;
    static spe_unit none;
    uint64_t passed = 5;
    start_machine(&m, 0, 1);
    is(spe_device_advance(NULL, 1, &passed), SPE_E_STATE, "advance: no unit");
    is(spe_device_advance(&none, 1, &passed), SPE_E_STATE, "... zeroed storage");
    is(spe_device_advance(&m.b.unit, 1, NULL), SPE_E_ARG, "... nowhere to tell");
    is(passed, 5, "... and nothing is told");
    is(spe_device_advance(&m.b.unit, 0, &passed) || passed, 0, "no operation");
    is(spe_device_pass(&none, 1), 0, "zeroed storage lets nothing pass");
    bench_write(&m.b, SPE_REG_PMSICR_EL1, 100);
    is(spe_device_pass(&m.b.unit, 100), 0, "a block with a sample");
    is(m.b.unit.left, 100, "... is not counted");
    is(spe_device_pass(&m.b.unit, 99), 1, "... a block before it is");
    is(spe_device_pass(&m.b.unit, 1), 0, "... the next one is the sample");
    is(spe_device_advance(&m.b.unit, 7, &passed), 1, "... it is sampled");
    is(passed, 1, "... as the first of a block");
    bench_write(&m.b, SPE_REG_PMSCR_EL1, 0);
    is(spe_device_advance(&m.b.unit, UINT64_MAX, &passed), 0, "nothing is profiled, however long");
    is(passed == UINT64_MAX, 1, "... and all operations pass");
    is(bench_counts(&m.b).sample_pop, 100, "... uncounted");
}

int main(void)
{
    blocks();
    far_away();
    return tap_done();
}
