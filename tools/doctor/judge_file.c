/* SPDX-License-Identifier: MIT */
/* See judge_file() in judge.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <libspe/batch.h>
#include <libspe/cpu.h>

#include "../input/driver_terms.h"
#include "../input/spe_source.h"
#include "cpu_set.h"
#include "judge.h"

#define RECORDS 512
#define MUCH 64.0 /* MB a second: a minute makes a file of 4 GB */
#define LONG 0.1  /* seconds from which on a rate is one */

struct file {
    struct spe_source source;
    uint64_t samples, contexts, times, sources, after_gaps;
    uint64_t first, last; /* timestamps; none if first is after last */
    uint64_t switches, maps;
    struct cpu_set cpus;
    int has_core;
    struct spe_perf_event attributes[16]; /* when all has been read, only those of SPE: period and config */
    unsigned n_attributes;
    struct perf_setting spe; /* all of these together */
};

static void note(void *context, const struct spe_perf_event *event)
{
    struct file *f = context;
    f->switches += event->type == SPE_PERF_SWITCH;
    f->maps += event->type == SPE_PERF_MMAP;
    if (event->type == SPE_PERF_ATTR && f->n_attributes < sizeof f->attributes / sizeof *f->attributes)
        f->attributes[f->n_attributes++] = *event;
}

/* -- reading -- */

static void count(struct file *f, const struct spe_record *records, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct spe_record *r = &records[i];
        f->contexts += (r->present & (SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2)) != 0;
        f->sources += spe_record_data_source(r) >= 0;
        f->after_gaps += (r->flags & SPE_RECORD_AFTER_GAP) != 0;
        if (!(r->present & SPE_HAS_TIMESTAMP))
            continue;
        f->times++;
        f->first = r->timestamp < f->first ? r->timestamp : f->first;
        f->last = r->timestamp > f->last ? r->timestamp : f->last;
    }
    f->samples += n;
}

static int read_buffer(struct file *f)
{
    static struct spe_record records[RECORDS];
    static spe_decoder decoder;
    struct spe_source *s = &f->source;
    int step;
    f->has_core |= s->midr != 0;
    if (s->cpu != UINT32_MAX)
        cpu_set_add(&f->cpus, s->cpu);
    source_decoder_init(s, &decoder);
    while ((step = source_next(s)) == SOURCE_BYTES || step == SOURCE_GAP) {
        if (step == SOURCE_GAP) {
            count(f, records, source_pass_gap(s, &decoder, records) == 1);
            continue;
        }
        spe_decoder_feed(&decoder, s->bytes, s->size);
        for (size_t n; (n = spe_decoder_next_batch(&decoder, records, RECORDS)) != 0;)
            count(f, records, n);
    }
    const int is_cut = spe_decoder_finish(&decoder, records) == 1;
    count(f, records, (size_t)is_cut);
    source_decoder_end(s, &decoder);
    return step == SOURCE_BUFFER_END ? TOOL_OK : TOOL_FAILED;
}

static int read_all(struct file *f)
{
    const struct perf_settings *settings = &f->source.settings;
    unsigned n = 0;
    int step, status = TOOL_OK;
    f->first = UINT64_MAX;
    while (status == TOOL_OK && (step = source_next(&f->source)) != SOURCE_ENDED)
        status = step == SOURCE_BUFFER ? read_buffer(f) : TOOL_FAILED;
    for (unsigned i = 0; i < f->n_attributes; i++)
        if (perf_settings_is_spe(settings, f->attributes[i].pmu_type))
            f->attributes[n++] = f->attributes[i];
    f->n_attributes = n;
    perf_settings_of_spe(settings, &f->spe);
    return status;
}

/* -- judging -- */

/* Writes "load_filter=1,min_latency=100" to text[VERDICTS_TEXT]. Returns 0 if the attribute has no filter. */
static int filter_text(const struct spe_perf_event *attribute, char *text)
{
    return driver_filters_text(attribute->config, text, VERDICTS_TEXT) != 0;
}

/* "1024 operations, and jitter off" */
static int interval_text(const struct spe_perf_event *attribute, char *text)
{
    snprintf(text, VERDICTS_TEXT, "%" PRIu64 " operations, and jitter %s", attribute->period,
             driver_term_value(attribute->config, DRIVER_JITTER) ? "on" : "off");
    return attribute->period != 0;
}

/* Writes what the function writes for the attributes of SPE, each text once, to text[VERDICTS_TEXT]. Returns how many
 * texts these are, of which a long list may lack the last ones. */
