/* SPDX-License-Identifier: MIT */
/*
 * What the unit writes for many operations decodes to the input and keeps every rule of check.h. Its counts are
 * compared with counts of the operations that are made here by the words of the manual.
 */
#include "random.h"
#include "tap.h"
#include "unit_bench.h"

#define E(n) (UINT64_C(1) << SPE_EVENT_##n)
#define SAMPLES 3000

static struct bench b;
static uint8_t memory[SAMPLES * 128 + 4096];
static struct spe_record put[SAMPLES];
static struct spe_unit_counts want;

/* -- operations as programs have them -- */

struct kind {
    uint8_t op_class, payload;
    uint64_t types, more; /* SPE_FILTER_*; more: types that the packet does not show */
};

static const struct kind kinds[] = {
    {SPE_CLASS_OTHER, 0x00, 0, 0},
    {SPE_CLASS_OTHER, 0x02, SPE_FILTER_FP, 0},
    {SPE_CLASS_LOAD_STORE, 0x00, SPE_FILTER_LD, 0},
    {SPE_CLASS_LOAD_STORE, 0x01, SPE_FILTER_ST, 0},
    {SPE_CLASS_LOAD_STORE, 0x06, SPE_FILTER_LD | SPE_FILTER_ST, 0}, /* atomic that returns a value */
    {SPE_CLASS_LOAD_STORE, 0x04, SPE_FILTER_LD | SPE_FILTER_FP, SPE_FILTER_FP},
    {SPE_CLASS_LOAD_STORE, 0x05, SPE_FILTER_ST | SPE_FILTER_SIMD, SPE_FILTER_SIMD},
    {SPE_CLASS_BRANCH, 0x00, SPE_FILTER_B, 0},
    {SPE_CLASS_BRANCH, 0x01, SPE_FILTER_B, 0},
};

static void access_memory(struct spe_record *r, int load)
{
    r->present |= SPE_HAS_DATA_VA | SPE_HAS_DATA_PA | SPE_HAS_TRANSLATION_LATENCY;
    r->events |= E(L1D_ACCESS) | E(TLB_ACCESS) | (random_below(4) ? 0 : E(L1D_REFILL));
    r->data_va = random_u64() >> 16;
    r->data_pa = UINT64_C(1) << 63 | random_u64() >> 24;
    r->translation_latency = (uint16_t)random_below(20);
    if (load) {
        r->present |= SPE_HAS_DATA_SOURCE;
        r->data_source = (uint16_t)random_below(14);
    }
}

static struct spe_record operation(const struct kind *kind)
{
    struct spe_record r = {0};
    r.present = SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY;
    r.op_class = kind->op_class;
    r.op_payload = kind->payload;
    r.events = E(RETIRED);
    r.issue_latency = (uint16_t)random_below(30);
    r.total_latency = (uint16_t)(r.issue_latency + random_below(100));
    if (kind->op_class == SPE_CLASS_LOAD_STORE)
        access_memory(&r, (kind->types & SPE_FILTER_LD) != 0);
    if (kind->op_class == SPE_CLASS_BRANCH && (kind->payload == 0 || random_below(2))) {
        r.present |= SPE_HAS_BRANCH_TARGET;
        spe_address_build_pc(random_u64() >> 20, 0, SPE_STATE_NON_SECURE, &r.branch_target);
    } else if (kind->op_class == SPE_CLASS_BRANCH) {
        r.events |= E(NOT_TAKEN);
    }
    return r;
}

/* -- a second implementation of the counts and the filter -- */

struct filter {
    uint64_t pmsfcr, pmsevfr, pmsnevfr, pmslatfr, pmsdsfr;
};

/* Filters by PMSFCR_EL1's TYPE and TYPEm, type by type. */
static int type_expression(uint64_t pmsfcr, uint64_t types)
{
    int any_wanted = 0, any_found = 0;
    for (unsigned i = 0; i < 5; i++) {
        const unsigned type = pmsfcr >> (16 + i) & 1, mask = pmsfcr >> (48 + i) & 1, is_one = types >> (16 + i) & 1;
        if (mask && is_one != type)
            return 0;
        if (!mask && type) {
            any_wanted = 1;
            any_found |= (int)is_one;
        }
    }
    return !any_wanted || any_found;
}

