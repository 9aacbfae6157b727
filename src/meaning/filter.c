/* SPDX-License-Identifier: MIT */
/*
 * The filter of PMSFCR_EL1 over records (DDI 0487, D17.5; the pseudocode functions SPEFilterByEvents(), ByType(),
 * ByLatency() and ByDataSource()). spe_filter_compile() works out once what a setting means; filter_apply.c applies it.
 * filter_text.c reads filters as text.
 */
#include <libspe/op.h>

#include "../base/config.h"
#include "features.h"
#include "filter_compiled.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])
#define BITS(high, low) ((UINT64_MAX >> (63 - (high))) & (UINT64_MAX << (low)))
#define BIT(n) (UINT64_C(1) << (n))

/* The operation types, as PMSFCR_EL1[20:16] and [52:48] number them. */
#define TYPE_B 1
#define TYPE_LD 2
#define TYPE_ST 4
#define TYPE_FP 8
#define TYPE_SIMD 16
#define TYPES 31
#define TYPES_SHIFT 16
#define MASKS_SHIFT 48

/* -- what a core implements -- */
/* clang-format off */

static const struct {
    uint64_t bits;   /* bits of PMSFCR_EL1 */
    uint64_t needs;  /* SPE_FEATURE_* */
} controls[] = {
    {SPE_FILTER_FE,                                                 SPE_FEATURE_FE},
    {SPE_FILTER_FT | SPE_FILTER_B | SPE_FILTER_LD | SPE_FILTER_ST,  SPE_FEATURE_FT},
    {SPE_FILTER_FL,                                                 SPE_FEATURE_FL},
    {SPE_FILTER_FNE,                                                SPE_FEATURE_FNE},
    {SPE_FILTER_FDS,                                                SPE_FEATURE_FDS},
    {SPE_FILTER_FP | SPE_FILTER_SIMD | BITS(52, 48),                SPE_FEATURE_EFT},
};

#define ANY 0xff

static const struct {
    uint64_t bits;  /* bits of PMSEVFR_EL1 and PMSNEVFR_EL1 */
    uint8_t from;   /* from this version (PMSVer) ... */
    uint8_t before; /* ... until before this one ... */
    uint64_t needs; /* ... with one of these SPE_FEATURE_*; 0: no condition */
} filterable[] = {
    {BIT(1) | BIT(3) | BIT(5) | BIT(7),             0,        ANY,      0},
    {BIT(2) | BIT(4) | BIT(8) | BIT(9) | BIT(10),   0,        ANY,      0}, /* IMPLEMENTATION DEFINED before SPEv1p4 */
    {BIT(6),                                        0,        ANY,      SPE_FEATURE_FNE},
    {BIT(11),                                       SPE_V1P1, ANY,      0},
    {BITS(15, 12),                                  0,        ANY,      0}, /* IMPLEMENTATION DEFINED */
    {BIT(17) | BIT(18),                             SPE_V1P1, ANY,      SPE_FEATURE_SVE | SPE_FEATURE_SME}, /* J1: SVE only */
    {BITS(23, 19),                                  SPE_V1P4, ANY,      0},
    {BIT(24) | BIT(25),                             0,        ANY,      SPE_FEATURE_SPE_SME},
    {BIT(25),                                       SPE_V1P5, ANY,      0},
    {BITS(31, 24),                                  0,        SPE_V1P4, 0}, /* IMPLEMENTATION DEFINED */
    {BITS(63, 48),                                  0,        ANY,      0}, /* IMPLEMENTATION DEFINED */
};

static const char *const problem_words[] = {
    "FE is set, but no filterable bit in PMSEVFR_EL1 is",
    "FnE is set, but no filterable bit in PMSNEVFR_EL1 is",
    "FT is set, but no type is (without FEAT_SPE_EFT)",
    "FL is set, but MINLAT is 0",
    "PMSEVFR_EL1 and PMSNEVFR_EL1 have a bit in common",
    "PMSFCR_EL1 uses a feature that is not implemented",
    "a reserved bit of PMSFCR_EL1 or PMSLATFR_EL1 is set",
};

/* -- the types of an operation, apart from the fields that give them -- */

/* clang-format on */

/* Returns NULL, or the name of the invalid member. */
static const char *read_features(struct spe_features *out, const struct spe_features *in)
{
    const struct spe_features everything = spe_features_everything();
    return spe_features_read(out, in ? in : &everything);
}

