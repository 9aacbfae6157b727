/* SPDX-License-Identifier: MIT */
/*
 * The Test Anything Protocol, as prove(1) reads it: one line for each check, and a plan at the end. A check of many
 * cases shows its first failure with diag(), and calls ok_all() once, with the number of failures. With TAP_STOP a test
 * ends when the first check fails.
 */
#ifndef TAP_H
#define TAP_H

#include <stdarg.h>
#include <stdio.h>
#ifdef TAP_STOP
#include <stdlib.h>
#endif

/*
 * How many random inputs a test has, and which of many cases it tries: each CHECK_STEP-th. .ci/deep has ten times the
 * inputs and all cases (make check-inputs).
 */
#ifndef CHECK_STREAMS
#define CHECK_STREAMS 10000u
#define CHECK_STEP 7
#endif

static int tap_run;
static int tap_failed;

static inline void diag(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("# ");
    vprintf(format, args);
    printf("\n");
    va_end(args);
}

static inline int tap_ok(int passed, const char *name, const char *file, int line)
{
    printf("%sok %d - %s\n", passed ? "" : "not ", ++tap_run, name);
    if (!passed) {
        tap_failed++;
        diag("failed at %s:%d", file, line);
#ifdef TAP_STOP
        exit(1);
#endif
    }
    fflush(stdout);
    return passed;
}

#define ok(condition, name) tap_ok(!!(condition), name, __FILE__, __LINE__)

static inline int tap_is(long long got, long long want, const char *name, const char *file, int line)
{
    const int passed = tap_ok(got == want, name, file, line);
    if (!passed)
        diag("got %lld (0x%llx), want %lld (0x%llx)", got, (unsigned long long)got, want, (unsigned long long)want);
    return passed;
}

#define is(got, want, name) tap_is((long long)(got), (long long)(want), name, __FILE__, __LINE__)

/* The end of main(). */
static inline int tap_done(void)
{
    printf("1..%d\n", tap_run);
    return tap_failed != 0;
}

#endif
