/* SPDX-License-Identifier: MIT */
#ifndef SPE_LINUX_OF_ADDRESS_H
#define SPE_LINUX_OF_ADDRESS_H

#include <linux/of.h>

#endif
