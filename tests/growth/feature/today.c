/* SPDX-License-Identifier: MIT */
/* A feature that was added later: its flag is in the set of all flags, and has a name. */
#include "program.h"

int main(void)
{
    struct spe_features features = SPE_FEATURES_INIT;
    expect(spe_features_all() >> 28 & 1);
    expect(same(spe_feature_name((uint64_t)1 << 28), "FEAT_SPE_PART"));
    features.flags = spe_features_all();
    expect(!spe_features_problem(&features));
    for (unsigned bit = 0; bit < 64; bit++)
        expect(!spe_feature_name((uint64_t)1 << bit) == !(spe_features_all() >> bit & 1));
    return wrong;
}
