/* SPDX-License-Identifier: MIT */
/* Reads what stats.c counted: quantiles, classes, perf's groups, estimates. Rows give the parts of each. */
#include <libspe/op.h>
#include <libspe-lab/stats.h>
#include <string.h>

/* -- histograms -- */

double spe_histogram_quantile(const struct spe_histogram *h, double q)
{
    if (!h || !h->count)
        return 0;
    /* A share of a count can be slightly above the whole number that it should be. */
    const double wanted = (q > 0 ? q < 1 ? q * (1 - 1e-12) : 1 : 0) * (double)h->count;
    uint64_t below = 0;
    unsigned bucket = 0;
    while (bucket < SPE_HISTOGRAM_BUCKETS - 1 &&
           (!(below + h->buckets[bucket]) || (double)(below + h->buckets[bucket]) < wanted))
        below += h->buckets[bucket++];
    const double middle = ((double)spe_histogram_low(bucket) + spe_histogram_high(bucket)) / 2;
    return middle < (double)h->most ? middle : (double)h->most;
}

double spe_histogram_mean(const struct spe_histogram *h)
{
    return h && h->count ? (double)h->sum / (double)h->count : 0;
}

/* -- the meaning of the counts of operations and PCs -- */

static void read_operation(struct spe_summary *out, const struct spe_op *op, uint64_t n)
{
    const int is_other = op->subclass == SPE_OP_OTHER;
    out->classes[op->op_class] += n;
    out->loads += spe_op_is_load(op) ? n : 0;
    out->stores += spe_op_is_store(op) ? n : 0;
    out->simd += is_other && op->ase ? n : 0;
    out->fp += is_other && op->fp && !op->ase ? n : 0;
    out->sve += op->subclass == SPE_OP_SVE || op->subclass == SPE_OP_SVE_SME ? n : 0;
}

static void read_operations(struct spe_summary *out, const struct spe_stats *s)
{
    struct spe_op op;
    for (unsigned i = 0; i < 4 * 256; i++)
        if (s->operations[i >> 8][i & 255] && spe_op_decode(i >> 8, i & 255, &op) == SPE_OK)
            read_operation(out, &op, s->operations[i >> 8][i & 255]);
}

uint64_t spe_stats_subclass(const struct spe_stats *stats, unsigned subclass)
{
    struct spe_op op;
    uint64_t n = 0;
    for (unsigned i = 0; stats && i < 4 * 256; i++)
        if (stats->operations[i >> 8][i & 255] && spe_op_decode(i >> 8, i & 255, &op) == SPE_OK &&
            op.subclass == subclass)
            n += stats->operations[i >> 8][i & 255];
    return n;
}

static void read_pc_states(struct spe_summary *out, const struct spe_stats *s)
{
    for (unsigned i = 0; i < 16; i++) {
        const uint64_t pc = (uint64_t)i << 60;
        out->els[spe_address_el(pc)] += s->pc_states[i];
        out->states[spe_address_state(pc, 1) & 3] += s->pc_states[i];
    }
}

/* clang-format off */ /* tables are for reading */

#define ALL 255
#define CLASS(op_class) (64 + (op_class))

/* perf's groups: the event, and the class or all */
static const struct {
    const char *name;
    unsigned of;
} groups[] = {
    [SPE_GROUP_L1D_MISS]      = {"l1d-miss",      SPE_EVENT_L1D_REFILL},
    [SPE_GROUP_L1D_ACCESS]    = {"l1d-access",    SPE_EVENT_L1D_ACCESS},
    [SPE_GROUP_LLC_MISS]      = {"llc-miss",      SPE_EVENT_LL_MISS},
    [SPE_GROUP_LLC_ACCESS]    = {"llc-access",    SPE_EVENT_LL_ACCESS},
    [SPE_GROUP_TLB_MISS]      = {"tlb-miss",      SPE_EVENT_TLB_WALK},
    [SPE_GROUP_TLB_ACCESS]    = {"tlb-access",    SPE_EVENT_TLB_ACCESS},
    [SPE_GROUP_BRANCH]        = {"branch",        CLASS(SPE_CLASS_BRANCH)},
    [SPE_GROUP_REMOTE_ACCESS] = {"remote-access", SPE_EVENT_REMOTE_ACCESS},
    [SPE_GROUP_MEMORY]        = {"memory",        CLASS(SPE_CLASS_LOAD_STORE)},
    [SPE_GROUP_INSTRUCTIONS]  = {"instructions",  ALL},
};

/* clang-format on */

#define N_GROUPS (sizeof groups / sizeof groups[0])

_Static_assert(N_GROUPS * sizeof(uint64_t) <= sizeof((struct spe_summary *)0)->groups,
               "spe_summary.groups is full: make it longer, with a new soname");

static uint64_t count_group(const struct spe_stats *s, const struct spe_summary *summary, unsigned of)
{
    return of == ALL ? s->records : of < 64 ? s->events[of] : summary->classes[of - CLASS(0)];
}

unsigned spe_group_count(void)
{
    return N_GROUPS;
}

const char *spe_group_name(unsigned group)
{
    return group < N_GROUPS ? groups[group].name : NULL;
}

