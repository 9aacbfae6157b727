/* SPDX-License-Identifier: MIT */
/* DC ZVA: a store that names no register (D17.6.4.1). */
#include <stdint.h>
#include <stdio.h>

enum { SIZE = 1 << 16, ROUNDS = 200 };

static char memory[SIZE] __attribute__((aligned(2048)));

int main(void)
{
    uint64_t id;
    __asm__("mrs %0, dczid_el0" : "=r"(id));
    const uint64_t block = UINT64_C(4) << (id & 15); /* DCZID_EL0.BS: log2 of the words */
    for (int round = 0; round < ROUNDS; round++)
        for (uint64_t at = 0; at < SIZE; at += block)
            __asm__ volatile("b 1f\n1: dc zva, %0" ::"r"(memory + at) : "memory"); /* in a block that leaves %0 alone */
    printf("%d\n", memory[SIZE / 2]);
    return 0;
}
