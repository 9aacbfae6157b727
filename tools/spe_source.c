/* SPDX-License-Identifier: MIT */
/* See spe_source.h. */
#include "spe_source.h"

#include <inttypes.h>
#include <string.h>

enum { COMPRESSED = 81, COMPRESSED2 = 83 }; /* perf's numbers */

/* -- reading -- */

/* The reader's function; a pipe's first bytes have been read already. */
static int64_t read_file(void *context, uint64_t offset, void *bytes, size_t cap)
{
    struct spe_source *s = context;
    if (s->is_seekable)
        return tool_read_at(&s->in, bytes, cap, offset);
    const size_t kept = s->head_size - s->head_used;
    if (!kept)
        return tool_read(&s->in, bytes, cap);
    const size_t n = kept < cap ? kept : cap;
    memcpy(bytes, s->head + s->head_used, n);
    s->head_used += n;
    return (int64_t)n;
}

/* Reads the first bytes, which tell a perf.data file from raw ones. Returns TOOL_OK, or TOOL_FAILED after a message. */
static int read_head(struct spe_source *s)
{
    ssize_t n = 1;
    while (n > 0 && s->head_size < sizeof s->head) {
        uint8_t *at = s->head + s->head_size;
        const size_t room = sizeof s->head - s->head_size;
        n = s->is_seekable ? tool_read_at(&s->in, at, room, s->head_size) : tool_read(&s->in, at, room);
        s->head_size += n > 0 ? (size_t)n : 0;
    }
    return n < 0 ? TOOL_FAILED : TOOL_OK;
}

int source_open(struct spe_source *s, const char *path)
{
    memset(s, 0, sizeof *s);
    s->cpu = UINT32_MAX;
    if (tool_open(&s->in, path) != TOOL_OK)
        return TOOL_FAILED;
    s->is_seekable = tool_is_seekable(&s->in);
    if (read_head(s) != TOOL_OK)
        return TOOL_FAILED;
    s->is_perf = spe_perf_is_file(s->head, s->head_size);
    spe_perf_reader_init(&s->reader, read_file, s, s->is_seekable ? SPE_PERF_SEEKABLE : 0, s->storage,
                         sizeof s->storage);
    return TOOL_OK;
}

#define PROGRESS (UINT64_C(64) << 20) /* bytes between two messages */

static void go_to(struct spe_source *s, uint64_t at)
{
    if (s->shows_progress && s->at / PROGRESS != at / PROGRESS)
        fprintf(stderr, "\r%s: %" PRIu64 " MiB", tool_name, at >> 20);
    s->at = at;
}

/* -- raw bytes: one buffer -- */

static int next_raw(struct spe_source *s)
{
    if (s->step == SOURCE_ENDED)
        return SOURCE_BUFFER;
    if (s->step == SOURCE_BUFFER_END)
        return SOURCE_ENDED;
    const int64_t n = read_file(s, s->at, s->storage, sizeof s->storage);
    if (n <= 0)
        return n < 0 ? SOURCE_FAILED : SOURCE_BUFFER_END;
    s->offset = s->at;
    s->bytes = (const uint8_t *)s->storage;
    s->size = (size_t)n;
    go_to(s, s->at + (uint64_t)n);
    return SOURCE_BYTES;
}

/* -- perf.data -- */

static void count_aux(struct source_notes *notes, const struct spe_perf_event *event)
{
    notes->truncated += (event->aux_flags & SPE_PERF_AUX_TRUNCATED) != 0;
    notes->overwritten += (event->aux_flags & SPE_PERF_AUX_OVERWRITE) != 0;
    notes->partial += (event->aux_flags & SPE_PERF_AUX_PARTIAL) != 0;
    notes->collisions += (event->aux_flags & SPE_PERF_AUX_COLLISION) != 0;
    notes->late += event->is_late;
}

#define NOTHING (-2) /* what an event means for the programs */

