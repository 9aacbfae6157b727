/* SPDX-License-Identifier: MIT */
#ifndef SPE_LINUX_ASM_CPUFEATURE_H
#define SPE_LINUX_ASM_CPUFEATURE_H

#include <linux/bitops.h>

static inline unsigned cpuid_feature_extract_unsigned_field(u64 raw, int shift)
{
    return raw >> shift & 15;
}

#endif
