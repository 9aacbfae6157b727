/* SPDX-License-Identifier: MIT */
/* Memory that ends, on both sides, where nothing may be read or written (on Linux). Needs _DEFAULT_SOURCE. */
#ifndef GUARDED_H
#define GUARDED_H

#include <stdint.h>
#include <stdlib.h>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

/* Memory between two pages that cannot be accessed: after the first, or before the second. It is not freed. */
static inline uint8_t *guarded(size_t size, int at_the_end)
{
#if defined(__linux__)
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), whole = (size + page - 1) / page * page;
    uint8_t *all = mmap(NULL, whole + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all != MAP_FAILED && !mprotect(all + page, whole, PROT_READ | PROT_WRITE))
        return all + page + (at_the_end ? whole - size : 0);
#endif
    (void)at_the_end;
    return malloc(size);
}

#endif
