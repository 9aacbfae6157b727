/* SPDX-License-Identifier: MIT */
/* See profile.h. One thread reads, decodes and checks, another counts. */
#include "profile.h"

#include <inttypes.h>
#include <string.h>

#include "relay.h"

#define MIDR_KIND UINT64_C(0xff00fff0) /* implementer and part: the others say which version it is */

static struct relay relay;
static struct profile *counting; /* by the other thread, while it runs */

/* -- the thread that counts -- */

/* Leaves those that are wanted in front, and counts where they are. Returns their number. */
static size_t count_places(struct profile *p, struct relay_batch *batch, size_t n)
{
    const int selects = select_is_used(&p->select);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        const struct sample sample = places_sample(&p->places, &batch->records[i], batch->midr, batch->cpu, batch->tid);
        if (selects && !select_keeps(&p->select, &p->places, &sample))
            continue;
        places_add(&p->places, &sample);
        if (p->has_pictures)
            pictures_add(&p->pictures, &p->places, &sample);
        if (kept != i)
            batch->records[kept] = batch->records[i];
        kept++;
    }
    return kept;
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

static void count_batch(struct relay_batch *batch)
{
    struct profile *p = counting;
    size_t n = batch->n;
    if (p->is_filtered)
        n = spe_filter_batch(&p->filter, batch->records, n, &p->kept);
    n = count_places(p, batch, n);
    if (n)
        profile_add_kind(p, batch->midr, n);
    spe_stats_add(&p->stats, batch->records, n);
    if (p->branches)
        branches_add(p->branches, batch->tid, batch->records, n);
}

/* -- the thread that decodes -- */

/* Counts each rule once that the record breaks. */
static void count_findings(struct profile *p, const struct spe_source *source, const struct spe_record *record)
{
    uint8_t seen[SPE_RULES] = {0};
    const int n = checker_record(&p->check, source, record);
    for (int i = 0; i < n && i < CHECKER_MOST; i++) {
        const uint32_t rule = p->check.findings[i].rule;
        p->findings[rule] += !seen[rule];
        seen[rule] = 1;
    }
}

static void send(struct profile *p, const struct spe_source *source, struct relay_batch *batch, size_t n)
{
    batch->n = n;
    batch->midr = source->midr;
    batch->cpu = source->cpu;
    batch->tid = source->tid;
    for (size_t i = 0; p->is_checked && i < n; i++)
        count_findings(p, source, &batch->records[i]);
    relay_send(&relay);
}

/* Sends what has been fed, in batches that are as full as can be. */
static void send_records(struct profile *p, const struct spe_source *source, spe_decoder *decoder)
{
    for (;;) {
        struct relay_batch *batch = relay_claim(&relay);
        const size_t n = spe_decoder_next_batch(decoder, batch->records, RELAY_RECORDS);
        if (!n)
            return;
        send(p, source, batch, n);
    }
}

/* Sends the record that the stream breaks off in, at a gap or at its end. Returns 1: that is *cut; 0: there is none. */
static int send_cut(struct profile *p, const struct spe_source *source, spe_decoder *decoder, struct spe_record *cut)
{
    const int was_cut =
        source->step == SOURCE_GAP ? source_pass_gap(source, decoder, cut) : spe_decoder_finish(decoder, cut);
    if (was_cut != 1)
        return 0;
    struct relay_batch *batch = relay_claim(&relay);
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
    return TOOL_OK; /* no reason to leave out the buffers that follow */
}

/* How many records break a rule that must hold. */
static uint64_t violations(const struct profile *p)
{
    uint64_t n = 0;
    for (unsigned rule = 0; rule < SPE_RULES; rule++)
        n += spe_rule_severity(rule) == SPE_CHECK_VIOLATION ? p->findings[rule] : 0;
    return n;
}

static void add_notes(struct source_notes *sum, const struct source_notes *notes, int is_first)
{
    sum->buffers += notes->buffers;
    sum->bytes += notes->bytes;
    sum->skipped += notes->skipped;
    sum->truncated += notes->truncated;
    sum->overwritten += notes->overwritten;
    sum->partial += notes->partial;
    sum->collisions += notes->collisions;
    sum->compressed += notes->compressed;
    sum->cut_off += notes->cut_off;
    sum->late += notes->late;
    if (is_first)
        sum->clock = notes->clock;
    else if (memcmp(&sum->clock, &notes->clock, sizeof sum->clock) != 0)
        sum->clock.mult = 0; /* ticks of two clocks are no time */
}

