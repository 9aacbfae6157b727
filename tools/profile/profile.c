/* SPDX-License-Identifier: MIT */
/* See profile.h. Reads, decodes and checks; counting.c counts, side by side. */
#include "profile.h"

#include <inttypes.h>
#include <string.h>

#include "counting.h"

static struct batch_queue queue;

/* -- records -- */

/* Counts each rule once for each record that breaks it. */
static void count_findings(struct profile *p, const struct spe_source *source, const struct spe_record *record)
{
    uint8_t seen[CAPACITY_RULES] = {0};
    const int n = checker_record(&p->check, source, record);
    for (int i = 0; i < n && i < CHECKER_MOST; i++) {
        const uint32_t rule = p->check.findings[i].rule;
        if (rule >= CAPACITY_RULES)
            continue;
        p->findings[rule] += !seen[rule];
        seen[rule] = 1;
    }
}

static void send(struct profile *p, const struct spe_source *source, struct batch *batch, size_t n)
{
    batch->n = n;
    batch->midr = source->midr;
    batch->cpu = source->cpu;
    batch->tid = source->tid;
    batch->start = source->start;
    for (size_t i = 0; p->is_checked && i < n; i++)
        count_findings(p, source, &batch->records[i]);
    if (counting_prepare(p, batch))
        batch_queue_send(&queue);
}

/* Sends the records that were fed, in batches that are as full as possible. */
static void send_records(struct profile *p, const struct spe_source *source, spe_decoder *decoder)
{
    for (;;) {
        struct batch *batch = batch_queue_claim(&queue);
        const size_t n = spe_decoder_next_batch(decoder, batch->records, BATCH_QUEUE_RECORDS);
        if (!n)
            return;
        send(p, source, batch, n);
    }
}

/* Sends the record that a gap or the end cuts off. Returns 1 with the record in *cut, or 0 if nothing is cut off. */
static int send_cut(struct profile *p, const struct spe_source *source, spe_decoder *decoder, struct spe_record *cut)
{
    const int was_cut =
        source->step == SOURCE_GAP ? source_pass_gap(source, decoder, cut) : spe_decoder_finish(decoder, cut);
    if (was_cut != 1)
        return 0;
    struct batch *batch = batch_queue_claim(&queue);
    batch->records[0] = *cut;
    send(p, source, batch, 1);
    return 1;
}

static int decode_buffer(struct profile *p, struct spe_source *source)
{
    static spe_decoder decoder;
    struct spe_record cut;
    char size[48];
    int step;
    source_decoder_init(source, &decoder);
    checker_begin(&p->check);
    while ((step = source_next(source)) == SOURCE_BYTES || step == SOURCE_GAP) {
        if (step == SOURCE_GAP) {
            send_cut(p, source, &decoder, &cut);
            checker_gap(&p->check);
            continue;
        }
        spe_decoder_feed(&decoder, source->bytes, source->size);
        send_records(p, source, &decoder);
        if (p->is_checked)
            checker_pass(&p->check, source);
    }
    const int is_cut = send_cut(p, source, &decoder, &cut);
    source_decoder_end(source, &decoder);
    if (step != SOURCE_BUFFER_END || !is_cut)
        return step == SOURCE_BUFFER_END ? TOOL_OK : TOOL_FAILED;
    snprintf(size, sizeof size, "%" PRIu64 " bytes of it", cut.size);
    source_cut_off(source, "input ends inside a record", cut.offset, size);
    return TOOL_OK; /* an error does not prevent reading the next buffers */
}

/* The number of records that break a rule of severity "violation". */
static uint64_t violations(const struct profile *p)
{
    uint64_t n = 0;
    for (unsigned rule = 0; rule < CAPACITY_RULES; rule++)
        n += spe_rule_severity(rule) == SPE_CHECK_VIOLATION ? p->findings[rule] : 0;
    return n;
}

