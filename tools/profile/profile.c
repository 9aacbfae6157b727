/* SPDX-License-Identifier: MIT */
/* See profile.h. */
#include "profile.h"

#include <stdio.h>
#include <string.h>

#include "../system/numbers.h"

#define MIDR_KIND UINT64_C(0xff00fff0) /* implementer and part: the other bits are the version */

void profile_begin_sources(struct profile *profile)
{
    spe_source_stats_init(&profile->sources, SPE_SOURCE_STATS_LATENCIES, profile->storage, sizeof profile->storage);
}

void profile_begin(struct profile *profile)
{
    profile_begin_sources(profile);
    profile->wants = profile->wants ? profile->wants : PROFILE_ALL;
    profile->places.has_waits = (profile->wants & PROFILE_WAITS) != 0;
    places_begin(&profile->places);
    shapes_begin(&profile->shapes);
    groups_follow(&profile->groups, &profile->places, profile->notes.sum.samples);
}

static void add_notes(struct source_notes *sum, const struct source_notes *notes, int is_first)
{
    numbers_add(sum, notes, SOURCE_NUMBERS);
    account_add(&sum->sum, &notes->sum);
    if (is_first)
        sum->clock = notes->clock;
    else if (memcmp(&sum->clock, &notes->clock, sizeof sum->clock) != 0)
        sum->clock.mult = 0; /* a time cannot be made from ticks of two clocks */
}

/* If profiles have different periods, the sum has no period. */
static void merge_interval(struct profile *into, double interval)
{
    into->has_intervals |= into->files && (into->interval < interval || into->interval > interval);
    into->interval = into->has_intervals ? 0 : interval;
}

void profile_add_files(struct profile *into, unsigned files, const char *name, const struct source_notes *notes,
                       double interval, int is_perf)
{
    if (!into->files)
        snprintf(into->name, sizeof into->name, "%s", name);
    merge_interval(into, interval);
    add_notes(&into->notes, notes, !into->files);
    into->is_perf |= is_perf;
    into->files += files;
}

void profile_add_kind(struct profile *p, uint64_t midr, uint64_t n)
{
    unsigned i = 0;
    while (i < p->n_kinds && (p->kinds[i].midr ^ midr) & MIDR_KIND)
        i++;
    if (i == PROFILE_KINDS) {
        p->has_more_kinds = 1;
        return;
    }
    struct profile_kind *kind = &p->kinds[i];
    if (i == p->n_kinds) {
        kind->midr = midr;
        p->n_kinds++;
    }
    kind->midr = midr < kind->midr ? midr : kind->midr;
    kind->samples += n;
}

static void merge_parts(struct profile *into, const struct profile *from)
{
    for (unsigned i = 0; i < COUNTS_PARTS; i++)
        spe_stats_merge(&into->parts[i], &from->parts[i]);
    numbers_add(into->times, from->times, PROFILE_TIMES);
    into->streams += from->streams;
    numbers_add(into->read_in, from->read_in, COUNTS_PARTS);
    numbers_add(into->read_time_in, from->read_time_in, COUNTS_PARTS);
    numbers_add(into->whole[0], from->whole[0], WHOLE_ROWS * COUNTS_PARTS);
    into->without_interval += from->without_interval;
    numbers_add(into->latency_parts, from->latency_parts, sizeof into->latency_parts / 8);
    for (unsigned source = 0; source < SPE_STATS_NO_SOURCE; source++) {
        const struct latency_parts *parts = profile_source_parts(from, source);
        struct latency_parts *to = parts ? profile_add_source_parts(into, source) : NULL;
        if (to)
            numbers_add(to, parts, sizeof *to / 8);
    }
}

const struct latency_parts *profile_source_parts(const struct profile *p, unsigned source)
{
    const unsigned row = source < SPE_STATS_LEFT_OUT ? p->source_rows[source] : 0;
    return row ? &p->source_parts[row - 1] : NULL;
}

struct latency_parts *profile_add_source_parts(struct profile *p, unsigned source)
{
    if (!p->source_rows[source] && p->source_count < PROFILE_SOURCES)
        p->source_rows[source] = (uint16_t)++p->source_count;
    return p->source_rows[source] ? &p->source_parts[p->source_rows[source] - 1] : NULL;
}

int profile_time_unit(const struct profile *p)
{
    const int has_both = p->times[PROFILE_NANOSECONDS] && p->times[PROFILE_TICKS];
    if (p->times[PROFILE_FILTERED] || has_both)
        return -1;
    return p->times[PROFILE_NANOSECONDS] ? PROFILE_NANOSECONDS : p->times[PROFILE_TICKS] ? PROFILE_TICKS : -1;
}

uint64_t profile_read(const struct profile *p)
{
    return counts_sum(p->read_in);
}

uint64_t profile_time(const struct profile *p)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < COUNTS_CLASSES; i++)
        sum += p->classes[i].counts.time;
    return sum;
}

