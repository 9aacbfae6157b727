/* SPDX-License-Identifier: MIT */
/* What registers say together: features, the buffer's syndrome and geometry, which timestamp (DDI 0487, D17). */
#include <string.h>

#include "../base/config.h"
#include "sysreg_table.h"

/* -- features -- */

#define OTHER_FEATURES                                                                                                 \
    (SPE_FEATURE_SVE | SPE_FEATURE_MTE | SPE_FEATURE_MOPS | SPE_FEATURE_GCS | SPE_FEATURE_RME | SPE_FEATURE_NV2 |      \
     SPE_FEATURE_TME | SPE_FEATURE_LSE)

/* PMSIDR_EL1's fields that say with any value but 0 that something is there */
static const struct {
    uint8_t high, low;
    uint32_t flag;
} feature_fields[] = {
    {0, 0, SPE_FEATURE_FE},    {1, 1, SPE_FEATURE_FT},       {2, 2, SPE_FEATURE_FL},    {3, 3, SPE_FEATURE_ARCH_INST},
    {4, 4, SPE_FEATURE_LDS},   {5, 5, SPE_FEATURE_ERND},     {6, 6, SPE_FEATURE_FNE},   {7, 7, SPE_FEATURE_FDS},
    {24, 24, SPE_FEATURE_PBT}, {25, 25, SPE_FEATURE_CRR},    {26, 26, SPE_FEATURE_EFT}, {27, 27, SPE_FEATURE_FPF},
    {32, 32, SPE_FEATURE_SPE_SME}, {31, 28, SPE_FEATURE_ALTCLK},
};

static unsigned sysreg_bits(uint64_t raw, unsigned high, unsigned low)
{
    return (unsigned)(raw >> low) & ((2u << (high - low)) - 1);
}

int spe_sysreg_features(uint64_t pmsidr, uint64_t id_aa64dfr0, uint64_t pmbidr, uint32_t flags,
                        struct spe_features *out)
{
    const unsigned count_size = sysreg_bits(pmsidr, 19, 16), max_size = sysreg_bits(pmsidr, 15, 12);
    const unsigned align = sysreg_bits(pmbidr, 3, 0);
    if (!out || flags & ~OTHER_FEATURES)
        return SPE_E_ARG;
    if (sysreg_bits(pmsidr, 23, 20) != 0) /* Format */
        return SPE_E_KIND;
    memset(out, 0, sizeof *out);
    out->size = sizeof *out;
    out->flags = flags;
    for (size_t i = 0; i < sizeof feature_fields / sizeof feature_fields[0]; i++)
        if (sysreg_bits(pmsidr, feature_fields[i].high, feature_fields[i].low))
            out->flags |= feature_fields[i].flag;
    out->max_record_size = max_size >= 4 && max_size <= 11 ? UINT32_C(1) << max_size : 0;
    out->alignment = align <= 11 ? UINT32_C(1) << align : 0;
    out->version = (uint8_t)sysreg_bits(id_aa64dfr0, 35, 32);
    out->counter_bits = count_size == 2 ? 12 : count_size == 3 ? 16 : 0;
    return SPE_OK;
}

/* -- the buffer's syndrome -- */

static const struct {
    uint8_t ec, event_class, has_fault;
} event_classes[] = {
    {SPE_EC_OTHER, SPE_BUFFER_OTHER, 0},   {SPE_EC_STAGE1, SPE_BUFFER_STAGE1, 1},
    {SPE_EC_STAGE2, SPE_BUFFER_STAGE2, 1}, {SPE_EC_GRANULE, SPE_BUFFER_GRANULE, 0}, /* which, MSS does not tell */
    {SPE_EC_IMPDEF, SPE_BUFFER_IMPDEF, 0},
};

int spe_syndrome_decode(uint64_t pmbsr, struct spe_syndrome *out)
{
    if (!out)
        return SPE_E_ARG;
    memset(out, 0, sizeof *out);
    out->mss = (uint16_t)sysreg_bits(pmbsr, 15, 0);
    out->ec = (uint8_t)sysreg_bits(pmbsr, 31, 26);
    out->event_class = SPE_BUFFER_RESERVED;
    for (size_t i = 0; i < sizeof event_classes / sizeof event_classes[0]; i++) {
        if (event_classes[i].ec != out->ec)
            continue;
        out->event_class = event_classes[i].event_class;
        out->has_fault = event_classes[i].has_fault;
    }
    out->data_lost = (uint8_t)sysreg_bits(pmbsr, 19, 19);
    out->external_abort = (uint8_t)sysreg_bits(pmbsr, 18, 18);
    out->service = (uint8_t)sysreg_bits(pmbsr, 17, 17);
    out->has_fault &= out->service;
    out->buffer_status = out->service && out->ec == SPE_EC_OTHER ? out->mss & 0x3f : 0;
    out->buffer_full = out->buffer_status == SPE_BSC_FULL;
    out->fault_status = out->has_fault ? out->mss & 0x3f : 0;
    out->collision = (uint8_t)sysreg_bits(pmbsr, 16, 16);
    return SPE_OK;
}

