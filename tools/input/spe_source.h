/* SPDX-License-Identifier: MIT */
/*
 * The one source of SPE bytes for all programs: a raw file, which is one buffer, or a perf.data file or directory,
 * which has many buffers, each of one core. It reads regular files and pipes once, from front to back, in constant
 * memory. The library reads perf.data itself (libspe/perf_data.h).
 */
#ifndef SPE_SOURCE_H
#define SPE_SOURCE_H

#include <stdint.h>
#include <time.h>

#include <libspe/decoder.h>
#include <libspe/perf_data.h>

#include "account.h"
#include "decompress.h"
#include "foreign.h"
#include "perf_dir.h"
#include "perf_settings.h"
#include "../system/files.h"

/* The next step. */
enum source_step {
    SOURCE_FAILED = -1, /* failed after a message: nothing follows */
    SOURCE_ENDED = 0,
    SOURCE_BUFFER,    /* a buffer begins: cpu, midr */
    SOURCE_BYTES,     /* bytes of the buffer: bytes, size, offset */
    SOURCE_GAP,       /* bytes are missing before the next ones: source_pass_gap() */
    SOURCE_BUFFER_END /* the buffer ends */
};

/* How to read a file. All zero reads it by its contents. */
struct source_options {
    uint64_t midr;      /* for all cores, whatever the file records; 0 uses the file's */
    uint64_t base;      /* address of the file's first byte */
    uint64_t offset;    /* offset of the first byte to read */
    int is_placed;      /* base or offset was given, which only raw files allow */
    int is_forced;      /* read as raw, whatever the contents are */
    int is_raw_wanted;  /* refuse perf.data */
    int resyncs;        /* SPE_DECODE_RESYNC ... */
    uint32_t alignment; /* ... with this alignment; 0 if not known */
    /* Recognises the program's own kind of files by their first bytes, or NULL. */
    int (*is_own)(const void *first, size_t size);
    int is_quiet;       /* the program itself says what the file lacks */
    int counts_records; /* the program calls source_records() for all of them */
    int shows_progress; /* shows progress on standard error, every 64 MiB */
    void (*note)(void *context, const struct spe_perf_event *event); /* gets each event of perf.data first; or NULL */
    void *note_context;
};

/* Notes about a file, in addition to its bytes: numbers, which can be added, and others. */
struct source_notes {
    uint64_t buffers;                        /* buffers of perf.data */
    uint64_t bytes;                          /* each once: a snapshot has those of the one before, too */
    uint64_t cut_off;                        /* buffers that end inside a record or packet */
    uint64_t aux;                            /* AUX events */
    uint64_t truncated, partial, collisions; /* ... with that flag */
    uint64_t late;                           /* ... that came after their bytes */
    uint64_t no_room;                        /* ... for which the reader's table had no room */
    uint64_t unknown_ids;                    /* events whose thread, core and time are not known */
    uint64_t made;                           /* samples that perf inject has made from a trace, and not the kernel */
    uint64_t lost;                           /* events that perf lost, according to the file */
    struct account_stream sum;               /* of all streams, at the end */
    uint64_t features_missing;               /* the file is cut off after its events */
    int unfinished;                          /* perf was interrupted before it wrote the size of the data */
    struct spe_perf_clock clock;             /* mult is 0 without a clock */
};

#define SOURCE_NUMBERS (offsetof(struct source_notes, sum) / sizeof(uint64_t))

#define SOURCE_STORAGE (384u << 10) /* bytes: a piece stays in a core's cache between reading and decoding */

struct spe_source {
    struct tool_input in;
    const struct source_options *options;
    int is_perf;
    int is_own; /* options.is_own has said so: the bytes that come are not SPE */
    int is_seekable;
    int is_ahead; /* set by the caller, who calls source_tell_failure() after printing the earlier bytes */
    int step;     /* the last step */
    /* set by the last step: */
    const uint8_t *bytes;
    size_t size;
    uint64_t offset;      /* in the buffer, after what it repeats; in a raw file, counted from options.base */
    int is_inside;        /* SOURCE_GAP: the bytes after it may begin inside a record */
    uint32_t cpu;         /* UINT32_MAX if not known */
    uint32_t tid;         /* thread that perf traced; UINT32_MAX if not known, or if a core was traced */
    uint32_t pmu_type;    /* of the core; UINT32_MAX if not known */
    uint64_t midr;        /* MIDR_EL1 of the core; 0 if not known */
    uint64_t buffer_size; /* bytes of the buffer; perf.data only */
    struct source_notes notes;
    struct account account; /* events are counted; records are counted by those who decode them */
    /* private: */
    int has_failure; /* of perf.data, whose message has not been printed */
    time_t began;
    uint64_t at;    /* file offset of the next bytes */
    uint64_t start; /* stream offset of the buffer's first byte that is not repeated */
    size_t head_size, head_used;
    uint8_t head[FOREIGN_LOOK]; /* the first bytes, by which the file is recognised; a pipe's are not read again */
    struct perf_settings settings;
    struct perf_dir dir;
    struct decompress decompress;
    spe_perf_reader reader;
    uint64_t storage[SOURCE_STORAGE / 8];
};

/* Opens `path`, "-" for standard input, and recognises its contents; *options must stay valid. Returns TOOL_OK, or
 * TOOL_FAILED after a message. Call source_close() in both cases. */
int source_open(struct spe_source *s, const char *path, const struct source_options *options);

/*
 * Passes all events of perf.data to note(context, event) before the first step, if the file can be read twice: events
 * that explain samples may follow them. Returns 1 if it has done so, or 0 if the file is raw, or a pipe, whose events
 * the `note` of the options gets one by one.
 */
int source_survey(struct spe_source *s, void (*note)(void *context, const struct spe_perf_event *event), void *context);

/* Takes the next step. Returns enum source_step. */
int source_next(struct spe_source *s);

/* The configuration of the decoder of each buffer, according to the options. */
void source_decoder_config(const struct spe_source *s, struct spe_decoder_config *out);

/* Initialises the buffer's decoder with it. */
void source_decoder_init(const struct spe_source *s, spe_decoder *decoder);

/* Notes records of the buffer; and the decoder's counts, at the buffer's end. */
void source_records(struct spe_source *s, const struct spe_record *records, size_t n);
void source_decoder_end(struct spe_source *s, const spe_decoder *decoder);

/* Reports the current gap to the buffer's decoder. Returns 1 if *cut is the record that the gap cuts off, or 0 if it
 * cuts off no record. */
int source_pass_gap(const struct spe_source *s, spe_decoder *decoder, struct spe_record *cut);

/* Prints the message of a failure, if the caller has set is_ahead and the last step has failed. */
void source_tell_failure(struct spe_source *s);

#define SOURCE_CUTS_SAID 8 /* the most messages about buffers of a file that end too early; the others are counted */

/* Reports that the buffer ends inside a record or packet, at `offset`; `missing` describes the missing bytes. Returns
 * TOOL_FAILED. */
int source_cut_off(struct spe_source *s, const char *what, uint64_t offset, const char *missing);

/* The same of another buffer of that number and core. */
int source_cut_off_in(struct spe_source *s, uint64_t buffer, uint32_t cpu, const char *what, uint64_t offset,
                      const char *missing);

/* Sums up the account. Reports lost and skipped data on standard error, if any. Returns TOOL_OK, or TOOL_FAILED if the
 * file is therefore not complete. */
int source_report(struct spe_source *s);

void source_close(struct spe_source *s);

#endif