void profile_merge(struct profile *into, const struct profile *from)
{
    profile_add_files(into, from->files, from->name, &from->notes, from->interval, from->is_perf);
    into->has_saved = 1;
    for (unsigned i = 0; i < from->n_kinds; i++)
        profile_add_kind(into, from->kinds[i].midr, from->kinds[i].samples);
    into->has_more_kinds |= from->has_more_kinds;
    numbers_add(into->kept.count, from->kept.count, sizeof into->kept.count / sizeof *into->kept.count);
    numbers_add(into->findings, from->findings, CAPACITY_RULES);
    into->select.dropped += from->select.dropped;
    numbers_add(into->select.unjudged, from->select.unjudged, SELECT_FACTS);
    spe_stats_merge(&into->stats, &from->stats);
    spe_source_stats_merge(&into->sources, &from->sources);
    numbers_add(into->levels, from->levels, 4 * TOTAL_NUMBERS);
    numbers_add(into->classes, from->classes, COUNTS_CLASSES * TOTAL_NUMBERS);
    numbers_add(into->unsourced, from->unsourced, COUNTS_CLASSES * TOTAL_NUMBERS);
    into->places.saved += places_time(&from->places);
    merge_parts(into, from);
    groups_merge(&into->groups, &from->groups);
}

int profile_next_source(const struct profile *profile, int source)
{
    int value;
    for (unsigned n = 0; (value = spe_source_stats_value(&profile->sources, n)) >= 0; n++)
        if (value > source)
            return value;
    for (value = SPE_STATS_NO_SOURCE; value <= SPE_STATS_LEFT_OUT; value++)
        if (value > source && profile_source_samples(profile, (unsigned)value))
            return value;
    return -1;
}

uint64_t profile_source_samples(const struct profile *profile, unsigned source)
{
    return spe_source_stats_records(&profile->sources, source);
}

/* -- names of data sources and events -- */

/* The value of name(midr, number), if it is the same for all cores. */
static const char *agreed(const struct profile *p, const char *(*name)(uint64_t midr, unsigned number), unsigned number)
{
    const char *first = p->n_kinds && !p->has_more_kinds ? name(p->kinds[0].midr, number) : NULL;
    for (unsigned i = 1; first && i < p->n_kinds; i++) {
        const char *other = name(p->kinds[i].midr, number);
        if (!other || strcmp(first, other) != 0)
            return NULL;
    }
    return first;
}

const struct spe_histogram *profile_source_total(const struct profile *profile, unsigned source)
{
    static const struct spe_histogram none;
    const struct spe_latencies *latencies = spe_source_stats_latencies(&profile->sources, source);
    return latencies ? &latencies->total : &none;
}

const char *profile_source_name(const struct profile *profile, unsigned source)
{
    return agreed(profile, spe_cpu_data_source_name, source);
}

unsigned profile_source_level(const struct profile *p, unsigned source)
{
    struct spe_data_source first = {.level = SPE_LEVEL_UNKNOWN}, other;
    if (p->n_kinds && !p->has_more_kinds)
        spe_cpu_data_source(p->kinds[0].midr, source, &first);
    for (unsigned i = 1; i < p->n_kinds; i++)
        if (spe_cpu_data_source(p->kinds[i].midr, source, &other) != SPE_OK || other.level != first.level)
            return SPE_LEVEL_UNKNOWN;
    return first.level;
}

const char *profile_event_name(const struct profile *profile, unsigned bit)
{
    return spe_event_name(bit) ? spe_event_name(bit) : agreed(profile, spe_cpu_event_name, bit);
}

void profile_source_text(const struct profile *p, unsigned source, char *text)
{
    const char *word = profile_source_name(p, source);
    if (source == SPE_STATS_NO_SOURCE)
        snprintf(text, PROFILE_SOURCE_TEXT, "no data source");
    else if (source == SPE_STATS_LEFT_OUT)
        snprintf(text, PROFILE_SOURCE_TEXT, "other sources");
    else
        snprintf(text, PROFILE_SOURCE_TEXT, "source %u%s%s", source, word ? ", " : "", word ? word : "");
}

const char *profile_class_name(unsigned class)
{
    static const char *const names[COUNTS_CLASSES] = {[COUNTS_LOAD] = "loads, no data source",
                                                      [COUNTS_STORE] = "stores, no data source",
                                                      [COUNTS_BRANCH] = "branches",
                                                      [COUNTS_OTHER] = "other operations",
                                                      [COUNTS_UNKNOWN] = "operation not known"};
    return names[class];
}

/* -- from shapes -- */

static void add_latency_parts(struct latency_parts *parts, unsigned part, const struct shape_sums *sums,
                              unsigned latency, int has_latency)
{
    parts->samples[part] += sums->samples;
    parts->count[part] += has_latency ? sums->samples : 0;
    parts->sum[part] += sums->latency[latency];
}

