/* SPDX-License-Identifier: MIT */
/*
 * Is anything sampled here, and why not; what the unit says of the buffer's owner: PMBIDR_EL1.P and AddrMode, and the
 * translation regime of a write (DDI 0487, D17.2 to D17.4, D17.7.1, D24.7.1).
 */
#include "tap.h"

#include "unit_bench.h"

#define N1 (V1P0_FLAGS | MAX_SIZE(6) | COUNT_12)
#define OWNER_EL1 (UINT64_C(3) << 12) /* MDCR_EL2.E2PB, MDCR_EL3.NSPB: Non-secure */

static struct bench b;

static void core_with_levels(void)
{
    bench_core(&b, N1, 6);
    b.registers[3].raw = PFR0_EL2 | PFR0_EL3 | UINT64_C(1) << 36; /* SEL2: Secure EL2 */
}

/* Starts the core of `b`. Its Non-secure EL1, or EL2, owns the buffer. */
static void start_for(unsigned owner)
{
    bench_start(&b, BUFFER);
    bench_write(&b, SPE_REG_MDCR_EL3, OWNER_EL1);
    bench_write(&b, SPE_REG_SCR_EL3, 1);
    bench_write(&b, SPE_REG_MDCR_EL2, owner == 1 ? OWNER_EL1 : 0);
    bench_write(&b, SPE_REG_PMSCR_EL2, 3);
}

static void start(unsigned owner)
{
    core_with_levels();
    start_for(owner);
}

static const struct {
    unsigned owner, el, state;
    unsigned reg; /* that has another value; SPE_REG_PMSCR_EL2 with 3 is none */
    uint64_t raw;
    int reason;
} rows[] = {
    {1, 0, SPE_STATE_NON_SECURE, SPE_REG_PMSCR_EL2, 3, SPE_UNIT_IDLE_COUNTING},
    {1, 1, SPE_STATE_NON_SECURE, SPE_REG_PMSCR_EL2, 3, SPE_UNIT_IDLE_COUNTING},
    {1, 2, SPE_STATE_NON_SECURE, SPE_REG_PMSCR_EL2, 3, SPE_UNIT_IDLE_LEVEL_ABOVE},
    {1, 3, SPE_STATE_SECURE, SPE_REG_PMSCR_EL2, 3, SPE_UNIT_IDLE_LEVEL_ABOVE},
    {1, 1, SPE_STATE_SECURE, SPE_REG_PMSCR_EL2, 3, SPE_UNIT_IDLE_OTHER_STATE},
    {1, 2, SPE_STATE_SECURE, SPE_REG_PMSCR_EL2, 3, SPE_UNIT_IDLE_OTHER_STATE},
    {1, 1, SPE_STATE_NON_SECURE, SPE_REG_HCR_EL2, 1 << 27, SPE_UNIT_IDLE_TGE},
    {1, 0, SPE_STATE_NON_SECURE, SPE_REG_HCR_EL2, 1 << 27, SPE_UNIT_IDLE_TGE},
    {1, 1, SPE_STATE_NON_SECURE, SPE_REG_PMSCR_EL1, 1, SPE_UNIT_IDLE_LEVEL_DISABLED},
    {1, 0, SPE_STATE_NON_SECURE, SPE_REG_PMSCR_EL1, 2, SPE_UNIT_IDLE_LEVEL_DISABLED},
    {1, 0, SPE_STATE_NON_SECURE, SPE_REG_PMBLIMITR_EL1, BASE + BUFFER, SPE_UNIT_IDLE_BUFFER_DISABLED},
    {1, 0, SPE_STATE_NON_SECURE, SPE_REG_PMBSR_EL1, 1 << 17, SPE_UNIT_IDLE_STOPPED},
    {1, 0, SPE_STATE_NON_SECURE, SPE_REG_PMSIRR_EL1, 0, SPE_UNIT_IDLE_PROBLEM},
    {1, 0, SPE_STATE_NON_SECURE, SPE_REG_PMBPTR_EL1, BASE + 1, SPE_UNIT_IDLE_PROBLEM},
    {1, 0, SPE_STATE_NON_SECURE, SPE_REG_PMBLIMITR_EL1, (BASE + BUFFER) | 1 | 2 << 1, SPE_UNIT_IDLE_DISCARDS},
    {1, 0, SPE_STATE_NON_SECURE, SPE_REG_MDCR_EL3, 0, SPE_UNIT_IDLE_OTHER_STATE},
    {2, 2, SPE_STATE_NON_SECURE, SPE_REG_PMSCR_EL2, 3, SPE_UNIT_IDLE_COUNTING},
    {2, 1, SPE_STATE_NON_SECURE, SPE_REG_PMSCR_EL2, 3, SPE_UNIT_IDLE_COUNTING},
    {2, 2, SPE_STATE_NON_SECURE, SPE_REG_PMSCR_EL2, 1, SPE_UNIT_IDLE_LEVEL_DISABLED},
    {2, 3, SPE_STATE_SECURE, SPE_REG_PMSCR_EL2, 3, SPE_UNIT_IDLE_LEVEL_ABOVE},
};

