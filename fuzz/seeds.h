/* SPDX-License-Identifier: MIT */
/* For programs that write seeds: FOLDER/TARGET/NAME, choices as bytes, and streams of captures. */
#ifndef FUZZ_SEEDS_H
#define FUZZ_SEEDS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *folder;
static unsigned seeds;

static inline FILE *create(const char *target, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, target);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/%s/%s", folder, target, name);
    FILE *file = fopen(path, "wb");
    if (!file) {
        perror(path);
        exit(1);
    }
    return file;
}

static inline void put_file(const char *target, const char *name, const void *head, size_t head_size, const void *bytes,
                            size_t size)
{
    FILE *file = create(target, name);
    fwrite(head, 1, head_size, file);
    fwrite(bytes, 1, size, file);
    fclose(file);
    seeds++;
}

/* -- choices, which targets read from the first bytes -- */

struct script {
    uint8_t bytes[512];
    size_t size;
};

static inline void say(struct script *s, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        s->bytes[s->size++] = (uint8_t)(value >> 8 * i);
}

/* -- captures, as raw bytes -- */

typedef void put_stream_fn(const char *name, const uint8_t *bytes, size_t size);

static inline void put_capture(const char *path, put_stream_fn *put_stream)
{
    static uint8_t bytes[1 << 16];
    const char *slash = strrchr(path, '/');
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(1);
    }
    const size_t n = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    put_stream(slash ? slash + 1 : path, bytes, n);
}

#endif
