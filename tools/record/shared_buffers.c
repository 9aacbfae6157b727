/* SPDX-License-Identifier: MIT */
/* See shared_buffers.h. A file in memory, whose pages exist when they are written. */
#define _GNU_SOURCE
#include "shared_buffers.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
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
    void (*const action)(int) = signal(SIGXFSZ, SIG_IGN); /* RLIMIT_FSIZE is for memfds, too */
    const int status = fd < 0 ? -1 : ftruncate(fd, (off_t)(buffers(setup) * stride(setup))), error = errno;
    signal(SIGXFSZ, action);
    if (low >= 0)
        close(low);
    errno = error;
    setup->shared = (uint64_t)fd;
    return status;
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
    atomic_fetch_add_explicit(&shared_at(setup, 0)->samples, 1, memory_order_relaxed);
}

uint64_t shared_samples(const struct setup *setup)
{
    return atomic_load_explicit(&shared_at(setup, 0)->samples, memory_order_relaxed);
}

static int fail(const struct setup *setup, int error)
{
    shared_at(setup, 0)->error = error;
    return -1;
}

int shared_write(const struct setup *setup, int descriptor, uint64_t offset, const void *bytes, size_t size)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && offset + size > limit.rlim_cur)
        return fail(setup, EFBIG);
    for (const char *at = bytes, *const end = at + size; at < end;) {
        const ssize_t n = pwrite(descriptor, at, (size_t)(end - at), (off_t)offset);
        if (n <= 0)
            return fail(setup, n ? errno : ENOSPC);
        at += n;
        offset += (uint64_t)n;
    }
    return 0;
}
