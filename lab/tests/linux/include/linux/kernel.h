/* SPDX-License-Identifier: MIT */
#ifndef SPE_LINUX_KERNEL_H
#define SPE_LINUX_KERNEL_H

#include <linux/bitops.h>

#define __percpu
#define __init
#define __exit
#define __maybe_unused __attribute__((unused))
#define fallthrough __attribute__((fallthrough))
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define IS_ALIGNED(number, unit) (((number) & ((unit)-1)) == 0)
#define roundup(number, unit) (((number) + (unit)-1) / (unit) * (unit))
#define round_up(number, unit) ((((number)-1) | ((u64)(unit)-1)) + 1)
#define round_down(number, unit) ((number) & ~((u64)(unit)-1))
#define SZ_2K 2048
#define IS_ENABLED(option) 1

#endif
