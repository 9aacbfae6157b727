/* SPDX-License-Identifier: MIT */
/* Loads each 256th byte of an array of 16 pages, again and again, and stores as often to one word. */
#include <stdio.h>

enum { ROUNDS = 6000, SIZE = 16 * 4096, STEP = 256 };
static volatile char array[SIZE] __attribute__((aligned(4096)));
static volatile long word;

__attribute__((noinline)) static void walk(void)
{
    for (unsigned round = 0; round < ROUNDS; round++)
        for (unsigned i = 0; i < SIZE; i += STEP)
            word = array[i];
}

int main(void)
{
    walk();
    printf("%ld\n", word);
    return 0;
}
