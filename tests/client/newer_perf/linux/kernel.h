/* SPDX-License-Identifier: MIT */
#include <stddef.h>
#define container_of(member, type, name) ((type *)((char *)(member)-offsetof(type, name)))