static unsigned ec_of_class(unsigned event_class)
{
    for (size_t i = 0; i < sizeof event_classes / sizeof event_classes[0]; i++)
        if (event_classes[i].event_class == event_class)
            return event_classes[i].ec;
    return 0;
}

/* Whether a member that says more than 0 says what the register says. */
static int agrees(unsigned told, unsigned is)
{
    return !told || told == is;
}

int spe_syndrome_encode(const struct spe_syndrome *in, uint64_t *pmbsr)
{
    struct spe_syndrome s;
    if (!in || !pmbsr)
        return SPE_E_ARG;
    if (in->ec > 63 || in->data_lost > 1 || in->external_abort > 1 || in->service > 1 || in->collision > 1)
        return SPE_E_RANGE;
    const unsigned ec = in->ec ? in->ec : ec_of_class(in->event_class);
    const unsigned status = in->buffer_status ? in->buffer_status : in->buffer_full ? SPE_BSC_FULL : in->fault_status;
    const uint64_t raw = (uint64_t)ec << 26 | (uint64_t)in->data_lost << 19 | (uint64_t)in->external_abort << 18 |
                         (uint64_t)in->service << 17 | (uint64_t)in->collision << 16 | (in->mss ? in->mss : status);
    spe_syndrome_decode(raw, &s);
    if (!agrees(in->event_class, s.event_class) || !agrees(in->buffer_full, s.buffer_full) ||
        !agrees(in->buffer_status, s.buffer_status) || !agrees(in->has_fault, s.has_fault) ||
        !agrees(in->fault_status, s.fault_status))
        return SPE_E_KIND;
    *pmbsr = raw;
    return SPE_OK;
}

/* As DFSC of ESR_ELx has them; the gaps are reserved. */
static const char *const fault_names[64] = {
    [0x00] = "address size fault, level 0",
    [0x01] = "address size fault, level 1",
    [0x02] = "address size fault, level 2",
    [0x03] = "address size fault, level 3",
    [0x04] = "translation fault, level 0",
    [0x05] = "translation fault, level 1",
    [0x06] = "translation fault, level 2",
    [0x07] = "translation fault, level 3",
    [0x08] = "access flag fault, level 0",
    [0x09] = "access flag fault, level 1",
    [0x0a] = "access flag fault, level 2",
    [0x0b] = "access flag fault, level 3",
    [0x0c] = "permission fault, level 0",
    [0x0d] = "permission fault, level 1",
    [0x0e] = "permission fault, level 2",
    [0x0f] = "permission fault, level 3",
    [0x10] = "synchronous external abort",
    [0x11] = "asynchronous external abort",
    [0x12] = "external abort on a translation table walk, level -2",
    [0x13] = "external abort on a translation table walk, level -1",
    [0x14] = "external abort on a translation table walk, level 0",
    [0x15] = "external abort on a translation table walk, level 1",
    [0x16] = "external abort on a translation table walk, level 2",
    [0x17] = "external abort on a translation table walk, level 3",
    [0x18] = "synchronous parity or ECC error",
    [0x1a] = "parity or ECC error on a translation table walk, level -2",
    [0x1b] = "parity or ECC error on a translation table walk, level -1",
    [0x1c] = "parity or ECC error on a translation table walk, level 0",
    [0x1d] = "parity or ECC error on a translation table walk, level 1",
    [0x1e] = "parity or ECC error on a translation table walk, level 2",
    [0x1f] = "parity or ECC error on a translation table walk, level 3",
    [0x21] = "alignment fault",
    [0x22] = "granule protection fault on a translation table walk, level -2",
    [0x23] = "granule protection fault on a translation table walk, level -1",
    [0x24] = "granule protection fault on a translation table walk, level 0",
    [0x25] = "granule protection fault on a translation table walk, level 1",
    [0x26] = "granule protection fault on a translation table walk, level 2",
    [0x27] = "granule protection fault on a translation table walk, level 3",
    [0x28] = "granule protection fault",
    [0x29] = "address size fault, level -1",
    [0x2a] = "translation fault, level -2",
    [0x2b] = "translation fault, level -1",
    [0x2c] = "address size fault, level -2",
    [0x30] = "TLB conflict abort",
    [0x31] = "unsupported atomic hardware update",
};

