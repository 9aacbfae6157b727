/* SPDX-License-Identifier: MIT */
/*
 * Where bytes are missing. An AUX event says of a range of a core's bytes that its last record may be cut off
 * (PARTIAL), or that what was in front of it is gone (OVERWRITE). perf writes the event before the bytes or, if the
 * kernel was faster than perf, behind them: so a file that can be read anywhere is read ahead for these events, as far
 * as the table has room.
 */
#include <string.h>

#include "perf_reader.h"

#define GAP_FLAGS ((uint32_t)(SPE_PERF_AUX_PARTIAL | SPE_PERF_AUX_OVERWRITE))

static void add_range(struct perf_reader *r, const struct spe_perf_event *aux)
{
    /* Of a snapshot the kernel gives the offset behind the bytes. */
    const int is_snapshot = (aux->aux_flags & SPE_PERF_AUX_OVERWRITE) != 0;
    const uint64_t from = is_snapshot ? aux->offset - aux->size : aux->offset;
    if (r->range_count == r->range_cap)
        return;
    r->ranges[r->range_count++] = (struct spe_perf_range){.from = from,
                                                          .to = from + aux->size,
                                                          .file_offset = aux->file_offset,
                                                          .cpu = aux->cpu,
                                                          .tid = aux->tid,
                                                          .aux_flags = aux->aux_flags & GAP_FLAGS};
}

/* Whether bytes behind a range that is not in the table have come out already. Of a core that is not told nothing is known. */
static int is_late(const struct perf_reader *r, const struct spe_perf_event *aux)
{
    const struct spe_perf_known_core *core = spe_perf_core_of(r, aux->cpu);
    const uint64_t to = aux->aux_flags & SPE_PERF_AUX_OVERWRITE ? aux->offset : aux->offset + aux->size;
    return core && core->next != SPE_PERF_NO_BUFFER && to < core->next;
}

void spe_perf_take_aux(struct perf_reader *r, struct spe_perf_event *aux)
{
    if (!(aux->aux_flags & GAP_FLAGS) || aux->file_offset < r->scan_at)
        return;
    aux->is_late = (uint32_t)is_late(r, aux);
    if (!aux->is_late)
        add_range(r, aux);
}

/* -- reading ahead -- */

/* The bytes that stand behind an event and are not in its size; UINT64_MAX: they cannot be there. */
static uint64_t bytes_behind(const struct perf_reader *r, const uint8_t *event, uint32_t kind, size_t size)
{
    uint64_t n = 0;
    if (kind == PERF_AUXTRACE)
        n = size >= PERF_EVENT_HEADER + 8 ? spe_perf_get(r, event + PERF_EVENT_HEADER, 8) : UINT64_MAX;
    else if (kind == PERF_HEADER_TRACING_DATA)
        n = size >= PERF_EVENT_HEADER + 4 ? (spe_perf_get(r, event + PERF_EVENT_HEADER, 4) + 7) & ~UINT64_C(7) : 0;
    return n > UINT64_MAX / 2 ? UINT64_MAX : n;
}

/* Goes past the event ahead, which is put into the table if it says where a gap is. Returns 0: there is none, or none that can be. */
static int scan_event(struct perf_reader *r)
{
    const uint8_t *event;
    struct spe_perf_event aux = spe_perf_no_event();
    if (r->scan_at >= r->end || spe_perf_look(r, &r->ahead, r->scan_at, PERF_EVENT_HEADER, &event) < PERF_EVENT_HEADER)
        return 0;
    const uint32_t kind = (uint32_t)spe_perf_get(r, event, 4);
    const size_t size = (size_t)spe_perf_get(r, event + 6, 2);
    const size_t seen = size < r->ahead.cap / 2 ? size : PERF_EVENT_HEADER + 8; /* AUX events are small */
    if (size < PERF_EVENT_HEADER || spe_perf_look(r, &r->ahead, r->scan_at, seen, &event) < (int64_t)seen)
        return 0;
    if (kind == PERF_AUX && seen == size) {
        const size_t trailer = spe_perf_take_sample_id(r, event, size, &aux);
        aux.file_offset = r->scan_at;
        if (!spe_perf_read_body(spe_perf_row_of_kind(kind), event + PERF_EVENT_HEADER,
                                size - PERF_EVENT_HEADER - trailer, r->is_big, &aux) &&
            aux.aux_flags & GAP_FLAGS)
            add_range(r, &aux);
    }
    const uint64_t behind = bytes_behind(r, event, kind, size);
    if (behind == UINT64_MAX)
        return 0;
    r->last_buffer = kind == PERF_AUXTRACE ? r->scan_at : r->last_buffer;
    r->scan_at += size + behind;
    return 1;
}

