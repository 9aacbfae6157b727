/* SPDX-License-Identifier: MIT */
/* See profile_report.h: a function for each table. */
#include "profile_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "findings.h"
#include "metric_intervals.h"
#include "place_tables.h"
#include "why_empty.h"
#include "../profile/profile.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const things[] = {"", "samples", "share"};

static void count_row(struct report *r, const char *name, uint64_t n, uint64_t of)
{
    if (n)
        report_row(r, (struct report_cell[]){cell_word(name), cell_count(n), cell_percent(n, of)});
}

static void fact(struct report *r, const char *name, uint64_t n, int always)
{
    if (n || always)
        report_row(r, (struct report_cell[]){cell_word(name), cell_count(n)});
}

/* -- what the profile has -- */

/* What tables of places lack if there are too many places: one row, and all rows together. */
static void facts_of_places(struct report *r, const char *places, const struct tally *t)
{
    char name[64];
    snprintf(name, sizeof name, "%s: samples in no row", places);
    fact(r, name, t->lost, 0);
    snprintf(name, sizeof name, "%s: samples that a row lacks, at most", places);
    fact(r, name, t->error, 0);
}

static void report_facts(struct report *r, const struct profile *p)
{
    static const char *const columns[] = {"", "count"};
    report_table(r, "profile", "Profile", columns, COUNT(columns));
    fact(r, "samples", p->stats.records, 1);
    fact(r, "bytes", p->notes.bytes, 1);
    fact(r, "buffers", p->notes.buffers, p->is_perf);
    fact(r, "bytes of a page", p->places.page == PLACES_PAGE ? 0 : p->places.page, 0);
    fact(r, "bytes of a cache line", p->places.line == PLACES_LINE ? 0 : p->places.line, 0);
    fact(r, "records that are cut off", p->stats.flags[7], 0);
    fact(r, "records with unknown headers", p->stats.flags[0], 0);
    fact(r, "records with reserved headers", p->stats.flags[1], 0);
    fact(r, "records with reserved values", p->stats.flags[2], 0);
    fact(r, "snapshots", p->notes.sum.file.snapshots, 0);
    fact(r, "AUX events: data truncated", p->notes.truncated, 0);
    fact(r, "AUX events: data partial", p->notes.partial, 0);
    fact(r, "AUX events: samples collided", p->notes.collisions, 0);
    facts_of_places(r, "program counters", &p->places.pcs);
    facts_of_places(r, "branch targets", &p->places.targets);
    facts_of_places(r, "data pages", &p->places.pages);
    facts_of_places(r, "physical pages", &p->places.physical);
    facts_of_places(r, "cache lines", &p->places.lines);
    facts_of_places(r, "threads", &p->places.who);
    facts_of_places(r, "CPUs", &p->places.cores);
    fact(r, "events of processes, for which there was no room", p->places.processes.dropped, 0);
    fact(r, "samples of threads, for which there was no room", p->places.processes.unguessed, 0);
    report_table_end(r, NULL);
}

static int by_samples(const void *a, const void *b)
{
    const struct profile_kind *x = a, *y = b;
    return x->samples != y->samples ? (x->samples < y->samples) - (x->samples > y->samples)
                                    : (x->midr > y->midr) - (x->midr < y->midr);
}

static const char *kind_name(const struct profile_kind *kind)
{
    const char *name = spe_cpu_name(kind->midr);
    return name ? name : "not known";
}

/* What helps where no row names the core. */
#define CORE_REMARK                                                                                                    \
    "libspe has no names for its data sources and events; --cpu=NAME uses those of another core (--cpu=list)"

/* The core whose names are used for data sources and events. */
static void report_core(struct report *r, const struct profile *p)
{
    static const char *const columns[] = {"", "value"};
    report_table(r, "core", "Core", columns, COUNT(columns));
    if (p->n_kinds == 1 && p->kinds[0].midr) {
        report_row(r, (struct report_cell[]){cell_word("name"), cell_word(kind_name(&p->kinds[0]))});
        report_row(r, (struct report_cell[]){cell_word("MIDR_EL1"), cell_address(p->kinds[0].midr)});
    }
    report_table_end(r, spe_cpu_name(p->kinds[0].midr) ? NULL : CORE_REMARK);
}

#define CORES_REMARK "data sources and events have names only if they have the same name on all these cores"

/* ... if cores of more than one type have written samples. */
static void report_cores(struct report *r, const struct profile *p)
{
    static const char *const columns[] = {"", "samples", "share", "MIDR_EL1"};
    struct profile_kind kinds[PROFILE_KINDS];
    memcpy(kinds, p->kinds, sizeof kinds);
    qsort(kinds, p->n_kinds, sizeof *kinds, by_samples);
    int is_unknown = 0;
    report_table(r, "cores", "Cores", columns, COUNT(columns));
    for (unsigned i = 0; p->n_kinds > 1 && i < p->n_kinds; i++) {
        is_unknown |= !spe_cpu_name(kinds[i].midr);
        report_row(r, (struct report_cell[]){cell_word(kind_name(&kinds[i])), cell_count(kinds[i].samples),
                                             cell_percent(kinds[i].samples, p->stats.records),
                                             cell_address(kinds[i].midr)});
    }
    report_table_end(r,
                     is_unknown ? CORES_REMARK "; --cpu=NAME uses the names of one core (--cpu=list)" : CORES_REMARK);
}

