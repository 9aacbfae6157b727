/* SPDX-License-Identifier: MIT */
/* The contents of a spe_unit, for all parts of the model. */
#ifndef SPE_UNIT_STATE_H
#define SPE_UNIT_STATE_H

#include <libspe-lab/unit.h>

#include "../base/context.h"
#include "../base/room.h"

#define SPE_UNIT_MAGIC 0x53504555u /* "SPEU" */

/* A sample in flight: the data collected at its beginning */
struct spe_unit_sample {
    uint64_t pc, previous, timestamp; /* payloads */
    uint32_t context_el1, context_el2;
    uint32_t present; /* SPE_HAS_* of these, and of DATA_PA if it must be collected */
    uint8_t chosen;   /* the sample is in flight ... */
    uint8_t begun;    /* ... and spe_unit_begin() was called */
    uint8_t lost;     /* the buffer was disabled since then, or profiling stopped: the record is not written (D17.4) */
    uint8_t reserved;
};

struct SPE_MAY_ALIAS spe_unit_state {
    int64_t left;    /* left and target are public */
    uint64_t target; /* address << 8 | 1; 0 if there was none after `previous` was set */
    uint32_t magic;
    uint32_t problems;
    uint32_t filter_problems;
    uint8_t el, state;    /* the level and state of the PE */
    uint8_t enabled;      /* profiling is enabled at this level */
    uint8_t writes;       /* the buffer accepts records: enabled, not stopped, no problem */
    uint8_t has_previous; /* `previous` is known since profiling was last enabled */
    uint8_t filter_stale; /* a register of the filter was written since it was compiled */
    uint8_t late_write;   /* PMBPTR_EL1 or PMBSR_EL1 was written since PMBLIMITR_EL1.E was set */
    uint8_t reserved[5];
    int64_t planned;   /* the value of `left` when PMSICR_EL1 and the counts were last brought up to date */
    uint64_t previous; /* payload of the previous branch's target */
    uint64_t random;   /* the generator's state */
    uint64_t own;      /* 1 << SPE_REG_*: the registers of the unit */
    struct spe_features core;
    struct spe_unit_config config;
    struct spe_profiling profiling;
    struct spe_unit_counts counts;
    struct spe_unit_sample samples[SPE_UNIT_IN_FLIGHT];
    spe_filter filter;
    struct spe_sysreg_value registers[SPE_ROOM_REGISTERS]; /* by SPE_REG_*: absent registers are 0 */
};

_Static_assert(sizeof(struct spe_unit_state) <= SPE_UNIT_SIZE, "the unit fits its storage");
_Static_assert(SPE_ROOM_REGISTERS <= 64, "a bit for each register");

/* PMBSR_ELx, at any level */
#define SPE_PMBSR_COLL (UINT64_C(1) << 16)
#define SPE_PMBSR_S (UINT64_C(1) << 17)
#define SPE_PMBSR_EA (UINT64_C(1) << 18)
#define SPE_PMBSR_DL (UINT64_C(1) << 19)
#define SPE_PMBSR_EVENT (UINT64_C(0x00ffffff) << 32 | UINT64_C(0xfc00ffff)) /* MSS2, EC, MSS */

#define SPE_PMSCR_PCT (UINT64_C(3) << 6)
#define SPE_PMSCR_PCT_PHYSICAL (UINT64_C(1) << 6)

#define SPE_PMBLIMITR_E UINT64_C(1)
#define SPE_PMBLIMITR_LIMIT (~UINT64_C(0xfff))

#define SPE_PMBIDR_P (UINT64_C(1) << 4)
#define SPE_PMBIDR_ADDRMODE (UINT64_C(3) << 6)
#define SPE_PMBIDR_ADDRMODE_BOTH (UINT64_C(1) << 6) /* virtual and physical addresses */
#define SPE_PMSCR_ENVM (UINT64_C(1) << 11)
#define SPE_HCR_TGE (UINT64_C(1) << 27)

static inline struct spe_unit_state *spe_unit_open(const spe_unit *u)
{
    struct spe_unit_state *unit = (struct spe_unit_state *)(uintptr_t)u;
    return unit && unit->magic == SPE_UNIT_MAGIC ? unit : NULL;
}

static inline uint64_t spe_unit_value(const struct spe_unit_state *unit, unsigned reg)
{
    return unit->registers[reg].raw;
}

/* Whether the owner may give the buffer physical addresses: the Effective value of PMSCR_EL2.EnVM (D24.7.9) */
static inline int spe_unit_has_physical_mode(const struct spe_unit_state *unit)
{
    const struct spe_profiling *p = &unit->profiling;
    return unit->core.flags & SPE_FEATURE_NVM && (p->owning_el == 2 || p->el2_enabled == SPE_PROFILING_NO ||
                                                  spe_unit_value(unit, SPE_REG_PMSCR_EL2) & SPE_PMSCR_ENVM);
}

/* PMBIDR_EL1 as a level in a Security state reads it (D24.7.1). P is 1 if the level must not program the unit;
 * AddrMode has the modes that it may choose. */
static inline uint64_t spe_unit_pmbidr(const struct spe_unit_state *unit, unsigned el, unsigned state)
{
    const uint64_t fixed = spe_unit_value(unit, SPE_REG_PMBIDR_EL1) & ~(SPE_PMBIDR_P | SPE_PMBIDR_ADDRMODE);
    if (el < 3 && (state != unit->profiling.owning_state || el < unit->profiling.owning_el))
        return fixed | SPE_PMBIDR_P;
    return spe_unit_has_physical_mode(unit) ? fixed | SPE_PMBIDR_ADDRMODE_BOTH : fixed;
}

/* The effective PMSFCR_EL1: bits that the core does not implement are 0. */
static inline uint64_t spe_unit_controls(const struct spe_unit_state *unit)
{
    return spe_unit_value(unit, SPE_REG_PMSFCR_EL1) & spe_filter_controls(&unit->core);
}

/* PMBSR_ELx of the level to which an event goes, or of EL1 if the level is not known (0, or a status). */
static inline uint64_t *spe_unit_syndrome(struct spe_unit_state *unit, int el)
{
    const unsigned reg = el == 3 ? SPE_REG_PMBSR_EL3 : el == 2 ? SPE_REG_PMBSR_EL2 : SPE_REG_PMBSR_EL1;
    return &unit->registers[reg].raw;
}

#endif
