/* SPDX-License-Identifier: MIT */
/* See judge_file() in judge.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <libspe/cpu.h>
#include <libspe/filter.h>

#include "../profile/reading.h"
#include "../report/findings.h"
#include "cpu_set.h"
#include "judge.h"

#define LIST 160    /* characters of a list of CPUs */
#define MUCH 64.0   /* MB a second: a minute makes a file of 4 GB */
#define LONG 0.1    /* seconds from which on a rate is one */
#define AFTER_GAP 8 /* the bit of SPE_RECORD_AFTER_GAP */

struct file {
    struct spe_source source;
    struct profile profile;           /* of its samples */
    const struct account_stream *sum; /* of all its cores or threads */
    uint64_t maps;                    /* MMAP events */
    struct perf_setting spe;          /* all attributes together, if there is any */
    int has_spe;
};

static void note(void *context, const struct spe_perf_event *event)
{
    struct file *f = context;
    reading_note(&f->profile, event);
    f->maps += event->type == SPE_PERF_MMAP;
}

/* -- judging -- */

/* Writes "load_filter=1,min_latency=100" to text[VERDICTS_TEXT]. Returns 0 if the attribute has no filter. */
static int filter_text(const struct perf_setting *setting, char *text)
{
    struct spe_filter_registers filter = setting->filter;
    struct spe_filter_setting term;
    const char *name;
    size_t n = 0;
    filter.control = 0;
    for (unsigned i = 0; (name = spe_filter_perf_term(&filter, i, &term)) != NULL && n < VERDICTS_TEXT; i++)
        if (term.value)
            n += (size_t)snprintf(text + n, VERDICTS_TEXT - n, term.width == 64 ? "%s%s=0x%" PRIx64 : "%s%s=%" PRIu64,
                                  n ? "," : "", name, term.value);
    return n != 0;
}

/* "1024 operations, and jitter off" */
static int interval_text(const struct perf_setting *setting, char *text)
{
    snprintf(text, VERDICTS_TEXT, "%" PRIu64 " operations, and jitter %s", setting->period,
             setting->filter.control & SPE_CONTROL_JITTER ? "on" : "off");
    return setting->period != 0;
}

static int text_of_spe(const struct perf_settings *s, size_t i, int (*text_of)(const struct perf_setting *, char *),
                       char *text)
{
    return perf_settings_is_spe(s, s->attributes[i].type) && text_of(&s->attributes[i], text);
}

/* Writes what the function writes for the attributes of SPE, each text once, to text[VERDICTS_TEXT]. Returns how many
 * texts these are, of which a long list may lack the last ones. */
static unsigned texts(const struct file *f, int (*text_of)(const struct perf_setting *, char *), char *text)
{
    const struct perf_settings *s = &f->source.settings;
    char one[VERDICTS_TEXT], other[VERDICTS_TEXT];
    size_t n = 0;
    unsigned count = 0;
    *text = 0;
    for (size_t i = 0, k; i < s->count; i++) {
        if (!text_of_spe(s, i, text_of, one))
            continue;
        for (k = 0; k < i && !(text_of_spe(s, k, text_of, other) && strcmp(one, other) == 0); k++)
            ;
        if (k == i && n + strlen(one) + 3 < VERDICTS_TEXT)
            n += (size_t)snprintf(text + n, VERDICTS_TEXT - n, "%s%s", n ? "; " : "", one);
        count += k == i;
    }
    return count;
}

static const char padding_remedy[] =
    "the core may forget SPE's registers in deep idle states: sudo cpupower idle-set -D 0, or update the kernel";

