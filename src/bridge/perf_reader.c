/* SPDX-License-Identifier: MIT */
/* Reads perf.data event by event: the meaning of each, and a buffer's bytes between its gaps. */
#include <string.h>

#include "perf_aux.h"
#include "perf_header.h"
#include "perf_unpack.h"
#include "perf_window.h"

_Static_assert(sizeof(struct perf_reader) <= SPE_PERF_READER_SIZE, "struct spe_perf_reader is too small");

static struct perf_reader *open_reader(spe_perf_reader *r)
{
    struct perf_reader *reader = (struct perf_reader *)(void *)r;
    return reader->magic == SPE_PERF_READER_MAGIC ? reader : NULL;
}

/* -- storage -- */

#define AHEAD (16u << 10) /* bytes that are read ahead at once */

/* The most entries of a table. All ranges are searched for each buffer, so their number must be limited. */
#define MOST (1u << 11)

static uint32_t entries(size_t part, size_t size)
{
    return (uint32_t)(part / size < MOST ? part / size : MOST);
}

/* Divides the storage: of 25 parts, seven are for cores, six for threads, two for ranges, one for ids, the rest for the
 * file's bytes. */
static void divide_storage(struct perf_reader *r, void *storage, size_t size)
{
    static const struct spe_perf_last no_buffer = {0, SPE_PERF_NO_BUFFER, 0, 0, 0};
    uint8_t *at = (uint8_t *)storage;
    const size_t part = size / 25 & ~(size_t)7;
    r->cores = (struct spe_perf_known_core *)(void *)at;
    r->core_cap = entries(7 * part, sizeof *r->cores);
    for (uint32_t i = 0; i < r->core_cap; i++)
        r->cores[i] = (struct spe_perf_known_core){no_buffer, 0, SPE_PERF_NONE, 0};
    r->threads = (struct spe_perf_known_thread *)(void *)(at + 7 * part);
    r->thread_cap = entries(6 * part, sizeof *r->threads);
    for (uint32_t i = 0; i < r->thread_cap; i++)
        r->threads[i] = (struct spe_perf_known_thread){no_buffer, SPE_PERF_NONE, 0};
    r->ranges = (struct spe_perf_range *)(void *)(at + 13 * part);
    r->range_cap = entries(2 * part, sizeof *r->ranges);
    r->ids = (struct spe_perf_id *)(void *)(at + 15 * part);
    while ((2 * r->id_mask + 2) * sizeof *r->ids <= part && r->id_mask < MOST)
        r->id_mask = 2 * r->id_mask + 1;
    memset(r->ids, 0, (r->id_mask + 1) * sizeof *r->ids);
    at += 16 * part;
    size -= 16 * part;
    r->ahead = (struct spe_perf_window){at, AHEAD, 0, 0};
    r->window = (struct spe_perf_window){at + AHEAD, size - AHEAD, 0, 0};
}

static int begin(spe_perf_reader *r, void *storage, size_t size)
{
    struct perf_reader *reader = (struct perf_reader *)(void *)r;
    if (!r)
        return SPE_E_ARG;
    memset(reader, 0, sizeof *reader);
    if (!storage || (uintptr_t)storage % 8)
        return SPE_E_ARG;
    if (size < SPE_PERF_STORAGE)
        return SPE_E_SPACE;
    size = size < UINT32_MAX ? size : UINT32_MAX;
    divide_storage(reader, storage, size);
    return SPE_OK;
}

int spe_perf_reader_init(spe_perf_reader *r, spe_perf_read_fn *read, void *context, uint32_t flags, void *storage,
                         size_t size)
{
    struct perf_reader *reader = (struct perf_reader *)(void *)r;
    const int status = begin(r, storage, size);
    if (status != SPE_OK || !read || flags & ~(uint32_t)(SPE_PERF_SEEKABLE | SPE_PERF_NO_BYTES) ||
        flags == SPE_PERF_NO_BYTES)
        return status != SPE_OK ? status : SPE_E_ARG;
    reader->read = read;
    reader->context = context;
    reader->is_seekable = (flags & SPE_PERF_SEEKABLE) != 0;
    reader->skips_bytes = (flags & SPE_PERF_NO_BYTES) != 0;
    reader->magic = SPE_PERF_READER_MAGIC;
    return SPE_OK;
}

