/* SPDX-License-Identifier: MIT */
/* See reading.h. */
#include "reading.h"

#include <inttypes.h>
#include <string.h>

#include "../system/workers.h"
#include "prepare.h"

static struct batch_queue queue;

/* -- counters -- */

static void count_code(struct profile *p, const struct batch *batch)
{
    places_add_code(&p->places, batch->samples, batch->n);
}

static void count_pages(struct profile *p, const struct batch *batch)
{
    places_add_pages(&p->places, batch->samples, batch->n);
}

static void count_lines(struct profile *p, const struct batch *batch)
{
    places_add_lines(&p->places, batch->samples, batch->n);
}

static void count_objects(struct profile *p, const struct batch *batch)
{
    objects_add(&p->objects, &p->places, &p->groups, batch->samples, batch->n);
}

static void count_owners(struct profile *p, const struct batch *batch)
{
    places_add_owners(&p->places, batch->samples, batch->n);
}

static void count_own(struct profile *p, const struct batch *batch)
{
    p->own.add(p->own.context, &p->places, batch->samples, batch->n);
}

static void count_pictures(struct profile *p, const struct batch *batch)
{
    for (size_t i = 0; i < batch->n; i++)
        pictures_add(&p->pictures, &batch->samples[i]);
}

static void drain(void *context)
{
    (void)context;
    batch_queue_drain(&queue);
}

/* Begins to count, each counter by itself: no two of them change the same. */
static void begin_counting(struct profile *p)
{
    const struct {
        batch_counter *counter;
        int is_wanted;
    } rows[BATCH_QUEUE_COUNTERS] = {{count_lines, (p->wants & PROFILE_LINES) != 0},
                                    {count_code, (p->wants & PROFILE_CODE) != 0},
                                    {count_pages, (p->wants & PROFILE_PAGES) != 0},
                                    {count_objects, (p->wants & PROFILE_OBJECTS) != 0},
                                    {count_owners, (p->wants & PROFILE_OWNERS) != 0},
                                    {count_pictures, p->has_pictures},
                                    {count_own, p->own.add != NULL}};
    p->places.processes.before_change = drain;
    queue.n_counters = 0;
    for (unsigned i = 0; i < BATCH_QUEUE_COUNTERS; i++)
        if (rows[i].is_wanted)
            queue.counters[queue.n_counters++] = rows[i].counter;
    batch_queue_begin(&queue, p->threads ? p->threads : workers_default(), p);
}

static void end_counting(struct profile *p)
{
    batch_queue_end(&queue);
    p->places.processes.before_change = NULL; /* reports look up processes, too */
    profile_settle(p);
}

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

/* Half operations from one sample to the next, on the buffer's core. */
static uint64_t interval_of(const struct profile *p, const struct spe_source *source)
{
    struct perf_setting setting = {0};
    if (source->is_perf)
        perf_settings_of_pmu(&p->settings, source->pmu_type, &setting);
    return (uint64_t)(2 * setting.interval);
}

static void send(struct profile *p, struct spe_source *source, struct batch *batch, size_t n)
{
    source_records(source, batch->records, n);
    batch->n = n;
    batch->midr = source->midr;
    batch->cpu = source->cpu;
    batch->tid = source->tid;
    batch->start = source->start;
    batch->each = interval_of(p, source);
    batch->account = account_current(&source->account)->samples;
    for (size_t i = 0; p->is_checked && i < n; i++)
        count_findings(p, source, &batch->records[i]);
    if (!shapes_has_room(&p->shapes, n)) {
        batch_queue_drain(&queue);
        profile_settle(p);
        places_settle(&p->places);
        shapes_clear(&p->shapes);
    }
    if (prepare_batch(p, batch))
        batch_queue_send(&queue);
}

/* Sends the records that were fed, in batches that are as full as possible. */
static void send_records(struct profile *p, struct spe_source *source, spe_decoder *decoder)
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
static int send_cut(struct profile *p, struct spe_source *source, spe_decoder *decoder, struct spe_record *cut)
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
        checker_feed(&p->check, source);
        send_records(p, source, &decoder);
        if (p->is_checked)
            checker_pass(&p->check);
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

void reading_note(void *profile, const struct spe_perf_event *event)
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
    objects_forget(&p->objects);
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

static void end_file(struct profile *p, const struct spe_source *source)
{
    struct perf_setting spe = {0};
    if (source->is_perf)
        perf_settings_of_spe(&p->settings, &spe);
    profile_add_files(p, 1, source->in.name, &source->notes, spe.interval, source->is_perf);
    places_end_file(&p->places);
    account_merge(&p->account, &source->account);
    p->streams += p->elapsed.begun;
    p->elapsed.begun = 0;
    p->times[PROFILE_FILTERED] += spe.is_filtered != 0;
}

int reading_add(struct profile *profile, struct spe_source *source)
{
    const uint64_t before = violations(profile);
    int next, status = TOOL_OK;
    begin_file(profile, source);
    begin_counting(profile);
    while (status == TOOL_OK && (next = source_next(source)) != SOURCE_ENDED) {
        if (profile->has_news) {
            batch_queue_drain(&queue);
            settle(profile);
        }
        status = next == SOURCE_BUFFER ? decode_buffer(profile, source) : TOOL_FAILED;
    }
    end_counting(profile);
    if (source_report(source) != TOOL_OK || source->notes.cut_off)
        status = TOOL_FAILED;
    end_file(profile, source);
    if (!source->is_perf && !source->notes.bytes && source->step == SOURCE_ENDED && !source->options->is_quiet)
        status = tool_error("no SPE data: there are no bytes", source->in.name);
    return violations(profile) > before ? tool_error("records break the architecture's rules", source->in.name)
                                        : status;
}
