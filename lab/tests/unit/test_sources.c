/* SPDX-License-Identifier: MIT */
/*
 * Statistics by data source, compared with counts of all 65,536 values: any values in any order, with room for all of
 * them or too little; also merged parts, rows of columns, and counts from other programs.
 */
#include <libspe-lab/lab.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "reference.h"
#include "tap.h"

#define VALUES 65536u
#define MOST 1000

/* Storage for the given number of values */
#define COUNTS(values) (((size_t)(values) + 2) * SPE_SOURCE_STATS_ENTRY)
#define HISTOGRAMS(values) (((size_t)(values) + 2) * SPE_SOURCE_STATS_LATENCY_ENTRY)
#define ROOM 40 /* values, in the storage of latencies */

static struct spe_record records[MOST];

/* -- the reference: latencies of a few values, and of all others together -- */

#define NEAR 64u

static struct reference {
    uint64_t records[VALUES + 2];
    struct spe_latencies near[NEAR], far, none;
} want;

static void count(struct reference *to, const struct spe_record *r)
{
    const int value = reference_data_source(r);
    to->records[value < 0 ? SPE_STATS_NO_SOURCE : (unsigned)value]++;
    spe_latencies_add(value < 0 ? &to->none : value < (int)NEAR ? &to->near[value] : &to->far, r, 1);
}

/* -- what was counted -- */

static uint64_t sum(const spe_source_stats *s)
{
    uint64_t n = 0;
    for (unsigned value = 0; value <= SPE_STATS_LEFT_OUT; value++)
        n += spe_source_stats_records(s, value);
    return n;
}

/* Values are in rising order and have records; all other values have none. */
static int check_order(const spe_source_stats *s)
{
    int value, last = -1, bad = 0;
    unsigned n = 0, with_records = 0;
    for (; (value = spe_source_stats_value(s, n)) >= 0; last = value, n++)
        bad += value <= last || !spe_source_stats_records(s, (unsigned)value);
    for (unsigned i = 0; i < VALUES; i++)
        with_records += spe_source_stats_records(s, i) != 0;
    return bad + (with_records != n);
}

static int is_all(const spe_source_stats *s)
{
    static struct spe_latencies far;
    int bad = check_order(s), value;
    memset(&far, 0, sizeof far);
    for (unsigned i = 0; i < VALUES + 2; i++)
        bad += spe_source_stats_records(s, i) != want.records[i];
    if (!spe_source_stats_latencies(s, SPE_STATS_NO_SOURCE))
        return !bad;
    for (unsigned i = 0; (value = spe_source_stats_value(s, i)) >= 0; i++) {
        const struct spe_latencies *l = spe_source_stats_latencies(s, (unsigned)value);
        if ((unsigned)value < NEAR)
            bad += memcmp(l, &want.near[value], sizeof *l) != 0;
        else
            spe_latencies_merge(&far, l);
    }
    bad += memcmp(&far, &want.far, sizeof far) != 0;
    return !bad && !memcmp(spe_source_stats_latencies(s, SPE_STATS_NO_SOURCE), &want.none, sizeof far);
}

/* -- records -- */

static struct spe_record make_record(unsigned source)
{
    return (struct spe_record){.present = (uint32_t)random_u64() | SPE_HAS_DATA_SOURCE,
                               .data_source = (uint16_t)source,
                               .total_latency = (uint16_t)(random_u64() >> (48 + random_below(16))),
                               .issue_latency = (uint16_t)random_below(200),
                               .translation_latency = (uint16_t)random_u64()};
}

/* A few values. */
static unsigned few(void)
{
    static const uint16_t values[] = {0, 1, 8, 14, 32, 33, 0x1ff, 0x400, 0x420, 0x8000, 65535};
    return values[random_below(sizeof values / sizeof values[0])];
}

static void make_records(size_t n)
{
    for (size_t i = 0; i < n; i++) {
        records[i] = make_record(few());
        records[i].op_class = (uint8_t)random_below(4);
        records[i].op_payload = (uint8_t)random_u64();
        if (!random_below(4))
            records[i].present &= ~(uint32_t)SPE_HAS_DATA_SOURCE;
    }
}

/* -- tests -- */

static uint8_t storage[4][HISTOGRAMS(ROOM)];
static spe_source_stats all, parts[3];

static void begin(unsigned flags, size_t values)
{
    const size_t size = flags ? HISTOGRAMS(values) : COUNTS(values);
    memset(&want, 0, sizeof want);
    memset(storage, 0xa5, sizeof storage);
    int bad = spe_source_stats_init(&all, flags, storage[3], size);
    for (unsigned i = 0; i < 3; i++)
        bad |= spe_source_stats_init(&parts[i], flags, storage[i] + i, size - i);
    if (bad)
        is(bad, SPE_OK, "there is room");
}

