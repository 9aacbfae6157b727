/* SPDX-License-Identifier: MIT */
/* Copies an array word by word, and checks one word in four of the copy: loads of the source, and stores and a quarter
 * as many loads of the copy. */
#include <stdio.h>

enum { ROUNDS = 60, WORDS = 4096 };
static volatile long source[WORDS], copy[WORDS];

__attribute__((noinline)) static void copy_all(void)
{
    for (int i = 0; i < WORDS; i++)
        copy[i] = source[i];
}

__attribute__((noinline)) static long check(void)
{
    long wrong = 0;
    for (int i = 0; i < WORDS; i += 4)
        wrong += copy[i];
    return wrong;
}

int main(void)
{
    long wrong = 0;
    for (int i = 0; i < ROUNDS; i++) {
        copy_all();
        wrong += check();
    }
    printf("%ld\n", wrong);
    return (int)wrong;
}
