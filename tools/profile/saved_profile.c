/* SPDX-License-Identifier: MIT */
/* See saved_profile.h. The tables have the lines of a file and the numbers in them; both directions walk them. */
#include "saved_profile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../system/message.h"
#include "saved_lines.h"

#define VERSION "spe-stat profile 3"
#define ANY_VERSION "spe-stat profile "

/* -- the saved numbers: each with the number or name of its thing, so that a later program may have more of them -- */

#define OF(type, name_, member) .name = name_, .offset = offsetof(type, member), .count = sizeof((type *)0)->member / 8

/* "numbers", and those of struct spe_stats that "part" has, too: by number (of a bit, an operation ...) or by name */
static const struct saved_field arrays[] = {
    {OF(struct profile, "samples", stats.records), .is_parted = 1},
    {OF(struct profile, "sample-bytes", stats.bytes)},
    {OF(struct profile, "flags", stats.flags)},
    {OF(struct profile, "events", stats.events), .is_parted = 1},
    {OF(struct profile, "operations", stats.operations), .is_parted = 1}, /* CLASS * 256 + payload */
    {OF(struct profile, "pc-states", stats.pc_states)},
    {OF(struct profile, "ratios", stats.ratios), .is_parted = 1}, /* 2 * SPE_RATIO_*, and that + 1 */
    {OF(struct profile, "findings", findings), .word = spe_rule_name, .find = spe_rule_find},
    {OF(struct profile, "filtered", kept.count)}, /* SPE_FILTER_* */
    {OF(struct profile, "buffers", notes.buffers)},
    {OF(struct profile, "bytes", notes.bytes)},
    {OF(struct profile, "skipped", notes.sum.skipped)},
    {OF(struct profile, "cut-off", notes.cut_off)},
    {OF(struct profile, "aux", notes.aux)},
    {OF(struct profile, "truncated", notes.truncated)},
    {OF(struct profile, "snapshots", notes.sum.file.snapshots)},
    {OF(struct profile, "named", notes.sum.file.named)},
    {OF(struct profile, "missing", notes.sum.file.missing)},
    {OF(struct profile, "repeated", notes.sum.file.repeated)},
    {OF(struct profile, "unnamed", notes.sum.file.unnamed)},
    {OF(struct profile, "decoded", notes.sum.decoded)},
    {OF(struct profile, "records", notes.sum.records)},
    {OF(struct profile, "in-records", notes.sum.in_records)},
    {OF(struct profile, "account", notes.sum.samples)}, /* enum account_row */
    {OF(struct profile, "unjudged", select.unjudged)},  /* SELECT_THREAD ... */
    {OF(struct profile, "partial", notes.partial)},
    {OF(struct profile, "collisions", notes.collisions)},
    {OF(struct profile, "late", notes.late)},
    {OF(struct profile, "no-room", notes.no_room)},
    {OF(struct profile, "unknown-ids", notes.unknown_ids)},
    {OF(struct profile, "lost", notes.lost)},
    {OF(struct profile, "dropped", select.dropped)},
    {OF(struct profile, "read-parts", read_in)},           /* by part */
    {OF(struct profile, "read-time-parts", read_time_in)}, /* by part */
    {OF(struct profile, "whole-parts", whole)},            /* by enum whole_row and part */
    {OF(struct profile, "without-interval", without_interval)},
    {OF(struct profile, "streams", streams)},
    {OF(struct profile, "times", times)},                 /* PROFILE_NANOSECONDS ... */
    {OF(struct profile, "latency-parts", latency_parts)}, /* of struct latency_parts, one after another */
    {.name = NULL},
};

/* "sum" and "row" */
static const struct saved_field of_total[] = {
    {OF(struct total, "samples", counts.samples)},
    {OF(struct total, "latency", counts.cycles)},
    {OF(struct total, "time", counts.time)},
    {OF(struct total, "loads", counts.loads)},
    {OF(struct total, "stores", counts.stores)},
    {OF(struct total, "atomics", counts.atomics)},
    {OF(struct total, "l1d-accesses", counts.of[COUNTS_L1D_REFILL])},
    {OF(struct total, "l1d-refills", counts.in[COUNTS_L1D_REFILL])},
    {OF(struct total, "tlb-accesses", counts.of[COUNTS_TLB_WALK])},
    {OF(struct total, "tlb-walks", counts.in[COUNTS_TLB_WALK])},
    {OF(struct total, "ll-accesses", counts.of[COUNTS_LL_MISS])},
    {OF(struct total, "ll-misses", counts.in[COUNTS_LL_MISS])},
    {OF(struct total, "branches", counts.of[COUNTS_MISPREDICTED])},
    {OF(struct total, "mispredicted", counts.in[COUNTS_MISPREDICTED])},
    {OF(struct total, "remote", counts.remote)},
    {OF(struct total, "level", counts.levels)}, /* level13: SPE_LEVEL_* */
    {OF(struct total, "part", parts.samples_in)},
    {OF(struct total, "part-time", parts.time_in)},
    {.name = NULL},
};

