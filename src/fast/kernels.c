/* SPDX-License-Identifier: MIT */
/* Which kernel a decoder uses, by the features of the processor. Decoders call this after they have decoded enough
 * bytes to make it worthwhile. */
#include <libspe/decoder.h>

#include "kernel.h"

#if SPE_LEARNING

#if SPE_KERNELS_X86

const struct spe_kernel *spe_kernel_choose(uint32_t name, uint32_t has)
{
    if (has & SPE_PROCESSOR_AVX512 && (name == SPE_KERNEL_ANY || name == SPE_KERNEL_AVX512))
        return &spe_kernel_avx512;
    if (has & SPE_PROCESSOR_AVX2 && (name == SPE_KERNEL_ANY || name == SPE_KERNEL_AVX2))
        return &spe_kernel_avx2;
    return name <= SPE_KERNEL_PORTABLE ? &spe_kernel_portable : NULL;
}

const struct spe_kernel *spe_kernel_find(uint32_t name)
{
    return spe_kernel_choose(name, name == SPE_KERNEL_PORTABLE ? 0 : spe_processor());
}

#elif SPE_KERNELS_NEON

const struct spe_kernel *spe_kernel_find(uint32_t name)
{
    return name == SPE_KERNEL_PORTABLE                         ? &spe_kernel_portable
           : name == SPE_KERNEL_ANY || name == SPE_KERNEL_NEON ? &spe_kernel_neon
                                                               : NULL;
}

#else

const struct spe_kernel *spe_kernel_find(uint32_t name)
{
    return name <= SPE_KERNEL_PORTABLE ? &spe_kernel_portable : NULL;
}

#endif

#endif
