/* SPDX-License-Identifier: MIT */
/* See record_printers.h. */
#include "record_printers.h"

#include <inttypes.h>
#include <string.h>

#include <libspe-lab/lab.h>

#include "../outlet/brstack.h"
#include "../outlet/profgen.h"
#include "../table/impdef.h"

/* The bytes of a record with packets that it has no member for, or NULL. */
static const uint8_t *impdef_bytes(struct dump *d, const struct spe_record *record)
{
    return record->flags & SPE_RECORD_IMPDEF ? record_bytes_of(&d->check.bytes, record) : NULL;
}

static const struct impdef_style in_text = {"; ", "; ", " ", " = "};

int dump_record(struct dump *d, const struct spe_record *record)
{
    char digits[DIGITS_MAX];
    struct text_writer w = lines_begin(&d->lines);
    put_text(&w, digits, hex_digits(digits, record->offset, 8));
    const unsigned n = decimal_digits(digits, record->size);
    put_text(&w, "      ", n < 4 ? 6 - n : 2); /* two spaces, and more before a number of fewer than four digits */
    put_text(&w, digits, n);
    PUT_LITERAL(&w, "  ");
    const int text = spe_record_text(record, &d->text, w.out + w.length, SPE_RECORD_TEXT_MAX);
    if (text < 0)
        return tool_error("no text for a record", spe_status_name(text));
    w.length += (size_t)text;
    if (d->text.style == SPE_TEXT_PERF &&
        record->flags & SPE_RECORD_TRUNCATED) /* the other style shows the flag itself */
        PUT_LITERAL(&w, " [truncated]");
    impdef_put(&w, record, impdef_bytes(d, record), &in_text);
    put_char(&w, '\n');
    return lines_end(&d->lines, w.length);
}

static int dump_csv(struct dump *d, const struct spe_record *record)
{
    d->writer.bytes = impdef_bytes(d, record);
    return lines_end(&d->lines, record_to_csv(&d->writer, record, lines_begin(&d->lines).out));
}

void dump_begin_records(struct dump *d)
{
    if (d->print == dump_csv && !d->has_header) {
        char header[RECORD_LINE_MAX];
        lines_put(&d->lines, header, record_csv_header(header));
    }
    d->has_header = 1;
}

static int dump_json(struct dump *d, const struct spe_record *record)
{
    d->writer.bytes = impdef_bytes(d, record);
    return lines_end(&d->lines, record_to_json(&d->writer, record, lines_begin(&d->lines).out));
}

/* The process comes first, as perf prints it; -1 if it is not known. */
static int dump_brstack(struct dump *d, const struct spe_record *record)
{
    const struct record_thread who = record_thread_of(&d->writer.core, record);
    const int64_t pid = who.pid == THREAD_NONE ? -1 : (int64_t)who.pid;
    char *line = lines_begin(&d->lines).out;
    const int n = d->source->is_perf ? snprintf(line, 24, "%7" PRId64 " ", pid) : 0;
    const size_t size = brstack_line(record, line + n);
    return lines_end(&d->lines, size ? (size_t)n + size : 0);
}

static int dump_profgen(struct dump *d, const struct spe_record *record)
{
    return lines_end(&d->lines, profgen_line(record, lines_begin(&d->lines).out));
}

static void note_threads(void *context, const struct spe_perf_event *event)
{
    struct dump *d = context;
    dump_threads_take(&d->record_threads, event);
}

static void note_profgen(void *context, const struct spe_perf_event *event)
{
    struct dump *d = context;
    lines_end(&d->lines, profgen_map_line(event, lines_begin(&d->lines).out));
}

static int dump_row(struct dump *d, const struct spe_record *record)
{
    struct spe_arrow_core core = SPE_ARROW_CORE_INIT;
    core.cpu = d->source->cpu;
    core.tid = d->source->tid;
    core.midr = d->source->midr;
    core.clock = d->source->notes.clock.mult ? &d->source->notes.clock : NULL;
    const int status = table_append(d->table, record, impdef_bytes(d, record), &core);
    d->failed |= status != TOOL_OK;
    return status;
}

int dump_is_for_people(const struct dump *d)
{
    return d->print == dump_record || d->print == dump_findings;
}

/* "OFFSET: violation: events-missing: every record ... (D17.6)" */
static int dump_finding(struct dump *d, const struct spe_finding *finding)
{
    char line[512];
    const int size = snprintf(line, sizeof line, "%08" PRIx64 ": %s: %s: %s (%s)\n", finding->offset,
                              checker_severity((int)finding->severity), spe_rule_name(finding->rule),
                              spe_rule_text(finding->rule), spe_rule_section(finding->rule));
    d->violations += finding->severity == SPE_CHECK_VIOLATION;
    return lines_put(&d->lines, line, (size_t)size);
}

int dump_findings(struct dump *d, const struct spe_record *record)
{
    char line[64];
    const int n = checker_record(&d->check, d->source, record);
    int status = TOOL_OK;
    for (int i = 0; i < n && i < CHECKER_MOST && status == TOOL_OK; i++)
        status = dump_finding(d, &d->check.findings[i]);
    if (status != TOOL_OK || n <= CHECKER_MOST)
        return status;
    const int size = snprintf(line, sizeof line, "%08" PRIx64 ": and %d more\n", record->offset, n - CHECKER_MOST);
    return lines_put(&d->lines, line, (size_t)size);
}

static const struct format {
    const char *name;
    int (*print)(struct dump *, const struct spe_record *);
    record_line_fn *line; /* a line of a slice that another thread makes */
    enum table_format table;
    void (*note)(void *, const struct spe_perf_event *);
} formats[] = {
    {"text", dump_record, NULL, TABLE_NONE, NULL},
    {"csv", dump_csv, record_to_csv, TABLE_NONE, note_threads},
    {"json", dump_json, record_to_json, TABLE_NONE, note_threads},
    {"brstack", dump_brstack, NULL, TABLE_NONE, note_threads},
    {"profgen", dump_profgen, NULL, TABLE_NONE, note_profgen},
    {"arrow", dump_row, NULL, TABLE_ARROW, note_threads},
    {"parquet", dump_row, NULL, TABLE_PARQUET, note_threads},
};

void dump_set_format(struct dump *d, const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(name, formats[i].name) == 0) {
            d->print = formats[i].print;
            d->line = formats[i].line;
            d->format = formats[i].table;
            d->note = formats[i].note;
            return;
        }
    tool_misuse("not a format; use text, csv, json, brstack, profgen, arrow or parquet", name);
}