_Static_assert(sizeof of_total / sizeof *of_total - 4 + COUNTS_LEVELS + 2 * COUNTS_PARTS + 1 == TOTAL_NUMBERS &&
                   COUNTS_RATIOS == 4,
               "each number has a name");

/* "sum": each struct total in struct profile */
static const struct {
    const char *name, *which;
    size_t offset;
} sums[] = {
    {"levels", "EL0", offsetof(struct profile, levels[0])},
    {"levels", "EL1", offsetof(struct profile, levels[1])},
    {"levels", "EL2", offsetof(struct profile, levels[2])},
    {"levels", "EL3", offsetof(struct profile, levels[3])},
    {"classes", "load", offsetof(struct profile, classes[COUNTS_LOAD])},
    {"classes", "store", offsetof(struct profile, classes[COUNTS_STORE])},
    {"classes", "branch", offsetof(struct profile, classes[COUNTS_BRANCH])},
    {"classes", "other", offsetof(struct profile, classes[COUNTS_OTHER])},
    {"classes", "unknown", offsetof(struct profile, classes[COUNTS_UNKNOWN])},
    {"unsourced", "load", offsetof(struct profile, unsourced[COUNTS_LOAD])},
    {"unsourced", "store", offsetof(struct profile, unsourced[COUNTS_STORE])},
    {"unsourced", "branch", offsetof(struct profile, unsourced[COUNTS_BRANCH])},
    {"unsourced", "other", offsetof(struct profile, unsourced[COUNTS_OTHER])},
    {"unsourced", "unknown", offsetof(struct profile, unsourced[COUNTS_UNKNOWN])},
};
#define SUMS (sizeof sums / sizeof *sums)

/* "latency": the histograms of a data source. Their count is the sum of all buckets. */
static const struct saved_field histograms[] = {
    {OF(struct spe_latencies, "total", total)},
    {OF(struct spe_latencies, "issue", issue)},
    {OF(struct spe_latencies, "translation", translation)},
    {.name = NULL},
};
static const struct saved_field of_histogram[] = {
    {OF(struct spe_histogram, "sum", sum)},
    {OF(struct spe_histogram, "most", most)},
    {OF(struct spe_histogram, "", buckets), .is_closed = 1},
    {.name = NULL},
};

/* "source-parts" */
static const struct saved_field of_parts[] = {{.name = "", .count = sizeof(struct latency_parts) / 8}, {.name = NULL}};
static const struct saved_field nothing[] = {{.name = NULL}}; /* of what is not known here */

/* -- the lines -- */

enum { PROFILE, WHOLE, CORE, NUMBERS, PART, SOURCE, LATENCY, SOURCE_PARTS, SUM, ROW, KINDS };

/* saved_profile.h names the words; saved_lines.h explains the forms. */
static const struct {
    const char *key, *form;
} kinds[KINDS] = {
    [PROFILE] = {"profile", "wwn"}, [WHOLE] = {"whole", "fn"},
    [CORE] = {"core", "wnn"},       [NUMBERS] = {"numbers", "w="},
    [PART] = {"part", "nw="},       [SOURCE] = {"source", "nn"},
    [LATENCY] = {"latency", "nw="}, [SOURCE_PARTS] = {"source-parts", "n="},
    [SUM] = {"sum", "ww="},         [ROW] = {"row", "www="},
};

static void put(struct saved_writer *w, unsigned kind, struct saved_line line, const void *base,
                const struct saved_field *fields)
{
    saved_write(w, kinds[kind].key, kinds[kind].form, &line, base, fields);
}

_Static_assert(offsetof(struct profile, parts) > offsetof(struct profile, stats), "0 is no part's offset");

/* What to add to offsets of arrays[] for a part, which has its own struct spe_stats. */
static size_t part_offset(uint64_t part)
{
    return offsetof(struct profile, parts) + (size_t)part * sizeof(struct spe_stats) - offsetof(struct profile, stats);
}