static void add_notes(struct source_notes *sum, const struct source_notes *notes, int is_first)
{
    sum->buffers += notes->buffers;
    sum->bytes += notes->bytes;
    sum->skipped += notes->skipped;
    sum->aux += notes->aux;
    sum->truncated += notes->truncated;
    sum->overwritten += notes->overwritten;
    sum->partial += notes->partial;
    sum->collisions += notes->collisions;
    sum->cut_off += notes->cut_off;
    sum->late += notes->late;
    sum->no_room += notes->no_room;
    sum->unknown_ids += notes->unknown_ids;
    sum->lost += notes->lost;
    if (is_first)
        sum->clock = notes->clock;
    else if (memcmp(&sum->clock, &notes->clock, sizeof sum->clock) != 0)
        sum->clock.mult = 0; /* a time cannot be made from ticks of two clocks */
}

/* -- what a file records in addition to the samples -- */

static void take_side(struct profile *p, const struct spe_perf_event *event)
{
    processes_take(&p->places.processes, event);
    perf_settings_take(&p->settings, event);
    elapsed_take(&p->elapsed, event);
    nodes_take(&p->nodes, event);
    if (event->type == SPE_PERF_CLOCK)
        p->clock = event->clock;
    p->has_news = 1;
}

void profile_note(void *profile, const struct spe_perf_event *event)
{
    struct profile *p = profile;
    if (!p->is_surveyed)
        take_side(p, event);
}

static void survey(void *profile, const struct spe_perf_event *event)
{
    take_side(profile, event);
}

/* Passes the information read so far to the counters, which must be idle. */
static void settle(struct profile *p)
{
    p->has_news = 0;
    struct perf_setting spe = {0};
    perf_settings_of_spe(&p->settings, &spe);
    p->shift = parts_shift(spe.interval);
    p->places.clock = p->clock;
    processes_settle(&p->places.processes);
    elapsed_settle(&p->elapsed);
    if (p->nodes.has_news)
        p->places.nodes = p->nodes;
    p->nodes.has_news = 0;
}

static void begin_file(struct profile *p, struct spe_source *source)
{
    perf_settings_begin(&p->settings);
    p->nodes = (struct nodes){.has_news = 1};
    processes_begin_file(&p->places.processes);
    objects_begin_file(&p->objects, &p->places);
    p->number = 0;
    elapsed_begin_file(&p->elapsed);
    p->clock.mult = 0;
    p->is_surveyed = source_survey(source, survey, p);
    settle(p);
}

/* If profiles have different periods, the sum has no period. */
static void merge_interval(struct profile *into, double interval)
{
    into->has_intervals |= into->files && (into->interval < interval || into->interval > interval);
    into->interval = into->has_intervals ? 0 : interval;
}

static void end_file(struct profile *p, const struct spe_source *source)
{
    struct perf_setting spe = {0};
    if (source->is_perf)
        perf_settings_of_spe(&p->settings, &spe);
    merge_interval(p, spe.interval);
    places_end_file(&p->places);
    p->streams += p->elapsed.begun;
    p->elapsed.begun = 0;
    p->times[PROFILE_FILTERED] += spe.is_filtered != 0;
}

int profile_add(struct profile *profile, struct spe_source *source)
{
    const uint64_t before = violations(profile);
    int next, status = TOOL_OK;
    begin_file(profile, source);
    counting_begin(profile, &queue);
    while (status == TOOL_OK && (next = source_next(source)) != SOURCE_ENDED) {
        if (profile->has_news) {
            batch_queue_drain(&queue);
            settle(profile);
        }
        status = next == SOURCE_BUFFER ? decode_buffer(profile, source) : TOOL_FAILED;
    }
    batch_queue_end(&queue);
    end_file(profile, source);
    if (!profile->files)
        snprintf(profile->name, sizeof profile->name, "%s", source->in.name);
    profile->is_perf |= source->is_perf;
    add_notes(&profile->notes, &source->notes, !profile->files++);
    if (source_report(source) != TOOL_OK || source->notes.cut_off)
        status = TOOL_FAILED;
    if (!source->is_perf && !source->notes.bytes && source->step == SOURCE_ENDED)
        status = tool_error("no SPE data: there are no bytes", source->in.name);
    return violations(profile) > before ? tool_error("records break the architecture's rules", source->in.name)
                                        : status;
}