int spe_perf_reader_init_memory(spe_perf_reader *r, const void *file, size_t len, void *storage, size_t size)
{
    static const uint8_t nothing[1] = {0};
    struct perf_reader *reader = (struct perf_reader *)(void *)r;
    const int status = begin(r, storage, size);
    if (status != SPE_OK || (!file && len))
        return status != SPE_OK ? status : SPE_E_ARG;
    reader->memory = file ? (const uint8_t *)file : nothing;
    reader->memory_size = len;
    reader->ahead.cap = AHEAD; /* so that the same events are read ahead */
    reader->magic = SPE_PERF_READER_MAGIC;
    return SPE_OK;
}

/* -- events -- */

enum {
    CORE_HEADER = 24, /* bytes of a core in AUXTRACE_INFO: magic, number, count of the words that follow ... */
    CORE_LEAST = 32   /* ... at least one word: MIDR, PMU type, least interval, event filter */
};

/* A 4-byte number that perf stores in eight bytes. A number that does not fit is SPE_PERF_NONE, which is perf's meaning
 * of it. */
static uint32_t clip(uint64_t n)
{
    return n < SPE_PERF_NONE ? (uint32_t)n : SPE_PERF_NONE;
}

/* Reads AUXTRACE_INFO: the type of the trace and, from version 2 on, the MIDR of each core. Returns SPE_OK or a
 * status. */
static int take_info(struct perf_reader *r, const uint8_t *body, size_t size, struct spe_perf_event *out)
{
    if (size < 24)
        return spe_perf_fail(r, "AUXTRACE_INFO is too short", r->at);
    if (spe_perf_get(r, body, 4) != PERF_ARM_SPE)
        return spe_perf_fail(r, "the trace is not Arm SPE (AUXTRACE_INFO has another type): decode it with perf",
                             r->at + 8);
    const uint64_t version = spe_perf_get(r, body + 8, 8), header_words = spe_perf_get(r, body + 16, 8);
    r->version = 1; /* version 1 has {PMU type, per-CPU mmaps} there */
    r->common_pmu = out->pmu_type = clip(version);
    r->common_midr = 0;
    if (version != 2 || header_words < 4 || header_words > (size - 8) / 8)
        return SPE_OK;
    r->version = 2;
    out->pmu_type = clip(spe_perf_get(r, body + 24, 8));
    const uint64_t cores = spe_perf_get(r, body + 32, 8);
    const size_t first = 8 + 8 * (size_t)header_words;
    size_t at = first;
    for (; out->size < cores && at + CORE_LEAST <= size; out->size++) {
        const uint64_t words = spe_perf_get(r, body + at + 16, 8);
        if (words < 1 || words > (size - at - CORE_HEADER) / 8)
            return spe_perf_fail(r, "the metadata of a core exceeds AUXTRACE_INFO", r->at + PERF_EVENT_HEADER + at);
        const uint64_t midr = spe_perf_get(r, body + at + CORE_HEADER, 8);
        const uint32_t pmu_type = words > 1 ? clip(spe_perf_get(r, body + at + CORE_HEADER + 8, 8)) : SPE_PERF_NONE;
        struct spe_perf_known_core *core = spe_perf_core_of(r, clip(spe_perf_get(r, body + at + 8, 8)));
        if (core)
            core->midr = midr, core->pmu_type = pmu_type;
        r->common_midr = !out->size || midr == r->common_midr ? midr : 0;
        r->common_pmu = !out->size || pmu_type == r->common_pmu ? pmu_type : SPE_PERF_NONE;
        at += CORE_HEADER + 8 * (size_t)words;
    }
    r->has_cores = out->size != 0;
    r->cores_left = out->size;
    r->info_end = r->at + PERF_EVENT_HEADER + size;
    r->at += PERF_EVENT_HEADER + first;
    r->phase = SPE_PERF_PHASE_CORES;
    return SPE_OK;
}