static void reasons(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        start(rows[i].owner);
        spe_unit_set_level(&b.unit, rows[i].el, rows[i].state);
        bench_write(&b, rows[i].reg, rows[i].raw);
        const int reason = spe_unit_idle(&b.unit);
        is(reason, rows[i].reason, spe_unit_idle_text((unsigned)rows[i].reason));
        const int is_enabled = reason >= SPE_UNIT_IDLE_DISCARDS || reason == SPE_UNIT_IDLE_NO;
        is(spe_unit_is_enabled(&b.unit), is_enabled, "... and whether profiling is enabled");
        bench_next(&b);
        is(spe_unit_operation(&b.unit), is_enabled, "... and whether an operation is sampled");
    }
    is(spe_unit_is_enabled(NULL), 0, "no unit is not enabled");
    ok(!strcmp(spe_unit_idle_text(SPE_UNIT_IDLE_COUNTING + 1), "unknown"), "another number is no reason");
}

static void filtered(void)
{
    struct spe_record what = {.present = SPE_HAS_OPERATION | SPE_HAS_EVENTS, .op_class = SPE_CLASS_BRANCH, .events = 2};
    start(1);
    bench_write(&b, SPE_REG_PMSFCR_EL1, SPE_FILTER_FT | SPE_FILTER_LD);
    is(spe_unit_idle(&b.unit), SPE_UNIT_IDLE_COUNTING, "no sample yet");
    bench_sample(&b, &what, 0);
    is(spe_unit_idle(&b.unit), SPE_UNIT_IDLE_FILTERED, "a sample that the filter rejected");
    bench_write(&b, SPE_REG_PMSFCR_EL1, 0);
    bench_sample(&b, &what, 0);
    is(spe_unit_idle(&b.unit), SPE_UNIT_IDLE_NO, "... and one that it kept");
}

static void disabled_does_not_count(void)
{
    start(1);
    bench_write(&b, SPE_REG_PMSICR_EL1, 5);
    spe_unit_set_level(&b.unit, 3, SPE_STATE_SECURE);
    ok(b.unit.left > INT64_C(1) << 62, "at a level that is not profiled nothing need be counted");
    b.unit.left -= 1000;
    spe_unit_set_level(&b.unit, 0, SPE_STATE_NON_SECURE);
    is(bench_read(&b, SPE_REG_PMSICR_EL1), 5, "... and what is counted is not in PMSICR_EL1");
    is(b.unit.left, 5, "... which goes on where it was");
}

