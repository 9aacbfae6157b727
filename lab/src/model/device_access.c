/* SPDX-License-Identifier: MIT */
/*
 * Who may read and write the registers of SPE, as the accessibility pseudocode of DDI 0487, D24.7.1 to D24.7.17
 * specifies it for a PE that is not in Debug state: a row for each register. Its checks come in one order everywhere:
 * fine-grained traps and MDCR_EL2 at EL1, then MDCR_EL3 at EL1 and EL2, then nested virtualization at EL1.
 */
#include <libspe-lab/device.h>
#include <string.h>

#include "unit_state.h"

/* At EL1 with HCR_EL2.{NV2, NV} 0b11, the access goes to memory ... */
enum {
    NEVER = 0,
    NESTED = 1,   /* always */
    WITH_NV1 = 2, /* if HCR_EL2.NV1 is 1 */
    STATUS = 3    /* PMBSR_EL1 (D24.7.5): if HCR_EL2.NV1 is set, or the profiling exception is disabled */
};

/* EffectiveHCR_EL2_NVx(): NV2, NV1, NV */
enum { NV = 1, NV1 = 2, NV2 = 4 };

struct access_row {
    uint64_t needs;        /* SPE_FEATURE_* that the register needs in addition to FEAT_SPE; else it is UNDEFINED */
    const char *el2;       /* the field of MDCR_EL2 that traps EL1, or NULL */
    const char *fine;      /* the field of HDFGRTR_EL2 or HDFGWTR_EL2 (n...: traps if 0), or NULL */
    const char *fine2;     /* ... of HDFGRTR2_EL2 or HDFGWTR2_EL2, all of which trap if 0, or NULL */
    const char *el3;       /* the field of MDCR_EL3 that, if clear, traps EL1 and EL2 in addition to NSPB, or NULL */
    uint16_t offset;       /* of the register in the memory of nested virtualization */
    uint8_t lowest;        /* the lowest Exception level that may use it; 0 if the row is not one */
    uint8_t is_read_only;  /* MSR is UNDEFINED */
    uint8_t ignores_owner; /* MDCR_EL3.NSPB does not trap it */
    uint8_t nested;        /* NEVER, NESTED ... */
    uint8_t host;          /* the register that the name means at EL2 with HCR_EL2.E2H, or 0 */
};

/* clang-format off */
#define TPMS .el2 = "TPMS"
#define E2PB .el2 = "E2PB"
static const struct access_row rows[] = {
    [SPE_REG_PMBIDR_EL1]    = {.lowest = 1, .fine = "PMBIDR_EL1", .is_read_only = 1, .ignores_owner = 1},
    [SPE_REG_PMBLIMITR_EL1] = {.lowest = 1, E2PB, .fine = "PMBLIMITR_EL1", .nested = NESTED, .offset = 0x800},
    [SPE_REG_PMBPTR_EL1]    = {.lowest = 1, E2PB, .fine = "PMBPTR_EL1", .nested = NESTED, .offset = 0x810},
    [SPE_REG_PMBSR_EL1]     = {.lowest = 1, E2PB, .fine = "PMBSR_EL1", .nested = STATUS, .offset = 0x820,
                               .host = SPE_REG_PMBSR_EL2},
    [SPE_REG_PMBMAR_EL1]    = {.lowest = 1, E2PB, .fine2 = "nPMBMAR_EL1", .el3 = "EnPMS4", .needs = SPE_FEATURE_NVM},
    [SPE_REG_PMSCR_EL1]     = {.lowest = 1, TPMS, .fine = "PMSCR_EL1", .nested = WITH_NV1, .offset = 0x828,
                               .host = SPE_REG_PMSCR_EL2},
    [SPE_REG_PMSEVFR_EL1]   = {.lowest = 1, TPMS, .fine = "PMSEVFR_EL1", .nested = NESTED, .offset = 0x830},
    [SPE_REG_PMSICR_EL1]    = {.lowest = 1, TPMS, .fine = "PMSICR_EL1", .nested = NESTED, .offset = 0x838},
    [SPE_REG_PMSIRR_EL1]    = {.lowest = 1, TPMS, .fine = "PMSIRR_EL1", .nested = NESTED, .offset = 0x840},
    [SPE_REG_PMSLATFR_EL1]  = {.lowest = 1, TPMS, .fine = "PMSLATFR_EL1", .nested = NESTED, .offset = 0x848},
    [SPE_REG_PMSNEVFR_EL1]  = {.lowest = 1, TPMS, .fine = "nPMSNEVFR_EL1", .nested = NESTED, .offset = 0x850,
                               .el3 = "EnPMSN", .needs = SPE_FEATURE_FNE},
    [SPE_REG_PMSDSFR_EL1]   = {.lowest = 1, TPMS, .fine2 = "nPMSDSFR_EL1", .nested = NESTED, .offset = 0x858,
                               .el3 = "EnPMS3", .needs = SPE_FEATURE_FDS},
    [SPE_REG_PMSFCR_EL1]    = {.lowest = 1, TPMS, .fine = "PMSFCR_EL1"},
    [SPE_REG_PMSIDR_EL1]    = {.lowest = 1, TPMS, .fine = "PMSIDR_EL1", .is_read_only = 1},
    [SPE_REG_PMSCR_EL2]     = {.lowest = 2},
    [SPE_REG_PMBSR_EL2]     = {.lowest = 2, .el3 = "PMSEE", .needs = SPE_FEATURE_EXC},
    [SPE_REG_PMBSR_EL3]     = {.lowest = 3, .needs = SPE_FEATURE_EXC},
};
/* clang-format on */

