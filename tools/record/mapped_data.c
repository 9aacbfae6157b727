/* SPDX-License-Identifier: MIT */
/* See mapped_data.h: Linux's numbers for A64. */
#define _POSIX_C_SOURCE 200809L
#include "mapped_data.h"

#include <pthread.h>

#include "mapped_files.h"
#include "perf_output.h"

enum { CALL_BRK = 214, CALL_MREMAP = 216, CALL_MMAP = 222 };
enum { HAS_CODE = 4, HAS_NO_FILE = 0x20 }; /* PROT_EXEC, MAP_ANONYMOUS */

static __thread uint64_t requested; /* bytes of anonymous memory that this thread's system call maps; 0: none */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t heap_start, heap_end;

void mapped_data_stack(uint64_t sp, uint64_t host_offset)
{
    static struct mapping map; /* large */
    pthread_mutex_lock(&lock);
    if (maps_find(sp + host_offset, &map))
        output_data(map.start - host_offset, map.end - map.start, "[stack]", 0);
    pthread_mutex_unlock(&lock);
}

/* Memory that mremap() moves is taken for anonymous: realloc() calls it. */
void mapped_data_call(int64_t number, const uint64_t arguments[4])
{
    requested = 0;
    if (number == CALL_MMAP && arguments[3] & HAS_NO_FILE && !(arguments[2] & HAS_CODE))
        requested = arguments[1];
    else if (number == CALL_MREMAP)
        requested = arguments[2];
}

/* The heap begins at the first break that is returned, and grows. */
static void take_break(uint64_t end, uint64_t time)
{
    pthread_mutex_lock(&lock);
    heap_start = heap_start ? heap_start : end;
    if (end > heap_start && end > heap_end)
        output_data(heap_start, end - heap_start, "[heap]", time);
    heap_end = end;
    pthread_mutex_unlock(&lock);
}

void mapped_data_return(int64_t number, int64_t result, uint64_t time)
{
    if (result <= 0)
        return;
    if (number == CALL_BRK)
        take_break((uint64_t)result, time);
    else if ((number == CALL_MMAP || number == CALL_MREMAP) && requested)
        output_data((uint64_t)result, requested, "//anon", time);
}
