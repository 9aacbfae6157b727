/* SPDX-License-Identifier: MIT */
/* The list of descriptions. A program that describes its cores itself needs neither this file nor the tables. */
#include "telemetry_tables.h"

unsigned spe_telemetry_count(void)
{
    return SPE_TELEMETRIES;
}

const struct spe_telemetry *spe_telemetry_at(unsigned n)
{
    return n < SPE_TELEMETRIES ? &spe_telemetry_core[n] : NULL;
}

#define SAME_CORE UINT64_C(0xff00fff0) /* MIDR_EL1: Implementer and PartNum */
#define REVISION UINT64_C(0x00f0000f)  /* Variant and Revision: r1p2 is 0x00100002 */

const struct spe_telemetry *spe_telemetry_find(uint64_t midr)
{
    const struct spe_telemetry *found = NULL;
    for (const struct spe_telemetry *t = spe_telemetry_core; t < spe_telemetry_core + SPE_TELEMETRIES; t++)
        if (!((t->midr ^ midr) & SAME_CORE) && (!found || (t->midr & REVISION) <= (midr & REVISION)))
            found = t;
    return found;
}

const struct spe_telemetry *spe_telemetry_architected(void)
{
    return &spe_telemetry_any_core;
}
