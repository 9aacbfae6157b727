/* SPDX-License-Identifier: MIT */
/*
 * perf.data (tools/perf/Documentation/perf.data-file-format.txt), as far as SPE needs it. Every number that the file states
 * is compared with what is there before it is used.
 */
#define _POSIX_C_SOURCE 200809L
#include "spe_source.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The format's numbers (linux/perf_event.h, tools/perf/util/event.h). */
enum {
    PIPE_HEADER_SIZE = 16,
    FILE_HEADER_SIZE = 104,
    FEATURES = 72, /* of the file header: a bit for each feature */
    FEATURE_CPUID = 9,
    EVENT_HEADER_SIZE = 8,
    AUX = 11,
    HEADER_TRACING_DATA = 66,
    AUXTRACE_INFO = 70,
    AUXTRACE = 71,
    AUXTRACE_SIZE = 48,
    TIME_CONV = 79,
    COMPRESSED = 81,
    COMPRESSED2 = 83,
    ARM_SPE = 4,
    AUX_TRUNCATED = 1,
    AUX_OVERWRITE = 2,
    AUX_PARTIAL = 4,
    AUX_COLLISION = 8
};

static int fail(struct spe_source *s, const char *what, uint64_t offset)
{
    char where[512];
    snprintf(where, sizeof where, "%.400s: offset 0x%" PRIx64, s->in.name, offset);
    tool_error(what, where);
    s->failed = 1;
    return -1;
}

/* -- bytes of the file, in order -- */

static const uint8_t *ahead(const struct spe_source *s)
{
    return s->ahead + s->ahead_from;
}

/* Reads until n bytes are ahead, or the input ends. Returns whether they are there; -1 after a message. */
static int look(struct spe_source *s, size_t n)
{
    if (s->ahead_from + n > sizeof s->ahead) {
        memmove(s->ahead, ahead(s), s->ahead_size);
        s->ahead_from = 0;
    }
    while (s->ahead_size < n) {
        const size_t end = s->ahead_from + s->ahead_size;
        const ssize_t got = tool_read(&s->in, s->ahead + end, sizeof s->ahead - end);
        s->failed |= got < 0;
        if (got <= 0)
            return (int)got;
        s->ahead_size += (size_t)got;
    }
    return 1;
}

static void pass(struct spe_source *s, size_t n)
{
    s->at += n;
    s->ahead_size -= n;
    s->ahead_from = s->ahead_size ? s->ahead_from + n : 0;
}

/* Passes over n bytes, which may be more than are ever ahead. Returns 1, 0: the input ends before, or -1. */
static int skip(struct spe_source *s, uint64_t n)
{
    while (n) {
        const int status = look(s, 1);
        if (status <= 0)
            return status;
        const size_t some = n < s->ahead_size ? (size_t)n : s->ahead_size;
        pass(s, some);
        n -= some;
    }
    return 1;
}

/* -- the header -- */

static uint64_t number_at(const struct spe_source *s, const uint8_t *p, unsigned size)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < size; i++)
        value |= (uint64_t)p[i] << 8 * (s->swapped ? size - 1 - i : i);
    return value;
}

/* A number of the file, at `at` of what is ahead. */
static uint64_t number(const struct spe_source *s, size_t at, unsigned size)
{
    return number_at(s, ahead(s) + at, size);
}

/*
 * The feature CPUID, behind the data of a regular file: "0x00000000410fd490", the MIDR_EL1 of the core that perf ran on. Where
 * each feature is, is said in the order of their bits. 0: there is none.
 */
static uint64_t peek_cpuid(const struct spe_source *s, uint64_t features)
{
    uint8_t section[16], string[4 + 18 + 1] = {0};
    unsigned before = 0;
    if (!(features >> FEATURE_CPUID & 1))
        return 0;
    for (unsigned i = 0; i < FEATURE_CPUID; i++)
        before += features >> i & 1;
    if (s->end > UINT64_MAX / 2 || !tool_peek(&s->in, section, sizeof section, s->end + before * sizeof section) ||
        !tool_peek(&s->in, string, sizeof string - 1, number_at(s, section, 8)))
        return 0;
    return strncmp((const char *)string + 4, "0x", 2) == 0 ? strtoull((const char *)string + 4, NULL, 16) : 0;
}

