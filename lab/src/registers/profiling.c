/* SPDX-License-Identifier: MIT */
/*
 * Finds the owner of the buffer, the Exception levels where profiling is enabled, and the fields collected there. This
 * is the pseudocode of J1 (ProfilingBufferOwner, SPEProfilingStopped, StatisticalProfilingEnabled, Collect...) over
 * registers as they were read, in the Security state that owns the buffer. What a reserved value leaves open stays
 * open.
 */
#include <libspe/packet.h>
#include <libspe-lab/profiling.h>
#include <libspe/record.h>
#include <string.h>

#include "../base/config.h"
#include "registers.h"

#define NO SPE_PROFILING_NO
#define YES SPE_PROFILING_YES
#define OPEN SPE_PROFILING_UNPREDICTABLE

/* -- which timestamp -- */

#define NONE SPE_TIMESTAMP_NONE
#define VIRT SPE_TIMESTAMP_VIRTUAL
#define PHYS SPE_TIMESTAMP_PHYSICAL
#define OFFS SPE_TIMESTAMP_PHYSICAL_OFFSET
#define ODD SPE_TIMESTAMP_RESERVED

/*
 * Table D17-3, if the TS of the owning exception level is 1 (0 means none), by PMSCR_EL2.PCT and PMSCR_EL1.PCT. The
 * architecture lets 0b10 behave like any other value, so it is reported wherever it is read.
 */
/* clang-format off */
static const uint8_t el1_alone[4] = {VIRT, PHYS, ODD, OFFS}; /* EL2 is not enabled; by PMSCR_EL1.PCT */
static const uint8_t el2_owns[4]  = {VIRT, PHYS, ODD, OFFS}; /* EL2 owns the buffer; by PMSCR_EL2.PCT */
static const uint8_t el1_owns[4][4] = {
    /* PMSCR_EL1.PCT        0     1     2    3 */
    /* PMSCR_EL2.PCT 0 */ {VIRT, VIRT, VIRT, VIRT},
    /*               1 */ {VIRT, PHYS, ODD,  OFFS},
    /*               2 */ {ODD,  ODD,  ODD,  ODD},
    /*               3 */ {VIRT, OFFS, ODD,  OFFS},
};
/* clang-format on */

int spe_timestamp_source(uint64_t pmscr_el1, uint64_t pmscr_el2, int el2_enabled, unsigned owning_el, int has_ecv)
{
    const unsigned implemented = has_ecv ? 3 : 1; /* PCT[1] is RES0 without FEAT_ECV */
    const unsigned pct_el1 = spe_bits_of(pmscr_el1, 7, 6) & implemented;
    const unsigned pct_el2 = spe_bits_of(pmscr_el2, 7, 6) & implemented;
    if (owning_el < 1 || owning_el > 2 || (owning_el == 2 && !el2_enabled))
        return SPE_E_ARG;
    if (!spe_bits_of(owning_el == 2 ? pmscr_el2 : pmscr_el1, 5, 5)) /* TS */
        return NONE;
    if (owning_el == 2)
        return el2_owns[pct_el2];
    return el2_enabled ? el1_owns[pct_el2][pct_el1] : el1_alone[pct_el1];
}

const char *spe_timestamp_source_name(unsigned source)
{
    static const char *const names[] = {"none", "virtual", "physical", "physical - physical offset",
                                        "CONSTRAINED UNPREDICTABLE"};
    return source < sizeof names / sizeof names[0] ? names[source] : "?";
}

#define PMSCR_PCT (UINT64_C(3) << 6)
#define PMSCR_PCT_PHYSICAL (UINT64_C(1) << 6)

/* -- registers as they are looked up -- */

struct profiling_input {
    const struct spe_sysreg_value *regs;
    size_t n;
    uint64_t flags; /* flags of the features */
    uint8_t version;
    uint8_t lacks_el2; /* ID_AA64PFR0_EL1 is given and shows that EL2 is not implemented */
    uint64_t missing;
};

static uint64_t profiling_value(struct profiling_input *in, unsigned reg)
{
    uint64_t raw;
    if (!spe_register_of(in->regs, in->n, reg, &raw))
        in->missing |= UINT64_C(1) << reg;
    return raw;
}

static unsigned profiling_bits(struct profiling_input *in, unsigned reg, unsigned high, unsigned low)
{
    return spe_bits_of(profiling_value(in, reg), high, low);
}