/* PMBIDR_EL1.P, at every level and in every state, for each owner */
static void foreign(void)
{
    static const struct {
        unsigned owner, el, state, foreign;
    } levels[] = {
        {1, 1, SPE_STATE_NON_SECURE, 0}, {1, 2, SPE_STATE_NON_SECURE, 0}, {1, 3, SPE_STATE_SECURE, 0},
        {1, 1, SPE_STATE_SECURE, 1},     {1, 2, SPE_STATE_SECURE, 1},     {2, 1, SPE_STATE_NON_SECURE, 1},
        {2, 2, SPE_STATE_NON_SECURE, 0}, {2, 3, SPE_STATE_SECURE, 0},     {2, 1, SPE_STATE_SECURE, 1},
    };
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        start(levels[i].owner);
        spe_unit_set_level(&b.unit, levels[i].el, levels[i].state);
        is(bench_read(&b, SPE_REG_PMBIDR_EL1), 6 | levels[i].foreign << 4, "PMBIDR_EL1.P of who asks");
    }
    bench_core(&b, N1, 6 | 1 << 4);
    bench_start(&b, BUFFER);
    spe_unit_set_level(&b.unit, 1, SPE_STATE_NON_SECURE);
    is(bench_read(&b, SPE_REG_PMBIDR_EL1), 6, "... whatever the configuration says");
}

/* PMBIDR_EL1.AddrMode (D24.7.1, D24.7.9) */
static void address_modes(void)
{
    static const struct {
        unsigned owner, el, envm;
        uint64_t want;
        const char *name;
    } modes[] = {
        {1, 1, 0, 6, "AddrMode: PMSCR_EL2.EnVM is 0: virtual addresses only"},
        {1, 1, 1, 6 | 1 << 6, "... 1: physical ones, too"},
        {2, 2, 0, 6 | 1 << 6, "... EL2 owns the buffer: EnVM counts as 1"},
        {2, 1, 1, 6 | 1 << 4, "... EL1 must not program it: P, and virtual only"},
        {1, 3, 1, 6 | 1 << 6, "... at EL3 P is 0"},
    };
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        core_with_levels();
        b.registers[2].raw = (uint64_t)SPE_V1P4 << 32;
        b.registers[4].raw = 1 << 20; /* ID_AA64DFR2_EL1: SPE_nVM */
        start_for(modes[i].owner);
        bench_write(&b, SPE_REG_PMSCR_EL2, (uint64_t)modes[i].envm << 11);
        spe_unit_set_level(&b.unit, modes[i].el, SPE_STATE_NON_SECURE);
        is(bench_read(&b, SPE_REG_PMBIDR_EL1), modes[i].want, modes[i].name);
    }
    bench_core(&b, N1, 6 | 3 << 6);
    bench_start(&b, BUFFER);
    spe_unit_set_level(&b.unit, 1, SPE_STATE_NON_SECURE);
    is(bench_read(&b, SPE_REG_PMBIDR_EL1), 6, "... RES0 without FEAT_SPE_nVM, whatever the configuration says");
}

static struct spe_unit_write seen;

static size_t see(void *context, const struct spe_unit_write *write, uint64_t *syndrome)
{
    (void)context, (void)syndrome;
    seen = *write;
    return (size_t)write->size;
}

static void regimes(void)
{
    const struct spe_record what = {.present = SPE_HAS_OPERATION | SPE_HAS_EVENTS, .events = 2};
    for (unsigned owner = 1; owner <= 2; owner++) {
        core_with_levels();
        b.config.write = see;
        start_for(owner);
        is(bench_sample(&b, &what, 0), 1, "a record");
        is(seen.owning_el, owner, "... in the owner's translation regime");
        ok(seen.owning_state == SPE_STATE_NON_SECURE && !seen.is_physical && seen.address == BASE && seen.size == 64,
           "... Non-secure, virtual, where PMBPTR_EL1 was");
    }
    bench_core(&b, N1, 6);
    b.registers[2].raw = (uint64_t)SPE_V1P4 << 32;
    b.registers[4].raw = 1 << 20; /* ID_AA64DFR2_EL1: SPE_nVM */
    b.config.write = see;
    bench_start(&b, BUFFER);
    bench_write(&b, SPE_REG_PMBLIMITR_EL1, (BASE + BUFFER) | 1 | 1 << 7);
    is(bench_sample(&b, &what, 0), 1, "a record with PMBLIMITR_EL1.nVM");
    is(seen.is_physical, 1, "... has a physical address");
}

int main(void)
{
    reasons();
    filtered();
    disabled_does_not_count();
    foreign();
    address_modes();
    regimes();
    return tap_done();
}
