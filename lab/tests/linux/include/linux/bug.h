/* SPDX-License-Identifier: MIT */
#ifndef SPE_LINUX_BUG_H
#define SPE_LINUX_BUG_H

#define WARN(condition, ...) fprintf(stderr, __VA_ARGS__)
#define WARN_ON(condition) (!!(condition))
#define static_assert _Static_assert

#endif
