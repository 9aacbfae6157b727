/* SPDX-License-Identifier: MIT */
/* A version that came later: a core of it is understood, and what follows from it is known. */
#include "program.h"

#define NEXT (SPE_V1P5 + 1)

int main(void)
{
    const struct spe_sysreg_value value = {SPE_REG_ID_AA64DFR0_EL1, 0, (uint64_t)NEXT << 32};
    struct spe_features features = SPE_FEATURES_INIT;
    expect(spe_features_from_registers(&value, 1, 0, &features) == SPE_OK && features.version == NEXT);
    expect(spe_features_implied(&features) & SPE_FEATURE_PBT);
    expect(!(spe_features_implied(&features) & ~spe_features_all()));
    features.flags = SPE_FEATURE_EXC;
    expect(!spe_features_problem(&features) && spe_features_too_new(&features) == 0);
    expect(same(spe_sysreg_value_name(SPE_REG_ID_AA64DFR0_EL1, 0, NEXT), "FEAT_SPEv1p6"));
    expect(spe_check_all_features(&features) == SPE_OK && features.version == NEXT);
    return wrong;
}