/* Counts the record. Returns whether it is kept. */
static int expect(const struct filter *f, const struct spe_record *r, uint64_t types)
{
    const int set = (r->events & f->pmsevfr) == f->pmsevfr, clear = !(r->events & f->pmsnevfr);
    const int type = type_expression(f->pmsfcr, types), slow = r->total_latency >= f->pmslatfr;
    const int sourced = (types & SPE_FILTER_LD) && (r->present & SPE_HAS_DATA_SOURCE);
    const int source = f->pmsdsfr >> r->data_source & 1;
    want.sample_feed++;
    want.sample_feed_br += (types & SPE_FILTER_B) != 0;
    want.sample_feed_ld += (types & SPE_FILTER_LD) != 0;
    want.sample_feed_st += (types & SPE_FILTER_ST) != 0;
    want.sample_feed_fp += (types & SPE_FILTER_FP) != 0;
    want.sample_feed_simd += (types & SPE_FILTER_SIMD) != 0;
    want.sample_feed_op += type && (f->pmsfcr & UINT64_C(0x001f0000001f0000));
    want.sample_feed_event += set && clear;
    want.sample_feed_lat += (uint64_t)slow;
    want.sample_feed_ds += sourced && source;
    const uint64_t on = f->pmsfcr;
    const int kept = (set || !(on & SPE_FILTER_FE)) && (clear || !(on & SPE_FILTER_FNE)) &&
                     (type || !(on & SPE_FILTER_FT)) && (slow || !(on & SPE_FILTER_FL)) &&
                     (!sourced || source || !(on & SPE_FILTER_FDS));
    want.sample_filtrate += (uint64_t)kept;
    return kept;
}

/* -- a stream -- */

static unsigned put_records(const struct filter *f)
{
    const struct spe_unit_start start = {0x400000, 5000, 0, 0, 7, 0};
    unsigned n = 0;
    memset(&want, 0, sizeof want);
    for (unsigned i = 0; i < SAMPLES; i++) {
        const struct kind *kind = &kinds[random_below(sizeof kinds / sizeof kinds[0])];
        struct spe_record r = operation(kind);
        int sample;
        do
            sample = spe_unit_operation(&b.unit);
        while (!sample);
        struct spe_unit_start here = start;
        here.pc += 4 * i;
        here.physical_count += i;
        spe_unit_begin(&b.unit, sample, &here);
        const int written = spe_unit_complete(&b.unit, sample, &r, kind->more);
        const int kept = expect(f, &r, kind->types);
        if (written != kept)
            return 0;
        if (!kept)
            continue;
        r.present |= SPE_HAS_PC | SPE_HAS_CONTEXT_EL1 | SPE_HAS_TIMESTAMP;
        spe_address_build_pc(here.pc, 0, SPE_STATE_NON_SECURE, &r.pc);
        r.context_el1 = 7;
        r.timestamp = here.physical_count;
        put[n++] = r;
    }
    return n;
}

/* Counts the differences in the records, and the rules that they break. */
static unsigned compare(unsigned n, const struct spe_features *core)
{
    static spe_decoder d;
    struct spe_decoder_config cfg = SPE_DECODER_CONFIG_INIT;
    struct spe_record r;
    struct spe_finding found[8];
    spe_check check;
    unsigned wrong = 0, i = 0;
    spe_features_decoder_config(core, &cfg);
    spe_decoder_init(&d, &cfg);
    spe_decoder_feed(&d, memory, (size_t)(bench_read(&b, SPE_REG_PMBPTR_EL1) - BASE));
    spe_check_init(&check, core);
    for (; spe_decoder_next(&d, &r) == 1 && i < n; i++) {
        int broken = spe_check_record(&check, &r, found, 8);
        if (!broken)
            broken = spe_check_bytes(&check, memory + r.offset, (size_t)r.size, r.offset, found, 8);
        if (broken && !wrong)
            diag("record %u breaks %s", i, spe_rule_name(found[0].rule));
        struct spe_record same = r;
        same.offset = same.size = 0;
        same.events_size = same.data_source_size = 0;
        const int differs = memcmp(&same, &put[i], sizeof same) != 0;
        if (differs && !wrong)
            diag("record %u differs: present %#x, put %#x", i, same.present, put[i].present);
        wrong += broken || differs;
    }
    return wrong + (i != n);
}

/* The value of a metric of any core for the unit's counts; a status if negative */
static double health(const struct spe_unit_counts *counts, const char *name)
{
    const struct spe_telemetry *const any = spe_telemetry_architected();
    const struct spe_event_count all[] = {{counts->sample_pop, 0x4000, {0}},
                                          {counts->sample_feed, 0x4001, {0}},
                                          {counts->sample_filtrate, 0x4002, {0}},
                                          {counts->sample_collision, 0x4003, {0}}};
    double value = 0;
    const int status = spe_metric_value(any, (unsigned)spe_metric_find(any, name), all, 4, &value, NULL);
    return status < 0 ? status : value;
}