/* What makes profiles of these cores mislead. */
static void report_errata(struct report *r, const struct profile *p)
{
    static const char *const columns[] = {"", "erratum", "effect"};
    const char *effect, *name;
    report_table(r, "errata", "Errata of cores", columns, COUNT(columns));
    for (unsigned i = 0; i < p->n_kinds; i++)
        for (unsigned n = 0; (effect = spe_cpu_erratum(p->kinds[i].midr, n, &name)) != NULL; n++)
            report_row(r,
                       (struct report_cell[]){cell_word(kind_name(&p->kinds[i])), cell_word(name), cell_word(effect)});
    report_table_end(r, NULL);
}

/* Counts the branches of one form; kind: SPE_CR_*. */
static uint64_t branches_of(const struct profile *p, unsigned form, unsigned kind)
{
    uint64_t n = 0;
    struct spe_op op;
    for (unsigned payload = 0; payload < 256; payload++)
        if (spe_op_decode(SPE_CLASS_BRANCH, payload, &op) == SPE_OK && op.subclass == SPE_OP_BRANCH &&
            (unsigned)(op.conditional | op.indirect << 1) == form && op.branch_kind == kind)
            n += p->stats.operations[SPE_CLASS_BRANCH][payload];
    return n;
}

#define BRANCH_KINDS (SPE_CR_NEITHER + 1)

/* Branches by COND, IND and CR (D18.2.7). */
static void report_branches(struct report *r, const struct profile *p)
{
    static const char *const forms[] = {"direct", "conditional", "indirect", "conditional and indirect"};
    char names[COUNT(forms) * BRANCH_KINDS][48];
    uint64_t n, not_recorded = 0;
    report_table(r, "branches", "Branches", things, COUNT(things));
    for (unsigned i = 0; i < COUNT(names); i++) {
        const unsigned form = i / BRANCH_KINDS, kind = i % BRANCH_KINDS;
        snprintf(names[i], sizeof names[i], "%s%s%s", forms[form], kind ? ", " : "",
                 kind ? spe_op_branch_kind_name(kind) : "");
        n = branches_of(p, form, kind);
        not_recorded += kind == SPE_CR_NOT_RECORDED ? n : 0;
        count_row(r, names[i], n, p->stats.records);
    }
    report_table_end(r, not_recorded ? "cores without FEAT_SPE_CRR do not record which branches are calls and returns"
                                     : NULL);
}

static void report_mix(struct report *r, const struct profile *p)
{
    const struct spe_summary *s = &p->summary;
    report_table(r, "operations", "Operations", things, COUNT(things));
    count_row(r, "load", s->loads, s->records);
    count_row(r, "store", s->stores, s->records);
    count_row(r, "branch", s->classes[SPE_CLASS_BRANCH], s->records);
    count_row(r, "other", s->classes[SPE_CLASS_OTHER], s->records);
    count_row(r, "reserved", s->classes[3] + s->classes[SPE_CLASS_LOAD_STORE] - s->loads - s->stores, s->records);
    count_row(r, "no Operation Type packet", s->no_operation, s->records);
    report_table_end(r, NULL);
    report_table(r, "subclasses", "Subclasses of operations", things, COUNT(things));
    for (unsigned i = 0; i < spe_op_subclass_count(); i++)
        count_row(r, spe_op_subclass_name(i), spe_stats_subclass(&p->stats, i), s->records);
    report_table_end(r, NULL);
    report_branches(r, p);
}

static void report_levels(struct report *r, const struct profile *p)
{
    static const char *const levels[] = {"EL0", "EL1", "EL2", "EL3"};
    report_table(r, "levels", "Exception levels of the PC", things, COUNT(things));
    for (unsigned i = 0; i < COUNT(levels); i++)
        count_row(r, levels[i], p->summary.els[i], p->summary.records);
    report_table_end(r, NULL);
    report_table(r, "states", "Security states of the PC", things, COUNT(things));
    for (unsigned i = 0; i < COUNT(p->summary.states); i++)
        count_row(r, spe_address_state_name(i), p->summary.states[i], p->summary.records);
    report_table_end(r, NULL);
}