/* The instruction, and what its level sees */
struct access {
    const struct spe_unit_state *unit;
    const struct access_row *row;
    unsigned reg;
    unsigned el;
    int is_write;
    int is_el12;     /* the name is PMSCR_EL12 or PMBSR_EL12 */
    int el2_enabled; /* in the Security state of SCR_EL3 */
    int is_host;     /* ELIsInHost(EL2) */
    unsigned nv;     /* EffectiveHCR_EL2_NVx() */
};

static uint64_t field(const struct spe_unit_state *unit, unsigned reg, const char *name)
{
    uint64_t value = 0;
    const int number = spe_sysreg_field_find(reg, name);
    if (number >= 0)
        spe_sysreg_get(reg, (unsigned)number, spe_unit_value(unit, reg), &value);
    return value;
}

/* -- the level and its state -- */

static int is_el2_enabled(const struct spe_unit_state *unit)
{
    if (!unit->profiling.has_el2)
        return 0;
    return !unit->profiling.has_el3 || field(unit, SPE_REG_SCR_EL3, "NS") ||
           (field(unit, SPE_REG_ID_AA64PFR0_EL1, "SEL2") && field(unit, SPE_REG_SCR_EL3, "EEL2"));
}

static unsigned nested_bits(const struct spe_unit_state *unit)
{
    const uint64_t has = field(unit, SPE_REG_ID_AA64MMFR2_EL1, "NV");
    const int has_nv2 = has >= 2 || (unit->core.flags & SPE_FEATURE_NV2);
    if ((!has && !has_nv2) || !field(unit, SPE_REG_HCR_EL2, "NV"))
        return 0;
    return NV | (field(unit, SPE_REG_HCR_EL2, "NV1") ? NV1 : 0u) |
           (has_nv2 && field(unit, SPE_REG_HCR_EL2, "NV2") ? NV2 : 0u);
}

static unsigned security_state(const struct spe_unit_state *unit)
{
    const int is_ns = (int)field(unit, SPE_REG_SCR_EL3, "NS");
    if (!unit->profiling.has_el3)
        return unit->profiling.owning_state; /* there is only one */
    if ((unit->core.flags & SPE_FEATURE_RME) && field(unit, SPE_REG_SCR_EL3, "NSE"))
        return is_ns ? SPE_STATE_REALM : SPE_STATE_RESERVED;
    return is_ns ? SPE_STATE_NON_SECURE : SPE_STATE_SECURE;
}

/* -- the traps -- */

