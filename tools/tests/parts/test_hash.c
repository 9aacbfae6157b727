/* SPDX-License-Identifier: MIT */
/* Keys that one seed puts into one slot are spread by another; every byte and the length count. */
#include "system/hash.h"

#include <string.h>

#include "tap.h"

enum { SLOTS = 256, KEYS = 200 };

/* The most frequent slot of the keys. */
static unsigned worst(uint64_t seed, const uint64_t *keys, int as_bytes)
{
    unsigned in_slot[SLOTS] = {0}, most = 0;
    for (unsigned i = 0; i < KEYS; i++) {
        const uint64_t hash = as_bytes ? hash_bytes(seed, &keys[i], sizeof keys[i]) : hash_word(seed, keys[i]);
        const unsigned n = ++in_slot[hash % SLOTS];
        most = n > most ? n : most;
    }
    return most;
}

static void test_seeds(int as_bytes)
{
    uint64_t keys[KEYS];
    unsigned n = 0;
    for (uint64_t key = 0; n < KEYS; key += 64) {
        const uint64_t hash = as_bytes ? hash_bytes(1, &key, sizeof key) : hash_word(1, key);
        if (hash % SLOTS == 0)
            keys[n++] = key;
    }
    ok(worst(1, keys, as_bytes) == KEYS, "the keys of one slot");
    ok(worst(2, keys, as_bytes) < 10, "another seed spreads them");
    ok(worst(UINT64_C(1) << 63, keys, as_bytes) < 10, "... also if its lowest bit differs in nothing");
}

static void test_bytes(void)
{
    const char text[18] = "seventeen letters";
    unsigned same = 0;
    for (size_t size = 0; size < 17; size++) {
        same += hash_bytes(3, text, size) == hash_bytes(3, text, size + 1);
        for (size_t at = 0; at < size; at++) {
            char other[18];
            memcpy(other, text, sizeof other);
            other[at] ^= 1;
            same += hash_bytes(3, text, size) == hash_bytes(3, other, size);
        }
    }
    is(same, 0, "each byte and the length change the hash");
    ok(hash_bytes(3, "\0", 1) != hash_bytes(3, "\0\0", 2), "zero bytes count");
    ok(hash_bytes(3, "abcdefghX", 8) == hash_bytes(3, "abcdefghY", 8), "nothing behind the bytes is read");
}

int main(void)
{
    test_seeds(0);
    test_seeds(1);
    test_bytes();
    return tap_done();
}
