/* SPDX-License-Identifier: MIT */
/*
 * The reader's state, and its parts: bytes of the file (perf_window.c), what stands before and behind the events
 * (perf_header.c), AUX events and the gaps that follow from them (perf_aux.c); the events themselves are in
 * perf_reader.c.
 */
#ifndef SPE_PERF_READER_H
#define SPE_PERF_READER_H

#include "../base/context.h"
#include "../base/internal.h"
#include "perf_format.h"

#define SPE_PERF_READER_MAGIC UINT32_C(0x53504552) /* "SPER" */

/* A piece of the file that has been read. */
struct spe_perf_window {
    uint8_t *bytes;
    size_t cap;
    size_t size;
    uint64_t from; /* file offset of bytes[0] */
};

#define SPE_PERF_NO_BUFFER UINT64_MAX

/* A core, by its number. */
struct spe_perf_known_core {
    uint64_t midr; /* 0: not known */
    uint64_t next; /* the stream offset behind its last buffer; SPE_PERF_NO_BUFFER: there was none */
};

/* Where perf traces threads: the stream of one, by its index. */
struct spe_perf_known_thread {
    uint64_t next; /* as above */
    uint32_t tid;
    uint32_t reserved;
};

/* A range of bytes with an end, or a beginning, at which bytes are missing; from an AUX event. */
struct spe_perf_range {
    uint64_t from;
    uint64_t to;          /* behind its last byte */
    uint64_t file_offset; /* of the AUX event */
    uint32_t cpu;         /* SPE_PERF_NONE: not known */
    uint32_t tid;
    uint32_t aux_flags;
    uint32_t reserved; /* as many have room in the storage on every target */
};

/* What stands at the end of kernel events of an attribute: PERF_SAMPLE_*, 0: nothing. */
struct spe_perf_layout {
    uint64_t sample_id;
};

/* A place of a hash table. */
struct spe_perf_id {
    uint64_t id;
    uint64_t layout; /* number of it, from 1; 0: the place is free */
};

#define SPE_PERF_LAYOUTS 8

enum spe_perf_phase {
    SPE_PERF_PHASE_HEADER,
    SPE_PERF_PHASE_ATTRS,
    SPE_PERF_PHASE_BUILD_IDS,
    SPE_PERF_PHASE_EVENTS,
    SPE_PERF_PHASE_CORES,
    SPE_PERF_PHASE_BUFFER,
    SPE_PERF_PHASE_END
};

struct SPE_MAY_ALIAS perf_reader {
    uint32_t magic;
    uint8_t phase;
    uint8_t is_big;
    uint8_t is_seekable;
    uint8_t is_unfinished;
    uint8_t is_pipe;
    uint8_t layout_count;
    uint8_t has_moved;  /* the buffer does not begin where the core's last one ended */
    uint8_t has_buffer; /* there was one */
    uint32_t version;   /* of the metadata; 0: AUXTRACE_INFO has not come */
    int32_t status;     /* the error that ended it */
    const char *problem;
    uint64_t problem_at;
    /* the file */
    const uint8_t *memory; /* NULL: read through the window */
    uint64_t memory_size;
    spe_perf_read_fn *read;
    void *context;
    struct spe_perf_window window;
    uint64_t at;  /* file offset of what comes next */
    uint64_t end; /* where events end; UINT64_MAX: with the file */
    uint64_t host_midr;
    uint64_t attrs, attrs_end, attr_entry; /* file offsets, and the bytes of each */
    uint64_t build_ids, build_ids_end;
    uint64_t info_end;   /* of AUXTRACE_INFO, where the next core's metadata are next; ... */
    uint64_t cores_left; /* ... so many of them */
    /* the buffer */
    uint64_t left;       /* bytes of it that have not come out */
    uint64_t offset;     /* stream offset of those */
    uint64_t buffer_end; /* stream offset */
    uint64_t buffer_at;  /* file offset of its event */
    uint32_t cpu, tid, index;
    uint64_t buffers, bytes, late;
    /* tables, in the caller's storage */
    struct spe_perf_known_core *cores;
    struct spe_perf_known_thread *threads;
    struct spe_perf_range *ranges; /* the first range_taken are about the buffer that is being read */
    struct spe_perf_id *ids;
    uint32_t core_cap, thread_cap, thread_count, range_cap, range_count, range_taken, id_mask;
    struct spe_perf_layout layouts[SPE_PERF_LAYOUTS];
    /* AUX events ahead */
    struct spe_perf_window ahead;
    uint64_t scan_at;      /* file offset up to which AUX events are in the table */
    uint64_t last_buffer;  /* file offset of the last AUXTRACE event that was seen there */
    uint64_t scan_is_done; /* 1: there is nothing more */
};

