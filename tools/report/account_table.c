/* SPDX-License-Identifier: MIT */
/*
 * The table of accounts: where bytes, records and samples are. Each account balances; people get only the rows of what
 * is not as it should be.
 */
#include <string.h>

#include "place_tables.h"

struct account_writer {
    struct report *r;
    int is_whole;   /* all rows, and not only what is lost */
    uint64_t total; /* of the account */
};

static void row(const struct account_writer *w, const char *name, uint64_t n, int is_lack)
{
    if (w->is_whole || (n && is_lack))
        report_row(w->r, (struct report_cell[]){cell_word(name), cell_count(n), cell_percent(n, w->total)});
}

static void rows_of_bytes(struct account_writer *w, const struct account_stream *a)
{
    const struct spe_perf_account *f = &a->file;
    w->total = f->named;
    row(w, "bytes named by AUX events", f->named, 0);
    row(w, "bytes named, but missing", f->missing, 1);
    w->total = a->decoded;
    row(w, "bytes in the file", a->decoded, 0);
    row(w, "bytes named by no AUX event", f->unnamed, account_is_unnamed(a));
    row(w, "bytes in the file twice, counted once", f->repeated, 1);
    row(w, "bytes in records", a->in_records, 0);
    row(w, "bytes of padding", account_padding(a), 0);
    row(w, "bytes skipped, in no record", a->skipped, 1);
}

static void rows_of_records(struct account_writer *w, const struct profile *p)
{
    const uint64_t *unjudged = p->select.unjudged;
    uint64_t filtered = 0, selected = p->select.dropped;
    for (size_t i = SPE_FILTER_KEPT + 1; i < sizeof p->kept.count / sizeof *p->kept.count; i++)
        filtered += p->kept.count[i];
    for (unsigned i = 0; i < SELECT_FACTS; i++)
        selected -= unjudged[i];
    w->total = p->notes.sum.records;
    row(w, "records", w->total, filtered + p->select.dropped != 0);
    row(w, "records left out by the filter", filtered, 1);
    row(w, "records not selected", selected, 1);
    row(w, "records not judged: no thread", unjudged[SELECT_THREAD], 1);
    row(w, "records not judged: no core number", unjudged[SELECT_CORE], 1);
    row(w, "records not judged: no time", unjudged[SELECT_CLOCK], 1);
}

/* The same of each core, or of each thread that perf traced. */
static void report_streams(struct report *r, const struct profile *p)
{
    static const char *const columns[] = {"",        "bytes",    "named",   "missing", "twice",
                                          "records", "in those", "padding", "skipped", "without a thread"};
    const int is_complete = report_is_complete(r, "account_cores");
    report_table(r, "account_cores", "Account of cores", columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; is_complete && !p->has_saved && i < p->account.count; i++) {
        const struct account_stream *s = &p->account.streams[i];
        char name[32];
        report_row(r, (struct report_cell[]){
                          cell_word(account_stream_name(s, name, sizeof name)), cell_count(s->decoded),
                          cell_count(s->file.named), cell_count(s->file.missing), cell_count(s->file.repeated),
                          cell_count(s->records), cell_count(s->in_records), cell_count(account_padding(s)),
                          cell_count(s->skipped), cell_count(account_without_thread(s, NULL))});
    }
    report_table_end(r, NULL);
}

void tables_account(struct report *r, const struct profile *p)
{
    static const char *const columns[] = {"", "count", "share"};
    const uint64_t *samples = p->notes.sum.samples;
    struct account_writer w = {r, report_is_complete(r, "account"), 0};
    report_table(r, "account", "Account", columns, sizeof columns / sizeof *columns);
    rows_of_bytes(&w, &p->notes.sum);
    rows_of_records(&w, p);
    w.total = p->stats.records;
    for (unsigned i = 0; i < ACCOUNT_ROWS; i++)
        row(&w, account_row_name(i), samples[i],
            p->is_perf && account_row_is_lack(i) && perf_settings_is_often(samples[i], w.total));
    report_table_end(r, NULL);
    report_streams(r, p);
}
