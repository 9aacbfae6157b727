/* SPDX-License-Identifier: MIT */
/* Counting records: what each is, in bits; then rows of groups and ratios that say which bits they count. */
#include <libspe/op.h>
#include <libspe/stats.h>

/* -- histograms -- */

#define EXACT 128u /* values below have a bucket each */
#define OCTAVE 64u /* buckets for a power of two */
#define LARGEST 65535u

static unsigned top_bit(unsigned value)
{
    unsigned n = 0;
    while (value >> 1 >> n)
        n++;
    return n;
}

unsigned spe_histogram_bucket(unsigned value)
{
    const unsigned v = value < LARGEST ? value : LARGEST;
    if (v < EXACT)
        return v;
    const unsigned shift = top_bit(v) - 6;
    return EXACT + (shift - 1) * OCTAVE + (v >> shift) - OCTAVE;
}

unsigned spe_histogram_low(unsigned bucket)
{
    const unsigned b = bucket < SPE_HISTOGRAM_BUCKETS ? bucket : SPE_HISTOGRAM_BUCKETS - 1;
    if (b < EXACT)
        return b;
    return (OCTAVE + (b - EXACT) % OCTAVE) << ((b - EXACT) / OCTAVE + 1);
}

unsigned spe_histogram_high(unsigned bucket)
{
    return bucket < SPE_HISTOGRAM_BUCKETS - 1 ? spe_histogram_low(bucket + 1) - 1 : LARGEST;
}

static void histogram_add(struct spe_histogram *h, unsigned value)
{
    h->count++;
    h->sum += value;
    h->most = value > h->most ? value : h->most;
    h->buckets[spe_histogram_bucket(value)]++;
}

static void histogram_merge(struct spe_histogram *into, const struct spe_histogram *from)
{
    into->count += from->count;
    into->sum += from->sum;
    into->most = from->most > into->most ? from->most : into->most;
    for (unsigned i = 0; i < SPE_HISTOGRAM_BUCKETS; i++)
        into->buckets[i] += from->buckets[i];
}

