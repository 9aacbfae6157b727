/* SPDX-License-Identifier: MIT */
/*
 * A library to preload, which makes memory run out. Allocation number FAIL_FROM fails (malloc, calloc, realloc, also
 * inside glibc), and all later ones unless FAIL_ONCE is set. FAIL_COUNT names a file for the number of allocations.
 *
 * libdw 0.188 uses some memory without a check. Its callers cannot prevent that, so such a crash has its own message.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);

static _Atomic unsigned long calls;
static unsigned long fail_from;
static int is_once, is_on;
static const char *count_name;

/* The frames are: this one, the signal's, where it came from. */
static void on_crash(int number)
{
    static const char text[] = "no memory: libdw crashed\n";
    void *frames[3];
    Dl_info at;
    if (backtrace(frames, 3) == 3 && dladdr(frames[2], &at) && strstr(at.dli_fname, "/libdw"))
        _exit(write(STDERR_FILENO, text, sizeof text - 1) > 0);
    signal(number, SIG_DFL);
}

/* Commands that the program runs are left alone. */
static void __attribute__((constructor)) begin(void)
{
    const char *from = getenv("FAIL_FROM");
    fail_from = from ? strtoul(from, NULL, 10) : 0;
    is_once = getenv("FAIL_ONCE") != NULL;
    count_name = getenv("FAIL_COUNT");
    unsetenv("LD_PRELOAD");
    backtrace((void *[]){NULL}, 1); /* it allocates once */
    signal(SIGSEGV, on_crash);
    is_on = 1;
}

static void __attribute__((destructor)) end(void)
{
    is_on = 0;
    FILE *file = count_name ? fopen(count_name, "w") : NULL;
    if (file) {
        fprintf(file, "%lu\n", (unsigned long)calls);
        fclose(file);
    }
}

static int fails(void)
{
    const unsigned long n = is_on ? ++calls : 0;
    if (!n || !fail_from || n < fail_from || (is_once && n > fail_from))
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
    return fails() ? NULL : __libc_realloc(old, size);
}