static uint64_t filterable_events(const struct spe_features *features)
{
    uint64_t events = 0;
    for (size_t i = 0; i < COUNT(filterable); i++)
        if (features->version >= filterable[i].from && features->version < filterable[i].before &&
            (!filterable[i].needs || features->flags & filterable[i].needs))
            events |= filterable[i].bits;
    return events;
}

static uint64_t implemented_controls(const struct spe_features *features)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < COUNT(controls); i++)
        bits |= features->flags & controls[i].needs ? controls[i].bits : 0;
    return bits;
}

uint64_t spe_filter_controls(const struct spe_features *features)
{
    struct spe_features core;
    return read_features(&core, features) ? 0 : implemented_controls(&core);
}

uint64_t spe_filter_events(const struct spe_features *features)
{
    struct spe_features core;
    return read_features(&core, features) ? 0 : filterable_events(&core);
}

const char *spe_filter_problem_text(uint32_t problems)
{
    if (!problems)
        return "none";
    for (size_t i = 0; i < COUNT(problem_words); i++)
        if (problems >> i & 1)
            return problem_words[i];
    return "unknown";
}

/* PMSLATFR_EL1.MINLAT. Its bits [15:12] are RES0 if counters have 12 bits. */
static uint64_t min_latency(const struct spe_filter_registers *r, const struct spe_features *core)
{
    return r->pmslatfr & (core->counter_bits == 12 ? BITS(11, 0) : BITS(15, 0));
}

/* Finds bits of PMSFCR_EL1 whose feature is missing, and bits that no row of controls[] has. */
static uint32_t control_problems(const struct spe_filter_registers *r, const struct spe_features *core)
{
    const struct spe_features everything = spe_features_everything();
    const uint64_t known = implemented_controls(&everything), unknown = r->pmsfcr & ~known;
    uint32_t problems = 0;
    if (r->pmsfcr & known & ~implemented_controls(core))
        problems |= SPE_FILTER_NOT_IMPLEMENTED;
    if (unknown || ((r->pmsfcr & SPE_FILTER_FL) && r->pmslatfr >> 16))
        problems |= SPE_FILTER_RESERVED_BITS;
    return problems;
}

/* `events` are the core's events by which it can filter. */
static uint32_t find_problems(const struct spe_filter_registers *r, const struct spe_features *core, uint64_t events)
{
    const uint64_t fcr = r->pmsfcr;
    uint32_t problems = control_problems(r, core);
    if ((fcr & SPE_FILTER_FE) && !(r->pmsevfr & events))
        problems |= SPE_FILTER_NO_EVENTS;
    if ((fcr & SPE_FILTER_FNE) && !(r->pmsnevfr & events))
        problems |= SPE_FILTER_NO_INVERSE_EVENTS;
    if ((fcr & SPE_FILTER_FE) && (fcr & SPE_FILTER_FNE) && (r->pmsevfr & r->pmsnevfr & events))
        problems |= SPE_FILTER_CONTRADICTION;
    if ((fcr & SPE_FILTER_FT) && !(fcr & (BITS(20, 16) | BITS(52, 48))) && !(core->flags & SPE_FEATURE_EFT))
        problems |= SPE_FILTER_NO_TYPES;
    if ((fcr & SPE_FILTER_FL) && !min_latency(r, core))
        problems |= SPE_FILTER_NO_LATENCY;
    return problems;
}

static unsigned operation_types(const struct spe_op *op)
{
    if (op->reserved_value)
        return 0;
    unsigned types = op->op_class == SPE_CLASS_BRANCH ? TYPE_B : 0;
    if (spe_op_is_load(op))
        types |= op->atomic ? TYPE_LD | TYPE_ST : TYPE_LD;
    if (spe_op_is_store(op))
        types |= TYPE_ST;
    if (op->gcs && op->branch_kind == SPE_CR_RETURN)
        types |= TYPE_LD;
    if (op->gcs && op->branch_kind == SPE_CR_BRANCH_LINK)
        types |= TYPE_ST;
    if (op->fp)
        types |= TYPE_FP;
    if (op->ase || op->evl_bits || op->ets_bits) /* a vector, or an SME array */
        types |= TYPE_SIMD;
    return types;
}

