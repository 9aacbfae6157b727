/* SPDX-License-Identifier: MIT */
/* Single conditions of rules, filters and the buffer's geometry, in cases that each condition alone decides. */
#include <libspe-lab/lab.h>
#include <string.h>

#include "tap.h"
#include "rooms.h"

/* A conforming load that retired and reports everything. */
static struct spe_record load(void)
{
    return (struct spe_record){
        .present = SPE_HAS_PC | SPE_HAS_DATA_VA | SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY |
                   SPE_HAS_TRANSLATION_LATENCY | SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_TIMESTAMP,
        .op_class = SPE_CLASS_LOAD_STORE,
        .events = 0x16,
        .events_size = 4,
        .size = 48,
        .pc = 0x1000,
    };
}

static int finds(spe_check *c, const struct spe_record *r, const char *rule)
{
    struct spe_finding found[ROOM_RULES];
    const int n = spe_check_record(c, r, found, ROOM_RULES);
    for (int i = 0; i < n; i++)
        if (found[i].rule == (uint32_t)spe_rule_find(rule))
            return 1;
    return 0;
}

/* Whether a record by itself breaks a rule on a core. */
static int breaks(const struct spe_record *r, unsigned version, uint32_t flags, const char *rule)
{
    const struct spe_features features = {.size = sizeof features, .version = (uint8_t)version, .flags = flags};
    spe_check c;
    spe_check_init(&c, &features);
    return finds(&c, r, rule);
}

/* Which loads and stores certainly access memory (D17.6): only their records must have an address. */
static void test_sure_accesses(void)
{
    static const uint8_t sure[] = {0x00, 0x04, 0x10, 0x14, 0x02, 0x20, 0x25, 0x40}, unsure[] = {0x30, 0x08};
    struct spe_record r = load();
    int bad = 0;
    r.present &= ~(uint32_t)SPE_HAS_DATA_VA;
    for (size_t i = 0; i < sizeof sure; i++) {
        r.op_payload = sure[i];
        bad += !breaks(&r, 0, 0, "data-va-missing");
    }
    is(bad, 0, "data-va-missing: every subclass that certainly accesses memory");
    for (size_t i = 0; i < sizeof unsure; i++) {
        r.op_payload = unsure[i];
        bad += breaks(&r, 0, 0, "data-va-missing");
    }
    is(bad, 0, "... and no other");
    r.op_payload = 0;
    ok(!breaks(&r, 1, SPE_FEATURE_LDS, "data-source-missing"), "data-source-missing: only if there was an access");
}

static void test_operation_known(void)
{
    struct spe_record r = load();
    r.present &= ~(uint32_t)(SPE_HAS_OPERATION | SPE_HAS_TRANSLATION_LATENCY);
    r.events = 0x02;
    ok(!breaks(&r, 0, 0, "translation-latency-missing"),
       "translation-latency-missing: only if the operation type is known");
    ok(!breaks(&r, 0, 0, "access-events-missing"), "access-events-missing: the same");
    r = load();
    r.events |= 0x40;
    ok(breaks(&r, 0, 0, "not-taken-unconditional"), "not-taken-unconditional: also for loads");
    ok(!breaks(&r, 5, SPE_FEATURE_CRR, "call-return-missing"), "call-return-missing: only for branches");
}

static void test_sizes(void)
{
    struct spe_record r = load();
    spe_check c;
    r.op_payload = 0x28; /* SVE */
    r.events_size = 2;
    ok(breaks(&r, SPE_V1P1, SPE_FEATURE_SVE, "events-too-small"), "events-too-small");
    r.present &= ~(uint32_t)SPE_HAS_EVENTS;
    ok(!breaks(&r, SPE_V1P1, SPE_FEATURE_SVE, "events-too-small"), "... only if there is an Events packet");
    spe_check_init(&c, NULL);
    r = load();
    ok(!finds(&c, &r, "events-resized"), "the first size may be any");
    r.events_size = 2;
    r.timestamp++;
    ok(finds(&c, &r, "events-resized"), "another size");
    r.timestamp++;
    ok(!finds(&c, &r, "events-resized"), "... which the next record is compared with");
    r.timestamp++;
    r.events_size = 4;
    ok(finds(&c, &r, "events-resized"), "... and only that one");
}

/* The record after a truncated one is checked against it. */
static void test_after_cut(void)
{
    struct spe_features features = {.size = sizeof features, .alignment = 64};
    struct spe_record r = load();
    spe_check c;
    spe_check_init(&c, &features);
    r.flags = SPE_RECORD_TRUNCATED;
    r.size = 65;
    finds(&c, &r, "record-misaligned");
    r.flags = 0;
    r.timestamp++;
    r.offset = 72;
    r.size = 48;
    ok(finds(&c, &r, "record-misaligned"), "record-misaligned, after a truncated record");
}

static void test_filter(void)
{
    const struct spe_filter_registers nothing = {.size = sizeof nothing},
                                      ld = {.size = sizeof ld, .pmsfcr = SPE_FILTER_LD | SPE_FILTER_FT};
    struct spe_filter_counts counts = {{0}};
    struct spe_record records[3];
    spe_filter all, loads;
    int bad = 0;
    bad += spe_filter_compile(&nothing, NULL, &all, NULL) != SPE_OK;
    bad += spe_filter_compile(&ld, NULL, &loads, NULL) != SPE_OK;
    is(bad, 0, "filters");
    struct spe_record r = load();
    for (unsigned i = 0; i < 256 * 256; i++) {
        r.op_class = (uint8_t)(i >> 8);
        r.op_payload = (uint8_t)i;
        bad += !spe_filter_keeps(&all, &r);
    }
    is(bad, 0, "no filter: any class and payload is kept");
    for (unsigned i = 0; i < 6; i++) {
        for (unsigned k = 0; k < 3; k++) {
            records[k] = load();
            records[k].op_payload = k == 1; /* a store */
        }
        bad += spe_filter_batch(&loads, records, 3, &counts) != 2;
    }
    ok(!bad && counts.count[SPE_FILTER_KEPT] == 12 && counts.count[SPE_FILTER_BY_TYPE] == 6,
       "counts of batches add up");
}

static void test_geometry(void)
{
    const struct spe_features features = {.size = sizeof features, .alignment = 64, .max_record_size = 64};
    struct spe_buffer_geometry g;
    static const int measured[4] = {1, 1, 0, 1};
    int bad = 0;
    for (unsigned fm = 0; fm < 4; fm++) {
        spe_buffer_measure(0x1000, 0x3001 | fm << 1, &features, &g);
        bad += g.free != (measured[fm] ? 0x2000u : 0) || g.records != (measured[fm] ? 128u : 0);
    }
    is(bad, 0, "FM: only 0b10 discards");
}

int main(void)
{
    test_sure_accesses();
    test_operation_known();
    test_sizes();
    test_after_cut();
    test_filter();
    test_geometry();
    return tap_done();
}