/* From the buffer that begins, or where reading ahead had to stop. What is wrong there is said when it is reached. */
static void scan(struct perf_reader *r)
{
    r->scan_is_done |= !r->memory && !r->is_seekable;
    if (r->scan_is_done)
        return;
    if (r->scan_at < r->buffer_at)
        r->scan_at = r->buffer_at;
    while (r->range_count < r->range_cap && scan_event(r))
        ;
    r->scan_is_done = r->range_count < r->range_cap;
    r->status = SPE_OK;
    r->problem = NULL;
}

/* -- the buffer that is being read -- */

static int is_same(uint32_t a, uint32_t b)
{
    return a == SPE_PERF_NONE || b == SPE_PERF_NONE || a == b;
}

/* Whether a range is about the buffer, of `size` bytes from r->offset on. */
static int is_about(const struct perf_reader *r, const struct spe_perf_range *range, uint64_t size)
{
    const int knows_cpu = range->cpu != SPE_PERF_NONE && r->cpu != SPE_PERF_NONE;
    const uint64_t to = range->to - r->offset;
    if (!is_same(range->cpu, r->cpu) || (!knows_cpu && !is_same(range->tid, r->tid)) || to > size)
        return 0;
    if (knows_cpu || range->file_offset < r->buffer_at)
        return 1;
    /* Behind the buffer, of a core that is not told: about the last one if there is none behind it, else about that. */
    return r->scan_is_done && r->buffer_at == r->last_buffer;
}

/* Takes ranges out of the table: those of which `is_gone` says so. */
static void forget(struct perf_reader *r,
                   int (*is_gone)(const struct perf_reader *r, const struct spe_perf_range *range))
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < r->range_count; i++)
        if (!is_gone(r, &r->ranges[i]))
            r->ranges[kept++] = r->ranges[i];
    r->range_count = kept;
}

static int is_of_the_past(const struct perf_reader *r, const struct spe_perf_range *range)
{
    return !range->is_taken && range->file_offset < r->buffer_at;
}

static int is_used_up(const struct perf_reader *r, const struct spe_perf_range *range)
{
    (void)r;
    return range->is_taken && !range->aux_flags;
}

static void take_ranges(struct perf_reader *r, uint64_t size)
{
    for (uint32_t i = 0; i < r->range_count; i++) {
        struct spe_perf_range *range = &r->ranges[i];
        range->is_taken = (uint32_t)is_about(r, range, size);
        if (range->is_taken && range->from - r->offset > size) /* it began before the buffer */
            range->from = r->offset;
    }
}

void spe_perf_begin_gaps(struct perf_reader *r, const struct spe_perf_event *buffer)
{
    const struct spe_perf_known_core *stream = spe_perf_stream(r);
    /* perf pads buffers to eight bytes */
    r->has_moved = stream && stream->next != SPE_PERF_NO_BUFFER && stream->next - buffer->offset >= 8;
    scan(r);
    take_ranges(r, buffer->size);
    if (r->range_count == r->range_cap)
        forget(r, is_of_the_past); /* no buffer came that they were about */
}

uint32_t spe_perf_next_gap(const struct perf_reader *r, uint64_t *where)
{
    uint32_t flags = r->has_moved ? SPE_PERF_AUX_MOVED : 0;
    *where = r->has_moved ? r->offset : r->buffer_end;
    for (uint32_t i = 0; i < r->range_count; i++) {
        const struct spe_perf_range *range = &r->ranges[i];
        if (!range->is_taken)
            continue;
        for (unsigned end = 0; end < 2; end++) {
            const uint64_t at = end ? range->to : range->from;
            const uint32_t flag = range->aux_flags & (end ? SPE_PERF_AUX_PARTIAL : SPE_PERF_AUX_OVERWRITE);
            if (!flag || at - r->offset > *where - r->offset)
                continue;
            flags = at == *where ? flags | flag : flag;
            *where = at;
        }
    }
    return flags;
}

void spe_perf_drop_gaps(struct perf_reader *r)
{
    r->has_moved = 0;
    for (uint32_t i = 0; i < r->range_count; i++) {
        struct spe_perf_range *range = &r->ranges[i];
        if (range->is_taken && range->from == r->offset)
            range->aux_flags &= ~(uint32_t)SPE_PERF_AUX_OVERWRITE;
        if (range->is_taken && range->to == r->offset)
            range->aux_flags &= ~(uint32_t)SPE_PERF_AUX_PARTIAL;
    }
    forget(r, is_used_up);
}