/* Whether PMSFCR_EL1 keeps an operation of these types: it is of one of the requested types, and it agrees with all
 * masked types. */
static int keeps_types(uint64_t fcr, unsigned types)
{
    const unsigned wanted = (unsigned)(fcr >> TYPES_SHIFT) & TYPES;
    const unsigned mask = (unsigned)(fcr >> MASKS_SHIFT) & TYPES;
    const unsigned any = wanted & ~mask;
    return (!any || (types & any)) && (types & mask) == (wanted & mask);
}

uint64_t spe_filter_types(unsigned op_class, unsigned payload)
{
    struct spe_op op;
    return spe_op_decode(op_class, payload, &op) ? 0 : (uint64_t)operation_types(&op) << TYPES_SHIFT;
}

int spe_filter_keeps_types(uint64_t pmsfcr, uint64_t types)
{
    return keeps_types(pmsfcr, (unsigned)(types >> TYPES_SHIFT) & TYPES);
}

static int keeps_operation(uint64_t fcr, const struct spe_op *op)
{
    const unsigned types = operation_types(op);
    if (!(fcr & SPE_FILTER_FT))
        return 1;
    if (op->subclass == SPE_OP_SIMD_FP) /* vector or scalar: the packet does not distinguish them */
        return keeps_types(fcr, types | TYPE_SIMD) || keeps_types(fcr, types | TYPE_FP);
    return keeps_types(fcr, types);
}

static void compile_operations(struct compiled *filter, uint64_t fcr)
{
    for (unsigned i = 0; i < OPERATIONS; i++) {
        struct spe_op op;
        spe_op_decode(i >> 8, i & 255, &op);
        filter->kept[i / 64] |= (uint64_t)keeps_operation(fcr, &op) << i % 64;
        if (fcr & SPE_FILTER_FDS)
            filter->loads[i / 64] |= (uint64_t)spe_op_is_load(&op) << i % 64;
    }
}

/* Copies the caller's registers. Returns NULL, or the name of the invalid member. */
static const char *read_registers(struct spe_filter_registers *out, const struct spe_filter_registers *in)
{
    return spe_config_read(out, in, 64, offsetof(struct spe_filter_registers, reserved)); /* 64 in version 1.0 */
}

const char *spe_filter_registers_problem(const struct spe_filter_registers *in)
{
    struct spe_filter_registers r;
    return in ? read_registers(&r, in) : NULL;
}

/* The parts of the filter that reject no record, whatever the record holds. */
static uint32_t unused(const struct compiled *filter, uint64_t fcr)
{
    return (filter->set ? 0 : 1u << SPE_FILTER_BY_EVENT) | (filter->clear ? 0 : 1u << SPE_FILTER_BY_INVERSE_EVENT) |
           (fcr & SPE_FILTER_FT ? 0 : 1u << SPE_FILTER_BY_TYPE) |
           (filter->min_latency ? 0 : 1u << SPE_FILTER_BY_LATENCY) |
           (fcr & SPE_FILTER_FDS ? 0 : 1u << SPE_FILTER_BY_DATA_SOURCE);
}

int spe_filter_compile(const struct spe_filter_registers *in, const struct spe_features *features, spe_filter *out,
                       uint32_t *problems)
{
    struct compiled *filter = (struct compiled *)(void *)out;
    struct spe_filter_registers r;
    struct spe_features core;
    if (!out || !in)
        return SPE_E_ARG;
    const int readable = !read_registers(&r, in) && !read_features(&core, features);
    const uint64_t events = readable ? filterable_events(&core) : 0;
    const uint32_t found = readable ? find_problems(&r, &core, events) : 0;
    if (problems)
        *problems = found;
    if (!readable || found)
        return SPE_E_CONFIG;
    memset(out, 0, sizeof *out);
    filter->set = r.pmsfcr & SPE_FILTER_FE ? r.pmsevfr & events : 0;
    filter->clear = r.pmsfcr & SPE_FILTER_FNE ? r.pmsnevfr & events : 0;
    filter->min_latency = r.pmsfcr & SPE_FILTER_FL ? min_latency(&r, &core) : 0;
    filter->sources = r.pmsdsfr;
    filter->unused = unused(filter, r.pmsfcr);
    compile_operations(filter, r.pmsfcr);
    return SPE_OK;
}
