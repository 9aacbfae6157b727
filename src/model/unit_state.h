/* SPDX-License-Identifier: MIT */
/* What is inside a spe_unit, and what its parts share. */
#ifndef SPE_UNIT_STATE_H
#define SPE_UNIT_STATE_H

#include <libspe/unit.h>

#include "../base/context.h"
#include "../base/internal.h"

#define SPE_UNIT_MAGIC 0x53504555u /* "SPEU" */

/* A sample in flight; what was collected where it began */
struct spe_unit_sample {
    uint64_t pc, previous, timestamp; /* payloads */
    uint32_t context_el1, context_el2;
    uint32_t present; /* SPE_HAS_* of these five, and of DATA_PA if it is to be collected */
    uint8_t chosen;   /* the sample is in flight ... */
    uint8_t begun;    /* ... and spe_unit_begin() was called */
    uint8_t lost;     /* the buffer was disabled since, or profiling stopped: not to be written (D17.4) */
    uint8_t reserved;
};

struct SPE_MAY_ALIAS spe_unit_state {
    int64_t left;    /* these two are public */
    uint64_t target; /* address << 8 | 1; 0: none since it became `previous` */
    uint32_t magic;
    uint32_t problems;
    uint32_t filter_problems;
    uint8_t el, state;    /* where the PE is */
    uint8_t enabled;      /* profiling is, there */
    uint8_t writes;       /* the buffer takes records: enabled, not stopped, no problem */
    uint8_t has_previous; /* `previous` is known since profiling was last enabled */
    uint8_t filter_stale; /* a register of the filter was written since it was compiled */
    uint8_t reserved[6];
    int64_t planned;   /* `left` as it was when PMSICR_EL1 and the counts were last brought up to date */
    uint64_t previous; /* payload of the previous branch's target */
    uint64_t random;   /* the generator's state */
    uint64_t own;      /* 1 << SPE_REG_*: registers that there are */
    struct spe_features core;
    struct spe_unit_config config;
    struct spe_profiling profiling;
    struct spe_unit_counts counts;
    struct spe_unit_sample samples[SPE_UNIT_IN_FLIGHT];
    spe_filter filter;
    struct spe_sysreg_value registers[SPE_REGS]; /* by SPE_REG_*: those that there are not are 0 */
};

_Static_assert(sizeof(struct spe_unit_state) <= SPE_UNIT_SIZE, "the unit fits its storage");
_Static_assert(SPE_REGS <= 64, "a bit for each register");

/* PMBSR_ELx, of whichever level */
#define SPE_PMBSR_COLL (UINT64_C(1) << 16)
#define SPE_PMBSR_S (UINT64_C(1) << 17)
#define SPE_PMBSR_EA (UINT64_C(1) << 18)
#define SPE_PMBSR_DL (UINT64_C(1) << 19)
#define SPE_PMBSR_EVENT (UINT64_C(0x00ffffff) << 32 | UINT64_C(0xfc00ffff)) /* MSS2, EC, MSS */

#define SPE_PMBLIMITR_E UINT64_C(1)
#define SPE_PMBLIMITR_LIMIT (~UINT64_C(0xfff))

static inline struct spe_unit_state *spe_unit_open(const spe_unit *u)
{
    struct spe_unit_state *unit = (struct spe_unit_state *)(uintptr_t)u;
    return unit && unit->magic == SPE_UNIT_MAGIC ? unit : NULL;
}

static inline uint64_t spe_unit_value(const struct spe_unit_state *unit, unsigned reg)
{
    return unit->registers[reg].raw;
}

/* PMSFCR_EL1 as the core has it: what it does not implement is 0. */
static inline uint64_t spe_unit_controls(const struct spe_unit_state *unit)
{
    return spe_unit_value(unit, SPE_REG_PMSFCR_EL1) & spe_filter_controls(&unit->core);
}

/* PMBSR_ELx of the level to which an event goes; where none is told (0, or a status) EL1's. */
static inline uint64_t *spe_unit_syndrome(struct spe_unit_state *unit, int el)
{
    const unsigned reg = el == 3 ? SPE_REG_PMBSR_EL3 : el == 2 ? SPE_REG_PMBSR_EL2 : SPE_REG_PMBSR_EL1;
    return &unit->registers[reg].raw;
}

/* 32 random bits. */
SPE_INTERNAL uint32_t spe_unit_draw(struct spe_unit_state *unit);
/* Counts the operations since the last time: PMSICR_EL1 and SAMPLE_POP are then up to date. */
SPE_INTERNAL void spe_unit_settle(struct spe_unit_state *unit);
/* What the registers and the PE's level say now, and so how many operations are left. To be called settled. */
SPE_INTERNAL void spe_unit_update(struct spe_unit_state *unit);
/* How many operations are left until spe_unit_choose() has something to do. To be called settled. */
SPE_INTERNAL void spe_unit_plan(struct spe_unit_state *unit);
/* Makes the last branch's target a payload, at the level where the PE is. */
SPE_INTERNAL void spe_unit_keep_target(struct spe_unit_state *unit);
/* How the core writes records, the next one at `offset`. */
SPE_INTERNAL struct spe_encoder_config spe_unit_encoder_config(const struct spe_unit_state *unit, uint64_t offset);
/* What the manual forbids and the registers do; `profiling` and `filter_problems` are up to date. */
SPE_INTERNAL uint32_t spe_unit_find_problems(const struct spe_unit_state *unit);

#endif
