/* SPDX-License-Identifier: MIT */
#ifndef SPE_LINUX_LIST_H
#define SPE_LINUX_LIST_H

#include <linux/bitops.h>

struct hlist_node {
    int unused;
};

#define container_of(pointer, type, member) ((type *)(void *)((char *)(pointer)-offsetof(type, member)))
#define hlist_entry_safe(pointer, type, member) ((pointer) ? container_of(pointer, type, member) : NULL)

#endif