const char *spe_fault_status_name(unsigned fault_status)
{
    return fault_status < 64 && fault_names[fault_status] ? fault_names[fault_status] : "reserved";
}

/* -- the buffer's geometry -- */

#define PMBLIMITR_E UINT64_C(1)
#define PMBLIMITR_PAGE UINT64_C(0xfff) /* below LIMIT */
#define FM_DISCARD 2

static uint64_t sysreg_records_between(uint64_t pointer, uint64_t limit, uint64_t max_size, uint64_t alignment)
{
    /* pointer is below limit, a multiple of 4 KiB, so rounding it up to 2 KiB does not overflow. */
    const uint64_t first = (pointer + alignment - 1) & ~(alignment - 1);
    const uint64_t step = max_size > alignment ? max_size : alignment; /* both are powers of two */
    if (!max_size || limit - first < max_size)
        return 0;
    return (limit - first - max_size) / step + 1;
}

int spe_buffer_measure(uint64_t pmbptr, uint64_t pmblimitr, const struct spe_features *features,
                       struct spe_buffer_geometry *out)
{
    if (!features || !out || !spe_is_alignment(features->max_record_size) || !spe_is_alignment(features->alignment))
        return SPE_E_ARG;
    memset(out, 0, sizeof *out);
    out->pointer = pmbptr;
    out->limit = pmblimitr & ~PMBLIMITR_PAGE;
    if (!(pmblimitr & PMBLIMITR_E) || sysreg_bits(pmblimitr, 2, 1) == FM_DISCARD || out->pointer >= out->limit)
        return SPE_OK;
    out->free = out->limit - out->pointer;
    out->records = sysreg_records_between(out->pointer, out->limit, features->max_record_size,
                                          features->alignment ? features->alignment : 1);
    return SPE_OK;
}

/* -- which timestamp -- */

#define NONE SPE_TIMESTAMP_NONE
#define VIRT SPE_TIMESTAMP_VIRTUAL
#define PHYS SPE_TIMESTAMP_PHYSICAL
#define OFFS SPE_TIMESTAMP_PHYSICAL_OFFSET
#define ODD SPE_TIMESTAMP_RESERVED

/*
 * Table D17-3, where the TS of the owning exception level is 1 (0: none), by PMSCR_EL2.PCT and PMSCR_EL1.PCT.
 *
 * Certain: each level's PCT (0b00 virtual, 0b01 physical, 0b11 physical - offset), that a hypervisor which leaves
 * PMSCR_EL2.PCT 0b00 keeps its guest to virtual time whatever PMSCR_EL1.PCT says, that at 0b01 PMSCR_EL1.PCT chooses,
 * that at 0b11 a guest that asks for physical time gets it less the offset and one that asks for virtual time gets
 * that. Decided: what PMSCR_EL2.PCT 0b01 with PMSCR_EL1.PCT 0b11 gives (the offset: the guest asked for it), and that
 * 0b10, which the architecture lets behave as any other value, is reported wherever it is read, not guessed.
 */
/* clang-format off */
static const uint8_t el1_alone[4] = {VIRT, PHYS, ODD, OFFS}; /* EL2 not enabled; by PMSCR_EL1.PCT */
static const uint8_t el2_owns[4]  = {VIRT, PHYS, ODD, OFFS}; /* by PMSCR_EL2.PCT */
static const uint8_t el1_owns[4][4] = {
    /* PMSCR_EL1.PCT        0     1     2    3 */
    /* PMSCR_EL2.PCT 0 */ {VIRT, VIRT, VIRT, VIRT},
    /*               1 */ {VIRT, PHYS, ODD,  OFFS},
    /*               2 */ {ODD,  ODD,  ODD,  ODD},
    /*               3 */ {VIRT, OFFS, ODD,  OFFS},
};
/* clang-format on */

int spe_timestamp_source(uint64_t pmscr_el1, uint64_t pmscr_el2, int el2_enabled, unsigned owning_el)
{
    const unsigned pct_el1 = sysreg_bits(pmscr_el1, 7, 6), pct_el2 = sysreg_bits(pmscr_el2, 7, 6);
    if (owning_el < 1 || owning_el > 2 || (owning_el == 2 && !el2_enabled))
        return SPE_E_ARG;
    if (!sysreg_bits(owning_el == 2 ? pmscr_el2 : pmscr_el1, 5, 5)) /* TS */
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
