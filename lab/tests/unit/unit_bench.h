/* SPDX-License-Identifier: MIT */
/* A unit with a buffer in memory, and functions for its tests. */
#ifndef UNIT_BENCH_H
#define UNIT_BENCH_H

#include <libspe-lab/lab.h>
#include <string.h>

#define BASE UINT64_C(0x00ff000010000000) /* the buffer's address */
#define BUFFER 65536

/* PMSIDR_EL1 */
#define MAX_SIZE(n) ((uint64_t)(n) << 12)
#define COUNT_12 (UINT64_C(2) << 16)
#define COUNT_16 (UINT64_C(3) << 16)
#define V1P0_FLAGS (SPE_FEATURE_FE | SPE_FEATURE_FT | SPE_FEATURE_FL | SPE_FEATURE_ARCH_INST | SPE_FEATURE_LDS)
#define PMSIDR_ERND (UINT64_C(1) << 5)
#define PMSIDR_PBT (UINT64_C(1) << 24)
#define PMSIDR_FNE (UINT64_C(1) << 6)
#define PMSIDR_FDS (UINT64_C(1) << 7)
#define PMSIDR_EFT (UINT64_C(1) << 26)
#define PMSIDR_FPF (UINT64_C(1) << 27)
#define PMSIDR_CRR (UINT64_C(1) << 25)
/* ID_AA64PFR0_EL1 */
#define PFR0_EL2 UINT64_C(0x100)
#define PFR0_EL3 UINT64_C(0x1000)

struct bench {
    spe_unit unit;
    struct spe_unit_config config;
    struct spe_unit_memory memory;
    struct spe_sysreg_value registers[8];
    uint8_t bytes[BUFFER];
};

/* A core with SPEv1p2 and without EL2 and EL3: EL1 owns the buffer, and everything is Non-secure. */
static inline void bench_core(struct bench *b, uint64_t pmsidr, unsigned align)
{
    const struct spe_unit_config config = SPE_UNIT_CONFIG_INIT;
    memset(b, 0, sizeof *b);
    b->config = config;
    b->registers[0] = (struct spe_sysreg_value){SPE_REG_PMSIDR_EL1, 0, pmsidr};
    b->registers[1] = (struct spe_sysreg_value){SPE_REG_PMBIDR_EL1, 0, align};
    b->registers[2] = (struct spe_sysreg_value){SPE_REG_ID_AA64DFR0_EL1, 0, (uint64_t)SPE_V1P2 << 32};
    b->registers[3] = (struct spe_sysreg_value){SPE_REG_ID_AA64PFR0_EL1, 0, 0};
    b->registers[4] = (struct spe_sysreg_value){SPE_REG_ID_AA64DFR2_EL1, 0, 0};
    b->config.registers = b->registers;
    b->config.register_count = 5;
    b->memory = (struct spe_unit_memory){.base = BASE, .size = sizeof b->bytes, .bytes = b->bytes};
    b->config.write = spe_unit_write_memory;
    b->config.context = &b->memory;
}

static inline void bench_write(struct bench *b, unsigned reg, uint64_t raw)
{
    spe_unit_write_register(&b->unit, reg, raw);
}

static inline uint64_t bench_read(struct bench *b, unsigned reg)
{
    uint64_t raw = UINT64_C(0xdeadbeef);
    spe_unit_read_register(&b->unit, reg, &raw);
    return raw;
}

/* Makes the next operation the chosen one, if profiling is enabled. */
static inline void bench_next(struct bench *b)
{
    bench_write(b, SPE_REG_PMSICR_EL1, 1);
}

/* A unit that samples EL0 and EL1, with a buffer of `size` bytes. Returns spe_unit_init()'s status. */
static inline int bench_start(struct bench *b, uint64_t size)
{
    const int status = spe_unit_init(&b->unit, &b->config);
    bench_write(b, SPE_REG_PMSIRR_EL1, 256);
    bench_write(b, SPE_REG_PMBPTR_EL1, BASE);
    bench_write(b, SPE_REG_PMBLIMITR_EL1, (BASE + size) | 1);
    bench_write(b, SPE_REG_PMSCR_EL1, 3);
    spe_unit_set_level(&b->unit, 0, SPE_STATE_NON_SECURE);
    return status;
}

static inline struct spe_unit_counts bench_counts(struct bench *b)
{
    struct spe_unit_counts counts;
    memset(&counts, 0xff, sizeof counts);
    spe_unit_count(&b->unit, &counts);
    return counts;
}

/* Runs one operation that is sampled, from beginning to end. Returns the status of spe_unit_complete(). */
static inline int bench_sample(struct bench *b, const struct spe_record *what, uint64_t types)
{
    static const struct spe_unit_start start = {0x401000, 1000, 0, 0, 11, 22};
    bench_next(b);
    const int sample = spe_unit_operation(&b->unit);
    spe_unit_begin(&b->unit, sample, &start);
    return spe_unit_complete(&b->unit, sample, what, types);
}

/* Decodes the first record in the buffer, which has `size` bytes. */
static inline void bench_decode(const struct bench *b, size_t size, struct spe_record *out)
{
    spe_decoder d;
    spe_decoder_init(&d, NULL);
    spe_decoder_feed(&d, b->bytes, size);
    spe_decoder_next(&d, out);
}

/* An operation that is neither load, store nor branch. */
static inline struct spe_record bench_other(void)
{
    struct spe_record record = {0};
    record.present = SPE_HAS_OPERATION | SPE_HAS_EVENTS;
    record.events = 1 << SPE_EVENT_RETIRED;
    return record;
}

/* Whether the next operation is sampled, at this level. The sample is discarded. */
static inline int bench_samples_at(struct bench *b, unsigned el, unsigned state)
{
    spe_unit_set_level(&b->unit, el, state);
    bench_next(b);
    const int sample = spe_unit_operation(&b->unit);
    spe_unit_complete(&b->unit, sample, NULL, 0);
    return sample;
}

#endif