static int profiling_has_any(const struct profiling_input *in, const uint8_t *regs, size_t n)
{
    uint64_t raw;
    for (size_t i = 0; i < n; i++)
        if (spe_register_of(in->regs, in->n, regs[i], &raw))
            return 1;
    return 0;
}

/* -- the owner -- */

static void profiling_find_levels(struct profiling_input *in, struct spe_profiling *out)
{
    static const uint8_t of_el2[] = {SPE_REG_PMSCR_EL2, SPE_REG_MDCR_EL2, SPE_REG_HCR_EL2, SPE_REG_PMBSR_EL2};
    static const uint8_t of_el3[] = {SPE_REG_MDCR_EL3, SPE_REG_SCR_EL3, SPE_REG_PMBSR_EL3};
    const uint64_t pfr0 = profiling_value(in, SPE_REG_ID_AA64PFR0_EL1);
    const int all_given = !in->missing; /* so far only registers that are given were looked up */
    const int el2 = all_given ? spe_bits_of(pfr0, 11, 8) != 0 : profiling_has_any(in, of_el2, sizeof of_el2);
    const int el3 = all_given ? spe_bits_of(pfr0, 15, 12) != 0 : profiling_has_any(in, of_el3, sizeof of_el3);
    in->lacks_el2 = all_given && !el2;
    out->has_el2 = (uint8_t)el2;
    out->has_el3 = (uint8_t)el3;
}

/* By MDCR_EL3.{NSPBE, NSPB[1]}: NSPB[0] controls traps. */
static unsigned profiling_owning_state(struct profiling_input *in, const struct spe_profiling *out)
{
    static const uint8_t owning[2][2] = {{SPE_STATE_SECURE, SPE_STATE_NON_SECURE},
                                         {SPE_STATE_RESERVED, SPE_STATE_REALM}};
    const int rme = (in->flags & SPE_FEATURE_RME) != 0, secure = (in->flags & SPE_FEATURE_SECURE) != 0;
    if (!out->has_el3)
        return secure ? SPE_STATE_SECURE : SPE_STATE_NON_SECURE;
    const uint64_t mdcr = profiling_value(in, SPE_REG_MDCR_EL3);
    const unsigned state = owning[rme && spe_bits_of(mdcr, 11, 11)][spe_bits_of(mdcr, 13, 13)];
    return state == SPE_STATE_SECURE && rme && !secure ? SPE_STATE_RESERVED : state;
}

/* Secure EL2 is enabled by SCR_EL3.EEL2 if FEAT_SEL2 is implemented. It is always enabled if all states are Secure. */
static unsigned profiling_el2_enabled(struct profiling_input *in, const struct spe_profiling *out)
{
    uint64_t pfr0;
    if (!out->has_el2)
        return NO;
    if (out->owning_state != SPE_STATE_SECURE)
        return out->owning_state == SPE_STATE_RESERVED ? OPEN : YES;
    if (spe_register_of(in->regs, in->n, SPE_REG_ID_AA64PFR0_EL1, &pfr0) && !spe_bits_of(pfr0, 39, 36))
        return NO;
    return out->has_el3 ? profiling_bits(in, SPE_REG_SCR_EL3, 18, 18) : YES;
}

static void profiling_find_owner(struct profiling_input *in, struct spe_profiling *out)
{
    static const uint8_t owners[4] = {2, 0, 1, 1}; /* by MDCR_EL2.E2PB */
    out->owning_state = (uint8_t)profiling_owning_state(in, out);
    if (out->owning_state == SPE_STATE_RESERVED)
        out->unpredictable |= SPE_UNPREDICTABLE_NSPB;
    out->el2_enabled = (uint8_t)profiling_el2_enabled(in, out);
    if (out->el2_enabled == OPEN)
        return;
    out->owning_el = out->el2_enabled ? owners[profiling_bits(in, SPE_REG_MDCR_EL2, 13, 12)] : 1;
    if (!out->owning_el)
        out->unpredictable |= SPE_UNPREDICTABLE_E2PB;
}

/* -- events: where they are recorded, whether they stopped profiling, and whether they cause an interrupt or an
 * exception -- */

#define EE_DISABLED 0u
#define EE_DELEGATED 1u
#define EE_ENABLED 2u /* and above */
#define EE_ALL 3u

