/* SPDX-License-Identifier: MIT */
/* See profile.h. One thread reads and decodes, another counts. */
#include "profile.h"

#include "relay.h"

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
    batch->midr = source->midr;
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

/* Sends the record that the stream breaks off in, at a gap or at its end. Returns 1: that is *cut; 0: there is none. */
static int send_cut(spe_decoder *decoder, const struct spe_source *source, int is_first, struct spe_record *cut)
{
    const int was_cut =
        source->step == SOURCE_GAP ? source_pass_gap(source, decoder, cut) : spe_decoder_finish(decoder, cut);
    if (was_cut != 1)
        return 0;
    struct relay_batch *batch = claim(source, is_first);
    batch->records[0] = *cut;
    batch->n = 1;
    relay_send(&relay);
    return 1;
}

static int decode_buffer(struct profile *p, struct spe_source *source)
{
    static spe_decoder decoder;
    struct spe_record cut;
    int is_first = 1, step;
    spe_decoder_init(&decoder, NULL);
    while ((step = source_next(source)) == SOURCE_BYTES || step == SOURCE_GAP) {
        if (step == SOURCE_GAP) {
            is_first &= !send_cut(&decoder, source, is_first, &cut);
            continue;
        }
        spe_decoder_feed(&decoder, source->bytes, source->size);
        is_first = send_records(&decoder, source, is_first);
        p->bytes += source->size;
    }
    if (send_cut(&decoder, source, is_first, &cut) && step == SOURCE_BUFFER_END)
        p->cut_off |= source_cut_off(source, cut.offset, cut.size);
    return step == SOURCE_BUFFER_END ? TOOL_OK : TOOL_FAILED;
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
    while (status == TOOL_OK && (next = source_next(source)) != SOURCE_ENDED)
        status = next == SOURCE_BUFFER ? decode_buffer(profile, source) : TOOL_FAILED;
    relay_finish(&relay);
    profile->name = source->in.name;
    profile->is_perf = source->is_perf;
    profile->notes = source->notes;
    spe_stats_summarise(&profile->stats, &profile->summary);
    const int reported = source_report(source), found = report_findings(profile);
    return reported != TOOL_OK || found != TOOL_OK || profile->cut_off ? TOOL_FAILED : status;
}
