/* SPDX-License-Identifier: MIT */
#ifndef SPE_LINUX_SLAB_H
#define SPE_LINUX_SLAB_H

#include <stdlib.h>

#define GFP_KERNEL 0
#define kcalloc(count, size, flags) calloc(count, size)
#define kzalloc_node(size, flags, node) calloc(1, size)
#define kfree free
#define devm_kzalloc(device, size, flags) harness_keep(calloc(1, size))
#define devm_kasprintf(device, flags, format, ...) ((char *)harness_keep(strdup("arm_spe_0")))
#define cpu_to_node(cpu) 0

void *harness_keep(void *allocated); /* until the device is removed */

#endif
