/* SPDX-License-Identifier: MIT */
/* Many records at once, and columns: they are filtered like single records, and counted as a second time here. */
#include <libspe/spe.h>
#include <stddef.h>
#include <string.h>

#include "../../fuzz/record_generator.h"
#include "random.h"
#include "reference.h"
#include "tap.h"

#define MOST 700

static struct spe_record records[MOST];
static struct counted {
    struct spe_stats stats;
    struct spe_latencies latencies;
} got, want;

/* Any record, mostly with few events and small numbers. */
static struct spe_record make_record(void)
{
    struct spe_gen_source from = {NULL, 0, random_u64() | 1};
    struct spe_record r = spe_gen_any_record(&from);
    if (random_below(4)) {
        r.present |= SPE_HAS_EVENTS | SPE_HAS_OPERATION | SPE_HAS_TOTAL_LATENCY;
        r.events &= random_u64() & random_u64();
        r.total_latency >>= random_below(16);
        r.data_source %= 24;
    }
    if (!random_below(64))
        r.op_class = (uint8_t)random_u64();
    return r;
}

static void make_records(size_t n)
{
    for (size_t i = 0; i < n; i++)
        records[i] = make_record();
}

/* -- what counting means -- */

#define NO_CLASS 0x100

static void count_latency(struct spe_histogram *h, unsigned value, int is_present)
{
    if (!is_present)
        return;
    h->count++;
    h->sum += value;
    h->most = value > h->most ? value : h->most;
    h->buckets[spe_histogram_bucket(value)]++;
}

static void count_ratio(struct spe_stats *s, unsigned ratio, uint64_t events, unsigned of, unsigned in)
{
    s->ratios[2 * ratio] += events >> of & 1;
    s->ratios[2 * ratio + 1] += events >> of & events >> in & 1;
}

static void count_record(struct counted *to, const struct spe_record *r)
{
    struct spe_stats *s = &to->stats;
    const uint64_t events = r->present & SPE_HAS_EVENTS ? r->events : 0;
    const unsigned op_class = r->present & SPE_HAS_OPERATION ? r->op_class : NO_CLASS;
    s->records++;
    s->bytes += r->size;
    for (unsigned bit = 0; bit < 64; bit++)
        s->events[bit] += events >> bit & 1;
    for (unsigned bit = 0; bit < 32; bit++)
        s->flags[bit] += r->flags >> bit & 1;
    s->operations[r->op_class & 3][r->op_payload] += op_class != NO_CLASS;
    s->pc_states[r->pc >> 60] += r->present & SPE_HAS_PC;
    count_ratio(s, SPE_RATIO_L1D_MISS, events, 2, 3);
    count_ratio(s, SPE_RATIO_TLB_WALK, events, 4, 5);
    if (op_class == 2)
        count_ratio(s, SPE_RATIO_MISPREDICTED, events, 1, 7);
    if (op_class == 1 && !(r->op_payload & 1) && reference_op_find(1, r->op_payload)) {
        count_ratio(s, SPE_RATIO_L2_READ_MISS, events, 19, 20);
        count_ratio(s, SPE_RATIO_LL_READ_MISS, events, 8, 9);
    }
    count_latency(&to->latencies.total, r->total_latency, (r->present & SPE_HAS_TOTAL_LATENCY) != 0);
    count_latency(&to->latencies.issue, r->issue_latency, (r->present & SPE_HAS_ISSUE_LATENCY) != 0);
    count_latency(&to->latencies.translation, r->translation_latency, (r->present & SPE_HAS_TRANSLATION_LATENCY) != 0);
}

static void add(struct counted *to, const struct spe_record *from, size_t n)
{
    spe_stats_add(&to->stats, from, n);
    spe_latencies_add(&to->latencies, from, n);
}

static int add_columns(struct counted *to, const struct spe_columns *c, size_t n, const uint8_t *keep)
{
    return spe_stats_add_columns(&to->stats, c, n, keep) == SPE_OK &&
           spe_latencies_add_columns(&to->latencies, c, n, keep) == SPE_OK;
}

static void test_counting(void)
{
    for (unsigned round = 0; round < 30; round++) {
        const size_t n = round < 10 ? round : random_below(MOST + 1);
        make_records(n);
        add(&got, records, n);
        for (size_t i = 0; i < n; i++)
            count_record(&want, &records[i]);
    }
    ok(!memcmp(&got, &want, sizeof got), "many records at once");
}

/* -- columns -- */

static struct {
    uint64_t record_size[MOST], pc[MOST], events[MOST];
    uint32_t present[MOST], flags[MOST];
    uint16_t total_latency[MOST], issue_latency[MOST], translation_latency[MOST], data_source[MOST];
    uint8_t op_class[MOST], op_payload[MOST];
} arrays;

