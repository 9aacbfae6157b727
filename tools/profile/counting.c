/* SPDX-License-Identifier: MIT */
/* See counting.h. */
#include "counting.h"

#include "../system/workers.h"

/* -- one after another -- */

_Static_assert(ACCOUNT_THREAD + THREAD_FROM_SWITCH == (int)ACCOUNT_THREAD_SWITCHED &&
                   ACCOUNT_THREAD + THREAD_NO_TIME == (int)ACCOUNT_NO_THREAD_TIME,
               "rows of threads are in the order of enum thread_from");

/* Counts what is known of a sample, and why the rest is not. Its module and function are known when all has been read:
 * groups_add_places(). */
static void add_to_account(uint64_t *rows, const struct places *p, const struct sample *s)
{
    const struct spe_record *r = s->record;
    const uint32_t has = r->present;
    rows[ACCOUNT_THREAD + s->from]++;
    rows[has & SPE_HAS_PC ? ACCOUNT_LEVEL : ACCOUNT_NO_LEVEL]++;
    rows[ACCOUNT_NO_MODULE_PC] += !(has & SPE_HAS_PC);
    rows[ACCOUNT_NO_FUNCTION_MODULE] += !(has & SPE_HAS_PC);
    rows[!(has & SPE_HAS_TIMESTAMP) ? ACCOUNT_NO_TIME : s->time == UINT64_MAX ? ACCOUNT_NO_TIME_CLOCK : ACCOUNT_TIME]++;
    if (!(has & SPE_HAS_DATA_PA)) {
        rows[has & SPE_HAS_DATA_VA ? ACCOUNT_NO_PHYSICAL : ACCOUNT_NO_PHYSICAL_DATA]++;
        rows[ACCOUNT_NO_NODE_PHYSICAL]++;
        return;
    }
    const int is_in_node = nodes_of_cpu(&p->nodes, s->cpu) != NODES_NONE &&
                           nodes_of_address(&p->nodes, spe_address_bits(r->data_pa)) != NODES_NONE;
    rows[ACCOUNT_PHYSICAL]++;
    rows[!p->nodes.count ? ACCOUNT_NO_NODE_SAID : is_in_node ? ACCOUNT_NODE : ACCOUNT_NO_NODE]++;
}

/* The facts about the next record. *elapsed: the time that it represents. Returns PROFILE_NANOSECONDS or another. */
static int next_sample(struct profile *p, const struct batch *batch, const struct spe_record *r, struct sample *s,
                       uint64_t *elapsed)
{
    *s = places_sample(&p->places, r, batch->midr, batch->cpu, batch->tid);
    const int has_clock = s->time != UINT64_MAX;
    const uint64_t ticks = r->present & SPE_HAS_TIMESTAMP ? r->timestamp : UINT64_MAX;
    const struct elapsed_sample where = {
        batch->cpu, batch->tid, p->places.processes.identities[s->who].tid, batch->start, has_clock ? s->time : ticks,
        r};
    *elapsed = elapsed_since(&p->elapsed, &where);
    const int is_known = *elapsed != ELAPSED_UNKNOWN;
    *elapsed = is_known ? *elapsed : 0;
    s->part = parts_of(p->number++, p->shift);
    p->read_in[s->part]++;
    p->whole[WHOLE_READ][s->part] += batch->each;
    p->without_interval += !batch->each;
    p->read_time_in[s->part] += *elapsed;
    return !is_known ? PROFILE_UNTIMED : has_clock ? PROFILE_NANOSECONDS : PROFILE_TICKS;
}

static int is_wanted(struct profile *p, const struct sample *s, struct spe_record *record)
{
    if (p->is_filtered && !spe_filter_batch(&p->filter, record, 1, &p->kept))
        return 0;
    return !select_is_used(&p->select) || select_keeps(&p->select, &p->places, s);
}

size_t counting_prepare(struct profile *p, struct batch *batch)
{
    size_t kept = 0;
    for (size_t i = 0; i < batch->n; i++) {
        struct sample *s = &batch->samples[kept];
        uint64_t elapsed;
        const int time_is = next_sample(p, batch, &batch->records[i], s, &elapsed);
        if (!is_wanted(p, s, &batch->records[i]))
            continue;
        p->times[time_is]++;
        if (kept != i)
            batch->records[kept] = batch->records[i];
        s->record = &batch->records[kept];
        add_to_account(batch->account, &p->places, s);
        places_find_spaces(&p->places, s);
        batch->counted[kept] = counts_of(s->record, batch->midr);
        batch->counted[kept].part = s->part;
        batch->counted[kept].time = elapsed;
        kept++;
    }
    if (kept)
        profile_add_kind(p, batch->midr, kept);
    batch->n = kept;
    return kept;
}

/* -- side by side: no two of these change the same -- */

static void count_code(void *profile, const struct batch *batch)
{
    struct profile *p = profile;
    for (size_t i = 0; i < batch->n; i++) {
        places_add_code(&p->places, &batch->samples[i], &batch->counted[i]);
        if (p->stacks)
            stacks_add(p->stacks, &p->places, &batch->samples[i], &batch->counted[i]);
        if (p->branches)
            branches_add(p->branches, &p->places, &batch->samples[i]);
    }
}