/* -- the whole profile -- */

void profile_begin_sources(struct profile *profile)
{
    spe_source_stats_init(&profile->sources, SPE_SOURCE_STATS_LATENCIES, profile->storage, sizeof profile->storage);
}

int profile_begin(struct profile *profile)
{
    profile_begin_sources(profile);
    if (places_begin(&profile->places) != 0 || objects_begin(&profile->objects) != 0)
        return tool_error("no memory", "places");
    groups_follow(&profile->groups, &profile->places);
    return TOOL_OK;
}

static void merge_places(struct places *into, const struct places *from)
{
    for (unsigned i = 0; i < 4; i++)
        counts_merge(&into->levels[i], &from->levels[i]);
    for (unsigned i = 0; i < PLACES_CLASSES; i++) {
        counts_merge(&into->classes[i], &from->classes[i]);
        counts_merge(&into->unsourced[i], &from->unsourced[i]);
    }
    for (unsigned i = 0; i < COUNTS_LEVELS; i++)
        into->served[i] += from->served[i];
    into->saved += places_time(from);
}

static void add_numbers(void *into, const void *from, size_t n)
{
    uint64_t *to = into;
    for (size_t i = 0; i < n; i++)
        to[i] += ((const uint64_t *)from)[i];
}

static void merge_parts(struct profile *into, const struct profile *from)
{
    for (unsigned i = 0; i < COUNTS_PARTS; i++)
        spe_stats_merge(&into->parts[i], &from->parts[i]);
    add_numbers(into->times, from->times, PROFILE_TIMES);
    into->streams += from->streams;
    add_numbers(into->read_in, from->read_in, COUNTS_PARTS);
    add_numbers(into->read_time_in, from->read_time_in, COUNTS_PARTS);
    add_numbers(into->places.dram_in, from->places.dram_in, COUNTS_PARTS);
    add_numbers(into->latency_parts, from->latency_parts, sizeof into->latency_parts / 8);
    for (unsigned source = 0; source < SPE_STATS_NO_SOURCE; source++) {
        const struct latency_parts *parts = profile_source_parts(from, source);
        struct latency_parts *to = parts ? profile_add_source_parts(into, source) : NULL;
        if (to)
            add_numbers(to, parts, sizeof *to / 8);
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
    if (!into->files)
        snprintf(into->name, sizeof into->name, "%s", from->name);
    merge_interval(into, from->interval);
    into->is_perf |= from->is_perf;
    into->has_saved = 1;
    add_notes(&into->notes, &from->notes, !into->files);
    into->files += from->files;
    for (unsigned i = 0; i < from->n_kinds; i++)
        profile_add_kind(into, from->kinds[i].midr, from->kinds[i].samples);
    into->has_more_kinds |= from->has_more_kinds;
    for (size_t i = 0; i < sizeof into->kept.count / sizeof *into->kept.count; i++)
        into->kept.count[i] += from->kept.count[i];
    for (unsigned i = 0; i < CAPACITY_RULES; i++)
        into->findings[i] += from->findings[i];
    into->select.dropped += from->select.dropped;
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

void profile_sum_up(struct profile *profile)
{
    spe_stats_summarise(&profile->stats, &profile->summary);
    memset(&profile->latencies, 0, sizeof profile->latencies);
    for (int source = -1; (source = profile_next_source(profile, source)) >= 0;)
        spe_latencies_merge(&profile->latencies, spe_source_stats_latencies(&profile->sources, (unsigned)source));
}

void profile_end(struct profile *profile)
{
    profile_sum_up(profile);
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