/* Reads the next core of AUXTRACE_INFO, which take_info() has checked. Returns 1, or 2 after the last core, or a
 * status. */
static int next_core(struct perf_reader *r, struct spe_perf_event *out)
{
    const uint8_t *core;
    const size_t left = (size_t)(r->info_end - r->at); /* all of it is in the window */
    if (!r->cores_left || spe_perf_look(r, &r->window, r->at, left, &core) < (int64_t)left) {
        r->at = r->info_end;
        r->phase = SPE_PERF_PHASE_EVENTS;
        return 2;
    }
    const uint64_t words = spe_perf_get(r, core + 16, 8);
    *out = spe_perf_no_event();
    out->type = SPE_PERF_CORE;
    out->kind = PERF_AUXTRACE_INFO;
    out->file_offset = r->at;
    out->cpu = clip(spe_perf_get(r, core + 8, 8));
    out->midr = spe_perf_get(r, core + CORE_HEADER, 8);
    out->pmu_type = words > 1 ? clip(spe_perf_get(r, core + CORE_HEADER + 8, 8)) : 0;
    out->period = words > 2 ? spe_perf_get(r, core + CORE_HEADER + 16, 8) : 0;
    out->event_filter = words > 3 ? spe_perf_get(r, core + CORE_HEADER + 24, 8) : 0;
    r->at += CORE_HEADER + 8 * words;
    r->cores_left--;
    return 1;
}

/* Sets the core's MIDR_EL1 and PMU. If the metadata name cores, but not this one, it may be any of them; if they do
 * not, all cores are taken to be like the one on which perf ran. */
static void set_core(const struct perf_reader *r, struct spe_perf_event *out)
{
    const struct spe_perf_known_core *core = spe_perf_core_of(r, out->cpu);
    out->midr = core && core->midr ? core->midr : r->has_cores ? r->common_midr : r->host_midr;
    out->pmu_type = core && core->pmu_type != SPE_PERF_NONE ? core->pmu_type : r->common_pmu;
}

/* Reads AUXTRACE: the bytes after it are a buffer. Returns SPE_OK or a status. */
static int begin_buffer(struct perf_reader *r, size_t size, struct spe_perf_event *out)
{
    if (!r->version)
        return spe_perf_fail(r, "AUXTRACE comes before AUXTRACE_INFO, so the type of trace is not known", r->at);
    if (r->end != UINT64_MAX ? out->size > r->end - r->at - size : out->size > UINT64_MAX / 2)
        return spe_perf_fail(r, "AUXTRACE exceeds the data section", r->at + 8);
    r->buffer_at = r->at;
    r->left = r->buffer_size = out->size;
    r->offset = out->offset;
    r->buffer_end = out->offset + out->size;
    r->cpu = out->cpu;
    r->tid = out->tid;
    r->index = out->index;
    r->buffers++;
    set_core(r, out);
    r->phase = SPE_PERF_PHASE_BUFFER;
    return spe_perf_begin_gaps(r, r->at + size);
}

/* Skips TRACING_DATA, which a pipe with tracepoints has: bytes follow that its size does not include. Returns SPE_OK or
 * a status. */
static int pass_tracing_data(struct perf_reader *r, const uint8_t *body, size_t size)
{
    const uint64_t bytes = size >= 12 ? (spe_perf_get(r, body, 4) + 7) & ~UINT64_C(7) : 0;
    if (r->end != UINT64_MAX && bytes > r->end - r->at - size)
        return spe_perf_fail(r, "TRACING_DATA exceeds the data section", r->at + 8);
    r->left = bytes;
    return SPE_OK;
}

