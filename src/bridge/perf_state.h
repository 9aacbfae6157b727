/* SPDX-License-Identifier: MIT */
/*
 * The reader's state, which its parts share: the file's bytes (perf_window), the parts before and after the events
 * (perf_header), AUX events and the gaps that follow from them (perf_aux), the events themselves (perf_reader).
 */
#ifndef SPE_PERF_STATE_H
#define SPE_PERF_STATE_H

#include <string.h>

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

/* The last buffer of a core or, if perf traces threads, of a thread */
struct spe_perf_last {
    uint64_t from; /* stream offset of its first byte */
    uint64_t next; /* ... after its last byte; SPE_PERF_NO_BUFFER if there was none */
    uint64_t file; /* file offset of its first byte */
    uint64_t run;  /* stream offset from which on the file has all bytes up to its end */
    uint64_t news; /* bytes that AUX events have named since */
};

/* A core, by its number. */
struct spe_perf_known_core {
    struct spe_perf_last last;
    uint64_t midr;     /* 0: not known */
    uint32_t pmu_type; /* SPE_PERF_NONE: not known */
    uint32_t reserved; /* keeps the size, and so the number of cores, the same on every target */
};

/* A thread's stream, by its index */
struct spe_perf_known_thread {
    struct spe_perf_last last;
    uint32_t tid;
    uint32_t reserved;
};

/* A range of bytes at whose end or beginning bytes are missing; from an AUX event */
struct spe_perf_range {
    uint64_t from;
    uint64_t to;          /* just past its last byte */
    uint64_t file_offset; /* file offset of the AUX event */
    uint32_t cpu;         /* SPE_PERF_NONE if not known */
    uint32_t tid;
    uint32_t aux_flags;
    uint32_t follows; /* 1: another range names the byte before it */
};

/* The fields at the end of an attribute's kernel events: PERF_SAMPLE_*, or 0 */
struct spe_perf_layout {
    uint64_t sample_id;
};

/* An entry of a hash table */
struct spe_perf_id {
    uint64_t id;
    uint64_t layout; /* number of its layout, from 1; 0 if the entry is free */
};

#define SPE_PERF_LAYOUTS 8

/* Compressed events as a stream of bytes, in which events lie one after another; an event may begin in one compressed
 * event and end in another. */
struct spe_perf_unpacked {
    uint8_t *bytes; /* NULL: the caller gave no function that decompresses */
    uint32_t at, size;
    uint64_t event;   /* file offset of the current compressed event */
    uint64_t from;    /* file offset of its bytes that have not been decompressed */
    uint64_t left;    /* the number of these */
    uint64_t allowed; /* bytes that it may still become */
    uint64_t is_full; /* 1: there may be more output of earlier bytes */
};

enum spe_perf_phase {
    SPE_PERF_PHASE_HEADER,
    SPE_PERF_PHASE_ATTRS,
    SPE_PERF_PHASE_FEATURES,
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
    uint8_t is_seekable, skips_bytes;
    uint8_t is_unfinished;
    uint8_t is_pipe;
    uint8_t layout_count;
    uint8_t has_rings; /* an AUX event is of a snapshot: offsets begin again at the end of the ring */
    uint8_t has_cores; /* the metadata name cores */
    uint8_t has_aux;   /* there are AUX events */
    uint32_t version;  /* version of the metadata; 0 until AUXTRACE_INFO is read */
    int32_t status;    /* the error that ended reading */
    const char *problem;
    uint64_t problem_at;
    /* the file */
    const uint8_t *memory; /* NULL: read through the window */
    uint64_t memory_size;
    spe_perf_read_fn *read;
    void *context;
    struct spe_perf_window window;
    uint64_t at;  /* file offset of the next bytes */
    uint64_t end; /* file offset where events end; UINT64_MAX if they end with the file */
    uint64_t host_midr;
    uint64_t common_midr; /* MIDR_EL1 and ... */
    uint32_t common_pmu;  /* ... PMU of all cores of the metadata; 0 and SPE_PERF_NONE if they differ */
    uint32_t start_flags; /* of the gap at the beginning of the buffer; 0: there is none */
    uint64_t attrs, attrs_end, attr_entry; /* file offsets, and the bytes of each attribute */
    uint64_t build_ids, build_ids_end;
    uint64_t features, features_left; /* by their bits: the file's features, and the features not delivered yet */
    uint64_t info_end;                /* AUXTRACE_INFO: where the next core's metadata is; ... */
    uint64_t cores_left;              /* ... the number of cores left */
    /* the buffer */
    uint64_t left;       /* bytes of the buffer that have not been returned */
    uint64_t offset;     /* stream offset of these bytes */
    uint64_t buffer_end; /* stream offset */
    uint64_t buffer_size;
    uint64_t buffer_at; /* file offset of the buffer's event */
    uint64_t repeats;   /* bytes at the beginning of the buffer that the stream's last buffer has, too */
    uint64_t run;       /* struct spe_perf_last.run of the buffer */
    uint64_t named_to;  /* stream offset up to which the ranges that were taken name its bytes */
    uint32_t cpu, tid, index;
    uint64_t buffers, bytes, late, no_room, unknown_ids, features_missing;
    /* tables, in the caller's storage */
    struct spe_perf_known_core *cores;
    struct spe_perf_known_thread *threads;
    struct spe_perf_range *ranges; /* the first range_taken belong to the current buffer */
    struct spe_perf_id *ids;
    uint32_t core_cap, thread_cap, thread_count, range_cap, range_count, range_taken, id_mask;
    struct spe_perf_layout layouts[SPE_PERF_LAYOUTS];
    /* AUX events ahead */
    struct spe_perf_window ahead;
    uint64_t scan_at;      /* file offset up to which AUX events are in the table */
    uint64_t last_buffer;  /* file offset of the last AUXTRACE event that was read ahead */
    uint64_t scan_is_done; /* 1 if there is nothing more */
    uint64_t gaps_read;    /* number of AUX events that mean a gap: delivered, ... */
    uint64_t gaps_scanned; /* ... read ahead */
    /* compressed events */
    spe_perf_decompress_fn *decompress;
    void *decompress_context;
    struct spe_perf_unpacked unpacked[2]; /* by number of the stream: events, and events ahead */
};

/* Whether the file's byte order is not that of this machine. */
static inline int spe_perf_is_swapped(const struct perf_reader *r)
{
    const uint16_t one = 1;
    uint8_t low_byte;
    memcpy(&low_byte, &one, 1);
    return r->is_big == low_byte;
}

/* A number of the file, at p. */
static inline uint64_t spe_perf_get(const struct perf_reader *r, const uint8_t *p, unsigned width)
{
    return spe_perf_number(p, width, r->is_big);
}

/* The core with that number, or NULL if it does not fit in the table. */
static inline struct spe_perf_known_core *spe_perf_core_of(const struct perf_reader *r, uint32_t cpu)
{
    return cpu < r->core_cap ? &r->cores[cpu] : NULL;
}

/* The last buffer of the current buffer's stream (core or thread); NULL if the stream does not fit in the table. */
static inline struct spe_perf_last *spe_perf_last_of(const struct perf_reader *r)
{
    if (r->cpu != SPE_PERF_NONE)
        return r->cpu < r->core_cap ? &r->cores[r->cpu].last : NULL;
    return r->index < r->thread_cap ? &r->threads[r->index].last : NULL;
}

#endif
