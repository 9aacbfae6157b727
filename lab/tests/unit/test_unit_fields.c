/* SPDX-License-Identifier: MIT */
/* Fields of the unit's registers that are reserved, read as zero or have a fixed value, by the core and by the owner of
 * the buffer. */
#include "tap.h"
#include "unit_bench.h"

static struct bench b;

static const uint64_t n1 = V1P0_FLAGS | MAX_SIZE(6) | COUNT_12;

/* -- RES0 -- */

/* The newest version comes with all features, the others with none. */
static uint32_t problems_with(unsigned version, unsigned reg, uint64_t bits)
{
    bench_core(&b, n1, 6);
    b.registers[3].raw = PFR0_EL2; /* without it PMSCR_EL1.PCT is not written */
    if (version == SPE_V1P5) {
        b.registers[0].raw |= PMSIDR_ERND | PMSIDR_FNE | PMSIDR_FDS;
        b.registers[0].raw ^= COUNT_12 ^ COUNT_16;
        b.registers[4].raw = 1 << 16 | 1 << 20; /* SPE_EXC, SPE_nVM */
        b.registers[5] = (struct spe_sysreg_value){SPE_REG_ID_AA64MMFR0_EL1, 0, UINT64_C(1) << 60}; /* ECV */
        b.config.register_count = 6;
    }
    b.registers[2].raw = (uint64_t)version << 32;
    bench_start(&b, BUFFER);
    bench_write(&b, reg, bench_read(&b, reg) | bits);
    return spe_unit_problems(&b.unit);
}

/* The features that a field needs, according to sysreg.h */
static void reserved_fields(void)
{
    static const uint8_t regs[] = {SPE_REG_PMSCR_EL1,  SPE_REG_PMSCR_EL2,    SPE_REG_PMSICR_EL1, SPE_REG_PMBLIMITR_EL1,
                                   SPE_REG_PMBMAR_EL1, SPE_REG_PMSNEVFR_EL1, SPE_REG_PMSDSFR_EL1};
    unsigned wrong = 0, fields = 0;
    for (size_t i = 0; i < sizeof regs; i++)
        for (unsigned field = 0; field < (unsigned)spe_sysreg_fields(regs[i]); field++) {
            struct spe_sysreg_field described;
            const char *needs = spe_sysreg_field_needs(regs[i], field);
            needs = needs ? needs : spe_sysreg_needs(regs[i]);
            spe_sysreg_field_describe(regs[i], field, &described);
            if (strncmp(needs, "FEAT_SPE", 8) != 0 || !strcmp(needs, "FEAT_SPE"))
                continue;
            fields++;
            for (unsigned bit = described.low; bit <= described.high; bit++)
                wrong += problems_with(SPE_V1P0, regs[i], UINT64_C(1) << bit) != SPE_UNIT_RESERVED_BITS ||
                         (problems_with(SPE_V1P5, regs[i], UINT64_C(1) << bit) & SPE_UNIT_RESERVED_BITS);
        }
    is(wrong, 0, "fields are reserved exactly if the core lacks their feature");
    is(fields, 13, "... so many");
    is(problems_with(SPE_V1P0, SPE_REG_PMSCR_EL1, 1 << 7), SPE_UNIT_RESERVED_BITS, "PCT[1] without FEAT_ECV");
    is(problems_with(SPE_V1P5, SPE_REG_PMSCR_EL1, 3 << 6), 0, "... with it");
    is(problems_with(SPE_V1P0, SPE_REG_PMSLATFR_EL1, 1 << 12), SPE_UNIT_RESERVED_BITS, "MINLAT[12] of 12-bit counters");
    is(problems_with(SPE_V1P5, SPE_REG_PMSLATFR_EL1, 1 << 12), 0, "... of 16-bit ones");
    is(problems_with(SPE_V1P1, SPE_REG_PMBLIMITR_EL1, 1 << 5), SPE_UNIT_RESERVED_BITS, "PMFZ before FEAT_SPEv1p2");
    is(problems_with(SPE_V1P2, SPE_REG_PMBLIMITR_EL1, 1 << 5), 0, "... from it on");
}

/* -- fields that read as zero or as a fixed value -- */