static int open_perf(struct spe_source *s)
{
    const int status = look(s, PIPE_HEADER_SIZE);
    if (status <= 0)
        return status < 0 ? -1 : fail(s, "the perf.data header is cut off", 0);
    const uint64_t size = number(s, 8, 8);
    if (size == PIPE_HEADER_SIZE) {
        s->end = UINT64_MAX;
        pass(s, PIPE_HEADER_SIZE);
        return TOOL_OK;
    }
    if (size != FILE_HEADER_SIZE)
        return fail(s, "the perf.data header has a size that is neither a file's nor a pipe's", 8);
    if (look(s, FILE_HEADER_SIZE) <= 0)
        return fail(s, "the perf.data header is cut off", 0);
    const uint64_t data = number(s, 40, 8), data_size = number(s, 48, 8);
    if (data < FILE_HEADER_SIZE || data_size >= UINT64_MAX - data)
        return fail(s, "the data section is not in the file", 40);
    s->notes.unfinished = data_size == 0;
    s->end = data_size ? data + data_size : UINT64_MAX;
    s->host_midr = peek_cpuid(s, number(s, FEATURES, 8));
    return skip(s, data) == 1 ? TOOL_OK : fail(s, "the file ends before its data section", s->at);
}

int source_open(struct spe_source *s, const char *path)
{
    memset(s, 0, sizeof *s);
    s->cpu = UINT32_MAX;
    if (tool_open(&s->in, path) != TOOL_OK)
        return TOOL_FAILED;
    const int status = look(s, 8);
    if (status < 0)
        return TOOL_FAILED;
    s->swapped = status == 1 && memcmp(ahead(s), "2ELIFREP", 8) == 0;
    s->is_perf = s->swapped || (status == 1 && memcmp(ahead(s), "PERFILE2", 8) == 0);
    return s->is_perf && open_perf(s) != TOOL_OK ? TOOL_FAILED : TOOL_OK;
}

/* -- events -- */

/* AUXTRACE_INFO: whose trace it is; from version 2 on, the MIDR of each core. Returns 1, or -1 after a message. */
static int take_info(struct spe_source *s, size_t size)
{
    if (size < 32)
        return fail(s, "AUXTRACE_INFO is too short", s->at);
    if (number(s, 8, 4) != ARM_SPE)
        return fail(s, "the trace is not Arm SPE (AUXTRACE_INFO has another kind): decode it with perf", s->at + 8);
    s->has_info = 1;
    const uint64_t version = number(s, 16, 8), header_words = number(s, 24, 8);
    if (version != 2 || header_words < 4 || header_words > (size - 16) / 8)
        return 1; /* version 1 has {PMU type, per-CPU mmaps} there */
    const uint64_t cores = number(s, 40, 8);
    size_t at = 16 + 8 * (size_t)header_words;
    for (uint64_t i = 0; i < cores && at + 32 <= size; i++) {
        const uint64_t cpu = number(s, at + 8, 8), words = number(s, at + 16, 8);
        if (words < 1 || words > (size - at - 24) / 8)
            return fail(s, "the metadata of a core does not fit AUXTRACE_INFO", s->at + at);
        if (cpu < SOURCE_CPUS)
            s->midr[cpu] = number(s, at + 24, 8);
        at += 24 + 8 * (size_t)words;
    }
    return 1;
}

static void take_aux(struct spe_source *s, size_t size)
{
    const uint64_t flags = size >= 32 ? number(s, 24, 8) : 0;
    s->notes.truncated += (flags & AUX_TRUNCATED) != 0;
    s->notes.overwritten += (flags & AUX_OVERWRITE) != 0;
    s->notes.partial += (flags & AUX_PARTIAL) != 0;
    s->notes.collisions += (flags & AUX_COLLISION) != 0;
}

/* AUXTRACE: the bytes behind it are a buffer. Returns 1, or -1 after a message. */
static int take_buffer(struct spe_source *s, size_t size)
{
    if (size < AUXTRACE_SIZE)
        return fail(s, "AUXTRACE is too short", s->at);
    if (!s->has_info)
        return fail(s, "AUXTRACE before AUXTRACE_INFO: whose trace it is, is not known", s->at);
    const uint64_t bytes = number(s, 8, 8);
    if (s->end != UINT64_MAX && bytes > s->end - s->at - size)
        return fail(s, "AUXTRACE has more bytes than the data section", s->at + 8);
    s->left = bytes;
    s->cpu = (uint32_t)number(s, 40, 4);
    s->notes.buffers++;
    return 1;
}

/* HEADER_TRACING_DATA, of a pipe with tracepoints: bytes behind it that its size does not include. Returns 0, or -1 after a message. */
static int take_tracing_data(struct spe_source *s, size_t size)
{
    const uint64_t bytes = size >= 12 ? (number(s, 8, 4) + 7) & ~UINT64_C(7) : 0;
    if (s->end != UINT64_MAX && bytes > s->end - s->at - size)
        return fail(s, "TRACING_DATA has more bytes than the data section", s->at + 8);
    s->left = bytes;
    return 0;
}

