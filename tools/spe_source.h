/* SPDX-License-Identifier: MIT */
/*
 * Where the programs get SPE bytes from: a raw file, which is one buffer, or a perf.data file, which holds many: one for each
 * AUXTRACE event, of one core, with whole records. Regular files and pipes, both byte orders; read once, front to back, in
 * constant memory.
 */
#ifndef SPE_SOURCE_H
#define SPE_SOURCE_H

#include <stdint.h>

#include "tool.h"

#define SOURCE_CPUS 1024 /* cores whose MIDR is kept */

/* What a perf.data file says beside the bytes. */
struct source_notes {
    uint64_t buffers;
    uint64_t truncated, overwritten, partial, collisions; /* AUX events with that flag */
    uint64_t compressed;                                  /* events that were passed over as they are compressed */
    int unfinished;                                       /* perf did not come to write the size of the data */
    uint64_t foreign;                                     /* events of other kinds */
    uint64_t time_shift, time_mult;                       /* TIME_CONV; mult 0: none */
};

struct spe_source {
    struct tool_input in;
    int is_perf;
    int shows_progress;  /* on standard error, every 64 MiB */
    int swapped;         /* the file has the other byte order */
    int started;         /* raw: the one buffer is being read */
    int has_info;        /* AUXTRACE_INFO has been seen */
    int ended;           /* all events have been */
    int failed;          /* a message has been given: nothing more comes */
    uint64_t at;         /* file offset of what is ahead */
    uint64_t end;        /* file offset where events end; UINT64_MAX: with the input */
    uint64_t left;       /* bytes of the buffer that are not read yet */
    uint32_t cpu;        /* of the buffer; UINT32_MAX: not known */
    uint64_t given_midr; /* of all cores, whatever the file says; 0: as it says */
    uint64_t midr[SOURCE_CPUS];
    uint64_t host_midr; /* of the core that wrote the file, for files that do not tell more; 0: not known */
    struct source_notes notes;
    size_t ahead_from, ahead_size;
    uint8_t ahead[1 << 17]; /* from ahead_from on: what was read and not used up; an event has at most 65535 bytes */
};

/* Opens `path`, "-" for standard input, and looks what it is. Returns TOOL_OK, or TOOL_FAILED after a message. */
int source_open(struct spe_source *s, const char *path);

/* Goes on to the next buffer, what is left of this one passed over. Returns 1, 0: there is none, or -1 after a message. */
int source_next(struct spe_source *s);

/* Reads what is there of the buffer, up to cap bytes. Returns their number, 0 at its end, -1 after a message. */
ssize_t source_read(struct spe_source *s, void *bytes, size_t cap);

/* The MIDR_EL1 of the core whose buffer it is; 0: not known. */
uint64_t source_midr(const struct spe_source *s);

#define SOURCE_WHERE_MAX 512

/* Where one is: "perf.data: buffer 3, cpu 5", or the file's name, for messages. Returns out[SOURCE_WHERE_MAX]. */
const char *source_where(const struct spe_source *s, char *out);

/* Says that the buffer ends inside a record, of which there are `size` bytes. Returns TOOL_FAILED. */
int source_cut_off(const struct spe_source *s, uint64_t offset, uint64_t size);

/* What was lost and passed over, on standard error; nothing if there is nothing to say. Returns TOOL_OK, or TOOL_FAILED if that
 * means that the file is not what it should be. */
int source_report(const struct spe_source *s);

void source_close(struct spe_source *s);

#endif