static unsigned texts(const struct file *f, int (*text_of)(const struct spe_perf_event *, char *), char *text)
{
    char one[VERDICTS_TEXT], other[VERDICTS_TEXT];
    size_t n = 0;
    unsigned count = 0;
    *text = 0;
    for (unsigned i = 0, k; i < f->n_attributes; i++) {
        if (!text_of(&f->attributes[i], one))
            continue;
        for (k = 0; k < i && !(text_of(&f->attributes[k], other) && strcmp(one, other) == 0); k++)
            ;
        if (k == i && n + strlen(one) + 3 < VERDICTS_TEXT)
            n += (size_t)snprintf(text + n, VERDICTS_TEXT - n, "%s%s", n ? "; " : "", one);
        count += k == i;
    }
    return count;
}

/* Why there is not one sample. */
static void judge_nothing(const struct file *f, struct verdicts *v)
{
    char text[VERDICTS_TEXT];
    if (!f->source.is_perf) {
        verdict(v, VERDICT_STOP, "samples", "the file is empty");
    } else if (!f->source.settings.type_count) {
        verdict(v, VERDICT_STOP, "samples", "perf recorded other events, and not SPE");
        verdict_remedy(v, "perf record -e arm_spe_0// ...: spe-doctor prints the command on the machine");
    } else if (f->spe.discards) {
        verdict(v, VERDICT_STOP, "samples", "perf recorded with discard=1: the core counts samples, and writes none");
        verdict_remedy(v, "leave out discard=1");
    } else if (f->source.notes.unfinished) {
        verdict(v, VERDICT_STOP, "samples", "perf record was interrupted before it wrote SPE's bytes");
        verdict_remedy(v, "end perf record by Ctrl-C, and wait until it has said how much it wrote");
    } else if (texts(f, filter_text, text)) {
        verdict(v, VERDICT_STOP, "samples", "no sample passed the filters with which perf recorded");
        verdict_remedy(v, "leave out the filters, to see whether there are samples at all");
    } else {
        verdict(v, VERDICT_STOP, "samples", "SPE was on, and wrote no byte");
        verdict_remedy(
            v, "did the program run on CPUs with SPE, and for more than %" PRIu64 " operations (perf record -c)?",
            f->spe.longest);
    }
}

/* A note if AUX events with a flag are more than a few. */
static void judge_flags(const struct file *f, uint64_t n, const char *name, const char *what, const char *remedy,
                        struct verdicts *v)
{
    const uint64_t aux = f->source.notes.aux;
    const int is_often = perf_settings_is_often(n, aux);
    if (!n)
        return;
    verdict(v, is_often ? VERDICT_NOTE : VERDICT_OK, name, "%.1f %% of %" PRIu64 " AUX events say that %s",
            100 * (double)n / (double)aux, aux, what);
    if (is_often)
        verdict_remedy(v, "%s", remedy);
}

static void judge_losses(const struct file *f, struct verdicts *v)
{
    const struct source_notes *n = &f->source.notes;
    char slower[120], larger[VERDICTS_TEXT];
    const uint64_t period = f->spe.longest;
    snprintf(slower, sizeof slower,
             period ? "a longer interval: perf record -c %" PRIu64 : "a longer interval: perf record -c N",
             perf_settings_longer(period));
    snprintf(larger, sizeof larger, "a larger buffer (perf record -m ,16M), or %s", slower);
    judge_flags(f, n->truncated, "lost", "the buffer was full, and samples were lost", larger, v);
    judge_flags(f, n->collisions, "collisions", "samples collided: one was not complete when the next was due", slower,
                v);
    judge_flags(f, n->partial, "partial", "a record was cut off", larger, v);
    if (n->overwritten)
        verdict(v, VERDICT_OK, "snapshots", "%" PRIu64 " snapshots: what came before each was overwritten",
                n->overwritten);
    if (n->lost) {
        verdict(v, VERDICT_NOTE, "events", "perf lost %" PRIu64 " events: names of threads and code may be wrong",
                n->lost);
        verdict_remedy(v, "a larger ring: perf record -m 4M");
    }
    if (f->after_gaps)
        verdict(v, VERDICT_OK, "gaps", "%" PRIu64 " places where bytes are missing", f->after_gaps);
}

static void judge_filters(const struct file *f, struct verdicts *v)
{
    char text[VERDICTS_TEXT];
    if (texts(f, filter_text, text))
        verdict(v, VERDICT_NOTE, "filter", "perf recorded with %.300s: other operations are not in the file", text);
}

