/* SPDX-License-Identifier: MIT */
/* What all parts of the harness share: a seed's random numbers, time, and faults that are found. */
#ifndef SPE_LINUX_HARNESS_H
#define SPE_LINUX_HARNESS_H

#include <linux/bitops.h>

/* 0 to n - 1, by the seed. */
unsigned harness_chance(unsigned n);

/* Operations so far, of all CPUs: the clock of everything, and the name of an operation. */
u64 harness_time(void);

/* Something is wrong. The first sentence of a seed is its verdict. */
void harness_fault(const char *file, int line, const char *what);

#define CHECK(condition, what) ((condition) ? (void)0 : harness_fault(__FILE__, __LINE__, what))

#endif
