/* SPDX-License-Identifier: MIT */
/* The profiling unit as a model: samples a loop of a load and an addition into a buffer, and decodes the buffer. */
#define SPE_ALLOW_PROVISIONAL 1 /* unit.h */
#include "board.h"
#include "numbers.h"
#include "steps.h"

#define BASE 0x80000000u
#define SAMPLES 4

static const struct spe_sysreg_value core[] = {{SPE_REG_PMSIDR_EL1, 0, 0x2641f}, /* as Neoverse N1: by instruction */
                                               {SPE_REG_PMBIDR_EL1, 0, 6},       /* records of 64 bytes */
                                               {SPE_REG_ID_AA64DFR0_EL1, 0, UINT64_C(2) << 32}};
static uint8_t buffer[SAMPLES * 64];
static spe_unit unit;

static void execute(void)
{
    struct spe_unit_start start = {0};
    for (uint64_t n = 0; !spe_unit_interrupt(&unit); n++) {
        const int sample = spe_unit_operation(&unit);
        if (!sample) /* the ordinary case */
            continue;
        struct spe_record what = {.present = SPE_HAS_OPERATION | SPE_HAS_EVENTS | SPE_HAS_TOTAL_LATENCY,
                                  .op_class = SPE_CLASS_OTHER,
                                  .events = 1u << SPE_EVENT_RETIRED,
                                  .total_latency = 2};
        if (n % 2 == 0) {
            what.present |= SPE_HAS_DATA_VA;
            what.op_class = SPE_CLASS_LOAD_STORE;
            what.data_va = 0x20000 + 8 * n;
        }
        start.pc = 0x10000 + 4 * (n % 2);
        start.physical_count = n;
        spe_unit_begin(&unit, sample, &start);
        if (spe_unit_complete(&unit, sample, &what, 0) < 0)
            return;
    }
}

int step_unit(void)
{
    struct spe_unit_memory memory = {.base = BASE, .size = sizeof buffer, .bytes = buffer};
    struct spe_unit_config config = SPE_UNIT_CONFIG_INIT;
    struct spe_unit_counts counts;
    config.registers = core;
    config.register_count = sizeof core / sizeof core[0];
    config.write = spe_unit_write_memory;
    config.context = &memory;
    if (spe_unit_init(&unit, &config) != SPE_OK)
        return 1;
    spe_unit_write_register(&unit, SPE_REG_PMSIRR_EL1, 1024);
    spe_unit_write_register(&unit, SPE_REG_PMBPTR_EL1, BASE);
    spe_unit_write_register(&unit, SPE_REG_PMBLIMITR_EL1, (BASE + 4096) | 1); /* the memory ends before that: a fault */
    spe_unit_write_register(&unit, SPE_REG_PMSCR_EL1, 1 << 5 | 1);            /* TS, E0SPE */
    spe_unit_set_level(&unit, 0, SPE_STATE_NON_SECURE);
    execute();

    uint64_t syndrome = 0;
    spe_unit_count(&unit, &counts);
    spe_unit_read_register(&unit, SPE_REG_PMBSR_EL1, &syndrome);
    print_decimal("unit: operations ", counts.sample_pop);
    print_hex(", PMBSR_EL1 ", syndrome);
    board_print("\n");
    const struct capture written = {"unit", buffer, sizeof buffer};
    return step_decode(&written);
}
