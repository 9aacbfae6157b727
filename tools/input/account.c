/* SPDX-License-Identifier: MIT */
/* See account.h. */
#include "account.h"

#include <string.h>

#include "../system/list.h"

/* The stream of a core or thread; NULL if memory runs out. */
static struct account_stream *stream_of(struct account *a, uint32_t cpu, uint32_t tid)
{
    for (size_t i = a->count; i-- > 0;)
        if (a->streams[i].cpu == cpu && a->streams[i].tid == tid) {
            a->current = i;
            return &a->streams[i];
        }
    if (a->count < ACCOUNT_MOST)
        a->streams = list_with_room(a->streams, a->count, &a->room, sizeof *a->streams);
    if (a->count < a->room && a->count < ACCOUNT_MOST)
        a->streams[a->count++] = (struct account_stream){.cpu = cpu, .tid = tid, .first = UINT64_MAX};
    a->current = a->count - 1;
    return a->count ? &a->streams[a->current] : NULL;
}

/* Whose bytes an AUX event names is known when a buffer has come: those of its core, or those of its thread. */
static void take_aux(struct account *a, const struct spe_perf_event *event)
{
    struct account_stream *core = NULL, *thread = NULL;
    if (event->cpu != SPE_PERF_NONE && !a->has_threads && (core = stream_of(a, event->cpu, SPE_PERF_NONE)))
        spe_perf_account_add(&core->file, event);
    a->waits_for_ring |=
        event->cpu == SPE_PERF_NONE && event->tid == SPE_PERF_NONE && event->aux_flags & SPE_PERF_AUX_OVERWRITE;
    if (event->tid != SPE_PERF_NONE && !a->has_cores && (thread = stream_of(a, SPE_PERF_NONE, event->tid)))
        spe_perf_account_add(&thread->file, event);
}

void account_event(struct account *a, const struct spe_perf_event *event)
{
    static const struct spe_perf_event ring = {.type = SPE_PERF_AUX, .aux_flags = SPE_PERF_AUX_OVERWRITE};
    const int is_core = event->cpu != SPE_PERF_NONE;
    struct account_stream *stream = a->count ? &a->streams[a->current] : NULL;
    if (event->type == SPE_PERF_AUX) {
        take_aux(a, event);
        return;
    }
    if (event->type == SPE_PERF_BUFFER) {
        stream = stream_of(a, event->cpu, is_core ? SPE_PERF_NONE : event->tid);
        a->has_cores |= is_core;
        a->has_threads |= !is_core;
        if (stream && a->waits_for_ring)
            spe_perf_account_add(&stream->file, &ring);
        a->waits_for_ring = 0;
    }
    if (stream)
        spe_perf_account_add(&stream->file, event);
}

static void add_record(struct account_stream *s, const struct spe_record *r)
{
    const int has_context = (r->present & (SPE_HAS_CONTEXT_EL1 | SPE_HAS_CONTEXT_EL2)) != 0;
    const int is_user = r->present & SPE_HAS_PC && spe_address_el(r->pc) == 0;
    const unsigned is_zero = has_context && is_user && !spe_record_context(r);
    s->facts[ACCOUNT_CONTEXT] += has_context && !is_zero;
    s->facts[ACCOUNT_ZERO] += is_zero;
    s->facts[ACCOUNT_SOURCE] += spe_record_data_source(r) >= 0;
    s->facts[ACCOUNT_AFTER_GAP] += (r->flags & SPE_RECORD_AFTER_GAP) != 0;
    s->in_records += r->size;
    s->present |= r->present;
    if (!(r->present & SPE_HAS_TIMESTAMP))
        return;
    s->facts[ACCOUNT_TIME]++;
    s->first = r->timestamp < s->first ? r->timestamp : s->first;
    s->last = r->timestamp > s->last ? r->timestamp : s->last;
}

/* The stream of the current buffer; raw bytes have one of their own. */
static struct account_stream *current(struct account *a)
{
    return a->count ? &a->streams[a->current] : stream_of(a, SPE_PERF_NONE, SPE_PERF_NONE);
}

void account_records(struct account *a, const struct spe_record *records, size_t n)
{
    struct account_stream *s = n ? current(a) : NULL;
    if (!s)
        return;
    for (size_t i = 0; i < n; i++)
        add_record(s, &records[i]);
    s->records += n;
    s->end = records[n - 1].offset + records[n - 1].size;
}

void account_buffer_end(struct account *a, const spe_decoder *decoder, uint64_t at)
{
    struct account_stream *s = current(a);
    struct spe_decoder_stats stats;
    if (!s || spe_decoder_get_stats(decoder, &stats) != SPE_OK)
        return;
    const int is_empty = s->records == s->before;
    const uint64_t tail = is_empty || stats.skipped || at < s->end ? 0 : at - s->end;
    s->decoded += stats.bytes;
    s->skipped += stats.skipped;
    s->buffers++;
    s->empty += is_empty && stats.bytes;
    s->tail = tail > s->tail ? tail : s->tail;
    s->before = s->records;
    s->end = 0;
}

void account_add(struct account_stream *sum, const struct account_stream *s)
{
    sum->file.named += s->file.named;
    sum->file.missing += s->file.missing;
    sum->file.bytes += s->file.bytes;
    sum->file.unnamed += s->file.unnamed;
    sum->file.repeated += s->file.repeated;
    sum->file.padding += s->file.padding;
    sum->file.buffers += s->file.buffers;
    sum->file.snapshots += s->file.snapshots;
    sum->decoded += s->decoded;
    sum->in_records += s->in_records;
    sum->skipped += s->skipped;
    sum->records += s->records;
    sum->buffers += s->buffers;
    sum->empty += s->empty;
    sum->present |= s->present;
    for (unsigned i = 0; i < ACCOUNT_FACTS; i++)
        sum->facts[i] += s->facts[i];
    sum->first = s->first < sum->first ? s->first : sum->first;
    sum->last = s->last > sum->last ? s->last : sum->last;
}

struct account_stream account_sum(struct account *a)
{
    struct account_stream sum = {.cpu = SPE_PERF_NONE, .tid = SPE_PERF_NONE, .first = UINT64_MAX};
    size_t kept = 0;
    for (size_t i = 0; i < a->count; i++) {
        const int is_core = a->streams[i].cpu != SPE_PERF_NONE;
        if (is_core ? a->has_threads && !a->has_cores : a->has_cores && !a->has_threads)
            continue;
        account_add(&sum, &a->streams[i]);
        a->streams[kept++] = a->streams[i];
    }
    a->count = kept;
    a->current = 0;
    return sum;
}

uint64_t account_padding(const struct account_stream *s)
{
    return s->decoded - s->in_records - s->skipped;
}

void account_free(struct account *a)
{
    free(a->streams);
    *a = (struct account){0};
}
