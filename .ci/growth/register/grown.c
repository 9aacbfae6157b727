/* SPDX-License-Identifier: MIT */
/* The program knows the register's number and the library does not: it is rejected everywhere. */
#include <libspe-lab/lab.h>

#include "program.h"

int main(void)
{
    const struct spe_sysreg_value value = {SPE_REG_PMSPFR_EL1, 0, 1};
    struct spe_features features;
    uint64_t raw = 0;
    char text[256];
    expect(!spe_sysreg_name(SPE_REG_PMSPFR_EL1) && spe_sysreg_find("PMSPFR_EL1") == SPE_E_NAME);
    expect(spe_sysreg_put(SPE_REG_PMSPFR_EL1, 0, 1, &raw) == SPE_E_ARG);
    expect(spe_sysreg_text(SPE_REG_PMSPFR_EL1, 0, text, sizeof text) == SPE_E_ARG);
    expect(spe_features_from_registers(&value, 1, 0, &features) == SPE_E_ARG);
    return wrong;
}
