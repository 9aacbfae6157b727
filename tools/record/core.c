/* SPDX-License-Identifier: MIT */
/* See core.h. A core is a row. */
#include "core.h"

#include <string.h>

#define EVENT(name) (UINT64_C(1) << SPE_EVENT_##name)
#define ID(reg, value)                                                                                                 \
    {                                                                                                                  \
        SPE_REG_##reg, 0, UINT64_C(value)                                                                              \
    }

/* PMSIDR_EL1.Interval has the least value, 0: a model needs no longer intervals. */
static const struct core cores[] = {
    {.name = "neoverse-n1", /* FEAT_SPE; 12-bit counters, records of 64 bytes */
     .qemu = "neoverse-n1",
     .midr = 0x410fd0c1,
     .register_count = 3,
     .registers = {ID(PMSIDR_EL1, 0x2601f), ID(PMBIDR_EL1, 0x6), ID(ID_AA64DFR0_EL1, 0x100000000)},
     .features = SPE_FEATURE_LSE,
     .sources = {0x0, 0x8, 0xb, 0xe}},
    {.name = "ampereone", /* FEAT_SPEv1p1 */
     .qemu = "max,sve=off,sme=off",
     .midr = 0xc00fac40,
     .register_count = 3,
     .registers = {ID(PMSIDR_EL1, 0x2601f), ID(PMBIDR_EL1, 0x6), ID(ID_AA64DFR0_EL1, 0x200000000)},
     .features = SPE_FEATURE_LSE,
     .sources = {0x8, 0x9, 0x3, 0x7}},
    {.name = "max", /* FEAT_SPEv1p5 and all features; 16-bit counters, records of 128 bytes */
     .qemu = "max",
     .midr = 0x410fd4f0, /* not an existing core: data sources are numbered as on Neoverse V2 */
     .register_count = 5,
     .registers = {ID(PMSIDR_EL1, 0x10f0370ff), ID(PMBIDR_EL1, 0x6), ID(ID_AA64DFR0_EL1, 0x600000000),
                   ID(ID_AA64PFR0_EL1, 0x100000000), ID(ID_AA64PFR1_EL1, 0x1000200)},
     .features = SPE_FEATURE_LSE | SPE_FEATURE_MOPS | SPE_FEATURE_GCS,
     .sources = {0x0, 0x8, 0xb, 0xe},
     .steps = 1},
};

const struct core *core_at(unsigned n)
{
    return n < sizeof cores / sizeof cores[0] ? &cores[n] : NULL;
}

const struct core *core_find(const char *name)
{
    const struct core *core;
    for (unsigned n = 0; (core = core_at(n)); n++)
        if (strcmp(core->name, name) == 0)
            return core;
    return NULL;
}

struct spe_features core_features(const struct core *core)
{
    struct spe_features out = SPE_FEATURES_INIT;
    spe_features_from_registers(core->registers, core->register_count, core->features, &out);
    return out;
}

uint64_t core_events(const struct spe_features *features)
{
    uint64_t out = EVENT(EXCEPTION) | EVENT(RETIRED) | EVENT(L1D_ACCESS) | EVENT(L1D_REFILL) | EVENT(TLB_ACCESS) |
                   EVENT(TLB_WALK) | EVENT(NOT_TAKEN) | EVENT(MISPREDICTED) | EVENT(LL_ACCESS) | EVENT(LL_MISS);
    if (features->version >= SPE_V1P1)
        out |= EVENT(MISALIGNED);
    if (features->version >= SPE_V1P4)
        out |= EVENT(L2D_ACCESS) | EVENT(L2D_MISS);
    if (features->flags & SPE_FEATURE_SPE_SME)
        out |= EVENT(STREAMING_SVE);
    return out;
}

struct spe_op core_operation(const struct spe_features *features, const struct spe_op *op)
{
    struct spe_op out = *op;
    if (!(features->flags & SPE_FEATURE_CRR))
        out.branch_kind = SPE_CR_NOT_RECORDED;
    if (!(features->flags & SPE_FEATURE_FPF) && out.subclass == SPE_OP_OTHER)
        out.fp = out.ase = 0;
    if (features->version < SPE_V1P1 && out.subclass == SPE_OP_UNSPECIFIED)
        out.subclass = SPE_OP_GP; /* D17.6.4: DC ZVA; unspecified registers came with FEAT_SPEv1p1 */
    return out;
}
