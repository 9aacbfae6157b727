/* SPDX-License-Identifier: MIT */
/* Metrics: every formula against the compiler's own arithmetic; sampling, activity. */
#include <libspe/spe.h>
#include <string.h>

#include "random.h"
#include "tap.h"

static struct spe_event_count counts[SPE_METRIC_EVENTS];

static int is_near(double got, double want)
{
    const double difference = got > want ? got - want : want - got, size = want < 0 ? -want : want;
    return difference <= 1e-12 * (size + 1e-300);
}

/* The count of an event by name. */
static double c(const char *name)
{
    for (unsigned i = 0; i < SPE_METRIC_EVENTS; i++)
        if (!strcmp(spe_metric_event_name(i), name))
            return (double)counts[i].count;
    diag("no event %s", name);
    return -1;
}

static int bad, checked;

static void check(const char *name, double want)
{
    double got = -1;
    const int metric = spe_metric_find(name);
    const int status = metric < 0 ? metric : spe_metric_value((unsigned)metric, counts, SPE_METRIC_EVENTS, &got, NULL);
    checked++;
    if (status != SPE_OK || !is_near(got, want))
        bad++, diag("%s: %g, want %g", name, got, want);
}

/* The 36 formulas as the specification has them. */
static void check_all(void)
{
    check("backend_bound", c("STALL_SLOT_BACKEND") / (8 * c("CPU_CYCLES")) * 100);
    check("backend_stalled_cycles", c("STALL_BACKEND") / c("CPU_CYCLES") * 100);
    check("bad_speculation",
          100 * ((1 - c("OP_RETIRED") / c("OP_SPEC")) * (1 - c("STALL_SLOT") / (c("CPU_CYCLES") * 8)) +
                 c("BR_MIS_PRED") * 4 / c("CPU_CYCLES")));
    check("branch_misprediction_ratio", c("BR_MIS_PRED_RETIRED") / c("BR_RETIRED"));
    check("branch_mpki", c("BR_MIS_PRED_RETIRED") / c("INST_RETIRED") * 1000);
    check("branch_percentage", (c("BR_IMMED_SPEC") + c("BR_INDIRECT_SPEC")) / c("INST_SPEC") * 100);
    check("crypto_percentage", c("CRYPTO_SPEC") / c("INST_SPEC") * 100);
    check("dtlb_mpki", c("DTLB_WALK") / c("INST_RETIRED") * 1000);
    check("dtlb_walk_ratio", c("DTLB_WALK") / c("L1D_TLB"));
    check("frontend_bound",
          100 * (c("STALL_SLOT_FRONTEND") / (c("CPU_CYCLES") * 8) - c("BR_MIS_PRED") * 4 / c("CPU_CYCLES")));
    check("frontend_stalled_cycles", c("STALL_FRONTEND") / c("CPU_CYCLES") * 100);
    check("integer_dp_percentage", c("DP_SPEC") / c("INST_SPEC") * 100);
    check("ipc", c("INST_RETIRED") / c("CPU_CYCLES"));
    check("itlb_mpki", c("ITLB_WALK") / c("INST_RETIRED") * 1000);
    check("itlb_walk_ratio", c("ITLB_WALK") / c("L1I_TLB"));
    check("l1d_cache_miss_ratio", c("L1D_CACHE_REFILL") / c("L1D_CACHE"));
    check("l1d_cache_mpki", c("L1D_CACHE_REFILL") / c("INST_RETIRED") * 1000);
    check("l1d_tlb_miss_ratio", c("L1D_TLB_REFILL") / c("L1D_TLB"));
    check("l1d_tlb_mpki", c("L1D_TLB_REFILL") / c("INST_RETIRED") * 1000);
    check("l1i_cache_miss_ratio", c("L1I_CACHE_REFILL") / c("L1I_CACHE"));
    check("l1i_cache_mpki", c("L1I_CACHE_REFILL") / c("INST_RETIRED") * 1000);
    check("l1i_tlb_miss_ratio", c("L1I_TLB_REFILL") / c("L1I_TLB"));
    check("l1i_tlb_mpki", c("L1I_TLB_REFILL") / c("INST_RETIRED") * 1000);
    check("l2_cache_miss_ratio", c("L2D_CACHE_REFILL") / c("L2D_CACHE"));
    check("l2_cache_mpki", c("L2D_CACHE_REFILL") / c("INST_RETIRED") * 1000);
    check("l2_tlb_miss_ratio", c("L2D_TLB_REFILL") / c("L2D_TLB"));
    check("l2_tlb_mpki", c("L2D_TLB_REFILL") / c("INST_RETIRED") * 1000);
    check("ll_cache_read_hit_ratio", (c("LL_CACHE_RD") - c("LL_CACHE_MISS_RD")) / c("LL_CACHE_RD"));
    check("ll_cache_read_miss_ratio", c("LL_CACHE_MISS_RD") / c("LL_CACHE_RD"));
    check("ll_cache_read_mpki", c("LL_CACHE_MISS_RD") / c("INST_RETIRED") * 1000);
    check("load_percentage", c("LD_SPEC") / c("INST_SPEC") * 100);
    check("retiring", (1 - c("STALL_SLOT") / (c("CPU_CYCLES") * 8)) * (c("OP_RETIRED") / c("OP_SPEC")) * 100);
    check("scalar_fp_percentage", c("VFP_SPEC") / c("INST_SPEC") * 100);
    check("simd_percentage", c("ASE_SPEC") / c("INST_SPEC") * 100);
    check("store_percentage", c("ST_SPEC") / c("INST_SPEC") * 100);
    check("sve_all_percentage", c("SVE_INST_SPEC") / c("INST_SPEC") * 100);
}