static void add_latencies(struct profile *p, const struct shape *shape, unsigned part, const struct shape_sums *sums)
{
    static const uint32_t has[SHAPES_LATENCIES] = {SPE_HAS_TOTAL_LATENCY, SPE_HAS_ISSUE_LATENCY,
                                                   SPE_HAS_TRANSLATION_LATENCY};
    const uint32_t present = shapes_record(shape).present;
    struct spe_histogram *const histograms[SHAPES_LATENCIES] = {&shape->latencies->total, &shape->latencies->issue,
                                                                &shape->latencies->translation};
    struct latency_parts *source =
        shape->source == SPE_STATS_NO_SOURCE ? NULL : profile_add_source_parts(p, shape->source);
    for (unsigned i = 0; i < SHAPES_LATENCIES; i++) {
        const int has_latency = (present & has[i]) != 0;
        add_latency_parts(&p->latency_parts[i], part, sums, i, has_latency);
        histograms[i]->count += has_latency ? sums->samples : 0;
        histograms[i]->sum += sums->latency[i];
    }
    if (source)
        add_latency_parts(source, part, sums, SHAPES_TOTAL, (present & SPE_HAS_TOTAL_LATENCY) != 0);
}

/* Adds samples of a shape to a total of many. */
static void add_to_total(struct total *total, const struct counted *one, unsigned part, const struct shape_sums *sums)
{
    const uint64_t cycles = sums->latency[SHAPES_TOTAL];
    total->counts.cycles += cycles;
    total->counts.time += sums->time;
    for (unsigned i = 0; i < COUNTS_ADDED; i++)
        total->counts.added[i] += sums->samples * one->added[i];
    total->counts.levels[one->level] += one->reads ? cycles : 0;
    counts_parts_add(&total->parts, part, sums->samples, sums->time);
}

/* What the samples represent in the whole program. */
static void add_to_whole(struct profile *p, const struct counted *one, unsigned part, const struct shape_sums *sums)
{
    const uint64_t has[WHOLE_ROWS] = {
        [WHOLE_OPERATIONS] = 1,
        [WHOLE_LOADS] = one->class == COUNTS_LOAD,
        [WHOLE_STORES] = one->class == COUNTS_STORE,
        [WHOLE_BRANCHES] = one->class == COUNTS_BRANCH,
        [WHOLE_MISPREDICTED] = counts_has(one, COUNTS_MISPREDICTED),
        [WHOLE_REFILLS] = counts_has(one, COUNTS_L1D_REFILL),
        [WHOLE_FROM_MEMORY] = one->load && one->level == SPE_LEVEL_DRAM,
    };
    for (unsigned row = WHOLE_OPERATIONS; row < WHOLE_ROWS; row++)
        p->whole[row][part] += has[row] * sums->half;
}

static void add_shape(struct profile *p, const struct shape *shape, unsigned part, const struct shape_sums *sums)
{
    const struct spe_record record = shapes_record(shape);
    spe_source_stats_put(&p->sources, shape->source, sums->samples, NULL);
    spe_stats_add_times(&p->stats, &record, sums->samples);
    spe_stats_add_times(&p->parts[part], &record, sums->samples);
    add_latencies(p, shape, part, sums);
    add_to_whole(p, &shape->counted, part, sums);
    add_to_total(&p->classes[shape->counted.class], &shape->counted, part, sums);
    if (shape->source == SPE_STATS_NO_SOURCE)
        add_to_total(&p->unsourced[shape->counted.class], &shape->counted, part, sums);
    if (record.present & SPE_HAS_PC)
        add_to_total(&p->levels[spe_address_el(record.pc) & 3], &shape->counted, part, sums);
}

void profile_settle(struct profile *p)
{
    struct shapes *const s = &p->shapes;
    for (size_t i = 1; i < s->used; i++)
        for (unsigned part = 0; part < COUNTS_PARTS; part++)
            if (s->sums[part][i].samples)
                add_shape(p, &s->list[i], part, &s->sums[part][i]);
    for (unsigned i = 0; i < s->n_sources; i++)
        spe_source_stats_put(&p->sources, s->sources[i], 0, &s->latencies[i]);
    spe_source_stats_put(&p->sources, SPE_STATS_LEFT_OUT, 0, &s->latencies[SHAPES_SOURCES]);
    spe_source_stats_put(&p->sources, SPE_STATS_NO_SOURCE, 0, &s->latencies[SHAPES_SOURCES + 1]);
    shapes_clear_sums(s);
}

void profile_end(struct profile *profile)
{
    spe_stats_summarise(&profile->stats, &profile->summary);
    memset(&profile->latencies, 0, sizeof profile->latencies);
    for (int source = -1; (source = profile_next_source(profile, source)) >= 0;)
        spe_latencies_merge(&profile->latencies, spe_source_stats_latencies(&profile->sources, (unsigned)source));
    places_finish(&profile->places);
    groups_add_places(&profile->places);
}

int profile_has_records(const struct profile *profile)
{
    uint64_t n = profile->stats.records;
    for (size_t i = 0; i < sizeof profile->kept.count / sizeof *profile->kept.count; i++)
        n += profile->kept.count[i];
    return n + profile->select.dropped != 0;
}
