/* SPDX-License-Identifier: MIT */
/*
 * Where the programs get SPE bytes from: a raw file, which is one buffer, or a perf.data file or directory, which holds
 * many, each of one core. Regular files and pipes; read once, front to back, in constant memory. perf.data itself is
 * libspe/perf_data.h's.
 */
#ifndef SPE_SOURCE_H
#define SPE_SOURCE_H

#include <stdint.h>
#include <time.h>

#include <libspe/decoder.h>
#include <libspe/perf_data.h>

#include "foreign.h"
#include "perf_dir.h"
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

/* How a file is to be read; zero: as it is. */
struct source_options {
    uint64_t midr;      /* of all cores, whatever the file says; 0: as it says */
    uint64_t base;      /* address of the file's first byte */
    uint64_t offset;    /* of the first byte to be read */
    int is_placed;      /* base or offset was given: raw files only */
    int is_forced;      /* raw, whatever it looks like */
    int is_raw_wanted;  /* perf.data is refused */
    int resyncs;        /* SPE_DECODE_RESYNC ... */
    uint32_t alignment; /* ... with that; 0: not known */
    int shows_progress; /* on standard error, every 64 MiB */
    void (*note)(void *context, const struct spe_perf_event *event); /* gets each event of perf.data first; or NULL */
    void *note_context;
};

/* What a file says beside the bytes. */
struct source_notes {
    uint64_t buffers; /* of perf.data */
    uint64_t bytes;
    uint64_t skipped;                                     /* ... in no record, where records were searched for */
    uint64_t cut_off;                                     /* buffers that end inside a record or packet */
    uint64_t truncated, overwritten, partial, collisions; /* AUX events with that flag */
    uint64_t late;                                        /* ... that came when their bytes had gone by */
    uint64_t compressed;                                  /* events that were passed over as they are compressed */
    int unfinished;                                       /* perf did not come to write the size of the data */
    struct spe_perf_clock clock;                          /* mult 0: none */
};

#define SOURCE_STORAGE (384u << 10) /* bytes: pieces stay in a core's cache between reading and decoding */

struct spe_source {
    struct tool_input in;
    const struct source_options *options;
    int is_perf;
    int is_seekable;
    int step; /* what came last */
    /* what came last: */
    const uint8_t *bytes;
    size_t size;
    uint64_t offset; /* in the buffer; of a raw file, from options.base on */
    int is_inside;   /* SOURCE_GAP: what follows may begin inside a record */
    uint32_t cpu;    /* UINT32_MAX: not known */
    uint32_t tid;    /* of the thread that perf traced; UINT32_MAX: not known, or a core was traced */
    uint64_t midr;   /* of the core; 0: not known */
    struct source_notes notes;
    /* inside: */
    time_t began;
    uint64_t at;    /* file offset of what comes next */
    uint64_t start; /* stream offset of the buffer's first byte */
    size_t head_size, head_used;
    uint8_t head[FOREIGN_LOOK]; /* the first bytes, to see what it is; of a pipe they are not read again */
    struct perf_dir dir;
    spe_perf_reader reader;
    uint64_t storage[SOURCE_STORAGE / 8];
};

/* Opens `path`, "-" for standard input, and looks what it is; *options must last. Returns TOOL_OK, or TOOL_FAILED after
 * a message; source_close() in both cases. */
int source_open(struct spe_source *s, const char *path, const struct source_options *options);

/*
 * Shows all events of perf.data to note(context, event) before the first step, if it is a file that can be read twice:
 * what explains samples may stand behind them. Returns 1: it has; 0: it is raw, or a pipe, whose events `note` of the
 * options gets as they come.
 */
int source_survey(struct spe_source *s, void (*note)(void *context, const struct spe_perf_event *event), void *context);

/* What comes next: enum source_step. */
int source_next(struct spe_source *s);

/* Makes the buffer's decoder as options want it. */
void source_decoder_init(const struct spe_source *s, spe_decoder *decoder);

/* Notes what the decoder has to say at the buffer's end. */
void source_decoder_end(struct spe_source *s, const spe_decoder *decoder);

/* Tells the buffer's decoder of the gap that came. Returns 1: *cut is the record that it cuts off. 0: there is none. */
int source_pass_gap(const struct spe_source *s, spe_decoder *decoder, struct spe_record *cut);

#define SOURCE_CUTS_SAID 8 /* messages of buffers that end too early, of a file; the others are counted */

/* Says that the buffer ends inside a record or packet, at `offset`; `missing` says of how much. Returns TOOL_FAILED. */
int source_cut_off(struct spe_source *s, const char *what, uint64_t offset, const char *missing);

/* What was lost and passed over, on standard error; nothing if there is nothing to say. Returns TOOL_OK, or TOOL_FAILED
 * if that means that the file is not what it should be. */
int source_report(const struct spe_source *s);

void source_close(struct spe_source *s);

#endif
