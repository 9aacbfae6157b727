/* SPDX-License-Identifier: MIT */
/* See account.h. */
#include "account.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../system/hash.h"
#include "../system/list.h"
#include "../system/numbers.h"
#include "../system/memory.h"

/* clang-format off */
static const struct {
    const char *name;
    int is_lack;
} rows[ACCOUNT_ROWS] = {
    [ACCOUNT_THREAD] =             {"thread: from its CONTEXT packet", 0},
    [ACCOUNT_THREAD_TRACED] =      {"thread: the one that perf traced", 0},
    [ACCOUNT_THREAD_SWITCHED] =    {"thread: from switch events", 0},
    [ACCOUNT_NO_THREAD] =          {"no thread: no CONTEXT packet, no event", 1},
    [ACCOUNT_NO_THREAD_ZERO] =     {"no thread: CONTEXT 0 in user code", 1},
    [ACCOUNT_NO_THREAD_TIME] =     {"no thread: switches need core and time", 1},
    [ACCOUNT_MODULE] =             {"module", 0},
    [ACCOUNT_NO_MODULE_PC] =       {"no module: no program counter", 1},
    [ACCOUNT_NO_MODULE_THREAD] =   {"no module: no thread", 1},
    [ACCOUNT_NO_MODULE] =          {"no module: its mapping is not known", 1},
    [ACCOUNT_FUNCTION] =           {"function", 0},
    [ACCOUNT_NO_FUNCTION_MODULE] = {"no function: no module", 1},
    [ACCOUNT_NO_FUNCTION] =        {"no function: the module names none", 1},
    [ACCOUNT_LEVEL] =              {"exception level", 0},
    [ACCOUNT_NO_LEVEL] =           {"no exception level: no program counter", 1},
    [ACCOUNT_TIME] =               {"time", 0},
    [ACCOUNT_NO_TIME] =            {"no time: no timestamp", 1},
    [ACCOUNT_NO_TIME_CLOCK] =      {"no time: ticks of unknown length", 1},
    [ACCOUNT_PHYSICAL] =           {"physical address", 0},
    [ACCOUNT_NO_PHYSICAL_DATA] =   {"no physical address: no data address", 0},
    [ACCOUNT_NO_PHYSICAL] =        {"no physical address: virtual only", 0},
    [ACCOUNT_NODE] =               {"nodes", 0},
    [ACCOUNT_NO_NODE_PHYSICAL] =   {"no nodes: no physical address", 0},
    [ACCOUNT_NO_NODE_SAID] =       {"no nodes: the file describes none", 0},
    [ACCOUNT_NO_NODE] =            {"no nodes: core or memory in no node", 1},
};
/* clang-format on */

const char *account_row_name(unsigned row)
{
    return rows[row].name;
}

int account_row_is_lack(unsigned row)
{
    return rows[row].is_lack;
}

/* The slot of a stream, or the empty one in which its number plus 1 is to be. */
static uint32_t *slot_of(const struct account *a, uint32_t cpu, uint32_t tid)
{
    size_t i = (size_t)hash_word(hash_word(a->seed, cpu), tid) & (a->slot_count - 1);
    while (a->slots[i] && (a->streams[a->slots[i] - 1].cpu != cpu || a->streams[a->slots[i] - 1].tid != tid))
        i = (i + 1) & (a->slot_count - 1);
    return &a->slots[i];
}

/* Makes the slots twice as many as the streams, at least. */
static void make_slots(struct account *a)
{
    size_t n = 64;
    while (n < 4 * a->count)
        n *= 2;
    free(a->slots);
    a->slots = tool_calloc(n, sizeof *a->slots);
    a->slot_count = n;
    a->seed = a->seed ? a->seed : hash_seed();
    for (size_t i = 0; i < a->count; i++)
        *slot_of(a, a->streams[i].cpu, a->streams[i].tid) = (uint32_t)i + 1;
}

/* The stream of a core or thread. */
static struct account_stream *stream_of(struct account *a, uint32_t cpu, uint32_t tid)
{
    a->current = SIZE_MAX;
    if (2 * a->count >= a->slot_count)
        make_slots(a);
    uint32_t *slot = slot_of(a, cpu, tid);
    if (!*slot && a->count < ACCOUNT_MOST) {
        a->streams = list_with_room(a->streams, a->count, &a->room, sizeof *a->streams);
        a->streams[a->count++] = (struct account_stream){.cpu = cpu, .tid = tid};
        *slot = (uint32_t)a->count;
    }
    if (*slot)
        a->current = *slot - 1;
    return account_current(a);
}

/* Whose bytes an AUX event names is known when a buffer has come: those of its core, or those of its thread. */
static void take_aux(struct account *a, const struct spe_perf_event *event)
{
    if (event->cpu != SPE_PERF_NONE && !a->has_threads)
        spe_perf_account_add(&stream_of(a, event->cpu, SPE_PERF_NONE)->file, event);
    a->waits_for_ring |=
        event->cpu == SPE_PERF_NONE && event->tid == SPE_PERF_NONE && event->aux_flags & SPE_PERF_AUX_OVERWRITE;
    if (event->tid != SPE_PERF_NONE && !a->has_cores)
        spe_perf_account_add(&stream_of(a, SPE_PERF_NONE, event->tid)->file, event);
}