static int take_event(struct spe_source *s, const struct spe_perf_event *event)
{
    switch (event->type) {
    case SPE_PERF_BUFFER:
        s->notes.buffers++;
        s->base = event->offset;
        s->cpu = event->cpu;
        s->midr = s->given_midr ? s->given_midr : event->midr;
        return SOURCE_BUFFER;
    case SPE_PERF_BYTES:
        s->bytes = event->bytes;
        s->size = (size_t)event->size;
        s->offset = event->offset - s->base;
        go_to(s, event->file_offset + event->size);
        return SOURCE_BYTES;
    case SPE_PERF_GAP:
        s->offset = event->offset - s->base;
        s->is_inside = (event->aux_flags & SPE_PERF_AUX_INSIDE) != 0;
        return s->offset || s->is_inside ? SOURCE_GAP : NOTHING; /* each buffer has a decoder that begins anew */
    case SPE_PERF_BUFFER_END:
        return SOURCE_BUFFER_END;
    case SPE_PERF_AUX:
        count_aux(&s->notes, event);
        return NOTHING;
    case SPE_PERF_CLOCK:
        s->notes.clock = event->clock;
        return NOTHING;
    case SPE_PERF_INFO:
    case SPE_PERF_CORE:
    case SPE_PERF_ATTR:
        return NOTHING;
    default:
        s->notes.compressed += event->kind == COMPRESSED || event->kind == COMPRESSED2;
        s->notes.foreign += event->kind != COMPRESSED && event->kind != COMPRESSED2;
        return NOTHING;
    }
}

int source_pass_gap(const struct spe_source *s, spe_decoder *decoder, struct spe_record *cut)
{
    const int was_cut = spe_decoder_gap(decoder, s->offset, cut);
    if (s->is_inside)
        spe_decoder_resync(decoder);
    return was_cut;
}

static int fail(const struct spe_source *s)
{
    uint64_t offset = 0;
    char where[512];
    const char *problem = spe_perf_reader_problem(&s->reader, &offset);
    snprintf(where, sizeof where, "%.400s: offset 0x%" PRIx64, s->in.name, offset);
    tool_error(problem, where);
    return SOURCE_FAILED;
}

static int next_perf(struct spe_source *s)
{
    struct spe_perf_event event;
    struct spe_perf_file_info info;
    int step = NOTHING;
    while (step == NOTHING) {
        const int status = spe_perf_reader_next(&s->reader, &event);
        if (status == SPE_E_FORMAT)
            return fail(s);
        step = status == 1 ? take_event(s, &event) : status == 0 ? SOURCE_ENDED : SOURCE_FAILED;
    }
    if (step == SOURCE_ENDED && spe_perf_reader_info(&s->reader, &info) == SPE_OK)
        s->notes.unfinished = info.is_unfinished != 0;
    return step;
}

int source_next(struct spe_source *s)
{
    if (!s->is_perf)
        s->midr = s->given_midr;
    if (s->step != SOURCE_FAILED)
        s->step = s->is_perf ? next_perf(s) : next_raw(s);
    return s->step;
}

/* -- messages -- */

static void report(const char *what, uint64_t n)
{
    if (n)
        fprintf(stderr, "%s: %" PRIu64 " %s\n", tool_name, n, what);
}

const char *source_where(const struct spe_source *s, char *out)
{
    int n = snprintf(out, SOURCE_WHERE_MAX, "%.400s", s->in.name);
    if (s->notes.buffers)
        n += snprintf(out + n, SOURCE_WHERE_MAX - (size_t)n, ": buffer %" PRIu64, s->notes.buffers);
    if (s->cpu != UINT32_MAX)
        snprintf(out + n, SOURCE_WHERE_MAX - (size_t)n, ", cpu %" PRIu32, s->cpu);
    return out;
}

int source_cut_off(const struct spe_source *s, uint64_t offset, uint64_t size)
{
    char where[SOURCE_WHERE_MAX], place[SOURCE_WHERE_MAX + 64];
    snprintf(place, sizeof place, "%s: offset 0x%" PRIx64 ", %" PRIu64 " bytes of it", source_where(s, where), offset,
             size);
    return tool_error("input ends inside a record", place);
}

int source_report(const struct spe_source *s)
{
    int status = TOOL_OK;
    if (s->shows_progress && s->at >= PROGRESS)
        fprintf(stderr, "\r%40s\r", "");
    if (s->is_perf && s->step == SOURCE_ENDED && !s->notes.buffers)
        status = tool_error("no AUXTRACE event: the profile has no SPE data", s->in.name);
    if (s->notes.unfinished && s->notes.buffers)
        status = tool_error("the header has no size of the data: was perf record ended before its time?", s->in.name);
    report("AUX events say that data was truncated", s->notes.truncated);
    report("AUX events say that data was overwritten", s->notes.overwritten);
    report("AUX events say that data is partial", s->notes.partial);
    report("AUX events say that samples collided", s->notes.collisions);
    report("AUX events came too late: read the file, not a pipe, to find the records that are cut", s->notes.late);
    report("compressed events were passed over", s->notes.compressed);
    return status;
}

void source_close(struct spe_source *s)
{
    tool_close(&s->in);
}
