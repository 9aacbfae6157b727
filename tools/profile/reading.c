/* SPDX-License-Identifier: MIT */
/* See reading.h. */
#include "reading.h"

#include <inttypes.h>
#include <string.h>

#include "../system/workers.h"
#include "batch_queue.h"

static struct batch_queue queue;

/* -- counters -- */

static void drain(void *context)
{
    (void)context;
    batch_queue_drain(&queue);
}

/* Begins to count, each counter by itself: no two of them change the same. */
static void begin_counting(struct profile *p)
{
    const struct {
        struct sample_counter counter;
        int is_wanted;
    } rows[BATCH_QUEUE_COUNTERS] = {{{places_add_lines, &p->places}, (p->wants & PROFILE_LINES) != 0},
                                    {{places_add_code, &p->places}, (p->wants & PROFILE_CODE) != 0},
                                    {{places_add_pages, &p->places}, (p->wants & PROFILE_PAGES) != 0},
                                    {{objects_add, &p->objects}, (p->wants & PROFILE_OBJECTS) != 0},
                                    {{places_add_owners, &p->places}, (p->wants & PROFILE_OWNERS) != 0},
                                    {p->page, p->page.add != NULL},
                                    {p->outlet, p->outlet.add != NULL}};
    p->places.processes.before_change = drain;
    queue.n_counters = 0;
    for (unsigned i = 0; i < BATCH_QUEUE_COUNTERS; i++)
        if (rows[i].is_wanted)
            queue.counters[queue.n_counters++] = rows[i].counter;
    batch_queue_begin(&queue, p->threads ? p->threads : workers_default());
}

static void end_counting(struct profile *p)
{
    batch_queue_end(&queue);
    p->places.processes.before_change = NULL; /* reports look up processes, too */
    profile_settle(p);
}

/* -- facts about samples: accounts -- */

_Static_assert(ACCOUNT_THREAD + THREAD_FROM_SWITCH == (int)ACCOUNT_THREAD_SWITCHED &&
                   ACCOUNT_THREAD + THREAD_NO_TIME == (int)ACCOUNT_NO_THREAD_TIME,
               "rows of threads are in the order of enum thread_from");

/* Whether core and memory are in nodes. */
static int is_in_node(const struct places *p, const struct sample *s)
{
    return p->nodes.count && nodes_of_cpu(&p->nodes, s->cpu) != NODES_NONE &&
           nodes_of_address(&p->nodes, spe_address_bits(s->record->data_pa)) != NODES_NONE;
}

/* Counts what is known of n samples, and why the rest is not. Module and function are known when all has been read:
 * groups_add_places(). */
static void add_to_account(uint64_t *rows, const struct places *p, const struct batch *batch, size_t n)
{
    const int has_clock = p->clock.mult && p->clock.shift <= 32; /* as spe_perf_time() needs it */
    uint64_t pc = 0, time = 0, physical = 0, virtual = 0, in_nodes = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t has = batch->samples[i].present;
        rows[ACCOUNT_THREAD + batch->samples[i].from]++;
        pc += has / SPE_HAS_PC & 1;
        time += has / SPE_HAS_TIMESTAMP & 1;
        virtual += has / SPE_HAS_DATA_VA & ~(has / SPE_HAS_DATA_PA) & 1;
        if (has & SPE_HAS_DATA_PA) {
            physical++;
            in_nodes += (uint64_t)is_in_node(p, &batch->samples[i]);
        }
    }
    rows[ACCOUNT_LEVEL] += pc;
    rows[ACCOUNT_NO_LEVEL] += n - pc;
    rows[ACCOUNT_NO_MODULE_PC] += n - pc;
    rows[ACCOUNT_NO_FUNCTION_MODULE] += n - pc;
    rows[has_clock ? ACCOUNT_TIME : ACCOUNT_NO_TIME_CLOCK] += time;
    rows[ACCOUNT_NO_TIME] += n - time;
    rows[ACCOUNT_PHYSICAL] += physical;
    rows[ACCOUNT_NO_PHYSICAL] += virtual;
    rows[ACCOUNT_NO_PHYSICAL_DATA] += n - physical - virtual;
    rows[ACCOUNT_NO_NODE_PHYSICAL] += n - physical;
    rows[ACCOUNT_NODE] += in_nodes;
    rows[p->nodes.count ? ACCOUNT_NO_NODE : ACCOUNT_NO_NODE_SAID] += physical - in_nodes;
}

/* -- ... what counters read of the record -- */

static inline void take_record(struct sample *s, const struct spe_record *r)
{
    s->record = r;
    s->present = r->present;
    s->pc = spe_address_canonical(r->pc);
    s->branch_target = spe_address_canonical(r->branch_target);
    s->data_va = spe_address_canonical(r->data_va);
    s->total_latency = r->total_latency;
    s->translation_latency = r->translation_latency;
}

/* -- ... threads and spaces -- */

/* Finds the thread again, by all that is known. */
static void find_thread(struct places *p, const struct thread_clues *clues)
{
    struct thread_memo *const m = &p->memo;
    const struct thread_found found = thread_rule(&p->processes, clues);
    m->from = found.from;
    m->identity = found.identity ? found.identity : processes_identity(&p->processes, found.tid, clues->time);
    m->tid = p->processes.identities[m->identity].tid;
    thread_memo_keep(m, &p->processes, clues);
}

