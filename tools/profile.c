/* SPDX-License-Identifier: MIT */
/* See profile.h. One thread reads and decodes, another counts. */
#include "profile.h"

#include "relay.h"

#define CHUNK (256u << 10) /* bytes: stays in a core's cache between reading and decoding */

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

static void count_findings(struct profile *p, const struct relay_batch *batch)
{
    struct spe_finding findings[SPE_RULES];
    if (batch->is_first)
        spe_check_init(&p->check, NULL);
    for (size_t i = 0; i < batch->n; i++) {
        const int n = spe_check_record(&p->check, &batch->records[i], findings, SPE_RULES);
        for (int k = 0; k < n; k++)
            p->findings[findings[k].rule]++;
    }
}

static void count_batch(struct relay_batch *batch)
{
    struct profile *p = counting;
    size_t n = batch->n;
    if (p->is_checked)
        count_findings(p, batch);
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

/* The batch to fill for the source's buffer. */
static struct relay_batch *claim(const struct spe_source *source, int is_first)
{
    struct relay_batch *batch = relay_claim(&relay);
    batch->midr = source_midr(source);
    batch->is_first = is_first;
    return batch;
}

/* Sends what has been fed, in batches that are as full as can be. Returns whether the buffer's first is still to come. */
static int send_records(spe_decoder *decoder, const struct spe_source *source, int is_first)
{
    for (;; is_first = 0) {
        struct relay_batch *batch = claim(source, is_first);
        batch->n = spe_decoder_next_batch(decoder, batch->records, RELAY_RECORDS);
        if (!batch->n)
            return is_first;
        relay_send(&relay);
    }
}

static int decode_buffer(struct profile *p, struct spe_source *source)
{
    static uint8_t bytes[CHUNK];
    static spe_decoder decoder;
    int is_first = 1;
    ssize_t size;
    spe_decoder_init(&decoder, NULL);
    while ((size = source_read(source, bytes, sizeof bytes)) > 0) {
        spe_decoder_feed(&decoder, bytes, (size_t)size);
        is_first = send_records(&decoder, source, is_first);
        p->bytes += (uint64_t)size;
    }
    struct relay_batch *batch = claim(source, is_first);
    if (spe_decoder_finish(&decoder, batch->records) == 1) {
        batch->n = 1;
        if (size == 0)
            p->cut_off |= source_cut_off(source, batch->records[0].offset, batch->records[0].size);
        relay_send(&relay);
    }
    return size < 0 ? TOOL_FAILED : TOOL_OK;
}

/* Whether a rule is broken that must hold. Says so. */
static int report_findings(const struct profile *p)
{
    for (unsigned rule = 0; rule < SPE_RULES; rule++)
        if (p->findings[rule] && spe_rule_severity(rule) == SPE_CHECK_VIOLATION)
            return tool_error("records break the architecture's rules", p->name);
    return TOOL_OK;
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
    relay_finish(&relay);
    profile->name = source->in.name;
    profile->is_perf = source->is_perf;
    profile->notes = source->notes;
    spe_stats_summarise(&profile->stats, &profile->summary);
    const int reported = source_report(source), found = report_findings(profile);
    return reported != TOOL_OK || found != TOOL_OK || profile->cut_off ? TOOL_FAILED : status;
}
