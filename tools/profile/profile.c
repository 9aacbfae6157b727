/* SPDX-License-Identifier: MIT */
/* See profile.h. */
#include "profile.h"

#include <string.h>

#include "../system/numbers.h"

#define MIDR_KIND UINT64_C(0xff00fff0) /* implementer and part: the other bits are the version */

void profile_begin_sources(struct profile *profile)
{
    spe_source_stats_init(&profile->sources, SPE_SOURCE_STATS_LATENCIES, profile->storage, sizeof profile->storage);
}

int profile_begin(struct profile *profile)
{
    profile_begin_sources(profile);
    if (places_begin(&profile->places) != 0 || objects_begin(&profile->objects) != 0)
        return tool_error("no memory", "places");
    groups_follow(&profile->groups, &profile->places, profile->notes.sum.samples);
    return TOOL_OK;
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

static void merge_places(struct places *into, const struct places *from)
{
    for (unsigned i = 0; i < 4; i++)
        counts_merge(&into->levels[i], &from->levels[i]);
    for (unsigned i = 0; i < PLACES_CLASSES; i++) {
        counts_merge(&into->classes[i], &from->classes[i]);
        counts_merge(&into->unsourced[i], &from->unsourced[i]);
    }
    numbers_add(into->served, from->served, COUNTS_LEVELS);
    into->saved += places_time(from);
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
    uint64_t sum = 0;
    for (unsigned i = 0; i < COUNTS_PARTS; i++)
        sum += p->read_in[i];
    return sum;
}

uint64_t profile_time(const struct profile *p)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < PLACES_CLASSES; i++)
        sum += p->places.classes[i].time;
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
    merge_places(&into->places, &from->places);
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

/* Sums up stats and sources: sets summary and latencies. */
static void sum_up(struct profile *profile)
{
    spe_stats_summarise(&profile->stats, &profile->summary);
    memset(&profile->latencies, 0, sizeof profile->latencies);
    for (int source = -1; (source = profile_next_source(profile, source)) >= 0;)
        spe_latencies_merge(&profile->latencies, spe_source_stats_latencies(&profile->sources, (unsigned)source));
}

void profile_end(struct profile *profile)
{
    sum_up(profile);
    objects_settle(&profile->objects, &profile->places, &profile->groups);
    groups_add_places(&profile->places);
}

int profile_has_records(const struct profile *profile)
{
    uint64_t n = profile->stats.records;
    for (size_t i = 0; i < sizeof profile->kept.count / sizeof *profile->kept.count; i++)
        n += profile->kept.count[i];
    return n + profile->select.dropped != 0;
}
