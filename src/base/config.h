/* SPDX-License-Identifier: MIT */
/*
 * Size-versioned structs: one that callers fill starts with its `size`. Shorter than in version 1.0 is refused; bytes
 * that this version does not know must be zero, so that a newer caller never asks in vain.
 */
#ifndef SPE_CONFIG_H
#define SPE_CONFIG_H

#include <string.h>

#include <libspe/base.h>

#define SPE_CONFIG_V1_SIZE 32   /* of those without pointers in version 1.0 */
#define SPE_CONFIG_MAX_SIZE 512 /* more is a size that nobody set */

/*
 * Whether the struct at `in`, of at least `least` bytes, says nothing beyond the first `known`. Returns NULL, or the
 * name of the member that is wrong: "size", or "reserved", which whatever is not known has.
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

/*
 * Copies the first `known` bytes of the caller's configuration to *out, which holds the defaults if `in` is NULL.
 * Returns NULL, or the name of the member that is wrong, as above.
 */
static inline const char *spe_config_read(void *out, const void *in, size_t known)
{
    memset(out, 0, known);
    if (!in)
        return NULL;
    const char *mistake = spe_config_check(in, SPE_CONFIG_V1_SIZE, known);
    if (!mistake)
        memcpy(out, in, known);
    return mistake;
}

/* Whether a counter size is 12 or 16 bits (PMSIDR_EL1.CountSize), or 0: not given. */
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