double spe_histogram_quantile(const struct spe_histogram *h, double q)
{
    if (!h || !h->count)
        return 0;
    const double wanted = (q > 0 ? q < 1 ? q : 1 : 0) * (double)h->count;
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

/* -- what a record is -- */

enum {
    IS_LOAD = 1 << 0,
    IS_STORE = 1 << 1,
    IS_BRANCH = 1 << 2,
    IS_SIMD = 1 << 3, /* Advanced SIMD data processing */
    IS_FP = 1 << 4,   /* scalar floating-point data processing */
    IS_SVE = 1 << 5
};

static unsigned kinds_of(const struct spe_record *r, unsigned *subclass)
{
    struct spe_op op;
    *subclass = SPE_OP_RESERVED;
    if (!(r->present & SPE_HAS_OPERATION) || spe_op_decode(r->op_class, r->op_payload, &op) != SPE_OK)
        return 0;
    *subclass = op.subclass;
    const int is_memory = op.op_class == SPE_CLASS_LOAD_STORE, is_other = op.subclass == SPE_OP_OTHER;
    return (is_memory ? op.payload & 1 ? IS_STORE : IS_LOAD : 0u) | (op.op_class == SPE_CLASS_BRANCH ? IS_BRANCH : 0u) |
           (is_other && op.ase ? IS_SIMD : 0u) | (is_other && op.fp && !op.ase ? IS_FP : 0u) |
           (op.subclass == SPE_OP_SVE || op.subclass == SPE_OP_SVE_SME ? IS_SVE : 0u);
}

/* clang-format off */ /* tables are for reading */

#define E(bit) (UINT64_C(1) << (bit))

/* perf's groups: one of these events, or one of these kinds; all records where neither is named */
static const struct {
    const char *name;
    uint64_t events;
    unsigned kinds;
} groups[SPE_STATS_GROUPS] = {
    [SPE_GROUP_L1D_MISS]      = {"l1d-miss",      E(SPE_EVENT_L1D_REFILL), 0},
    [SPE_GROUP_L1D_ACCESS]    = {"l1d-access",    E(SPE_EVENT_L1D_ACCESS), 0},
    [SPE_GROUP_LLC_MISS]      = {"llc-miss",      E(SPE_EVENT_LL_MISS), 0},
    [SPE_GROUP_LLC_ACCESS]    = {"llc-access",    E(SPE_EVENT_LL_ACCESS), 0},
    [SPE_GROUP_TLB_MISS]      = {"tlb-miss",      E(SPE_EVENT_TLB_WALK), 0},
    [SPE_GROUP_TLB_ACCESS]    = {"tlb-access",    E(SPE_EVENT_TLB_ACCESS), 0},
    [SPE_GROUP_BRANCH]        = {"branch",        0, IS_BRANCH},
    [SPE_GROUP_REMOTE_ACCESS] = {"remote-access", E(SPE_EVENT_REMOTE_ACCESS), 0},
    [SPE_GROUP_MEMORY]        = {"memory",        0, IS_LOAD | IS_STORE},
    [SPE_GROUP_INSTRUCTIONS]  = {"instructions",  0, 0},
};

/* Of the samples that are of one of the kinds (all, if none is named) and have the event (if one is named), those that are
 * of the other kind, or have the other event; or have it not. Percentages where scale is 100. */
static const struct {
    const char *name, *unit;
    unsigned of_kinds;
    uint64_t of_events;
    unsigned kinds;
    uint64_t events;
    uint8_t inverse;
    uint8_t scale;
} ratios[SPE_STATS_RATIOS] = {
    {"branch_misprediction_ratio", "per branch",            IS_BRANCH, E(SPE_EVENT_RETIRED),    0, E(SPE_EVENT_MISPREDICTED), 0, 1},
    {"l1d_cache_miss_ratio",       "per cache access",      0,         E(SPE_EVENT_L1D_ACCESS), 0, E(SPE_EVENT_L1D_REFILL),   0, 1},
    {"dtlb_walk_ratio",            "per TLB access",        0,         E(SPE_EVENT_TLB_ACCESS), 0, E(SPE_EVENT_TLB_WALK),     0, 1},
    {"l2_cache_miss_ratio",        "per cache access",      IS_LOAD,   E(SPE_EVENT_L2D_ACCESS), 0, E(SPE_EVENT_L2D_MISS),     0, 1},
    {"ll_cache_read_miss_ratio",   "per cache access",      IS_LOAD,   E(SPE_EVENT_LL_ACCESS),  0, E(SPE_EVENT_LL_MISS),      0, 1},
    {"ll_cache_read_hit_ratio",    "per cache access",      IS_LOAD,   E(SPE_EVENT_LL_ACCESS),  0, E(SPE_EVENT_LL_MISS),      1, 1},
    {"load_percentage",            "percent of operations", 0, 0, IS_LOAD,   0, 0, 100},
    {"store_percentage",           "percent of operations", 0, 0, IS_STORE,  0, 0, 100},
    {"branch_percentage",          "percent of operations", 0, 0, IS_BRANCH, 0, 0, 100},
    {"simd_percentage",            "percent of operations", 0, 0, IS_SIMD,   0, 0, 100},
    {"scalar_fp_percentage",       "percent of operations", 0, 0, IS_FP,     0, 0, 100},
    {"sve_all_percentage",         "percent of operations", 0, 0, IS_SVE,    0, 0, 100},
};

/* clang-format on */

static void add_latencies(struct spe_latencies *l, const struct spe_record *r)
{
    if (r->present & SPE_HAS_TOTAL_LATENCY)
        histogram_add(&l->total, r->total_latency);
    if (r->present & SPE_HAS_ISSUE_LATENCY)
        histogram_add(&l->issue, r->issue_latency);
    if (r->present & SPE_HAS_TRANSLATION_LATENCY)
        histogram_add(&l->translation, r->translation_latency);
}

static void add_rows(struct spe_stats *s, unsigned kinds, uint64_t events)
{
    for (unsigned i = 0; i < SPE_STATS_GROUPS; i++)
        s->groups[i] +=
            !(groups[i].events | groups[i].kinds) || (events & groups[i].events) || (kinds & groups[i].kinds);
    for (unsigned i = 0; i < SPE_STATS_RATIOS; i++) {
        const int is_of = (!ratios[i].of_kinds || (kinds & ratios[i].of_kinds)) &&
                          (!ratios[i].of_events || (events & ratios[i].of_events));
        const int is = (events & ratios[i].events) || (kinds & ratios[i].kinds);
        s->ratios[i][0] += (uint64_t)is_of;
        s->ratios[i][1] += (uint64_t)(is_of && is != ratios[i].inverse);
    }
}

static void add_record(struct spe_stats *s, const struct spe_record *r)
{
    unsigned subclass;
    const unsigned kinds = kinds_of(r, &subclass);
    s->records++;
    s->bytes += r->size;
    s->classes[r->present & SPE_HAS_OPERATION ? r->op_class & 3 : 3]++;
    if (r->present & SPE_HAS_OPERATION)
        s->subclasses[subclass]++;
    s->loads += (kinds & IS_LOAD) != 0;
    s->stores += (kinds & IS_STORE) != 0;
    for (uint32_t flags = r->flags, bit = 0; flags; flags >>= 1, bit++)
        s->flags[bit] += flags & 1;
    const uint64_t events = r->present & SPE_HAS_EVENTS ? r->events : 0;
    for (uint64_t rest = events, bit = 0; rest; rest >>= 1, bit++)
        s->events[bit] += rest & 1;
    if (r->present & SPE_HAS_PC) {
        s->els[spe_address_el(r->pc)]++;
        s->states[spe_address_state(r->pc, 1) & 3]++;
    }
    add_latencies(&s->all, r);
    if (r->present & SPE_HAS_DATA_SOURCE) {
        const unsigned source = r->data_source < SPE_STATS_SOURCES ? r->data_source : SPE_STATS_SOURCES - 1;
        s->sources[source]++;
        add_latencies(&s->by_source[source], r);
    }
    add_rows(s, kinds, events);
}

void spe_stats_add(struct spe_stats *stats, const struct spe_record *records, size_t n)
{
    for (size_t i = 0; stats && records && i < n; i++)
        add_record(stats, &records[i]);
}

static void merge_latencies(struct spe_latencies *into, const struct spe_latencies *from)
{
    histogram_merge(&into->total, &from->total);
    histogram_merge(&into->issue, &from->issue);
    histogram_merge(&into->translation, &from->translation);
}

void spe_stats_merge(struct spe_stats *into, const struct spe_stats *from)
{
    if (!into || !from)
        return;
    /* everything before the histograms is a count */
    uint64_t *to_counts = (uint64_t *)into;
    const uint64_t *counts = (const uint64_t *)from;
    for (size_t i = 0; i < offsetof(struct spe_stats, all) / sizeof *counts; i++)
        to_counts[i] += counts[i];
    merge_latencies(&into->all, &from->all);
    for (unsigned i = 0; i < SPE_STATS_SOURCES; i++)
        merge_latencies(&into->by_source[i], &from->by_source[i]);
}

const char *spe_group_name(unsigned group)
{
    return group < SPE_STATS_GROUPS ? groups[group].name : NULL;
}

/* -- estimates -- */

/* Newton's method, from above: it falls until it has the nearest number. */
static double square_root(double x)
{
    double root = x > 1 ? x : 1;
    for (int i = 0; i < 64; i++)
        root = (root + x / root) / 2;
    return root;
}

int spe_stats_estimate(const struct spe_stats *stats, unsigned number, struct spe_estimate *out)
{
    if (!stats || !out || number >= SPE_STATS_RATIOS)
        return SPE_E_ARG;
    const double z = 1.959964, scale = ratios[number].scale; /* 95 % of a normal distribution is within z */
    const double n = (double)stats->ratios[number][0], k = (double)stats->ratios[number][1];
    const struct spe_estimate none = {0, 0, scale, 0, 0};
    *out = none;
    if (n <= 0)
        return SPE_OK;
    const double p = k / n, z2n = z * z / n;
    const double middle = (p + z2n / 2) / (1 + z2n);
    const double half = z * square_root(p * (1 - p) / n + z2n / (4 * n)) / (1 + z2n);
    out->value = scale * p;
    out->low = middle > half ? scale * (middle - half) : 0;
    out->high = middle + half < 1 ? scale * (middle + half) : scale;
    out->n = stats->ratios[number][0];
    out->k = stats->ratios[number][1];
    return SPE_OK;
}

const char *spe_estimate_name(unsigned number)
{
    return number < SPE_STATS_RATIOS ? ratios[number].name : NULL;
}

const char *spe_estimate_unit(unsigned number)
{
    return number < SPE_STATS_RATIOS ? ratios[number].unit : NULL;
}
