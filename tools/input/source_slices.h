/* SPDX-License-Identifier: MIT */
/*
 * Cuts a source into slices that can be decoded side by side. A slice is what some following steps of the source gave:
 * buffers, or some bytes of one. Where a slice begins depends on the bytes alone, not on how they were read.
 *
 * A buffer begins with a record. Inside of a buffer, a slice is cut where a record seems to begin: after packets that
 * end a record (D17.6: End, Timestamp), before a few records without an unknown packet. Whether a record does begin
 * there is known when the slice before it has been decoded: its decoder must be between two records. If it is not, the
 * slice must be decoded again, after the one before it (tools/dump/dump_slices.c).
 */
#ifndef SOURCE_SLICES_H
#define SOURCE_SLICES_H

#include "spe_source.h"

/* Where the records of a buffer come from. */
struct slice_core {
    uint32_t cpu, tid; /* UINT32_MAX: not known */
    uint64_t midr;     /* 0: not known */
    struct spe_perf_clock clock;
    uint64_t buffer; /* its number in the file */
};

/* A step of the source: SOURCE_BUFFER, _BYTES, _GAP, _BUFFER_END, or _FAILED inside a buffer. */
struct slice_step {
    int step;
    int is_inside;          /* SOURCE_GAP: the bytes after it may begin inside a record */
    size_t at, size;        /* SOURCE_BYTES: in the slice's bytes */
    uint64_t offset;        /* in the buffer, as in struct spe_source */
    struct slice_core core; /* SOURCE_BUFFER */
};

struct source_slice {
    int is_middle;          /* it begins inside a buffer, ... */
    int is_joint;           /* ... where a record seems to begin */
    uint64_t offset;        /* ... at this offset */
    struct slice_core core; /* ... of this core */
    uint8_t *bytes;
    struct slice_step *steps;
    size_t size, n_steps;
    size_t cap, most_steps; /* what there is memory for */
};

#define SLICES_LOOK 4096 /* bytes in which the place of a cut is searched */

/* What cuts a source. */
struct source_slices {
    struct spe_source *source;
    struct spe_decoder_config config; /* of decoders, whose offset is that of the first byte of a buffer */
    size_t wanted;                    /* bytes of a slice; SLICES_LOOK more at most */
    int status;                       /* TOOL_OK, or TOOL_FAILED after a message */
    int is_over, is_middle, is_joint;
    struct slice_core core;
    const uint8_t *bytes; /* the unused bytes of the source's last step */
    size_t size;
    uint64_t offset;
    size_t kept; /* bytes of the slice before that belong to the next one */
    uint8_t tail[SLICES_LOOK];
};

/* Begins to cut a source that has been opened. */
void source_slices_begin(struct source_slices *p, struct spe_source *source, size_t wanted);

/* Makes the next slice; *slice is zero, or another slice whose memory is used again. Returns 1, or 0 if no slice is
 * left. */
int source_slices_next(struct source_slices *p, struct source_slice *slice);

void source_slice_free(struct source_slice *slice);

#endif
