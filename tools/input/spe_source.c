/* SPDX-License-Identifier: MIT */
/* See spe_source.h. */
#include "spe_source.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "../system/platform.h"

#define FIRST_LOOK 32 /* bytes by which perf.data, and files of the program's own kind, are recognised */

/* -- reading -- */

/* The reader's function. A pipe's first bytes have already been read. */
static int64_t read_file(void *context, uint64_t offset, void *bytes, size_t cap)
{
    struct spe_source *s = context;
    if (s->dir.count)
        return perf_dir_read(&s->dir, bytes, cap, offset);
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

/* Reads bytes from s->at on into the head, up to `size` of them. Returns TOOL_OK, or TOOL_FAILED after a message. */
static int read_head(struct spe_source *s, size_t size)
{
    int64_t n = 1;
    while (n > 0 && s->head_size < size) {
        uint8_t *at = s->head + s->head_size;
        const size_t room = size - s->head_size;
        n = s->is_seekable ? tool_read_at(&s->in, at, room, s->at + s->head_size) : tool_read(&s->in, at, room);
        s->head_size += n > 0 ? (size_t)n : 0;
    }
    return n < 0 ? TOOL_FAILED : TOOL_OK;
}

/* Skips the bytes before --offset. Afterwards the head is empty. */
static int skip(struct spe_source *s)
{
    const uint64_t offset = s->options->offset;
    while (!s->is_seekable && s->at < offset) {
        const uint64_t left = offset - s->at;
        const int64_t n = read_file(s, s->at, s->storage, left < sizeof s->storage ? (size_t)left : sizeof s->storage);
        if (n < 0)
            return TOOL_FAILED;
        if (!n)
            break;
        s->at += (uint64_t)n;
    }
    s->at = offset;
    s->head_size -= s->head_used;
    memmove(s->head, s->head + s->head_used, s->head_size);
    s->head_used = 0;
    s->head_size = s->is_seekable ? 0 : s->head_size;
    return TOOL_OK;
}

/* Opens raw bytes, or rejects them if they are not SPE. */
static int open_raw(struct spe_source *s)
{
    char what[FOREIGN_TEXT_MAX];
    if (skip(s) != TOOL_OK || read_head(s, sizeof s->head) != TOOL_OK)
        return TOOL_FAILED;
    if (s->options->offset && !s->head_size)
        return tool_error("ends before --offset", s->in.name);
    return !s->options->is_forced && foreign_look(s->head, s->head_size, what) ? tool_error(what, s->in.name) : TOOL_OK;
}

/* A file of the program's own kind: its bytes come as those of a raw file do. */
static int open_own(struct spe_source *s)
{
    s->is_own = 1;
    if (s->options->is_placed)
        return tool_error("is not raw: --base and --offset are for raw bytes (--force reads it as such)", s->in.name);
    return TOOL_OK;
}

static void begin_reader(struct spe_source *s, uint32_t flags)
{
    spe_perf_reader_init(&s->reader, read_file, s, (s->is_seekable ? SPE_PERF_SEEKABLE : 0) | flags, s->storage,
                         sizeof s->storage);
    decompress_begin(&s->decompress, &s->reader, &s->dir);
}

static int open_perf(struct spe_source *s)
{
    s->is_perf = 1;
    if (s->options->is_placed)
        return tool_error("perf.data, but --base and --offset are for raw bytes; use --force to read it as raw",
                          s->in.name);
    if (s->options->is_raw_wanted)
        return tool_error("already perf.data; use --force to treat it as raw", s->in.name);
    begin_reader(s, 0);
    return TOOL_OK;
}

/* Opens a perf.data directory: its only file, or the files of all threads. */
static int open_directory(struct spe_source *s, const char *path)
{
    char data[4096];
    struct platform_file file;
    snprintf(data, sizeof data, "%.4000s/data", path);
    if (!platform_look(data, &file))
        return tool_error("a directory without a file \"data\": not from perf record", path);
    if (s->options->is_forced)
        return tool_error("a directory; --force requires a file", path);
    s->is_seekable = 1;
    if (perf_dir_has_threads(path))
        return perf_dir_open(&s->dir, path) != TOOL_OK ? TOOL_FAILED : open_perf(s);
    if (tool_open_regular(&s->in, data) != TOOL_OK || read_head(s, FIRST_LOOK) != TOOL_OK)
        return TOOL_FAILED;
    s->in.name = path; /* a name that stays valid */
    if (!spe_perf_is_file(s->head, s->head_size))
        return tool_error("a directory whose file \"data\" is not perf.data", path);
    return open_perf(s);
}

int source_open(struct spe_source *s, const char *path, const struct source_options *options)
{
    struct platform_file file;
    memset(s, 0, sizeof *s);
    s->options = options;
    s->began = time(NULL);
    s->cpu = s->tid = s->pmu_type = UINT32_MAX;
    perf_settings_begin(&s->settings);
    s->in = (struct tool_input){-1, path};
    if (strcmp(path, "-") != 0 && platform_look(path, &file) && file.is_directory)
        return open_directory(s, path);
    if (tool_open(&s->in, path) != TOOL_OK)
        return TOOL_FAILED;
    s->is_seekable = tool_is_seekable(&s->in);
    if (read_head(s, FIRST_LOOK) != TOOL_OK)
        return TOOL_FAILED;
    if (!options->is_forced && spe_perf_is_file(s->head, s->head_size))
        return open_perf(s);
    if (!options->is_forced && options->is_own && options->is_own(s->head, s->head_size))
        return open_own(s);
    return open_raw(s);
}

int source_survey(struct spe_source *s, void (*note)(void *context, const struct spe_perf_event *event), void *context)
{
    struct spe_perf_event event;
    if (!s->is_perf || !s->is_seekable)
        return 0;
    begin_reader(s, SPE_PERF_NO_BYTES);
    while (spe_perf_reader_next(&s->reader, &event) == 1) /* an error occurs again when the file is read */
        note(context, &event);
    begin_reader(s, 0);
    return 1;
}

#define PROGRESS (UINT64_C(64) << 20) /* bytes between two messages */

/* Shows the progress, and the time that the rest takes at the same speed. */
static void show_progress(const struct spe_source *s, uint64_t at)
{
    struct platform_file file;
    const double gone = difftime(time(NULL), s->began);
    const uint64_t all = s->is_seekable && platform_look_open(s->in.fd, &file) ? file.size : 0;
    fprintf(stderr, "\r%s: %" PRIu64 " MiB", tool_name, at >> 20);
    if (all > at)
        fprintf(stderr, " of %" PRIu64 ", %.0f s left  ", all >> 20, gone * (double)(all - at) / (double)at);
}

static void go_to(struct spe_source *s, uint64_t at)
{
    if (s->options->shows_progress && s->at / PROGRESS != at / PROGRESS)
        show_progress(s, at);
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
    s->offset = s->options->base + s->at;
    s->notes.bytes += (uint64_t)n;
    s->bytes = (const uint8_t *)s->storage;
    s->size = (size_t)n;
    go_to(s, s->at + (uint64_t)n);
    return SOURCE_BYTES;
}

/* -- perf.data -- */

static void count_aux(struct source_notes *notes, const struct spe_perf_event *event)
{
    notes->aux++;
    notes->truncated += (event->aux_flags & SPE_PERF_AUX_TRUNCATED) != 0;
    notes->partial += (event->aux_flags & SPE_PERF_AUX_PARTIAL) != 0;
    notes->collisions += (event->aux_flags & SPE_PERF_AUX_COLLISION) != 0;
}

/* A sample that perf has made from a trace: its decoders number their events from this id on. */
static int is_made(const struct spe_perf_event *event)
{
    enum { SAMPLE = 9 };
    const uint64_t first = 1000000000;
    const uint8_t *at = event->bytes;
    uint64_t id = 0;
    for (unsigned i = 0; event->kind == SAMPLE && event->size >= 8 && i < 8; i++)
        id |= (uint64_t)at[i] << 8 * i;
    return id >= first && id < 2 * first;
}

#define NOTHING (-2) /* an event with no meaning for the programs */

static int take_event(struct spe_source *s, const struct spe_perf_event *event)
{
    account_event(&s->account, event);
    switch (event->type) {
    case SPE_PERF_BUFFER:
        s->notes.buffers++;
        s->start = event->offset;
        s->buffer_size = event->size;
        s->cpu = event->cpu;
        s->tid = event->tid;
        s->pmu_type = event->pmu_type;
        s->midr = s->options->midr ? s->options->midr : event->midr;
        return SOURCE_BUFFER;
    case SPE_PERF_BYTES:
        s->bytes = event->bytes;
        s->size = (size_t)event->size;
        s->offset = event->offset - s->start;
        s->notes.bytes += event->size;
        go_to(s, event->file_offset + event->size);
        return SOURCE_BYTES;
    case SPE_PERF_REPEATED:
        s->start = event->offset + event->size;
        s->buffer_size -= event->size;
        return NOTHING;
    case SPE_PERF_GAP:
        s->offset = event->offset - s->start;
        s->is_inside = (event->aux_flags & SPE_PERF_AUX_INSIDE) != 0;
        return s->offset || s->is_inside ? SOURCE_GAP : NOTHING; /* each buffer's decoder starts at the beginning */
    case SPE_PERF_BUFFER_END:
        return SOURCE_BUFFER_END;
    case SPE_PERF_AUX:
        count_aux(&s->notes, event);
        return NOTHING;
    case SPE_PERF_OTHER:
        s->notes.made += is_made(event) != 0;
        return NOTHING;
    case SPE_PERF_LOST:
        s->notes.lost += event->lost;
        return NOTHING;
    case SPE_PERF_CLOCK:
        s->notes.clock = event->clock;
        return NOTHING;
    default:
        perf_settings_take(&s->settings, event);
        return NOTHING;
    }
}

void source_decoder_config(const struct spe_source *s, struct spe_decoder_config *out)
{
    struct spe_decoder_config config = SPE_DECODER_CONFIG_INIT;
    /* No file records whether micro-operations are sampled. After a gap one record is searched for: a record with a PC
     * is better than the rest of a record that was cut off. If all records are searched for, none may be lost. */
    config.flags = s->options->resyncs ? SPE_DECODE_RESYNC : SPE_DECODE_ARCH_INST;
    config.alignment = s->options->alignment;
    config.offset = s->is_perf ? 0 : s->options->base + s->options->offset;
    *out = config;
}

void source_decoder_init(const struct spe_source *s, spe_decoder *decoder)
{
    struct spe_decoder_config config;
    source_decoder_config(s, &config);
    spe_decoder_init(decoder, &config);
}

void source_records(struct spe_source *s, const struct spe_record *records, size_t n)
{
    account_records(&s->account, records, n);
}

void source_decoder_end(struct spe_source *s, const spe_decoder *decoder)
{
    account_buffer_end(&s->account, decoder, s->offset + s->size);
}

int source_pass_gap(const struct spe_source *s, spe_decoder *decoder, struct spe_record *cut)
{
    const int was_cut = spe_decoder_gap(decoder, s->offset, cut);
    if (s->is_inside)
        spe_decoder_resync(decoder);
    return was_cut;
}

void source_tell_failure(struct spe_source *s)
{
    uint64_t offset = 0;
    char where[512];
    const char *problem = spe_perf_reader_problem(&s->reader, &offset);
    if (!s->has_failure)
        return;
    s->has_failure = 0;
    snprintf(where, sizeof where, "%.400s: offset 0x%" PRIx64, s->in.name, offset);
    tool_error(problem, where);
}

static int fail(struct spe_source *s)
{
    s->has_failure = 1;
    if (!s->is_ahead)
        source_tell_failure(s);
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
        if (status == 1 && s->options->note)
            s->options->note(s->options->note_context, &event);
        step = status == 1 ? take_event(s, &event) : status == 0 ? SOURCE_ENDED : SOURCE_FAILED;
    }
    if (step != SOURCE_BYTES && spe_perf_reader_info(&s->reader, &info) == SPE_OK) {
        s->notes.late = info.late;
        s->notes.no_room = info.no_room;
        s->notes.unknown_ids = info.unknown_ids;
        s->notes.features_missing = info.features_missing;
        s->notes.unfinished = step == SOURCE_ENDED && info.is_unfinished;
    }
    return step;
}