/* HDFGxTR_EL2 and HDFGxTR2_EL2. ID_AA64MMFR0_EL1.FGT is 1 with FEAT_FGT, and 2 with FEAT_FGT2. */
static int traps_finely(const struct access *a)
{
    const struct access_row *row = a->row;
    const unsigned has = (unsigned)(spe_unit_value(a->unit, SPE_REG_ID_AA64MMFR0_EL1) >> 56 & 0xf);
    const int has_el3 = a->unit->profiling.has_el3;
    if (row->fine2 && has >= 2)
        return (has_el3 && !field(a->unit, SPE_REG_SCR_EL3, "FGTEn2")) ||
               !field(a->unit, a->is_write ? SPE_REG_HDFGWTR2_EL2 : SPE_REG_HDFGRTR2_EL2, row->fine2);
    if (!row->fine || !has || (has_el3 && !field(a->unit, SPE_REG_SCR_EL3, "FGTEn")))
        return 0;
    const uint64_t bit = field(a->unit, a->is_write ? SPE_REG_HDFGWTR_EL2 : SPE_REG_HDFGRTR_EL2, row->fine);
    return row->fine[0] == 'n' ? !bit : bit != 0;
}

static int traps_to_el2(const struct access *a)
{
    const char *control = a->row->el2;
    if (!a->el2_enabled)
        return 0;
    if (traps_finely(a))
        return 1;
    const uint64_t value = control ? field(a->unit, SPE_REG_MDCR_EL2, control) : 0;
    return control && (control[0] == 'E' ? !(value & 1) : value != 0); /* E2PB 0bx0, TPMS 0b1 */
}

/* CheckMDCR_EL3_NSPBTrap(): NSPB does not give the buffer to this Security state, or traps it. */
static int is_owner_trapped(const struct spe_unit_state *unit)
{
    const uint64_t nspb = field(unit, SPE_REG_MDCR_EL3, "NSPB");
    const int has_rme = (unit->core.flags & SPE_FEATURE_RME) != 0;
    return unit->profiling.owning_state == SPE_STATE_RESERVED || !(nspb & 1) ||
           nspb >> 1 != field(unit, SPE_REG_SCR_EL3, "NS") ||
           (has_rme && field(unit, SPE_REG_MDCR_EL3, "NSPBE") != field(unit, SPE_REG_SCR_EL3, "NSE"));
}

static int traps_to_el3(const struct access *a)
{
    const struct access_row *row = a->row;
    if (!a->unit->profiling.has_el3)
        return 0;
    return (!row->ignores_owner && is_owner_trapped(a->unit)) ||
           (row->el3 && !field(a->unit, SPE_REG_MDCR_EL3, row->el3));
}

/* EffectivePMSCR_EL2_EE() */
static uint64_t exception_enable(const struct access *a)
{
    if (!(a->unit->core.flags & SPE_FEATURE_EXC) ||
        (a->unit->profiling.has_el3 && !field(a->unit, SPE_REG_MDCR_EL3, "PMSEE")))
        return 0;
    return a->el2_enabled ? field(a->unit, SPE_REG_PMSCR_EL2, "EE") : 1;
}

static int is_memory(const struct access *a)
{
    if ((a->nv & (NV | NV2)) != (NV | NV2) || a->row->nested == NEVER)
        return 0;
    if (a->row->nested == NESTED || (a->nv & NV1))
        return 1;
    return a->row->nested == STATUS && (!exception_enable(a) || !field(a->unit, SPE_REG_PMSCR_EL1, "EE"));
}

/* -- the levels -- */

static int at_el1(struct access *a)
{
    if (a->is_el12 && (a->nv & (NV | NV1 | NV2)) == (NV | NV2))
        return SPE_DEVICE_MEMORY;
    if (a->is_el12 || a->row->lowest == 2)
        return a->nv & NV ? SPE_DEVICE_TRAP_EL2 : SPE_DEVICE_UNDEFINED;
    if (traps_to_el2(a))
        return SPE_DEVICE_TRAP_EL2;
    if (traps_to_el3(a))
        return SPE_DEVICE_TRAP_EL3;
    return is_memory(a) ? SPE_DEVICE_MEMORY : SPE_DEVICE_DONE;
}

static int at_el2(struct access *a)
{
    if (a->is_el12 && !a->is_host)
        return SPE_DEVICE_UNDEFINED;
    if (traps_to_el3(a))
        return SPE_DEVICE_TRAP_EL3;
    if (!a->is_el12 && a->is_host && a->row->host && (a->reg != SPE_REG_PMBSR_EL1 || exception_enable(a)))
        a->reg = a->row->host;
    return SPE_DEVICE_DONE;
}