/* Batches of any size; the parts are merged in any order. */
static void test_few(void)
{
    for (unsigned flags = 0; flags <= SPE_SOURCE_STATS_LATENCIES; flags++) {
        begin(flags, ROOM);
        for (unsigned round = 0; round < 60; round++) {
            const size_t n = round < 20 ? round : random_below(MOST + 1);
            make_records(n);
            for (size_t i = 0; i < n; i++)
                count(&want, &records[i]);
            spe_source_stats_add(&all, records, n);
            spe_source_stats_add(&parts[random_below(3)], records, n);
        }
        ok(is_all(&all), flags ? "records and latencies by data source" : "records by data source");
        ok(spe_source_stats_merge(&parts[2], &parts[0]) == SPE_OK &&
               spe_source_stats_merge(&parts[1], &parts[2]) == SPE_OK && is_all(&parts[1]),
           "parts that are merged");
        ok((spe_source_stats_latencies(&all, 0) != NULL) == (flags != 0), "latencies are there if they were wanted");
    }
}

/* All values, upwards, downwards and mixed. */
static void test_all_values(void)
{
    const size_t size = COUNTS(VALUES);
    uint8_t *memory[2] = {malloc(size), malloc(size)};
    spe_source_stats up, mixed;
    memset(&want, 0, sizeof want);
    spe_source_stats_init(&up, 0, memory[0], size);
    spe_source_stats_init(&mixed, 0, memory[1], size);
    for (unsigned i = 0; i < VALUES; i++) {
        const struct spe_record rising = make_record(i), other = make_record(i * 40503u % VALUES);
        spe_source_stats_add(&up, &rising, 1);
        spe_source_stats_add(&mixed, &other, 1);
        want.records[i] = 1;
    }
    ok(is_all(&up) && is_all(&mixed), "all values");
    ok(spe_source_stats_value(&mixed, VALUES - 1) == 65535 && spe_source_stats_value(&mixed, VALUES) == SPE_E_ARG,
       "... and no others");
    spe_source_stats_merge(&up, &mixed);
    for (unsigned i = 0; i < VALUES; i++)
        want.records[i] = 2;
    ok(is_all(&up), "... twice");
    free(memory[0]);
    free(memory[1]);
}

/* Latencies of values that did not fit are kept, too. */
static void check_left_out(const spe_source_stats *s, const char *name)
{
    static struct spe_latencies got, wanted;
    int value;
    memset(&got, 0, sizeof got);
    memset(&wanted, 0, sizeof wanted);
    for (unsigned i = 0; (value = spe_source_stats_value(s, i)) >= 0; i++)
        spe_latencies_merge(&got, spe_source_stats_latencies(s, (unsigned)value));
    spe_latencies_merge(&got, spe_source_stats_latencies(s, SPE_STATS_LEFT_OUT));
    for (unsigned i = 0; i < NEAR; i++)
        spe_latencies_merge(&wanted, &want.near[i]);
    spe_latencies_merge(&wanted, &want.far);
    ok(!memcmp(&got, &wanted, sizeof got), name);
}

/* With too little room, the values that have a place are right, and all others are counted together. */
static void test_too_small(void)
{
    for (unsigned room = 1; room < 6; room++) {
        uint64_t records_in = 0, left_out = 0;
        int bad = 0;
        begin(SPE_SOURCE_STATS_LATENCIES, room);
        for (unsigned round = 0; round < 20; round++) {
            const size_t n = random_below(MOST);
            make_records(n);
            for (size_t i = 0; i < n; i++)
                count(&want, &records[i]);
            records_in += n;
            spe_source_stats_add(&all, records, n);
            spe_source_stats_add(&parts[round % 2], records, n);
        }
        unsigned places = 0;
        while (spe_source_stats_value(&all, places) >= 0)
            places++;
        for (unsigned i = 0; i < VALUES; i++) {
            bad += spe_source_stats_records(&all, i) && spe_source_stats_records(&all, i) != want.records[i];
            left_out += spe_source_stats_records(&all, i) ? 0 : want.records[i];
        }
        ok(!bad && places >= room && places < 9 && left_out &&
               spe_source_stats_records(&all, SPE_STATS_LEFT_OUT) == left_out && sum(&all) == records_in,
           "values that do not fit are counted together");
        bad = check_order(&all);
        check_left_out(&all, "... with its latencies");
        spe_source_stats_merge(&parts[0], &parts[1]);
        for (unsigned i = 0; i < VALUES; i++)
            bad += spe_source_stats_records(&parts[0], i) > want.records[i];
        ok(!bad && sum(&parts[0]) == records_in &&
               spe_source_stats_records(&parts[0], SPE_STATS_NO_SOURCE) == want.records[SPE_STATS_NO_SOURCE],
           "parts that are merged: never too many, and the sum is right");
        check_left_out(&parts[0], "... with their latencies");
    }
}

