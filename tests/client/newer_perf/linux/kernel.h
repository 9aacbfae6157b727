/* SPDX-License-Identifier: MIT */
#include <stddef.h>
#define container_of(member, type, name) ((type *)((char *)(member)-offsetof(type, name)))
#define ARRAY_SIZE(array) (sizeof(array) / sizeof(array)[0])
