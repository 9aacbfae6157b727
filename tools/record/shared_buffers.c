/* SPDX-License-Identifier: MIT */
/* See shared_buffers.h. A file in memory, whose pages exist when they are written. */
#define _GNU_SOURCE
#include "shared_buffers.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

enum { BUFFERS_MAX = 4096 };
#define SIZE_MAX_ (UINT64_C(1) << 36) /* bytes of address space */

static uint64_t stride(const struct setup *setup)
{
    return SHARED_PAGE + setup->buffer;
}

static uint64_t buffers(const struct setup *setup)
{
    const uint64_t n = SIZE_MAX_ / stride(setup);
    return n < BUFFERS_MAX ? n : BUFFERS_MAX;
}

int shared_make(struct setup *setup)
{
    const int low = memfd_create("spe-record", 0), fd = low < 0 ? -1 : fcntl(low, F_DUPFD, 200);
    if (fd < 0 || ftruncate(fd, (off_t)(buffers(setup) * stride(setup))) != 0)
        return -1;
    setup->shared = (uint64_t)fd;
    return 0;
}

struct shared_buffer *shared_at(const struct setup *setup, unsigned n)
{
    static void *memory = MAP_FAILED; /* mapped once, before the program begins, because it may close the file */
    if (memory == MAP_FAILED) {
        memory = mmap(NULL, buffers(setup) * stride(setup), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
                      (int)setup->shared, 0);
        if (memory == MAP_FAILED)
            return NULL;
    }
    if (n >= buffers(setup))
        return NULL;
    return (struct shared_buffer *)(void *)((uint8_t *)memory + n * stride(setup));
}

void shared_count_sample(const struct setup *setup)
{
    struct shared_buffer *first = shared_at(setup, 0);
    if (first)
        atomic_fetch_add_explicit(&first->samples, 1, memory_order_relaxed);
}

uint64_t shared_samples(const struct setup *setup)
{
    struct shared_buffer *first = shared_at(setup, 0);
    return first ? atomic_load_explicit(&first->samples, memory_order_relaxed) : 0;
}