static void report_events(struct report *r, const struct profile *p)
{
    report_table(r, "events", "Events", things, COUNT(things));
    for (unsigned bit = 0; bit < 64; bit++) {
        char number[16];
        const char *name = profile_event_name(p, bit);
        snprintf(number, sizeof number, "E[%u]", bit);
        count_row(r, name ? name : number, p->stats.events[bit], p->stats.records);
    }
    report_table_end(r, NULL);
    report_table(r, "groups", "perf's sample groups", things, COUNT(things));
    for (unsigned i = 0; i < spe_group_count(); i++)
        report_row(r, (struct report_cell[]){cell_word(spe_group_name(i)), cell_count(p->summary.groups[i]),
                                             cell_percent(p->summary.groups[i], p->stats.records)});
    report_table_end(r, NULL);
}

static void report_estimates(struct report *r, const struct profile *p)
{
    static const char *const columns[] = {"", "estimate", "low", "high", "unit"};
    struct metric metric;
    struct metric_parts parts;
    metric_parts(p, &parts);
    report_table(r, "estimates", "Estimates", columns, COUNT(columns));
    for (unsigned i = 0; metric_interval(p, &parts, i, &metric); i++)
        if (metric.n)
            report_row(r,
                       (struct report_cell[]){cell_word(metric.name), cell_number(metric.scale * metric.share.value),
                                              cell_number(metric.scale * metric.share.low),
                                              cell_number(metric.scale * metric.share.high), cell_word(metric.unit)});
    report_table_end(r, metric_remark(p));
}

static void report_rules(struct report *r, const struct profile *p)
{
    static const char *const columns[] = {"", "records", "severity", "rule"};
    char remark[64];
    snprintf(remark, sizeof remark, "%u rules were checked", spe_rule_count());
    report_table(r, "rules", "Rules that are broken", columns, COUNT(columns));
    for (unsigned i = 0; i < CAPACITY_RULES; i++)
        if (p->findings[i])
            report_row(r, (struct report_cell[]){cell_word(spe_rule_name(i)), cell_count(p->findings[i]),
                                                 cell_word(checker_severity(spe_rule_severity(i))),
                                                 cell_word(spe_rule_text(i))});
    report_table_end(r, remark);
}

/* -- latencies -- */

static void latency_row(struct report *r, const char *name, const struct spe_histogram *h)
{
    if (h->count)
        report_row(r, (struct report_cell[]){cell_word(name), cell_count(h->count), cell_number(spe_histogram_mean(h)),
                                             cell_number(spe_histogram_quantile(h, 0.5)),
                                             cell_number(spe_histogram_quantile(h, 0.9)),
                                             cell_number(spe_histogram_quantile(h, 0.99)), cell_count(h->most)});
}

static void report_latencies(struct report *r, const struct profile *p)
{
    static const char *const columns[] = {"", "samples", "mean", "50 %", "90 %", "99 %", "most"};
    char name[CELLS_NAME_MAX];
    report_table(r, "latencies", "Latency, cycles", columns, COUNT(columns));
    latency_row(r, "total", &p->latencies.total);
    latency_row(r, "issue", &p->latencies.issue);
    latency_row(r, "translation", &p->latencies.translation);
    report_table_end(r, NULL);
    report_table(r, "sources", "Total latency by data source", columns, COUNT(columns));
    for (int i = -1; (i = profile_next_source(p, i)) >= 0;) {
        profile_source_text(p, (unsigned)i, name);
        latency_row(r, name, profile_source_total(p, (unsigned)i));
    }
    report_table_end(r, NULL);
}

void tables_facts(struct report *r, const struct profile *p)
{
    report_facts(r, p);
    report_core(r, p);
    report_cores(r, p);
    report_errata(r, p);
    if (!r->is_bare)
        report_rules(r, p);
}

void tables_rest(struct report *r, const struct profile *p)
{
    tables_whole(r, p);
    report_mix(r, p);
    report_levels(r, p);
    report_events(r, p);
    report_estimates(r, p);
    report_latencies(r, p);
}

int profile_report(struct profile *profile, FILE *out, enum report_format format, size_t most,
                   const struct report_view *view)
{
    static struct findings findings; /* static because it is large */
    struct report r;
    report_begin(&r, out, format, view);
    r.view.why = why_empty;
    r.view.context = profile;
    r.is_bare = !profile->stats.records && !r.view.is_list;
    most = report_most(&r, most);
    if (profile->wants & PROFILE_WAITS)
        findings_find(profile, &findings);
    if (!r.is_bare)
        findings_write(&r, &findings);
    if (format != REPORT_TEXT) /* people first get the answer */
        tables_facts(&r, profile);
    tables_account(&r, profile);
    if (!r.is_bare) {
        tables_cycles(&r, profile);
        tables_code(&r, profile, most);
        tables_data(&r, profile, most);
        tables_left_out(&r);
        tables_owners(&r, profile, most);
    }
    if (format == REPORT_TEXT)
        tables_facts(&r, profile);
    if (!r.is_bare)
        tables_rest(&r, profile);
    return report_end(&r);
}
