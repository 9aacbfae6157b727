/* SPDX-License-Identifier: MIT */
/*
 * Where the programs get SPE bytes from: a raw file, which is one buffer, or a perf.data file, which holds many, each
 * of one core. Regular files and pipes; read once, front to back, in constant memory. perf.data itself is
 * libspe/perf_data.h's.
 */
#ifndef SPE_SOURCE_H
#define SPE_SOURCE_H

#include <stdint.h>

#include <libspe/decoder.h>
#include <libspe/perf_data.h>

#include "tool.h"

/* What comes next. */
enum source_step {
    SOURCE_FAILED = -1, /* a message has been given: nothing more comes */
    SOURCE_ENDED = 0,
    SOURCE_BUFFER,    /* a buffer begins: cpu, midr */
    SOURCE_BYTES,     /* bytes of it: bytes, size, offset */
    SOURCE_GAP,       /* bytes are missing in front of those that follow: source_pass_gap() */
    SOURCE_BUFFER_END /* it has no more */
};

/* What a perf.data file says beside the bytes. */
struct source_notes {
    uint64_t buffers;
    uint64_t truncated, overwritten, partial, collisions; /* AUX events with that flag */
    uint64_t late;                                        /* ... that came when their bytes had gone by */
    uint64_t compressed;                                  /* events that were passed over as they are compressed */
    uint64_t foreign;                                     /* events of other kinds */
    int unfinished;                                       /* perf did not come to write the size of the data */
    struct spe_perf_clock clock;                          /* mult 0: none */
};

#define SOURCE_STORAGE (384u << 10) /* bytes: pieces stay in a core's cache between reading and decoding */

struct spe_source {
    struct tool_input in;
    int is_perf;
    int is_seekable;
    int shows_progress;  /* on standard error, every 64 MiB */
    int step;            /* what came last */
    uint64_t given_midr; /* of all cores, whatever the file says; 0: as it says */
    /* what came last: */
    const uint8_t *bytes;
    size_t size;
    uint64_t offset; /* in the buffer */
    int is_inside;   /* SOURCE_GAP: what follows may begin inside a record */
    uint32_t cpu;    /* UINT32_MAX: not known */
    uint64_t midr;   /* of the core; 0: not known */
    struct source_notes notes;
    /* inside: */
    uint64_t at;   /* file offset of what comes next */
    uint64_t base; /* stream offset of the buffer's first byte */
    size_t head_size, head_used;
    uint8_t head[8]; /* of a pipe: what was read to see what it is */
    spe_perf_reader reader;
    uint64_t storage[SOURCE_STORAGE / 8];
};

/* Opens `path`, "-" for standard input, and looks what it is. Returns TOOL_OK, or TOOL_FAILED after a message. */
int source_open(struct spe_source *s, const char *path);

/* What comes next: enum source_step. */
int source_next(struct spe_source *s);

/* Tells the buffer's decoder of the gap that came. Returns 1: *cut is the record that it cuts off. 0: there is none. */
int source_pass_gap(const struct spe_source *s, spe_decoder *decoder, struct spe_record *cut);

#define SOURCE_WHERE_MAX 512

/* Where one is: "perf.data: buffer 3, cpu 5", or the file's name, for messages. Returns out[SOURCE_WHERE_MAX]. */
const char *source_where(const struct spe_source *s, char *out);

/* Says that the buffer ends inside a record, of which there are `size` bytes. Returns TOOL_FAILED. */
int source_cut_off(const struct spe_source *s, uint64_t offset, uint64_t size);

/* What was lost and passed over, on standard error; nothing if there is nothing to say. Returns TOOL_OK, or TOOL_FAILED
 * if that means that the file is not what it should be. */
int source_report(const struct spe_source *s);

void source_close(struct spe_source *s);

#endif
