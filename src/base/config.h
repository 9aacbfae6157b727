/* SPDX-License-Identifier: MIT */
/*
 * Size-versioned structs: each struct that callers fill starts with its `size`. A size smaller than that of version 1.0
 * is refused. Bytes that this version does not know must be zero, so that a newer caller's setting is never ignored.
 */
#ifndef SPE_CONFIG_H
#define SPE_CONFIG_H

#include <stddef.h>
#include <string.h>

#include <libspe/base.h>

#define SPE_CONFIG_V1_SIZE 32   /* the least size in version 1.0 of a struct without pointers */
#define SPE_CONFIG_MAX_SIZE 512 /* no caller needs a larger size */

/* The size of a struct that ends with its member `last`: its size in version 1.0, however much it grows later. */
#define SPE_SIZE_UP_TO(type, last) (offsetof(type, last) + sizeof(((type *)0)->last))

/*
 * Checks that the struct at `in`, which has at least `least` bytes, is zero beyond the first `known` bytes. Returns
 * NULL, or the name of the invalid member: "size", or "reserved" for any byte that this version does not know.
 */
static inline const char *spe_config_check(const void *in, size_t least, size_t known)
{
    const uint8_t *bytes = in;
    uint32_t size;
    memcpy(&size, bytes, sizeof size);
    if (size < least || size > SPE_CONFIG_MAX_SIZE)
        return "size";
    for (size_t i = known; i < size; i++)
        if (bytes[i])
            return "reserved";
    return NULL;
}

/* Copies the first `known` bytes of a struct that was checked. Members that an older caller's shorter struct lacks are
 * zero. */
static inline void spe_config_take(void *out, const void *in, size_t known)
{
    uint32_t size;
    memcpy(&size, in, sizeof size);
    memset(out, 0, known);
    memcpy(out, in, size < known ? size : known);
}

/*
 * Copies the first `known` bytes of the caller's configuration, which has at least `least` bytes, to *out. If `in` is
 * NULL, *out is zero. Returns NULL, or the name of the invalid member, like spe_config_check().
 */
static inline const char *spe_config_read(void *out, const void *in, size_t least, size_t known)
{
    memset(out, 0, known);
    if (!in)
        return NULL;
    const char *problem = spe_config_check(in, least, known);
    if (!problem)
        spe_config_take(out, in, known);
    return problem;
}

/*
 * Copies *from, which has `known` bytes, to the caller's struct at `out`, which has at least `least`. Its `size` is
 * kept: an older caller gets fewer bytes, and a newer caller zeros after them.
 */
static inline int spe_config_give(void *out, const void *from, size_t least, size_t known)
{
    uint32_t size;
    memcpy(&size, out, sizeof size);
    if (size < least || size > SPE_CONFIG_MAX_SIZE)
        return SPE_E_CONFIG;
    memset(out, 0, size);
    memcpy(out, from, size < known ? size : known);
    memcpy(out, &size, sizeof size);
    return SPE_OK;
}

/* Whether a counter size is 12 or 16 bits (PMSIDR_EL1.CountSize), or 0 (not given). */
static inline int spe_is_counter_size(uint32_t bits)
{
    return bits == 0 || bits == 12 || bits == 16;
}

/* Whether an alignment is 0 or a power of two up to 2 KiB (PMBIDR_EL1.Align is at most 0b1011). */
static inline int spe_is_alignment(uint32_t alignment)
{
    return alignment <= 2048 && !(alignment & (alignment - 1));
}

#endif