void account_event(struct account *a, const struct spe_perf_event *event)
{
    static const struct spe_perf_event ring = {.type = SPE_PERF_AUX, .aux_flags = SPE_PERF_AUX_OVERWRITE};
    const int is_core = event->cpu != SPE_PERF_NONE;
    if (event->type == SPE_PERF_AUX)
        take_aux(a, event);
    if (event->type == SPE_PERF_BUFFER) {
        struct account_stream *stream = stream_of(a, event->cpu, is_core ? SPE_PERF_NONE : event->tid);
        a->has_cores |= is_core;
        a->has_threads |= !is_core;
        if (a->waits_for_ring)
            spe_perf_account_add(&stream->file, &ring);
        a->waits_for_ring = 0;
    }
    if (event->type == SPE_PERF_BUFFER || event->type == SPE_PERF_BYTES || event->type == SPE_PERF_REPEATED)
        spe_perf_account_add(&account_current(a)->file, event);
}

struct account_stream *account_current(struct account *a)
{
    if (!a->count && a->current != SIZE_MAX)
        return stream_of(a, SPE_PERF_NONE, SPE_PERF_NONE);
    return a->current < a->count ? &a->streams[a->current] : &a->no_room;
}

void account_records(struct account *a, const struct spe_record *records, size_t n)
{
    struct account_stream *s = account_current(a);
    for (size_t i = 0; i < n; i++) {
        s->in_records += records[i].size;
        s->present |= records[i].present;
    }
    s->records += n;
    if (n)
        s->end = records[n - 1].offset + records[n - 1].size;
}

void account_buffer_end(struct account *a, const spe_decoder *decoder, uint64_t at)
{
    struct account_stream *s = account_current(a);
    struct spe_decoder_stats stats;
    if (spe_decoder_get_stats(decoder, &stats) != SPE_OK)
        return;
    const int is_empty = s->records == s->before;
    const uint64_t tail = is_empty || stats.skipped || at < s->end ? 0 : at - s->end;
    s->decoded += stats.bytes;
    s->skipped += stats.skipped;
    s->buffers++;
    s->empty = is_empty && stats.bytes > s->empty ? stats.bytes : s->empty;
    s->tail = tail > s->tail ? tail : s->tail;
    s->before = s->records;
    s->end = 0;
}

void account_add(struct account_stream *sum, const struct account_stream *s)
{
    numbers_add(&sum->file, &s->file, offsetof(struct spe_perf_account, state) / sizeof(uint64_t));
    numbers_add(sum, s, offsetof(struct account_stream, empty) / sizeof(uint64_t));
    sum->present |= s->present;
    sum->empty = s->empty > sum->empty ? s->empty : sum->empty;
    sum->tail = s->tail > sum->tail ? s->tail : sum->tail;
}

void account_merge(struct account *into, const struct account *from)
{
    for (size_t i = 0; i < from->count; i++) {
        account_add(stream_of(into, from->streams[i].cpu, from->streams[i].tid), &from->streams[i]);
    }
}

struct account_stream account_sum(struct account *a)
{
    struct account_stream sum = {.cpu = SPE_PERF_NONE, .tid = SPE_PERF_NONE};
    size_t kept = 0, cores = 0;
    for (size_t i = 0; i < a->count; i++)
        cores += a->streams[i].cpu != SPE_PERF_NONE;
    const int are_cores = a->has_cores || (cores && !a->has_threads);
    a->no_room.file = (struct spe_perf_account){0}; /* of several streams */
    account_add(&sum, &a->no_room);
    for (size_t i = 0; i < a->count; i++) {
        const int is_core = a->streams[i].cpu != SPE_PERF_NONE;
        if (is_core ? !are_cores : are_cores && !a->has_threads)
            continue;
        account_add(&sum, &a->streams[i]);
        a->streams[kept++] = a->streams[i];
    }
    a->count = kept;
    a->current = a->slot_count = 0;
    return sum;
}

const char *account_stream_name(const struct account_stream *s, char *text, size_t cap)
{
    if (s->cpu != SPE_PERF_NONE)
        snprintf(text, cap, "CPU %" PRIu32, s->cpu);
    else if (s->tid != SPE_PERF_NONE)
        snprintf(text, cap, "thread %" PRIu32, s->tid);
    else
        snprintf(text, cap, "not known");
    return text;
}

uint64_t account_without_thread(const struct account_stream *s, unsigned *row)
{
    unsigned most = ACCOUNT_NO_THREAD;
    uint64_t n = 0;
    for (unsigned i = ACCOUNT_NO_THREAD; i <= ACCOUNT_NO_THREAD_TIME; i++) {
        n += s->samples[i];
        most = s->samples[i] > s->samples[most] ? i : most;
    }
    if (row)
        *row = most;
    return n;
}

const char *account_thread_remedy(unsigned row)
{
    return row == ACCOUNT_NO_THREAD_TIME
               ? "record CPUs, not threads, with perf record -e arm_spe_0/ts_enable=1/"
               : "record as root with perf record --switch-events, or a kernel with CONFIG_PID_IN_CONTEXTIDR";
}

int account_is_unnamed(const struct account_stream *s)
{
    return s->file.named && !s->file.snapshots && s->file.unnamed > account_padding(s);
}

uint64_t account_padding(const struct account_stream *s)
{
    return s->decoded - s->in_records - s->skipped;
}

void account_free(struct account *a)
{
    free(a->streams);
    free(a->slots);
    *a = (struct account){0};
}