static int decide(struct access *a)
{
    const uint64_t needs = a->row->needs | (a->is_el12 && a->reg == SPE_REG_PMBSR_EL1 ? SPE_FEATURE_EXC : 0);
    if (!a->el || (needs & ~a->unit->core.flags) || (a->row->is_read_only && a->is_write) ||
        (a->row->lowest == 3 && a->el < 3))
        return SPE_DEVICE_UNDEFINED;
    if (a->el == 1)
        return at_el1(a);
    if (a->el == 2)
        return at_el2(a);
    return a->is_el12 && !a->is_host ? SPE_DEVICE_UNDEFINED : SPE_DEVICE_DONE;
}

/* ESR_ELx: EC, IL, and the ISS of a trapped MSR or MRS with Rt 0 (D24.2, ISS encoding for EC 0x18) */
static uint64_t syndrome_of(int outcome, uint32_t encoding, int is_write)
{
    const uint32_t op0 = encoding >> 14, op1 = encoding >> 11 & 7, crn = encoding >> 7 & 15, crm = encoding >> 3 & 15;
    if (outcome == SPE_DEVICE_UNDEFINED)
        return UINT64_C(1) << 25;
    return (uint64_t)0x18 << 26 | 1 << 25 | op0 << 20 | (encoding & 7) << 17 | op1 << 14 | crn << 10 | crm << 1 |
           !is_write;
}

static int find_access(struct access *a, unsigned el, uint32_t encoding)
{
    const struct spe_unit_state *unit = a->unit;
    const int reg = spe_sysreg_find_encoding(encoding);
    if (!unit)
        return SPE_E_STATE;
    if (el > 3 || (el == 2 && !unit->profiling.has_el2) || (el == 3 && !unit->profiling.has_el3))
        return SPE_E_ARG;
    if (reg < 0 || (size_t)reg >= sizeof rows / sizeof rows[0] || !rows[reg].lowest)
        return SPE_E_NAME;
    a->reg = (unsigned)reg;
    a->row = &rows[reg];
    a->el = el;
    a->is_el12 = spe_sysreg_encoding(a->reg) != (int)encoding;
    a->el2_enabled = is_el2_enabled(unit);
    a->is_host = a->el2_enabled && field(unit, SPE_REG_HCR_EL2, "E2H");
    a->nv = a->el2_enabled ? nested_bits(unit) : 0;
    return SPE_OK;
}

static int answer(struct access *a, uint32_t encoding, struct spe_device_access *out)
{
    const int outcome = decide(a);
    memset(out, 0, sizeof *out);
    out->reg = a->reg;
    if (outcome == SPE_DEVICE_MEMORY)
        out->offset = a->row->offset;
    else if (outcome != SPE_DEVICE_DONE)
        out->syndrome = syndrome_of(outcome, encoding, a->is_write);
    return outcome;
}

/* Without EL2 its registers are RES0 at EL3 (D24.7.6, D24.7.9). */
static int is_zero(const struct access *a)
{
    return a->row->lowest == 2 && !a->unit->profiling.has_el2;
}

int spe_device_read(spe_unit *u, unsigned el, uint32_t encoding, struct spe_device_access *out)
{
    struct access a = {.unit = spe_unit_open(u)};
    const int status = find_access(&a, el, encoding);
    if (status || !out)
        return status ? status : SPE_E_ARG;
    const int outcome = answer(&a, encoding, out);
    if (outcome != SPE_DEVICE_DONE || is_zero(&a))
        return outcome;
    if (a.reg == SPE_REG_PMBIDR_EL1)
        out->value = spe_unit_pmbidr(a.unit, el, security_state(a.unit));
    else
        spe_unit_read_register(u, a.reg, &out->value);
    return outcome;
}

int spe_device_write(spe_unit *u, unsigned el, uint32_t encoding, uint64_t value, struct spe_device_access *out)
{
    struct access a = {.unit = spe_unit_open(u), .is_write = 1};
    const int status = find_access(&a, el, encoding);
    if (status || !out)
        return status ? status : SPE_E_ARG;
    const int outcome = answer(&a, encoding, out);
    if (outcome == SPE_DEVICE_DONE && !is_zero(&a))
        spe_unit_write_register(u, a.reg, value);
    return outcome;
}
