/* SPDX-License-Identifier: MIT */
/* See hash.h. */
#define _POSIX_C_SOURCE 200809L
#include "hash.h"

#include <string.h>
#include <time.h>

uint64_t hash_seed(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_nsec << 32 ^ (uint64_t)now.tv_sec ^ (uint64_t)(uintptr_t)&now;
}

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    uint64_t word;
    for (hash = hash_word(hash, size); size >= sizeof word; at += sizeof word, size -= sizeof word) {
        memcpy(&word, at, sizeof word);
        hash = hash_word(hash, word);
    }
    word = 0;
    memcpy(&word, at, size);
    return hash_word(hash, word);
}
