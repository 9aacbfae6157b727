/* SPDX-License-Identifier: MIT */
/* The distance between samples (DDI 0487, D17.3), and perf's periods. */
#include <libspe-lab/profiling.h>
#include <string.h>

#include "../base/config.h"
#include "registers.h"

#define INTERVAL UINT64_C(0xffffff00) /* PMSIRR_EL1.INTERVAL, in its place: a number of operations */
#define LEAST 256u                    /* operations, because INTERVAL is not 0 */
#define RND UINT64_C(1)

int spe_interval_measure(uint64_t pmsirr, const struct spe_features *features, struct spe_interval *out)
{
    struct spe_features core;
    const uint64_t steady = (pmsirr & INTERVAL) + 1; /* the counter reaches 0, and one more operation reloads it */
    if (!out)
        return SPE_E_ARG;
    if (spe_features_read(&core, features))
        return SPE_E_CONFIG;
    if (steady == 1)
        return SPE_E_KIND;
    /* A random byte, 0 to 255, is added to the counter. With FEAT_SPE_ERnd it is counted after the interval instead,
     * while the counter already counts the next one: the next interval is shorter by as much as this one is longer. */
    const unsigned later = pmsirr & RND ? 255 : 0, sooner = core.flags & SPE_FEATURE_ERND ? later : 0;
    memset(out, 0, sizeof *out);
    out->least = steady - sooner;
    out->most = steady + later;
    out->twice_mean = out->least + out->most;
    return SPE_OK;
}

uint32_t spe_interval_least(uint64_t pmsidr)
{
    static const uint16_t least[] = {256, 0, 512, 768, 1024, 1536, 2048, 3072, 4096};
    const unsigned interval = spe_bits_of(pmsidr, 11, 8);
    return interval < sizeof least / sizeof least[0] && least[interval] ? least[interval] : 4096;
}

int spe_interval_from_period(uint64_t period, uint64_t pmsidr, unsigned least, uint64_t *pmsirr)
{
    if (!pmsirr || least > SPE_PERIOD_RECOMMENDED)
        return SPE_E_ARG;
    const uint32_t lowest = least == SPE_PERIOD_RECOMMENDED ? spe_interval_least(pmsidr) : LEAST;
    const uint64_t bounded = period < lowest ? lowest : period > INTERVAL ? INTERVAL : period;
    *pmsirr = (*pmsirr & ~INTERVAL) | (bounded & INTERVAL);
    if (bounded != period)
        return period < lowest ? SPE_PERIOD_RAISED : SPE_PERIOD_CAPPED;
    return period & ~INTERVAL ? SPE_PERIOD_ROUNDED : SPE_PERIOD_EXACT;
}

uint64_t spe_interval_to_period(uint64_t pmsirr)
{
    return pmsirr & INTERVAL;
}
