/* SPDX-License-Identifier: MIT */
/*
 * The environment of the unit in fuzz_unit.c: its core, the memory that it writes to, and the state from which the
 * expected behaviour follows.
 */
#ifndef UNIT_WORLD_H
#define UNIT_WORLD_H

#include <libspe-lab/lab.h>
#include <string.h>

#include "fuzz.h"

/* All state outside the unit; copied with each step */
struct world {
    /* random numbers and memory */
    uint64_t random;
    uint64_t address, fault; /* address of the last write; the memory's answer */
    size_t writes, size, done, fault_at;
    uint8_t bytes[SPE_RECORD_MAX_SIZE];
    /* the state of the PE, and the chosen operations */
    unsigned el, state;
    uint64_t since, chosen; /* operations since the last one, as far as `regular` ones; how many */
    unsigned regular;
    /* the previous branch */
    int enabled, has_previous;
    uint64_t previous;
    /* samples in flight: what each collects */
    struct sample {
        int in_flight, begun, lost; /* lost: profiling stopped, or the buffer was disabled, since (D17.4) */
        struct spe_record record;
        uint32_t withheld; /* SPE_HAS_* that the begin of a sample decides */
    } samples[SPE_UNIT_IN_FLIGHT];
};

static struct world world;
static struct spe_unit_config config;
#define IDS 5
static struct spe_sysreg_value ids[IDS];
static struct spe_features core = SPE_FEATURES_INIT;

static const uint8_t writable[] = {
    SPE_REG_PMSCR_EL1,   SPE_REG_PMSCR_EL2,    SPE_REG_PMSICR_EL1,  SPE_REG_PMSIRR_EL1,   SPE_REG_PMSFCR_EL1,
    SPE_REG_PMSEVFR_EL1, SPE_REG_PMSNEVFR_EL1, SPE_REG_PMSDSFR_EL1, SPE_REG_PMSLATFR_EL1, SPE_REG_PMBLIMITR_EL1,
    SPE_REG_PMBPTR_EL1,  SPE_REG_PMBSR_EL1,    SPE_REG_PMBSR_EL2,   SPE_REG_PMBSR_EL3,    SPE_REG_PMBMAR_EL1,
    SPE_REG_HCR_EL2,     SPE_REG_SCR_EL3,      SPE_REG_MDCR_EL2,    SPE_REG_MDCR_EL3};
#define WRITABLE (sizeof writable / sizeof writable[0])

/* -- the caller's side -- */

static uint32_t draw(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 32);
}

static uint32_t random_bits(void *context)
{
    return draw(&((struct world *)context)->random);
}

static size_t write_bytes(void *context, const struct spe_unit_write *write, uint64_t *syndrome)
{
    struct world *w = context;
    const size_t size = (size_t)write->size;
    CHECK(size >= 1 && size <= SPE_RECORD_MAX_SIZE && *syndrome == 0);
    w->writes++;
    w->address = write->address;
    w->size = size;
    w->done = w->fault_at < size ? w->fault_at : size;
    memcpy(w->bytes, write->bytes, size);
    *syndrome = w->fault;
    return w->done;
}

static uint64_t get(spe_unit *u, unsigned reg)
{
    uint64_t raw = 0;
    CHECK(spe_unit_read_register(u, reg, &raw) == SPE_OK);
    return raw;
}

static struct spe_unit_counts count(spe_unit *u)
{
    struct spe_unit_counts counts;
    CHECK(spe_unit_count(u, &counts) == SPE_OK);
    return counts;
}

/* Registers as profiling.h takes them */
static size_t all_registers(spe_unit *u, struct spe_sysreg_value *regs)
{
    memcpy(regs, ids, sizeof ids);
    for (size_t i = 0; i < WRITABLE; i++)
        regs[IDS + i] = (struct spe_sysreg_value){writable[i], 0, get(u, writable[i])};
    return IDS + WRITABLE;
}

static void read_profiling(spe_unit *u, struct spe_profiling *out)
{
    struct spe_sysreg_value regs[IDS + WRITABLE];
    CHECK(spe_profiling_read(regs, all_registers(u, regs), &core, out) == SPE_OK);
}

