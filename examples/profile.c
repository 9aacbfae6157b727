/* SPDX-License-Identifier: MIT */
/* See profile.h. One thread reads and decodes, another counts. */
#include "profile.h"

#include <inttypes.h>
#include <unistd.h>

#include "relay.h"

#define CHUNK (256u << 10)            /* bytes: stays in a core's cache between reading and decoding */
#define PROGRESS (UINT64_C(64) << 20) /* bytes between two messages */

#define MIDR_KIND UINT64_C(0xff00fff0) /* implementer and part: the others say which version it is */

static struct relay relay;
static struct profile *counting; /* by the other thread, while it runs */

/* -- the thread that counts -- */

static void count_places(struct profile *p, const struct spe_record *records, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct spe_record *r = &records[i];
        if (r->present & SPE_HAS_PC)
            top_add(&p->pcs, spe_address_canonical(r->pc), r->total_latency);
        if (r->present & SPE_HAS_DATA_VA)
            top_add(&p->pages, spe_address_canonical(r->data_va) & ~(PROFILE_PAGE - 1), r->total_latency);
    }
}

static void count_batch(struct relay_batch *batch)
{
    struct profile *p = counting;
    size_t n = batch->n;
    if (p->is_filtered)
        n = spe_filter_batch(&p->filter, batch->records, n, &p->kept);
    p->midr = p->midr ? p->midr : batch->midr;
    p->other += (batch->midr ^ p->midr) & MIDR_KIND ? n : 0;
    spe_stats_add(&p->stats, batch->records, n);
    count_places(p, batch->records, n);
    for (size_t i = 0; p->has_timeline && i < n; i++)
        timeline_add(&p->timeline, &batch->records[i]);
}

/* -- the thread that decodes -- */

static void show_progress(uint64_t before, uint64_t after)
{
    if (before / PROGRESS != after / PROGRESS && isatty(STDERR_FILENO))
        fprintf(stderr, "\r%" PRIu64 " MiB", after >> 20);
}

/* Sends what has been fed, in batches that are as full as can be. */
static void send_records(spe_decoder *decoder, uint64_t midr)
{
    for (;;) {
        struct relay_batch *batch = relay_claim(&relay);
        batch->midr = midr;
        batch->n = spe_decoder_next_batch(decoder, batch->records, RELAY_RECORDS);
        if (!batch->n)
            return;
        relay_send(&relay);
    }
}

static int decode_buffer(struct profile *p, struct spe_source *source)
{
    static uint8_t bytes[CHUNK];
    static spe_decoder decoder;
    ssize_t size;
    spe_decoder_init(&decoder, NULL);
    while ((size = source_read(source, bytes, sizeof bytes)) > 0) {
        spe_decoder_feed(&decoder, bytes, (size_t)size);
        send_records(&decoder, source_midr(source));
        show_progress(p->bytes, p->bytes + (uint64_t)size);
        p->bytes += (uint64_t)size;
    }
    struct relay_batch *batch = relay_claim(&relay);
    if (spe_decoder_finish(&decoder, batch->records) == 1) {
        batch->n = 1;
        batch->midr = source_midr(source);
        if (size == 0)
            p->cut_off |= source_cut_off(source, batch->records[0].offset, batch->records[0].size);
        relay_send(&relay);
    }
    return size < 0 ? TOOL_FAILED : TOOL_OK;
}

int profile_count(struct profile *profile, struct spe_source *source)
{
    int next, status = TOOL_OK;
    counting = profile;
    top_init(&profile->pcs);
    top_init(&profile->pages);
    relay_start(&relay, count_batch);
    while (status == TOOL_OK && (next = source_next(source)) != 0)
        status = next < 0 ? TOOL_FAILED : decode_buffer(profile, source);
    if (source_report(source) != TOOL_OK || profile->cut_off)
        status = TOOL_FAILED;
    relay_finish(&relay);
    if (profile->bytes >= PROGRESS && isatty(STDERR_FILENO))
        fprintf(stderr, "\r");
    profile->name = source->in.name;
    profile->is_perf = source->is_perf;
    profile->notes = source->notes;
    spe_stats_summarise(&profile->stats, &profile->summary);
    return status;
}