/* Writes lines of one field each. Its name is a word of the line, and not part of the names of its numbers. */
static void put_arrays(struct saved_writer *w, unsigned kind, uint64_t part, const char *base)
{
    for (const struct saved_field *f = arrays; f->name; f++) {
        struct saved_field plain[] = {*f, {.name = NULL}};
        plain[0].name = "";
        if (kind == NUMBERS || f->is_parted)
            put(w, kind, (struct saved_line){.words = {f->name}, .numbers = {part}}, base, plain);
    }
}

static int take_array(struct profile *p, const struct saved_line *line, unsigned kind)
{
    const size_t offset = kind == PART && line->numbers[0] < COUNTS_PARTS ? part_offset(line->numbers[0]) : 0;
    struct saved_field plain[] = {{.name = NULL}, {.name = NULL}};
    for (const struct saved_field *f = arrays; f->name; f++)
        if (strcmp(f->name, line->words[0]) == 0 && (kind == NUMBERS || (f->is_parted && offset))) {
            plain[0] = *f;
            plain[0].name = "";
        }
    return saved_read_fields(line, (char *)p + offset, plain);
}

static void put_source(struct saved_writer *w, const struct profile *p, unsigned source)
{
    const char *latencies = (const char *)spe_source_stats_latencies(&p->sources, source);
    struct saved_line line = {.numbers = {source, profile_source_samples(p, source)}};
    put(w, SOURCE, line, NULL, NULL);
    for (const struct saved_field *f = histograms; latencies && f->name; f++) {
        const struct spe_histogram *h = (const void *)(latencies + f->offset);
        line.words[0] = f->name;
        if (h->count)
            put(w, LATENCY, line, h, of_histogram);
    }
    if (profile_source_parts(p, source))
        put(w, SOURCE_PARTS, line, profile_source_parts(p, source), of_parts);
}

static int take_latency(struct profile *p, const struct saved_line *line)
{
    struct spe_histogram h = {0};
    if (!saved_read_fields(line, &h, of_histogram))
        return 0;
    for (unsigned i = 0; i < SPE_HISTOGRAM_BUCKETS; i++)
        h.count += h.buckets[i];
    for (const struct saved_field *f = histograms; f->name; f++)
        if (strcmp(f->name, line->words[0]) == 0 && line->numbers[0] <= SPE_STATS_LEFT_OUT) {
            struct spe_latencies latencies = {0};
            memcpy((char *)&latencies + f->offset, &h, sizeof h);
            spe_source_stats_put(&p->sources, (unsigned)line->numbers[0], 0, &latencies);
        }
    return 1;
}

static int take_sum(struct profile *p, const struct saved_line *line)
{
    struct total unknown;
    void *base = &unknown;
    for (size_t i = 0; i < SUMS; i++)
        if (strcmp(sums[i].name, line->words[0]) == 0 && strcmp(sums[i].which, line->words[1]) == 0)
            base = (char *)p + sums[i].offset;
    return saved_read_fields(line, base, of_total);
}

static void put_rows(struct saved_writer *w, const struct profile *p, unsigned kind)
{
    size_t n;
    struct group *rows = groups_rows(&p->groups, kind, &n);
    for (size_t i = 0; i < n; i++)
        put(w, ROW, (struct saved_line){.words = {groups_kind(kind), rows[i].name, rows[i].where}}, &rows[i].total,
            of_total);
    free(rows);
}

static int take_row(struct profile *p, const struct saved_line *line)
{
    struct total total = {0};
    unsigned k = 0;
    if (!saved_read_fields(line, &total, of_total))
        return 0;
    while (k < GROUPS_KINDS && strcmp(groups_kind(k), line->words[0]) != 0)
        k++;
    if (k < GROUPS_KINDS)
        groups_add(&p->groups, k, line->words[1], line->words[2], &total.counts, &total.parts);
    return 1;
}

#define MOST_FILES 1000000                   /* that were merged */
#define MOST_INTERVAL 18446744073709551616.0 /* 2^64: times as many samples it is a number still */

