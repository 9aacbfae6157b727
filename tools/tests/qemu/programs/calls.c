/* SPDX-License-Identifier: MIT */
/* One indirect call, which calls half the time one function, a quarter of the time the next, and so on. */
#include <stdio.h>

enum { CALLS = 300000 };
static volatile long total;

__attribute__((noinline)) static void half(void)
{
    total += 1;
}

__attribute__((noinline)) static void quarter(void)
{
    total += 2;
}

__attribute__((noinline)) static void eighth(void)
{
    total += 3;
}

__attribute__((noinline)) static void other_eighth(void)
{
    total += 4;
}

static void (*const volatile table[8])(void) = {half, half, half, half, quarter, quarter, eighth, other_eighth};

__attribute__((noinline)) static void call(void)
{
    unsigned random = 1;
    for (int i = 0; i < CALLS; i++) {
        random = random * 1664525 + 1013904223;
        table[random >> 29]();
    }
}

int main(void)
{
    call();
    printf("%ld\n", total);
    return 0;
}