static void test_columns(void)
{
    static uint32_t present[MOST];
    static uint16_t total[MOST], issue[MOST], translation[MOST], source[MOST];
    static uint8_t op_class[MOST], payload[MOST];
    static uint8_t keep[MOST / 8 + 1];
    struct spe_columns c = SPE_COLUMNS_INIT;
    for (unsigned flags = 0; flags <= SPE_SOURCE_STATS_LATENCIES; flags++) {
        begin(flags, ROOM);
        c.present = present, c.data_source = source, c.op_class = op_class, c.op_payload = payload;
        c.total_latency = total, c.issue_latency = issue, c.translation_latency = translation;
        make_records(MOST);
        random_bytes(keep, sizeof keep);
        for (size_t i = 0; i < MOST; i++) {
            present[i] = records[i].present, source[i] = records[i].data_source;
            total[i] = records[i].total_latency, issue[i] = records[i].issue_latency;
            translation[i] = records[i].translation_latency;
            op_class[i] = records[i].op_class, payload[i] = records[i].op_payload;
            count(&want, &records[i]);
            if (keep[i / 8] >> i % 8 & 1)
                count(&want, &records[i]);
        }
        ok(spe_source_stats_add_columns(&all, &c, MOST, NULL) == SPE_OK &&
               spe_source_stats_add_columns(&all, &c, MOST, keep) == SPE_OK && is_all(&all),
           "rows of columns, all and some");
        c.data_source = NULL, c.total_latency = NULL, c.issue_latency = NULL, c.translation_latency = NULL;
        spe_source_stats_add_columns(&parts[0], &c, MOST, NULL);
        ok(spe_source_stats_records(&parts[0], SPE_STATS_NO_SOURCE) == MOST && sum(&parts[0]) == MOST,
           "no column of data sources: there are none");
    }
    spe_source_stats zero = {{0}};
    ok(spe_source_stats_add_columns(NULL, &c, 1, NULL) == SPE_E_ARG &&
           spe_source_stats_add_columns(&all, NULL, 1, NULL) == SPE_E_ARG &&
           spe_source_stats_add_columns(&zero, &c, 1, NULL) == SPE_E_STATE,
       "records that cannot be added");
    c.present = NULL;
    ok(spe_source_stats_add_columns(&all, &c, 1, NULL) == SPE_E_ARG, "`present` must not be NULL");
    c.size = 8;
    ok(spe_source_stats_add_columns(&all, &c, 1, NULL) == SPE_E_CONFIG && sum(&all) > 1000, "another size");
}

/* Counts that another program has made, added value by value, give the same. */
static void test_put(void)
{
    int bad = 0;
    begin(SPE_SOURCE_STATS_LATENCIES, ROOM);
    make_records(MOST);
    for (size_t i = 0; i < MOST; i++)
        count(&want, &records[i]);
    spe_source_stats_add(&all, records, MOST);
    for (unsigned value = SPE_STATS_LEFT_OUT + 1; value-- > 0;) {
        bad += spe_source_stats_put(&parts[0], value, spe_source_stats_records(&all, value), NULL) != SPE_OK;
        if (spe_source_stats_records(&all, value))
            bad += spe_source_stats_put(&parts[0], value, 0, spe_source_stats_latencies(&all, value)) != SPE_OK;
    }
    ok(!bad && is_all(&parts[0]), "put value by value");
    ok(spe_source_stats_put(&all, SPE_STATS_LEFT_OUT + 1, 1, NULL) == SPE_E_ARG &&
           spe_source_stats_put(NULL, 1, 1, NULL) == SPE_E_ARG && is_all(&all),
       "a value that does not exist");
    begin(0, ROOM);
    ok(spe_source_stats_put(&all, 7, 0, &want.near[7]) == SPE_OK && spe_source_stats_value(&all, 0) == SPE_E_ARG &&
           spe_source_stats_put(&all, 7, 3, &want.near[7]) == SPE_OK && spe_source_stats_records(&all, 7) == 3 &&
           !spe_source_stats_latencies(&all, 7),
       "latencies if none are counted");
}