static struct spe_columns make_columns(size_t n)
{
    struct spe_columns c = SPE_COLUMNS_INIT;
#define COLUMN(column, member)                                                                                         \
    c.column = arrays.column;                                                                                          \
    for (size_t i = 0; i < n; i++)                                                                                     \
    arrays.column[i] = records[i].member
    COLUMN(record_size, size);
    COLUMN(pc, pc);
    COLUMN(events, events);
    COLUMN(present, present);
    COLUMN(flags, flags);
    COLUMN(total_latency, total_latency);
    COLUMN(issue_latency, issue_latency);
    COLUMN(translation_latency, translation_latency);
    COLUMN(data_source, data_source);
    COLUMN(op_class, op_class);
    COLUMN(op_payload, op_payload);
#undef COLUMN
    return c;
}

/* -- filters: filters of one part each show which part rejects a record first -- */

#define PARTS 5

struct parts {
    spe_filter whole, of[PARTS];
};

static int make_filter(struct parts *out)
{
    static const uint64_t enable[PARTS] = {SPE_FILTER_FE, SPE_FILTER_FNE, SPE_FILTER_FT, SPE_FILTER_FL, SPE_FILTER_FDS};
    struct spe_filter_registers r = SPE_FILTER_REGISTERS_INIT;
    r.pmsfcr = random_u64() & spe_filter_controls(NULL);
    r.pmsevfr = random_below(2) ? UINT64_C(1) << random_below(24) : random_u64() & random_u64() & random_u64();
    r.pmsnevfr = UINT64_C(1) << random_below(24);
    r.pmslatfr = random_u64() >> (48 + random_below(16));
    r.pmsdsfr = random_u64();
    if (spe_filter_compile(&r, NULL, &out->whole, NULL) != SPE_OK)
        return 0;
    const uint64_t fcr = r.pmsfcr;
    for (unsigned part = 0; part < PARTS; part++) {
        r.pmsfcr = fcr & (enable[part] | ~UINT64_C(0x1f));
        spe_filter_compile(&r, NULL, &out->of[part], NULL);
    }
    return 1;
}

/* SPE_FILTER_KEPT or SPE_FILTER_BY_* */
static unsigned why_not(const struct parts *filter, const struct spe_record *r)
{
    unsigned part = 0;
    while (part < PARTS && spe_filter_keeps(&filter->of[part], r))
        part++;
    return part < PARTS ? part + 1 : SPE_FILTER_KEPT;
}

static struct spe_record kept[MOST];

static int filter_once(const struct parts *filter, size_t n)
{
    static uint8_t keep[MOST / 8 + 2];
    struct spe_filter_counts counts = {{1}}, counts_of_columns = {{1}}, wanted = {{1}}; /* the call adds to them */
    const struct spe_columns c = make_columns(n);
    size_t n_kept = 0;
    int bad = 0;
    memset(keep, 0xa5, sizeof keep);
    bad += spe_filter_columns(&filter->whole, &c, n, keep, &counts_of_columns) !=
           spe_filter_columns(&filter->whole, &c, n, keep, NULL);
    bad += keep[(n + 7) / 8] != 0xa5 || (n % 8 && keep[n / 8] >> n % 8);
    for (size_t i = 0; i < n; i++) {
        const unsigned why = why_not(filter, &records[i]);
        wanted.count[why]++;
        bad += (why == SPE_FILTER_KEPT) != spe_filter_keeps(&filter->whole, &records[i]);
        bad += (why == SPE_FILTER_KEPT) != (keep[i / 8] >> i % 8 & 1);
        if (why == SPE_FILTER_KEPT)
            kept[n_kept++] = records[i];
    }
    memset(&got, 0, sizeof got);
    memset(&want, 0, sizeof want);
    bad += !add_columns(&got, &c, n, keep);
    add(&want, kept, n_kept);
    bad += memcmp(&got, &want, sizeof got) != 0;
    bad += spe_filter_batch(&filter->whole, records, n, &counts) != n_kept;
    bad += memcmp(records, kept, n_kept * sizeof *kept) != 0;
    bad += memcmp(&counts, &wanted, sizeof counts) != 0 || memcmp(&counts_of_columns, &wanted, sizeof counts) != 0;
    return bad;
}

static void test_filters(void)
{
    static struct parts filter;
    int bad = 0, compiled = 0;
    while (compiled < 300) {
        const size_t n = compiled < 70 ? (size_t)compiled : random_below(MOST + 1);
        if (!make_filter(&filter))
            continue;
        make_records(n);
        bad += filter_once(&filter, n);
        compiled++;
    }
    is(bad, 0, "many at once, and rows, are filtered like single records; kept ones are counted");
    memset(&filter, 0, sizeof filter);
    make_records(100);
    ok(spe_filter_batch(&filter.whole, records, 100, NULL) == 0, "a filter that is zero keeps nothing");
}