int spe_stats_summarise(const struct spe_stats *stats, struct spe_summary *out)
{
    if (!stats || !out)
        return SPE_E_ARG;
    memset(out, 0, sizeof *out);
    out->records = stats->records;
    memcpy(out->ratios, stats->ratios, sizeof out->ratios);
    read_operations(out, stats);
    read_pc_states(out, stats);
    out->no_operation = stats->records - out->classes[0] - out->classes[1] - out->classes[2] - out->classes[3];
    for (unsigned i = 0; i < N_GROUPS; i++)
        out->groups[i] = count_group(stats, out, groups[i].of);
    return SPE_OK;
}

/* -- estimates -- */

/* clang-format off */

#define NO_RATIO 255
#define SHARE(member) NO_RATIO, offsetof(struct spe_summary, member)

enum { INVERSE = 1, NEEDS_FPF, NEEDS_SVE };

/* One of the counted ratios, or its complement; or the share of all records that a count of the summary has, in
 * percent, if at least one sample shows that the core reports it. */
static const struct {
    const char *name, *unit;
    uint8_t ratio;
    size_t member; /* offset in bytes, if ratio is NO_RATIO */
    uint8_t how;
} estimates[] = {
    {"branch_misprediction_ratio", "per branch",            SPE_RATIO_MISPREDICTED, 0, 0},
    {"l1d_cache_miss_ratio",       "per cache access",      SPE_RATIO_L1D_MISS,     0, 0},
    {"dtlb_walk_ratio",            "per TLB access",        SPE_RATIO_TLB_WALK,     0, 0},
    {"l2_cache_miss_ratio",        "per cache access",      SPE_RATIO_L2_READ_MISS, 0, 0},
    {"ll_cache_read_miss_ratio",   "per cache access",      SPE_RATIO_LL_READ_MISS, 0, 0},
    {"ll_cache_read_hit_ratio",    "per cache access",      SPE_RATIO_LL_READ_MISS, 0, INVERSE},
    {"load_percentage",            "percent of operations", SHARE(loads), 0},
    {"store_percentage",           "percent of operations", SHARE(stores), 0},
    {"branch_percentage",          "percent of operations", SHARE(classes[SPE_CLASS_BRANCH]), 0},
    {"simd_percentage",            "percent of operations", SHARE(simd), NEEDS_FPF},
    {"scalar_fp_percentage",       "percent of operations", SHARE(fp), NEEDS_FPF},
    {"sve_all_percentage",         "percent of operations", SHARE(sve), NEEDS_SVE},
};

/* clang-format on */

#define N_ESTIMATES (sizeof estimates / sizeof estimates[0])

/* Newton's method, for numbers about 1 and smaller: the first step is above the root, the later steps decrease towards
 * it. */
static double square_root(double x)
{
    double root = 1;
    for (int i = 0; i < 64; i++)
        root = (root + x / root) / 2;
    return root;
}

/* Stores the number of samples that an estimate is based on in *n, and how many of these count in *k. */
static void count_estimate(const struct spe_summary *s, unsigned number, uint64_t *n, uint64_t *k)
{
    const unsigned ratio = estimates[number].ratio;
    if (ratio == NO_RATIO) {
        const unsigned how = estimates[number].how;
        *n = (how == NEEDS_FPF && !(s->simd | s->fp)) || (how == NEEDS_SVE && !s->sve) ? 0 : s->records;
        memcpy(k, (const char *)s + estimates[number].member, sizeof *k);
        return;
    }
    *n = s->ratios[2 * ratio];
    *k = estimates[number].how == INVERSE ? *n - s->ratios[2 * ratio + 1] : s->ratios[2 * ratio + 1];
}

int spe_summary_estimate(const struct spe_summary *summary, unsigned number, struct spe_estimate *out)
{
    if (!summary || !out || number >= N_ESTIMATES)
        return SPE_E_ARG;
    const double z = 1.959964; /* 95 % of a normal distribution is within z */
    const double scale = estimates[number].ratio == NO_RATIO ? 100 : 1;
    struct spe_estimate e = {0, 0, scale, 0, 0};
    count_estimate(summary, number, &e.n, &e.k);
    if (e.n) {
        const double n = (double)e.n, p = (double)e.k / n, z2n = z * z / n;
        const double middle = (p + z2n / 2) / (1 + z2n);
        const double half = z * square_root(p * (1 - p) / n + z2n / (4 * n)) / (1 + z2n);
        e.value = scale * p;
        const double low = scale * (middle - half), high = scale * (middle + half);
        e.low = low > e.value ? e.value : low > 0 ? low : 0; /* rounding never moves an end past the value */
        e.high = high < e.value ? e.value : high < scale ? high : scale;
    }
    *out = e;
    return SPE_OK;
}

unsigned spe_estimate_count(void)
{
    return N_ESTIMATES;
}

const char *spe_estimate_name(unsigned number)
{
    return number < N_ESTIMATES ? estimates[number].name : NULL;
}

const char *spe_estimate_unit(unsigned number)
{
    return number < N_ESTIMATES ? estimates[number].unit : NULL;
}