/* Interprets an event, all of which is at `event`. Returns SPE_OK or a status. */
static int take_event(struct perf_reader *r, const uint8_t *event, size_t size, struct spe_perf_event *out)
{
    const uint8_t *body = event + PERF_EVENT_HEADER;
    const size_t body_size = size - PERF_EVENT_HEADER;
    const struct spe_perf_row *row = spe_perf_row_of_kind(out->kind);
    if (row) {
        r->unknown_ids += row->kind < PERF_USER_TYPES && !spe_perf_knows_id(r, event, size);
        const size_t trailer = row->kind < PERF_USER_TYPES ? spe_perf_take_sample_id(r, event, size, out) : 0;
        const char *problem = row->kind == PERF_AUXTRACE && body_size < row->least ? "AUXTRACE is too short" : NULL;
        if (!problem)
            problem = spe_perf_read_body(row, body, body_size - trailer, r->is_big, out);
        if (problem)
            return spe_perf_fail(r, problem, out->file_offset);
        out->type = row->type;
        if (row->kind == PERF_AUX)
            spe_perf_take_aux(r, out);
        return row->kind == PERF_AUXTRACE ? begin_buffer(r, size, out) : SPE_OK;
    }
    if (out->kind == PERF_AUXTRACE_INFO) {
        out->type = SPE_PERF_INFO;
        return take_info(r, body, body_size, out);
    }
    if (out->kind == PERF_HEADER_ATTR && r->is_pipe && spe_perf_take_attr(r, body, body_size, out))
        return SPE_OK;
    if (out->kind == PERF_COMPRESSED || out->kind == PERF_COMPRESSED2)
        return spe_perf_fail(r, "events are compressed (perf record -z), and this program cannot decompress them",
                             r->at);
    out->bytes = body;
    out->size = body_size;
    if (out->kind == PERF_HEADER_FEATURE)
        spe_perf_take_feature(r, out);
    return out->kind == PERF_HEADER_TRACING_DATA ? pass_tracing_data(r, body, size) : SPE_OK;
}

/* Skips the rest of an event's bytes. */
static int pass_bytes(struct perf_reader *r)
{
    const uint8_t *bytes;
    if (!r->left)
        return SPE_OK;
    const int64_t n = spe_perf_look(r, &r->window, r->at + r->left - 1, 1, &bytes);
    if (n <= 0)
        return n < 0 ? (int)n : spe_perf_fail(r, "the file ends inside the bytes of an event", r->at);
    r->at += r->left;
    r->left = 0;
    return SPE_OK;
}

/* Begins an event that is at `event`. */
static void begin_event(const struct perf_reader *r, const uint8_t *event, uint64_t file_offset,
                        struct spe_perf_event *out)
{
    *out = spe_perf_no_event();
    out->kind = (uint32_t)spe_perf_get(r, event, 4);
    out->misc = (uint32_t)spe_perf_get(r, event + 4, 2);
    out->file_offset = file_offset;
}

/* Whether perf writes events of a kind without compressing them: those with bytes that follow them, or that describe
 * the trace. */
static int is_never_packed(uint32_t kind)
{
    return kind == PERF_AUXTRACE || kind == PERF_AUXTRACE_INFO || kind == PERF_HEADER_TRACING_DATA ||
           kind == PERF_COMPRESSED || kind == PERF_COMPRESSED2;
}

/* The next event of the current compressed event. Returns 1, or 0 at its end, or a status. */
static int next_unpacked(struct perf_reader *r, struct spe_perf_event *out)
{
    const uint8_t *event;
    const int64_t size = spe_perf_unpack(r, &r->unpacked[0], &r->window, &event);
    if (size <= 0)
        return (int)size;
    begin_event(r, event, r->unpacked[0].event, out);
    if (is_never_packed(out->kind))
        return spe_perf_fail(r, "a compressed event holds an event of a type that perf does not compress",
                             out->file_offset);
    const int taken = take_event(r, event, (size_t)size, out);
    return taken == SPE_OK ? 1 : taken;
}

