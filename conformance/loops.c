/* SPDX-License-Identifier: MIT-0 */
/*
 * Loops with known numbers of operations, for conformance/hardware. usage: loops ROUNDS
 *
 * Runs three loops of 34 instructions ROUNDS times each, one after the other, 64 times in turn. Prints a line for each:
 * "loop NAME BEGIN END INSTRUCTIONS LOADS BRANCHES VECTORS": its addresses, the instructions that it executed, and how
 * many instructions of each class it has. `cc -O1 -o loops loops.c` builds it; needs an AArch64 machine.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef __aarch64__
#error "the loops are AArch64 instructions"
#endif

enum { TURNS = 64, LENGTH = 34 };

#define FOUR(code) code code code code
#define LOOP(name, body)                                                                                               \
    extern const char name##_begin[], name##_end[];                                                                    \
    __attribute__((noinline, noclone)) static void name(uint64_t rounds, const uint64_t *data)                         \
    {                                                                                                                  \
        __asm__ volatile(".p2align 6\n.globl " #name "_begin\n" #name "_begin:\n" body                                 \
                         "subs %0, %0, #1\n\tb.ne " #name "_begin\n.globl " #name "_end\n" #name "_end:\n"             \
                         : "+r"(rounds)                                                                                \
                         : "r"(data)                                                                                   \
                         : "x9", "v1", "cc", "memory");                                                                \
    }

LOOP(loads, FOUR(FOUR("ldr x9, [%1]\n\tldr x9, [%1, #8]\n\t")))
LOOP(branches, FOUR(FOUR("b 1f\n1:\tcbz %1, 1f\n1:\t")))
LOOP(vectors, FOUR(FOUR("add v1.4s, v2.4s, v3.4s\n\teor v1.16b, v2.16b, v3.16b\n\t")))

static const struct {
    const char *name, *begin, *end;
    void (*run)(uint64_t rounds, const uint64_t *data);
    unsigned loads, branches, vectors;
} loops[] = {
    {"loads", loads_begin, loads_end, loads, 32, 1, 0},
    {"branches", branches_begin, branches_end, branches, 0, 33, 0},
    {"vectors", vectors_begin, vectors_end, vectors, 0, 1, 32},
};

int main(int argc, char **argv)
{
    static const uint64_t data[2];
    const uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 0) : 0;
    const size_t count = sizeof loops / sizeof *loops;
    if (!rounds) {
        fprintf(stderr, "usage: loops ROUNDS\n");
        return 2;
    }
    for (int turn = 0; turn < TURNS; turn++)
        for (size_t i = 0; i < count; i++)
            loops[i].run(rounds, data);
    for (size_t i = 0; i < count; i++)
        printf("loop %s %#llx %#llx %llu %u %u %u\n", loops[i].name, (unsigned long long)(uintptr_t)loops[i].begin,
               (unsigned long long)(uintptr_t)loops[i].end, (unsigned long long)(TURNS * LENGTH * rounds),
               loops[i].loads, loops[i].branches, loops[i].vectors);
    return 0;
}