static void count_pages(void *profile, const struct batch *batch)
{
    struct profile *p = profile;
    for (size_t i = 0; i < batch->n; i++)
        places_add_pages(&p->places, &batch->samples[i], &batch->counted[i]);
}

static void count_lines(void *profile, const struct batch *batch)
{
    struct profile *p = profile;
    for (size_t i = 0; i < batch->n; i++)
        places_add_lines(&p->places, &batch->samples[i], &batch->counted[i]);
}

static void count_objects(void *profile, const struct batch *batch)
{
    struct profile *p = profile;
    for (size_t i = 0; i < batch->n; i++)
        objects_add(&p->objects, &p->places, &p->groups, &batch->samples[i], &batch->counted[i]);
}

static void add_latency(struct latency_parts *parts, unsigned part, int has_latency, unsigned latency)
{
    parts->samples[part]++;
    parts->count[part] += has_latency != 0;
    parts->sum[part] += has_latency ? latency : 0;
}

static void add_latencies(struct profile *p, const struct spe_record *r, unsigned part)
{
    const uint32_t has = r->present;
    const int value = spe_record_data_source(r);
    struct latency_parts *source = value < 0 ? NULL : profile_add_source_parts(p, (unsigned)value);
    add_latency(&p->latency_parts[PROFILE_TOTAL], part, has & SPE_HAS_TOTAL_LATENCY, r->total_latency);
    add_latency(&p->latency_parts[PROFILE_ISSUE], part, has & SPE_HAS_ISSUE_LATENCY, r->issue_latency);
    add_latency(&p->latency_parts[PROFILE_TRANSLATION], part, has & SPE_HAS_TRANSLATION_LATENCY,
                r->translation_latency);
    if (source)
        add_latency(source, part, has & SPE_HAS_TOTAL_LATENCY, r->total_latency);
}

static void count_parts(struct profile *p, const struct batch *batch)
{
    const struct sample *s = batch->samples;
    for (size_t i = 0, end; i < batch->n; i = end) {
        for (end = i + 1; end < batch->n && s[end].part == s[i].part; end++)
            ;
        spe_stats_add(&p->parts[s[i].part], batch->records + i, end - i);
    }
}

static void count_owners(void *profile, const struct batch *batch)
{
    struct profile *p = profile;
    for (size_t i = 0; i < batch->n; i++) {
        places_add_owner(&p->places, &batch->samples[i], &batch->counted[i]);
        if (p->has_pictures)
            chart_counts_add(&p->pictures, &batch->samples[i], &batch->counted[i]);
    }
}

/* What the samples represent in the whole program. */
static void count_whole(struct profile *p, const struct batch *batch)
{
    for (size_t i = 0; i < batch->n; i++) {
        const struct counted *one = &batch->counted[i];
        const unsigned class = places_class(&batch->records[i], one);
        const int has[WHOLE_ROWS] = {
            [WHOLE_OPERATIONS] = 1,
            [WHOLE_LOADS] = class == PLACES_LOAD,
            [WHOLE_STORES] = class == PLACES_STORE,
            [WHOLE_BRANCHES] = class == PLACES_BRANCH,
            [WHOLE_MISPREDICTED] = one->ratios >> (2 * COUNTS_MISPREDICTED + 1) & 1,
            [WHOLE_REFILLS] = one->ratios >> (2 * COUNTS_L1D_REFILL + 1) & 1,
            [WHOLE_FROM_MEMORY] = one->load && one->level == SPE_LEVEL_DRAM,
        };
        for (unsigned row = WHOLE_OPERATIONS; row < WHOLE_ROWS; row++)
            p->whole[row][one->part] += has[row] ? batch->each : 0;
    }
}

static void count_stats(void *profile, const struct batch *batch)
{
    struct profile *p = profile;
    for (size_t i = 0; i < batch->n; i++)
        add_latencies(p, &batch->records[i], batch->samples[i].part);
    count_parts(p, batch);
    count_whole(p, batch);
    spe_stats_add(&p->stats, batch->records, batch->n);
    spe_source_stats_add(&p->sources, batch->records, batch->n);
}

static void drain(void *queue)
{
    batch_queue_drain(queue);
}

void counting_begin(struct profile *p, struct batch_queue *queue)
{
    static batch_counter *const counters[] = {count_owners, count_stats, count_code,
                                              count_pages,  count_lines, count_objects};
    const unsigned n = sizeof counters / sizeof *counters;
    p->places.processes.before_change = drain;
    p->places.processes.context = queue;
    batch_queue_begin(queue, p->threads ? p->threads : workers_default(), counters, p->is_brief ? 2 : n, p);
}

void counting_end(struct profile *p, struct batch_queue *queue)
{
    batch_queue_end(queue);
    p->places.processes.before_change = NULL; /* reports look up processes, too */
}
