/* SPDX-License-Identifier: MIT */
/* A register that was added later: it is found by name and number, and its fields are read and written. */
#include <libspe-lab/lab.h>

#include "program.h"

int main(void)
{
    const int reg = spe_sysreg_find("PMSPFR_EL1");
    struct spe_features features;
    uint64_t raw = 0;
    char text[256];
    expect(reg > SPE_REG_HFGITR_EL2 && (unsigned)reg < spe_sysreg_count());
    expect(spe_sysreg_find("S3_0_C9_C11_1") == reg);
    expect(same(spe_sysreg_name((unsigned)reg), "PMSPFR_EL1"));
    const int keep = spe_sysreg_field_find((unsigned)reg, "KEEP"), id = spe_sysreg_field_find((unsigned)reg, "PARTID");
    expect(spe_sysreg_put((unsigned)reg, (unsigned)keep, 1, &raw) == SPE_OK);
    expect(spe_sysreg_put((unsigned)reg, (unsigned)id, 7, &raw) == SPE_OK);
    expect(raw == ((uint64_t)1 << 63 | 7) && spe_sysreg_reserved((unsigned)reg, 1 << 16) == 1 << 16);
    expect(spe_sysreg_text((unsigned)reg, raw, text, sizeof text) > 0 && strstr(text, "PARTID"));
    const struct spe_sysreg_value value = {(uint32_t)reg, 0, raw};
    expect(spe_features_from_registers(&value, 1, 0, &features) == SPE_OK);
    return wrong;
}
