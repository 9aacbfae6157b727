/* SPDX-License-Identifier: MIT */
/* How the threads that access a cache line affect each other; if threads are not known, cores. */
#ifndef SHARING_H
#define SHARING_H

#include "../profile/tally.h"

enum sharing { SHARING_NONE, SHARING_READ, SHARING_TRUE, SHARING_FALSE, SHARING_BOTH };

enum sharing sharing_of(const struct tally_touches *touches);

/* "false sharing" */
const char *sharing_name(enum sharing sharing);

#endif
