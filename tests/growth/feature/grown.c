/* SPDX-License-Identifier: MIT */
/* The program knows the feature and the library does not: it is rejected, and the reason is given. */
#include "program.h"

int main(void)
{
    struct spe_features features = SPE_FEATURES_INIT;
    features.flags = SPE_FEATURE_PART;
    expect(same(spe_features_problem(&features), "flags"));
    expect(!spe_feature_name(SPE_FEATURE_PART) && !(spe_features_all() & SPE_FEATURE_PART));
    return wrong;
}
