/* SPDX-License-Identifier: MIT */
/* perf.data files made byte by byte, in either byte order, and the ways in which the tests read them. */
#ifndef PERF_FILE_H
#define PERF_FILE_H

#include <libspe/spe.h>
#include <string.h>

#include "random.h"

struct file {
    uint8_t bytes[1 << 20];
    size_t size;
    int is_big, is_pipe;
    size_t data;          /* where the data section begins */
    uint64_t sample_type; /* of the attribute; 0: there is none */
};

static inline void put(struct file *f, uint64_t value, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        f->bytes[f->size++] = (uint8_t)(value >> 8 * (f->is_big ? width - 1 - i : i));
}

static inline void put_at(struct file *f, size_t at, uint64_t value, unsigned width)
{
    const size_t size = f->size;
    f->size = at;
    put(f, value, width);
    f->size = size;
}

static inline void put_bytes(struct file *f, const void *bytes, size_t n)
{
    if (n)
        memcpy(f->bytes + f->size, bytes, n);
    f->size += n;
}

static inline size_t begin_event(struct file *f, unsigned kind, unsigned misc)
{
    const size_t at = f->size;
    put(f, kind, 4);
    put(f, misc, 2);
    put(f, 0, 2);
    return at;
}

static inline void end_event(struct file *f, size_t at)
{
    put_at(f, at + 6, f->size - at, 2);
}

/* TID, TIME, CPU, IDENTIFIER, as far as the attribute has them. */
static inline void put_sample_id(struct file *f, uint32_t pid, uint32_t tid, uint64_t time, uint32_t cpu)
{
    if (f->sample_type & 1 << 1) {
        put(f, pid, 4);
        put(f, tid, 4);
    }
    if (f->sample_type & 1 << 2)
        put(f, time, 8);
    if (f->sample_type & 1 << 7) {
        put(f, cpu, 4);
        put(f, 0, 4);
    }
    if (f->sample_type & 1 << 16)
        put(f, 77, 8);
}

static inline void put_attr(struct file *f)
{
    const size_t at = f->size;
    put(f, 8, 4);
    put(f, 128, 4);
    put(f, 0, 8);
    put(f, 1, 8);
    put(f, f->sample_type, 8);
    put(f, 0, 8);
    put_bytes(f, "\0\0\0\0\0\0\0\0", 8);
    f->bytes[f->size - 6] = f->is_big ? 0x20 : 0x04; /* sample_id_all, bit 18 of a bit field */
    while (f->size - at < 128)
        put(f, 0, 1);
}

static inline void begin_file(struct file *f, int is_big, int is_pipe, uint64_t sample_type)
{
    f->size = 0;
    f->is_big = is_big;
    f->is_pipe = is_pipe;
    f->sample_type = sample_type;
    put_bytes(f, is_big ? "2ELIFREP" : "PERFILE2", 8);
    put(f, is_pipe ? 16 : 104, 8);
    if (is_pipe) {
        const size_t at = begin_event(f, 64, 0);
        put_attr(f);
        put(f, 77, 8);
        end_event(f, at);
        return;
    }
    const uint64_t numbers[] = {144, 112, 144, 256, 0, 0, 0, 0, 0, 0, 0}; /* attrs at 112, after the id; data at 256 */
    for (size_t i = 0; i < 11; i++)
        put(f, numbers[i], 8);
    put(f, 77, 8);
    put_attr(f);
    put(f, 104, 8);
    put(f, 8, 8);
    f->data = f->size;
}

static inline void end_file(struct file *f)
{
    if (!f->is_pipe)
        put_at(f, 48, f->size - f->data, 8);
}

static inline void put_info(struct file *f, unsigned cores)
{
    const size_t at = begin_event(f, 70, 0);
    put(f, 4, 4);
    put(f, 0, 4);
    put(f, cores ? 2 : 8, 8);
    put(f, cores ? 4 : 1, 8);
    if (cores) {
        put(f, 8, 8);
        put(f, cores, 8);
    }
    for (unsigned i = 0; i < cores; i++) {
        put(f, UINT64_C(0x1010101010101010), 8);
        put(f, i, 8);
        put(f, 4, 8);
        put(f, 0x410fd400 + i * 16, 8);
        put(f, 8, 8);
        put(f, 1024, 8);
        put(f, 0, 8);
    }
    end_event(f, at);
}

static inline void put_aux(struct file *f, uint64_t offset, uint64_t size, uint64_t flags, uint32_t cpu)
{
    const size_t at = begin_event(f, 11, 0);
    put(f, offset, 8);
    put(f, size, 8);
    put(f, flags, 8);
    put_sample_id(f, 1, 2, 3, cpu);
    end_event(f, at);
}

static inline void put_buffer(struct file *f, uint64_t offset, const uint8_t *bytes, size_t size, uint32_t cpu,
                              uint32_t tid)
{
    const size_t at = begin_event(f, 71, 0);
    put(f, size, 8);
    put(f, offset, 8);
    put(f, 99, 8);
    put(f, cpu, 4);
    put(f, tid, 4);
    put(f, cpu, 4);
    put(f, 0, 4);
    end_event(f, at);
    put_bytes(f, bytes, size);
}

/* -- reading in every way -- */

enum way { MEMORY, SEEKING, FLOWING, WAYS };

struct source {
    const struct file *file;
    enum way way;
    uint64_t last; /* FLOWING: offsets only rise, without gaps */
    int misused;
};

static inline int64_t read_some(void *context, uint64_t offset, void *bytes, size_t cap)
{
    struct source *s = (struct source *)context;
    if (s->way == FLOWING && offset != s->last)
        s->misused = 1;
    if (offset > INT64_MAX)
        return -1; /* as pread(2) does */
    if (!cap || offset > s->file->size)
        return 0;
    size_t n = s->file->size - (size_t)offset;
    n = n < cap ? n : cap;
    n = n && random_below(2) ? 1 + random_below((unsigned)n) : n;
    memcpy(bytes, s->file->bytes + offset, n);
    s->last = offset + n;
    return (int64_t)n;
}

static uint64_t storage[SPE_PERF_STORAGE / 8];
static spe_perf_reader reader;
static struct source source;

static inline int open_file(const struct file *f, enum way way)
{
    source = (struct source){f, way, 0, 0};
    return way == MEMORY ? spe_perf_reader_init_memory(&reader, f->bytes, f->size, storage, sizeof storage)
                         : spe_perf_reader_init(&reader, read_some, &source, way == SEEKING ? SPE_PERF_SEEKABLE : 0,
                                                storage, sizeof storage);
}

#endif
