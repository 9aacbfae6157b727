/* SPDX-License-Identifier: MIT */
/* Many records at once, and columns, are filtered like single records. */
#include <libspe/spe.h>
#include <stddef.h>
#include <string.h>

#include "any_records.h"
#include "tap.h"

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
    is(bad, 0, "many at once, and rows, are filtered like single records");
    memset(&filter, 0, sizeof filter);
    make_records(100);
    ok(spe_filter_batch(&filter.whole, records, 100, NULL) == 0, "a filter that is zero keeps nothing");
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
    struct spe_filter_registers registers = SPE_FILTER_REGISTERS_INIT;
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
    ok(spe_filter_columns(&filter, &c, 9, keep, NULL) == SPE_E_ARG, "`present` must not be NULL");
    c = make_columns(9);
    ok(spe_filter_columns(NULL, &c, 9, keep, NULL) == SPE_E_ARG &&
           spe_filter_columns(&filter, NULL, 9, keep, NULL) == SPE_E_ARG &&
           spe_filter_columns(&filter, &c, 9, NULL, NULL) == SPE_E_ARG &&
           spe_filter_columns(&filter, &c, 0, NULL, NULL) == 0,
       "NULL is rejected, except for an empty set");
    c.size = 8;
    ok(spe_filter_columns(&filter, &c, 9, keep, NULL) == SPE_E_CONFIG, "columns of another size are rejected");
}

int main(void)
{
    test_filters();
    test_filter_columns();
    return tap_done();
}