/* The events have ended. Returns 0 or a status. */
static int end_events(struct perf_reader *r)
{
    const struct spe_perf_unpacked *u = &r->unpacked[0];
    return u->at == u->size ? 0 : spe_perf_fail(r, "the last compressed event ends inside an event", u->event);
}

static int next_event(struct perf_reader *r, struct spe_perf_event *out)
{
    const uint8_t *event;
    const int unpacked = next_unpacked(r, out), status = unpacked ? unpacked : pass_bytes(r);
    if (status != SPE_OK)
        return status;
    if (r->at >= r->end)
        return end_events(r);
    int64_t n = spe_perf_look(r, &r->window, r->at, PERF_EVENT_HEADER, &event);
    if (n < 0 || (n == 0 && r->end == UINT64_MAX))
        return n < 0 ? (int)n : end_events(r);
    if (n < PERF_EVENT_HEADER)
        return spe_perf_fail(r, "the file ends inside an event's header", r->at);
    const size_t size = (size_t)spe_perf_get(r, event + 6, 2);
    if (size < PERF_EVENT_HEADER || (r->end != UINT64_MAX && size > r->end - r->at))
        return spe_perf_fail(r, "an event has an impossible size", r->at + 6);
    n = spe_perf_look(r, &r->window, r->at, size, &event);
    if (n < (int64_t)size)
        return n < 0 ? (int)n : spe_perf_fail(r, "the file ends inside an event", r->at);
    begin_event(r, event, r->at, out);
    if (spe_perf_is_packed(r, out->kind)) {
        const int begun = spe_perf_begin_packed(r, &r->unpacked[0], event, r->at, size);
        r->at += size;
        return begun == SPE_OK ? 2 : begun;
    }
    const int taken = take_event(r, event, size, out);
    if (taken != SPE_OK)
        return taken;
    r->at += r->phase == SPE_PERF_PHASE_CORES ? 0 : size;
    return 1;
}

/* -- a buffer -- */

static struct spe_perf_event of_buffer(const struct perf_reader *r, uint32_t type)
{
    struct spe_perf_event out = spe_perf_no_event();
    out.type = type;
    out.kind = PERF_AUXTRACE;
    out.file_offset = r->at;
    out.offset = r->offset;
    out.cpu = r->cpu;
    out.tid = r->tid;
    out.index = r->index;
    set_core(r, &out);
    return out;
}

static void end_buffer(struct perf_reader *r)
{
    struct spe_perf_last *last = spe_perf_last_of(r);
    if (last)
        *last = (struct spe_perf_last){r->buffer_end - r->buffer_size, r->offset, r->at - r->buffer_size, r->run, 0};
    spe_perf_end_gaps(r);
    r->phase = SPE_PERF_PHASE_EVENTS;
}

/* Finds the next part of a buffer: a gap, some bytes, or its end. Returns 1, a status, or 2: call it again. */
static int next_of_buffer(struct perf_reader *r, struct spe_perf_event *out)
{
    uint64_t until = r->offset + r->repeats;
    const uint8_t *bytes;
    const uint32_t flags = r->repeats ? 0 : spe_perf_next_gap(r, &until);
    if (flags && until == r->offset) {
        *out = of_buffer(r, SPE_PERF_GAP);
        out->aux_flags = flags | (flags & (SPE_PERF_AUX_OVERWRITE | SPE_PERF_AUX_MOVED) ? SPE_PERF_AUX_INSIDE : 0);
        spe_perf_drop_gaps(r);
        return 1;
    }
    if (!r->left) {
        *out = of_buffer(r, SPE_PERF_BUFFER_END);
        end_buffer(r);
        return 1;
    }
    const uint64_t all = until - r->offset;
    const int64_t n = spe_perf_look(r, &r->window, r->skips_bytes ? r->at + all - 1 : r->at, 1, &bytes);
    if (n <= 0)
        return n < 0 ? (int)n : spe_perf_fail(r, "the file ends inside the bytes of an event", r->at);
    if (!r->skips_bytes && !r->repeats && !bytes[0] && spe_perf_leave_padding(r))
        return 2;
    *out = of_buffer(r, r->repeats ? SPE_PERF_REPEATED : SPE_PERF_BYTES);
    out->bytes = r->skips_bytes ? NULL : bytes;
    out->size = r->skips_bytes || (uint64_t)n > all ? all : (uint64_t)n;
    r->at += out->size;
    r->offset += out->size;
    r->left -= out->size;
    r->bytes += r->repeats ? 0 : out->size;
    if (r->repeats)
        spe_perf_pass_repeats(r, out->size);
    return 1;
}

