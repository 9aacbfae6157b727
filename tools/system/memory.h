/* SPDX-License-Identifier: MIT */
/*
 * Memory. If it runs out, these functions print a message, remove the drafts of files (replacement.h) and end the
 * program with TOOL_FAILED, in any thread: callers never get NULL.
 */
#ifndef SYSTEM_MEMORY_H
#define SYSTEM_MEMORY_H

#include <stddef.h>

void *tool_malloc(size_t size);
void *tool_calloc(size_t n, size_t size);
void *tool_realloc(void *old, size_t n, size_t size); /* for n items of that size */
char *tool_strdup(const char *text);

/* Prints the message and ends the program. (The type is that of libdw's handler, which _Noreturn does not give.) */
__attribute__((__noreturn__)) void tool_no_memory(void);

/* Returns `memory`, which another library allocated. If it is NULL, does the same as tool_no_memory(). */
void *tool_memory(void *memory);

/* Calls tool_no_memory() if errno is ENOMEM, for libraries that give no reason. Set errno to 0 before calling them. */
void tool_check_memory(void);

/* Call it after a function of another library has failed. If errno is not ENOMEM, returns 0. If no memory is left, ends
 * the program. Else returns 1: try again; if that fails, the input asks for too much. */
int tool_has_memory(void);

/* Registers a function to call before the program ends for lack of memory. At most two can be registered. */
void tool_at_no_memory(void (*clean)(void));

#endif
