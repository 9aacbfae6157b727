/* SPDX-License-Identifier: MIT */
/* Which kernel an encoder uses, by the features of the processor. */
#include <libspe/encoder.h>

#include "layout_kernel.h"

#ifndef SPE_NO_KERNELS

#if SPE_KERNELS_X86

const struct spe_layout_kernel *spe_layout_kernel_choose(uint32_t name, uint32_t has)
{
    if (has & SPE_PROCESSOR_VBMI2 && (name == SPE_KERNEL_ANY || name == SPE_KERNEL_AVX512))
        return spe_layout_avx512;
    if (has & SPE_PROCESSOR_AVX2 && (name == SPE_KERNEL_ANY || name == SPE_KERNEL_AVX2))
        return spe_layout_avx2;
    return NULL;
}

const struct spe_layout_kernel *spe_layout_kernel_find(uint32_t name)
{
    return spe_layout_kernel_choose(name, name == SPE_KERNEL_PORTABLE ? 0 : spe_processor());
}

#else

const struct spe_layout_kernel *spe_layout_kernel_find(uint32_t name)
{
    (void)name;
    return NULL;
}

#endif

#endif