/* The storage is used to its end and not beyond; the requested number of values fits. */
static void test_storage(void)
{
    static uint8_t memory[HISTOGRAMS(3) + 16];
    spe_source_stats s;
    int bad = 0;
    for (unsigned values = 1; values < 40; values++)
        for (unsigned at = 0; at < 8; at++) {
            const size_t size = COUNTS(values);
            memset(memory, 0xa5, sizeof memory);
            bad += spe_source_stats_init(&s, 0, memory + at, size) != SPE_OK;
            for (unsigned i = 0; i < 2 * values + 20; i++) {
                const struct spe_record r = make_record(i * 997 % VALUES);
                spe_source_stats_add(&s, &r, 1);
                bad += i < values && spe_source_stats_records(&s, SPE_STATS_LEFT_OUT);
            }
            for (size_t i = 0; i < sizeof memory; i++)
                bad += (i < at || i >= at + size) && memory[i] != 0xa5;
        }
    memset(memory, 0xa5, sizeof memory);
    bad += spe_source_stats_init(&s, SPE_SOURCE_STATS_LATENCIES, memory + 3, HISTOGRAMS(3)) != SPE_OK;
    for (unsigned i = 0; i < 9; i++) {
        const struct spe_record r = make_record(i);
        spe_source_stats_add(&s, &r, 1);
        bad += i < 3 && spe_source_stats_records(&s, SPE_STATS_LEFT_OUT);
    }
    for (size_t i = 0; i < sizeof memory; i++)
        bad += (i < 3 || i >= 3 + HISTOGRAMS(3)) && memory[i] != 0xa5;
    is(bad, 0, "storage of any alignment holds the requested number of values, and nothing around it is written");
    bad = 0;
    for (unsigned at = 0; at < 8; at++) {
        const struct spe_record r = make_record(77);
        size_t least = 0;
        while (spe_source_stats_init(&s, 0, memory + at, least) == SPE_E_SPACE)
            least++;
        bad += least < 3 * sizeof(uint64_t) || least > COUNTS(1); /* with no source, and left out */
        bad += spe_source_stats_value(&s, 0) != SPE_E_ARG;
        spe_source_stats_add(&s, &r, 1);
        bad += spe_source_stats_value(&s, 0) != 77;
    }
    is(bad, 0, "the least storage has room for one value");
}

static void test_refused(void)
{
    spe_source_stats zero = {{0}}, s;
    const struct spe_record r = make_record(3);
    begin(SPE_SOURCE_STATS_LATENCIES, ROOM);
    spe_source_stats_add(&all, &r, 1);
    ok(spe_source_stats_init(NULL, 0, storage, 1000) == SPE_E_ARG &&
           spe_source_stats_init(&s, 0, NULL, 1000) == SPE_E_ARG &&
           spe_source_stats_init(&s, 2, storage, 1000) == SPE_E_CONFIG &&
           spe_source_stats_init(&s, 0, storage, 0) == SPE_E_SPACE,
       "init: invalid arguments");
    spe_source_stats_add(&s, &r, 1);
    spe_source_stats_add(&zero, &r, 1);
    spe_source_stats_add(NULL, &r, 1);
    spe_source_stats_add(&all, NULL, 1);
    ok(!sum(&s) && !sum(&zero) && !sum(NULL) && sum(&all) == 1 && spe_source_stats_records(&all, VALUES + 2) == 0,
       "uninitialised statistics, or NULL, count nothing");
    ok(spe_source_stats_value(NULL, 0) == SPE_E_ARG && spe_source_stats_value(&zero, 0) == SPE_E_ARG &&
           !spe_source_stats_latencies(NULL, 0) && !spe_source_stats_latencies(&zero, 0) &&
           !spe_source_stats_latencies(&all, 4) && !spe_source_stats_latencies(&all, VALUES + 2) &&
           spe_source_stats_latencies(&all, 3),
       "... and has no values");
    ok(spe_source_stats_put(&zero, 1, 1, NULL) == SPE_E_STATE, "... and nothing can be added");
    spe_source_stats_init(&s, 0, storage[0], sizeof storage[0]);
    ok(spe_source_stats_merge(&all, &zero) == SPE_E_STATE && spe_source_stats_merge(&zero, &all) == SPE_E_STATE &&
           spe_source_stats_merge(&all, NULL) == SPE_E_ARG && spe_source_stats_merge(NULL, &all) == SPE_E_ARG &&
           spe_source_stats_merge(&all, &all) == SPE_E_ARG && spe_source_stats_merge(&all, &s) == SPE_E_CONFIG &&
           spe_source_stats_merge(&s, &all) == SPE_E_CONFIG && sum(&all) == 1 && sum(&s) == 0,
       "statistics that cannot be merged");
}

int main(void)
{
    test_few();
    test_all_values();
    test_too_small();
    test_columns();
    test_put();
    test_storage();
    test_refused();
    return tap_done();
}