static int profiling_has_nv(const struct profiling_input *in)
{
    uint64_t mmfr2;
    spe_register_of(in->regs, in->n, SPE_REG_ID_AA64MMFR2_EL1, &mmfr2);
    return (in->flags & SPE_FEATURE_NV2) || spe_bits_of(mmfr2, 27, 24);
}

/* Whether PMSCR_EL1.EE leaves the interrupt enabled; ee_el2 is not EE_DISABLED. */
static unsigned profiling_interrupt_el1(struct profiling_input *in, struct spe_profiling *out)
{
    const unsigned ee = profiling_bits(in, SPE_REG_PMSCR_EL1, 9, 8);
    if (ee == EE_DISABLED || ee == EE_ALL)
        return ee == EE_DISABLED;
    if (profiling_has_nv(in))
        return ee == 1; /* the same as if both bits were EE[1] */
    out->unpredictable |= SPE_UNPREDICTABLE_EE;
    return OPEN;
}

/* Which exceptions are enabled, EE_*: the Effective values of MDCR_EL3.PMSEE and PMSCR_EL2.EE */
struct profiling_routes {
    unsigned el3, el2;
};

static struct profiling_routes profiling_find_routes(struct profiling_input *in, const struct spe_profiling *out)
{
    struct profiling_routes ee = {EE_DISABLED, EE_DISABLED};
    if (in->flags & SPE_FEATURE_EXC)
        ee.el3 = out->has_el3 ? profiling_bits(in, SPE_REG_MDCR_EL3, 52, 51) /* PMSEE */ : EE_DELEGATED;
    if (ee.el3 != EE_DISABLED)
        ee.el2 = out->el2_enabled == NO ? EE_DELEGATED : profiling_bits(in, SPE_REG_PMSCR_EL2, 9, 8);
    return ee;
}

/* The properties of a fault that determine where it goes */
struct profiling_fault {
    int stage1, stage2; /* Data Aborts of that stage */
    int check;          /* a granule protection check fault other than a GPF */
    int protection;     /* a GPF, reported by stage 1 or stage 2 */
    int external;       /* a synchronous External abort */
};

static struct profiling_fault profiling_fault_of(const struct profiling_input *in, uint64_t pmbsr)
{
    static const uint64_t external = UINT64_C(0x08fd0000); /* FSC 0x10, 0x12 to 0x17, 0x1b */
    const unsigned ec = spe_bits_of(pmbsr, 31, 26), fsc = spe_bits_of(pmbsr, 5, 0);
    const int rme = (in->flags & SPE_FEATURE_RME) != 0;
    struct profiling_fault fault = {ec == SPE_EC_STAGE1, ec == SPE_EC_STAGE2, rme && ec == SPE_EC_GRANULE, 0, 0};
    if (fault.stage1 || fault.stage2) {
        fault.protection = rme && fsc >= 0x22 && fsc <= 0x28;
        fault.external = (int)(external >> fsc & 1);
    }
    return fault;
}

static unsigned profiling_event_el(struct profiling_input *in, const struct spe_profiling *out,
                                   struct profiling_routes ee, uint64_t pmbsr)
{
    const struct profiling_fault fault = profiling_fault_of(in, pmbsr);
    if (ee.el3 == EE_ALL ||
        (ee.el3 >= EE_ENABLED && (fault.check || (fault.protection && profiling_bits(in, SPE_REG_SCR_EL3, 48, 48)) ||
                                  (fault.external && profiling_bits(in, SPE_REG_SCR_EL3, 3, 3))))) /* GPF, EA */
        return 3;
    if (ee.el2 < EE_ENABLED)
        return 1;
    if (ee.el2 == EE_ALL || fault.stage2 || fault.check || (fault.stage1 && out->owning_el == 2) ||
        (fault.protection && profiling_bits(in, SPE_REG_HCR_EL2, 48, 48)) ||
        (fault.external && profiling_bits(in, SPE_REG_HCR_EL2, 37, 37))) /* GPF, TEA */
        return out->el2_enabled == YES ? 2 : 0;
    return fault.stage1 && !out->owning_el ? 0 : 1;
}