/* Takes the event that is ahead, all of it. Returns 1: it begins a buffer, 0: it does not, -1: a message. */
static int take_event(struct spe_source *s, uint32_t type, size_t size)
{
    switch (type) {
    case AUXTRACE_INFO:
        return take_info(s, size) < 0 ? -1 : 0;
    case AUXTRACE:
        return take_buffer(s, size);
    case AUX:
        take_aux(s, size);
        return 0;
    case HEADER_TRACING_DATA:
        return take_tracing_data(s, size);
    case TIME_CONV:
        if (size >= 32) {
            s->notes.time_shift = number(s, 8, 8);
            s->notes.time_mult = number(s, 16, 8);
        }
        return 0;
    case COMPRESSED:
    case COMPRESSED2:
        s->notes.compressed++;
        return 0;
    default:
        s->notes.foreign++;
        return 0;
    }
}

static int next_event(struct spe_source *s)
{
    if (s->at >= s->end)
        return 2;
    const int status = look(s, EVENT_HEADER_SIZE);
    if (status <= 0) {
        if (status == 0 && s->ahead_size == 0 && s->end == UINT64_MAX)
            return 2;
        return status < 0 ? -1 : fail(s, "the file ends inside an event's header", s->at);
    }
    const uint32_t type = (uint32_t)number(s, 0, 4);
    const size_t size = (size_t)number(s, 6, 2);
    if (size < EVENT_HEADER_SIZE || (s->end != UINT64_MAX && size > s->end - s->at))
        return fail(s, "an event has a size that cannot be", s->at + 6);
    if (look(s, size) <= 0)
        return fail(s, "the file ends inside an event", s->at);
    const int taken = take_event(s, type, size);
    if (taken >= 0)
        pass(s, size);
    return taken;
}

int source_next(struct spe_source *s)
{
    if (!s->is_perf) {
        s->started++;
        return s->started == 1;
    }
    for (int event = 0; !s->failed && !s->ended; s->ended = event == 2) {
        const int status = skip(s, s->left);
        if (status <= 0)
            return status < 0 ? -1 : fail(s, "the file ends inside the bytes of an event", s->at);
        s->left = 0;
        event = next_event(s);
        if (event == 1)
            return 1;
    }
    return s->failed ? -1 : 0;
}

#define PROGRESS (UINT64_C(64) << 20) /* bytes between two messages */

static void show_progress(const struct spe_source *s, uint64_t before)
{
    if (s->shows_progress && before / PROGRESS != s->at / PROGRESS)
        fprintf(stderr, "\r%s: %" PRIu64 " MiB", tool_name, s->at >> 20);
}

ssize_t source_read(struct spe_source *s, void *bytes, size_t cap)
{
    if (s->is_perf && !s->left)
        return 0;
    size_t n = s->is_perf && s->left < cap ? (size_t)s->left : cap;
    const uint64_t before = s->at;
    if (s->ahead_size) {
        n = n < s->ahead_size ? n : s->ahead_size;
        memcpy(bytes, ahead(s), n);
        pass(s, n);
    } else {
        const ssize_t got = tool_read(&s->in, bytes, n);
        s->failed |= got < 0;
        if (got < 0 || (got == 0 && !s->is_perf))
            return got;
        if (got == 0)
            return fail(s, "the file ends inside the bytes of an event", s->at);
        n = (size_t)got;
        s->at += n;
    }
    s->left -= s->is_perf ? n : 0;
    show_progress(s, before);
    return (ssize_t)n;
}

uint64_t source_midr(const struct spe_source *s)
{
    if (s->given_midr)
        return s->given_midr;
    return s->cpu < SOURCE_CPUS && s->midr[s->cpu] ? s->midr[s->cpu] : s->host_midr;
}

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
    if (s->is_perf && s->ended && !s->notes.buffers)
        status = tool_error("no AUXTRACE event: the profile has no SPE data", s->in.name);
    if (s->notes.unfinished && s->notes.buffers)
        status = tool_error("the header has no size of the data: was perf record ended before its time?", s->in.name);
    report("AUX events say that data was truncated", s->notes.truncated);
    report("AUX events say that data was overwritten", s->notes.overwritten);
    report("AUX events say that data is partial", s->notes.partial);
    report("AUX events say that samples collided", s->notes.collisions);
    report("compressed events were passed over", s->notes.compressed);
    return status;
}

void source_close(struct spe_source *s)
{
    tool_close(&s->in);
}