/* Why there is not one sample. */
static void judge_nothing(const struct file *f, struct verdicts *v)
{
    char text[VERDICTS_TEXT];
    if (f->sum->decoded) {
        verdict(v, VERDICT_STOP, "samples", "no record is in %" PRIu64 " bytes, of which %" PRIu64 " are padding",
                f->sum->decoded, account_padding(f->sum));
        verdict_remedy(v, "%s", padding_remedy);
    } else if (!f->source.is_perf) {
        verdict(v, VERDICT_STOP, "samples", "the file is empty");
    } else if (f->source.notes.made && !f->source.notes.buffers) {
        verdict(v, VERDICT_STOP, "samples", "perf inject has made samples of the trace, and removed the trace");
        verdict_remedy(v, "read the file from which perf inject made this one");
    } else if (!f->source.settings.type_count) {
        verdict(v, VERDICT_STOP, "samples", "perf recorded other events, and not SPE");
        verdict_remedy(v, "perf record -e arm_spe_0// ...: spe-doctor prints the command on the machine");
    } else if (f->source.notes.unfinished || f->sum->file.missing) {
        verdict(v, VERDICT_STOP, "samples", "perf was interrupted, or ended, before it wrote SPE's bytes");
        verdict_remedy(v, "end perf record by Ctrl-C, and wait until it has said how much it wrote");
    } else if (f->spe.discards) {
        verdict(v, VERDICT_STOP, "samples", "perf recorded with discard=1: the core counts samples, and writes none");
        verdict_remedy(v, "leave out discard=1");
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
    if (f->sum->file.snapshots)
        verdict(v, VERDICT_OK, "snapshots", "%" PRIu64 " snapshots: what came before each was overwritten",
                f->sum->file.snapshots);
    if (n->lost) {
        verdict(v, VERDICT_NOTE, "events", "perf lost %" PRIu64 " events: names of threads and code may be wrong",
                n->lost);
        verdict_remedy(v, "a larger ring: perf record -m 4M");
    }
    if (n->cut_off)
        verdict(v, VERDICT_OK, "cut off", "buffers that end inside a record: %" PRIu64, n->cut_off);
    if (f->profile.stats.flags[AFTER_GAP])
        verdict(v, VERDICT_OK, "gaps",
                "%" PRIu64 " of %" PRIu64 " records follow bytes that are missing or in no record",
                f->profile.stats.flags[AFTER_GAP], f->sum->records);
}

static void judge_filters(const struct file *f, struct verdicts *v)
{
    char text[VERDICTS_TEXT];
    if (texts(f, filter_text, text))
        verdict(v, VERDICT_NOTE, "filter", "perf recorded with %.300s: other operations are not in the file", text);
}

static void judge_threads(const struct file *f, struct verdicts *v)
{
    const uint64_t *samples = f->sum->samples;
    unsigned reason;
    const uint64_t without = account_without_thread(f->sum, &reason);
    if (without)
        verdict(v, f->source.is_perf ? VERDICT_NOTE : VERDICT_OK, "threads",
                "%" PRIu64 " of %" PRIu64 " samples have %s", without, f->sum->records, account_row_name(reason));
    if (without && f->source.is_perf)
        verdict_remedy(v, "%s", account_thread_remedy(reason));
    if (!without)
        verdict(v, VERDICT_OK, "threads",
                "each sample has its thread: %" PRIu64 " from CONTEXT packets, %" PRIu64 " from switch events, %" PRIu64
                " from the thread that perf traced",
                samples[ACCOUNT_THREAD], samples[ACCOUNT_THREAD_SWITCHED], samples[ACCOUNT_THREAD_TRACED]);
}

/* What else than samples the file has: names come from it, and from files that it names. */
static void judge_names(const struct file *f, struct verdicts *v)
{
    char text[GROUPS_UNNAMED];
    const char *advice;
    unsigned reason;
    const int lacks_threads = account_without_thread(f->sum, &reason) != 0;
    if (!f->source.is_perf) {
        verdict(v, VERDICT_NOTE, "names", "raw bytes have no threads' names, no mappings of programs and no clock");
        verdict_remedy(v, "perf.data has them, if perf recorded the samples");
    } else if (!f->maps) {
        verdict(v, VERDICT_NOTE, "names", "no event says what was mapped, so functions are not known");
        verdict_remedy(v, "record as root, or let perf record start the program");
    } else {
        const uint64_t unnamed = groups_unnamed(&f->profile.groups, f->sum->records, lacks_threads, text, &advice);
        if (!advice) /* judge_threads() has the reason */
            return;
        verdict(v, VERDICT_NOTE, "names", "%" PRIu64 " of %" PRIu64 " samples %s", unnamed, f->sum->records, text);
        verdict_remedy(v, strstr(advice, "--") ? "%s (options of spe-stat)" : "%s", advice);
    }
}

/* The CPUs of which the file has buffers. */
static struct cpu_set cpus_of(const struct account *a)
{
    struct cpu_set cpus = {0};
    for (size_t i = 0; i < a->count; i++)
        if (a->streams[i].buffers && a->streams[i].cpu != UINT32_MAX)
            cpu_set_add(&cpus, a->streams[i].cpu);
    return cpus;
}

static void judge_times(const struct file *f, struct verdicts *v)
{
    const struct cpu_set all = cpus_of(&f->profile.account);
    char cpus[120];
    if (f->sum->samples[ACCOUNT_NO_TIME] == f->sum->records) {
        verdict(v, VERDICT_NOTE, "time", "samples have no timestamps");
        verdict_remedy(v, "perf record -e arm_spe_0/ts_enable=1/");
        return;
    }
    if (!f->source.is_perf)
        return;
    if (!f->sum->samples[ACCOUNT_TIME]) {
        verdict(v, VERDICT_NOTE, "time", "times are in ticks: no event says how long a tick is");
        verdict_remedy(v, "a newer perf record writes PERF_RECORD_TIME_CONV");
        return;
    }
    const double seconds = (double)places_time(&f->profile.places) / 1e9;
    const double megabytes = (double)f->source.notes.bytes / 1e6;
    if (seconds < LONG) {
        verdict(v, VERDICT_OK, "size", "%.1f MB in %.3f s", megabytes, seconds);
        return;
    }
    const double rate = megabytes / seconds;
    const int n = snprintf(cpus, sizeof cpus, cpu_set_count(&all) == 1 ? "CPU " : "CPUs ");
    cpu_set_text(&all, cpus + n, sizeof cpus - (size_t)n);
    verdict(v, rate > MUCH ? VERDICT_NOTE : VERDICT_OK, "size",
            "%.1f MB in %.1f s, from %s: %.1f MB and %.0f samples a second", megabytes, seconds,
            cpu_set_count(&all) ? cpus : "threads", rate, (double)f->sum->records / seconds);
    if (rate > MUCH && f->spe.longest)
        verdict_remedy(v, "a larger interval makes less: perf record -c %" PRIu64,
                       f->spe.longest * (uint64_t)(rate / MUCH * 4 + 1));
}

static void judge_core(const struct file *f, struct verdicts *v)
{
    const struct profile *p = &f->profile;
    const uint64_t sources = p->stats.records - profile_source_samples(p, SPE_STATS_NO_SOURCE);
    if (p->n_kinds > 1 || p->kinds[0].midr || !sources)
        return;
    verdict(v, VERDICT_NOTE, "core", "the file does not name the core, so %" PRIu64 " data sources are numbers",
            sources);
    verdict_remedy(v, "--cpu=NAME of spe-dump and spe-stat (--cpu=list prints the names)");
}

static void judge_intervals(const struct file *f, struct verdicts *v)
{
    char text[VERDICTS_TEXT];
    const unsigned count = texts(f, interval_text, text);
    const int is_known = !f->profile.without_interval;
    if (count)
        verdict(v, is_known ? VERDICT_OK : VERDICT_NOTE, "interval", "%.250s%s", text,
                !is_known    ? ": it is not known for all samples, so numbers of operations are not estimated"
                : count == 1 ? ""
                             : ": they differ, and each sample counts by its core's");
    if (!count && f->has_spe && !is_known)
        verdict(v, VERDICT_NOTE, "interval",
                "no SPE event gives the interval between samples: perf may have used a frequency (-F)");
    if (f->has_spe && !is_known)
        verdict_remedy(v, "one period and jitter for all events of SPE, and an event for each PMU of SPE");
}

/* -- each core, or thread -- */

enum difference { SILENT, LOST, PADDING, UNREADABLE, EMPTY_BUFFERS, STOPS, NO_CONTEXTS, VAGUE, NO_TIMES, DIFFERENCES };

/* What a core did, and a remedy; is_alone: also if all did so. */
static const struct {
    int is_alone;
    const char *text, *remedy;
} differences[DIFFERENCES] = {
    [SILENT] = {0, "wrote nothing, and the others did",
                "was it idle, or not among the CPUs that were recorded (perf record -C)?"},
    [LOST] = {0, "wrote bytes, and the file has none of them",
              "perf was too slow, or was ended: record less (perf record -c)"},
    [PADDING] = {0, "wrote padding only, and no record", padding_remedy},
    [UNREADABLE] = {0, "wrote bytes, and no record is in them", "spe-dump shows them"},
    [EMPTY_BUFFERS] = {1, "wrote buffers without a record", padding_remedy},
    [STOPS] = {1, "stopped in the middle: a buffer ends with padding only", padding_remedy},
    [NO_CONTEXTS] = {0, "wrote no CONTEXT packet, and the others did", "perf record --switch-events names threads"},
    [VAGUE] = {1, "wrote CONTEXT packets that name no thread: 0 in user code, or numbers that no event explains",
               "a kernel with CONFIG_PID_IN_CONTEXTIDR, perf record as root and outside of containers, or "
               "--switch-events"},
    [NO_TIMES] = {0, "wrote no timestamps, and the others did", "perf record -e with ts_enable=1 for each PMU of SPE"},
};

#define PADDING_MOST 4096 /* bytes: the driver's own padding is less than the longest record twice ... */
#define PAGE_MOST 65536   /* ... or less than a page, if the buffer was full */

static int has_difference(const struct account_stream *s, unsigned which, uint64_t padding)
{
    const int has_packet = (s->present & (SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2)) != 0;
    const int is_named = s->samples[ACCOUNT_THREAD] || s->samples[ACCOUNT_THREAD_TRACED];
    const int has[DIFFERENCES] = {
        [SILENT] = !s->file.bytes && !s->file.missing,
        [LOST] = !s->file.bytes && s->file.missing,
        [PADDING] = s->file.bytes && !s->records && account_padding(s) == s->decoded,
        [UNREADABLE] = s->file.bytes && !s->records && account_padding(s) < s->decoded,
        [EMPTY_BUFFERS] = s->records && s->empty >= padding,
        [STOPS] = s->tail >= padding,
        [NO_CONTEXTS] = s->records && !has_packet,
        [VAGUE] = s->records && has_packet && !is_named,
        [NO_TIMES] = s->records && s->samples[ACCOUNT_NO_TIME] == s->records,
    };
    return has[which];
}

/* Names the cores, or threads, that differ from the others. */
static void judge_streams(const struct file *f, struct verdicts *v)
{
    const struct account *a = &f->profile.account;
    const uint64_t padding = f->source.notes.truncated ? PAGE_MOST : PADDING_MOST;
    for (unsigned d = 0; d < DIFFERENCES; d++) {
        char list[LIST];
        struct cpu_set cpus = {0};
        size_t n = 0, thread = 0, others = 0;
        for (size_t i = 0; i < a->count; i++) {
            others += d < NO_CONTEXTS || a->streams[i].records;
            if (!has_difference(&a->streams[i], d, padding))
                continue;
            n++;
            thread = i;
            if (a->streams[i].cpu != UINT32_MAX)
                cpu_set_add(&cpus, a->streams[i].cpu);
        }
        if (!n || (n == others && !differences[d].is_alone))
            continue;
        if (cpu_set_count(&cpus))
            verdict(v, VERDICT_NOTE, "cores", "CPU %s %s", cpu_set_text(&cpus, list, sizeof list), differences[d].text);
        else
            verdict(v, VERDICT_NOTE, "cores", "%zu of %zu threads, such as %s, %s", n, others,
                    account_stream_name(&a->streams[thread], list, sizeof list), differences[d].text);
        verdict_remedy(v, "%s", differences[d].remedy);
    }
}

/* The account of bytes: those that AUX events name, and those that the file has. */
static void judge_bytes(const struct file *f, struct verdicts *v)
{
    const struct spe_perf_account *file = &f->sum->file;
    if (file->missing) {
        verdict(v, VERDICT_NOTE, "bytes", "%" PRIu64 " of %" PRIu64 " bytes that AUX events name are missing",
                file->missing, file->named);
        verdict_remedy(v, "a larger buffer (perf record -m ,16M), a longer interval (perf record -c), a faster disk");
    }
    if (account_is_unnamed(f->sum))
        verdict(v, VERDICT_NOTE, "bytes",
                "no AUX event names %" PRIu64 " of the file's %" PRIu64 " bytes: events are lost", file->unnamed,
                file->bytes);
    if (file->repeated)
        verdict(v, VERDICT_OK, "bytes", "%" PRIu64 " bytes are in the file twice, and count once", file->repeated);
}

static void judge(const struct file *f, struct verdicts *v)
{
    judge_bytes(f, v);
    if (!f->sum->records) {
        judge_nothing(f, v);
        return;
    }
    const int is_short = findings_are_short(&f->profile);
    verdict(v, is_short ? VERDICT_NOTE : VERDICT_OK, "samples", "%" PRIu64 " in %" PRIu64 " bytes%s", f->sum->records,
            f->source.notes.bytes, is_short ? ": findings are " FINDINGS_SHORT : "");
    if (is_short)
        verdict_remedy(v, "record for longer, or more often (a smaller perf record -c)");
    judge_streams(f, v);
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
    options.counts_records = options.is_quiet = 1;
    options.note = note;
    options.note_context = &f;
    f.profile.wants = PROFILE_OWNERS | PROFILE_CODE;
    f.profile.places.limit = 64;           /* no table is written */
    f.profile.places.symbols.has_said = 1; /* judge_names() lists them */
    profile_begin(&f.profile);
    int status = source_open(&f.source, path, &options);
    if (status == TOOL_OK) {
        reading_add(&f.profile, &f.source);
        profile_end(&f.profile);
        f.profile.places.symbols.has_said = 0;
        f.has_spe = perf_settings_of_spe(&f.source.settings, &f.spe);
        f.sum = &f.profile.notes.sum;
        status = f.source.step == SOURCE_ENDED ? TOOL_OK : TOOL_FAILED;
        if (status != TOOL_OK)
            verdict(v, VERDICT_STOP, "file",
                    "it cannot be read to its end: the other verdicts are about the part before");
        judge(&f, v);
    }
    source_close(&f.source);
    return status;
}