static void profiling_find_events(struct profiling_input *in, struct spe_profiling *out)
{
    const struct profiling_routes ee = profiling_find_routes(in, out);
    out->stopped = (uint8_t)profiling_bits(in, SPE_REG_PMBSR_EL1, 17, 17);
    if (ee.el2 >= EE_ENABLED && profiling_bits(in, SPE_REG_PMBSR_EL2, 17, 17) && !out->stopped)
        out->stopped = out->el2_enabled; /* unknown if el2_enabled is unknown */
    if (ee.el3 >= EE_ENABLED && profiling_bits(in, SPE_REG_PMBSR_EL3, 17, 17))
        out->stopped = YES;
    out->event_el = (uint8_t)profiling_event_el(in, out, ee, 0);
    if (ee.el3 == EE_DISABLED || (ee.el2 == EE_DISABLED && out->el2_enabled == YES))
        out->interrupt = YES;
    else
        out->interrupt = ee.el2 == EE_DISABLED ? OPEN : (uint8_t)profiling_interrupt_el1(in, out);
}

/* -- the buffer -- */

static unsigned profiling_physical_mode(struct profiling_input *in, const struct spe_profiling *out)
{
    if (!(in->flags & SPE_FEATURE_NVM) || !profiling_bits(in, SPE_REG_PMBLIMITR_EL1, 7, 7)) /* nVM */
        return NO;
    if (out->owning_el == 2 || out->el2_enabled == NO || profiling_bits(in, SPE_REG_PMSCR_EL2, 11, 11)) /* EnVM */
        return YES;
    return out->owning_el ? NO : OPEN;
}

static void profiling_find_buffer(struct profiling_input *in, struct spe_profiling *out)
{
    static const uint8_t discards[4] = {NO, OPEN, YES, OPEN}; /* by FM */
    const uint64_t limit = profiling_value(in, SPE_REG_PMBLIMITR_EL1);
    out->buffer_enabled = limit & 1;
    out->discards = discards[spe_bits_of(limit, 2, 1)];
    if (out->discards == YES && in->version && in->version < SPE_V1P2)
        out->discards = OPEN;
    if (out->discards == OPEN)
        out->unpredictable |= SPE_UNPREDICTABLE_FM;
    out->physical_mode = (uint8_t)profiling_physical_mode(in, out);
}

/* -- the levels -- */

/* PMSCR_ELx and HCR_EL2 with their effect on the owning state: 0 if EL2 is not enabled in it */
struct profiling_controls {
    uint64_t el1, el2;
    int tge, e2h;
};

static int profiling_allowed(const struct spe_profiling *p, const struct profiling_controls *c, unsigned el)
{
    if (el > p->owning_el || (c->tge && (p->owning_el == 1 || el == 1))) /* with TGE nothing runs at EL1 */
        return NO;
    if (el == 2)
        return (int)spe_bits_of(c->el2, 1, 1); /* E2SPE */
    if (el == 1)
        return (int)spe_bits_of(c->el1, 1, 1);               /* E1SPE */
    return (int)spe_bits_of(c->tge ? c->el2 : c->el1, 0, 0); /* E0HSPE, E0SPE */
}

/* The effective PMSCR_EL1: without EL2 PCT is 0b01, whatever was written, as the virtual offset is zero (D24.7.8). */
static uint64_t profiling_pmscr_el1(struct profiling_input *in)
{
    const uint64_t raw = profiling_value(in, SPE_REG_PMSCR_EL1);
    return in->lacks_el2 ? (raw & ~PMSCR_PCT) | PMSCR_PCT_PHYSICAL : raw;
}

/* The fields that are collected (D17.6.9), except the timestamp */
static uint32_t profiling_collects(const struct spe_profiling *p, const struct profiling_controls *c, unsigned el)
{
    const int context_el1 = el != 2 && !c->tge && spe_bits_of(c->el1, 3, 3);
    const int context_el2 = p->el2_enabled && spe_bits_of(c->el2, 3, 3);
    const int pa_el1 = p->owning_el == 2 || spe_bits_of(c->el1, 4, 4);
    const int pa_el2 = !p->el2_enabled || spe_bits_of(c->el2, 4, 4);
    return (context_el1 ? SPE_HAS_CONTEXT_EL1 : 0) | (context_el2 ? SPE_HAS_CONTEXT_EL2 : 0) |
           (pa_el1 && pa_el2 ? SPE_HAS_DATA_PA : 0);
}