/* The PMBSR_ELx where an event of this syndrome is recorded */
static unsigned find_syndrome(spe_unit *u, uint64_t syndrome)
{
    static const uint8_t registers[4] = {0, SPE_REG_PMBSR_EL1, SPE_REG_PMBSR_EL2, SPE_REG_PMBSR_EL3};
    struct spe_sysreg_value regs[IDS + WRITABLE];
    const int el = spe_profiling_event_el(regs, all_registers(u, regs), &core, syndrome);
    CHECK(el >= 1 && el <= 3);
    return registers[el];
}

static int may_write(spe_unit *u, const struct spe_profiling *p)
{
    return p->buffer_enabled && p->stopped == SPE_PROFILING_NO && !(spe_unit_problems(u) & ~SPE_UNIT_WARNINGS);
}

static int is_enabled(spe_unit *u)
{
    struct spe_profiling p;
    struct spe_profiling_level level;
    read_profiling(u, &p);
    CHECK(spe_profiling_at(&p, world.el, world.state, &level) == SPE_OK);
    return may_write(u, &p) && level.enabled == SPE_PROFILING_YES;
}

/* Call it after registers or the level have changed. */
static void look_again(spe_unit *u)
{
    const int enabled = is_enabled(u);
    struct spe_profiling p;
    read_profiling(u, &p);
    for (unsigned i = 0; i < SPE_UNIT_IN_FLIGHT; i++)
        world.samples[i].lost |= !p.buffer_enabled || p.stopped != SPE_PROFILING_NO;
    if (enabled && !world.enabled)
        world.has_previous = 0;
    world.enabled = enabled;
}

/* -- a core -- */

static uint64_t pick(struct spe_gen_source *t, uint64_t mask)
{
    return spe_gen_take(t, 2) * UINT64_C(0x0001000100010001) & mask;
}

static void take_core(struct spe_gen_source *t)
{
    const struct spe_unit_config none = SPE_UNIT_CONFIG_INIT;
    const unsigned size = 6 + (unsigned)spe_gen_take(t, 1) % 6, how = (unsigned)spe_gen_take(t, 1);
    const uint64_t flags = spe_gen_take(t, 4) & ~UINT64_C(0xfff000); /* Format, CountSize, MaxSize */
    config = none;
    ids[0] = (struct spe_sysreg_value){SPE_REG_PMSIDR_EL1, 0, flags | size << 12 | (2 + how % 2) << 16};
    ids[1] = (struct spe_sysreg_value){SPE_REG_PMBIDR_EL1, 0, spe_gen_take(t, 1) % (size + 1)};
    ids[2] = (struct spe_sysreg_value){SPE_REG_ID_AA64DFR0_EL1, 0, (1 + spe_gen_take(t, 1) % 6) << 32};
    ids[3] = (struct spe_sysreg_value){SPE_REG_ID_AA64PFR0_EL1, 0, pick(t, UINT64_C(0x0011001100001100))};
    ids[4] = (struct spe_sysreg_value){SPE_REG_ID_AA64DFR2_EL1, 0, pick(t, UINT64_C(0x110000))};
    if (how & 2) /* any */
        ids[how / 64].raw = spe_gen_take(t, 8);
    config.features = spe_gen_take(t, 4) & spe_features_all() & ~UINT64_C(0x3fff);
    config.flags = how >> 2 & SPE_UNIT_TARGET_ALWAYS;
    config.layout = how >> 3 & 1;
    config.in_flight = (uint8_t)(spe_gen_take(t, 1) % (SPE_UNIT_IN_FLIGHT + 1));
    config.events_size = how & 16 ? (uint8_t)spe_gen_take(t, 1) : 0;
    config.data_source_size = how & 32 ? (uint8_t)spe_gen_take(t, 1) : 0;
    config.registers = ids;
    config.register_count = sizeof ids / sizeof ids[0];
    config.write = write_bytes;
    config.context = &world;
    config.seed = spe_gen_take(t, 1);
    config.random = random_bits;
}

#endif
