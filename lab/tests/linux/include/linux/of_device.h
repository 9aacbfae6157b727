/* SPDX-License-Identifier: MIT */
#ifndef SPE_LINUX_OF_DEVICE_H
#define SPE_LINUX_OF_DEVICE_H

#include <linux/of.h>

#endif