static unsigned profiling_timestamp(const struct profiling_input *in, const struct spe_profiling *p,
                                    const struct profiling_controls *c, unsigned el)
{
    const int in_host = c->e2h && (el == 2 || (el == 0 && c->tge));
    const int source =
        spe_timestamp_source(c->el1, c->el2, p->el2_enabled, p->owning_el, (in->flags & SPE_FEATURE_ECV) != 0);
    return source == VIRT && in_host ? PHYS : (unsigned)source;
}

/* Whether profiling that is allowed is enabled, with an enabled buffer */
static unsigned profiling_runs(unsigned allowed, unsigned stopped)
{
    if (stopped == YES)
        return NO;
    return stopped == OPEN && allowed ? OPEN : allowed;
}

static void profiling_find_level(const struct profiling_input *in, struct spe_profiling *out,
                                 const struct profiling_controls *c, unsigned el)
{
    struct spe_profiling_level *level = &out->level[el];
    level->allowed = out->owning_el ? (uint8_t)profiling_allowed(out, c, el) : el <= 1 || out->has_el2 ? OPEN : NO;
    level->enabled = out->buffer_enabled ? (uint8_t)profiling_runs(level->allowed, out->stopped) : NO;
    level->timestamp = level->allowed == OPEN ? ODD : NONE;
    if (level->allowed != YES)
        return;
    level->timestamp = (uint8_t)profiling_timestamp(in, out, c, el);
    level->collects = profiling_collects(out, c, el) | (level->timestamp != NONE ? SPE_HAS_TIMESTAMP : 0);
    if (level->timestamp == ODD)
        out->unpredictable |= SPE_UNPREDICTABLE_PCT;
}

/* Finds the owner of the buffer, and nothing else. Returns SPE_OK, or a status if the arguments are invalid. */
static int profiling_begin(struct profiling_input *in, const struct spe_features *features, struct spe_profiling *out)
{
    struct spe_features core;
    if (!out || !spe_are_registers(in->regs, in->n))
        return SPE_E_ARG;
    if (spe_features_read(&core, features))
        return SPE_E_CONFIG;
    in->flags = core.flags;
    in->version = core.version;
    memset(out, 0, sizeof *out);
    profiling_find_levels(in, out);
    profiling_find_owner(in, out);
    return SPE_OK;
}

int spe_profiling_event_el(const struct spe_sysreg_value *regs, size_t n, const struct spe_features *features,
                           uint64_t pmbsr)
{
    struct profiling_input in = {regs, n, 0, 0, 0, 0};
    struct spe_profiling owner;
    const int status = profiling_begin(&in, features, &owner);
    return status ? status : (int)profiling_event_el(&in, &owner, profiling_find_routes(&in, &owner), pmbsr);
}

int spe_profiling_read(const struct spe_sysreg_value *regs, size_t n, const struct spe_features *features,
                       struct spe_profiling *out)
{
    struct profiling_controls pm = {0, 0, 0, 0};
    struct profiling_input in = {regs, n, 0, 0, 0, 0};
    const int status = profiling_begin(&in, features, out);
    if (status)
        return status;
    profiling_find_events(&in, out);
    profiling_find_buffer(&in, out);
    pm.el1 = profiling_pmscr_el1(&in);
    if (out->el2_enabled == YES) {
        const uint64_t hcr = profiling_value(&in, SPE_REG_HCR_EL2);
        pm.el2 = profiling_value(&in, SPE_REG_PMSCR_EL2);
        pm.tge = (int)spe_bits_of(hcr, 27, 27);
        pm.e2h = (int)spe_bits_of(hcr, 34, 34);
    }
    for (unsigned el = 0; el <= 2; el++)
        profiling_find_level(&in, out, &pm, el);
    out->missing = in.missing;
    return SPE_OK;
}

int spe_profiling_at(const struct spe_profiling *profiling, unsigned el, unsigned state,
                     struct spe_profiling_level *out)
{
    if (!profiling || !out || el > 3 || state > SPE_STATE_REALM)
        return SPE_E_ARG;
    memset(out, 0, sizeof *out);
    if (el == 3 || (profiling->owning_state != SPE_STATE_RESERVED && profiling->owning_state != state))
        return SPE_OK;
    *out = profiling->level[el];
    if (profiling->owning_state != SPE_STATE_RESERVED || !out->allowed)
        return SPE_OK;
    out->allowed = OPEN; /* the owner may be another state */
    out->enabled = out->enabled ? OPEN : NO;
    out->timestamp = ODD;
    out->collects = 0;
    return SPE_OK;
}