/* -- calls -- */

/* Returns 1, 0, a status, or 2: call it again for the next event. */
static int next_in_phase(struct perf_reader *r, struct spe_perf_event *out)
{
    int status;
    switch (r->phase) {
    case SPE_PERF_PHASE_HEADER:
        status = spe_perf_open(r);
        r->phase = SPE_PERF_PHASE_ATTRS;
        return status == SPE_OK ? 2 : status;
    case SPE_PERF_PHASE_ATTRS:
        if (spe_perf_next_attr(r, out))
            return 1;
        r->phase = SPE_PERF_PHASE_FEATURES;
        return r->status == SPE_OK ? 2 : r->status;
    case SPE_PERF_PHASE_FEATURES:
        if (spe_perf_next_feature(r, out))
            return 1;
        r->phase = SPE_PERF_PHASE_BUILD_IDS;
        return r->status == SPE_OK ? 2 : r->status;
    case SPE_PERF_PHASE_BUILD_IDS:
        if (spe_perf_next_build_id(r, out))
            return 1;
        r->phase = SPE_PERF_PHASE_EVENTS;
        status = spe_perf_begin_data(r);
        return status == SPE_OK ? 2 : status;
    case SPE_PERF_PHASE_CORES:
        return next_core(r, out);
    case SPE_PERF_PHASE_EVENTS:
        status = next_event(r, out);
        r->phase = status == 0 ? SPE_PERF_PHASE_END : r->phase;
        return status;
    case SPE_PERF_PHASE_BUFFER:
        return next_of_buffer(r, out);
    default:
        return 0;
    }
}

int spe_perf_reader_next(spe_perf_reader *r, struct spe_perf_event *out)
{
    struct spe_perf_event event;
    int status = 2;
    if (!r || !out)
        return SPE_E_ARG;
    struct perf_reader *reader = open_reader(r);
    if (!reader)
        return SPE_E_STATE;
    while (status == 2)
        status = reader->status != SPE_OK ? reader->status : next_in_phase(reader, &event);
    if (status == 1)
        *out = event;
    return status;
}

const char *spe_perf_reader_problem(const spe_perf_reader *r, uint64_t *offset)
{
    const struct perf_reader *reader = (const struct perf_reader *)(const void *)r;
    if (!r || reader->magic != SPE_PERF_READER_MAGIC || reader->status == SPE_OK)
        return NULL;
    if (offset)
        *offset = reader->problem_at;
    return reader->problem;
}

int spe_perf_reader_info(const spe_perf_reader *r, struct spe_perf_file_info *out)
{
    const struct perf_reader *reader = (const struct perf_reader *)(const void *)r;
    if (!r || !out)
        return SPE_E_ARG;
    if (reader->magic != SPE_PERF_READER_MAGIC)
        return SPE_E_STATE;
    memset(out, 0, sizeof *out);
    out->host_midr = reader->host_midr;
    out->buffers = reader->buffers;
    out->bytes = reader->bytes;
    out->position = reader->at;
    out->metadata_version = reader->version;
    out->is_pipe = reader->is_pipe;
    out->is_swapped = (uint32_t)spe_perf_is_swapped(reader);
    out->is_unfinished = reader->is_unfinished;
    out->late = reader->late;
    out->no_room = reader->no_room;
    out->unknown_ids = reader->unknown_ids;
    out->features_missing = reader->features_missing;
    return SPE_OK;
}
