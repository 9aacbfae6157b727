/* SPDX-License-Identifier: MIT */
#ifndef SPE_LINUX_ERRNO_H
#define SPE_LINUX_ERRNO_H

#include <asm/errno.h>

#endif
