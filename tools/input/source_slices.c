/* SPDX-License-Identifier: MIT */
/* See source_slices.h. */
#include "source_slices.h"

#include <stdlib.h>
#include <string.h>

#include <libspe/packet.h>

#include "../system/list.h"
#include "../system/message.h"
#include "../system/memory.h"

#define STEPS_MOST 8192 /* steps of a slice after which it ends, between two buffers */

/* -- where a record seems to begin -- */

enum { PADDING = 0x00, END = 0x01, TIMESTAMP = 0x71, TIMESTAMP_SIZE = 9, PC = 0xb0 };

#define RECORDS 3 /* that must follow */

/* Whether records follow, as far as there are bytes: each begins with a PC and has no packet that is unknown. */
static int has_records(const uint8_t *bytes, size_t size)
{
    struct spe_packet packet;
    unsigned records = 0;
    int n, is_inside = 0;
    for (size_t at = 0; records < RECORDS; at += (size_t)n) {
        n = spe_packet_decode(bytes + at, size - at, &packet);
        if (n <= 0)
            return records > 0;
        if (packet.type == SPE_PACKET_UNKNOWN || packet.flags & SPE_PACKET_RESERVED_HEADER)
            return 0;
        if (packet.type == SPE_PACKET_PADDING)
            continue;
        const int is_pc = bytes[at] == PC;
        if (is_pc == is_inside) /* none begins the record, or there are two */
            return 0;
        is_inside = packet.type != SPE_PACKET_END && packet.type != SPE_PACKET_TIMESTAMP;
        records += !is_inside;
    }
    return 1;
}

/* Whether a record seems to end before bytes[at], with padding after it at most. The bytes begin at `from`. */
static int has_end(const uint8_t *bytes, size_t from, size_t at)
{
    size_t zeros = at;
    while (zeros > from && bytes[zeros - 1] == PADDING)
        zeros--;
    if (zeros > from && bytes[zeros - 1] == END)
        return 1;
    /* the last bytes of a timestamp may be zeros, too */
    for (size_t i = zeros; i > from && zeros - i < TIMESTAMP_SIZE; i--)
        if (bytes[i - 1] == TIMESTAMP && i - 1 + TIMESTAMP_SIZE <= at)
            return 1;
    return 0;
}

/* The first place from `at` on where a record seems to begin, or 0. The bytes begin at `from`. */
static size_t find_joint(const uint8_t *bytes, size_t from, size_t at, size_t size)
{
    for (; at < size; at++)
        if (bytes[at] == PC && at > from && has_end(bytes, from, at) && has_records(bytes + at, size - at))
            return at;
    return 0;
}

/* -- slices -- */

void source_slices_begin(struct source_slices *p, struct spe_source *source, size_t wanted)
{
    memset(p, 0, sizeof *p);
    p->source = source;
    p->wanted = wanted;
    source_decoder_config(source, &p->config);
}

static struct slice_step *add_step(struct source_slice *slice, int step)
{
    slice->steps = list_with_room(slice->steps, slice->n_steps, &slice->most_steps, sizeof *slice->steps);
    struct slice_step *out = &slice->steps[slice->n_steps++];
    memset(out, 0, sizeof *out);
    out->step = step;
    return out;
}

/* Adds as many bytes as fit the slice. They extend the last step if it also was bytes. */
static void add_bytes(struct source_slice *slice, const uint8_t *bytes, size_t size, uint64_t offset)
{
    struct slice_step *last = slice->n_steps ? &slice->steps[slice->n_steps - 1] : NULL;
    if (!last || last->step != SOURCE_BYTES) {
        last = add_step(slice, SOURCE_BYTES);
        last->at = slice->size;
        last->offset = offset;
    }
    memcpy(slice->bytes + slice->size, bytes, size);
    slice->size += size;
    last->size += size;
}

/* Ends a full slice inside its last bytes: what follows the joint, if there is one, is kept for the next slice. */
static void cut(struct source_slices *p, struct source_slice *slice)
{
    struct slice_step *last = &slice->steps[slice->n_steps - 1];
    const size_t from = last->at > p->wanted ? last->at : p->wanted;
    const size_t joint = p->source->options->resyncs ? 0 : find_joint(slice->bytes, last->at, from, slice->size);
    p->is_joint = joint != 0;
    if (!joint)
        return;
    p->kept = slice->size - joint;
    memcpy(p->tail, slice->bytes + joint, p->kept);
    slice->size = joint;
    last->size = joint - last->at;
    p->offset -= p->kept;
}

/* Adds the remaining bytes of the source's last step. Returns whether the slice is full. */
static int take_bytes(struct source_slices *p, struct source_slice *slice)
{
    const size_t room = p->wanted + SLICES_LOOK - slice->size, n = p->size < room ? p->size : room;
    add_bytes(slice, p->bytes, n, p->offset);
    p->bytes += n;
    p->size -= n;
    p->offset += n;
    if (slice->size < p->wanted + SLICES_LOOK)
        return 0;
    cut(p, slice);
    return 1;
}

static void begin_buffer(struct source_slices *p, struct source_slice *slice)
{
    const struct spe_source *s = p->source;
    p->core = (struct slice_core){s->cpu, s->tid, s->midr, s->notes.clock, s->notes.buffers};
    p->is_middle = 1;
    add_step(slice, SOURCE_BUFFER)->core = p->core;
}

/* Takes the source's next step. Returns whether the slice ends with it. */
static int take_step(struct source_slices *p, struct source_slice *slice)
{
    struct spe_source *s = p->source;
    const int step = source_next(s);
    switch (step) {
    case SOURCE_BUFFER:
        begin_buffer(p, slice);
        return 0;
    case SOURCE_BYTES:
        p->bytes = s->bytes;
        p->size = s->size;
        p->offset = s->offset;
        return 0;
    case SOURCE_GAP: {
        struct slice_step *gap = add_step(slice, SOURCE_GAP);
        gap->offset = s->offset;
        gap->is_inside = s->is_inside;
        return 0;
    }
    case SOURCE_BUFFER_END:
        add_step(slice, SOURCE_BUFFER_END);
        p->is_middle = 0;
        return slice->size >= p->wanted || slice->n_steps >= STEPS_MOST;
    default:
        p->is_over = 1;
        if (step == SOURCE_FAILED)
            p->status = TOOL_FAILED;
        if (p->is_middle)
            add_step(slice, SOURCE_FAILED);
        return 1;
    }
}

/* Makes room for a slice's bytes, and begins with the bytes that the slice before it has left. */
static void begin_slice(struct source_slices *p, struct source_slice *slice)
{
    const size_t cap = p->wanted + SLICES_LOOK, kept = p->kept;
    if (slice->cap < cap) {
        free(slice->bytes);
        slice->bytes = tool_malloc(cap);
        slice->cap = cap;
    }
    slice->size = slice->n_steps = 0;
    slice->is_middle = p->is_middle;
    slice->is_joint = p->is_joint;
    slice->core = p->core;
    slice->offset = p->offset;
    p->is_joint = 0;
    p->kept = 0;
    if (kept)
        add_bytes(slice, p->tail, kept, p->offset);
    p->offset += kept;
}

int source_slices_next(struct source_slices *p, struct source_slice *slice)
{
    if (p->is_over)
        return 0;
    begin_slice(p, slice);
    for (int is_full = 0; !is_full && p->status == TOOL_OK;)
        is_full = p->size ? take_bytes(p, slice) : take_step(p, slice);
    return slice->n_steps > 0;
}

void source_slice_free(struct source_slice *slice)
{
    free(slice->bytes);
    free(slice->steps);
    *slice = (struct source_slice){0};
}
