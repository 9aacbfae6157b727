/* SPDX-License-Identifier: MIT */
/* A loop of about 1152 operations: as many as from one sample to the next at a period of 1024. All its stores come
 * together, so samples find them in bunches; so do they find refills of the cache. */
#include <stdint.h>
#include <stdio.h>

enum { ROUNDS = 8000, LINES = 1 << 15, BATCH = 8 };

static uint64_t lines[LINES + BATCH][8];

int main(void)
{
    uint64_t sum = 0, at = 0;
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < 126; i++) /* 6 operations each */
            __asm__ volatile("add %0, %0, #1\n\teor %0, %0, #2\n\tadd %0, %0, #3\n\teor %0, %0, #4" : "+r"(sum));
        for (int i = 0; i < 30; i++, at = (at + BATCH) % LINES)
            __asm__ volatile("str %0, [%1]\n\tstr %0, [%1, #64]\n\tstr %0, [%1, #128]\n\tstr %0, [%1, #192]\n\t"
                             "str %0, [%1, #256]\n\tstr %0, [%1, #320]\n\tstr %0, [%1, #384]\n\tstr %0, [%1, #448]"
                             :
                             : "r"(sum), "r"(lines[at])
                             : "memory");
    }
    printf("%llu\n", (unsigned long long)(sum + lines[7][0]));
    return 0;
}