static int healthy(const struct spe_unit_counts *counts)
{
    const double weight = 4 * 256 + 1, got = health(counts, "sample_weight"), kept = health(counts, "filter_rate"),
                 lost = health(counts, "collision_rate");
    return got > weight - 1 && got < weight + 1 && lost >= 0 && lost < 1e-9 && kept >= 0 && kept <= 1;
}

static void stream(const struct filter *f, unsigned layout, const char *name)
{
    struct spe_features core = SPE_FEATURES_INIT;
    const uint64_t pmsidr = V1P0_FLAGS | PMSIDR_FNE | PMSIDR_FDS | PMSIDR_EFT | PMSIDR_FPF | COUNT_12 |
                            (layout == SPE_LAYOUT_SLOTS_64 ? MAX_SIZE(6) : MAX_SIZE(7));
    bench_core(&b, pmsidr, layout == SPE_LAYOUT_SLOTS_64 ? 6 : 3);
    b.registers[2].raw = (uint64_t)SPE_V1P4 << 32;
    b.registers[4] = (struct spe_sysreg_value){SPE_REG_ID_AA64ISAR0_EL1, 0, 2 << 20}; /* LSE */
    b.config.layout = (uint8_t)layout;
    b.memory.size = sizeof memory;
    b.memory.bytes = memory;
    bench_start(&b, sizeof memory / 4096 * 4096);
    bench_write(&b, SPE_REG_PMSIRR_EL1, 4 << 8);
    bench_write(&b, SPE_REG_PMSCR_EL1, 3 | 1 << 3 | 1 << 4 | 1 << 5);
    bench_write(&b, SPE_REG_PMSFCR_EL1, f->pmsfcr);
    bench_write(&b, SPE_REG_PMSEVFR_EL1, f->pmsevfr);
    bench_write(&b, SPE_REG_PMSNEVFR_EL1, f->pmsnevfr);
    bench_write(&b, SPE_REG_PMSLATFR_EL1, f->pmslatfr);
    bench_write(&b, SPE_REG_PMSDSFR_EL1, f->pmsdsfr);
    spe_features_from_registers(b.registers, 5, 0, &core);
    is(spe_unit_problems(&b.unit), 0, name);
    const unsigned n = put_records(f);
    ok(n > 20 && n <= SAMPLES, "... keeps what the filter keeps");
    const struct spe_unit_counts counts = bench_counts(&b);
    want.sample_pop = counts.sample_pop;
    is(memcmp(&counts, &want, sizeof counts), 0, "... counts what it must count");
    ok(healthy(&counts), "... without a problem");
    is(compare(n, &core), 0, "... and writes records that equal the input and break no rule");
}

int main(void)
{
    static const struct filter filters[] = {
        {0, 0, 0, 0, 0},
        {SPE_FILTER_FT | SPE_FILTER_LD, 0, 0, 0, 0},
        {SPE_FILTER_FT | SPE_FILTER_B | SPE_FILTER_ST, 0, E(NOT_TAKEN), 10, 5},
        {SPE_FILTER_FT | SPE_FILTER_FP, E(RETIRED), 0, 0, 0},
        {SPE_FILTER_FT | SPE_FILTER_SIMD | SPE_FILTER_SIMDM, 0, 0, 0, 0},
        {SPE_FILTER_FT | SPE_FILTER_LD | SPE_FILTER_LDM | SPE_FILTER_STM, 0, 0, 0, 0},
        {SPE_FILTER_FE | SPE_FILTER_LD, E(L1D_REFILL), 0, 0, 0},
        {SPE_FILTER_FNE, 0, E(L1D_ACCESS), 0, 0},
        {SPE_FILTER_FL, 0, 0, 64, 0},
        {SPE_FILTER_FDS, 0, 0, 0, 0x1002},
        {SPE_FILTER_FE | SPE_FILTER_FL | SPE_FILTER_FT | SPE_FILTER_LD, E(TLB_ACCESS), 0, 5, 0},
    };
    for (size_t i = 0; i < sizeof filters / sizeof filters[0]; i++) {
        stream(&filters[i], SPE_LAYOUT_CANONICAL, "a stream");
        stream(&filters[i], SPE_LAYOUT_SLOTS_64, "... in slots of 64 bytes");
    }
    return tap_done();
}
