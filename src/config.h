/* SPDX-License-Identifier: MIT */
/*
 * Size-versioned configurations: a struct that callers fill starts with its `size`. Shorter than in version 1.0 is
 * refused; bytes that this version does not know must be zero, so that a newer caller never asks in vain.
 */
#ifndef SPE_CONFIG_H
#define SPE_CONFIG_H

#include <string.h>

#include <libspe/base.h>

#define SPE_CONFIG_V1_SIZE 32   /* of every configuration in version 1.0 */
#define SPE_CONFIG_MAX_SIZE 512 /* more is a size that nobody set */

/*
 * Copies the first `known` bytes of the caller's configuration to *out, which holds the defaults if `in` is NULL.
 * Returns SPE_OK or SPE_E_CONFIG.
 */
static inline int spe_config_read(void *out, const void *in, size_t known)
{
    const uint8_t *bytes = in;
    uint32_t size;
    if (!in) {
        memset(out, 0, known);
        return SPE_OK;
    }
    memcpy(&size, bytes, sizeof size);
    if (size < SPE_CONFIG_V1_SIZE || size > SPE_CONFIG_MAX_SIZE)
        return SPE_E_CONFIG;
    for (size_t i = known; i < size; i++)
        if (bytes[i])
            return SPE_E_CONFIG;
    memcpy(out, bytes, known);
    return SPE_OK;
}

/* Whether an alignment is 0 or a power of two up to 2 KiB (PMBIDR_EL1.Align is at most 0b1011). */
static inline int spe_is_alignment(uint32_t alignment)
{
    return alignment <= 2048 && !(alignment & (alignment - 1));
}

#endif
