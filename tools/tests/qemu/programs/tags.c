/* SPDX-License-Identifier: MIT */
/* Allocation Tags: memory is tagged, and read through tagged pointers (FEAT_MTE2). */
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>

enum { SIZE = 1 << 16, ROUNDS = 40, TAG_MODE = 55 /* PR_SET_TAGGED_ADDR_CTRL */, PROT_TAGS = 0x20 /* PROT_MTE */ };

static char *tag(char *from)
{
    char *tagged;
    __asm__ volatile(".arch armv8.5-a+memtag\n\tirg %0, %1" : "=r"(tagged) : "r"(from));
    for (char *at = tagged; at < tagged + SIZE; at += 48)
        __asm__ volatile(".arch armv8.5-a+memtag\n\tst2g %0, [%0]\n\tstzg %0, [%0, #32]" ::"r"(at) : "memory");
    return tagged;
}

int main(void)
{
    uint64_t sum = 0;
    if (prctl(TAG_MODE, 1 | 1 << 1 | 0xfffe << 3, 0, 0, 0) != 0)
        return 1;
    char *memory = mmap(NULL, SIZE + 4096, PROT_READ | PROT_WRITE | PROT_TAGS, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int round = 0; round < ROUNDS; round++) {
        char *tagged = tag(memory);
        for (int i = 0; i < SIZE; i += 16) {
            uint64_t read = (uint64_t)(uintptr_t)(memory + i);
            __asm__ volatile(".arch armv8.5-a+memtag\n\tldg %0, [%0]" : "+r"(read)::"memory");
            sum += (read >> 56) == ((uint64_t)(uintptr_t)tagged >> 56);
            tagged[i]++;
        }
    }
    printf("%llu\n", (unsigned long long)sum);
    return 0;
}
