/* SPDX-License-Identifier: MIT */
/* How far samples are apart (DDI 0487, D17.3), and perf's periods. */
#include <libspe/profiling.h>
#include <string.h>

#include "features.h"
#include "registers.h"

#define INTERVAL UINT64_C(0xffffff00) /* PMSIRR_EL1.INTERVAL, in place: a number of operations */
#define RND UINT64_C(1)

int spe_interval_measure(uint64_t pmsirr, const struct spe_features *features, struct spe_interval *out)
{
    struct spe_features core;
    const uint64_t steady = (pmsirr & INTERVAL) + 1; /* the counter reaches 0, and is loaded by one operation more */
    if (!out)
        return SPE_E_ARG;
    if (spe_features_read(&core, features))
        return SPE_E_CONFIG;
    if (steady == 1)
        return SPE_E_KIND;
    /* A random byte, 0 to 255, is added to the counter; or with FEAT_SPE_ERnd counted behind it, while the counter goes
     * on: what one interval is longer by, the next is shorter by. */
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

int spe_interval_from_period(uint64_t period, uint64_t pmsidr, uint64_t *pmsirr)
{
    const uint32_t least = spe_interval_least(pmsidr);
    if (!pmsirr)
        return SPE_E_ARG;
    const uint64_t bounded = period < least ? least : period > INTERVAL ? INTERVAL : period;
    *pmsirr = (*pmsirr & ~INTERVAL) | (bounded & INTERVAL);
    if (bounded != period)
        return period < least ? SPE_PERIOD_RAISED : SPE_PERIOD_CAPPED;
    return period & ~INTERVAL ? SPE_PERIOD_ROUNDED : SPE_PERIOD_EXACT;
}

uint64_t spe_interval_to_period(uint64_t pmsirr)
{
    return pmsirr & INTERVAL;
}