/* -- perf_window.c -- */

/* At least n bytes at `offset`, n at most 64 KiB, in *bytes. Returns how many there are, less than n only at the file's
 * end, or a negative status. Offsets of a file that cannot be read anywhere only rise. */
SPE_INTERNAL int64_t spe_perf_look(struct perf_reader *r, struct spe_perf_window *w, uint64_t offset, size_t n,
                                   const uint8_t **bytes);

/* Ends reading: SPE_E_FORMAT, and why. Returns it. */
SPE_INTERNAL int spe_perf_fail(struct perf_reader *r, const char *problem, uint64_t offset);

/* n bytes of the file at `offset`, all of them, or NULL: they are not there, or cannot be read now. */
SPE_INTERNAL const uint8_t *spe_perf_peek(struct perf_reader *r, uint64_t offset, size_t n);

/* A number of the file, at p. */
static inline uint64_t spe_perf_get(const struct perf_reader *r, const uint8_t *p, unsigned width)
{
    return spe_perf_number(p, width, r->is_big);
}

/* -- perf_header.c -- */

/* Reads the file's header. Returns SPE_OK or a status. */
SPE_INTERNAL int spe_perf_open(struct perf_reader *r);

/* A pipe's HEADER_ATTR and HEADER_FEATURE events, by their bodies. */
SPE_INTERNAL int spe_perf_take_attr(struct perf_reader *r, const uint8_t *body, size_t size,
                                    struct spe_perf_event *out);
SPE_INTERNAL void spe_perf_take_feature(struct perf_reader *r, const uint8_t *body, size_t size);

/* What an attribute says, all `size` bytes of which are there. */
SPE_INTERNAL void spe_perf_read_attr(const struct perf_reader *r, const uint8_t *attr, size_t size,
                                     struct spe_perf_event *out);

/* The next of the file's attributes. Returns 1, or 0: there is none. */
SPE_INTERNAL int spe_perf_next_attr(struct perf_reader *r, struct spe_perf_event *out);

/* Goes to the events. Returns SPE_OK or a status. */
SPE_INTERNAL int spe_perf_begin_data(struct perf_reader *r);

/* The next of the file's build ids. Returns 1, or 0: there is none. */
SPE_INTERNAL int spe_perf_next_build_id(struct perf_reader *r, struct spe_perf_event *out);

/* What stands at the end of a kernel event of `size` bytes: pid, tid, time and cpu. Returns how many bytes that is. */
SPE_INTERNAL size_t spe_perf_take_sample_id(const struct perf_reader *r, const uint8_t *event, size_t size,
                                            struct spe_perf_event *out);

/* -- perf_aux.c -- */

/* An AUX event, read at its file offset. Sets is_late. */
SPE_INTERNAL void spe_perf_take_aux(struct perf_reader *r, struct spe_perf_event *aux);

/* A buffer begins: reads ahead, and finds the ranges that are about it. */
SPE_INTERNAL void spe_perf_begin_gaps(struct perf_reader *r, const struct spe_perf_event *buffer);

/* The gap nearest to the stream offset r->offset, up to the buffer's end: where, and its flags, or 0: there is none. */
SPE_INTERNAL uint32_t spe_perf_next_gap(const struct perf_reader *r, uint64_t *where);

/* The gaps at r->offset have come out. */
SPE_INTERNAL void spe_perf_drop_gaps(struct perf_reader *r);

/* The buffer has ended. */
SPE_INTERNAL void spe_perf_end_gaps(struct perf_reader *r);

/* The core of that number, or NULL: there is no room for it. */
static inline struct spe_perf_known_core *spe_perf_core_of(const struct perf_reader *r, uint32_t cpu)
{
    return cpu < r->core_cap ? &r->cores[cpu] : NULL;
}

/* Where the stream's next buffer should begin, of the core or thread that the buffer is of; NULL: there is no room. */
static inline uint64_t *spe_perf_stream_next(const struct perf_reader *r)
{
    if (r->cpu != SPE_PERF_NONE)
        return r->cpu < r->core_cap ? &r->cores[r->cpu].next : NULL;
    return r->index < r->thread_cap ? &r->threads[r->index].next : NULL;
}

#endif
