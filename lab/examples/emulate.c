/* SPDX-License-Identifier: MIT */
/*
 * An emulator with a Statistical Profiling Unit. The guest's driver programs it with MSR; then a loop of four
 * instructions runs until the buffer is full, in blocks while no sample is near. Half-way the machine migrates. At the
 * end the records are read as in a profiler.
 */
#include <libspe-lab/lab.h>
#include <stdio.h>

static const struct spe_sysreg_value core[] = {{SPE_REG_PMSIDR_EL1, 0, 0x2641f}, /* as Neoverse N1: by instruction */
                                               {SPE_REG_PMBIDR_EL1, 0, 6},       /* records of 64 bytes */
                                               {SPE_REG_ID_AA64DFR0_EL1, 0, UINT64_C(2) << 32}};
static unsigned char buffer[4096];

/* ldr, add, str, b.ne, as far as this emulator models them */
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

/* Returns 0, or -1 if a record could not be made. */
static int run(spe_unit *unit, uint64_t from, uint64_t until)
{
    struct spe_unit_start start = {0};
    uint64_t passed = 0;
    for (uint64_t n = from; n < until && !spe_unit_interrupt(unit); n += passed) {
        const int sample = spe_device_advance(unit, until - n, &passed);
        if (!sample) /* nothing is sampled before `until` */
            continue;
        start.physical_count = n + passed - 1;
        start.pc = 0x10000 + 4 * (start.physical_count % 4);
        const struct spe_record what = execute(start.physical_count % 4, start.physical_count / 4);
        spe_unit_begin(unit, sample, &start);
        if (spe_unit_complete(unit, sample, &what, 0) < 0)
            return -1; /* misuse: no record can hold it */
    }
    return 0;
}

/* The guest's MSR at EL1. Returns 1 if it was done; otherwise an emulator takes the exception. */
static int msr(spe_unit *unit, unsigned crm, unsigned op2, uint64_t value)
{
    struct spe_device_access access;
    return spe_device_write(unit, 1, spe_device_encoding(3, 0, 9, crm, op2), value, &access) == SPE_DEVICE_DONE;
}

/* The machine continues as another one: the first one's state, and the second one's callbacks. */
static int migrate(spe_unit *from, spe_unit *to, const struct spe_unit_config *config)
{
    static unsigned char state[SPE_UNIT_SIZE];
    const int64_t size = spe_device_snapshot(from, state, sizeof state);
    return size > 0 && spe_unit_init(to, config) == SPE_OK && spe_device_restore(to, state, (size_t)size) == SPE_OK;
}

int main(void)
{
    struct spe_unit_memory memory = {.base = 0x80000000, .size = sizeof buffer, .bytes = buffer};
    struct spe_unit_config config = SPE_UNIT_CONFIG_INIT;
    struct spe_unit_counts counts;
    spe_unit unit, second;
    config.registers = core;
    config.register_count = 3;
    config.write = spe_unit_write_memory;
    config.context = &memory;
    const int is_ready = spe_unit_init(&unit, &config) == SPE_OK &&                  /* and then what a driver does */
                         msr(&unit, 9, 3, 1024) && msr(&unit, 10, 1, memory.base) && /* PMSIRR_EL1, PMBPTR_EL1 */
                         msr(&unit, 10, 0, (memory.base + sizeof buffer) | 1) &&     /* PMBLIMITR_EL1 */
                         msr(&unit, 9, 0, 1 << 5 | 1) &&                             /* PMSCR_EL1: TS, E0SPE */
                         spe_unit_set_level(&unit, 0, SPE_STATE_NON_SECURE) == SPE_OK;
    if (!is_ready || run(&unit, 0, 30000) || !migrate(&unit, &second, &config) || run(&second, 30000, UINT64_MAX))
        return 1;

    struct spe_record records[64];
    spe_decoder decoder;
    spe_decoder_init(&decoder, NULL);
    spe_decoder_feed(&decoder, buffer, sizeof buffer);
    const int n = (int)spe_decoder_next_batch(&decoder, records, 64);
    spe_unit_count(&second, &counts);
    printf("%d records of %llu operations\n", n, (unsigned long long)counts.sample_pop);
    for (int i = 0; i < n && i < 4; i++)
        printf("pc 0x%llx, class %u, at %llu\n", (unsigned long long)spe_address_bits(records[i].pc),
               records[i].op_class, (unsigned long long)records[i].timestamp);
    return 0;
}
