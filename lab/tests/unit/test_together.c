/* SPDX-License-Identifier: MIT */
/* Many records at once, and columns: they are counted as a second time here. */
#include <libspe-lab/lab.h>
#include <stddef.h>
#include <string.h>

#include "any_records.h"
#include "reference.h"
#include "tap.h"

static struct counted {
    struct spe_stats stats;
    struct spe_latencies latencies;
} got, want;

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
    count_ratio(s, SPE_RATIO_LL_MISS, events, 8, 9);
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

static struct spe_record kept[MOST];

/* Rows that a bitmap keeps are counted like the records that are left. */
static void test_kept(void)
{
    static uint8_t keep[MOST / 8 + 1];
    int bad = 0;
    for (unsigned round = 0; round < 100; round++) {
        const size_t n = round < 70 ? round : random_below(MOST + 1);
        size_t n_kept = 0;
        make_records(n);
        const struct spe_columns c = make_columns(n);
        random_bytes(keep, sizeof keep);
        for (size_t i = 0; i < n; i++)
            if (keep[i / 8] >> i % 8 & 1)
                kept[n_kept++] = records[i];
        memset(&got, 0, sizeof got);
        memset(&want, 0, sizeof want);
        bad += !add_columns(&got, &c, n, keep);
        add(&want, kept, n_kept);
        bad += memcmp(&got, &want, sizeof got) != 0;
    }
    is(bad, 0, "rows that are kept are counted, and no others");
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

static void test_misuse(void)
{
    struct spe_columns c = make_columns(9);
    c.present = NULL;
    ok(spe_stats_add_columns(&got.stats, &c, 9, NULL) == SPE_E_ARG &&
           spe_latencies_add_columns(&got.latencies, &c, 9, NULL) == SPE_E_ARG,
       "`present` must not be NULL");
    c = make_columns(9);
    ok(spe_stats_add_columns(NULL, &c, 9, NULL) == SPE_E_ARG &&
           spe_stats_add_columns(&got.stats, NULL, 9, NULL) == SPE_E_ARG &&
           spe_latencies_add_columns(NULL, &c, 9, NULL) == SPE_E_ARG &&
           spe_latencies_add_columns(&got.latencies, NULL, 9, NULL) == SPE_E_ARG,
       "NULL is rejected, and nothing is counted");
    c.size = 8;
    ok(spe_stats_add_columns(&got.stats, &c, 9, NULL) == SPE_E_CONFIG &&
           spe_latencies_add_columns(&got.latencies, &c, 9, NULL) == SPE_E_CONFIG,
       "columns of another size are rejected");
}

int main(void)
{
    test_counting();
    test_kept();
    test_missing_columns();
    test_misuse();
    return tap_done();
}
