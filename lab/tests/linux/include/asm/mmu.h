/* SPDX-License-Identifier: MIT */
#ifndef SPE_LINUX_ASM_MMU_H
#define SPE_LINUX_ASM_MMU_H

#define arm64_kernel_unmapped_at_el0() false

#endif
