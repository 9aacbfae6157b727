/* SPDX-License-Identifier: MIT */
/* A machine for the tests of device.h: a unit, its memory, and the steps that follow from a random state. */
#ifndef DEVICE_MACHINE_H
#define DEVICE_MACHINE_H

#include "tap.h"
#include "unit_bench.h"

enum { FLIGHTS = 8, SNAPSHOT = 4096 };

static unsigned failures;

static void ok_all(const char *name)
{
    ok(!failures, name);
    if (failures)
        diag("%u failures", failures);
    failures = 0;
}

/* -- a machine: a unit, and what all that happens to it follows from -- */

struct machine {
    struct bench b;
    uint64_t random; /* of the steps */
    uint64_t now;    /* operations so far */
    uint64_t told;   /* a digest of all results */
    unsigned rarely; /* operations for each branch */
    uint64_t ends[FLIGHTS];
    uint8_t flies[FLIGHTS];
};

static unsigned below(struct machine *m, unsigned n)
{
    m->random = m->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(m->random >> 33) % n;
}

static void tell(struct machine *m, uint64_t result)
{
    m->told = (m->told ^ result) * UINT64_C(0x100000001b3) + m->now;
}

static const struct {
    uint64_t pmsidr, pfr0;
    unsigned version, align, in_flight, layout;
} cores[] = {
    {V1P0_FLAGS | MAX_SIZE(6) | COUNT_12, 0, SPE_V1P0, 6, 1, 0},
    {V1P0_FLAGS | MAX_SIZE(6) | COUNT_12, 0, SPE_V1P1, 6, 3, SPE_LAYOUT_SLOTS_64},
    {V1P0_FLAGS | MAX_SIZE(7) | COUNT_16 | PMSIDR_ERND | PMSIDR_PBT | PMSIDR_FNE, PFR0_EL2, SPE_V1P2, 0, 8, 0},
    {V1P0_FLAGS | MAX_SIZE(8) | COUNT_16 | PMSIDR_PBT | PMSIDR_FNE | PMSIDR_FDS | PMSIDR_EFT, PFR0_EL2 | PFR0_EL3,
     SPE_V1P4, 3, 2, 0},
};
#define CORES (sizeof cores / sizeof cores[0])

static void start_machine(struct machine *m, unsigned core, uint64_t seed)
{
    memset(m, 0, sizeof *m);
    bench_core(&m->b, cores[core].pmsidr, cores[core].align);
    m->b.registers[2].raw = (uint64_t)cores[core].version << 32;
    m->b.registers[3].raw = cores[core].pfr0;
    m->b.config.in_flight = (uint8_t)cores[core].in_flight;
    m->b.config.flags = cores[core].pmsidr & PMSIDR_PBT ? SPE_UNIT_TARGET_ALWAYS : 0;
    m->b.config.layout = (uint8_t)cores[core].layout;
    m->b.config.seed = seed;
    m->random = seed;
    m->rarely = seed / CORES % 2 ? 5 : 3000;
    failures += bench_start(&m->b, BUFFER) != SPE_OK;
    bench_write(&m->b, SPE_REG_SCR_EL3, 1);
    bench_write(&m->b, SPE_REG_MDCR_EL3, 3 << 12);
    bench_write(&m->b, SPE_REG_MDCR_EL2, 3 << 12);
    bench_write(&m->b, SPE_REG_PMSCR_EL2, 0x30);
}

/* -- its steps -- */

static struct spe_record describe(uint64_t n)
{
    struct spe_record record = {0};
    const uint64_t random = (n + 1) * UINT64_C(0x9e3779b97f4a7c15);
    record.present = SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY;
    record.op_class = random >> 62 & 1 ? SPE_CLASS_LOAD_STORE : SPE_CLASS_OTHER;
    record.events = 2 | (random >> 20 & 0xc);
    record.total_latency = (uint16_t)(random >> 30 & 0x1fff);
    record.issue_latency = (uint16_t)(random >> 45 & 0xff);
    if (record.op_class == SPE_CLASS_LOAD_STORE) {
        record.present |= SPE_HAS_DATA_VA | SPE_HAS_DATA_SOURCE | SPE_HAS_TRANSLATION_LATENCY;
        record.data_va = random >> 12;
        record.data_source = (uint16_t)(random & 15);
    }
    return record;
}

static void begin(struct machine *m, int sample, unsigned duration)
{
    const struct spe_unit_start start = {.pc = m->now << 2,
                                         .physical_count = m->now,
                                         .virtual_offset = 7,
                                         .context_el1 = (uint32_t)m->now,
                                         .context_el2 = (uint32_t)~m->now};
    failures += spe_unit_begin(&m->b.unit, sample, &start) != SPE_OK;
    m->ends[sample - 1] = m->now + duration;
    m->flies[sample - 1] = 1;
}

/* Ends what is due. Operation number `now` is the next one. */
static void complete(struct machine *m)
{
    for (int i = 0; i < FLIGHTS; i++) {
        if (!m->flies[i] || m->ends[i] > m->now)
            continue;
        const struct spe_record record = describe(m->ends[i]);
        m->flies[i] = 0;
        tell(m, (uint64_t)spe_unit_complete(&m->b.unit, i + 1, &record, 0));
    }
}

static void write_any_register(struct machine *m)
{
    static const struct {
        unsigned reg;
        uint64_t values[3];
    } choices[] = {
        {SPE_REG_PMSIRR_EL1, {0x101, 0x200, 0x201}},
        {SPE_REG_PMSCR_EL1, {0x3b, 3, 0x21}},
        {SPE_REG_PMSFCR_EL1, {0, 4, 2 | 1 << 17}},
        {SPE_REG_PMSLATFR_EL1, {100, 1, 4000}},
        {SPE_REG_PMSEVFR_EL1, {8, 2, 0}},
        {SPE_REG_PMBSR_EL1, {0, 0, 1 << 17}},
        {SPE_REG_PMBLIMITR_EL1, {(BASE + BUFFER) | 1, (BASE + 4096) | 1, BASE + BUFFER}},
        {SPE_REG_PMBPTR_EL1, {BASE, BASE + 2048, BASE + 4096 - 256}},
        {SPE_REG_PMSICR_EL1, {0, 1, UINT64_C(3) << 56 | 40}},
        {SPE_REG_MDCR_EL2, {3 << 12, 3 << 12, 1 << 14}},
        {SPE_REG_HDFGRTR_EL2, {0, 1 << 25, UINT64_MAX}},
    };
    const unsigned which = below(m, sizeof choices / sizeof choices[0]);
    bench_write(&m->b, choices[which].reg, choices[which].values[below(m, 3)]);
}

/* -- comparing -- */

static size_t save(struct machine *m, uint8_t *bytes)
{
    const size_t size = spe_device_snapshot_size(&m->b.unit);
    failures += size > SNAPSHOT || spe_device_snapshot(&m->b.unit, bytes, size) != (int64_t)size;
    return size;
}

static int is_same(struct machine *a, struct machine *b)
{
    static uint8_t of_a[SNAPSHOT], of_b[SNAPSHOT];
    const size_t size = save(a, of_a);
    return a->told == b->told && a->now == b->now && save(b, of_b) == size && !memcmp(of_a, of_b, size) &&
           !memcmp(a->b.bytes, b->b.bytes, sizeof a->b.bytes);
}

#endif