/* Adds what a line says. Returns 1, or 0 if the line is invalid. */
static int take(struct profile *p, unsigned kind, const struct saved_line *line)
{
    const uint64_t n = line->numbers[0];
    void *parts = NULL;
    switch (kind) {
    case PROFILE:
        p->is_perf = strcmp(line->words[0], "perf") == 0;
        p->files = (unsigned)n;
        snprintf(p->name, sizeof p->name, "%s", line->words[1]);
        return n && n <= MOST_FILES;
    case WHOLE:
        p->interval = line->fraction;
        p->places.saved = n;
        return p->interval >= 0 && p->interval <= MOST_INTERVAL; /* nor NaN */
    case CORE:
        profile_add_kind(p, n, line->numbers[1]);
        return 1;
    case SOURCE:
        if (n <= SPE_STATS_LEFT_OUT)
            spe_source_stats_put(&p->sources, (unsigned)n, line->numbers[1], NULL);
        return 1;
    case LATENCY:
        return take_latency(p, line);
    case SOURCE_PARTS:
        parts = n < SPE_STATS_NO_SOURCE ? profile_add_source_parts(p, (unsigned)n) : NULL;
        return saved_read_fields(line, parts, parts ? of_parts : nothing);
    case SUM:
        return take_sum(p, line);
    case ROW:
        return take_row(p, line);
    default:
        return take_array(p, line, kind);
    }
}

/* -- the file -- */

int saved_profile_is(const void *bytes, size_t size)
{
    return size >= sizeof ANY_VERSION - 1 && memcmp(bytes, ANY_VERSION, sizeof ANY_VERSION - 1) == 0;
}

void saved_profile_write(const struct profile *p, FILE *out)
{
    struct saved_writer w = {.out = out};
    saved_write(&w, VERSION, "", &(struct saved_line){.rest = NULL}, NULL, NULL);
    put(&w, PROFILE, (struct saved_line){.words = {p->is_perf ? "perf" : "raw", p->name}, .numbers = {p->files}}, NULL,
        NULL);
    put(&w, WHOLE, (struct saved_line){.fraction = p->interval, .numbers = {places_time(&p->places)}}, NULL, NULL);
    for (const struct profile_kind *k = p->kinds; k < p->kinds + p->n_kinds; k++)
        put(&w, CORE, (struct saved_line){.words = {""}, .numbers = {k->midr, k->samples}}, NULL, NULL);
    put_arrays(&w, NUMBERS, 0, (const char *)p);
    for (unsigned part = 0; part < COUNTS_PARTS; part++)
        put_arrays(&w, PART, part, (const char *)p + part_offset(part));
    for (int source = -1; (source = profile_next_source(p, source)) >= 0;)
        put_source(&w, p, (unsigned)source);
    for (size_t i = 0; i < SUMS; i++) {
        const struct total *total = (const void *)((const char *)p + sums[i].offset);
        if (total->counts.samples)
            put(&w, SUM, (struct saved_line){.words = {sums[i].name, sums[i].which}}, total, of_total);
    }
    for (unsigned kind = 0; kind < GROUPS_KINDS; kind++)
        put_rows(&w, p, kind);
    fprintf(out, "end %08" PRIx32 "\n", w.sum);
}

/* Returns 1, or 0 if the line is invalid. A line with an unknown first word comes from a later program and is valid. */
static int take_line(struct profile *p, char *text)
{
    struct saved_line line = {.rest = NULL};
    for (unsigned i = 0; i < KINDS; i++) {
        const size_t length = strlen(kinds[i].key);
        if (strncmp(text, kinds[i].key, length) == 0 && text[length] == ' ')
            return saved_read(text + length + 1, kinds[i].form, &line) && take(p, i, &line);
    }
    return 1;
}

/* Reads all lines up to the one with the checksum. Returns the error, or NULL. */
static const char *take_lines(struct profile *p, struct saved_reader *in)
{
    char *text = saved_next(in);
    if (!text || strcmp(text, VERSION "\n") != 0)
        return text && saved_profile_is(text, strlen(text)) ? "is a saved profile of another version of spe-stat"
                                                            : "is not a saved profile (--save)";
    while ((text = saved_next(in)) != NULL) {
        if (strncmp(text, "end ", 4) == 0) {
            char want[16];
            snprintf(want, sizeof want, "end %08" PRIx32 "\n", in->sum);
            return strcmp(text, want) == 0 && !saved_next(in) ? NULL : "is a saved profile that is damaged";
        }
        if (!strchr(text, '\n') || !take_line(p, text))
            return "is a saved profile with a line that is not understood";
    }
    return "is a saved profile whose end is missing";
}

int saved_profile_read(struct profile *into, struct spe_source *source)
{
    static struct profile one; /* static because it is large */
    struct saved_reader in = {.source = source};
    memset(&one, 0, sizeof one);
    profile_begin_sources(&one);
    const char *wrong = take_lines(&one, &in);
    if (!wrong && !in.has_failed)
        profile_merge(into, &one);
    groups_free(&one.groups);
    bytes_free(&in.line);
    if (in.has_failed)
        return TOOL_FAILED;
    return wrong ? tool_error(wrong, source->in.name) : TOOL_OK;
}
