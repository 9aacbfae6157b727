/* SPDX-License-Identifier: MIT */
/* The streams that the benchmarks decode, made by our own encoder. */
#ifndef STREAMS_H
#define STREAMS_H

#include <stddef.h>
#include <stdint.h>

struct stream {
    const char *name;
    const char *what;
    /* Fills up to `size` bytes with whole records. Returns the bytes. */
    size_t (*fill)(uint8_t *bytes, size_t size);
};

#define STREAMS 10
extern const struct stream streams[STREAMS];

#endif
