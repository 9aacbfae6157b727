/* SPDX-License-Identifier: MIT */
/* Sets of CPUs, all of which have SPE. */
#ifndef SPE_LINUX_CPUMASK_H
#define SPE_LINUX_CPUMASK_H

#include <linux/bitops.h>

#define HARNESS_CPUS 4

typedef struct {
    u64 bits;
} cpumask_t;

#define cpumask_test_cpu(cpu, mask) ((int)((mask)->bits >> (cpu)&1))
#define cpumask_pr_args(mask) HARNESS_CPUS, "all"
#define cpumap_print_to_pagebuf(list, buffer, mask) sprintf(buffer, "%llx\n", (unsigned long long)(mask)->bits)

#endif
