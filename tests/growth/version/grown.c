/* SPDX-License-Identifier: MIT */
/* The version is known to the program and not to the library: it has no name there, nor what it brings. */
#include "program.h"

int main(void)
{
    struct spe_features features = SPE_FEATURES_INIT;
    features.version = SPE_V1P6;
    expect(!spe_features_problem(&features) && spe_features_implied(&features) != 0);
    expect(!(spe_features_implied(&features) & SPE_FEATURE_PBT));
    expect(!spe_sysreg_value_name(SPE_REG_ID_AA64DFR0_EL1, 0, SPE_V1P6));
    expect(spe_check_all_features(&features) == SPE_OK && features.version < SPE_V1P6);
    return wrong;
}