/* -- what a file says beside the samples -- */

static void take_side(struct profile *p, const struct spe_perf_event *event)
{
    spaces_take(&p->places.spaces, event);
    asked_take(&p->asked, event);
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

/* What has come by now is known to the thread that counts, which must have nothing to do. */
static void settle(struct profile *p)
{
    p->has_news = 0;
    p->places.clock = p->clock;
    spaces_settle(&p->places.spaces);
}

static void begin_file(struct profile *p, struct spe_source *source)
{
    asked_begin(&p->asked);
    spaces_begin_file(&p->places.spaces);
    p->clock.mult = 0;
    p->is_surveyed = source_survey(source, survey, p);
    settle(p);
}

/* Of profiles with different periods none is that of all. */
static void merge_interval(struct profile *into, double interval)
{
    into->has_intervals |= into->files && (into->interval < interval || into->interval > interval);
    into->interval = into->has_intervals ? 0 : interval;
}

static void end_file(struct profile *p, const struct spe_source *source)
{
    struct asked_attribute spe = {0};
    if (source->is_perf)
        asked_of_spe(&p->asked, &spe);
    merge_interval(p, spe.interval);
}

int profile_add(struct profile *profile, struct spe_source *source)
{
    const uint64_t before = violations(profile);
    int next, status = TOOL_OK;
    counting = profile;
    begin_file(profile, source);
    relay_start(&relay, count_batch);
    while (status == TOOL_OK && (next = source_next(source)) != SOURCE_ENDED) {
        if (profile->has_news) {
            relay_finish(&relay);
            settle(profile);
            relay_start(&relay, count_batch);
        }
        status = next == SOURCE_BUFFER ? decode_buffer(profile, source) : TOOL_FAILED;
    }
    relay_finish(&relay);
    end_file(profile, source);
    if (!profile->files)
        snprintf(profile->name, sizeof profile->name, "%s", source->in.name);
    profile->is_perf |= source->is_perf;
    add_notes(&profile->notes, &source->notes, !profile->files++);
    if (source_report(source) != TOOL_OK || source->notes.cut_off)
        status = TOOL_FAILED;
    return violations(profile) > before ? tool_error("records break the architecture's rules", source->in.name)
                                        : status;
}

/* -- as a whole -- */

int profile_begin(struct profile *profile)
{
    return places_begin(&profile->places) == 0 ? TOOL_OK : tool_error("Cannot allocate memory", "places");
}

static void merge_places(struct places *into, const struct places *from)
{
    for (unsigned i = 0; i < 4; i++)
        counts_merge(&into->levels[i], &from->levels[i]);
    for (unsigned i = 0; i < PLACES_CLASSES; i++) {
        counts_merge(&into->classes[i], &from->classes[i]);
        counts_merge(&into->unsourced[i], &from->unsourced[i]);
    }
    for (unsigned i = 0; i < SPE_LEVELS; i++)
        into->served[i] += from->served[i];
    into->saved += places_time(from);
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
    for (unsigned i = 0; i < SPE_RULES; i++)
        into->findings[i] += from->findings[i];
    into->select.dropped += from->select.dropped;
    spe_stats_merge(&into->stats, &from->stats);
    merge_places(&into->places, &from->places);
    groups_merge(&into->groups, &from->groups);
}

void profile_end(struct profile *profile)
{
    const size_t n = strlen(profile->name);
    spe_stats_summarise(&profile->stats, &profile->summary);
    groups_add_places(&profile->groups, &profile->places);
    if (profile->files > 1)
        snprintf(profile->name + n, sizeof profile->name - n, " and %u more", profile->files - 1);
}

int profile_has_records(const struct profile *profile)
{
    uint64_t n = profile->stats.records;
    for (size_t i = 0; i < sizeof profile->kept.count / sizeof *profile->kept.count; i++)
        n += profile->kept.count[i];
    return n + profile->select.dropped != 0;
}
