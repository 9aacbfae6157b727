/* SPDX-License-Identifier: MIT */
/*
 * An emulator with a Statistical Profiling Unit: a loop of four instructions runs until its buffer is full, then the
 * records are read as a profiler reads them.
 */
#include <libspe/spe.h>
#include <stdio.h>

static const struct spe_sysreg_value core[] = {{SPE_REG_PMSIDR_EL1, 0, 0x2641f}, /* as a Neoverse N1's; instructions */
                                               {SPE_REG_PMBIDR_EL1, 0, 6},       /* records of 64 bytes */
                                               {SPE_REG_ID_AA64DFR0_EL1, 0, UINT64_C(2) << 32}};
static unsigned char buffer[4096];

/* ldr, add, str, b.ne: what each does, as far as this emulator knows */
static struct spe_record execute(unsigned instruction, uint64_t iteration)
{
    struct spe_record what = {0};
    what.present = SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_TOTAL_LATENCY | SPE_HAS_ISSUE_LATENCY;
    what.events = 1 << SPE_EVENT_RETIRED;
    what.total_latency = instruction == 0 ? 4 : 1;
    if (instruction == 0 || instruction == 2) {
        what.op_class = SPE_CLASS_LOAD_STORE; /* payload 0: general-purpose registers, 1: the same, a store */
        what.op_payload = instruction == 2;
        what.data_va = 0x20000 + 8 * iteration;
        what.present |= SPE_HAS_DATA_VA | SPE_HAS_TRANSLATION_LATENCY;
    } else if (instruction == 3) {
        what.op_class = SPE_CLASS_BRANCH; /* payload 1: conditional */
        what.op_payload = 1;
        what.present |= SPE_HAS_BRANCH_TARGET;
        spe_address_build_pc(0x10000, 0, SPE_STATE_NON_SECURE, &what.branch_target);
    }
    return what;
}

static void run(spe_unit *unit)
{
    struct spe_unit_start start = {0};
    for (uint64_t n = 0; !spe_unit_interrupt(unit); n++) {
        const int sample = spe_unit_operation(unit);
        if (!sample) /* the ordinary case */
            continue;
        const struct spe_record what = execute(n % 4, n / 4);
        start.pc = 0x10000 + 4 * (n % 4);
        start.physical_count = n;
        spe_unit_begin(unit, sample, &start);
        if (spe_unit_complete(unit, sample, &what, 0) < 0)
            return; /* a mistake of ours: no record holds it, and it would be in flight for ever */
    }
}

int main(void)
{
    struct spe_unit_memory memory = {0x80000000, sizeof buffer, buffer};
    struct spe_unit_config config = SPE_UNIT_CONFIG_INIT;
    struct spe_unit_counts counts;
    spe_unit unit;
    config.registers = core;
    config.register_count = 3;
    config.write = spe_unit_write_memory;
    config.context = &memory;
    if (spe_unit_init(&unit, &config) != SPE_OK)
        return 1;
    spe_unit_write_register(&unit, SPE_REG_PMSIRR_EL1, 1024); /* what a driver does */
    spe_unit_write_register(&unit, SPE_REG_PMBPTR_EL1, memory.base);
    spe_unit_write_register(&unit, SPE_REG_PMBLIMITR_EL1, (memory.base + sizeof buffer) | 1);
    spe_unit_write_register(&unit, SPE_REG_PMSCR_EL1, 1 << 5 | 1); /* TS, E0SPE */
    spe_unit_set_level(&unit, 0, SPE_STATE_NON_SECURE);
    run(&unit);

    struct spe_record records[64];
    size_t used = 0;
    const int64_t n = spe_decode(buffer, sizeof buffer, records, 64, &used);
    spe_unit_count(&unit, &counts);
    printf("%d records of %llu operations\n", (int)n, (unsigned long long)counts.sample_pop);
    for (int i = 0; i < n && i < 4; i++)
        printf("pc 0x%llx, class %u, at %llu\n", (unsigned long long)spe_address_bits(records[i].pc),
               records[i].op_class, (unsigned long long)records[i].timestamp);
    return 0;
}
