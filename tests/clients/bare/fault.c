/* SPDX-License-Identifier: MIT */
/* A program that fails on every machine here: it reads two words at once from a misaligned address. */
#include "board.h"

int main(void)
{
    static uint64_t words[2];
    const uintptr_t odd = (uintptr_t)words + 1;
    uintptr_t value;
#if defined(__aarch64__)
    __asm__ volatile("ldr %0, [%1]" : "=r"(value) : "r"(odd) : "memory");
#else /* it can load one misaligned word, but not two (Armv7-M ARM, A3.2.1) */
    __asm__ volatile("ldrd %0, r3, [%1]" : "=r"(value) : "r"(odd) : "r3", "memory");
#endif
    board_print("no exception\n");
    return (int)(value & 1);
}
