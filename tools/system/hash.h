/* SPDX-License-Identifier: MIT */
/* Hashes for tables whose keys a file chooses: each run has another seed, so that no file can make all keys collide. */
#ifndef HASH_H
#define HASH_H

#include <stddef.h>
#include <stdint.h>

/* The seed of a new table. */
uint64_t hash_seed(void);

/* The hash of a word, after `hash`: the seed, or the hash of the words before. Any bits of it select a slot. */
static inline uint64_t hash_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return hash ^ hash >> 32;
}

/* The hash of `size` bytes, after `hash`. */
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size);

#endif