static void judge_threads(const struct file *f, struct verdicts *v)
{
    const uint64_t without = f->samples - f->contexts;
    if (!f->source.is_perf || !without) {
        verdict(v, VERDICT_OK, "threads", "%" PRIu64 " of %" PRIu64 " samples have a CONTEXT packet", f->contexts,
                f->samples);
    } else if (!cpu_set_count(&f->cpus)) {
        verdict(v, VERDICT_OK, "threads", "perf traced threads, so each sample has its thread");
    } else if (f->switches) {
        verdict(v, VERDICT_OK, "threads",
                "%" PRIu64 " samples have no CONTEXT packet; %" PRIu64 " switch events name their threads", without,
                f->switches);
    } else {
        verdict(v, VERDICT_NOTE, "threads",
                "%" PRIu64 " of %" PRIu64 " samples have no CONTEXT packet, and there are no "
                "switch events: their threads are not known",
                without, f->samples);
        verdict_remedy(v, "record as root with perf record --switch-events, or a kernel with CONFIG_PID_IN_CONTEXTIDR");
    }
}

/* What else than samples the file has: names come from it. */
static void judge_names(const struct file *f, struct verdicts *v)
{
    if (!f->source.is_perf) {
        verdict(v, VERDICT_NOTE, "names", "raw bytes have no threads' names, no mappings of programs and no clock");
        verdict_remedy(v, "perf.data has them, if perf recorded the samples");
    } else if (!f->maps) {
        verdict(v, VERDICT_NOTE, "names", "no event says what was mapped, so functions are not known");
        verdict_remedy(v, "record as root, or let perf record start the program");
    }
}

static void judge_times(const struct file *f, struct verdicts *v)
{
    const struct spe_perf_clock *clock = &f->source.notes.clock;
    uint64_t from, to;
    char cpus[120] = "CPUs ";
    if (!f->times) {
        verdict(v, VERDICT_NOTE, "time", "samples have no timestamps");
        verdict_remedy(v, "perf record -e arm_spe_0/ts_enable=1/");
        return;
    }
    if (!f->source.is_perf)
        return;
    if (spe_perf_time(clock, f->first, &from) != SPE_OK || spe_perf_time(clock, f->last, &to) != SPE_OK) {
        verdict(v, VERDICT_NOTE, "time", "times are in ticks: no event says how long a tick is");
        verdict_remedy(v, "a newer perf record writes PERF_RECORD_TIME_CONV");
        return;
    }
    const double seconds = (double)(to - from) / 1e9, megabytes = (double)f->source.notes.bytes / 1e6;
    if (seconds < LONG) {
        verdict(v, VERDICT_OK, "size", "%.1f MB in %.3f s", megabytes, seconds);
        return;
    }
    const double rate = megabytes / seconds;
    cpu_set_text(&f->cpus, cpus + strlen(cpus), sizeof cpus - strlen(cpus));
    verdict(v, rate > MUCH ? VERDICT_NOTE : VERDICT_OK, "size",
            "%.1f MB in %.1f s, from %s: %.1f MB and %.0f samples a second", megabytes, seconds,
            cpu_set_count(&f->cpus) ? cpus : "threads", rate, (double)f->samples / seconds);
    if (rate > MUCH && f->spe.longest)
        verdict_remedy(v, "a larger interval makes less: perf record -c %" PRIu64,
                       f->spe.longest * (uint64_t)(rate / MUCH * 4 + 1));
}

static void judge_core(const struct file *f, struct verdicts *v)
{
    if (f->has_core || !f->sources)
        return;
    verdict(v, VERDICT_NOTE, "core", "the file does not name the core, so %" PRIu64 " data sources are numbers",
            f->sources);
    verdict_remedy(v, "--cpu=NAME of spe-dump and spe-stat (--cpu=list prints the names)");
}

static void judge_intervals(const struct file *f, struct verdicts *v)
{
    char text[VERDICTS_TEXT];
    const unsigned count = texts(f, interval_text, text);
    if (count)
        verdict(v, count > 1 ? VERDICT_NOTE : VERDICT_OK, "interval", "%.250s%s", text,
                count > 1 ? ": they differ, so numbers of operations are not estimated" : "");
    if (count > 1)
        verdict_remedy(v, "the same period and jitter for all events of SPE");
}

static void judge(const struct file *f, struct verdicts *v)
{
    if (!f->samples) {
        judge_nothing(f, v);
        return;
    }
    verdict(v, VERDICT_OK, "samples", "%" PRIu64 " in %" PRIu64 " bytes", f->samples, f->source.notes.bytes);
    judge_intervals(f, v);
    judge_filters(f, v);
    judge_losses(f, v);
    judge_threads(f, v);
    judge_names(f, v);
    judge_times(f, v);
    judge_core(f, v);
}

int judge_file(const char *path, struct verdicts *v)
{
    static struct file f;
    static struct source_options options;
    options.note = note;
    options.note_context = &f;
    int status = source_open(&f.source, path, &options);
    if (status == TOOL_OK) {
        status = read_all(&f);
        if (status != TOOL_OK)
            verdict(v, VERDICT_STOP, "file",
                    "it cannot be read to its end: the other verdicts are about the part before");
        judge(&f, v);
    }
    source_close(&f.source);
    return status;
}
