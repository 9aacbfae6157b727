/* SPDX-License-Identifier: MIT */
/* See perf_counts.h. Lines of any other form are skipped: a program's own output may be among them. */
#include "perf_counts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../system/files.h"
#include "../system/hash.h"
#include "../system/memory.h"
#include "perf_stat_line.h"

#define MOST_TEXT (UINT64_C(1) << 30) /* bytes */
#define SETS 1024
#define STREAMS (1u << 16)

/* Lines of one core or thread: -A, --per-core and the like give several for each event. */
struct stream {
    uint64_t id;    /* 0: none */
    uint64_t epoch; /* the interval to which `set` and `seen` belong */
    size_t set;
    uint8_t seen[PERF_COUNTS_EVENTS / 8]; /* by event: it is in the set already */
};

struct reader {
    struct perf_counts *counts;
    struct stream *streams; /* STREAMS slots */
    unsigned n_streams;
    size_t base; /* the first set of the run */
    uint64_t epoch;
    double interval;
    struct perf_stat_form form;
    const char *fault; /* why reading cannot go on */
};

static struct stream *stream_of(struct reader *r, uint64_t id)
{
    size_t at = id % STREAMS;
    while (r->streams[at].id && r->streams[at].id != id)
        at = (at + 1) % STREAMS;
    if (!r->streams[at].id && ++r->n_streams > STREAMS / 2)
        r->fault = "more than 32,768 cores, threads and control groups";
    r->streams[at].id = id;
    return &r->streams[at];
}

/* Another run begins: what is counted from here on is in sets of its own. */
static void begin_run(struct reader *r)
{
    r->base = r->counts->n_sets;
    r->interval = 0;
    r->epoch++;
}

/* The set to which the line belongs. Its event is in it from now on, whether it was counted or not. */
static struct perf_counts_set *set_of(struct reader *r, const struct perf_stat_line *line)
{
    struct stream *const s = stream_of(r, line->id | 1);
    const uint8_t bit = (uint8_t)(1u << (line->number & 7));
    uint8_t *seen = &s->seen[line->number >> 3];
    const int is_new = s->epoch != r->epoch;
    if (is_new || (*seen & bit)) {
        s->set = is_new ? r->base : s->set + 1;
        s->epoch = r->epoch;
        memset(s->seen, 0, sizeof s->seen);
    }
    *seen |= bit;
    if (s->set >= SETS)
        r->fault = "more than 1,024 groups of events";
    if (r->fault)
        return NULL;
    r->counts->n_sets = s->set < r->counts->n_sets ? r->counts->n_sets : s->set + 1;
    return &r->counts->sets[s->set];
}

static uint64_t saturated(uint64_t a, uint64_t b)
{
    return b > UINT64_MAX - a ? UINT64_MAX : a + b;
}

static void take_line(struct reader *r, const char *text)
{
    struct perf_counts *const c = r->counts;
    struct perf_stat_line line;
    text += strspn(text, " \t");
    if (strncmp(text, "# started on", 12) == 0)
        begin_run(r);
    if (*text == '#' || !perf_stat_line(&line, c->telemetry, &r->form, text))
        return;
    const int is_count = *line.value != '<';
    if (line.number < 0) {
        if (is_count && !c->others++)
            snprintf(c->other, sizeof c->other, "%.63s", line.event);
        return;
    }
    if (line.interval < r->interval)
        begin_run(r);
    r->epoch += line.interval > r->interval;
    r->interval = line.interval;
    struct perf_counts_set *const set = set_of(r, &line);
    if (!is_count && !c->not_counted++)
        snprintf(c->missed, sizeof c->missed, "%.63s", line.event);
    if (set && line.is_thread != is_count)
        set->from[line.number] += hash_word(line.id, r->epoch) | 1;
    if (!is_count || !set)
        return;
    const uint64_t count = strtoull(line.value, NULL, 10);
    set->sum[line.number] = saturated(set->sum[line.number], count);
    set->is_counted[line.number] = 1;
    c->is_scaled |= line.running < 99.99;
    c->lines++;
}

/* Takes all lines. A NUL ends a line, too. */
static void take_text(struct reader *r, char *text, size_t size)
{
    char *at = text, *const end = text + size;
    at += strncmp(at, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* an editor's mark */
    for (; at < end && !r->fault; at += strlen(at) + 1) {
        at[strcspn(at, "\r\n")] = 0;
        if (strstr(at, "Performance counter stats for"))
            r->fault = "perf stat's text for people; record with perf stat -j -o FILE, or with -x,";
        take_line(r, at);
    }
    if (!r->fault && !r->counts->lines)
        r->fault = r->counts->not_counted ? "perf counted none of the events"
                   : r->counts->others
                       ? "no count of an event of this core; is --cpu right?"
                       : "no counts; record them with perf stat -j -o FILE, or with -x and , ; | or a tab";
}

int perf_counts_read(struct perf_counts *c, const struct spe_telemetry *telemetry, const char *path)
{
    struct reader r = {
        .counts = c, .epoch = 1, .form.seed = hash_seed(), .streams = tool_calloc(STREAMS, sizeof *r.streams)};
    struct tool_input in;
    size_t size = 0;
    *c = (struct perf_counts){.telemetry = telemetry, .sets = tool_calloc(SETS, sizeof *c->sets)};
    int status = telemetry->n_events > PERF_COUNTS_EVENTS ? tool_error("the core has too many events", telemetry->name)
                                                          : tool_open(&in, path);
    if (status == TOOL_OK) {
        char *const text = tool_read_text(&in, MOST_TEXT, &size);
        if (text)
            take_text(&r, text, size);
        status = !text ? TOOL_FAILED : r.fault ? tool_error(r.fault, in.name) : TOOL_OK;
        tool_close(&in);
        free(text);
    }
    free(r.streams);
    if (status != TOOL_OK)
        perf_counts_free(c);
    return status;
}

/* Adds a set's counts of a metric's events, if it has all of them, from the same cores and intervals. */
static void add_set(const struct perf_counts *c, const struct perf_counts_set *set, unsigned metric,
                    struct spe_event_count *counts, size_t *n)
{
    const int first = spe_metric_event(c->telemetry, metric, 0);
    int event;
    for (unsigned i = 0; (event = spe_metric_event(c->telemetry, metric, i)) >= 0; i++)
        if (!set->is_counted[event] || set->from[event] != set->from[first])
            return;
    for (*n = 0; (event = spe_metric_event(c->telemetry, metric, (unsigned)*n)) >= 0; ++*n) {
        counts[*n].code = c->telemetry->events[event]->code;
        counts[*n].count = saturated(counts[*n].count, set->sum[event]);
    }
}

int perf_counts_metric(const struct perf_counts *c, unsigned metric, double *value)
{
    struct spe_event_count counts[PERF_COUNTS_EVENTS] = {0};
    size_t n = 0;
    for (size_t i = 0; i < c->n_sets; i++)
        add_set(c, &c->sets[i], metric, counts, &n);
    return spe_metric_value(c->telemetry, metric, counts, n, value, NULL);
}

void perf_counts_free(struct perf_counts *c)
{
    free(c->sets);
    c->sets = NULL;
}
