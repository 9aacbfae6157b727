/* SPDX-License-Identifier: MIT */
/* See memory.h. */
#include "memory.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

static void (*cleaners[2])(void);

void tool_at_no_memory(void (*clean)(void))
{
    cleaners[cleaners[0] && cleaners[0] != clean] = clean;
}

void tool_no_memory(void)
{
    static atomic_flag ends = ATOMIC_FLAG_INIT;
    while (atomic_flag_test_and_set(&ends))
        ; /* another thread ends the program */
    fprintf(stderr, "%s: no memory is left\n", tool_name);
    for (unsigned i = 0; i < 2; i++)
        if (cleaners[i])
            cleaners[i]();
    _Exit(TOOL_FAILED); /* other threads may run: nothing that they use is taken away */
}

void *tool_memory(void *memory)
{
    if (!memory)
        tool_no_memory();
    return memory;
}

void tool_check_memory(void)
{
    if (errno == ENOMEM)
        tool_no_memory();
}

int tool_has_memory(void)
{
    if (errno != ENOMEM)
        return 0;
    free(tool_malloc(1 << 16));
    return 1;
}

void *tool_malloc(size_t size)
{
    return tool_memory(malloc(size ? size : 1));
}

void *tool_calloc(size_t n, size_t size)
{
    return tool_memory(calloc(n ? n : 1, size));
}

void *tool_realloc(void *old, size_t n, size_t size)
{
    return tool_memory(n <= SIZE_MAX / size ? realloc(old, n ? n * size : 1) : NULL);
}

char *tool_strdup(const char *text)
{
    const size_t size = strlen(text) + 1;
    return memcpy(tool_malloc(size), text, size);
}