/* Linux 6.18 writes ones and reads back which events it can filter by (D24.7.11, D24.7.17). */
static void filterable_events(void)
{
    static const struct {
        unsigned version;
        uint64_t pmsidr, pfr0, events;
    } cores[] = {
        {SPE_V1P0, 0, 0, UINT64_C(0xffff0000ff00f7be)},
        {SPE_V1P1, 0, 0, UINT64_C(0xffff0000ff00ffbe)},
        {SPE_V1P1, 0, UINT64_C(1) << 32, UINT64_C(0xffff0000ff06ffbe)}, /* SVE */
        {SPE_V1P2, PMSIDR_FNE, 0, UINT64_C(0xffff0000ff00fffe)},
        {SPE_V1P4, PMSIDR_FNE, UINT64_C(1) << 32, UINT64_C(0xffff000000fefffe)},
        {SPE_V1P4, PMSIDR_FNE | UINT64_C(1) << 32, 0, UINT64_C(0xffff000003f8fffe)}, /* SME */
        {SPE_V1P5, PMSIDR_FNE, 0, UINT64_C(0xffff000002f8fffe)},
    };
    for (size_t i = 0; i < sizeof cores / sizeof cores[0]; i++) {
        bench_core(&b, n1 | cores[i].pmsidr, 6);
        b.registers[2].raw = (uint64_t)cores[i].version << 32;
        b.registers[3].raw = cores[i].pfr0;
        b.registers[5] = (struct spe_sysreg_value){SPE_REG_PMSEVFR_EL1, 0, UINT64_MAX};
        b.config.register_count = 6;
        bench_start(&b, BUFFER);
        is(bench_read(&b, SPE_REG_PMSEVFR_EL1), cores[i].events,
           "a first value of PMSEVFR_EL1: only existing events remain");
        bench_write(&b, SPE_REG_PMSEVFR_EL1, UINT64_MAX);
        is(bench_read(&b, SPE_REG_PMSEVFR_EL1), cores[i].events, "... also if ones are written");
        bench_write(&b, SPE_REG_PMSNEVFR_EL1, UINT64_MAX);
        if (cores[i].pmsidr & PMSIDR_FNE)
            is(bench_read(&b, SPE_REG_PMSNEVFR_EL1), cores[i].events, "... and of PMSNEVFR_EL1");
    }
}

/* D24.7.9: while MDCR_EL2.E2PB is not 0b00, PMSCR_EL2.{E2SPE, E0HSPE} are RES0. They are RES0 only there, so they keep
 * what is written and read as it, and have no effect (DDI 0487, Glossary). test_unit_rules.c checks that they have none
 * in each row of Table D17-1. */
static void reserved_while_el1_owns(void)
{
    bench_core(&b, n1, 6);
    b.registers[3].raw = PFR0_EL2;
    bench_start(&b, BUFFER);
    bench_write(&b, SPE_REG_PMSCR_EL1, 0);
    for (uint64_t e2pb = 1; e2pb < 4; e2pb++) {
        bench_write(&b, SPE_REG_PMSCR_EL2, 0);
        bench_write(&b, SPE_REG_MDCR_EL2, e2pb << 12);
        bench_write(&b, SPE_REG_PMSCR_EL2, 3);
        is(bench_read(&b, SPE_REG_PMSCR_EL2), 3, "E2SPE and E0HSPE keep what is written while EL2 is not the owner");
        is(spe_unit_problems(&b.unit) & SPE_UNIT_RESERVED_BITS, 0, "... without a warning: EL2 keeps its setting");
        is(bench_samples_at(&b, 2, SPE_STATE_NON_SECURE), 0, "... without an effect at EL2");
        bench_write(&b, SPE_REG_HCR_EL2, UINT64_C(1) << 27);
        is(bench_samples_at(&b, 0, SPE_STATE_NON_SECURE), 0, "... nor at EL0 with HCR_EL2.TGE");
        bench_write(&b, SPE_REG_MDCR_EL2, 0);
        is(bench_samples_at(&b, 2, SPE_STATE_NON_SECURE), 1, "... until EL2 owns the buffer again: at EL2");
        is(bench_samples_at(&b, 0, SPE_STATE_NON_SECURE), 1, "... and at EL0");
        bench_write(&b, SPE_REG_HCR_EL2, 0);
    }
}

/* The timestamp of a sample under PMSCR_EL1, without EL2 or with it. */
static uint64_t timestamp_of(uint64_t pfr0, uint64_t pct)
{
    static const struct spe_unit_start start = {0x401000, 1000, 100, 10, 0, 0};
    const struct spe_record what = bench_other();
    struct spe_record record = {0};
    bench_core(&b, n1, 6);
    b.registers[3].raw = pfr0;
    b.config.features = SPE_FEATURE_ECV;
    bench_start(&b, BUFFER);
    bench_write(&b, SPE_REG_MDCR_EL2, 3 << 12);
    bench_write(&b, SPE_REG_PMSCR_EL1, 3 | 1 << 5 | pct << 6);
    bench_next(&b);
    const int sample = spe_unit_operation(&b.unit);
    spe_unit_begin(&b.unit, sample, &start);
    if (spe_unit_complete(&b.unit, sample, &what, 0) != 1)
        return 0;
    bench_decode(&b, 64, &record);
    return record.timestamp;
}

/* D24.7.8, D17.6.9: no EL2, no virtual offset */
static void without_el2(void)
{
    unsigned wrong = 0;
    for (uint64_t pct = 0; pct < 4; pct++) {
        wrong += timestamp_of(0, pct) != 1000 || spe_unit_problems(&b.unit);
        wrong += bench_read(&b, SPE_REG_PMSCR_EL1) != (3 | 1 << 5 | 1 << 6);
    }
    is(wrong, 0, "without EL2, PMSCR_EL1.PCT reads 0b01, whatever is written, and the timestamp is physical");
    is(timestamp_of(PFR0_EL2, 0), 900, "... with EL2 it is virtual");
    is(bench_read(&b, SPE_REG_PMSCR_EL1), 3 | 1 << 5, "... as it is written");
    bench_core(&b, n1, 6);
    spe_unit_init(&b.unit, &b.config);
    is(bench_read(&b, SPE_REG_PMSCR_EL1), 1 << 6, "... also after reset");
}

int main(void)
{
    reserved_fields();
    filterable_events();
    reserved_while_el1_owns();
    without_el2();
    return tap_done();
}
