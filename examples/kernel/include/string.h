/* SPDX-License-Identifier: MIT */
#include <linux/string.h>
#undef BIT /* libspe has another one */
