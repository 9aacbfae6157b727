/* SPDX-License-Identifier: MIT */
/* The CPU that runs. */
#ifndef SPE_LINUX_SMP_H
#define SPE_LINUX_SMP_H

#include <linux/cpumask.h>

int smp_processor_id(void);
#define raw_smp_processor_id smp_processor_id
#define smp_call_function_any(mask, function, argument, wait) ((function)(argument), 0)

/* A value for each CPU */
#define alloc_percpu(type) ((type *)calloc(HARNESS_CPUS, sizeof(type)))
#define free_percpu free
#define this_cpu_ptr(pointer) ((pointer) + smp_processor_id())

#endif