int source_next(struct spe_source *s)
{
    if (!s->is_perf)
        s->midr = s->options->midr;
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

static void report_aux(const char *what, uint64_t n)
{
    if (n)
        fprintf(stderr, "%s: %" PRIu64 " AUX event%s said that %s\n", tool_name, n, n == 1 ? "" : "s", what);
}

/* A place: "perf.data: buffer 3, cpu 5", or the file's name. */
static const char *where_is(const struct spe_source *s, uint64_t buffer, uint32_t cpu, char *out, size_t cap)
{
    int n = snprintf(out, cap, "%.400s", s->in.name);
    if (buffer)
        n += snprintf(out + n, cap - (size_t)n, ": buffer %" PRIu64, buffer);
    if (cpu != UINT32_MAX)
        snprintf(out + n, cap - (size_t)n, ", cpu %" PRIu32, cpu);
    return out;
}

int source_cut_off_in(struct spe_source *s, uint64_t buffer, uint32_t cpu, const char *what, uint64_t offset,
                      const char *missing)
{
    char where[512], place[1024], problem[128];
    if (s->notes.cut_off++ >= SOURCE_CUTS_SAID || s->options->is_quiet)
        return TOOL_FAILED;
    snprintf(place, sizeof place, "%s: offset 0x%" PRIx64, where_is(s, buffer, cpu, where, sizeof where), offset);
    snprintf(problem, sizeof problem, "%s (%s)", what, missing);
    return tool_error(problem, place);
}

int source_cut_off(struct spe_source *s, const char *what, uint64_t offset, const char *missing)
{
    return source_cut_off_in(s, s->notes.buffers, s->cpu, what, offset, missing);
}

/* Why perf.data that was read to its end has no record. */
static const char *why_empty(const struct spe_source *s, char *text, size_t cap)
{
    const struct account_stream *sum = &s->notes.sum;
    struct perf_setting spe;
    if (s->notes.bytes) {
        snprintf(text, cap, "no samples: no record is in its %" PRIu64 " bytes, of which %" PRIu64 " are padding",
                 s->notes.bytes, account_padding(sum));
        return text;
    }
    if (perf_settings_of_spe(&s->settings, &spe) && spe.discards)
        return "no samples: perf recorded with discard=1, in which the core counts samples but writes none";
    if (!s->notes.buffers && s->notes.made)
        return "no SPE data: perf inject has made samples of the trace, and removed it; read the file it was made from";
    return s->notes.buffers ? "no samples: there are no bytes of SPE (spe-doctor says why)"
                            : "no SPE data: there is no AUXTRACE event (spe-doctor says why)";
}

/* Cores that wrote no record, among others that did; bytes that are missing. */
static void report_account(const struct spe_source *s)
{
    const struct account_stream *sum = &s->notes.sum;
    char text[192], name[32];
    for (size_t i = 0; s->options->counts_records && sum->records && i < s->account.count; i++) {
        const struct account_stream *stream = &s->account.streams[i];
        if (stream->records || !stream->file.bytes)
            continue;
        snprintf(text, sizeof text, "%s wrote %" PRIu64 " bytes, and no record (spe-doctor says more)",
                 account_stream_name(stream, name, sizeof name), stream->file.bytes);
        tool_error(text, s->in.name);
    }
    if (!sum->file.missing)
        return;
    snprintf(text, sizeof text, "%" PRIu64 " of %" PRIu64 " bytes that AUX events name are missing", sum->file.missing,
             sum->file.named);
    tool_error(text, s->in.name);
}

int source_report(struct spe_source *s)
{
    char text[128];
    int status = TOOL_OK;
    s->notes.sum = account_sum(&s->account);
    if (!s->is_perf) /* nothing names raw bytes */
        s->notes.sum.file.bytes = s->notes.sum.file.unnamed = s->notes.bytes;
    if (s->options->is_quiet)
        return status;
    if (s->options->shows_progress && s->at >= PROGRESS)
        fprintf(stderr, "\r%40s\r", "");
    if (s->is_perf && s->step == SOURCE_ENDED &&
        (!s->notes.bytes || (s->options->counts_records && !s->notes.sum.records)))
        status = tool_error(why_empty(s, text, sizeof text), s->in.name);
    report_account(s);
    if (s->notes.unfinished && s->notes.buffers)
        status = tool_error("the header lacks the size of the data; was perf record interrupted?", s->in.name);
    if (s->notes.features_missing)
        status = tool_error("the file is cut off after its events: the core, nodes and build ids may be unknown",
                            s->in.name);
    report_aux("data was truncated", s->notes.truncated);
    report_aux("data is partial", s->notes.partial);
    report_aux("samples collided", s->notes.collisions);
    const uint64_t snapshots = s->notes.sum.file.snapshots;
    report(snapshots == 1 ? "snapshot: what came before it was overwritten"
                          : "snapshots: what came before each was overwritten",
           snapshots);
    report("AUX events came too late: read the file, not a pipe, to find the records that are cut", s->notes.late);
    report("AUX events had no room in the table of gaps: records where their data begins or ends may be wrong",
           s->notes.no_room);
    report("events have an id that the file does not name, or that had no room in the table of ids: their threads, "
           "cores and times are not known",
           s->notes.unknown_ids);
    report("events were lost, because perf was too slow: names of threads and code may be wrong", s->notes.lost);
    report("bytes were skipped, which are in no record", s->notes.sum.skipped);
    if (s->notes.cut_off > SOURCE_CUTS_SAID)
        report("more buffers end too early", s->notes.cut_off - SOURCE_CUTS_SAID);
    return status;
}

void source_close(struct spe_source *s)
{
    account_free(&s->account);
    decompress_end(&s->decompress);
    perf_dir_close(&s->dir);
    if (s->in.fd >= 0)
        tool_close(&s->in);
}
