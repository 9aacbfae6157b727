/* SPDX-License-Identifier: MIT */
/* Whether the user may see physical addresses and the kernel: the harness decides. */
#ifndef SPE_LINUX_CAPABILITY_H
#define SPE_LINUX_CAPABILITY_H

#include <linux/bitops.h>

bool perfmon_capable(void);

#endif
