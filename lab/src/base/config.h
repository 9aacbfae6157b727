/* SPDX-License-Identifier: MIT */
/*
 * Size-versioned structs: each struct that callers fill starts with its `size`. A size smaller than that of the first
 * version is refused. Bytes that this version does not know must be zero, so that a newer caller's setting is never
 * ignored. Features are checked by libspe.
 */
#ifndef SPE_LAB_CONFIG_H
#define SPE_LAB_CONFIG_H

#include <stddef.h>
#include <string.h>

#include <libspe/features.h>

#define SPE_CONFIG_MAX_SIZE 512 /* no caller needs a larger size */

/* The size of a struct that ends with its member `last`: its size in the first version, however much it grows later. */
#define SPE_SIZE_UP_TO(type, last) (offsetof(type, last) + sizeof(((type *)0)->last))

/* Copies the first `known` bytes of a struct. Members that an older caller's shorter struct lacks are zero. */
static inline void spe_config_take(void *out, const void *in, size_t known)
{
    uint32_t size = 0;
    memset(out, 0, known);
    if (in)
        memcpy(&size, in, sizeof size);
    if (size)
        memcpy(out, in, size < known ? size : known);
}

/*
 * Copies the first `known` bytes of the caller's configuration, which has at least `least` bytes, to *out. Returns
 * NULL, or the name of the invalid member: "size", or "reserved" for any byte that this version does not know. *out is
 * then zero.
 */
static inline const char *spe_config_read(void *out, const void *in, size_t least, size_t known)
{
    const unsigned char *bytes = in;
    uint32_t size;
    memset(out, 0, known);
    memcpy(&size, in, sizeof size);
    if (size < least || size > SPE_CONFIG_MAX_SIZE)
        return "size";
    for (size_t i = known; i < size; i++)
        if (bytes[i])
            return "reserved";
    spe_config_take(out, in, known);
    return NULL;
}

/* Copies the features; NULL means SPE_FEATURES_INIT. Returns NULL, or the name of the first invalid member. */
static inline const char *spe_features_read(struct spe_features *out, const struct spe_features *in)
{
    const char *problem = spe_features_problem(in);
    spe_config_take(out, problem ? NULL : in, sizeof *out);
    return problem;
}

/* Copies features to the caller's struct as far as its `size` goes, which is kept. The rest of it becomes zero. */
static inline int spe_features_give(struct spe_features *out, struct spe_features from)
{
    const uint32_t size = out->size;
    if (size < SPE_SIZE_UP_TO(struct spe_features, reserved) || size > SPE_CONFIG_MAX_SIZE)
        return SPE_E_CONFIG;
    from.size = size;
    memset(out, 0, size);
    memcpy(out, &from, size < sizeof from ? size : sizeof from);
    return SPE_OK;
}

/* Whether an alignment is 0 or a power of two up to 2 KiB (PMBIDR_EL1.Align is at most 0b1011). */
static inline int spe_is_alignment(uint32_t alignment)
{
    return alignment <= 2048 && !(alignment & (alignment - 1));
}

#endif
