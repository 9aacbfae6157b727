/* SPDX-License-Identifier: MIT */
/* See core_types.h. To add a type that always has ID_AA64DFR0_EL1.PMSVer 0, add a row. */
#include "core_types.h"

#include <stddef.h>

#define MIDR_KIND 0xff00fff0u /* Implementer and PartNum */

static const struct {
    uint32_t midr;
    const char *name;
} types[] = {
    /* Armv8.0 and 8.1: SPE may be in cores from Armv8.2 on (FEAT_SPE) */
    {0x4100d020, "Cortex-A34"},
    {0x4100d030, "Cortex-A53"},
    {0x4100d040, "Cortex-A35"},
    {0x4100d070, "Cortex-A57"},
    {0x4100d080, "Cortex-A72"},
    {0x4100d090, "Cortex-A73"},
    {0x43000a10, "ThunderX"},
    {0x43000af0, "ThunderX2"},
    {0x50000000, "X-Gene"},
    /* later ones */
    {0x4100d050, "Cortex-A55"},
    {0x4100d0b0, "Cortex-A76"},
    {0x4100d460, "Cortex-A510"},
    {0x4100d800, "Cortex-A520"},
    {0x46000010, "A64FX"},
};

const char *core_without_spe(uint64_t midr)
{
    for (unsigned i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].midr == (midr & MIDR_KIND))
            return types[i].name;
    return NULL;
}