/* A missing column: no record has it. */
static void test_missing_columns(void)
{
    static const struct {
        size_t at; /* of struct spe_columns */
        uint32_t has;
    } columns[] = {
        {offsetof(struct spe_columns, pc), SPE_HAS_PC},
        {offsetof(struct spe_columns, events), SPE_HAS_EVENTS},
        {offsetof(struct spe_columns, op_class), SPE_HAS_OPERATION},
        {offsetof(struct spe_columns, op_payload), SPE_HAS_OPERATION},
        {offsetof(struct spe_columns, data_source), SPE_HAS_DATA_SOURCE},
        {offsetof(struct spe_columns, total_latency), SPE_HAS_TOTAL_LATENCY},
        {offsetof(struct spe_columns, issue_latency), SPE_HAS_ISSUE_LATENCY},
        {offsetof(struct spe_columns, translation_latency), SPE_HAS_TRANSLATION_LATENCY},
        {offsetof(struct spe_columns, flags), 0},
        {offsetof(struct spe_columns, record_size), 0},
    };
    int bad = 0;
    make_records(MOST);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        struct spe_columns c = make_columns(MOST);
        memset(&got, 0, sizeof got);
        memset(&want, 0, sizeof want);
        memset((uint8_t *)&c + columns[i].at, 0, sizeof c.pc);
        bad += !add_columns(&got, &c, MOST, NULL);
        for (size_t j = 0; j < MOST; j++) {
            struct spe_record r = records[j];
            r.present &= ~columns[i].has;
            r.flags = c.flags ? r.flags : 0;
            r.size = c.record_size ? r.size : 0;
            count_record(&want, &r);
        }
        bad += memcmp(&got, &want, sizeof got) != 0;
    }
    is(bad, 0, "a missing column has nothing to count");
    const struct spe_columns c = {.size = sizeof c, .present = arrays.present};
    memset(&got, 0, sizeof got);
    memset(&want, 0, sizeof want);
    want.stats.records = MOST;
    ok(add_columns(&got, &c, MOST, NULL) && !memcmp(&got, &want, sizeof got), "... nor have rows without columns");
}

/* The columns that a filter needs. */
static void test_filter_columns(void)
{
    static const struct {
        const char *filter;
        size_t needs[2]; /* offsets in struct spe_columns; 0 if there is no other */
    } cases[] = {
        {"event_filter=2", {offsetof(struct spe_columns, events), 0}},
        {"inv_event_filter=2", {offsetof(struct spe_columns, events), 0}},
        {"load_filter=1", {offsetof(struct spe_columns, op_class), offsetof(struct spe_columns, op_payload)}},
        {"min_latency=10", {offsetof(struct spe_columns, total_latency), 0}},
        {"inv_data_src_filter=2",
         {offsetof(struct spe_columns, data_source), offsetof(struct spe_columns, op_payload)}},
    };
    struct spe_filter_registers registers;
    spe_filter filter;
    uint8_t keep[2] = {7, 7};
    int bad = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        spe_filter_parse(cases[i].filter, strlen(cases[i].filter), &registers, NULL);
        spe_filter_compile(&registers, NULL, &filter, NULL);
        for (unsigned j = 0; j < 2 && cases[i].needs[j]; j++) {
            struct spe_columns c = make_columns(9);
            memset((uint8_t *)&c + cases[i].needs[j], 0, sizeof c.pc);
            bad += spe_filter_columns(&filter, &c, 9, keep, NULL) != SPE_E_ARG || keep[0] != 7;
        }
    }
    is(bad, 0, "a filter without its column is rejected");
    struct spe_columns c = make_columns(9);
    c.events = NULL, c.flags = NULL, c.pc = NULL; /* inv_data_src_filter reads none of them */
    ok(spe_filter_columns(&filter, &c, 9, keep, NULL) >= 0 && keep[1] < 2, "... other columns may be missing");
    c.present = NULL;
    ok(spe_filter_columns(&filter, &c, 9, keep, NULL) == SPE_E_ARG &&
           spe_stats_add_columns(&got.stats, &c, 9, NULL) == SPE_E_ARG &&
           spe_latencies_add_columns(&got.latencies, &c, 9, NULL) == SPE_E_ARG,
       "`present` must not be NULL");
    c = make_columns(9);
    ok(spe_filter_columns(NULL, &c, 9, keep, NULL) == SPE_E_ARG &&
           spe_filter_columns(&filter, NULL, 9, keep, NULL) == SPE_E_ARG &&
           spe_filter_columns(&filter, &c, 9, NULL, NULL) == SPE_E_ARG &&
           spe_filter_columns(&filter, &c, 0, NULL, NULL) == 0,
       "NULL is rejected, except for an empty set");
    ok(spe_stats_add_columns(NULL, &c, 9, NULL) == SPE_E_ARG &&
           spe_stats_add_columns(&got.stats, NULL, 9, NULL) == SPE_E_ARG &&
           spe_latencies_add_columns(NULL, &c, 9, NULL) == SPE_E_ARG &&
           spe_latencies_add_columns(&got.latencies, NULL, 9, NULL) == SPE_E_ARG,
       "... and nothing is counted");
    c.size = 8;
    ok(spe_filter_columns(&filter, &c, 9, keep, NULL) == SPE_E_CONFIG &&
           spe_stats_add_columns(&got.stats, &c, 9, NULL) == SPE_E_CONFIG &&
           spe_latencies_add_columns(&got.latencies, &c, 9, NULL) == SPE_E_CONFIG,
       "columns of another size are rejected");
}

int main(void)
{
    test_counting();
    test_filters();
    test_missing_columns();
    test_filter_columns();
    return tap_done();
}
