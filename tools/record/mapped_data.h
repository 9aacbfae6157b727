/* SPDX-License-Identifier: MIT */
/*
 * The guest's memory that no file has: its stack, its heap, and anonymous mappings. They are recorded as the kernel
 * does for perf record -d, so that data there have names. Threads may make calls at the same time.
 */
#ifndef MAPPED_DATA_H
#define MAPPED_DATA_H

#include <stdint.h>

/* Records the mapping that contains the stack pointer at the beginning of the program. `host_offset` is the distance
 * from the guest's addresses to those of this process. */
void mapped_data_stack(uint64_t sp, uint64_t host_offset);

/* Call it before a system call of this thread, with its arguments. */
void mapped_data_call(int64_t number, const uint64_t arguments[4]);

/* Call it after that system call: records the memory that it has mapped, at this time. */
void mapped_data_return(int64_t number, int64_t result, uint64_t time);

#endif