static void test_formulas(void)
{
    for (unsigned set = 0; set < 20; set++) {
        for (unsigned i = 0; i < SPE_METRIC_EVENTS; i++) {
            counts[i].code = (uint16_t)spe_metric_event_code(i);
            counts[i].count = set == 0 ? 1000 + 7 * i : 1 + (random_u64() >> 24);
        }
        check_all();
    }
    is(bad, 0, "every metric has the value of its formula");
    is(checked, 20 * SPE_METRICS, "36 metrics, 20 sets of counts");
    /* by hand: 3 million instructions in 2 million cycles, 20,000 of 400,000 branches mispredicted */
    static const struct spe_event_count few[] = {
        {2000000, 0x11, {0}}, {3000000, 0x08, {0}}, {20000, 0x22, {0}}, {400000, 0x21, {0}}};
    double value = 0;
    spe_metric_value((unsigned)spe_metric_find("ipc"), few, 4, &value, NULL);
    ok(is_near(value, 1.5), "ipc 1.5");
    spe_metric_value((unsigned)spe_metric_find("branch_misprediction_ratio"), few, 4, &value, NULL);
    ok(is_near(value, 0.05), "branch_misprediction_ratio 0.05");
    spe_metric_value((unsigned)spe_metric_find("branch_mpki"), few, 4, &value, NULL);
    ok(is_near(value, 20.0 / 3), "branch_mpki 6.67");
}

static void test_failures(void)
{
    const struct spe_event_count cycles = {0, 0x11, {0}}, both[] = {{5, 0x08, {0}}, {0, 0x11, {0}}};
    const unsigned ipc = (unsigned)spe_metric_find("ipc");
    unsigned missing = 0;
    double value = 42;
    is(spe_metric_value(ipc, &cycles, 1, &value, &missing), SPE_E_ABSENT, "an event is missing");
    is(missing, 0x08, "INST_RETIRED");
    is(spe_metric_value(ipc, NULL, 0, &value, NULL), SPE_E_ABSENT, "all are");
    is(spe_metric_value(ipc, both, 2, &value, NULL), SPE_E_UNDEFINED, "no cycles");
    is(spe_metric_value(SPE_METRICS, both, 2, &value, NULL), SPE_E_ARG, "no such metric");
    is(spe_metric_value(ipc, both, 2, NULL, NULL), SPE_E_ARG, "no value");
    is(spe_metric_value(ipc, NULL, 2, &value, NULL), SPE_E_ARG, "no counts");
    ok(value == 42, "the value is untouched");
}

static void test_sampling(void)
{
    struct spe_sampling s = {.sample_pop = 1000000,
                             .sample_feed = 1000,
                             .sample_filtrate = 800,
                             .sample_collision = 50,
                             .inst_retired = 900000};
    is(spe_sampling_health(&s), SPE_OK, "sampling");
    ok(s.valid == 0xf && is_near(s.collision_rate, 50.0 / 1050) && is_near(s.filter_rate, 0.2) &&
           is_near(s.weight, 1000) && is_near(s.uops, 1.0 / 0.9),
       "rates, weight, micro-operations");
    s = (struct spe_sampling){.sample_pop = 7, .sample_filtrate = 5, .sample_collision = 5};
    spe_sampling_health(&s);
    ok(s.valid == SPE_SAMPLING_COLLISIONS && is_near(s.collision_rate, 1) && s.weight == 0 && s.uops == 0,
       "what cannot be known");
    s = (struct spe_sampling){.sample_feed = UINT64_MAX, .sample_collision = 2};
    spe_sampling_health(&s);
    ok(s.valid & SPE_SAMPLING_COLLISIONS && s.collision_rate <= 1, "counts whose sum is too large");
    s = (struct spe_sampling){.sample_feed = UINT64_MAX, .sample_collision = 2};
    spe_sampling_health(&s);
    ok(s.collision_rate > 0 && s.collision_rate < 1e-18, "... is taken for the largest");
    s = (struct spe_sampling){.sample_feed = 5, .sample_filtrate = 7, .valid = 0xff};
    spe_sampling_health(&s);
    ok(s.valid == (SPE_SAMPLING_COLLISIONS | SPE_SAMPLING_FILTERED | SPE_SAMPLING_WEIGHT) && s.filter_rate == 0,
       "more filtrate than feed: nothing was rejected; what was valid before is not");
    is(spe_sampling_health(NULL), SPE_E_ARG, "NULL");
}

static void test_activity(void)
{
    struct spe_activity a = {.cpu_cycles = 2600000,
                             .cnt_cycles = 100000,
                             .inst_retired = 3900000,
                             .stall_backend_mem = 650000,
                             .cntfrq = 100000000};
    is(spe_activity_read(&a), SPE_OK, "activity monitors");
    ok(is_near(a.clock, 2.6e9) && is_near(a.ipc, 1.5) && is_near(a.memory_stalls, 0.25),
       "2.6 GHz, ipc 1.5, stalled a quarter");
    ok(is_near(spe_activity_ns(&a, 260), 100), "260 cycles are 100 ns");
    a = (struct spe_activity){.cpu_cycles = 1, .cnt_cycles = 1, .cntfrq = UINT64_C(10000000000)};
    spe_activity_read(&a);
    ok(is_near(a.clock, 1e10), "a frequency of more than 32 bits");
    a = (struct spe_activity){.cntfrq = 1};
    spe_activity_read(&a);
    ok(a.clock == 0 && a.ipc == 0 && spe_activity_ns(&a, 5) == 0 && spe_activity_ns(NULL, 5) == 0, "nothing counted");
    is(spe_activity_read(NULL), SPE_E_ARG, "NULL");
}

int main(void)
{
    test_formulas();
    test_failures();
    test_sampling();
    test_activity();
    return tap_done();
}