static inline void take_thread(struct places *p, struct sample *s, uint32_t traced)
{
    const struct thread_clues clues = thread_clues_of(s->record, s->cpu, traced, s->time);
    if (!thread_memo_has(&p->memo, &clues))
        find_thread(p, &clues);
    s->from = (uint8_t)p->memo.from;
    s->who = p->memo.identity;
}

static void find_spaces(struct places *p, struct sample *s)
{
    struct processes *const processes = &p->processes;
    if (s->present & SPE_HAS_PC)
        s->code = processes_space(processes, s->who, s->pc, s->time);
    if (s->present & SPE_HAS_BRANCH_TARGET)
        s->target = processes_space(processes, s->who, s->branch_target, s->time);
    if (s->present & SPE_HAS_DATA_VA) {
        s->data = processes_space(processes, s->who, s->data_va, s->time);
        s->page = processes_space(processes, s->who, s->data_va & ~(p->page - 1), s->time);
        s->line = processes_space(processes, s->who, s->data_va & ~(p->line - 1), s->time);
    }
}

/* Where no mapping takes the place of another, an address is of the thread or of the kernel. */
static inline void take_spaces(struct places *p, struct sample *s)
{
    const uint32_t own = p->processes.identities[s->who].space, kernel = p->processes.kernel;
    if (p->processes.processes[own].replaces | p->processes.processes[kernel].replaces) {
        s->code = PROCESSES_NOBODY;
        find_spaces(p, s);
        return;
    }
    s->code = !(s->present & SPE_HAS_PC) ? PROCESSES_NOBODY : s->pc >> 63 ? kernel : own;
    s->target = s->branch_target >> 63 ? kernel : own;
    s->data = s->page = s->line = s->data_va >> 63 ? kernel : own;
}

/* -- ... batches -- */

static int is_wanted(struct profile *p, const struct sample *s, struct spe_record *record, uint64_t midr)
{
    if (p->is_filtered && !spe_filter_batch(&p->filter, record, 1, &p->kept))
        return 0;
    return !p->select.is_used || select_keeps(&p->select, &p->places, s, midr);
}

/* Prepares records[from..to), which are of one part. `kept` is the number of samples of the batch that have been kept.
 * Returns the new one. */
static size_t prepare_run(struct profile *p, struct batch *batch, size_t from, size_t to, size_t kept)
{
    const int chooses = p->is_filtered || p->select.is_used;
    struct elapsed_stream *const stream = elapsed_stream(&p->elapsed, batch->cpu, batch->tid);
    uint64_t all_time = 0, first = p->places.first, last = p->places.last;
    for (size_t i = from; i < to; i++) {
        struct spe_record *const r = &batch->records[i];
        struct sample *s = &batch->samples[kept];
        take_record(s, r);
        s->cpu = batch->cpu;
        s->part = (uint8_t)p->part;
        s->time = UINT64_MAX;
        if (r->present & SPE_HAS_TIMESTAMP)
            spe_perf_time(&p->places.clock, r->timestamp, &s->time);
        take_thread(&p->places, s, batch->tid);
        const int has_clock = s->time != UINT64_MAX;
        const uint64_t time = has_clock || !(r->present & SPE_HAS_TIMESTAMP) ? s->time : r->timestamp;
        s->elapsed = elapsed_since(&p->elapsed, stream, p->places.memo.tid, batch->start, time, r);
        const int is_known = s->elapsed != ELAPSED_UNKNOWN;
        s->elapsed = is_known ? s->elapsed : 0;
        all_time += s->elapsed;
        if (chooses && !is_wanted(p, s, r, batch->midr))
            continue;
        s->shape = shapes_find(&p->shapes, r, batch->midr);
        p->times[!is_known ? PROFILE_UNTIMED : has_clock ? PROFILE_NANOSECONDS : PROFILE_TICKS]++;
        first = s->time < first ? s->time : first;
        last = s->time > last && has_clock ? s->time : last;
        take_spaces(&p->places, s);
        shapes_add(&p->shapes, s->shape, r, s->part, s->elapsed, batch->each);
        p->stats.bytes += r->size;
        kept++;
    }
    p->places.first = first;
    p->places.last = last;
    p->read_in[p->part] += to - from;
    p->whole[WHOLE_READ][p->part] += (to - from) * batch->each;
    p->without_interval += batch->each ? 0 : to - from;
    p->read_time_in[p->part] += all_time;
    return kept;
}

/* Finds the facts about the records of a batch, and keeps those that are wanted. Returns their number. Call it for all
 * batches, in their order. */
static size_t prepare_batch(struct profile *p, struct batch *batch)
{
    size_t kept = 0;
    thread_memo_check(&p->places.memo, &p->places.processes, batch->cpu, batch->tid);
    for (size_t i = 0, end; i < batch->n; i = end) {
        const uint64_t rest = parts_end(p->number, p->shift) - p->number;
        p->part = parts_of(p->number, p->shift);
        end = rest < batch->n - i ? i + (size_t)rest : batch->n;
        p->number += end - i;
        kept = prepare_run(p, batch, i, end, kept);
    }
    add_to_account(batch->account, &p->places, batch, kept);
    if (kept)
        profile_add_kind(p, batch->midr, kept);
    batch->n = kept;
    return kept;
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

static void take_side(void *profile, const struct spe_perf_event *event)
{
    struct profile *p = profile;
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
    const struct profile *p = profile;
    if (!p->is_surveyed)
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
    objects_begin_file(&p->objects, &p->groups);
    p->number = 0;
    elapsed_begin_file(&p->elapsed);
    p->clock.mult = 0;
    p->is_surveyed = source_survey(source, take_side, p);
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
